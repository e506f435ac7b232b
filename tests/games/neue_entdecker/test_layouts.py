"""The shipped layouts of Die Neuen Entdecker: completable, true to the published totals and places."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from studio.core.cancellation import CancelToken
from studio.documents.paths import shipped_layouts
from studio.games.neue_entdecker.body import Body
from studio.seatiles.body import Laid, contents
from studio.seatiles.checks.completion import complete
from studio.seatiles.facts import Facts
from studio.services.loading import load_layout

SHIPPED = shipped_layouts("neue_entdecker")
PUBLISHED = ("base", "variant_1", "variant_2", "variant_3")

by_name = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
published = pytest.mark.parametrize("path", [p for p in SHIPPED if p.stem in PUBLISHED], ids=lambda path: path.stem)


def body_of(path: Path) -> Body:
    body = load_layout(path).body
    assert isinstance(body, Body)
    return body


def test_all_seven_are_there() -> None:
    assert {path.stem for path in SHIPPED} == {*PUBLISHED, "odd_sea", "coast", "tournament"}


@by_name
def test_a_shipped_layout_can_be_completed(path: Path) -> None:
    answer = complete(Facts(body_of(path)), CancelToken(60))
    assert answer.filling is not None


@published
def test_the_published_totals_come_out(path: Path) -> None:
    body = body_of(path)
    assert (len(body.spaces[0]), len(body.spaces)) == (12, 8)
    assert sum(kind.hidden for kind in body.tiles) == 78
    events: Counter[str] = Counter()
    for kind in body.tiles:
        events.update(kind.events)
    assert events == {"gold": 6, "pirates": 5, "natives": 6, "storm": 5}
    assert sum(kind.sorted for kind in body.tiles) == 80
    assert Counter({kind.bonus: kind.sorted for kind in body.tiles if kind.bonus}) == {5: 3, 10: 1}
    assert body.die == (2, 3, 4, 5, 6, "wheel")
    assert (body.border.north, body.border.east, body.border.south, body.border.west) == (
        "open 2", "open 1", "open 0", "open 1",
    )  # fmt: skip
    assert len(body.jungle.paths) == 7 and sum(body.jungle.tokens.values()) == 9


@published
def test_the_published_hidden_and_sorted_tiles_per_class(path: Path) -> None:
    plain = {kind.shape: kind.hidden for kind in body_of(path).tiles if not kind.bonus}
    marked = {kind.shape: sum(kind.events.values()) for kind in body_of(path).tiles if not kind.bonus}
    ready = {kind.shape: kind.sorted for kind in body_of(path).tiles if not kind.bonus}
    assert plain == {"....": 12, "a...": 20, "aa..": 22, "a.b.": 9, "aaa.": 15, "aaaa": 0}
    assert marked == {"....": 5, "a...": 6, "aa..": 6, "a.b.": 2, "aaa.": 3, "aaaa": 0}
    assert ready == {"....": 20, "a...": 12, "aa..": 11, "a.b.": 8, "aaa.": 12, "aaaa": 13}


PLACES = {
    "base": ({(3, 2), (10, 2), (6, 4), (7, 4), (6, 5), (3, 7), (10, 7)}, {(3, 5), (10, 4)}, {(7, 2)}),
    "variant_1": (
        {(6, y) for y in range(1, 5)} | {(7, y) for y in range(5, 9)},
        {(3, 4), (3, 5)},
        {(10, 4)},
    ),
    "variant_2": (
        {(x, 4) for x in range(1, 7)} | {(x, 5) for x in range(7, 13)},
        {(3, 2), (3, 7), (10, 7)},
        {(10, 2)},
    ),
    "variant_3": (
        {(x, y) for x in (4, 9) for y in range(1, 9)},
        {(2, 4), (11, 5), (6, 4)},
        {(7, 4)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PUBLISHED)
def test_tiles_lie_where_the_rules_put_them(name: str) -> None:
    body = body_of(next(path for path in SHIPPED if path.stem == name))
    found: dict[str, set[tuple[int, int]]] = {}
    for cell, content in enumerate(contents(body)):
        if isinstance(content, Laid):
            found.setdefault(content.tile, set()).add((cell % 12 + 1, cell // 12 + 1))
    sea, five, ten = PLACES[name]
    assert found == {"sea": sea, "waterfall +5": five, "waterfall +10": ten}


def test_the_tournament_map_is_the_same_from_both_sides() -> None:
    body = body_of(next(path for path in SHIPPED if path.stem == "tournament"))
    assert [row[::-1] for row in reversed(body.spaces)] == list(body.spaces)
    facts = Facts(body)
    last = facts.grid.count - 1
    for cell in range(facts.grid.count):
        for side in range(4):
            assert facts.outer[cell * 4 + side] == facts.outer[(last - cell) * 4 + (side + 2) % 4]


def test_our_own_layouts_show_what_the_format_can_do() -> None:
    bodies = {path.stem: body_of(path) for path in SHIPPED}
    assert any("#" in row for row in bodies["odd_sea"].spaces)
    assert {"ab..", "aab."} <= {kind.shape for kind in bodies["odd_sea"].tiles}
    assert "shore" in bodies["odd_sea"].edges.values()
    assert bodies["coast"].border.north == "coast" and "open 2" in bodies["coast"].edges.values()
