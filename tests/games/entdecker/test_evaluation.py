"""The value of a position: it reads what everybody sees, and a bot that follows it beats chance clearly."""

from __future__ import annotations

import pytest

from studio import bots
from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games import load
from studio.games.entdecker import GAME, evaluation, rules
from tests.games.entdecker.sea import begin, body, changed, strip


def test_units_on_islands_gold_and_chips_count() -> None:
    state = begin(body("..... .e3.. ...4. ..... ....."), seats=2)
    plain = evaluation.evaluate(state, 0)
    assert evaluation.evaluate(changed(state, {"B2": (0, rules.FORT, 0)}), 0) > plain
    assert evaluation.evaluate(changed(state, {"B2": (1, rules.FORT, 0)}), 0) < plain
    assert evaluation.evaluate(changed(state, None, gold=[9, 4]), 0) > plain
    assert evaluation.evaluate(changed(state, None, chips=[[2], []]), 0) > plain
    assert evaluation.evaluate(changed(state, None, points=[0, 5]), 0) < plain


def test_the_stronger_seat_on_an_island_gains_more() -> None:
    state = strip("e", {"A2": (0, rules.SCOUT)}, seats=2)
    island = evaluation.value_islands(state).at[state.board.chart.columns * 4]
    assert island.strength == {0: (0, 0, 1)}
    assert island.landing(1, rules.FORT) > island.landing(1, rules.SCOUT) > 0


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_beats_random(seats: int) -> None:
    board = GAME.body.build(GAME.editing.blank())
    lead = wins = 0
    for seed in range(6):
        state, rng = GAME.rules.start(board, seats, GAME.info.defaults()), Rng(seed)
        best = seed % seats
        sitting = [bots.make_bot("greedy" if seat == best else "random", seed + seat) for seat in range(seats)]
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                state.apply(state.draw(rng))
            else:
                state.apply(sitting[state.to_move].choose(load("entdecker"), state, state.to_move))
        scores = state.scores()
        lead += scores[best] - max(points for seat, points in enumerate(scores) if seat != best)
        wins += state.winners() == [best]
    assert wins >= 5 and lead > 60
