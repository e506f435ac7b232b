"""The chart, positions and sea routes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import Any

import networkx as nx
import pytest

from studio.seatiles.rules.chart import (
    COAST,
    INNER,
    OPEN_0,
    OPEN_2,
    SHORE,
    ActionNumbers,
    CellActions,
    Chart,
    SeaBoard,
    all_islands,
    cells_of,
    has_isthmus,
    join,
    lowest_nodes,
    members,
    root_of,
    rotation,
    rotations,
    same_looks,
    take_island,
    turned,
)
from studio.seatiles.rules.play import Payment, dearest, flood, levels, links, payments, reached, shores
from studio.seatiles.rules.position import (
    BACK_NONE,
    BACK_PLAIN,
    BACK_QUERY,
    BACK_UNKNOWN,
    SeaPosition,
    deal,
    equal_parts,
    fetch_sorted,
    fill,
    filler_edges,
    first_left,
    first_sort_left,
    gaps,
    lift_top,
    next_backs,
    put_tile,
    stands_on,
    take_hidden,
    unseen_backs,
)
from tests.seatiles.oracle import is_complete
from tests.seatiles.sea_bodies import STEPS


def looks(text: str) -> tuple[frozenset[frozenset[int]], frozenset[int]]:
    """Lands as groups of sides, and the sea sides."""
    groups = {letter: frozenset(s for s in range(4) if text[s] == letter) for letter in set(text) - {"."}}
    return frozenset(groups.values()), frozenset(s for s in range(4) if text[s] == ".")


ALL_SHAPES = ["".join(letters) for letters in product(".abcd", repeat=4)]


def test_rotations_are_those_that_look_different() -> None:
    for text in ALL_SHAPES:
        turned = {looks("".join(text[(side - turn) % 4] for side in range(4))) for turn in range(4)}
        assert len(rotations(text)) == len(turned)
        for one in rotations(text):
            sides = {number: frozenset(s for s in range(4) if one.land[s] == number) for number in range(one.lands)}
            assert (frozenset(sides.values()), frozenset(s for s in range(4) if one.land[s] < 0)) in turned
            assert one.edges == sum(1 << s for s in range(4) if one.land[s] >= 0)


def test_turns_lands_and_look_alikes() -> None:
    assert turned("abcd", 1) == "dabc"
    assert turned("abcd", 0) == turned("abcd", 4) == "abcd"
    assert turned("a...", 3) == "...a"
    assert rotation("ab..", 3).land == (0, -1, -1, 1)  # b has come north and is land 0 there
    assert rotation("b.a.", 1).land == (-1, 0, -1, 1)
    assert [same_looks("a.b.", turn) for turn in range(4)] == [0, 1, 0, 1]
    assert [same_looks("aaaa", turn) for turn in range(4)] == [0, 0, 0, 0]
    assert [same_looks("ab..", turn) for turn in range(4)] == [0, 1, 2, 3]


def test_an_isthmus_is_two_opposite_edges_of_one_land() -> None:
    isthmus = {text for text in ALL_SHAPES if has_isthmus(text)}
    assert {"a.a.", "abab", "acab"} <= isthmus
    assert not isthmus & {"aaaa", "aaa.", "a.b.", "aa..", "ab..", "...."}


# The compiled chart: neighbours, border, needs, placements


KINDS = [("sea", "....", 0, ""), ("bend", "aa..", 0, ""), ("fall", "aaaa", 5, "")]
# A1 B1 ##
# A2 B2 C2
VOID = [False, False, True, False, False, False]
RIM = [OPEN_0, SHORE, OPEN_2, COAST] * 6


def chart(laid: list[tuple[int, int, int]] | None = None) -> Chart:
    return Chart(3, 2, VOID, RIM, KINDS, laid or [])


def test_void_is_off_the_board() -> None:
    sea = chart()
    assert sea.near[1 * 4 + 1] == -1  # B1 east lies the void
    assert sea.rim[1 * 4 + 1] == SHORE
    assert sea.near[5 * 4 + 0] == -1
    assert sea.rim[5 * 4 + 0] == OPEN_0
    assert sea.near[0 * 4 + 1] == 1
    assert sea.rim[0 * 4 + 1] == INNER
    assert cells_of(sea.spaces) == [0, 1, 3, 4, 5]
    assert all(sea.near[2 * 4 + side] == -1 and sea.rim[2 * 4 + side] == INNER for side in range(4))


def test_edges_required_by_border_and_neighbours() -> None:
    sea = chart()
    assert sea.first_need[0] == 1 | 16 << 3  # open north, coast west
    assert sea.first_need[5] == 1 | 1 << 1 | 1 << 2  # open north, shore east, open south
    assert sea.coast_sides[0] == 8
    assert set(sea.marks[4 << 4 | 0b0010]) == {(1, 1 << 2), (5, 16 << 3), (3, 1 << 1)}  # B2 with land in the east
    assert set(sea.over_sea[4 << 4 | 0b0010]) == {1, 3}
    assert set(sea.over_sea[4 << 4]) == {1, 3, 5}


def test_every_class_has_a_kind_without_bonus() -> None:
    sea = chart()
    assert [kind.cls for kind in sea.kinds] == [1, 3, 6, 2, 4, 5, 6]
    assert [sea.class_kinds[cls][0] for cls in range(1, 7)] == [0, 3, 1, 4, 5, 6]
    assert 2 not in sea.class_kinds[6]


def test_placements_of_a_chart() -> None:
    sea = chart([(4, 1, 5)])
    ((cell, placement),) = sea.laid
    assert (cell, sea.placements[placement].edges, sea.placements[placement].turn) == (4, 0b0110, 1)
    assert len({sea.placement_of[2][turn] for turn in range(4)}) == 1
    bends = [sea.placements[p] for p in sea.fits[1][1 << 0 | 16 << 1]]  # sea in the north, land in the east
    assert [one.edges for one in bends] == [0b0110]
    assert sea.fits[0][16] == ()
    assert len(sea.fits[1][0]) == 4


# Islands while tiles are laid in any order

ISLAND_KINDS = [("cape", "a...", 0, ""), ("bend", "aa..", 0, ""), ("strait", "a.b.", 0, ""), ("cove", "aaa.", 0, "")]
ISLAND_KINDS += [("inland", "aaaa", 0, ""), ("sea", "....", 0, ""), ("twin", "ab..", 0, ""), ("halves", "aabb", 0, "")]


def random_chart(random: Random, columns: int, rows: int) -> tuple[Chart, list[int]]:
    """A chart with some coast, and a full set of matching tiles: one placement for each cell."""
    rim = [random.choice((SHORE, SHORE, COAST)) for _edge in range(columns * rows * 4)]
    chart = Chart(columns, rows, [False] * (columns * rows), rim, ISLAND_KINDS)
    need = bytearray(chart.first_need)
    tiles = []
    for cell in range(chart.count):
        fitting = [p for kind in range(len(ISLAND_KINDS)) for p in chart.fits[kind][need[cell]]]
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
            expected = sorted(sorted(nodes) for nodes in nx.connected_components(graph))
            assert sorted(all_islands(chart, laid)) == expected
            for nodes in expected:
                assert len({root_of(parent, node) for node in nodes}) == 1
                assert members(chart, laid, nodes[-1]) == nodes
                complete = is_complete(chart, laid, nodes)
                assert complete == (open_edges[root_of(parent, nodes[0])] == 0)
                assert complete == any(root_of(parent, node) == root_of(parent, nodes[0]) for node in finished)
        roots = [root_of(parent, node) for node in finished]
        assert len(roots) == len(set(roots)) == len(all_islands(chart, laid))  # each was reported once


def test_land_facing_an_open_border_never_completes() -> None:
    chart = Chart(2, 2, [False] * 4, [0] * 16, ISLAND_KINDS)
    laid = [chart.placement_of[0][0], -1, -1, -1]  # a layout's own mistake: land in the north of A1
    assert join(chart, laid, list(range(16)), [0] * 16, 0) == []
    assert not is_complete(chart, laid, [0])


SHARED = Chart(3, 3, [False] * 9, [0] * 36, ISLAND_KINDS[:-1])


def position_on(
    chart: Chart, hidden: Sequence[int], sorted_tiles: Sequence[int], stacks: int, sorts: int
) -> SeaPosition:
    """A position on an empty chart, of no game: its kinds of action and phases are numbered as they come."""
    board = SeaBoard(
        numbers=ActionNumbers(0, 1, 2, 4, 3, 5, 6, 7, sorts, 0, 1, 2, 3),
        chart=chart,
        hidden=hidden,
        sorted_tiles=sorted_tiles,
        stacks=stacks,
        faces=(1,),
        unit_cost=(1, 1, 1),
        gold=0,
        bag=(),
    )
    s = SeaPosition()
    s.clear(board, 2, (3, 2, 1))
    return s


def random_position(random: Random, part: float) -> tuple[Chart, SeaPosition]:
    """A sea with some coast on which that part of the spaces is laid with tiles that fit."""
    columns, rows = random.randint(2, 7), random.randint(2, 7)
    rim = [random.choice((0, SHORE, COAST)) for _edge in range(columns * rows * 4)]
    chart = Chart(columns, rows, [random.random() < 0.1 for _cell in range(columns * rows)], rim, ISLAND_KINDS[:-1])
    s = position_on(chart, [0] * len(chart.kinds), [0] * len(chart.kinds), 1, 1)
    cells = [cell for cell in range(chart.count) if not chart.void[cell]]
    random.shuffle(cells)
    for cell in cells[: int(part * len(cells))]:
        kinds = [kind for kind in range(len(chart.kinds)) if chart.fits[kind][s.need[cell]]]
        if kinds:
            put_tile(s, cell, random.choice(chart.fits[random.choice(kinds)][s.need[cell]]), 0)
    return chart, s


# Precomputed actions by cell


def test_the_actions_of_a_set_are_those_of_its_cells_in_order() -> None:
    random = Random(1)
    for count in (1, 7, 8, 9, 50):
        actions = [[(cell, number) for number in range(random.randrange(3))] for cell in range(count)]
        ready = CellActions(actions)
        for _set in range(20):
            cells = random.getrandbits(count)
            expected = [one for cell in range(count) if cells >> cell & 1 for one in actions[cell]]
            assert ready.at(cells) == expected == ready.at(cells)


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


# Stacks of hidden tiles as counts and backs, and tiles fetched from the open ones


@pytest.fixture
def stacked() -> SeaPosition:
    """Two kinds of three sorts: 4 plain, 1 and 0 of the first, 2 plain, 0 and 3 of the second; one stack open."""
    s = position_on(SHARED, [4, 1, 0, 2, 0, 3], [1, 0], 3, 3)
    deal(s, [5, 5, 0])
    return s


def test_backs_not_yet_seen_are_those_that_are_no_tops(stacked: SeaPosition) -> None:
    assert stacked.stack_size == [5, 5, 0]
    assert stacked.stack_top == [BACK_UNKNOWN, BACK_UNKNOWN, BACK_NONE]
    assert (stacked.hidden_plain, stacked.hidden_query) == (6, 4)
    assert next_backs(stacked) == [(BACK_PLAIN, 6), (BACK_QUERY, 4)]
    stacked.stack_top[0] = BACK_QUERY
    assert unseen_backs(stacked) == (6, 3)
    stacked.stack_top[1] = BACK_PLAIN
    assert unseen_backs(stacked) == (5, 3)


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
    assert first_left([2, 0, 1], [3, 1, 0]) == 0
    assert first_left([1], [3, 0]) == -1
    counts = [0, 2, 1, 4, 0, 0]  # two kinds of three sorts: plain ones of all kinds first
    assert first_sort_left([0, 1], counts, 3) == (1, 0)
    counts[3] = 0
    assert first_sort_left([0, 1], counts, 3) == (0, 1)
    assert first_sort_left([0, 1], [0] * 6, 3) == (-1, 0)


@pytest.mark.parametrize(
    ("count", "parts", "expected"), [(100, 6, [17, 17, 17, 17, 16, 16]), (3, 5, [1, 1, 1, 0, 0]), (0, 2, [0, 0])]
)
def test_stacks_are_as_equal_as_possible(count: int, parts: int, expected: list[int]) -> None:
    assert equal_parts(count, parts) == expected


# Gaps and their fillers; test_oracle.py compares the gaps with a graph


def test_fillers_are_land_wherever_no_sea_is_required() -> None:
    assert gaps(Chart(2, 2, [False] * 4, [3] * 16, ISLAND_KINDS), 0, 0) == 0, "nothing undiscovered"
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
            for side, (dx, dy) in enumerate(STEPS):
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
    chart = Chart(6, 1, [False] * 6, rim, [("sea", "....", 0, "")])
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
    """All minimal payments (toll, owners) with which there is a way past the units of the paid owners."""
    random = Random(seed)
    rim = [random.choice((0, 1, 1, 2, 2, 2, *[3] * 9)) for _edge in range(7 * 6 * 4)]
    chart = Chart(7, 6, [False] * 42, rim, [("sea", "....", 0, ""), ("cape", "a...", 0, ""), ("strait", "a.b.", 0, "")])
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
