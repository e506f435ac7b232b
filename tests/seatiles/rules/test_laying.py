"""Gaps against networkx on big boards, and what their fillers look like and do."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import networkx as nx
import pytest

from studio.seatiles.rules.chart import Chart, cells_of
from studio.seatiles.rules.position import SeaPosition, fill, filler_edges, gaps
from tests.seatiles.random_positions import random_position
from tests.shortly import rows_shortly

KINDS = [("sea", "....", 0), ("cape", "a...", 0), ("bend", "aa..", 0), ("strait", "a.b.", 0), ("inland", "aaaa", 0)]
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


@pytest.mark.parametrize("start_at_sea", [False, True])
@pytest.mark.parametrize(("columns", "rows"), rows_shortly([(2, 3), (6, 6), (12, 8), (24, 24)], 0, 1))
def test_gaps_are_what_no_ship_can_reach_and_what_is_enclosed(columns: int, rows: int, start_at_sea: bool) -> None:
    random = Random(rows)
    found_some = 0
    for _board in range(60 if columns < 20 else 12):
        void = [random.random() < 0.15 for _cell in range(columns * rows)]
        rim = [random.choice((0, 1, 2, 3, 3, 3, 3, 4)) for _edge in range(columns * rows * 4)]
        chart = Chart(columns, rows, void, rim, KINDS)
        tiles = {
            cell: random.choice(chart.placements[:-2])  # any tiles, fitting or not
            for cell in range(chart.count)
            if not void[cell] and random.random() < 0.6
        }
        sea = sum(chart.sea_planes[cell << 4 | one.edges] for cell, one in tiles.items())
        undiscovered = chart.spaces & ~sum(1 << cell for cell in tiles)
        graph: nx.Graph[Any] = nx.Graph()
        graph.add_node(-1)
        alone = set()
        for cell in range(chart.count):
            if void[cell]:
                continue
            near = 0
            for side, (dx, dy) in enumerate(STEPS):
                x, y = cell % columns + dx, cell // columns + dy
                inside = 0 <= x < columns and 0 <= y < rows and not void[y * columns + x]
                leaves = cell not in tiles or tiles[cell].land[side] < 0
                if not inside:
                    if rim[cell * 4 + side] < 3 and (leaves or cell in tiles):
                        graph.add_edge(-1, cell)
                    continue
                other = y * columns + x
                near += other not in tiles
                if leaves and (other not in tiles or tiles[other].land[side ^ 2] < 0):
                    graph.add_edge(cell, other)
            if cell not in tiles and not near:
                alone.add(cell)
            if start_at_sea and cell in tiles and tiles[cell].edges != 0b1111:
                graph.add_edge(-1, cell)
        reached = nx.node_connected_component(graph, -1)
        wanted = {cell for cell in cells_of(undiscovered) if cell not in reached} | alone
        assert set(cells_of(gaps(chart, undiscovered, sea, start_at_sea=start_at_sea))) == wanted
        found_some += bool(wanted - alone)
    assert found_some or columns == 2


def test_nothing_undiscovered_nothing_to_fill() -> None:
    assert gaps(Chart(2, 2, [False] * 4, [3] * 16, KINDS), 0, 0) == 0


def test_fillers_are_land_wherever_no_sea_is_wanted() -> None:
    assert filler_edges(0b0000_0000) == 0b1111
    assert filler_edges(0b0010_0101) == 0b1010
    assert filler_edges(0b0000_1111) == 0


def from_nowhere(taken: list[int]) -> Callable[[SeaPosition, int], tuple[int, int]]:
    """A supply that never ends and remembers the classes asked for."""

    def fetch(s: SeaPosition, cls: int) -> tuple[int, int]:
        taken.append(cls)
        return s.board.chart.class_kinds[cls][0], 0

    return fetch


def test_fillers_have_the_facing_edges_and_land_between_them() -> None:
    random, filled = Random(8), 0
    for _sea in range(200):
        chart, s = random_position(random, 0.7)
        found = gaps(chart, s.undiscovered, s.sea)
        taken: list[int] = []
        needs = bytes(s.need)
        fill(s, found, from_nowhere(taken))
        cells = cells_of(found)
        assert len(taken) == len(cells)
        for cell in cells:
            edges = chart.placements[s.laid[cell]].edges
            assert edges & 15 == 15 & ~needs[cell]
            filled += 1
        assert not gaps(chart, s.undiscovered, s.sea)  # one pass is enough (T8)
    assert filled > 50
