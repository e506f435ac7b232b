"""The clauses of the sea tiles (T1 to T9), and clauses that both Entdecker games share."""

from __future__ import annotations

from typing import Any

import pytest

from studio.games.neue_entdecker import rules
from studio.seatiles.body import Border, Laid, TileKind
from studio.seatiles.rules import chart as shape
from studio.seatiles.rules.chart import all_islands
from tests.games.entdecker.sea import SEAS as OLD_SEAS
from tests.games.neue_entdecker.sea import PIRATES, SEAS, TILES, begin, body, changed, draw
from tests.helpers import play
from tests.seatiles.little_seas import (
    BEND,
    CAPE,
    EAST,
    NORTH,
    SEA,
    SOUTH,
    STRAIT,
    WEST,
    LittleSeas,
    Units,
    at,
    of_kind,
    shape_at,
)
from tests.seatiles.oracle import is_complete

both = pytest.mark.parametrize("seas", [OLD_SEAS, SEAS], ids=["entdecker", "neue_entdecker"])


def test_t1_class_follows_from_the_edges() -> None:
    for cls, text in enumerate(("....", "L...", "LL..", "L.L.", "LLL.", "LLLL"), start=1):
        for turn in range(4):
            turned = text[turn:] + text[:turn]
            assert shape.class_of(sum(1 << side for side in range(4) if turned[side] == "L")) == cls


def test_t2_published_shapes_carry_one_land_but_the_strait_two_and_home_made_ones_may_split() -> None:
    chart = begin(body(".. ..", tiles=(*TILES, TileKind("twin capes", "ab..", hidden=4)))).board.chart
    assert [kind.lands for kind in chart.kinds[:6]] == [0, 1, 1, 2, 1, 1]
    assert [kind.cls for kind in chart.kinds[:8]] == [1, 2, 3, 4, 5, 6, 6, 6]
    assert (chart.kinds[8].cls, chart.kinds[8].lands) == (3, 2)


def test_t3_a_ship_leaves_the_circle_by_any_sea_edge() -> None:
    state = begin(body("... =~. ...", "shore", edges={"A2 west": "open 0"}))
    starts = of_kind(state, rules.START_TILE)
    assert starts == [(rules.START_TILE, at(state, "B2"))]  # the strait's channel leads on, its lands face A1 and A3
    play(state, starts[0], (rules.ANNOUNCE_HIDDEN, 1))
    assert sorted(state.ahead) == [at(state, name) for name in ("B1", "C2", "B3")]


def test_t4_rotations_that_look_alike_are_one_placement_and_split_lands_make_more() -> None:
    tiles = (*TILES, TileKind("halves", "aabb"), TileKind("quarters", "abcd"), TileKind("twin capes", "ab.."))
    chart = begin(body(".. ..", tiles=tiles)).board.chart
    counts = [sum(1 for one in chart.placements if one.kind == kind) for kind in (*range(6), 8, 9, 10)]
    assert counts == [1, 4, 4, 2, 4, 1, 2, 1, 4]


def test_t4_a_tile_must_match_all_neighbours_and_the_border() -> None:
    state = begin(body("... s.. ..."))  # A2 has land in the south
    play(state, (rules.START_RIM, at(state, "A3"), SOUTH), (rules.ANNOUNCE_HIDDEN, 1))
    draw(state, CAPE)  # only one turn: the border is sea, A2 wants land
    assert shape_at(state, "A3") == "L..."


def test_t5_open_edges_are_starts_with_their_toll() -> None:
    border = Border("open 2", "open 1", "open 0", "shore")
    state = begin(body(".. ..", border, edges={"A2 south": "coast"}))
    assert state.gold[0] == 7
    fares = {}
    for action in state.legal():
        after = state.clone()
        after.apply(action)
        fares[state.board.chart.grid.name(action[1]), action[2]] = 7 - after.gold[0]
    assert fares == {("A1", NORTH): 2, ("B1", NORTH): 2, ("B1", EAST): 1, ("B2", EAST): 1, ("B2", SOUTH): 0}


@pytest.mark.parametrize(("edge", "needed"), [("open 1", "."), ("shore", "."), ("coast", "L")])
def test_t5_land_may_not_face_open_or_shore_and_must_face_coast(edge: str, needed: str) -> None:
    state = begin(body("... ...", edges={"A1 west": edge}))
    play(state, (rules.START_RIM, at(state, "A1"), NORTH), (rules.ANNOUNCE_HIDDEN, 1))
    draw(state, BEND)
    placements = {action[2] for action in of_kind(state, rules.LAY)} | {state.laid[0]} - {-1}
    shapes = {state.board.chart.placements[placement].edges for placement in placements}
    assert {"L" if edges >> WEST & 1 else "." for edges in shapes} == {needed}
    assert not any(edges >> NORTH & 1 for edges in shapes)


