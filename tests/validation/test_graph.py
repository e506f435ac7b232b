"""Boards as graphs: parts, reach and cut nodes, against networkx and brute force."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import networkx as nx
from hypothesis import given, strategies as st

from studio.core.grid import SquareGrid
from studio.validation import (
    ArticulationPoint,
    articulation_points,
    board_graph,
    connected_components,
    graph_of,
    reachable,
)


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> tuple[int, list[tuple[int, int]]]:
    count = draw(st.integers(1, most))
    pairs = list(combinations(range(count), 2))
    return count, draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []


def walk(nodes: set[int], joins: Iterable[tuple[int, int]], start: int) -> set[int]:
    """All nodes connected with one, by looking at every join again and again."""
    found = {start} & nodes
    joins = list(joins)
    while True:
        more = {b for a, b in [*joins, *[(b, a) for a, b in joins]] if a in found and b in nodes} | found
        if more == found:
            return found
        found = more


@given(graphs())
def test_parts_are_the_connected_ones(case: tuple[int, list[tuple[int, int]]]) -> None:
    count, joins = case
    found = connected_components(graph_of(range(count), joins))
    assert sorted(node for part in found for node in part) == list(range(count))
    for part in found:
        assert set(part) == walk(set(range(count)), joins, part[0])
    assert [len(part) for part in found] == sorted((len(part) for part in found), reverse=True)


def test_nothing_is_connected() -> None:
    assert connected_components(graph_of([], [])) == []


@given(graphs(), st.lists(st.integers(0, 10)))
def test_reach_is_what_can_be_walked_to(case: tuple[int, list[tuple[int, int]]], sources: list[int]) -> None:
    count, joins = case
    wanted: set[int] = set()
    for source in sources:
        wanted |= walk(set(range(count)), joins, source)
    assert reachable(graph_of(range(count), joins), sources) == wanted


@given(graphs(12))
def test_cuts_are_the_nodes_whose_loss_splits_their_part(case: tuple[int, list[tuple[int, int]]]) -> None:
    count, joins = case
    wanted = []
    for node in range(count):
        rest = walk(set(range(count)), joins, node) - {node}
        left, sizes = set(rest), []
        while left:
            part = walk(left, joins, min(left))
            sizes.append(len(part))
            left -= part
        if len(sizes) > 1:
            wanted.append(ArticulationPoint(node, tuple(sorted(sizes, reverse=True))))
    assert articulation_points(graph_of(range(count), joins)) == wanted


def test_a_corridor_is_cut_everywhere_but_at_its_ends() -> None:
    found = articulation_points(graph_of(range(500), ((node, node + 1) for node in range(499))))
    assert [cut.cell for cut in found] == list(range(1, 499))
    assert (found[0].component_sizes == (498, 1) and found[249].component_sizes == (250, 249)) or found[
        249
    ].component_sizes == (249, 250)


def test_a_board_is_joined_where_both_sides_can_be_passed() -> None:
    grid = SquareGrid(3, 2)
    graph = board_graph(grid, lambda cell: cell != 4, lambda cell, side: (cell, side) != (1, 3))
    assert sorted(graph) == [0, 1, 2, 3, 5]
    assert {frozenset(edge) for edge in graph.edges} == {frozenset(edge) for edge in ((1, 2), (0, 3), (2, 5))}


def test_a_whole_board_is_networkx_own_grid() -> None:
    graph = board_graph(SquareGrid(5, 4), lambda cell: True, lambda cell, side: True)
    assert nx.is_isomorphic(graph, nx.grid_2d_graph(5, 4))
