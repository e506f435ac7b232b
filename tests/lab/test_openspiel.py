"""OpenSpiel as a peer: its own tests of games play all shipped layouts of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyspiel
import pytest
from open_spiel.python.tests import games_sim_test  # a class in this file would be collected with its tests

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.opening import open_layout, playable_board
from tests.lab.openspiel import presented, scanned

LAYOUTS = [path for slug in slugs() for path in shipped_layouts(slug)]
pytestmark = pytest.mark.long


def spiel_game(path: Path, seats: int) -> Any:
    opened = open_layout(path)
    name = f"studio_{opened.game.info.slug}_{path.stem}_{seats}_{len(pyspiel.registered_names())}"
    return presented(opened.game, playable_board(opened), seats, name)


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_its_random_simulation_passes(path: Path) -> None:
    for seats, serialize in ((2, True), (3, False)):
        pyspiel.random_sim_test(spiel_game(path, seats), num_sims=1, serialize=serialize, verbose=False)


@pytest.mark.parametrize("slug", slugs())
def test_its_simulation_of_games_passes(slug: str) -> None:
    games_sim_test.GamesSimTest().sim_game(spiel_game(shipped_layouts(slug)[0], 2), check_pyspiel_serialization=False)


@pytest.mark.parametrize("slug", slugs())
def test_an_action_has_one_number_and_keeps_it(slug: str) -> None:
    opened = open_layout(shipped_layouts(slug)[0])
    game, board, options = opened.game, playable_board(opened), opened.game.info.defaults()
    codec, again = (scanned(game, board, 2, options) for _time in range(2))
    for seed in range(100, 104):  # other matches than those that were scanned
        luck, state = Rng(seed), game.start(board, 2, options)
        while state.to_move != OVER:
            actions = [action for action, _weight in state.chance()] if state.to_move == CHANCE else state.legal()
            numbers = [codec.number(action) for action in actions]
            assert len(set(numbers)) == len(actions) and max(numbers) < codec.count
            assert [codec.action(number) for number in numbers] == actions
            assert numbers == [again.number(action) for action in actions]
            state.apply(state.draw(luck) if state.to_move == CHANCE else luck.choose(actions))
