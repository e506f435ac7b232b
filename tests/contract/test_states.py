"""Every state of every game: moves in order, clones apart, dumps complete, every match ends."""

from __future__ import annotations

from studio.core.game import OVER
from studio.core.rng import Rng
from tests.contract import invariants
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
    invariants.who_has_most_has_won(case, state)


@every_case
def test_moves_are_sorted_unique_and_never_none(case: Case) -> None:
    state, rng = case.start(), Rng(3)
    for _step in range(LONGEST):
        if state.to_move == OVER:
            break
        invariants.moves_are_in_order(case, state)
        step(state, rng)
    assert state.to_move == OVER


@every_case
def test_asking_changes_nothing(case: Case) -> None:
    for state in positions(case):
        invariants.asking_changes_nothing(case, state)


@every_case
def test_a_clone_is_independent(case: Case) -> None:
    for state in positions(case):
        invariants.a_clone_is_independent(case, state)


@every_case
def test_a_dump_restores_a_state_that_plays_on_alike(case: Case) -> None:
    for state in positions(case):
        invariants.a_dump_restores_a_state_that_plays_on_alike(case, state)


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
        invariants.points_add_up(case, state)


@every_case
def test_the_value_of_a_position_is_a_number(case: Case) -> None:
    for state in decisions(case)[:12]:
        invariants.its_value_is_a_number(case, state)