def test_t5_the_default_border_faces_the_same_way_at_void_spaces() -> None:
    state = begin(body("... .#. ...", Border("open 0", "shore", "shore", "shore")))
    places = {(state.board.chart.grid.name(action[1]), action[2]) for action in state.legal()}
    assert places == {("A1", NORTH), ("B1", NORTH), ("C1", NORTH), ("B3", NORTH)}


@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (24, 24), (2, 24), (24, 2), (5, 3)])
def test_t6_any_rectangle_from_2_to_24(columns: int, rows: int) -> None:
    state = begin(body(["." * columns] * rows))
    assert state.undiscovered.bit_count() == columns * rows
    assert len({action[1] for action in state.legal()}) == 2 * (columns + rows) - 4


def test_t6_void_is_never_discovered_and_pre_placed_tiles_also_with_a_bonus_stay() -> None:
    state = begin(body("#.. .52 ..."))
    chart = state.board.chart
    assert chart.void[at(state, "A1")]
    assert state.laid[at(state, "A1")] == -1
    assert state.undiscovered.bit_count() == 6
    assert shape_at(state, "C2") == ".LL."
    assert chart.kinds[chart.placements[state.laid[at(state, "B2")]].kind].bonus == 5


LEVEL = {"legend": {"h": Laid("level", 0)}, "tiles": (*TILES, TileKind("level", ".a.a"))}


@pytest.mark.parametrize(
    ("rows", "more", "expected"),
    [
        ("ew.. ....", {}, [(2, True)]),
        ("e... ....", {}, [(1, False)]),
        ("..E. ....", {}, [(1, False)]),  # a cove with sea in the east
        # the strait's western land is complete with A1; its eastern land is open
        ("e|.. ....", {}, [(1, False), (2, True)]),
        ("e|w. ....", {}, [(2, True), (2, True)]),  # a strait counts once in each of two islands
        ("2h3. 1|4. .... ....", LEVEL, [(6, True)]),  # and once inside one island: an isthmus is a short way round it
        ("w.. ... ...", {"edges": {"A1 west": "coast"}}, [(1, True)]),  # a coast completes and adds nothing
        ("w.. ... ...", {"edges": {"A1 west": "coast", "A2 west": "coast"}}, [(1, True)]),
    ],
)
def test_t7_islands(rows: str, more: dict[str, Any], expected: list[tuple[int, bool]]) -> None:
    state = begin(body(rows, **more))
    chart = state.board.chart
    nodes = all_islands(chart, state.laid)
    assert sorted((len({node >> 2 for node in one}), is_complete(chart, state.laid, one)) for one in nodes) == expected


@pytest.mark.parametrize(
    ("rows", "filled", "left"),
    [
        ("~.~. ~~~. ....", {"B1": "...."}, 6),  # B1 faces tiles on three sides and the border on the fourth
        ("~..~ ~~~~ ....", {}, 6),  # two open spaces at the border
        (".ss. e..w .nn. ....", {"B2": "LLLL", "C2": "LLLL", "A1": "....", "D1": "...."}, 6),  # walled in by land
        (".ssss. e.~..w .nnnn. ......", {"B2": "L.LL", "D2": "LLL.", "E2": "LLLL"}, -1),  # a sea that joins no border
    ],
)
def test_t8_gaps(rows: str, filled: dict[str, str], left: int) -> None:
    state = begin(body(rows))
    assert {name: shape_at(state, name) for name in filled} == filled
    assert left < 0 or state.undiscovered.bit_count() == left


def test_t8_a_sea_that_reaches_an_open_border_keeps_a_group_open() -> None:
    rows = "#s~s# e...w #nnn# ....."
    way = begin(body(rows, "shore", edges={"C1 north": "open 0", "A4 south": "open 0"}))
    assert way.undiscovered >> at(way, "B2") & 1
    shut = begin(body(rows, "shore", edges={"A4 south": "open 0"}))
    assert not shut.undiscovered >> at(shut, "B2") & 1


@both
def test_t8_islands_complete_before_the_first_turn_are_never_scored(seas: LittleSeas[Any, Any]) -> None:
    state = seas.start(seas.body("s... n... .... ...."))
    assert (state.pending, state.ledger) == ([], [])


