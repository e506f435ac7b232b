"""Sea routes as sets of cells, against networkx on boards of any size."""

from __future__ import annotations

from random import Random
from typing import Any

import networkx as nx
import pytest

from studio.seatiles.rules.chart import Chart, cells_of
from studio.seatiles.rules.play import Payment, dearest, flood, levels, links, payments, reached, shores
from tests.seatiles.rules.test_chart import random_chart


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
            barred = {cell for cell in graph if cell != seed and not random.randrange(4)}
            found = flood(1 << seed, sum(1 << cell for cell in graph if cell not in barred), east, south, columns)
            open_to_all = graph.subgraph(set(graph) - barred)
            assert set(cells_of(found)) == nx.node_connected_component(open_to_all, seed)


def test_levels_are_all_payments_cheapest_first() -> None:
    assert [level.payment for level in levels(0, 2)] == [Payment(0, 0, 0), Payment(1, 1, 0), Payment(2, 2, 0)]
    steps = levels(0b101, 2)
    assert len(steps) == 12
    assert list(steps) == sorted(steps)
    assert steps[-1].payment == Payment(6, 2, 0b101)


def channel() -> tuple[Chart, int, int]:
    """A row of sea A1–E1, F1 undiscovered; toll 1 in the west, none elsewhere."""
    rim = [3] * 24
    rim[3] = 1
    chart = Chart(6, 1, [False] * 6, rim, [("sea", "....", 0)])
    return chart, 1 << 5, sum(chart.sea_planes[cell << 4] for cell in range(5))


def test_payments_stop_at_the_budget() -> None:
    chart, undiscovered, sea = channel()
    steps, owned = levels(0b110, 2), [0, 1 << 2, 1 << 4, 0]
    for budget, found in ((4, []), (5, [Payment(5, 1, 0b110)])):
        assert payments(chart, undiscovered, sea, steps, owned, budget, 4) == found
        assert reached(chart, undiscovered, sea, dearest(steps, budget), owned) == (1 << 4 if found else 0)
    assert payments(chart, undiscovered, sea, steps, [0, 0, 1 << 4, 0], 5, 4) == [Payment(3, 1, 0b100)]


def test_the_dearest_payments_hold_all_others() -> None:
    steps = levels(0b11, 2)
    assert [level.payment for level in dearest(steps, 99)] == [steps[-1].payment]
    assert [level.payment for level in dearest(steps, 3)] == [Payment(2, 2, 0), Payment(3, 1, 0b1), Payment(3, 1, 0b10)]
    assert [level.payment for level in dearest(steps, 0)] == [Payment(0, 0, 0)] and dearest(steps, -1) == ()


@pytest.mark.parametrize("seed", range(12))
def test_payments_agree_with_ways_in_a_graph(seed: int) -> None:
    """Whoever pays may sail past: all (toll, owners) with a way, of which no part has one."""
    random = Random(seed)
    rim = [random.choice((0, 1, 1, 2, 2, 2, *[3] * 9)) for _edge in range(7 * 6 * 4)]
    chart = Chart(7, 6, [False] * 42, rim, [("sea", "....", 0), ("cape", "a...", 0), ("strait", "a.b.", 0)])
    laid = [random.choice((-1, -1, *[0] * 8, 1, 2, 5)) for _cell in range(42)]
    undiscovered = sum(1 << cell for cell, placement in enumerate(laid) if placement < 0)
    sea = 0
    for cell, placement in enumerate(laid):
        if placement >= 0:
            sea |= chart.sea_planes[cell << 4 | chart.placements[placement].edges]
    discovered = [cell for cell, placement in enumerate(laid) if placement >= 0]
    owned = [sum(1 << cell for cell in random.sample(discovered, 7)) for _seat in range(3)]
    owners = {cell: {seat for seat in range(3) if owned[seat] >> cell & 1} for cell in discovered}
    east, south = links(chart, sea)
    steps, choices = levels(0b111, 2), 0

    def reaches(toll: int, paid: set[int], goal: int) -> bool:
        graph: nx.Graph[Any] = nx.Graph()
        graph.add_nodes_from(cell for cell in discovered if owners[cell] <= paid)
        for cell in discovered:
            for bits, other in ((east, cell + 1), (south, cell + chart.columns)):
                if bits >> cell & 1 and cell in graph and other in graph:
                    graph.add_edge(cell, other)
        if goal not in graph:
            return False
        return any(chart.open_upto[toll] >> cell & 1 for cell in nx.node_connected_component(graph, goal))

    starts = cells_of(shores(chart, undiscovered, sea))
    for budget in (0, 2, 3, 5, 9):
        within = reached(chart, undiscovered, sea, dearest(steps, budget), owned)
        for goal in starts:
            ways = [
                (toll, frozenset(seat for seat in range(3) if paid >> seat & 1))
                for toll in range(3)
                for paid in range(8)
                if toll + 2 * paid.bit_count() <= budget
                and reaches(toll, {seat for seat in range(3) if paid >> seat & 1}, goal)
            ]
            least = {(t, p) for t, p in ways if not any((u, q) != (t, p) and u <= t and q <= p for u, q in ways)}
            found = payments(chart, undiscovered, sea, steps, owned, budget, goal)
            assert {
                (one.toll, frozenset(seat for seat in range(3) if one.owners >> seat & 1)) for one in found
            } == least
            assert found == sorted(found) and (within >> goal & 1) == bool(found)
            choices += len(found) > 1
    assert choices > 2
