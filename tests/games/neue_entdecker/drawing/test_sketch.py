"""The layout in the editor: what is drawn and pointed at, the palette, the ghosts of stamps."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest

from studio.core.form import Stamp
from studio.core.picture import Label, Path, Picture, edge_target
from studio.documents import store
from studio.documents.paths import shipped_layouts
from studio.games.neue_entdecker import GAME
from studio.games.neue_entdecker.body import Body
from studio.seatiles.drawing.sketch import ghost, palette, sea_of_layout, sketch


@pytest.fixture
def body() -> Body:
    body: Body = GAME.editing.blank()
    for cell, stamp in ((0, Stamp("void")), (14, Stamp("tile:bend", 1)), (40, Stamp("tile:waterfall +5"))):
        body = GAME.editing.stamp(body, cell, stamp)
    body = GAME.editing.stamp(body, edge_target(5, 0), Stamp("edge:coast"))
    made: Body = GAME.editing.stamp(body, edge_target(6, 0), Stamp("edge:shore"))
    return made


def styles(picture: Picture) -> set[str]:
    return {s.style for layer in picture.layers for s in layer.shapes if isinstance(s, Path | Label)}


def test_the_sea_of_a_layout(body: Body) -> None:
    sea = sea_of_layout(body)
    assert (sea.columns, sea.rows) == (12, 8)
    assert sea.void[0] and not sea.void[1]
    assert sea.tiles[14] is not None and sea.tiles[14].lands == (-1, 0, 0, -1)
    assert sea.tiles[40] is not None and sea.tiles[40].bonus == 5
    assert sum(tile is not None for tile in sea.tiles) == 2
    assert sea.rim[5 * 4] == 4 and sea.rim[6 * 4] == 3 and sea.rim[7 * 4] == 2
    assert sea.rim[1 * 4 + 3] == 1, "beside a void space lies the western border"
    assert sea.rim[0] == -1 and sea.rim[30 * 4] == -1


def lettering(picture: Picture) -> list[Label]:
    found = [s for layer in picture.layers for s in layer.shapes if isinstance(s, Label) and s.style == "mare"]
    assert found
    return found


@pytest.mark.parametrize("still", [False, True])
@pytest.mark.parametrize("path", shipped_layouts("neue_entdecker"), ids=lambda path: str(path.stem))
def test_no_tile_lies_on_the_lettering_nor_on_the_rose(path: FilePath, still: bool) -> None:
    body = GAME.body.parse(store.read_layout(path).body)
    sea, picture = sea_of_layout(body), sketch(body, still)
    engraved = next(layer.shapes for layer in picture.layers if layer.name == "engraving")
    lines = [shape.outlines for shape in engraved if isinstance(shape, Path) and shape.style != "rhumb"]
    places = [(point[-2], point[-1]) for outlines in lines for outline in outlines for point in outline]
    assert len(places) > 50
    for x, y in [*places, *((letter.x, letter.y) for letter in lettering(picture))]:
        assert sea.tiles[int(y) * sea.columns + int(x)] is None, (x, y)


def test_the_lettering_keeps_its_place_until_a_tile_lies_there() -> None:
    blank: Body = GAME.editing.blank()
    letters = lettering(sketch(blank))
    under = {int(letter.y) * 12 + int(letter.x) for letter in letters}
    adjacent = GAME.editing.stamp(blank, next(cell for cell in range(96) if cell % 12 < 3), Stamp("tile:sea"))
    assert lettering(sketch(adjacent)) == letters
    covered = GAME.editing.stamp(blank, min(under), Stamp("tile:sea"))
    assert lettering(sketch(covered)) != letters


def test_fixed_tiles_carry_locks_and_void_spaces_hatching(body: Body) -> None:
    picture = sketch(body)
    locks = next(layer for layer in picture.layers if layer.name == "locks").shapes
    assert {shape.cell for shape in locks if isinstance(shape, Path)} == {14, 40}
    assert {"void_hatch", "shoreline", "rim_coast", "shoal", "coin"} <= styles(picture)


def test_every_edge_that_can_be_stamped_is_a_target(body: Body) -> None:
    numbers = {target.cell for target in sketch(body).targets}
    for target in numbers:
        if target >= 1 << 20:
            assert GAME.editing.stamp(body, target, Stamp("edge:coast")) is not body or target == edge_target(5, 0)
    assert edge_target(1, 3) in numbers and edge_target(0, 0) not in numbers


def test_an_edit_changes_few_shapes(body: Body) -> None:
    before = sketch(body)  # held on to, or a new shape may come to bear the id of an old one
    old = {id(shape) for layer in before.layers for shape in layer.shapes}
    after = sketch(GAME.editing.stamp(body, 67, Stamp("tile:sea")))
    fresh = [shape for layer in after.layers for shape in layer.shapes if id(shape) not in old]
    assert {shape.cell for shape in fresh} == {67}


def test_the_palette_offers_every_stamp_the_game_understands(body: Body) -> None:
    groups = palette(body)
    keys = [item.stamp.key for group in groups for item in group.items]
    assert len(set(keys)) == len(keys)
    assert {"undiscovered", "void", "edge:open 0", "edge:open 1", "edge:open 2", "edge:shore", "edge:coast"} <= set(
        keys
    )
    assert {f"tile:{kind.name}" for kind in body.tiles} <= set(keys)
    for group in groups:
        for item in group.items:
            assert (group.on == "edges") == item.stamp.key.startswith("edge:")
            assert item.name and item.picture.layers
            target = edge_target(30, 0) if group.on == "edges" else 30
            if group.on == "edges":
                target = edge_target(11, 0)
            assert ghost(body, target, item.stamp) is not None


def test_the_palette_counts_what_is_left(body: Body) -> None:
    items = {item.stamp.key: item for group in palette(body) for item in group.items}
    kinds = {kind.name: kind for kind in body.tiles}
    assert items["tile:bend"].remaining == kinds["bend"].sorted - 1
    assert items["tile:waterfall +5"].remaining == kinds["waterfall +5"].sorted - 1
    assert items["tile:sea"].remaining == kinds["sea"].sorted
    assert items["void"].remaining == -1
    assert items["tile:strait"].turns == 2 and items["tile:sea"].turns == 1 and items["tile:cape"].turns == 4
    assert all(len(item.rotated_pictures) == item.turns - 1 for item in items.values())
    fields = {field.key for section in GAME.editing.form(body, -1) for field in section.fields}
    assert all(item.field in fields for item in items.values() if item.field)


def test_ghosts_lie_on_their_target(body: Body) -> None:
    picture = ghost(body, 30, Stamp("tile:cove", 2))
    assert picture is not None and picture.bounds == (6, 2, 7, 3)
    edge = ghost(body, edge_target(11, 1), Stamp("edge:open 2"))
    assert edge is not None and edge.bounds[0] == 12 and "coin" in styles(edge)


def test_no_ghost_where_a_stamp_does_not_go(body: Body) -> None:
    assert ghost(body, 30, Stamp("edge:shore")) is None
    assert ghost(body, edge_target(30, 0), Stamp("edge:shore")) is None
    assert ghost(body, edge_target(5, 0), Stamp("void")) is None
    assert ghost(body, -1, Stamp("void")) is None
    assert ghost(body, 30, Stamp("tile:no such kind")) is None
    assert ghost(body, 9999, Stamp("void")) is None
