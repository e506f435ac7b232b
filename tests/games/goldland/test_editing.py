"""Stamps, inspector, resizing and void spaces of layouts; tiles in the piece editor."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from studio.core.cancellation import NEVER_CANCELLED
from studio.core.form import Stamp
from studio.core.picture import edge_target
from studio.core.pieces import Change, Place
from studio.games import load
from studio.games.goldland import GAME
from studio.games.goldland.body import Body, TileData
from studio.games.goldland.fill import with_tile, without_tiles
from studio.gui.editor.clipboard import detach
from tests.contract import test_piece_editor as contract
from tests.games.goldland.bodies import BLANK, with_spaces
from tests.short_run import mark_long

GRID = GAME.body.grid(BLANK)
PLUGIN = load("goldland")
set_field, resize, piece_detail = GAME.editing.set_field, GAME.editing.resize, GAME.pieces.piece_detail


def at(space: str, body: Body = BLANK) -> int:
    cell: int = GAME.body.grid(body).cell_named(space)
    return cell


def on(body: Body, space: str) -> str:
    return body.spaces[int(space[1:]) - 1].split()[ord(space[0]) - 65]


def stamp_on(body: Body, space: str, key: str, turn: int = 0) -> Body:
    after: Body = GAME.editing.stamp(body, at(space, body), Stamp(key, turn))
    return after


def tokens(body: Body) -> Counter[str]:
    """Return the tiles on the board in any rotation."""
    return Counter(token.partition("/")[0] for row in body.spaces for token in row.split())


# Stamps


def test_coast_tiles_swap_places() -> None:
    body = stamp_on(BLANK, "D7", "tile:C3")
    assert (on(body, "D7"), on(body, "G5")) == ("C3", "C6") and tokens(body) == tokens(BLANK)
    assert stamp_on(body, "D7", "tile:C6") == BLANK
    assert stamp_on(BLANK, "D7", "tile:C6") is BLANK


def test_an_unused_coast_tile_replaces_another() -> None:
    body = set_field(BLANK, -1, "add", "coast")
    after = stamp_on(body, "D7", "tile:C11")
    assert on(after, "D7") == "C11" and "C6" not in tokens(after)
    assert stamp_on(after, "D7", "tile:C6") == body


def test_coast_tiles_are_never_erased_and_land_tiles_are() -> None:
    assert stamp_on(BLANK, "D7", "undiscovered") is BLANK
    body = stamp_on(BLANK, "B2", "tile:D1", 2)
    assert on(body, "B2") == "D1/2" and stamp_on(body, "B2", "undiscovered") == BLANK
    for cell in range(GRID.count):
        assert GAME.editing.stamp(BLANK, cell, GAME.editing.eraser(BLANK, cell)) is BLANK


def test_a_stamped_land_tile_leaves_its_former_space() -> None:
    body = stamp_on(stamp_on(BLANK, "B2", "tile:D1"), "C4", "tile:D1", 1)
    assert on(body, "B2") == "." and on(body, "C4") == "D1/1"
    assert on(stamp_on(body, "C4", "tile:D1", 3), "C4") == "D1/3"
    assert on(stamp_on(body, "C4", "tile:D2", 3), "C4") == "D2/3"


@pytest.mark.parametrize(
    ("space", "key"),
    [("D7", "tile:D1"), ("B2", "tile:C5"), ("G7", "tile:C5"), ("G7", "undiscovered"), ("D7", "temple"),
     ("G7", "temple"), ("B2", "start"), ("G5", "start"), ("B2", "tile:X9"), ("A1", "void"), ("B2", "S")],
)  # fmt: skip
def test_impossible_stamps_change_nothing_and_have_no_preview(space: str, key: str) -> None:
    assert stamp_on(BLANK, space, key) is BLANK
    assert GAME.sketch.ghost(BLANK, at(space), Stamp(key)) is None


def test_edges_and_cells_off_the_board_cannot_be_stamped() -> None:
    for target in (49, -1, edge_target(3, 0)):
        assert GAME.editing.stamp(BLANK, target, Stamp("undiscovered")) is BLANK
        assert GAME.sketch.ghost(BLANK, target, Stamp("temple")) is None
        assert GAME.editing.pick(BLANK, target) == GAME.editing.eraser(BLANK, target) == Stamp("undiscovered")
    assert GAME.editing.form(BLANK, edge_target(3, 0)) == ()


def test_the_temple_moves_on_land() -> None:
    body = stamp_on(BLANK, "C3", "temple")
    assert body.temple == "C3" and stamp_on(body, "A1", "temple") == BLANK
    assert stamp_on(BLANK, "A1", "temple") is BLANK


@pytest.mark.parametrize(("corner", "temple"), [("A7", "G1"), ("A1", "G7"), ("G1", "A7")])
def test_moving_the_start_mirrors_the_board(corner: str, temple: str) -> None:
    before = GAME.body.parse(with_spaces(("B2", "L3/1"), ("E5", "D1")) | {"locked": ["F7", "G4"]})
    body = stamp_on(before, corner, "start")
    assert on(body, corner) == "S" and body.temple == temple and tokens(body) == tokens(before)
    assert len(body.locked) == 2
    assert [problem.code for problem in GAME.checks.check(body)] == []
    assert stamp_on(body, "G7", "start") == before


def test_roads_are_mirrored_with_the_start() -> None:
    """L3/1 is blocked in the east; mirroring east and west blocks the west."""
    assert on(stamp_on(GAME.body.parse(with_spaces(("B2", "L3/1"))), "A7", "start"), "F2") == "L3/3"
    assert on(stamp_on(GAME.body.parse(with_spaces(("B2", "L3/1"))), "G1", "start"), "B6") == "L3/1"
    assert on(stamp_on(GAME.body.parse(with_spaces(("B2", "L3"))), "G1", "start"), "B6") == "L3/2"


def test_tiles_can_go_everywhere_while_the_coast_is_undetermined() -> None:
    body = GAME.body.parse(with_spaces(("G7", ".")))
    assert on(stamp_on(body, "D7", "tile:D1"), "D7") == "D1"
    assert stamp_on(body, "G7", "start") == BLANK


def test_picking_returns_the_stamp_of_a_space() -> None:
    body = GAME.body.parse(with_spaces(("B2", "L3/1")))
    assert GAME.editing.pick(body, at("B2")) == Stamp("tile:L3", 1)
    assert GAME.editing.pick(body, at("D7")) == Stamp("tile:C6")
    assert GAME.editing.pick(body, at("G7")) == Stamp("start")
    assert GAME.editing.pick(body, at("A1")) == Stamp("temple")
    assert GAME.editing.pick(body, at("C3")) == Stamp("undiscovered")
    for cell in range(GRID.count):
        assert GAME.editing.stamp(body, cell, GAME.editing.pick(body, cell)) is body


def test_stamps_are_rotated_and_mirrored() -> None:
    assert GAME.editing.rotate_stamp(BLANK, Stamp("tile:L3", 3), 2) == Stamp("tile:L3", 1)
    assert GAME.editing.rotate_stamp(BLANK, Stamp("tile:C5"), 1) == Stamp("tile:C5")
    assert GAME.editing.rotate_stamp(BLANK, Stamp("start"), 1) == Stamp("start")
    assert GAME.editing.mirror_stamp(BLANK, Stamp("tile:L3", 1), True) == Stamp("tile:L3", 3)
    assert GAME.editing.mirror_stamp(BLANK, Stamp("tile:L3", 1), False) == Stamp("tile:L3", 1)
    assert GAME.editing.mirror_stamp(BLANK, Stamp("tile:L3"), False) == Stamp("tile:L3", 2)
    corner = set_field(set_field(BLANK, -1, "exit N:L3", True), -1, "exit S:L3", False)
    corner = set_field(corner, -1, "exit W:L3", False)  # north and east
    assert GAME.editing.mirror_stamp(corner, Stamp("tile:L3"), True) == Stamp("tile:L3", 3)
    assert GAME.editing.mirror_stamp(corner, Stamp("tile:L3"), False) == Stamp("tile:L3", 1)


def drag(body: Body, cells: list[int], columns: int, rows: int) -> Body:
    """Return the body with some spaces moved, as dragging in the editor does."""
    after = detach(PLUGIN, body, cells).shifted(PLUGIN, columns, rows).place_on_board(PLUGIN)
    assert isinstance(after, Body)
    return after


def test_dragged_coast_tiles_swap_and_rows_rotate() -> None:
    assert detach(PLUGIN, BLANK, [at("D7")]).place_on_board(PLUGIN) == BLANK
    moved = drag(BLANK, [at("D7")], -2, 0)
    assert (on(moved, "B7"), on(moved, "D7")) == ("C6", "C2") and tokens(moved) == tokens(BLANK)
    row = drag(BLANK, [at("D7"), at("E7")], -1, 0)
    assert row.spaces[6].split() == ["E1", "C2", "C6", "C1", "C8", "C5", "S"]


def test_dragged_land_tiles_and_temple_move() -> None:
    body = GAME.body.parse(with_spaces(("B2", "L3/1")))
    moved = drag(body, [at("B2")], 2, 1)
    assert on(moved, "D3") == "L3/1" and on(moved, "B2") == "."
    assert drag(BLANK, [at("A1")], 1, 1).temple == "B2"
    assert on(drag(BLANK, [at("G7")], -6, 0), "A7") == "S"


def test_a_tile_dragged_to_an_impossible_space_stays() -> None:
    body = GAME.body.parse(with_spaces(("B2", "L3/1"), ("B3", "D1")))
    assert drag(body, [at("B2")], 5, 0) == body
    assert drag(body, [at("D7")], 0, -2) == body
    assert drag(body, [at("G7")], -1, 0) == body
    assert drag(body, [at("A1")], 6, 0) == body
    both = drag(body, [at("B2"), at("B3")], 0, 4)
    assert on(both, "B6") == "L3/1" and on(both, "B3") == "D1"


@given(st.lists(st.tuples(st.integers(0, 48), st.integers(0, 50), st.integers(0, 3)), max_size=12))
def test_stamping_never_duplicates_tiles(strokes: list[tuple[int, int, int]]) -> None:
    keys = [item.stamp.key for group in GAME.sketch.palette(BLANK) for item in group.items]
    body = BLANK
    for cell, number, turn in strokes:
        before = body
        body = GAME.editing.stamp(body, cell, Stamp(keys[number], turn))
        assert (GAME.sketch.ghost(before, cell, Stamp(keys[number], turn)) is None) <= (body is before)
    assert all(count == 1 for token, count in tokens(body).items() if token != ".")
    assert tokens(body)["S"] == 1 and GAME.body.parse(GAME.body.to_plain(body)) == body
    errors = {problem.code for problem in GAME.checks.check(body) if problem.severity.name == "ERROR"}
    assert errors <= {"village.beside_start", "end.moved"}


# Palette


def test_the_palette_has_every_tile_once_and_counts_the_stack() -> None:
    body = stamp_on(BLANK, "B2", "tile:D1")
    groups = GAME.sketch.palette(body)
    assert [group.title for group in groups] == [
        "Places", "Coast", "Plain", "Bandits", "Pumas", "Desert", "Mountains", "Canyon", "Lake", "Natives",
    ]  # fmt: skip
    items = {item.stamp.key: item for group in groups for item in group.items}
    assert len(items) == 4 + 48
    assert {key for key, item in items.items() if item.remaining == 0} == {"tile:D1"}
    assert items["tile:C5"].remaining == -1 and items["tile:D2"].remaining == 1
    assert items["tile:D2"].turns == 4 and len(items["tile:D2"].rotated_pictures) == 3
    assert "F7" in items["tile:C5"].tip and "B2" in items["tile:D1"].tip


def test_previews_show_the_stamped_tile() -> None:
    ghost = GAME.sketch.ghost(BLANK, at("B2"), Stamp("tile:D1", 1))
    assert ghost is not None and ghost.bounds == (1, 1, 2, 2)
    assert {target.cell for target in GAME.sketch.sketch(BLANK).targets} == set(range(49))
    locked = set_field(BLANK, at("F7"), "lock", True)
    assert len(GAME.sketch.sketch(locked).layers[-1].shapes) > len(GAME.sketch.sketch(BLANK).layers[-1].shapes)


# Resizing


def test_a_board_grows_and_shrinks() -> None:
    body = resize(BLANK, 2, 1, 0, 0)
    assert (len(body.spaces), len(body.spaces[0].split())) == (8, 9)
    assert body.temple == "A1" and on(body, "I8") == "S" and on(body, "A8") == "E1" and on(body, "I1") == "E2"
    assert body.spaces[7].split() == ["E1", ".", ".", "C2", "C8", "C6", "C1", "C5", "S"]
    assert resize(body, -2, -1, 0, 0) == BLANK
    small = resize(BLANK, -3, 0, 0, -3)
    assert small.spaces == (".  .  .  E2", ".  .  .  C3", ".  .  .  C7", "E1 C1 C5 S")
    assert {problem.code for problem in GAME.checks.check(small)} >= {"coast.spare", "tiles.too_many"}


def test_a_growing_arm_takes_tiles_of_a_shrinking_one() -> None:
    body = resize(BLANK, 1, 0, 0, -1)
    assert body.spaces[5].split() == ["E1", "C10", "C2", "C8", "C6", "C1", "C5", "S"]
    assert not [problem for problem in GAME.checks.check(body) if problem.code.startswith("coast")]


def test_rows_beyond_the_start_move_it() -> None:
    body = resize(GAME.body.parse(with_spaces(("B2", "L3/1"))), 0, 0, 1, 1)
    assert on(body, "H8") == "S" and on(body, "B2") == "L3/1" and body.temple == "A1"
    body = resize(GAME.body.parse(with_spaces(("F6", "L3/1"))), 0, 0, -1, -1)
    assert on(body, "F6") == "S" and "L3" not in tokens(body)


def test_the_temple_stays_on_land_and_locks_on_their_tiles() -> None:
    inland = set_field(BLANK, -1, "temple", "F6")
    assert resize(inland, 0, 0, -1, -1).temple == "E5"
    assert resize(inland, 1, 1, 0, 0).temple == "G7"
    middle = set_field(BLANK, -1, "temple", "A3")
    assert resize(middle, 1, 0, 0, 0).temple == "A3" and resize(middle, 0, 1, 0, 0).temple == "A4"
    locked = set_field(BLANK, at("D7"), "lock", True)
    assert resize(locked, 1, 0, 0, 0).locked == ("E7",)


@pytest.mark.parametrize("sizes", [(-4, 0, 0, 0), (0, 0, 4, 0), (0, -2, 0, -2), (0, 4, 0, 0)])
def test_a_board_is_neither_too_small_nor_too_large(sizes: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="4 × 4 to 10 × 10"):
        resize(BLANK, *sizes)


def test_a_board_without_a_start_is_resized() -> None:
    body = GAME.body.parse(with_spaces(("G7", "."), ("B2", "L3")))
    assert on(resize(body, 1, 1, -1, -1), "C3") == "L3"


# Inspector


@pytest.mark.parametrize(
    ("key", "value"),
    [("stock.rope", 4), ("kit.rod", 2), ("markers.lake", 5), ("tokens", 40), ("coins", 30), ("camps", 3),
     ("price.3", 2), ("bonus.4", 9), ("reserve.5", 15), ("temple", "C3")],
)  # fmt: skip
def test_a_field_changes_only_its_value(key: str, value: str | int) -> None:
    after = set_field(BLANK, -1, key, value)
    part: object = after
    for step in key.split("."):
        part = part[step] if isinstance(part, dict) else getattr(part, step)
    assert part == value and after != BLANK
    shown = {field.key: field.value for section in GAME.editing.form(BLANK, -1) for field in section.fields}
    assert set_field(after, -1, key, shown[key]) == BLANK
    assert set_field(BLANK, -1, key, shown[key]) is BLANK
    assert GAME.body.parse(GAME.body.to_plain(after)) == after


def tile_named(body: Body, name: str) -> dict[str, object]:
    return next(dict(one) for one in GAME.body.to_plain(body)["tiles"] if one["name"] == name)


TILE = [
    ("pay:D1", " 2 ropes", {"pay": "2 rope"}),
    ("show:L3", "rod+pearl", {"show": "pearl + rod"}),
    ("gain:L3", "wood|2 rope", {"gain": "wood | 2 rope"}),
    ("treasure:L3", True, {"treasure": True}),
    ("exit N:L3", True, {"exits": "NESW"}),
    ("exit S:L3", False, {"exits": "EW"}),
    ("village:C5", True, {"village": True}),
    ("end:C5", True, {"end": True}),
    ("name:L3", "Oasis", {"name": "Oasis"}),
    ("kind:L3", "lake", {"kind": "lake"}),
]


@pytest.mark.parametrize(("key", "value", "change"), TILE)
def test_a_tile_is_edited_on_any_space(key: str, value: str | bool, change: dict[str, object]) -> None:
    name = key.partition(":")[2]
    after = set_field(BLANK, -1, key, value)
    assert tile_named(after, str(change.get("name", name))) == tile_named(BLANK, name) | change
    assert [one for one in after.tiles if one not in BLANK.tiles] and len(after.tiles) == len(BLANK.tiles)


def test_a_tile_on_a_space_has_the_same_fields() -> None:
    body = GAME.body.parse(with_spaces(("B2", "L3/1")))
    fields = {field.key for section in GAME.editing.form(body, at("B2")) for field in section.fields}
    assert {"tile", "turn", "temple", "name", "kind", "show", "gain", "treasure", "exit N", "remove"} <= fields
    assert set_field(body, at("B2"), "gain", "2 rod") == set_field(body, -1, "gain:L3", "2 rod")
    assert on(set_field(body, at("B2"), "turn", "3"), "B2") == "L3/3"
    assert on(set_field(body, at("B2"), "tile", "D1"), "B2") == "D1"
    assert set_field(body, at("B2"), "tile", "") == BLANK
    assert set_field(body, at("B2"), "temple", True).temple == "B2"
    assert on(set_field(body, at("B2"), "name", "Oasis"), "B2") == "Oasis/1"


def test_fields_of_coast_spaces() -> None:
    assert on(set_field(BLANK, at("D7"), "tile", "C3"), "G5") == "C6"
    locked = set_field(BLANK, at("D7"), "lock", True)
    assert locked.locked == ("D7",) and set_field(locked, at("D7"), "lock", False) == BLANK
    assert "lock" not in {field.key for section in GAME.editing.form(BLANK, at("A7")) for field in section.fields}
    assert set_field(BLANK, at("A1"), "start", True) == stamp_on(BLANK, "A1", "start")


def test_a_home_made_tile() -> None:
    body = set_field(BLANK, -1, "add", "lake")
    assert tile_named(body, "K5") == {
        "name": "K5", "kind": "lake", "pay": "2 wood", "show": "rod", "gain": "3 provision",
    }  # fmt: skip
    assert [tile.name for tile in body.tiles][-5:] == ["K4", "K5", "N1", "N2", "N3"]
    assert set_field(body, -1, "remove:K5", True) == BLANK
    for kind in ("coast", "plain", "bandits", "pumas", "desert", "mountains", "canyon", "natives"):
        after = set_field(BLANK, -1, "add", kind)
        assert {problem.code for problem in GAME.checks.check(after)} <= {"coast.spare", "tiles.too_many"}


def test_removing_a_tile_clears_its_space() -> None:
    body = set_field(GAME.body.parse(with_spaces(("B2", "L3"))), at("B2"), "remove", True)
    assert on(body, "B2") == "." and len(body.tiles) == len(BLANK.tiles) - 1


def test_changing_the_kind_of_a_tile_removes_unused_fields() -> None:
    assert tile_named(set_field(BLANK, -1, "kind:C1", "plain"), "C1") == {
        "name": "C1", "kind": "plain", "show": "pearl", "gain": "shovel",
    }  # fmt: skip
    body = set_field(BLANK, -1, "exit N:L3", True)
    assert "exits" not in tile_named(set_field(body, -1, "kind:L3", "coast"), "L3")


def test_the_coast_is_shuffled_within_the_rules() -> None:
    locked = set_field(BLANK, at("D7"), "lock", True)
    seen = set()
    for _time in range(40):
        body = set_field(locked, -1, "shuffle", True)
        assert tokens(body) == tokens(BLANK) and GAME.checks.check(body) == ()
        assert (on(body, "A7"), on(body, "G1"), on(body, "D7"), on(body, "G7")) == ("E1", "E2", "C6", "S")
        seen.add((on(body, "F7"), on(body, "G6")))
    assert len(seen) > 8, "of 5 · 4 pairs beside the start"


def test_an_impossible_shuffle_is_rejected_with_its_reason() -> None:
    body = BLANK
    for name in ("C5", "C6", "C7", "C8", "C9", "C10"):
        body = set_field(body, -1, f"village:{name}", True)
    with pytest.raises(ValueError, match="Too few coast tiles have no village"):
        set_field(body, -1, "shuffle", True)


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("stock.rope", 100, "from 0 to 99"),
        ("stock.rope", True, "from 0 to 99"),
        ("price.2", 0, "from 1 to 99"),
        ("temple", "G7", "cannot be “G7”"),
        ("start", "B2", "cannot be “B2”"),
        ("add", "sea", "cannot be “sea”"),
        ("kind:L3", "start", "cannot be “start”"),
        ("name:L3", "L4", "already named “L4”"),
        ("name:L3", "S", "is the start tile"),
        ("name:L3", "L 3", "letters and digits"),
        ("gain:L3", "wood |", "empty on one side"),
        ("gain:L3", 3, "must be text"),
        ("show:L3", "wood | rope", "not equipment"),
        *(
            (f"{key}", "2 rifels", "“rifels” is not equipment. Possible words: provision, rope, rifle,")
            for key in ("pay:D1", "show:L3", "gain:L3", "gain:D1", "show:C5", "gain:C5")
        ),
        *((f"{key}", "13 rope", "1 to 12 pieces of each kind") for key in ("pay:D1", "show:L3", "gain:L3")),
        *((f"{key}", "0 rope", "1 to 12 pieces of each kind") for key in ("pay:D1", "show:L3", "gain:L3")),
        ("pay:D1", "3 rope + 2 wood", "5 pieces are too many. The maximum is 4,"),
        ("kit.rope", 13, "from 0 to 12"),
        ("treasure:L3", "yes", "on or off"),
        ("remove:L3", "yes", "on or off"),
        ("note.size", "8", "no field"),
        ("village:L3", True, "no field"),
        ("weather", "fine", "no field"),
    ],
)
def test_impossible_values_are_rejected_with_their_reason(key: str, value: str | int, why: str) -> None:
    with pytest.raises(ValueError, match=why) as caught:
        set_field(BLANK, -1, key, value)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("target", mark_long([-1, 0, 8, 41, 48], 1, 3))
def test_every_field_of_a_form_can_be_set_or_is_a_note(target: int) -> None:
    body = GAME.body.parse(with_spaces(("B2", "L3/1")))
    fields = [field for section in GAME.editing.form(body, target) for field in section.fields]
    assert len({field.key for field in fields}) == len(fields)
    for field in fields:
        if field.kind == "note":
            assert field.key.startswith("note.")
        elif field.kind == "int":
            assert set_field(body, target, field.key, int(field.value) + 1) != body
        elif field.kind == "flag":
            assert set_field(body, target, field.key, not field.value) != body
        elif field.kind == "choice":
            other = next(value for value, _words in field.choices if value != field.value)
            assert set_field(body, target, field.key, other) != body
        elif field.kind == "button" and field.key != "shuffle":
            assert (set_field(body, target, field.key, True) != body) == bool(field.value)
            assert set_field(body, target, field.key, False) is body
        elif field.kind == "text":
            text = "another" if field.key.startswith("name") else "3 rope"
            assert set_field(body, target, field.key, text) != body


FIRST = GAME.editing.blank()
ANY: Any = GAME


def tile(body: Body, name: str) -> TileData:
    return next(one for one in body.tiles if one.name == name)


def with_line(name: str, **line: Any) -> Body:
    return with_tile(FIRST, name, msgspec.structs.replace(tile(FIRST, name), **line))


def place(body: Body, piece: str, name: str, turn: int = 0) -> Place:
    return next(one for one in piece_detail(body, piece, turn).places if one.name == name)


def apply_change(body: Body, change: Change | None) -> Body:
    assert change is not None
    return set_field(body, -1, change.field, change.value)


def drop_on(body: Body, piece: str, slot: str, *items: str) -> Body:
    for item in items:
        body = apply_change(body, dict(place(body, piece, slot).drops)[item])
    return body


@pytest.mark.parametrize(("turn", "name"), [(0, "North side"), (1, "East side"), (2, "South side"), (3, "West side")])
def test_the_blocked_side_turns_with_the_tile(turn: int, name: str) -> None:
    sides = {one.name: one.state for one in piece_detail(FIRST, "L1", turn).places if one.label}
    assert [side for side, state in sides.items() if state == "blocked"] == [name]
    open_all = apply_change(FIRST, place(FIRST, "L1", name, turn).change)
    assert tile(open_all, "L1").exits == "NESW"


def test_a_click_toggles_a_road() -> None:
    shut = apply_change(FIRST, place(FIRST, "L1", "East side").change)
    assert tile(shut, "L1").exits == "SW"
    assert apply_change(shut, place(shut, "L1", "East side").change) == FIRST


def test_a_coast_tile_has_its_roads_from_its_space() -> None:
    assert {one.name for one in piece_detail(FIRST, "C1", 0).places} == {"Village", "End", "Show", "Gain", "Or gain"}
    assert not piece_detail(FIRST, "C1", 0).turns


def test_dropped_equipment_is_added_to_the_line() -> None:
    assert tile(drop_on(FIRST, "L3", "Gain", "rope", "wood"), "L3").gain == "rope + 3 wood"
    assert tile(drop_on(FIRST, "L3", "Or gain", "rod", "pearl"), "L3").gain == "2 wood | pearl + rod"
    assert tile(drop_on(FIRST, "L3", "Show", "rope"), "L3").show == "rope + shovel"
    assert tile(drop_on(FIRST, "B1", "Pay", "rope"), "B1").pay == "rope + 2 rifle"


def test_the_last_piece_can_be_removed_with_its_alternative() -> None:
    body = drop_on(FIRST, "L3", "Or gain", "rod")
    assert apply_change(body, place(body, "L3", "Or gain").removal) == FIRST
    less = apply_change(FIRST, place(FIRST, "L3", "Gain").removal)
    assert tile(less, "L3").gain == "wood"
    assert tile(apply_change(less, place(less, "L3", "Gain").removal), "L3").gain == ""


def test_an_adventure_asks_for_no_more_than_a_crossing_can_pay() -> None:
    full = drop_on(FIRST, "B1", "Pay", "rope", "rope")
    assert tile(full, "B1").pay == "2 rope + 2 rifle"
    assert not place(full, "B1", "Pay").drops and place(full, "B1", "Pay").removal is not None


def test_only_adventures_are_paid_and_no_line_has_more_than_four_alternatives() -> None:
    names = [one.name for one in piece_detail(FIRST, "L1", 0).places]
    assert "Pay" not in names and "Show" in names
    four = drop_on(FIRST, "L3", "Or gain", "rod")
    four = drop_on(four, "L3", "Or gain, 2", "pearl")
    four = drop_on(four, "L3", "Or gain, 3", "rope")
    assert tile(four, "L3").gain == "2 wood | rod | pearl | rope"
    assert len([one for one in piece_detail(four, "L3", 0).places if "ain" in one.name]) == 4


def test_an_existing_alternative_cannot_be_added() -> None:
    body = with_line("L3", gain="rope | wood")
    assert {"rope", "wood"}.isdisjoint(dict(place(body, "L3", "Or gain, 2").drops))
    assert "rod" in dict(place(body, "L3", "Or gain, 2").drops)


def test_dropped_equipment_replaces_unknown_words() -> None:
    body = with_line("L3", gain="2 gold + wood", show="horse")
    contract.check_clicks(ANY, body, [(key, piece_detail(body, key, 0)) for key in ("L1", "C6")])
    assert tile(drop_on(body, "L3", "Gain", "rope"), "L3").gain == "rope + wood"
    assert tile(drop_on(body, "L3", "Show", "rope"), "L3").show == "rope"


def test_a_click_toggles_marks() -> None:
    assert tile(apply_change(FIRST, place(FIRST, "L1", "Treasure").change), "L1").treasure
    assert tile(apply_change(FIRST, place(FIRST, "C6", "Village").change), "C6").village


def patterns(body: Body) -> dict[str, tuple[int, tuple[str, ...]]]:
    return {one.key: (one.count, one.entries) for row in GAME.pieces.patterns(body) for one in row.patterns}


def test_patterns_are_the_published_tiles_with_their_counts() -> None:
    first = patterns(FIRST)
    assert sorted(name for _count, names in first.values() for name in names) == sorted(one.name for one in FIRST.tiles)
    assert first["C8"] == (2, ("C8", "C9")) and first["L2"] == (1, ("L2",))
    assert not [entry for entry in GAME.pieces.pieces(FIRST).entries if entry.badge], "the box has some of them twice"
    body = GAME.pieces.duplicate_piece(without_tiles(FIRST, "L2", "M1"), "L3")
    found = patterns(body)
    assert found["L2"] == (0, ()) and found["M1"] == (0, ())
    assert found["L3"][0] == 2
    twice = [entry for entry in GAME.pieces.pieces(body).entries if entry.badge]
    assert [entry.badge for entry in twice] == ["×2", "×2"]
    again = GAME.pieces.add_pieces(without_tiles(FIRST, "L2"), "L2", 1)
    assert patterns(again)["L2"] == (1, ("L2",)), "under its own name"


def test_home_made_tiles_have_patterns_after_the_published_ones() -> None:
    body = with_line("L1", gain="5 rod")
    entry = GAME.pieces.pieces(body).entry("L1")
    assert entry is not None
    assert patterns(body)["L1"] == (0, ()), "the published L1 is missing now"
    assert patterns(body)[entry.pattern] == (1, ("L1",))
    row = GAME.pieces.patterns(body)[-1]
    assert (row.title, row.note, len(row.patterns)) == ("Custom", "1 tile", 1)
    again = GAME.pieces.add_pieces(body, entry.pattern, 2)
    count, names = patterns(again)[entry.pattern]
    assert count == 3 and {tile(again, name).gain for name in names} == {"5 rod"}
    assert GAME.pieces.patterns(FIRST)[-1].title != "Custom"


def test_the_set_needs_as_many_land_tiles_as_there_are_spaces() -> None:
    assert GAME.pieces.missing_pieces(FIRST, NEVER_CANCELLED) == ()
    short = without_tiles(FIRST, "L2", "M1")
    assert [(need.pattern, need.count) for need in GAME.pieces.missing_pieces(short, NEVER_CANCELLED)] == [
        ("L2", 1),
        ("M1", 1),
    ]
    for need in GAME.pieces.missing_pieces(short, NEVER_CANCELLED):
        short = GAME.pieces.add_pieces(short, need.pattern, need.count)
    assert GAME.pieces.missing_pieces(short, NEVER_CANCELLED) == ()


def test_a_placed_tile_cannot_be_removed() -> None:
    with pytest.raises(ValueError, match="still on E7"):
        GAME.pieces.remove_piece(FIRST, "C1")


def test_tiles_are_imported_by_name_and_fields() -> None:
    other = with_line("L1", gain="5 rod")
    assert GAME.pieces.import_pieces(FIRST, other, ["L1", "L2", "C1"]).tiles[-1].name == FIRST.tiles[-1].name
    after = GAME.pieces.import_pieces(FIRST, other, ["L1", "L2", "C1"])
    (fresh,) = {one.name for one in after.tiles} - {one.name for one in FIRST.tiles}
    assert tile(after, fresh).gain == "5 rod"
