"""Islands: lands joined across facing land edges, and whether they are complete (T7).

A land is a node, `cell * 4 + land number`. `parent` is a union-find forest over all nodes; `open_edges` counts, for
each root, the land edges of its island that do not yet face a land edge or a coast.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from studio.seatiles.rules.chart import COAST, Chart


def root_of(parent: MutableSequence[int], node: int) -> int:
    """The representative of a node's island; shortens the way there."""
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


def join(
    chart: Chart, laid: Sequence[int], parent: MutableSequence[int], open_edges: MutableSequence[int], cell: int
) -> list[int]:
    """Join the lands of the tile just laid on `cell` to their neighbours; the islands this completes, as nodes.

    `laid` already holds the tile. A land edge facing the sea (only a layout's own tiles can) stays open for ever.
    """
    placements = chart.placements
    land = placements[laid[cell]].land
    first = cell * 4
    for side in range(4):
        if land[side] < 0:
            continue
        root = first + land[side]
        while parent[root] != root:
            root = parent[root]
        other = chart.near[first + side]
        if other < 0:
            if chart.rim[first + side] != COAST:
                open_edges[root] += 1
        elif laid[other] < 0 or (beyond := placements[laid[other]].land[side ^ 2]) < 0:
            open_edges[root] += 1
        else:
            joined = other * 4 + beyond
            while parent[joined] != joined:
                parent[joined] = parent[parent[joined]]
                joined = parent[joined]
            if joined == root:
                open_edges[root] -= 1
            else:  # the new tile's lands go below the older island
                parent[root] = joined
                open_edges[joined] += open_edges[root] - 1
    complete: list[int] = []
    for number in range(placements[laid[cell]].lands):
        root = root_of(parent, first + number)
        if not open_edges[root] and root not in complete:
            complete.append(root)
    return complete


def members(chart: Chart, laid: Sequence[int], node: int) -> list[int]:
    """All nodes of a node's island, in ascending order."""
    placements, near = chart.placements, chart.near
    found = {node}
    ahead = [node]
    while ahead:
        cell, number = divmod(ahead.pop(), 4)
        land = placements[laid[cell]].land
        for side in range(4):
            if land[side] != number:
                continue
            other = near[cell * 4 + side]
            if other >= 0 and laid[other] >= 0:
                beyond = placements[laid[other]].land[side ^ 2]
                if beyond >= 0 and other * 4 + beyond not in found:
                    found.add(other * 4 + beyond)
                    ahead.append(other * 4 + beyond)
    return sorted(found)


def all_islands(chart: Chart, laid: Sequence[int]) -> list[list[int]]:
    """Every island on the chart as its sorted nodes, in order of their lowest."""
    seen: set[int] = set()
    found = []
    for cell in range(chart.count):
        if laid[cell] >= 0:
            for number in range(chart.placements[laid[cell]].lands):
                if cell * 4 + number not in seen:
                    nodes = members(chart, laid, cell * 4 + number)
                    seen.update(nodes)
                    found.append(nodes)
    return found


def lowest_nodes(chart: Chart, laid: Sequence[int], pending: Sequence[int]) -> list[int]:
    """For each of these islands its lowest node, in the same order: a name that does not depend on what came first."""
    return [members(chart, laid, node)[0] for node in pending]


def take_island(parent: MutableSequence[int], pending: MutableSequence[int], node: int) -> None:
    """Remove the island of a node from a list of islands, whichever of its nodes stands there."""
    root = root_of(parent, node)
    pending.remove(next(other for other in pending if root_of(parent, other) == root))
