"""Keyboard navigation: Tab reaches every control, a focus ring marks it, context menus and Enter work."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.page import Page
from studio.gui.play.status import PLAY
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.tabs import MenuBar
from studio.services.loading import load_layout
from tests.gui.windows import answer_next, open_match
from tests.helpers import not_none

MAX_CONTROLS = 600

pytestmark = pytest.mark.usefixtures("full_start")


@pytest.fixture(autouse=True)
def focused(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)


def is_tab_stop(widget: QWidget) -> bool:
    """Whether Tab should reach a widget; of an exclusive group only the checked button counts."""
    if not (widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus):
        return False
    if isinstance(widget, QAbstractButton) and not widget.isChecked():
        group = widget.group()
        if widget.autoExclusive() or (group is not None and group.exclusive()):
            return False
    return widget.focusProxy() is None


def walk(window: MainWindow) -> list[QWidget]:
    """The controls that Tab reaches, in order, until one repeats."""
    seen: list[QWidget] = []
    while (now := QApplication.focusWidget()) is not None and now not in seen and len(seen) < MAX_CONTROLS:
        seen.append(now)
        window.commands.focus_next_control()
    return seen


def check_page(window: MainWindow, page: Page) -> None:
    """Tab reaches all controls of a page, and exactly one ring marks the focus."""
    window.show_page(page)
    page.setFocus()
    seen = walk(window)
    stops = [widget for widget in page.findChildren(QWidget) if is_tab_stop(widget)]
    missed = [(type(stop).__name__, stop.accessibleName()) for stop in stops if stop not in seen]
    assert not missed
    for control in seen:
        control.setFocus(Qt.FocusReason.TabFocusReason)
        assert window.focus_ring is not None and window.focus_ring.ring is not None
        ring = window.focus_ring.ring
        assert ring.parentWidget() is QApplication.focusWidget()
        assert [other for other in window.findChildren(QWidget, "ring") if not other.isHidden()] == [ring]


def test_start_settings_and_match(window: MainWindow) -> None:
    check_page(window, window.start)
    check_page(window, window.commands.show_settings())
    table = not_none(window.commands.play_opened(load_layout(shipped_layouts(slugs()[0])[0])))
    check_page(window, table)


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_every_page(window: MainWindow, slug: str) -> None:
    path = shipped_layouts(slug)[0]
    editor = not_none(window.open_path(path))
    check_page(window, editor)
    views: tuple[Callable[[], object], ...] = (
        partial(window.commands.play_opened, load_layout(path)),
        partial(window.commands.open_lab, editor),
        partial(window.commands.open_piece_editor, editor, ""),
        partial(window.commands.print_layout, editor),
        window.commands.show_rules,
        window.commands.show_tutorial,
    )
    for open_view in views:
        open_view()
        check_page(window, window.active_page())


def test_tab_reaches_controls_before_the_focus_proxy(qtbot: QtBot) -> None:
    page = Page()
    qtbot.addWidget(page)
    column, buttons = QVBoxLayout(page), [QPushButton(text) for text in ("before", "first", "after")]
    for button in buttons:
        column.addWidget(button)
    page.setFocusProxy(buttons[1])
    page.show()
    page.activateWindow()
    page.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is buttons[1])
    assert page.focusProxy() is buttons[1]
    for expected in (buttons[2], buttons[0], buttons[1]):
        QTest.keyClick(page, Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is expected


def test_a_click_hides_the_focus_ring(window: MainWindow) -> None:
    window.commands.focus_next_control()
    control, ring = QApplication.focusWidget(), window.focus_ring
    assert control is not None and ring is not None and ring.ring is not None
    handle = not_none(window.windowHandle())
    for corner in (control.rect().topLeft(), control.rect().bottomRight()):
        assert ring.ring.mask().contains(corner)
    assert not ring.ring.mask().contains(control.rect().center())
    shown = control.grab().toImage()
    QTest.mouseClick(handle, Qt.MouseButton.LeftButton, pos=window.rect().center())
    assert ring.ring is None
    assert control.grab().toImage() != shown
    QApplication.sendEvent(handle, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Shift, Qt.KeyboardModifier.NoModifier))
    window.focusNextChild()
    assert ring.ring is not None


def test_shift_f10_opens_the_context_menu(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Qt does so on some systems only."""
    events: list[QContextMenuEvent] = []
    window.commands.focus_next_control()
    control = window.focusWidget()
    monkeypatch.setattr(type(control), "contextMenuEvent", lambda _self, event: events.append(event), raising=False)
    QTest.keyClick(window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert [event.reason() for event in events] == [QContextMenuEvent.Reason.Keyboard]


def test_enter_presses_the_focused_button(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Qt does so in dialogs only."""
    monkeypatch.setattr("studio.gui.start.new_layout.ask_layout", lambda *_arguments: None)
    button, pressed = window.start.new_layout_button, list[int]()
    button.clicked.connect(lambda: pressed.append(1))
    button.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        QTest.keyClick(button, key)
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", autorep=True)
    QApplication.sendEvent(button, held)
    assert len(pressed) == 2, "a held key presses once"


def test_escape_in_a_menu_returns_the_focus_to_the_page(window: MainWindow) -> None:
    page = open_match(window, load_layout(shipped_layouts("columbus")[0]))
    cover = page.overlays.handover
    assert page.controller.is_covered and QApplication.focusWidget() is cover
    bar = not_none(window.findChild(MenuBar))
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.actionGeometry(bar.actions()[0]).center())
    QTest.keyClick(not_none(QApplication.activePopupWidget()), Qt.Key.Key_Escape)
    assert QApplication.activePopupWidget() is None and QApplication.focusWidget() is cover


def test_shortcuts_of_the_window_work_over_the_score_table(window: MainWindow) -> None:
    page = open_match(window, load_layout(shipped_layouts("entdecker")[0]))
    page.overlays.show_scores()
    table, headings = page.overlays.end_screen, answer_next("")
    QTest.keyClick(table, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert headings == ["New match"]
    QTest.keyClick(table, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert page.controller.mode == PLAY, "those of the match do not"
