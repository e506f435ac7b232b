"""Where pieces stand: units on their own land, clear of the ship's circle; discs and medallions clear of both."""

from __future__ import annotations

import math

import pytest

from studio.seatiles.drawing.coast import UNKNOWN, circle_place, coast_of, land_runs, lands_of_shape
from studio.seatiles.drawing.woods import disc_spot, land_spot

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
