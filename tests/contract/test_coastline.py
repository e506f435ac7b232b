"""Painting land and sea: a pure edit that no order of edges changes, or nothing at all in games without coasts."""

from __future__ import annotations

import pytest

from studio.core.picture import edge_target
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import known, load
from studio.services.loading import load_layout
from tests.contract.cases import is_sentence
from tests.gui.editor import toy


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("slug", [*known(), "toy of squares", "toy of hexagons"])
def test_edges_are_painted_in_any_order_and_say_what_cannot_be(slug: str, seed: int) -> None:
    is_toy = slug.startswith("toy")
    opened = toy.opened(toy.blank(hexagons="hex" in slug)) if is_toy else load_layout(shipped_layouts(slug)[0])
    game, body, rng = opened.game, opened.body, Rng(seed)
    assert is_toy or game is load(slug)
    grid = game.body.grid(body)
    plain = game.body.to_plain(body)
    every = [(cell, side) for cell in range(grid.count) for side in range(grid.sides) if grid.neighbor(cell, side) >= 0]
    some = {rng.choose(every): bool(rng.below(2)) for _edge in range(12)}
    there = {frozenset((cell, grid.neighbor(cell, side))): (cell, side, land) for (cell, side), land in some.items()}
    edges = {edge_target(cell, side): land for cell, side, land in there.values()}
    after, blocked = game.editing.paint_coast(body, edges)
    assert (after, blocked) == game.editing.paint_coast(body, dict(reversed(edges.items()))), "in any order"
    assert game.body.to_plain(body) == plain and game.editing.paint_coast(body, {})[0] == body
    assert all(is_sentence(words) and 0 <= cell < grid.count for cell, words in blocked.items())
    changed = {cell for cell in range(grid.count) if game.editing.pick(after, cell) != game.editing.pick(body, cell)}
    assert changed <= {cell for pair in there for cell in pair}
    assert bool(changed) == game.can_paint_coast
    if not is_toy:
        assert game.body.parse(game.body.to_plain(after)) == after
