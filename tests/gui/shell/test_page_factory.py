"""F5 switches between an editor and the match that tests its layout; rematches and analyses get tabs of their own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from studio.gui.editor.page import EditorPage
from studio.gui.page import OpenMatch, Page
from studio.gui.play.page import PlayPage
from studio.gui.shell.main_window import MainWindow
from studio.gui.widgets import Toast
from studio.services.loading import load_layout
from tests.gui.stand_ins import SMALLEST
from tests.gui.windows import toasts
from tests.helpers import instance_of, not_none


@pytest.fixture
def editor(window: MainWindow, tmp_path: Path) -> EditorPage:
    """The editor of a copy of a shipped layout."""
    return instance_of(EditorPage, window.open_path(shutil.copy(SMALLEST, tmp_path / "copy.json")))


def matches(window: MainWindow) -> list[Page]:
    return [page for page in window.pages() if isinstance(page, PlayPage)]


def press_f5(window: MainWindow, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> Page:
    """Press F5 where the focus is; the page that is active then."""
    QApplication.processEvents()
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_F5, modifiers)
    QApplication.processEvents()
    return window.active_page()


def change(page: EditorPage) -> None:
    """Stamp something on an empty cell."""
    document = page.document
    free = next(
        cell
        for cell in range(document.grid.count)
        if document.game.editing.pick(document.body, cell) == document.game.editing.eraser(document.body, cell)
    )
    eraser = document.game.editing.eraser(document.body, free)
    item = next(item for item in page.edit_state.items("cells") if item.stamp != eraser)
    document.apply("changed", document.game.editing.stamp(document.body, free, item.stamp))


def test_f5_returns_to_the_same_match(window: MainWindow, editor: EditorPage) -> None:
    table = instance_of(PlayPage, press_f5(window))
    match = table.controller.match
    assert press_f5(window) is editor
    assert press_f5(window) is table
    assert table.controller.match is match
    assert len(matches(window)) == 1
    assert not toasts(window)


def test_shift_f5_restarts_in_the_same_place(window: MainWindow, editor: EditorPage) -> None:
    first = press_f5(window)
    press_f5(window)
    second = press_f5(window, Qt.KeyboardModifier.ShiftModifier)
    assert second is not first
    assert matches(window) == [second]
    assert press_f5(window) is editor


def test_a_changed_layout_offers_a_restart(window: MainWindow, editor: EditorPage) -> None:
    first = instance_of(PlayPage, press_f5(window))
    press_f5(window)
    change(editor)
    assert press_f5(window) is first, "the match is not lost"
    assert toasts(window) == ["The layout has changed since this match began."]
    buttons = [button for toast in window.findChildren(Toast) for button in toast.findChildren(QAbstractButton)]
    next(button for button in buttons if button.text() == "Restart").click()
    second = window.active_page()
    assert isinstance(second, PlayPage) and second is not first
    assert second.opened.body == editor.document.body != first.opened.body
    assert matches(window) == [second]


def test_f5_finds_an_editor_without_a_file(window: MainWindow, editor: EditorPage) -> None:
    change(editor)
    shipped = window.open_path(SMALLEST)  # opens as a copy
    press_f5(window)
    assert press_f5(window) is shipped
    assert len(window.pages()) == 4


def test_f5_starts_a_match_after_the_last_was_closed(window: MainWindow, editor: EditorPage) -> None:
    assert window.close_page(press_f5(window))
    window.show_page(editor)
    assert isinstance(press_f5(window), PlayPage)


def test_f5_opens_an_editor_for_a_match_and_returns(window: MainWindow, editor: EditorPage) -> None:
    table = not_none(window.commands.play_opened(editor.edited_layout()))
    window.close_page(editor)
    window.show_page(table)
    assert isinstance(press_f5(window), EditorPage)
    assert press_f5(window) is table


def test_rematch_opens_a_match_in_which_the_next_seat_starts(window: MainWindow) -> None:
    table = instance_of(PlayPage, window.commands.play_opened(load_layout(SMALLEST)))
    table.overlays.end_screen.rematch.click()
    again = window.active_page()
    assert isinstance(again, PlayPage) and again is not table and again.opened is table.opened
    names = table.controller.names
    assert again.controller.names == (*names[1:], names[0])
    assert again.controller.match.options == table.controller.match.options


def test_another_match_opens_in_its_own_tab(window: MainWindow) -> None:
    table = instance_of(PlayPage, window.commands.play_opened(load_layout(SMALLEST)))
    other = table.controller.match.branch(table.controller.match.root, 5)
    table.request.emit(OpenMatch(other, table.opened, table.controller.setups))
    again = window.active_page()
    assert isinstance(again, PlayPage) and again.controller.match is other and again is not table
    assert again.controller.names == table.controller.names
