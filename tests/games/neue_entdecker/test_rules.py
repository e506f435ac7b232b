"""The rules of Die Neuen Entdecker, clause by clause (N0 to N15)."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games.neue_entdecker import rules
from studio.games.neue_entdecker.body import Gold, Jungle, build
from studio.seatiles.body import TileKind
from tests.games.neue_entdecker.sea import (
    BASE,
    GOLD,
    NATIVES,
    PIRATES,
    SEAS,
    STORM,
    TILES,
    begin,
    body,
    changed,
    completed,
    draw,
    jungle,
    sailing,
    strip,
)
from tests.helpers import play, settled
from tests.seatiles.little_seas import (
    BEND,
    CAPE,
    COVE,
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

SORTS = rules.SORTS
EMPTY: dict[str, Any] = {"hidden": [0] * 40, "stack_size": [0] * 6, "stack_top": [-1] * 6}
"""Fields without hidden tiles."""


def hidden_tiles(counts: dict[int, int], stack: int = 0) -> dict[str, Any]:
    """Fields with only these tiles (by kind and sort) in one stack."""
    stacks = range(6)
    return {
        "hidden": [counts.get(tile, 0) for tile in range(40)],
        "stack_size": [sum(counts.values()) if one == stack else 0 for one in stacks],
        "stack_top": [0 if one == stack else -1 for one in stacks],
    }


def discarded(*tiles: int) -> list[int]:
    """The discard with one of each of these tiles."""
    return [int(tile in tiles) for tile in range(40)]


def start_from(drawn: str, name: str, number: int, border: str = "open 0", **fields: Any) -> rules.State:
    """Seat 0 of two has started from a tile and announced hidden tiles."""
    state = changed(begin(body(drawn, border), 2), **fields)
    return play(state, (rules.START_TILE, at(state, name)), (rules.ANNOUNCE_HIDDEN, number))


def test_n0_stacks_are_as_equal_as_can_be_and_show_their_backs() -> None:
    state = begin(BASE, 4)
    assert state.stack_size == [17, 17, 17, 17, 16, 16]
    assert (state.hidden_plain, state.hidden_query) == (78, 22)
    assert set(state.stack_top) <= {rules.BACK_PLAIN, rules.BACK_QUERY}
    board = build(BASE)
    assert len({tuple(settled(rules.start(board, 2, {}), seed).stack_top) for seed in range(30)}) > 5
    assert not sum(state.hidden[INLAND * SORTS :])  # inland tiles are never hidden


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
    assert {state.redeal(0, Rng(seed)).token[2] for seed in range(40)} == {5, 10, 15}


@pytest.mark.parametrize(("gold", "phase", "to_move"), [(3, rules.P_DIE, CHANCE), (4, rules.P_START, 1)])
def test_n1_income_only_below_four_gold(gold: int, phase: int, to_move: int) -> None:
    state = changed(begin(BASE, 3), gold=[7, gold, 7])
    play(state, (rules.START_RIM, at(state, "A8"), SOUTH), (rules.ANNOUNCE_OPEN, 1), (rules.DRAW_OPEN, 1))
    assert (state.active, state.phase, state.to_move) == (1, phase, to_move)


def test_n1_the_others_get_one_more_and_the_wheel_lets_the_seat_choose() -> None:
    state = changed(begin(BASE, 3), gold=[3, 0, 9], phase=rules.P_DIE, to_move=CHANCE)
    assert sorted(state.chance()) == [((rules.DIE, face), 1) for face in (0, 2, 3, 4, 5, 6)]
    rolled = state.clone()
    rolled.apply((rules.DIE, 5))
    assert (rolled.gold, rolled.phase) == ([8, 6, 15], rules.P_START)
    state = changed(state, gold=[0, 1, 2])
    state.apply((rules.DIE, 0))
    assert state.legal() == [(rules.WHEEL, n) for n in (2, 3, 4, 5, 6)]
    play(state, (rules.WHEEL, 6))  # the source's example: 6 for the one, 7 for the others
    assert state.gold == [6, 8, 9]


@pytest.mark.parametrize(
    ("drawn", "more", "expected"),
    [
        ("~~. ~.. ...", {}, {"B1", "A2"}),  # a: a tile must border an undiscovered space
        ("1.. ~~. ...", {}, {"A2", "B2"}),  # b: A1 has land in the north and in the east, sea towards A2 only
        (".... .~.. .... ....", {}, set()),  # c: a route must lead to the border
        ("..... .~e.. .....", {}, set()),  # c: two seas in the middle, none at the border
        ("~... ~~.. .... ....", {}, {"A1", "A2", "B2"}),  # d: a route and a sea edge make a start
        # d: the capes' lands part B2 from A2 and B1
        ("~s.. e4.. .... ....", {"border": "shore", "edges": {"A1 west": "open 0"}}, {"A2", "B1"}),
    ],
)
def test_n2_starts_on_tiles(drawn: str, more: dict[str, Any], expected: set[str]) -> None:
    state = begin(body(drawn, **more))
    assert names(state, state.legal(), rules.START_TILE) == expected


def test_n2_e_an_open_border_edge_of_an_undiscovered_space() -> None:
    state = begin(body("~.. ... ..."))
    places = {(state.board.chart.grid.name(a[1]), a[2]) for a in of_kind(state, rules.START_RIM)}
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


@pytest.mark.parametrize(
    ("units", "toll", "expected"),
    [
        # source example a: violet (0) pays 1 to the bank and 2 each to yellow (1) and red (2)
        ({"B2": (1, rules.BASE), "C2": (2, rules.BASE)}, 1, [-5, 2, 2, 0]),
        ({"D2": (3, rules.BASE)}, 0, [-2, 0, 0, 2]),  # source example b: the start tile counts
        ({}, 0, [0, 0, 0, 0]),  # source example c: a free way is free
        ({"A2": (0, rules.SETTLEMENT), "B2": (1, rules.SCOUT)}, 0, [0, 0, 0, 0]),
        ({"B2": (1, rules.BASE), "C2": (1, rules.SETTLEMENT), "D2": (1, rules.BASE)}, 0, [-2, 2, 0, 0]),  # once
    ],
)
def test_n3_the_price_of_a_route(units: Units, toll: int, expected: list[int]) -> None:
    """Over a canal of straits A2 B2 C2 D2; E2 and all others are undiscovered."""
    edges = {"E1 east": "open 0", "E3 east": "open 0", "A2 west": f"open {toll}"}
    state = changed(begin(body("..... ====. .....", "shore", edges=edges), 4), units)
    assert cost(state, "D2") == expected


def crossing(units: Units, west: int, east: int, **fields: Any) -> rules.State:
    """C2 can be reached from the west over A2 B2 and from the east over E2 D2, for these tolls."""
    edges = {"A1 north": "open 0", "A2 west": f"open {west}", "E2 east": f"open {east}"}
    return changed(begin(body("..... ==~== .....", "shore", edges=edges), 4), units, **fields)


def payments(state: rules.State, place: str) -> list[tuple[int, int, int]]:
    """What may be paid for a start there, as (sum, toll, seats paid), in the order in which it is offered."""
    after = play(state.clone(), (rules.START_TILE, at(state, place)))
    assert after.phase == rules.P_PAY
    assert after.gold == state.gold  # nothing is paid before it is chosen
    return [(cost, toll, owners) for _pay, cost, toll, owners in after.legal()]


def test_n3_the_seat_chooses_among_the_payments_of_its_routes() -> None:
    state = crossing({"B2": (1, rules.BASE)}, 0, 2)
    assert payments(state, "C2") == [(2, 0, 0b0010), (2, 2, 0)]
    play(state, (rules.START_TILE, at(state, "C2")))
    assert play(state.clone(), (rules.PAY, 2, 0, 0b0010)).gold == [5, 9, 7, 7]
    assert play(state.clone(), (rules.PAY, 2, 2, 0)).gold == [5, 7, 7, 7]


@pytest.mark.parametrize(
    ("units", "tolls", "expected"),
    [
        # different owners of one sum are a choice
        ({"B2": (1, rules.BASE), "D2": (3, rules.SETTLEMENT)}, (1, 1), [(3, 1, 0b0010), (3, 1, 0b1000)]),
        # the dearer route may be taken, and the cheaper one is offered first
        ({"B2": (1, rules.BASE)}, (0, 1), [(1, 1, 0), (2, 0, 0b0010)]),
        # by their sums, though less toll is paid
        (
            {"B2": (1, rules.BASE), "A2": (3, rules.BASE), "D2": (2, rules.BASE)},
            (0, 1),
            [(3, 1, 0b0100), (4, 0, 0b1010)],
        ),
    ],
)
def test_n3_payments_are_offered_by_their_sum(
    units: Units, tolls: tuple[int, int], expected: list[tuple[int, int, int]]
) -> None:
    assert payments(crossing(units, *tolls), "C2") == expected


@pytest.mark.parametrize(
    ("units", "tolls", "expected"),
    [
        ({"B2": (1, rules.BASE), "D2": (1, rules.BASE)}, (0, 1), [-2, 2, 0, 0]),  # the same seat, and no toll
        # the same seat, and not another one too
        ({"B2": (1, rules.BASE), "D2": (1, rules.BASE), "E2": (2, rules.BASE)}, (0, 1), [-2, 2, 0, 0]),
        ({"D2": (1, rules.BASE)}, (0, 1), [0, 0, 0, 0]),
        ({"B2": (1, rules.BASE)}, (0, 0), [0, 0, 0, 0]),  # one free way leaves nothing to choose
        ({"B2": (1, rules.BASE), "D2": (1, rules.BASE)}, (1, 1), [-3, 2, 0, 0]),  # equal payments are one choice
    ],
)
def test_n3_a_payment_that_holds_another_and_more_is_left_out(
    units: Units, tolls: tuple[int, int], expected: list[int]
) -> None:
    assert cost(crossing(units, *tolls), "C2") == expected


def test_n3_each_payment_must_leave_the_price_of_a_tile() -> None:
    state = crossing({"B2": (1, rules.BASE)}, 0, 1)
    assert payments(changed(state, gold=[3, 7, 7, 7]), "C2") == [(1, 1, 0), (2, 0, 0b0010)]
    assert cost(changed(state, gold=[2, 7, 7, 7]), "C2") == [-1, 0, 0, 0]
    assert cost(changed(state, gold=[5, 7, 7, 7], **EMPTY), "C2") == [-1, 0, 0, 0]  # an open tile costs 4
    assert (rules.START_TILE, at(state, "C2")) not in changed(state, gold=[1, 7, 7, 7]).legal()


def test_n3_a_roundabout_way_may_be_cheaper() -> None:
    # a 3 × 3 sea round an owner's base in the middle of the straight way
    drawn = body("~~~. ~~~. ~~~. ....", "shore", edges={"A2 west": "open 0", "A4 west": "open 0"})
    assert cost(changed(begin(drawn, 3), {"B2": (1, rules.BASE)}), "C2") == [0, 0, 0]


def announced(gold: int) -> rules.State:
    """Seat 0 has paid its start and has this much gold."""
    state = changed(begin(BASE, 3), gold=[gold, 7, 7])
    return play(state, (rules.START_RIM, at(state, "A8"), SOUTH))


def test_n4_as_many_as_the_gold_buys_of_one_sort_and_no_refund() -> None:
    state = announced(9)
    hidden = [(rules.ANNOUNCE_HIDDEN, n) for n in range(1, 10)]
    assert state.legal() == [*hidden, (rules.ANNOUNCE_OPEN, 1), (rules.ANNOUNCE_OPEN, 2)]
    opened = play(state.clone(), (rules.ANNOUNCE_OPEN, 2))
    assert opened.gold[0] == 1
    assert kinds_of(opened.legal()) == {rules.DRAW_OPEN}
    play(state, (rules.ANNOUNCE_HIDDEN, 4))
    assert kinds_of(state.legal()) == {rules.DRAW_HIDDEN}
    draw(state, SEA)
    play(state, (rules.STOP,))
    assert state.gold[0] == 5


def test_n4_the_start_must_leave_the_price_of_one_tile() -> None:
    def tolls(gold: int) -> set[int]:
        state = changed(begin(BASE, 3), gold=[gold, 7, 7])
        return {state.board.chart.rim[action[1] * 4 + action[2]] for action in state.legal()}

    assert (tolls(1), tolls(2), tolls(3)) == ({0}, {0, 1}, {0, 1, 2})
    for gold, expected in ((3, {rules.PASS}), (4, {rules.START_RIM})):  # of an open one, without hidden tiles
        state = changed(begin(BASE, 3), gold=[gold, 7, 7], **EMPTY)
        assert kinds_of(state.legal()) == expected
    state = play(changed(begin(BASE, 3), **EMPTY), (rules.START_RIM, at(state, "A8"), SOUTH))
    assert state.legal() == [(rules.ANNOUNCE_OPEN, 1)]


def test_n4_only_a_seat_that_cannot_start_passes() -> None:
    for gold in range(1, 9):
        assert (rules.PASS,) not in changed(begin(BASE, 3), gold=[gold, 7, 7]).legal()
    state = changed(begin(body("... ... ...", "open 2"), 2), gold=[2, 7])
    assert state.legal() == [(rules.PASS,)]
    assert changed(state, gold=[3, 7]).legal()[0][0] == rules.START_RIM


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
    three = begin(body("... ... ...", "open 2", gold=Gold(start=2, roll_below=1)), 3)
    play(three, (rules.PASS,), (rules.PASS,))  # not before
    assert (three.active, three.phase) == (2, rules.P_START)


def test_n5_the_first_draw_is_compulsory_from_any_stack_and_its_back_shows_the_sort() -> None:
    assert kinds_of(sailing(rules.ANNOUNCE_OPEN).legal()) == {rules.DRAW_OPEN}
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
    state = changed(begin(body("#### ~..~ ####"), 2), gold=[20, 7])
    play(state, (rules.START_TILE, at(state, "A2")), (rules.ANNOUNCE_OPEN, 2))
    assert state.legal() == [(rules.DRAW_OPEN, 1), (rules.DRAW_OPEN, 2)]


def test_n5_an_open_tile_never_causes_an_event() -> None:
    discard = discarded(CAPE * SORTS + PIRATES)
    state = sailing(rules.ANNOUNCE_OPEN, 2, sorted_left=[0] * 8, discard=discard)
    gold = state.gold[0]
    play(state, (rules.DRAW_OPEN, 2))
    play(state, state.legal()[0])
    assert state.event[state.ship] == PIRATES
    assert state.gold[0] == gold


def test_n5_an_open_tile_is_the_first_kind_of_its_class_with_a_piece_left() -> None:
    twin = TileKind("twin capes", "ab..", sorted=5)
    state = changed(begin(body("..... ..... .....", tiles=(twin, *TILES)), 2), gold=[20, 7])
    play(state, (rules.START_RIM, at(state, "C3"), SOUTH), (rules.ANNOUNCE_OPEN, 2), (rules.DRAW_OPEN, 3))
    assert state.hand == (0, 0)
    assert state.sorted_left[0] == 4


def test_n6_lay_beside_the_ship_over_a_sea_edge_all_edges_matching() -> None:
    state = begin(body("..... ..e.. ....."), 2)  # the cape has land in the east
    play(state, (rules.START_RIM, at(state, "C3"), SOUTH), (rules.ANNOUNCE_HIDDEN, 3))
    draw(state, SEA)  # fits on C3 only, and lies there at once
    assert (state.ship, shape_at(state, "C3")) == (at(state, "C3"), "....")
    draw(state, BEND)
    assert names(state, state.legal(), rules.LAY) == {"B3", "D3"}
    edges = {state.board.chart.placements[action[2]].edges for action in state.legal() if action[1] == at(state, "B3")}
    assert edges == {1 << NORTH | 1 << WEST}  # sea towards the ship and the border


def test_n6_source_example_the_tile_must_be_laid_where_it_fits() -> None:
    # a bend fits neither on A (sea on three sides) nor on B, only on C: it must be laid there
    state = start_from("~.~.. ..~.. ..... .....", "C2", 2)
    draw(state, COVE)
    assert state.phase == rules.P_LAY
    assert kinds_of(state.legal()) == {rules.LAY}
    assert names(state, state.legal(), rules.LAY) == {"B2", "D2", "C3"}


def test_n6_a_misfit_goes_to_the_discard_its_event_ignored_and_its_gold_lost() -> None:
    state = start_from("#### ~..~ ####", "A2", 2)
    draw(state, COVE, GOLD)
    assert state.discard[COVE * SORTS + GOLD] == 1
    assert state.gold[0] == 5
    assert (state.ship, state.left, state.laid_turn, state.hand) == (at(state, "A2"), 1, 0, None)
    assert kinds_of(state.legal()) == {rules.DRAW_HIDDEN, rules.STOP}


def test_n6_the_ship_moves_before_the_event() -> None:
    state = sailing()
    draw(state, CAPE, STORM)
    lay(state, "C5", CAPE, NORTH)
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


def landed(kind: int = CAPE, event: int = 0, gold: int = 20, **fields: Any) -> rules.State:
    """Seat 0 has laid a tile on C5, one announced tile left, with so much gold before the event."""
    state = changed(sailing(number=2, **fields), gold=[gold, 7, 7])
    draw(state, kind, event)
    if state.phase == rules.P_LAY:
        lay(state, "C5", kind, NORTH)
    return state


@pytest.mark.parametrize(("kind", "price"), [(rules.SCOUT, 1), (rules.BASE, 3), (rules.SETTLEMENT, 6)])
def test_n7_prices_and_the_end_of_the_expedition(kind: int, price: int) -> None:
    state = changed(landed(), gold=[price, 7, 7])
    assert {action[1] for action in of_kind(state, rules.UNIT)} == set(range(kind + 1)), "only what the gold pays"
    cell, supply = state.ship, state.supply[kind]
    play(state, (rules.UNIT, kind, 0))
    assert (state.gold[0], state.supply[kind]) == (0, supply - 1)
    assert (state.unit[cell], state.active) == (kind, 1)
    assert (rules.UNIT, kind, 0) not in changed(landed(), gold=[price - 1, 7, 7]).legal()


def test_n7_only_after_a_tile_was_laid_and_never_on_the_start_tile() -> None:
    state = begin(body("#### n..~ ####", edges={"A2 north": "coast"}), 2)
    play(state, (rules.START_TILE, at(state, "A2")), (rules.ANNOUNCE_HIDDEN, 2))
    draw(state, COVE)  # a misfit
    assert kinds_of(state.legal()) == {rules.DRAW_HIDDEN, rules.STOP}


def test_n7_a_misfit_after_the_tile_does_not_take_the_chance_away() -> None:
    # a channel between coasts: only straits fit, and they carry land
    state = begin(body("#### .... ####", "coast", edges={"A2 west": "open 0", "D2 east": "open 0"}), 2)
    play(state, (rules.START_RIM, at(state, "A2"), WEST), (rules.ANNOUNCE_HIDDEN, 3))
    draw(state, STRAIT)
    assert shape_at(state, "A2") == "L.L."
    draw(state, SEA)
    assert state.discard[SEA * SORTS] == 1
    assert state.ship == at(state, "A2")
    assert {(rules.UNIT, rules.SCOUT, 0), (rules.UNIT, rules.BASE, 1)} <= set(state.legal())


def test_n7_the_land_is_chosen_when_there_are_two() -> None:
    state = landed(STRAIT)
    cell = state.ship
    assert state.board.chart.placements[state.laid[cell]].lands == 2
    assert of_kind(state, rules.UNIT)[:2] == [(rules.UNIT, rules.SCOUT, 0), (rules.UNIT, rules.SCOUT, 1)]
    play(state, (rules.UNIT, rules.SCOUT, 1))
    assert state.unit_land[cell] == 1


def returning(kind: int, number: int = 1, **fields: Any) -> rules.State:
    """Seat 0 has laid a cape on C5; another unit of it stands on C3."""
    state = changed(begin(body("..... ..... ..n.. ..... ....."), 3), {"C3": (0, kind)}, **fields)
    play(state, (rules.START_RIM, at(state, "C5"), SOUTH), (rules.ANNOUNCE_HIDDEN, number))
    draw(state, CAPE)
    lay(state, "C5", CAPE, NORTH)
    return state


def test_n7_a_scout_may_be_taken_back_when_none_is_in_supply() -> None:
    fields: dict[str, Any] = {"paths": jungle(hut3=[1, 0, 1]), "gold": [20, 7, 7]}
    assert kinds_of(returning(rules.SCOUT, **fields).legal()) == {rules.UNIT, rules.STOP}
    state = changed(returning(rules.SCOUT, **fields), supply=[0, 2, 1, *[14, 2, 1] * 2])
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
    state = changed(returning(rules.BASE, 2), supply=[0, 0, 0, *[14, 2, 1] * 2])
    assert kinds_of(state.legal()) == {rules.DRAW_HIDDEN, rules.STOP}


def filled(units: Units | None = None, **fields: Any) -> rules.State:
    """A turn in which the enclosed space A1 has been filled with a cape (land in the south)."""
    state = changed(begin(body("... n.. ..."), 2), units, **fields)
    play(state, (rules.START_RIM, at(state, "B1"), NORTH), (rules.ANNOUNCE_HIDDEN, 1))
    draw(state, SEA)
    see_tops(state)
    assert shape_at(state, "A1") == "..L."
    return state


def test_n8_gaps_are_filled_then_islands_scored() -> None:
    state = filled({"A2": (1, rules.SCOUT)})
    assert state.points == [0, 2]  # its filler completes the island of A2's cape
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


def test_n8_scouts_of_an_island_are_sent_before_the_next_is_scored() -> None:
    state = two_islands(SEAS, {"B2": (1, rules.SCOUT), "D2": (2, rules.SCOUT)})
    play(state, state.legal()[1])
    assert state.points == [0, 0, 2]
    assert state.to_move == 2
    play(state, (rules.SEND, 0))
    state.apply((rules.TOKEN, 5))
    assert state.points == [0, 2, 2]


def without(kind: int) -> dict[str, Any]:
    """The sorted tiles without those of a kind."""
    return {"sorted_left": [0 if one == kind else left for one, left in enumerate([20, 12, 11, 8, 12, 13, 0, 0])]}


def test_n9_first_the_sorted_tiles_then_the_discard_plain_before_query() -> None:
    assert filled().sorted_left[CAPE] == 10  # one of them lies on A2 from the start
    state = filled(**without(CAPE), discard=discarded(CAPE * SORTS, CAPE * SORTS + GOLD))
    assert state.discard[CAPE * SORTS : CAPE * SORTS + 2] == [0, 1]
    assert state.event[0] == 0
    state = filled(**without(CAPE), discard=discarded(CAPE * SORTS + GOLD))
    assert (sum(state.discard), state.event[0]) == (0, GOLD)


def test_n9_then_the_hidden_stacks_which_are_shuffled_again() -> None:
    state = filled(**without(CAPE), stack_size=[30, 0, 30, 40, 0, 0], stack_top=[0, -1, 0, 0, -1, -1])
    assert state.hidden[CAPE * SORTS] == 19
    assert state.stack_size == [33, 0, 33, 32, 0, 0]  # as many stacks as there were: 100 less the drawn one and this
    assert sum(state.hidden) == 98
    both = {CAPE * SORTS + GOLD: 2, CAPE * SORTS: 1, SEA * SORTS: 5}
    state = filled(**without(CAPE), **hidden_tiles(both))  # plain before query
    assert (state.hidden[CAPE * SORTS], state.hidden[CAPE * SORTS + GOLD]) == (0, 2)
    assert filled(**without(CAPE), **hidden_tiles({SEA * SORTS: 5})).added[CAPE] == 1  # else a tile is added


def test_n9_open_draws_search_too() -> None:
    state = sailing(rules.ANNOUNCE_OPEN, 1, **without(STRAIT))
    assert (rules.DRAW_OPEN, 4) in state.legal()
    play(state, (rules.DRAW_OPEN, 4))
    assert state.hidden[STRAIT * SORTS] == 8
    assert (state.phase, state.to_move) == (rules.P_TOPS, CHANCE)
    see_tops(state)
    assert sorted(state.stack_size, reverse=True) == [17, 17, 17, 16, 16, 16]
    assert shape_at(state, "C5") == ".L.L"


def last_tile(number: int, **fields: Any) -> rules.State:
    """Seat 0 has announced tiles on the open sea and drawn the only hidden one, a sea."""
    state = sailing(number=number, **hidden_tiles({SEA * SORTS: 1}, 3), **fields)
    play(state, (rules.DRAW_HIDDEN, 3))
    state.apply((rules.FRONT, SEA, 0))
    return state


def test_n9_when_the_last_hidden_tile_is_gone_the_discard_makes_two_stacks() -> None:
    discard = discarded(BEND * SORTS + GOLD)
    discard[CAPE * SORTS] = 4
    state = last_tile(2, discard=discard)
    assert state.phase == rules.P_TOPS
    see_tops(state)
    assert state.stack_size[:3] == [3, 2, 0]
    assert sum(state.discard) == 0
    assert of_kind(state, rules.DRAW_HIDDEN) == [(8, 0), (8, 1)]


def test_n9_a_last_tile_that_misfits_is_shuffled_in_itself() -> None:
    state = start_from("#### ~..~ #### ....", "A2", 2, **hidden_tiles({COVE * SORTS: 1}))
    play(state, (rules.DRAW_HIDDEN, 0))
    state.apply((rules.FRONT, COVE, 0))
    see_tops(state)
    assert state.stack_size[:2] == [1, 0]
    assert state.hidden[COVE * SORTS] == 1


def test_n9_without_discard_announced_tiles_are_lost() -> None:
    state = last_tile(3)
    assert state.active == 1  # nothing to draw, no land to stand on: the turn is over
    assert (state.gold[0], state.hidden_plain) == (17, 0)
    assert {action[0] for action in play(state, state.legal()[0]).legal()} == {rules.ANNOUNCE_OPEN}


def test_n10_source_example_nine_five_five_three() -> None:
    # nine tiles: yellow's settlement first; red and white tie for second; purple third
    units = {"B2": (1, rules.BASE), "C2": (2, rules.BASE), "D2": (3, rules.SCOUT)}
    state = strip("e-------", {**units, "E2": (1, rules.SCOUT), "F2": (2, rules.SCOUT)}, gold=[20, 7, 7, 7])
    completed(state, (rules.SETTLEMENT, 0))
    assert state.points == [9, 5, 5, 3]
    assert {entry[1]: entry[3] for entry in state.ledger} == {0: 1, 1: 2, 2: 2, 3: 3}
    assert all(entry[4:6] == (9, 0) for entry in state.ledger)


def test_n10_source_example_seventeen_nine_five_three_with_a_bonus() -> None:
    # twelve tiles and a waterfall of five: yellow 17, white 9, red 5, violet 3
    # the waterfall's land reaches north and south: give it shores of void with a coast
    drawn = body([".....#......", "e----5-----.", ".....#......"], edges={"F2 north": "coast", "F2 south": "coast"})
    units = {"A2": (0, rules.SETTLEMENT), "B2": (2, rules.BASE), "C2": (2, rules.SCOUT)}
    scouts = {"D2": (1, rules.SCOUT), "E2": (1, rules.SCOUT), "G2": (3, rules.SCOUT)}
    state = completed(changed(begin(drawn, 4), {**units, **scouts}))
    assert state.points == [17, 5, 9, 3]
    assert {entry[4:6] for entry in state.ledger} == {(12, 5)}


@pytest.mark.parametrize(
    ("blue", "red", "expected"),
    [
        ((1, 0, 0), (0, 2, 3), [13, 7]),  # a settlement beats bases and scouts
        ((0, 1, 0), (0, 0, 4), [13, 7]),  # a base beats scouts
        ((0, 1, 1), (0, 1, 2), [7, 13]),  # equal bases: scouts decide
        ((1, 1, 0), (1, 0, 3), [13, 7]),  # equal settlements: bases decide
        ((0, 1, 1), (0, 1, 1), [13, 13]),  # equal in all: shared
    ],
)
def test_n10_ranks_compare_settlements_then_bases_then_scouts(
    blue: tuple[int, int, int], red: tuple[int, int, int], expected: list[int]
) -> None:
    units: dict[str, tuple[int, ...]] = {}
    columns = iter("ABCDEFGHIJKL")
    for seat, strength in enumerate((blue, red)):
        for kind, count in zip((rules.SETTLEMENT, rules.BASE, rules.SCOUT), strength, strict=True):
            units.update({f"{next(columns)}2": (seat, kind) for _unit in range(count)})
    assert completed(strip("e" + "-" * 11, units, 2)).points == expected


def test_n10_points_go_on_past_fifty_and_seats_without_units_get_none() -> None:
    assert completed(strip("e---", {"B2": (1, rules.SCOUT)}, points=[0, 48, 0, 0])).points == [0, 53, 0, 0]
    state = completed(strip("e---", {}))
    assert state.points == [0] * 4
    assert state.ledger == [(rules.SCORED_ISLAND, -1, 0, 0, 5, 0, 5, 0, 0, 0, 0, 1)]


def test_n11_bases_and_settlements_return_scouts_wait() -> None:
    state = strip("e---", {"B2": (1, rules.BASE), "C2": (2, rules.SETTLEMENT), "D2": (3, rules.SCOUT)})
    assert (state.supply[4], state.supply[8], state.supply[9]) == (1, 0, 10)
    completed(state)
    assert (state.supply[4], state.supply[8], state.supply[9]) == (2, 1, 10)
    assert state.waiting == [0, 0, 0, 1]
    assert state.to_move == 3
    assert set(state.unit) == {-1}
    assert state.owners == [0] * 4


def scouts_sent(*seats: int, **fields: Any) -> rules.State:
    """An island is complete on which these seats had scouts, who wait to be sent."""
    units = {f"{column}2": (seat, rules.SCOUT) for column, seat in zip("ABCDE", seats, strict=False)}
    return completed(strip("e-----", units, **fields))


def test_n11_source_example_the_order_of_sending() -> None:
    # white, violet, red, white, red: clockwise from the active seat, one at a time (here seats 1, 2, 3, 1, 3)
    state = scouts_sent(3, 3, 1, 1, 2)
    order = []
    while state.phase == rules.P_SEND:
        order.append(state.to_move)
        play(state, (rules.SEND, 0))
        while state.phase == rules.P_TOKEN:
            state.apply(state.draw(Rng(4)))
    assert order == [1, 2, 3, 1, 3]
    assert state.paths[0] == order
    assert state.active == 1


def test_n11_the_dot_draws_a_token_unseen_and_the_eye_looks_at_it() -> None:
    state = scouts_sent(1, 2, 3)
    assert not state.reveals((rules.SEND, 3))
    play(state, (rules.SEND, 3))
    assert (state.phase, state.to_move, state.hut, state.looker) == (rules.P_TOKEN, CHANCE, 3, 1)
    assert state.chance() == [((rules.TOKEN, 5), 3), ((rules.TOKEN, 10), 3), ((rules.TOKEN, 15), 3)]
    state.apply((rules.TOKEN, 15))
    assert (state.token[3], state.seen[3], state.bag) == (15, 0b0010, [3, 3, 2])
    assert state.to_move == 2
    assert state.reveals((rules.SEND, 3))
    assert not state.reveals((rules.SEND, 2))
    play(state, (rules.SEND, 3))
    assert state.seen[3] == 0b0110
    play(state, (rules.SEND, 3))
    assert state.seen[3] == 0b0110  # the third space has neither


def test_n11_an_eye_without_a_token_shows_nothing() -> None:
    state = scouts_sent(1, 2, more={"jungle": Jungle(paths=(3, 3), dot=2, eye=1)})
    assert not state.reveals((rules.SEND, 0))
    play(state, (rules.SEND, 0), (rules.SEND, 0))
    state.apply((rules.TOKEN, 5))
    assert state.seen == [0b0100, 0]


def test_n11_the_dot_again_draws_no_second_token() -> None:
    state = scouts_sent(1, token=[5, 0, 0, 0, 0, 0, 0], bag=[2, 3, 3])
    play(state, (rules.SEND, 0))
    assert (state.phase, state.paths[0][0], state.seen[0]) == (rules.P_START, 1, 0)


def test_n11_scouts_return_when_all_paths_are_full() -> None:
    full = jungle(**{f"hut{number}": [0] * 7 for number in range(1, 8)})
    full[6][4] = -1
    state = scouts_sent(1, 1, paths=full)
    assert state.legal() == [(rules.SEND, 6)]
    supply = state.supply[3]
    play(state, (rules.SEND, 6))
    assert state.supply[3] == supply + 1
    assert state.waiting == [0] * 4
    assert state.active == 1


def test_n11_a_hole_in_a_path_is_the_nearest_free_space() -> None:
    state = scouts_sent(1, paths=jungle(hut2=[0, 2, -1, 3]))
    play(state, (rules.SEND, 1))
    assert state.paths[1][:5] == [0, 2, 1, 3, -1]


@pytest.mark.parametrize(
    ("event", "gold", "left"),
    [(GOLD, 20, 23), *((PIRATES, *row) for row in ((7, 4), (8, 4), (1, 1), (0, 0)))],  # half, rounded down
)
def test_n12_gold_diggers_bring_three_and_pirates_take_half(event: int, gold: int, left: int) -> None:
    assert landed(CAPE, event, gold).gold == [left, 7, 7]


def test_n12_natives_lead_a_scout_from_the_supply() -> None:
    state = landed(CAPE, NATIVES)
    assert state.legal() == [(rules.NATIVES_NONE,), *[(rules.NATIVES_SUPPLY, hut) for hut in range(7)]]
    assert play(state.clone(), (rules.NATIVES_NONE,)).phase == rules.P_GO
    play(state, (rules.NATIVES_SUPPLY, 4))
    assert (state.phase, state.gold[0], state.supply[0]) == (rules.P_TOKEN, 20, 13)
    state.apply((rules.TOKEN, 10))
    assert (state.token[4], state.seen[4], state.paths[4][0]) == (10, 0b001, 0)
    assert state.phase == rules.P_GO
    assert rules.UNIT in kinds_of(state.legal())
    full = [[1] * length for length in (5, 6, 6, 7, 6, 6, 5)]
    assert landed(CAPE, NATIVES, paths=full).phase == rules.P_GO, "skipped when all paths are full"


def test_n12_natives_with_no_scout_in_supply_take_one_from_chart_or_jungle() -> None:
    paths = jungle(hut1=[1] * 5, hut3=[1, -1, 0], hut6=[0])
    start = changed(begin(body("..... ..... ..n.. ..... ....."), 3), {"C3": (0, rules.SCOUT)}, paths=paths)
    start = changed(start, supply=[0, 2, 1, 11, 2, 1, 11, 2, 1], token=[5, 0, 5, 0, 0, 5, 0], bag=[0, 3, 3])
    play(start, (rules.START_RIM, at(start, "C5"), SOUTH), (rules.ANNOUNCE_HIDDEN, 1))
    draw(start, CAPE, NATIVES)
    lay(start, "C5", CAPE, NORTH)
    cell = at(start, "C3")
    assert {action[1:] for action in of_kind(start, rules.NATIVES_FROM_CELL)} == {(h, cell) for h in range(1, 7)}
    # the scout at the third space of hut 2 may move up to the hole; the one beside hut 5 would only come back
    path = {action[1:] for action in of_kind(start, rules.NATIVES_FROM_PATH)}
    assert path == {(h, 2, 2) for h in range(1, 7)} | {(h, 5, 0) for h in (1, 2, 3, 4, 6)}
    moved = play(start.clone(), (rules.NATIVES_FROM_PATH, 2, 2, 2))
    assert moved.paths[2][:3] == [1, 0, -1]
    moved = play(start.clone(), (rules.NATIVES_FROM_CELL, 5, cell))
    assert moved.paths[5][:2] == [0, 0]
    assert moved.unit[cell] == -1


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


def last_space(chiefs: tuple[tuple[int, int], ...] = (), **fields: Any) -> rules.State:
    """Only B2 and C2 were undiscovered; seat 0 has laid a sea there and ended the match."""
    state = begin(body("~~~ ~.. ~~~"), 3, chief_scouts=bool(chiefs))
    for pair in chiefs:
        play(state, (rules.CHIEFS, *pair))
    state = changed(state, laid=[0] * 4 + [-1] * 2 + [0] * 3, **fields)
    play(state, (rules.START_TILE, at(state, "A2")), (rules.ANNOUNCE_HIDDEN, 1))
    draw(state, SEA)
    return state


def test_n13_the_match_ends_when_every_space_is_discovered() -> None:
    state = last_space()
    assert shape_at(state, "C2") == "...."
    assert (state.to_move, state.phase, state.undiscovered) == (OVER, rules.P_OVER, 0)


def test_n13_huts_go_to_the_most_scouts_then_to_the_nearest() -> None:
    paths = jungle(
        hut1=[1, 0, 1, 2],  # red has most
        hut2=[2, 0],  # a tie: white is nearest
        hut4=[0, 1, 1, 0, 2],  # the source's example: equal scouts, blue's is nearest
    )
    state = last_space(paths=paths, token=[15, 5, 0, 10, 0, 0, 0], bag=[2, 2, 2], points=[1, 1, 1])
    assert state.points == [1 + 10, 1 + 15, 1 + 5]
    huts = [entry for entry in state.ledger if entry[0] == rules.SCORED_HUT]
    winners = [(1, 15), (2, 5), (-1, 0), (0, 10), (-1, 0), (-1, 0), (-1, 0)]
    assert [entry[1:4] for entry in huts] == [(*winner, hut) for hut, winner in enumerate(winners)]
    assert huts[0][4:7] == (15, 2, 0)


def test_n13_scouts_beside_an_empty_hut_earn_nothing() -> None:
    assert last_space(paths=jungle(hut3=[-1, 1])).points == [0, 0, 0]


@pytest.mark.parametrize(
    ("points", "gold", "expected"),
    [([3, 9, 5], [7, 0, 9], [1]), ([9, 9, 5], [7, 0, 9], [0]), ([9, 9, 5], [5, 4, 9], [0, 1])],
)
def test_n13_most_points_then_most_gold_then_shared(points: list[int], gold: list[int], expected: list[int]) -> None:
    state = last_space(points=points, gold=gold)
    assert state.gold[0] == gold[0] - 1
    assert state.winners() == expected
    assert state.scores() == points


def test_n13_all_is_revealed_at_the_end() -> None:
    token, seen = [15, 0, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0, 0]
    state = last_space(paths=jungle(hut1=[1]), token=token, seen=seen, bag=[3, 3, 2])
    assert state.observe(2)["token"][0] == state.observe(-1)["token"][0] == 15


def test_n13_ten_rounds_without_a_tile_fill_the_rest() -> None:
    dear = body("... ... ...", "open 2", gold=Gold(start=0, roll_below=0, hidden_tile=99, open_tile=99))
    state = settled(rules.start(build(dear), 2, {}))
    turns = 0
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.apply((rules.DIE, 2) if state.phase == rules.P_DIE else state.chance()[0][0])
        else:
            assert state.legal() == [(rules.PASS,)]
            state.apply((rules.PASS,))
            turns += 1
    assert turns == 20
    assert shape_at(state, "B2") == "LLLL"
    assert shape_at(state, "A1") == ".LL."
    assert state.ledger[0][:6] == (rules.SCORED_ISLAND, -1, 0, 0, 9, 0)


def test_n13_the_tenth_round_ends_with_the_last_seat_unless_a_tile_was_laid() -> None:
    state = changed(begin(body("..... ..... ....."), 2), idle=9, turn=19)
    over = play(changed(state, gold=[0, 0]), (rules.PASS,))
    assert over.to_move != OVER
    if over.to_move == CHANCE:
        over = changed(over, gold=[0, 0], phase=rules.P_START, to_move=1)
    play(over, (rules.PASS,))
    assert over.to_move == OVER
    play(state, (rules.START_RIM, 0, NORTH), (rules.ANNOUNCE_HIDDEN, 1))
    draw(state, SEA)
    assert (state.idle, state.active) == (9, 1)
    assert play(changed(state, gold=[0, 0]), (rules.PASS,)).idle == 0


def named(seats: int, *pairs: tuple[int, int]) -> rules.State:
    """A strip whose seats have named their chiefs."""
    state = strip("e-----", {}, seats, options={"chief_scouts": True})
    return play(state, *((rules.CHIEFS, *pair) for pair in pairs))


@pytest.mark.parametrize(("seats", "most"), [(2, 19), (3, 14), (4, 11)])
def test_n14_each_seat_names_two_of_its_scouts_but_not_the_marker(seats: int, most: int) -> None:
    state = named(seats)
    for seat in range(seats):
        assert (state.phase, state.to_move) == (rules.P_CHIEFS, seat)
        moves = state.legal()
        assert len(moves) == most * (most - 1) // 2
        assert moves[0] == (rules.CHIEFS, 1, 2)
        assert moves[-1] == (rules.CHIEFS, most - 1, most)
        play(state, moves[seat])
    assert (state.phase, state.to_move) == (rules.P_START, 0)
    off = begin(body("... ... ..."))  # the default
    assert not off.numbered
    assert (off.phase, off.chiefs) == (rules.P_START, [0] * 6)


def test_n14_chiefs_are_secret_until_scored() -> None:
    state = named(2, (4, 9), (2, 3))
    assert state.observe(0)["chiefs"] == [4, 9, None, None]
    assert state.observe(1)["chiefs"] == [None, None, 2, 3]
    assert state.observe(-1)["chiefs"] == [None] * 4
    seen = {tuple(state.redeal(0, Rng(seed)).chiefs[2:]) for seed in range(60)}
    assert len(seen) > 20
    assert all(1 <= one < other <= 19 for one, other in seen)


def test_n14_chiefs_count_double_in_the_ranking_and_become_known() -> None:
    units = {"A2": (0, rules.SCOUT, 0, 9), "B2": (1, rules.SCOUT, 0, 5), "C2": (1, rules.SCOUT, 0, 6)}
    state = completed(changed(named(2, (4, 9), (2, 3)), units))
    assert state.points == [7, 7]  # one chief ties with two others
    assert state.chief_known == 0b0010
    assert state.cleared == [0, 1 << 5 | 1 << 6]
    assert state.observe(1)["chiefs"] == [None, 9, 2, 3]
    for seed in range(30):
        other = state.redeal(0, Rng(seed))
        assert other.chiefs[:2] == [4, 9]
        assert not {5, 6} & set(other.chiefs[2:])


def test_n14_a_seat_that_places_or_sends_a_scout_names_its_number() -> None:
    state = changed(named(2, (4, 9), (2, 3)), {"A2": (0, rules.SCOUT, 0, 9), "B2": (0, rules.SCOUT, 0, 1)})
    completed(state)
    assert state.legal() == [(rules.SEND, hut, number) for hut in range(7) for number in (1, 9)]
    play(state, (rules.SEND, 2, 9))
    state.apply((rules.TOKEN, 5))
    assert (state.path_numbers[2][0], state.waiting_numbers[0]) == (9, 1 << 1)
    assert state.legal() == [(rules.SEND, hut, 1) for hut in range(7)]


def test_n14_units_from_the_supply_and_natives_have_a_number() -> None:
    state = changed(named(2, (4, 9), (2, 3)), numbers=[1 << 4 | 1 << 7, (1 << 20) - 2])
    play(state, (rules.START_RIM, at(state, "C3"), SOUTH), (rules.ANNOUNCE_HIDDEN, 1))
    draw(state, CAPE, NATIVES)
    play(state, state.legal()[0])
    assert state.phase == rules.P_NATIVES
    assert (rules.NATIVES_SUPPLY, 6, 7) in state.legal()
    assert len(state.legal()) == 1 + 7 * 2
    play(state, (rules.NATIVES_NONE,))
    scouts = [action for action in state.legal() if action[:2] == (rules.UNIT, rules.SCOUT)]
    assert scouts == [(rules.UNIT, rules.SCOUT, 0, 4), (rules.UNIT, rules.SCOUT, 0, 7)]
    cell = state.ship
    play(state, scouts[1])
    assert (state.unit_number[cell], state.numbers[0]) == (7, 1 << 4)


def test_n14_chiefs_count_double_on_hut_paths_and_all_are_known_at_the_end() -> None:
    paths = jungle(hut1=[0, 1, 1], hut2=[0, 0, 1], hut3=[0, 2, 2])
    numbers = [[0] * len(path) for path in paths]
    numbers[0][:3] = [9, 8, 3]  # red: 1 + 2; blue: 1
    numbers[1][:3] = [9, 8, 4]  # blue 2, red 2: blue is nearest
    numbers[2][:3] = [1, 9, 6]  # blue 2, white 3
    token = [5, 10, 15, 0, 0, 0, 0]
    state = last_space(((1, 2), (3, 4), (5, 6)), paths=paths, path_numbers=numbers, token=token, bag=[2, 2, 2])
    assert state.to_move == OVER
    assert state.points == [10, 5, 15]
    assert state.chief_known == 0b111111
    assert state.observe(-1)["chiefs"] == [1, 2, 3, 4, 5, 6]


def test_n15_the_order_of_decisions() -> None:
    drawn = body("..... ==~== .....", edges={"A2 west": "open 1", "E2 east": "open 1"})
    state = changed(begin(drawn, 3), {"B2": (1, rules.BASE), "D2": (2, rules.BASE)}, gold=[0, 7, 7], passes=0)
    state = changed(state, phase=rules.P_DIE, to_move=CHANCE)
    state.apply((rules.DIE, 0))
    phases = []
    for action in (
        (rules.WHEEL, 6),
        (rules.START_TILE, at(state, "C2")),
        (rules.PAY, 3, 1, 0b010),
        (rules.ANNOUNCE_HIDDEN, 3),
    ):
        phases.append(state.phase)
        play(state, action)
    phases.append(state.phase)
    draw(state, CAPE)
    phases.append(state.phase)
    play(state, next(action for action in state.legal() if action[1] == at(state, "C1")))
    phases.append(state.phase)
    assert phases == [rules.P_WHEEL, rules.P_START, rules.P_PAY, rules.P_ANNOUNCE, rules.P_GO, rules.P_LAY, rules.P_GO]
    assert kinds_of(state.legal()) >= {rules.STOP}


def test_n15_chance_weights_are_whole_numbers_of_unseen_tiles() -> None:
    state = rules.start(build(body("... ... ...")), 2, {})
    tops: list[int] = []
    while state.phase == rules.P_TOPS:
        stack = len(tops)
        plain, query = 78 - tops.count(0), 22 - tops.count(1)
        assert dict(state.chance()) == {(rules.TOP, stack, 0): plain, (rules.TOP, stack, 1): query}
        tops.append(stack % 2)
        state.apply((rules.TOP, stack, stack % 2))
    assert state.stack_top == tops
    play(state, (rules.START_RIM, 0, NORTH), (rules.ANNOUNCE_HIDDEN, 1), (rules.DRAW_HIDDEN, 1))
    assert sum(weight for _action, weight in state.chance()) == 22
    state.apply((rules.FRONT, CAPE, NATIVES))
    assert dict(state.chance()) == {(rules.TOP, 1, 0): 78 - 3, (rules.TOP, 1, 1): 21 - 2}


def test_n15_home_made_jungles_play_too() -> None:
    state = begin(body("... ... ...", jungle=Jungle(paths=(1, 2), dot=3, eye=1, tokens={"7": 1})), 2)
    assert [len(path) for path in state.paths] == [1, 2]
    assert state.board.bag_values == [7]
