"""Drawing, laying and placing a unit, N5–N7, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import OVER
from studio.games.neue_entdecker import rules
from studio.seatiles.body import TileKind
from tests.games.neue_entdecker.sea import (
    BEND,
    CAPE,
    COVE,
    GOLD,
    PIRATES,
    SEA,
    STORM,
    STRAIT,
    TILES,
    begin,
    body,
    changed,
    draw,
    lay,
    sailing,
)
from tests.playing import play
from tests.seatiles.little_seas import EAST, NORTH, SOUTH, WEST, at, kinds_of, shape_at

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
