"""Drawing, laying, building, taking scouts back, events, E5–E7 and E10, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import CHANCE
from studio.games.entdecker import rules
from tests.games.entdecker.sea import (
    BEND,
    CAPE,
    COVE,
    FRIENDLY,
    GOLD,
    HOSTILE,
    PIRATES,
    RUINS,
    SEA,
    STORM,
    STRAIT,
    begin,
    body,
    changed,
    draw,
    lay,
    of_kind,
    sailing,
)
from tests.helpers import play
from tests.seatiles.little_seas import EAST, NORTH, SOUTH, WEST, at, kinds_of, shape_at

FORT, SCOUT, SETTLEMENT = rules.FORT, rules.SCOUT, rules.SETTLEMENT
SORTS = rules.SORTS


def channel(**options: bool) -> rules.State:
    """Seat 0 has started from A2 and declared three draws; B2 can have land in the east only."""
    state = changed(begin(body("#### ~..~ ####", "shore"), 2, **options), gold=[9, 4], turn=2)
    return play(state, (rules.START_TILE, at(state, "A2")), (rules.DECLARE, 3))


def test_e5_the_first_draw_is_compulsory_from_any_pile_that_is_not_empty() -> None:
    state = sailing(stack_size=[17, 0, 17, 0, 51], stack_top=[0, -1, 1, -1, 0])
    assert state.legal() == [(rules.DRAW, 0), (rules.DRAW, 2), (rules.DRAW, 4)]


def test_e5_the_back_tells_the_sort() -> None:
    query, plain = sailing(stack_top=[0, 1, 0, 0, 0]), sailing(stack_top=[0, 1, 0, 0, 0])
    query.apply((rules.DRAW, 1))
    plain.apply((rules.DRAW, 0))
    assert all(action[2] > 0 for action, _weight in query.chance())
    assert all(action[2] == 0 for action, _weight in plain.chance())
    assert sum(weight for _action, weight in query.chance()) == 20
    assert dict(plain.chance())[(rules.FRONT, BEND, 0)] == 20


def test_e5_a_misfit_leaves_the_game_and_its_event_does_not_happen() -> None:
    state = channel()
    draw(state, COVE, RUINS)
    assert state.discard[COVE * SORTS + RUINS] == 1
    assert (state.points[0], state.left, state.ship) == (0, 2, at(state, "A2"))
    draw(state, COVE)
    assert state.discard[COVE * SORTS] == 1
    assert state.sorted_left[COVE] == 6


def test_e5_what_fits_must_be_laid_and_the_seat_picks_among_the_ways() -> None:
    state = sailing()
    draw(state, CAPE)
    assert state.phase == rules.P_LAY
    # the south is open sea: land may look west, north and east
    looks = {state.board.chart.placements[action[2]].turn for action in state.legal()}
    assert looks == {NORTH, EAST, WEST}
    assert {action[1] for action in state.legal()} == {at(state, "C5")}


def test_e5_one_way_is_laid_at_once_and_the_ship_moves_there() -> None:
    state = sailing()
    draw(state, SEA)
    assert (state.ship, state.ship_rim) == (at(state, "C5"), -1)
    assert shape_at(state, "C5") == "...."
    assert {state.board.chart.grid.name(cell) for cell in state.ahead} == {"B5", "D5", "C4"}


def test_e5_the_facing_edge_must_be_sea() -> None:
    # from C5, laid with land in the north, C4 is not beside the ship
    state = sailing()
    draw(state, CAPE)
    lay(state, "C5", CAPE, NORTH)
    draw(state, SEA)
    assert {action[1] for action in state.legal()} == {at(state, "B5"), at(state, "D5")}


def test_e5_a_draw_counts_either_way() -> None:
    state = sailing(number=2)
    draw(state, SEA)
    assert (state.left, state.drawn) == (1, 1)
    other = channel()
    draw(other, BEND)
    assert (other.left, other.drawn, other.laid_turn) == (2, 1, 0)


def test_e6_draw_again_build_or_stop() -> None:
    state = sailing(number=2)
    draw(state, CAPE)
    lay(state, "C5", CAPE, NORTH)
    assert kinds_of(state.legal()) == {rules.DRAW, rules.UNIT, rules.STOP}


def test_e6_with_neither_draw_nor_unit_the_expedition_ends() -> None:
    state = sailing(number=1)
    draw(state, SEA)
    assert (state.active, state.phase) == (1, rules.P_START)


def test_e6_a_dead_end_stops_the_ship_but_not_the_building() -> None:
    # C3 is a cove that opens to the east only, where D3 is discovered
    drawn = body("..... ..... ...~. ..... .....", "shore")
    state = changed(begin(drawn, 2), gold=[9, 4], turn=2)
    play(state, (rules.START_TILE, at(state, "D3")), (rules.DECLARE, 3))
    draw(state, COVE)
    lay(state, "C3", COVE, SOUTH)  # the cove's sea side: west at turn 0, so east after two quarters
    assert shape_at(state, "C3") == "L.LL"
    assert state.ahead == ()
    assert kinds_of(state.legal()) == {rules.UNIT, rules.STOP}
    play(state, (rules.UNIT, SCOUT, 0))
    assert state.active == 1


def test_e6_while_draws_are_misfits_the_ship_stays() -> None:
    state = channel()
    for left in (2, 1):
        draw(state, BEND)
        assert (state.ship, state.left) == (at(state, "A2"), left)
        assert kinds_of(state.legal()) == {rules.DRAW, rules.STOP}
    draw(state, SEA)
    assert shape_at(state, "B2") == "...."
    assert state.ship == at(state, "B2")


def test_e6_a_later_misfit_does_not_matter() -> None:
    # from the bend on B2 the ship sees only C2, whose far sides want sea
    drawn = body("#.## ~..~ #.##", "shore")
    state = changed(begin(drawn, 2), gold=[9, 4], turn=2)
    play(state, (rules.START_TILE, at(state, "A2")), (rules.DECLARE, 3))
    draw(state, STRAIT)
    assert shape_at(state, "B2") == "L.L."
    draw(state, COVE)
    assert state.discard[COVE * SORTS] == 1
    assert state.ship == at(state, "B2")
    assert (rules.UNIT, SCOUT, 1) in state.legal()


def landed(gold: int = 12, event: int = 0, number: int = 2) -> rules.State:
    """Seat 0 has laid a cape with land in the north on C5 and may build; so much gold is left after declaring."""
    state = sailing(number=number, gold=min(12, gold + number))
    draw(state, CAPE, event)
    lay(state, "C5", CAPE, NORTH)
    state.gold[0] = gold
    return changed(state)


@pytest.mark.parametrize(("kind", "price"), [(SCOUT, 1), (FORT, 3), (SETTLEMENT, 6)])
def test_e7_a_unit_from_the_supply_is_paid_for_and_ends_the_expedition(kind: int, price: int) -> None:
    state = landed(gold=price)
    play(state, (rules.UNIT, kind, 0))
    assert (state.gold[0], state.active) == (0, 1)
    assert state.unit[at(state, "C5")] == kind
    assert state.supply[kind] == 2 - kind
    assert (state.phase, state.left) == (rules.P_START, 0)
    assert (rules.UNIT, kind, 0) not in landed(gold=price - 1).legal()


def test_e7_only_from_the_supply() -> None:
    state = changed(landed(), supply=[3, 0, 0, *[3, 2, 1] * 2])
    assert of_kind(state, rules.UNIT) == [(rules.UNIT, SCOUT, 0)]


def test_e7_on_one_of_the_lands() -> None:
    state = changed(begin(body("..... ..... ...~. ..... ....."), 2), gold=[9, 4], turn=2)
    play(state, (rules.START_TILE, at(state, "D3")), (rules.DECLARE, 1))
    draw(state, STRAIT)
    lay(state, "C3", STRAIT, NORTH)
    assert of_kind(state, rules.UNIT) == [(rules.UNIT, kind, land) for kind in range(3) for land in range(2)]
    play(state, (rules.UNIT, FORT, 1))
    assert state.unit_land[at(state, "C3")] == 1


def test_e7_not_on_pure_sea_and_not_on_tiles_of_earlier_turns() -> None:
    state = sailing(number=2)
    draw(state, SEA)
    assert kinds_of(state.legal()) == {rules.DRAW, rules.STOP}
    other = changed(begin(body("..... ..n.. #...# #####"), 2), gold=[9, 4], turn=2)
    play(other, (rules.START_TILE, at(other, "C2")), (rules.DECLARE, 2))
    other.ahead = ()  # as if the first draw were a misfit
    other = changed(other, drawn=1)
    assert other.laid_turn == 0
    assert not of_kind(other, rules.UNIT)


def test_e7_hostile_natives_double_the_price_and_forbid_a_settlement() -> None:
    state = landed(event=HOSTILE)
    assert of_kind(state, rules.UNIT) == [(rules.UNIT, SCOUT, 0), (rules.UNIT, FORT, 0)]
    play(state, (rules.UNIT, FORT, 0))
    assert state.gold[0] == 6
    assert not of_kind(landed(gold=1, event=HOSTILE), rules.UNIT)
    assert of_kind(landed(gold=5, event=HOSTILE), rules.UNIT) == [(rules.UNIT, SCOUT, 0)]


def test_e7_the_natives_go_with_their_tile() -> None:
    # a second tile in the same turn is not hostile
    state = landed(event=HOSTILE, number=3)
    draw(state, SEA)
    lay(state, "D5", SEA, 0)
    assert state.event[at(state, "C5")] == HOSTILE
    assert not of_kind(state, rules.UNIT)
    draw(state, CAPE)
    lay(state, "E5", CAPE, NORTH)
    assert (rules.UNIT, SETTLEMENT, 0) in state.legal()


SCOUTS = {"A1": (0, SCOUT), "E1": (0, SCOUT), "A3": (1, SCOUT), "E3": (0, FORT)}
NORTHERN = body("s...s ..... s...s ..... .....")


def test_e7_scouts_may_be_taken_back_at_every_decision_of_the_own_turn() -> None:
    state = changed(begin(NORTHERN, 3), SCOUTS, gold=[12, 4, 4])
    back = [(rules.RECALL, at(state, "A1")), (rules.RECALL, at(state, "E1"))]
    assert of_kind(state, rules.RECALL) == back
    play(state, (rules.START_RIM, at(state, "C5"), SOUTH))
    assert of_kind(state, rules.RECALL) == back
    play(state, (rules.DECLARE, 2))
    assert of_kind(state, rules.RECALL) == back
    draw(state, CAPE)
    assert state.phase == rules.P_LAY
    assert of_kind(state, rules.RECALL) == back
    lay(state, "C5", CAPE, NORTH)
    assert of_kind(state, rules.RECALL) == back
    play(state, back[0])
    assert (state.unit[at(state, "A1")], state.supply[SCOUT]) == (-1, 2)
    assert of_kind(state, rules.RECALL) == back[1:]
    assert state.phase == rules.P_GO
    play(state, (rules.STOP,))
    assert of_kind(state, rules.RECALL) == [(rules.RECALL, at(state, "A3"))]


@pytest.mark.parametrize("stage", range(4))
def test_e7_taking_back_leaves_the_decision_as_it_was(stage: int) -> None:
    state = changed(begin(NORTHERN, 3), SCOUTS, gold=[12, 4, 4])
    if stage > 0:
        play(state, (rules.START_RIM, at(state, "C5"), SOUTH))
    if stage > 1:
        play(state, (rules.DECLARE, 2))
    if stage > 2:
        draw(state, CAPE)
    before, phase = state.legal(), state.phase
    one, other = of_kind(state, rules.RECALL)
    play(state, one)
    assert (state.legal(), state.phase) == ([action for action in before if action != one], phase)
    play(state, other)
    assert not of_kind(state, rules.RECALL)
    assert (state.supply[SCOUT], state.to_move) == (3, 0)


def test_e7_a_scout_taken_back_can_be_placed_anew() -> None:
    units = {"A1": (0, SCOUT), "E1": (0, SCOUT), "A3": (0, SCOUT)}
    state = changed(begin(NORTHERN, 3), units, gold=[2, 4, 4])
    play(state, (rules.START_RIM, at(state, "C5"), SOUTH), (rules.DECLARE, 1))
    draw(state, CAPE)
    lay(state, "C5", CAPE, NORTH)
    # no draw is left and no scout in supply, but one could be taken back: so there is something to decide
    assert kinds_of(state.legal()) == {rules.STOP, rules.RECALL}
    play(state, (rules.RECALL, at(state, "E1")), (rules.UNIT, SCOUT, 0))
    assert (state.gold[0], state.supply[SCOUT], state.unit[at(state, "C5")]) == (0, 0, SCOUT)


def test_e7_taking_back_ends() -> None:
    state = changed(begin(NORTHERN, 3), SCOUTS, gold=[0, 4, 4])
    for _scout in range(2):
        play(state, of_kind(state, rules.RECALL)[0])
    assert state.legal() == [(rules.PASS,)]


def found(event: int, kind: int = CAPE, gold: int = 8, **fields: Any) -> rules.State:
    """Seat 0 has laid a tile with this event on C5, with so much gold before the event."""
    state = sailing(number=2, **fields)
    state.gold[0] = gold
    draw(state, kind, event)
    if state.phase == rules.P_LAY:
        lay(state, "C5", kind, NORTH if kind == CAPE else 0)
    return state


def test_e10_a_storm_ends_the_turn_at_once() -> None:
    state = found(STORM)
    assert (state.active, state.phase, state.gold[0]) == (1, rules.P_START, 8)
    assert state.unit[at(state, "C5")] == -1


def test_e10_friendly_natives_give_a_chip_and_no_points() -> None:
    state = found(FRIENDLY)
    assert (state.phase, state.to_move, state.takers) == (rules.P_CHIP, CHANCE, (0,))
    state.apply((rules.CHIP, 4))
    assert (state.chips[0], state.points[0], state.bag) == ((4,), 0, [5, 5, 5, 4])
    assert state.chip == 0  # it belongs to no island
    assert (state.phase, state.to_move) == (rules.P_GO, 0)
    assert rules.UNIT in kinds_of(state.legal())


def test_e10_friendly_natives_without_chips_give_nothing() -> None:
    state = found(FRIENDLY, bag=[0, 0, 0, 0])
    assert (state.phase, state.chips[0]) == (rules.P_GO, ())


@pytest.mark.parametrize(("gold", "rest"), [(8, 4), (7, 3), (1, 0), (0, 0)])
def test_e10_pirates_take_half_rounded_up(gold: int, rest: int) -> None:
    assert found(PIRATES, gold=gold).gold[0] == rest


def test_e10_ruins_are_three_points() -> None:
    state = found(RUINS)
    assert state.points == [3, 0, 0]
    assert state.ledger == [(rules.FOUND_RUINS, 0, 3, at(state, "C5"), 1)]


@pytest.mark.parametrize(("gold", "then"), [(0, 3), (9, 12), (10, 12), (12, 12)])
def test_e10_gold_up_to_twelve(gold: int, then: int) -> None:
    assert found(GOLD, gold=gold).gold[0] == then
