"""Narrow places against networkx: lose a node, and see what is reached no more."""

from __future__ import annotations

import networkx as nx
from hypothesis import given, strategies as st

from studio.validation import SeparatingVertex, articulation_points, separating_vertices

Around = dict[int, set[int]]


@st.composite
def graphs(draw: st.DrawFn) -> Around:
    """Small graphs of every sort, from lone nodes to thickets."""
    count = draw(st.integers(1, 12))
    pairs = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1))
    around: Around = {node: set() for node in range(count)}
    for one, other in draw(st.lists(pairs, max_size=2 * count)):
        if one != other:
            around[one].add(other)
            around[other].add(one)
    return around


def cut_off(around: Around, sources: list[int]) -> list[SeparatingVertex]:
    """By networkx: what is reached no more when each node is lost."""
    graph: nx.Graph[object] = nx.Graph()
    graph.add_nodes_from(around)
    graph.add_edges_from((one, other) for one in around for other in around[one])
    graph.add_node(-7)
    graph.add_edges_from((-7, source) for source in sources)
    whole = nx.node_connected_component(graph, -7)
    found = []
    for node in around:
        rest = graph.copy()
        rest.remove_node(node)
        beyond = whole - {node} - nx.node_connected_component(rest, -7)
        if beyond:
            found.append(SeparatingVertex(node, tuple(sorted(node for node in beyond if isinstance(node, int)))))
    return found


@given(graphs(), st.lists(st.integers(0, 11), max_size=4))
def test_narrows_are_what_networkx_finds(around: Around, sources: list[int]) -> None:
    known = [source for source in sources if source in around]
    assert separating_vertices(around, sources) == cut_off(around, known)


def test_a_corridor_is_narrow_all_along() -> None:
    around = {node: [other for other in (node - 1, node + 1) if 0 <= other < 5000] for node in range(5000)}
    found = separating_vertices(around, [0, 4999])
    assert found == [], "both of its ends are open"
    found = separating_vertices({node: around[node] for node in range(5000)}, [0])
    assert [len(one.beyond) for one in found[:3]] == [4999, 4998, 4997] and len(found) == 4999


@given(graphs())
def test_cuts_are_what_networkx_finds(around: Around) -> None:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(around)
    graph.add_edges_from((one, other) for one in around for other in around[one])
    wanted = []
    for node in sorted(nx.articulation_points(graph)):
        rest = graph.subgraph(nx.node_connected_component(graph, node) - {node})
        sizes = sorted((len(part) for part in nx.connected_components(rest)), reverse=True)
        wanted.append((node, tuple(sizes)))
    assert [(cut.cell, cut.component_sizes) for cut in articulation_points(around)] == wanted


def test_the_ends_of_a_corridor_are_no_cut() -> None:
    around = {node: [other for other in (node - 1, node + 1) if 0 <= other < 500] for node in range(500)}
    found = articulation_points(around)
    assert [cut.cell for cut in found] == list(range(1, 499)) and found[0].component_sizes == (498, 1)
