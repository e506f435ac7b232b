"""The match controller: moves, bots, handover, undo, forced moves, hints, replay, analysis."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from studio import games
from studio.core.game import EVERYBODY, OVER, Action
from studio.core.match import HIDDEN_ACTION, Match
from studio.core.rng import Rng
from studio.documents.paths import layouts_dir
from studio.gui.page import SeatSetup
from studio.gui.play.bots import SWITCH_INTERVAL
from studio.gui.play.controller import MatchController
from studio.gui.play.page import PlayPage
from studio.gui.play.panels.buttons import PlayMove
from studio.gui.play.status import ANALYSIS, NO_SEAT, PLAY, REPLAY
from studio.gui.settings import settings
from studio.services.loading import LoadedLayout, load_layout, start_match
from tests.gui.play.conftest import PageOpener, key, log_lines
from tests.gui.play.toy import LAY, LOOK, SURE, TOY, WAIT, ToyState, toy_controller
from tests.gui.play.worlds import SEATS, layout
from tests.short_run import mark_long


@pytest.fixture
def begun(qtbot: QtBot) -> Iterator[Callable[..., MatchController]]:
    """Begins matches of the toy with instant bots."""
    made: list[MatchController] = []

    def make(*kinds: str, seed: int = 1, autoplay: bool = False) -> MatchController:
        controller = toy_controller(*kinds, seed=seed)
        controller.autoplay = autoplay
        controller.set_speed(4)
        controller.begin()
        made.append(controller)
        return controller

    yield make
    for controller in made:
        controller.close()


@pytest.fixture
def controller(begun: Callable[..., MatchController]) -> MatchController:
    """A match of the toy between two humans."""
    return begun("human", "human")


def test_bots_play_to_the_end_alone(qtbot: QtBot, begun: Callable[..., MatchController]) -> None:
    controller = begun("random", "greedy", "random")
    qtbot.waitUntil(lambda: controller.is_over)
    assert controller.viewpoint == EVERYBODY
    assert sum(1 for field in controller.state.dump()["fields"] if field < 0) == 0


def test_paused_bots_wait_and_step(qtbot: QtBot) -> None:
    controller = toy_controller("random", "random")
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


def test_handover_before_private_information(controller: MatchController) -> None:
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


def test_undo_and_redo_across_a_turn_hand_over(controller: MatchController) -> None:
    controller.play((LOOK,))
    controller.play((LAY, 0, 0))
    assert controller.handover_seat == 1 and not controller.can_undo
    controller.confirm_handover()
    controller.undo()
    assert controller.handover_seat == 0, "what it leads back to belongs to the other seat"
    controller.confirm_handover()
    controller.redo()
    assert controller.handover_seat == 1 and controller.viewpoint == EVERYBODY
    controller.confirm_handover()
    assert controller.viewpoint == 1
    controller.undo()
    assert controller.handover_seat == 0
    controller.redo()
    assert controller.handover_seat == 1, "nobody had taken the table yet"


def test_the_first_seat_with_secrets_gets_a_handover(qtbot: QtBot) -> None:
    match = Match(TOY, None, 2, seed=1)
    match.play((LOOK,))
    controller = MatchController(match, [SeatSetup("Ada"), SeatSetup("Bento")])
    controller.begin()
    assert controller.handover_seat == 0 and controller.viewpoint == EVERYBODY
    controller.close()
    alone = MatchController(match, [SeatSetup("Ada"), SeatSetup("Bento", "random")])
    alone.begin()
    assert (alone.viewer, alone.handover_seat) == (0, NO_SEAT), "nobody else is there"
    alone.close()


def test_a_secret_choice_needs_a_handover(
    begun: Callable[..., MatchController], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the toy it becomes a secret where a stone was laid: nobody knows anything yet, but will."""
    observe = ToyState.observe

    def veiled(state: ToyState, seat: int) -> object:
        seen = observe(state, seat)
        if seat == EVERYBODY:
            seen["fields"] = seen["ways"] = []
        return seen if sum(field >= 0 for field in state.fields) else {}

    monkeypatch.setattr(ToyState, "observe", veiled)
    controller = begun("human", "human")
    assert controller.handover_seat == 0
    controller = begun("human", "random")
    assert controller.handover_seat == NO_SEAT


def test_a_forced_move_of_another_seat_is_not_shown(
    qtbot: QtBot, begun: Callable[..., MatchController], monkeypatch: pytest.MonkeyPatch
) -> None:
    legal = ToyState.legal
    monkeypatch.setattr(ToyState, "legal", lambda self: [(WAIT,)] if self.active and not self.sure else legal(self))
    controller = begun("human", "human", autoplay=True)
    controller.play((LOOK,))
    controller.play((LAY, 0, 0))
    assert (controller.seat_to_move, controller.viewpoint, controller.handover_seat) == (1, 0, NO_SEAT)
    assert not controller.may_choose and not controller.choices.actions
    qtbot.waitUntil(lambda: len(controller.match.decisions()) == 4)
    assert controller.may_choose and controller.viewpoint == 0


