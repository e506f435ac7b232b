"""Random matches on odd and random seas beside slow oracles."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from hypothesis import given, strategies as st

from studio.core.game import CHANCE, OVER, Action, Options
from studio.core.rng import Rng
from studio.games.entdecker import rules
from studio.games.entdecker.body import Body, build
from tests.games.entdecker.rules.random_seas import random_body
from tests.games.entdecker.rules.watched import watched
from tests.games.entdecker.sea import BASE, DUEL, ISLES, RAGGED, RING, body
from tests.shortly import shortly


@pytest.mark.parametrize("drawn", shortly([ISLES, DUEL, RING, RAGGED], 3), ids=["isles", "duel", "ring", "ragged"])
def test_random_matches_on_odd_seas_agree_with_the_oracles(drawn: Body) -> None:
    for seed, options in enumerate(product((False, True), repeat=3)):
        assert watched(drawn, 2 + seed % 3, seed, options).to_move == OVER


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


def recalling(legal: list[Action]) -> Action:
    """Takes scouts back whenever it can, else builds one."""
    return next((action for action in legal if action[0] == rules.RECALL or action[:2] == (rules.UNIT, 0)), legal[0])


def hoarding(legal: list[Action]) -> Action:
    """Declares one, stops or fails as soon as it may, never builds."""
    return next((action for action in legal if action[0] in (rules.STOP, rules.DECLARE)), legal[0])


@pytest.mark.parametrize("stubborn", [recalling, hoarding, min, max], ids=lambda bot: str(bot.__name__))
@pytest.mark.parametrize("options", [{}, {"keep_misfits": True, "personal_tiles": True, "rotating_first": True}])
def test_matches_end_whatever_the_bots_do(stubborn: Callable[[list[Action]], Action], options: Options) -> None:
    for drawn in (BASE, ISLES, DUEL, RING, RAGGED):
        rng, plies = Rng(7), 0
        state = rules.start(build(drawn), 3, options)
        while state.to_move != OVER:
            state.apply(state.draw(rng) if state.to_move == CHANCE else stubborn(state.legal()))
            plies += 1
            assert plies < 3000
        assert set(state.unit) == {-1}
