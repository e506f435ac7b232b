"""How a match stands at the table: who sits where, who looks, whose turn it is, what may be done. Questions only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QObject

from studio.core.game import EVERYBODY, OVER, State
from studio.core.match import Match, Node
from studio.core.text import _, name_seats
from studio.documents.record import HUMAN
from studio.gui.play.match.back import is_stop, steps_between, steps_to_stop, steps_to_turn
from studio.gui.play.match.bot_seats import BotSeats
from studio.gui.play.match.choices import Choices
from studio.gui.play.match.eyes import NOBODY, is_laid_open
from studio.gui.play.match.reel import Reel
from studio.gui.play.match.view import View, seen
from studio.gui.play.match.walk import Walk

PLAY, REPLAY, ANALYSIS = "play", "replay", "analysis"
PREPARED = "prepared"
"""The kind of a seat whose moves come from outside (`follow`): it is neither a person's nor a bot's."""


class Setup(Protocol):
    """Who sits in a seat: a name, "human" or the name of a bot, and the colour of its pieces ("": the usual one)."""

    @property
    def name(self) -> str: ...
    @property
    def color(self) -> str: ...
    @property
    def kind(self) -> str: ...


class Situation(QObject):
    """A match, and all that can be asked of it; whoever does something with it is a `MatchController`."""

    bots: BotSeats
    reel: Reel
    walk: Walk

    def __init__(self, match: Match, setups: Sequence[Setup], parent: QObject | None = None) -> None:
        super().__init__(parent)
        assert len(setups) == match.seats
        self.match = match
        self.setups = tuple(setups)
        self.names = tuple(setup.name for setup in setups)
        self.humans = tuple(seat for seat, setup in enumerate(setups) if setup.kind == HUMAN)
        self.mode = PLAY
        self.viewer = self.humans[0] if len(self.humans) == 1 else EVERYBODY
        self.curtain = NOBODY
        self.autoplay = False
        self.hint = ""
        self.confirms = False
        """Whether a person's turn ends only when they say so."""
        self._unconfirmed: Node | None = None
        self.is_dealt_anew = False
        """Whether an analysis is on show in which all that the person who looks cannot see is made up."""
        self._view: View | None = None
        self._played = match
        self._closed = False

    # what is shown

    @property
    def view(self) -> View:
        """What is shown of the position; made when somebody looks, since instant bots pass most positions by."""
        if self._view is None:
            actions = self.state.legal() if self.may_choose else []
            self._view = seen(self.match.game, self.state, self.eyes, actions, self.say)
        return self._view

    @property
    def choices(self) -> Choices:
        """What the person in front of the screen may do in the position on show."""
        return self.view.choices

    @property
    def played_match(self) -> Match:
        """The match that is being played, also while a replay or an analysis of it is on show."""
        return self._played

    @property
    def node(self) -> Node:
        """The position on show."""
        return self.reel.node if self.mode == REPLAY else self.match.node

    @property
    def state(self) -> State:
        return self.node.state

    @property
    def seat_to_move(self) -> int:
        """The seat to move in the position on show, or OVER."""
        return self.state.to_move

    @property
    def is_over(self) -> bool:
        """Whether the position on show is the end."""
        return self.state.to_move == OVER

    @property
    def is_covered(self) -> bool:
        """Whether the hand-over screen hides what is private."""
        return self.curtain != NOBODY

    @property
    def eyes(self) -> int:
        """Through whose eyes the table is shown: behind the hand-over screen everybody's, in an analysis those of the
        seat to move."""
        if self.is_covered:
            return EVERYBODY
        return self.seat_to_move if self.mode == ANALYSIS and not self.is_over else self.viewer

    @property
    def is_ending(self) -> bool:
        """Whether a person has made the last move of a turn and is still to say that it ends."""
        return self.mode == PLAY and self.match.node is self._unconfirmed

    @property
    def ender(self) -> int:
        """Whose last move it was."""
        decision = self.match.node.decision
        return decision.seat if decision is not None else NOBODY

    @property
    def may_choose(self) -> bool:
        """Whether the person in front of the screen is to move."""
        if self.is_covered or self.mode == REPLAY or self.is_over or self._closed or self.walk.is_going:
            return False
        if self.is_ending:
            return False
        return self.mode == ANALYSIS or (self.seat_to_move in self.humans and self.seat_to_move == self.viewer)

    @property
    def is_thinking(self) -> bool:
        """Whether a bot is to move and not held back."""
        return self.mode == PLAY and self.seat_to_move in self.bots and not self.bots.is_held and not self.is_ending

    def line(self) -> Sequence[Node]:
        """The nodes from the start to the position on show."""
        return self.reel.nodes[: self.reel.index + 1] if self.mode == REPLAY else self.match.line()

    def steps(self) -> Sequence[Node]:
        """The nodes of all decisions so far that a person may want to take back."""
        return self.match.line()[1:]

    @property
    def is_free(self) -> bool:
        """Whether undo goes anywhere, seals or no seals."""
        return self.mode == ANALYSIS

    def forward(self) -> Sequence[Node]:
        """The nodes that come after the position on show, if any."""
        return self.reel.nodes[self.reel.index + 1 :] if self.mode == REPLAY else self.match.forward()

    def may_read(self, private_to: int) -> bool:
        """Whether the eyes on the table may read what is meant for one seat; when all is over, everybody may."""
        return private_to < 0 or private_to == self.eyes or self._played.is_over

    def say(self, sentence: str) -> str:
        """The sentence with the seats' names."""
        return name_seats(sentence, self.names)

    # what may be done

    def _has_single_choice(self, state: State) -> bool:
        """Whether a person is to move who is not asked, there being but one move."""
        if self.is_ending:
            return False
        return self.mode == PLAY and self.autoplay and state.to_move in self.humans and len(state.legal()) == 1

    def undo_steps(self) -> int:
        """How many decisions undo takes back: to the last choice a person had; 0 when a seal lies between.

        Right after a plan was carried out it is the whole plan.
        """
        if self.mode == REPLAY or (self.mode == PLAY and is_laid_open(self.match)):
            return 0
        if walked := self.walk.steps_back(self.match.node):
            return walked
        if self.mode == ANALYSIS:
            return int(self.match.can_undo)
        return steps_to_stop(self.match.node, self.humans, self.autoplay)

    @property
    def holds_something(self) -> bool:
        """Whether the last decision only took something in hand that can be put back."""
        node = self.match.node
        taken = node.decision is not None and node.decision.seat == self.seat_to_move and node.events
        return bool(taken) and self.may_choose and all(event.passing for event in node.events) and self.can_undo

    @property
    def can_undo(self) -> bool:
        return self.undo_steps() > 0

    @property
    def can_redo(self) -> bool:
        return self.mode != REPLAY and self.match.can_redo

    def turn_steps(self) -> int:
        """How many decisions lie between the position on show and the beginning of the turn of the person whose turn it
        is, or the last seal."""
        if self.mode == REPLAY or (self.mode == PLAY and is_laid_open(self.match)):
            return 0
        seat = self.ender if self.is_ending else self.seat_to_move
        if seat not in self.humans or self.is_covered:
            return 0
        node = self.match.node
        shown = node.parent if self.is_ending and node.parent is not None else node
        return steps_to_turn(self.match.game, node, seat, self.match.game.turn(shown.state), self.is_free)

    def may_take_back(self, node: Node) -> bool:
        """Whether all that was decided after a node can be taken back."""
        if self.mode == ANALYSIS:
            return True
        if self.mode == REPLAY or self.is_covered or is_laid_open(self.match):
            return False
        return steps_between(self.match.node, node, self.is_free) > 0 and is_stop(node, self.humans, self.autoplay)

    def no_way_back(self, node: Node) -> str:
        """Why what was decided after a node cannot be taken back; "" where it can."""
        if self.may_take_back(node):
            return ""
        if node is self.match.node:
            return _("Nothing came after it that could be taken back.")
        if self.mode == REPLAY:
            return _("Nothing is taken back in a replay.")
        return _("A seal lies between, or it was not your choice.")

    @property
    def may_branch(self) -> bool:
        """Whether another match may go on from the position on show: only where nothing is hidden any more."""
        if self.mode == ANALYSIS:
            return self._played.is_over
        return self.mode == REPLAY and (self._played.is_over or self._played.analysis)

    @property
    def pace(self) -> int:
        """Milliseconds between what is shown by itself; 0: all at once."""
        return self.reel.delay if self.mode == REPLAY else self.bots.delay
