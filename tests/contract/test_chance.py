"""Chance: whole weights, and `draw` draws by them."""

from __future__ import annotations

from studio.core.rng import Rng
from tests.contract.cases import Case, draws, every_case

DRAWS = 500


@every_case
def test_outcomes_are_different_and_weighted_with_whole_numbers(case: Case) -> None:
    found = draws(case)
    assert found, "no chance in this game: the test of its draws is empty"
    for state in found:
        outcomes = state.chance()
        assert outcomes
        assert len({outcome for outcome, _weight in outcomes}) == len(outcomes)
        assert all(type(weight) is int and weight > 0 for _outcome, weight in outcomes)
        for outcome, _weight in outcomes[:10]:
            after = state.clone()
            after.apply(outcome)
            assert after.dump() != state.dump()


@every_case
def test_draws_are_as_frequent_as_their_weights_say(case: Case) -> None:
    """Pearson's chi-square with fixed seeds: six standard deviations, rare outcomes thrown together."""
    for number, state in enumerate(draws(case)[:10]):
        weights = dict(state.chance())
        total, rng = sum(weights.values()), Rng(number)
        counts = dict.fromkeys(weights, 0)
        before = state.dump()
        for _draw in range(DRAWS):
            counts[state.draw(rng)] += 1  # KeyError: drew what cannot come
        assert state.dump() == before
        cells, rest = [], [0.0, 0.0]
        for outcome, weight in weights.items():
            expected = DRAWS * weight / total
            if expected >= 5:
                cells.append((counts[outcome], expected))
            else:
                rest = [rest[0] + counts[outcome], rest[1] + expected]
        if rest[1] >= 5:
            cells.append((rest[0], rest[1]))  # type: ignore[arg-type]  # a sum of counts is as good as a count
        freedom = max(1, len(cells) - 1)
        chi = sum((count - expected) ** 2 / expected for count, expected in cells)
        assert chi < freedom + 6 * (2 * freedom) ** 0.5 + 6, f"{case}: {counts} for {weights}"
