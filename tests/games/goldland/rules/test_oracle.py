"""Random matches compared with the oracle."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games.goldland import rules
from studio.games.goldland.rules.board import Board
from tests.games.goldland.boards import first_game
from tests.games.goldland.pieces import choose_move
from tests.games.goldland.rules.oracle import Oracle
from tests.games.goldland.rules.oracle_table import facts_of
from tests.games.goldland.rules.random_boards import random_board
from tests.shortly import shortly

LONGEST = 6000


def compare_match(board: Board, seats: int, seed: int, face_down: bool) -> Counter[str]:
    """Compare every position of a random match with the oracle; return how often each event happened."""
    rng = Rng(seed)
    state = rules.start(board, seats, {"face_down": face_down})
    oracle = Oracle(board, seats, face_down)
    counts: Counter[str] = Counter()
    for ply in range(LONGEST):
        facts = facts_of(state)
        assert facts == oracle.facts()
        if state.to_move == OVER:
            best = max(oracle.scores())
            assert state.winners() == [seat for seat, score in enumerate(oracle.scores()) if score == best]
            counts["made coin"] += oracle.made
            counts["stale end"] += not oracle.ending
            return counts
        if state.to_move == CHANCE:
            assert state.chance() == [((rules.TILE, tile), 1) for tile in sorted(oracle.hidden)]
            action = state.draw(rng)
        else:
            legal = state.legal()
            assert legal == sorted(oracle.legal()), (ply, oracle.pending)
            action = choose_move(state, rng)
        if not rng.below(25):
            state = rules.restore(board, json.loads(json.dumps(state.dump())))
        counts[f"kind {action[0]}"] += 1
        if action[0] == rules.STEP:
            counts[f"way {action[2]}"] += 1
        holders = state.marker[:]
        other = state.clone()
        state.apply(action)
        assert facts_of(other) == facts  # a copy is independent of the original
        oracle.apply(action)
        counts["marker changes hands"] += sum(a not in (-1, b) for a, b in zip(holders, state.marker, strict=True))
    raise AssertionError("endless")


@pytest.mark.parametrize("face_down", [False, True])
@pytest.mark.parametrize("seats", shortly([2, 3, 4, 5], 1))
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_matches_of_the_first_game_agree_with_the_oracle(seats: int, face_down: bool, seed: int) -> None:
    compare_match(first_game(), seats, seed, face_down)


def on_random_boards(seeds: Iterable[int]) -> set[str]:
    """Play one match on a random board for each seed; return how often each event happened."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        seats = 2 + seed % 4
        counts += compare_match(random_board(Random(seed), seats), seats, seed, seed % 3 == 0)
    return set(counts)


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in (1, 2, 3))])
def test_matches_on_random_boards_agree_with_the_oracle(part: int) -> None:
    counts = on_random_boards(range(part * 25, part * 25 + 25))
    # every kind of action and step occurs, so that all rules are compared
    assert {f"kind {kind}" for kind in range(17) if kind != rules.DROP} <= counts
    assert {f"way {way}" for way in range(4)} | {"marker changes hands", "stale end"} <= counts


def test_rare_events_agree_with_the_oracle() -> None:
    # room made for the amulet; coins due when the box is empty
    assert {f"kind {rules.DROP}", "made coin"} <= on_random_boards((18, 81, 97, 115, 194, 214))
