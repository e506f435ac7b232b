"""Another size: the coasts stay at the edges, the sea between them grows and shrinks, and there is a way back."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from studio.core.problems import Severity
from studio.documents.paths import shipped_layouts
from studio.games.columbus import GAME
from studio.games.columbus.body import Body
from studio.services.loading import load_layout

MAPS = [GAME.body.parse(load_layout(path).layout.body) for path in shipped_layouts("columbus")]


def _map(*rows: str) -> Body:
    return GAME.body.parse({"spaces": list(rows)})


def _rows(body: Body) -> list[str]:
    return list(GAME.body.to_plain(body)["spaces"])


SMALL = _map(
    "# A . R . H #",
    " A . o . I H #",
    "# . . W . . .",
    " # # # # # # #",
)


@pytest.mark.parametrize(
    ("change", "rows"),
    [
        ((2, 0, 0, 0), ("# A . . . R . H #", " A . . . o . I H #", "# . . . . W . . .", " # # # # # # # # #")),
        ((0, 0, 2, 0), ("# A . R . . . H #", " A . o . I . . H #", "# . . W . . . . .", " # # # # # # # # #")),
        ((0, 0, -1, 0), ("# A . R H #", " A . o . H #", "# . . W . .", " # # # # # #")),
        ((-1, 0, 0, 0), ("# A R . H #", " A o . I H #", "# . W . . .", " # # # # # #")),
        (
            (0, 1, 0, 0),
            (" # # . . . # #", "# A . R . H #", " A . o . I H #", "# . . W . . .", " # # # # # # #"),
        ),
        (
            (0, 0, 0, 1),
            ("# A . R . H #", " A . o . I H #", "# . . W . . .", " # . . . . . .", "# # # # # # #"),
        ),
        ((0, 0, 0, -1), ("# A . R . H #", " A . o . I H #", "# # # # # # #")),
    ],
)
def test_coasts_stay_at_the_edges(change: tuple[int, int, int, int], rows: tuple[str, ...]) -> None:
    assert _rows(GAME.editing.resize(SMALL, *change)) == list(rows)


GROWTH = st.integers(0, 3)


@given(st.sampled_from(MAPS), GROWTH, GROWTH, GROWTH, GROWTH)
def test_a_grown_map_keeps_its_harbours_and_its_sea_and_there_is_a_way_back(
    body: Body, left: int, top: int, right: int, bottom: int
) -> None:
    grown = GAME.editing.resize(body, left, top, right, bottom)
    assert GAME.editing.resize(grown, -left, -top, -right, -bottom) == body

    def tokens(one: Body) -> Counter[str]:
        return Counter(token for row in _rows(one) for token in row.split())

    before, after = tokens(body), tokens(grown)
    assert {token: count for token, count in after.items() if token not in "#."} == {
        token: count for token, count in before.items() if token not in "#."
    }
    assert not [problem for problem in GAME.checks.check(grown) if problem.severity is Severity.ERROR]
    for row in _rows(grown):
        line = row.split()
        for place, token in enumerate(line):
            if token == "H":
                assert set(line[place:]) <= set("#HAF") or set(line[: place + 1]) <= set("#HAF"), "none out at sea"


@given(st.sampled_from(MAPS), st.integers(0, 12), st.integers(0, 12))
def test_a_narrowed_map_keeps_its_harbours_as_long_as_there_is_land_behind_them(
    body: Body, left: int, right: int
) -> None:
    grid = GAME.body.grid(body)
    if grid.columns - left - right < 5:
        return
    narrowed = GAME.editing.resize(body, -left, 0, -right, 0)
    homes = [sum(row.count("H") for row in _rows(one)) for one in (body, narrowed)]
    assert GAME.body.grid(narrowed).columns == grid.columns - left - right
    if grid.columns - left - right >= 9:
        assert homes[0] == homes[1]


def test_rows_keep_their_half_step() -> None:
    for top in (-2, -1, 1, 2):
        body = MAPS[0]
        old, new = GAME.body.grid(body), GAME.body.grid(GAME.editing.resize(body, 0, top, 0, 0))
        rows = [row for row in range(old.rows) if 0 <= row + top < new.rows]
        assert all(_shift(old, row) == _shift(new, row + top) for row in rows)


def _shift(grid: object, row: int) -> float:
    from studio.core.grid import HexGrid

    assert isinstance(grid, HexGrid)
    return grid.center(grid.cell(0, row))[0]
