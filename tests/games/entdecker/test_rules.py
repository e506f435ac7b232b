"""The rules of Entdecker, clause by clause (E1 to E15)."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import CHANCE, OVER, Options
from studio.core.rng import Rng
from studio.games.entdecker import rules
from studio.games.entdecker.body import Gold, build
from studio.games.entdecker.rules.scoring import shares
from studio.seatiles.body import Border, TileKind
from tests.games.entdecker.sea import (
    BASE,
    FRIENDLY,
    GOLD,
    HOSTILE,
    PIRATES,
    RUINS,
    SEAS,
    STORM,
    TILES,
    WIDE,
    begin,
    body,
    changed,
    completed,
    draw,
    sailing,
    strip,
)
from tests.helpers import play, settled
from tests.seatiles.little_seas import (
    BEND,
    CAPE,
    COVE,
    EAST,
    INLAND,
    NORTH,
    SEA,
    SOUTH,
    STRAIT,
    WEST,
    Units,
    at,
    kinds_of,
    lay,
    names,
    of_kind,
    see_tops,
    shape_at,
)
from tests.seatiles.test_clauses import two_islands

FORT, SCOUT, SETTLEMENT = rules.FORT, rules.SCOUT, rules.SETTLEMENT
SORTS = rules.SORTS
NO_CHIPS = [0, 0, 0, 0]


def sailed(drawn: str, start: str, draws: int, border: str | Border = "open 0", **more: Any) -> rules.State:
    """Seat 0 of two has started from a tile with 9 gold and declared draws."""
    state = changed(begin(body(drawn, border), 2, **more), gold=[9, 4], season=2, turn=4)
    return play(state, (rules.START_TILE, at(state, start)), (rules.DECLARE, draws))


def channel(**options: bool) -> rules.State:
    """Seat 0 has started from A2 and declared three draws; B2 can have land in the east only."""
    return sailed("#### ~..~ ####", "A2", 3, "shore", **options)


def hidden_tiles(state: rules.State, kind: int, count: int) -> dict[str, Any]:
    """Fields with only these tiles in the first pile."""
    hidden = [0] * len(state.hidden)
    hidden[kind * SORTS] = count
    return {"hidden": hidden, "stack_size": [count, 0, 0, 0, 0], "stack_top": [0, -1, -1, -1, -1]}


def test_e1_piles_of_equal_size_whose_backs_are_seen() -> None:
    state = rules.start(build(BASE), 4, {})
    assert state.stack_size == [17] * 5
    assert (sum(state.hidden), state.hidden_query, sum(state.sorted_left)) == (85, 20, 35)
    for stack in range(5):
        assert state.phase == rules.P_TOPS
        assert {action[:2] for action, _weight in state.chance()} == {(rules.TOP, stack)}
        state.apply((rules.TOP, stack, stack % 2))
    assert state.stack_top == [0, 1, 0, 1, 0]
    assert state.phase == rules.P_SPIN
    seven = rules.start(build(body("..... .....", piles=7)), 2, {})
    assert seven.stack_size == [13, *[12] * 6]  # the rest goes on the first piles


def test_e1_four_gold_no_points_no_options_and_seat_0_first() -> None:
    state = rules.start(build(BASE), 3, {})
    assert (state.gold, state.points, state.first, state.active) == ([4] * 3, [0] * 3, 0, 0)
    assert state.supply == [3, 2, 1] * 3
    assert dict(zip(state.board.bag_values, state.bag, strict=True)) == {1: 5, 2: 5, 3: 5, 4: 5}
    assert set(state.laid) == {-1}
    assert (state.keep_misfits, state.rotating_first, state.personal_tiles) == (False, False, False)  # E14


def test_e2_every_seat_gains_what_was_spun_up_to_twelve() -> None:
    state = settled(rules.start(build(WIDE), 3, {}))
    state = changed(state, phase=rules.P_SPIN, to_move=CHANCE, gold=[4, 9, 12])
    assert state.chance() == [((rules.SPIN, face), 1) for face in (2, 3, 4, 5)]
    state.apply((rules.SPIN, 5))
    assert state.gold == [9, 12, 12]
    assert (state.income, state.phase, state.to_move) == (5, rules.P_START, 0)


def test_e2_once_a_season_before_the_first_player() -> None:
    state = begin(WIDE, 3)
    order = []
    for _turn in range(7):
        order.append((state.season, state.turn, state.active))
        play(state, of_kind(state, rules.START_RIM)[0], (rules.DECLARE, 1))
        draw(state, SEA)
        if state.phase == rules.P_LAY:
            play(state, state.legal()[0])
        if state.active == order[-1][2] and state.phase == rules.P_GO:
            play(state, (rules.STOP,))
        if len(order) % 3 == 0:
            assert state.phase == rules.P_SPIN
            state.apply((rules.SPIN, 5))
        else:
            assert state.phase == rules.P_START
    assert order == [(1, 1, 0), (1, 2, 1), (1, 3, 2), (2, 4, 0), (2, 5, 1), (2, 6, 2), (3, 7, 0)]


def test_e3_border_edges_of_undiscovered_spaces_and_tiles_with_free_sea() -> None:
    state = changed(begin(body("..... ..~.. .e... ~OO~. ....."), 3), season=2, turn=4)
    assert len(of_kind(state, rules.START_RIM)) == 19  # not the west of A4, which is discovered
    assert names(state, state.legal(), rules.START_TILE) == {"C2", "B3", "A4", "D4"}


def test_e3_the_whole_first_season_starts_at_the_border_if_it_is_open() -> None:
    state = begin(body("..... ..~.. ....."), 3)
    for turn in (1, 2, 3):
        assert (state.season, state.turn, kinds_of(state.legal())) == (1, turn, {rules.START_RIM})
        play(state, of_kind(state, rules.START_RIM)[0], (rules.DECLARE, 1))
        draw(state, SEA)
        play(state, *of_kind(state, rules.STOP))
    state.apply((rules.SPIN, 5))
    assert (state.season, kinds_of(state.legal())) == (2, {rules.START_RIM, rules.START_TILE})


def test_e3_a_seat_without_a_border_start_it_can_pay_uses_others_in_the_first_season() -> None:
    closed = begin(body("..... ..~.. .....", "shore"), 3)
    assert closed.legal() == [(rules.START_TILE, at(closed, "C2"))]
    dear = begin(body("..... ..~.. .....", "open 2"), 3)
    assert kinds_of(changed(dear, turn=2, active=1, to_move=1, gold=[4, 3, 4]).legal()) == {rules.START_RIM}
    assert kinds_of(changed(dear, turn=2, active=1, to_move=1, gold=[4, 2, 4]).legal()) == {rules.START_TILE}


def test_e3_a_rotating_first_player_changes_nothing_in_the_first_season() -> None:
    state = begin(body("..... ..~.. ....."), 2, rotating_first=True)
    kinds = []
    for _turn in range(4):
        kinds.append(kinds_of(state.legal()))
        play(state, of_kind(state, rules.START_RIM)[0], (rules.DECLARE, 1))
        draw(state, SEA)
        play(state, *of_kind(state, rules.STOP))
        settled(state)
    assert kinds == [{rules.START_RIM}] * 2 + [{rules.START_RIM, rules.START_TILE}] * 2


def test_e3_by_the_earlier_rules_only_the_very_first_turn_started_at_the_border() -> None:
    state = changed(begin(body("..... ..~.. ....."), 3), rules="2026-11-23")
    assert kinds_of(state.legal()) == {rules.START_RIM}
    assert kinds_of(changed(state, turn=2).legal()) == {rules.START_RIM, rules.START_TILE}


@pytest.mark.parametrize(("kind", "price"), [(SCOUT, 1), (FORT, 3), (SETTLEMENT, 6)])
def test_e3_starting_on_anothers_unit_costs_its_price_and_leaves_one_gold(kind: int, price: int) -> None:
    drawn = body("..... ..n.. .....")
    rich = changed(begin(drawn, 3), {"C2": (1, kind)}, season=2, turn=4, gold=[price + 1, 4, 4])
    start = (rules.START_TILE, at(rich, "C2"))
    play(rich, start)
    assert rich.gold == [1, 4, 4]  # to the bank, not to the owner
    assert rich.legal() == [(rules.DECLARE, 1)]
    poor = changed(begin(drawn, 3), {"C2": (1, kind)}, season=2, turn=4, gold=[price, 4, 4])
    assert start not in poor.legal()


@pytest.mark.parametrize(("unit", "gold"), [((1, FORT, 0), 5), ((1, FORT, 1), 5), ((0, FORT), 2)])
def test_e3_the_own_unit_costs_nothing_and_the_land_does_not_matter(unit: tuple[int, ...], gold: int) -> None:
    state = changed(begin(body("..... ..=.. ....."), 3), {"C2": unit}, season=2, turn=4, gold=[gold, 4, 4])
    play(state, (rules.START_TILE, at(state, "C2")))
    assert state.gold == [2, 4, 4]


def test_e3_a_toll_at_the_border_is_paid_and_must_leave_one_gold() -> None:
    drawn = body("..... ..... .....", Border("open 0", "shore", "open 2", "shore"))
    state = changed(begin(drawn, 3), gold=[3, 4, 4])
    assert len(state.legal()) == 10
    play(state, (rules.START_RIM, at(state, "C3"), SOUTH))
    assert state.gold == [1, 4, 4]
    assert len(changed(begin(drawn, 3), gold=[2, 4, 4]).legal()) == 5


def test_e3_only_a_seat_that_cannot_start_passes() -> None:
    drawn = body("..... ..... .....")
    assert changed(begin(drawn, 3), gold=[0, 4, 4]).legal() == [(rules.PASS,)]
    assert (rules.PASS,) not in changed(begin(drawn, 3), gold=[1, 4, 4]).legal()
    walled = body("..... ..n.. .....", "shore")
    state = changed(begin(walled, 3), {"C2": (1, FORT)}, gold=[3, 4, 4], turn=4)
    play(state, (rules.PASS,))
    assert (state.active, state.phase, state.passes) == (1, rules.P_START, 1)
    play(state, (rules.START_TILE, at(state, "C2")))
    assert state.passes == 0


def passed(state: rules.State) -> rules.State:
    """The state after the lowest outcome and the first move each time, until another move than a pass is possible."""
    while state.to_move == CHANCE or (state.to_move != OVER and state.legal() == [(rules.PASS,)]):
        state.apply(state.chance()[0][0] if state.to_move == CHANCE else (rules.PASS,))
    return state


def test_e3_a_sea_without_any_possible_start_ends_the_match() -> None:
    # every start costs a toll of 2, and no more than 2 gold can be had: so none leaves 1 gold, ever
    state = passed(begin(body("..... .....", "open 2", gold=Gold(0, 2, 0), spinner=(1,)), 2))
    assert (state.to_move, state.season, state.turn, state.passes) == (OVER, 3, 6, 6)  # the third spin fills all up
    assert state.undiscovered
    assert sum(state.hidden) == 85
    # 3 gold are there after the third spin
    waiting = passed(begin(body("..... .....", "open 2", gold=Gold(0, 5, 0), spinner=(1,)), 2))
    assert (waiting.season, waiting.gold) == (4, [3, 3])  # `begin` takes away what the first spin brought


def test_e3_without_any_income_the_match_ends_when_all_is_spent() -> None:
    state = begin(body("..... ..... .....", spinner=(0,), gold=Gold(2, 12, 0)), 3)
    for _ply in range(500):
        if state.to_move == OVER:
            break
        state.apply(state.chance()[0][0] if state.to_move == CHANCE else state.legal()[0])
    assert (state.to_move, state.passes, state.gold) == (OVER, 3, [0, 0, 0])
    assert state.undiscovered


def test_e4_at_least_one_at_most_the_gold_and_the_tiles() -> None:
    state = changed(begin(WIDE, 3), gold=[7, 4, 4])
    play(state, (rules.START_RIM, at(state, "C5"), SOUTH))
    assert state.legal() == [(rules.DECLARE, n) for n in range(1, 8)]
    few = changed(state, **hidden_tiles(state, SEA, 2))
    assert few.legal() == [(rules.DECLARE, 1), (rules.DECLARE, 2)]


def test_e4_one_gold_each_and_nothing_back() -> None:
    state = sailing(5, gold=7)
    assert (state.gold[0], state.declared, state.left) == (2, 5, 5)
    draw(state, SEA)
    play(state, (rules.STOP,))
    assert (state.active, state.gold[0]) == (1, 2)


def test_e5_the_first_draw_is_compulsory_from_any_pile_and_the_back_shows_the_sort() -> None:
    state = sailing(stack_size=[17, 0, 17, 0, 51], stack_top=[0, -1, 1, -1, 0])
    assert state.legal() == [(rules.DRAW, 0), (rules.DRAW, 2), (rules.DRAW, 4)]
    query, plain = state.clone(), state.clone()
    query.apply((rules.DRAW, 2))
    plain.apply((rules.DRAW, 0))
    assert all(action[2] > 0 for action, _weight in query.chance())
    assert all(action[2] == 0 for action, _weight in plain.chance())
    assert sum(weight for _action, weight in query.chance()) == 20
    assert dict(plain.chance())[(rules.FRONT, BEND, 0)] == 20


def test_e5_a_misfit_leaves_the_game_and_its_event_does_not_happen() -> None:
    state = channel()
    draw(state, COVE, RUINS)
    assert state.discard[COVE * SORTS + RUINS] == 1
    assert (state.points[0], state.left, state.drawn, state.laid_turn) == (0, 2, 1, 0)
    assert state.ship == at(state, "A2")
    draw(state, COVE)
    assert state.discard[COVE * SORTS] == 1
    assert state.sorted_left[COVE] == 6


def test_e5_a_tile_that_fits_must_be_laid_and_the_seat_picks_among_the_ways() -> None:
    state = sailing()
    draw(state, CAPE)
    assert state.phase == rules.P_LAY
    # the south is open sea: land may look west, north and east
    assert {state.board.chart.placements[action[2]].turn for action in state.legal()} == {NORTH, EAST, WEST}
    assert {action[1] for action in state.legal()} == {at(state, "C5")}


def test_e5_one_way_is_laid_at_once_and_the_ship_moves_there() -> None:
    state = sailing()
    draw(state, SEA)
    assert (state.ship, state.ship_rim, state.left, state.drawn) == (at(state, "C5"), -1, 2, 1)
    assert shape_at(state, "C5") == "...."
    assert {state.board.chart.grid.name(cell) for cell in state.ahead} == {"B5", "D5", "C4"}


def test_e5_the_facing_edge_must_be_sea() -> None:
    # from C5, laid with land in the north, C4 is not beside the ship
    state = landed(number=3)
    draw(state, SEA)
    assert names(state, state.legal(), rules.LAY) == {"B5", "D5"}


def landed(gold: int = 12, event: int = 0, number: int = 2) -> rules.State:
    """Seat 0 has laid a cape with land in the north on C5 and may build; so much gold is left after declaring."""
    state = sailing(number, gold=min(12, gold + number))
    draw(state, CAPE, event)
    lay(state, "C5", CAPE, NORTH)
    return changed(state, gold=[gold, *state.gold[1:]])


def test_e6_draw_again_build_or_stop() -> None:
    assert kinds_of(landed().legal()) == {rules.DRAW, rules.UNIT, rules.STOP}
    over = sailing(1)  # with neither draw nor unit the expedition ends
    draw(over, SEA)
    assert (over.active, over.phase) == (1, rules.P_START)


def test_e6_a_dead_end_stops_the_ship_but_not_the_building() -> None:
    # C3 is a cove that opens to the east only, where D3 is discovered
    state = sailed("..... ..... ...~. ..... .....", "D3", 3, "shore")
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
    state = sailed("#.## ~..~ #.##", "A2", 3, "shore")
    draw(state, STRAIT)
    assert shape_at(state, "B2") == "L.L."
    draw(state, COVE)
    assert state.discard[COVE * SORTS] == 1
    assert state.ship == at(state, "B2")
    assert (rules.UNIT, SCOUT, 1) in state.legal()


@pytest.mark.parametrize(("kind", "price"), [(SCOUT, 1), (FORT, 3), (SETTLEMENT, 6)])
def test_e7_a_unit_from_the_supply_is_paid_for_and_ends_the_expedition(kind: int, price: int) -> None:
    state = landed(gold=price)
    play(state, (rules.UNIT, kind, 0))
    assert (state.gold[0], state.active) == (0, 1)
    assert state.unit[at(state, "C5")] == kind
    assert state.supply[kind] == 2 - kind
    assert (state.phase, state.left) == (rules.P_START, 0)
    assert (rules.UNIT, kind, 0) not in landed(gold=price - 1).legal()
    only = changed(landed(), supply=[3, 0, 0, *[3, 2, 1] * 2])
    assert of_kind(only, rules.UNIT) == [(rules.UNIT, SCOUT, 0)]


def test_e7_on_one_of_the_lands() -> None:
    state = sailed("..... ..... ...~. ..... .....", "D3", 1)
    draw(state, STRAIT)
    lay(state, "C3", STRAIT, NORTH)
    assert of_kind(state, rules.UNIT) == [(rules.UNIT, kind, land) for kind in range(3) for land in range(2)]
    play(state, (rules.UNIT, FORT, 1))
    assert state.unit_land[at(state, "C3")] == 1


def test_e7_not_on_pure_sea_and_not_on_tiles_of_earlier_turns() -> None:
    state = sailing(2)
    draw(state, SEA)
    assert kinds_of(state.legal()) == {rules.DRAW, rules.STOP}
    other = sailed("..... ..n.. #...# #####", "C2", 2)
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


@pytest.mark.parametrize("stage", range(5))
def test_e7_scouts_may_be_taken_back_at_every_decision_which_stays_the_same(stage: int) -> None:
    state = changed(begin(NORTHERN, 3), SCOUTS, gold=[12, 4, 4])
    if stage > 0:
        play(state, (rules.START_RIM, at(state, "C5"), SOUTH))
    if stage > 1:
        play(state, (rules.DECLARE, 2))
    if stage > 2:
        draw(state, CAPE)
        assert state.phase == rules.P_LAY
    if stage > 3:
        lay(state, "C5", CAPE, NORTH)
    before, phase = state.legal(), state.phase
    one, other = of_kind(state, rules.RECALL)
    assert (one, other) == ((rules.RECALL, at(state, "A1")), (rules.RECALL, at(state, "E1")))
    play(state, one)
    assert (state.unit[at(state, "A1")], state.supply[SCOUT], state.phase) == (-1, 2, phase)
    assert state.legal() == [action for action in before if action != one]
    play(state, other)
    assert not of_kind(state, rules.RECALL)
    assert (state.supply[SCOUT], state.to_move) == (3, 0)
    if stage > 3:
        play(state, (rules.STOP,))
        assert of_kind(state, rules.RECALL) == [(rules.RECALL, at(state, "A3"))]


def test_e7_a_recalled_scout_can_be_placed_again() -> None:
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


def filled(**more: Any) -> rules.State:
    """Sea is laid on A1, which leaves B1 with all four sides known: land in the east, else sea."""
    state = changed(begin(body("..w## ##### #####"), 2), gold=[9, 4], **more)
    play(state, (rules.START_RIM, at(state, "A1"), WEST), (rules.DECLARE, 1))
    draw(state, SEA)
    assert shape_at(state, "A1") == "...."
    assert shape_at(state, "B1") == ".L.."
    return state


def test_e8_gaps_are_filled_at_the_end_of_the_turn() -> None:
    assert filled().sorted_left[CAPE] == 4  # one was laid out, one filled the gap


def test_e8_a_passed_turn_ends_with_gaps_too() -> None:
    state = changed(begin(body("..... .~~~. ....."), 3), gold=[0, 4, 4])
    hole = at(state, "C2")
    holed = changed(state, laid=[-1 if cell == hole else p for cell, p in enumerate(state.laid)])
    for name in ("C1", "C3"):
        holed.laid[at(state, name)] = state.laid[hole]
    holed = changed(holed)
    play(holed, (rules.PASS,))
    assert shape_at(holed, "C2") == "...."


def test_e8_a_lake_that_ships_may_start_on_is_no_gap() -> None:
    # behind a wall of land the sea of D2 is a place to start from; without it the lake would be filled (T8)
    open_lake = begin(body("..O.... ..O~... ..O...."), 2)
    assert open_lake.undiscovered >> at(open_lake, "E2") & 1
    sealed = begin(body("O..O O..O OOOO", "shore", tiles=(*TILES[:5], TileKind("inland", "aaaa", sorted=20))), 2)
    assert sealed.to_move == OVER
    assert shape_at(sealed, "B1") == ".LLL"


def test_e9_an_empty_reserve_takes_a_tile_that_left_the_game_plain_before_query() -> None:
    gone = [0] * (6 * SORTS)
    gone[CAPE * SORTS], gone[CAPE * SORTS + 1] = 1, 1
    state = filled(sorted_left=[4, 0, 6, 4, 6, 9], discard=gone)
    assert state.discard[CAPE * SORTS : CAPE * SORTS + 2] == [0, 1]
    assert state.event[at(state, "B1")] == 0
    gone[CAPE * SORTS] = 0
    state = filled(sorted_left=[4, 0, 6, 4, 6, 9], discard=gone)
    assert sum(state.discard) == 0
    assert state.event[at(state, "B1")] == 1
    assert state.added == [0] * 6
    assert filled(sorted_left=[4, 0, 6, 4, 6, 9]).added == [0, 1, 0, 0, 0, 0]  # else one is added


def found(event: int, kind: int = CAPE, gold: int = 8, **fields: Any) -> rules.State:
    """Seat 0 has laid a tile with this event on C5, with so much gold before the event."""
    state = sailing(2, **fields)
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
    without = found(FRIENDLY, bag=NO_CHIPS)
    assert (without.phase, without.chips[0]) == (rules.P_GO, ())


@pytest.mark.parametrize(
    ("event", "gold", "rest"),
    [
        *((PIRATES, *row) for row in ((8, 4), (7, 3), (1, 0), (0, 0))),  # half, rounded up
        *((GOLD, *row) for row in ((0, 3), (9, 12), (10, 12), (12, 12))),  # three, up to twelve
    ],
)
def test_e10_pirates_and_gold_finds(event: int, gold: int, rest: int) -> None:
    assert found(event, gold=gold).gold[0] == rest


def test_e10_ruins_are_three_points() -> None:
    state = found(RUINS)
    assert state.points == [3, 0, 0]
    assert state.ledger == [(rules.FOUND_RUINS, 0, 3, at(state, "C5"), 1)]


def isle(units: Units, tiles: str = "e--", **more: Any) -> rules.State:
    """An island, completed by seat 0 with such units on it."""
    return completed(strip(tiles, units, **more))


def places(state: rules.State) -> dict[int, tuple[int, ...]]:
    """Points and place by seat."""
    return {entry[1]: entry[2:4] for entry in state.ledger if entry[0] == rules.SCORED_ISLAND}


@pytest.mark.parametrize(
    ("tiles", "units", "expected"),
    [
        ("e--", {"A2": (0, FORT), "B2": (1, SETTLEMENT), "C2": (2, SCOUT)}, {1: (4, 1), 0: (2, 2), 2: (1, 3)}),
        ("e-----", {"A2": (0, FORT), "B2": (1, FORT), "C2": (1, SCOUT)}, {1: (7, 1), 0: (4, 2)}),
        ("e-----", {"A2": (0, FORT), **{f"{x}2": (1, SCOUT) for x in "BCD"}}, {0: (7, 1), 1: (4, 2)}),
        ("e--", {"A2": (0, SCOUT), "B2": (1, SCOUT)}, {0: (4, 1), 1: (4, 1)}),
    ],
    ids=["settlement before fort before scout", "next lower unit breaks ties", "one fort beats scouts", "equal"],
)
def test_e11_places_by_the_units(tiles: str, units: Units, expected: dict[int, tuple[int, int]]) -> None:
    assert places(isle(units, tiles, bag=NO_CHIPS)) == expected


def test_e11_without_units_or_with_scouts_alone_no_plant_is_discovered() -> None:
    state = isle({})
    assert state.points == [0] * 4
    assert places(state) == {-1: (0, 0)}
    state = isle({"A2": (0, SCOUT)})
    assert state.chips == [()] * 4
    assert state.points[0] == 4


@pytest.mark.parametrize("kind", [FORT, SETTLEMENT])
def test_e11_a_fort_or_settlement_brings_the_first_a_chip_that_counts_for_all(kind: int) -> None:
    state = isle({"A2": (0, SCOUT), "B2": (1, kind)})
    assert (state.phase, state.to_move, state.takers) == (rules.P_CHIP, CHANCE, (1,))
    state.apply((rules.CHIP, 3))
    assert state.chips == [(), (3,), (), ()]
    assert places(state) == {1: (7, 1), 0: (4, 2)}
    assert state.active == 1


def test_e11_tied_firsts_draw_each_and_the_highest_counts() -> None:
    state = isle({"A2": (0, FORT), "B2": (1, FORT), "C2": (2, SCOUT)})
    assert state.takers == (0, 1)
    state.apply((rules.CHIP, 4))
    state.apply((rules.CHIP, 2))
    assert state.chips == [(4,), (2,), (), ()]
    assert places(state) == {0: (8, 1), 1: (8, 1), 2: (2, 3)}


def test_e11_with_fewer_chips_than_tied_seats_nobody_draws() -> None:
    state = isle({"A2": (0, FORT), "B2": (1, FORT)}, bag=[0, 1, 0, 0])
    assert state.chips == [()] * 4
    assert places(state) == {0: (4, 1), 1: (4, 1)}
    assert state.bag == [0, 1, 0, 0]


def test_e11_each_island_draws_its_own_chips() -> None:
    state = two_islands(SEAS, {"B2": (0, FORT), "D2": (1, FORT)}, bag=[5, 5, 5, 5])
    play(state, (rules.ISLAND, at(state, "B2"), 0))
    state.apply((rules.CHIP, 4))
    assert (state.takers, state.chip) == ((1,), 0)
    state.apply((rules.CHIP, 1))
    assert state.points == [6, 3, 0]


@pytest.mark.parametrize(
    ("strengths", "expected"),
    [
        (
            {0: (1, 0, 0), 1: (0, 1, 0), 2: (0, 0, 2), 3: (0, 0, 1)},
            [(0, 1, 10), (1, 2, 5), (2, 3, 3), (3, 4, 2)],  # each further place halves, rounded up
        ),
        ({2: (0, 1, 1), 0: (0, 1, 1), 1: (0, 1, 0)}, [(0, 1, 10), (2, 1, 10), (1, 3, 3)]),  # third after two tied first
        (
            {0: (1, 0, 0), 1: (0, 1, 0), 2: (0, 1, 0), 3: (0, 0, 3)},
            [(0, 1, 10), (1, 2, 5), (2, 2, 5), (3, 4, 2)],  # fourth after two tied second
        ),
    ],
)
def test_e12_points_by_place(strengths: dict[int, tuple[int, int, int]], expected: list[tuple[int, int, int]]) -> None:
    assert shares(10, strengths) == expected


def test_e12_the_example_on_the_board_and_the_units_go_home() -> None:
    units = {"A2": (0, SCOUT), "B2": (1, FORT), "C2": (2, FORT), "D2": (3, SETTLEMENT)}
    state = strip("e--------", units, bag=NO_CHIPS)
    assert state.supply == [2, 2, 1, 3, 1, 1, 3, 1, 1, 3, 2, 0]
    state = completed(state)
    assert state.points == [2, 5, 5, 10]
    assert state.supply == [3, 2, 1] * 4
    assert set(state.unit) == {-1}


def last_space(**more: Any) -> rules.State:
    """Seat 0 lays the last tile of a little board; the gap behind it is filled."""
    state = changed(begin(body("~~~~ ew.. ~~~~"), 3), gold=[9, 4, 4], **more)
    play(state, (rules.START_RIM, at(state, "D2"), EAST), (rules.DECLARE, 1))
    draw(state, SEA)
    return state


def test_e13_a_full_board_ends_the_match_and_the_most_chips_win_a_point_each() -> None:
    state = last_space(chips=[[1, 1], [4], []], points=[0, 5, 1])
    assert state.to_move == OVER
    assert state.points == [2, 5, 1]
    assert state.ledger == [(rules.MOST_CHIPS, 0, 2, 1)]
    assert state.winners() == [1]


def test_e13_tied_discoverers_both_get_the_bonus_and_nobody_without_a_chip() -> None:
    state = last_space(chips=[[1, 1], [4, 3], [2]], points=[0, 0, 2])
    assert state.points == [2, 2, 2]
    assert state.winners() == [0, 1, 2]
    assert last_space().ledger == []


def last_tile(units: Units, kind: int = SEA) -> rules.State:
    """Seat 0 has drawn the last tile of the piles, next to unfinished islands."""
    state = changed(begin(body("..... .e--. ..... ....n ....."), 3), units, gold=[9, 4, 4])
    state = changed(state, **hidden_tiles(state, kind, 1))
    play(state, (rules.START_RIM, at(state, "A5"), SOUTH), (rules.DECLARE, 1), (rules.DRAW, 0))
    state.apply((rules.FRONT, kind, 0))
    return state


def test_e13_the_last_tile_ends_the_match_and_unfinished_islands_count_without_chips() -> None:
    state = last_tile({"B2": (0, SCOUT), "C2": (1, FORT), "E4": (2, SETTLEMENT)})
    assert state.to_move == OVER
    assert state.points == [2, 3, 1]
    assert state.chips == [()] * 3
    assert {entry[0] for entry in state.ledger} == {rules.UNFINISHED_ISLAND}
    assert set(state.unit) == {-1}
    misfit = last_tile({"B2": (0, SCOUT)}, INLAND)
    assert (misfit.to_move, misfit.points) == (OVER, [3, 0, 0])
    assert misfit.discard[INLAND * SORTS] == 1


def test_e13_the_turn_of_the_last_tile_is_finished_normally() -> None:
    state = last_tile({}, CAPE)
    lay(state, "A5", CAPE, NORTH)
    assert of_kind(state, rules.DRAW) == []
    play(state, (rules.UNIT, FORT, 0))
    assert state.to_move == OVER
    assert state.points == [1, 0, 0]


def test_e13_without_tiles_the_match_ends_before_it_begins() -> None:
    tiles = tuple(TileKind(kind.name, kind.shape, sorted=kind.sorted) for kind in TILES)
    state = rules.start(build(body("..... .....", tiles=tiles)), 2, {})
    assert (state.to_move, state.winners()) == (OVER, [0, 1])


def test_e13_a_last_filler_completes_and_scores() -> None:
    # C2 is filled behind the ship: the island of three is complete and the board full
    state = changed(begin(body("~~~~ e-.. ~~~~"), 2), {"A2": (1, SCOUT)}, gold=[9, 4])
    play(state, (rules.START_RIM, at(state, "D2"), EAST), (rules.DECLARE, 1))
    draw(state, SEA)
    assert shape_at(state, "C2") == "...L"
    assert (state.to_move, state.points) == (OVER, [0, 3])


def test_e14_kept_misfits_join_the_reserve_unless_they_bear_a_query() -> None:
    state = channel(keep_misfits=True)
    draw(state, COVE)
    assert (state.sorted_left[COVE], state.discard[COVE * SORTS]) == (7, 0)
    draw(state, COVE, 5)
    assert (state.sorted_left[COVE], state.discard[COVE * SORTS + 5]) == (7, 1)


def order_of_play(options: Options, seats: int, turns: int) -> list[tuple[int, int]]:
    """Season and seat of each turn."""
    state, rng = rules.start(build(BASE), seats, options), Rng(4)
    found: list[tuple[int, int]] = []
    while len(found) < turns:
        if state.to_move != CHANCE and (not found or state.turn > len(found)):
            found.append((state.season, state.active))
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
    return found


def test_e14_the_first_player_stays_or_changes_season_by_season() -> None:
    assert [seat for _season, seat in order_of_play({}, 4, 12)] == [0, 1, 2, 3] * 3
    rotating = order_of_play({"rotating_first": True}, 4, 12)
    assert rotating == [
        *((1, seat) for seat in (0, 1, 2, 3)),
        *((2, seat) for seat in (1, 2, 3, 0)),
        *((3, seat) for seat in (2, 3, 0, 1)),
    ]


def own(number: int) -> rules.State:
    """Seat 0 has started from C5 with own tiles and declared so much of 12 gold."""
    return sailing(number, options={"personal_tiles": True})


def test_e14_every_seat_gets_one_tile_of_four_classes_from_the_reserve() -> None:
    state = begin(BASE, 3, personal_tiles=True)
    assert state.personal == [(SEA, CAPE, BEND, STRAIT)] * 3
    assert state.sorted_left == [1, 3, 3, 1, 6, 9]
    assert begin(BASE, 3).personal == [()] * 3
    assert begin(BASE, 4, personal_tiles=True).sorted_left == [0, 2, 2, 0, 6, 9]
    scarce = begin(body(["....."] * 5, personal=(1, 1)), 4, personal_tiles=True)
    assert (scarce.sorted_left[SEA], scarce.added[SEA]) == (0, 4)  # by E9


def test_e14_an_own_tile_instead_of_the_first_draw() -> None:
    state = own(3)
    assert kinds_of(state.legal()) == {rules.DRAW, rules.OWN}
    assert of_kind(state, rules.OWN) == [(rules.OWN, kind) for kind in (SEA, CAPE, BEND, STRAIT)]
    play(state, (rules.OWN, CAPE))
    assert {action[0] for action in state.legal()} == {rules.LAY}
    lay(state, "C5", CAPE, NORTH)
    assert (state.left, state.personal[0], state.personal[1]) == (1, (SEA, BEND, STRAIT), (SEA, CAPE, BEND, STRAIT))
    assert kinds_of(state.legal()) == {rules.DRAW, rules.UNIT, rules.STOP}


def test_e14_it_uses_two_gold_and_a_draw_one() -> None:
    assert not of_kind(own(1), rules.OWN)
    state = own(2)
    play(state, (rules.OWN, SEA))
    assert (state.active, state.gold[0]) == (1, 10)  # all is used: the expedition is over
    state = own(4)
    draw(state, SEA)
    assert (state.left, len(of_kind(state, rules.OWN))) == (3, 4)
    state = own(6)
    play(state, (rules.OWN, SEA))
    assert state.left == 4
    assert not of_kind(state, rules.OWN), "at most one a turn"
    assert of_kind(state, rules.DRAW)
    play(state, (rules.STOP,))
    assert state.gold[0] == 6, "unspent gold is lost"


def test_e14_an_own_tile_must_fit() -> None:
    assert of_kind(channel(personal_tiles=True), rules.OWN) == [(rules.OWN, SEA), (rules.OWN, CAPE)]


def test_e14_declared_gold_may_pay_for_the_last_draws_and_an_own_tile() -> None:
    state = changed(begin(WIDE, 3, personal_tiles=True), gold=[9, 4, 4])
    few = changed(state, **hidden_tiles(state, SEA, 1))
    play(few, (rules.START_RIM, at(few, "C5"), SOUTH))
    assert few.legal() == [(rules.DECLARE, n) for n in (1, 2, 3)]
    none = changed(few, personal=[[], [SEA], [SEA]])
    assert none.legal() == [(rules.DECLARE, 1)]


def test_e15_decisions_come_in_order() -> None:
    state = changed(begin(body("..... .e.w. ....."), 2), {"B2": (0, 0), "D2": (1, 1)}, gold=[9, 9])
    state = changed(state, bag=[1, 0, 0, 0], stack_top=[0] * 5)
    phases = [state.phase]
    action: tuple[int, ...]
    for action in ((rules.START_RIM, at(state, "C3"), SOUTH), (rules.DECLARE, 2), (rules.DRAW, 0)):
        play(state, action)
        phases.append(state.phase)
    state.apply((rules.FRONT, CAPE, 0))
    phases.append(state.phase)
    see_tops(state)
    phases.append(state.phase)
    lay(state, "C3", CAPE, EAST)
    draw(state, STRAIT)
    for action in ((rules.STOP,), (rules.ISLAND, at(state, "C2"), 0)):
        play(state, action)
        phases.append(state.phase)
    expected = [rules.P_START, rules.P_DECLARE, rules.P_GO, rules.P_FRONT, rules.P_TOPS, rules.P_LAY]
    assert phases == [*expected, rules.P_ISLAND, rules.P_CHIP]


def test_e15_the_front_is_drawn_among_those_with_its_back_and_then_the_next_back() -> None:
    state = changed(begin(WIDE, 2), stack_top=[1, 0, 0, 0, 0], gold=[9, 4])
    play(state, (rules.START_RIM, at(state, "C5"), SOUTH), (rules.DECLARE, 1), (rules.DRAW, 0))
    fronts = state.chance()
    assert sum(weight for _action, weight in fronts) == 20
    assert all(state.hidden[action[1] * SORTS + action[2]] == weight for action, weight in fronts)
    state.apply((rules.FRONT, SEA, 1))
    assert state.phase == rules.P_TOPS
    assert state.chance() == [((rules.TOP, 0, 0), 65 - 4), ((rules.TOP, 0, 1), 19)]
