"""The checks of harbour maps: each problem is reported, absent on the shipped map, and removed by its fix (C16)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.problems import Problem, Severity
from studio.core.rng import Rng
from studio.documents.paths import layouts_dir
from studio.games.columbus import GAME
from studio.games.columbus.body import SYMBOLS, Body, grid, parse, tokens_of, with_tokens
from tests.mending import mended

SHIPPED: Body = parse(
    json.loads((layouts_dir() / "columbus" / "sargasso_sea.json").read_text(encoding="utf-8"))["body"]
)
HEXES = grid(SHIPPED)


def painted(**tokens: str) -> Body:
    """Return the shipped map with other tokens in some spaces, by name."""
    cells = list(tokens_of(SHIPPED))
    for name, token in tokens.items():
        cells[HEXES.cell_named(name)] = token
    return with_tokens(SHIPPED, cells)


def everywhere(old: str, new: str) -> Body:
    return with_tokens(SHIPPED, [new if token == old else token for token in tokens_of(SHIPPED)])


def with_tiles(**tiles: int) -> Body:
    return msgspec.structs.replace(SHIPPED, tiles={**SHIPPED.tiles, **tiles})


def with_letters(**letters: int) -> Body:
    return msgspec.structs.replace(SHIPPED, letters={**SHIPPED.letters, **letters})


def homes(*names: str) -> Body:
    cells = ["#" if token == "H" else token for token in tokens_of(SHIPPED)]
    for name in names:
        cells[HEXES.cell_named(name)] = "H"
    return with_tokens(SHIPPED, cells)


FEW = {"water": 0, "cyclone": 0, "becalmed": 0, "joker": 0, "route": 0, "full_sail": 0, "wreck": 0, "whale": 0}
"""With these counts the shipped set has thirty tiles."""


@cache
def problems_of(body: Body) -> Sequence[Problem]:
    return (*GAME.checks.check(body), *GAME.checks.verify(body, CancelToken(5)))


def strait() -> Body:
    """Return the map with a wall of land with one open space between all home harbours and America."""
    cells = list(tokens_of(SHIPPED))
    for row in range(HEXES.rows):
        if row != 4:
            cells[HEXES.cell(9, row)] = "#"
    return with_tokens(SHIPPED, cells)


def sealed() -> Body:
    cells = list(tokens_of(SHIPPED))
    for row in range(HEXES.rows):
        cells[HEXES.cell(9, row)] = "#"
    return with_tokens(SHIPPED, cells)


PROVOKED: dict[str, tuple[Callable[[], Body], Severity]] = {
    "map.no_water": (
        lambda: with_tokens(SHIPPED, ["#" if token not in "HA" else token for token in tokens_of(SHIPPED)]),
        Severity.ERROR,
    ),
    "letter.two": (lambda: painted(E4="sa"), Severity.ERROR),
    "home.few": (lambda: homes("Q1"), Severity.ERROR),
    "seats.served": (lambda: painted(Q1="#", Q2="#", R3="#"), Severity.INFO),
    "america.none": (
        lambda: with_tokens(SHIPPED, ["#" if token in "AF" else token for token in tokens_of(SHIPPED)]),
        Severity.ERROR,
    ),
    "harbour.inland": (lambda: painted(S11="H"), Severity.ERROR),
    "home.no_way": (sealed, Severity.ERROR),
    "home.unfair": (lambda: painted(K6="H"), Severity.WARNING),
    "water.isolated": (lambda: painted(A11="."), Severity.WARNING),
    "route.broken": (lambda: painted(J8="."), Severity.WARNING),
    "home.single": (strait, Severity.WARNING),
    "home.sealed": (lambda: with_tiles(wreck=8), Severity.WARNING),
    "tile.negative": (lambda: with_tiles(water=-1), Severity.ERROR),
    "tile.no_space": (lambda: everywhere("W", "."), Severity.WARNING),
    "tile.over": (lambda: with_tiles(island=14), Severity.WARNING),
    "space.over": (lambda: with_letters(S=3), Severity.WARNING),
    "tile.few_for_racks": (lambda: msgspec.structs.replace(SHIPPED, rack=20, tiles={**SHIPPED.tiles, **FEW}),
        Severity.ERROR),
    "tile.few_for_voyage": (
        lambda: msgspec.structs.replace(SHIPPED, tiles={**dict.fromkeys(SHIPPED.tiles, 1), "wreck": 90}, letters={}),
        Severity.ERROR,
    ),
}  # fmt: skip


def test_the_shipped_map_has_no_problems() -> None:
    assert not problems_of(SHIPPED)


@pytest.mark.parametrize("code", PROVOKED)
def test_each_problem_is_reported(code: str) -> None:
    make, severity = PROVOKED[code]
    reported = [problem for problem in problems_of(make()) if problem.code == code]
    assert reported
    for problem in reported:
        assert problem.severity is severity
        assert problem.message.endswith(".")
        assert "{" not in problem.message
        assert problem.cells or problem.field or code in ("map.no_water", "america.none", "home.few")
        if problem.field:
            assert problem.field in {field.key for section in GAME.editing.form(make(), -1) for field in section.fields}


@pytest.mark.parametrize("code", PROVOKED)
def test_a_fix_removes_its_problem(code: str) -> None:
    body = PROVOKED[code][0]()
    for problem in problems_of(body):
        if problem.fix is not None and problem.code == code:
            after: Any = problem.fix.body
            assert after != body
            assert parse(GAME.body.to_plain(after)) == after
            remaining = problems_of(after) if code == "home.single" else GAME.checks.check(after)
            assert problem not in remaining, problem


def test_which_problems_have_a_fix() -> None:
    with_fix = set()
    for code, (make, _severity) in PROVOKED.items():
        if any(problem.fix for problem in problems_of(make()) if problem.code == code):
            with_fix.add(code)
    without = {"map.no_water", "home.unfair", "home.sealed"}
    assert with_fix == set(PROVOKED) - without


def test_problems_are_sorted_by_severity() -> None:
    severities = [problem.severity for problem in GAME.checks.check(painted(E4="sa", J8=".", R1="H"))]
    assert severities == sorted(severities, reverse=True)
    assert len(severities) >= 3


def test_checks_accept_every_parsed_body() -> None:
    rng = Rng(11)
    for case in range(40):
        columns, rows = 3 + rng.below(8), 3 + rng.below(7)
        pool = SYMBOLS + "ab" if case % 2 else "#.H" + "A" * (case % 3)
        tokens = [pool[rng.below(len(pool))] for _cell in range(columns * rows)]
        lines = [" " * (row % 2) + " ".join(tokens[row * columns : (row + 1) * columns]) for row in range(rows)]
        body = parse({"spaces": lines, "tiles": {"water": rng.below(9) - 4}, "letters": {"A": rng.below(5) - 2}})
        for problem in problems_of(body):
            assert all(0 <= cell < columns * rows for cell in problem.cells)
        for target in (-1, *[cell for cell, token in enumerate(tokens) if token == "H"][:2]):
            survey = GAME.checks.survey(body, target, NEVER_CANCELLED)
            assert all(name for _target, name in survey.choices)
            assert len({overlay.key for overlay in survey.overlays}) == len(survey.overlays)


def test_the_survey_has_the_values_of_the_rules_page() -> None:
    survey = GAME.checks.survey(SHIPPED, -1, NEVER_CANCELLED)
    fairness = survey.tables[0]
    assert [row.cells[2] for row in fairness.rows] == ["14", "15", "16", "17", "16", "16", "16", "16"]
    assert {row.cells[5] for row in fairness.rows} == {"0"}
    assert {row.cells[6] for row in fairness.rows} == {"8"}
    assert fairness.note.endswith("14–17")
    assert survey.target == survey.choices[0][0]
    other = GAME.checks.survey(SHIPPED, survey.choices[3][0], NEVER_CANCELLED)
    assert "17 spaces" in other.caption


def test_messages_use_the_right_plural() -> None:
    reported = [problem.message for problem in GAME.checks.check(painted(E4="."))]
    assert reported == ["Letter S: 3 spaces, 4 tiles; one tile fits no space."]
    reported = [problem.message for problem in GAME.checks.check(painted(E4="z"))]
    assert reported[1:] == ["Letter Z: 1 space, 0 tiles; one space can take only a joker."]
    reported = [problem.message for problem in GAME.checks.check(with_tiles(route=9))]
    assert reported == ["Route: 12 spaces, 9 tiles; 3 spaces can take only a joker."]


@pytest.mark.parametrize("count", [2, 3, 5, 6, 8])
def test_seats_are_limited_by_home_harbours(count: int) -> None:
    names = [HEXES.name(cell) for cell, token in enumerate(tokens_of(SHIPPED)) if token == "H"]
    body = homes(*names[:count])
    assert GAME.seats(body) == range(2, min(count, 6) + 1)
    hints = [problem for problem in GAME.checks.check(body) if problem.code == "seats.served"]
    assert [f"serves up to {count} seats" in hint.message for hint in hints] == [True] * (count < 6)
    assert not [problem for problem in GAME.checks.check(body) if problem.severity is Severity.ERROR]


def test_seats_are_limited_by_tiles_for_racks() -> None:
    body = msgspec.structs.replace(SHIPPED, rack=20, tiles={**SHIPPED.tiles, "water": 0})
    assert GAME.seats(body) == range(2, 5)
    (hint,) = [problem for problem in GAME.checks.check(body) if problem.code == "seats.served"]
    assert hint.message == "This map serves up to 4 seats: its 81 tiles fill no more racks of 20."
    assert hint.fix is not None and GAME.seats(mended(hint.fix, Body)) == range(2, 7)
    assert not hint.fix.safe, "mending everything at once leaves a map for few seats as it is"


def test_a_home_harbour_can_be_behind_others() -> None:
    cells = ["#" if token == "H" else token for token in tokens_of(SHIPPED)]
    for name in ("P5", "Q5", "R5"):
        cells[HEXES.cell_named(name)] = "H"
    for name in ("Q4", "Q6", "R4", "R6", "P4", "P6"):
        cells[HEXES.cell_named(name)] = "#"
    body = with_tokens(SHIPPED, cells)
    errors = {problem.code for problem in GAME.checks.check(body) if problem.severity is Severity.ERROR}
    assert not errors
    shut = with_tokens(body, ["#" if cell == HEXES.cell_named("P5") else token for cell, token in enumerate(cells)])
    reported = [problem for problem in GAME.checks.check(shut) if problem.severity is Severity.ERROR]
    assert {problem.code for problem in reported} == {"home.no_way"}


def test_a_map_without_water_has_no_problem_per_harbour() -> None:
    assert {
        problem.code
        for problem in GAME.checks.check(PROVOKED["map.no_water"][0]())
        if problem.severity is Severity.ERROR
    } == {"map.no_water"}


def test_missing_harbours_are_added_on_the_right_coast() -> None:
    body = PROVOKED["home.few"][0]()
    (fix,) = [problem.fix for problem in GAME.checks.check(body) if problem.code == "home.few"]
    new = [cell for cell, token in enumerate(tokens_of(mended(fix, Body))) if token == "H" != tokens_of(body)[cell]]
    assert len(new) == 1 and HEXES.coords(new[0])[0] > HEXES.columns // 2
    body = PROVOKED["america.none"][0]()
    (fix,) = [problem.fix for problem in GAME.checks.check(body) if problem.code == "america.none"]
    after = mended(fix, Body)
    assert tokens_of(after).count("F") == 1
    assert {problem.code for problem in GAME.checks.check(after) if problem.severity is Severity.ERROR} <= {
        "home.no_way"
    }
