"""Questions about a graph that every kind of board has: connected, reachable, cut spaces, costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from studio.validation.graph import CellGraph


class Cut(NamedTuple):
    """A node whose loss splits its part of the graph; `parts` are the sizes of what is left, largest first."""

    cell: int
    parts: tuple[int, ...]


def parts(graph: CellGraph) -> list[list[int]]:
    """The connected parts, each sorted, largest first, then by their first cell."""
    import networkx as nx

    return sorted((sorted(part) for part in nx.connected_components(graph)), key=lambda part: (-len(part), part[0]))


def reachable(graph: CellGraph, sources: Iterable[int]) -> set[int]:
    """All nodes that can be reached from one of the sources, those included."""
    found = {source for source in sources if source in graph}
    ahead = list(found)
    while ahead:
        for other in graph[ahead.pop()]:
            if other not in found:
                found.add(other)
                ahead.append(other)
    return found


def cuts(graph: CellGraph) -> list[Cut]:
    """Every articulation point with the sizes of the parts that its loss leaves, in order of cells.

    The sizes come from one walk over the tree of blocks and cut nodes, so that long corridors cost no more.
    """
    import networkx as nx

    points = set(nx.articulation_points(graph))
    if not points:
        return []
    components = cast("Iterable[set[int]]", nx.biconnected_components(graph))  # the stubs nest the sets once too deep
    blocks = [sorted(block) for block in components]
    blocks_at: dict[int, list[int]] = {}
    for number, inside in enumerate(blocks):
        for cell in inside:
            if cell in points:
                blocks_at.setdefault(cell, []).append(number)
    whole = {cell: len(part) for part in nx.connected_components(graph) for cell in part if cell in points}
    found = []
    sizes: dict[tuple[int, int], int] = {}  # (cut node, block) -> cells beyond the node by way of the block
    order: list[tuple[int, int]] = []
    seen: set[tuple[int, int]] = set()
    for start in sorted(points):
        if (start, -1) in seen:
            continue
        seen.add((start, -1))
        ahead = [(start, -1)]  # cut nodes with the block they were reached by, parents before children
        while ahead:
            cell, origin = ahead.pop()
            for block in blocks_at[cell]:
                if block != origin:
                    order.append((cell, block))
                    for other in blocks[block]:
                        if other in points and other != cell and (other, -1) not in seen:
                            seen.add((other, -1))
                            ahead.append((other, block))
    for cell, block in reversed(order):  # leaves first
        sizes[cell, block] = len(blocks[block]) - 1
        for other in blocks[block]:
            if other in points and other != cell:
                sizes[cell, block] += sum(sizes[other, further] for further in blocks_at[other] if further != block)
    for cell in sorted(points):
        known = [sizes[cell, block] for block in blocks_at[cell] if (cell, block) in sizes]
        rest = whole[cell] - 1 - sum(known)
        found.append(Cut(cell, tuple(sorted([*known, rest] if rest else known, reverse=True))))
    return found


def cheapest_path(
    graph: CellGraph, source: int, target: int, cost: Callable[[int, int], int]
) -> tuple[int, list[int]] | None:
    """The least sum of `cost` over the steps of a path, and such a path; None when none leads there."""
    import networkx as nx

    def weight(one: int, other: int, _edge: object) -> int:
        return cost(one, other)

    if source not in graph or target not in graph or not nx.has_path(graph, source, target):
        return None
    path: list[int] = nx.dijkstra_path(graph, source, target, weight=weight)
    return sum(map(cost, path, path[1:])), path


def costs_from(graph: CellGraph, source: int, cost: Callable[[int, int], int]) -> dict[int, int]:
    """The least sum of `cost` from one node to each that can be reached, itself included."""
    import networkx as nx

    def weight(one: int, other: int, _edge: object) -> int:
        return cost(one, other)

    if source not in graph:
        return {}
    return {
        node: int(length)
        for node, length in nx.single_source_dijkstra_path_length(graph, source, weight=weight).items()
    }
