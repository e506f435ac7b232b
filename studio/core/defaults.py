"""What a room answers when its game has nothing of its own to say: take the name into the room."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn

from studio.core.cancellation import Patience
from studio.core.form import Stamp, Survey
from studio.core.game import Action, B, Board, Body, State
from studio.core.panel import Answer, Plan, Reason
from studio.core.picture import Picture
from studio.core.pieces import Bench, Need, PatternRow, PieceSet
from studio.core.problems import Incompletable, Problem
from studio.core.protocols import Counted
from studio.core.text import _

if TYPE_CHECKING:
    pass


MOST_SEATS = 12
"""No game has more."""


def most_seats(body: Body) -> int:
    """As many as sit at any table: the layout serves as many as the game."""
    return MOST_SEATS


def restated(state: State, action: Action) -> Sequence[Action]:
    """No clause was changed since matches were first written down."""
    return (action,)


def prove(body: Body, patience: Patience) -> Sequence[Problem]:
    """Nothing that takes a search."""
    return ()


def survey(body: Body, target: int, patience: Patience) -> Survey:
    """Nothing to measure; the window then keeps no place for it."""
    return Survey()


def turned(body: Body, stamp: Stamp, turns: int) -> Stamp:
    """A stamp that looks the same however it is turned."""
    return stamp


def mirrored(body: Body, stamp: Stamp, upright: bool) -> Stamp:
    """A stamp that looks the same in a mirror."""
    return stamp


def complete(body: Body, cells: Collection[int], seed: int, patience: Patience) -> NoReturn:
    """No spaces that wait for tiles; the window then offers no completion."""
    raise Incompletable(_("On the boards of this game there is nothing to complete."))


def coasted(body: B, edges: Mapping[int, bool]) -> tuple[B, Mapping[int, str]]:
    """No land and sea on edges; the window then has no brush for them."""
    return body, {}


def preview(state: State, action: Action) -> Picture | None:
    """No ghost under the pointer."""
    return None


def as_laid(state: State, action: Action) -> Picture | None:
    """Nothing in hand looks otherwise than it will lie."""
    return None


def turned_up(state: State, outcome: Action) -> Picture | None:
    """Nothing that is turned up is shown before it lies."""
    return None


def foresee(state: State, seat: int) -> Mapping[Action, float]:
    """Nothing is told of moves without making them."""
    return {}


def plan(state: State, target: int) -> Plan | None:
    """A click means one move or none."""
    return None


def why_not(state: State, place: int, turn: int = -1) -> Reason | None:
    """Nothing is known of what forbids it; the window then says only that nothing can be done there."""
    return None


def about(state: State, place: int, seat: int) -> Answer | None:
    """Nothing to tell beyond its name."""
    return None


def figures(state: State, seat: int) -> Mapping[str, int | str]:
    """Nothing beside the points."""
    return {}


def ghost(body: Body, target: int, stamp: Stamp) -> Picture | None:
    """No ghost under the brush."""
    return None


def pieces(body: Body) -> PieceSet:
    """No pieces to be changed; the window then offers no workshop."""
    return PieceSet("")


def bench(body: Body, piece: str, turn: int) -> Bench:
    """Nothing lies on it."""
    return Bench(Picture((0, 0, 1, 1), ()))


def patterns(body: Body) -> Sequence[PatternRow]:
    """Nothing to tell of how pieces look."""
    return ()


def needs(body: Body, patience: Patience) -> Sequence[Need]:
    """The proof has nothing to say of pieces."""
    return ()


def added(body: Body, what: str, count: int) -> NoReturn:
    """No pieces can be added."""
    raise ValueError(_("The pieces of this game are always the same."))


def duplicated(body: Body, piece: str) -> NoReturn:
    """No pieces can be added."""
    added(body, piece, 1)


removed = duplicated


def imported(body: Body, other: Body, pieces: Collection[str]) -> NoReturn:
    """No pieces can be added."""
    added(body, "", 0)


class Uncounted:
    """The tally of a game that has nothing to count beside what all games have."""

    watched: Collection[int] = ()

    def before(self, state: State) -> None:
        """Nothing to remember."""

    def step(self, state: State, action: Action) -> None:
        """Nothing to note."""

    def after(self, state: State) -> Counted:
        """Nothing came of it."""
        return Counted()


def tally() -> Uncounted:
    """Nothing to count beside what all games have."""
    return Uncounted()


def titles() -> Mapping[str, str]:
    """No figures of its own."""
    return {}


def ground(board: Board) -> Collection[int]:
    """No spaces to draw a map of."""
    return ()
