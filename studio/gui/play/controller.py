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
from studio.gui.play.annotations import Margin
from studio.gui.play.bots import BotSeats
from studio.gui.play.playback import Reel, Walk
from studio.gui.play.status import (
    ANALYSIS,
    NOBODY,
    PLAY,
    PREPARED,
    REPLAY,
    Setup,
    Situation,
    dealt_anew,
    ends_turn,
    is_stop,
    next_eyes,
    steps_between,
)

_log = logging.getLogger(__name__)

AUTOPLAY_DELAY = 260


class MatchController(Situation):
    """Runs one match for a window: what is done at the table goes in here, and comes out as a `View`.

    `moved(before, after)` tells that the position on show went from one node to another (for animations), `refreshed`
    that anything shown may be different, `chosen` that another move is pointed at, `failed` that something went wrong.
    """

    moved = Signal(object, object)
    refreshed = Signal()
    chosen = Signal()
    failed = Signal(str)

    def __init__(self, match: Match, setups: Sequence[Setup], parent: QObject | None = None) -> None:
        super().__init__(match, setups, parent)
        self.automatic: set[Node] = set()
        self.gate: Callable[[Sequence[Action]], bool] = lambda _actions: True
        """Asked before the person's moves are made; whoever refuses them says why."""
        self._copied: Sequence[Node] = ()
        """The positions of an analysis that are those of the match, in order."""
        self.margin = Margin(self)
        self.margin.changed.connect(self.refreshed)
        # a source of its own: bots must neither change nor foretell what the match will draw
        self._luck = Rng(match.rng.state ^ 0x5DEECE66D)
        kinds = {seat: setup.kind for seat, setup in enumerate(setups) if setup.kind not in (HUMAN, PREPARED)}
        self.bots = BotSeats(match.game, kinds, self._luck, self)
        self.bots.decided.connect(self._play)
        self.bots.hinted.connect(self._show_hint)
        self.bots.failed.connect(self._bot_failed)
        self.reel = Reel(self)
        self.reel.set_delay(self.bots.delay)
        self.reel.turned.connect(self._reel_turned)
        self.reel.changed.connect(self.refreshed)
        self.walk = Walk(self._play, self)
        self.walk.ended.connect(self._arrive)
        self._alone = QTimer(self)
        self._alone.setSingleShot(True)
        self._alone.timeout.connect(self._play_single)

    def retell(self) -> None:
        """Say everything anew, in the language that is spoken now; nothing else is different."""
        self._played.retell()
        if self.match is not self._played:
            self.match.retell(but=set(self._copied))
            for node, told in zip(self._copied, self._played.line(), strict=False):
                node.tell(told.events)
        chosen = self.choices.chosen
        self._view, self.hint = None, ""
        self.choices.choose(chosen)

    # the course of the match

    def begin(self) -> None:
        """Show the first position and let whoever is to move begin."""
        self._arrive()

    def play(self, action: Action) -> None:
        """Play a move of the person in front of the screen, and those that it means besides."""
        run = self.choices.runs.get(action, (action,))
        if not self.may_choose or not self.gate(run):
            return
        if len(run) > 1:
            self.walk.begin(self.match, Plan(run, Picture((0.0, 0.0, 1.0, 1.0), ()), ""))
        else:
            self._play(action)

    def follow(self, action: Action) -> None:
        """Play a move that is given for whoever is to move."""
        if self.mode == PLAY and not self._closed:
            self._play(action)

    def stand_at(self, node: Node) -> None:
        """Go to another position of a match in which one may jump about."""
        before = self.match.node
        self.match.visit(node)
        self.moved.emit(before, node)
        self._arrive()

    def confirm(self) -> None:
        """Play the move pointed at, or carry out the plan pointed at."""
        action, plan = self.choices.ready, self.choices.intended
        if action is not None:
            self.play(action)
        elif plan is not None and self.may_choose and self.gate(plan.actions):
            self.walk.begin(self.match, plan)

    def press(self, target: int) -> None:
        """Do what a click on a target means: play the move there, or carry out the plan that leads there."""
        self.point(target)
        if target >= 0 and self.choices.place == target:
            self.confirm()

    def halt(self) -> None:
        """Make no more moves of the plan that is being carried out."""
        if self.walk.is_going:
            self.walk.stop()
            self._arrive()

    def choose(self, action: Action | None) -> None:
        """Point at a move."""
        if self.choices.choose(action):
            self.chosen.emit()

    def point(self, target: int) -> None:
        """Point at the move on a target, or at the plan that leads there."""
        if self.choices.point(target):
            self.chosen.emit()

    def pick(self, number: int) -> None:
        """Pick one of the numbers that a move is put together from, or put it back."""
        if self.may_choose and self.choices.pick(number):
            self.chosen.emit()

    def count(self, kind: int, number: int) -> None:
        """Point at the move of a kind with a number, or with the nearest one."""
        if self.may_choose and self.choices.count(kind, number):
            self.chosen.emit()

    def adjust(self, more: int, kinds: int) -> None:
        """Point at the next number of the kind pointed at, or at another kind."""
        kind, number = self.choices.amount(self.choices.ready) or (0, 0)
        self.count((kind + kinds) % max(1, len(self.choices.amounts)), number + more)

    def turn(self, steps: int = 1) -> bool:
        """Point at the next move on the same target; says whether there is one."""
        turned = self.choices.turn(steps)
        if turned:
            self.chosen.emit()
        return turned

    def step_target(self, steps: int = 1) -> None:
        """Point at the next target."""
        if self.choices.step(steps):
            self.chosen.emit()

    def hand_over(self) -> None:
        """The person the table was passed to is there."""
        if self.is_covered:
            self.viewer, self.curtain = self.curtain, NOBODY
            self._arrive()

    def end_turn(self) -> None:
        """The person who has made the last move of a turn lets it end."""
        if self.is_ending:
            self._unconfirmed = None
            self._arrive()

    def set_confirms(self, wanted: bool) -> None:
        """Whether turns of people end only when they say so; one that waits for that ends when it is not wanted."""
        self.confirms = wanted
        if not wanted:
            self.end_turn()

    def set_autoplay(self, wanted: bool) -> None:
        """Whether a person's single possible move is made without asking."""
        if wanted != self.autoplay:
            self.autoplay = wanted
            self._arrive()

    def _play(self, action: Action, automatic: bool = False) -> None:
        before = self.match.node
        try:
            after = self.match.play(action)
        except Exception as problem:
            # the position is as it was; the person is told, and the match can be saved
            _log.exception("a move could not be played")
            self.bots.paused = True
            self.failed.emit(str(problem) or type(problem).__name__)
            self._arrive()
            return
        if automatic:
            self.automatic.add(after)
        if self.confirms and self.mode == PLAY and ends_turn(self.match.game, after, self.humans):
            self._unconfirmed = after
        self.moved.emit(before, after)
        self._arrive()

    def _arrive(self) -> None:
        """A position was reached: whose turn, whose view, who goes on."""
        self.bots.hush()
        self._alone.stop()
        self.hint = ""
        if self._closed:
            return
        state, self._view = self.state, None
        self._look(state)
        if self.mode == PLAY and state.to_move in self.bots and not self.is_ending:
            self.bots.ask(state, state.to_move)
        elif self._has_single_choice(state):
            self._alone.start(AUTOPLAY_DELAY if self.bots.delay else 0)
        self.refreshed.emit()

    def _look(self, state: State) -> None:
        """Settle through whose eyes the table is shown, and whether it must change hands first."""
        if self.mode != PLAY or self.is_ending:
            return
        seat, passed_on = state.to_move, self.is_covered
        self.curtain = NOBODY
        if seat not in self.humans or self._has_single_choice(state):
            return  # nothing to decide: the table need not change hands
        if passed_on:  # the one it was passed to has not taken it yet: it goes to the other instead
            self.curtain = seat
        else:
            self.viewer, self.curtain = next_eyes(state, self.humans, self.viewer)

    def _play_single(self) -> None:
        if self._has_single_choice(self.state):
            self._play(self.state.legal()[0], automatic=True)

    # bots

    def set_paused(self, paused: bool) -> None:
        """Hold the bots, or let them go on."""
        if paused != self.bots.paused:
            self.bots.paused = paused
            self._arrive()

    def step_bot(self) -> None:
        """Let a held bot make one decision."""
        if self.mode == PLAY and self.seat_to_move in self.bots:
            self.bots.step()
            self._arrive()

    def set_speed(self, speed: int) -> None:
        """How fast bots and replays go: an index of `bot_seats.DELAYS`."""
        self.bots.set_speed(speed)
        self.reel.set_delay(self.bots.delay)

    def ask_hint(self) -> None:
        """Point at the move that a bot would make, as soon as it has thought."""
        if self.may_choose and self.choices.actions and not self.bots.is_hinting:
            self.bots.ask_hint(self.state, self.seat_to_move)

    def _show_hint(self, action: Action) -> None:
        self.choices.choose(action)
        self.hint = _("A bot in your seat would choose this.")
        self.chosen.emit()

    def _bot_failed(self, words: str) -> None:
        self.failed.emit(words)
        self.refreshed.emit()

    # going back and forth

    def undo(self) -> None:
        """Back to the last choice a person had."""
        self.halt()
        self._take_back(self.undo_steps())

    def redo(self) -> None:
        """Forward to the next choice a person had."""
        if not self.can_redo:
            return
        before = self.match.node
        for _step in range(max(1, self.walk.steps_forth(before))):
            self.match.redo()
        while (
            self.match.can_redo and self.mode != ANALYSIS and not is_stop(self.match.node, self.humans, self.autoplay)
        ):
            self.match.redo()
        self.moved.emit(before, self.match.node)
        self._arrive()

    def take_back_to(self, node: Node) -> None:
        """Take back all that was decided after a node."""
        if not self.may_take_back(node):
            return
        if self.mode == ANALYSIS:
            self.visit(node)
        else:
            self.halt()
            self.walk.forget()
            self._take_back(steps_between(self.match.node, node, self.is_free))

    def reset_turn(self) -> None:
        """Back to where the turn of the person whose turn it is began, or to the last seal."""
        self.halt()
        self.walk.forget()
        self._take_back(self.turn_steps())

    def _take_back(self, steps: int) -> None:
        if not steps:
            return
        before = self.match.node
        for _step in range(steps):
            self.match.undo()
        if not self.humans:
            self.bots.paused = True  # or they would play on at once
        self.moved.emit(before, self.match.node)
        self._arrive()

    def go(self, steps: int) -> None:
        """Go so many decisions back or forth, as far as undo and redo go."""
        self.walk.forget()  # decision by decision, not by walks
        count = len(self.match.decisions()) + steps
        while len(self.match.decisions()) > count and self.can_undo:
            self.undo()
        while len(self.match.decisions()) < count and self.can_redo:
            self.redo()

    def visit(self, node: Node) -> None:
        """Jump to any position of an analysis, or to one of a replay."""
        if self.mode == REPLAY and node in self.reel.nodes:
            self.reel.seek(self.reel.nodes.index(node))
        elif self.mode == ANALYSIS:
            before = self.node
            self.match.visit(node)
            self.moved.emit(before, node)
            self._arrive()

    # replay and analysis

    def start_replay(self, node: Node | None = None) -> None:
        """Look at the match from a node, or from its start; the match itself stays where it is."""
        if not self.is_covered:
            self._leave()
            line = self.match.line()
            self.reel.load(line, line.index(node) if node in line else 0)
            self.mode = REPLAY
            self._arrive()

    def _reel_turned(self, before: Node, after: Node) -> None:
        self.moved.emit(before, after)
        self._arrive()

    def start_analysis(self) -> None:
        """Try things out on a copy, from the position on show: moves may branch and undo goes anywhere.

        While the match still runs, all that the person who looks cannot see is dealt afresh in the copy, so that an
        analysis gives nothing away, whoever's things it shows.
        """
        if self.is_covered or self.mode == ANALYSIS:
            return
        decisions = len(self.line()) - 1
        self._leave()
        copy = self._played.analyse()
        nodes = copy.line()
        self._copied = nodes
        if not self._played.is_over:
            self.is_dealt_anew = dealt_anew(nodes, self.viewer, self._luck)
        copy.visit(nodes[decisions])
        self.match, self.mode = copy, ANALYSIS
        self._arrive()

    def branch(self) -> Match | None:
        """A match of its own that goes on from the position on show, if that may be."""
        return self.match.branch(self.node, self._luck.below(1 << 30)) if self.may_branch else None

    def resume(self) -> None:
        """Back from a replay or an analysis to the match."""
        if self.mode != PLAY:
            self._leave()
            self._arrive()

    def _leave(self) -> None:
        self.walk.stop()
        self.reel.stop()
        self.match, self.mode, self.is_dealt_anew = self._played, PLAY, False

    def close(self) -> None:
        """Stop everything; waits for the bots' thread."""
        self._closed = True
        self._alone.stop()
        self.walk.stop()
        self.reel.stop()
        self.bots.close()
