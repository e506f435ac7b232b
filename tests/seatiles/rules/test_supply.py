"""Face-down stacks as counts and backs, as equal as can be, and tiles fetched from the open ones."""

from __future__ import annotations

from collections import Counter

import pytest

from studio.core.rng import Rng
from studio.seatiles.rules.position import (
    BACK_NONE,
    BACK_PLAIN,
    BACK_QUERY,
    BACK_UNKNOWN,
    SeaPosition,
    deal,
    draw_back,
    draw_front,
    equal_parts,
    fetch_sorted,
    first_left,
    first_sort_left,
    lift_top,
    next_backs,
    take_hidden,
    unseen_backs,
)
from tests.seatiles.random_positions import SHARED, position_on

SORTS = 3


@pytest.fixture
def stacked() -> SeaPosition:
    """Two kinds of three sorts: 4 plain, 1 and 0 of the first, 2 plain, 0 and 3 of the second; one stack open."""
    s = position_on(SHARED, [4, 1, 0, 2, 0, 3], [1, 0], 3, SORTS)
    deal(s, [5, 5, 0])
    return s


def test_dealing_leaves_tops_to_be_seen(stacked: SeaPosition) -> None:
    assert stacked.stack_size == [5, 5, 0]
    assert stacked.stack_top == [BACK_UNKNOWN, BACK_UNKNOWN, BACK_NONE]
    assert (stacked.hidden_plain, stacked.hidden_query) == (6, 4)


def test_backs_not_yet_seen_are_those_that_are_no_tops(stacked: SeaPosition) -> None:
    assert next_backs(stacked) == [(BACK_PLAIN, 6), (BACK_QUERY, 4)]
    stacked.stack_top[0] = BACK_QUERY
    assert unseen_backs(stacked) == (6, 3)
    stacked.stack_top[1] = BACK_PLAIN
    assert unseen_backs(stacked) == (5, 3)


def test_a_front_has_the_back_on_top_and_comes_by_its_count(stacked: SeaPosition) -> None:
    stacked.stack_top = [BACK_PLAIN, BACK_QUERY, BACK_NONE]
    rng = Rng(3)
    plain = Counter(draw_front(stacked, [0, 3], rng) for _draw in range(3000))
    assert plain[0] / plain[3] == pytest.approx(2, rel=0.15)
    stacked.stack = 1
    query = Counter(draw_front(stacked, [1, 5], rng) for _draw in range(3000))
    assert query[5] / query[1] == pytest.approx(3, rel=0.15)
    backs = Counter(draw_back(stacked, rng) for _draw in range(3000))
    assert backs[BACK_PLAIN] / backs[BACK_QUERY] == pytest.approx(5 / 3, rel=0.15)


def test_lifting_a_top_uncovers_the_next_until_the_stack_is_empty(stacked: SeaPosition) -> None:
    deal(stacked, [2, 8, 0])
    assert lift_top(stacked, 0, False)
    assert (stacked.stack_size, stacked.stack_top[0]) == ([1, 8, 0], BACK_UNKNOWN)
    assert not lift_top(stacked, 5, True)
    assert (stacked.stack_size, stacked.stack_top[0]) == ([0, 8, 0], BACK_NONE)
    assert stacked.hidden == [3, 1, 0, 2, 0, 2]
    assert (stacked.hidden_plain, stacked.hidden_query) == (5, 3)


def test_taking_a_tile_out_keeps_the_count_of_backs(stacked: SeaPosition) -> None:
    take_hidden(stacked, 1, True)
    take_hidden(stacked, 3, False)
    assert (stacked.hidden, stacked.hidden_plain, stacked.hidden_query) == ([4, 0, 0, 1, 0, 3], 5, 3)


def test_sorted_tiles_go_first_then_misfits_plain_ones_first(stacked: SeaPosition) -> None:
    stacked.discard = [0, 1, 0, 1, 0, 0]
    assert [fetch_sorted(stacked, [0, 1]) for _tile in range(4)] == [(0, 0), (1, 0), (0, 1), (-1, 0)]
    assert stacked.sorted_left == [0, 0]
    assert not any(stacked.discard)


def test_stacks_are_as_equal_as_can_be() -> None:
    assert equal_parts(100, 6) == [17, 17, 17, 17, 16, 16]
    assert equal_parts(3, 5) == [1, 1, 1, 0, 0]
    assert equal_parts(0, 2) == [0, 0]


def test_first_kind_with_a_piece_left() -> None:
    assert first_left([2, 0, 1], [3, 1, 0]) == 0
    assert first_left([1], [3, 0]) == -1


def test_plain_before_query_over_all_kinds() -> None:
    counts = [0, 2, 1, 4, 0, 0]  # two kinds of three sorts
    assert first_sort_left([0, 1], counts, 3) == (1, 0)
    counts[3] = 0
    assert first_sort_left([0, 1], counts, 3) == (0, 1)
    assert first_sort_left([0, 1], [0] * 6, 3) == (-1, 0)
