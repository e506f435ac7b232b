"""F5 leads from the editor to the table at which its layout is tried out, and back; remarks cover no button."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QToolButton
from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from studio.gui.page import OpenMatch, Page
from studio.gui.play.page import PlayPage
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.tab_bar import MIN_TAB_WIDTH, elide_title
from studio.gui.widgets import Toast
from studio.services.loading import load_layout
from tests.gui.stand_ins import SMALLEST, Notebook, plain_pictures
from tests.gui.windows import forget_changes, shown_window
from tests.shortly import shortly

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[MainWindow]:
    """A window with a copy of a shipped layout in an editor."""
    plain_pictures(monkeypatch)
    path = tmp_path / "copy.json"
    shutil.copy(SMALLEST, path)
    window = shown_window(qtbot, forget_changes)
    window.activateWindow()
    window.open_path(path)
    yield window


def tables(window: MainWindow) -> list[Page]:
    return [page for page in window.pages() if isinstance(page, PlayPage)]


def press(window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """A key, wherever the keyboard is."""
    QApplication.processEvents()
    QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)
    QApplication.processEvents()


def editor(window: MainWindow) -> EditorPage:
    return next(page for page in window.pages() if isinstance(page, EditorPage))


def change(page: EditorPage) -> None:
    """Another body, which can be played as well: a seat's count of a tile, say."""
    document = page.document
    free = next(
        cell
        for cell in range(document.grid.count)
        if document.game.editing.pick(document.body, cell) == document.game.editing.eraser(document.body, cell)
    )
    item = next(
        item
        for item in page.edit_state.items("cells")
        if item.stamp != document.game.editing.eraser(document.body, free)
    )
    document.apply("changed", document.game.editing.stamp(document.body, free, item.stamp))


def test_there_and_back_to_the_same_match(window: MainWindow) -> None:
    page = window.active_page()
    press(window, Qt.Key.Key_F5)
    table = window.active_page()
    assert isinstance(table, PlayPage)
    match = table.controller.match
    press(window, Qt.Key.Key_F5)
    assert window.active_page() is page
    press(window, Qt.Key.Key_F5)
    assert window.active_page() is table
    assert table.controller.match is match
    assert len(tables(window)) == 1
    assert not [toast for toast in window.findChildren(Toast) if toast.isVisible()]


def test_shift_begins_anew_in_the_place_of_the_old_one(window: MainWindow) -> None:
    press(window, Qt.Key.Key_F5)
    first = window.active_page()
    press(window, Qt.Key.Key_F5)
    press(window, Qt.Key.Key_F5, SHIFT)
    assert window.active_page() is not first
    assert tables(window) == [window.active_page()]
    press(window, Qt.Key.Key_F5)
    assert window.active_page() is editor(window)


def test_a_changed_layout_says_so_and_offers_to_start_anew(window: MainWindow) -> None:
    press(window, Qt.Key.Key_F5)
    first = window.active_page()
    assert isinstance(first, PlayPage)
    press(window, Qt.Key.Key_F5)
    change(editor(window))
    press(window, Qt.Key.Key_F5)
    assert window.active_page() is first, "nothing is thrown away"
    toast = next(toast for toast in window.findChildren(Toast) if toast.isVisible())
    assert toast.label.text() == "The layout has been changed since this match began."
    button = next(button for button in toast.findChildren(QAbstractButton) if button.text() == "Start anew")
    button.click()
    second = window.active_page()
    assert isinstance(second, PlayPage) and second is not first
    assert second.opened.body == editor(window).document.body != first.opened.body
    assert tables(window) == [second]


def test_an_unsaved_layout_is_found_again(window: MainWindow) -> None:
    """Its editor has no file to be known by."""
    change(editor(window))
    window.open_path(SMALLEST)  # shipped: a copy without a file
    shipped = window.active_page()
    press(window, Qt.Key.Key_F5)
    press(window, Qt.Key.Key_F5)
    assert window.active_page() is shipped
    assert len(window.pages()) == 4


def test_a_table_that_was_closed_is_not_gone_back_to(window: MainWindow) -> None:
    press(window, Qt.Key.Key_F5)
    assert window.close_page(window.active_page())
    window.show_page(editor(window))
    press(window, Qt.Key.Key_F5)
    assert isinstance(window.active_page(), PlayPage)


