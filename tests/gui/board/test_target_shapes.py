"""Shapes of targets on square and hexagonal boards, and the disjoint sets that group them."""

from __future__ import annotations

from hypothesis import given, strategies as st

from studio.gui.board.target_shapes import DisjointSets


@given(st.lists(st.tuples(st.integers(0, 19), st.integers(0, 19)), max_size=40))
def test_groups_are_the_connected_components(pairs: list[tuple[int, int]]) -> None:
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
