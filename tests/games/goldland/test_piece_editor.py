"""Tiles in the piece editor: clicked roads, equipment dropped into lines, and patterns."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from studio.core.cancellation import NEVER_CANCELLED
from studio.core.pieces import Change, Place
from studio.games.goldland import GAME
from studio.games.goldland.body import Body, TileData
from studio.games.goldland.fill import with_tile, without_tiles
from tests.contract import test_piece_editor as contract

FIRST = GAME.editing.blank()
ANY: Any = GAME


def tile(body: Body, name: str) -> TileData:
    return next(one for one in body.tiles if one.name == name)


def with_line(name: str, **line: Any) -> Body:
    return with_tile(FIRST, name, msgspec.structs.replace(tile(FIRST, name), **line))


def place(body: Body, piece: str, name: str, turn: int = 0) -> Place:
    return next(one for one in GAME.pieces.piece_detail(body, piece, turn).places if one.name == name)


def apply_change(body: Body, change: Change | None) -> Body:
    assert change is not None
    return GAME.editing.set_field(body, -1, change.field, change.value)


def drop_on(body: Body, piece: str, slot: str, *items: str) -> Body:
    for item in items:
        body = apply_change(body, dict(place(body, piece, slot).drops)[item])
    return body


@pytest.mark.parametrize(("turn", "name"), [(0, "North side"), (1, "East side"), (2, "South side"), (3, "West side")])
def test_the_blocked_side_turns_with_the_tile(turn: int, name: str) -> None:
    sides = {one.name: one.state for one in GAME.pieces.piece_detail(FIRST, "L1", turn).places if one.label}
    assert [side for side, state in sides.items() if state == "blocked"] == [name]
    open_all = apply_change(FIRST, place(FIRST, "L1", name, turn).change)
    assert tile(open_all, "L1").exits == "NESW"


def test_a_click_toggles_a_road() -> None:
    shut = apply_change(FIRST, place(FIRST, "L1", "East side").change)
    assert tile(shut, "L1").exits == "SW"
    assert apply_change(shut, place(shut, "L1", "East side").change) == FIRST


def test_a_coast_tile_has_its_roads_from_its_space() -> None:
    assert {one.name for one in GAME.pieces.piece_detail(FIRST, "C1", 0).places} == {
        "Village",
        "End",
        "Show",
        "Gain",
        "Or gain",
    }
    assert not GAME.pieces.piece_detail(FIRST, "C1", 0).turns


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
    names = [one.name for one in GAME.pieces.piece_detail(FIRST, "L1", 0).places]
    assert "Pay" not in names and "Show" in names
    four = drop_on(FIRST, "L3", "Or gain", "rod")
    four = drop_on(four, "L3", "Or gain, 2", "pearl")
    four = drop_on(four, "L3", "Or gain, 3", "rope")
    assert tile(four, "L3").gain == "2 wood | rod | pearl | rope"
    assert len([one for one in GAME.pieces.piece_detail(four, "L3", 0).places if "ain" in one.name]) == 4


def test_an_existing_alternative_cannot_be_added() -> None:
    body = with_line("L3", gain="rope | wood")
    assert {"rope", "wood"}.isdisjoint(dict(place(body, "L3", "Or gain, 2").drops))
    assert "rod" in dict(place(body, "L3", "Or gain, 2").drops)


def test_dropped_equipment_replaces_unknown_words() -> None:
    body = with_line("L3", gain="2 gold + wood", show="horse")
    contract.check_clicks(ANY, body, [(key, ANY.pieces.piece_detail(body, key, 0)) for key in ("L1", "C6")])
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
    assert (row.title, row.note, len(row.patterns)) == ("Own", "1 tile", 1)
    again = GAME.pieces.add_pieces(body, entry.pattern, 2)
    count, names = patterns(again)[entry.pattern]
    assert count == 3 and {tile(again, name).gain for name in names} == {"5 rod"}
    assert GAME.pieces.patterns(FIRST)[-1].title != "Own"


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
    with pytest.raises(ValueError, match="still lies on"):
        GAME.pieces.remove_piece(FIRST, "C1")


def test_tiles_are_imported_by_name_and_fields() -> None:
    other = with_line("L1", gain="5 rod")
    assert GAME.pieces.import_pieces(FIRST, other, ["L1", "L2", "C1"]).tiles[-1].name == FIRST.tiles[-1].name
    after = GAME.pieces.import_pieces(FIRST, other, ["L1", "L2", "C1"])
    (fresh,) = {one.name for one in after.tiles} - {one.name for one in FIRST.tiles}
    assert tile(after, fresh).gain == "5 rod"
