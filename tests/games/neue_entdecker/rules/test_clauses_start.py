"""Setting up, income, starting, announcing and the expedition (N0–N7, N12)."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games.neue_entdecker import rules
from studio.games.neue_entdecker.body import Gold, build
from studio.seatiles.body import TileKind
from tests.games.neue_entdecker.sea import (
    BASE,
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
from tests.helpers import play, settled
from tests.seatiles.little_seas import EAST, NORTH, SOUTH, WEST, at, kinds_of, shape_at


def starts(state: rules.State) -> set[str]:
    """The discovered tiles on which the expedition may start."""
    return {state.board.chart.grid.name(action[1]) for action in state.legal() if action[0] == rules.START_TILE}


def test_n0_stacks_are_as_equal_as_can_be_and_show_their_backs() -> None:
    state = begin(BASE, 4)
    assert state.stack_size == [17, 17, 17, 17, 16, 16]
    assert (state.hidden_plain, state.hidden_query) == (78, 22)
    assert set(state.stack_top) <= {rules.BACK_PLAIN, rules.BACK_QUERY}


def test_n0_pre_placed_tiles_come_out_of_the_sorted_ones() -> None:
    state = begin(BASE, 4)
    assert state.sorted_left[:6] == [13, 12, 11, 8, 12, 13]
    assert state.sorted_left[6:] == [0, 0]  # the bonus tile that is left leaves the game
    assert state.undiscovered.bit_count() == 96 - 10


@pytest.mark.parametrize(("seats", "scouts"), [(2, 19), (3, 14), (4, 11)])
def test_n0_supplies_gold_tokens_and_who_begins(seats: int, scouts: int) -> None:
    state = begin(BASE, seats)
    assert state.supply == [scouts, 2, 1] * seats
    assert state.gold == [7] * seats
    assert sum(state.bag) == 9
    assert [len(path) for path in state.paths] == [5, 6, 6, 7, 6, 6, 5]
    assert (state.active, state.to_move, state.turn, state.points) == (0, 0, 1, [0] * seats)


def test_n0_tokens_are_hidden_but_for_those_who_looked() -> None:
    state = changed(begin(BASE, 3), token=[15, 0, 5, 0, 0, 0, 0], seen=[0b001, 0, 0b110, 0, 0, 0, 0], bag=[2, 3, 2])
    assert [state.observe(seat)["token"][:3] for seat in (0, 1, 2)] == [[15, 0, None], [None, 0, 5], [None, 0, 5]]
    assert state.observe(-1)["token"][:3] == [None, 0, None]
    assert state.observe(0)["bag"] == [3, 3, 2]
    assert state.observe(0)["gold"] == [7, 7, 7]
    for seed in range(20):
        other = state.redeal(0, Rng(seed))
        assert other.observe(0) == state.observe(0)
    assert {state.redeal(0, Rng(seed)).token[2] for seed in range(40)} == {5, 10, 15}


def test_n1_income_only_below_four_gold() -> None:
    poor = changed(begin(BASE, 3), gold=[7, 3, 7])
    play(poor, (rules.START_RIM, at(poor, "A8"), SOUTH), (rules.ANNOUNCE_OPEN, 1), (rules.DRAW_OPEN, 1))
    assert (poor.active, poor.phase, poor.to_move) == (1, rules.P_DIE, CHANCE)
    enough = changed(begin(BASE, 3), gold=[7, 4, 7])
    play(enough, (rules.START_RIM, at(enough, "A8"), SOUTH), (rules.ANNOUNCE_OPEN, 1), (rules.DRAW_OPEN, 1))
    assert (enough.active, enough.phase) == (1, rules.P_START)


def rolling(gold: list[int]) -> rules.State:
    """A position in which seat 0 has to roll."""
    return changed(begin(BASE, 3), gold=gold, phase=rules.P_DIE, to_move=CHANCE)


def test_n1_the_others_get_one_more() -> None:
    state = rolling([3, 0, 9])
    assert sorted(state.chance()) == [((rules.DIE, face), 1) for face in (0, 2, 3, 4, 5, 6)]
    state.apply((rules.DIE, 5))
    assert state.gold == [8, 6, 15]
    assert state.phase == rules.P_START


def test_n1_the_wheel_lets_the_seat_choose() -> None:
    state = rolling([0, 1, 2])
    state.apply((rules.DIE, 0))
    assert state.legal() == [(rules.WHEEL, n) for n in (2, 3, 4, 5, 6)]
    play(state, (rules.WHEEL, 6))  # the source's example: 6 for the one, 7 for the others
    assert state.gold == [6, 8, 9]


def test_n2_a_a_tile_must_border_an_undiscovered_space() -> None:
    assert starts(begin(body("~~. ~.. ..."))) == {"B1", "A2"}


def test_n2_b_land_edges_do_not_count() -> None:
    state = begin(body("1.. ~~. ..."))  # A1 has land in the north and in the east, sea towards A2 only
    assert starts(state) == {"A2", "B2"}


def test_n2_c_a_route_must_lead_to_the_border() -> None:
    assert starts(begin(body(".... .~.. .... ...."))) == set()
    cut = begin(body("..... .~e.. ....."))  # two seas in the middle, none at the border
    assert starts(cut) == set()


def test_n2_d_a_route_and_a_sea_edge_make_a_start() -> None:
    assert starts(begin(body("~... ~~.. .... ...."))) == {"A1", "A2", "B2"}
    # the capes' lands part B2 from A2 and B1
    drawn = body("~s.. e4.. .... ....", "shore", edges={"A1 west": "open 0"})
    assert starts(begin(drawn)) == {"A2", "B1"}


def test_n2_e_an_open_border_edge_of_an_undiscovered_space() -> None:
    state = begin(body("~.. ... ..."))
    places = {(state.board.chart.grid.name(a[1]), a[2]) for a in state.legal() if a[0] == rules.START_RIM}
    assert ("A1", NORTH) not in places
    assert {("B1", NORTH), ("A2", WEST), ("A3", WEST), ("A3", SOUTH)} <= places
    assert len(places) == 12 - 2


def cost(state: rules.State, place: str) -> list[int]:
    """What starting on a tile does to everybody's gold, when there is nothing to choose."""
    after = state.clone()
    play(after, (rules.START_TILE, at(state, place)))
    assert after.phase == rules.P_ANNOUNCE
    return [now - then for now, then in zip(after.gold, state.gold, strict=True)]


