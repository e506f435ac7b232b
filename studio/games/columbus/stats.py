"""Statistics of a match of Columbus: distances, tiles, blockades, the voyage from each harbour."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from studio.core.game import Action
from studio.core.protocols import BUILT, LIMIT, ROUNDS, SCORED, TURNS, VISITED, MatchStats
from studio.core.text import _
from studio.games.columbus.rules import State, board as a
from studio.games.columbus.rules.board import Board

_LAYING = (a.PLACE, a.DROP, a.SWAP)


class Collector:
    watched: Collection[int] = ()

    def __init__(self) -> None:
        self._visited: set[int] = set()
        self._built: set[int] = set()
        self._scored: set[int] = set()
        self._turn = self._laid = self._bare = self._empty = self._storms = 0

    def before(self, state: State) -> None:
        self._voyage = state.voyage[:]
        self._blocked = state.blocked[:]
        self._blockades, self._tiles, self._sailed = [0] * state.seats, [0] * state.seats, [0] * state.seats
        self._round = state.round
        self._way: list[list[int]] = [[] for _seat in range(state.seats)]

    def step(self, state: State, action: Action) -> None:
        self._observe(state)
        kind = action[0]
        if kind == a.SAIL:
            self._visited.add(action[1])
            self._sailed[state.active] += 1
        elif kind in _LAYING:
            self._built.add(action[1])
            self._tiles[state.active] += 1
        elif kind == a.AS_CYCLONE or (kind == a.TAKE and action[1] == a.T_CYCLONE):
            self._storms += 1

    def after(self, state: State) -> MatchStats:
        self._observe(state)
        self._note_way()
        home = [seat for seat in range(state.seats) if state.voyage[seat] == a.HOME]
        far = [seat for seat in range(state.seats) if state.voyage[seat] != a.OUTBOUND]
        numbers = {
            TURNS: [state.turn],
            ROUNDS: [state.round],
            "blockades": [sum(self._blockades)],
            "bare_turns": [self._bare],
            "reserve_empty": [self._empty] if self._empty else [],
            "storms": [self._storms],
        }
        seats: dict[str, list[int | None]] = {
            "america_round": [state.america_round[seat] if seat in far else None for seat in range(state.seats)],
            "home_round": [state.home_round[seat] if seat in home else None for seat in range(state.seats)],
            "blockades_of": [*self._blockades],
            "tiles_of": [*self._tiles],
            "sailed_of": [*self._sailed],
        }
        places = {
            "voyage_out": [(state.harbour[seat], state.america_round[seat]) for seat in far],
            "voyage": [(state.harbour[seat], state.home_round[seat]) for seat in home],
        }
        settled = len(home) >= state.seats - 1 or (state.winner_only and bool(home))
        spaces = {VISITED: self._visited, BUILT: self._built, SCORED: self._scored}
        return MatchStats(numbers, seats, spaces, places, {"way": self._way}, "home" if settled else LIMIT)

    def _note_way(self) -> None:
        for seat, sailed in enumerate(self._sailed):
            self._way[seat].append(sailed)

    def _observe(self, state: State) -> None:
        if state.voyage != self._voyage:
            for seat, cell in enumerate(state.ship):
                if state.voyage[seat] == a.RETURNING and self._voyage[seat] == a.OUTBOUND:
                    self._scored.add(cell)
            self._voyage = state.voyage[:]
        if state.blocked != self._blocked:
            for seat, count in enumerate(state.blocked):
                self._blockades[seat] += count > self._blocked[seat]
            self._blocked = state.blocked[:]
        if state.round != self._round:
            self._note_way()
            self._round = state.round
        if state.turn != self._turn:
            self._bare += self._turn > 0 and not self._laid
            self._turn, self._laid = state.turn, 0
        self._laid = max(self._laid, state.laid)
        if not state.reserve_size and not self._empty:
            self._empty = state.round


new_collector = Collector


def map_cells(board: Board) -> Collection[int]:
    return [cell for cell in range(board.count) if board.space[cell] != a.S_LAND]


def titles() -> Mapping[str, str]:
    return {
        "blockades": _("turns with a blocked ship"),
        "blockades_of": _("blocked turns"),
        "bare_turns": _("turns with no tile placed"),
        "reserve_empty": _("round when the reserve ran out"),
        "storms": _("cyclones"),
        "tiles_of": _("tiles placed"),
        "sailed_of": _("spaces sailed"),
        "way": _("spaces sailed"),
        "america_round": _("round of arrival in America"),
        "home_round": _("round of return"),
        "voyage_out": _("rounds to America, by harbour"),
        "voyage": _("rounds to America and back, by harbour"),
        "home": _("the ships returned home"),
        LIMIT: _("no progress for 20 rounds"),
    }
