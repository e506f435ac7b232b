"""What is done with a match at the table: moves, bots, undo, replay, analysis; and who looks then. Shows nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from studio.core.game import Action, State
from studio.core.match import Match, Node
from studio.core.panel import Plan
from studio.core.picture import Picture
from studio.core.rng import Rng
from studio.core.text import _
from studio.documents.store import HUMAN
from studio.gui.play.annotations import Annotations
from studio.gui.play.bots import BotSeats
from studio.gui.play.playback import MoveSequence, Playback
from studio.gui.play.status import (
    ANALYSIS,
    NO_SEAT,
    PLAY,
    REPLAY,
    SCRIPTED,
    MatchSnapshot,
    MatchStatus,
    SeatInfo,
    ends_turn,
    is_choice_point,
    next_viewer,
    redeal_hidden,
    steps_between,
)

_log = logging.getLogger(__name__)

AUTOPLAY_DELAY = 260


class MatchController(MatchStatus):
    """Runs one match for a window: user input goes in here, the result is read from `view`.

    `changed(before, after)` carries two `MatchSnapshot`s; listeners compare the parts they show.
    """

    changed = Signal(object, object)

    def __init__(
        self,
        match: Match,
        setups: Sequence[SeatInfo],
        parent: QObject | None = None,
        is_displayed: Callable[[], bool] = lambda: True,
    ) -> None:
        """`is_displayed`: whether the board shows the current position on screen; a replay waits for it."""
        super().__init__(match, setups, parent)
        self.forced_nodes: set[Node] = set()
        self._copied_nodes: Sequence[Node] = ()
        """The positions of an analysis that are those of the match, in order."""
        self.annotations = Annotations(self)
        self.annotations.changed.connect(self.refresh)
        # a source of its own: bots must neither change nor foretell what the match will draw
        self._rng = Rng(match.rng.state ^ 0x5DEECE66D)
        kinds = {seat: setup.kind for seat, setup in enumerate(setups) if setup.kind not in (HUMAN, SCRIPTED)}
        self.bots = BotSeats(match.game, kinds, self._rng, self)
        self.bots.move_ready.connect(self._play)
        self.bots.hint_ready.connect(self._show_hint)
        self.bots.failed.connect(self._bot_failed)
        self.playback = Playback(is_displayed, self)
        self.playback.set_delay(self.bots.delay)
        self.playback.node_changed.connect(self._enter_position)
        self.playback.changed.connect(self.refresh)
        self.move_sequence = MoveSequence(self._play, self)
        self.move_sequence.ended.connect(self._enter_position)
        self._forced_timer = QTimer(self)
        self._forced_timer.setSingleShot(True)
        self._forced_timer.timeout.connect(self._play_forced)
        self._snapshot = MatchSnapshot(self.node, self.mode)

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

    def retell(self) -> None:
        """Say everything anew, in the language that is spoken now; nothing else is different."""
        self._played_match.retranslate_events()
        if self.match is not self._played_match:
            self.match.retranslate_events(but=set(self._copied_nodes))
            for node, told in zip(self._copied_nodes, self._played_match.line(), strict=False):
                node.set_events(told.events)
        chosen = self.choices.selected_move
        self._view, self.hint = None, ""
        self.choices.choose(chosen)

    # the course of the match

    def begin(self) -> None:
        """Show the first position and let whoever is to move begin."""
        self._enter_position()

    def play(self, action: Action) -> None:
        """Play a move of the person in front of the screen, and those that it means besides."""
        run = self.choices.runs.get(action, (action,))
        if not self.may_choose or not self.may_play(run):
            return
        if len(run) > 1:
            self.move_sequence.begin(self.match, Plan(run, Picture((0.0, 0.0, 1.0, 1.0), ()), ""))
        else:
            self._play(action)

    def play_scripted(self, action: Action) -> None:
        """Play a move that is given for whoever is to move."""
        if self.mode == PLAY and not self._closed:
            self._play(action)

    def jump_to(self, node: Node) -> None:
        """Go to another position of a match in which one may jump about."""
        self.match.visit(node)
        self._enter_position()

    def may_play(self, _actions: Sequence[Action]) -> bool:
        """Whether the person may make these moves now; a lesson that rejects them shows why."""
        return True

    def confirm(self) -> None:
        """Play the move pointed at, or carry out the plan pointed at."""
        action, plan = self.choices.default_move, self.choices.pointed_plan
        if action is not None:
            self.play(action)
        elif plan is not None and self.may_choose and self.may_play(plan.actions):
            self.move_sequence.begin(self.match, plan)

    def activate_target(self, target: int) -> None:
        """Do what a click on a target means: play the move there, or carry out the plan that leads there."""
        self.point(target)
        if target >= 0 and self.choices.current_target == target:
            self.confirm()

    def stop_sequence(self) -> None:
        """Make no more moves of the plan that is being carried out."""
        if self.move_sequence.is_running:
            self.move_sequence.stop()
            self._enter_position()

    def choose(self, action: Action | None) -> None:
        """Point at a move."""
        if self.choices.choose(action):
            self._selection_changed()

    def point(self, target: int) -> None:
        """Point at the move on a target, or at the plan that leads there."""
        if self.choices.point(target):
            self._selection_changed()

    def pick(self, number: int) -> None:
        """Pick one of the numbers that a move is put together from, or put it back."""
        if self.may_choose and self.choices.pick(number):
            self._selection_changed()

    def choose_amount(self, kind: int, number: int) -> None:
        """Point at the move of a kind with a number, or with the nearest one."""
        if self.may_choose and self.choices.choose_amount(kind, number):
            self._selection_changed()

    def adjust_amount(self, more: int, kinds: int) -> None:
        """Point at the next number of the kind pointed at, or at another kind."""
        kind, number = self.choices.amount(self.choices.default_move) or (0, 0)
        self.choose_amount((kind + kinds) % max(1, len(self.choices.amounts)), number + more)

    def cycle_move(self, steps: int = 1) -> bool:
        """Point at the next move on the same target; says whether there is one."""
        turned = self.choices.cycle_move(steps)
        if turned:
            self._selection_changed()
        return turned

    def step_target(self, steps: int = 1) -> None:
        """Point at the next target."""
        if self.choices.step(steps):
            self._selection_changed()

    def confirm_handover(self) -> None:
        """The person the table was passed to is there."""
        if self.is_covered:
            self.viewer, self.handover_seat = self.handover_seat, NO_SEAT
            self._enter_position()

    def end_turn(self) -> None:
        """The person who has made the last move of a turn lets it end."""
        if self.is_awaiting_turn_end:
            self._unconfirmed = None
            self._enter_position()

    def set_confirm_turn_end(self, wanted: bool) -> None:
        """Whether turns of people end only when they say so; one that waits for that ends when it is not wanted."""
        self.confirms_turn_end = wanted
        if not wanted:
            self.end_turn()

    def set_autoplay(self, wanted: bool) -> None:
        """Whether a person's single possible move is made without asking."""
        if wanted != self.autoplay:
            self.autoplay = wanted
            self._enter_position()

    def _play(self, action: Action, automatic: bool = False) -> None:
        try:
            after = self.match.play(action)
        except Exception as problem:
            # the position is as it was; the person is told, and the match can be saved
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
        """A position was reached: whose turn, whose view, who goes on."""
        self.bots.cancel()
        self._forced_timer.stop()
        self.hint = ""
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
        """Settle through whose eyes the table is shown, and whether it must change hands first."""
        if self.mode != PLAY or self.is_awaiting_turn_end:
            return
        seat, passed_on = state.to_move, self.is_covered
        self.handover_seat = NO_SEAT
        if seat not in self.humans or self._has_forced_move(state):
            return  # nothing to decide: the table need not change hands
        if passed_on:  # the one it was passed to has not taken it yet: it goes to the other instead
            self.handover_seat = seat
        else:
            self.viewer, self.handover_seat = next_viewer(state, self.humans, self.viewer)

    def _play_forced(self) -> None:
        if self._has_forced_move(self.state):
            self._play(self.state.legal()[0], automatic=True)

    # bots

    def set_paused(self, paused: bool) -> None:
        """Hold the bots, or let them go on."""
        if paused != self.bots.paused:
            self.bots.paused = paused
            self._enter_position()

    def step_bot(self) -> None:
        """Let a held bot make one decision."""
        if self.mode == PLAY and self.seat_to_move in self.bots:
            self.bots.step()
            self._enter_position()

    def set_speed(self, speed: int) -> None:
        """How fast bots and replays go: an index of `bot_seats.DELAYS`."""
        self.bots.set_speed(speed)
        self.playback.set_delay(self.bots.delay)

    def request_hint(self) -> None:
        """Point at the move that a bot would make, as soon as it has thought."""
        if self.may_choose and self.choices.actions and not self.bots.is_hinting:
            self.bots.request_hint(self.state, self.seat_to_move)

    def _show_hint(self, action: Action) -> None:
        self.choices.choose(action)
        self.hint = _("A bot in your seat would choose this.")
        self._selection_changed()

    def _bot_failed(self, words: str) -> None:
        self._notify(self._snapshot.revision + 1, error=words)

    # going back and forth

    def undo(self) -> None:
        """Back to the last choice a person had."""
        self.stop_sequence()
        self._take_back(self.undo_steps())

    def redo(self) -> None:
        """Forward to the next choice a person had."""
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
        """Take back all that was decided after a node."""
        if not self.may_take_back(node):
            return
        if self.mode == ANALYSIS:
            self.visit(node)
        else:
            self.stop_sequence()
            self.move_sequence.clear()
            self._take_back(steps_between(self.match.node, node, self.is_undo_unlimited))

    def reset_turn(self) -> None:
        """Back to where the turn of the person whose turn it is began, or to the last seal."""
        self.stop_sequence()
        self.move_sequence.clear()
        self._take_back(self.turn_steps())

    def _take_back(self, steps: int) -> None:
        if not steps:
            return
        for _step in range(steps):
            self.match.undo()
        if not self.humans:
            self.bots.paused = True  # or they would play on at once
        self._enter_position()

    def step_by(self, steps: int) -> None:
        """Go so many decisions back or forth, as far as undo and redo go."""
        self.move_sequence.clear()  # decision by decision, not by walks
        count = len(self.match.decisions()) + steps
        while len(self.match.decisions()) > count and self.can_undo:
            self.undo()
        while len(self.match.decisions()) < count and self.can_redo:
            self.redo()

    def visit(self, node: Node) -> None:
        """Jump to any position of an analysis, or to one of a replay."""
        if self.mode == REPLAY and node in self.playback.nodes:
            self.playback.seek(self.playback.nodes.index(node))
        elif self.mode == ANALYSIS:
            self.match.visit(node)
            self._enter_position()

    # replay and analysis

    def start_replay(self, node: Node | None = None) -> None:
        """Look at the match from a node, or from its start; the match itself stays where it is."""
        if not self.is_covered:
            self._return_to_play()
            line = self.match.line()
            self.playback.load(line, line.index(node) if node in line else 0)
            self.mode = REPLAY
            self._enter_position()

    def start_analysis(self) -> None:
        """Try things out on a copy, from the position on show: moves may branch and undo goes anywhere.

        While the match still runs, all that the person who looks cannot see is dealt afresh in the copy, so that an
        analysis gives nothing away, whoever's things it shows.
        """
        if self.is_covered or self.mode == ANALYSIS:
            return
        decisions = len(self.line()) - 1
        self._return_to_play()
        copy = self._played_match.analysis_copy()
        nodes = copy.line()
        self._copied_nodes = nodes
        if not self._played_match.is_over:
            self.is_redealt = redeal_hidden(nodes, self.viewer, self._rng)
        copy.visit(nodes[decisions])
        self.match, self.mode = copy, ANALYSIS
        self._enter_position()

    def branch(self) -> Match | None:
        """A match of its own that goes on from the position on show, if that may be."""
        return self.match.branch(self.node, self._rng.below(1 << 30)) if self.may_branch else None

    def resume(self) -> None:
        """Back from a replay or an analysis to the match."""
        if self.mode != PLAY:
            self._return_to_play()
            self._enter_position()

    def _return_to_play(self) -> None:
        self.move_sequence.stop()
        self.playback.stop()
        self.match, self.mode, self.is_redealt = self._played_match, PLAY, False

    def close(self) -> None:
        """Stop everything; waits for the bots' thread."""
        self._closed = True
        self._forced_timer.stop()
        self.move_sequence.stop()
        self.playback.stop()
        self.bots.close()
