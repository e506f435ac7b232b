"""What can be asked of a match: seats, viewer, seat to move, what may be undone. Changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NamedTuple

from PySide6.QtCore import QObject

from studio.core.game import EVERYBODY, FORCED_END, OVER, Action, State
from studio.core.match import HIDDEN_ACTION, Match, Node
from studio.core.panel import Group, Inset, Item, Panel
from studio.core.picture import Picture
from studio.core.plugin import Game
from studio.core.text import _, name_seats
from studio.documents.store import HUMAN
from studio.gui.page import SeatSetup
from studio.gui.play.bots import BotSeats
from studio.gui.play.choices import Choices
from studio.gui.play.playback import MoveSequence, Playback, steps_between, undo_path


@dataclass(frozen=True, slots=True)
class PositionView:
    """What the widgets of the match page show; they do not change it."""

    picture: Picture
    panel: Panel
    choices: Choices


def with_seat_names(panel: Panel, say: Callable[[str], str]) -> Panel:

    def items(some: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(item._replace(caption=say(item.caption), tip=say(item.tip)) for item in some)

    def group(one: Group) -> Group:
        return one._replace(title=say(one.title), note=say(one.note), items=items(one.items))

    def inset(one: Inset) -> Inset:
        targets = tuple(target._replace(name=say(target.name)) for target in one.picture.targets)
        picture = one.picture if targets == one.picture.targets else replace(one.picture, targets=targets)
        return Inset(say(one.title), say(one.note), picture)

    return replace(
        panel,
        title=say(panel.title),
        hint=say(panel.hint),
        seats=tuple(seat._replace(note=say(seat.note), items=items(seat.items)) for seat in panel.seats),
        groups=tuple(group(one) for one in panel.groups),
        insets=tuple(inset(one) for one in panel.insets),
        tray=None if panel.tray is None else inset(panel.tray),
    )


# viewers and hidden information

NO_SEAT = -1


def next_viewer(state: State, people: Collection[int], viewer: int) -> tuple[int, int]:
    """Return the seat that views the screen when a human is to move, and the seat to hand it to first, or NO_SEAT.

    A handover is only needed if a seat has hidden information; until it is done there is no viewer.
    """
    seat = state.to_move
    if len(people) < 2 or seat == viewer:
        return seat, NO_SEAT
    everybody = state.observe(EVERYBODY)
    if any(state.observe(one) != everybody for one in (seat, viewer)) or _is_secret_choice(state):
        return EVERYBODY, seat
    return seat, NO_SEAT


def _is_secret_choice(state: State) -> bool:
    """Whether the seat to move has two moves that look the same to all others."""
    seat, kinds = state.to_move, set[int]()
    before: Action | None = None
    for action in state.legal():
        if before is not None and action[0] == before[0] and action[0] not in kinds:
            kinds.add(action[0])
            one, other = state.clone(), state.clone()
            one.apply(before)
            other.apply(action)
            if one.observe(EVERYBODY) == other.observe(EVERYBODY) and one.observe(seat) != other.observe(seat):
                return True
        before = action
    return False


def is_revealed(match: Match) -> bool:
    """Whether a match has ended and what was hidden is now known to all."""
    node = match.node
    if not match.is_over or node.parent is None:
        return False
    before = node.parent.state
    return any(before.observe(seat) != before.dump() for seat in range(match.seats))


def distinct_text(game: Game, state: State, actions: Sequence[Action]) -> Callable[[Action], str]:
    """Return what puts these moves into words with seat marks: short, unless only whole sentences tell them apart."""
    if len({game.text.button_text(state, action) for action in actions}) == len(actions):
        return lambda action: game.text.button_text(state, action)
    return lambda action: game.text.describe(state, action).removesuffix(".")


# undo


def is_choice_point(node: Node, people: Collection[int], passes_single: bool) -> bool:
    """Whether a human has something to decide here; `passes_single`: forced moves are played automatically."""
    seat = node.state.to_move
    if seat == OVER or not people:
        return True
    return seat in people and not (passes_single and len(node.state.legal()) == 1)


def ends_turn(game: Game, node: Node, people: Collection[int]) -> bool:
    """Whether the decision that led to a node was the last of a human's turn, and the match continues."""
    if node.parent is None or node.decision is None or node.decision.seat not in people or node.state.to_move == OVER:
        return False
    return node.state.to_move != node.decision.seat or game.text.turn_title(node.parent.state) != game.text.turn_title(
        node.state
    )


PLAY, REPLAY, ANALYSIS = "play", "replay", "analysis"
SCRIPTED = "prepared"  # kind of a seat whose moves are given (`play_scripted`)


