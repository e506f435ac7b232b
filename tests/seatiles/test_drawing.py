"""Coasts, pictures, places of pieces, and sketches of layouts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path as FilePath
from typing import Any

import pytest

from studio.core.form import Stamp
from studio.core.picture import Label, Layer, Path, Picture, Shape, Sprite, edge_target
from studio.documents import store
from studio.documents.paths import shipped_layouts
from studio.drawing.geometry import contains_point
from studio.games.neue_entdecker import GAME
from studio.games.neue_entdecker.body import Body
from studio.seatiles.drawing import frame
from studio.seatiles.drawing.coast import (
    FULL,
    SPLIT,
    UNKNOWN,
    Lands,
    Sea,
    Shoreline,
    Tile,
    circle_place,
    coast_of,
    corner_codes,
    crossing,
    land_runs,
    lands_of_shape,
    noise,
    sea_of,
)
from studio.seatiles.drawing.picture import chart_picture, ghost_picture, lanes, sea_layers, tile_picture
from studio.seatiles.drawing.sketch import ghost, palette, sea_of_layout, sketch
from studio.seatiles.drawing.woods import disc_spot, land_spot, woods_of
from studio.seatiles.rules.chart import Chart
from tests.seatiles.seas import all_lands, random_sea

CODES = (UNKNOWN, *range(17))
ALL_UNKNOWN = (UNKNOWN,) * 4


def rim_of(columns: int, rows: int, north: int, east: int, south: int, west: int) -> tuple[int, ...]:
    """The kind of every edge by cell and side: of outer ones by their side, of inner ones -1."""
    return tuple(
        kind if is_outer else -1
        for y in range(rows)
        for x in range(columns)
        for kind, is_outer in ((north, y == 0), (east, x == columns - 1), (south, y == rows - 1), (west, x == 0))
    )


def open_sea(columns: int, rows: int, **fields: Any) -> Sea:
    """A sea without tiles and void spaces, toll 2 in the north, 1 in the east and west."""
    count = columns * rows
    return Sea(columns, rows, (False,) * count, (None,) * count, rim_of(columns, rows, 2, 1, 0, 1))._replace(**fields)


def without_tile(sea: Sea, cell: int) -> Sea:
    return sea._replace(tiles=tuple(None if other == cell else tile for other, tile in enumerate(sea.tiles)))


def shapes_of(picture: Picture, style: str) -> list[Shape]:
    return [s for layer in picture.layers for s in layer.shapes if isinstance(s, Path | Label) and s.style == style]


def shapes_in(layers: Iterable[Layer], name: str) -> tuple[Shape, ...]:
    """The shapes of the layer with a name."""
    return next(layer.shapes for layer in layers if layer.name == name)


def area(outline: tuple[tuple[float, ...], ...]) -> float:
    """Twice the signed area; above nought for clockwise on screens, whose y points down."""
    total = 0.0
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        total += ax * by - bx * ay
    return total


@pytest.mark.parametrize("code", CODES)
def test_neighbours_cross_their_edge_at_one_place_in_one_direction(code: int) -> None:
    for x in range(5):
        for y in range(5):
            for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
                for at_end in (False, True):
                    mine = crossing(x, y, side, at_end, code)
                    theirs = crossing(x + dx, y + dy, side ^ 2, not at_end, code)
                    assert math.dist(mine.place, theirs.place) < 1e-12
                    assert math.dist(mine.inward, (-theirs.inward[0], -theirs.inward[1])) < 1e-12


def test_crossings_lie_on_their_edge_near_its_ends_and_lead_inward() -> None:
    steps = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
    for x in range(8):
        for code in CODES:
            for side in range(4):
                for at_end in (False, True):
                    (px, py), (ix, iy) = crossing(x, 3, side, at_end, code)
                    along = (px - x, py - 3, px - x, py - 3)[side]
                    across = (py - 3, px - x, py - 3, px - x)[side]
                    assert across == pytest.approx((0, 1, 1, 0)[side])
                    near_end = along > 0.5
                    assert near_end == (at_end if side < 2 else not at_end)
                    assert 0.02 < min(along, 1 - along) < 0.26
                    assert ix * steps[side][0] + iy * steps[side][1] > 0.6


@pytest.mark.parametrize("lands", all_lands())
def test_every_land_is_a_clockwise_area_that_holds_its_edges(lands: Lands) -> None:
    for x, y in ((0, 0), (3, 2), (11, 7)):
        coast = coast_of(x, y, lands, ALL_UNKNOWN)
        runs = land_runs(lands)
        assert len(coast.lands) == len(runs) == len({land for land in lands if land >= 0})
        for (first, length), outline in zip(runs, coast.lands, strict=True):
            assert area(outline) > 0.05
            for side in range(4):
                mx, my = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))[side]
                ix, iy = ((0, 1), (-1, 0), (0, -1), (1, 0))[side]
                holds = contains_point(outline, x + mx + 0.03 * ix, y + my + 0.03 * iy)
                assert holds == ((side - first) % 4 < length)
            assert all(x - 1e-9 <= px <= x + 1 + 1e-9 and y - 1e-9 <= py <= y + 1 + 1e-9 for px, py in outline)


@pytest.mark.parametrize("lands", all_lands())
def test_lands_of_one_tile_do_not_overlap(lands: Lands) -> None:
    for seed in range(6):
        outlines = coast_of(seed, 2 * seed, lands, ALL_UNKNOWN).lands
        for number, outline in enumerate(outlines):
            for other in outlines[number + 1 :]:
                assert not any(contains_point(other, px, py) for px, py in outline[::3])


def test_the_place_of_the_ship_is_water() -> None:
    for lands in all_lands():
        edges = sum(1 << side for side in range(4) if lands[side] >= 0)
        if edges == 15:
            continue
        for x in range(4):
            cx, cy = circle_place(edges)
            coast = coast_of(x, 5, lands, ALL_UNKNOWN)
            if len(coast.lands) > 2:
                continue
            assert not any(contains_point(outline, x + cx, 5 + cy) for outline in coast.lands)


def test_coast_lines_run_along_the_lands() -> None:
    for lands in all_lands():
        coast = coast_of(2, 2, lands, ALL_UNKNOWN)
        corners = {point for outline in coast.lands for point in outline}
        for line in coast.lines:
            assert set(line) <= corners


def test_coasts_of_neighbours_meet() -> None:
    sea = random_sea(7, 6, 11, part=1.0)
    wide = sea.columns + 1
    rows = corner_codes(7, 6, sea.void, [tile and tile.lands for tile in sea.tiles], sea.rim)
    codes = [code for row in rows for code in row]
    ends: dict[tuple[float, float], int] = {}
    for cell, tile in enumerate(sea.tiles):
        if tile is None:
            continue
        at = cell // 7 * wide + cell % 7
        around = (codes[at], codes[at + 1], codes[at + wide + 1], codes[at + wide])
        for line in coast_of(cell % 7, cell // 7, tile.lands, around).lines:
            for x, y in (line[0], line[-1]):
                place = (round(x, 6), round(y, 6))
                ends[place] = ends.get(place, 0) + 1
    undiscovered = {cell for cell, tile in enumerate(sea.tiles) if tile is None}
    for (x, y), count in ends.items():
        beside = [
            row * 7 + column
            for row in {math.floor(y - 1e-4), math.floor(y + 1e-4)}
            for column in {math.floor(x - 1e-4), math.floor(x + 1e-4)}
            if 0 <= column < 7 and 0 <= row < 6
        ]
        if len(beside) == 2 and not undiscovered & set(beside):
            assert count == 2, (x, y)


INLAND: Lands = (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("lands", "border", "corner", "expected"),
    [
        ([INLAND] * 4, 4, 4, FULL),  # land on all four edges
        ([INLAND] * 4, 4, 0, FULL),  # land runs off the board as well
        ([INLAND, INLAND, INLAND, None], 4, 4, FULL),  # its edges are known all the same
        ([INLAND, INLAND, INLAND, lands_of_shape("abcd")], 4, 4, SPLIT),  # open between two lands
        ([INLAND, None, None, None], 0, 4, UNKNOWN),  # until all its edges are known
        # land on the arms of the first tile, sea on those of the last
        ([(-1, 0, 0, -1), None, None, (-1, -1, -1, -1)], 0, 4, 0b1001),
        ([None] * 4, 0, 0, 0),  # the border counts as known
        ([None] * 4, 0, 4, UNKNOWN),
        ([None] * 4, 4, 0, FULL),
    ],
)
def test_codes_of_corners(lands: list[Lands | None], border: int, corner: int, expected: int) -> None:
    codes = corner_codes(2, 2, [False] * 4, lands, rim_of(2, 2, *[border] * 4))
    assert [code for row in codes for code in row][corner] == expected


def test_coasts_close_at_full_corners_and_are_plain_on_single_tiles() -> None:
    full = coast_of(0, 0, INLAND, (FULL,) * 4)
    assert full.lines == () and full.lands[0][0] == (0.0, 0.0)
    assert crossing(4, 7, 0, False, UNKNOWN, plain=True) == ((4.17, 7.0), (0.0, 1.0))


def test_the_same_place_gives_the_same_coast() -> None:
    one = coast_of(3, 4, (0, 0, -1, -1), ALL_UNKNOWN)
    coast_of.cache_clear()
    other = coast_of(3, 4, (0, 0, -1, -1), ALL_UNKNOWN)
    assert one is not other and one == other
    assert isinstance(one, Shoreline) and one != coast_of(4, 4, (0, 0, -1, -1), ALL_UNKNOWN)


def test_noise_is_even_and_fixed() -> None:
    values = [noise(i, 3, 5) for i in range(4000)]
    assert all(-1 <= value <= 1 for value in values)
    assert abs(sum(values) / len(values)) < 0.05
    assert sum(value > 0.5 for value in values) == pytest.approx(1000, abs=120)
    assert noise(1, 2, 3) == noise(1, 2, 3) != noise(1, 3, 2)


# Pictures


def test_exactly_the_laid_tiles_are_drawn_and_their_ghosts_alike() -> None:
    sea = random_sea(8, 6, 1)
    picture = chart_picture(sea)
    laid = {cell: tile for cell, tile in enumerate(sea.tiles) if tile is not None}
    assert {shape.cell for shape in shapes_of(picture, "deep")} == set(laid)
    with_land = {cell for cell, tile in laid.items() if any(land >= 0 for land in tile.lands)}
    assert {shape.cell for shape in shapes_of(picture, "land")} == with_land
    assert {shape.cell for shape in shapes_in(picture.layers, "falls")} == {c for c, tile in laid.items() if tile.bonus}
    assert picture.has_table
    cell = min(with_land)
    ghost = ghost_picture(without_tile(sea, cell), cell, laid[cell])
    assert shapes_of(ghost, "land")[0] in shapes_of(picture, "land")
    assert ghost.bounds == (cell % 8, cell // 8, cell % 8 + 1, cell // 8 + 1)


def test_successive_pictures_share_shapes_and_rows_that_are_far_away() -> None:
    sea = random_sea(8, 9, 3)
    cell = next(cell for cell, tile in enumerate(sea.tiles) if tile is not None and cell > 34)
    before, after = sea_layers(without_tile(sea, cell)), sea_layers(sea)
    old = {id(shape) for layer in before for shape in layer.shapes}
    fresh = {shape.cell for layer in after for shape in layer.shapes if id(shape) not in old}
    assert cell in fresh
    assert all(abs(other % 8 - cell % 8) <= 1 and abs(other // 8 - cell // 8) <= 1 for other in fresh)
    old = {id(strip) for layer in before for strip in layer.strips}
    strips = [strip for layer in after for strip in layer.strips if id(strip) not in old]
    rows = {shape.cell // 8 for strip in strips for shape in strip}
    assert cell // 8 in rows and rows <= {cell // 8 + step for step in (-1, 0, 1)}


def test_targets_are_the_spaces_and_the_outer_edges() -> None:
    sea = random_sea(6, 5, 2, odd=True)
    numbers = [target.cell for target in chart_picture(sea).targets]
    assert len(set(numbers)) == len(numbers)
    edges = {edge_target(edge // 4, edge % 4) for edge, kind in enumerate(sea.rim) if kind >= 0}
    assert set(numbers) == set(range(30)) | edges


@pytest.mark.parametrize("lands", all_lands())
def test_woods_are_on_land(lands: tuple[int, int, int, int]) -> None:
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
                assert any(contains_point(outline, px, py) for outline in outlines)


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


def test_a_waterfall_has_room_for_itself_and_a_unit() -> None:
    for x in range(20):
        for path in woods_of(x, 1, INLAND, ALL_UNKNOWN, 0, bare=True):
            if path.style == "tree":
                px, py = path.outlines[0][0][-2:]
                assert math.dist((px, py), (x + 0.5, 1.5)) > 0.15
    foot = land_spot(INLAND, 0, True)
    assert math.dist((foot[0], foot[1] - 0.17), (0.5, 0.5)) > 0.26


def test_single_tiles_do_not_depend_on_a_place() -> None:
    assert tile_picture("aa..") is tile_picture("aa..")
    assert tile_picture("aa..").bounds == (0, 0, 1, 1)
    assert tile_picture("aa..", 1) != tile_picture("aa..")
    assert shapes_in(tile_picture("aaaa", 0, 5).layers, "falls")
    disc = Sprite("seatiles/event_gold", 0.8, 0.2, 0.3)
    assert tile_picture("a...", 0, 0, (disc,)).layers[-1].shapes[-1] is disc
    turned = [lands_of_shape("ab..", turn) for turn in (0, 1, 3)]
    assert turned == [(0, 1, -1, -1), (-1, 0, 1, -1), (1, -1, -1, 0)], "clockwise"


def test_a_compiled_chart_has_a_sea() -> None:
    chart = Chart(3, 3, [False] * 9, [2, 1, 0, 1] * 9, [("cape", "a...", 0, ""), ("fall", "aaaa", 5, "")], [(4, 1, 0)])
    sea = sea_of(chart, [chart.laid[0][1] if cell == 4 else -1 for cell in range(9)])
    assert sea.tiles[4] == Tile(INLAND, 5)
    assert sea.fixed == {4}
    assert sea.rim[0] == 2 and sea.rim[1] == -1


def test_quiet_routes_leave_the_bright_ones_to_the_lanes() -> None:
    sea = random_sea(6, 6, 6)
    quiet, loud = chart_picture(sea, quiet_routes=True), chart_picture(sea)
    assert shapes_of(loud, "route") and not shapes_of(quiet, "route")
    cells = [cell for cell, tile in enumerate(sea.tiles) if tile is not None][:4]
    bright = [path for path in lanes(sea, cells) if path.style == "route"]
    assert all(path in shapes_of(loud, "route") for path in bright)
    assert {path.cell for path in bright} <= set(cells)


def test_open_edges_share_a_harbour_along_a_straight_border() -> None:
    rim = rim_of(12, 8, 2, 1, 0, 1)
    runs = frame.edge_runs(12, 8, rim)
    assert sorted(len(run) for run in runs) == [8, 8, 12, 12]
    changed = list(rim)
    changed[5 * 4] = 3
    assert sorted(len(run) for run in frame.edge_runs(12, 8, changed)) == [1, 5, 6, 8, 8, 12]
    figures = [s.text for s in frame.harbours(12, 8, rim).shapes if isinstance(s, Label)]
    assert sorted(figures) == ["0", "1", "1", "2"]


def test_edge_boxes_are_outside_their_space() -> None:
    for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        box = frame.edge_box(6, 14, side)
        cx, cy = sum(p[0] for p in box) / 4, sum(p[1] for p in box) / 4
        assert (cx - 2.5) * dx + (cy - 2.5) * dy > 0.6


def test_columns_have_letters_and_rows_numbers() -> None:
    shapes = shapes_in(frame.frame_layers(open_sea(5, 3)), "frame")
    labels = [shape.text for shape in shapes if isinstance(shape, Label)]
    assert sorted(labels) == sorted([*"ABCDE"] * 2 + ["1", "2", "3"] * 2)


def test_engravings_keep_off_void_and_fixed_spaces() -> None:
    sea = open_sea(12, 8, void=tuple(cell % 12 > 5 for cell in range(96)), rim=(-1,) * 384, fixed=frozenset({1, 2, 14}))
    shapes = shapes_in(frame.frame_layers(sea), "engraving")
    letters = [shape for shape in shapes if isinstance(shape, Label) and shape.style == "mare"]
    assert letters
    for letter in letters:
        cell = int(letter.y) * 12 + int(letter.x)
        assert not sea.void[cell] and cell not in sea.fixed


def test_rhumb_lines_stay_in_sketches_when_the_rose_moves() -> None:
    """They cross every space: otherwise a stroke that reaches the rose would repaint the whole board."""

    def engraved(sea: Sea, style: str, is_sketch: bool) -> set[Shape]:
        shapes = shapes_in(frame.frame_layers(sea._replace(is_sketch=is_sketch)), "engraving")
        return {shape for shape in shapes if isinstance(shape, Path) and (shape.style == "rhumb") is (style == "rhumb")}

    sea = open_sea(12, 8)
    laid = sea._replace(fixed=frozenset({5 * 12 + 9}))
    assert engraved(laid, "rose", True) == engraved(laid, "rose", False) != engraved(sea, "rose", True)
    assert engraved(laid, "rhumb", True) == engraved(sea, "rhumb", True) != engraved(laid, "rhumb", False)
    whole = sea._replace(void=(True,) * 96, rim=(-1,) * 384, is_sketch=True)
    assert shapes_in(frame.frame_layers(whole), "engraving") == ()


def test_small_and_odd_boards_can_be_drawn() -> None:
    for columns, rows in ((2, 2), (3, 24), (24, 24)):
        assert chart_picture(open_sea(columns, rows)).bounds[2] == columns + frame.FRAME
    assert chart_picture(random_sea(10, 10, 12, odd=True)).layers


# Places of units on their own land, clear of the ship's circle; discs and medallions clear of both


PUBLISHED = ("....", "a...", "aa..", "a.b.", "aaa.", "aaaa")
HOME_MADE = ("ab..", "abc.", "abcd", "aab.", "abb.", "aabb", "aaab", "baaa", "abbc", "ab.c", "aa.b")


@pytest.mark.parametrize("shape", [shape for shape in PUBLISHED if shape != "...."])
@pytest.mark.parametrize("turn", range(4))
def test_a_unit_is_on_its_own_land_off_the_circle(shape: str, turn: int) -> None:
    lands = lands_of_shape(shape, turn)
    edges = sum(1 << side for side in range(4) if lands[side] >= 0)
    ring = circle_place(edges)
    runs = land_runs(lands)
    for x, y in ((0, 0), (3, 5), (11, 7)):  # the coast differs from place to place
        coast = coast_of(x, y, lands, (UNKNOWN,) * 4)
        for (first, _size), outline in zip(runs, coast.lands, strict=True):
            foot = land_spot(lands, lands[first], False)
            assert contains_point(outline, x + foot[0], y + foot[1] - 0.06), (shape, turn, foot)
            if edges != 15:
                assert math.dist((foot[0], foot[1] - 0.15), ring) > 0.24


@pytest.mark.parametrize("shape", PUBLISHED)
@pytest.mark.parametrize("turn", range(4))
def test_a_disc_is_on_its_tile_clear_of_units_and_circle(shape: str, turn: int) -> None:
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


# Sketches of layouts


@pytest.fixture
def body() -> Body:
    body: Body = GAME.editing.blank()
    for cell, stamp in ((0, Stamp("void")), (14, Stamp("tile:bend", 1)), (40, Stamp("tile:waterfall +5"))):
        body = GAME.editing.stamp(body, cell, stamp)
    body = GAME.editing.stamp(body, edge_target(5, 0), Stamp("edge:coast"))
    made: Body = GAME.editing.stamp(body, edge_target(6, 0), Stamp("edge:shore"))
    return made


def letters_of(picture: Picture) -> list[Label]:
    found = [shape for shape in shapes_of(picture, "mare") if isinstance(shape, Label)]
    assert found
    return found


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


@pytest.mark.parametrize("still", [False, True])
@pytest.mark.parametrize("path", shipped_layouts("neue_entdecker"), ids=lambda path: str(path.stem))
def test_no_tile_is_on_the_lettering_or_the_rose(path: FilePath, still: bool) -> None:
    body = GAME.body.parse(store.read_layout(path).body)
    sea, picture = sea_of_layout(body), sketch(body, still)
    engraved = shapes_in(picture.layers, "engraving")
    lines = [shape.outlines for shape in engraved if isinstance(shape, Path) and shape.style != "rhumb"]
    places = [(point[-2], point[-1]) for outlines in lines for outline in outlines for point in outline]
    assert len(places) > 50
    for x, y in [*places, *((letter.x, letter.y) for letter in letters_of(picture))]:
        assert sea.tiles[int(y) * sea.columns + int(x)] is None, (x, y)


def test_the_lettering_moves_only_for_a_tile_on_it() -> None:
    blank: Body = GAME.editing.blank()
    letters = letters_of(sketch(blank))
    under = {int(letter.y) * 12 + int(letter.x) for letter in letters}
    beside = GAME.editing.stamp(blank, next(cell for cell in range(96) if cell % 12 < 3), Stamp("tile:sea"))
    assert letters_of(sketch(beside)) == letters
    covered = GAME.editing.stamp(blank, min(under), Stamp("tile:sea"))
    assert letters_of(sketch(covered)) != letters


def test_fixed_tiles_carry_locks_and_void_spaces_hatching(body: Body) -> None:
    picture = sketch(body)
    assert {shape.cell for shape in shapes_in(picture.layers, "locks") if isinstance(shape, Path)} == {14, 40}
    assert all(shapes_of(picture, style) for style in ("void_hatch", "shoreline", "rim_coast", "shoal", "coin"))


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
    edges = {f"edge:{kind}" for kind in ("open 0", "open 1", "open 2", "shore", "coast")}
    assert {"undiscovered", "void", *edges, *(f"tile:{kind.name}" for kind in body.tiles)} <= set(keys)
    for group in groups:
        for item in group.items:
            assert (group.on == "edges") == item.stamp.key.startswith("edge:")
            assert item.name and item.picture.layers
            target = edge_target(11, 0) if group.on == "edges" else 30
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


def test_ghosts_are_at_their_target_if_the_stamp_goes_there(body: Body) -> None:
    picture = ghost(body, 30, Stamp("tile:cove", 2))
    assert picture is not None and picture.bounds == (6, 2, 7, 3)
    edge = ghost(body, edge_target(11, 1), Stamp("edge:open 2"))
    assert edge is not None and edge.bounds[0] == 12 and shapes_of(edge, "coin")
    for target, key in ((30, "edge:shore"), (edge_target(30, 0), "edge:shore"), (edge_target(5, 0), "void")):
        assert ghost(body, target, Stamp(key)) is None
    for target, key in ((-1, "void"), (30, "tile:no such kind"), (9999, "void")):
        assert ghost(body, target, Stamp(key)) is None
