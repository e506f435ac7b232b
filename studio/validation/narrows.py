"""Narrow places of a graph: nodes that ways must pass, found in one walk (Tarjan's low points). Needs no library.

Nothing is built beforehand: the graph is asked for neighbours as the walk goes, each edge twice at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from studio.validation.checks import Around

OUTSIDE = -1
"""Where all ways begin: beside every source."""


class Cut(NamedTuple):
    """A node whose loss splits its part of the graph; `parts` are the sizes of what is left, largest first."""

    cell: int
    parts: tuple[int, ...]


class Narrow(NamedTuple):
    """A node whose loss leaves other nodes without any way from a source: those are `beyond`, sorted."""

    node: int
    beyond: tuple[int, ...]


def narrows(around: Around, sources: Iterable[int]) -> list[Narrow]:
    """Every node, a source too, whose loss cuts others off from all sources; by the nodes' numbers.

    What no source reaches takes no part.
    """
    starts = [source for source in sources if source in around]
    entrances = frozenset(starts)

    def ahead(node: int) -> Iterable[int]:
        if node == OUTSIDE:
            return starts
        return chain((OUTSIDE,), around[node]) if node in entrances else around[node]

    order, behind = _walked(OUTSIDE, ahead)
    return [
        Narrow(node, tuple(sorted(chain.from_iterable(order[first:end] for first, end in groups))))
        for node, groups in sorted(behind.items())
        if node != OUTSIDE
    ]


def cuts(around: Around) -> list[Cut]:
    """Every node whose loss splits its part of the graph, with the sizes of what is left, in order of nodes."""
    seen: set[int] = set()
    found = []
    for start in around:
        if start in seen:
            continue
        order, behind = _walked(start, around.__getitem__)
        seen.update(order)
        for node, groups in behind.items():
            sizes = [end - first for first, end in groups]
            rest = len(order) - 1 - sum(sizes)
            left = [*sizes, rest] if rest else sizes
            if len(left) > 1:
                found.append(Cut(node, tuple(sorted(left, reverse=True))))
    return sorted(found)


def _walked(start: int, ahead: Callable[[int], Iterable[int]]) -> tuple[list[int], dict[int, list[tuple[int, int]]]]:
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
