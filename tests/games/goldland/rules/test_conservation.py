"""Nothing gets lost and nothing appears: the component table, counted at every ply of 200 random matches.

The 200 matches of each shipped layout, number of seats and option are cut into parts, so that they can be shared out.
The short run plays one part of every layout, each with another number of seats.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games.goldland import rules
from studio.games.goldland.body import build
from studio.games.goldland.body.data import parse
from studio.games.goldland.rules.board import Board
from tests.games.goldland.players import wanderer

MATCHES, PARTS = 200, 4
SHIPPED = shipped_layouts("goldland")
WAYS = [
    pytest.param(path, seats, part, marks=() if (seats, part) == (2 + number % 4, 0) else pytest.mark.long)
    for number, path in enumerate(SHIPPED)
    for seats in (2, 3, 4, 5)
    for part in range(PARTS)
]
ITEMS = ("provision", "rope", "rifle", "shovel", "wood", "pearl", "rod")
PAGE = {"stock": [26, 16, 16, 16, 16, 16, 6], "tokens": 36, "coins": 22, "camps": 10, "tiles": 49, "treasures": 8}
"""The component table."""


@cache
def box_of(path: Path) -> tuple[Board, dict[str, Any]]:
    """The board of a shipped layout, and what its file puts into the box."""
    raw = json.loads(path.read_text(encoding="utf-8"))["body"]
    box = {
        "stock": [raw["stock"][item] for item in ITEMS],
        **{key: raw[key] for key in ("tokens", "coins", "camps")},
        "tiles": len(raw["tiles"]) + 1,  # and the start tile
        "treasures": sum(tile.get("treasure", False) for tile in raw["tiles"]),
    }
    return build(parse(raw)), box


class Census:
    """Counts the components of a match; what has not changed since is not counted again."""

    def __init__(self, box: dict[str, Any]) -> None:
        self.box = box
        self.known: dict[str, tuple[Any, ...]] = {}

    def changed(self, name: str, *piles: list[int] | tuple[int, ...] | int) -> bool:
        """Whether any of these has changed since it was counted."""
        now = tuple(pile[:] if isinstance(pile, list) else pile for pile in piles)
        if self.known.get(name) == now:
            return False
        self.known[name] = now
        return True

    def count(self, state: rules.State) -> None:
        """Every component is somewhere, and no pile is less than empty."""
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


def set_down(state: rules.State, rng: Rng) -> None:
    """Put the adventurers on any tiles: players at random would seldom see the temple."""
    tiles = [cell for cell, placement in enumerate(state.laid) if placement >= 0]
    state.at = [rng.choose(tiles) for _seat in range(state.seats)]
    state.moves = None


@pytest.mark.parametrize(("path", "seats", "part"), WAYS, ids=lambda value: getattr(value, "stem", None))
def test_nothing_gets_lost(path: Path, seats: int, part: int) -> None:
    board, box = box_of(path)
    amulets = treasures = 0
    for seed in range(part, MATCHES, PARTS):
        rng = Rng(seed * 8 + seats)
        state = rules.start(board, seats, {"face_down": bool(seed % 8 > 3)})
        census, turn = Census(box), 1
        census.count(state)
        for _ply in range(20_000):
            if state.to_move == OVER:
                break
            state.apply(state.draw(rng) if state.to_move == CHANCE else wanderer(state, rng))
            census.count(state)
            if state.turn > turn:
                turn = state.turn
                if seed // PARTS % 2 and not rng.below(seats):
                    set_down(state, rng)
        assert state.to_move == OVER
        assert state.turn == state.round * seats  # equally many turns
        amulets, treasures = amulets + sum(state.amulet), treasures + sum(state.treasures)
    assert amulets and treasures


def test_the_box_of_the_first_game_is_that_of_the_page() -> None:
    assert box_of(next(path for path in SHIPPED if path.stem == "first_game"))[1] == PAGE
