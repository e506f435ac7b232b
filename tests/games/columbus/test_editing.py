"""Editing a harbour map: stamps, form fields, resizing, the sketch and the piece editor."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import example, given, strategies as st

from studio.core.form import Field, Stamp
from studio.core.picture import Label, Path, Shape, edge_target
from studio.core.pieces import Place
from studio.core.problems import Severity
from studio.documents.paths import shipped_layouts
from studio.games.columbus import GAME
from studio.games.columbus.body import GROUNDS, MAX_HOMEMADE, Body, HomeMadeData, grid, parse, tokens_of
from studio.games.columbus.drawing.sketch import ghost, palette, sketch
from studio.games.columbus.editing import NEW, NEW_LETTER, STAMPS, blank, form, pick, resize, set_field, stamp
from studio.services.loading import load_layout
from tests.contract import test_piece_editor as contract
from tests.contract.cases import is_sentence
from tests.games.columbus.test_checks import SHIPPED
from tests.games.columbus.test_homemade import BODY as HOMEMADE, CURRENT, REEF, with_kinds
from tests.short_run import mark_long

KEYS = [key for key, _token in STAMPS] + ["letter:A", "letter:Q"]


def field(of: Body, target: int, key: str) -> Field:
    return next(field for section in form(of, target) for field in section.fields if field.key == key)


BODY = blank()
HEXES = grid(BODY)


@pytest.mark.parametrize("key", KEYS)
def test_a_painted_stamp_can_be_picked(key: str) -> None:
    for cell in (0, 5, 60):
        after = stamp(BODY, cell, Stamp(key))
        assert pick(after, cell) == Stamp(key)
        assert stamp(after, cell, Stamp(key)) is after
        others = [other for other in range(grid(after).count) if other != cell]
        assert [tokens_of(after)[other] for other in others] == [tokens_of(BODY)[other] for other in others]
        assert parse(GAME.body.to_plain(after)) == after


@pytest.mark.parametrize(
    ("cell", "key"),
    [*((5, key) for key in ("kraken", "letter:", "letter:AB", "letter:É", "")), (-1, "land"), (HEXES.count, "land")],
)
def test_invalid_stamps_and_targets_change_nothing_and_have_no_preview(cell: int, key: str) -> None:
    assert stamp(BODY, cell, Stamp(key)) is BODY
    assert ghost(BODY, cell, Stamp(key)) is None


def test_the_eraser_and_picking_an_edge_give_water() -> None:
    assert pick(BODY, edge_target(5, 2)) == GAME.editing.eraser(BODY, 0) == Stamp("water")


def test_a_mirror_exchanges_the_coasts() -> None:
    assert GAME.editing.mirror_stamp(BODY, Stamp("home"), True) == Stamp("america")
    assert GAME.editing.mirror_stamp(BODY, Stamp("america"), True) == Stamp("home")
    assert GAME.editing.mirror_stamp(BODY, Stamp("home"), False) == Stamp("home")
    assert GAME.editing.rotate_stamp(BODY, Stamp("island"), 2) == Stamp("island")


@pytest.mark.parametrize("by", [(-17, 0, 0, 0), (0, -9, 0, 0), (0, 0, 22, 0), (0, 0, 0, 20)])
def test_a_size_beyond_the_limits_is_rejected(by: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="3 × 3 to 40 × 30"):
        resize(BODY, *by)


def test_counts_of_tiles_can_be_set() -> None:
    for key, number in (("tiles.water", 60), ("letters.S", 2), ("rack", 12)):
        after = set_field(BODY, -1, key, number)
        assert field(after, -1, key).value == number
        assert set_field(after, -1, key, number) is after
    assert "S" not in set_field(BODY, -1, "letters.S", 0).letters


@pytest.mark.parametrize(
    ("target", "key", "value"),
    [
        (-1, "tiles.water", 1000),
        (-1, "tiles.water", -1),
        (-1, "tiles.kraken", 1),
        (-1, "rack", "ten"),
        (-1, "note.size", "9"),
        (0, "space", "kraken"),
        (61, "letter", "AB"),
        (61, "letter", ""),
    ],
)
def test_invalid_values_are_rejected_with_a_sentence(target: int, key: str, value: str | int) -> None:
    start = stamp(BODY, 61, Stamp("letter:A"))
    with pytest.raises(ValueError, match=r"\.$"):
        set_field(start, target, key, value)


def test_a_button_matches_the_picture_tiles_to_the_map() -> None:
    assert field(BODY, -1, "match").value is False
    changed = stamp(stamp(BODY, 30, Stamp("whale")), 29, Stamp("letter:Z"))
    assert field(changed, -1, "match").value is True
    after = set_field(changed, -1, "match", True)
    assert after.tiles["whale"] == BODY.tiles["whale"] + 1
    assert after.letters["Z"] == 1
    assert not [problem for problem in GAME.checks.check(after) if problem.code in ("space.over", "tile.over")]
    assert set_field(after, -1, "match", True) is after


def test_a_button_restores_the_standard_set() -> None:
    changed = set_field(set_field(BODY, -1, "tiles.joker", 9), -1, "letters.S", 0)
    assert set_field(changed, -1, "standard", True) == BODY
    assert field(BODY, -1, "standard").value is False


def test_a_space_can_be_chosen_in_the_inspector() -> None:
    after = set_field(BODY, 60, "space", "letter")
    assert field(after, 60, "letter").value == "A"
    after = set_field(after, 60, "letter", "q")
    assert pick(after, 60) == Stamp("letter:Q")
    assert pick(set_field(after, 60, "space", "land"), 60) == Stamp("land")


# Resizing.


MAPS = [GAME.body.parse(load_layout(path).layout.body) for path in shipped_layouts("columbus")]


def _map(*rows: str) -> Body:
    return GAME.body.parse({"spaces": list(rows)})


SMALL = _map("# A . R . H #", " A . o . I H #", "# . . W . . .", " # # # # # # #")


@pytest.mark.parametrize(
    ("change", "rows"),
    [
        ((2, 0, 0, 0), ("# A . . . R . H #", " A . . . o . I H #", "# . . . . W . . .", " # # # # # # # # #")),
        ((0, 0, 2, 0), ("# A . R . . . H #", " A . o . I . . H #", "# . . W . . . . .", " # # # # # # # # #")),
        ((0, 0, -1, 0), ("# A . R H #", " A . o . H #", "# . . W . .", " # # # # # #")),
        ((-1, 0, 0, 0), ("# A R . H #", " A o . I H #", "# . W . . .", " # # # # # #")),
        ((0, 1, 0, 0), (" # # . . . # #", "# A . R . H #", " A . o . I H #", "# . . W . . .", " # # # # # # #")),
        ((0, 0, 0, 1), ("# A . R . H #", " A . o . I H #", "# . . W . . .", " # . . . . . .", "# # # # # # #")),
        ((0, 0, 0, -1), ("# A . R . H #", " A . o . I H #", "# # # # # # #")),
    ],
)
def test_coasts_stay_at_the_edges(change: tuple[int, int, int, int], rows: tuple[str, ...]) -> None:
    assert resize(SMALL, *change).spaces == rows


GROWTH = st.integers(0, 3)


@given(st.sampled_from(MAPS), GROWTH, GROWTH, GROWTH, GROWTH)
def test_growing_a_map_keeps_its_spaces_and_can_be_undone(
    body: Body, left: int, top: int, right: int, bottom: int
) -> None:
    grown = resize(body, left, top, right, bottom)
    assert resize(grown, -left, -top, -right, -bottom) == body

    before, after = Counter(tokens_of(body)), Counter(tokens_of(grown))
    assert {token: count for token, count in after.items() if token not in "#."} == {
        token: count for token, count in before.items() if token not in "#."
    }
    assert not [problem for problem in GAME.checks.check(grown) if problem.severity is Severity.ERROR]
    for row in grown.spaces:
        line = row.split()
        for place, token in enumerate(line):
            if token == "H":
                assert set(line[place:]) <= set("#HAF") or set(line[: place + 1]) <= set("#HAF"), "none out at sea"


@given(st.sampled_from(MAPS), st.integers(0, 12), st.integers(0, 12))
@example(MAPS[0], 9, 5)  # no sea would be left in some rows
def test_narrowing_a_map_keeps_its_harbours(body: Body, left: int, right: int) -> None:
    columns = grid(body).columns - left - right
    if columns < 5:
        return
    narrowed = resize(body, -left, 0, -right, 0)
    assert grid(narrowed).columns == columns
    if columns >= 9:
        assert tokens_of(narrowed).count("H") == tokens_of(body).count("H")


def test_rows_keep_their_shift() -> None:
    old = grid(MAPS[0])
    for top in (-2, -1, 1, 2):
        new = grid(resize(MAPS[0], 0, top, 0, 0))
        rows = [row for row in range(old.rows) if 0 <= row + top < new.rows]
        assert all(old.is_shifted(row) == new.is_shifted(row + top) for row in rows)


def still_shapes(body: Body) -> Counter[int]:
    """Return the shapes of the still layers by identity, as the painter compares them."""
    return Counter(id(shape) for layer in sketch(body).layers if layer.is_still for shape in layer.shapes)


def changed_shapes(before: Body, after: Body) -> list[Shape]:
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


@pytest.mark.parametrize("name", mark_long(["F3", "B6", "R7", "H5", "A1", "S11", "Q5", "K4", "G7"], 0, 4, 5, 7))
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
    words = {
        shape.text for layer in sketch(BODY, still=True).layers for shape in layer.shapes if isinstance(shape, Label)
    }
    drawn = {shape.text for layer in sketch(BODY).layers for shape in layer.shapes if isinstance(shape, Label)}
    assert "Palos" in words and "Palos" not in drawn and "H8" in drawn and "H8" not in words


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


ANY: Any = GAME


@pytest.mark.parametrize(
    "check",
    [
        contract.test_the_piece_set_is_complete,
        contract.test_fields_of_pieces_are_in_the_form_of_the_layout,
        contract.test_sections_of_a_piece_name_an_entry,
        contract.test_a_click_is_a_pure_edit_and_can_be_reverted,
        contract.test_pieces_are_added_copied_and_removed,
        contract.test_pieces_can_be_imported_from_another_layout,
    ],
)
def test_the_contract_holds_for_home_made_kinds(check: Any) -> None:
    check(ANY, HOMEMADE)


def place(body: Body, name: str, piece: str = "reef") -> Place:
    return next(one for one in GAME.pieces.piece_detail(body, piece, 0).places if one.name == name)


def clicked(body: Body, name: str, times: int = 1) -> Body:
    for _time in range(times):
        change = place(body, name).change
        assert change is not None
        body = set_field(body, -1, change.field, change.value)
    return body


def kind(body: Body, number: int = 0) -> HomeMadeData:
    return body.homemade[number]


def test_clicks_on_the_step_cycle_from_0_to_6() -> None:
    steps = [kind(clicked(HOMEMADE, "Range", times)).step for times in range(8)]
    assert steps == [0, 1, 2, 3, 4, 5, 6, 0]
    assert (
        place(HOMEMADE, "Range").label == "Closed" and place(clicked(HOMEMADE, "Range", 3), "Range").label == "3 spaces"
    )


def test_clicks_on_drawing_and_ground_go_through_all_of_them() -> None:
    assert len({kind(clicked(HOMEMADE, "Drawing", times)).emblem for times in range(8)}) == 8
    assert len({kind(clicked(HOMEMADE, "Colour", times)).tint for times in range(6)}) == 6
    assert clicked(clicked(HOMEMADE, "Drawing", 8), "Colour", 6) == HOMEMADE


def test_a_click_on_a_kind_of_space_allows_or_forbids_it() -> None:
    assert kind(clicked(HOMEMADE, "Islands")).on == ("water", "island")
    assert kind(clicked(HOMEMADE, "Open water")).on == ()
    assert clicked(HOMEMADE, "Islands", 2) == HOMEMADE
    assert len(GAME.pieces.piece_detail(HOMEMADE, "reef", 0).places) == len(GROUNDS) + 3


def test_details_give_the_number_of_spaces_that_fit() -> None:
    assert (
        GAME.pieces.piece_detail(HOMEMADE, "reef", 0).facts[1]
        == f"{sum(row.count('.') for row in SHIPPED.spaces)} spaces on this map"
    )


def test_published_kinds_have_only_a_count() -> None:
    detail = GAME.pieces.piece_detail(HOMEMADE, "wreck", 0)
    assert not detail.places and [field.key for field in detail.fields] == ["tiles.wreck"]


@pytest.mark.parametrize(
    ("piece", "step", "on"),
    [
        ("water", 2, ("water",)),
        ("full_sail", 4, ("water", "full_sail")),
        ("becalmed", 1, ("water", "becalmed")),
        ("wreck", 0, ("water",)),
        ("island", 3, ("island",)),
        ("S", 3, ("letter",)),
    ],
)
def test_a_copy_of_a_published_kind_follows_its_rules(piece: str, step: int, on: Any) -> None:
    copy = kind(GAME.pieces.duplicate_piece(SHIPPED, piece))
    names = [entry.name.casefold() for entry in GAME.pieces.pieces(GAME.pieces.duplicate_piece(SHIPPED, piece)).entries]
    assert len(set(names)) == len(names), "a name of its own"
    assert (copy.step, copy.on) == (step, on)
    assert not [
        problem
        for problem in GAME.checks.check(GAME.pieces.duplicate_piece(SHIPPED, piece))
        if problem.code == "tile.same_name"
    ]


@pytest.mark.parametrize("piece", ["cyclone", "joker"])
def test_cyclones_and_jokers_cannot_be_copied(piece: str) -> None:
    with pytest.raises(ValueError, match="only change the number"):
        GAME.pieces.duplicate_piece(SHIPPED, piece)


def test_published_kinds_and_letters_of_the_map_stay_in_the_set() -> None:
    with pytest.raises(ValueError, match="part of the published game"):
        GAME.pieces.remove_piece(HOMEMADE, "whale")
    with pytest.raises(ValueError, match="The map shows the letter S on"):
        GAME.pieces.remove_piece(HOMEMADE, "S")
    more = GAME.pieces.add_pieces(HOMEMADE, NEW_LETTER, 0)
    assert more.letters["B"] == 1 and GAME.pieces.remove_piece(more, "B") == HOMEMADE


def test_the_number_of_home_made_kinds_is_limited() -> None:
    body = HOMEMADE
    for _number in range(MAX_HOMEMADE - 2):
        body = GAME.pieces.add_pieces(body, NEW, 1)
    assert len({one.name for one in body.homemade}) == len({one.id for one in body.homemade}) == MAX_HOMEMADE
    with pytest.raises(ValueError, match="at most 12"):
        GAME.pieces.add_pieces(body, NEW, 1)
    with pytest.raises(ValueError, match="at most 12"):
        GAME.pieces.duplicate_piece(body, "reef")


@pytest.mark.parametrize("name", ["", "  ", "Fair current", "WATER", "<b>", "x" * 25, "a\nb"])
def test_invalid_names_are_rejected_with_a_sentence(name: str) -> None:
    with pytest.raises(ValueError) as error:
        set_field(HOMEMADE, -1, "name:reef", name)
    assert is_sentence(str(error.value))


def test_kinds_are_imported_by_name_and_look() -> None:
    other = with_kinds({**REEF, "count": 9}, {**CURRENT, "step": 1}, {"id": "fog", "name": "Fog bank", "count": 2})
    after = GAME.pieces.import_pieces(HOMEMADE, other, ["reef", "current", "fog", "whale"])
    assert [(one.name, one.step, one.count) for one in after.homemade] == [
        ("Reef", 0, 9),
        ("Fair current", 5, 6),
        ("Fair current 2", 1, 6),
        ("Fog bank", 2, 2),
    ]
    assert GAME.body.parse(GAME.body.to_plain(after)) == after
