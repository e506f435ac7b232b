"""Generation of layouts: attempts, masks, symmetry."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from studio.core.generation import (
    ENOUGH_PLAYABLE,
    FLIP,
    HALF,
    MAX_ATTEMPTS,
    MAX_SAME_ERROR,
    MIRROR,
    NONE,
    QUARTER,
    AttemptFailed,
    format_mask,
    generate,
    orbit,
    parse_mask,
    random_orbits,
)
from studio.core.problems import Problem, Severity
from studio.core.rng import Rng

WRONG = {severity: Problem("test", severity, "It is wrong.") for severity in Severity}


def test_layouts_without_problems_are_preferred_to_those_with_warnings() -> None:
    seeds: list[int] = []

    def attempt(rng: Rng) -> int:
        seeds.append(rng.below(100))
        return len(seeds)

    assert generate(3, attempt, lambda _body: []) == 1
    seeds.clear()
    warned = {1: 3, 2: 1, 3: 2}
    made = generate(3, attempt, lambda body: [WRONG[Severity.WARNING]] * warned.get(body, 4))
    assert made == 2 and len(seeds) == ENOUGH_PLAYABLE, "the one with the fewest"
    assert len(set(seeds)) > 1, "each attempt has its own seed"


def test_errors_and_failures_are_retried_up_to_a_limit() -> None:
    rolls: list[int] = []

    def missing(rng: Rng) -> int:
        rolls.append(1)
        if len(rolls) < 5:
            raise AttemptFailed("Choose fewer.")
        return len(rolls)

    assert generate(0, missing, lambda body: [WRONG[Severity.ERROR]] if body < 7 else []) == 7
    rolls.clear()
    with pytest.raises(ValueError, match="It is wrong"):
        generate(0, lambda _rng: rolls.append(1), lambda _body: [WRONG[Severity.ERROR]])
    assert len(rolls) == MAX_SAME_ERROR, "the same error again and again"

    def hopeless(_rng: Rng) -> int:
        raise AttemptFailed("Choose fewer.")

    with pytest.raises(ValueError, match="Choose fewer"):
        generate(0, hopeless, lambda _body: [])
    assert MAX_ATTEMPTS > ENOUGH_PLAYABLE


@given(st.integers(1, 8), st.integers(1, 8), st.sets(st.integers(0, 63)))
def test_masks_survive_a_round_trip(columns: int, rows: int, off: set[int]) -> None:
    inside = {cell for cell in off if cell < columns * rows}
    assert parse_mask(format_mask(inside, columns, rows), columns, rows) == inside
    larger = parse_mask(format_mask(inside, columns, rows), columns + 1, rows + 2)
    assert {(cell % (columns + 1), cell // (columns + 1)) for cell in larger} == {
        (cell % columns, cell // columns) for cell in inside
    }


@pytest.mark.parametrize("symmetry", [NONE, MIRROR, FLIP, HALF, QUARTER])
@pytest.mark.parametrize("size", [5, 6])
def test_orbits_are_equivalence_classes(symmetry: str, size: int) -> None:
    most = {NONE: 1, QUARTER: 4}.get(symmetry, 2)
    for cell in range(size * size):
        group = orbit(size, size, symmetry, cell)
        assert group[0] == cell and len(group) <= most
        assert all(set(orbit(size, size, symmetry, image)) == set(group) for image in group)
    assert all(len(orbit(6, 6, QUARTER, cell)) == 4 for cell in range(36))
    with pytest.raises(ValueError, match="square board"):
        orbit(11, 5, QUARTER, 27)


def test_random_orbits_are_complete() -> None:
    def images(cell: int) -> tuple[int, ...]:
        return orbit(6, 4, HALF, cell)

    taken = [cell for group in random_orbits(6, range(24), images, lambda _group: True, Rng(4)) for cell in group]
    assert len(taken) == len(set(taken)) == 6 and all(23 - cell in taken for cell in taken)
    with pytest.raises(AttemptFailed):
        list(random_orbits(5, range(24), images, lambda _group: True, Rng(4)))
    with pytest.raises(AttemptFailed):
        list(random_orbits(2, range(24), images, lambda _group: False, Rng(4)))
