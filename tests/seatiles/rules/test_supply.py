"""Stacks as equal as can be, and the first kind with a piece left."""

from __future__ import annotations

from studio.seatiles.rules.supply import equal_parts, first_left, first_sort_left


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