class MatchSnapshot(NamedTuple):
    """What listeners compare after a change: each part is different if what it stands for has changed."""

    node: Node
    mode: str
    revision: int = 0  # changes when anything shown may differ, except the selection
    selection: int = 0  # changes when another move or plan is selected
    error: str = ""  # what has just failed


class MatchStatus(QObject):
    """A match and everything that can be asked of it; `MatchController` adds what changes it."""

    bots: BotSeats
    playback: Playback
    move_sequence: MoveSequence

    def __init__(self, match: Match, setups: Sequence[SeatSetup], parent: QObject | None = None) -> None:
        super().__init__(parent)
        assert len(setups) == match.seats
        self.match = match
        self.setups = tuple(setups)
        self.names = tuple(setup.name for setup in setups)
        self.humans = tuple(seat for seat, setup in enumerate(setups) if setup.kind == HUMAN)
        self.mode = PLAY
        self.viewer = self.humans[0] if len(self.humans) == 1 else EVERYBODY
        self.handover_seat = NO_SEAT
        self.autoplay = False
        self.hint = ""
        self.hint_plates: Mapping[int, str] = {}  # chances of winning of the best moves, by target
        self.confirms_turn_end = False  # turns of humans end only when they say so
        self._unconfirmed: Node | None = None
        self.is_redealt = False  # the analysis on show has randomised hidden information
        self._view: PositionView | None = None
        self.played_match = match  # the match itself, also while a replay or an analysis of it is shown
        self._closed = False

    # position and view

    @property
    def view(self) -> PositionView:
        """What is shown of the position; made on demand, because instant bots skip most positions."""
        if self._view is None:
            actions = self.state.legal() if self.may_choose else []
            game, state, viewpoint = self.match.game, self.state, self.viewpoint
            panel = with_seat_names(game.panel.panel(state, viewpoint), self.fill_names)
            choices = Choices(game, state, actions, panel, self.fill_names)
            self._view = PositionView(game.picture.picture(state, viewpoint), panel, choices)
        return self._view

    @property
    def choices(self) -> Choices:
        return self.view.choices

    @property
    def node(self) -> Node:
        return self.playback.node if self.mode == REPLAY else self.match.node

    @property
    def state(self) -> State:
        return self.node.state

    @property
    def seat_to_move(self) -> int:
        return self.state.to_move

    @property
    def is_over(self) -> bool:
        return self.state.to_move == OVER

    @property
    def is_covered(self) -> bool:
        return self.handover_seat != NO_SEAT

    @property
    def viewpoint(self) -> int:
        """The seat whose view is shown: none during a handover; in an analysis, that of the seat to move."""
        if self.is_covered:
            return EVERYBODY
        return self.seat_to_move if self.mode == ANALYSIS and not self.is_over else self.viewer

    @property
    def is_awaiting_turn_end(self) -> bool:
        """Whether a human has made the last move of a turn and must confirm its end."""
        return self.mode == PLAY and self.match.node is self._unconfirmed

    @property
    def last_mover(self) -> int:
        decision = self.match.node.decision
        return decision.seat if decision is not None else NO_SEAT

    @property
    def may_choose(self) -> bool:
        if self.is_covered or self.mode == REPLAY or self.is_over or self._closed or self.move_sequence.is_running:
            return False
        if self.is_awaiting_turn_end:
            return False
        return self.mode == ANALYSIS or (self.seat_to_move in self.humans and self.seat_to_move == self.viewer)

    @property
    def is_thinking(self) -> bool:
        return (
            self.mode == PLAY
            and self.seat_to_move in self.bots
            and not self.bots.is_held
            and not self.is_awaiting_turn_end
        )

    def forced_end(self) -> Node | None:
        """Return the node at which a human's turn ended against their will, until that human moves again."""
        acted: set[int] = set()
        for node in reversed(self.played_match.line()):
            seat = NO_SEAT if node.decision is None else node.decision.seat
            if seat in self.humans and seat not in acted:
                if any(event.kind == FORCED_END for event in node.events):
                    return node
                acted.add(seat)
            if len(acted) == len(self.humans):
                break
        return None

    def forced_end_text(self) -> str:
        node = self.forced_end()
        events = [] if node is None or self.mode != PLAY or self.is_covered or self.is_over else node.events
        return self.fill_names(" ".join(event.text for event in events if event.kind in ("misfit", FORCED_END)))

    def line(self) -> Sequence[Node]:
        return self.playback.nodes[: self.playback.index + 1] if self.mode == REPLAY else self.match.line()

    def steps(self) -> Sequence[Node]:
        """Return the nodes of all decisions that may be undone."""
        return self.match.line()[1:]

    @property
    def is_undo_unlimited(self) -> bool:
        return self.mode == ANALYSIS

    def forward(self) -> Sequence[Node]:
        return self.playback.nodes[self.playback.index + 1 :] if self.mode == REPLAY else self.match.redo_line()

    def may_read(self, private_to: int) -> bool:
        """Whether the viewer may read what only one seat knows; at the end of the match everybody may."""
        return private_to < 0 or private_to == self.viewpoint or self.played_match.is_over

    def fill_names(self, sentence: str) -> str:
        return name_seats(sentence, self.names)

    # undo and other permissions

    def _has_forced_move(self, state: State) -> bool:
        """Whether a human is to move who has only one move, which is played automatically."""
        if self.is_awaiting_turn_end:
            return False
        return self.mode == PLAY and self.autoplay and state.to_move in self.humans and len(state.legal()) == 1

    def undo_steps(self) -> int:
        """Return how many decisions undo takes back: to the last choice of a human.

        After a plan it is the whole plan. It is 0 at an undo limit and during a handover.
        """
        if self.mode == REPLAY or self.is_covered or (self.mode == PLAY and is_revealed(self.match)):
            return 0
        if walked := self.move_sequence.undo_steps(self.match.node):
            return walked
        if self.mode == ANALYSIS:
            return int(self.match.can_undo)
        earlier = enumerate(undo_path(self.match.node), 1)
        return next((count for count, node in earlier if is_choice_point(node, self.humans, self.autoplay)), 0)

    @property
    def has_piece_in_hand(self) -> bool:
        """Whether the last decision only took a piece in hand that can be put back."""
        node = self.match.node
        taken = node.decision is not None and node.decision.seat == self.seat_to_move and node.events
        return bool(taken) and self.may_choose and all(event.is_transient for event in node.events) and self.can_undo

    @property
    def can_undo(self) -> bool:
        return self.undo_steps() > 0

    @property
    def can_redo(self) -> bool:
        return self.mode != REPLAY and self.match.can_redo

    def turn_steps(self) -> int:
        """Return how many decisions there are since the start of the current turn, or since the last undo limit."""
        if self.mode == REPLAY or (self.mode == PLAY and is_revealed(self.match)):
            return 0
        seat = self.last_mover if self.is_awaiting_turn_end else self.seat_to_move
        if seat not in self.humans or self.is_covered:
            return 0
        node = self.match.node
        shown = node.parent if self.is_awaiting_turn_end and node.parent is not None else node
        turn_title = self.match.game.text.turn_title
        turn = turn_title(shown.state)
        earlier = (one.state for one in undo_path(node, self.is_undo_unlimited))
        return sum(1 for _ in takewhile(lambda state: state.to_move == seat and turn_title(state) == turn, earlier))

    def may_take_back(self, node: Node) -> bool:
        if self.mode == ANALYSIS:
            return True
        if self.mode == REPLAY or self.is_covered or is_revealed(self.match):
            return False
        return steps_between(self.match.node, node, self.is_undo_unlimited) > 0 and is_choice_point(
            node, self.humans, self.autoplay
        )

    def undo_blocked_reason(self, node: Node) -> str:
        """Return why the decisions after a node cannot be undone; "" if they can."""
        if self.may_take_back(node):
            return ""
        if node is self.match.node:
            return _("There are no later moves to undo.")
        if self.mode == REPLAY:
            return _("You cannot undo in a replay.")
        return _("An undo limit is in between, or the move was not yours.")

    def reason_blocked_reason(self, node: Node) -> str:
        """Return why the decision that led to a node cannot be explained; "" if it can."""
        decision, before = node.decision, node.parent
        if decision is None or before is None or decision.action == HIDDEN_ACTION or len(before.state.legal()) == 1:
            return _("There was no other move.")
        seat, is_known = decision.seat, self.played_match.is_over or decision.seat == self.viewer
        if not is_known and before.state.observe(seat) != before.state.observe(EVERYBODY):
            return _("The reason may depend on hidden information until the match is over.")
        return ""

    @property
    def may_branch(self) -> bool:
        """Whether another match may continue from the current position: only if nothing is hidden any more."""
        if self.mode == ANALYSIS:
            return self.played_match.is_over
        return self.mode == REPLAY and (self.played_match.is_over or self.played_match.analysis)

    @property
    def may_review(self) -> bool:
        """Whether the match can be reviewed: it is over, nothing is hidden, or there is a single human."""
        match = self.played_match
        if match.analysis or match.node is match.root:
            return False
        return match.is_over or len(self.humans) == 1 or match.state.observe(EVERYBODY) == match.state.dump()

    @property
    def step_delay(self) -> int:
        """Milliseconds between automatic steps; 0: at once."""
        return self.playback.delay if self.mode == REPLAY else self.bots.delay
