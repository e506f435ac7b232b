"""Count all components of the box in a position; a player for random matches."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from studio.core.game import Action, State
from studio.core.rng import Rng
from studio.games.goldland import rules
from studio.games.goldland.body import build, parse
from studio.games.goldland.rules.board import Board

ITEMS = ("provision", "rope", "rifle", "shovel", "wood", "pearl", "rod")


def counting(layout: Path) -> Callable[[State], None]:
    """Return a function that checks that a position of a match on a layout has all components."""
    census = Census(box_of(layout)[1])

    def counted(state: State) -> None:
        assert isinstance(state, rules.State)
        census.count(state)

    return counted


@cache
def box_of(path: Path) -> tuple[Board, dict[str, Any]]:
    """Return the board of a shipped layout, and the components in its file."""
    raw = json.loads(path.read_text(encoding="utf-8"))["body"]
    box = {
        "stock": [raw["stock"][item] for item in ITEMS],
        **{key: raw[key] for key in ("tokens", "coins", "camps")},
        "tiles": len(raw["tiles"]) + 1,  # and the start tile
        "treasures": sum(tile.get("treasure", False) for tile in raw["tiles"]),
    }
    return build(parse(raw)), box


class Census:
    """Counts the components of a match; piles that have not changed are not counted again."""

    def __init__(self, box: dict[str, Any]) -> None:
        self.box = box
        self.known: dict[str, tuple[Any, ...]] = {}

    def changed(self, name: str, *piles: list[int] | tuple[int, ...] | int) -> bool:
        now = tuple(pile[:] if isinstance(pile, list) else pile for pile in piles)
        if self.known.get(name) == now:
            return False
        self.known[name] = now
        return True

    def count(self, state: rules.State) -> None:
        """Check that every component is somewhere and that no pile is negative."""
        box, seats, cells = self.box, state.seats, state.board.count
        if self.changed("backpacks", state.stock, state.pack, state.treasures, state.amulet):
            for item, number in enumerate(box["stock"]):
                assert state.stock[item] + sum(state.pack[item::7]) == number
            for seat in range(seats):
                pieces = sum(state.pack[seat * 7 : seat * 7 + 7])
                assert 0 <= pieces + state.treasures[seat] + state.amulet[seat] <= 12
            assert min(state.stock) >= 0 and min(state.pack) >= 0
            assert set(state.amulet) <= {0, 1} and len(state.amulet) == seats
        if self.changed("camps", state.camps, state.camp):
            for seat in range(seats):
                assert state.camps[seat] + sum(state.camp[seat * cells : seat * cells + cells]) == box["camps"]
            assert min(state.camps) >= 0 and min(state.camp) >= 0
        if self.changed("tokens", state.tokens, state.token_stock):
            assert state.token_stock + sum(state.tokens) == box["tokens"]
            assert min(state.token_stock, *state.tokens) >= 0
        if self.changed("coins", state.coins, state.bonus, state.reserve, state.box, state.added):
            assert state.bonus + state.reserve + state.box + sum(state.coins) == box["coins"] + state.added
            assert min(state.bonus, state.reserve, state.box, state.added, *state.coins) >= 0
            assert not (state.added and state.box)  # made only when the box was empty
        if self.changed("treasures", state.treasures, state.treasure, state.treasure_stock):
            assert state.treasure_stock + sum(state.treasure) + sum(state.treasures) == box["treasures"]
            assert state.treasure_stock >= 0 and set(state.treasure) <= {0, 1}
        if self.changed("tiles", state.laid, state.hidden, state.hand):
            tiles = [placement >> 2 for placement in state.laid if placement >= 0] + list(state.hidden)
            if state.hand >= 0:
                tiles.append(state.hand)
            assert sorted(tiles) == list(range(box["tiles"]))


PUT_OFF = (rules.END, rules.STOP, rules.DISCARD, rules.BUY)


def choose_move(state: rules.State, rng: Rng) -> Action:
    """Choose any kind of action, then any of that kind, but prefer reaching the temple and filling the backpack
    there."""
    legal = state.legal()
    everything = kinds = sorted({action[0] for action in legal})
    if len(kinds) > 1 and rng.below(4):
        kinds = [kind for kind in kinds if kind not in PUT_OFF] or kinds
    kind = rng.choose(kinds)
    if not state.amulet[state.active]:
        if state.at[state.active] == state.board.temple and rng.below(4):
            kind = next((kind for kind in (rules.BUY, rules.STOP) if kind in everything), kind)
        elif rules.STEP in kinds and rng.below(4):
            kind = rules.STEP
    actions = [action for action in legal if action[0] == kind]
    if kind == rules.STEP and rng.below(3):
        return min((rng.choose(actions) for _try in range(3)), key=lambda action: _to_temple(state, action[1]))
    return rng.choose(actions)


def _to_temple(state: rules.State, cell: int) -> int:
    """Return the sum of row and column distance to the temple."""
    (row, column), (to_row, to_column) = (divmod(one, state.board.columns) for one in (cell, state.board.temple))
    return abs(row - to_row) + abs(column - to_column)
