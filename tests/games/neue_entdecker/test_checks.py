"""What a layout of this game is warned about, and that a layout without errors can really be played."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from studio.core.cancellation import CancelToken
from studio.core.game import OVER
from studio.core.match import Match
from studio.core.problems import Problem, Severity, has_errors
from studio.core.rng import Rng
from studio.games import load
from studio.games.neue_entdecker import GAME, checks
from studio.games.neue_entdecker.body import Body
from studio.seatiles.facts import Facts
from studio.seatiles.rules.position import gaps
from tests.helpers import body_after
from tests.seatiles.sea_bodies import EDGE_KINDS

BLANK: Body = GAME.editing.blank()


def changed(key: str, value: Any) -> Body:
    body = GAME.editing.set_field(BLANK, -1, key, value)
    assert isinstance(body, Body)
    return body


def only(body: Body, code: str) -> Problem:
    (problem,) = [problem for problem in GAME.checks.check(body) if problem.code == code]
    return problem


def is_mended(problem: Problem) -> bool:
    assert problem.fix is not None
    return not [other for other in GAME.checks.check(body_after(problem.fix, Body)) if other.code == problem.code]


def test_the_new_layout_has_nothing_wrong() -> None:
    assert [problem.code for problem in GAME.checks.check(BLANK)] == ["sector.count"]
    assert GAME.checks.verify(BLANK, CancelToken(60)) == []


def without_hidden(plain: int) -> Body:
    raw = json.loads(json.dumps(GAME.body.to_plain(BLANK)))
    for kind in raw["tiles"]:
        kind["hidden"] = 0
        kind.pop("events", None)
    raw["tiles"][0]["hidden"] = plain
    body = GAME.body.parse(raw)
    assert isinstance(body, Body)
    return body


@pytest.mark.parametrize("place", ["hidden", "sorted", "events"])
def test_counts_below_nought(place: str) -> None:
    raw = json.loads(json.dumps(GAME.body.to_plain(BLANK)))
    kind = raw["tiles"][1]
    kind[place] = {"gold": -2} if place == "events" else -2
    problem = only(GAME.body.parse(raw), "tiles.negative")
    assert problem.severity is Severity.ERROR
    assert problem.message == f"The box cannot hold −2 “{kind['name']}”; there are none, or more."
    assert problem.field == f"{'event gold' if place == 'events' else place}:{kind['name']}"
    assert is_mended(problem)
    assert GAME.body.to_plain(body_after(problem.fix, Body))["tiles"][1].get(place, {}) == (
        {} if place == "events" else 0
    )


def test_a_box_of_nothing_but_debts() -> None:
    raw = json.loads(json.dumps(GAME.body.to_plain(BLANK)))
    for kind in raw["tiles"]:
        kind["hidden"] = kind["sorted"] = -999
        kind["events"] = {"storm": -999}
    body = GAME.body.parse(raw)
    assert GAME.body.parse(GAME.body.to_plain(body)) == body
    found = [problem.code for problem in GAME.checks.check(body)]
    assert found.count("tiles.negative") == 3 * len(body.tiles) and "set.no_hidden" in found
    assert [problem.code for problem in GAME.checks.verify(body, CancelToken(30))] == ["board.incompletable"]
    notes = {field.key: field.value for section in GAME.editing.form(body, -1) for field in section.fields}
    assert notes["note.tiles"] == "0"


def test_empty_draw_stacks() -> None:
    assert only(without_hidden(0), "set.no_hidden").severity is Severity.ERROR
    problem = only(without_hidden(4), "set.empty_stack")
    assert problem.severity is Severity.ERROR and problem.field == "stacks" and is_mended(problem)
    assert not [p for p in GAME.checks.check(without_hidden(6)) if p.code.startswith("set.")]


def test_more_marked_tiles_than_plain_ones() -> None:
    body = changed("event storm:sea", 100)
    assert only(body, "set.events_over").severity is Severity.WARNING


def test_a_token_for_every_hut() -> None:
    problem = only(changed("jungle.tokens", "3 × 5, 3 × 10"), "jungle.tokens_short")
    assert problem.severity is Severity.ERROR and problem.field == "jungle.tokens" and is_mended(problem)
    empty = BLANK.jungle.tokens.copy()
    assert sum(empty.values()) == 9
    assert is_mended(only(changed("jungle.tokens", "0 × 5"), "jungle.tokens_short"))


def test_dot_and_eye_lie_on_the_paths() -> None:
    assert only(changed("jungle.dot", 6), "jungle.no_dot").field == "jungle.dot"
    assert "5" in only(changed("jungle.eye", 6), "jungle.no_eye").message
    assert not [p for p in GAME.checks.check(changed("jungle.eye", 5)) if p.code == "jungle.no_eye"]


def test_the_eye_sees_nothing_before_the_dot() -> None:
    body = GAME.editing.set_field(changed("jungle.dot", 3), -1, "jungle.eye", 1)
    assert only(body, "jungle.eye_first").severity is Severity.WARNING


@pytest.mark.parametrize("seats", ["2", "3", "4"])
def test_scouts_enough_to_mark_points_and_name_chiefs(seats: str) -> None:
    problem = only(changed(f"units.scout.{seats}", 2), "units.few_scouts")
    assert problem.severity is Severity.ERROR and is_mended(problem)
    assert [p.code for p in GAME.checks.check(changed(f"units.scout.{seats}", 3))] == ["sector.count"]


def test_a_die_of_wheels() -> None:
    assert only(changed("die", "wheel"), "die.wheel_only").severity is Severity.WARNING


def test_gold_for_a_first_expedition() -> None:
    body = GAME.editing.set_field(changed("gold.start", 0), -1, "gold.roll_below", 0)
    problem = only(body, "gold.no_first_turn")
    assert problem.severity is Severity.WARNING and is_mended(problem)
    assert not [p for p in GAME.checks.check(changed("gold.start", 0)) if p.code == "gold.no_first_turn"], (
        "the die helps"
    )


def test_the_answer_for_the_same_body_is_kept() -> None:
    assert GAME.checks.check(BLANK) is GAME.checks.check(BLANK)
    other = changed("gold.start", 3)
    assert GAME.checks.check(other) is not GAME.checks.check(BLANK)
    assert checks.check(BLANK) == checks.check(GAME.body.parse(GAME.body.to_plain(BLANK)))


SYMBOLS = "╵╶╷╴└┌┐┘│─├┬┤┴┼~5X"
LEGEND = {
    "╵": ("cape", 0), "╶": ("cape", 1), "╷": ("cape", 2), "╴": ("cape", 3),
    "└": ("bend", 0), "┌": ("bend", 1), "┐": ("bend", 2), "┘": ("bend", 3),
    "│": ("strait", 0), "─": ("strait", 1),
    "├": ("cove", 0), "┬": ("cove", 1), "┤": ("cove", 2), "┴": ("cove", 3),
    "┼": ("inland", 0), "~": ("sea", 0), "5": ("waterfall +5", 0), "X": ("waterfall +10", 0),
}  # fmt: skip


@st.composite
def raw_bodies(draw: st.DrawFn) -> dict[str, Any]:
    """Any body that has the right shape, odd boxes included."""
    raw: dict[str, Any] = json.loads(json.dumps(GAME.body.to_plain(BLANK)))
    columns, rows = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    symbol = st.sampled_from([*"........##~~~~", *SYMBOLS])
    raw["spaces"] = ["".join(draw(st.lists(symbol, min_size=columns, max_size=columns))) for _row in range(rows)]
    raw["legend"] = {symbol: {"tile": tile, "turn": turn} for symbol, (tile, turn) in LEGEND.items()}
    kinds = st.sampled_from(EDGE_KINDS)
    raw["border"] = {side: draw(kinds) for side in raw["border"]}
    if draw(st.booleans()):
        return raw
    small = draw(st.sampled_from([st.integers(0, 3), st.integers(-2, 3)]))
    for kind in raw["tiles"]:
        kind["hidden"], kind["sorted"] = draw(small), draw(small)
        kind["events"] = {event: draw(small) for event in ("gold", "pirates", "natives", "storm")}
    raw["stacks"] = draw(st.integers(1, 12))
    raw["die"] = draw(st.lists(st.sampled_from([*range(1, 10), "wheel"]), min_size=1, max_size=12))
    for unit in raw["units"].values():
        unit["cost"] = draw(st.integers(0, 99))
        unit["count"] = {seats: draw(st.integers(0, 30)) for seats in ("2", "3", "4")}
    for key in raw["gold"]:
        raw["gold"][key] = draw(st.integers(1, 99))
    raw["jungle"]["paths"] = draw(st.lists(st.integers(1, 12), min_size=1, max_size=12))
    raw["jungle"]["dot"], raw["jungle"]["eye"] = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    raw["jungle"]["tokens"] = {str(value): draw(st.integers(0, 9)) for value in (1, 20, 99)}
    return raw


@given(raw_bodies())
def test_no_body_makes_the_checks_fail(raw: dict[str, Any]) -> None:
    body = GAME.body.parse(raw)
    problems = GAME.checks.check(body)
    assert problems
    severities = [problem.severity for problem in problems]
    assert severities == sorted(severities, reverse=True)
    keys = {field.key for section in GAME.editing.form(body, -1) for field in section.fields}
    for problem in problems:
        assert problem.message.endswith(".") and "{" not in problem.message and "  " not in problem.message
        assert not problem.field or problem.field in keys
        if problem.fix is not None:
            assert problem.fix.body != body
            assert GAME.body.parse(GAME.body.to_plain(body_after(problem.fix, Body))) == problem.fix.body


@given(raw_bodies())
def test_the_proof_never_fails(raw: dict[str, Any]) -> None:
    for problem in GAME.checks.verify(GAME.body.parse(raw), CancelToken(30)):
        assert problem.code in ("board.incompletable", "board.undecided", "space.gate")


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(raw_bodies(), st.integers(2, 4), st.integers(0, 99))
def test_a_layout_without_errors_can_be_played_to_its_end(raw: dict[str, Any], seats: int, seed: int) -> None:
    body = GAME.body.parse(raw)
    for _round in range(30):  # mend what can be mended, so that most bodies come to be played
        errors = [problem for problem in GAME.checks.check(body) if problem.severity is Severity.ERROR]
        if not errors or errors[0].fix is None:
            break
        body = body_after(errors[0].fix, Body)
    if has_errors(tuple(GAME.checks.check(body))):
        return
    match = Match(load("neue_entdecker"), GAME.body.build(body), seats, {}, seed)
    rng = Rng(seed)
    for _decision in range(20_000):
        if match.is_over:
            break
        match.play(rng.choose(match.legal()))
    assert match.state.to_move == OVER


@given(raw_bodies())
def test_gaps_are_those_that_the_rules_fill(raw: dict[str, Any]) -> None:
    """T8 by a graph of spaces here, by sets of bits in the rules: two ways to the same answer."""
    body = GAME.body.parse(raw)
    facts = Facts(body)
    if any(problem.severity is Severity.ERROR for problem in GAME.checks.check(body)):
        return
    chart = GAME.body.build(body).chart
    undiscovered = sum(1 << cell for cell in facts.open)
    sea = 0
    for cell, shape in enumerate(facts.shapes):
        for side in range(4):
            if shape and shape[side] == "." and facts.neighbors[cell * 4 + side] >= 0:
                sea |= 1 << (side * chart.count + cell)
    assert gaps(chart, undiscovered, sea) == sum(1 << cell for cell in facts.gaps)
