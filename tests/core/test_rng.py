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


@pytest.mark.parametrize("limit", [2, 3, 6, 10, 97])
def test_numbers_below_a_limit_are_even(limit: int) -> None:
    rng, rounds = Rng(limit), 20_000
    counts = [0] * limit
    for _draw in range(rounds):
        counts[rng.below(limit)] += 1
    expected = rounds / limit
    chi = sum((count - expected) ** 2 / expected for count in counts)
    assert chi < (limit - 1) + 5 * (2 * (limit - 1)) ** 0.5  # five standard deviations


def test_pairs_of_numbers_are_even() -> None:
    rng, counts = Rng(5), [0] * 36
    for _draw in range(36_000):
        counts[rng.below(6) * 6 + rng.below(6)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 35 + 5 * 70**0.5


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


def test_weights_are_proportional_and_zero_is_never_drawn() -> None:
    rng, counts = Rng(2), [0, 0, 0]
    for _draw in range(6_000):
        counts[rng.weighted([1, 0, 5])] += 1
    assert counts[1] == 0
    assert 850 < counts[0] < 1150


def test_choose_reaches_every_item() -> None:
    rng = Rng(4)
    assert {rng.choose("abc") for _draw in range(60)} == {"a", "b", "c"}