def test_t8_a_layout_that_no_ship_reaches_is_filled_and_over() -> None:
    state = begin(body("... ... ...", "shore"))
    assert state.to_move == -2
    assert shape_at(state, "A1") == ".LL."
    assert shape_at(state, "B2") == "LLLL"


def test_t9_fillers_have_exactly_the_facing_edges() -> None:
    state = begin(body(".s. e.~ .~. ..."))
    assert shape_at(state, "B2") == "L..L"
    assert state.board.chart.placements[state.laid[at(state, "B2")]].kind == BEND
    assert state.sorted_left[BEND] == 10


def test_t9_edges_between_two_spaces_of_a_gap_become_land() -> None:
    state = begin(body("#~~# ~..~ #~~# #### ....", "shore", edges={"A5 south": "open 0"}))
    assert (shape_at(state, "B2"), shape_at(state, "C2")) == (".L..", "...L")


def test_t9_the_first_shape_with_a_piece_left_and_never_a_bonus_tile() -> None:
    tiles = (
        TileKind("fall", "aaaa", sorted=5, bonus=5),
        TileKind("none left", "aaaa"),
        TileKind("halves", "aabb", sorted=1),
        TileKind("inland", "aaaa", sorted=3),
        *TILES[:5],
    )
    state = begin(body(".ss. e..w .nn. ....", tiles=tiles))
    chart = state.board.chart
    kinds = [chart.placements[state.laid[at(state, name)]].kind for name in ("B2", "C2")]
    assert [chart.kinds[kind].name for kind in kinds] == ["halves", "inland"]


def test_t9_no_unit_and_no_event_on_fillers() -> None:
    # B1 will be enclosed; no sea lies open, and the only one in the discard shows pirates
    state = begin(body("~.~ ... ..."), seats=2)
    discard = [0] * len(state.discard)
    discard[SEA * rules.SORTS + PIRATES] = 1
    state = changed(state, sorted_left=[0] * len(state.sorted_left), discard=discard)
    play(state, (rules.START_RIM, at(state, "B3"), SOUTH), (rules.ANNOUNCE_HIDDEN, 2))
    draw(state, SEA)
    draw(state, SEA)
    play(state, (rules.LAY, at(state, "B2"), state.board.chart.placement_of[SEA][0]))
    assert state.event[at(state, "B1")] == PIRATES
    assert sum(state.discard) == 0
    assert state.gold == [7 - 2, 7]  # the announced tiles, and no pirates
    assert state.unit == [-1] * 9
    assert state.active == 1  # sea carries no unit, so the expedition is over


# Clauses of islands that both games share (E8, N8)


def two_islands(seas: LittleSeas[Any, Any], units: Units, **fields: Any) -> Any:
    """Seat 0 has completed two islands at once, C2 faces B2's land and D2's land, and stopped; no chip is left."""
    if seas is OLD_SEAS:
        fields = {"bag": [0, 0, 0, 0], **fields}
    state = seas.changed(seas.start(seas.body("..... .e.w. .....")), units, gold=[9, 9, 9], **fields)
    play(state, (seas.rules.START_RIM, at(state, "C3"), SOUTH), (seas.take, 2))
    seas.draw(state, SEA)
    seas.draw(state, STRAIT)  # fits in one way only
    assert shape_at(state, "C2") == ".L.L"
    return play(state, (seas.rules.STOP,))


@both
def test_the_active_seat_picks_the_order_of_islands(seas: LittleSeas[Any, Any]) -> None:
    rules = seas.rules
    state = two_islands(seas, {"B2": (1, 1), "D2": (2, 1)})
    assert (state.phase, state.to_move) == (rules.P_ISLAND, 0)
    land = state.board.chart.placements[state.laid[at(state, "C2")]].land[EAST]
    assert state.legal() == [(rules.ISLAND, at(state, "B2"), 0), (rules.ISLAND, at(state, "C2"), land)]
    play(state, (rules.ISLAND, at(state, "C2"), land))
    assert state.points == [0, 2, 2]
    assert [entry[1] for entry in state.ledger] == [2, 1]
    assert state.active == 1


@both
def test_the_order_of_islands_without_units_is_not_chosen(seas: LittleSeas[Any, Any]) -> None:
    state = two_islands(seas, {})
    assert (state.active, state.points) == (1, [0, 0, 0])
    assert [entry[:5] for entry in state.ledger] == [(seas.rules.SCORED_ISLAND, -1, 0, 0, 2)] * 2
