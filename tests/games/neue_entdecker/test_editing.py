"""Edits of a layout: pure, in canonical form, giving the same object back when nothing changes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from studio.core.form import Field, Stamp
from studio.core.picture import edge_target
from studio.games.neue_entdecker import GAME
from studio.games.neue_entdecker.body import Body
from studio.seatiles.body import VOID, Laid, contents
from studio.seatiles.rules.chart import turned as turned_shape

BLANK: Body = GAME.editing.blank()
SMALL: Body = GAME.editing.resize(BLANK, 0, 0, -8, -5)
"""Four by three undiscovered spaces."""

STAMPS = [
    Stamp("undiscovered"),
    Stamp("void"),
    *(Stamp(f"tile:{kind.name}", turn) for kind in BLANK.tiles for turn in range(4)),
]
EDGE_STAMPS = [Stamp(f"edge:{kind}") for kind in ("open 0", "open 1", "open 2", "shore", "coast")]


@st.composite
def drawings(draw: st.DrawFn) -> Body:
    """The small board after a few random stamps."""
    body = SMALL
    for _step in range(draw(st.integers(0, 8))):
        if draw(st.booleans()):
            body = GAME.editing.stamp(body, draw(st.integers(0, 11)), draw(st.sampled_from(STAMPS)))
        else:
            edge = edge_target(draw(st.integers(0, 11)), draw(st.integers(0, 3)))
            body = GAME.editing.stamp(body, edge, draw(st.sampled_from(EDGE_STAMPS)))
    return body


def shape_at(body: Body, cell: int) -> str:
    laid = contents(body)[cell]
    assert isinstance(laid, Laid)
    return turned_shape(next(kind.shape for kind in body.tiles if kind.name == laid.tile), laid.turn)


def fields(body: Body, target: int) -> dict[str, Field]:
    return {field.key: field for section in GAME.editing.form(body, target) for field in section.fields}


def test_a_new_layout_has_the_whole_box_and_nothing_laid() -> None:
    assert set("".join(BLANK.spaces)) == {"."} and not BLANK.legend
    assert GAME.editing.blank() is GAME.editing.blank()
    assert sum(kind.hidden + kind.sorted + sum(kind.events.values()) for kind in BLANK.tiles) == 180


@given(drawings(), st.integers(0, 11), st.sampled_from(STAMPS))
def test_what_is_stamped_can_be_picked_and_erased(body: Body, cell: int, stamp: Stamp) -> None:
    after = GAME.editing.stamp(body, cell, stamp)
    picked = GAME.editing.pick(after, cell)
    assert picked.key == stamp.key
    assert GAME.editing.stamp(body, cell, picked) == after
    assert GAME.editing.stamp(after, cell, picked) is after
    cleared = GAME.editing.stamp(after, cell, GAME.editing.eraser(after, cell))
    assert GAME.editing.pick(cleared, cell) == Stamp("undiscovered")


@given(drawings(), st.integers(0, 11), st.sampled_from(STAMPS))
def test_a_stamp_changes_no_other_space(body: Body, cell: int, stamp: Stamp) -> None:
    before, after = contents(body), contents(GAME.editing.stamp(body, cell, stamp))
    assert all(before[other] == after[other] for other in range(12) if other != cell)


@given(drawings())
def test_every_edited_body_is_canonical(body: Body) -> None:
    assert GAME.body.parse(GAME.body.to_plain(body)) == body


@given(drawings(), st.integers(0, 11), st.integers(0, 3), st.sampled_from(EDGE_STAMPS))
def test_outer_edges_can_be_stamped_picked_and_erased(body: Body, cell: int, side: int, stamp: Stamp) -> None:
    target = edge_target(cell, side)
    after = GAME.editing.stamp(body, target, stamp)
    cells = contents(body)
    column, row = cell % 4 + (0, 1, 0, -1)[side], cell // 4 + (-1, 0, 1, 0)[side]
    inside = 0 <= column < 4 and 0 <= row < 3 and cells[row * 4 + column] != VOID
    if cells[cell] == VOID or inside:
        assert after is body
        return
    assert GAME.editing.pick(after, target) == stamp
    usual = (body.border.north, body.border.east, body.border.south, body.border.west)[side]
    name = f"{'ABCD'[cell % 4]}{cell // 4 + 1} {('north', 'east', 'south', 'west')[side]}"
    assert (name in after.edges) == (stamp.key != f"edge:{usual}"), "only what differs is kept"
    erased = GAME.editing.stamp(after, target, GAME.editing.eraser(after, target))
    assert name not in erased.edges


def test_stamps_go_only_where_they_belong() -> None:
    assert GAME.editing.stamp(SMALL, 0, Stamp("edge:coast")) is SMALL
    assert GAME.editing.stamp(SMALL, edge_target(0, 0), Stamp("void")) is SMALL
    assert GAME.editing.stamp(SMALL, edge_target(0, 0), Stamp("edge:wall")) is SMALL
    assert GAME.editing.stamp(SMALL, 0, Stamp("tile:moon")) is SMALL
    assert GAME.editing.stamp(SMALL, 99, Stamp("void")) is SMALL
    assert GAME.editing.stamp(SMALL, -1, Stamp("void")) is SMALL
    assert GAME.editing.stamp(SMALL, edge_target(99, 0), Stamp("edge:coast")) is SMALL


def test_edges_that_are_no_longer_outer_are_dropped() -> None:
    hole = GAME.editing.stamp(SMALL, 5, Stamp("void"))
    coast = GAME.editing.stamp(hole, edge_target(4, 1), Stamp("edge:coast"))
    assert coast.edges == {"A2 east": "coast"}
    assert GAME.editing.stamp(coast, 5, Stamp("undiscovered")) == SMALL


def test_turns_go_round_and_look_alikes_are_one() -> None:
    assert GAME.editing.rotate_stamp(BLANK, Stamp("tile:bend", 3), 1) == Stamp("tile:bend", 0)
    assert GAME.editing.rotate_stamp(BLANK, Stamp("tile:bend"), -1) == Stamp("tile:bend", 3)
    assert GAME.editing.rotate_stamp(BLANK, Stamp("tile:strait", 1), 1) == Stamp("tile:strait", 0)
    assert GAME.editing.rotate_stamp(BLANK, Stamp("tile:sea"), 1) == Stamp("tile:sea")
    assert GAME.editing.rotate_stamp(BLANK, Stamp("void"), 1) == Stamp("void")
    assert GAME.editing.rotate_stamp(BLANK, Stamp("edge:coast"), 1) == Stamp("edge:coast")


@pytest.mark.parametrize("upright", [True, False])
@pytest.mark.parametrize("stamp", STAMPS)
def test_a_mirror_shows_the_same_edges_the_other_way_round(stamp: Stamp, upright: bool) -> None:
    image = GAME.editing.mirror_stamp(BLANK, stamp, upright)
    if not stamp.key.startswith("tile:"):
        assert image == stamp
        return
    assert image.key == stamp.key
    before = shape_at(GAME.editing.stamp(SMALL, 5, stamp), 5)
    after = shape_at(GAME.editing.stamp(SMALL, 5, image), 5)
    swapped = (0, 3, 2, 1) if upright else (2, 1, 0, 3)
    assert [land == "." for land in after] == [before[side] == "." for side in swapped]
    twice = GAME.editing.mirror_stamp(BLANK, image, upright)
    assert GAME.editing.stamp(SMALL, 5, twice) == GAME.editing.stamp(SMALL, 5, stamp)


def with_kind(body: Body, name: str, shape: str, bonus: int = 0) -> Body:
    body = GAME.pieces.add_pieces(body, "tile", 0)
    body = GAME.editing.set_field(body, -1, f"name:{body.tiles[-1].name}", name)
    body = GAME.editing.set_field(body, -1, f"shape:{name}", shape)
    result = GAME.editing.set_field(body, -1, f"bonus:{name}", bonus)
    assert isinstance(result, Body)
    return result


def test_a_tile_without_mirror_image_becomes_the_kind_that_is_it() -> None:
    left = with_kind(BLANK, "left", "aab.")
    assert GAME.editing.mirror_stamp(left, Stamp("tile:left"), True) == Stamp("tile:left"), (
        "there is no other: it stays"
    )
    both = with_kind(left, "right", "abb.")
    assert GAME.editing.mirror_stamp(both, Stamp("tile:left"), False) == Stamp("tile:right")
    assert GAME.editing.mirror_stamp(both, GAME.editing.mirror_stamp(both, Stamp("tile:left", 2), True), True) == Stamp(
        "tile:left", 2
    )
    bonus = with_kind(left, "right", "abb.", bonus=5)
    assert GAME.editing.mirror_stamp(bonus, Stamp("tile:left"), False) == Stamp("tile:left"), (
        "a bonus tile is something else"
    )


@given(drawings(), *[st.integers(0, 3)] * 4)
def test_growing_keeps_everything_in_its_place(body: Body, left: int, top: int, right: int, bottom: int) -> None:
    grown = GAME.editing.resize(body, left, top, right, bottom)
    assert (len(grown.spaces[0]), len(grown.spaces)) == (4 + left + right, 3 + top + bottom)
    old, new = contents(body), contents(grown)
    for cell in range(12):
        assert new[(cell // 4 + top) * len(grown.spaces[0]) + cell % 4 + left] == old[cell]
    inner = set(body.edges)
    back = GAME.editing.resize(grown, -left, -top, -right, -bottom)
    assert back.spaces == body.spaces and set(back.edges) <= inner


def test_edges_move_with_their_spaces() -> None:
    body = GAME.editing.stamp(GAME.editing.stamp(SMALL, 5, Stamp("void")), edge_target(4, 1), Stamp("edge:coast"))
    assert GAME.editing.resize(body, 2, 1, 0, 0).edges == {"C3 east": "coast"}


def test_named_edges_of_the_rim_stay_on_the_rim() -> None:
    body = SMALL
    for cell, side in ((0, 0), (1, 0), (3, 1), (9, 2), (4, 3)):  # 4 by 3 spaces
        body = GAME.editing.stamp(body, edge_target(cell, side), Stamp("edge:coast"))
    grown = GAME.editing.resize(body, 1, 2, 3, 1)
    assert set(grown.edges) == {"B1 north", "C1 north", "H3 east", "C6 south", "A4 west"}
    assert GAME.editing.resize(grown, -1, -2, -3, -1) == body


@pytest.mark.parametrize("change", [(-11, 0, 0, 0), (13, 0, 0, 0), (0, 17, 0, 0), (0, 0, 0, -7), (-20, -20, -20, -20)])
def test_a_board_has_its_limits(change: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="2 × 2 to 24 × 24"):
        GAME.editing.resize(BLANK, *change)


def test_resizing_by_nothing_is_nothing() -> None:
    assert GAME.editing.resize(BLANK, 0, 0, 0, 0) is BLANK


def other_value(field: Field) -> Any:
    """A value for a field that it does not have."""
    if field.kind == "int":
        assert isinstance(field.value, int)
        return field.value + 1 if field.value < field.maximum else field.value - 1
    if field.kind == "choice":
        return next(value for value, _words in field.choices if value != field.value)
    if field.kind == "flag":
        return not field.value
    return {"die": "1 wheel", "jungle.paths": "3 4", "jungle.tokens": "4 × 7"}.get(field.key, f"{field.value} two")


@pytest.mark.long
@given(drawings(), st.integers(0, 11), st.integers(0, 3))
def test_every_field_can_be_set_and_says_what_was_set(body: Body, cell: int, side: int) -> None:
    for target in (-1, cell, edge_target(cell, side)):
        for key, field in fields(body, target).items():
            if field.kind == "note":
                with pytest.raises(ValueError):
                    GAME.editing.set_field(body, target, key, field.value)
                continue
            assert GAME.editing.set_field(body, target, key, field.value) is body
            if field.kind == "choice" and len(field.choices) < 2:
                continue
            value = other_value(field)
            after = GAME.editing.set_field(body, target, key, value)
            assert after != body
            assert GAME.body.parse(GAME.body.to_plain(after)) == after
            if key.startswith("name:"):
                assert fields(after, target)[f"name:{value}"].value == value
            else:
                assert fields(after, target)[key].value == value


def test_a_field_takes_no_value_of_another_kind() -> None:
    bad: list[tuple[str, Any]] = [
        ("gold.start", "7"), ("gold.start", True), ("gold.start", 100), ("gold.hidden_tile", 0), ("stacks", -1),
        ("border.north", "wall"), ("border.north", 2), ("name:sea", 3), ("shape:sea", "e..."),
        ("die", "moon"), ("die", "0"), ("die", ""), ("die", "wheel " * 13), ("jungle.paths", "5 13"),
        ("jungle.paths", "wheel"), ("jungle.paths", ""), ("jungle.tokens", "5"), ("jungle.tokens", "3 × 0"),
        ("name:sea", "cape"), ("name:sea", " "), ("name:sea", "x" * 41), ("name:sea", "a\nb"),
        ("weather", "fine"), ("note.size", "3"),
    ]  # fmt: skip
    for key, value in bad:
        with pytest.raises(ValueError) as caught:
            GAME.editing.set_field(BLANK, -1, key, value)
        assert str(caught.value).endswith("."), key


def test_a_kind_is_renamed_where_it_lies() -> None:
    body = GAME.editing.stamp(SMALL, 3, Stamp("tile:bend", 2))
    after = GAME.editing.set_field(body, -1, "name:bend", "elbow")
    assert contents(after)[3] == Laid("elbow", 2) and after.spaces == body.spaces


def test_a_kind_that_lies_on_the_board_is_not_removed() -> None:
    body = GAME.editing.stamp(SMALL, 3, Stamp("tile:bend", 2))
    with pytest.raises(ValueError, match="lies on D1"):
        GAME.pieces.remove_piece(body, "bend")
    after = GAME.pieces.remove_piece(SMALL, "bend")
    assert [kind.name for kind in after.tiles if kind.name == "bend"] == [] and len(after.tiles) == 7


def test_the_last_kind_stays() -> None:
    body = SMALL
    for kind in SMALL.tiles[1:]:
        body = GAME.pieces.remove_piece(body, kind.name)
    with pytest.raises(ValueError, match="at least one"):
        GAME.pieces.remove_piece(body, "sea")


def test_a_name_with_a_colon_and_a_dot_can_be_edited() -> None:
    body = with_kind(BLANK, "units.a: b", "ab..")
    after = GAME.editing.set_field(body, -1, "hidden:units.a: b", 3)
    assert after.tiles[-1].hidden == 3


def test_a_space_tells_its_edges() -> None:
    body = GAME.editing.stamp(GAME.editing.stamp(SMALL, 5, Stamp("tile:bend", 1)), 6, Stamp("tile:sea"))
    shown = fields(body, 5)
    assert shown["space"].value == "tile" and shown["tile"].value == "bend" and shown["turn"].value == "1"
    assert shown["note.east"].value == "land, facing C2: sea"
    assert shown["note.south"].value == "land, facing B3: undiscovered"
    assert fields(SMALL, 0)["note.north"].value == "faces open sea, toll 2"
    assert set(fields(GAME.editing.stamp(SMALL, 0, Stamp("void")), 0)) == {"space"}


def test_a_space_can_be_laid_from_its_form() -> None:
    body = GAME.editing.set_field(SMALL, 5, "space", "tile")
    body = GAME.editing.set_field(body, 5, "tile", "cove")
    body = GAME.editing.set_field(body, 5, "turn", "2")
    assert contents(body)[5] == Laid("cove", 2)
    assert GAME.editing.set_field(body, 5, "space", "undiscovered") == SMALL
    assert contents(GAME.editing.set_field(body, 5, "space", "void"))[5] == VOID


def test_an_inner_edge_has_nothing_to_set() -> None:
    assert [field.kind for field in fields(SMALL, edge_target(5, 0)).values()] == ["note"]


def test_an_edge_of_a_void_space_is_off_the_board() -> None:
    body = GAME.editing.stamp(SMALL, 0, Stamp("void"))
    for side in range(4):
        (field,) = fields(body, edge_target(0, side)).values()
        assert field.kind == "note" and "off the board" in str(field.value)
