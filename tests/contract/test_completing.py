"""Completing: what waits for a tile gets one by lot, nothing else changes; where that cannot be a sentence says so."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pytest

from studio.core.cancellation import NEVER_CANCELLED
from studio.core.game import Body
from studio.core.plugin import Game
from studio.core.problems import NotCompletable, Severity
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import known, load
from studio.services.loading import load_layout
from tests.contract.cases import is_sentence
from tests.gui.editor import toy

ALL_LAID = {"space.none", "set.no_hidden", "set.empty_stack"}
"""Codes of errors that say that nothing is left to discover, or to draw."""


def _boards() -> Iterator[object]:
    for hexagons in (False, True):
        opened = toy.opened(toy.blank(hexagons=hexagons))
        yield pytest.param(opened.game, opened.body, id=f"toy-{'hexagons' if hexagons else 'squares'}")
    for slug in known():
        yield pytest.param(load(slug), load(slug).editing.blank(), id=slug)
        for place, path in enumerate(shipped_layouts(slug)):
            body = load_layout(path).body
            marks = pytest.mark.long if place else ()
            yield pytest.param(load(slug), body, id=f"{slug}-{path.stem}", marks=marks)


boards = pytest.mark.parametrize("game, body", list(_boards()))


def _completed(game: Game, body: Body, cells: Collection[int], seed: int) -> Body | None:
    """The completion, or None when a sentence says that there is none."""
    try:
        return game.editing.complete(body, cells, seed, NEVER_CANCELLED)
    except NotCompletable as refusal:
        assert is_sentence(str(refusal)), refusal
        assert all(0 <= cell < game.body.grid(body).count for cell in refusal.cells)
    return None


def _errors(game: Game, body: Body) -> set[str]:
    return {problem.code for problem in game.checks.check(body) if problem.severity is Severity.ERROR}


@pytest.mark.parametrize("seed", range(4))
@boards
def test_only_what_waits_for_a_tile_gets_one(game: Game, body: Body, seed: int) -> None:
    count, rng = game.body.grid(body).count, Rng(seed)
    cells = {rng.below(count) for _cell in range(4 * seed)}
    after = _completed(game, body, cells, seed)
    if after is None:
        return
    assert game.can_complete
    changed = {cell for cell in range(count) if game.editing.pick(after, cell) != game.editing.pick(body, cell)}
    assert changed and (not cells or changed <= cells)
    assert all(game.editing.stamp(body, cell, game.editing.eraser(body, cell)) == body for cell in changed), (
        "nothing lay there"
    )
    assert _completed(game, body, cells, seed) == after, "the same seed, the same completion"
    assert _completed(game, after, cells, seed) is None, "nothing is left to be completed"
    assert _errors(game, after) - ALL_LAID <= _errors(game, body)


@boards
def test_other_seeds_complete_otherwise(game: Game, body: Body) -> None:
    found = [_completed(game, body, (), seed) for seed in range(6)]
    if None not in found:
        assert len({str(game.body.to_plain(each)) for each in found}) > 3
    elif not game.can_complete:
        assert found == [None] * 6


@pytest.mark.parametrize("slug", known())
def test_a_completion_is_saved_as_it_is(slug: str) -> None:
    game = load(slug)
    after = _completed(game, game.editing.blank(), (), 7)
    if after is not None:
        plain = game.body.to_plain(after)
        assert game.body.parse(plain) == after and game.body.to_plain(game.body.parse(plain)) == plain