def test_undo_stops_at_a_draw_and_at_a_look(controller: MatchController) -> None:
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


def test_a_revealing_end_cannot_be_undone(controller: MatchController, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_undo_goes_to_the_last_human_choice(qtbot: QtBot, begun: Callable[..., MatchController]) -> None:
    controller = begun("human", "human", autoplay=True)
    controller.play((WAIT,))
    qtbot.waitUntil(lambda: controller.state.to_move == 1)
    assert len(controller.forced_nodes) == 1, "the only move was made without asking"
    assert controller.undo_steps() == 2
    controller.undo()
    assert controller.match.decisions() == [] and controller.may_choose
    controller.redo()
    assert len(controller.match.decisions()) == 2 and controller.state.to_move == 1


def test_without_autoplay_the_only_move_waits(qtbot: QtBot, controller: MatchController) -> None:
    controller.play((WAIT,))
    qtbot.wait(30)
    assert controller.choices.actions == [(SURE,)]
    assert controller.choices.default_move == (SURE,)


def test_a_hint_selects_a_move_and_tells_the_chances_of_the_best(qtbot: QtBot, controller: MatchController) -> None:
    with qtbot.waitSignal(controller.changed):
        controller.request_hint()
    assert controller.choices.selected_move in controller.choices.actions
    assert controller.match.decisions() == []
    assert re.match(r"Lay .+ – \d+ ± \d+ % to win\. ", controller.hint) and controller.hint.count("Lay ") == 3
    assert controller.choices.current_target in controller.hint_plates
    controller.play(controller.choices.actions[0])
    assert not controller.hint and not controller.hint_plates


def test_targets_and_rotations(controller: MatchController) -> None:
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


def test_a_replay_does_not_change_the_match(qtbot: QtBot, controller: MatchController) -> None:
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


def test_an_analysis_branches_without_hidden_information(begun: Callable[..., MatchController]) -> None:
    for seed in range(6):
        controller = begun("human", "human", seed=seed)
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


def test_an_analysis_of_a_running_match_randomises_hidden_information(begun: Callable[..., MatchController]) -> None:
    differs = False
    for seed in range(12):
        controller = begun("human", "human", seed=seed)
        controller.play((LOOK,))
        truth = controller.state.dump()["secrets"]
        controller.start_analysis()
        dealt = controller.state.dump()["secrets"]
        assert dealt[0] == truth[0], "what the viewer has seen stays"
        assert controller.is_redealt
        differs = differs or dealt[1] != truth[1]
        controller.resume()
        assert not controller.is_redealt
    assert differs, "what the viewer has not seen must not be the truth every time"


def test_an_analysis_shows_the_view_of_the_seat_to_move(controller: MatchController) -> None:
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


class Stubborn:
    """A bot that breaks."""

    def start_turn(self, turn: int) -> None:
        """Nothing to do."""

    def choose(self, *_arguments: object) -> Action:
        raise RuntimeError("no idea")


def test_a_failing_bot_is_reported_and_paused(qtbot: QtBot) -> None:
    controller = toy_controller("random", "human")
    failures: list[str] = []
    controller.changed.connect(lambda _before, after: failures.extend([after.error] if after.error else []))
    controller.bots._bots[0] = Stubborn()
    controller.set_speed(4)
    controller.begin()
    qtbot.waitUntil(lambda: bool(failures))
    assert "no idea" in failures[0]
    assert controller.bots.paused
    controller.close()


def test_pausing_cancels_a_slow_bot(qtbot: QtBot, begun: Callable[..., MatchController]) -> None:
    """It thinks in a thread that makes way for the window and ends within the pause's call, a minute early."""
    controller = begun("mcts:60s", "human")
    qtbot.waitUntil(lambda: controller.bots._thinker.is_busy)
    assert controller.is_thinking and sys.getswitchinterval() <= SWITCH_INTERVAL
    controller.set_paused(True)
    assert not controller.bots._thinker.is_busy and not controller.is_thinking
    controller.bots._thinker._pool.submit(lambda: None).result(timeout=30)  # the thread is free for others


def test_an_unknown_bot_is_replaced(qtbot: QtBot, begun: Callable[..., MatchController]) -> None:
    controller = begun("from the future", "human")
    qtbot.waitUntil(lambda: controller.may_choose or controller.is_over)
    assert controller.match.decisions()[0].seat == 0
    assert controller.setups[0].kind == "from the future", "the record keeps what it said"


@pytest.mark.parametrize("speed", [-3, 9])
def test_speed_is_kept_in_bounds(qtbot: QtBot, speed: int) -> None:
    controller = toy_controller("human", "human")
    controller.set_speed(speed)
    assert controller.bots.delay >= 0
    assert controller.state.to_move != OVER
    controller.close()


@pytest.mark.parametrize("seed", mark_long(range(1, 30)))
@pytest.mark.parametrize("slug", games.slugs())
def test_reset_goes_to_the_start_of_the_turn_or_the_undo_limit(qtbot: QtBot, slug: str, seed: int) -> None:
    match, rng = start_match(layout(slug, 30), SEATS, seed=seed), Rng(seed)
    controller = MatchController(match, [SeatSetup(f"Seat {seat}", "human") for seat in range(SEATS)])
    begun, whose, tried = match.state.dump(), (match.state.to_move, match.game.text.turn_title(match.state)), 0
    all_sealed = True
    for _decision in range(120):
        if match.is_over:
            break
        controller.handover_seat = NO_SEAT
        if rng.below(6) == 0:
            tried += controller.turn_steps() > 0
            controller.reset_turn()
            assert match.state.dump() == begun
            controller.handover_seat = NO_SEAT
        decision = match.play(rng.choose(match.legal())).decision
        now = (match.state.to_move, match.game.text.turn_title(match.state))
        all_sealed = all_sealed and decision is not None and decision.sealed
        if decision is not None and (decision.sealed or now != whose):
            begun, whose = match.state.dump(), now
    assert tried or all_sealed or seed > 1
    controller.close()


def test_bots_wait_until_the_turn_is_confirmed(qtbot: QtBot, pages: PageOpener) -> None:
    page = pages("human", "random")
    page.table_settings.switch("confirms", True)
    controller = page.controller
    controller.play((LAY, 0, 0))
    assert controller.is_awaiting_turn_end and not controller.is_thinking and not controller.may_choose
    assert page.decision.title.full_text() == "Ada, end your turn?"
    assert page.side.cards[0].active and not page.side.cards[1].active, "she is asked, nobody else yet"
    assert page.decision.hand.isHidden(), "what the next one has in hand is not hers"
    assert page.actions_.undo.isEnabled()
    page.actions_.reset.trigger()
    assert controller.match.decisions() == [] and controller.may_choose and not controller.is_awaiting_turn_end
    controller.play((LAY, 1, 0))
    qtbot.wait(30)
    assert len(controller.match.decisions()) == 1, "no bot has played"
    key(page, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(controller.match.decisions()) > 1)


def test_handover_only_after_the_turn_is_confirmed(page: PlayPage) -> None:
    page.table_settings.switch("confirms", True)
    controller = page.controller
    controller.play((LOOK,))
    assert not controller.is_awaiting_turn_end, "it is still the same turn"
    controller.play((WAIT,))
    assert not controller.is_awaiting_turn_end
    controller.play((SURE,))
    assert controller.is_awaiting_turn_end and not controller.is_covered and controller.viewer == 0
    page.commands.confirm()
    assert controller.is_covered and controller.handover_seat == 1
    page.table_settings.switch("confirms", False)
    controller.confirm_handover()
    controller.play((LAY, 0, 0))
    assert not controller.is_awaiting_turn_end


@pytest.fixture
def open_table(open_page: PageOpener) -> Callable[[bool], PlayPage]:
    """Opens a match whose harbours cost more than the first season brings."""

    def make(autoplay: bool) -> PlayPage:
        settings().set_value("autoplay", autoplay)
        opened = load_layout(layouts_dir() / "entdecker" / "base.json")
        game, body = opened.game, opened.body
        for name in ("north", "east", "south", "west"):
            body = game.editing.set_field(body, -1, f"border.{name}", "open 2")
        for name, value in (("gold.start", 0), ("spinner", "2")):
            body = game.editing.set_field(body, -1, name, value)
        opened = LoadedLayout(None, opened.layout, game, body)
        return open_page(start_match(opened, 2, seed=3), opened, "human", "human", size=(1280, 680))

    return make


def test_enter_plays_a_pass(open_table: Callable[[bool], PlayPage]) -> None:
    page = open_table(False)
    controller = page.controller
    (only,) = controller.match.legal()
    button = page.decision.button_row.button_for(PlayMove(controller.play, only))
    assert page.decision.title.full_text() == "Ada, you cannot pay for a start"
    assert button is not None and button.filled and button.text() == "Pass"
    key(page, Qt.Key.Key_Return)
    assert controller.match.decisions()[0].action == only
    assert "Ada cannot pay for an expedition and passes." in log_lines(page)
    assert page.decision.title.full_text() == "Bento, you cannot pay for a start"
    page.decision.undo.click()
    assert controller.match.decisions() == [] and page.decision.title.full_text() == "Ada, you cannot pay for a start"
    page.decision.redo.click()
    key(page, Qt.Key.Key_Return)
    assert page.decision.title.full_text() == "Ada, choose your start"
    assert "Season 2: each seat gains 2 gold from the spinner." in log_lines(page)
    assert not page.decision.undo.isEnabled()


def test_automatic_passes_are_in_the_log(qtbot: QtBot, open_table: Callable[[bool], PlayPage]) -> None:
    page = open_table(True)
    qtbot.waitUntil(lambda: len(page.controller.match.decisions()) == 2)
    messages = [line for line in log_lines(page) if "passes" in line]
    assert messages == [
        "Ada cannot pay for an expedition and passes. (forced)",
        "Bento cannot pay for an expedition and passes. (forced)",
    ]
