"""The chart: coast, names, tiles and marks; in a match targets, previews and courses."""

from __future__ import annotations

import math
from collections import Counter
from itertools import chain

import pytest

from studio.core.game import EVERYBODY, OVER
from studio.core.grid import HEX_PITCH, HEX_RADIUS, HexGrid
from studio.core.picture import Label, Path, Picture, Shape, Sprite
from studio.documents import paths, store
from studio.drawing.geometry import contains_point
from studio.games.columbus import rules
from studio.games.columbus.body import HOME, LAND, Body, grid, parse, tokens_of
from studio.games.columbus.drawing import coastline, tiles
from studio.games.columbus.drawing.chart import (
    badges,
    chart_picture,
    glow_clip,
    marked_space,
    path_pearls,
    reach_frames,
    reach_glow,
)
from studio.games.columbus.drawing.lettering import hidden_points
from studio.games.columbus.drawing.picture import flag_sprite, picture, preview, ship_sprite, target
from studio.games.columbus.drawing.tiles import (
    R,
    day_at,
    laid_shapes,
    route_sides,
    tile_ghost,
    tile_picture,
    way_across,
)
from studio.games.columbus.panel import panel
from studio.games.columbus.rules.board import TILE_KEYS
from studio.games.columbus.rules.position import courses
from studio.games.columbus.text.places import AMERICAS, EUROPE, harbour_names
from tests.games.columbus.rules.oracle import Sea
from tests.games.columbus.sea import (
    DUO,
    LANE,
    SEA,
    SEA_ROWS,
    STANDARD,
    at,
    do,
    free,
    lane,
    names,
    position,
    sailing,
    walk,
)
from tests.helpers import signed_area
from tests.short_run import mark_long_rows

SARGASSO = parse(store.read_layout(paths.layouts_dir() / "columbus" / "sargasso_sea.json").body)
GRID, TOKENS = grid(SARGASSO), tokens_of(SARGASSO)


def shapes_of(picture: Picture) -> list[Shape]:
    return [shape for layer in picture.layers for shape in layer.shapes]


def paths_of(picture: Picture, style: str) -> list[Path]:
    return [shape for shape in shapes_of(picture) if isinstance(shape, Path) and shape.style == style]


def body_of(*rows: str) -> Body:
    return parse({"spaces": list(rows)})


def chart_of(body: Body, editing: bool = False) -> Picture:
    return chart_picture(grid(body), tokens_of(body), editing)


def box_of(shape: Shape) -> tuple[float, float, float, float]:
    """Return left, top, right, foot of a shape without line widths."""
    if isinstance(shape, Path):
        xs = [point[-2] for outline in shape.outlines for point in outline]
        ys = [point[-1] for outline in shape.outlines for point in outline]
        return min(xs), min(ys), max(xs), max(ys)
    half = shape.size / 2
    return shape.x - half, shape.y - half, shape.x + half, shape.y + half


# the coast


def plain_field(body: Body, x: float, y: float) -> float:
    """Return land and sea spread by a Gaussian, by definition: maps without harbours only; the edge is continued."""
    hexes, tokens = grid(body), tokens_of(body)
    top = bottom = 0.0
    for row in range(-4, hexes.rows + 4):
        for column in range(-4, hexes.columns + 4):
            inside = min(max(row, 0), hexes.rows - 1), min(max(column, 0), hexes.columns - 1)
            east = column + (1.0 if hexes.is_shifted(row) else 0.5)
            south = row * HEX_PITCH + HEX_RADIUS
            weight = math.exp(-((x - east) ** 2 + (y - south) ** 2) / (2 * coastline.SIGMA**2))
            bottom += weight
            top += weight * (tokens[hexes.cell(inside[1], inside[0])] == "#")
    return top / bottom


@pytest.mark.parametrize("first", ["", " "], ids=["odd rows shifted", "even rows shifted"])
def test_the_coast_runs_where_land_and_sea_spread_are_equal(first: str) -> None:
    rows = ["# # . . . .", "# . . . # .", "# # . . # #", ". # # . . .", ". . . . . #"]
    body = body_of(*((" " if (number % 2 == 0) == bool(first) else "") + row for number, row in enumerate(rows)))
    coast = paths_of(chart_of(body), "chart_coast")
    points = [point for shape in coast for outline in shape.outlines for point in outline]
    assert len(points) > 100
    for x, y in points:
        # the noise is at most 1.15 × the roughness; rough edges and straight crossings move points a little more
        assert abs(plain_field(body, x, y) - 0.5) < 1.15 * coastline.ROUGHNESS + 0.09, (x, y)


