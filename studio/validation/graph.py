"""A board as a graph: its cells as nodes, joined where one can pass. Needs networkx, loaded when first used."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from studio.core.grid import Grid

if TYPE_CHECKING:
    import networkx as nx

CellGraph: TypeAlias = "nx.Graph[int]"


def graph_of(cells: Iterable[int], joins: Iterable[tuple[int, int]]) -> CellGraph:
    """The graph with these nodes and edges; every end of an edge must be one of the nodes."""
    import networkx as nx

    graph: CellGraph = nx.Graph()
    graph.add_nodes_from(cells)
    graph.add_edges_from(joins)
    return graph


def board_graph(grid: Grid, is_node: Callable[[int], bool], passes: Callable[[int, int], bool]) -> CellGraph:
    """The cells of a board that are nodes, joined across each side that can be passed from both cells.

    `passes(cell, side)` says whether a cell can be left and entered by that side.
    """
    half = grid.sides // 2
    cells = [cell for cell in range(grid.count) if is_node(cell)]
    wanted = set(cells)
    joins = []
    for cell in cells:
        for side in range(half):  # each edge once; the other half of the sides is the neighbours' view of it
            other = grid.neighbour(cell, side)
            if other in wanted and passes(cell, side) and passes(other, side + half):
                joins.append((cell, other))
    return graph_of(cells, joins)
