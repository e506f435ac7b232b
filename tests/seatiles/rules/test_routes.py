"""Sea routes as sets of cells, against networkx on boards of any size."""

from __future__ import annotations

from random import Random
from typing import Any

import networkx as nx
import pytest

from studio.seatiles.rules.chart import Chart, cells_of
from studio.seatiles.rules.routes import Payment, flood, levels, links, payments, regions, shores
from tests.seatiles.rules.test_islands import random_chart


def half_laid(random: Random, columns: int, rows: int) -> tuple[Chart, list[int], int, int]:
    """A chart, what is laid, the undiscovered spaces and the planes of sea."""
    chart, tiles = random_chart(random, columns, rows)
    laid = [placement if random.random() < 0.7 else -1 for placement in tiles]
    sea, undiscovered = 0, 0
    for cell, placement in enumerate(laid):
        if placement < 0:
            undiscovered |= 1 << cell
        else:
            sea |= chart.sea_planes[cell << 4 | chart.placements[placement].edges]
    return chart, laid, undiscovered, sea


@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (5, 3), (3, 7), (12, 8), (24, 24)])
def test_links_shores_and_flood_agree_with_a_graph(columns: int, rows: int) -> None:
    random = Random(columns)
    for _board in range(5):
        chart, laid, undiscovered, sea = half_laid(random, columns, rows)
        graph: nx.Graph[Any] = nx.Graph()
        wanted_shores = set()
        for cell, placement in enumerate(laid):
            if placement < 0:
                continue
            graph.add_node(cell)
            x, y = cell % columns, cell // columns
            for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
                if chart.placements[placement].land[side] >= 0 or not (0 <= x + dx < columns and 0 <= y + dy < rows):
                    continue
                other = cell + dx + dy * columns
                if laid[other] < 0:
                    wanted_shores.add(cell)
                else:
                    graph.add_edge(cell, other)
        assert set(cells_of(shores(chart, undiscovered, sea))) == wanted_shores
        east, south = links(chart, sea)
        assert {frozenset((cell, cell + 1)) for cell in cells_of(east)} | {
            frozenset((cell, cell + columns)) for cell in cells_of(south)
        } == {frozenset(edge) for edge in graph.edges}
        for seed in list(graph)[:8]:
            found = flood(1 << seed, chart.spaces & ~undiscovered, east, south, columns)
            assert set(cells_of(found)) == nx.node_connected_component(graph, seed)


def test_levels_are_all_payments_cheapest_first() -> None:
    assert [level.payment for level in levels(0, 2)] == [Payment(0, 0, 0), Payment(1, 1, 0), Payment(2, 2, 0)]
    steps = levels(0b101, 2)
    assert len(steps) == 12
    assert list(steps) == sorted(steps)
    assert steps[-1].payment == Payment(6, 2, 0b101)


@pytest.mark.parametrize("payable", [0, 0b1, 0b1010, 0b1110])
def test_a_level_lies_next_above_those_that_pay_one_thing_less(payable: int) -> None:
    steps = levels(payable, 2)
    for number, level in enumerate(steps):
        below = {
            (other.payment.toll, other.payment.owners)
            for other in steps
            if (level.payment.toll - other.payment.toll, level.payment.owners ^ other.payment.owners) == (1, 0)
            or (
                level.payment.toll == other.payment.toll
                and other.payment.owners & ~level.payment.owners == 0
                and (level.payment.owners ^ other.payment.owners).bit_count() == 1
            )
        }
        assert {(steps[index].payment.toll, steps[index].payment.owners) for index in level.below} == below
        assert all(index < number for index in level.below)


def channel() -> tuple[Chart, int, int]:
    """A row of sea A1–E1, F1 undiscovered; toll 1 in the west, none elsewhere."""
    rim = [3] * 24
    rim[3] = 1
    chart = Chart(6, 1, [False] * 6, rim, [("sea", "....", 0)])
    return chart, 1 << 5, sum(chart.sea_planes[cell << 4] for cell in range(5))


def test_regions_stop_at_the_budget() -> None:
    chart, undiscovered, sea = channel()
    steps = levels(0b110, 2)
    owned = [0, 1 << 2, 1 << 4, 0]
    assert regions(chart, undiscovered, sea, steps, owned, 4) == []
    found = regions(chart, undiscovered, sea, steps, owned, 5)
    assert payments(found, 4) == [Payment(5, 1, 0b110)]
    assert payments(found, 3) == []
