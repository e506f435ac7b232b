"""Islands kept up to date while tiles are laid in any order."""

from __future__ import annotations

from random import Random
from typing import Any

import networkx as nx

from studio.seatiles.rules.chart import COAST, SHORE, Chart, all_islands, join, members, root_of
from tests.seatiles.oracle import is_complete

KINDS = [("cape", "a...", 0), ("bend", "aa..", 0), ("strait", "a.b.", 0), ("cove", "aaa.", 0), ("inland", "aaaa", 0)]
KINDS += [("sea", "....", 0), ("twin", "ab..", 0), ("halves", "aabb", 0)]


def random_chart(random: Random, columns: int, rows: int) -> tuple[Chart, list[int]]:
    """A chart with some coast, and a full set of matching tiles: one placement for each cell."""
    rim = [random.choice((SHORE, SHORE, COAST)) for _edge in range(columns * rows * 4)]
    chart = Chart(columns, rows, [False] * (columns * rows), rim, KINDS)
    need = bytearray(chart.first_need)
    tiles = []
    for cell in range(chart.count):
        fitting = [p for kind in range(len(KINDS)) for p in chart.fits[kind][need[cell]]]
        tiles.append(random.choice(fitting))
        for other, bit in chart.marks[cell << 4 | chart.placements[tiles[-1]].edges]:
            need[other] |= bit
    return chart, tiles


def test_join_keeps_islands_and_their_open_edges_in_any_order() -> None:
    random = Random(1)
    for _board in range(40):
        chart, tiles = random_chart(random, random.randint(2, 6), random.randint(2, 6))
        order = list(range(chart.count))
        random.shuffle(order)
        laid = [-1] * chart.count
        parent, open_edges = list(range(chart.count * 4)), [0] * (chart.count * 4)
        finished = []
        for cell in order:
            laid[cell] = tiles[cell]
            finished += join(chart, laid, parent, open_edges, cell)
            graph: nx.Graph[Any] = nx.Graph()
            for at, placement in enumerate(laid):
                if placement < 0:
                    continue
                land = chart.placements[placement].land
                graph.add_nodes_from(at * 4 + number for number in land if number >= 0)
                for side, step in ((1, 1), (2, chart.columns)):
                    other = chart.near[at * 4 + side]
                    assert other in (-1, at + step)
                    if land[side] >= 0 and other >= 0 and laid[other] >= 0:
                        graph.add_edge(at * 4 + land[side], other * 4 + chart.placements[laid[other]].land[side ^ 2])
            wanted = sorted(sorted(nodes) for nodes in nx.connected_components(graph))
            assert sorted(all_islands(chart, laid)) == wanted
            for nodes in wanted:
                assert len({root_of(parent, node) for node in nodes}) == 1
                assert members(chart, laid, nodes[-1]) == nodes
                complete = is_complete(chart, laid, nodes)
                assert complete == (open_edges[root_of(parent, nodes[0])] == 0)
                assert complete == any(root_of(parent, node) == root_of(parent, nodes[0]) for node in finished)
        roots = [root_of(parent, node) for node in finished]
        assert len(roots) == len(set(roots)) == len(all_islands(chart, laid))  # each was told of once


def test_land_facing_an_open_border_never_completes() -> None:
    chart = Chart(2, 2, [False] * 4, [0] * 16, KINDS)
    laid = [chart.placement_of[0][0], -1, -1, -1]  # a layout's own mistake: land in the north of A1
    assert join(chart, laid, list(range(16)), [0] * 16, 0) == []
    assert not is_complete(chart, laid, [0])
