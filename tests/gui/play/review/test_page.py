"""The page of a review, from prepared reviews: going about, states, trying a decision again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.bots.judging import Judgement, Option
from studio.bots.reasons import Term
from studio.core.match import HIDDEN_ACTION, Match
from studio.documents.lessons import list_puzzles, read_puzzle
from studio.documents.store import Layout, Record
from studio.gui.page import ReviewMatch, SeatSetup, TryMove
from studio.gui.play.page import PlayPage
from studio.gui.play.replay.log_model import LogTurn
from studio.gui.play.review import runner
from studio.gui.play.review.cards import OptionRow
from studio.gui.play.review.page import ReviewPage
from studio.gui.play.review.runner import ReviewRunner
from studio.gui.play.review.try_again import TryAgainPage
from studio.gui.widgets import Toast
from studio.lab.review import store
from studio.lab.review.model import Review, ReviewStep, lucky_turns, review_turns
from studio.services.loading import LoadedLayout
from tests.gui.play.conftest import PageOpener
from tests.gui.play.toy import LAY, TOY
from tests.helpers import instance_of

OPENED = LoadedLayout(None, Layout(game="toy", name="Toy", body={}), TOY, {})
PLAYED = [(LAY, field, 0) for field in (0, 3, 1, 4, 2, 5)]  # six turns; on 3, 4 and 5 a die is rolled
BEST = (LAY, 5, 0)


def judgement(step: int, loss: float) -> Judgement:
    best = Option(BEST if loss else PLAYED[step - 1], 0.6, 0.02)
    reason = (Term("lead", 2.0),) if loss else ()
    return Judgement((best, Option(PLAYED[step - 1], 0.6 - loss, 0.02)) if loss else (best,), loss, 0.02, 16, reason)


def prepared(losses: Sequence[float | None], people: tuple[int, ...] = (0, 1), luck: float = 0.0) -> Review:
    """A review of the six turns; `losses` by step, None for one that is not judged. The third turn has luck."""
    steps = []
    for number, loss in enumerate(losses, 1):
        even, after = (0.5, 0.5), (0.5 + luck, 0.5 - luck) if number == 3 else (0.5, 0.5)
        found = judgement(number, loss) if loss is not None else None
        action = PLAYED[number - 1]
        steps.append(ReviewStep(number, number, (number - 1) % 2, action, 5, even, even, after, found))
    return Review(match="toy", game="toy", seats=2, people=people, to_judge=6, steps=tuple(steps))


LOSSES = (0.0, 0.12, 0.0, 0.2, 0.06, 0.0)


@pytest.fixture
def review_page(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Callable[..., ReviewPage]:
    """Shows pages of prepared reviews. Nothing is calculated."""

    def make(review: Review | None, kinds: Sequence[str] = ("human", "human")) -> ReviewPage:
        match = Match(TOY, None, 2, seed=1)
        for action in PLAYED:
            match.play(action)
        monkeypatch.setattr(runner, "load_review", lambda _record, _game: review)
        monkeypatch.setattr(runner, "save_review", lambda _review: None)
        monkeypatch.setattr(ReviewRunner, "start", lambda _self: None)
        seats = [SeatSetup(name, kind) for name, kind in zip(("Ada", "Bento"), kinds, strict=True)]
        record = Record(layout=OPENED.layout, seats=(), log=())
        page = ReviewPage(match, OPENED, seats, ReviewRunner(record, TOY), "Toy")
        page.resize(1280, 640)
        qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
        page.show()
        return page

    return make


def shown(page: ReviewPage) -> int:
    assert page.step is not None
    return page.step.number


def press(page: ReviewPage, key: Qt.Key, shift: bool = False) -> None:
    modifier = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    QTest.keyClick(page, key, modifier)


def test_the_page_opens_at_the_most_expensive_move_and_goes_by_turns_marks_and_cards(
    review_page: Callable[..., ReviewPage],
) -> None:
    page = review_page(prepared(LOSSES))
    assert shown(page) == 4 and page.header.turn.text() == "Turn 4 of 6"
    assert [card.step.number for card in page.cards] == [4, 2, 5] and page.cards[0].is_chosen
    press(page, Qt.Key.Key_Right)
    press(page, Qt.Key.Key_Right)
    press(page, Qt.Key.Key_Right)
    assert shown(page) == 6 and not page.header.forward.isEnabled()
    press(page, Qt.Key.Key_N)
    assert shown(page) == 2, "after the last mark comes the first"
    press(page, Qt.Key.Key_N, shift=True)
    assert shown(page) == 5
    press(page, Qt.Key.Key_1)
    assert shown(page) == 4
    press(page, Qt.Key.Key_Home)
    assert shown(page) == 1 and not any(card.is_chosen for card in page.cards)


def test_f6_goes_from_panel_to_panel(review_page: Callable[..., ReviewPage]) -> None:
    page = review_page(prepared(LOSSES))
    page.board.setFocus()
    visited = []
    for _press in range(4):
        press(page, Qt.Key.Key_F6)
        visited.append(page.focusWidget())
    assert visited == [page.moment.try_again, page.chart, page.cards[0].try_button, page.board]


def test_the_switch_of_seats_chooses_whose_moves_are_listed(review_page: Callable[..., ReviewPage]) -> None:
    page = review_page(prepared(LOSSES))
    press(page, Qt.Key.Key_S)
    assert [card.step.number for card in page.cards] == [5]
    press(page, Qt.Key.Key_S)
    assert [card.step.number for card in page.cards] == [4, 2]
    press(page, Qt.Key.Key_S)
    assert len(page.cards) == 3


def test_a_decision_is_compared_with_the_better_move(review_page: Callable[..., ReviewPage]) -> None:
    page = review_page(prepared(LOSSES))
    assert page.board.ghost is not None, "the better move is shown over the board"
    names = [row.accessibleName() for row in page.moment.findChildren(OptionRow)]
    assert names == ["Lay on C2: 60 %, ± 2, better", "Lay on B2: 40 %, ± 2, played"]
    assert page.moment.about.text() == "Blunder: 20 ± 2 % lost."
    assert page.moment.why.text() == "On average: 2 more points."
    press(page, Qt.Key.Key_Home)
    assert page.board.ghost is None and "No compared move is clearly better." in page.moment.about.text()


@pytest.mark.parametrize(
    ("review", "status", "empty", "button"),
    [
        (None, "Not reviewed yet", "", "Start review"),
        (
            prepared((0.0, None, None, 0.2, None, None)),
            "Stopped: 2 of 6 decisions",
            "So far; the review is not complete.",
            "Resume",
        ),
        (prepared((0.0,) * 6), "6 decisions reviewed", "No move has certainly lost 5 % or more.", ""),
    ],
)
def test_states(
    review_page: Callable[..., ReviewPage], review: Review | None, status: str, empty: str, button: str
) -> None:
    page = review_page(review)
    assert page.header.status.full_text() == status
    assert page.empty.text() == empty
    assert (page.header.run.text() if page.header.run.isVisible() else "") == button
    assert page.moment.isVisible() == (review is not None)


def test_without_mistakes_the_best_moves_are_shown(review_page: Callable[..., ReviewPage]) -> None:
    review = prepared((0.0,) * 6)
    lead = Judgement((Option(PLAYED[2], 0.6, 0.02), Option(BEST, 0.48, 0.02)), -0.12, 0.03, 20)
    small = Judgement((Option(PLAYED[4], 0.6, 0.02), Option(BEST, 0.56, 0.02)), -0.04, 0.01, 20)
    unsure = Judgement((Option(PLAYED[1], 0.6, 0.2), Option(BEST, 0.4, 0.2)), -0.2, 0.25, 20)
    found = {3: lead, 5: small, 2: unsure}
    steps = [msgspec.structs.replace(step, judgement=found.get(step.number, step.judgement)) for step in review.steps]
    page = review_page(msgspec.structs.replace(review, steps=tuple(steps)))
    assert page.expensive.title_label.text() == "Best moves" and page.laurel.isVisible()
    assert [card.accessibleName() for card in page.cards] == [
        "Best move 1, turn 3, Lay on B1, 12 % more than Lay on C2."
    ]
    assert not review_page(prepared(LOSSES)).laurel.isVisible()


def test_a_redealt_review_shows_what_its_seat_may_know(review_page: Callable[..., ReviewPage]) -> None:
    review = msgspec.structs.replace(prepared(LOSSES, people=(0,)), is_over=False, is_redealt=True)
    secret = msgspec.structs.replace(review.steps[1], action=HIDDEN_ACTION, judgement=None)
    page = review_page(msgspec.structs.replace(review, steps=(review.steps[0], secret, *review.steps[2:])))
    assert page.header.status.full_text().endswith("; the match is not over")
    assert [figures[1].text() for figures in page.totals.figures] == ["–", "–"]
    page.go_to_turn(2)
    assert page.moment.try_again.isHidden() and page.moment.puzzle.isHidden()
    page.go_to_turn(1)
    assert page.moment.try_again.isHidden()


def test_a_match_of_bots_has_chances_and_luck_but_no_cards(review_page: Callable[..., ReviewPage]) -> None:
    review = msgspec.structs.replace(prepared((None,) * 6, people=(), luck=0.2), to_judge=0)
    page = review_page(review, ("greedy", "greedy"))
    assert not page.cards and page.empty.text() == "Only decisions of humans are reviewed."
    assert lucky_turns(page.turns) == {3: 0}
    assert "luck: draws give Ada 20 %" in page.chart.turn_text(page.turns[2])


def test_a_turn_shows_its_most_expensive_step() -> None:
    review = prepared(LOSSES)
    steps = [msgspec.structs.replace(step, turn=1 + (step.number > 3)) for step in review.steps]
    turns = review_turns(msgspec.structs.replace(review, steps=tuple(steps)))
    assert [turn.key_step.number for turn in turns] == [2, 4]


def test_trying_again_leaves_the_match_alone_and_keeps_the_answer(
    review_page: Callable[..., ReviewPage], qtbot: QtBot
) -> None:
    page = review_page(prepared(LOSSES))
    requests: list[Any] = []
    page.request.connect(requests.append)
    press(page, Qt.Key.Key_T)
    (request,) = requests
    assert isinstance(request, TryMove)
    table = TryAgainPage(request.match, request.layout, request.setups, request.played, request.step)
    qtbot.addWidget(table, before_close_func=lambda page: page.about_to_close())
    table.show()
    match = table.controller.match
    assert len(match.decisions()) == 3 and match.state.to_move == 1
    table.controller.confirm_handover()
    assert "C2" not in table.task.text.text()
    table.task.answer.click()
    assert table.task.text.text() == "Best of the compared moves: Lay on C2, 60 %."
    table.controller.play(BEST)
    assert table.task.text.text() == "Lay on C2: the best of the compared moves, 60 % instead of 40 %."
    table.task.again.click()
    assert len(table.controller.match.decisions()) == 3, "over the draw of a die, too"
    assert [decision.action for decision in page.match.decisions()] == PLAYED
    assert not table.is_modified() and table.path() is None


def test_the_review_is_exported_as_a_web_page(
    review_page: Callable[..., ReviewPage], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = review_page(prepared(LOSSES))
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_save_path", lambda *_how: tmp_path / "review.html")
    page.header.export.click()
    text = (tmp_path / "review.html").read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>") and "Ada" in text and "Lay a stone on C2" in text


def test_a_decision_becomes_a_puzzle_of_the_user(review_page: Callable[..., ReviewPage], qtbot: QtBot) -> None:
    page = review_page(prepared(LOSSES))
    shipped = list_puzzles("columbus")
    page.runner.puzzle_ready.emit(read_puzzle(shipped[0]))
    own = list_puzzles("columbus")[len(shipped) :]
    assert [read_puzzle(path) for path in own] == [read_puzzle(shipped[0])]
    own[0].write_text("{}", encoding="utf-8")
    assert list_puzzles("columbus") == shipped, "an unreadable file is left out"
    page.runner.puzzle_ready.emit(None)
    (text,) = [toast.label.text() for toast in page.findChildren(Toast)]
    assert text.startswith("No puzzle: ")


def test_a_match_offers_its_review_once_it_has_begun(pages: PageOpener) -> None:
    page = instance_of(PlayPage, pages("human", "greedy", speed=4.0, paused=True))
    requests: list[Any] = []
    page.request.connect(requests.append)
    assert not page.actions_.review.isEnabled()
    for action in PLAYED:
        page.controller.play_scripted(action)
    assert page.overlays.end_screen.isVisible()
    page.overlays.end_screen.review.click()
    assert requests == [ReviewMatch()]


def test_the_marks_of_a_review_appear_while_it_is_made(pages: PageOpener) -> None:
    page = pages("human", "human", speed=4.0)
    for action in PLAYED:
        page.controller.play_scripted(action)
    for losses, marks in (((0.0, 0.12, None, None, None, None), 1), (LOSSES, 3)):
        page.follow_review(page.file.record(), prepared(losses))
        lines = page.log.view.lines
        assert sum(bool(lines.mark_of(row)) for row in lines.rows if isinstance(row, LogTurn)) == marks


def test_the_match_shows_the_marks_of_its_review(pages: PageOpener, monkeypatch: pytest.MonkeyPatch) -> None:
    page = pages("human", "human", speed=4.0)
    for action in PLAYED:
        page.controller.play_scripted(action)
    monkeypatch.setattr(store, "load_review", lambda _record, _game: prepared(LOSSES))
    page.activated()
    lines = page.log.view.lines
    assert [lines.mark_of(row) for row in lines.rows if isinstance(row, LogTurn)] == [
        *("", "mistake", "", "blunder", "inaccuracy", "")
    ]
    note = page.overlays.end_screen.card.note_label.full_text()
    assert note == "Ada: accuracy 97 %, 1 inaccuracy; Bento: accuracy 82 %, 1 blunder, 1 mistake"
