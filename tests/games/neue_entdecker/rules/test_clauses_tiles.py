"""Tiles, gaps and where tiles come from (N5–N9, T)."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import CHANCE
from studio.games.neue_entdecker import rules
from studio.seatiles.body import Border, Laid, TileKind
from studio.seatiles.rules import chart as shape
from studio.seatiles.rules.chart import all_islands
from tests.games.neue_entdecker.sea import (
    BEND,
    CAPE,
    COVE,
    GOLD,
    INLAND,
    NATIVES,
    PIRATES,
    SEA,
    STORM,
    STRAIT,
    TILES,
    WIDE,
    begin,
    body,
    changed,
    draw,
    lay,
    sailing,
    see_tops,
)
from tests.helpers import play
from tests.seatiles.little_seas import EAST, NORTH, SOUTH, WEST, at, kinds_of, shape_at
from tests.seatiles.oracle import is_complete


def test_t1_class_follows_from_the_edges() -> None:
    classes = {"....": 1, "L...": 2, "LL..": 3, "L.L.": 4, "LLL.": 5, "LLLL": 6}
    for text, cls in classes.items():
        for turn in range(4):
            turned = text[turn:] + text[:turn]
            assert shape.class_of(sum(1 << side for side in range(4) if turned[side] == "L")) == cls


def test_t2_published_shapes_carry_one_land_but_the_strait_two() -> None:
    chart = begin(body(".. ..")).board.chart
    assert [kind.lands for kind in chart.kinds[:6]] == [0, 1, 1, 2, 1, 1]
    assert [kind.cls for kind in chart.kinds] == [1, 2, 3, 4, 5, 6, 6, 6]


def test_t2_home_made_tiles_may_split_lands() -> None:
    tiles = (*TILES, TileKind("twin capes", "ab..", hidden=4))
    kind = begin(body(".. ..", tiles=tiles)).board.chart.kinds[8]
    assert (kind.cls, kind.lands) == (3, 2)
    assert shape.has_isthmus("a.a.")
    assert not shape.has_isthmus("aaa.")


def test_t3_a_ship_leaves_the_circle_by_any_sea_edge() -> None:
    state = begin(body("... =~. ...", "shore", edges={"A2 west": "open 0"}))
    starts = [action for action in state.legal() if action[0] == rules.START_TILE]
    assert starts == [(rules.START_TILE, at(state, "B2"))]  # the strait's channel leads on, its lands face A1 and A3
    play(state, starts[0], (rules.ANNOUNCE_HIDDEN, 1))
    assert sorted(state.ahead) == [at(state, name) for name in ("B1", "C2", "B3")]


def test_t4_rotations_that_look_alike_are_one_placement() -> None:
    chart = begin(body(".. ..")).board.chart
    counts = [sum(1 for one in chart.placements if one.kind == kind) for kind in range(6)]
    assert counts == [1, 4, 4, 2, 4, 1]


def test_t4_a_tile_must_match_all_neighbours_and_the_border() -> None:
    state = begin(body("... s.. ..."))  # A2 has land in the south
    play(state, (rules.START_RIM, at(state, "A3"), SOUTH), (rules.ANNOUNCE_HIDDEN, 1))
    draw(state, CAPE)  # only one turn: the border is sea, A2 wants land
    assert shape_at(state, "A3") == "L..."


def test_t4_split_lands_make_more_placements_than_edges() -> None:
    tiles = (*TILES, TileKind("halves", "aabb"), TileKind("quarters", "abcd"), TileKind("twin capes", "ab.."))
    chart = begin(body(".. ..", tiles=tiles)).board.chart
    counts = {chart.kinds[kind].name: sum(1 for one in chart.placements if one.kind == kind) for kind in (8, 9, 10)}
    assert counts == {"halves": 2, "quarters": 1, "twin capes": 4}


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


def test_t5_land_may_not_face_open_or_shore_and_must_face_coast() -> None:
    for edge, needed in (("open 1", "."), ("shore", "."), ("coast", "L")):
        state = begin(body("... ...", edges={"A1 west": edge}))
        play(state, (rules.START_RIM, at(state, "A1"), NORTH), (rules.ANNOUNCE_HIDDEN, 1))
        draw(state, BEND)
        shapes = set()
        for action in [action for action in state.legal() if action[0] == rules.LAY]:
            shapes.add(state.board.chart.placements[action[2]].edges)
        if state.laid[0] >= 0:
            shapes.add(state.board.chart.placements[state.laid[0]].edges)
        assert shapes
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


def test_t6_void_is_never_discovered_and_laid_tiles_lie() -> None:
    state = begin(body("#.. ..2 ..."))
    chart = state.board.chart
    assert chart.void[at(state, "A1")]
    assert state.laid[at(state, "A1")] == -1
    assert state.undiscovered.bit_count() == 7
    assert shape_at(state, "C2") == ".LL."


def test_t6_bonus_tiles_may_be_laid() -> None:
    state = begin(body("... .5. ...", "open 0"))
    kind = state.board.chart.placements[state.laid[at(state, "B2")]].kind
    assert state.board.chart.kinds[kind].bonus == 5


def islands(state: rules.State) -> list[tuple[int, bool]]:
    """Sizes and completeness of all islands."""
    chart = state.board.chart
    return [
        (len({node >> 2 for node in nodes}), is_complete(chart, state.laid, nodes))
        for nodes in all_islands(chart, state.laid)
    ]


def test_t7_lands_join_across_facing_land_edges() -> None:
    assert islands(begin(body("ew.. ....")))[0] == (2, True)
    assert islands(begin(body("e... ....")))[0] == (1, False)
    assert islands(begin(body("..E. ....")))[0] == (1, False)  # a cove with sea in the east


def test_t7_the_other_land_of_the_tile_does_not_matter() -> None:
    # the strait's western land is complete with A1; its eastern land is open
    assert sorted(islands(begin(body("e|.. ....")))) == [(1, False), (2, True)]


def test_t7_a_strait_counts_once_in_each_of_two_islands() -> None:
    assert sorted(islands(begin(body("e|w. ....")))) == [(2, True), (2, True)]


def test_t7_a_strait_inside_one_island_counts_once() -> None:
    level = TileKind("level", ".a.a")  # its isthmus draws a short way round the strait
    state = begin(body("2h3. 1|4. .... ....", legend={"h": Laid("level", 0)}, tiles=(*TILES, level)))
    assert islands(state) == [(6, True)]


def test_t7_a_coast_completes_and_adds_nothing() -> None:
    drawn = body("w.. ... ...", edges={"A1 west": "coast"})
    assert islands(begin(drawn)) == [(1, True)]
    assert islands(begin(body("w.. ... ...", edges={"A1 west": "coast", "A2 west": "coast"})))[0] == (1, True)


def test_t8_an_enclosed_space_is_a_gap() -> None:
    state = begin(body("~.~. ~~~. ...."))  # B1 faces tiles on three sides and the border on the fourth
    assert shape_at(state, "B1") == "...."
    assert state.undiscovered.bit_count() == 6


def test_t8_two_open_spaces_at_the_border_are_no_gap() -> None:
    state = begin(body("~..~ ~~~~ ...."))
    assert state.undiscovered.bit_count() == 6


def test_t8_a_group_walled_in_by_land_is_a_gap() -> None:
    state = begin(body(".ss. e..w .nn. ...."))
    assert shape_at(state, "B2") == shape_at(state, "C2") == "LLLL"
    left = {"A3", "D3", "A4", "B4", "C4", "D4"}  # A1 and D1 are enclosed as well
    assert {name for name in left if state.undiscovered >> at(state, name) & 1} == left
    assert state.undiscovered.bit_count() == len(left)


def test_t8_a_sealed_lake_is_a_gap() -> None:
    lake = begin(body(".ssss. e.~..w .nnnn. ......"))  # the sea in the middle joins no border
    assert shape_at(lake, "B2") == "L.LL"
    assert shape_at(lake, "D2") == "LLL."
    assert shape_at(lake, "E2") == "LLLL"


def test_t8_a_sea_that_reaches_an_open_border_keeps_a_group_open() -> None:
    way = begin(body("#s~s# e...w #nnn# .....", "shore", edges={"C1 north": "open 0", "A4 south": "open 0"}))
    assert way.undiscovered >> at(way, "B2") & 1
    shut = begin(body("#s~s# e...w #nnn# .....", "shore", edges={"A4 south": "open 0"}))
    assert not shut.undiscovered >> at(shut, "B2") & 1


def test_t8_islands_complete_before_the_first_turn_are_never_scored() -> None:
    state = begin(body("s... n... .... ...."))
    assert islands(state)[0] == (2, True)
    assert (state.pending, state.ledger) == ([], [])


def test_t8_a_layout_that_no_ship_reaches_is_filled_and_over() -> None:
    state = begin(body("... ... ...", "shore"))
    assert state.to_move == -2
    assert shape_at(state, "A1") == ".LL."
    assert shape_at(state, "B2") == "LLLL"


def test_t9_fillers_have_exactly_the_facing_edges() -> None:
    state = begin(body(".s. e.~ .~. ..."))
    assert shape_at(state, "B2") == "L..L"
    kind = state.board.chart.placements[state.laid[at(state, "B2")]].kind
    assert kind == BEND
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
    names = [
        state.board.chart.kinds[state.board.chart.placements[state.laid[at(state, name)]].kind].name
        for name in ("B2", "C2")
    ]
    assert names == ["halves", "inland"]


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


# Gaps, where tiles come from, events: N8, N9, N12, one by one


def test_n8_gaps_are_filled_then_islands_scored() -> None:
    # A1 becomes enclosed by B1; its filler completes the island of A2's cape
    state = begin(body("... n.. ..."), 2)
    state = changed(state, {"A2": (1, rules.SCOUT)})
    play(state, (rules.START_RIM, at(state, "B1"), NORTH), (rules.ANNOUNCE_HIDDEN, 1))
    draw(state, SEA)
    assert shape_at(state, "A1") == "..L."
    assert state.points == [0, 2]
    assert state.phase == rules.P_SEND


def test_n8_a_passed_turn_looks_for_gaps_too() -> None:
    state = begin(body("~... ~... ....", "open 2"), 2)
    laid = state.laid[:]
    for name in ("B1", "B2", "C2", "D1"):  # C1 is enclosed, though no turn would leave it so
        laid[at(state, name)] = laid[0]
    state = changed(state, laid=laid, gold=[0, 7])
    assert state.legal() == [(rules.PASS,)]
    assert shape_at(state, "C1") == ""
    play(state, (rules.PASS,))
    assert shape_at(state, "C1") == "...."


def two_islands() -> rules.State:
    """Seat 0 is about to complete two islands at once: C2 faces B2's land and D2's land; seats 1 and 2 stand there."""
    drawn = body("..... .e.w. .....")
    state = changed(begin(drawn, 3), {"B2": (1, rules.SCOUT), "D2": (2, rules.SCOUT)})
    play(state, (rules.START_RIM, at(state, "C3"), SOUTH), (rules.ANNOUNCE_HIDDEN, 2))
    draw(state, SEA)
    draw(state, STRAIT)  # fits in one way only
    assert shape_at(state, "C2") == ".L.L"
    return state


def test_n8_the_active_seat_picks_the_order_of_islands() -> None:
    state = two_islands()
    play(state, (rules.STOP,))
    assert (state.phase, state.to_move) == (rules.P_ISLAND, 0)
    chart = state.board.chart
    lands = chart.placements[state.laid[at(state, "C2")]].land
    assert state.legal() == [(rules.ISLAND, at(state, "B2"), 0), (rules.ISLAND, at(state, "C2"), lands[EAST])]
    play(state, state.legal()[1])
    assert state.points == [0, 0, 2]
    assert state.to_move == 2  # seat 2 sends its scout before the other island is scored
    play(state, (rules.SEND, 0))
    state.apply((rules.TOKEN, 5))
    assert state.points == [0, 2, 2]


def test_n8_islands_without_units_need_no_order() -> None:
    state = changed(two_islands(), unit=[-1] * 15)
    play(state, (rules.STOP,))
    assert state.active == 1
    assert [entry[:3] for entry in state.ledger] == [(rules.SCORED_ISLAND, -1, 0)] * 2


def filled(**fields: Any) -> rules.State:
    """A turn in which the enclosed space A1 has been filled with a cape (land in the south)."""
    state = changed(begin(body("... n.. ..."), 2), **fields)
    play(state, (rules.START_RIM, at(state, "B1"), NORTH), (rules.ANNOUNCE_HIDDEN, 1))
    draw(state, SEA)
    see_tops(state)
    assert shape_at(state, "A1") == "..L."
    return state


def without(kind: int) -> dict[str, Any]:
    """The sorted tiles without those of a kind."""
    left = [20, 12, 11, 8, 12, 13, 0, 0]
    left[kind] = 0
    return {"sorted_left": left}


def test_n9_first_the_sorted_tiles() -> None:
    assert filled().sorted_left[CAPE] == 10  # one of them lies on A2 from the start


def test_n9_then_the_discard_plain_before_query() -> None:
    discard = [0] * 40
    discard[CAPE * 5] = discard[CAPE * 5 + GOLD] = 1
    state = filled(**without(CAPE), discard=discard)
    assert state.discard[CAPE * 5 : CAPE * 5 + 2] == [0, 1]
    assert state.event[0] == 0
    discard = [0] * 40
    discard[CAPE * 5 + GOLD] = 1
    state = filled(**without(CAPE), discard=discard)
    assert (sum(state.discard), state.event[0]) == (0, GOLD)


def test_n9_then_the_hidden_stacks_which_are_shuffled_again() -> None:
    state = filled(**without(CAPE), stack_size=[30, 0, 30, 40, 0, 0], stack_top=[0, -1, 0, 0, -1, -1])
    assert state.hidden[CAPE * 5] == 19
    assert state.stack_size == [33, 0, 33, 32, 0, 0]  # as many stacks as there were: 100 less the drawn one and this
    assert sum(state.hidden) == 98


def test_n9_the_search_takes_plain_before_query() -> None:
    hidden = [0] * 40
    hidden[CAPE * 5 + GOLD], hidden[CAPE * 5], hidden[SEA * 5] = 2, 1, 5
    state = filled(**without(CAPE), hidden=hidden, stack_size=[8, 0, 0, 0, 0, 0], stack_top=[0, -1, -1, -1, -1, -1])
    assert (state.hidden[CAPE * 5], state.hidden[CAPE * 5 + GOLD]) == (0, 2)


def test_n9_else_a_tile_is_added() -> None:
    hidden = [0] * 40
    hidden[SEA * 5] = 5
    state = filled(**without(CAPE), hidden=hidden, stack_size=[5, 0, 0, 0, 0, 0], stack_top=[0, -1, -1, -1, -1, -1])
    assert state.added[CAPE] == 1


def test_n9_open_draws_search_too() -> None:
    state = sailing(rules.ANNOUNCE_OPEN, 1, **without(STRAIT))
    assert (rules.DRAW_OPEN, 4) in state.legal()
    play(state, (rules.DRAW_OPEN, 4))
    assert state.hidden[STRAIT * 5] == 8
    assert (state.phase, state.to_move) == (rules.P_TOPS, CHANCE)
    see_tops(state)
    assert sorted(state.stack_size, reverse=True) == [17, 17, 17, 16, 16, 16]
    assert shape_at(state, "C5") == ".L.L"


def last_tile(number: int, **fields: Any) -> rules.State:
    """Only one hidden tile is left, a sea; seat 0 has announced tiles on the open sea."""
    hidden = [0] * 40
    hidden[SEA * 5] = 1
    one: dict[str, Any] = {"stack_size": [0, 0, 0, 1, 0, 0], "stack_top": [-1, -1, -1, 0, -1, -1]}
    return sailing(number=number, hidden=hidden, **one, **fields)


def test_n9_when_the_last_hidden_tile_is_gone_the_discard_makes_two_stacks() -> None:
    discard = [0] * 40
    discard[CAPE * 5], discard[BEND * 5 + GOLD] = 4, 1
    state = last_tile(2, discard=discard)
    play(state, (rules.DRAW_HIDDEN, 3))
    state.apply((rules.FRONT, SEA, 0))
    assert state.phase == rules.P_TOPS
    see_tops(state)
    assert state.stack_size[:3] == [3, 2, 0]
    assert sum(state.discard) == 0
    assert [action for action in state.legal() if action[0] == rules.DRAW_HIDDEN] == [(8, 0), (8, 1)]


def test_n9_a_last_tile_that_misfits_is_shuffled_in_itself() -> None:
    hidden = [0] * 40
    hidden[COVE * 5] = 1
    state = begin(body("#### ~..~ #### ...."), 2)
    state = changed(state, hidden=hidden, stack_size=[1, 0, 0, 0, 0, 0], stack_top=[0, -1, -1, -1, -1, -1])
    play(state, (rules.START_TILE, at(state, "A2")), (rules.ANNOUNCE_HIDDEN, 2), (rules.DRAW_HIDDEN, 0))
    state.apply((rules.FRONT, COVE, 0))
    see_tops(state)
    assert state.stack_size[:2] == [1, 0]
    assert state.hidden[COVE * 5] == 1


def test_n9_without_discard_what_was_announced_is_lost() -> None:
    state = last_tile(3)
    play(state, (rules.DRAW_HIDDEN, 3))
    state.apply((rules.FRONT, SEA, 0))
    assert state.active == 1  # nothing to draw, no land to stand on: the turn is over
    assert (state.gold[0], state.hidden_plain) == (17, 0)
    assert {action[0] for action in play(state, state.legal()[0]).legal()} == {rules.ANNOUNCE_OPEN}


def event(kind: int, number: int, gold: int = 20, **fields: Any) -> rules.State:
    """Seat 0 has laid a "?" tile on C5."""
    state = changed(sailing(number=2, **fields), gold=[gold, 7, 7])
    draw(state, kind, number)
    if state.phase == rules.P_LAY:
        lay(state, "C5", kind, NORTH)
    return state


def test_n12_gold_digger_brings_three() -> None:
    assert event(CAPE, GOLD).gold == [23, 7, 7]


@pytest.mark.parametrize(("gold", "left"), [(7, 4), (8, 4), (1, 1), (0, 0)])
def test_n12_pirates_take_half_the_loss_rounded_down(gold: int, left: int) -> None:
    assert event(CAPE, PIRATES, gold).gold[0] == left


def test_n12_natives_lead_a_scout_from_the_supply() -> None:
    state = event(CAPE, NATIVES)
    assert state.legal() == [(rules.NATIVES_NONE,), *[(rules.NATIVES_SUPPLY, hut) for hut in range(7)]]
    refused = play(state.clone(), (rules.NATIVES_NONE,))
    assert refused.phase == rules.P_GO
    play(state, (rules.NATIVES_SUPPLY, 4))
    assert (state.phase, state.gold[0], state.supply[0]) == (rules.P_TOKEN, 20, 13)
    state.apply((rules.TOKEN, 10))
    assert (state.token[4], state.seen[4], state.paths[4][0]) == (10, 0b001, 0)
    assert state.phase == rules.P_GO
    assert rules.UNIT in kinds_of(state.legal())


def test_n12_natives_with_no_scout_in_supply_take_one_from_chart_or_jungle() -> None:
    paths = [[-1] * length for length in (5, 6, 6, 7, 6, 6, 5)]
    paths[0] = [1] * 5
    paths[2][:3] = [1, -1, 0]
    paths[5][0] = 0
    start = changed(begin(body("..... ..... ..n.. ..... ....."), 3), {"C3": (0, rules.SCOUT)}, paths=paths)
    start = changed(start, supply=[0, 2, 1, 11, 2, 1, 11, 2, 1], token=[5, 0, 5, 0, 0, 5, 0], bag=[0, 3, 3])
    play(start, (rules.START_RIM, at(start, "C5"), SOUTH), (rules.ANNOUNCE_HIDDEN, 1))
    draw(start, CAPE, NATIVES)
    lay(start, "C5", CAPE, NORTH)
    moves = start.legal()
    assert moves == sorted(moves)
    cell = at(start, "C3")
    assert {action[1:] for action in moves if action[0] == rules.NATIVES_FROM_CELL} == {(h, cell) for h in range(1, 7)}
    path = {action[1:] for action in moves if action[0] == rules.NATIVES_FROM_PATH}
    # the scout at the third space of hut 2 may move up to the hole; the one beside hut 5 would only come back
    assert path == {(h, 2, 2) for h in range(1, 7)} | {(h, 5, 0) for h in (1, 2, 3, 4, 6)}
    moved = play(start.clone(), (rules.NATIVES_FROM_PATH, 2, 2, 2))
    assert moved.paths[2][:3] == [1, 0, -1]
    moved = play(start.clone(), (rules.NATIVES_FROM_CELL, 5, cell))
    assert moved.paths[5][:2] == [0, 0]
    assert moved.unit[cell] == -1


def test_n12_natives_are_skipped_when_all_paths_are_full() -> None:
    full = [[1] * length for length in (5, 6, 6, 7, 6, 6, 5)]
    assert event(CAPE, NATIVES, paths=full).phase == rules.P_GO


def test_n12_storm_ends_the_turn_but_islands_are_scored() -> None:
    state = changed(begin(body("..... ..s.. ..... ....."), 3), {"C2": (1, rules.BASE)})
    play(state, (rules.START_RIM, at(state, "C4"), SOUTH), (rules.ANNOUNCE_HIDDEN, 3))
    draw(state, SEA)
    draw(state, CAPE, STORM)
    lay(state, "C3", CAPE, NORTH)
    assert state.points == [0, 2, 0]
    assert state.active == 1
    assert state.unit == [-1] * 20
    assert state.left == 0


def test_n12_inland_tiles_are_never_hidden() -> None:
    assert sum(begin(WIDE).hidden[INLAND * rules.SORTS :]) == 0
