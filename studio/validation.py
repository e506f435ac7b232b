"""A board as a graph: its cells as nodes, joined where one can pass. Needs networkx, loaded when first used."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from studio.core.cancellation import NEVER_CANCELLED, CancelToken
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
            other = grid.neighbor(cell, side)
            if other in wanted and passes(cell, side) and passes(other, side + half):
                joins.append((cell, other))
    return graph_of(cells, joins)


# Questions about a graph that every kind of board has: connected, reachable, costs.


class Adjacency(Protocol):
    """A graph by the neighbours of each node, from both sides of each edge: a plain mapping, or one of networkx."""

    def __iter__(self) -> Iterator[int]: ...
    def __contains__(self, node: object, /) -> bool: ...
    def __getitem__(self, node: int, /) -> Iterable[int]: ...


def connected_components(around: Adjacency) -> list[list[int]]:
    """The connected parts, each sorted, largest first, then by their first cell."""
    seen: set[int] = set()
    found = []
    for node in around:
        if node not in seen:
            part = reachable(around, [node])
            seen |= part
            found.append(sorted(part))
    return sorted(found, key=lambda part: (-len(part), part[0]))


def reachable(around: Adjacency, sources: Iterable[int]) -> set[int]:
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


def path_costs(graph: CellGraph, source: int, cost: Callable[[int, int], int]) -> dict[int, int]:
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


# What can be had from what: rules that need several things at once (an AND/OR graph, its nodes things and rules).


class Rule(NamedTuple):
    """With all of `needs`, which are kept, one has all of `gives`."""

    key: Hashable
    needs: tuple[Hashable, ...]
    gives: tuple[Hashable, ...]


class Closure(NamedTuple):
    """Everything that follows, with the round in which it does; what is not here never does."""

    facts: dict[Hashable, int]
    rules: dict[Hashable, int]


def forward_chain(rules: Iterable[Rule], given: Iterable[Hashable]) -> Closure:
    """What follows from the given things, which are had in round 0.

    In round n+1 all rules work whose needs are had by round n, and what they give is had then.
    """
    things: dict[Hashable, int] = dict.fromkeys(given, 0)
    working: dict[Hashable, int] = {}
    waiting = list(rules)
    number = 0
    while True:
        number += 1
        ready = [rule for rule in waiting if all(thing in things for thing in rule.needs)]
        if not ready:
            return Closure(things, working)
        waiting = [rule for rule in waiting if not all(thing in things for thing in rule.needs)]
        for rule in ready:
            working[rule.key] = number
            for thing in rule.gives:
                things.setdefault(thing, number)


# Narrow places of a graph: nodes that ways must pass, found in one walk (Tarjan's low points). Needs no library.
#
# Nothing is built beforehand: the graph is asked for neighbours as the walk goes, each edge twice at most.

OUTSIDE = -1
"""Where all ways begin: beside every source."""


class ArticulationPoint(NamedTuple):
    """A node whose loss splits its part of the graph; `parts` are the sizes of what is left, largest first."""

    cell: int
    component_sizes: tuple[int, ...]


class SeparatingVertex(NamedTuple):
    """A node whose loss leaves other nodes without any way from a source: those are `beyond`, sorted."""

    node: int
    beyond: tuple[int, ...]


def separating_vertices(around: Adjacency, sources: Iterable[int]) -> list[SeparatingVertex]:
    """Every node, a source too, whose loss cuts others off from all sources; by the nodes' numbers.

    What no source reaches takes no part.
    """
    starts = [source for source in sources if source in around]
    entrances = frozenset(starts)

    def ahead(node: int) -> Iterable[int]:
        if node == OUTSIDE:
            return starts
        return chain((OUTSIDE,), around[node]) if node in entrances else around[node]

    order, behind = _depth_first(OUTSIDE, ahead)
    return [
        SeparatingVertex(node, tuple(sorted(chain.from_iterable(order[first:end] for first, end in groups))))
        for node, groups in sorted(behind.items())
        if node != OUTSIDE
    ]


def articulation_points(around: Adjacency) -> list[ArticulationPoint]:
    """Every node whose loss splits its part of the graph, with the sizes of what is left, in order of nodes."""
    seen: set[int] = set()
    found = []
    for start in around:
        if start in seen:
            continue
        order, behind = _depth_first(start, around.__getitem__)
        seen.update(order)
        for node, groups in behind.items():
            sizes = [end - first for first, end in groups]
            rest = len(order) - 1 - sum(sizes)
            left = [*sizes, rest] if rest else sizes
            if len(left) > 1:
                found.append(ArticulationPoint(node, tuple(sorted(left, reverse=True))))
    return sorted(found)


def _depth_first(
    start: int, ahead: Callable[[int], Iterable[int]]
) -> tuple[list[int], dict[int, list[tuple[int, int]]]]:
    """The nodes in the order of a walk into the depth; and by node the stretches of that order, from and up to, that
    are joined to the start by way of that node alone."""
    order, low, seen = [start], [0], {start: 0}
    # low: by the order of the walk, how far back one can go from there and from what lies behind it, by one edge aside
    behind: dict[int, list[tuple[int, int]]] = {}
    path: list[tuple[int, Iterator[int]]] = [(start, iter(ahead(start)))]
    while path:
        node, others = path[-1]
        for other in others:
            place = seen.get(other)
            if place is None:
                place = seen[other] = len(order)
                order.append(other)
                low.append(place)
                path.append((other, iter(ahead(other))))
                break
            if len(path) < 2 or other != path[-2][0]:  # not back the way that was come
                low[seen[node]] = min(low[seen[node]], place)
        else:
            path.pop()
            if path:
                place, before = seen[node], seen[path[-1][0]]
                low[before] = min(low[before], low[place])
                if low[place] >= before:  # nothing behind it leads past the one before
                    behind.setdefault(path[-1][0], []).append((place, len(order)))
    return order, behind


# Ways without a common node, and the fewest nodes whose loss leaves none (Menger): found by augmenting search.
#
# Every node but the ends bears one way. A new way may turn back along one that is already there and send it elsewhere;
# when none can be added, the nodes at which the search got stuck are a smallest cut. Nothing is built beforehand: the
# graph is asked for neighbours as the search goes, so that it may have one-way edges, and it stops as soon as there are
# more ways than anybody asked for.


def min_vertex_cut(
    around: Mapping[int, Iterable[int]],
    sources: Collection[int],
    targets: Collection[int],
    most: int | None = None,
    cancel: CancelToken = NEVER_CANCELLED,
) -> list[int] | None:
    """The fewest nodes whose loss parts all targets from all sources, sorted; None when no loss can.

    `around` gives the nodes that each leads to. Sources and targets themselves cannot be lost. Of several smallest
    cuts it is the one nearest to the sources. With `most`, a cut of more nodes counts as none, which is found out
    without looking for all of it. Raises `Spent` when the patience ends first.
    """
    ends = {one for one in sources if one in around}, {one for one in targets if one in around}
    if ends[0] & ends[1] or any(other in ends[1] for one in ends[0] for other in around[one]):
        return None
    ways = _DisjointPaths(around, ends[0], ends[1])
    while ways.augment():
        cancel.raise_if_cancelled()
        if most is not None and ways.count > most:
            return None
    return ways.min_cut()


def disjoint_paths(
    around: Mapping[int, Iterable[int]], source: int, target: int, cancel: CancelToken = NEVER_CANCELLED
) -> list[list[int]]:
    """As many paths as there can be that share no node but their ends, shortest first; none when no path leads.

    A source beside its target has one path of two nodes. Raises `Spent` when the patience ends first.
    """
    if source not in around or target not in around:
        return []
    direct = target in around[source]
    ways = _DisjointPaths(around, {source}, {target})
    while ways.augment():
        cancel.raise_if_cancelled()
    paths = [[source, *way, target] for way in ways.paths()]
    return sorted([[source, target], *paths] if direct else paths, key=len)


class _DisjointPaths:
    """Ways from the sources to the targets that share no other node. A node has a side where ways come in and a side
    where they go out; from the one to the other leads at most one way."""

    def __init__(self, around: Mapping[int, Iterable[int]], sources: Collection[int], targets: Collection[int]) -> None:
        self.around, self.sources, self.targets = around, sources, targets
        self.count = 0
        self.before: dict[int, int] = {}
        """By node on a way: the one before it."""
        self.after: dict[int, int] = {}
        self.came_in: dict[int, int] = {}
        """By node whose inner side the last search reached: the node from which it came, itself when it turned back
        further along its way."""
        self.came_out: dict[int, int] = {}
        """By node whose outer side it reached: itself, or the node after it, whose way it turned back along."""
        self._queue: deque[int] = deque()

    def augment(self) -> bool:
        """Find room for one more way, by breadth; say whether there was any."""
        self.came_in = {source: source for source in self.sources}
        self.came_out = {}
        self._queue.clear()
        for source in sorted(self.sources):
            self._expand(source)
        while self._queue:
            node = self._queue.popleft()
            if node not in self.came_in:
                self._enter(node, node)
            end = self._expand(node)
            if end is not None:
                self._apply_path(node, end)
                return True
        return False

    def _expand(self, node: int) -> int | None:
        """Enter whatever a node leads to; the target if it is one."""
        for other in self.around[node]:
            if other in self.targets:
                if node not in self.sources:
                    return other
            elif other not in self.came_in:
                self._enter(other, node)
        return None

    def _enter(self, node: int, origin: int) -> None:
        self.came_in[node] = origin
        before = self.before.get(node)
        if before is None:
            self.came_out[node] = node
            self._queue.append(node)
        elif before not in self.sources and before not in self.came_out:
            self.came_out[before] = node
            self._queue.append(before)

    def _apply_path(self, node: int, target: int) -> None:
        """Lay the way that was found, and take up the steps that it turned back along."""
        laid, taken = [(node, target)], []
        while node not in self.sources:
            beyond = self.came_out[node]
            if beyond != node:
                taken.append((node, beyond))
            origin = self.came_in[beyond]
            if origin != beyond:
                laid.append((origin, beyond))
            node = origin
        for one, other in taken:
            del self.after[one], self.before[other]
        for one, other in laid:
            if one not in self.sources:
                self.after[one] = other
            if other not in self.targets:
                self.before[other] = one
        self.count += 1

    def min_cut(self) -> list[int]:
        """Where the last search could come in but not go out, sorted: a smallest cut once no way can be added."""
        return sorted(node for node in self.came_in if node not in self.came_out and node not in self.sources)

    def paths(self) -> list[list[int]]:
        """The nodes of each way between its ends."""
        ways = []
        for first in sorted(node for node, before in self.before.items() if before in self.sources):
            way = [first]
            while (node := self.after[way[-1]]) not in self.targets:
                way.append(node)
            ways.append(way)
        return ways
