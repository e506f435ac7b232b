"""Coasts join by construction: crossings agree from both sides, outlines hold their edges, corners close when known."""

from __future__ import annotations

import math

import pytest

from studio.seatiles.drawing.coast import (
    FULL,
    SPLIT,
    UNKNOWN,
    Lands,
    Shoreline,
    coast_of,
    corner_codes,
    crossing,
    land_runs,
    lands_of_shape,
    noise,
)
from tests.seatiles.seas import all_lands, random_sea

CODES = (UNKNOWN, *range(17))
ALL_UNKNOWN = (UNKNOWN,) * 4


def codes_of(*board: object) -> list[int]:
    """The codes of all corners, one row after the other."""
    return [code for row in corner_codes(*board) for code in row]  # type: ignore[arg-type]  # handed on


def area(outline: tuple[tuple[float, ...], ...]) -> float:
    """Twice the signed area; above nought for clockwise on screens, whose y points down."""
    total = 0.0
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        total += ax * by - bx * ay
    return total


def inside(outline: tuple[tuple[float, ...], ...], px: float, py: float) -> bool:
    found = False
    ax, ay = outline[-1]
    for bx, by in outline:
        if (ay > py) != (by > py) and px < ax + (py - ay) / (by - ay) * (bx - ax):
            found = not found
        ax, ay = bx, by
    return found


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


def test_no_jitter_for_single_tiles() -> None:
    assert crossing(4, 7, 0, False, UNKNOWN, plain=True) == ((4.17, 7.0), (0.0, 1.0))


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
                holds = inside(outline, x + mx + 0.03 * ix, y + my + 0.03 * iy)
                assert holds == ((side - first) % 4 < length)
            assert all(x - 1e-9 <= px <= x + 1 + 1e-9 and y - 1e-9 <= py <= y + 1 + 1e-9 for px, py in outline)


@pytest.mark.parametrize("lands", all_lands())
def test_lands_of_one_tile_do_not_overlap(lands: Lands) -> None:
    for seed in range(6):
        outlines = coast_of(seed, 2 * seed, lands, ALL_UNKNOWN).lands
        for number, outline in enumerate(outlines):
            for other in outlines[number + 1 :]:
                assert not any(inside(other, px, py) for px, py in outline[::3])


def test_the_ship_keeps_its_water() -> None:
    from studio.seatiles.drawing.coast import circle_place

    for lands in all_lands():
        edges = sum(1 << side for side in range(4) if lands[side] >= 0)
        if edges == 15:
            continue
        for x in range(4):
            cx, cy = circle_place(edges)
            coast = coast_of(x, 5, lands, ALL_UNKNOWN)
            if len(coast.lands) > 2:
                continue
            assert not any(inside(outline, x + cx, 5 + cy) for outline in coast.lands)


def test_coast_lines_run_along_the_lands() -> None:
    for lands in all_lands():
        coast = coast_of(2, 2, lands, ALL_UNKNOWN)
        corners = {point for outline in coast.lands for point in outline}
        for line in coast.lines:
            assert set(line) <= corners


def test_coasts_of_neighbours_meet() -> None:
    sea = random_sea(7, 6, 11, part=1.0)
    wide = sea.columns + 1
    codes = codes_of(7, 6, sea.void, [tile and tile.lands for tile in sea.tiles], sea.rim)
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
        adjacent = [
            row * 7 + column
            for row in {math.floor(y - 1e-4), math.floor(y + 1e-4)}
            for column in {math.floor(x - 1e-4), math.floor(x + 1e-4)}
            if 0 <= column < 7 and 0 <= row < 6
        ]
        if len(adjacent) == 2 and not undiscovered & set(adjacent):
            assert count == 2, (x, y)


def test_the_corner_closes_when_all_four_edges_are_land() -> None:
    inland = (0, 0, 0, 0)
    codes = codes_of(2, 2, [False] * 4, [inland] * 4, _rim(2, 2, 4))
    assert codes[4] == FULL
    assert all(code == FULL for code in codes)  # land runs off the board as well
    one_less: list[Lands | None] = [inland, inland, inland, None]
    assert codes_of(2, 2, [False] * 4, one_less, _rim(2, 2, 4))[4] == FULL, "its edges are known all the same"
    assert coast_of(0, 0, inland, (FULL,) * 4).lines == ()
    assert coast_of(0, 0, inland, (FULL,) * 4).lands[0][0] == (0.0, 0.0)


def test_the_corner_stays_open_between_two_lands() -> None:
    split = lands_of_shape("abcd")
    codes = codes_of(2, 2, [False] * 4, [(0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), split], _rim(2, 2, 4))
    assert codes[4] == SPLIT


def test_a_corner_is_unknown_until_all_its_edges_are_known() -> None:
    codes = codes_of(2, 2, [False] * 4, [(0, 0, 0, 0), None, None, None], _rim(2, 2, 0))
    assert codes[4] == UNKNOWN
    codes = codes_of(2, 2, [False] * 4, [(-1, 0, 0, -1), None, None, (-1, -1, -1, -1)], _rim(2, 2, 0))
    assert codes[4] == 0b1001, "land on the arms that the first tile has, sea on those of the last"


def test_the_border_counts_as_known() -> None:
    codes = codes_of(2, 2, [False] * 4, [None] * 4, _rim(2, 2, 0))
    assert codes[0] == 0 and codes[4] == UNKNOWN
    assert codes_of(2, 2, [False] * 4, [None] * 4, _rim(2, 2, 4))[0] == FULL


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


def _rim(columns: int, rows: int, kind: int) -> list[int]:
    rim = []
    for cell in range(columns * rows):
        x, y = cell % columns, cell // columns
        rim += [kind if outer else -1 for outer in (y == 0, x == columns - 1, y == rows - 1, x == 0)]
    return rim
