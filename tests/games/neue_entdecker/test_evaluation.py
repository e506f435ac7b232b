"""What the greedy bot values: points, gold, lands worth landing on, jungle; and nothing that its seat cannot see."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import OVER
from studio.games.neue_entdecker import rules
from studio.games.neue_entdecker.evaluation import evaluate, value_islands
from tests.games.neue_entdecker import sea
from tests.games.neue_entdecker.sea import begin, body, changed, draw
from tests.helpers import play
from tests.seatiles.little_seas import WEST, at

PATHS = (5, 6, 6, 7, 6, 6, 5)


def quiet(rows: str = "e.. ... ...", seats: int = 2, **fields: Any) -> rules.State:
    """Seat 0 is to choose a start."""
    return changed(begin(body(rows, "open 0"), seats), **fields)


def jungle(**scouts: list[int]) -> list[list[int]]:
    """Hut paths with these seats on them from the hut outward: hut3=[1, 0]."""
    paths = [[-1] * length for length in PATHS]
    for name, seats in scouts.items():
        hut = int(name.removeprefix("hut")) - 1
        paths[hut][: len(seats)] = seats
    return paths


def test_points_and_gold_are_good_for_a_seat_and_bad_for_the_others() -> None:
    plain = quiet()
    for richer in (quiet(points=[5, 0]), quiet(gold=[10, 7])):
        assert evaluate(richer, 0) > evaluate(plain, 0)
        assert evaluate(richer, 1) < evaluate(plain, 1)


def test_gold_nobody_can_spend_in_a_turn_is_worth_less() -> None:
    few = evaluate(quiet(gold=[2, 7]), 0) - evaluate(quiet(gold=[1, 7]), 0)
    many = evaluate(quiet(gold=[20, 7]), 0) - evaluate(quiet(gold=[19, 7]), 0)
    assert 0 < many < few


def test_a_start_with_several_routes_is_worth_what_its_cheapest_leaves() -> None:
    drawn = body("..... ==~== .....", "shore", edges={"A2 west": "open 0", "E2 east": "open 1", "A1 north": "open 0"})
    choosing = play(changed(begin(drawn, 2), {"B2": (1, rules.BASE)}), (rules.START_TILE, at(begin(drawn), "C2")))
    assert choosing.phase == rules.P_PAY
    cheap, dear = [evaluate(play(choosing.clone(), pay), 0) for pay in choosing.legal()]
    assert evaluate(choosing, 0) == cheap > dear


def test_the_end_is_judged_by_the_lead_alone() -> None:
    won = quiet(points=[9, 8], gold=[0, 99], phase=rules.P_OVER, to_move=OVER)
    lost = quiet(points=[8, 9], gold=[99, 0], phase=rules.P_OVER, to_move=OVER)
    level = quiet(points=[9, 9], gold=[2, 1], phase=rules.P_OVER, to_move=OVER)
    assert evaluate(won, 0) > evaluate(level, 0) > 0 > evaluate(level, 1) > evaluate(lost, 0)


def test_the_first_on_an_island_expects_its_points() -> None:
    alone = changed(quiet(), {"A1": (0, rules.SCOUT)})
    beaten = changed(changed(quiet("e5. .O. ..."), {"A1": (0, rules.SCOUT)}), {"B1": (1, rules.BASE)})
    level = changed(changed(quiet("e5. .O. ..."), {"A1": (0, rules.SCOUT)}), {"B1": (1, rules.SCOUT)})
    assert evaluate(alone, 0) > evaluate(quiet(), 0)
    assert evaluate(level, 0) > evaluate(beaten, 0)


def test_islands_are_measured_like_the_rules_measure_them() -> None:
    state = quiet("=5. |O. ...")
    found = value_islands(state, 0).at
    south = found[at(state, "A1") * 4 + 1]
    assert (south.size, south.bonus) == (1, 0)  # nothing joins the strait's south land
    fall = found[at(state, "B1") * 4]
    assert fall is found[at(state, "B2") * 4]
    assert (fall.size, fall.bonus) == (3, 5)  # waterfall, inland tile, and the east land of the strait beside it
    assert fall.open == state.open_edges[next(n for n in _roots(state) if found.get(n) is fall)]


def _roots(state: rules.State) -> list[int]:
    return [node for node, parent in enumerate(state.parent) if parent == node and state.laid[node // 4] >= 0]


def test_a_scout_in_the_lead_on_a_path_expects_the_token() -> None:
    token: dict[str, Any] = {"token": [0, 0, 15, 0, 0, 0, 0], "bag": [3, 3, 2]}
    first = quiet(paths=jungle(hut3=[0]), seen=[0, 0, 1, 0, 0, 0, 0], **token)
    second = quiet(paths=jungle(hut3=[1, 0]), seen=[0, 0, 1, 0, 0, 0, 0], **token)
    assert evaluate(first, 0) > evaluate(second, 0) > evaluate(quiet(paths=jungle(hut3=[1, 1])), 0)


def test_a_token_counts_with_its_value_only_for_those_who_have_seen_it() -> None:
    def on_path(value: int, seen: int) -> rules.State:
        bag = [3 - (value == 5), 3, 3 - (value == 15)]
        return quiet(paths=jungle(hut1=[0]), token=[value, 0, 0, 0, 0, 0, 0], seen=[seen, 0, 0, 0, 0, 0, 0], bag=bag)

    assert evaluate(on_path(15, 1), 0) > evaluate(on_path(5, 1), 0)
    assert evaluate(on_path(15, 2), 0) == pytest.approx(evaluate(on_path(5, 2), 0))


def test_the_others_chiefs_count_only_when_they_are_known() -> None:
    def with_chief(chief: int, known: int) -> rules.State:
        state = begin(body("e.. ... ...", "open 0"), 2, chief_scouts=True)
        play(state, (rules.CHIEFS, 1, 2), (rules.CHIEFS, 5, chief))
        return changed(state, {"A1": (1, rules.SCOUT, 0, 6)}, chief_known=known)

    assert evaluate(with_chief(6, 0), 0) == pytest.approx(evaluate(with_chief(7, 0), 0))
    assert value_islands(with_chief(6, 0), 0).at[0].strength == {1: (0, 0, 1)}
    assert value_islands(with_chief(6, 8), 0).at[0].strength == {1: (0, 0, 2)}
    assert value_islands(with_chief(6, 0), 1).at[0].strength == {1: (0, 0, 2)}


def test_the_bot_lands_where_an_island_is_worth_it() -> None:
    """A large island with a waterfall next to the ship: the greedy choice is to put a unit there, not to stop."""
    from studio.bots import make_bot
    from studio.games import load

    state = begin(body(".5O ..5 ...", "open 0"), 2)
    play(state, (rules.START_RIM, 0, WEST), (rules.ANNOUNCE_HIDDEN, 2))
    draw(state, sea.CAPE)
    while state.phase == rules.P_LAY:
        state.apply(state.legal()[0])
    choice = make_bot("greedy", 1).choose(load("neue_entdecker"), state, 0)
    assert choice[0] == rules.UNIT
