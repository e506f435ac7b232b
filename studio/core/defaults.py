"""Functions for games that need none of their own: import the name into the module, or leave an optional module out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NoReturn

from studio.core.cancellation import CancelToken
from studio.core.form import Stamp, Survey
from studio.core.game import Action, B, Board, Body, State
from studio.core.panel import IllegalReason, PlaceInfo, Plan
from studio.core.picture import Picture
from studio.core.pieces import MissingPieces, PatternRow, PieceDetail, PieceSet
from studio.core.problems import NotCompletable, Problem
from studio.core.protocols import MatchStats
from studio.core.text import _

MAX_SEATS = 12
"""No game has more."""


def max_seats(body: Body) -> int:
    """As many as sit at any table: the layout serves as many as the game."""
    return MAX_SEATS


def migrate_action(state: State, action: Action) -> Sequence[Action]:
    """No clause was changed since matches were first written down."""
    return (action,)


def verify(body: Body, cancel: CancelToken) -> Sequence[Problem]:
    """Nothing that takes a search."""
    return ()


def survey(body: Body, target: int, cancel: CancelToken) -> Survey:
    """Nothing to measure; the window then keeps no place for it."""
    return Survey()


def rotate_stamp(body: Body, stamp: Stamp, turns: int) -> Stamp:
    """A stamp that looks the same however it is turned."""
    return stamp


def mirror_stamp(body: Body, stamp: Stamp, upright: bool) -> Stamp:
    """A stamp that looks the same in a mirror."""
    return stamp


def complete(body: Body, cells: Collection[int], seed: int, cancel: CancelToken) -> NoReturn:
    """No spaces that wait for tiles; the window then offers no completion."""
    raise NotCompletable(_("On the boards of this game there is nothing to complete."))


def paint_coast(body: B, edges: Mapping[int, bool]) -> tuple[B, Mapping[int, str]]:
    """No land and sea on edges; the window then has no brush for them."""
    return body, {}


def preview(state: State, action: Action) -> Picture | None:
    """No ghost under the pointer."""
    return None


def rotated_hand(state: State, action: Action) -> Picture | None:
    """Nothing in hand looks otherwise than it will lie."""
    return None


def revealed_picture(state: State, outcome: Action) -> Picture | None:
    """Nothing that is turned up is shown before it lies."""
    return None


def evaluate(state: State, seat: int) -> float:
    """The points ahead of the best other seat."""
    points = state.scores()
    return points[seat] - max(other for rival, other in enumerate(points) if rival != seat)


def estimate_moves(state: State, seat: int) -> Mapping[Action, float]:
    """Nothing is told of moves without making them."""
    return {}


def plan(state: State, target: int) -> Plan | None:
    """A click means one move or none."""
    return None


def why_not(state: State, place: int, turn: int = -1) -> IllegalReason | None:
    """Nothing is known of what forbids it; the window then says only that nothing can be done there."""
    return None


def describe_place(state: State, place: int, seat: int) -> PlaceInfo | None:
    """Nothing to tell beyond its name."""
    return None


def goal_values(state: State, seat: int) -> Mapping[str, int | str]:
    """Nothing beside the points."""
    return {}


def ghost(body: Body, target: int, stamp: Stamp) -> Picture | None:
    """No ghost under the brush."""
    return None


def pieces(body: Body) -> PieceSet:
    """No pieces to be changed; the window then offers no workshop."""
    return PieceSet("")


def piece_detail(body: Body, piece: str, turn: int) -> PieceDetail:
    """Nothing lies on it."""
    return PieceDetail(Picture((0, 0, 1, 1), ()))


def patterns(body: Body) -> Sequence[PatternRow]:
    """Nothing to tell of how pieces look."""
    return ()


def missing_pieces(body: Body, cancel: CancelToken) -> Sequence[MissingPieces]:
    """The proof has nothing to say of pieces."""
    return ()


def add_pieces(body: Body, what: str, count: int) -> NoReturn:
    """No pieces can be added."""
    raise ValueError(_("The pieces of this game are always the same."))


def duplicate_piece(body: Body, piece: str) -> NoReturn:
    """No pieces can be added."""
    add_pieces(body, piece, 1)


remove_piece = duplicate_piece


def import_pieces(body: Body, other: Body, pieces: Collection[str]) -> NoReturn:
    """No pieces can be added."""
    add_pieces(body, "", 0)


class NullCollector:
    """The tally of a game that has nothing to count beside what all games have."""

    watched: Collection[int] = ()

    def before(self, state: State) -> None:
        """Nothing to remember."""

    def step(self, state: State, action: Action) -> None:
        """Nothing to note."""

    def after(self, state: State) -> MatchStats:
        """Nothing came of it."""
        return MatchStats()


def new_collector() -> NullCollector:
    """Nothing to count beside what all games have."""
    return NullCollector()


def titles() -> Mapping[str, str]:
    """No figures of its own."""
    return {}


def map_cells(board: Board) -> Collection[int]:
    """No spaces to draw a map of."""
    return ()
