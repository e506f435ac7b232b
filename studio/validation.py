"""Graph algorithms for boards. Only the first part needs networkx, which is imported when used."""

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
    """The graph with these nodes and edges, whose ends must be nodes."""
    import networkx as nx

    graph: CellGraph = nx.Graph()
    graph.add_nodes_from(cells)
    graph.add_edges_from(joins)
    return graph


def board_graph(grid: Grid, is_node: Callable[[int], bool], passes: Callable[[int, int], bool]) -> CellGraph:
    """The cells of a board that are nodes, joined across each side that can be passed both ways.

    `passes(cell, side)` says whether a cell can be left and entered by that side.
    """
    half = grid.sides // 2
    cells = [cell for cell in range(grid.count) if is_node(cell)]
    wanted = set(cells)
    joins = []
    for cell in cells:
        for side in range(half):  # each edge once: the neighbors list the other sides
            other = grid.neighbor(cell, side)
            if other in wanted and passes(cell, side) and passes(other, side + half):
                joins.append((cell, other))
    return graph_of(cells, joins)


# Reachability and costs.


class Adjacency(Protocol):
    """The neighbors of each node in both directions: a mapping or a networkx graph."""

    def __iter__(self) -> Iterator[int]: ...
    def __contains__(self, node: object, /) -> bool: ...
    def __getitem__(self, node: int, /) -> Iterable[int]: ...


def connected_components(around: Adjacency) -> list[list[int]]:
    """The connected components, each sorted, largest first, then by their first cell."""
    seen: set[int] = set()
    found = []
    for node in around:
        if node not in seen:
            part = reachable(around, [node])
            seen |= part
            found.append(sorted(part))
    return sorted(found, key=lambda part: (-len(part), part[0]))


def reachable(around: Adjacency, sources: Iterable[int]) -> set[int]:
    """All nodes reachable from the sources, those included."""
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
    """The least sum of `cost` over the steps of a path, and such a path; None if there is no path."""
    import networkx as nx

    if source not in graph or target not in graph or not nx.has_path(graph, source, target):
        return None
    path: list[int] = nx.dijkstra_path(graph, source, target, weight=lambda one, other, _edge: cost(one, other))
    return sum(map(cost, path, path[1:])), path


def path_costs(graph: CellGraph, source: int, cost: Callable[[int, int], int]) -> dict[int, int]:
    """The least sum of `cost` from one node to each reachable one, itself included."""
    import networkx as nx

    if source not in graph:
        return {}
    lengths = nx.single_source_dijkstra_path_length(graph, source, weight=lambda one, other, _edge: cost(one, other))
    return {node: int(length) for node, length in lengths.items()}


# Forward chaining over rules with several needs (an AND/OR graph).


class Rule(NamedTuple):
    """Having all of `needs`, which are not consumed, gives all of `gives`."""

    key: Hashable
    needs: tuple[Hashable, ...]
    gives: tuple[Hashable, ...]


class Closure(NamedTuple):
    """Everything that can be derived, with its round."""

    facts: dict[Hashable, int]
    rules: dict[Hashable, int]


def forward_chain(rules: Iterable[Rule], given: Iterable[Hashable]) -> Closure:
    """What can be derived from the given things, which have round 0.

    In round n+1 all rules fire whose needs have at most round n.
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


# Articulation points by Tarjan's low-link values, without a library. The graph is only asked for neighbors.

OUTSIDE = -1  # the predecessor of every source


class ArticulationPoint(NamedTuple):
    """A node whose removal splits its component; `parts` are the sizes of what is left, largest first."""

    cell: int
    component_sizes: tuple[int, ...]


class SeparatingVertex(NamedTuple):
    """A node whose removal disconnects the nodes `beyond`, sorted, from all sources."""

    node: int
    beyond: tuple[int, ...]


def separating_vertices(around: Adjacency, sources: Iterable[int]) -> list[SeparatingVertex]:
    """Every node, also a source, whose removal disconnects others from all sources; by node number.

    Unreachable nodes are ignored.
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
    """Every node whose removal splits its component, by node number."""
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
    """The nodes in depth-first order; and by node the ranges of that order, from and up to, that are joined to the
    start only through that node.
    """
    order, low, seen = [start], [0], {start: 0}
    # low: the earliest node of the order reachable from here and below by one edge off the tree
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
            if len(path) < 2 or other != path[-2][0]:  # not back along the tree edge
                low[seen[node]] = min(low[seen[node]], place)
        else:
            path.pop()
            if path:
                place, before = seen[node], seen[path[-1][0]]
                low[before] = min(low[before], low[place])
                if low[place] >= before:  # nothing below leads above the parent
                    behind.setdefault(path[-1][0], []).append((place, len(order)))
    return order, behind


# Vertex-disjoint paths and minimum vertex cuts (Menger's theorem) by augmenting paths. Every inner node has one path.
# When no augmenting path exists, the nodes where the search got stuck are a minimum cut. The graph is only asked for
# successors, may be directed, and the search stops once there are more paths than needed.


def min_vertex_cut(
    around: Mapping[int, Iterable[int]],
    sources: Collection[int],
    targets: Collection[int],
    most: int | None = None,
    cancel: CancelToken = NEVER_CANCELLED,
) -> list[int] | None:
    """The fewest nodes whose removal separates all targets from all sources, sorted; None if that is impossible.

    `around` gives the successors of a node. Sources and targets cannot be removed. Of several smallest cuts it is the
    one nearest to the sources. The search stops as soon as a cut needs more than `most` nodes, which counts as None.
    Raises `Cancelled`.
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
    """A maximum set of paths that share only their ends, shortest first.

    Adjacent ends have one path of two nodes. The order of nodes and neighbours does not matter. Raises `Cancelled`.
    """
    if source not in around or target not in around:
        return []
    direct = target in around[source]
    ways = _DisjointPaths({node: sorted(others) for node, others in around.items()}, {source}, {target})
    while ways.augment():
        cancel.raise_if_cancelled()
    paths = [[source, *way, target] for way in ways.paths()]
    return sorted([[source, target], *paths] if direct else paths, key=len)


class _DisjointPaths:
    """Vertex-disjoint paths from sources to targets. Each node has an entry and an exit with one path between."""

    def __init__(self, around: Mapping[int, Iterable[int]], sources: Collection[int], targets: Collection[int]) -> None:
        self.around, self.sources, self.targets = around, sources, targets
        self.count = 0
        self.before: dict[int, int] = {}  # the predecessor of a node on its path
        self.after: dict[int, int] = {}
        self.came_in: dict[int, int] = {}
        """The node from which the search reached a node's entry; the node itself if it came back from its exit."""
        self.came_out: dict[int, int] = {}
        """For a node's exit: the node itself, or its successor if the search went back along a path."""
        self._queue: deque[int] = deque()

    def augment(self) -> bool:
        """Find an augmenting path by breadth-first search; return whether there is one."""
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
        """Enter the successors of a node; return the target if it is one."""
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
        """Add the augmenting path and remove the steps that it goes back along."""
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
        """The nodes whose entry but not exit was reached by the last search, sorted: a minimum cut at the end."""
        return sorted(node for node in self.came_in if node not in self.came_out and node not in self.sources)

    def paths(self) -> list[list[int]]:
        ways = []
        for first in sorted(node for node, before in self.before.items() if before in self.sources):
            way = [first]
            while (node := self.after[way[-1]]) not in self.targets:
                way.append(node)
            ways.append(way)
        return ways
