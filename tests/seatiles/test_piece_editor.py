"""Sea tiles in the piece editor: clicks on edges and corners, patterns and counts."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given

from studio.core.cancellation import NEVER_CANCELLED
from studio.core.form import Stamp
from studio.core.pieces import Place
from studio.core.text import use_language
from studio.documents.paths import resources_dir
from studio.games import load
from studio.seatiles.body import Laid, SeaBody, contents
from studio.seatiles.drawing.piece_editor import patterns, sea_piece_detail, sea_pieces
from studio.seatiles.facts import ROUTE_CUTTING, SHAPES, pattern_of, with_corner_toggled, with_edge_toggled
from studio.seatiles.forms import duplicate_piece, set_kind
from studio.seatiles.rules.chart import has_isthmus, turned
from tests.seatiles.sea_bodies import bodies

NEW, OLD = load("neue_entdecker"), load("entdecker")
BODY = NEW.editing.blank()


def _place(body: object, piece: str, name: str, turn: int = 0) -> Place:
    return next(place for place in NEW.pieces.piece_detail(body, piece, turn).places if place.name == name)


def _clicked(body: object, piece: str, name: str, turn: int = 0) -> object:
    change = _place(body, piece, name, turn).change
    assert change is not None
    return NEW.editing.set_field(body, -1, change.field, change.value)


def _shape(body: object, piece: str) -> str:
    assert isinstance(body, SeaBody)
    return next(kind.shape for kind in body.tiles if kind.name == piece)


@pytest.mark.parametrize(
    "shape, side, after",
    [
        ("....", 0, "a..."), ("a...", 0, "...."), ("a...", 1, "aa.."), ("a...", 2, "a.b."), ("a.b.", 1, "aaa."),
        ("aaa.", 1, "a.b."), ("aaa.", 3, "aaaa"), ("aaaa", 0, ".aaa"), ("aab.", 0, ".ab."), ("abb.", 0, ".aa."),
        ("aab.", 3, "aaaa"),
    ],
)  # fmt: skip
def test_an_edge_is_turned_into_land_or_sea(shape: str, side: int, after: str) -> None:
    assert with_edge_toggled(shape, side) == after


@pytest.mark.parametrize(
    "shape, corner, after",
    [
        ("aaa.", 0, "abb."), ("aaa.", 1, "aab."), ("aab.", 0, "abc."), ("abb.", 0, "aaa."), ("aab.", 1, "aaa."),
        ("aaa.", 2, "aaa."), ("aaaa", 0, "abba"), ("aaaa", 1, "aabb"), ("aaab", 2, "aaaa"), ("aaab", 0, "abbc"),
        ("abcd", 3, "abca"), ("aba.", 0, "aab."),
    ],
)  # fmt: skip
def test_a_corner_joins_or_parts(shape: str, corner: int, after: str) -> None:
    assert with_corner_toggled(shape, corner) == after


def test_every_shape_without_an_isthmus_is_reached_by_clicks_and_no_other() -> None:
    seen, ahead = {"...."}, ["...."]
    while ahead:
        shape = ahead.pop()
        for after in [turn(shape, place) for turn in (with_edge_toggled, with_corner_toggled) for place in range(4)]:
            if after not in seen:
                seen.add(after)
                ahead.append(after)
    assert not any(has_isthmus(shape) for shape in seen)
    assert {pattern_of(shape) for shape in seen} == set(SHAPES)


def test_every_shape_belongs_to_one_pattern() -> None:
    for shape in map("".join, product(".abcd", repeat=4)):
        found = {pattern_of(turned(shape, turn)) for turn in range(4)}
        assert len(found) == 1
        assert (found <= set(SHAPES)) == (not has_isthmus(shape))
        assert found <= {*SHAPES, *ROUTE_CUTTING} or pattern_of(shape) == "abab"


def _labels(body: object, piece: str, turn: int = 0) -> list[str]:
    return [place.label for place in NEW.pieces.piece_detail(body, piece, turn).places if place.label]


def test_clicks_on_a_turned_tile_change_what_is_seen() -> None:
    assert _place(BODY, "cape", "North edge").label == "Land A"
    assert _place(BODY, "cape", "East edge", 1).label == "Land A"
    after = _clicked(BODY, "cape", "South edge", 1)
    assert _shape(after, "cape") == "aa..", "what lies south after a quarter turn is the east of the tile"
    assert _labels(after, "cape", 1) == ["Sea", "Land A", "Land A", "Sea"]
    place = _place(BODY, "cape", "North-east corner")
    assert place.change is None and "sea" in place.state, "between sea and land"


def test_lands_have_letters_in_their_visible_order() -> None:
    parted = _clicked(BODY, "cove", "South-east corner")
    assert _shape(parted, "cove") == "aab."
    assert _labels(parted, "cove") == ["Land A", "Land A", "Land B", "Sea"]
    assert _labels(parted, "cove", 2) == ["Land A", "Sea", "Land B", "Land B"]


def test_the_totals_are_those_of_the_box() -> None:
    found = NEW.pieces.pieces(BODY)
    raw = NEW.body.to_plain(BODY)["tiles"]
    stock = sum(kind["hidden"] + sum(kind.get("events", {}).values()) for kind in raw)
    ready = sum(kind["sorted"] for kind in raw)
    assert found.totals[1:3] == (stock, ready) and found.totals[4] == stock + ready
    assert sum(figure.value for figure in found.distribution) == stock + ready
    assert {figure.label: figure.value for figure in found.stats}["Tiles"] == stock + ready
    paper = sum(sort.total for sort in NEW.sketch.cut_outs(BODY).piece_types if not sort.is_marker)
    assert paper == stock + ready - sum(kind["sorted"] for kind in raw if kind.get("bonus"))


def test_a_mirror_image_is_missing_until_it_is_made() -> None:
    assert NEW.pieces.piece_detail(BODY, "cove", 0).mirror_image is None
    parted = _clicked(BODY, "cove", "South-east corner")
    mirror = NEW.pieces.piece_detail(parted, "cove", 0).mirror_image
    assert mirror is not None and mirror.pattern == "abb." and not mirror.entries
    made = NEW.pieces.add_pieces(parted, mirror.pattern, 0)
    mirror = NEW.pieces.piece_detail(made, "cove", 0).mirror_image
    assert mirror is not None and mirror.entries == ("cape and bend",)


def test_what_the_proof_needs_is_enough() -> None:
    body = BODY
    for kind in ("cove", "strait"):
        body = NEW.editing.set_field(body, -1, f"hidden:{kind}", 0)
        body = NEW.editing.set_field(body, -1, f"sorted:{kind}", 0)
        for event in ("gold", "pirates", "natives", "storm"):
            body = NEW.editing.set_field(body, -1, f"event {event}:{kind}", 0)
    for kind in ("bend", "cape", "inland", "sea"):
        body = NEW.editing.set_field(body, -1, f"hidden:{kind}", 0)
    found = NEW.pieces.missing_pieces(body, NEVER_CANCELLED)
    assert found and all(need.cells for need in found)
    for need in found:
        body = NEW.pieces.add_pieces(body, need.pattern, need.count)
    assert not NEW.pieces.missing_pieces(body, NEVER_CANCELLED)


def test_an_event_that_is_removed_is_not_in_the_file() -> None:
    for game in (NEW, OLD):
        body = game.editing.blank()
        raw = game.body.to_plain(body)["tiles"]
        for kind in raw:
            for event in kind.get("events", {}):
                after = game.editing.set_field(body, -1, f"event {event}:{kind['name']}", 0)
                assert game.body.parse(game.body.to_plain(after)) == after
                back = game.editing.set_field(after, -1, f"event {event}:{kind['name']}", kind["events"][event])
                assert game.body.to_plain(back) == game.body.to_plain(body)
                assert list(game.body.to_plain(back)["tiles"][raw.index(kind)].get("events", {})) == list(
                    kind["events"]
                )


@given(bodies())
def test_any_body_can_be_shown_and_clicked(body: SeaBody) -> None:
    found = sea_pieces(body, {})
    assert [entry.key for entry in found.entries] == [kind.name for kind in body.tiles]
    assert sum(len(entry.places) for entry in found.entries) == sum(
        symbol in body.legend for row in body.spaces for symbol in row
    )
    drawn = {pattern.key for row in patterns(body) for pattern in row.patterns}
    assert {kind.key for row in patterns(body) for kind in row.patterns if kind.entries} <= drawn
    for kind in body.tiles:
        for turn in range(4):
            detail = sea_piece_detail(body, kind.name, turn, {}, has_bonus=True)
            assert len(detail.places) == 8
            for place in detail.places:
                if place.change is not None:
                    after = set_kind(body, "shape", kind.name, place.change.value, ())
                    clicked = next(one for one in after.tiles if one.name == kind.name)
                    assert not has_isthmus(clicked.shape) and clicked.shape != kind.shape


@pytest.mark.parametrize("turn", range(4))
def test_laid_tiles_keep_their_turn_or_turn_to_match_their_neighbours(turn: int) -> None:
    body = NEW.editing.blank()
    grid = NEW.body.grid(body)
    spot = grid.cell_named("C3")

    def laid_there(after: object) -> object:
        assert isinstance(after, SeaBody)
        return contents(after)[spot]

    def texts(after: object) -> list[str]:
        places = NEW.pieces.piece_detail(after, "bend", 0).places
        return [place.change.text for place in places if place.change]

    laid = NEW.editing.stamp(body, spot, Stamp("tile:bend", turn))
    for side, land in enumerate(turned("aa..", turn)):
        laid = NEW.editing.stamp(laid, grid.neighbor(spot, side), Stamp("tile:sea" if land == "." else "tile:inland"))
    all_land = NEW.editing.set_field(laid, -1, "shape:bend", "aaaa")
    assert laid_there(all_land) == Laid("bend", 0), "it has one look only"
    assert laid_there(NEW.editing.set_field(all_land, -1, "shape:bend", "aa..")) == Laid("bend", turn)
    assert laid_there(NEW.editing.set_field(laid, -1, "shape:bend", "aab.")) == Laid("bend", turn)
    sentence = "On the board, the tile rotates to match its neighbours."
    assert any(text.endswith(sentence) for text in texts(all_land))
    assert not any("On the board" in text for text in texts(laid))


def test_a_copy_of_a_kind_in_the_box_has_a_name_in_the_language_of_the_user() -> None:
    body: Any = BODY
    use_language(["de"], resources_dir() / "locale")
    try:
        assert "Bucht 2" in [kind.name for kind in duplicate_piece(body, "cove").tiles]
    finally:
        use_language(["en"], resources_dir() / "locale")
