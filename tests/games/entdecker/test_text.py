"""The words of Entdecker, sentence by sentence, most of all those that random matches seldom bring up."""

from __future__ import annotations

import pytest

from studio.core.game import Action
from studio.core.text import name_seats
from studio.games.entdecker import rules, text
from tests.games.entdecker.sea import (
    CAPE,
    FRIENDLY,
    GOLD,
    HOSTILE,
    PIRATES,
    RUINS,
    SEA,
    STORM,
    begin,
    body,
    changed,
    draw,
    lay,
    sailing,
    strip,
)
from tests.helpers import play
from tests.seatiles.little_seas import NORTH, SOUTH, WEST, at

NAMES = ("Ada", "Bento", "Clara", "Duarte")


def named(sentence: str) -> str:
    return name_seats(sentence, NAMES)


def told(state: rules.State, action: Action) -> list[str]:
    """Plays an action; what is told of it."""
    before = state.clone()
    state.apply(action)
    events = text.events(before, action, state)
    assert all(event.private_to < 0 for event in events), "nothing is secret in this game"
    return [named(event.text) for event in events]


def says(state: rules.State, action: Action) -> tuple[str, str]:
    """Sentence and button of a legal action."""
    assert action in state.legal()
    return named(text.describe(state, action)), named(text.button_text(state, action))


def after_event(event: int, **fields: object) -> tuple[rules.State, list[str]]:
    """Seat 0 lays a cape with an event on C5; the position, and what was told of it."""
    state = changed(sailing(2, gold=9), None, **fields)
    draw(state, CAPE, event)
    cell = at(state, "C5")
    return state, told(state, (rules.LAY, cell, state.board.chart.placement_of[CAPE][NORTH]))


def test_starts() -> None:
    state = begin(body("..... .~n.. ..... ..... ....."), seats=2)
    assert says(state, (rules.START_RIM, 0, NORTH)) == ("Ada sets sail from the north harbour at A1.", "A1 north")
    state = changed(state, {"C2": (1, rules.FORT, 0)}, turn=2, gold=[9, 9], phase=rules.P_START, to_move=0)
    assert says(state, (rules.START_TILE, at(state, "B2"))) == ("Ada sets sail from B2.", "B2")
    assert says(state, (rules.START_TILE, at(state, "C2"))) == (
        "Ada sets sail from C2 and pays 3 gold, the price of the fort of Bento there.",
        "C2 · 3 gold",
    )


def test_tolls_are_named() -> None:
    state = begin(body("... ... ...", "open 2"), seats=2)
    assert says(state, (rules.START_RIM, 0, NORTH))[0] == (
        "Ada sets sail from the north harbour at A1 for a toll of 2 gold."
    )


def test_a_pass_is_told() -> None:
    state = changed(begin(body("... ... ..."), seats=2), None, gold=[0, 4], phase=rules.P_START, to_move=0)
    assert says(state, (rules.PASS,)) == ("Ada can pay for no expedition and passes.", "Pass")


def test_declaring_with_and_without_own_tiles() -> None:
    state = play(begin(body("... ... ...")), (rules.START_RIM, 0, NORTH))
    assert says(state, (rules.DECLARE, 1)) == ("Ada declares 1 tile, for 1 gold.", "1 tile")
    assert says(state, (rules.DECLARE, 3)) == ("Ada declares 3 tiles, for 3 gold.", "3 tiles")
    state = play(begin(body("... ... ..."), personal_tiles=True), (rules.START_RIM, 0, NORTH))
    assert says(state, (rules.DECLARE, 3)) == ("Ada declares 3 gold for the expedition.", "3 gold")
    play(state, (rules.DECLARE, 3))
    assert says(state, (rules.OWN, SEA)) == ("Ada lays a personal tile instead of drawing: sea.", "Personal: sea")