def test_n3_a_border_start_pays_its_toll_to_the_bank() -> None:
    state = begin(BASE, 3)
    for place, side, toll in (("B1", NORTH, 2), ("A4", WEST, 1), ("C8", SOUTH, 0)):
        after = play(state.clone(), (rules.START_RIM, at(state, place), side))
        assert after.gold == [7 - toll, 7, 7]


def canal(units: dict[str, tuple[int, ...]], tolls: dict[str, str], **fields: Any) -> rules.State:
    """A canal of straits A2 B2 C2 D2; E2 and all others are undiscovered; only the edges in `tolls` are open."""
    drawn = body("..... ====. .....", "shore", edges={"E1 east": "open 0", "E3 east": "open 0", **tolls})
    return changed(begin(drawn, 4), units, **fields)


def test_n3_source_example_a_toll_and_both_owners() -> None:
    # violet (0) pays 1 to the bank and 2 each to yellow (1) and red (2)
    state = canal({"B2": (1, rules.BASE), "C2": (2, rules.BASE)}, {"A2 west": "open 1"})
    assert cost(state, "D2") == [-5, 2, 2, 0]


def test_n3_source_example_b_the_start_tile_counts() -> None:
    assert cost(canal({"D2": (3, rules.BASE)}, {"A2 west": "open 0"}), "D2") == [-2, 0, 0, 2]


def test_n3_source_example_c_a_free_way_is_free() -> None:
    assert cost(canal({}, {"A2 west": "open 0"}), "D2") == [0, 0, 0, 0]
    assert cost(canal({"A2": (0, rules.SETTLEMENT), "B2": (1, rules.SCOUT)}, {"A2 west": "open 0"}), "D2") == [0] * 4


def test_n3_each_owner_once() -> None:
    state = canal({"B2": (1, rules.BASE), "C2": (1, rules.SETTLEMENT), "D2": (1, rules.BASE)}, {"A2 west": "open 0"})
    assert cost(state, "D2") == [-2, 2, 0, 0]


def crossing(units: dict[str, tuple[int, ...]], tolls: dict[str, str], **fields: Any) -> rules.State:
    """C2 can be reached from the west over A2 B2 and from the east over E2 D2."""
    drawn = body("..... ==~== .....", "shore", edges={"A1 north": "open 0", **tolls})
    return changed(begin(drawn, 4), units, **fields)


