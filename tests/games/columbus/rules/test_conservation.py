"""No tile gets lost and none appears: the set of the layout, counted at every ply of 200 random matches.

The 200 matches of each shipped map and number of seats are cut into parts, so that they can be shared out. The short
run plays one part of every map, each with another number of seats.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.core.game import OVER, Options
from studio.documents.paths import shipped_layouts
from studio.games.columbus import rules
from tests.games.columbus.pieces import box_of, count
from tests.games.columbus.sea import eager, walk

MATCHES, PARTS = 200, 4
WAYS = [
    pytest.param(path, seats, part, marks=() if (seats, part) == (2 + number % 5, 0) else pytest.mark.long)
    for number, path in enumerate(shipped_layouts("columbus"))
    for seats in (2, 3, 4, 5, 6)
    for part in range(PARTS)
]


@pytest.mark.long
@pytest.mark.parametrize(("path", "seats", "part"), WAYS, ids=lambda value: getattr(value, "stem", None))
def test_no_tile_gets_lost(path: Path, seats: int, part: int) -> None:
    board, box = box_of(path)
    came_home = 0
    for seed in range(part, MATCHES, PARTS):
        options: Options = {"own_harbour": bool(seed % 8 > 3), "winner_only": seed % 16 > 11}
        chooser = eager if seed // PARTS % 3 else lambda state, rng: rng.choose(state.legal())
        state = rules.start(board, seats, options)
        for ply, _position in enumerate(walk(state, seed * 8 + seats, chooser)):
            count(state, box)
            assert ply < 20_000
        assert state.to_move == OVER
        stacks = [cell for cell, below in enumerate(state.under) if below != rules.NO_TILE]
        assert all(state.tile[cell] != rules.NO_TILE for cell in stacks)
        order = sorted(state.place)  # whoever shares a place has it with all who are as good (C15)
        assert order == [order.index(place) + 1 for place in order]
        came_home += sum(state.home_round[seat] > 0 for seat in range(seats))
    assert came_home
