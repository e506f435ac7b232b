"""What stands beside the board: seats with their goods, stacks, gauges, a phase strip, the final table.

Like pictures, panels are data: games fill them in, the window lays them out and knows no game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from studio.core.picture import Picture


class Item(NamedTuple):
    """A thing with a number: sprite, big text, caption, tooltip.

    `target` ≥ 0 makes it a place on which moves can be clicked.
    """

    sprite: str
    value: str
    caption: str = ""
    tip: str = ""
    seat: int = -1
    is_faded: bool = False
    target: int = -1


def counted_item(sprite: str, count: int, tip: str, caption: str = "", seat: int = -1, target: int = -1) -> Item:
    """A thing of which there are so many; faded where there are none."""
    return Item(sprite, str(count), caption, tip, seat, not count, target)


class Seat(NamedTuple):
    """One seat's card: its points and its goods in order; `note` is a short remark ("passed", "2 chiefs known")."""

    seat: int
    points: int
    items: tuple[Item, ...]
    note: str = ""


class Group(NamedTuple):
    """A titled card of items: "stacks" (large, clickable), a "row" (small pictures with counts) or a "list"."""

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
    """Several moves that one click means, such as a walk over many tiles: what they are and what they would take.

    `actions` are played one after another; each must be legal when its turn comes. `picture` shows the way while the
    pointer is over its end, in the board's coordinates; `words` say it in one sentence.
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
    """Moves of one kind that differ in a number only: what they are called, the numbers with their moves, ascending.

    `note` says what one of them costs ("1 gold each").
    """

    text: str
    moves: tuple[tuple[int, tuple[int, ...]], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """All that is shown beside the board for one decision, as one seat may see it (-1: as everybody may).

    `title` asks the seat to move for its decision ("⟦0⟧, lay the tile on a lit space"), `hint` says why and what for;
    `hand` is the thing in hand (a drawn tile), drawn large in the decision panel, or None. `tray` is what lies before
    the seat (a rack of tiles), shown wide below the board, or None; its targets can be clicked. `usual` is the move
    that Enter means when there is nothing to point at (None: the first one); `aside` are targets that may be clicked
    without being what is asked (goods that can be bought at any time). `numbers` are those that the moves of this
    decision name as their operands, several at a time and in any order (0: none): they are clicked one by one instead
    of being chosen from all their combinations. `amounts` are kinds of moves that are chosen by their number, all in
    one row. `runs` are moves that leave nothing to choose until the last of them: who makes the first means them all.
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
    """One row of the final table: what the points are for, points per seat, and a sentence that explains them."""

    title: str
    points: tuple[int, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ScoreBreakdown:
    """How everybody came by their points. The column sums of `lines` are the final scores."""

    lines: tuple[ScoreLine, ...]
    winners: tuple[int, ...]
    verdict: str


# What the board answers when it is asked: why nothing can be done at a place now, and what lies there.


class IllegalReason(NamedTuple):
    """Why nothing can be done at a place now: the first thing that fails, in the order of the rules.

    `clause` is its number in the book, `words` say it in a sentence or two. `at` are the places that forbid it, as
    targets: an edge, a space with something on it; also edges that the picture itself does not offer.
    """

    clause: str
    text: str
    targets: tuple[int, ...] = ()


class Fact(NamedTuple):
    """A row of an answer: words, at the right a value, before them a seat's emblem or a small picture.

    `share` (0 … 1) draws a bar below the value; `strong` rows stand out. `pieces` are drawings in the seat's colour
    that stand below the words: what the words count.
    """

    text: str
    value: str = ""
    seat: int = -1
    picture: Picture | None = None
    share: float = -1.0
    is_strong: bool = False
    pieces: tuple[str, ...] = ()


class FactGroup(NamedTuple):
    """Rows under a quiet title with a note at the right; without a title just rows."""

    title: str
    facts: tuple[Fact, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class PlaceInfo:
    """What lies at a place, what it does and what it is worth, as one seat may know it.

    `marked` shows it on the board, in the board's coordinates: what belongs together, where it is still open. `clause`
    is the number of the rule about it, "" for none. `picture` is the thing itself, where it is small on the board.
    """

    title: str
    note: str = ""
    text: str = ""
    groups: tuple[FactGroup, ...] = ()
    clause: str = ""
    highlight: Picture | None = None
    picture: Picture | None = None
