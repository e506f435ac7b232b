"""Tutorials, puzzles and boards of the rulebook to try."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from studio.documents.autosave import list_stored_matches
from studio.documents.lessons import read_puzzle
from studio.documents.paths import shipped_layouts, shipped_lessons
from studio.games import known, load, slugs
from studio.gui.book.page import BookPage
from studio.gui.learn.lessons import PuzzlePage, TryPage, TutorialPage
from studio.gui.learn.page import LessonPage
from studio.gui.page import ClosePage, NewMatch, OpenLesson
from studio.gui.play.panels.buttons import ChoiceButton, PlayMove
from studio.gui.settings import settings
from studio.gui.shell.main_window import MainWindow
from studio.gui.start.captions import DONE, lesson_progress, save_lesson_progress
from studio.gui.start.content import LessonsRow
from studio.gui.style.stylesheet import apply_theme
from studio.gui.style.theme import DARK, LIGHT
from tests.gui.play.conftest import click, hover, key

OpenTutorial = Callable[..., TutorialPage]
OpenPuzzle = Callable[[Path], PuzzlePage]
Show = Callable[[LessonPage], None]


def file_of(slug: str) -> Path:
    (path,) = shipped_lessons(slug, "tutorial")
    return path


@pytest.fixture
def show(qtbot: QtBot) -> Iterator[Show]:
    """Show pages of lessons, and close them after the test."""
    for name, value in (("speed", 1.0), ("motion", False), ("autoplay", True)):
        settings().set_value(name, value)
    pages: list[LessonPage] = []

    def show(page: LessonPage) -> None:
        page.resize(1280, 660)
        page.show()
        qtbot.addWidget(page)
        pages.append(page)

    yield show
    for page in pages:
        page.about_to_close()


@pytest.fixture
def lesson(show: Show) -> OpenTutorial:
    def open_tutorial(slug: str = "_template") -> TutorialPage:
        page = TutorialPage(file_of(slug), LIGHT)
        show(page)
        return page

    return open_tutorial


def press(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def said(page: TutorialPage) -> str:
    return page.card.text.text()


def test_button_and_enter_continue(lesson: OpenTutorial, qtbot: QtBot) -> None:
    page = lesson()
    assert page.tutorial_controller.number == 0
    assert "meadow" in said(page) and page.card.clause.text().count("M1") and not page.back.isEnabled()
    press(page.show_me)
    assert page.tutorial_controller.number == 1 and page.back.isEnabled()
    assert [halo.part for halo in page._rings] == page.side.cards, "what is spoken of is ringed"
    key(page, Qt.Key.Key_Return)
    assert page.tutorial_controller.number == 2 and not page._rings
    press(page.back)
    assert page.tutorial_controller.number == 1


def test_wrong_move_is_answered_and_rejected(lesson: OpenTutorial) -> None:
    page = lesson()
    page.tutorial_controller.go_to_step(3)
    before = page.controller.node
    expected = page.tutorial_controller.expected_action
    assert expected is not None
    other = next(cell for cell in page.controller.choices.targets if cell != expected[1])
    click(page, other)
    assert page.controller.node is before
    assert "You chose: " in page.card.answer_label.text() and "C2" in page.card.answer_label.text()
    assert page.card.answer.isVisible()
    assert page.controller.choices.selected_move is None, "the wrong move is no longer on the main button"
    click(page, expected[1])
    assert page.controller.node is not before and not page.card.answer.isVisible()


def test_undo_controls_are_hidden(lesson: OpenTutorial) -> None:
    page = lesson()
    shown = page.decision
    assert all(part.isHidden() for part in (shown.undo, shown.redo, shown.undo_timeline)) and shown.speed.isVisible()


def test_only_the_expected_target_is_highlighted(lesson: OpenTutorial) -> None:
    page = lesson()
    page.tutorial_controller.go_to_step(3)
    expected = page.tutorial_controller.expected_action
    assert expected is not None and page.input.highlighted_only == frozenset({expected[1]})
    marked = {(mark.kind, mark.target) for mark in page.board.marks}
    assert ("spot", expected[1]) in marked and not [
        mark for mark in marked if mark[0] == "legal" and mark[1] != expected[1]
    ]
    page.tutorial_controller.go_to_step(0)
    assert page.input.highlighted_only is None


def test_other_seats_move_automatically(lesson: OpenTutorial, qtbot: QtBot) -> None:
    page = lesson()
    page.tutorial_controller.go_to_step(3)
    press(page.show_me)
    qtbot.waitUntil(lambda: page.tutorial_controller.number == 4)
    assert page.tutorial_controller.is_waiting and said(page) == "Bento is playing. Watch the board.", (
        "not what comes after"
    )
    qtbot.waitUntil(
        lambda: (
            page.tutorial_controller is not None
            and page.tutorial_controller.number == 4
            and page.tutorial_controller.expected_action is not None
        )
    )
    assert page.controller.node.depth == page.tutorial_controller.step.after == 4, (
        "the other seat has played what is written"
    )


@pytest.mark.parametrize(
    "slug", [slug if slug.startswith("_") else pytest.param(slug, marks=pytest.mark.long) for slug in known()]
)
def test_show_me_completes_the_tutorial(lesson: OpenTutorial, qtbot: QtBot, slug: str) -> None:
    page = lesson(slug)
    tutor = page.tutorial_controller
    while not tutor.is_over:
        number = tutor.number
        qtbot.waitUntil(lambda: tutor.expected_action is not None or not tutor.step.act)
        press(page.show_me)
        qtbot.waitUntil(partial(lambda was: tutor.number != was or tutor.is_over, number))
    assert lesson_progress(file_of(slug)) == DONE and "Now play a match" in said(page)
    assert page.show_me.text() == "New match"


def test_a_finished_tutorial_leads_to_a_match_on_its_layout(lesson: OpenTutorial, qtbot: QtBot) -> None:
    page = lesson("goldland")
    page.tutorial_controller.go_to_step(len(page.lesson.steps) - 1)
    press(page.show_me)
    with qtbot.waitSignal(page.request) as requested:
        press(page.show_me)
    (first_game,) = [path for path in shipped_layouts("goldland") if path.stem == "first_game"]
    assert requested.args == [NewMatch(path=first_game)]


def test_no_choices_while_others_move(lesson: OpenTutorial) -> None:
    page = lesson("goldland")
    page.tutorial_controller.go_to_step(len(page.lesson.steps) - 1)
    assert page.controller.seat_to_move == 1, "the person's turn is over"
    assert not [button for button in page.decision.button_row.findChildren(ChoiceButton) if button.isVisible()]
    assert "thinking" not in page.decision.hint.full_text()


def test_hint_is_the_expected_move(lesson: OpenTutorial, qtbot: QtBot) -> None:
    page = lesson()
    page.tutorial_controller.go_to_step(2)
    page.actions_.hint.trigger()
    qtbot.waitUntil(lambda: page.tutorial_controller.number == 3)


def test_progress_is_remembered_and_nothing_saved(lesson: OpenTutorial, qtbot: QtBot) -> None:
    page = lesson()
    press(page.show_me)
    press(page.show_me)
    with qtbot.waitSignal(page.request):
        press(page.leave)
    assert not page.is_modified() and not page.can_save()
    page.about_to_close()
    again = lesson()
    assert again.tutorial_controller.number == 2
    assert not list_stored_matches()


def test_moves_cannot_be_undone(lesson: OpenTutorial) -> None:
    page = lesson()
    page.tutorial_controller.go_to_step(5)
    assert not page.controller.can_undo and not page.undo_action.isEnabled()  # type: ignore[union-attr]  # a table has one


def test_clause_link_opens_the_rulebook(lesson: OpenTutorial, qtbot: QtBot) -> None:
    page = lesson()
    with qtbot.waitSignal(page.request) as requested:
        page.card.clause.linkActivated.emit("M1")
    assert requested.args is not None and requested.args[0].rule == "M1"


def test_buttons_accept_the_keyboard(lesson: OpenTutorial, qtbot: QtBot) -> None:
    page = lesson()
    page.tutorial_controller.go_to_step(3)
    for button in (page.back, page.show_me, page.leave):
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    page.show_me.setFocus()
    QTest.keyClick(page.show_me, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: page.controller.node.depth >= 2)  # the move was made


def test_illegal_click_is_answered(lesson: OpenTutorial) -> None:
    page = lesson()
    page.tutorial_controller.go_to_step(2)
    click(page, page.opened.game.body.grid(page.opened.body).cell_named("C2"))
    assert page.card.answer.isVisible() and page.tutorial_controller.step.wrong[""] in page.tutorial_controller.answer
    assert page.info_popup.is_open, "and the table says why"
    page.tutorial_controller.go_to_step(0)
    click(page, page.opened.game.body.grid(page.opened.body).cell_named("C2"))
    assert page.info_popup.is_open
    press(page.show_me)
    assert not page.info_popup.is_open


def test_only_the_last_click_is_answered(lesson: OpenTutorial) -> None:
    page = lesson("neue_entdecker")
    page.tutorial_controller.go_to_step(2)
    click(page, page.opened.game.body.grid(page.opened.body).cell_named("E3"))
    assert page.info_popup.is_open
    state, target_of = page.controller.state, page.opened.game.picture.target
    others = {target_of(state, one) for one in state.legal() if one != page.tutorial_controller.expected_action}
    click(page, next(one for one in others if not page.board.widget_rect(one).isEmpty()))
    assert page.tutorial_controller.answer and not page.info_popup.is_open


def test_insets_fill_the_room_below_the_card(lesson: OpenTutorial) -> None:
    page = lesson("neue_entdecker")
    for height in (520, 680):
        page.resize(1280, height)
        QTest.qWait(0)
        before = [card.height() for card in page.insets.cards]
        page._fit_parts()
        assert [card.height() for card in page.insets.cards] == before, "nothing is of the size before"


def test_the_link_to_a_rule_follows_the_theme(lesson: OpenTutorial, qapp: QApplication) -> None:
    page = lesson()
    apply_theme(qapp, DARK)
    page.set_theme(DARK)
    assert DARK.color("accent").name() in page.card.clause.text()


def test_buttons_do_not_move(lesson: OpenTutorial) -> None:
    page = lesson()
    places = []
    for number in range(len(page.lesson.steps)):
        page.tutorial_controller.go_to_step(number)
        QTest.qWait(0)
        places.append(page.show_me.mapTo(page, page.show_me.rect().topLeft()).y())
    assert len(set(places)) == 1, places


@pytest.mark.parametrize(
    "slug", [slug if slug.startswith("_") else pytest.param(slug, marks=pytest.mark.long) for slug in known()]
)
def test_tutorial_can_be_completed_by_mouse(lesson: OpenTutorial, qtbot: QtBot, slug: str) -> None:
    """Places are clicked on the board, turned by R where they lie otherwise; what is no place is a button."""
    page = lesson(slug)
    tutor, controller = page.tutorial_controller, page.controller
    while not tutor.is_over:
        qtbot.waitUntil(lambda: tutor.expected_action is not None or not tutor.step.act)
        number, expected = tutor.number, tutor.expected_action
        target = controller.choices.target(expected)
        if expected is None:
            press(page.show_me)
        elif page.input.has_target(target):
            hover(page, page.board.widget_rect(target).center())
            for _turn in range(8):
                if controller.choices.move_at(target) == expected:
                    break
                key(page, Qt.Key.Key_R)
            label = controller.choices.label(expected)
            click(page, target)
            if page.input.move_menu.isVisible():  # several moves lie there
                next(entry for entry in page.input.move_menu.actions() if entry.text() == label).trigger()
                page.input.move_menu.close()
        elif target >= 0:
            page.input.click(target)
        else:
            buttons = [button for button in page.decision.button_row.findChildren(ChoiceButton) if button.isVisible()]
            play = PlayMove(controller.play, expected)
            mine = [button for button in buttons if button.spec is not None and button.spec.callback == play]
            if mine:
                press(mine[0])
            else:
                controller.play(expected)
        qtbot.waitUntil(partial(lambda was: tutor.number != was or tutor.is_over, number))


def test_long_answers_are_not_cut_off(lesson: OpenTutorial, qtbot: QtBot) -> None:
    page = lesson()
    label = page.card.answer_label
    for count in range(1, 9):
        page.tutorial_controller.answer = "From here no way is known, so begin again. " * count
        page.update_card()
        qtbot.waitUntil(lambda: label.height() >= label.heightForWidth(label.width()), timeout=1000)


# Puzzles

FILES = [path for slug in slugs() for path in shipped_lessons(slug, "puzzle")]
SHORT = next(path for path in FILES if path.parts[-2:] == ("entdecker", "puzzle_02.json"))
LONG = max(FILES, key=lambda path: read_puzzle(path).turns)
GOLDLAND_9 = next(path for path in FILES if path.parts[-2:] == ("goldland", "puzzle_09.json"))
"""One of few decisions, and one of several turns, in which the other seat moves too."""


@pytest.fixture
def table(show: Show) -> OpenPuzzle:
    def open_puzzle(path: Path) -> PuzzlePage:
        page = PuzzlePage(path, LIGHT)
        show(page)
        return page

    return open_puzzle


def solve(page: PuzzlePage, qtbot: QtBot) -> None:
    for action in page.puzzle.document.solution:
        qtbot.waitUntil(lambda: page.controller.may_choose)
        page.controller.play(action)


@pytest.mark.parametrize("path", [SHORT, pytest.param(LONG, marks=pytest.mark.long)], ids=["short", "long"])
def test_solution_is_saved(table: OpenPuzzle, qtbot: QtBot, path: Path) -> None:
    page = table(path)
    assert "<b>" in page.card.text.text() and not page.again.isEnabled() and not page.next.isVisible()
    solve(page, qtbot)
    qtbot.waitUntil(lambda: page.puzzle_controller.status == "solved")
    assert "first attempt" in page.card.answer_label.text() and lesson_progress(path) == DONE
    assert page.next.isVisible() and not page.hint.isVisible()
    assert not list_stored_matches() and not page.is_modified()
    with qtbot.waitSignal(page.request) as expected:
        press(page.next)
    assert expected.args is not None and expected.args[0].path in FILES and expected.args[0].path != path


def test_failed_attempt_can_be_undone(table: OpenPuzzle, qtbot: QtBot) -> None:
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
        assert page.controller.node is now and "attempt is over" in page.card.answer_label.text()
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


def test_first_hint_is_text_then_a_move(table: OpenPuzzle, qtbot: QtBot) -> None:
    page = table(SHORT)
    page.actions_.hint.trigger()
    assert page.puzzle.document.hint[:12] in page.card.answer_label.text()
    assert page.controller.choices.selected_move is None
    press(page.hint)
    assert page.controller.choices.selected_move == page.puzzle.document.solution[0]


def test_hint_after_another_order_of_moves(table: OpenPuzzle, qtbot: QtBot) -> None:
    page = table(GOLDLAND_9)
    shown, riddle = page.puzzle.document, page.puzzle_controller
    for action in (shown.solution[0], shown.solution[2]):  # right, but not in the order of the file
        qtbot.waitUntil(lambda: page.controller.may_choose)
        page.controller.play(action)
    page.actions_.hint.trigger()
    press(page.hint)
    assert "Searching for a solution" in page.card.answer_label.text() and page.controller.choices.selected_move is None
    qtbot.waitUntil(lambda: page.controller.choices.selected_move is not None)
    assert page.controller.choices.selected_move == shown.solution[1] and riddle.status == "open"
    assert "Searching" not in page.card.answer_label.text()


def test_hint_without_a_solution(table: OpenPuzzle, qtbot: QtBot) -> None:
    page = table(SHORT)
    first = page.puzzle.document.solution[0]
    other = next(move for move in page.controller.choices.actions if move != first)
    page.controller.play(other)
    assert page.puzzle_controller.status == "open"
    page.actions_.hint.trigger()
    press(page.hint)
    qtbot.waitUntil(lambda: "cannot be sure to reach the goal" in page.card.answer_label.text())
    assert page.controller.choices.selected_move is None
    press(page.hint)
    press(page.again)
    assert not page.card.answer_label.text(), "what is looked for no longer is not told either"


def test_restart_moves_the_focus_to_the_board(table: OpenPuzzle, qtbot: QtBot) -> None:
    page = table(SHORT)
    page.controller.play(page.puzzle.document.solution[0])
    qtbot.waitUntil(page.again.isEnabled)
    page.again.setFocus()
    QTest.keyClick(page.again, Qt.Key.Key_Space)
    assert not page.again.isEnabled() and page.focusWidget() is page.board


def test_undo_timeline_starts_with_the_puzzle(table: OpenPuzzle) -> None:
    page = table(SHORT)
    assert page.decision.undo_timeline.sealed == ()
    page.controller.play(page.puzzle.document.solution[0])
    assert len(page.decision.undo_timeline.sealed) == 1 and page.decision.undo_timeline.undo_count == 1


def test_start_page_shows_puzzle_progress(qtbot: QtBot) -> None:
    row = LessonsRow(SHORT.parent.name)
    qtbot.addWidget(row)
    row.show()
    assert row.tutorial_button.isVisible() and row.puzzles_button.text() == "Puzzles"
    save_lesson_progress(SHORT, DONE)
    row.refresh()
    assert row.puzzles_button.text() == f"Puzzles 1/{len(shipped_lessons(SHORT.parent.name, 'puzzle'))}"
    with qtbot.waitSignal(row.chosen) as chosen:
        press(row.tutorial_button)
    assert chosen.args == shipped_lessons(SHORT.parent.name, "tutorial")


def test_a_puzzle_leads_to_the_list(table: OpenPuzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    page, requests = table(SHORT), list[object]()
    page.request.connect(requests.append)
    other = shipped_lessons("entdecker", "puzzle")[4]
    answers = iter([None, SHORT, other])
    monkeypatch.setattr("studio.gui.learn.lessons.ask_puzzle", lambda *_asked: next(answers))
    for _answer in range(3):
        QTest.mouseClick(page.list_button, Qt.MouseButton.LeftButton)
    assert requests == [OpenLesson(other), ClosePage()], "nothing chosen, or the puzzle on show: it stays"


@pytest.mark.long
def test_window_opens_each_lesson_once(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    page = window.commands.open_lesson(SHORT)
    assert isinstance(page, PuzzlePage) and window.commands.open_lesson(SHORT) is page
    copied = window.open_path(SHORT)
    assert copied is not None and isinstance(copied, PuzzlePage), "as a file, too"
    monkeypatch.setattr("studio.gui.start.puzzle_list.ask_puzzle", lambda _parent, _slug, paths: paths[1])
    next_one = window.commands.show_puzzles(FILES[0].parent.name)
    assert isinstance(next_one, PuzzlePage) and next_one.lesson_path == FILES[1]
    tutorial = window.commands.show_tutorial()
    assert tutorial is not None and tutorial in window.pages()
    tutorial.request.emit(ClosePage())
    assert tutorial not in window.pages()
    for one in window.pages():
        one.about_to_close()


@pytest.mark.usefixtures("empty_start")
def test_board_of_a_clause_is_tried_undone_and_left(qtbot: QtBot) -> None:
    settings().set_value("speed", 1.0)
    settings().set_value("motion", False)
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    book = window.commands.show_rules(load("_template"), "M4")
    assert isinstance(book, BookPage)
    assert book.section_view.try_it is not None
    QTest.mouseClick(book.section_view.try_it, Qt.MouseButton.LeftButton)
    table = window.active_page()
    assert isinstance(table, TryPage) and table.tried_clause.key == "M4"
    controller = table.controller
    begun = controller.node
    controller.play(controller.choices.actions[0])
    qtbot.waitUntil(lambda: controller.may_choose or controller.is_over)
    assert controller.node is not begun and controller.can_undo
    while controller.can_undo:
        controller.undo()
    assert controller.node is begun
    controller.play(controller.choices.actions[-1])
    QTest.mouseClick(table.again, Qt.MouseButton.LeftButton)
    assert controller.node is begun
    QTest.mouseClick(table.leave, Qt.MouseButton.LeftButton)
    assert table not in window.pages() and not list_stored_matches()
    book.open_clause("M2")
    book.try_board()
    assert not any(isinstance(page, TryPage) for page in window.pages()), "there is no board to be tried"
    for page in window.pages():
        page.about_to_close()


def test_items_have_sprites(qtbot: QtBot) -> None:
    book = BookPage(load("_template"))
    qtbot.addWidget(book)
    book.open_clause("M1")
    named = [block.name for block in book.book_index.clauses["M1"].blocks if block.name]
    assert len(named) == 3
    labels = book.section_view.findChildren(QLabel)
    assert sum(label.pixmap().height() > 20 for label in labels) == 3
