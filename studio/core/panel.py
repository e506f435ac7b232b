"""What the window shows next to the board as data: the panel, the score table, and answers about places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from studio.core.picture import Picture


class Item(NamedTuple):
    """An image with a number, caption and tooltip. With a `target` ≥ 0 it is a place where moves can be clicked."""

    sprite: str
    value: str
    caption: str = ""
    tip: str = ""
    seat: int = -1
    is_faded: bool = False
    target: int = -1


def counted_item(sprite: str, count: int, tip: str, caption: str = "", seat: int = -1, target: int = -1) -> Item:
    """Return an item for a count; faded if the count is 0."""
    return Item(sprite, str(count), caption, tip, seat, not count, target)


class Seat(NamedTuple):
    """One seat's card: its points and its goods in order; `note` is a short remark ("passed", "2 chiefs known")."""

    seat: int
    points: int
    items: tuple[Item, ...]
    note: str = ""


class Group(NamedTuple):
    """A titled card of items: "stacks" (large, clickable), a "row" (small images with counts) or a "list"."""

    title: str
    note: str
    items: tuple[Item, ...]
    look: Literal["stacks", "row", "list"] = "row"


class Inset(NamedTuple):
    """A titled card that shows a picture of its own (the jungle, the points track); its targets can be clicked."""

    title: str
    note: str
    picture: Picture


class Plan(NamedTuple):
    """Several moves that one click means, such as a walk over many tiles.

    `actions` are played one after another; each must be legal when its turn comes. `picture` shows the path while the
    pointer is over its end, in the board's coordinates; `text` describes it in one sentence.
    """

    actions: tuple[tuple[int, ...], ...]
    picture: Picture
    text: str


StepState = Literal["done", "now", "later"]


class Step(NamedTuple):
    """A step of the turn in the phase strip."""

    name: str
    state: StepState


class Amount(NamedTuple):
    """Moves of one kind that differ only in a number: pairs of number and move, ascending.

    `note` says what one unit costs ("1 gold each").
    """

    text: str
    moves: tuple[tuple[int, tuple[int, ...]], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """Everything that the window shows next to the board for one decision, as one seat may see it.

    `title` asks the seat to move for its decision ("⟦0⟧, lay the tile on a lit space"), `hint` says why. `hand` is the
    thing in hand (a drawn tile), shown large. `tray` is what is in front of the seat (a rack of tiles), shown wide
    below the board; its targets can be clicked. `default_move` is the move that Enter plays if nothing is selected
    (None: the first). `quiet_targets` can be clicked without being what is asked for (goods that can be bought at any
    time). `numbers` are those that the moves of this decision have as operands, several at a time and in any order (0:
    none): the player clicks them one by one instead of choosing from all combinations. `amounts` are shown in one row,
    to be chosen by number. `move_runs` are sequences of moves without any choice until the last: a player who makes the
    first move means them all.
    """

    turn: str
    steps: tuple[Step, ...]
    title: str
    hint: str
    seats: tuple[Seat, ...]
    groups: tuple[Group, ...] = ()
    insets: tuple[Inset, ...] = ()
    hand: Picture | None = None
    tray: Inset | None = None
    default_move: tuple[int, ...] | None = None
    quiet_targets: frozenset[int] = frozenset()
    numbers: tuple[int, ...] = ()
    amounts: tuple[Amount, ...] = ()
    move_runs: tuple[tuple[tuple[int, ...], ...], ...] = ()


class ScoreLine(NamedTuple):
    """One row of the score table: a title, points per seat, and a sentence that explains them."""

    title: str
    points: tuple[int, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ScoreBreakdown:
    """Where the points of each seat come from. The column sums of `lines` are the final scores."""

    lines: tuple[ScoreLine, ...]
    winners: tuple[int, ...]
    verdict: str


# Answers about a place: why no move is possible there now, and details of what is there.


class IllegalReason(NamedTuple):
    """Why no move is possible at a place: the first rule that forbids it, in the order of the rules.

    `clause` is its number in the rulebook, `text` explains it in a sentence or two. `targets` are the places that
    forbid it: an edge, a space with something on it; also edges that are no targets of the picture.
    """

    clause: str
    text: str
    targets: tuple[int, ...] = ()


class Fact(NamedTuple):
    """A row of details: text with a value on the right, and a seat's emblem or a small picture before it.

    `share` (0 … 1) draws a bar below the value; `is_strong` rows stand out. `pieces` are sprites in the seat's colour
    below the text, which show what it counts.
    """

    text: str
    value: str = ""
    seat: int = -1
    picture: Picture | None = None
    share: float = -1.0
    is_strong: bool = False
    pieces: tuple[str, ...] = ()


class FactGroup(NamedTuple):
    """Rows under a title with a note on the right; without a title just rows."""

    title: str
    facts: tuple[Fact, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class PlaceInfo:
    """What is at a place, what it does and what it is worth, as one seat may know it.

    `highlight` marks on the board what belongs to it, in the board's coordinates. `clause` is the number of the rule
    about it, "" for none. `picture` shows the thing itself, if it is small on the board.
    """

    title: str
    note: str = ""
    text: str = ""
    groups: tuple[FactGroup, ...] = ()
    clause: str = ""
    highlight: Picture | None = None
    picture: Picture | None = None
