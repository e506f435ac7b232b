"""What the inspector and the palette of this game do to a layout; stamping itself is tested with any sea."""

from __future__ import annotations

import pytest

from studio.core.form import Stamp
from studio.core.picture import edge_target
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


def test_tiles_spaces_and_edges_are_stamped_and_erased() -> None:
    body = GAME.editing.stamp(BLANK, 33, Stamp("tile:bend", 2))
    assert body.spaces[3][3] == "┐" and GAME.editing.pick(body, 33) == Stamp("tile:bend", 2)
    assert GAME.editing.stamp(body, 33, GAME.editing.eraser(body, 33)) == BLANK
    edge = edge_target(4, 0)
    coast = GAME.editing.stamp(BLANK, edge, Stamp("edge:coast"))
    assert coast.edges == {"E1 north": "coast"}
    assert GAME.editing.form(coast, edge)[0].fields[0].value == "coast"
    assert GAME.editing.set_field(coast, edge, "edge", "open 0") == BLANK
    assert GAME.editing.set_field(body, 33, "turn", "0").spaces[3][3] == "└"


def test_a_board_grows_and_shrinks() -> None:
    after = GAME.editing.resize(BLANK, 1, 0, 1, 2)
    assert (len(after.spaces[0]), len(after.spaces)) == (12, 9)
    assert GAME.editing.resize(after, -1, 0, -1, -2) == BLANK
    with pytest.raises(ValueError, match="2 × 2 to 24 × 24"):
        GAME.editing.resize(BLANK, 0, 0, 15, 0)


def test_the_palette_counts_the_reserve_and_knows_no_waterfalls() -> None:
    groups = GAME.sketch.palette(GAME.editing.stamp(BLANK, 0, Stamp("tile:sea")))
    assert [group.title for group in groups] == ["Tiles", "Spaces", "Edges"]
    assert {item.stamp.key: item.remaining for item in groups[0].items} == {
        "tile:sea": 3, "tile:cape": 6, "tile:bend": 6, "tile:strait": 4, "tile:cove": 6, "tile:inland": 9,
    }  # fmt: skip
    assert {target.cell for target in GAME.sketch.sketch(BLANK).targets} >= set(range(70))
