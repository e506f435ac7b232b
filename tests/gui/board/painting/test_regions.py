"""Union-find, against a search through the pairs that were joined."""

from __future__ import annotations

from hypothesis import given, strategies as st

from studio.gui.board.target_shapes import DisjointSets


def test_alone_at_first() -> None:
    regions = DisjointSets(3)
    assert regions.groups() == [[0], [1], [2]]
    assert [regions.find(item) for item in range(3)] == [0, 1, 2]


def test_joining_what_is_joined_changes_nothing() -> None:
    regions = DisjointSets(3)
    first = regions.union(0, 2)
    assert regions.union(2, 0) == first == regions.find(0) == regions.find(2)
    assert regions.size[first] == 2


@given(st.lists(st.tuples(st.integers(0, 19), st.integers(0, 19)), max_size=40))
def test_groups_are_what_walking_along_the_pairs_reaches(pairs: list[tuple[int, int]]) -> None:
    regions = DisjointSets(20)
    for one, other in pairs:
        regions.union(one, other)
    expected: set[tuple[int, ...]] = set()
    for start in range(20):
        reached, edge = {start}, {start}
        while edge:
            edge = {b for a, b in [*pairs, *((b, a) for a, b in pairs)] if a in edge} - reached
            reached |= edge
        expected.add(tuple(sorted(reached)))
    assert regions.groups() == [list(group) for group in sorted(expected)]
    assert all(regions.size[regions.find(group[0])] == len(group) for group in expected)
