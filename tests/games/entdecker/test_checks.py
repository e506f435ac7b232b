"""What a layout of this game is warned about, and that a layout without errors can really be played."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st

from studio.core.cancellation import CancelToken
from studio.core.game import CHANCE, OVER, Options
from studio.core.problems import Problem, Severity, has_errors
from studio.core.rng import Rng
from studio.games.entdecker import GAME
from studio.games.entdecker.body import Body
from studio.games.entdecker.rules.board import EVENTS
from studio.seatiles.facts import Facts
from tests.helpers import body_after
from tests.seatiles.test_body import with_value

BLANK: Body = GAME.editing.blank()


def only(body: Body, code: str) -> Problem:
    (problem,) = [problem for problem in GAME.checks.check(body) if problem.code == code]
    return problem


def is_mended(problem: Problem) -> bool:
    assert problem.fix is not None
    return not [other for other in GAME.checks.check(body_after(problem.fix, Body)) if other.code == problem.code]


def test_the_new_layout_has_nothing_wrong() -> None:
    assert [problem.code for problem in GAME.checks.check(BLANK)] == ["sector.count"]
    assert GAME.checks.verify(BLANK, CancelToken(60)) == []


SPOILT: list[tuple[str, Any, str, Severity, str]] = [
    ("tiles.3.events", {"pirates": 2}, "event.class", Severity.ERROR, "“Pirates”, which tiles of class 4"),
    ("tiles.0.events", {"hostile": 1}, "event.class", Severity.ERROR, "“Hostile natives”, which tiles of class 1"),
    ("events.gold", [2, 3], "event.class", Severity.ERROR, "1 hidden “cove” has the event “Gold find”"),
    ("tiles.0.hidden", -1, "tiles.negative", Severity.ERROR, "cannot hold −1 “sea”"),
    ("tiles.3.sorted", -999, "tiles.negative", Severity.ERROR, "cannot hold −999 “"),
    ("tiles.3.events", {"pirates": -2}, "tiles.negative", Severity.ERROR, "cannot hold −2 “"),
    ("spinner", [], "spinner.no_faces", Severity.ERROR, "no faces"),
    ("spinner", [3, -2], "spinner.negative", Severity.ERROR, "the face −2"),
    ("units.scout.count", -1, "units.negative", Severity.ERROR, "−1 scouts"),
    ("units.fort.cost", -3, "units.negative_price", Severity.ERROR, "price of forts is −3"),
    ("units.fort.cost", 13, "units.too_dear", Severity.WARNING, "13 gold for forts"),
    ("gold.start", -1, "gold.negative", Severity.ERROR, "gold at the start is −1"),
    ("gold.cap", -1, "gold.negative", Severity.ERROR, "most gold of a seat is −1"),
    ("gold.find", -1, "gold.negative", Severity.ERROR, "gold find is −1"),
    ("gold.cap", 0, "gold.no_room", Severity.ERROR, "no gold at all"),
    ("gold.start", 13, "gold.over_cap", Severity.WARNING, "13 gold, more than the 12"),
    ("chips.2", -4, "chips.negative", Severity.ERROR, "−4 plant chips of value 2"),
    ("ruins", -1, "ruins.negative", Severity.ERROR, "−1 points"),
    ("tiles.5.bonus", 5, "bonus.unscored", Severity.WARNING, "bonus of 5"),
    ("piles", 12, "sector.count", Severity.INFO, "70 spaces"),
]


@pytest.mark.parametrize(("place", "value", "code", "severity", "words"), SPOILT)
def test_each_mistake_has_a_code_and_a_sentence(
    place: str, value: Any, code: str, severity: Severity, words: str
) -> None:
    body = GAME.body.parse(with_value("entdecker", place, value))
    problem = only(body, code)
    assert problem.severity is severity and words in problem.message and problem.message.endswith(".")
    if code != "sector.count":
        assert problem.field in {field.key for section in GAME.editing.form(body, -1) for field in section.fields}
        assert is_mended(problem)


def test_no_units_at_all() -> None:
    none = {name: {"cost": 1, "count": 0} for name in ("scout", "fort", "settlement")}
    problem = only(GAME.body.parse(with_value("entdecker", "units", none)), "units.none")
    assert problem.severity is Severity.ERROR and is_mended(problem)
    some = {**none, "fort": {"cost": 1, "count": 1}}
    assert [p.code for p in GAME.checks.check(GAME.body.parse(with_value("entdecker", "units", some)))] == [
        "sector.count"
    ]


def test_a_spinner_of_noughts() -> None:
    body = GAME.body.parse(with_value("entdecker", "spinner", [0, 0]))
    assert only(body, "spinner.nothing").severity is Severity.WARNING
    assert [p.code for p in GAME.checks.check(GAME.body.parse(with_value("entdecker", "spinner", [0, 2])))] == [
        "sector.count"
    ]


def test_a_first_expedition_that_nobody_can_pay() -> None:
    raw = with_value("entdecker", "border", dict.fromkeys(("north", "east", "south", "west"), "open 2"))
    raw["gold"]["start"], raw["spinner"] = 0, [1, 2]
    problem = only(GAME.body.parse(raw), "gold.no_first_turn")
    assert "costs 3 gold, and a seat has 2" in problem.message and is_mended(problem)
    raw["spinner"] = [1, 3]
    assert not [p for p in GAME.checks.check(GAME.body.parse(raw)) if p.code == "gold.no_first_turn"]
    raw["gold"]["start"], raw["spinner"] = 3, [-1]  # a face below nought is told of by itself
    assert not [p for p in GAME.checks.check(GAME.body.parse(raw)) if p.code == "gold.no_first_turn"]


def test_draw_piles() -> None:
    raw = with_value("entdecker", "piles", 5)
    for kind in raw["tiles"]:
        kind["hidden"] = 0
        kind.pop("events", None)
    assert only(GAME.body.parse(raw), "set.no_hidden").severity is Severity.ERROR
    raw["tiles"][0]["hidden"] = 4
    problem = only(GAME.body.parse(raw), "set.empty_stack")
    assert problem.field == "piles" and is_mended(problem)


def test_a_reserve_too_small_for_own_tiles() -> None:
    raw = with_value("entdecker", "personal", [1, 1])
    assert "take 8 tiles of class 1" in only(GAME.body.parse(raw), "personal.short").message


def test_no_chips_is_worth_knowing() -> None:
    assert only(GAME.body.parse(with_value("entdecker", "chips", {})), "chips.none").severity is Severity.INFO


def test_a_lake_in_the_middle_can_be_started_from() -> None:
    """T8: in this game ships start on any discovered sea, so what surrounds a laid sea tile is within reach."""
    raw = with_value("entdecker", "spaces", ["┼┼┼┼┼", "┼...┼", "┼.~.┼", "┼...┼", "┼┼┼┼┼"])
    raw["legend"] = {"┼": {"tile": "inland"}, "~": {"tile": "sea"}}
    raw["border"] = dict.fromkeys(raw["border"], "coast")
    raw["tiles"][5]["sorted"] = 16
    codes = {problem.code for problem in GAME.checks.check(GAME.body.parse(raw))}
    assert not codes & {"space.unreachable", "border.closed", "space.none"}
    raw["spaces"] = ["┼┼┼┼┼", "┼...┼", "┼...┼", "┼...┼", "┼┼┼┼┼"]
    assert "border.closed" in {problem.code for problem in GAME.checks.check(GAME.body.parse(raw))}


LEGEND = {
    "╵": ("cape", 0), "╶": ("cape", 1), "└": ("bend", 0), "┌": ("bend", 1), "│": ("strait", 0), "├": ("cove", 0),
    "┼": ("inland", 0), "~": ("sea", 0),
}  # fmt: skip


@st.composite
def raw_bodies(draw: st.DrawFn) -> dict[str, Any]:
    """Any body that has the right shape, odd boxes included."""
    raw: dict[str, Any] = json.loads(json.dumps(GAME.body.to_plain(BLANK)))
    columns, rows = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    symbol = st.sampled_from([*"...........##~~~~", *LEGEND])
    raw["spaces"] = ["".join(draw(st.lists(symbol, min_size=columns, max_size=columns))) for _row in range(rows)]
    raw["legend"] = {symbol: {"tile": tile, "turn": turn} for symbol, (tile, turn) in LEGEND.items()}
    edges = st.sampled_from(("open 0", "open 0", "open 1", "open 2", "shore", "coast"))
    raw["border"] = {side: draw(edges) for side in raw["border"]}
    if draw(st.booleans()):
        return raw
    small = draw(st.sampled_from([st.integers(0, 3), st.integers(-2, 3)]))
    number = st.integers(-2, 14)
    for kind in raw["tiles"]:
        kind["hidden"], kind["sorted"] = draw(small), draw(small)
        kind["events"] = {event: draw(small) for event in EVENTS}
    raw["events"] = {event: draw(st.lists(st.integers(1, 6), max_size=6)) for event in EVENTS}
    raw["piles"] = draw(st.integers(1, 12))
    raw["spinner"] = draw(st.lists(number, max_size=5))
    for unit in raw["units"].values():
        unit["cost"], unit["count"] = draw(number), draw(st.integers(-1, 4))
    raw["gold"] = {key: draw(number) for key in raw["gold"]}
    raw["chips"] = {str(value): draw(st.integers(-1, 4)) for value in (1, 3, 99)}
    raw["ruins"] = draw(number)
    raw["personal"] = draw(st.lists(st.integers(1, 6), max_size=6))
    return raw


@given(raw_bodies())
def test_no_body_makes_the_checks_fail(raw: dict[str, Any]) -> None:
    body = GAME.body.parse(raw)
    problems = GAME.checks.check(body)
    severities = [problem.severity for problem in problems]
    assert problems and severities == sorted(severities, reverse=True)
    keys = {field.key for section in GAME.editing.form(body, -1) for field in section.fields}
    for problem in problems:
        assert problem.message.endswith(".") and "{" not in problem.message and "  " not in problem.message
        assert not problem.field or problem.field in keys
        if problem.fix is not None:
            assert problem.fix.body != body
            assert GAME.body.parse(GAME.body.to_plain(body_after(problem.fix, Body))) == problem.fix.body
    assert GAME.body.parse(GAME.body.to_plain(body)) == body


@pytest.mark.long
@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(raw_bodies(), st.integers(2, 4), st.integers(0, 1 << 30))
def test_a_body_without_errors_can_be_played_to_the_end(raw: dict[str, Any], seats: int, seed: int) -> None:
    body = GAME.body.parse(raw)
    assume(not has_errors(list(GAME.checks.check(body))))
    rng = Rng(seed)
    options: Options = {"keep_misfits": seed % 2 == 1, "rotating_first": seed % 3 == 1, "personal_tiles": seed % 5 == 1}
    state = GAME.rules.start(GAME.body.build(body), seats, options)
    facts = Facts(body, from_any_sea=True)
    for step in range(20_000):
        if state.to_move == OVER:
            return
        if not step:
            undiscovered = {cell for cell in facts.open if state.laid[cell] < 0}
            assert undiscovered == set(facts.open) - facts.gaps  # the checks foresee what is filled first (T8)
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
    pytest.fail("the match does not end")
