"""The keyboard alone goes through every view: each control is reached, none holds it fast, a ring says where it is."""

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
from studio.gui.shell.main_window import MainWindow
from studio.services.loading import load_layout
from tests.gui.stand_ins import plain_pictures
from tests.gui.windows import shown_window

MOST = 600


def controls(page: Page) -> list[QWidget]:
    """What on a page takes the keyboard from Tab; of several to choose one from, the chosen one."""
    return [
        one
        for one in page.findChildren(QWidget)
        if one.isVisible() and one.isEnabled() and one.focusPolicy() & Qt.FocusPolicy.TabFocus and not is_aside(one)
    ]


def is_aside(one: QWidget) -> bool:
    """Whether arrows lead to it, as one of several that is not the chosen one, or it hands on the keyboard."""
    if isinstance(one, QAbstractButton) and not one.isChecked():
        group = one.group()
        if one.autoExclusive() or (group is not None and group.exclusive()):
            return True
    return one.focusProxy() is not None


def walk(window: MainWindow) -> list[QWidget]:
    """Go on from control to control until one has been there before; all of them in order."""
    seen: list[QWidget] = []
    while (now := QApplication.focusWidget()) is not None and now not in seen and len(seen) < MOST:
        seen.append(now)
        window.focus_next_control()
    return seen


def look_through(window: MainWindow, page: Page) -> None:
    """Walk through a page and see that all is reached, the ring always there and never left behind."""
    window.show_page(page)
    page.setFocus()
    seen = walk(window)
    missed = [(type(one).__name__, one.accessibleName()) for one in controls(page) if one not in seen]
    assert not missed
    for one in seen:
        one.setFocus(Qt.FocusReason.TabFocusReason)
        assert window.focus_ring is not None and window.focus_ring.ring is not None
        assert window.focus_ring.ring.parentWidget() is QApplication.focusWidget()
        assert [ring for ring in window.findChildren(QWidget, "ring") if not ring.isHidden()] == [
            window.focus_ring.ring
        ]


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    plain_pictures(monkeypatch)
    window = shown_window(qtbot)
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    return window


def test_the_start_page_and_a_table_by_keyboard(window: MainWindow) -> None:
    look_through(window, window.start)
    look_through(window, window.show_settings())
    layout = load_layout(next(iter(shipped_layouts(slugs()[0]))))
    table = window.play_opened(layout)
    assert table is not None
    look_through(window, table)


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_every_page_by_keyboard(window: MainWindow, slug: str) -> None:
    path = next(iter(shipped_layouts(slug)))
    editor = window.open_path(path)
    assert editor is not None
    look_through(window, editor)
    views: tuple[Callable[[], object], ...] = (
        partial(window.play_opened, load_layout(path)),
        partial(window.open_lab, editor),
        partial(window.open_piece_editor, editor, ""),
        partial(window.print_layout, editor),
        window.show_rules,
        window.show_tutorial,
    )
    for open_view in views:
        open_view()
        look_through(window, window.active_page())


def test_what_lies_before_the_part_with_the_keyboard_is_reached_by_tab(qtbot: QtBot) -> None:
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


def test_the_ring_is_seen_and_goes_with_a_click(window: MainWindow, qtbot: QtBot) -> None:
    window.focus_next_control()
    control, ring = QApplication.focusWidget(), window.focus_ring
    assert control is not None and ring is not None and ring.ring is not None
    handle = window.windowHandle()
    assert handle is not None
    for spot in (control.rect().topLeft(), control.rect().bottomRight()):
        assert ring.ring.mask().contains(spot)
    assert not ring.ring.mask().contains(control.rect().center())
    shown = control.grab().toImage()
    QTest.mouseClick(handle, Qt.MouseButton.LeftButton, pos=window.rect().center())
    assert ring.ring is None
    assert control.grab().toImage() != shown
    QApplication.sendEvent(handle, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Shift, Qt.KeyboardModifier.NoModifier))
    window.focusNextChild()
    assert ring.ring is not None


def test_shift_f10_asks_for_the_menu_of_what_has_the_keyboard(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt does so by itself on some systems only."""
    questions: list[QContextMenuEvent] = []
    window.focus_next_control()
    control = window.focusWidget()
    monkeypatch.setattr(type(control), "contextMenuEvent", lambda _self, event: questions.append(event), raising=False)
    QTest.keyClick(window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert [event.reason() for event in questions] == [QContextMenuEvent.Reason.Keyboard]


def test_enter_presses_the_button_that_has_the_keyboard(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Qt leaves it to the space bar everywhere but in dialogs."""
    monkeypatch.setattr("studio.gui.start.new_layout.ask_layout", lambda *_asked: None)
    button, pressed = window.start.new_layout_button, list[int]()
    button.clicked.connect(lambda: pressed.append(1))
    button.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        QTest.keyClick(button, key)
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", autorep=True)
    QApplication.sendEvent(button, held)
    assert len(pressed) == 2, "a key that is held presses once"
