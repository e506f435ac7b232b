"""Node cuts and ways without a common node, against networkx (which has its own flows) and brute force."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise

import networkx as nx
import pytest
from hypothesis import given, strategies as st

from studio.core.cancellation import Cancelled, CancelToken
from studio.core.grid import HexGrid
from studio.core.rng import Rng
from studio.validation import disjoint_paths, min_vertex_cut

Around = dict[int, list[int]]


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> Around:
    count = draw(st.integers(1, most))
    pairs = list(combinations(range(count), 2))
    joins = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    around: Around = {node: [] for node in range(count)}
    for one, other in joins:
        around[one].append(other)
        around[other].append(one)
    return around


def hexes(seed: int, columns: int, rows: int, land: int) -> Around:
    """The sea of a map of hexagons, of whose spaces so many in a hundred are land."""
    grid, rng = HexGrid(columns, rows), Rng(seed)
    sea = {cell for cell in range(grid.count) if rng.below(100) >= land}
    near = {cell: [grid.neighbor(cell, side) for side in range(6)] for cell in sea}
    return {cell: [other for other in others if other in sea] for cell, others in near.items()}


def is_parted(around: Around, sources: Iterable[int], targets: Iterable[int], lost: Iterable[int]) -> bool:
    graph: nx.Graph[int] = nx.Graph((one, other) for one, others in around.items() for other in others)
    graph.add_nodes_from(around)
    graph.remove_nodes_from(lost)
    return not any(
        source in graph and target in graph and nx.has_path(graph, source, target)
        for source in sources
        for target in targets
    )


ENDS = st.sets(st.integers(0, 7), min_size=1, max_size=3)


@given(graphs(8), ENDS, ENDS)
def test_a_node_cut_is_the_smallest_that_parts_the_targets(
    around: Around, sources: set[int], targets: set[int]
) -> None:
    sources, targets = sources & set(around), targets & set(around)
    others = sorted(set(around) - sources - targets)
    fewest = next(
        (
            many
            for many in range(len(others) + 1)
            if any(is_parted(around, sources, targets, lost) for lost in combinations(others, many))
        ),
        None,
    )
    found = min_vertex_cut(around, sources, targets)
    assert (None if found is None else len(found)) == fewest
    if found is not None:
        assert is_parted(around, sources, targets, found) and not set(found) & (sources | targets)
        assert found == sorted(found)
    for most in range(3):
        few = min_vertex_cut(around, sources, targets, most)
        assert few == (found if fewest is not None and fewest <= most else None)


def compared(around: Around, source: int, target: int) -> int:
    """Hold a cut and the ways between two nodes that are not neighbours to what networkx finds; how many there are."""
    graph: nx.Graph[int] = nx.Graph((one, other) for one, others in around.items() for other in others)
    graph.add_nodes_from(around)
    wanted = len(nx.minimum_node_cut(graph, source, target)) if nx.has_path(graph, source, target) else 0
    cut, ways = min_vertex_cut(around, [source], [target]), disjoint_paths(around, source, target)
    assert cut is not None and len(cut) == len(ways) == wanted
    assert is_parted(around, [source], [target], cut)
    inner = [node for way in ways for node in way[1:-1]]
    assert len(inner) == len(set(inner))
    assert all(way[0] == source and way[-1] == target for way in ways)
    assert all(other in around[one] for way in ways for one, other in pairwise(way))
    assert [len(way) for way in ways] == sorted(len(way) for way in ways)
    assert min_vertex_cut(around, [source], [target], wanted) == cut
    assert wanted == 0 or min_vertex_cut(around, [source], [target], wanted - 1) is None
    return wanted


@given(st.integers(4, 24), st.integers(0, 100), st.integers(0, 10_000))
def test_networkx_finds_as_many_in_random_graphs(count: int, share: int, seed: int) -> None:
    rng = Rng(seed)
    around: Around = {node: [] for node in range(count)}
    for one, other in combinations(range(count), 2):
        if rng.below(100) < share and {one, other} != {0, count - 1}:
            around[one].append(other)
            around[other].append(one)
    compared(around, 0, count - 1)


@pytest.mark.parametrize("land", [5, 20, 35, 45])
def test_networkx_finds_as_many_on_maps_of_hexagons(land: int) -> None:
    found = set()
    for seed in range(12):
        around = hexes(seed, 9, 7, land)
        source, target = min(around), max(around)
        found.add(compared(around, source, target))
    assert len(found) > 1  # not the same question twelve times


def test_neighbours_cannot_be_parted_but_have_ways_besides() -> None:
    around = {0: [1, 2], 1: [0, 2], 2: [1, 0]}
    assert min_vertex_cut(around, [0], [1]) is None
    assert disjoint_paths(around, 0, 1) == [[0, 1], [0, 2, 1]]


def test_ends_that_are_not_there_are_parted_already() -> None:
    assert min_vertex_cut({0: [1], 1: [0]}, [7], [1]) == [] and min_vertex_cut({}, [], []) == []
    assert disjoint_paths({0: [1], 1: [0]}, 0, 7) == []


def test_of_several_cuts_the_one_nearest_to_the_sources_is_told() -> None:
    corridor = {node: [other for other in (node - 1, node + 1) if 0 <= other < 9] for node in range(9)}
    assert min_vertex_cut(corridor, [0], [8]) == [1] and min_vertex_cut(corridor, [8], [0]) == [7]
    turned = {node: others[::-1] for node, others in reversed(corridor.items())}
    assert min_vertex_cut(turned, [0], [8]) == [1]  # whatever order the neighbours come in


def test_edges_may_lead_one_way_only() -> None:
    assert min_vertex_cut({0: [1], 1: [2], 2: []}, [0], [2]) == [1]
    assert min_vertex_cut({0: [1], 1: [2], 2: []}, [2], [0]) == []


def test_the_search_stops_as_soon_as_there_are_more_ways_than_asked_for() -> None:
    class Counted(CancelToken):
        looks = 0

        def raise_if_cancelled(self) -> None:
            self.looks += 1

    around = {0: list(range(1, 41)), 41: [], **{node: [41] for node in range(1, 41)}}
    patience = Counted()
    assert min_vertex_cut(around, [0], [41], 3, patience) is None
    assert patience.looks == 4
    assert len(min_vertex_cut(around, [0], [41], None, patience) or ()) == 40


def test_a_search_that_nobody_waits_for_is_given_up() -> None:
    patience = CancelToken()
    patience.cancel()
    around = hexes(1, 9, 7, 5)
    with pytest.raises(Cancelled):
        min_vertex_cut(around, [min(around)], [max(around)], None, patience)
    with pytest.raises(Cancelled):
        disjoint_paths(around, min(around), max(around), patience)
