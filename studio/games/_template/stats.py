"""Statistics of a match: where flowers are planted, and the points for each (M4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from studio.core.game import Action
from studio.core.protocols import BUILT, MatchStats
from studio.core.text import _
from studio.games._template.rules import PLANT, Board, State


class Collector:
    watched: Collection[int] = (PLANT,)

    def __init__(self) -> None:
        self._planted: set[int] = set()
        self._worth: list[int] = []

    def before(self, state: State) -> None:
        """Do nothing: a match starts without flowers."""

    def step(self, state: State, action: Action) -> None:
        if action[0] == PLANT:
            self._planted.add(action[1])
            self._worth.append(state.worth(action[1]))

    def after(self, state: State) -> MatchStats:
        return MatchStats(numbers={"worth": self._worth}, spaces={BUILT: self._planted})


def new_collector() -> Collector:
    return Collector()


def map_cells(board: Board) -> Collection[int]:
    return board.grass


def titles() -> Mapping[str, str]:
    return {"worth": _("points for a flower")}
