"""Statistics of Lab matches of Goldland: spaces, camps, adventures, equipment, the first seat at the temple."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from studio.core.game import Action
from studio.core.protocols import BUILT, LIMIT, ROUNDS, SCORED, TURNS, VISITED, MatchStats
from studio.core.text import _
from studio.games.goldland.rules import State, board as a
from studio.games.goldland.rules.board import Board

_CAMPS = (a.PITCH, a.SHIFT)
_SURVIVED = (a.PAY, a.CROSS_PAY)
_TILES = (a.EXPLORE, a.TURN_UP)
_WATCHED = frozenset((a.STEP, a.GAIN, a.HAND_OVER, *_CAMPS, *_TILES, a.LAY, a.TREASURE))


class Collector:
    watched: Collection[int] = ()

    def __init__(self) -> None:
        self._visited: set[int] = set()
        self._built: set[int] = set()
        self._scored: set[int] = set()
        self._used = [0] * a.ITEMS
        self._adventures = [0] * a.ADVENTURES
        self._explored = self._treasures = self._tokenless = self._scarce = self._round = self._turn = 0

    def before(self, state: State) -> None:
        self._arrival: list[int | None] = [None] * state.seats
        self._amulet = state.amulet[:]
        self._coins: list[list[int]] = [[] for _seat in range(state.seats)]
        self._by_seat = {name: [0] * state.seats for name in ("steps_of", "explored_of", "adventures_of", "camps_of")}

    def step(self, state: State, action: Action) -> None:
        """Count where adventurers go, what they meet there and what they pay (G4–G9, G11, G13, G14)."""
        if state.turn != self._turn:
            self._turn = state.turn
            self._arrive(state)
            if state.round != self._round:
                self._round = state.round
                self._note_coins(state)
        kind = action[0]
        if kind not in _WATCHED:
            return
        if kind == a.STEP:
            self._visited.add(action[1])
            self._by_seat["steps_of"][state.active] += 1
            if action[2] in _SURVIVED:
                tile = state.laid[action[1]] >> 2
                self._adventures[state.board.kinds[tile]] += 1
                self._scored.add(action[1])
                self._by_seat["adventures_of"][state.active] += 1
                for item, number in state.board.pays[tile]:
                    self._used[item] += number
        elif kind == a.GAIN:
            offer = state.board.gains[state.laid[state.at[state.active]] >> 2][action[1]]
            self._scarce += any(state.stock[item] < number for item, number in offer)
        elif kind == a.HAND_OVER:
            self._used[action[1]] += 1
        elif kind in _CAMPS:
            self._built.add(state.at[state.active])
            self._by_seat["camps_of"][state.active] += 1
        elif kind in _TILES:
            self._explored += 1
            self._by_seat["explored_of"][state.active] += 1
        elif kind == a.LAY:
            self._tokenless += not state.token_stock
        elif kind == a.TREASURE:
            self._treasures += 1
            self._scored.add(state.at[state.active])
            for item, number in enumerate(a.TREASURE_PRICE):
                self._used[item] += number

    def after(self, state: State) -> MatchStats:
        self._arrive(state)
        self._note_coins(state)
        if any(state.amulet):
            self._scored.add(state.board.temple)
        numbers = {
            TURNS: [state.turn],
            ROUNDS: [state.round],
            "explored": [self._explored],
            "treasures": [self._treasures],
            "tokens_short": [self._tokenless],
            "coins_short": [state.added],
            "stock_short": [self._scarce],
            "adventures": [sum(self._adventures)],
        }
        arrivals = [arrival for arrival in self._arrival if arrival is not None]
        numbers["first_arrival"] = [min(arrivals)] if arrivals else []
        numbers |= {f"met_{a.KIND_KEYS[kind]}": [count] for kind, count in enumerate(self._adventures)}
        numbers |= {f"used_{a.ITEM_KEYS[item]}": [count] for item, count in enumerate(self._used)}
        ending = LIMIT if state.stale >= a.STALE_ROUNDS else "amulets" if all(state.amulet) else "reserve"
        spaces = {VISITED: self._visited, BUILT: self._built, SCORED: self._scored}
        return MatchStats(
            numbers, {"arrival": self._arrival, **self._by_seat}, spaces, {}, {"coins": self._coins}, ending
        )

    def _arrive(self, state: State) -> None:
        """Record a seat that reached the temple in the turn that has ended."""
        if state.amulet != self._amulet:
            for seat, amulet in enumerate(state.amulet):
                if amulet and not self._amulet[seat]:
                    self._arrival[seat] = self._round
            self._amulet = state.amulet[:]

    def _note_coins(self, state: State) -> None:
        for seat, coins in enumerate(state.coins):
            self._coins[seat].append(coins)


def map_cells(board: Board) -> range:
    return range(board.count)


new_collector = Collector


def titles() -> Mapping[str, str]:
    return {
        "arrival": _("round of arrival at the temple"),
        "first_arrival": _("round of first arrival at the temple"),
        "explored": _("tiles explored"),
        "steps_of": _("steps"),
        "explored_of": _("tiles explored"),
        "adventures_of": _("adventures survived"),
        "camps_of": _("camps placed or moved"),
        "treasures": _("treasures taken"),
        "tokens_short": _("tiles placed with no token left"),
        "coins_short": _("coins missing from the box"),
        "stock_short": _("tiles that offered more equipment than the stock"),
        "adventures": _("adventures survived"),
        "met_bandits": _("bandits survived"),
        "met_pumas": _("pumas survived"),
        "met_desert": _("deserts survived"),
        "met_mountains": _("mountains survived"),
        "met_canyon": _("canyons survived"),
        "met_lake": _("lakes survived"),
        "met_natives": _("natives survived"),
        "used_provision": _("provisions used"),
        "used_rope": _("ropes used"),
        "used_rifle": _("rifles used"),
        "used_shovel": _("shovels used"),
        "used_wood": _("wood used"),
        "used_pearl": _("pearls used"),
        "used_rod": _("fishing rods used"),
        "coins": _("coins"),
        "amulets": _("all seats reached the temple"),
        "reserve": _("the coin reserve was empty"),
        LIMIT: _("no progress for 20 rounds"),
    }
