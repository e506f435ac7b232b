"""Random matches on odd and random seas beside slow oracles."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games.entdecker import rules
from studio.games.entdecker.body import Body
from studio.games.entdecker.build import build
from tests.games.entdecker.random_seas import random_body
from tests.games.entdecker.sea import DUEL, ISLES, RAGGED, RING, body
from tests.games.entdecker.watched import watched


@pytest.mark.parametrize("drawn", [ISLES, DUEL, RING, RAGGED], ids=["isles", "duel", "ring", "ragged"])
def test_random_matches_on_odd_seas_agree_with_the_oracles(drawn: Body) -> None:
    for seed, options in enumerate(product((False, True), repeat=3)):
        assert watched(drawn, 2 + seed % 3, seed, options).to_move == OVER


@settings(max_examples=250, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.integers(2, 4), st.tuples(st.booleans(), st.booleans(), st.booleans()))
def test_random_layouts_agree_with_the_oracles(seed: int, seats: int, options: tuple[bool, ...]) -> None:
    drawn = random_body(Random(seed), 5)
    assert watched(drawn, seats, seed, options).to_move == OVER


@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (2, 24), (24, 2), (24, 24), (13, 7)])
def test_every_size_ends(columns: int, rows: int) -> None:
    board = build(body(["." * columns] * rows))
    rng = Rng(columns)
    state = rules.start(board, 3, {})
    while state.to_move != OVER:
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
    assert not state.undiscovered or not sum(state.hidden)
