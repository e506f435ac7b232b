"""The shipped layouts of both games: completable, with the published totals and places."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from studio.core.cancellation import CancelToken
from studio.documents.paths import shipped_layouts
from studio.seatiles.body import Laid, contents
from studio.seatiles.checks.completion import complete
from studio.seatiles.facts import Facts, kind_class
from studio.services.loading import load_layout

LAYOUTS = {
    "entdecker": ("base", "archipelago", "duel", "long_coast", "ring_sea"),
    "neue_entdecker": ("base", "variant_1", "variant_2", "variant_3", "coast", "odd_sea", "tournament"),
}
PUBLISHED = LAYOUTS["neue_entdecker"][:4]
published = pytest.mark.parametrize("name", PUBLISHED)


@cache
def body_of(slug: str, name: str) -> Any:
    return load_layout(next(path for path in shipped_layouts(slug) if path.stem == name)).body


def events_of(body: Any) -> Counter[str]:
    events: Counter[str] = Counter()
    for kind in body.tiles:
        events.update(kind.events)
    return events


@pytest.mark.parametrize("slug", LAYOUTS)
def test_all_layouts_are_there(slug: str) -> None:
    assert {path.stem for path in shipped_layouts(slug)} == set(LAYOUTS[slug])


@pytest.mark.parametrize(("slug", "name"), [(slug, name) for slug, names in LAYOUTS.items() for name in names])
def test_a_shipped_layout_can_be_completed(slug: str, name: str) -> None:
    facts = Facts(body_of(slug, name), from_any_sea=slug == "entdecker")
    assert complete(facts, CancelToken(60)).filling is not None


def test_the_published_totals_of_1996() -> None:
    body = body_of("entdecker", "base")
    assert body.spaces == ("." * 10,) * 7 and not body.edges
    assert {body.border.north, body.border.east, body.border.south, body.border.west} == {"open 0"}
    by_class = {kind_class(kind): kind for kind in body.tiles}
    assert {cls: (kind.hidden, sum(kind.events.values())) for cls, kind in by_class.items()} == {
        1: (10, 4), 2: (15, 7), 3: (20, 5), 4: (9, 1), 5: (11, 3), 6: (0, 0),
    }  # fmt: skip
    assert {cls: kind.sorted for cls, kind in by_class.items()} == {1: 4, 2: 6, 3: 6, 4: 4, 5: 6, 6: 9}
    events = events_of(body)
    assert events == {"storm": 4, "hostile": 3, "friendly": 3, "pirates": 3, "ruins": 3, "gold": 4}
    assert sum(kind.hidden + kind.sorted for kind in body.tiles) + sum(events.values()) == 120
    assert sum(body.chips.values()) == 20 and set(body.chips) == {"1", "2", "3", "4"}


@pytest.mark.parametrize("name", LAYOUTS["entdecker"])
def test_events_lie_on_the_classes_of_the_event_table(name: str) -> None:
    body = body_of("entdecker", name)
    for kind in body.tiles:
        for event in kind.events:
            assert kind_class(kind) in body.events[event]


@published
def test_the_published_totals_of_2001(name: str) -> None:
    body = body_of("neue_entdecker", name)
    assert (len(body.spaces[0]), len(body.spaces)) == (12, 8)
    assert sum(kind.hidden for kind in body.tiles) == 78
    assert events_of(body) == {"gold": 6, "pirates": 5, "natives": 6, "storm": 5}
    assert sum(kind.sorted for kind in body.tiles) == 80
    assert Counter({kind.bonus: kind.sorted for kind in body.tiles if kind.bonus}) == {5: 3, 10: 1}
    assert body.die == (2, 3, 4, 5, 6, "wheel")
    assert (body.border.north, body.border.east, body.border.south, body.border.west) == (
        "open 2", "open 1", "open 0", "open 1",
    )  # fmt: skip
    assert len(body.jungle.paths) == 7 and sum(body.jungle.tokens.values()) == 9


@published
def test_the_published_hidden_and_sorted_tiles_per_class(name: str) -> None:
    kinds = [kind for kind in body_of("neue_entdecker", name).tiles if not kind.bonus]
    assert {kind.shape: (kind.hidden, sum(kind.events.values()), kind.sorted) for kind in kinds} == {
        "....": (12, 5, 20), "a...": (20, 6, 12), "aa..": (22, 6, 11), "a.b.": (9, 2, 8), "aaa.": (15, 3, 12),
        "aaaa": (0, 0, 13),
    }  # fmt: skip


PLACES = {
    "base": ({(3, 2), (10, 2), (6, 4), (7, 4), (6, 5), (3, 7), (10, 7)}, {(3, 5), (10, 4)}, {(7, 2)}),
    "variant_1": ({(6, y) for y in range(1, 5)} | {(7, y) for y in range(5, 9)}, {(3, 4), (3, 5)}, {(10, 4)}),
    "variant_2": (
        {(x, 4) for x in range(1, 7)} | {(x, 5) for x in range(7, 13)}, {(3, 2), (3, 7), (10, 7)}, {(10, 2)}
    ),
    "variant_3": ({(x, y) for x in (4, 9) for y in range(1, 9)}, {(2, 4), (11, 5), (6, 4)}, {(7, 4)}),
}  # fmt: skip


@published
def test_tiles_are_on_the_published_spaces(name: str) -> None:
    body = body_of("neue_entdecker", name)
    found: dict[str, set[tuple[int, int]]] = {}
    for cell, content in enumerate(contents(body)):
        if isinstance(content, Laid):
            found.setdefault(content.tile, set()).add((cell % 12 + 1, cell // 12 + 1))
    sea, five, ten = PLACES[name]
    assert found == {"sea": sea, "waterfall +5": five, "waterfall +10": ten}


def test_the_tournament_map_is_symmetric() -> None:
    body = body_of("neue_entdecker", "tournament")
    assert [row[::-1] for row in reversed(body.spaces)] == list(body.spaces)
    facts = Facts(body)
    last = facts.grid.count - 1
    for cell in range(facts.grid.count):
        for side in range(4):
            assert facts.outer[cell * 4 + side] == facts.outer[(last - cell) * 4 + (side + 2) % 4]


def test_our_layouts_have_the_features_of_their_names() -> None:
    old = {name: body_of("entdecker", name) for name in LAYOUTS["entdecker"]}
    assert sum(isinstance(one, Laid) for one in contents(old["archipelago"])) >= 10
    assert len(old["duel"].spaces) == len(old["duel"].spaces[0]) == 6
    assert old["ring_sea"].spaces[3][4:8] == "####" and len(set(old["ring_sea"].edges.values())) == 1
    assert old["long_coast"].border.north == "coast" and len(old["long_coast"].spaces[0]) == 14
    new = {name: body_of("neue_entdecker", name) for name in LAYOUTS["neue_entdecker"]}
    assert any("#" in row for row in new["odd_sea"].spaces)
    assert {"ab..", "aab."} <= {kind.shape for kind in new["odd_sea"].tiles}
    assert "shore" in new["odd_sea"].edges.values()
    assert new["coast"].border.north == "coast" and "open 2" in new["coast"].edges.values()