def test_misfits_leave_or_stay() -> None:
    for keep, ending in ((False, "leaves the game."), (True, "joins the reserve.")):
        state = sailing(3, drawn=body("OOOOO OOOOO OOOOO OO.OO OO.OO"), options={"keep_misfits": keep})
        state.stack_top[0] = 0
        play(state, (rules.DRAW, 0))
        lines = told(state, (rules.FRONT, SEA, 0))
        while state.phase == rules.P_TOPS:
            lines += told(state, state.chance()[0][0])
        assert lines == ["Ada turns up: sea.", f"It fits nowhere beside the ship and {ending}"]


def test_events() -> None:
    assert after_event(STORM)[1][1] == "A storm breaks: the turn of Ada is over."
    assert after_event(HOSTILE)[1][1] == "Hostile natives! Here Ada pays double for a unit, and founds no settlement."
    assert after_event(FRIENDLY)[1][1] == "Friendly natives show Ada a rare plant."
    assert after_event(FRIENDLY, bag=[0, 0, 0, 0])[1][1] == "Friendly natives greet Ada, but no plant chip is left."
    assert after_event(PIRATES)[1][1] == "Pirates! Ada loses 4 gold."
    assert after_event(PIRATES, gold=[0, 4, 4])[1][1] == "Pirates! But Ada has nothing worth their while."
    assert after_event(RUINS)[1][1] == "Ruins of an old city: 3 points for Ada."
    assert after_event(GOLD)[1][1] == "Gold! Ada finds 3 gold."
    assert after_event(GOLD, gold=[11, 4, 4])[1][1] == "Gold! Ada can hold only 1 gold of it."


OVER_BY_ITSELF = "Ada can neither draw on nor place a unit: the expedition is over."


def drawn(state: rules.State, kind: int, event: int = 0) -> list[str]:
    """Draw this tile from the first pile; everything told of it, to the next decision."""
    state.stack_top[0] = 1 if event else 0
    lines = told(state, (rules.DRAW, 0)) + told(state, (rules.FRONT, kind, event))
    while state.phase in (rules.P_TOPS, rules.P_CHIP):
        lines += told(state, state.chance()[0][0])
    return lines


def test_an_expedition_that_ends_by_itself_is_told() -> None:
    sea = drawn(sailing(1), SEA)
    assert sea[1:] == ["Ada turns up: sea.", "Ada lays the sea on C5.", OVER_BY_ITSELF]
    misfit = drawn(sailing(1, drawn=body("OOOOO OOOOO OOOOO OO.OO OO.OO")), CAPE)
    assert misfit[-2:] == ["It fits nowhere beside the ship and leaves the game.", OVER_BY_ITSELF]
    last = sailing(1, gold=1)  # a land, but no gold for a unit
    draw(last, CAPE)
    lie = (rules.LAY, at(last, "C5"), last.board.chart.placement_of[CAPE][NORTH])
    assert told(last, lie) == ["Ada lays the cape on C5, land to the north.", OVER_BY_ITSELF]


def test_an_expedition_that_was_ended_is_not_told_to_have_ended_by_itself() -> None:
    state = sailing(2, gold=9)
    draw(state, CAPE)
    lay(state, "C5", CAPE, NORTH)
    for ending in ((rules.STOP,), (rules.UNIT, rules.SCOUT, 0)):
        assert OVER_BY_ITSELF not in told(state.clone(), ending)
    assert OVER_BY_ITSELF not in after_event(STORM)[1]
    assert OVER_BY_ITSELF not in drawn(sailing(2), SEA)
    passing = changed(begin(body("... ... ..."), seats=2), None, gold=[0, 4], phase=rules.P_START, to_move=0)
    assert told(passing, (rules.PASS,)) == ["Ada can pay for no expedition and passes."]


def test_an_expedition_that_ends_with_a_plant_chip_is_told_after_it() -> None:
    state = sailing(1, gold=1)
    state.stack_top[0] = 1
    play(state, (rules.DRAW, 0))
    state.apply((rules.FRONT, CAPE, FRIENDLY))
    while state.phase == rules.P_TOPS:
        state.apply(state.chance()[0][0])
    assert told(state, state.legal()[0])[-1] == "Friendly natives show Ada a rare plant."
    assert told(state, (rules.CHIP, 2)) == ["Ada draws a plant chip of value 2.", OVER_BY_ITSELF]


