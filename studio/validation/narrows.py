"""Narrow places of a graph: the nodes that every way into some part must pass, found in one walk (Tarjan's low points).

Nothing is built beforehand: the graph is asked for neighbours as the walk goes, each edge twice at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

OUTSIDE = -1
"""Where all ways begin: beside every source."""


class Narrow(NamedTuple):
    """A node whose loss leaves other nodes without any way from a source: those are `beyond`, sorted."""

    node: int
    beyond: tuple[int, ...]


def narrows(around: Mapping[int, Iterable[int]], sources: Iterable[int]) -> list[Narrow]:
    """Every node, a source too, whose loss cuts others off from all sources; by the nodes' numbers.

    `around` gives the neighbours of each node, from both sides of each edge. What no source reaches takes no part.
    """
    seen: dict[int, int] = {OUTSIDE: 0}
    """By node: when the walk came to it."""
    low = [0]
    """By the order of the walk: how far back one can go from there and from what lies behind it, by one edge aside."""
    order = [OUTSIDE]
    behind: dict[int, list[int]] = {}
    starts = [source for source in sources if source in around]
    entrances = set(starts)
    path: list[tuple[int, int, Iterator[int]]] = [(OUTSIDE, OUTSIDE, iter(starts))]
    while path:
        node, origin, ahead = path[-1]
        for other in ahead:
            if other == origin:
                continue
            if other in seen:
                low[seen[node]] = min(low[seen[node]], seen[other])
                continue
            seen[other] = len(order)
            order.append(other)
            low.append(0 if other in entrances else seen[other])
            path.append((other, node, iter(around[other])))
            break
        else:
            path.pop()
            place = seen[node]
            if path and path[-1][0] != OUTSIDE:
                before = seen[path[-1][0]]
                low[before] = min(low[before], low[place])
                if low[place] >= before:  # nothing behind it leads past the one before
                    behind.setdefault(path[-1][0], []).extend(order[place:])
    return [Narrow(node, tuple(sorted(beyond))) for node, beyond in sorted(behind.items())]
