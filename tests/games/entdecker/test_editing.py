"""What the inspector and the palette of this game do to a layout; stamping itself is tested with any sea."""

from __future__ import annotations

import pytest

from studio.core.form import Stamp
from studio.games.entdecker import GAME
from studio.games.entdecker.body import Body

BLANK: Body = GAME.editing.blank()

SET = [
    ("piles", 4, "piles", 4),
    ("spinner", "5 1 3", "spinner", (1, 3, 5)),
    ("chips", "2 × 3, 4 × 1", "chips", {"1": 4, "3": 2}),
    ("ruins", 7, "ruins", 7),
    ("personal", "3 1 1", "personal", (1, 1, 3)),
    ("personal", "", "personal", ()),
    ("gold.start", 6, "gold.start", 6),
    ("gold.cap", 20, "gold.cap", 20),
    ("gold.find", 1, "gold.find", 1),
    ("units.fort.cost", 4, "units.fort.cost", 4),
    ("units.settlement.count", 2, "units.settlement.count", 2),
    ("border.north", "coast", "border.north", "coast"),
]


@pytest.mark.parametrize(("key", "value", "way", "expected"), SET)
def test_a_field_changes_what_it_names_and_nothing_else(key: str, value: str | int, way: str, expected: object) -> None:
    after = GAME.editing.set_field(BLANK, -1, key, value)
    part: object = after
    for step in way.split("."):
        part = getattr(part, step)
    assert part == expected and after != BLANK
    shown = {field.key: field.value for section in GAME.editing.form(BLANK, -1) for field in section.fields}
    assert GAME.editing.set_field(after, -1, key, shown[key]) == BLANK
    assert GAME.editing.set_field(BLANK, -1, key, shown[key]) is BLANK
    assert GAME.body.parse(GAME.body.to_plain(after)) == after


def test_events_of_a_kind_and_of_the_table() -> None:
    after = GAME.editing.set_field(BLANK, -1, "event ruins:strait", 2)
    assert next(kind for kind in after.tiles if kind.name == "strait").events == {"friendly": 1, "ruins": 2}
    assert "event.class" in {problem.code for problem in GAME.checks.check(after)}
    allowed = GAME.editing.set_field(after, -1, "events.ruins", "5 4 3 2")
    assert allowed.events["ruins"] == (2, 3, 4, 5)
    assert "event.class" not in {problem.code for problem in GAME.checks.check(allowed)}


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("spinner", "", "up to 12 faces"),
        ("spinner", "2 wheel", "up to 12 faces"),
        ("spinner", "1 " * 13, "up to 12 faces"),
        ("chips", "five of each", "how many of which value"),
        ("chips", ", ".join(f"1 × {value}" for value in range(1, 14)), "at most 12 sorts"),
        ("chips", "100 × 2", "99 of each"),
        ("events.storm", "7", "numbers from 1 to 6"),
        ("personal", "1 2 3 4 5 6 6", "up to 6 numbers"),
        ("gold.cap", -1, "from 0 to 99"),
        ("piles", 0, "from 1 to 12"),
        ("bonus:sea", 3, "no field"),
        ("note.tiles", 3, "no field"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_a_sentence(key: str, value: str | int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        GAME.editing.set_field(BLANK, -1, key, value)


def test_every_field_of_the_form_can_be_set_or_is_a_note() -> None:
    for section in GAME.editing.form(BLANK, -1):
        for field in section.fields:
            if field.kind == "note":
                continue
            if field.kind == "text" and field.key.startswith(("name:", "new")):
                assert GAME.editing.set_field(BLANK, -1, field.key, "another") != BLANK
            elif field.kind == "int":
                assert GAME.editing.set_field(BLANK, -1, field.key, int(field.value) + 1) != BLANK
            elif field.kind == "choice":
                other = next(value for value, _words in field.choices if value != field.value)
                assert GAME.editing.set_field(BLANK, -1, field.key, other) != BLANK


def test_the_palette_counts_the_reserve_and_knows_no_waterfalls() -> None:
    groups = GAME.sketch.palette(GAME.editing.stamp(BLANK, 0, Stamp("tile:sea")))
    assert [group.title for group in groups] == ["Tiles", "Spaces", "Edges"]
    assert {item.stamp.key: item.remaining for item in groups[0].items} == {
        "tile:sea": 3, "tile:cape": 6, "tile:bend": 6, "tile:strait": 4, "tile:cove": 6, "tile:inland": 9,
    }  # fmt: skip
    assert {target.cell for target in GAME.sketch.sketch(BLANK).targets} >= set(range(70))