def test_land_is_inside_the_coast_only() -> None:
    body = body_of(". . . . . .", " . . # # . .", ". # # # . .", " . . # # . .", ". . . . . .")
    land = paths_of(chart_of(body), "wash_0")
    hexes = grid(body)
    for cell, token in enumerate(tokens_of(body)):
        x, y = hexes.center(cell)
        inside = any(contains_point(outline, x, y) for shape in land for outline in shape.outlines)
        neighbours = [hexes.neighbor(cell, side) for side in range(6)]
        if token == "#" and sum(tokens_of(body)[other] == "#" for other in neighbours if other >= 0) >= 3:
            assert inside, cell
        if token == "." and all(tokens_of(body)[other] == "." for other in neighbours if other >= 0):
            assert not inside, cell


def test_areas_are_clockwise_and_shrink_with_the_level() -> None:
    total = []
    for level in range(len(coastline.LAND_LEVELS)):
        style = f"wash_{level}"
        found = paths_of(chart_of(SARGASSO), style)
        areas = [signed_area((outline,)) for shape in found for outline in shape.outlines]
        assert min(areas) > -0.002, level  # rough edges may turn a sliver round
        total.append(sum(areas))
    assert total == sorted(total, reverse=True) and total[-1] > 10


def test_the_coast_has_no_loose_ends_inside_the_chart() -> None:
    found = paths_of(chart_of(SARGASSO), "chart_coast")
    ends = Counter(
        (round(point[0] + 1e-7, 5), round(point[1] + 1e-7, 5))
        for shape in found
        for outline in shape.outlines
        if outline[0] != outline[-1]
        for point in (outline[0], outline[-1])
    )
    loose = [point for point, times in ends.items() if times % 2]
    inside = [(x, y) for x, y in loose if -0.3 < x < GRID.width + 0.3 and -0.3 < y < GRID.height + 0.3]
    assert len(ends) > 20 and inside == []


def test_harbours_are_half_land_half_sea_with_the_land_behind_them() -> None:
    body = body_of("# # A . . .", " # # A . . .", "# # A . . .", " # # A . . .")
    hexes = grid(body)
    x, y = hexes.center(hexes.cell(2, 1))
    land = paths_of(chart_of(body), "wash_0")
    outlines = [outline for shape in land for outline in shape.outlines]
    assert any(contains_point(outline, x - 0.42, y) for outline in outlines)
    assert not any(contains_point(outline, x + 0.42, y) for outline in outlines)


def test_the_chart_is_the_same_each_time() -> None:
    one = chart_of(SARGASSO)
    chart_picture.cache_clear()
    other = chart_of(SARGASSO)
    assert one == other and one is not other


