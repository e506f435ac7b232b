"""Statistics of a match: where flowers are planted, and the points that every seed brings (M4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from studio.core.game import Action
from studio.core.protocols import BUILT, MatchStats
from studio.core.text import _
from studio.games._template.rules import PLANT, Board, State


class Collector:
    """Watches one match."""

    watched: Collection[int] = (PLANT,)

    def __init__(self) -> None:
        self._planted: set[int] = set()
        self._worth: list[int] = []

    def before(self, state: State) -> None:
        """Nothing is planted yet."""

    def step(self, state: State, action: Action) -> None:
        """A flower, and the points for it."""
        if action[0] == PLANT:
            self._planted.add(action[1])
            self._worth.append(state.worth(action[1]))

    def after(self, state: State) -> MatchStats:
        """The figures of the match."""
        return MatchStats(numbers={"worth": self._worth}, spaces={BUILT: self._planted})


def new_collector() -> Collector:
    """What watches one match, fresh."""
    return Collector()


def map_cells(board: Board) -> Collection[int]:
    """The grass."""
    return board.grass


def titles() -> Mapping[str, str]:
    """What people call the figures."""
    return {"worth": _("points for a flower")}
