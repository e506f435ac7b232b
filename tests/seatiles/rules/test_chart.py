"""Shapes, rotations, the compiled chart, islands, and sets of actions."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import networkx as nx

from studio.seatiles.rules.chart import (
    COAST,
    INNER,
    OPEN_0,
    OPEN_2,
    SHORE,
    CellActions,
    Chart,
    SeaBoard,
    all_islands,
    cells_of,
    has_isthmus,
    join,
    members,
    root_of,
    rotation,
    rotations,
    same_looks,
    turned,
)
from tests.seatiles.oracle import is_complete
from tests.seatiles.random_positions import board_on


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


def test_turned_moves_north_to_east() -> None:
    assert turned("abcd", 1) == "dabc"
    assert turned("abcd", 0) == turned("abcd", 4) == "abcd"
    assert turned("a...", 3) == "...a"


def test_lands_are_numbered_from_the_north() -> None:
    assert rotation("ab..", 3).land == (0, -1, -1, 1)  # b has come north and is land 0 there
    assert rotation("b.a.", 1).land == (-1, 0, -1, 1)


def test_isthmus_is_two_opposite_edges_of_one_land() -> None:
    isthmus = {text for text in ALL_SHAPES if has_isthmus(text)}
    assert "a.a." in isthmus
    assert "abab" in isthmus
    assert "acab" in isthmus
    assert not isthmus & {"aaaa", "aaa.", "a.b.", "aa..", "ab..", "...."}


def test_same_looks_is_the_least_turn() -> None:
    assert [same_looks("a.b.", turn) for turn in range(4)] == [0, 1, 0, 1]
    assert [same_looks("aaaa", turn) for turn in range(4)] == [0, 0, 0, 0]
    assert [same_looks("ab..", turn) for turn in range(4)] == [0, 1, 2, 3]


# The compiled chart: neighbours, border, needs, placements


KINDS = [("sea", "....", 0), ("bend", "aa..", 0), ("fall", "aaaa", 5)]
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


def test_border_asks_for_sea_or_land() -> None:
    sea = chart()
    assert sea.first_need[0] == 1 | 16 << 3  # open north, coast west
    assert sea.first_need[5] == 1 | 1 << 1 | 1 << 2  # open north, shore east, open south
    assert sea.coast_sides[0] == 8


def test_marks_tell_every_neighbour_what_it_must_be() -> None:
    sea = chart()
    assert set(sea.marks[4 << 4 | 0b0010]) == {(1, 1 << 2), (5, 16 << 3), (3, 1 << 1)}  # B2 with land in the east


def test_over_sea_leaves_by_sea_edges_only() -> None:
    assert set(chart().over_sea[4 << 4 | 0b0010]) == {1, 3}
    assert set(chart().over_sea[4 << 4]) == {1, 3, 5}


def test_every_class_has_a_kind_without_bonus() -> None:
    sea = chart()
    assert [kind.cls for kind in sea.kinds] == [1, 3, 6, 2, 4, 5, 6]
    assert [sea.class_kinds[cls][0] for cls in range(1, 7)] == [0, 3, 1, 4, 5, 6]
    assert 2 not in sea.class_kinds[6]


def test_placement_of_names_the_look_of_a_turn() -> None:
    sea = chart([(4, 1, 5)])
    ((cell, placement),) = sea.laid
    assert (cell, sea.placements[placement].edges, sea.placements[placement].turn) == (4, 0b0110, 1)
    assert len({sea.placement_of[2][turn] for turn in range(4)}) == 1


def test_fits_match_all_edges() -> None:
    sea = chart()
    bends = [sea.placements[p] for p in sea.fits[1][1 << 0 | 16 << 1]]  # sea in the north, land in the east
    assert [one.edges for one in bends] == [0b0110]
    assert sea.fits[0][16] == ()
    assert len(sea.fits[1][0]) == 4


def test_no_start_behind_a_laid_land_edge() -> None:
    sea = chart([(5, 2, 0)])
    assert not sea.open_upto[2] >> 5 & 1
    assert chart().open_upto[2] >> 5 & 1
    assert cells_of(chart().open_upto[0]) == [0, 1, 5]


# Islands kept up to date while tiles are laid in any order


ISLAND_KINDS = [
    ("cape", "a...", 0),
    ("bend", "aa..", 0),
    ("strait", "a.b.", 0),
    ("cove", "aaa.", 0),
    ("inland", "aaaa", 0),
]
ISLAND_KINDS += [("sea", "....", 0), ("twin", "ab..", 0), ("halves", "aabb", 0)]


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
        assert len(roots) == len(set(roots)) == len(all_islands(chart, laid))  # each was told of once


def test_land_facing_an_open_border_never_completes() -> None:
    chart = Chart(2, 2, [False] * 4, [0] * 16, ISLAND_KINDS)
    laid = [chart.placement_of[0][0], -1, -1, -1]  # a layout's own mistake: land in the north of A1
    assert join(chart, laid, list(range(16)), [0] * 16, 0) == []
    assert not is_complete(chart, laid, [0])


# Ready-made actions: starts by toll, fronts by back, placements in order


BOARD_KINDS = [("sea", "....", 0), ("cape", "a...", 0)]


def board_of(hidden: list[int]) -> SeaBoard:
    """A sea of two by two: toll 0 in the north, 1 in the east, 2 in the south, a shore in the west."""
    return board_on(Chart(2, 2, [False] * 4, [0, 1, 2, 3] * 4, BOARD_KINDS), hidden, [0, 0], 1, 2)


BOARD_RIM, TILE, LAY, FRONT = range(4)
"""The kinds of action as `board_on` numbers them."""


def test_border_starts_by_the_gold_that_may_be_spent() -> None:
    board = board_of([1, 0, 0, 2])
    assert board.starts_at_rim(15, 0) == [(BOARD_RIM, 0, 0), (BOARD_RIM, 1, 0)]
    assert board.starts_at_rim(15, 1) == [(BOARD_RIM, 0, 0), (BOARD_RIM, 1, 0), (BOARD_RIM, 1, 1), (BOARD_RIM, 3, 1)]
    assert {(BOARD_RIM, 2, 2), (BOARD_RIM, 3, 2)} <= set(board.starts_at_rim(15, 5))
    assert board.starts_at_rim(0b1010, 1) == [(BOARD_RIM, 1, 0), (BOARD_RIM, 1, 1), (BOARD_RIM, 3, 1)], (
        "only where nothing lies yet"
    )
    assert board.start_moves.at(0b1001) == [(TILE, 0), (TILE, 3)]


def test_fronts_by_back_are_the_sorts_in_the_stacks() -> None:
    board = board_of([1, 0, 0, 2])
    assert board.fronts == ([0], [3])
    assert [board.front_moves[index] for index in (0, 3)] == [(FRONT, 0, 0), (FRONT, 1, 1)]


def test_placements_are_those_that_fit_cell_by_cell() -> None:
    board = board_of([1, 0, 0, 2])
    need = bytearray(board.chart.first_need)
    turns = {turn: board.chart.placement_of[1][turn] for turn in range(4)}
    # the border is sea all round, so that a cape's land looks inward
    assert board.placements((2, 1), 1, need) == [
        (LAY, 1, turns[2]),
        (LAY, 1, turns[3]),
        (LAY, 2, turns[0]),
        (LAY, 2, turns[1]),
    ]
    need[1] |= 1 << 2  # sea is found south of B1
    assert board.placements((1,), 1, need) == [(LAY, 1, turns[3])]
    assert board.placements((1,), 0, need) == [(LAY, 1, board.chart.placement_of[0][0])]


# Ready-made actions by cell: those of any set of cells, in order


def test_the_actions_of_a_set_are_those_of_its_cells_in_order() -> None:
    random = Random(1)
    for count in (1, 7, 8, 9, 50):
        actions = [[(cell, number) for number in range(random.randrange(3))] for cell in range(count)]
        ready = CellActions(actions)
        for _set in range(20):
            cells = random.getrandbits(count)
            expected = [one for cell in range(count) if cells >> cell & 1 for one in actions[cell]]
            assert ready.at(cells) == expected == ready.at(cells)
