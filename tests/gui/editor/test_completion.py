"""Completing the board: by key, for the selection or everything, repeated, cancelled, refused."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.widgets import Toast
from studio.services.loading import load_layout
from tests.gui.editor.hand import SHIFT, body, lies, open_page
from tests.gui.editor.toy import EMPTY, SEA, Toy, blank, opened
from tests.short_run import mark_long


def complete(page: EditorPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.commands.completion.ended):
        QTest.keyClick(page.view, Qt.Key.Key_F, SHIFT)


def shown_messages(page: EditorPage) -> list[str]:
    return [toast.label.text() for toast in page.findChildren(Toast) if toast.isVisible()]


def press(page: EditorPage, words: str) -> None:
    """A click on the button of the remark."""
    (button,) = (
        button
        for toast in page.findChildren(Toast)
        for button in toast.findChildren(QAbstractButton)
        if button.text() == words
    )
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_each_time_another_completion_and_each_is_one_step(page: EditorPage, qtbot: QtBot) -> None:
    before = page.document.body
    seen = [before]
    for count in range(1, 4):
        complete(page, qtbot)
        assert page.document.stack.count() == count and lies(page, EMPTY) == ""
        seen.append(page.document.body)
    assert len({id(each) for each in seen}) == 4 and seen[1] != seen[2] != seen[3]
    for one in reversed(seen[:-1]):
        page.page_actions["undo"].trigger()
        assert page.document.body == one
    for one in seen[1:]:
        page.page_actions["redo"].trigger()
        assert page.document.body == one
    page.page_actions["undo"].trigger()
    complete(page, qtbot)  # from a completion that undo has led back to
    assert lies(page, EMPTY) == "" and page.document.body not in seen


def test_a_selection_alone_is_completed_and_stays_selected(page: EditorPage, qtbot: QtBot) -> None:
    page.edit_state.select((0, 1, 2, 8))
    for _time in range(2):
        complete(page, qtbot)
        assert {cell for cell in range(24) if body(page).at(cell) != EMPTY} == {0, 1, 2, 8}
        assert page.edit_state.selection == {0, 1, 2, 8}
    page.edit_state.select((0, 1, 2, 3))
    complete(page, qtbot)  # other cells: what was completed is drawn now
    assert {cell for cell in range(24) if body(page).at(cell) != EMPTY} == {0, 1, 2, 3, 8}


def test_a_refusal_names_its_places(page: EditorPage, qtbot: QtBot) -> None:
    drained = page.document.game.editing.set_field(page.document.game.editing.stamp(body(page), 3, SEA), -1, "seas", 0)
    page.document.apply("drain", drained)
    complete(page, qtbot)
    assert body(page) is drained and page.document.stack.count() == 1
    assert shown_messages(page) == ["There is nothing to complete."]
    press(page, "Show")
    assert page.edit_state.selection == set(range(24)) - {3}


@pytest.fixture
def slow(qtbot: QtBot) -> Iterator[tuple[EditorPage, threading.Event]]:
    """A page whose completions wait for a gate."""
    gate = threading.Event()
    page = open_page(qtbot, opened(blank(), Toy(gate=gate)))
    page.view.setFocus()
    yield page, gate
    gate.set()


def test_a_long_one_says_so_and_can_be_called_off(slow: tuple[EditorPage, threading.Event], qtbot: QtBot) -> None:
    page, gate = slow
    QTest.keyClick(page.view, Qt.Key.Key_F, SHIFT)
    qtbot.waitUntil(lambda: shown_messages(page) == ["Completing…"])
    press(page, "Cancel")
    assert not page.commands.completion.is_busy and shown_messages(page) == []
    gate.set()
    complete(page, qtbot)
    assert page.document.stack.count() == 1 and lies(page, EMPTY) == ""


def test_who_goes_on_drawing_wants_no_completion_of_before(
    slow: tuple[EditorPage, threading.Event], qtbot: QtBot
) -> None:
    page, gate = slow
    QTest.keyClick(page.view, Qt.Key.Key_F, SHIFT)
    assert page.commands.completion.is_busy
    drawn = page.document.game.editing.stamp(page.document.body, 5, SEA)
    page.document.apply("a sea", drawn)
    assert not page.commands.completion.is_busy
    gate.set()
    qtbot.waitUntil(lambda: not page.problem_controller.verifier.is_waiting)
    assert page.document.body is drawn


@pytest.mark.parametrize("slug", mark_long(slugs(), 2, 3))
def test_only_games_with_something_to_complete_offer_it(slug: str, qtbot: QtBot) -> None:
    page = open_page(qtbot, load_layout(shipped_layouts(slug)[0]))
    offered = page.document.game.can_complete
    assert page.page_actions["complete"].isVisible() is offered
    assert ("complete" in page.tool_bar.buttons) is offered
    if offered:
        with qtbot.waitSignal(page.commands.completion.ended):
            page.page_actions["complete"].trigger()
        assert page.document.stack.count() == 1
