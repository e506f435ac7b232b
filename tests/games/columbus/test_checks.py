"""The checks of harbour maps (C16): problems, fixes, sea paths and minimum cuts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import msgspec
import networkx as nx
import pytest

from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.problems import Problem, Severity
from studio.core.rng import Rng
from studio.documents.paths import layouts_dir
from studio.games.columbus import GAME
from studio.games.columbus.body import SYMBOLS, Body, grid, parse, tokens_of, with_tokens
from studio.games.columbus.checks import sailing
from studio.games.columbus.checks.sailing import (
    FAR,
    america_distances,
    closing_wrecks,
    cut_spaces,
    disjoint_routes,
    fewest_turns,
    home_distances,
    sea_of,
    shortest_path,
    stops_along,
)
from tests.helpers import body_after
from tests.short_run import mark_long

SHIPPED: Body = parse(
    json.loads((layouts_dir() / "columbus" / "sargasso_sea.json").read_text(encoding="utf-8"))["body"]
)
HEXES = grid(SHIPPED)


def painted(body: Body = SHIPPED, **tokens: str) -> Body:
    cells = list(tokens_of(body))
    for name, token in tokens.items():
        cells[HEXES.cell_named(name)] = token
    return with_tokens(body, cells)


def everywhere(old: str, new: str) -> Body:
    """Return the shipped map with another token in all spaces of these kinds."""
    return with_tokens(SHIPPED, [new if token in old else token for token in tokens_of(SHIPPED)])


def with_tiles(**tiles: int) -> Body:
    return msgspec.structs.replace(SHIPPED, tiles={**SHIPPED.tiles, **tiles})


def homes(*names: str) -> Body:
    return painted(everywhere("H", "#"), **dict.fromkeys(names, "H"))


def wall(gap: int = -1) -> Body:
    """Return the map with a wall of land between all home harbours and America, open in one row."""
    rows = [row for row in range(HEXES.rows) if row != gap]
    return painted(SHIPPED, **{HEXES.name(HEXES.cell(9, row)): "#" for row in rows})


@cache
def problems_of(body: Body) -> Sequence[Problem]:
    return (*GAME.checks.check(body), *GAME.checks.verify(body, CancelToken(5)))


FEW = dict.fromkeys(("water", "cyclone", "becalmed", "joker", "route", "full_sail", "wreck", "whale"), 0)
"""With these counts the shipped set has thirty tiles."""
NO_WATER = everywhere("".join({*tokens_of(SHIPPED)} - {"H", "A"}), "#")
ONE_OF_EACH = {**dict.fromkeys(SHIPPED.tiles, 1), "wreck": 90}
PROVOKED: dict[str, tuple[Body, Severity]] = {
    "map.no_water": (NO_WATER, Severity.ERROR),
    "letter.two": (painted(E4="sa"), Severity.ERROR),
    "home.few": (homes("Q1"), Severity.ERROR),
    "seats.served": (painted(Q1="#", Q2="#", R3="#"), Severity.INFO),
    "america.none": (everywhere("AF", "#"), Severity.ERROR),
    "harbour.inland": (painted(S11="H"), Severity.ERROR),
    "home.no_way": (wall(), Severity.ERROR),
    "home.unfair": (painted(K6="H"), Severity.WARNING),
    "water.isolated": (painted(A11="."), Severity.WARNING),
    "route.broken": (painted(J8="."), Severity.WARNING),
    "home.single": (wall(4), Severity.WARNING),
    "home.sealed": (with_tiles(wreck=8), Severity.WARNING),
    "tile.negative": (with_tiles(water=-1), Severity.ERROR),
    "tile.no_space": (everywhere("W", "."), Severity.WARNING),
    "tile.over": (with_tiles(island=14), Severity.WARNING),
    "space.over": (msgspec.structs.replace(SHIPPED, letters={**SHIPPED.letters, "S": 3}), Severity.WARNING),
    "tile.few_for_racks": (msgspec.structs.replace(with_tiles(**FEW), rack=20), Severity.ERROR),
    "tile.few_for_voyage": (msgspec.structs.replace(SHIPPED, tiles=ONE_OF_EACH, letters={}), Severity.ERROR),
}


def test_the_shipped_map_has_no_problems() -> None:
    assert not problems_of(SHIPPED)


@pytest.mark.parametrize("code", PROVOKED)
def test_each_problem_is_reported_and_removed_by_its_fix(code: str) -> None:
    body, severity = PROVOKED[code]
    reported = [problem for problem in problems_of(body) if problem.code == code]
    assert reported
    assert any(problem.fix for problem in reported) is (code not in ("map.no_water", "home.unfair", "home.sealed"))
    keys = {field.key for section in GAME.editing.form(body, -1) for field in section.fields}
    for problem in reported:
        assert problem.severity is severity
        assert problem.message.endswith(".") and "{" not in problem.message
        assert problem.cells or problem.field or code in ("map.no_water", "america.none", "home.few")
        assert not problem.field or problem.field in keys
        if problem.fix is not None:
            after: Any = problem.fix.body
            assert after != body
            assert parse(GAME.body.to_plain(after)) == after
            assert problem not in (problems_of(after) if code == "home.single" else GAME.checks.check(after)), problem


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
    assert [f"supports up to {count} seats" in hint.message for hint in hints] == [True] * (count < 6)
    assert not [problem for problem in GAME.checks.check(body) if problem.severity is Severity.ERROR]


def test_seats_are_limited_by_tiles_for_racks() -> None:
    body = msgspec.structs.replace(SHIPPED, rack=20, tiles={**SHIPPED.tiles, "water": 0})
    assert GAME.seats(body) == range(2, 5)
    (hint,) = [problem for problem in GAME.checks.check(body) if problem.code == "seats.served"]
    assert hint.message == "This map supports up to 4 seats. Its 81 tiles cannot fill more racks of 20 tiles."
    assert hint.fix is not None and GAME.seats(body_after(hint.fix, Body)) == range(2, 7)
    assert not hint.fix.safe, "fixing everything at once leaves a map for few seats as it is"


def test_a_home_harbour_can_be_behind_others() -> None:
    land = dict.fromkeys(("Q4", "Q6", "R4", "R6", "P4", "P6"), "#")
    body = painted(homes("P5", "Q5", "R5"), **land)

    def errors(body: Body) -> set[str]:
        return {problem.code for problem in GAME.checks.check(body) if problem.severity is Severity.ERROR}

    assert errors(body) == set()
    assert errors(painted(body, P5="#")) == {"home.no_way"}


def test_a_map_without_water_has_no_problem_per_harbour() -> None:
    assert {problem.code for problem in GAME.checks.check(NO_WATER) if problem.severity is Severity.ERROR} == {
        "map.no_water"
    }


def test_missing_harbours_are_added_on_the_right_coast() -> None:
    body = PROVOKED["home.few"][0]
    (fix,) = [problem.fix for problem in GAME.checks.check(body) if problem.code == "home.few"]
    new = [cell for cell, token in enumerate(tokens_of(body_after(fix, Body))) if token == "H" != tokens_of(body)[cell]]
    assert len(new) == 1 and HEXES.coords(new[0])[0] > HEXES.columns // 2
    body = PROVOKED["america.none"][0]
    (fix,) = [problem.fix for problem in GAME.checks.check(body) if problem.code == "america.none"]
    after = body_after(fix, Body)
    assert tokens_of(after).count("F") == 1
    assert {problem.code for problem in GAME.checks.check(after) if problem.severity is Severity.ERROR} <= {
        "home.no_way"
    }


def random_map(seed: int, columns: int = 6, rows: int = 5) -> Body:
    """Return a small map with all kinds of space; some have no path, some no harbours."""
    rng = Rng(seed)
    pool = "........" + "#" * (2 + seed % 6) + "RIWSBxHA" + ("F" if seed % 3 else ".")
    lines = [
        " " * (row % 2) + " ".join(pool[rng.below(len(pool))] for _column in range(columns)) for row in range(rows)
    ]
    return parse({"spaces": lines})


MAPS = [random_map(seed) for seed in range(60)]


def homes_of(body: Body) -> list[int]:
    return [cell for cell, token in enumerate(tokens_of(body)) if token == "H"]


@cache
def neighbours(body: Body, cell: int) -> list[int]:
    hexes = grid(body)
    x, y = hexes.center(cell)
    near = []
    for other in range(hexes.count):
        u, v = hexes.center(other)
        if other != cell and (x - u) ** 2 + (y - v) ** 2 < 1.1:
            near.append(other)
    return near


def voyages(body: Body, home: int, lost: frozenset[int] = frozenset()) -> nx.DiGraph[int]:
    """Return the graph of where ships may sail from a harbour: not over land, and no further from an American
    harbour."""
    tokens = tokens_of(body)
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_node(home)
    for cell, token in enumerate(tokens):
        if token in "#AF" or cell in lost:
            continue
        graph.add_edges_from((cell, other) for other in neighbours(body, cell) if tokens[other] != "#")
    graph.remove_nodes_from(lost)
    return graph


def away(body: Body, graph: nx.DiGraph[int]) -> list[int]:
    return [cell for cell, token in enumerate(tokens_of(body)) if token in "AF" and cell in graph]


def is_open(body: Body, home: int, lost: frozenset[int] = frozenset()) -> bool:
    graph = voyages(body, home, lost)
    return not nx.descendants(graph, home).isdisjoint(away(body, graph))


@pytest.mark.parametrize("body", MAPS, ids=range(len(MAPS)))
def test_distances_are_shortest_paths(body: Body) -> None:
    field = america_distances(body)
    for home in homes_of(body):
        lengths = nx.single_source_shortest_path_length(voyages(body, home), home)
        assert [FAR if space > 1000 else space for space in home_distances(body, home)] == [
            lengths.get(cell, FAR) for cell in range(grid(body).count)
        ]
        best = min((lengths[end] for end in away(body, voyages(body, home)) if end in lengths), default=FAR)
        assert field[home] == best
        path = shortest_path(body, home)
        assert len(path) == (0 if best == FAR else best + 1)
        assert all(other in neighbours(body, cell) for cell, other in pairwise(path))


@pytest.mark.parametrize("body", mark_long(MAPS, *range(0, len(MAPS), 3)), ids=range(len(MAPS)))
def test_cuts_are_minimal(body: Body) -> None:
    tokens = tokens_of(body)
    sea = [cell for cell, token in enumerate(tokens) if token not in "#HAF"]
    for home in homes_of(body):
        cut = closing_wrecks(body, home)
        single = [cell for cell in sea if not is_open(body, home, frozenset([cell]))]
        if not is_open(body, home):
            assert cut == []
            continue
        assert cut_spaces(body, home) == single
        if cut is None:  # a harbour that no loss of sea spaces closes
            assert is_open(body, home, frozenset(sea))
            continue
        assert set(cut) <= set(sea)
        assert not is_open(body, home, frozenset(cut))
        paths = disjoint_routes(body, home)
        assert len(paths) == len(cut)
        assert all(path[0] == home and tokens[path[-1]] in "AF" for path in paths)
        inner = [cell for path in paths for cell in path if cell in sea]
        assert len(inner) == len(set(inner))
        for fewer in combinations(sea, min(2, len(cut) - 1)):
            assert is_open(body, home, frozenset(fewer))
        assert (len(cut) == 1) == bool(single)


@pytest.mark.parametrize("body", MAPS[:30], ids=range(30))
@pytest.mark.parametrize("at_best", [True, False])
def test_fewest_turns_equal_a_plain_search(body: Body, at_best: bool) -> None:
    tokens = tokens_of(body)
    pace = {".": 4 if at_best else 2, "S": 4, "B": 2 if at_best else 1}

    def turn(cell: int) -> set[int]:
        reached, edge = {cell}, {cell}
        for _space in range(pace.get(tokens[cell], 3)):
            edge = {
                other
                for one in edge
                if one == cell or (tokens[one] not in "AF" and (at_best or tokens[one] != "B"))
                for other in neighbours(body, one)
                if tokens[other] != "#"
            }
            reached |= edge
        return reached

    for home in homes_of(body):
        there, turns = {home}, 0
        while turns < 40 and not any(tokens[cell] in "AF" for cell in there):
            there = {other for cell in there for other in turn(cell)}
            turns += 1
        stops = fewest_turns(body, home, at_best)
        assert len(stops) == (turns if turns < 40 else 0)


@pytest.mark.parametrize("at_best", [True, False])
def test_spaces_are_expanded_once_per_remaining_step(monkeypatch: pytest.MonkeyPatch, at_best: bool) -> None:
    body = parse({"spaces": [" " * (row % 2) + " ".join("A" + "." * 28 + "H") for row in range(20)]})
    looked: Counter[int] = Counter()

    class Watched(tuple[tuple[int, ...], ...]):
        def __getitem__(self, cell: object) -> tuple[int, ...]:  # type: ignore[override]  # single cells only
            assert isinstance(cell, int)
            looked[cell] += 1
            return super().__getitem__(cell)

    sea = sea_of(body)
    monkeypatch.setattr(sailing, "sea_of", lambda _body: replace(sea, neighbors=Watched(sea.neighbors)))
    assert fewest_turns(body, homes_of(body)[0], at_best)
    assert max(looked.values()) <= (4 if at_best else 3), "the most steps that a ship has left anywhere"


def test_the_figures_of_the_rules_page() -> None:
    body = parse(json.loads((layouts_dir() / "columbus" / "sargasso_sea.json").read_text(encoding="utf-8"))["body"])
    homes = homes_of(body)
    assert [america_distances(body)[home] for home in homes] == [14, 15, 16, 17, 16, 16, 16, 16]
    assert all(cut_spaces(body, home) == [] for home in homes)
    assert [len(closing_wrecks(body, home) or []) for home in homes] == [8] * 8
    for home in homes:
        path = shortest_path(body, home)
        assert stops_along(body, path)[-1] == path[-1]
        assert len(stops_along(body, path)) >= len(fewest_turns(body, home, at_best=True))
