"""Pictures of a sea, and the places of pieces on its tiles."""

from __future__ import annotations

import math

import pytest

from studio.core.picture import Label, Path, Picture, Shape, Sprite, edge_target
from studio.seatiles.drawing import frame
from studio.seatiles.drawing.coast import UNKNOWN, Sea, Tile, circle_place, coast_of, land_runs, lands_of_shape, sea_of
from studio.seatiles.drawing.picture import chart_picture, ghost_picture, lanes, sea_layers, tile_picture
from studio.seatiles.drawing.woods import disc_spot, land_spot, woods_of
from tests.seatiles.drawing.test_coast import inside
from tests.seatiles.seas import all_lands, random_sea


def shapes_of(picture: Picture, style: str) -> list[Shape]:
    return [s for layer in picture.layers for s in layer.shapes if isinstance(s, Path | Label) and s.style == style]


def test_every_laid_tile_is_drawn_and_no_other() -> None:
    sea = random_sea(8, 6, 1)
    picture = chart_picture(sea)
    laid = {cell for cell, tile in enumerate(sea.tiles) if tile is not None}
    assert {shape.cell for shape in shapes_of(picture, "deep")} == laid
    with_land = {cell for cell in laid if any(land >= 0 for land in sea.tiles[cell].lands)}  # type: ignore[union-attr]  # laid
    assert {shape.cell for shape in shapes_of(picture, "land")} == with_land
    falls = {shape.cell for layer in picture.layers if layer.name == "falls" for shape in layer.shapes}
    assert falls == {cell for cell in laid if sea.tiles[cell].bonus}  # type: ignore[union-attr]  # laid
    assert picture.has_table


