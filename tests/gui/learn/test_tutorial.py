"""A tutorial at its table: one thing at a time, wrong tries are answered, and it goes on where it was left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.documents.autosave import list_stored_matches
from studio.documents.paths import shipped_lessons
from studio.games import known
from studio.gui.learn.lessons import TutorialPage
from studio.gui.play.panels.buttons import ChoiceButton, PlayMove
from studio.gui.settings import settings
from studio.gui.start.captions import DONE, lesson_progress
from studio.gui.style.theme import LIGHT
from tests.gui.play.hand import click, hover, key

Open = Callable[..., TutorialPage]


def file_of(slug: str) -> Path:
    (path,) = shipped_lessons(slug, "tutorial")
    return path


@pytest.fixture
def lesson(qtbot: QtBot) -> Iterator[Open]:
    """Opens tutorials and closes them again."""
    made: list[TutorialPage] = []

    def open_one(slug: str = "_template", speed: float = 1.0) -> TutorialPage:
        settings().set_value("speed", speed)
        settings().set_value("motion", False)
        settings().set_value("autoplay", True)
        page = TutorialPage(file_of(slug), LIGHT)
        page.resize(1280, 660)
        page.show()
        qtbot.addWidget(page)
        made.append(page)
        return page

    yield open_one
    for page in made:
        page.about_to_close()


def left(page: TutorialPage, button: object) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)  # type: ignore[call-overload]  # a button of the card


def said(page: TutorialPage) -> str:
    return page.card.text.text()


def test_reading_goes_on_by_the_button_and_by_enter(lesson: Open, qtbot: QtBot) -> None:
    page = lesson()
    assert page.tutorial_controller.number == 0
    assert "meadow" in said(page) and page.card.clause.text().count("M1") and not page.back.isEnabled()
    left(page, page.show_me)
    assert page.tutorial_controller.number == 1 and page.back.isEnabled()
    assert [halo.part for halo in page._rings] == page.side.cards, "what is spoken of is ringed"
    key(page, Qt.Key.Key_Return)
    assert page.tutorial_controller.number == 2 and not page._rings
    left(page, page.back)
    assert page.tutorial_controller.number == 1


def test_a_wrong_try_is_answered_and_changes_nothing(lesson: Open) -> None:
    page = lesson()
    page.tutorial_controller.go_to_step(3)
    before = page.controller.node
    wanted = page.tutorial_controller.expected_action
    assert wanted is not None
    other = next(cell for cell in page.controller.choices.targets if cell != wanted[1])
    click(page, other)
    assert page.controller.node is before
    assert "That would have been" in page.card.answer_label.text() and "C2" in page.card.answer_label.text()
    assert page.card.answer.isVisible()
    click(page, wanted[1])
    assert page.controller.node is not before and not page.card.answer.isVisible()


def test_only_back_leads_back(lesson: Open) -> None:
    page = lesson()
    shown = page.decision
    assert (
        shown.undo.isHidden() and shown.redo.isHidden() and shown.undo_timeline.isHidden() and shown.speed.isVisible()
    )


def test_only_what_is_wanted_is_lit(lesson: Open) -> None:
    page = lesson()
    page.tutorial_controller.go_to_step(3)
    wanted = page.tutorial_controller.expected_action
    assert wanted is not None and page.input.highlighted_only == frozenset({wanted[1]})
    marked = {(mark.kind, mark.target) for mark in page.board.marks}
    assert ("spot", wanted[1]) in marked and not [
        mark for mark in marked if mark[0] == "legal" and mark[1] != wanted[1]
    ]
    page.tutorial_controller.go_to_step(0)
    assert page.input.highlighted_only is None


def test_the_others_move_by_themselves_and_the_lesson_follows(lesson: Open, qtbot: QtBot) -> None:
    page = lesson()
    page.tutorial_controller.go_to_step(3)
    left(page, page.show_me)
    qtbot.waitUntil(lambda: page.tutorial_controller.number == 4)
    assert page.tutorial_controller.is_waiting and said(page) == "Bento plays. Watch the board.", "not what comes after"
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
def test_show_me_leads_through_all_of_it(lesson: Open, qtbot: QtBot, slug: str) -> None:
    page = lesson(slug)
    tutor = page.tutorial_controller
    while not tutor.is_over:
        number = tutor.number
        qtbot.waitUntil(lambda: tutor.expected_action is not None or not tutor.step.act)
        left(page, page.show_me)
        qtbot.waitUntil(partial(lambda was: tutor.number != was or tutor.is_over, number))
    assert lesson_progress(file_of(slug)) == DONE and "match of your own" in said(page)
    assert page.show_me.text() == "New match"


def test_while_others_are_to_move_nothing_is_offered(lesson: Open) -> None:
    page = lesson("goldland")
    page.tutorial_controller.go_to_step(len(page.lesson.steps) - 1)
    assert page.controller.seat_to_move == 1, "the person's turn is over"
    assert not [button for button in page.decision.button_row.findChildren(ChoiceButton) if button.isVisible()]
    assert "thinking" not in page.decision.hint.full_text()


def test_a_hint_is_what_the_lesson_wants(lesson: Open, qtbot: QtBot) -> None:
    page = lesson()
    page.tutorial_controller.go_to_step(2)
    page.actions_.hint.trigger()
    qtbot.waitUntil(lambda: page.tutorial_controller.number == 3)


def test_it_goes_on_where_it_was_left_and_is_written_nowhere(lesson: Open, qtbot: QtBot) -> None:
    page = lesson()
    left(page, page.show_me)
    left(page, page.show_me)
    with qtbot.waitSignal(page.close_requested):
        left(page, page.leave)
    assert not page.is_modified() and not page.can_save()
    page.about_to_close()
    again = lesson()
    assert again.tutorial_controller.number == 2
    assert not list_stored_matches()


def test_nothing_can_be_undone_but_step_by_step(lesson: Open) -> None:
    page = lesson()
    page.tutorial_controller.go_to_step(5)
    assert not page.controller.can_undo and not page.undo_action.isEnabled()  # type: ignore[union-attr]  # a table has one


def test_the_clause_opens_the_book(lesson: Open, qtbot: QtBot) -> None:
    page = lesson()
    with qtbot.waitSignal(page.rule_requested) as asked:
        page.card.clause.linkActivated.emit("M1")
    assert asked.args is not None and asked.args[1] == "M1"


def test_the_keyboard_reaches_everything(lesson: Open, qtbot: QtBot) -> None:
    page = lesson()
    page.tutorial_controller.go_to_step(3)
    for button in (page.back, page.show_me, page.leave):
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    page.show_me.setFocus()
    QTest.keyClick(page.show_me, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: page.controller.node.depth >= 2)  # the move was made


def test_a_click_where_nothing_can_be_done_is_answered_too(lesson: Open) -> None:
    page = lesson()
    page.tutorial_controller.go_to_step(2)
    click(page, page.opened.game.body.grid(page.opened.body).cell_named("C2"))
    assert page.card.answer.isVisible() and page.tutorial_controller.step.wrong[""] in page.tutorial_controller.answer
    assert page.info_popup.is_open, "and the table says why"
    page.tutorial_controller.go_to_step(0)
    click(page, page.opened.game.body.grid(page.opened.body).cell_named("C2"))
    assert page.info_popup.is_open
    left(page, page.show_me)
    assert not page.info_popup.is_open


def test_what_is_answered_is_the_last_click_alone(lesson: Open) -> None:
    page = lesson("neue_entdecker")
    page.tutorial_controller.go_to_step(2)
    click(page, page.opened.game.body.grid(page.opened.body).cell_named("E3"))
    assert page.info_popup.is_open
    state, target_of = page.controller.state, page.opened.game.picture.target
    others = {target_of(state, one) for one in state.legal() if one != page.tutorial_controller.expected_action}
    click(page, next(one for one in others if not page.board.widget_rect(one).isEmpty()))
    assert page.tutorial_controller.answer and not page.info_popup.is_open


def test_what_lies_below_the_card_takes_the_room_there_is(lesson: Open) -> None:
    page = lesson("neue_entdecker")
    for height in (520, 680):
        page.resize(1280, height)
        QTest.qWait(0)
        before = [card.height() for card in page.insets.cards]
        page._fit_parts()
        assert [card.height() for card in page.insets.cards] == before, "nothing is of the size before"


def test_the_buttons_stay_where_they_are_from_step_to_step(lesson: Open) -> None:
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
def test_all_of_it_can_be_done_by_the_mouse(lesson: Open, qtbot: QtBot, slug: str) -> None:
    """Places are clicked on the board, turned by R where they lie otherwise; what is no place is a button."""
    page = lesson(slug)
    tutor, controller = page.tutorial_controller, page.controller
    while not tutor.is_over:
        qtbot.waitUntil(lambda: tutor.expected_action is not None or not tutor.step.act)
        number, wanted = tutor.number, tutor.expected_action
        target = controller.choices.target(wanted)
        if wanted is None:
            left(page, page.show_me)
        elif page.input.has_target(target):
            hover(page, page.board.widget_rect(target).center())
            for _turn in range(8):
                if controller.choices.move_at(target) == wanted:
                    break
                key(page, Qt.Key.Key_R)
            label = controller.choices.label(wanted)
            click(page, target)
            if page.input.move_menu.isVisible():  # several moves lie there
                next(entry for entry in page.input.move_menu.actions() if entry.text() == label).trigger()
                page.input.move_menu.close()
        elif target >= 0:
            page.input.click(target)
        else:
            labels = [button for button in page.decision.button_row.findChildren(ChoiceButton) if button.isVisible()]
            mine = [
                button
                for button in labels
                if button.spec is not None and button.spec.callback == PlayMove(controller.play, wanted)
            ]
            if mine:
                left(page, mine[0])
            else:
                controller.play(wanted)
        qtbot.waitUntil(partial(lambda was: tutor.number != was or tutor.is_over, number))


def test_an_answer_is_never_cut(lesson: Open, qtbot: QtBot) -> None:
    page = lesson()
    label = page.card.answer_label
    for count in range(1, 9):
        page.tutorial_controller.answer = "From here no way is known, so begin again. " * count
        page.update_card()
        qtbot.waitUntil(lambda: label.height() >= label.heightForWidth(label.width()), timeout=1000)
