"""Chief scouts and the order of decisions, N14, N15, one by one."""

from __future__ import annotations

import pytest

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games.neue_entdecker import rules
from studio.games.neue_entdecker.body import Jungle
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
from tests.playing import play
from tests.seatiles.little_seas import NORTH, SOUTH, at, kinds_of

# N14


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


# N15


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