def test_from_a_match_to_an_editor_and_back(window: MainWindow) -> None:
    table = window.play_opened(editor(window).edited_layout())
    assert table is not None
    editor(window).document.stack.setClean()
    window.close_page(editor(window))
    window.show_page(table)
    press(window, Qt.Key.Key_F5)
    assert isinstance(window.active_page(), EditorPage)
    press(window, Qt.Key.Key_F5)
    assert window.active_page() is table


def test_two_matches_on_one_layout_are_told_apart(window: MainWindow) -> None:
    for _match in range(2):
        window.play_opened(editor(window).edited_layout())
    names = [window.tabs.tab_title(place) for place in range(window.tabs.count())]
    assert len(set(names)) == len(names)
    assert names[-1] == f"{names[-2]} 2"
    metrics = window.tabs.fontMetrics()
    narrow = elide_title(names[-1], metrics, metrics.horizontalAdvance(names[-1]) - 20)
    assert narrow.endswith("… 2") and narrow[0] == names[-1][0], "the number is seen on a narrow tab, too"
    assert metrics.horizontalAdvance(narrow) <= metrics.horizontalAdvance(names[-1]) - 20
    assert elide_title(names[-2], metrics, 60).endswith("…") and elide_title(names[-2], metrics, 999) == names[-2]


@pytest.mark.usefixtures("full_dress")
def test_many_tabs_stay_readable_and_can_be_reached(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1280, 720)
    for number in range(9):
        window.add_page(Notebook(f"A layout of mine {number}"))
    window.show_page(window.start)
    tabs = window.tabs
    qtbot.waitUntil(lambda: tabs.width() < window.width() - 300)
    for place in range(tabs.count()):
        assert tabs.tabRect(place).width() >= min(MIN_TAB_WIDTH, tabs.tabSizeHint(place).width())
    steps = [one for one in tabs.findChildren(QToolButton) if one.arrowType() is not Qt.ArrowType.NoArrow]
    ahead = max(steps, key=lambda step: step.x())
    for _click in range(tabs.count()):
        QTest.mouseClick(ahead, Qt.MouseButton.LeftButton)
    assert tabs.tabRect(tabs.count() - 1).right() <= ahead.x() + 1


@pytest.mark.usefixtures("full_dress")
@pytest.mark.parametrize("size", shortly([(1024, 640), (1280, 720), (1440, 900)]))
@pytest.mark.parametrize("what", shortly(["start", "editor", "table", "final"], 1, 3))
def test_a_remark_covers_nothing_to_press(window: MainWindow, size: tuple[int, int], what: str) -> None:
    window.resize(*size)
    if what == "start":
        window.show_start()
    elif what in ("table", "final"):
        table = window.play_opened(editor(window).edited_layout())
        assert isinstance(table, PlayPage)
        if what == "final":
            table.overlays.show_scores()
    QApplication.processEvents()
    window.show_toast("Saved in a_file_with_a_name_of_some_length.json")
    toast = next(toast for toast in window.findChildren(Toast) if toast.isVisible())
    box = QRect(toast.mapTo(window, QPoint(0, 0)), toast.size())
    buttons = [
        button
        for button in window.active_page().findChildren(QAbstractButton)
        if button.isVisible() and not button.visibleRegion().isEmpty()
    ]
    assert buttons
    assert window.rect().contains(box)
    covered = [b for b in buttons if box.intersects(QRect(b.mapTo(window, QPoint(0, 0)), b.size()))]
    assert not covered, covered


def test_a_rematch_is_another_table_at_which_the_next_seat_begins(window: MainWindow) -> None:
    table = window.play_opened(load_layout(SMALLEST))
    assert isinstance(table, PlayPage)
    table.overlays.end_screen.rematch.click()
    again = window.active_page()
    assert isinstance(again, PlayPage) and again is not table and again.opened is table.opened
    names = table.controller.names
    assert again.controller.names == (*names[1:], names[0])
    assert again.controller.match.options == table.controller.match.options
    for page in (table, again):
        window.close_page(page)


def test_another_match_goes_on_at_a_table_of_its_own(window: MainWindow) -> None:
    table = window.play_opened(load_layout(SMALLEST))
    assert isinstance(table, PlayPage)
    other = table.controller.match.branch(table.controller.match.root, 5)
    table.request.emit(OpenMatch(other, table.opened, table.controller.setups))
    again = window.active_page()
    assert isinstance(again, PlayPage) and again.controller.match is other and again is not table
    assert again.controller.names == table.controller.names
    for page in (table, again):
        window.close_page(page)
