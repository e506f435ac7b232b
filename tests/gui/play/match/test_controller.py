"""The match at the table: bots, hand-over, undo with seals, autoplay, hints, replay, analysis."""

from __future__ import annotations

import sys
import threading
from typing import NamedTuple

import pytest
from pytestqt.qtbot import QtBot

from studio.core.game import EVERYBODY, OVER, Action
from studio.core.match import Match
from studio.gui.play.bots import SWITCH_INTERVAL
from studio.gui.play.controller import MatchController
from studio.gui.play.status import ANALYSIS, HIDDEN_ACTION, NO_SEAT, PLAY, REPLAY, MatchSnapshot
from tests.gui.play.toy import LAY, LOOK, SURE, TOY, WAIT, ToyState


class Setup(NamedTuple):
    name: str
    kind: str
    color: str = ""


class Spy:
    """Collects what a controller tells."""

    def __init__(self, controller: MatchController) -> None:
        self.failures: list[str] = []
        controller.changed.connect(self._note)

    def _note(self, _before: MatchSnapshot, after: MatchSnapshot) -> None:
        self.failures += [after.error] if after.error else []


def table(*kinds: str, seed: int = 1) -> MatchController:
    match = Match(TOY, None, len(kinds), seed=seed)
    return MatchController(match, [Setup(f"Seat {seat}", kind) for seat, kind in enumerate(kinds)])


def test_person_plays_and_bot_answers(qtbot: QtBot) -> None:
    controller = table("human", "random")
    controller.set_speed(4)
    controller.begin()
    assert controller.may_choose and controller.viewer == 0
    controller.play((LAY, 0, 0))
    assert not controller.may_choose
    qtbot.waitUntil(lambda: controller.may_choose or controller.is_over)
    assert controller.match.decisions()[1].seat == 1
    controller.close()


def test_bots_play_to_the_end_alone(qtbot: QtBot) -> None:
    controller = table("random", "greedy", "random")
    controller.set_speed(4)
    controller.begin()
    qtbot.waitUntil(lambda: controller.is_over)
    assert controller.viewpoint == EVERYBODY
    assert sum(1 for field in controller.state.dump()["fields"] if field < 0) == 0
    controller.close()


def test_paused_bots_wait_and_step(qtbot: QtBot) -> None:
    controller = table("random", "random")
    controller.set_speed(4)
    controller.bots.paused = True
    controller.begin()
    qtbot.wait(60)
    assert controller.match.decisions() == []
    controller.step_bot()
    qtbot.waitUntil(lambda: len(controller.match.decisions()) == 1)
    qtbot.wait(60)
    assert len(controller.match.decisions()) == 1
    controller.close()


def test_table_changes_hands_before_anything_private(qtbot: QtBot) -> None:
    controller = table("human", "human")
    controller.begin()
    controller.play((LAY, 0, 0))  # nobody has looked at anything yet: no need to hide
    assert (controller.viewer, controller.handover_seat) == (1, NO_SEAT)
    controller.play((LOOK,))
    controller.play((LAY, 1, 0))
    assert controller.handover_seat == 0
    assert controller.viewpoint == EVERYBODY
    assert not controller.may_choose
    assert not controller.may_read(1)
    controller.play((LAY, 2, 0))
    assert len(controller.match.decisions()) == 3, "nothing may be played behind the hand-over screen"
    controller.confirm_handover()
    assert (controller.viewpoint, controller.handover_seat) == (0, NO_SEAT)
    assert controller.may_choose
    controller.close()


def test_going_back_and_forth_across_a_hand_over_hands_the_table_over(qtbot: QtBot) -> None:
    controller = table("human", "human")
    controller.begin()
    controller.play((LOOK,))
    controller.play((LAY, 0, 0))
    assert controller.handover_seat == 1
    controller.undo()
    assert controller.handover_seat == 0, "whoever pressed it may have been either of them"
    controller.confirm_handover()
    controller.redo()
    assert controller.handover_seat == 1 and controller.viewpoint == EVERYBODY
    controller.confirm_handover()
    assert controller.viewpoint == 1
    controller.undo()
    assert controller.handover_seat == 0
    controller.redo()
    assert controller.handover_seat == 1, "nobody had taken the table yet"
    controller.close()


def test_the_first_seat_has_the_table_handed_over_when_it_holds_something(qtbot: QtBot) -> None:
    match = Match(TOY, None, 2, seed=1)
    match.play((LOOK,))
    setups = [Setup("Ada", "human"), Setup("Bento", "human")]
    controller = MatchController(match, setups)
    controller.begin()
    assert controller.handover_seat == 0 and controller.viewpoint == EVERYBODY
    controller.close()
    alone = MatchController(match, [Setup("Ada", "human"), Setup("Bento", "random")])
    alone.begin()
    assert (alone.viewer, alone.handover_seat) == (0, NO_SEAT), "nobody else is there"
    alone.close()


