"""The shipped layouts of Entdecker: completable, true to the published totals, what their names say."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from studio.core.cancellation import CancelToken
from studio.documents.paths import shipped_layouts
from studio.games.entdecker.body import Body
from studio.seatiles.body import Laid, contents
from studio.seatiles.checks.completion import complete
from studio.seatiles.facts import Facts, kind_class
from studio.services.loading import load_layout

SHIPPED = shipped_layouts("entdecker")
by_name = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
BODIES = {path.stem: path for path in SHIPPED}


def body_of(path: Path) -> Body:
    body = load_layout(path).body
    assert isinstance(body, Body)
    return body


def test_all_five_are_there() -> None:
    assert list(BODIES) == ["base", "archipelago", "duel", "long_coast", "ring_sea"]


@by_name
def test_a_shipped_layout_can_be_completed(path: Path) -> None:
    assert complete(Facts(body_of(path), from_any_sea=True), CancelToken(60)).filling is not None


def test_the_published_totals_come_out() -> None:
    body = body_of(BODIES["base"])
    assert body.spaces == ("." * 10,) * 7 and not body.edges
    assert {body.border.north, body.border.east, body.border.south, body.border.west} == {"open 0"}
    by_class = {kind_class(kind): kind for kind in body.tiles}
    assert {cls: (kind.hidden, sum(kind.events.values())) for cls, kind in by_class.items()} == {
        1: (10, 4), 2: (15, 7), 3: (20, 5), 4: (9, 1), 5: (11, 3), 6: (0, 0),
    }  # fmt: skip
    assert {cls: kind.sorted for cls, kind in by_class.items()} == {1: 4, 2: 6, 3: 6, 4: 4, 5: 6, 6: 9}
    events: Counter[str] = Counter()
    for kind in body.tiles:
        events.update(kind.events)
    assert events == {"storm": 4, "hostile": 3, "friendly": 3, "pirates": 3, "ruins": 3, "gold": 4}
    assert sum(kind.hidden + kind.sorted for kind in body.tiles) + sum(events.values()) == 120
    assert sum(body.chips.values()) == 20 and set(body.chips) == {"1", "2", "3", "4"}


@by_name
def test_events_lie_on_the_classes_of_the_event_table(path: Path) -> None:
    body = body_of(path)
    for kind in body.tiles:
        for event in kind.events:
            assert kind_class(kind) in body.events[event]  # type: ignore[index]  # an event of the table


def test_each_of_our_own_layouts_is_what_its_name_says() -> None:
    bodies = {name: body_of(path) for name, path in BODIES.items()}
    assert sum(isinstance(one, Laid) for one in contents(bodies["archipelago"])) >= 10
    assert len(bodies["duel"].spaces) == len(bodies["duel"].spaces[0]) == 6
    ring = bodies["ring_sea"]
    assert ring.spaces[3][4:8] == "####" and len(set(ring.edges.values())) == 1
    assert bodies["long_coast"].border.north == "coast" and len(bodies["long_coast"].spaces[0]) == 14
