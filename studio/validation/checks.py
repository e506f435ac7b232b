"""Questions about a graph that every kind of board has: connected, reachable, costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from studio.validation.graph import CellGraph


class Around(Protocol):
    """A graph by the neighbours of each node, from both sides of each edge: a plain mapping, or one of networkx."""

    def __iter__(self) -> Iterator[int]: ...
    def __contains__(self, node: object, /) -> bool: ...
    def __getitem__(self, node: int, /) -> Iterable[int]: ...


def parts(around: Around) -> list[list[int]]:
    """The connected parts, each sorted, largest first, then by their first cell."""
    seen: set[int] = set()
    found = []
    for node in around:
        if node not in seen:
            part = reachable(around, [node])
            seen |= part
            found.append(sorted(part))
    return sorted(found, key=lambda part: (-len(part), part[0]))


def reachable(around: Around, sources: Iterable[int]) -> set[int]:
    """All nodes that can be reached from one of the sources, those included."""
    found = {source for source in sources if source in around}
    ahead = list(found)
    while ahead:
        for other in around[ahead.pop()]:
            if other not in found:
                found.add(other)
                ahead.append(other)
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
