"""The texts of Entdecker, most of all those that are rare in random matches, and the pass (E3) in a match."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import OVER, Action
from studio.core.match import Match
from studio.games import load
from studio.games.entdecker import rules, text
from studio.games.entdecker.body import Gold
from tests.games.entdecker.sea import (
    FRIENDLY,
    GOLD,
    HOSTILE,
    PIRATES,
    RUINS,
    STORM,
    begin,
    body,
    changed,
    draw,
    sailing,
    strip,
)
from tests.helpers import play
from tests.seatiles.little_seas import CAPE, NORTH, SEA, SOUTH, WEST, Units, at, event_texts, lay, named

GAME = load("entdecker")
PASS = (rules.PASS,)
SMALL = body("... ... ...")
ENDED = "Ada can neither draw a tile nor place a unit. The expedition ends."
MISFIT = "It fits nowhere next to the ship and leaves the game."


def texts(state: rules.State, action: Action) -> list[str]:
    """Play an action; the texts of its events."""
    found = event_texts(text, state, action)
    assert not any(line.startswith("(") for line in found), "nothing is secret in this game"
    return found


def says(state: Any, action: Action) -> tuple[str, str]:
    """Sentence and button of a legal action."""
    assert action in state.legal()
    return named(text.describe(state, action)), named(text.button_text(state, action))


def landed(event: int = 0, number: int = 2, start: int = 9, **fields: Any) -> tuple[rules.State, list[str]]:
    """Seat 0 lays a cape with an event on C5; the position, and the texts of it."""
    state = changed(sailing(number, gold=start), **fields)
    draw(state, CAPE, event)
    return state, texts(state, (rules.LAY, at(state, "C5"), state.board.chart.placement_of[CAPE][NORTH]))


def drawn(state: rules.State, kind: int, event: int = 0) -> list[str]:
    """Draw this tile from the first pile; the texts up to the next decision."""
    state.stack_top[0] = 1 if event else 0
    lines = texts(state, (rules.DRAW, 0)) + texts(state, (rules.FRONT, kind, event))
    while state.phase in (rules.P_TOPS, rules.P_CHIP):
        lines += texts(state, state.chance()[0][0])
    return lines


def test_starts() -> None:
    state = begin(body("..... .~n.. ..... ..... ....."), seats=2)
    assert says(state, (rules.START_RIM, 0, NORTH)) == ("Ada sets sail from the north border edge of A1.", "A1 north")
    state = changed(state, {"C2": (1, rules.FORT)}, season=2, turn=4, gold=[9, 9])
    assert says(state, (rules.START_TILE, at(state, "B2"))) == ("Ada sets sail from B2.", "B2")
    assert says(state, (rules.START_TILE, at(state, "C2"))) == (
        "Ada sets sail from C2 and pays 3 gold, the price of the fort of Bento there.",
        "C2 · 3 gold",
    )
    dear = begin(body("... ... ...", "open 2"), seats=2)
    sentence = "Ada sets sail from the north border edge of A1 and pays a toll of 2 gold."
    assert says(dear, (rules.START_RIM, 0, NORTH))[0] == sentence


def test_declaring_with_and_without_own_tiles() -> None:
    state = play(begin(SMALL), (rules.START_RIM, 0, NORTH))
    assert says(state, (rules.DECLARE, 1)) == ("Ada declares 1 tile for 1 gold.", "1 tile")
    assert says(state, (rules.DECLARE, 3)) == ("Ada declares 3 tiles for 3 gold.", "3 tiles")
    state = play(begin(SMALL, personal_tiles=True), (rules.START_RIM, 0, NORTH))
    assert says(state, (rules.DECLARE, 3)) == ("Ada declares 3 gold for the expedition.", "3 gold")
    play(state, (rules.DECLARE, 3))
    assert says(state, (rules.OWN, SEA)) == ("Ada places a personal tile instead of drawing: sea.", "Personal: sea")


@pytest.mark.parametrize(("keep", "ending"), [(False, "leaves the game."), (True, "goes to the reserve.")])
def test_misfits_leave_or_stay(keep: bool, ending: str) -> None:
    state = sailing(3, drawn=body("OOOOO OOOOO OOOOO OO.OO OO.OO"), options={"keep_misfits": keep})
    lines = drawn(state, SEA)
    assert lines[1:] == ["Ada reveals: sea.", f"It fits nowhere next to the ship and {ending}"]


@pytest.mark.parametrize(
    ("event", "fields", "expected"),
    [
        (STORM, {}, "Storm! The turn of Ada ends."),
        (HOSTILE, {}, "Hostile natives! Ada pays double for a unit here and cannot found a settlement."),
        (FRIENDLY, {}, "Friendly natives show Ada a rare plant."),
        (FRIENDLY, {"bag": [0, 0, 0, 0]}, "Friendly natives greet Ada, but no plant chip is left."),
        (PIRATES, {}, "Pirates! Ada loses 4 gold."),
        (PIRATES, {"gold": [0, 4, 4]}, "Pirates! But Ada loses no gold."),
        (RUINS, {}, "Ruins of an old city: 3 points for Ada."),
        (GOLD, {}, "Gold! Ada finds 3 gold."),
        (GOLD, {"gold": [11, 4, 4]}, "Gold! Ada can keep only 1 gold of it."),
    ],
)
def test_events(event: int, fields: dict[str, Any], expected: str) -> None:
    lines = landed(event, **fields)[1]
    assert lines[1] == expected
    assert ENDED not in lines


def test_an_expedition_that_ends_without_a_choice_says_so() -> None:
    assert drawn(sailing(1), SEA)[1:] == ["Ada reveals: sea.", "Ada places the sea on C5.", ENDED]
    assert drawn(sailing(1, drawn=body("OOOOO OOOOO OOOOO OO.OO OO.OO")), CAPE)[-2:] == [MISFIT, ENDED]
    # a land, but no gold for a unit
    assert landed(0, 1, 1)[1] == ["Ada places the cape on C5, land to the north.", ENDED]
    plant, lines = landed(FRIENDLY, 1, 1)
    assert lines[-1] == "Friendly natives show Ada a rare plant."
    assert texts(plant, (rules.CHIP, 2)) == ["Ada draws a plant chip of value 2.", ENDED]


def test_an_expedition_that_the_seat_ends_does_not() -> None:
    state, _lines = landed()
    for ending in ((rules.STOP,), (rules.UNIT, rules.SCOUT, 0)):
        assert ENDED not in texts(state.clone(), ending)
    assert ENDED not in drawn(sailing(2), SEA)


@pytest.mark.parametrize(
    ("kind", "expected", "button"),
    [
        (rules.SCOUT, "Ada places a scout on C5 for 1 gold.", "Scout · 1 gold"),
        (rules.FORT, "Ada builds a fort on C5 for 3 gold.", "Fort · 3 gold"),
        (rules.SETTLEMENT, "Ada founds a settlement on C5 for 6 gold.", "Settlement · 6 gold"),
    ],
)
def test_building(kind: int, expected: str, button: str) -> None:
    state, _lines = landed(start=12)
    assert says(state, (rules.UNIT, kind, 0)) == (expected, button)
    assert says(state, (rules.STOP,)) == ("Ada ends the expedition.", "End expedition")


def test_a_scout_is_taken_back() -> None:
    state = changed(begin(body("..... .en.. ..... ..... .....")), {"B2": (0, rules.SCOUT)})
    action = (rules.RECALL, at(state, "B2"))
    assert says(state, action) == ("Ada takes the scout on B2 back to the supply.", "Take back scout from B2")


def test_the_income_of_a_season_and_the_cap() -> None:
    state = changed(begin(SMALL), gold=[4, 11, 12], phase=rules.P_SPIN, to_move=-1, season=7)
    assert texts(state, (rules.SPIN, 3)) == [
        "Season 7: each seat gains 3 gold from the spinner. Bento and Clara can hold at most 12 gold each."
    ]


def before_the_end(units: Units) -> rules.State:
    """Seat 0 has just laid the tile that completes an island of two tiles, A2 and B2."""
    state = strip("e", units)
    play(state, (rules.START_RIM, at(state, "B3"), SOUTH), (rules.DECLARE, 2))
    draw(state, SEA)
    draw(state, CAPE)
    if state.phase == rules.P_LAY:
        lay(state, "B2", CAPE, WEST)
    return state


@pytest.mark.parametrize(
    ("units", "action", "expected"),
    [
        ({"A2": (1, rules.SCOUT)}, (rules.STOP,), ["The island at A2 is complete (2 tiles): 2 points for Bento."]),
        ({}, (rules.STOP,), ["The island at A2 is complete (2 tiles), but has no units."]),
        (
            {"A2": (1, rules.FORT)},
            (rules.STOP,),
            [
                "Bento draws a plant chip of value 3.",
                "The island at A2 is complete (2 tiles plus a plant chip of 3): 5 points for Bento.",
            ],
        ),
        (
            {"A2": (1, rules.SCOUT)},
            (rules.UNIT, rules.SCOUT, 0),
            ["The island at A2 is complete (2 tiles): 2 points for Ada and 2 for Bento."],
        ),
    ],
)
def test_islands(units: Units, action: Action, expected: list[str]) -> None:
    state = before_the_end(units)
    lines = texts(state, action)
    while state.phase == rules.P_CHIP:
        lines += texts(state, (rules.CHIP, 3))
    lines = [line for line in lines if not line.startswith("The gap")]
    assert lines[1 : 1 + len(expected)] == expected


def test_the_final_table_explains_every_point() -> None:
    state = before_the_end({"A2": (1, rules.FORT)})
    play(state, (rules.STOP,))
    state.apply((rules.CHIP, 4))
    table = text.score_breakdown(state)
    assert [(line.title, line.points, named(line.reason)) for line in table.lines] == [
        ("Island at A2", (0, 6, 0, 0), "2 tiles plus a plant chip of 4: Bento first with 1 fort.")
    ]
    assert named(table.verdict) == "Bento leads with 6 points." and table.winners == ()


# The pass, which does not occur in random or greedy matches


def begun(rows: str = "..... ..... .....", gold: Gold | None = None) -> Match:
    """A match of two on a sea on which every harbour costs 2 gold, while the first season brings just 2."""
    drawn = body(rows, "open 2", gold=gold or Gold(0, 12, 0), spinner=(2,))
    return Match(GAME, GAME.body.build(drawn), 2, seed=4)


def last_texts(match: Match) -> list[str]:
    """The texts of the last decision and the draws after it."""
    return [named(event.text) for event in match.node.events]


def test_a_forced_pass_is_described_and_changes_only_the_turn() -> None:
    match = begun()
    state, before = match.state, match.state.dump()
    assert match.legal() == [PASS]
    panel = GAME.panel.panel(state, 0)
    assert named(panel.title) == "Ada, you cannot pay for a start"
    assert panel.hint == "With 2 gold, no start leaves 1 gold for a tile. You must pass."
    assert [step.state for step in panel.steps].count("now") == 1
    sentence = "Ada cannot pay for an expedition and passes."
    assert says(state, PASS) == (sentence, "Pass")
    assert (GAME.picture.target(state, PASS), GAME.picture.preview(state, PASS)) == (-1, None)
    match.play(PASS)
    assert last_texts(match) == [sentence]
    after = match.state.dump()
    assert {key for key in after if after[key] != before[key]} == {"active", "to_move", "turn", "passes"}
    assert (after["active"], after["turn"], after["passes"]) == (1, 2, 1)


def test_a_pass_can_be_undone_until_the_spinner_is_spun() -> None:
    match = begun()
    before = match.state.dump()
    match.play(PASS)
    match.undo()
    assert match.state.dump() == before
    match.redo()
    assert match.state.dump()["active"] == 1
    match.play(PASS)
    assert last_texts(match) == [
        "Bento cannot pay for an expedition and passes.",
        "Season 2: each seat gains 2 gold from the spinner.",
    ]
    assert not match.can_undo
    assert {action[0] for action in match.legal()} == {rules.START_RIM}  # 4 gold: 2 for the toll, and a tile
    match.play(match.legal()[0])
    assert match.state.dump()["passes"] == 0


def test_scouts_may_be_taken_back_before_a_pass() -> None:
    match = begun("..... ..n.. .....", Gold(0, 2, 0))
    plain = {**match.state.dump(), "turn": 3}
    plain["unit"][7], plain["supply"][0] = rules.SCOUT, 2
    plain["gold"] = [0, 0]
    state = GAME.rules.restore(match.board, plain)
    assert state.legal() == [PASS, (rules.RECALL, 7)]
    state.apply((rules.RECALL, 7))
    assert (state.legal(), state.dump()["supply"][0], state.to_move) == ([PASS], 3, 0)


def test_a_sea_that_cannot_be_sailed_ends_by_passes() -> None:
    match = begun(gold=Gold(0, 2, 0))
    while not match.is_over:
        assert match.legal() == [PASS]
        match.play(PASS)
    assert match.state.to_move == OVER and len(match.decisions()) == 2
    assert last_texts(match)[:2] == [
        "Bento cannot pay for an expedition and passes.",
        "No ship has started for 2 turns. Incomplete islands are scored as they are.",
    ]
    assert GAME.panel.panel(match.state, 0).hint == "No seat can start any more."