def payments(state: rules.State, place: str) -> list[tuple[int, int, int]]:
    """What may be paid for a start there, as (sum, toll, seats paid), in the order in which it is offered."""
    after = play(state.clone(), (rules.START_TILE, at(state, place)))
    assert after.phase == rules.P_PAY
    assert after.gold == state.gold  # nothing is paid before it is chosen
    return [(cost, toll, owners) for _pay, cost, toll, owners in after.legal()]


def test_n3_the_seat_chooses_among_the_payments_of_its_routes() -> None:
    state = crossing({"B2": (1, rules.BASE)}, {"A2 west": "open 0", "E2 east": "open 2"})
    assert payments(state, "C2") == [(2, 0, 0b0010), (2, 2, 0)]
    play(state, (rules.START_TILE, at(state, "C2")))
    assert play(state.clone(), (rules.PAY, 2, 0, 0b0010)).gold == [5, 9, 7, 7]
    assert play(state.clone(), (rules.PAY, 2, 2, 0)).gold == [5, 7, 7, 7]


def test_n3_different_owners_of_one_sum_are_a_choice() -> None:
    state = crossing({"B2": (1, rules.BASE), "D2": (3, rules.SETTLEMENT)}, {"A2 west": "open 1", "E2 east": "open 1"})
    assert payments(state, "C2") == [(3, 1, 0b0010), (3, 1, 0b1000)]


def test_n3_the_dearer_route_may_be_taken_and_the_cheaper_one_is_offered_first() -> None:
    state = crossing({"B2": (1, rules.BASE)}, {"A2 west": "open 0", "E2 east": "open 1"})
    assert payments(state, "C2") == [(1, 1, 0), (2, 0, 0b0010)]
    two: dict[str, tuple[int, ...]] = {"B2": (1, rules.BASE), "A2": (3, rules.BASE), "D2": (2, rules.BASE)}
    state = crossing(two, {"A2 west": "open 0", "E2 east": "open 1"})
    assert payments(state, "C2") == [(3, 1, 0b0100), (4, 0, 0b1010)]  # by their sums, though less toll is paid


def test_n3_a_payment_that_holds_another_and_more_is_left_out() -> None:
    both = {"A2 west": "open 0", "E2 east": "open 1"}
    state = crossing({"B2": (1, rules.BASE), "D2": (1, rules.BASE)}, both)
    assert cost(state, "C2") == [-2, 2, 0, 0]  # the same seat, and no toll
    state = crossing({"B2": (1, rules.BASE), "D2": (1, rules.BASE), "E2": (2, rules.BASE)}, both)
    assert cost(state, "C2") == [-2, 2, 0, 0]  # the same seat, and not another besides
    assert cost(crossing({"D2": (1, rules.BASE)}, both), "C2") == [0] * 4


def test_n3_each_payment_must_leave_the_price_of_a_tile() -> None:
    state = crossing({"B2": (1, rules.BASE)}, {"A2 west": "open 0", "E2 east": "open 1"})
    assert payments(changed(state, gold=[3, 7, 7, 7]), "C2") == [(1, 1, 0), (2, 0, 0b0010)]
    assert cost(changed(state, gold=[2, 7, 7, 7]), "C2") == [-1, 0, 0, 0]
    none: dict[str, Any] = {"hidden": [0] * 40, "stack_size": [0] * 6, "stack_top": [-1] * 6}
    assert cost(changed(state, gold=[5, 7, 7, 7], **none), "C2") == [-1, 0, 0, 0]  # an open tile costs 4
    poor = changed(state, gold=[1, 7, 7, 7])
    assert (rules.START_TILE, at(state, "C2")) not in poor.legal()


def test_n3_one_free_way_leaves_nothing_to_choose() -> None:
    state = crossing({"B2": (1, rules.BASE)}, {"A2 west": "open 0", "E2 east": "open 0"})
    assert cost(state, "C2") == [0, 0, 0, 0]


def test_n3_equal_payments_are_one_choice() -> None:
    state = crossing({"B2": (1, rules.BASE), "D2": (1, rules.BASE)}, {"A2 west": "open 1", "E2 east": "open 1"})
    assert cost(state, "C2") == [-3, 2, 0, 0]


def test_n3_a_roundabout_way_may_be_cheaper() -> None:
    # a 3 × 3 sea round an owner's base in the middle of the straight way
    state = changed(
        begin(body("~~~. ~~~. ~~~. ....", "shore", edges={"A2 west": "open 0", "A4 west": "open 0"}), 3),
        {"B2": (1, rules.BASE)},
    )
    assert cost(state, "C2") == [0, 0, 0]


