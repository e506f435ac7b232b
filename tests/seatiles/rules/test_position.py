"""Positions: units, stacks and backs, laying tiles and filling gaps."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import networkx as nx
import pytest

from studio.core.rng import Rng
from studio.seatiles.rules.chart import Chart, all_islands, cells_of, lowest_nodes, root_of, take_island
from studio.seatiles.rules.position import (
    BACK_NONE,
    BACK_PLAIN,
    BACK_QUERY,
    BACK_UNKNOWN,
    SeaPosition,
    deal,
    draw_back,
    draw_front,
    equal_parts,
    fetch_sorted,
    fill,
    filler_edges,
    first_left,
    first_sort_left,
    gaps,
    lift_top,
    next_backs,
    stands_on,
    take_hidden,
    unseen_backs,
)
from tests.seatiles.random_positions import SHARED, position_on, random_position
from tests.short_run import mark_long_rows


def follows(chart: Chart, s: SeaPosition) -> tuple[object, ...]:
    """What follows from the tiles laid, in a form that does not depend on their order."""
    islands = [(nodes, s.open_edges[root_of(s.parent, nodes[0])]) for nodes in all_islands(chart, s.laid)]
    return s.undiscovered, s.sea, bytes(s.need), islands


def test_plain_data_and_back_is_the_same_position() -> None:
    random = Random(4)
    for _sea in range(60):
        chart, s = random_position(random, random.random())
        s.hand, s.ship, s.stack_size = (2, 1), 3, [4]
        text = json.dumps(s.dump_sea(()))
        other = position_on(chart, [0], [0], 1, 1)
        other.restore_sea(json.loads(text), ())
        assert json.dumps(other.dump_sea(())) == text
        assert follows(chart, other) == follows(chart, s)


def test_a_copy_is_independent() -> None:
    _chart, s = random_position(Random(2), 0.5)
    other = SeaPosition()
    s.copy_sea(other)
    before = json.dumps(s.dump_sea(()))
    assert json.dumps(other.dump_sea(())) == before
    for name in SeaPosition.__slots__:
        value = getattr(other, name)
        if isinstance(value, (list, bytearray)) and value:
            value[0] += 1
    other.parent[0] += 1
    other.open_edges[0] += 1
    assert json.dumps(s.dump_sea(())) == before


def test_a_unit_stands_on_one_land() -> None:
    s = position_on(SHARED, [0], [0], 1, 1)
    s.unit[4], s.unit_land[4] = 7, 1
    assert [stands_on(s, node) for node in (15, 16, 17, 18, 20)] == [False, False, True, False, False]


def test_islands_are_named_by_their_lowest_nodes_and_taken_by_any() -> None:
    chart, s = random_position(Random(12), 0.9)
    islands = [nodes for nodes in all_islands(chart, s.laid) if len(nodes) > 1]
    assert len(islands) > 1
    pending = [nodes[-1] for nodes in islands]
    assert lowest_nodes(chart, s.laid, pending) == [nodes[0] for nodes in islands]
    take_island(s.parent, pending, islands[1][0])
    assert pending == [nodes[-1] for number, nodes in enumerate(islands) if number != 1]


# Face-down stacks as counts and backs, as equal as can be, and tiles fetched from the open ones


SORTS = 3


@pytest.fixture
def stacked() -> SeaPosition:
    """Two kinds of three sorts: 4 plain, 1 and 0 of the first, 2 plain, 0 and 3 of the second; one stack open."""
    s = position_on(SHARED, [4, 1, 0, 2, 0, 3], [1, 0], 3, SORTS)
    deal(s, [5, 5, 0])
    return s


def test_dealing_leaves_tops_to_be_seen(stacked: SeaPosition) -> None:
    assert stacked.stack_size == [5, 5, 0]
    assert stacked.stack_top == [BACK_UNKNOWN, BACK_UNKNOWN, BACK_NONE]
    assert (stacked.hidden_plain, stacked.hidden_query) == (6, 4)


def test_backs_not_yet_seen_are_those_that_are_no_tops(stacked: SeaPosition) -> None:
    assert next_backs(stacked) == [(BACK_PLAIN, 6), (BACK_QUERY, 4)]
    stacked.stack_top[0] = BACK_QUERY
    assert unseen_backs(stacked) == (6, 3)
    stacked.stack_top[1] = BACK_PLAIN
    assert unseen_backs(stacked) == (5, 3)


def test_a_front_has_the_back_on_top_and_comes_by_its_count(stacked: SeaPosition) -> None:
    stacked.stack_top = [BACK_PLAIN, BACK_QUERY, BACK_NONE]
    rng = Rng(3)
    plain = Counter(draw_front(stacked, [0, 3], rng) for _draw in range(3000))
    assert plain[0] / plain[3] == pytest.approx(2, rel=0.15)
    stacked.stack = 1
    query = Counter(draw_front(stacked, [1, 5], rng) for _draw in range(3000))
    assert query[5] / query[1] == pytest.approx(3, rel=0.15)
    backs = Counter(draw_back(stacked, rng) for _draw in range(3000))
    assert backs[BACK_PLAIN] / backs[BACK_QUERY] == pytest.approx(5 / 3, rel=0.15)


def test_lifting_a_top_uncovers_the_next_until_the_stack_is_empty(stacked: SeaPosition) -> None:
    deal(stacked, [2, 8, 0])
    assert lift_top(stacked, 0, False)
    assert (stacked.stack_size, stacked.stack_top[0]) == ([1, 8, 0], BACK_UNKNOWN)
    assert not lift_top(stacked, 5, True)
    assert (stacked.stack_size, stacked.stack_top[0]) == ([0, 8, 0], BACK_NONE)
    assert stacked.hidden == [3, 1, 0, 2, 0, 2]
    assert (stacked.hidden_plain, stacked.hidden_query) == (5, 3)


def test_taking_a_tile_out_keeps_the_count_of_backs(stacked: SeaPosition) -> None:
    take_hidden(stacked, 1, True)
    take_hidden(stacked, 3, False)
    assert (stacked.hidden, stacked.hidden_plain, stacked.hidden_query) == ([4, 0, 0, 1, 0, 3], 5, 3)


def test_sorted_tiles_go_first_then_misfits_plain_ones_first(stacked: SeaPosition) -> None:
    stacked.discard = [0, 1, 0, 1, 0, 0]
    assert [fetch_sorted(stacked, [0, 1]) for _tile in range(4)] == [(0, 0), (1, 0), (0, 1), (-1, 0)]
    assert stacked.sorted_left == [0, 0]
    assert not any(stacked.discard)


def test_stacks_are_as_equal_as_can_be() -> None:
    assert equal_parts(100, 6) == [17, 17, 17, 17, 16, 16]
    assert equal_parts(3, 5) == [1, 1, 1, 0, 0]
    assert equal_parts(0, 2) == [0, 0]


def test_first_kind_with_a_piece_left() -> None:
    assert first_left([2, 0, 1], [3, 1, 0]) == 0
    assert first_left([1], [3, 0]) == -1


def test_plain_before_query_over_all_kinds() -> None:
    counts = [0, 2, 1, 4, 0, 0]  # two kinds of three sorts
    assert first_sort_left([0, 1], counts, 3) == (1, 0)
    counts[3] = 0
    assert first_sort_left([0, 1], counts, 3) == (0, 1)
    assert first_sort_left([0, 1], [0] * 6, 3) == (-1, 0)


# Gaps against networkx on big boards, and what their fillers look like and do


KINDS = [("sea", "....", 0), ("cape", "a...", 0), ("bend", "aa..", 0), ("strait", "a.b.", 0), ("inland", "aaaa", 0)]
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


@pytest.mark.parametrize("start_at_sea", [False, True])
@pytest.mark.parametrize(("columns", "rows"), mark_long_rows([(2, 3), (6, 6), (12, 8), (24, 24)], 0, 1))
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
        expected = {cell for cell in cells_of(undiscovered) if cell not in reached} | alone
        assert set(cells_of(gaps(chart, undiscovered, sea, start_at_sea=start_at_sea))) == expected
        found_some += bool(expected - alone)
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
