"""The expedition, its units, gaps and the supply of tiles, N5–N9 and N12, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import CHANCE, OVER
from studio.games.neue_entdecker import rules
from studio.seatiles.body import TileKind
from tests.games.neue_entdecker.sea import (
    BEND,
    CAPE,
    COVE,
    EAST,
    GOLD,
    INLAND,
    NATIVES,
    NORTH,
    PIRATES,
    SEA,
    SOUTH,
    STORM,
    STRAIT,
    TILES,
    WEST,
    at,
    begin,
    body,
    changed,
    draw,
    kinds_of,
    lay,
    play,
    see_tops,
    shape_at,
)

WIDE = body("..... ..... ..... ..... .....")


def sailing(
    announce: int = rules.ANNOUNCE_HIDDEN, number: int = 3, start: str = "C5", seats: int = 3, **fields: Any
) -> rules.State:
    """Seat 0 has started from the south of a space of an empty 5 × 5 sea and announced tiles."""
    state = changed(begin(WIDE, seats), gold=[20, 7, 7][:seats], **fields)
    return play(state, (rules.START_RIM, at(state, start), SOUTH), (announce, number))


# N5


def test_n5_the_first_draw_is_compulsory() -> None:
    assert kinds_of(sailing().legal()) == {rules.DRAW_HIDDEN}
    assert kinds_of(sailing(rules.ANNOUNCE_OPEN).legal()) == {rules.DRAW_OPEN}


def test_n5_any_stack_that_is_not_empty_and_its_back_tells_the_sort() -> None:
    state = sailing(stack_size=[17, 0, 17, 17, 0, 17], stack_top=[0, -1, 1, 0, -1, 0])
    assert state.legal() == [(rules.DRAW_HIDDEN, stack) for stack in (0, 2, 3, 5)]
    query, plain = state.clone(), state.clone()
    query.apply((rules.DRAW_HIDDEN, 2))
    plain.apply((rules.DRAW_HIDDEN, 0))
    assert all(action[2] > 0 for action, _weight in query.chance())
    assert all(action[2] == 0 for action, _weight in plain.chance())
    assert sum(weight for _action, weight in query.chance()) == 22
    assert dict(plain.chance())[(rules.FRONT, CAPE, 0)] == 20


def test_n5_open_classes_are_those_that_fit_beside_the_ship() -> None:
    # the only way on is B2: the border of this channel wants sea in the north and south
    state = begin(body("#### ~..~ ####"), 2)
    state = changed(state, gold=[20, 7])
    play(state, (rules.START_TILE, at(state, "A2")), (rules.ANNOUNCE_OPEN, 2))
    assert state.legal() == [(rules.DRAW_OPEN, 1), (rules.DRAW_OPEN, 2)]


def test_n5_an_open_tile_never_causes_an_event() -> None:
    discard = [0] * 40
    discard[CAPE * rules.SORTS + PIRATES] = 1
    state = sailing(rules.ANNOUNCE_OPEN, 2, sorted_left=[0] * 8, discard=discard)
    gold = state.gold[0]
    play(state, (rules.DRAW_OPEN, 2))
    play(state, state.legal()[0])
    assert state.event[state.ship] == PIRATES
    assert state.gold[0] == gold


def test_n5_an_open_tile_is_the_first_kind_of_its_class_with_a_piece_left() -> None:
    twin = TileKind("twin capes", "ab..", sorted=5)
    state = begin(body("..... ..... .....", tiles=(twin, *TILES)), 2)
    state = changed(state, gold=[20, 7])
    play(state, (rules.START_RIM, at(state, "C3"), SOUTH), (rules.ANNOUNCE_OPEN, 2), (rules.DRAW_OPEN, 3))
    assert state.hand == (0, 0)
    assert state.sorted_left[0] == 4


# N6


def test_n6_lay_beside_the_ship_over_a_sea_edge_all_edges_matching() -> None:
    state = begin(body("..... ..e.. ....."), 2)  # the cape has land in the east
    play(state, (rules.START_RIM, at(state, "C3"), SOUTH), (rules.ANNOUNCE_HIDDEN, 3))
    draw(state, SEA)  # fits on C3 only, and lies there at once
    assert (state.ship, shape_at(state, "C3")) == (at(state, "C3"), "....")
    draw(state, BEND)
    spaces = {state.board.chart.grid.name(action[1]) for action in state.legal()}
    assert spaces == {"B3", "D3"}
    edges = {state.board.chart.placements[action[2]].edges for action in state.legal() if action[1] == at(state, "B3")}
    assert edges == {1 << NORTH | 1 << WEST}  # sea towards the ship and the border


def test_n6_source_example_the_tile_must_be_laid_where_it_fits() -> None:
    # a bend fits neither on A (sea on three sides) nor on B, only on C: it must be laid there
    state = begin(body("~.~.. ..~.. ..... ....."), 2)
    play(state, (rules.START_TILE, at(state, "C2")), (rules.ANNOUNCE_HIDDEN, 2))
    draw(state, COVE)
    assert state.phase == rules.P_LAY
    assert (rules.STOP,) not in state.legal()
    assert kinds_of(state.legal()) == {rules.LAY}
    spaces = {state.board.chart.grid.name(action[1]) for action in state.legal()}
    assert spaces == {"B2", "D2", "C3"}


def test_n6_a_misfit_goes_to_the_discard_its_event_ignored_and_its_gold_lost() -> None:
    state = begin(body("#### ~..~ ####"), 2)
    play(state, (rules.START_TILE, at(state, "A2")), (rules.ANNOUNCE_HIDDEN, 2))
    draw(state, COVE, GOLD)
    assert state.discard[COVE * rules.SORTS + GOLD] == 1
    assert state.gold[0] == 5
    assert (state.ship, state.left, state.laid_turn, state.hand) == (at(state, "A2"), 1, 0, None)
    assert (rules.STOP,) in state.legal()
    assert kinds_of(state.legal()) == {rules.DRAW_HIDDEN, rules.STOP}


def test_n6_the_ship_moves_before_the_event() -> None:
    state = sailing()
    draw(state, CAPE, STORM)
    play(state, (rules.LAY, at(state, "C5"), state.board.chart.placement_of[CAPE][NORTH]))
    assert state.ship == at(state, "C5")
    assert state.active == 1


def test_n6_a_dead_end_ends_the_drawing() -> None:
    state = sailing()
    draw(state, COVE)  # one way to turn it: sea in the south, where the ship comes from
    assert shape_at(state, "C5") == "LL.L"
    assert state.left == 2
    assert kinds_of(state.legal()) == {rules.UNIT, rules.STOP}


def test_n6_a_dead_end_without_land_to_stand_on_ends_the_turn() -> None:
    state = begin(body("##~~ #..~ ##~~ ####"), 2)
    play(state, (rules.START_RIM, at(state, "B2"), WEST), (rules.ANNOUNCE_HIDDEN, 5))
    draw(state, SEA)
    draw(state, SEA)
    assert (state.left, state.undiscovered) == (3, 0)
    assert state.to_move == OVER


def test_n6_the_seat_may_stop_or_go_on() -> None:
    state = sailing(number=2)
    draw(state, SEA)
    assert kinds_of(state.legal()) == {rules.DRAW_HIDDEN, rules.STOP}
    play(state, (rules.STOP,))
    assert state.active == 1


# N7


def landed(kind: int = CAPE, turn: int = 0, **fields: Any) -> rules.State:
    """Seat 0 has laid a tile on C5, one announced tile left."""
    state = sailing(number=2, **fields)
    draw(state, kind)
    if state.phase == rules.P_LAY:
        lay(state, "C5", kind, turn)
    return state


@pytest.mark.parametrize(("kind", "price"), [(rules.SCOUT, 1), (rules.BASE, 3), (rules.SETTLEMENT, 6)])
def test_n7_prices_and_the_end_of_the_expedition(kind: int, price: int) -> None:
    state = landed()
    cell = state.ship
    gold, supply = state.gold[0], state.supply[kind]
    play(state, (rules.UNIT, kind, 0))
    assert state.gold[0] == gold - price
    assert state.supply[kind] == supply - 1
    assert (state.unit[cell], state.active) == (kind, 1)


def test_n7_only_what_the_gold_pays() -> None:
    for gold, kinds in ((0, set()), (2, {rules.SCOUT}), (5, {rules.SCOUT, rules.BASE}), (6, {0, 1, 2})):
        state = changed(landed(), gold=[gold, 7, 7])
        assert {action[1] for action in state.legal() if action[0] == rules.UNIT} == kinds


def test_n7_only_after_a_tile_was_laid_and_never_on_the_start_tile() -> None:
    state = begin(body("#### n..~ ####", edges={"A2 north": "coast"}), 2)
    play(state, (rules.START_TILE, at(state, "A2")), (rules.ANNOUNCE_HIDDEN, 2))
    draw(state, COVE)  # a misfit
    assert kinds_of(state.legal()) == {rules.DRAW_HIDDEN, rules.STOP}


def test_n7_a_misfit_after_the_tile_does_not_take_the_chance_away() -> None:
    # a channel between coasts: only straits fit, and they carry land
    drawn = body("#### .... ####", "coast", edges={"A2 west": "open 0", "D2 east": "open 0"})
    state = begin(drawn, 2)
    play(state, (rules.START_RIM, at(state, "A2"), WEST), (rules.ANNOUNCE_HIDDEN, 3))
    draw(state, STRAIT)
    assert shape_at(state, "A2") == "L.L."
    draw(state, SEA)
    assert state.discard[SEA * rules.SORTS] == 1
    assert state.ship == at(state, "A2")
    assert {(rules.UNIT, rules.SCOUT, 0), (rules.UNIT, rules.BASE, 1)} <= set(state.legal())


def test_n7_a_dead_end_does_not_take_the_chance_away() -> None:
    state = begin(body("##### ..... #####", "shore", edges={"A2 west": "open 0", "E2 east": "open 0"}), 2)
    play(state, (rules.START_RIM, at(state, "E2"), EAST), (rules.ANNOUNCE_HIDDEN, 2))
    draw(state, CAPE)
    assert shape_at(state, "E2") == "...L"
    assert kinds_of(state.legal()) == {rules.UNIT, rules.STOP}


def test_n7_the_land_is_chosen_when_there_are_two() -> None:
    state = landed(STRAIT, 0)
    assert state.board.chart.placements[state.laid[state.ship]].lands == 2
    assert [action for action in state.legal() if action[0] == rules.UNIT][:2] == [
        (rules.UNIT, rules.SCOUT, 0),
        (rules.UNIT, rules.SCOUT, 1),
    ]
    cell = state.ship
    play(state, (rules.UNIT, rules.SCOUT, 1))
    assert state.unit_land[cell] == 1


def test_n7_a_scout_may_be_taken_back_when_none_is_in_supply() -> None:
    paths = [[-1] * length for length in (5, 6, 6, 7, 6, 6, 5)]
    paths[2][:3] = [1, 0, 1]
    drawn = body("..... ..... ..n.. ..... .....")
    state = changed(begin(drawn, 3), {"C3": (0, rules.SCOUT)}, paths=paths, gold=[20, 7, 7])
    with_supply = play(state.clone(), (rules.START_RIM, at(state, "C5"), SOUTH), (rules.ANNOUNCE_HIDDEN, 1))
    draw(with_supply, CAPE)
    lay(with_supply, "C5", CAPE, NORTH)
    assert kinds_of(with_supply.legal()) == {rules.UNIT, rules.STOP}
    state = changed(state, supply=[0, 2, 1, *state.supply[3:]])
    play(state, (rules.START_RIM, at(state, "C5"), SOUTH), (rules.ANNOUNCE_HIDDEN, 1))
    draw(state, CAPE)
    lay(state, "C5", CAPE, NORTH)
    taken = [action for action in state.legal() if action[0] in (rules.UNIT_FROM_CELL, rules.UNIT_FROM_PATH)]
    assert taken == [(rules.UNIT_FROM_CELL, 0, at(state, "C3")), (rules.UNIT_FROM_PATH, 0, 2, 1)]
    from_path = play(state.clone(), taken[1])
    assert from_path.paths[2][:3] == [1, -1, 1]  # the others stay where they are
    assert from_path.unit[at(state, "C5")] == 0
    assert from_path.gold[0] == state.gold[0] - 1
    from_cell = play(state.clone(), taken[0])
    assert (from_cell.unit[at(state, "C3")], from_cell.unit[at(state, "C5")]) == (-1, 0)
    assert from_cell.supply[0] == 0


def test_n7_bases_and_settlements_never_come_back_that_way() -> None:
    drawn = body("..... ..... ..n.. ..... .....")
    state = changed(begin(drawn, 3), {"C3": (0, rules.BASE)}, supply=[0, 1, 0, *[14, 2, 1] * 2])
    play(state, (rules.START_RIM, at(state, "C5"), SOUTH), (rules.ANNOUNCE_HIDDEN, 2))
    draw(state, CAPE)
    lay(state, "C5", CAPE, NORTH)
    assert kinds_of(state.legal()) == {rules.DRAW_HIDDEN, rules.STOP}


# N8


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


# N9


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


# N12


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