def test_a_secret_choice_has_the_table_handed_over(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the toy it becomes a secret where a stone was laid: nobody knows anything yet, but will."""
    observe = ToyState.observe

    def veiled(state: ToyState, seat: int) -> object:
        seen = observe(state, seat)
        if seat == EVERYBODY:
            seen["fields"] = seen["ways"] = []
        return seen if sum(field >= 0 for field in state.fields) else {}

    monkeypatch.setattr(ToyState, "observe", veiled)
    controller = table("human", "human")
    controller.begin()
    assert controller.handover_seat == 0
    controller.close()
    controller = table("human", "random")
    controller.begin()
    assert controller.handover_seat == NO_SEAT
    controller.close()


def test_a_single_choice_of_another_seat_is_not_shown_to_who_looks(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    legal = ToyState.legal
    monkeypatch.setattr(ToyState, "legal", lambda self: [(WAIT,)] if self.active and not self.sure else legal(self))
    controller = table("human", "human")
    controller.autoplay = True
    controller.begin()
    controller.play((LOOK,))
    controller.play((LAY, 0, 0))
    assert (controller.seat_to_move, controller.viewpoint, controller.handover_seat) == (1, 0, NO_SEAT), (
        "nothing to decide"
    )
    assert not controller.may_choose and not controller.choices.actions
    qtbot.waitUntil(lambda: len(controller.match.decisions()) == 4)
    assert controller.may_choose and controller.viewpoint == 0
    controller.close()


def test_undo_stops_at_a_draw_and_at_a_look(qtbot: QtBot) -> None:
    controller = table("human", "human")
    controller.begin()
    controller.play((LAY, 0, 0))
    assert controller.can_undo
    controller.undo()
    assert controller.state.to_move == 0 and controller.can_redo
    controller.redo()
    assert controller.state.to_move == 1
    controller.play((LAY, 3, 0))
    assert not controller.can_undo
    controller.play((LOOK,))
    assert not controller.can_undo
    controller.close()


def test_the_end_that_lays_everything_open_is_not_taken_back(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    controller = table("human", "human")
    controller.begin()
    controller.play((LOOK,))
    for field in (3, 4, 5, 0, 1):
        controller.play((LAY, field, 0))
        controller.confirm_handover()
    assert controller.can_undo and not controller.may_read(1 - controller.viewer)
    controller.play((LAY, 2, 0))
    assert controller.is_over and controller.may_read(0) and controller.may_read(1)
    assert not controller.can_undo, "who knows everything must not play on"
    controller.start_analysis()
    assert controller.can_undo
    controller.resume()
    monkeypatch.setattr(ToyState, "observe", lambda self, _seat: self.dump())
    assert controller.can_undo, "where nothing was hidden it may be"
    controller.close()


def test_undo_goes_back_to_a_persons_choice(qtbot: QtBot) -> None:
    controller = table("human", "human")
    controller.autoplay = True
    controller.set_speed(4)
    controller.begin()
    controller.play((WAIT,))
    qtbot.waitUntil(lambda: controller.state.to_move == 1)
    assert len(controller.forced_nodes) == 1, "the only move was made without asking"
    assert controller.undo_steps() == 2
    controller.undo()
    assert controller.match.decisions() == [] and controller.may_choose
    controller.redo()
    assert len(controller.match.decisions()) == 2 and controller.state.to_move == 1
    controller.close()


def test_without_autoplay_the_only_move_waits(qtbot: QtBot) -> None:
    controller = table("human", "human")
    controller.begin()
    controller.play((WAIT,))
    qtbot.wait(30)
    assert controller.choices.actions == [(SURE,)]
    assert controller.choices.default_move == (SURE,)
    controller.close()


def test_hint_points_at_a_move_and_plays_nothing(qtbot: QtBot) -> None:
    controller = table("human", "human")
    controller.begin()
    with qtbot.waitSignal(controller.changed):
        controller.request_hint()
    assert controller.choices.selected_move in controller.choices.actions
    assert controller.match.decisions() == []
    assert controller.hint
    controller.close()


def test_targets_and_turns(qtbot: QtBot) -> None:
    controller = table("human", "human")
    controller.begin()
    choices = controller.choices
    assert choices.untargeted == [(WAIT,)]
    assert choices.default_move is None, "with places to point at, Enter must not fall back on waiting"
    controller.point(4)
    assert choices.selected_move == (LAY, 4, 0)
    assert controller.cycle_move()
    assert choices.selected_move == (LAY, 4, 1)
    controller.step_target()
    assert choices.target(choices.selected_move) == 5
    controller.step_target(-1)
    assert choices.selected_move == (LAY, 4, 1), "a target remembers how it was turned"
    controller.confirm()
    assert controller.match.decisions()[0].action == (LAY, 4, 1)
    controller.close()


def test_replay_leaves_the_match_alone(qtbot: QtBot) -> None:
    controller = table("human", "human")
    controller.begin()
    for action in ((LAY, 0, 0), (LAY, 1, 0), (LAY, 3, 1)):
        controller.play(action)
    node = controller.match.node
    controller.start_replay()
    assert controller.mode == REPLAY and controller.node is controller.match.root
    controller.playback.seek(2)
    assert len(controller.line()) == 3 and len(controller.forward()) == 1
    assert not controller.may_choose
    controller.set_speed(4)
    controller.playback.run()
    qtbot.waitUntil(lambda: controller.playback.index == 3)
    qtbot.waitUntil(lambda: not controller.playback.is_running)
    controller.resume()
    assert controller.mode == PLAY and controller.match.node is node
    controller.close()


def test_analysis_branches_and_hides_what_is_hidden(qtbot: QtBot) -> None:
    for seed in range(6):
        controller = table("human", "human", seed=seed)
        controller.begin()
        controller.play((LAY, 0, 0))
        controller.play((LAY, 3, 0))
        controller.start_analysis()
        assert controller.mode == ANALYSIS
        controller.undo()
        controller.undo()
        assert controller.match.node is controller.match.root
        controller.play((LAY, 5, 0))
        assert len(controller.match.root.children) == 2
        controller.resume()
        assert controller.match.root.children[0].decision is not None
        assert len(controller.match.decisions()) == 2
        controller.close()


def test_analysis_of_a_running_match_deals_the_unseen_afresh(qtbot: QtBot) -> None:
    differs = False
    for seed in range(12):
        controller = table("human", "human", seed=seed)
        controller.begin()
        controller.play((LOOK,))
        truth = controller.state.dump()["secrets"]
        controller.start_analysis()
        dealt = controller.state.dump()["secrets"]
        assert dealt[0] == truth[0], "what the viewer has seen stays"
        assert controller.is_redealt
        differs = differs or dealt[1] != truth[1]
        controller.resume()
        assert not controller.is_redealt
        controller.close()
    assert differs, "what the viewer has not seen must not be the truth every time"


def test_in_an_analysis_one_looks_through_the_eyes_of_the_seat_to_move(qtbot: QtBot) -> None:
    controller = table("human", "human")
    controller.begin()
    controller.play((LAY, 0, 0))
    controller.play((LOOK,))
    controller.play((LAY, 1, 0))
    controller.confirm_handover()
    assert controller.viewpoint == 0
    controller.start_analysis()
    private = [event for node in controller.line() for event in node.events if event.private_to == 1]
    assert not private, "what was the other's to read is forgotten"
    looked = controller.line()[2].decision
    assert looked is not None and looked.action == HIDDEN_ACTION
    controller.undo()
    assert (controller.seat_to_move, controller.viewpoint, controller.handover_seat) == (1, 1, NO_SEAT)
    controller.resume()
    assert controller.viewpoint == 0 and controller.played_match.decisions()[1].action == (LOOK,)
    controller.close()


class Stubborn:
    """A bot that breaks."""

    def choose(self, *_arguments: object) -> Action:
        raise RuntimeError("no idea")


def test_a_broken_bot_is_told_and_pauses(qtbot: QtBot) -> None:
    controller = table("random", "human")
    spy = Spy(controller)
    controller.bots._bots[0] = Stubborn()
    controller.set_speed(4)
    controller.begin()
    qtbot.waitUntil(lambda: bool(spy.failures))
    assert "no idea" in spy.failures[0]
    assert controller.bots.paused
    controller.close()


def test_a_bot_that_thinks_for_long_is_stopped_by_a_pause(qtbot: QtBot) -> None:
    """It thinks in a thread that makes way for the window and ends within the pause's call, a minute early."""
    controller = table("mcts:60s", "human")
    controller.set_speed(4)
    controller.begin()
    qtbot.waitUntil(lambda: controller.bots._thinker.is_busy)
    assert controller.is_thinking and sys.getswitchinterval() <= SWITCH_INTERVAL
    controller.set_paused(True)
    assert not controller.bots._thinker.is_busy and not controller.is_thinking
    controller.bots._thinker._pool.submit(lambda: None).result(timeout=30)  # the thread is free for others
    controller.close()


def test_a_bot_that_is_not_known_has_a_stand_in(qtbot: QtBot) -> None:
    controller = table("oracle:3", "human")
    controller.set_speed(4)
    controller.begin()
    qtbot.waitUntil(lambda: controller.seat_to_move == 1)
    controller.close()


def test_closing_ends_the_thread(qtbot: QtBot) -> None:
    before = set(threading.enumerate())
    controller = table("greedy", "greedy")
    controller.set_speed(4)
    controller.begin()
    qtbot.waitUntil(lambda: len(controller.match.decisions()) > 1)
    controller.close()
    played = len(controller.match.decisions())
    assert not set(threading.enumerate()) - before
    qtbot.wait(60)
    assert len(controller.match.decisions()) == played


def test_an_unknown_bot_has_a_stand_in(qtbot: QtBot) -> None:
    controller = table("from the future", "human")
    controller.set_speed(4)
    controller.begin()
    qtbot.waitUntil(lambda: controller.may_choose or controller.is_over)
    assert controller.match.decisions()[0].seat == 0
    assert controller.setups[0].kind == "from the future", "the record keeps what it said"
    controller.close()


@pytest.mark.parametrize("speed", [-3, 9])
def test_speed_is_kept_in_bounds(qtbot: QtBot, speed: int) -> None:
    controller = table("human", "human")
    controller.set_speed(speed)
    assert controller.bots.delay >= 0
    assert controller.state.to_move != OVER
    controller.close()
