"""The pass (E3), which no match of random or greedy seats comes upon: forced, told, taken back, and what follows."""

from __future__ import annotations

from studio.core.game import OVER
from studio.core.match import Match
from studio.core.text import name_seats
from studio.games import load
from studio.games.entdecker import rules
from studio.games.entdecker.body import Body, Gold
from tests.games.entdecker.sea import body

GAME = load("entdecker")
NAMES = ("Ada", "Bento")
PASS = (rules.PASS,)


def poor(rows: str = "..... ..... .....", **more: Gold) -> Body:
    """A sea round which every harbour takes 2 gold, while the first season brings just 2."""
    return body(rows, "open 2", gold=more.get("gold", Gold(0, 12, 0)), spinner=(2,))


def begun(drawn: Body) -> Match:
    """A match of two seats, who have what the first season brought."""
    return Match(GAME, GAME.body.build(drawn), 2, seed=4)


def told(match: Match) -> list[str]:
    """What the last decision and the draws after it brought, in words."""
    return [name_seats(event.text, NAMES) for event in match.node.events]


def test_a_pass_is_all_that_is_left_and_changes_nothing_but_the_turn() -> None:
    match = begun(poor())
    before = match.state.dump()
    assert match.legal() == [PASS]
    match.play(PASS)
    after = match.state.dump()
    changed = {key for key in after if after[key] != before[key]}
    assert changed == {"active", "to_move", "turn", "passes"}
    assert (after["active"], after["turn"], after["passes"]) == (1, 2, 1)


def test_a_pass_is_asked_for_and_told_in_words() -> None:
    match = begun(poor())
    state = match.state
    panel = GAME.panel.panel(state, 0)
    assert (name_seats(panel.title, NAMES), panel.hint) == (
        "Ada, no start can be paid",
        "With 2 gold no start leaves you 1 gold for a tile: you have to pass.",
    )
    assert [step.state for step in panel.steps].count("now") == 1
    assert (
        GAME.text.button_text(state, PASS),
        GAME.picture.target(state, PASS),
        GAME.picture.preview(state, PASS),
    ) == ("Pass", -1, None)
    match.play(PASS)
    assert told(match) == ["Ada can pay for no expedition and passes."]


def test_a_pass_can_be_taken_back_until_the_spinner_is_spun() -> None:
    match = begun(poor())
    before = match.state.dump()
    match.play(PASS)
    match.undo()
    assert match.state.dump() == before
    match.redo()
    assert match.state.dump()["active"] == 1
    match.play(PASS)
    assert told(match) == [
        "Bento can pay for no expedition and passes.",
        "Season 2: the spinner gives every seat 2 gold.",
    ]
    assert not match.can_undo
    assert {action[0] for action in match.legal()} == {rules.START_RIM}  # 4 gold: 2 for the toll, and a tile
    match.play(match.legal()[0])
    assert match.state.dump()["passes"] == 0


def test_scouts_may_be_taken_back_beside_a_pass() -> None:
    match = begun(poor("..... ..n.. .....", gold=Gold(0, 2, 0)))
    plain = {**match.state.dump(), "turn": 3}
    plain["unit"][7], plain["supply"][0] = rules.SCOUT, 2
    plain["gold"] = [0, 0]
    state = GAME.rules.restore(match.board, plain)
    assert state.legal() == [PASS, (rules.RECALL, 7)]
    state.apply((rules.RECALL, 7))
    assert (state.legal(), state.dump()["supply"][0], state.to_move) == ([PASS], 3, 0)


def test_a_sea_that_nobody_can_sail_ends_by_passes_and_says_so() -> None:
    match = begun(poor(gold=Gold(0, 2, 0)))
    while not match.is_over:
        assert match.legal() == [PASS]
        match.play(PASS)
    assert match.state.to_move == OVER and len(match.decisions()) == 2
    assert told(match)[:2] == [
        "Bento can pay for no expedition and passes.",
        "Nobody has set sail for 2 turns: islands that are not complete count as they are.",
    ]
    assert GAME.panel.panel(match.state, 0).hint == "Nobody could set sail any more."