def announced(gold: int, **fields: Any) -> rules.State:
    """Seat 0 has paid its start and has this much gold."""
    state = changed(begin(BASE, 3), gold=[gold, 7, 7], **fields)
    return play(state, (rules.START_RIM, at(state, "A8"), SOUTH))


def test_n4_as_many_as_the_gold_buys_of_one_sort() -> None:
    state = announced(9)
    hidden = [(rules.ANNOUNCE_HIDDEN, n) for n in range(1, 10)]
    assert state.legal() == [*hidden, (rules.ANNOUNCE_OPEN, 1), (rules.ANNOUNCE_OPEN, 2)]
    assert play(state.clone(), (rules.ANNOUNCE_HIDDEN, 4)).gold[0] == 5
    assert play(state.clone(), (rules.ANNOUNCE_OPEN, 2)).gold[0] == 1


def test_n4_never_both_sorts_and_no_refund() -> None:
    state = play(announced(9), (rules.ANNOUNCE_HIDDEN, 4))
    assert kinds_of(state.legal()) == {rules.DRAW_HIDDEN}
    draw(state, SEA)
    play(state, (rules.STOP,))
    assert state.gold[0] == 5
    state = play(announced(9), (rules.ANNOUNCE_OPEN, 2))
    assert kinds_of(state.legal()) == {rules.DRAW_OPEN}


def test_n4_the_start_must_leave_the_price_of_one_tile() -> None:
    def tolls(gold: int) -> set[int]:
        state = changed(begin(BASE, 3), gold=[gold, 7, 7])
        return {state.board.chart.rim[action[1] * 4 + action[2]] for action in state.legal()}

    assert (tolls(1), tolls(2), tolls(3)) == ({0}, {0, 1}, {0, 1, 2})


def test_n4_without_hidden_tiles_the_start_must_leave_an_open_one() -> None:
    none: dict[str, Any] = {"hidden": [0] * 40, "stack_size": [0] * 6, "stack_top": [-1] * 6}
    for gold, expected in ((3, {rules.PASS}), (4, {rules.START_RIM})):
        state = changed(begin(BASE, 3), gold=[gold, 7, 7], **none)
        assert kinds_of(state.legal()) == expected
    state = play(changed(begin(BASE, 3), **none), (rules.START_RIM, at(state, "A8"), SOUTH))
    assert state.legal() == [(rules.ANNOUNCE_OPEN, 1)]


def test_n4_only_who_cannot_start_passes() -> None:
    for gold in range(1, 9):
        assert (rules.PASS,) not in changed(begin(BASE, 3), gold=[gold, 7, 7]).legal()
    dear = body("... ... ...", "open 2")
    state = changed(begin(dear, 2), gold=[2, 7])
    assert state.legal() == [(rules.PASS,)]
    assert changed(begin(dear, 2), gold=[3, 7]).legal()[0][0] == rules.START_RIM


def test_n4_when_all_have_passed_the_next_seat_rolls_whatever_its_gold() -> None:
    dear = body("... ... ...", "open 2", gold=Gold(start=3, roll_below=1))
    state = changed(begin(dear, 2), gold=[2, 2])
    play(state, (rules.PASS,), (rules.PASS,))
    assert (state.active, state.phase) == (0, rules.P_DIE)
    state.apply((rules.DIE, 2))
    assert state.gold == [4, 5]
    assert state.passes == 2
    play(state, state.legal()[0])
    assert state.passes == 0


def test_n4_one_pass_alone_brings_no_income() -> None:
    dear = body("... ... ...", "open 2", gold=Gold(start=2, roll_below=1))
    state = begin(dear, 3)
    play(state, (rules.PASS,), (rules.PASS,))
    assert (state.active, state.phase) == (2, rules.P_START)


def test_start_is_the_same_for_every_seed_but_for_the_tops() -> None:
    board = build(BASE)
    tops = {tuple(settled(rules.start(board, 2, {}), seed).stack_top) for seed in range(30)}
    assert len(tops) > 5


# Drawing, laying and placing a unit, N5–N7, one by one


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
    mirror = TileKind("twin capes", "ab..", sorted=5)
    state = begin(body("..... ..... .....", tiles=(mirror, *TILES)), 2)
    state = changed(state, gold=[20, 7])
    play(state, (rules.START_RIM, at(state, "C3"), SOUTH), (rules.ANNOUNCE_OPEN, 2), (rules.DRAW_OPEN, 3))
    assert state.hand == (0, 0)
    assert state.sorted_left[0] == 4


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
