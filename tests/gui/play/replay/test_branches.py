"""Markers of recent turns, and the replay of what was missed."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from studio import games
from studio.core.game import FORCED_END
from studio.core.match import Match
from studio.core.rng import Rng
from studio.gui.board.step_markers import StepMarker
from studio.gui.board.view import BoardView
from studio.gui.page import SeatSetup
from studio.gui.play.controller import MatchController
from studio.gui.play.replay.branches import recent_turns, turn_markers
from studio.gui.play.replay.log_model import LogBook
from studio.gui.play.status import PLAY, REPLAY
from tests.gui.play.conftest import PageOpener, key
from tests.gui.play.toy import LAY
from tests.gui.play.worlds import SEATS, layout, random_match
from tests.short_run import mark_long


def happened(match: Match, person: int) -> Counter[tuple[int, int]]:
    """Where the others did something since the last decision before the person's turn, told by the events alone:
    (the seat that decided, the space), what begins the person's own turn left out."""
    line = match.line()
    while len(line) > 1 and line[-1].decision is not None and line[-1].decision.seat == person:
        line.pop()
    found: Counter[tuple[int, int]] = Counter()
    while len(line) > 1 and line[-1].decision is not None and line[-1].decision.seat != person:
        node = line.pop()
        assert node.decision is not None
        events = [event for event in node.events if event.text and event.private_to in (-1, person)]
        if node.state.to_move == person:
            events = [event for event in events if not event.starts_turn]
        events = [event for event in events if not event.is_transient or node is match.node]
        found.update(
            (node.decision.seat, event.cells[-1] if len(event.cells) < 3 else event.cells[0])
            for event in events
            if event.cells
        )
    return found


@pytest.mark.parametrize("seed", mark_long(range(1, 60)))
@pytest.mark.parametrize("slug", games.slugs())
def test_markers_show_what_the_bots_did(qtbot: QtBot, slug: str, seed: int) -> None:
    match = random_match(layout(slug, 30), SEATS, seed, 40 + seed)
    if match.is_over:
        return
    person = match.state.to_move
    setups = [SeatSetup(f"Seat {seat}", "human" if seat == person else "random") for seat in range(SEATS)]
    controller = MatchController(match, setups)
    shown = turn_markers(recent_turns(LogBook(controller).turns(), (person,)), lambda place: place >= 0)
    # what is drawn for a bot that begins is told in its own turn
    assert sorted(step.target for step in shown) == sorted(cell for _seat, cell in happened(match, person).elements())
    by_turn: dict[int, list[int]] = {}
    for step in shown:
        by_turn.setdefault(step.turn, []).append(step.number)
    assert all(numbers == sorted(set(numbers)) for numbers in by_turn.values())
    controller.close()


def test_markers_fade_during_the_turn_and_go_after_it(pages: PageOpener) -> None:
    page = pages("human", "random", "random", paused=True)
    page.controller.play((LAY, 0, 0))
    page.controller.play_scripted((LAY, 1, 0))
    assert list(page.board.steps) == [StepMarker(1, 1, 1, 0, True)]
    page.controller.play_scripted((LAY, 2, 0))
    both = [StepMarker(1, 1, 1, 0, True), StepMarker(2, 1, 2, 1, True)]
    assert list(page.board.steps) == both and not page.board._steps_faint
    page.controller.play((2,))
    assert list(page.board.steps) == both and page.board._steps_faint
    page.controller.play((3,))
    assert list(page.board.steps) == []


def test_what_was_missed_is_replayed(pages: PageOpener, monkeypatch: pytest.MonkeyPatch) -> None:
    page = pages("human", "random", "random", paused=True)
    button = page.follower.button
    monkeypatch.setattr(BoardView, "is_displayed", True)
    assert button.isHidden()
    page.controller.play((LAY, 0, 0))
    page.controller.play_scripted((LAY, 1, 0))
    page.controller.play_scripted((LAY, 2, 0))
    assert button.isVisible() and button.text() == "Since your last turn"
    button.click()
    assert (
        page.controller.mode == REPLAY and page.controller.playback.index == 1 and page.controller.playback.is_running
    )
    page.controller.playback._next()
    assert list(page.board.steps) == [StepMarker(1, 1, 1, 0, True)], "as far as it has come"
    page.controller.playback._next()
    assert page.controller.mode == PLAY and page.controller.may_choose and button.text() == "Replay again"
    page.controller.play((LAY, 4, 0))
    page.controller.play_scripted((LAY, 3, 0))
    assert button.text() == "Since your last turn", "there is something new"


@pytest.mark.parametrize("which", [Qt.Key.Key_Space, Qt.Key.Key_Escape, Qt.Key.Key_X, Qt.Key.Key_Return])
def test_any_key_ends_a_recall(pages: PageOpener, which: Qt.Key) -> None:
    page = pages("human", "random", paused=True)
    page.controller.play((LAY, 0, 0))
    page.controller.play_scripted((LAY, 1, 0))
    page.actions_.replay_since_turn.trigger()
    assert page.follower.is_recalling
    key(page, which)
    assert page.controller.mode == PLAY and not page.follower.is_recalling
    assert len(page.controller.match.decisions()) == 2, "the key did nothing else"


def stormy_match() -> Match:
    """A match in which a storm has just ended the turn of the first seat."""
    for seed in range(99):
        match, rng = random_match(layout("entdecker", 30), 2, seed, 0), Rng(seed)
        while not match.is_over and len(match.decisions()) < 60:
            node = match.play(rng.choose(match.legal()))
            storm = any(event.kind == FORCED_END and event.text.startswith("Storm!") for event in node.events)
            if storm and node.decision is not None and (node.decision.seat, node.state.to_move) == (0, 1):
                return match
    raise AssertionError("no storm")


def test_a_storm_stays_visible_until_the_next_move_and_in_the_recap(qtbot: QtBot, open_page: PageOpener) -> None:
    match = stormy_match()
    storm, text = match.node, "Storm! The turn of Ada ends."
    page = open_page(match, layout("entdecker", 30), "human", "random", paused=True)
    controller = page.controller
    assert text in page.decision.hint.full_text()
    controller.set_paused(False)
    qtbot.waitUntil(lambda: controller.may_choose)
    assert text in page.decision.hint.full_text()
    assert page.follower.can_recall
    page.follower.recall()
    assert controller.node is storm.parent, "the recap begins before the storm"
    qtbot.waitUntil(lambda: controller.node is storm)
    assert text in page.decision.hint.full_text()
    page.follower.stop_recall()
    controller.play(controller.choices.actions[0])
    assert text not in page.decision.hint.full_text()
