"""Nothing gets lost and nothing appears: the component table, counted at every ply of 200 random matches.

The 200 matches of each shipped layout, number of seats and option are cut into parts, so that they can be shared out.
The short run plays one part of every layout, each with another number of seats.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games.goldland import rules
from tests.games.goldland.pieces import Census, box_of
from tests.games.goldland.players import wanderer

MATCHES, FEW, PARTS = 200, 40, 4
SHIPPED = shipped_layouts("goldland")
WAYS = [
    (SHIPPED[0], 2, range(0, FEW, PARTS)),
    *(
        pytest.param(path, seats, range(part, MATCHES, PARTS), marks=pytest.mark.long)
        for path in SHIPPED
        for seats in (2, 3, 4, 5)
        for part in range(PARTS)
    ),
]
PAGE = {"stock": [26, 16, 16, 16, 16, 16, 6], "tokens": 36, "coins": 22, "camps": 10, "tiles": 49, "treasures": 8}
"""The component table."""


def set_down(state: rules.State, rng: Rng) -> None:
    """Put the adventurers on any tiles: players at random would seldom see the temple."""
    tiles = [cell for cell, placement in enumerate(state.laid) if placement >= 0]
    state.at = [rng.choose(tiles) for _seat in range(state.seats)]
    state.moves = None


@pytest.mark.parametrize(("path", "seats", "seeds"), WAYS, ids=lambda value: getattr(value, "stem", str(value)))
def test_nothing_gets_lost(path: Path, seats: int, seeds: range) -> None:
    board, box = box_of(path)
    amulets = treasures = 0
    for seed in seeds:
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
