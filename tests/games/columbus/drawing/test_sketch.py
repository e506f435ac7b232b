"""Harbour maps in the editor: a change affects only nearby shapes; stamps, their counts, previews."""

from __future__ import annotations

from collections import Counter

import pytest

from studio.core.form import Stamp
from studio.core.picture import Label, Path, Shape
from studio.games.columbus.body import Body, grid, tokens_of
from studio.games.columbus.drawing.sketch import ghost, palette, sketch
from studio.games.columbus.editing import STAMPS, blank, form, set_field, stamp
from tests.shortly import shortly

BODY = blank()
HEXES = grid(BODY)


def still_shapes(body: Body) -> Counter[int]:
    """Return the shapes of the still layers by identity, as the painter compares them."""
    return Counter(id(shape) for layer in sketch(body).layers if layer.is_still for shape in layer.shapes)


def changed_shapes(before: Body, after: Body) -> list[Shape]:
    """Return the shapes that only one of the pictures has, by value."""
    one = Counter(shape for layer in sketch(before).layers for shape in layer.shapes)
    other = Counter(shape for layer in sketch(after).layers for shape in layer.shapes)
    return [*(one - other), *(other - one)]


def farthest(shape: Shape, x: float, y: float) -> float:
    """Return the largest distance of a shape from a point along either axis."""
    if isinstance(shape, Path):
        points = [point[-2:] for outline in shape.outlines for point in outline]
    else:
        half = shape.size / 2
        points = [(shape.x - half, shape.y - half), (shape.x + half, shape.y + half)]
    return max(max(abs(a - x), abs(b - y)) for a, b in points)


@pytest.mark.parametrize("name", shortly(["F3", "B6", "R7", "H5", "A1", "S11", "Q5", "K4", "G7"], 0, 4, 5, 7))
@pytest.mark.parametrize("key", ["land", "water", "island", "route", "america", "letter:X"])
def test_painting_changes_only_nearby_shapes(name: str, key: str) -> None:
    cell = HEXES.cell_named(name)
    after = stamp(BODY, cell, Stamp(key))
    if after is BODY:
        return
    x, y = HEXES.center(cell)
    for shape in changed_shapes(BODY, after):
        assert farthest(shape, x, y) < 3.2, shape


def test_painting_a_home_harbour_renumbers_the_tags() -> None:
    cell = HEXES.cell_named("P1")
    after = stamp(BODY, cell, Stamp("home"))
    x, y = HEXES.center(cell)
    far = [shape for shape in changed_shapes(BODY, after) if farthest(shape, x, y) >= 3.2]
    assert far and all(isinstance(shape, Label) and shape.text.startswith("H") for shape in far)
    tags = [shape.text for layer in sketch(after).layers for shape in layer.shapes if isinstance(shape, Label)]
    assert [tag for tag in tags if tag.startswith("H") and tag[1:].isdigit()] == [
        f"H{number}" for number in range(1, 10)
    ]


def test_unchanged_shapes_stay_the_same_objects() -> None:
    after = stamp(BODY, HEXES.cell_named("H6"), Stamp("land"))
    one, other = still_shapes(BODY), still_shapes(after)
    same = sum((one & other).values())
    assert same > 0.75 * sum(one.values())


def test_the_sketch_has_names_only_when_still() -> None:
    assert sketch(BODY) == sketch(BODY)
    texts = {
        shape.text for layer in sketch(BODY, still=True).layers for shape in layer.shapes if isinstance(shape, Label)
    }
    drawn = {shape.text for layer in sketch(BODY).layers for shape in layer.shapes if isinstance(shape, Label)}
    assert "Palos" in texts and "Palos" not in drawn and "H8" in drawn and "H8" not in texts


def test_every_stamp_can_be_painted_and_has_its_own_picture() -> None:
    groups = palette(BODY)
    assert [group.on for group in groups] == ["cells"] * 4
    items = [item for group in groups for item in group.items]
    assert {item.stamp.key for item in items} == {key for key, _token in STAMPS} | {
        f"letter:{chr(65 + number)}" for number in range(26)
    }
    assert len({item.picture for item in items}) == len(items)
    cell = HEXES.cell_named("K6")
    for item in items:
        assert item.stamp.key == "water" or stamp(BODY, cell, item.stamp) is not BODY
        assert item.tip and item.name
        assert item.letter == item.stamp.key.partition(":")[2]


def test_counts_are_tiles_without_a_space_and_their_fields_can_be_filled_in() -> None:
    items = {item.stamp.key: item for group in palette(BODY) for item in group.items}
    assert (items["route"].remaining, items["route"].field) == (12 - tokens_of(BODY).count("R"), "tiles.route")
    assert (items["america"].remaining, items["america"].field) == (8 - tokens_of(BODY).count("A"), "tiles.harbour")
    assert tokens_of(BODY).count("S") == items["full_sail"].painted < 7
    assert items["full_sail"].remaining == 0  # full sails may lie on plain water too (C3)
    assert (items["letter:S"].remaining, items["letter:S"].field) == (0, "letters.S")
    assert items["letter:X"].field == items["land"].field == items["florida"].field == ""
    keys = {field.key for section in form(BODY, -1) for field in section.fields}
    assert {item.field for item in items.values() if item.field} <= keys
    fewer = set_field(BODY, -1, "letters.S", 1)
    again = {item.stamp.key: item for group in palette(fewer) for item in group.items}
    assert again["letter:S"].remaining == -3


@pytest.mark.parametrize("key", [*(key for key, _token in STAMPS), "letter:Q"])
def test_a_preview_is_on_its_space(key: str) -> None:
    for cell in (0, HEXES.cell_named("K6"), HEXES.count - 1):
        shown = ghost(BODY, cell, Stamp(key))
        assert shown is not None
        x, y = HEXES.center(cell)
        for layer in shown.layers:
            for shape in layer.shapes:
                assert farthest(shape, x, y) < 0.65, shape


def test_there_is_no_preview_off_the_map_or_for_an_unknown_stamp() -> None:
    assert ghost(BODY, HEXES.count, Stamp("land")) is None
    assert ghost(BODY, -1, Stamp("land")) is None
    assert ghost(BODY, 5, Stamp("volcano")) is None
    assert ghost(BODY, 5, Stamp("letter:")) is None
    assert ghost(BODY, 5, Stamp("letter:AB")) is None
