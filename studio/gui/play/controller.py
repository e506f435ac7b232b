"""Runs a match: moves, bots, undo, replay, analysis, and the viewer. Shows nothing."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from studio.bots.advice import Advice
from studio.core.game import Action, State
from studio.core.match import Match, Node, redeal_hidden
from studio.core.panel import Plan
from studio.core.picture import Picture
from studio.core.rng import Rng
from studio.core.text import _, format_percent, join_sentences
from studio.documents.store import HUMAN
from studio.gui.page import SeatSetup
from studio.gui.play.annotations import Annotations
from studio.gui.play.bots import BotSeats
from studio.gui.play.playback import MoveSequence, Playback, steps_between
from studio.gui.play.status import (
    ANALYSIS,
    NO_SEAT,
    PLAY,
    REPLAY,
    SCRIPTED,
    MatchSnapshot,
    MatchStatus,
    distinct_text,
    ends_turn,
    is_choice_point,
    next_viewer,
)

_log = logging.getLogger(__name__)

AUTOPLAY_DELAY = 260


class MatchController(MatchStatus):
    """Runs one match for a window: user input goes in here, the result is read from `view`.

    `changed(before, after)` carries two `MatchSnapshot`s; listeners compare the parts they show.
    """

    changed = Signal(object, object)

    def __init__(self, match: Match, setups: Sequence[SeatSetup], parent: QObject | None = None) -> None:
        super().__init__(match, setups, parent)
        self.forced_nodes: set[Node] = set()
        self._copied_nodes: Sequence[Node] = ()  # nodes of an analysis copied from the match, in order
        self.annotations = Annotations(self)
        self.annotations.changed.connect(self.refresh)
        # separate from the match: bots must neither change nor predict its draws
        self._rng = Rng(match.rng.state ^ 0x5DEECE66D)
        kinds = {seat: setup.kind for seat, setup in enumerate(setups) if setup.kind not in (HUMAN, SCRIPTED)}
        self.bots = BotSeats(match.game, kinds, self._rng, self)
        self.bots.move_ready.connect(self._play)
        self.bots.hint_ready.connect(self._show_hint)
        self.bots.failed.connect(lambda words: self._notify(self._snapshot.revision + 1, error=words))
        self.playback = Playback(self)
        self.playback.set_delay(self.bots.delay)
        self.playback.node_changed.connect(self._enter_position)
        self.playback.changed.connect(self.refresh)
        self.move_sequence = MoveSequence(self._play, self)
        self.move_sequence.ended.connect(self._enter_position)
        self._forced_timer = QTimer(self, singleShot=True)
        self._forced_timer.timeout.connect(self._play_forced)
        self._snapshot: MatchSnapshot = MatchSnapshot(self.node, self.mode)

    def refresh(self) -> None:
        """Announce that anything shown may be different."""
        self._notify(revision=self._snapshot.revision + 1)

    def _selection_changed(self) -> None:
        self._notify(selection=self._snapshot.selection + 1)

    def _notify(self, revision: int = 0, selection: int = 0, error: str = "") -> None:
        before = self._snapshot
        self._snapshot = MatchSnapshot(
            self.node, self.mode, revision or before.revision, selection or before.selection, error
        )
        self.changed.emit(before, self._snapshot)

    def update_language(self) -> None:
        """Describe all events and moves again, in the language in use."""
        self.played_match.describe_events()
        if self.match is not self.played_match:
            self.match.describe_events(but=set(self._copied_nodes))
            for node, reported in zip(self._copied_nodes, self.played_match.line(), strict=False):
                node.set_events(reported.events)
        chosen = self.choices.selected_move
        self._view, self.hint, self.hint_plates = None, "", {}
        self.choices.choose(chosen)

    # moves

    def begin(self) -> None:
        self._enter_position()

    def play(self, action: Action) -> None:
        """Play a move of the user, and the moves that follow from it."""
        run = self.choices.runs.get(action, (action,))
        if not self.may_choose or not self.may_play(run):
            return
        if len(run) > 1:
            self.move_sequence.begin(self.match, Plan(run, Picture((0.0, 0.0, 1.0, 1.0), ()), ""))
        else:
            self._play(action)

    def play_scripted(self, action: Action) -> None:
        """Play a given move for the seat to move."""
        if self.mode == PLAY and not self._closed:
            self._play(action)

    def jump_to(self, node: Node) -> None:
        self.match.visit(node)
        self._enter_position()

    def may_play(self, _actions: Sequence[Action]) -> bool:
        """Whether the user may make these moves now; a lesson that rejects them shows why."""
        return True

    def confirm(self) -> None:
        action, plan = self.choices.default_move, self.choices.pointed_plan
        if action is not None:
            self.play(action)
        elif plan is not None and self.may_choose and self.may_play(plan.actions):
            self.move_sequence.begin(self.match, plan)

    def activate_target(self, target: int) -> None:
        """Select what is on a target, as a click does, and play it."""
        self.point(target)
        if target >= 0 and self.choices.current_target == target:
            self.confirm()

    def stop_sequence(self) -> None:
        if self.move_sequence.is_running:
            self.move_sequence.stop()
            self._enter_position()

    def choose(self, action: Action | None) -> None:
        if self.choices.choose(action):
            self._selection_changed()

    def point(self, target: int) -> None:
        if self.choices.point(target):
            self._selection_changed()

    def pick(self, number: int) -> None:
        if self.may_choose and self.choices.pick(number):
            self._selection_changed()

    def choose_amount(self, kind: int, number: int) -> None:
        if self.may_choose and self.choices.choose_amount(kind, number):
            self._selection_changed()

    def adjust_amount(self, more: int, kinds: int) -> None:
        kind, number = self.choices.amount(self.choices.default_move) or (0, 0)
        self.choose_amount((kind + kinds) % max(1, len(self.choices.amounts)), number + more)

    def cycle_move(self, steps: int = 1) -> bool:
        """Select the next move on the same target; returns whether there is one."""
        turned = self.choices.cycle_move(steps)
        if turned:
            self._selection_changed()
        return turned

    def step_target(self, steps: int = 1) -> None:
        if self.choices.step(steps):
            self._selection_changed()

    def confirm_handover(self) -> None:
        if self.is_covered:
            self.viewer, self.handover_seat = self.handover_seat, NO_SEAT
            self._enter_position()

    def end_turn(self) -> None:
        """End the turn of a user who has made its last move."""
        if self.is_awaiting_turn_end:
            self._unconfirmed = None
            self._enter_position()

    def set_confirm_turn_end(self, wanted: bool) -> None:
        """Set whether turns end only when confirmed; a turn that waits for that ends when this is switched off."""
        self.confirms_turn_end = wanted
        if not wanted:
            self.end_turn()

    def set_autoplay(self, wanted: bool) -> None:
        """Set whether forced moves are played automatically."""
        if wanted != self.autoplay:
            self.autoplay = wanted
            self._enter_position()

    def _play(self, action: Action, automatic: bool = False) -> None:
        try:
            after = self.match.play(action)
        except Exception as problem:
            # the position is unchanged; the user sees an error and can save the match
            _log.exception("a move could not be played")
            self.bots.paused = True
            self._notify(error=str(problem) or type(problem).__name__)
            self._enter_position()
            return
        if automatic:
            self.forced_nodes.add(after)
        if self.confirms_turn_end and self.mode == PLAY and ends_turn(self.match.game, after, self.humans):
            self._unconfirmed = after
        self._enter_position()

    def _enter_position(self) -> None:
        """Update viewer, bots and forced moves for the current position."""
        self.bots.cancel()
        self._forced_timer.stop()
        self.hint, self.hint_plates = "", {}
        if self._closed:
            return
        state, self._view = self.state, None
        self._update_viewer(state)
        if self.mode == PLAY and state.to_move in self.bots and not self.is_awaiting_turn_end:
            self.bots.request_move(state, state.to_move)
        elif self._has_forced_move(state):
            self._forced_timer.start(AUTOPLAY_DELAY if self.bots.delay else 0)
        self.refresh()

    def _update_viewer(self, state: State) -> None:
        """Choose the viewer, and whether the screen must be handed over first."""
        if self.mode != PLAY or self.is_awaiting_turn_end:
            return
        seat, passed_on = state.to_move, self.is_covered
        self.handover_seat = NO_SEAT
        if seat not in self.humans or self._has_forced_move(state):
            return  # nothing to decide: no handover
        if passed_on:  # not confirmed yet: hand over to the other one instead
            self.handover_seat = seat
        else:
            self.viewer, self.handover_seat = next_viewer(state, self.humans, self.viewer)

    def _play_forced(self) -> None:
        if self._has_forced_move(self.state):
            self._play(self.state.legal()[0], automatic=True)

    # bots

    def set_paused(self, paused: bool) -> None:
        if paused != self.bots.paused:
            self.bots.paused = paused
            self._enter_position()

    def step_bot(self) -> None:
        if self.mode == PLAY and self.seat_to_move in self.bots:
            self.bots.step()
            self._enter_position()

    def set_speed(self, speed: int) -> None:
        """Set the speed of bots and replays, an index of `bots.DELAYS`."""
        self.bots.set_speed(speed)
        self.playback.set_delay(self.bots.delay)

    def request_hint(self) -> None:
        """Select the best move as soon as it is known, and tell the chances of the best ones."""
        if self.may_choose and self.choices.actions and not self.bots.is_hinting:
            self.bots.request_hint(self.state, self.seat_to_move)

    def _show_hint(self, advice: Advice) -> None:
        self.choices.choose(advice.action)
        game, state = self.match.game, self.state
        self.hint = self._hint_text(advice)
        targets = ((game.picture.target(state, option.action), option) for option in reversed(advice.options))
        self.hint_plates = {target: format_percent(option.chance, ".0f") for target, option in targets if target >= 0}
        self._selection_changed()

    def _hint_text(self, advice: Advice) -> str:
        """The advised move with its chance, what speaks for it, and other moves: most important first."""
        if not advice.options:
            return _("This is the only legal move.")
        write = distinct_text(self.match.game, self.state, [option.action for option in advice.options])
        best, *others = advice.options
        text = _("{move} – {chance:.0f} ± {half:.0f} % to win.")
        text = text.format(move=write(best.action), chance=100 * best.chance, half=100 * best.half)
        moves = ", ".join(f"{write(option.action)} {format_percent(option.chance, '.0f')}" for option in others)
        rest = _("Other moves: {moves}.").format(moves=moves) if others else ""
        return self.fill_names(join_sentences([text, advice.reason, rest]))

    # undo and redo

    def undo(self) -> None:
        """Undo to the last choice of a human."""
        self.stop_sequence()
        self._take_back(self.undo_steps())

    def redo(self) -> None:
        """Redo to the next choice of a human."""
        if not self.can_redo:
            return
        for _step in range(max(1, self.move_sequence.redo_steps(self.match.node))):
            self.match.redo()
        while (
            self.match.can_redo
            and self.mode != ANALYSIS
            and not is_choice_point(self.match.node, self.humans, self.autoplay)
        ):
            self.match.redo()
        self._enter_position()

    def take_back_to(self, node: Node) -> None:
        if not self.may_take_back(node):
            return
        if self.mode == ANALYSIS:
            self.visit(node)
        else:
            self.stop_sequence()
            self.move_sequence.clear()
            self._take_back(steps_between(self.match.node, node, self.is_undo_unlimited))

    def reset_turn(self) -> None:
        """Undo to the start of the current turn, or to the last undo limit."""
        self.stop_sequence()
        self.move_sequence.clear()
        self._take_back(self.turn_steps())

    def _take_back(self, steps: int) -> None:
        if not steps:
            return
        for _step in range(steps):
            self.match.undo()
        if not self.humans:
            self.bots.paused = True  # else they would play on at once
        self._enter_position()

    def step_by(self, steps: int) -> None:
        """Undo or redo this many decisions, as far as allowed."""
        self.stop_sequence()
        self.move_sequence.clear()  # by decisions, not by sequences
        count = len(self.match.decisions()) + steps
        while len(self.match.decisions()) > count and self.can_undo:
            self.undo()
        while len(self.match.decisions()) < count and self.can_redo:
            self.redo()

    def visit(self, node: Node) -> None:
        """Go to a position of an analysis or a replay."""
        if self.mode == REPLAY and node in self.playback.nodes:
            self.playback.seek(self.playback.nodes.index(node))
        elif self.mode == ANALYSIS:
            self.match.visit(node)
            self._enter_position()

    # replay and analysis

    def start_replay(self, node: Node | None = None) -> None:
        """Replay the match from a node, or from its start; the match itself does not change."""
        if not self.is_covered:
            self._return_to_play()
            line = self.match.line()
            self.playback.load(line, line.index(node) if node in line else 0)
            self.mode = REPLAY
            self._enter_position()

    def start_analysis(self) -> None:
        """Analyse a copy from the current position: moves may branch and undo is unlimited.

        While the match still runs, everything hidden from the viewer is randomised in the copy, so that an analysis
        reveals nothing.
        """
        if self.is_covered or self.mode == ANALYSIS:
            return
        decisions = len(self.line()) - 1
        self._return_to_play()
        copy = self.played_match.analysis_copy()
        nodes = copy.line()
        self._copied_nodes = nodes
        if not self.played_match.is_over:
            self.is_redealt = redeal_hidden(nodes, self.viewer, self._rng)
        copy.visit(nodes[decisions])
        self.match, self.mode = copy, ANALYSIS
        self._enter_position()

    def branch(self) -> Match | None:
        """Return a new match that continues from the current position, if allowed."""
        return self.match.branch(self.node, self._rng.below(1 << 30)) if self.may_branch else None

    def resume(self) -> None:
        if self.mode != PLAY:
            self._return_to_play()
            self._enter_position()

    def _return_to_play(self) -> None:
        self.move_sequence.stop()
        self.playback.stop()
        self.match, self.mode, self.is_redealt = self.played_match, PLAY, False

    def close(self) -> None:
        """Stop everything; waits for the bots' thread."""
        self._closed = True
        self._forced_timer.stop()
        self.move_sequence.stop()
        self.playback.stop()
        self.bots.close()
