"""Ways without a common node, and the fewest nodes whose loss leaves none (Menger): found by augmenting search.

Every node but the ends bears one way. A new way may turn back along one that is already there and send it elsewhere;
when none can be added, the nodes at which the search got stuck are a smallest cut. Nothing is built beforehand: the
graph is asked for neighbours as the search goes, so that it may have one-way edges, and it stops as soon as there are
more ways than anybody asked for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping

from studio.core.cancellation import ENDLESS, Patience


def node_cut(
    around: Mapping[int, Iterable[int]],
    sources: Collection[int],
    targets: Collection[int],
    most: int | None = None,
    patience: Patience = ENDLESS,
) -> list[int] | None:
    """The fewest nodes whose loss parts all targets from all sources, sorted; None when no loss can.

    `around` gives the nodes that each leads to. Sources and targets themselves cannot be lost. Of several smallest
    cuts it is the one nearest to the sources. With `most`, a cut of more nodes counts as none, which is found out
    without looking for all of it. Raises `Spent` when the patience ends first.
    """
    ends = {one for one in sources if one in around}, {one for one in targets if one in around}
    if ends[0] & ends[1] or any(other in ends[1] for one in ends[0] for other in around[one]):
        return None
    ways = _Ways(around, ends[0], ends[1])
    while ways.add():
        patience.look()
        if most is not None and ways.count > most:
            return None
    return ways.stuck()


def disjoint_paths(
    around: Mapping[int, Iterable[int]], source: int, target: int, patience: Patience = ENDLESS
) -> list[list[int]]:
    """As many paths as there can be that share no node but their ends, shortest first; none when no path leads.

    A source beside its target has one path of two nodes. Raises `Spent` when the patience ends first.
    """
    if source not in around or target not in around:
        return []
    direct = target in around[source]
    ways = _Ways(around, {source}, {target})
    while ways.add():
        patience.look()
    paths = [[source, *way, target] for way in ways.all()]
    return sorted([[source, target], *paths] if direct else paths, key=len)


class _Ways:
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
        self._ahead: deque[int] = deque()

    def add(self) -> bool:
        """Find room for one more way, by breadth; say whether there was any."""
        self.came_in = {source: source for source in self.sources}
        self.came_out = {}
        self._ahead.clear()
        for source in sorted(self.sources):
            self._spread(source)
        while self._ahead:
            node = self._ahead.popleft()
            if node not in self.came_in:
                self._enter(node, node)
            end = self._spread(node)
            if end is not None:
                self._lay(node, end)
                return True
        return False

    def _spread(self, node: int) -> int | None:
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
            self._ahead.append(node)
        elif before not in self.sources and before not in self.came_out:
            self.came_out[before] = node
            self._ahead.append(before)

    def _lay(self, node: int, target: int) -> None:
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

    def stuck(self) -> list[int]:
        """Where the last search could come in but not go out, sorted: a smallest cut once no way can be added."""
        return sorted(node for node in self.came_in if node not in self.came_out and node not in self.sources)

    def all(self) -> list[list[int]]:
        """The nodes of each way between its ends."""
        ways = []
        for first in sorted(node for node, before in self.before.items() if before in self.sources):
            way = [first]
            while (node := self.after[way[-1]]) not in self.targets:
                way.append(node)
            ways.append(way)
        return ways
