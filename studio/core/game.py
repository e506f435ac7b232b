"""The terms in which games and matches are spoken of: moves, layouts, boards, options, events, what a list shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from studio.core.problems import Problem
    from studio.core.rng import Rng

Action = tuple[int, ...]
"""A move, (kind, *operands), all small ints. A click, a bot, a replay and a saved file all end in `State.apply`."""

Json = Any
"""Dicts with text keys, lists, texts, ints, floats, booleans, None; not narrowed, since a game reads what it wrote."""

Value = str | int | bool
"""What a field of a form holds."""

Body = object
"""A layout as its game keeps it: frozen, compared by value, opaque to everybody else."""

Board = object
"""What a body is compiled to for play, once: never changed, opaque to everybody but its game."""

Options = dict[str, bool | int | str]

CHANCE, OVER = -1, -2
EVERYBODY = -1
"""As a seat argument of `observe`, `picture`, `panel`: only what all seats know."""


class Option(NamedTuple):
    """A variant rule that may be switched on for a match (or, later, chosen from `choices`)."""

    key: str
    name: str
    help: str
    default: bool | int | str = False
    choices: tuple[tuple[str, str], ...] = ()


class Verdicts(NamedTuple):
    """What a window says of `Game.prove`, in a few words each: not begun, at work, nothing found, found, not known."""

    idle: str
    working: str
    holds: str
    fails: str
    unknown: str


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What a list of games shows; `emblem` is the sprite that stands for the game there.

    `verdicts` are the words for a proof that asks something else than whether the board can be completed.
    """

    slug: str
    name: str
    author: str
    year: int
    min_seats: int
    max_seats: int
    options: tuple[Option, ...] = ()
    blurb: str = ""
    emblem: str = ""
    verdicts: Verdicts | None = None
    legacy_options: tuple[str, ...] = ()
    """Options that nobody is offered: on in matches recorded before a rule was changed, which go on by the old one."""

    @property
    def seats(self) -> range:
        """The numbers of seats it can be played with."""
        return range(self.min_seats, self.max_seats + 1)

    def defaults(self) -> Options:
        """Every option at its default, the rules being those of today."""
        return {option.key: option.default for option in self.options} | dict.fromkeys(self.legacy_options, False)


LAY: Final = "lay"
"""The kind of events that the window animates: something was laid on their cells. Other kinds are for readers."""


PRIVATE_FACT: Final = "learnt"
"""The kind of events that tell what one seat alone has chosen or found out and will want to remember: they stand on
that seat's own notes."""


class Event(NamedTuple):
    """Something that happened, for log lines and animation. `seat` is who did it, -1 nobody; `cells` where.

    `kind` is a short word (LAY, LEARNT, "sail", "unit", "score", "gold", "end", …).
    `private_to` ≥ 0 means that only that seat may read `text`. What is only `passing` (a tile taken in hand) is told
    until the next thing happens, which tells of it anyway (where the tile was laid). What `begins` a turn (an income, a
    roll for it) belongs to the turn after the decision that it came with. Where something went from space to space,
    `course` is its way, both ends among it.
    """

    kind: str
    text: str
    seat: int = -1
    cells: tuple[int, ...] = ()
    private_to: int = -1
    is_transient: bool = False
    starts_turn: bool = False
    path: tuple[int, ...] = ()


class IllegalAction(ValueError):
    """An action that the position does not allow; raised by `Match`, never by a `State`."""


@dataclass(slots=True)
class LayoutNotPlayable(Exception):
    """A layout with errors was asked to be played."""

    problems: list[Problem] = field(default_factory=list)


# A position, and what rooms call the body, the board and the position of their own game.


class State(Protocol):
    """A position: mutable, cheap to clone; no Qt, no players, no random source inside."""

    to_move: int

    def legal(self) -> list[Action]:
        """The moves of the seat to move, sorted, unique, not empty. Only when `to_move` ≥ 0."""

    def apply(self, action: Action) -> None:
        """Play a legal action or a chance outcome, in place. Trusts its caller."""

    def chance(self) -> list[tuple[Action, int]]:
        """Outcomes with whole-number weights. Only when `to_move` is CHANCE."""

    def draw(self, rng: Rng) -> Action:
        """One outcome of `chance`, with its probability, without building the list."""

    def reveals(self, action: Action) -> bool:
        """Whether this legal action shows its seat something hidden without drawing it (a look under a cover)."""

    def clone(self) -> Self:
        """An independent copy."""

    def scores(self) -> list[int]:
        """Points by seat."""

    def winners(self) -> list[int]:
        """Who has won; several when shared. Only when `to_move` is OVER."""

    def observe(self, seat: int) -> Json:
        """What this seat may see (EVERYBODY: what all may see)."""

    def redeal(self, seat: int, rng: Rng) -> Self:
        """A clone in which all that `seat` cannot see is dealt afresh; `observe(seat)` stays the same."""

    def dump(self) -> Json:
        """The whole position, so that `Game.restore` gives an equal one."""


B = TypeVar("B")
D = TypeVar("D")
S = TypeVar("S", bound=State)
B_in = TypeVar("B_in", contravariant=True)
B_out = TypeVar("B_out", covariant=True)
D_in = TypeVar("D_in", contravariant=True)
D_out = TypeVar("D_out", covariant=True)
S_in = TypeVar("S_in", bound=State, contravariant=True)
S_out = TypeVar("S_out", bound=State, covariant=True)
"""Body, board and state of one game, as its rooms know them (taken in, given out, or both)."""


# Fields of a position as plain data and back: the copying that `State.dump` and `Game.restore` share.

_NUMBERS = frozenset({int, bool})
"""What a sequence that is copied as a whole is of: most are long, and positions are dumped often."""


def to_plain(position: object, fields: Iterable[str]) -> dict[str, Json]:
    """The named fields (whole numbers, and sequences of them or of such sequences); nothing is shared with it."""
    return {name: _copy_value(getattr(position, name)) for name in fields}


def load_plain(position: object, plain: Mapping[str, Json], fields: Iterable[str]) -> None:
    """Give a fresh position the named fields of a dump. A sequence keeps its type; those within it become lists."""
    for name in fields:
        value = _copy_value(plain[name])
        setattr(position, name, value if isinstance(value, int) else type(getattr(position, name))(value))


def _copy_value(value: Json) -> Json:
    if isinstance(value, int):
        return value
    return list(value) if _NUMBERS.issuperset(map(type, value)) else [_copy_value(part) for part in value]