@pytest.mark.parametrize(
    ("kind", "expected", "button"),
    [
        (rules.SCOUT, "Ada lands a scout on C5 for 1 gold.", "Scout · 1 gold"),
        (rules.FORT, "Ada builds a fort on C5 for 3 gold.", "Fort · 3 gold"),
        (rules.SETTLEMENT, "Ada founds a settlement on C5 for 6 gold.", "Settlement · 6 gold"),
    ],
)
def test_building(kind: int, expected: str, button: str) -> None:
    state = sailing(2, gold=12)
    draw(state, CAPE)
    lay(state, "C5", CAPE, NORTH)
    assert says(state, (rules.UNIT, kind, 0)) == (expected, button)
    assert says(state, (rules.STOP,)) == ("Ada ends the expedition.", "End the expedition")


def test_a_scout_is_taken_back() -> None:
    state = changed(begin(body("..... .en.. ..... ..... .....")), {"B2": (0, rules.SCOUT, 0)}, phase=rules.P_START)
    state = changed(state, None, to_move=0)
    action = (rules.RECALL, at(state, "B2"))
    assert says(state, action) == ("Ada takes the scout on B2 back into the supply.", "Scout back from B2")


def test_the_income_of_a_season_and_who_cannot_hold_it() -> None:
    state = changed(begin(body("... ... ...")), None, gold=[4, 11, 12], phase=rules.P_SPIN, to_move=-1, season=7)
    assert told(state, (rules.SPIN, 3)) == [
        "Season 7: the spinner gives every seat 3 gold. Bento and Clara hold 12 gold at most."
    ]


def _before_the_end(units: dict[str, tuple[int, ...]]) -> rules.State:
    """Seat 0 has just laid the tile that completes an island of two tiles, A2 and B2."""
    state = strip("e", units)
    play(state, (rules.START_RIM, at(state, "B3"), SOUTH), (rules.DECLARE, 2))
    draw(state, SEA)
    draw(state, CAPE)
    if state.phase == rules.P_LAY:
        lay(state, "B2", CAPE, WEST)
    return state


def _scored(units: dict[str, tuple[int, ...]], unit: tuple[int, ...] = ()) -> list[str]:
    """What is told when it is scored."""
    state = _before_the_end(units)
    lines = told(state, (rules.UNIT, *unit) if unit else (rules.STOP,))
    while state.phase == rules.P_CHIP:
        lines += told(state, (rules.CHIP, 3))
    return [line for line in lines if not line.startswith("The gap")]


def test_islands() -> None:
    assert _scored({"A2": (1, rules.SCOUT)})[1] == "The island at A2 is complete (2 tiles): 2 points for Bento."
    assert _scored({})[1] == "The island at A2 is complete (2 tiles), but nobody stands on it."
    lines = _scored({"A2": (1, rules.FORT)})
    assert lines[1:3] == [
        "Bento draws a plant chip of value 3.",
        "The island at A2 is complete (2 tiles and 3 for the plant): 5 points for Bento.",
    ]
    lines = _scored({"A2": (1, rules.SCOUT)}, (rules.SCOUT, 0))
    assert lines[1] == "The island at A2 is complete (2 tiles): 2 points for Ada and 2 for Bento."


def test_the_final_table_explains_every_point() -> None:
    state = _before_the_end({"A2": (1, rules.FORT)})
    play(state, (rules.STOP,))
    state.apply((rules.CHIP, 4))
    table = text.score_breakdown(state)
    assert [(line.title, line.points, named(line.reason)) for line in table.lines] == [
        ("Island at A2", (0, 6, 0, 0), "2 tiles and 4 for the plant: Bento first with 1 fort.")
    ]
    assert named(table.verdict) == "Bento leads with 6 points." and table.winners == ()
