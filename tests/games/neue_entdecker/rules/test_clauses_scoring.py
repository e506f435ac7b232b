"""Islands, the jungle, chief scouts and the end (N8–N14)."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games.neue_entdecker import rules
from studio.games.neue_entdecker.body import Gold, Jungle
from tests.games.neue_entdecker.sea import (
    CAPE,
    LEVEL,
    NATIVES,
    PATHS,
    SEA,
    begin,
    body,
    changed,
    completed,
    draw,
    see_tops,
    strip,
)
from tests.helpers import play, settled
from tests.seatiles.little_seas import NORTH, SOUTH, at, kinds_of, shape_at

BLUE, RED, WHITE, VIOLET = range(4)


def test_n10_source_example_nine_five_five_three() -> None:
    # nine tiles: yellow's settlement first; red and white tie for second; purple third
    state = strip(
        "e-------",
        {
            "B2": (RED, rules.BASE),
            "C2": (WHITE, rules.BASE),
            "D2": (VIOLET, rules.SCOUT),
            "E2": (RED, rules.SCOUT),
            "F2": (WHITE, rules.SCOUT),
        },
        more=LEVEL,
        gold=[20, 7, 7, 7],
    )
    completed(state, (rules.SETTLEMENT, 0))
    assert state.points == [9, 5, 5, 3]
    places = {entry[1]: entry[3] for entry in state.ledger}
    assert places == {BLUE: 1, RED: 2, WHITE: 2, VIOLET: 3}
    assert all(entry[4:6] == (9, 0) for entry in state.ledger)


def test_n10_source_example_seventeen_nine_five_three_with_a_bonus() -> None:
    # twelve tiles and a waterfall of five: yellow 17, white 9, red 5, violet 3
    # the waterfall's land reaches north and south: give it shores of void with a coast
    drawn = body(
        [".....#......", "e----5-----.", ".....#......"], **LEVEL, edges={"F2 north": "coast", "F2 south": "coast"}
    )
    state = changed(
        begin(drawn, 4),
        {
            "A2": (BLUE, rules.SETTLEMENT),
            "B2": (WHITE, rules.BASE),
            "C2": (WHITE, rules.SCOUT),
            "D2": (RED, rules.SCOUT),
            "E2": (RED, rules.SCOUT),
            "G2": (VIOLET, rules.SCOUT),
        },
    )
    completed(state)
    assert state.points == [17, 5, 9, 3]
    assert {entry[4:6] for entry in state.ledger} == {(12, 5)}


@pytest.mark.parametrize(
    ("blue", "red", "expected"),
    [
        ((1, 0, 0), (0, 2, 3), (5, 3)),  # a settlement beats bases and scouts
        ((0, 1, 0), (0, 0, 4), (5, 3)),  # a base beats scouts
        ((0, 1, 1), (0, 1, 2), (3, 5)),  # equal bases: scouts decide
        ((1, 1, 0), (1, 0, 3), (5, 3)),  # equal settlements: bases decide
        ((0, 1, 1), (0, 1, 1), (5, 5)),  # equal in all: shared
    ],
)
def test_n10_ranks_compare_settlements_then_bases_then_scouts(
    blue: tuple[int, int, int], red: tuple[int, int, int], expected: tuple[int, int]
) -> None:
    wide = "e" + "-" * 11
    units: dict[str, tuple[int, ...]] = {}
    columns = iter("ABCDEFGHIJKL")
    for seat, strength in ((BLUE, blue), (RED, red)):
        for kind, count in zip((rules.SETTLEMENT, rules.BASE, rules.SCOUT), strength, strict=True):
            units.update({f"{next(columns)}2": (seat, kind) for _unit in range(count)})
    state = strip(wide, units, 2, more=LEVEL)
    completed(state)
    value = 13
    assert state.points == [{5: value, 3: 7}[points] for points in expected]


def test_n10_seats_without_units_get_nothing_and_points_go_on_past_fifty() -> None:
    state = strip("e---", {"B2": (RED, rules.SCOUT)}, more=LEVEL, points=[0, 48, 0, 0])
    completed(state)
    assert state.points == [0, 53, 0, 0]


def test_n10_an_island_without_units_gives_no_points() -> None:
    state = strip("e---", {}, more=LEVEL)
    completed(state)
    assert state.points == [0] * 4
    assert state.ledger == [(rules.SCORED_ISLAND, -1, 0, 0, 5, 0, 5, 0, 0, 0, 0, 1)]


def test_n11_bases_and_settlements_return_scouts_wait() -> None:
    state = strip(
        "e---", {"B2": (RED, rules.BASE), "C2": (WHITE, rules.SETTLEMENT), "D2": (VIOLET, rules.SCOUT)}, more=LEVEL
    )
    assert (state.supply[RED * 3 + 1], state.supply[WHITE * 3 + 2], state.supply[VIOLET * 3]) == (1, 0, 10)
    completed(state)
    assert (state.supply[RED * 3 + 1], state.supply[WHITE * 3 + 2], state.supply[VIOLET * 3]) == (2, 1, 10)
    assert state.waiting == [0, 0, 0, 1]
    assert state.to_move == VIOLET
    assert set(state.unit) == {-1}
    assert state.owners == [0] * 4


def test_n11_source_example_the_order_of_sending() -> None:
    # white, violet, red, white, red: clockwise from the active seat, one at a time (here seats 1, 2, 3, 1, 3)
    state = strip(
        "e-----",
        {
            "A2": (3, rules.SCOUT),
            "B2": (3, rules.SCOUT),
            "C2": (1, rules.SCOUT),
            "D2": (1, rules.SCOUT),
            "E2": (2, rules.SCOUT),
        },
        more=LEVEL,
    )
    completed(state)
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
    state = strip("e-----", {"A2": (1, rules.SCOUT), "B2": (2, rules.SCOUT), "C2": (3, rules.SCOUT)}, more=LEVEL)
    completed(state)
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
    jungle = Jungle(paths=(3, 3), dot=2, eye=1)
    state = strip("e---", {"A2": (1, rules.SCOUT), "B2": (2, rules.SCOUT)}, more={**LEVEL, "jungle": jungle})
    completed(state)
    assert not state.reveals((rules.SEND, 0))
    play(state, (rules.SEND, 0), (rules.SEND, 0))
    state.apply((rules.TOKEN, 5))
    assert state.seen == [0b0100, 0]


def test_n11_the_dot_again_draws_no_second_token() -> None:
    paths = [path[:] for path in PATHS]
    state = strip("e---", {"A2": (1, rules.SCOUT)}, more=LEVEL, paths=paths, token=[5, 0, 0, 0, 0, 0, 0], bag=[2, 3, 3])
    completed(state)
    play(state, (rules.SEND, 0))
    assert (state.phase, state.paths[0][0], state.seen[0]) == (rules.P_START, 1, 0)


def test_n11_scouts_return_when_all_paths_are_full() -> None:
    full = [[0] * length for length in (5, 6, 6, 7, 6, 6, 5)]
    full[6][4] = -1
    state = strip("e---", {"A2": (1, rules.SCOUT), "B2": (1, rules.SCOUT)}, more=LEVEL, paths=full)
    supply = state.supply[3]
    completed(state)
    assert state.legal() == [(rules.SEND, 6)]
    play(state, (rules.SEND, 6))
    assert state.supply[3] == supply + 1
    assert state.waiting == [0] * 4
    assert state.active == 1


def test_n11_a_hole_in_a_path_is_the_nearest_free_space() -> None:
    paths = [path[:] for path in PATHS]
    paths[1][:4] = [0, 2, -1, 3]
    state = strip("e---", {"A2": (1, rules.SCOUT)}, more=LEVEL, paths=paths)
    completed(state)
    play(state, (rules.SEND, 1))
    assert state.paths[1][:5] == [0, 2, 1, 3, -1]


def last_space(**fields: Any) -> rules.State:
    """Only B2 is undiscovered; seat 0 can lay a sea there and end the match."""
    drawn = body("~~~ ~.. ~~~")
    state = changed(begin(drawn, 3), laid=[0] * 4 + [-1] * 2 + [0] * 3, **fields)
    play(state, (rules.START_TILE, at(state, "A2")), (rules.ANNOUNCE_HIDDEN, 1))
    draw(state, SEA)
    return state


def test_n13_the_match_ends_when_every_space_is_discovered() -> None:
    state = last_space()
    assert shape_at(state, "C2") == "...."
    assert (state.to_move, state.phase, state.undiscovered) == (OVER, rules.P_OVER, 0)


def test_n13_huts_go_to_the_most_scouts_then_to_the_nearest() -> None:
    paths = [path[:] for path in PATHS]
    paths[0][:4] = [1, 0, 1, 2]  # red has most
    paths[1][:2] = [2, 0]  # a tie: white is nearest
    paths[3][:5] = [0, 1, 1, 0, 2]  # the source's example: equal scouts, blue's is nearest
    state = last_space(paths=paths, token=[15, 5, 0, 10, 0, 0, 0], bag=[2, 2, 2], points=[1, 1, 1])
    assert state.points == [1 + 10, 1 + 15, 1 + 5]
    huts = [entry for entry in state.ledger if entry[0] == rules.SCORED_HUT]
    assert [entry[1:4] for entry in huts] == [
        (1, 15, 0),
        (2, 5, 1),
        (-1, 0, 2),
        (0, 10, 3),
        (-1, 0, 4),
        (-1, 0, 5),
        (-1, 0, 6),
    ]
    assert huts[0][4:7] == (15, 2, 0)


def test_n13_scouts_beside_an_empty_hut_earn_nothing() -> None:
    paths = [path[:] for path in PATHS]
    paths[2][1] = 1
    assert last_space(paths=paths).points == [0, 0, 0]


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
    paths = [path[:] for path in PATHS]
    paths[0][0] = 1
    state = last_space(paths=paths, token=[15, 0, 0, 0, 0, 0, 0], seen=[2, 0, 0, 0, 0, 0, 0], bag=[3, 3, 2])
    assert state.observe(2)["token"][0] == state.observe(-1)["token"][0] == 15


def test_n13_ten_rounds_without_a_tile_fill_the_rest() -> None:
    dear = body("... ... ...", "open 2", gold=Gold(start=0, roll_below=0, hidden_tile=99, open_tile=99))
    state = settled(rules.start(begin(dear, 2).board, 2, {}))
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


def test_n13_a_tile_in_time_starts_the_ten_rounds_anew() -> None:
    state = changed(begin(body("..... ..... ....."), 2), idle=9, turn=19)
    play(state, (rules.START_RIM, 0, NORTH), (rules.ANNOUNCE_HIDDEN, 1))
    draw(state, SEA)
    assert (state.idle, state.active) == (9, 1)
    state = changed(state, gold=[0, 0])
    play(state, (rules.PASS,))
    assert state.idle == 0


def test_n13_the_tenth_round_ends_with_the_last_seat() -> None:
    state = changed(begin(body("..... ..... ....."), 2), idle=9, turn=19, gold=[0, 0])
    play(state, (rules.PASS,))
    assert state.to_move != OVER
    if state.to_move == CHANCE:
        state = changed(state, gold=[0, 0], phase=rules.P_START, to_move=1)
    play(state, (rules.PASS,))
    assert state.to_move == OVER


# Chief scouts and the order of decisions, N14, N15, one by one


def named(seats: int, *pairs: tuple[int, int]) -> rules.State:
    """A strip whose seats have named their chiefs."""
    state = strip("e-----", {}, seats, more=LEVEL, options={"chief_scouts": True})
    for pair in pairs:
        play(state, (rules.CHIEFS, *pair))
    return state


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


def test_n14_default_off() -> None:
    state = begin(body("... ... ..."))
    assert not state.numbered
    assert state.phase == rules.P_START
    assert state.chiefs == [0] * 6


def test_n14_chiefs_are_secret_until_scored() -> None:
    state = named(2, (4, 9), (2, 3))
    assert state.observe(0)["chiefs"] == [4, 9, None, None]
    assert state.observe(1)["chiefs"] == [None, None, 2, 3]
    assert state.observe(-1)["chiefs"] == [None] * 4
    seen = {tuple(state.redeal(0, Rng(seed)).chiefs[2:]) for seed in range(60)}
    assert len(seen) > 20
    assert all(1 <= one < other <= 19 for one, other in seen)
    assert all(state.redeal(0, Rng(seed)).observe(0) == state.observe(0) for seed in range(9))


def test_n14_chiefs_count_double_in_the_ranking_and_become_known() -> None:
    state = changed(
        named(2, (4, 9), (2, 3)),
        {"A2": (0, rules.SCOUT, 0, 9), "B2": (1, rules.SCOUT, 0, 5), "C2": (1, rules.SCOUT, 0, 6)},
    )
    completed(state)
    assert state.points == [7, 7]  # one chief ties with two others
    assert state.chief_known == 0b0010
    assert state.cleared == [0, 1 << 5 | 1 << 6]
    assert state.observe(1)["chiefs"] == [None, 9, 2, 3]
    for seed in range(30):
        other = state.redeal(0, Rng(seed))
        assert other.chiefs[:2] == [4, 9]
        assert not {5, 6} & set(other.chiefs[2:])


def test_n14_whoever_places_or_sends_a_scout_says_which() -> None:
    state = changed(named(2, (4, 9), (2, 3)), {"A2": (0, rules.SCOUT, 0, 9), "B2": (0, rules.SCOUT, 0, 1)})
    completed(state)
    assert state.legal() == [(rules.SEND, hut, number) for hut in range(7) for number in (1, 9)]
    play(state, (rules.SEND, 2, 9))
    state.apply((rules.TOKEN, 5))
    assert (state.path_numbers[2][0], state.waiting_numbers[0]) == (9, 1 << 1)
    assert state.legal() == [(rules.SEND, hut, 1) for hut in range(7)]


def test_n14_units_from_the_supply_and_natives_say_a_number() -> None:
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
    drawn = body("~~~ ~.. ~~~")
    state = begin(drawn, 3, chief_scouts=True)
    for pair in ((1, 2), (3, 4), (5, 6)):
        play(state, (rules.CHIEFS, *pair))
    paths, numbers = [path[:] for path in PATHS], [[0] * len(path) for path in PATHS]
    paths[0][:3], numbers[0][:3] = [0, 1, 1], [9, 8, 3]  # red: 1 + 2; blue: 1
    paths[1][:3], numbers[1][:3] = [0, 0, 1], [9, 8, 4]  # blue 2, red 2: blue is nearest
    paths[2][:3], numbers[2][:3] = [0, 2, 2], [1, 9, 6]  # blue 2, white 3
    state = changed(state, paths=paths, path_numbers=numbers, token=[5, 10, 15, 0, 0, 0, 0], bag=[2, 2, 2])
    play(state, (rules.START_TILE, at(state, "A2")), (rules.ANNOUNCE_HIDDEN, 2))
    draw(state, SEA)
    draw(state, SEA)
    assert state.to_move == OVER
    assert state.points == [10, 5, 15]
    assert state.chief_known == 0b111111
    assert state.observe(-1)["chiefs"] == [1, 2, 3, 4, 5, 6]


def test_n15_the_order_of_decisions() -> None:
    drawn = body("..... ==~== .....", edges={"A2 west": "open 1", "E2 east": "open 1"})
    state = changed(begin(drawn, 3), {"B2": (1, rules.BASE), "D2": (2, rules.BASE)}, gold=[0, 7, 7], passes=0)
    state = changed(state, phase=rules.P_DIE, to_move=CHANCE)
    phases = []

    def step(*action: int) -> None:
        phases.append(state.phase)
        play(state, action)

    state.apply((rules.DIE, 0))
    step(rules.WHEEL, 6)
    step(rules.START_TILE, at(state, "C2"))
    step(rules.PAY, 3, 1, 0b010)
    step(rules.ANNOUNCE_HIDDEN, 3)
    phases.append(state.phase)
    draw(state, CAPE)
    step(*next(action for action in state.legal() if action[1] == at(state, "C1")))
    phases.append(state.phase)
    assert phases == [rules.P_WHEEL, rules.P_START, rules.P_PAY, rules.P_ANNOUNCE, rules.P_GO, rules.P_LAY, rules.P_GO]
    assert kinds_of(state.legal()) >= {rules.STOP}


def test_n15_chance_weights_are_whole_numbers_of_what_is_unseen() -> None:
    state = rules.start(begin(body("... ... ...")).board, 2, {})
    tops: list[int] = []
    while state.phase == rules.P_TOPS:
        outcomes = dict(state.chance())
        stack = len(tops)
        plain, query = 78 - tops.count(0), 22 - tops.count(1)
        assert outcomes == {(rules.TOP, stack, 0): plain, (rules.TOP, stack, 1): query}
        tops.append(stack % 2)
        state.apply((rules.TOP, stack, stack % 2))
    assert state.stack_top == tops
    play(state, (rules.START_RIM, 0, NORTH), (rules.ANNOUNCE_HIDDEN, 1), (rules.DRAW_HIDDEN, 1))
    assert sum(weight for _action, weight in state.chance()) == 22
    state.apply((rules.FRONT, CAPE, NATIVES))
    assert dict(state.chance()) == {(rules.TOP, 1, 0): 78 - 3, (rules.TOP, 1, 1): 21 - 2}
    see_tops(state)


def test_n15_home_made_jungles_play_too() -> None:
    state = begin(body("... ... ...", jungle=Jungle(paths=(1, 2), dot=3, eye=1, tokens={"7": 1})), 2)
    assert [len(path) for path in state.paths] == [1, 2]
    assert state.board.bag_values == [7]
