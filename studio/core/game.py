"""Basic types of games and matches: actions, options, events, game info, and the protocol of positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from studio.core.problems import Problem
    from studio.core.rng import Rng

Action = tuple[int, ...]
"""A move, (kind, *operands), all small ints. A click, a bot, a replay and a saved file all end in `State.apply`."""

Json = Any
"""Dicts with text keys, lists, texts, ints, floats, booleans, None. Not narrowed: a game reads what it wrote."""

Value = str | int | bool  # the value of a form field

Body = object  # the content of a layout file: frozen, compared by value, opaque outside its game

Board = object  # a body compiled for play: immutable, opaque outside its game

Options = dict[str, bool | int | str]

FIRST_RULES: Final = "2026-11-21"  # the date of rules before any dated change

CHANCE, OVER = -1, -2
EVERYBODY = -1  # as the seat argument of `observe`, `picture` or `panel`: only what all seats know


class Option(NamedTuple):
    """A variant rule that can be switched on for a match, or a value to choose from `choices`."""

    key: str
    name: str
    help: str
    default: bool | int | str = False
    choices: tuple[tuple[str, str], ...] = ()


class Verdicts(NamedTuple):
    """The short texts for the state of `checks.verify`: not started, running, no problem, a problem, undecided."""

    idle: str
    working: str
    holds: str
    fails: str
    unknown: str


class GameInfo(NamedTuple):
    """What the list of games shows; `emblem` is the sprite of the game there.

    `verdicts` are the texts of games whose `verify` checks something other than whether the board can be completed.
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

    @property
    def seats(self) -> range:
        return range(self.min_seats, self.max_seats + 1)

    def defaults(self) -> Options:
        """Return every option with its default."""
        return {option.key: option.default for option in self.options}


LAY: Final = "lay"  # the kind of events that the window animates: something was placed on their cells

FORCED_END: Final = "forced"
"""The kind of events that end a turn, or its expedition, which the seat did not end; shown until its next move."""
PRIVATE_FACT: Final = "learnt"
"""The kind of events with what one seat alone chose or found out; the window lists them for this seat."""


class Event(NamedTuple):
    """Something that happened, for log lines and animation. `seat` did it (-1: no seat), `cells` where.

    `kind` is a short key (LAY, FORCED_END, PRIVATE_FACT, "sail", "unit", "score", "end", …). With `private_to` ≥ 0 only
    that seat may read `text`. An `is_transient` event (a tile taken in hand) is shown only until the next one, which
    repeats what matters (where the tile was placed). An event that `starts_turn` (an income, a roll for it) belongs to
    the turn after the decision it came with. `path` are the spaces that something moved along, both ends included.
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
    """An action that the position does not allow. Raised by `Match`, never by a `State`."""


class LayoutNotPlayable(Exception):
    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems


class State(Protocol):
    """A position: mutable, cheap to clone, without Qt, players or a random source."""

    to_move: int

    def legal(self) -> list[Action]:
        """Return the moves of the seat to move: sorted, unique, not empty. Only when `to_move` ≥ 0."""

    def apply(self, action: Action) -> None:
        """Play a legal action or a chance outcome, in place. Does not check legality."""

    def chance(self) -> list[tuple[Action, int]]:
        """Return the outcomes with whole-number weights. Only when `to_move` is CHANCE."""

    def draw(self, rng: Rng) -> Action:
        """Draw one outcome of `chance` with its probability, without building the list."""

    def purpose(self) -> tuple[int, ...]:
        """Return what the next draw is for, as numbers: a roll, a tile for seat 2. Only when `to_move` is CHANCE.

        `Luck` draws for each purpose from a stream of its own, so that two matches with the same seed draw alike even
        if their boards differ somewhere.
        """

    def reveals(self, action: Action) -> bool:
        """Whether this legal action shows its seat something hidden without a draw (a look under a cover)."""

    def clone(self) -> Self: ...

    def scores(self) -> list[int]:
        """Return the points by seat."""

    def winners(self) -> list[int]:
        """Return the winning seats; several if they share the victory. Only when `to_move` is OVER."""

    def observe(self, seat: int) -> Json:
        """Return what this seat may see (EVERYBODY: what all may see)."""

    def redeal(self, seat: int, rng: Rng) -> Self:
        """Return a clone with everything that `seat` cannot see dealt again; `observe(seat)` stays the same."""

    def dump(self) -> Json:
        """Return the whole position as plain data, from which `rules.restore` makes an equal one."""


B = TypeVar("B")
D = TypeVar("D")
S = TypeVar("S", bound=State)
B_in = TypeVar("B_in", contravariant=True)
B_out = TypeVar("B_out", covariant=True)
D_in = TypeVar("D_in", contravariant=True)
D_out = TypeVar("D_out", covariant=True)
S_in = TypeVar("S_in", bound=State, contravariant=True)
S_out = TypeVar("S_out", bound=State, covariant=True)
"""The body, board and state type of one game: invariant, contravariant (`_in`) and covariant (`_out`)."""


class BookPosition(NamedTuple, Generic[S_out]):
    """A position for a board in the rulebook, and the body of the layout that it is played on."""

    body: Body
    state: S_out

    def after(self, *prefixes: Action) -> BookPosition[S_out]:
        """Return the position after some moves (see `play_moves`)."""
        return BookPosition(self.body, play_moves(self.state, *prefixes))


def play_moves(state: S, *prefixes: Action) -> S:
    """Apply moves to a position for a board in the rulebook, in place, and return it.

    Each of `prefixes` is the beginning of a legal action or chance outcome. Chance outcomes that are not given are the
    first possible ones. Raises `ValueError` if no action begins like that.
    """
    for prefix in (*prefixes, ()):
        while state.to_move == CHANCE:
            outcomes = [action for action, _weight in state.chance()]
            matching = [action for action in outcomes if prefix and action[: len(prefix)] == prefix]
            state.apply((matching or outcomes)[0])
            if matching:
                break
        else:
            if prefix:
                matching = [action for action in state.legal() if action[: len(prefix)] == prefix]
                if not matching:
                    raise ValueError(f"{prefix} is not legal here.")
                state.apply(matching[0])
    return state


def legal_kinds(state: State) -> set[int]:
    """Return the kinds of the legal actions."""
    return {action[0] for action in state.legal()}


# Copying the fields of a position to plain data and back, for `State.dump` and `rules.restore`.

_NUMBERS = frozenset({int, bool})
"""Sequences of these types are copied as a whole: most are long, and positions are dumped often."""


def to_plain(position: object, fields: Iterable[str]) -> dict[str, Json]:
    """Copy the named fields: whole numbers, texts, and sequences of numbers or of such sequences."""
    return {name: _copy_value(getattr(position, name)) for name in fields}


def load_plain(position: object, plain: Mapping[str, Json], fields: Iterable[str]) -> None:
    """Set the named fields of a new position from a dump. A sequence keeps its type; sequences in it become lists."""
    for name in fields:
        value = _copy_value(plain[name])
        setattr(position, name, value if isinstance(value, (int, str)) else type(getattr(position, name))(value))


def _copy_value(value: Json) -> Json:
    if isinstance(value, (int, str)):
        return value
    return list(value) if _NUMBERS.issuperset(map(type, value)) else [_copy_value(part) for part in value]
