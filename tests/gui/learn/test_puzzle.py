"""A puzzle at its table: tries, hints, taking back, and the mark when it is solved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.documents.autosave import list_stored_matches
from studio.documents.lessons import read_puzzle
from studio.documents.paths import shipped_lessons
from studio.games import slugs
from studio.gui.learn.lessons import PuzzlePage
from studio.gui.settings import settings
from studio.gui.shell.main_window import MainWindow
from studio.gui.start.captions import DONE, lesson_progress, save_lesson_progress
from studio.gui.start.page import LessonsRow
from studio.gui.style.theme import LIGHT

Open = Callable[[Path], PuzzlePage]
FILES = [path for slug in slugs() for path in shipped_lessons(slug, "puzzle")]
SHORT = min(FILES, key=lambda path: len(read_puzzle(path).solution))
LONG = max(FILES, key=lambda path: read_puzzle(path).turns)
GOLDLAND_2 = next(path for path in FILES if path.parts[-2:] == ("goldland", "puzzle_2.json"))
"""One of few decisions, and one of several turns, in which the other seat moves too."""


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[Open]:
    """Opens puzzles and closes them again."""
    made: list[PuzzlePage] = []

    def open_one(path: Path) -> PuzzlePage:
        settings().set_value("speed", 1.0)
        settings().set_value("motion", False)
        settings().set_value("autoplay", True)
        page = PuzzlePage(path, LIGHT)
        page.resize(1280, 660)
        page.show()
        qtbot.addWidget(page)
        made.append(page)
        return page

    yield open_one
    for page in made:
        page.about_to_close()


def press(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def solve(page: PuzzlePage, qtbot: QtBot) -> None:
    for action in page.puzzle.document.solution:
        qtbot.waitUntil(lambda: page.controller.may_choose)
        page.controller.play(action)


@pytest.mark.parametrize("path", [SHORT, pytest.param(LONG, marks=pytest.mark.long)], ids=["short", "long"])
def test_the_solution_solves_it_and_that_is_kept(table: Open, qtbot: QtBot, path: Path) -> None:
    page = table(path)
    assert "<b>" in page.card.text.text() and not page.again.isEnabled() and not page.next.isVisible()
    solve(page, qtbot)
    qtbot.waitUntil(lambda: page.puzzle_controller.status == "solved")
    assert "first try" in page.card.answer_label.text() and lesson_progress(path) == DONE
    assert page.next.isVisible() and not page.hint.isVisible()
    assert not list_stored_matches() and not page.is_modified()
    with qtbot.waitSignal(page.lesson_requested) as wanted:
        press(page.next)
    assert wanted.args is not None and wanted.args[0] in FILES and wanted.args[0] != path


def test_a_missed_goal_can_be_taken_back_beyond_every_seal(table: Open, qtbot: QtBot) -> None:
    page = table(SHORT)
    begun = page.controller.node

    def is_open() -> bool:
        return page.puzzle_controller.status == "open"

    for _decision in range(40):
        qtbot.waitUntil(lambda: page.controller.may_choose or not is_open())
        if not is_open():
            break
        wrong = page.puzzle.document.solution[len(page.puzzle_controller.decisions) :][:1]
        moves = [move for move in page.controller.choices.actions if move not in wrong]
        page.controller.play(moves[-1] if moves else page.controller.choices.actions[0])
    assert page.puzzle_controller.status == "failed" and "missed" in page.card.answer_label.text()
    assert lesson_progress(SHORT) == 2, "the next try is the second"
    now = page.controller.node
    if page.controller.may_choose:
        page.controller.play(page.controller.choices.actions[0])
        assert page.controller.node is now and "try is over" in page.card.answer_label.text()
    assert page.controller.can_undo
    page.controller.undo()
    assert is_open()
    press(page.again)
    assert page.controller.node is begun and not page.controller.can_undo
    tries = page.puzzle_controller.attempts
    page.controller.jump_to(now)
    assert page.puzzle_controller.status == "failed"
    press(page.again)
    assert is_open() and page.puzzle_controller.attempts == tries + 1, (
        "who begins again after a miss has tried once, not twice"
    )


def test_a_hint_is_first_words_and_then_a_move(table: Open, qtbot: QtBot) -> None:
    page = table(SHORT)
    page.actions_.hint.trigger()
    assert (
        page.puzzle.document.hint[:12] in page.card.answer_label.text()
        and page.controller.choices.selected_move is None
    )
    press(page.hint)
    assert page.controller.choices.selected_move == page.puzzle.document.solution[0]


def test_whoever_took_another_way_is_shown_how_to_go_on(table: Open, qtbot: QtBot) -> None:
    page = table(GOLDLAND_2)
    told, riddle = page.puzzle.document, page.puzzle_controller
    for action in (told.solution[0], told.solution[2]):  # right, but not in the order of the file
        qtbot.waitUntil(lambda: page.controller.may_choose)
        page.controller.play(action)
    page.actions_.hint.trigger()
    press(page.hint)
    assert "looking for a way" in page.card.answer_label.text() and page.controller.choices.selected_move is None
    qtbot.waitUntil(lambda: page.controller.choices.selected_move is not None)
    assert page.controller.choices.selected_move == told.solution[1] and riddle.status == "open"
    assert "looking" not in page.card.answer_label.text()


def test_a_way_that_cannot_be_mended_is_said_to_be_lost(table: Open, qtbot: QtBot) -> None:
    page = table(SHORT)
    first = page.puzzle.document.solution[0]
    other = next(move for move in page.controller.choices.actions if move != first)
    page.controller.play(other)
    assert page.puzzle_controller.status == "open"
    page.actions_.hint.trigger()
    press(page.hint)
    qtbot.waitUntil(lambda: "no way" in page.card.answer_label.text())
    assert page.controller.choices.selected_move is None
    press(page.hint)
    press(page.again)
    assert not page.card.answer_label.text(), "what is looked for no longer is not told either"


def test_whoever_begins_again_is_at_the_board_and_not_about_to_leave(table: Open, qtbot: QtBot) -> None:
    page = table(SHORT)
    page.controller.play(page.puzzle.document.solution[0])
    qtbot.waitUntil(page.again.isEnabled)
    page.again.setFocus()
    QTest.keyClick(page.again, Qt.Key.Key_Space)
    assert not page.again.isEnabled() and page.focusWidget() is page.board


def test_the_line_of_beads_begins_with_the_puzzle(table: Open) -> None:
    page = table(SHORT)
    assert page.decision.undo_timeline.sealed == ()
    page.controller.play(page.puzzle.document.solution[0])
    assert len(page.decision.undo_timeline.sealed) == 1 and page.decision.undo_timeline.undo_count == 1


def test_the_start_page_leads_there_and_says_what_is_done(qtbot: QtBot) -> None:
    row = LessonsRow(SHORT.parent.name)
    qtbot.addWidget(row)
    row.show()
    assert row.tutorial_button.isVisible() and row.puzzles_button.text() == "Puzzles"
    save_lesson_progress(SHORT, DONE)
    row.refresh()
    assert row.puzzles_button.text() == "Puzzles 1/3"
    with qtbot.waitSignal(row.chosen) as chosen:
        press(row.tutorial_button)
    assert chosen.args == shipped_lessons(SHORT.parent.name, "tutorial")


@pytest.mark.long
def test_a_window_opens_each_lesson_once_and_closes_it(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    page = window.open_lesson(SHORT)
    assert isinstance(page, PuzzlePage) and window.open_lesson(SHORT) is page
    copied = window.open_path(SHORT)
    assert copied is not None and isinstance(copied, PuzzlePage), "as a file, too"
    save_lesson_progress(FILES[0], DONE)
    next_one = window.show_puzzle(FILES[0].parent.name)
    assert isinstance(next_one, PuzzlePage) and next_one.lesson_path == FILES[1], "the first that is not solved"
    tutorial = window.show_tutorial()
    assert tutorial is not None and tutorial in window.pages()
    tutorial.close_requested.emit()
    assert tutorial not in window.pages()
    for one in window.pages():
        one.about_to_close()