@pytest.mark.parametrize("token", [LAND, HOME, "a"])
def test_a_change_keeps_the_shapes_of_distant_rows(token: str) -> None:
    cell = GRID.cell(9, 5)
    before = chart_picture(GRID, TOKENS, editing=True)
    after = chart_picture(GRID, (*TOKENS[:cell], token, *TOKENS[cell + 1 :]), editing=True)
    old = {id(strip) for layer in before.layers for strip in layer.strips}
    fresh = [strip for layer in after.layers for strip in layer.strips if id(strip) not in old]
    assert {shape.cell // GRID.columns for strip in fresh for shape in strip if shape.cell >= 0} <= {3, 4, 5, 6, 7}
    assert all(layer.shapes == tuple(chain(*layer.strips)) for layer in after.layers if layer.strips)


def test_all_shapes_are_on_the_sheet_and_clips_exist() -> None:
    for editing in (False, True):
        picture = chart_of(SARGASSO, editing)
        left, top, right, foot = picture.bounds
        clips = dict(picture.clips)
        for shape in shapes_of(picture):
            if isinstance(shape, Path) and shape.clip:
                assert shape.clip in clips
                continue
            a, b, c, d = box_of(shape)
            assert left <= a and top <= b and c <= right and d <= foot, shape


def test_targets_are_the_hexagons_of_the_spaces() -> None:
    spots = chart_of(SARGASSO).targets
    assert [spot.cell for spot in spots] == list(range(GRID.count))
    for spot in spots:
        corners = {(round(x, 9), round(y, 9)) for x, y in GRID.corners(spot.cell)}
        assert {(round(point[0], 9), round(point[1], 9)) for point in spot.outline} == corners
        assert spot.name == GRID.name(spot.cell)


# names


def test_the_harbours_of_the_first_map_have_their_names() -> None:
    names = harbour_names(TOKENS)
    assert [names[cell] for cell, token in enumerate(TOKENS) if token == "H"] == [
        "Galway", "Bristol", "Brest", "Bordeaux", "Bilbao", "Porto", "Lisboa", "Palos",
    ]  # fmt: skip
    assert [names[cell] for cell, token in enumerate(TOKENS) if token == "A"] == [
        "Labrador", "Terra Noua", "Norumbega", "Iucatan", "Honduras", "Veragua", "Darien", "Paria",
    ]  # fmt: skip
    shown = {shape.text for shape in shapes_of(chart_of(SARGASSO)) if isinstance(shape, Label)}
    assert set(names.values()) <= shown


@pytest.mark.parametrize("count", [1, 7, 16, 19])
def test_names_are_unique_and_run_from_north_to_south(count: int) -> None:
    tokens = tuple(token for _row in range(count) for token in ("A", ".", "H"))
    names = harbour_names(tokens)
    assert len(set(names.values())) == 2 * count
    for token, known in (("H", EUROPE), ("A", AMERICAS)):
        found = [names[cell] for cell, other in enumerate(tokens) if other == token]
        placed = [known.index(name) for name in found if name in known]
        assert placed == sorted(placed) and len(placed) == min(count, 16)


def test_names_overlap_neither_each_other_nor_pictures() -> None:
    picture = chart_of(SARGASSO)
    text = next(layer for layer in picture.layers if layer.name == "words").shapes
    letters = [shape for shape in text if isinstance(shape, Label) and shape.style.startswith("great")]
    assert {"E", "V", "R", "O", "P", "A"} <= {label.text for label in letters}
    for label in letters:
        cell = GRID.cell_at(label.x, label.y)
        assert cell < 0 or TOKENS[cell] == ("." if label.style == "great_sea" else "#"), label


# lines on the sea


def test_a_map_without_room_has_no_rose_and_still_has_lines() -> None:
    body = body_of("# I H", " # I H", "# A I")
    picture = chart_of(body)
    assert not any(isinstance(shape, Sprite) and shape.name == tiles.ROSE for shape in shapes_of(picture))
    assert any(isinstance(shape, Path) and shape.style.startswith("rhumb") for shape in shapes_of(picture))


def test_rhumb_lines_bear_multiples_of_eleven_and_a_quarter_degrees() -> None:
    bearings = {"rhumb_wind": 45.0, "rhumb_half": 22.5, "rhumb_quarter": 11.25}
    seen = set()
    for shape in shapes_of(chart_of(SARGASSO)):
        if isinstance(shape, Path) and shape.style in bearings:
            (a, b), (c, d) = shape.outlines[0]
            angle = math.degrees(math.atan2(d - b, c - a)) / bearings[shape.style]
            assert abs(angle - round(angle)) < 1e-6, shape
            seen.add(shape.style)
    assert seen == set(bearings)


def test_roses_are_on_open_water_the_small_one_on_a_hidden_point() -> None:
    roses = [shape for shape in shapes_of(chart_of(SARGASSO)) if isinstance(shape, Sprite) and shape.name == tiles.ROSE]
    assert len(roses) == 2
    for rose in roses:
        for number in range(16):
            angle = number * math.tau / 16
            cell = GRID.cell_at(rose.x + math.cos(angle) * rose.size * 0.3, rose.y + math.sin(angle) * rose.size * 0.3)
            assert TOKENS[cell] == "."
    large, small = sorted(roses, key=lambda rose: -rose.size)
    radius = math.hypot(small.x - large.x, small.y - large.y)
    points = hidden_points((large.x, large.y), radius)
    assert min(math.hypot(small.x - x, small.y - y) for x, y in points) < 1e-6


# the route


def test_the_route_joins_neighbouring_spaces_at_the_middle_of_their_common_side() -> None:
    cells = [cell for cell, token in enumerate(TOKENS) if token == "R"]
    for cell in cells:
        sides = route_sides(GRID, TOKENS, cell)
        assert sides == tuple(side for side in range(6) if GRID.neighbor(cell, side) in cells)
        for side, line in zip(sides, way_across(GRID.center(cell), sides), strict=True):
            other = GRID.neighbor(cell, side)
            (ax, ay), (bx, by) = GRID.center(cell), GRID.center(other)
            assert line[-1][-2:] == pytest.approx(((ax + bx) / 2, (ay + by) / 2))
    assert all(1 <= int(day_at(GRID, cell)) <= 99 for cell in cells)


# tiles


@pytest.mark.parametrize("kind", [*TILE_KEYS, "letter"])
def test_every_kind_of_tile_has_a_face(kind: str) -> None:
    letter = "S" if kind == "letter" else ""
    alone = tile_picture(kind, letter)
    left, top, right, foot = alone.bounds
    face = next(shape for shape in shapes_of(alone) if isinstance(shape, Sprite))
    assert face.name == tiles.TILE_SPRITES[kind]
    assert left < face.x < right and top < face.y < foot
    assert any(isinstance(shape, Label) and shape.text == "S" for shape in shapes_of(alone)) == (kind == "letter")
    ghost = tile_ghost(GRID, TOKENS, 40, kind, letter, None)
    assert GRID.center(40) == pytest.approx(
        ((ghost.bounds[0] + ghost.bounds[2]) / 2, (ghost.bounds[1] + ghost.bounds[3]) / 2)
    )


def test_a_tile_on_another_is_higher_and_covers_its_foot() -> None:
    low = laid_shapes(GRID, TOKENS, 40, "water", "", None)[0]
    high = laid_shapes(GRID, TOKENS, 40, "wreck", "", None, 1)[0]
    assert isinstance(low, Sprite) and isinstance(high, Sprite)
    assert high.x == low.x and high.y == pytest.approx(low.y - 0.11 * HEX_RADIUS) and high.cell == low.cell == 40


def test_a_route_tile_continues_the_printed_route() -> None:
    cell = GRID.cell_named("N8")
    assert TOKENS[cell] == "R"
    laid = laid_shapes(GRID, TOKENS, cell, "route", "", None)
    printed = [shape for shape in shapes_of(chart_of(SARGASSO)) if shape.cell == cell]
    line = next(shape for shape in laid if isinstance(shape, Path) and shape.style == "tile_route")
    under = next(shape for shape in printed if isinstance(shape, Path) and shape.style == "chart_route")
    assert line.outlines == under.outlines
    assert {shape.text for shape in laid if isinstance(shape, Label)} == {day_at(GRID, cell)}


def test_a_joker_shows_what_it_stands_for_unless_that_is_water() -> None:
    plain = len(laid_shapes(GRID, TOKENS, GRID.cell_named("E1"), "joker", "", None))
    for name in ("C1", "K4", "J2", "N8", "D7", "E2"):  # harbour, letter, island, route, island, becalmed
        assert len(laid_shapes(GRID, TOKENS, GRID.cell_named(name), "joker", "", None)) > plain, name
    assert plain == 1


# ships and marks


def test_ships_face_home_and_are_on_top_of_tiles() -> None:
    out, home = (ship_sprite(40, GRID.center(40), 2, homeward) for homeward in (False, True))
    assert out.name != home.name and out.seat == home.seat == 2 and out.y == home.y
    assert ship_sprite(40, GRID.center(40), 2, False, height=1).y < out.y
    assert flag_sprite(17, GRID.center(17), 4).seat == 4


def test_the_glow_stays_off_laid_tiles() -> None:
    reached, laid = {60, 61}, {60, 61, 62}
    name, outlines = glow_clip(GRID, reached, laid)
    glow = reach_glow(GRID, reached)[0]
    assert isinstance(glow, Path) and glow.clip == name
    for cell in laid:
        x, y = GRID.center(cell)
        assert not any(contains_point(outline, x, y) for outline in outlines)
    around = {GRID.neighbor(cell, side) for cell in reached for side in range(6)} - laid - {-1}
    assert len(outlines) == len(around)


def test_badges_and_frames_follow_the_height_of_their_tile() -> None:
    low, high = badges(GRID, {60: 3}, {}), badges(GRID, {60: 3}, {60: 1})
    assert [shape.text for shape in low if isinstance(shape, Label)] == ["3"]
    assert box_of(low[1])[1] - box_of(high[1])[1] == pytest.approx(tiles.UP)
    assert box_of(reach_frames(GRID, [60], {})[0])[1] - box_of(reach_frames(GRID, [60], {60: 1})[0])[
        1
    ] == pytest.approx(tiles.UP)
    assert reach_frames(GRID, [], {}) == () == reach_glow(GRID, [])
    assert path_pearls(GRID, [60]) == ()
    for shape in (*marked_space(GRID, 60, "sea_own", 0.94), *marked_space(GRID, 60, "sea_lifted", 0.93)):
        x, y = GRID.center(60)
        left, top, right, foot = box_of(shape)
        assert (left + right) / 2 == pytest.approx(x) and (top + foot) / 2 == pytest.approx(y) and shape.cell == 60


@pytest.mark.long
def test_the_largest_map_is_drawn() -> None:
    rows = [" " * (row % 2) + " ".join("#" if column in (0, 39) else "." for column in range(40)) for row in range(30)]
    picture = chart_of(body_of(*rows))
    assert len(picture.targets) == 1200
    assert isinstance(grid(body_of(*rows)), HexGrid)


SHOWN = (rules.HARBOUR, rules.PLACE, rules.SWAP, rules.DROP, rules.SAIL)
LOOSE = (rules.AS_CYCLONE, rules.LEAVE, rules.STAY, rules.STOP, rules.END)


def _sprites(shown: Picture, layer: str) -> list[Sprite]:
    return [s for one in shown.layers if one.name == layer for s in one.shapes if isinstance(s, Sprite)]


@pytest.mark.parametrize(
    ("board", "seats", "seed", "own"),
    mark_long_rows([(STANDARD, 4, 1, False), (SEA, 3, 2, True), (DUO, 2, 3, False)], 1),
)
def test_every_position_can_be_drawn_and_every_move_clicked(
    board: rules.Board, seats: int, seed: int, own: bool
) -> None:
    seen: set[int] = set()
    for number, state in enumerate(walk(rules.start(board, seats, {"own_harbour": own}), seed)):
        assert isinstance(state, rules.State)
        if state.to_move < 0:
            continue
        seen |= {action[0] for action in state.legal()}
        if number % 5:
            continue
        shown, tray = picture(state, state.to_move), panel(state, state.to_move).tray
        assert tray is not None
        places = {spot.cell for spot in (*shown.targets, *tray.picture.targets)}
        used: dict[int, int] = {}
        for action in state.legal():
            place = target(state, action)
            assert place in places or (place == -1 and action[0] in LOOSE), action
            if place >= 0:
                assert used.setdefault(place, action[0]) == action[0], "one place, one kind of move"
        for action in state.legal()[:: max(1, len(state.legal()) // 6)]:
            assert (preview(state, action) is not None) == (action[0] in SHOWN), action
    assert {rules.TAKE, rules.PLACE, rules.SAIL, rules.HARBOUR} <= seen


def test_tiles_ships_and_flags_are_those_of_the_position() -> None:
    for number, state in enumerate(walk(rules.start(STANDARD, 4, {}), 8)):
        assert isinstance(state, rules.State)
        if (number % 90 and state.to_move != OVER) or not state.turn:
            continue
        shown = picture(state, EVERYBODY)
        tiles = [s.cell for s in _sprites(shown, "tiles") if s.name.startswith("columbus/tile_")]
        placed = [cell for both in (state.tile, state.under) for cell, kind in enumerate(both) if kind != rules.NO_TILE]
        assert sorted(tiles) == sorted(placed)
        ships = {s.seat: (s.cell, s.name) for s in _sprites(shown, "ships")}
        sprites = ("columbus/ship_out", "columbus/ship_home", "columbus/ship_home")
        assert ships == {seat: (state.ship[seat], sprites[state.voyage[seat]]) for seat in range(4)}
        assert {s.seat: s.cell for s in _sprites(shown, "flags")} == dict(enumerate(state.harbour))


def test_a_tile_on_another_is_drawn_higher() -> None:
    state = free(tiles="G1 water/wreck, E1 wreck", ships="H1 H3")
    tops = {s.cell: s.y for s in _sprites(picture(state, 0), "tiles") if s.name == "columbus/tile_wreck"}
    rows = {cell: STANDARD.grid.center(0)[1] for cell in tops}
    assert tops[at(state, "E1")] == pytest.approx(rows[at(state, "E1")])
    assert tops[at(state, "G1")] < tops[at(state, "E1")] - 0.05 * R


@pytest.mark.parametrize("own", [False, True])
def test_courses_lead_wherever_the_rules_let_a_ship_sail(own: bool) -> None:
    jumps = 0
    for number, state in enumerate(walk(rules.start(SEA, 3, {"own_harbour": own}), 3)):
        assert isinstance(state, rules.State)
        if not state.turn or number % 3 or state.to_move == OVER:
            continue
        for seat in range(3):
            if state.voyage[seat] == rules.HOME:
                continue
            found, sea = courses(state, seat), Sea(SEA_ROWS, state.dump())
            shortest: dict[int, int] = {}
            for way in sea.ways(seat):
                shortest[way[-1]] = min(len(way) - 1, shortest.get(way[-1], 99))
            goals = sea.goals(seat)
            assert {cell: course.distance for cell, course in found.items()} == {
                cell: steps for cell, steps in shortest.items() if cell in goals
            }
            for cell, course in found.items():
                assert course.spaces[0] == state.ship[seat] and course.spaces[-1] == cell
                for one, other in zip(course.spaces, course.spaces[1:], strict=False):
                    assert other in state.board.neighbors[one]
                assert list(course.jumped) == [other for other in course.spaces[1:-1] if other in state.ship]
                jumps += len(course.jumped)
    assert jumps


def test_reach_is_framed_and_measured() -> None:
    state = sailing(LANE, tiles=lane("       ~~~"), ships="L1 M1")
    shown = picture(state, 0)
    badges = [s for one in shown.layers if one.name == "badges" for s in one.shapes if isinstance(s, Label)]
    assert {(names(state, [s.cell]).pop(), s.text) for s in badges} == {
        *(("K1", "1"), ("J1", "2"), ("I1", "3"), ("N1", "2"), ("O1", "3"))
    }
    (frames,) = paths_of(shown, "sea_reach")
    assert len(frames.outlines) == 5
    assert len(paths_of(shown, "sea_own")) == 1
    laying = position(LANE, tiles=lane("       ~~~"), ships="L1 M1")
    assert not paths_of(picture(laying, 0), "sea_reach")


def test_the_preview_of_a_voyage_shows_path_and_jumped_ships() -> None:
    state = sailing(LANE, tiles=lane("       ~~~"), ships="L1 K1")
    ghost = preview(state, (rules.SAIL, at(state, "J1")))
    assert ghost is not None
    assert len(paths_of(ghost, "sea_pearl")[0].outlines) == 10 and len(paths_of(ghost, "sea_lifted")) == 1
    (ship,) = _sprites(ghost, "ghost")
    assert (ship.name, ship.seat) == ("columbus/ship_out", 0)


def test_a_ship_turns_in_america() -> None:
    state = sailing(LANE, tiles="A1 harbour, B1 water, C1 water", ships="B1 M1")
    ghost = preview(state, (rules.SAIL, at(state, "A1")))
    assert ghost is not None and _sprites(ghost, "ghost")[-1].name == "columbus/ship_home"


def test_tiles_that_can_be_covered_lifted_or_swapped_are_framed() -> None:
    def framed(state: rules.State, seat: int = 0) -> int:
        return sum(len(path.outlines) for path in paths_of(picture(state, seat), "sea_reach"))

    state = do(free(tiles="G1 water, C1 water", ships="C1 H3", racks="wreck", sailed=True), "take wreck")
    assert framed(state) == 1, "not the one under a ship"
    state = position(tiles="B1 joker, C1 water", ships="H1 H3", racks="water, cyclone")
    assert framed(state) == 1, "the joker"
    assert framed(state, 1) == 0 and framed(state, EVERYBODY) == 0, "that it can be swapped is the rack's secret"
    do(state, "take cyclone")
    assert framed(state) == 2
    do(state, "lift C1")
    assert framed(state) == 0 and len(paths_of(picture(state, 0), "sea_lifted")) == 1


def test_previews_of_tiles() -> None:
    state = do(position(ships="H1 H3", racks="joker, water"), "take joker")
    ghost = preview(state, (rules.PLACE, at(state, "D1")))
    assert ghost is not None
    assert [s.name for s in _sprites(ghost, "ghost")] == ["columbus/tile_joker", "columbus/print_whale"]


def test_targets_are_named_by_space_harbour_and_tile() -> None:
    state = position(tiles="G1 water", ships="H1 H3")
    names_by_cell = {spot.cell: spot.name for spot in picture(state, 0).targets}
    assert names_by_cell[at(state, "G1")] == "G1 · water"
    assert names_by_cell[at(state, "H1")] == "H1 · Bristol"
    assert names_by_cell[at(state, "B1")] == "B1"
    assert picture(state, 0).targets is picture(state, 1).targets
