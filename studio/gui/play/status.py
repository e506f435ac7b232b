"""How a match stands at the table: who sits where, who looks, whose turn it is, what may be done. Questions only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from PySide6.QtCore import QObject

from studio.core.game import EVERYBODY, OVER, Action, State
from studio.core.match import Match, Node
from studio.core.panel import Group, Inset, Item, Panel
from studio.core.picture import Picture
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.core.text import _, name_seats
from studio.documents.store import HUMAN
from studio.gui.play.bots import BotSeats
from studio.gui.play.choices import Choices
from studio.gui.play.playback import MoveSequence, Playback

# What is shown of one position, and to whom: picture, panel with the seats' names, and what may be done.


@dataclass(frozen=True, slots=True)
class PositionView:
    """The widgets of the play view show this and change nothing in it; the controller points at moves."""

    picture: Picture
    panel: Panel
    choices: Choices


def make_view(game: Game, state: State, eyes: int, actions: list[Action], say: Callable[[str], str]) -> PositionView:
    """The position as `eyes` see it, with the moves that may be made now; `say` puts names into sentences."""
    panel = with_seat_names(game.panel.panel(state, eyes), say)
    choices = Choices(
        game,
        state,
        actions,
        panel.default_move,
        panel.quiet_targets,
        say,
        panel.numbers,
        panel.amounts,
        panel.move_runs,
    )
    return PositionView(game.picture.picture(state, eyes), panel, choices)


def with_seat_names(panel: Panel, say: Callable[[str], str]) -> Panel:
    """The panel with names in the place of seat marks."""

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


# Who looks at the table, and what that one must not learn: at a hand-over, in an analysis, from the end of a match.

NO_SEAT = -1
HIDDEN_ACTION: Action = ()
"""What a seat chose that only it knows, in an analysis by another."""


def next_viewer(state: State, people: Collection[int], viewer: int) -> tuple[int, int]:
    """Who looks at the table when a person is to move, and whom it must be handed to first, or NOBODY.

    It changes hands only where somebody has something to hide from another; until it has, nobody looks, the one who
    had it before no more than the one to come.
    """
    seat = state.to_move
    if len(people) < 2 or seat == viewer:
        return seat, NO_SEAT
    everybody = state.observe(EVERYBODY)
    if any(state.observe(one) != everybody for one in (seat, viewer)) or _is_secret_choice(state):
        return EVERYBODY, seat
    return seat, NO_SEAT


def _is_secret_choice(state: State) -> bool:
    """Whether the seat to move decides something that the others must not learn: two moves alike for all but it."""
    seat, kinds = state.to_move, set[int]()
    before: Action | None = None
    for action in state.legal():
        if before is not None and action[0] == before[0] and action[0] not in kinds:
            kinds.add(action[0])
            one, other = (_after(state, move) for move in (before, action))
            if one.observe(EVERYBODY) == other.observe(EVERYBODY) and one.observe(seat) != other.observe(seat):
                return True
        before = action
    return False


def _after(state: State, action: Action) -> State:
    after = state.clone()
    after.apply(action)
    return after


def redeal_hidden(line: Sequence[Node], seat: int, luck: Rng) -> bool:
    """Deal all that a seat cannot see afresh along a line of play, and forget what only others know of its decisions.

    Says whether there was anything of the kind.
    """
    seed, found = luck.below(1 << 30), False
    for node in line:
        found = found or node.state.observe(seat) != node.state.dump()
        node.state = node.state.redeal(seat, Rng(seed))
        told = [event for event in node.events if event.private_to in (EVERYBODY, seat)]
        if len(told) < len(node.events) and node.decision is not None and node.decision.seat != seat:
            node.decision = replace(node.decision, action=HIDDEN_ACTION)
        node.events = told
    return found


def is_revealed(match: Match) -> bool:
    """Whether a match has ended and everybody may know now what was hidden."""
    node = match.node
    if not match.is_over or node.parent is None:
        return False
    before = node.parent.state
    return any(before.observe(seat) != before.dump() for seat in range(match.seats))


# How far back one may go: to the last choice, to the beginning of a turn, to a line of the log.


def is_choice_point(node: Node, people: Collection[int], passes_single: bool) -> bool:
    """Whether a person has something to decide here; `passes_single`: a single possible move is made unasked."""
    seat = node.state.to_move
    if seat == OVER or not people:
        return True
    return seat in people and not (passes_single and len(node.state.legal()) == 1)


def steps_to_choice(node: Node, people: Collection[int], passes_single: bool) -> int:
    """How many decisions lie between a node and the last choice a person had; 0 when a seal lies between."""
    count = 0
    while node.parent is not None and node.decision is not None and not node.decision.sealed:
        count, node = count + 1, node.parent
        if is_choice_point(node, people, passes_single):
            return count
    return 0


def steps_between(node: Node, goal: Node, free: bool) -> int:
    """How many decisions lie between a node and one before it; 0 when there is no way, for a seal that counts."""
    count = 0
    while node is not goal:
        if node.parent is None or node.decision is None or (node.decision.sealed and not free):
            return 0
        count, node = count + 1, node.parent
    return count


def steps_to_turn(game: Game, node: Node, seat: int, turn: str, free: bool) -> int:
    """How many decisions a seat has made in a turn of this name, or since the last seal where seals count."""
    count = 0
    while node.parent is not None and node.decision is not None and node.decision.seat == seat:
        if (node.decision.sealed and not free) or game.text.turn_title(node.parent.state) != turn:
            break
        count, node = count + 1, node.parent
    return count


def ends_turn(game: Game, node: Node, people: Collection[int]) -> bool:
    """Whether the decision that led to a node was the last one of a person's turn, and the match goes on."""
    if node.parent is None or node.decision is None or node.decision.seat not in people or node.state.to_move == OVER:
        return False
    return node.state.to_move != node.decision.seat or game.text.turn_title(node.parent.state) != game.text.turn_title(
        node.state
    )


