"""The random source: repeatable, cloneable, uniform."""

from __future__ import annotations

from itertools import pairwise

import pytest

from studio.core.rng import Rng


def test_the_same_seed_gives_the_same_numbers() -> None:
    one, other = Rng(7), Rng(7)
    assert [one.below(1000) for _draw in range(50)] == [other.below(1000) for _draw in range(50)]


def test_close_seeds_give_different_streams() -> None:
    streams = [tuple(rng.below(1000) for _draw in range(4)) for rng in map(Rng, range(500))]
    assert len(set(streams)) == 500
    firsts = [stream[0] for stream in streams]
    assert 380 < sum(firsts) / 500 < 620  # the first numbers of neighbouring seeds are spread, not bunched
    close = sum(abs(one - other) < 10 for one, other in pairwise(firsts))
    assert close < 30


def test_a_clone_or_a_copy_of_the_state_continues_alike_and_is_independent() -> None:
    one, copy = Rng(3), Rng(0)
    one.below(10)
    other, copy.state = one.clone(), one.state
    ahead = [one.below(1 << 31) for _draw in range(5)]
    for source in (other, copy):
        assert [source.below(1 << 31) for _draw in range(5)] == ahead
        assert source.state == one.state
    one.below(2)
    assert one.state != other.state == copy.state


@pytest.mark.parametrize(("limit", "draws"), [*((limit, 1) for limit in (2, 3, 6, 10, 97)), (6, 2)])
def test_numbers_and_pairs_of_numbers_are_even(limit: int, draws: int) -> None:
    rng, rounds, cells = Rng(limit), 20_000 * draws, limit**draws
    counts = [0] * cells
    for _round in range(rounds):
        counts[sum(rng.below(limit) * limit**draw for draw in range(draws))] += 1
    expected = rounds / cells
    chi = sum((count - expected) ** 2 / expected for count in counts)
    assert chi < (cells - 1) + 5 * (2 * (cells - 1)) ** 0.5  # five standard deviations


def test_numbers_stay_below_the_limit() -> None:
    rng = Rng(1)
    assert {rng.below(1) for _draw in range(20)} == {0}
    assert all(0 <= rng.below(1 << 31) < 1 << 31 for _draw in range(200))


def test_every_order_of_a_shuffle_comes_up_evenly() -> None:
    rng = Rng(11)
    counts: dict[tuple[int, ...], int] = {}
    for _draw in range(6_000):
        items = [1, 2, 3]
        rng.shuffle(items)
        counts[tuple(items)] = counts.get(tuple(items), 0) + 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_weights_are_proportional_and_every_item_is_chosen() -> None:
    rng, counts = Rng(2), [0, 0, 0]
    for _draw in range(6_000):
        counts[rng.weighted([1, 0, 5])] += 1
    assert counts[1] == 0
    assert 850 < counts[0] < 1150
    assert {rng.choose("abc") for _draw in range(60)} == {"a", "b", "c"}
