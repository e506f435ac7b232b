"""Count all tiles of the box in a position."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

from studio.core.game import State
from studio.games.columbus import rules
from studio.games.columbus.body import build, parse
from studio.games.columbus.rules.board import Board


def counting(layout: Path) -> Callable[[State], None]:
    """Return a function that checks that a position of a match on a layout has all tiles."""
    box = box_of(layout)[1]

    def counted(state: State) -> None:
        assert isinstance(state, rules.State)
        check_pieces(state, box)

    return counted


@cache
def box_of(path: Path) -> tuple[Board, list[int]]:
    """Return the board of a shipped map, and the tile counts in its file, by kind."""
    raw = json.loads(path.read_text(encoding="utf-8"))["body"]
    board = build(parse(raw))
    counts = [raw["tiles"].get(key, 0) for key in rules.TILE_KEYS[: rules.T_LETTER]]
    return board, counts + [raw["letters"][letter] for letter in board.letters]


def check_pieces(state: rules.State, box: list[int]) -> None:
    """Check that every tile is somewhere, that rack sizes are right, and that there is one ship per space (C8)."""
    placed = Counter(state.tile)
    placed.update(state.under)
    placed[state.hand] += 1
    held = (*state.rack, *state.shed, state.reserve, state.gone)
    assert [sum(numbers) + placed[kind] for kind, numbers in enumerate(zip(*held, strict=True))] == box
    assert min(map(min, held)) >= 0
    assert list(map(sum, state.rack)) == state.rack_size
    assert state.reserve_size == sum(state.reserve)
    at_sea = [cell for cell in state.ship if cell >= 0]
    assert len(at_sea) == len(set(at_sea))