def test_targets_are_the_spaces_and_the_outer_edges() -> None:
    sea = random_sea(6, 5, 2, odd=True)
    numbers = [target.cell for target in chart_picture(sea).targets]
    assert len(set(numbers)) == len(numbers)
    edges = {edge_target(edge // 4, edge % 4) for edge, kind in enumerate(sea.rim) if kind >= 0}
    assert set(numbers) == set(range(30)) | edges


def test_successive_pictures_share_their_shapes() -> None:
    sea = random_sea(8, 6, 3)
    cell = next(cell for cell, tile in enumerate(sea.tiles) if tile is not None and cell > 20)
    tiles = [*sea.tiles]
    tiles[cell] = None
    before, after = sea_layers(sea._replace(tiles=tuple(tiles))), sea_layers(sea)
    old = {id(shape) for layer in before for shape in layer.shapes}
    fresh = {shape.cell for layer in after for shape in layer.shapes if id(shape) not in old}
    x, y = cell % 8, cell // 8
    assert cell in fresh
    assert all(abs(other % 8 - x) <= 1 and abs(other // 8 - y) <= 1 for other in fresh)


def test_successive_pictures_share_the_rows_that_are_far_away() -> None:
    sea = random_sea(8, 9, 3)
    cell = next(cell for cell, tile in enumerate(sea.tiles) if tile is not None and cell > 34)
    tiles = tuple(None if other == cell else tile for other, tile in enumerate(sea.tiles))
    old = {id(strip) for layer in sea_layers(sea._replace(tiles=tiles)) for strip in layer.strips}
    fresh = [strip for layer in sea_layers(sea) for strip in layer.strips if id(strip) not in old]
    rows = {shape.cell // 8 for strip in fresh for shape in strip}
    assert cell // 8 in rows and rows <= {cell // 8 + step for step in (-1, 0, 1)}


@pytest.mark.parametrize("lands", all_lands())
def test_woods_stand_on_land_clear_of_coasts_and_joints(lands: tuple[int, int, int, int]) -> None:
    for x, y in ((0, 0), (5, 3), (9, 6)):
        codes = (UNKNOWN,) * 4
        outlines = coast_of(x, y, lands, codes).lands
        for path in woods_of(x, y, lands, codes, 7):
            assert path.cell == 7
            for outline in path.outlines:
                for point in outline:
                    assert x <= point[-2] <= x + 1 and y <= point[-1] <= y + 1
            if path.style in ("tree", "peak"):
                px, py = path.outlines[0][0][-2:]
                assert any(inside(outline, px, py) for outline in outlines)


def test_woods_differ_from_place_to_place() -> None:
    codes = (UNKNOWN,) * 4
    styles = set()
    counts = set()
    crowns = set()
    for x in range(12):
        for y in range(8):
            woods = woods_of(x, y, (0, 0, 0, 0), codes, 0)
            styles |= {path.style for path in woods}
            trees = [path for path in woods if path.style == "tree"]
            counts.add(len(trees))
            crowns |= {(len(path.outlines), len(path.outlines[0]), len(path.outlines[0][1])) for path in trees}
    assert styles >= {"tree", "trunk", "tree_light", "peak", "tuft", "dune"}
    assert len(counts) > 6 and min(counts) < 4 < max(counts)
    assert len(crowns) >= 4, "broad crowns, poplars, pines and palms"


def test_a_fall_has_room() -> None:
    codes = (UNKNOWN,) * 4
    for x in range(20):
        for path in woods_of(x, 1, (0, 0, 0, 0), codes, 0, bare=True):
            if path.style == "tree":
                px, py = path.outlines[0][0][-2:]
                assert ((px - x - 0.5) ** 2 + (py - 1.5) ** 2) ** 0.5 > 0.15


def test_single_tiles_of_a_shape_look_alike_whatever_their_place() -> None:
    assert tile_picture("aa..") is tile_picture("aa..")
    assert tile_picture("aa..").bounds == (0, 0, 1, 1)
    assert tile_picture("aa..", 1) != tile_picture("aa..")
    assert any(layer.name == "falls" and layer.shapes for layer in tile_picture("aaaa", 0, 5).layers)


def test_a_ghost_is_the_tile_as_it_would_lie() -> None:
    sea = random_sea(7, 5, 5)
    cell = next(cell for cell, tile in enumerate(sea.tiles) if tile is not None and any(s >= 0 for s in tile.lands))
    tile = sea.tiles[cell]
    assert tile is not None
    tiles = [*sea.tiles]
    tiles[cell] = None
    ghost = ghost_picture(sea._replace(tiles=tuple(tiles)), cell, tile)
    land = next(shape for shape in shapes_of(ghost, "land"))
    assert land in shapes_of(chart_picture(sea), "land")
    assert ghost.bounds == (cell % 7, cell // 7, cell % 7 + 1, cell // 7 + 1)


def test_quiet_routes_leave_the_bright_ones_to_the_lanes() -> None:
    sea = random_sea(6, 6, 6)
    quiet, loud = chart_picture(sea, quiet_routes=True), chart_picture(sea)
    assert shapes_of(loud, "route") and not shapes_of(quiet, "route")
    cells = [cell for cell, tile in enumerate(sea.tiles) if tile is not None][:4]
    bright = [path for path in lanes(sea, cells) if path.style == "route"]
    assert all(path in shapes_of(loud, "route") for path in bright)
    assert {path.cell for path in bright} <= set(cells)


def test_a_single_tile_carries_what_is_put_upon_it() -> None:
    disc = Sprite("seatiles/event_gold", 0.8, 0.2, 0.3)
    assert tile_picture("a...", 0, 0, (disc,)).layers[-1].shapes[-1] is disc


def test_shapes_turn_clockwise() -> None:
    assert lands_of_shape("ab..") == (0, 1, -1, -1)
    assert lands_of_shape("ab..", 1) == (-1, 0, 1, -1)
    assert lands_of_shape("ab..", 3) == (1, -1, -1, 0)


def test_a_compiled_chart_feeds_the_picture() -> None:
    from studio.seatiles.rules.chart import Chart

    kinds = [("cape", "a...", 0), ("fall", "aaaa", 5)]
    rim = [2, 1, 0, 1] * 9
    chart = Chart(3, 3, [False] * 9, rim, kinds, [(4, 1, 0)])
    laid = [-1] * 9
    laid[4] = chart.laid[0][1]
    sea = sea_of(chart, laid)
    assert sea.tiles[4] == Tile((0, 0, 0, 0), 5)
    assert sea.fixed == {4}
    assert sea.rim[0] == 2 and sea.rim[1] == -1


def test_open_edges_share_a_harbour_along_a_straight_border() -> None:
    rim = tuple(_all_open(12, 8))
    runs = frame.edge_runs(12, 8, rim)
    assert sorted(len(run) for run in runs) == [8, 8, 12, 12]
    changed = list(rim)
    changed[5 * 4] = 3
    assert sorted(len(run) for run in frame.edge_runs(12, 8, changed)) == [1, 5, 6, 8, 8, 12]
    figures = [s.text for s in frame.harbours(12, 8, rim).shapes if isinstance(s, Label)]
    assert sorted(figures) == ["0", "1", "1", "2"]


def test_edge_boxes_lie_outside_their_space() -> None:
    for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        box = frame.edge_box(6, 14, side)
        cx, cy = sum(p[0] for p in box) / 4, sum(p[1] for p in box) / 4
        assert (cx - 2.5) * dx + (cy - 2.5) * dy > 0.6


def test_letters_name_columns_and_figures_rows() -> None:
    sea = Sea(5, 3, (False,) * 15, (None,) * 15, tuple(_all_open(5, 3)))
    layer = next(layer for layer in frame.frame_layers(sea) if layer.name == "frame")
    texts = [shape.text for shape in layer.shapes if isinstance(shape, Label)]
    assert sorted(texts) == sorted([*"ABCDE"] * 2 + ["1", "2", "3"] * 2)


def test_engravings_keep_off_void_and_fixed_spaces() -> None:
    void = tuple(cell % 12 > 5 for cell in range(96))
    fixed = frozenset({1, 2, 14})
    sea = Sea(12, 8, void, (None,) * 96, (-1,) * 384, fixed)
    layer = next(layer for layer in frame.frame_layers(sea) if layer.name == "engraving")
    letters = [shape for shape in layer.shapes if isinstance(shape, Label) and shape.style == "mare"]
    assert letters
    for letter in letters:
        cell = int(letter.y) * 12 + int(letter.x)
        assert not void[cell] and cell not in fixed


def test_while_a_sea_is_drawn_the_winds_stay_where_they_are_when_the_rose_makes_way() -> None:
    """They lie on every space: a stroke that comes to the rose would have the whole board painted again."""

    def engraved(sea: Sea, style: str, is_drawn: bool) -> set[Shape]:
        layers = frame.frame_layers(sea._replace(is_sketch=is_drawn))
        shapes = next(layer.shapes for layer in layers if layer.name == "engraving")
        return {shape for shape in shapes if isinstance(shape, Path) and (shape.style == "rhumb") is (style == "rhumb")}

    sea = Sea(12, 8, (False,) * 96, (None,) * 96, tuple(_all_open(12, 8)))
    laid = sea._replace(fixed=frozenset({5 * 12 + 9}))
    assert engraved(laid, "rose", True) == engraved(laid, "rose", False) != engraved(sea, "rose", True)
    assert engraved(laid, "rhumb", True) == engraved(sea, "rhumb", True) != engraved(laid, "rhumb", False)
    whole = sea._replace(void=(True,) * 96, rim=(-1,) * 384, is_sketch=True)
    assert next(layer for layer in frame.frame_layers(whole) if layer.name == "engraving").shapes == ()


def test_small_and_odd_boards_can_be_drawn() -> None:
    for columns, rows in ((2, 2), (3, 24), (24, 24)):
        count = columns * rows
        picture = chart_picture(Sea(columns, rows, (False,) * count, (None,) * count, tuple(_all_open(columns, rows))))
        assert picture.bounds[2] == columns + frame.FRAME
    assert chart_picture(random_sea(10, 10, 12, odd=True)).layers


def _all_open(columns: int, rows: int) -> list[int]:
    rim = []
    for cell in range(columns * rows):
        x, y = cell % columns, cell // columns
        rim += [k if o else -1 for k, o in ((2, y == 0), (1, x == columns - 1), (0, y == rows - 1), (1, x == 0))]
    return rim


# Where pieces stand: units on their own land, clear of the ship's circle; discs and medallions clear of both


PUBLISHED = ("....", "a...", "aa..", "a.b.", "aaa.", "aaaa")
HOME_MADE = ("ab..", "abc.", "abcd", "aab.", "abb.", "aabb", "aaab", "baaa", "abbc", "ab.c", "aa.b")


def _inside(x: float, y: float, outline: tuple[tuple[float, ...], ...]) -> bool:
    """Whether a point lies in a polygon (ray casting over the end points of its steps)."""
    points = [step[-2:] for step in outline]
    crossings = 0
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossings += 1
    return crossings % 2 == 1


@pytest.mark.parametrize("shape", [shape for shape in PUBLISHED if shape != "...."])
@pytest.mark.parametrize("turn", range(4))
def test_a_unit_stands_on_its_own_land_off_the_circle(shape: str, turn: int) -> None:
    lands = lands_of_shape(shape, turn)
    edges = sum(1 << side for side in range(4) if lands[side] >= 0)
    ring = circle_place(edges)
    runs = land_runs(lands)
    for x, y in ((0, 0), (3, 5), (11, 7)):  # the coast differs from place to place
        coast = coast_of(x, y, lands, (UNKNOWN,) * 4)
        for (first, _size), outline in zip(runs, coast.lands, strict=True):
            foot = land_spot(lands, lands[first], False)
            assert _inside(x + foot[0], y + foot[1] - 0.06, outline), (shape, turn, foot)
            if edges != 15:
                assert math.dist((foot[0], foot[1] - 0.15), ring) > 0.24


@pytest.mark.parametrize("shape", PUBLISHED)
@pytest.mark.parametrize("turn", range(4))
def test_a_disc_lies_on_its_tile_clear_of_units_and_circle(shape: str, turn: int) -> None:
    lands = lands_of_shape(shape, turn)
    edges = sum(1 << side for side in range(4) if lands[side] >= 0)
    x, y = disc_spot(lands)
    assert 0.155 < x < 0.845 and 0.155 < y < 0.845
    if edges != 15:
        assert math.dist((x, y), circle_place(edges)) > 0.155 + 0.08
    for land in set(lands) - {-1}:
        foot = land_spot(lands, land, False)
        assert math.dist((x, y), (foot[0], foot[1] - 0.17)) > 0.30


def test_home_made_tiles_have_places_too() -> None:
    for shape in HOME_MADE:
        lands = lands_of_shape(shape)
        places = {land: land_spot(lands, land, False) for land in set(lands) - {-1}}
        assert len(set(places.values())) == len(places), shape
        assert all(0.05 < x < 0.95 and 0.10 < y < 1.0 for x, y in (*places.values(), disc_spot(lands)))


def test_beside_a_waterfall_there_is_room_for_a_unit() -> None:
    foot = land_spot((0, 0, 0, 0), 0, True)
    assert math.dist((foot[0], foot[1] - 0.17), (0.5, 0.5)) > 0.26
