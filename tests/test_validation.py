"""Graph algorithms against networkx and brute force."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise, permutations

import networkx as nx
import pytest
from hypothesis import given, strategies as st

from studio.core.cancellation import Cancelled, CancelToken
from studio.core.grid import HexGrid, SquareGrid
from studio.core.rng import Rng
from studio.validation import (
    ArticulationPoint,
    Rule,
    SeparatingVertex,
    articulation_points,
    board_graph,
    cheapest_path,
    connected_components,
    disjoint_paths,
    forward_chain,
    graph_of,
    min_vertex_cut,
    path_costs,
    reachable,
    separating_vertices,
)

Neighbors = dict[int, list[int]]


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> Neighbors:
    count = draw(st.integers(1, most))
    pairs = list(combinations(range(count), 2))
    around: Neighbors = {node: [] for node in range(count)}
    for one, other in draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []:
        around[one].append(other)
        around[other].append(one)
    return around


def corridor(length: int) -> Neighbors:
    return {node: [other for other in (node - 1, node + 1) if 0 <= other < length] for node in range(length)}


def nx_graph(around: Neighbors) -> nx.Graph[int]:
    graph: nx.Graph[int] = nx.Graph((one, other) for one, others in around.items() for other in others)
    graph.add_nodes_from(around)
    return graph


@given(graphs())
def test_connected_components_are_those_of_networkx(around: Neighbors) -> None:
    expected = sorted(map(sorted, nx.connected_components(nx_graph(around))), key=lambda part: (-len(part), part[0]))
    assert connected_components(around) == expected
    assert connected_components(graph_of([], [])) == []


@given(graphs(), st.lists(st.integers(0, 10)))
def test_reachable_nodes_are_those_of_networkx(around: Neighbors, sources: list[int]) -> None:
    graph = nx_graph(around)
    expected = {node for source in sources if source in around for node in nx.node_connected_component(graph, source)}
    assert reachable(around, sources) == expected


@given(graphs(12))
def test_articulation_points_are_those_of_networkx(around: Neighbors) -> None:
    graph = nx_graph(around)
    expected = []
    for node in sorted(nx.articulation_points(graph)):
        rest = graph.subgraph(nx.node_connected_component(graph, node) - {node})
        sizes = sorted((len(part) for part in nx.connected_components(rest)), reverse=True)
        expected.append(ArticulationPoint(node, tuple(sizes)))
    assert articulation_points(around) == expected


def test_a_corridor_is_cut_everywhere_but_at_its_ends() -> None:
    found = articulation_points(corridor(500))
    assert [cut.cell for cut in found] == list(range(1, 499))
    assert (found[0].component_sizes, found[249].component_sizes) == ((498, 1), (250, 249))


def test_a_board_is_joined_where_both_sides_can_be_passed() -> None:
    grid = SquareGrid(3, 2)
    graph = board_graph(grid, lambda cell: cell != 4, lambda cell, side: (cell, side) != (1, 3))
    assert sorted(graph) == [0, 1, 2, 3, 5]
    assert {frozenset(edge) for edge in graph.edges} == {frozenset(edge) for edge in ((1, 2), (0, 3), (2, 5))}


def test_a_whole_board_is_networkx_own_grid() -> None:
    graph = board_graph(SquareGrid(5, 4), lambda cell: True, lambda cell, side: True)
    assert nx.is_isomorphic(graph, nx.grid_2d_graph(5, 4))


THINGS = range(6)
things = st.sets(st.sampled_from(THINGS), max_size=3).map(lambda some: tuple(sorted(some)))


@given(st.lists(st.tuples(things, things), max_size=8), things)
def test_facts_are_derived_in_the_earliest_round(
    pairs: list[tuple[tuple[int, ...], ...]], given_: tuple[int, ...]
) -> None:
    rules = [Rule(number, needs, gives) for number, (needs, gives) in enumerate(pairs)]
    found = forward_chain(rules, given_)
    had, number = set(given_), 0
    rounds = dict.fromkeys(had, 0)
    while True:
        number += 1
        more = {thing for needs, gives in pairs if had.issuperset(needs) for thing in gives} - had
        for thing in more:
            rounds[thing] = number
        working = {key for key, (needs, _gives) in enumerate(pairs) if had.issuperset(needs)}
        had |= more
        if not more:
            break
    assert found.facts == rounds and set(found.rules) == working
    for key, when in found.rules.items():
        assert isinstance(key, int)
        assert when == 1 + max((rounds[thing] for thing in pairs[key][0]), default=0)


@given(st.data())
def test_the_cheapest_path_costs_least(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 5))
    pairs = [(a, b) for a in range(count) for b in range(a)]
    joins = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    costs = {pair: data.draw(st.integers(1, 9)) for pair in joins}

    def cost(one: int, other: int) -> int:
        return costs[max(one, other), min(one, other)]

    best: dict[int, int] = {0: 0}
    for length in range(1, count):
        for middle in permutations(range(1, count), length):
            path = (0, *middle)
            steps = list(pairwise(path))
            if all((max(step), min(step)) in costs for step in steps):
                total = sum(cost(*step) for step in steps)
                best[path[-1]] = min(total, best.get(path[-1], total))
    graph = graph_of(range(count), joins)
    assert path_costs(graph, 0, cost) == best and path_costs(graph, count, cost) == {}
    for node in range(count):
        found = cheapest_path(graph, 0, node, cost)
        assert (found is None) == (node not in best)
        if found is not None:
            assert found[0] == best[node] == sum(map(cost, found[1], found[1][1:]))
            assert (found[1][0], found[1][-1]) == (0, node)
    assert cheapest_path(graph, 0, count, cost) is None


@given(graphs(12), st.lists(st.integers(0, 11), max_size=4))
def test_separating_vertices_are_those_of_networkx(around: Neighbors, sources: list[int]) -> None:
    graph = nx_graph(around)
    graph.add_edges_from((-7, source) for source in sources if source in around)
    graph.add_node(-7)
    whole: set[int] = nx.node_connected_component(graph, -7)
    expected = []
    for node in around:
        rest = graph.copy()
        rest.remove_node(node)
        left: set[int] = nx.node_connected_component(rest, -7)
        if beyond := whole - {node} - left:
            expected.append(SeparatingVertex(node, tuple(sorted(beyond))))
    assert separating_vertices(around, sources) == expected


def test_a_corridor_is_narrow_all_along() -> None:
    around = corridor(5000)
    assert separating_vertices(around, [0, 4999]) == [], "both of its ends are open"
    found = separating_vertices(around, [0])
    assert [len(one.beyond) for one in found[:3]] == [4999, 4998, 4997] and len(found) == 4999


def hexes(seed: int, columns: int, rows: int, land: int) -> Neighbors:
    """The sea of a map of hexagons, of whose spaces so many in a hundred are land."""
    grid, rng = HexGrid(columns, rows), Rng(seed)
    sea = {cell for cell in range(grid.count) if rng.below(100) >= land}
    near = {cell: [grid.neighbor(cell, side) for side in range(6)] for cell in sea}
    return {cell: [other for other in others if other in sea] for cell, others in near.items()}


def is_parted(around: Neighbors, sources: Iterable[int], targets: Iterable[int], lost: Iterable[int]) -> bool:
    graph = nx_graph(around)
    graph.remove_nodes_from(lost)
    return not any(
        source in graph and target in graph and nx.has_path(graph, source, target)
        for source in sources
        for target in targets
    )


ENDS = st.sets(st.integers(0, 7), min_size=1, max_size=3)


@given(graphs(8), ENDS, ENDS)
def test_a_node_cut_is_the_smallest_that_parts_the_targets(
    around: Neighbors, sources: set[int], targets: set[int]
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


def compared(around: Neighbors, source: int, target: int) -> int:
    """Hold a cut and the ways between two nodes that are not neighbours to what networkx finds; how many there are."""
    graph = nx_graph(around)
    expected = len(nx.minimum_node_cut(graph, source, target)) if nx.has_path(graph, source, target) else 0
    cut, ways = min_vertex_cut(around, [source], [target]), disjoint_paths(around, source, target)
    assert cut is not None and len(cut) == len(ways) == expected
    assert is_parted(around, [source], [target], cut)
    turned = {node: others[::-1] for node, others in reversed(around.items())}
    assert disjoint_paths(turned, source, target) == ways, "the order of the neighbours does not matter"
    inner = [node for way in ways for node in way[1:-1]]
    assert len(inner) == len(set(inner))
    assert all(way[0] == source and way[-1] == target for way in ways)
    assert all(other in around[one] for way in ways for one, other in pairwise(way))
    assert [len(way) for way in ways] == sorted(len(way) for way in ways)
    assert min_vertex_cut(around, [source], [target], expected) == cut
    assert expected == 0 or min_vertex_cut(around, [source], [target], expected - 1) is None
    return expected


@given(st.integers(4, 24), st.integers(0, 100), st.integers(0, 10_000))
def test_networkx_finds_as_many_in_random_graphs(count: int, share: int, seed: int) -> None:
    rng = Rng(seed)
    around: Neighbors = {node: [] for node in range(count)}
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


def test_neighbors_cannot_be_separated_but_have_other_paths() -> None:
    around = {0: [1, 2], 1: [0, 2], 2: [1, 0]}
    assert min_vertex_cut(around, [0], [1]) is None
    assert disjoint_paths(around, 0, 1) == [[0, 1], [0, 2, 1]]


def test_ends_that_are_not_there_are_parted_already() -> None:
    assert min_vertex_cut({0: [1], 1: [0]}, [7], [1]) == [] and min_vertex_cut({}, [], []) == []
    assert disjoint_paths({0: [1], 1: [0]}, 0, 7) == []


def test_of_several_cuts_the_one_nearest_to_the_sources_is_returned() -> None:
    around = corridor(9)
    assert min_vertex_cut(around, [0], [8]) == [1] and min_vertex_cut(around, [8], [0]) == [7]
    turned = {node: others[::-1] for node, others in reversed(around.items())}
    assert min_vertex_cut(turned, [0], [8]) == [1]  # whatever order the neighbours come in


def test_edges_may_lead_one_way_only() -> None:
    assert min_vertex_cut({0: [1], 1: [2], 2: []}, [0], [2]) == [1]
    assert min_vertex_cut({0: [1], 1: [2], 2: []}, [2], [0]) == []


def test_the_search_stops_beyond_the_requested_number_of_paths() -> None:
    class Counted(CancelToken):
        looks = 0

        def raise_if_cancelled(self) -> None:
            self.looks += 1

    around = {0: list(range(1, 41)), 41: [], **{node: [41] for node in range(1, 41)}}
    cancel = Counted()
    assert min_vertex_cut(around, [0], [41], 3, cancel) is None
    assert cancel.looks == 4
    assert len(min_vertex_cut(around, [0], [41], None, cancel) or ()) == 40


def test_a_search_can_be_cancelled() -> None:
    cancel = CancelToken()
    cancel.cancel()
    around = hexes(1, 9, 7, 5)
    with pytest.raises(Cancelled):
        min_vertex_cut(around, [min(around)], [max(around)], None, cancel)
    with pytest.raises(Cancelled):
        disjoint_paths(around, min(around), max(around), cancel)
