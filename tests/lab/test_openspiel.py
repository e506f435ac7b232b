"""OpenSpiel as reference: its tests of games run on all shipped layouts."""

from __future__ import annotations

from collections.abc import Callable
from math import tanh
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.tests import games_sim_test  # a class in this file would be collected as a test

from studio.bots import make_bot
from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.services.loading import load_layout, playable_board
from tests.lab.openspiel import SEARCHED, SELDOM, Position, SpielState, presented, scanned

LAYOUTS = [path for slug in slugs() for path in shipped_layouts(slug)]
pytestmark = pytest.mark.long


def spiel_game(path: Path, seats: int, seldom: int = SELDOM) -> Any:
    opened = load_layout(path)
    name = f"studio_{opened.game.info.slug}_{path.stem}_{seats}_{len(pyspiel.registered_names())}"
    return presented(opened.game, playable_board(opened), seats, name, seldom)


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_its_random_simulation_passes(path: Path) -> None:
    for seats, serialize in ((2, True), (3, False)):
        pyspiel.random_sim_test(spiel_game(path, seats), num_sims=1, serialize=serialize, verbose=False)


@pytest.mark.parametrize("slug", slugs())
def test_its_simulation_of_games_passes(slug: str) -> None:
    games_sim_test.GamesSimTest().sim_game(spiel_game(shipped_layouts(slug)[0], 2), check_pyspiel_serialization=False)


@pytest.mark.parametrize("slug", slugs())
def test_an_action_has_one_number_and_keeps_it(slug: str) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    game, board, options = opened.game, playable_board(opened), opened.game.info.defaults()
    codec, again = (scanned(game, board, 2, options) for _time in range(2))
    for seed in range(100, 104):  # not the matches that determined the bounds
        luck, state = Rng(seed), game.rules.start(board, 2, options)
        while state.to_move != OVER:
            actions = [action for action, _weight in state.chance()] if state.to_move == CHANCE else state.legal()
            numbers = [codec.number(action) for action in actions]
            assert len(set(numbers)) == len(actions) and max(numbers) < codec.count
            assert [codec.action(number) for number in numbers] == actions
            assert numbers == [again.number(action) for action in actions]
            state.apply(state.draw(luck) if state.to_move == CHANCE else luck.choose(actions))


SCALE = 20.0  # points of lead that count as nearly won


class Judge:
    """The evaluator of its tree search: our evaluation for both seats, and uniform priors."""

    def __init__(self, evaluate: Callable[[Any, int], float]) -> None:
        self._evaluate = evaluate

    def evaluate(self, spiel: SpielState) -> list[float]:
        lead = tanh((self._evaluate(spiel.at.state, 0) - self._evaluate(spiel.at.state, 1)) / (2 * SCALE))
        return [lead, -lead]

    def prior(self, spiel: SpielState) -> list[tuple[int, float]]:
        actions = spiel.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def its_player(spiel: Any, evaluate: Callable[[Any, int], float], playouts: int, seed: int) -> Any:
    """Its information-set Monte Carlo tree search with our evaluation and redeals."""
    luck = Rng(seed)
    bot = ISMCTSBot(spiel, Judge(evaluate), 1.0, playouts, -1, np.random.RandomState(seed), use_observation_string=True)

    def dealt(state: SpielState, seat: int) -> SpielState:
        other: SpielState = state.clone()
        other.at = Position(state.at.name, state.at.state.redeal(seat, luck))
        return other

    bot.set_resampler(dealt)
    return bot


def duel(slug: str, ours: str, playouts: int, matches: int) -> float:
    """How many of so many matches our bot wins against its tree search, with alternating seats."""
    path, won = shipped_layouts(slug)[0], 0.0
    game = load_layout(path).game
    spiel = spiel_game(path, 2, SEARCHED)
    for number in range(matches):
        seed, seat = 900 + number // 2, number % 2
        luck, state = Rng(seed), spiel.new_initial_state()
        our, its = make_bot(ours, seed), its_player(spiel, game.evaluation.evaluate, playouts, seed)
        while not state.is_terminal():
            position = state.at.state
            if state.is_chance_node():
                position.apply(position.draw(luck))
            elif position.to_move == seat:
                position.apply(our.choose(game, position, seat))
            else:
                state.apply_action(int(its.step(state)))
        winners = state.at.state.winners()
        won += (seat in winners) / len(winners)
    return won


def test_our_tree_search_wins_against_its_own_with_three_times_the_playouts() -> None:
    """In a game of chance and hidden things, both with our values; the same moves on every machine."""
    assert duel("neue_entdecker", "mcts:10", 30, 6) > 3.0
