"""Every state of every game: moves in order, clones apart, dumps complete, every match ends."""

from __future__ import annotations

import json
from itertools import pairwise

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from tests.contract.cases import LONGEST, Case, decisions, every_case, positions, step


@every_case
def test_a_match_ends_and_somebody_has_won(case: Case) -> None:
    state, rng = case.start(), Rng(2)
    for _step in range(LONGEST):
        if state.to_move == OVER:
            break
        assert -1 <= state.to_move < case.seats
        step(state, rng)
    assert state.to_move == OVER
    winners = state.winners()
    assert winners == sorted(set(winners))
    assert winners
    assert set(winners) <= set(range(case.seats))
    assert len(state.scores()) == case.seats
    best = max(state.scores())
    assert all(state.scores()[seat] == best for seat in winners)


@every_case
def test_moves_are_sorted_unique_and_never_none(case: Case) -> None:
    state, rng = case.start(), Rng(3)
    for _step in range(LONGEST):
        if state.to_move == OVER:
            break
        if state.to_move != CHANCE:
            actions = state.legal()
            assert actions
            assert all(one < other for one, other in pairwise(actions))
            assert all(type(part) is int for action in actions for part in action)
        step(state, rng)
    assert state.to_move == OVER


@every_case
def test_asking_changes_nothing(case: Case) -> None:
    for state in positions(case):
        before = json.dumps(state.dump())
        if state.to_move >= 0:
            actions = state.legal()
            for action in actions[:20]:
                assert isinstance(state.reveals(action), bool)
            assert state.legal() == actions
        state.scores()
        for seat in range(-1, case.seats):
            state.observe(seat)
            state.redeal(seat, Rng(1))
        case.game.reckoning(state)
        assert json.dumps(state.dump()) == before


@every_case
def test_a_clone_is_independent(case: Case) -> None:
    for state in positions(case):
        twin, before = state.clone(), json.dumps(state.dump())
        assert json.dumps(twin.dump()) == before
        rng = Rng(5)
        for _step in range(25):
            if twin.to_move != OVER:
                step(twin, rng)
        assert json.dumps(state.dump()) == before
        kept, after = state.clone(), json.dumps(twin.dump())
        for _step in range(25):
            if kept.to_move != OVER:
                step(kept, Rng(6))
        assert json.dumps(twin.dump()) == after


@every_case
def test_a_dump_restores_a_state_that_plays_on_alike(case: Case) -> None:
    for state in positions(case):
        text = json.dumps(state.dump())
        restored = case.game.restore(case.board, json.loads(text))
        assert json.dumps(restored.dump()) == text
        original, one, other = state.clone(), Rng(7), Rng(7)
        for _step in range(30):
            assert restored.to_move == original.to_move
            if original.to_move == OVER:
                break
            if original.to_move == CHANCE:
                assert restored.chance() == original.chance()
            else:
                assert restored.legal() == original.legal()
            assert step(original, one) == step(restored, other)
        assert restored.scores() == original.scores()
        assert json.dumps(restored.dump()) == json.dumps(original.dump())


@every_case
def test_the_same_luck_gives_the_same_match(case: Case) -> None:
    def story() -> list[tuple[int, ...]]:
        state, rng = case.start(), Rng(11)
        told: list[tuple[int, ...]] = []
        while state.to_move != OVER and len(told) < 400:
            told.append(step(state, rng))
        return told

    assert story() == story()


@every_case
def test_points_add_up(case: Case) -> None:
    for state in positions(case):
        reckoning = case.game.reckoning(state)
        assert all(len(line.points) == case.seats for line in reckoning.lines)
        sums = [sum(line.points[seat] for line in reckoning.lines) for seat in range(case.seats)]
        assert sums == state.scores()
        assert reckoning.verdict
        assert all(line.title for line in reckoning.lines)
        if state.to_move == OVER:
            assert list(reckoning.winners) == state.winners()


@every_case
def test_the_value_of_a_position_is_a_number(case: Case) -> None:
    for state in decisions(case)[:12]:
        for seat in range(case.seats):
            value = case.game.evaluate(state, seat)
            assert -1e6 < value < 1e6