# How a match stands at the table: who sits where, who looks, whose turn it is, what may be done. Questions only.

PLAY, REPLAY, ANALYSIS = "play", "replay", "analysis"
SCRIPTED = "prepared"
"""The kind of a seat whose moves come from outside (`follow`): it is neither a person's nor a bot's."""


class SeatInfo(Protocol):
    """Who sits in a seat: a name, "human" or the name of a bot, and the colour of its pieces ("": the usual one)."""

    @property
    def name(self) -> str: ...
    @property
    def color(self) -> str: ...
    @property
    def kind(self) -> str: ...


class MatchSnapshot(NamedTuple):
    """What listeners compare after a change: each part is different if what it stands for has changed."""

    node: Node
    mode: str
    revision: int = 0
    """Another number whenever anything shown may be different, apart from the move pointed at."""
    selection: int = 0
    """Another number whenever another move or plan is pointed at."""
    error: str = ""
    """What has just failed."""


class MatchStatus(QObject):
    """A match, and all that can be asked of it; whoever does something with it is a `MatchController`."""

    bots: BotSeats
    playback: Playback
    move_sequence: MoveSequence

    def __init__(self, match: Match, setups: Sequence[SeatInfo], parent: QObject | None = None) -> None:
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
        self.confirms_turn_end = False
        """Whether a person's turn ends only when they say so."""
        self._unconfirmed: Node | None = None
        self.is_redealt = False
        """Whether an analysis is on show in which all that the person who looks cannot see is made up."""
        self._view: PositionView | None = None
        self._played_match = match
        self._closed = False

    # what is shown

    @property
    def view(self) -> PositionView:
        """What is shown of the position; made when somebody looks, since instant bots pass most positions by."""
        if self._view is None:
            actions = self.state.legal() if self.may_choose else []
            self._view = make_view(self.match.game, self.state, self.viewpoint, actions, self.fill_names)
        return self._view

    @property
    def choices(self) -> Choices:
        """What the person in front of the screen may do in the position on show."""
        return self.view.choices

    @property
    def played_match(self) -> Match:
        """The match that is being played, also while a replay or an analysis of it is on show."""
        return self._played_match

    @property
    def node(self) -> Node:
        """The position on show."""
        return self.playback.node if self.mode == REPLAY else self.match.node

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
        return self.handover_seat != NO_SEAT

    @property
    def viewpoint(self) -> int:
        """Through whose eyes the table is shown: behind the hand-over screen everybody's, in an analysis those of the
        seat to move."""
        if self.is_covered:
            return EVERYBODY
        return self.seat_to_move if self.mode == ANALYSIS and not self.is_over else self.viewer

    @property
    def is_awaiting_turn_end(self) -> bool:
        """Whether a person has made the last move of a turn and is still to say that it ends."""
        return self.mode == PLAY and self.match.node is self._unconfirmed

    @property
    def last_mover(self) -> int:
        """Whose last move it was."""
        decision = self.match.node.decision
        return decision.seat if decision is not None else NO_SEAT

    @property
    def may_choose(self) -> bool:
        """Whether the person in front of the screen is to move."""
        if self.is_covered or self.mode == REPLAY or self.is_over or self._closed or self.move_sequence.is_running:
            return False
        if self.is_awaiting_turn_end:
            return False
        return self.mode == ANALYSIS or (self.seat_to_move in self.humans and self.seat_to_move == self.viewer)

    @property
    def is_thinking(self) -> bool:
        """Whether a bot is to move and not held back."""
        return (
            self.mode == PLAY
            and self.seat_to_move in self.bots
            and not self.bots.is_held
            and not self.is_awaiting_turn_end
        )

    def line(self) -> Sequence[Node]:
        """The nodes from the start to the position on show."""
        return self.playback.nodes[: self.playback.index + 1] if self.mode == REPLAY else self.match.line()

    def steps(self) -> Sequence[Node]:
        """The nodes of all decisions so far that a person may want to take back."""
        return self.match.line()[1:]

    @property
    def is_undo_unlimited(self) -> bool:
        """Whether undo goes anywhere, seals or no seals."""
        return self.mode == ANALYSIS

    def forward(self) -> Sequence[Node]:
        """The nodes that come after the position on show, if any."""
        return self.playback.nodes[self.playback.index + 1 :] if self.mode == REPLAY else self.match.redo_line()

    def may_read(self, private_to: int) -> bool:
        """Whether the eyes on the table may read what is meant for one seat; when all is over, everybody may."""
        return private_to < 0 or private_to == self.viewpoint or self._played_match.is_over

    def fill_names(self, sentence: str) -> str:
        """The sentence with the seats' names."""
        return name_seats(sentence, self.names)

    # what may be done

    def _has_forced_move(self, state: State) -> bool:
        """Whether a person is to move who is not asked, there being but one move."""
        if self.is_awaiting_turn_end:
            return False
        return self.mode == PLAY and self.autoplay and state.to_move in self.humans and len(state.legal()) == 1

    def undo_steps(self) -> int:
        """How many decisions undo takes back: to the last choice a person had; 0 when a seal lies between.

        Right after a plan was carried out it is the whole plan.
        """
        if self.mode == REPLAY or (self.mode == PLAY and is_revealed(self.match)):
            return 0
        if walked := self.move_sequence.undo_steps(self.match.node):
            return walked
        if self.mode == ANALYSIS:
            return int(self.match.can_undo)
        return steps_to_choice(self.match.node, self.humans, self.autoplay)

    @property
    def has_piece_in_hand(self) -> bool:
        """Whether the last decision only took something in hand that can be put back."""
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
        """How many decisions lie between the position on show and the beginning of the turn of the person whose turn it
        is, or the last seal."""
        if self.mode == REPLAY or (self.mode == PLAY and is_revealed(self.match)):
            return 0
        seat = self.last_mover if self.is_awaiting_turn_end else self.seat_to_move
        if seat not in self.humans or self.is_covered:
            return 0
        node = self.match.node
        shown = node.parent if self.is_awaiting_turn_end and node.parent is not None else node
        return steps_to_turn(
            self.match.game, node, seat, self.match.game.text.turn_title(shown.state), self.is_undo_unlimited
        )

    def may_take_back(self, node: Node) -> bool:
        """Whether all that was decided after a node can be taken back."""
        if self.mode == ANALYSIS:
            return True
        if self.mode == REPLAY or self.is_covered or is_revealed(self.match):
            return False
        return steps_between(self.match.node, node, self.is_undo_unlimited) > 0 and is_choice_point(
            node, self.humans, self.autoplay
        )

    def undo_blocked_reason(self, node: Node) -> str:
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
            return self._played_match.is_over
        return self.mode == REPLAY and (self._played_match.is_over or self._played_match.analysis)

    @property
    def step_delay(self) -> int:
        """Milliseconds between what is shown by itself; 0: all at once."""
        return self.playback.delay if self.mode == REPLAY else self.bots.delay
