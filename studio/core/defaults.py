"""Default functions: import the name into a game's module, or leave an optional module out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn

from studio.core.features import POINTS, Feature
from studio.core.game import Action, B, Board, Body, State
from studio.core.text import _

if TYPE_CHECKING:  # the functions import what they need: a simulation waits for neither pictures nor the piece editor
    from studio.core.cancellation import CancelToken
    from studio.core.form import Stamp, Survey
    from studio.core.panel import IllegalReason, PlaceInfo, Plan
    from studio.core.picture import Picture
    from studio.core.pieces import MissingPieces, PatternRow, PieceDetail, PieceSet
    from studio.core.problems import Problem
    from studio.core.protocols import MatchStats


def max_seats(body: Body) -> int:
    """Return a number that no game exceeds, so that the layout supports as many seats as the game."""
    return 12


def migrate_action(state: State, action: Action) -> Sequence[Action]:
    return (action,)


def verify(body: Body, cancel: CancelToken) -> Sequence[Problem]:
    return ()


def survey(body: Body, target: int, cancel: CancelToken) -> Survey:
    """Return an empty survey; the window then shows no survey panel."""
    from studio.core.form import Survey

    return Survey()


def rotate_stamp(body: Body, stamp: Stamp, turns: int) -> Stamp:
    """Return the same stamp: it looks the same in every rotation."""
    return stamp


def mirror_stamp(body: Body, stamp: Stamp, upright: bool) -> Stamp:
    """Return the same stamp: it looks the same mirrored."""
    return stamp


def complete(body: Body, cells: Collection[int], seed: int, cancel: CancelToken) -> NoReturn:
    """Raise `NotCompletable`; the window then offers no completion."""
    from studio.core.problems import NotCompletable

    raise NotCompletable(_("The boards of this game have nothing to complete."))


def paint_coast(body: B, edges: Mapping[int, bool]) -> tuple[B, Mapping[int, str]]:
    """Change nothing; the window then has no coast brush."""
    return body, {}


def preview(state: State, action: Action) -> Picture | None:
    return None


def rotated_hand(state: State, action: Action) -> Picture | None:
    return None


def revealed_picture(state: State, outcome: Action) -> Picture | None:
    return None


def evaluate(state: State, seat: int) -> float:
    """Return the points ahead of the best other seat."""
    points = state.scores()
    return points[seat] - max(other for rival, other in enumerate(points) if rival != seat)


rate = evaluate
CHANCES: Sequence[float] = ()


def estimate_moves(state: State, seat: int) -> Mapping[Action, float]:
    return {}


FEATURES: Sequence[Feature] = (Feature("lead", 1.0, *POINTS),)


def features(state: State, seat: int) -> Sequence[float]:
    return (evaluate(state, seat),)


def plan(state: State, target: int) -> Plan | None:
    return None


def why_not(state: State, place: int, turn: int = -1) -> IllegalReason | None:
    """Return None; the window then only says that no move is possible there."""
    return None


def describe_place(state: State, place: int, seat: int) -> PlaceInfo | None:
    return None


def goal_values(state: State, seat: int) -> Mapping[str, int | str]:
    return {}


def ghost(body: Body, target: int, stamp: Stamp) -> Picture | None:
    return None


def pieces(body: Body) -> PieceSet:
    """Return an empty set; the window then has no piece editor."""
    from studio.core.pieces import PieceSet

    return PieceSet("")


def piece_detail(body: Body, piece: str, turn: int) -> PieceDetail:
    from studio.core.picture import Picture
    from studio.core.pieces import PieceDetail

    return PieceDetail(Picture((0, 0, 1, 1), ()))


def patterns(body: Body) -> Sequence[PatternRow]:
    return ()


def missing_pieces(body: Body, cancel: CancelToken) -> Sequence[MissingPieces]:
    return ()


def add_pieces(body: Body, what: str, count: int) -> NoReturn:
    raise ValueError(_("The pieces of this game cannot be changed."))


def duplicate_piece(body: Body, piece: str) -> NoReturn:
    add_pieces(body, piece, 1)


remove_piece = duplicate_piece


def import_pieces(body: Body, other: Body, pieces: Collection[str]) -> NoReturn:
    add_pieces(body, "", 0)


class NullCollector:
    """Collects nothing."""

    watched: Collection[int] = ()

    def before(self, state: State) -> None: ...

    def step(self, state: State, action: Action) -> None: ...

    def after(self, state: State) -> MatchStats:
        from studio.core.protocols import MatchStats

        return MatchStats()


def new_collector() -> NullCollector:
    return NullCollector()


def titles() -> Mapping[str, str]:
    return {}


def map_cells(board: Board) -> Collection[int]:
    return ()
