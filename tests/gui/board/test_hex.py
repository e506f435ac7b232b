"""The board view with hexagons: pointing, keyboard, and marks along the sides of cells."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.core.grid import Grid, HexGrid, SquareGrid
from studio.core.picture import Layer, Path, Picture, Target
from studio.gui.board.overlay import MarkPainter
from studio.gui.board.target_shapes import (
    TargetShape,
    extreme_corner,
    handle_points,
    make_target_shapes,
    merge_adjacent,
)
from studio.gui.board.view import BoardView, Mark
from studio.gui.style.theme import DARK, LIGHT
from tests.gui.board.conftest import ViewOpener

GRID = HexGrid(7, 6)
E4 = GRID.cell_named("E4")


def chart(grid: Grid, covered: tuple[int, ...] = ()) -> Picture:
    """A board of plain cells."""
    shapes = [Path("fill:paper", (grid.corners(cell),), cell) for cell in range(grid.count)]
    laid = [Path("deep", (grid.corners(cell),), cell) for cell in covered]
    targets = tuple(Target(cell, grid.corners(cell), grid.name(cell)) for cell in range(grid.count))
    bounds = (-0.5, -0.5, grid.width + 0.5, grid.height + 0.5)
    return Picture(bounds, (Layer("ground", tuple(shapes)), Layer("tiles", tuple(laid))), targets)


@pytest.fixture(params=[LIGHT, DARK], ids=["light", "dark"])
def view(open_view: ViewOpener, request: pytest.FixtureRequest) -> BoardView:
    view = open_view(chart(GRID, covered=(GRID.cell_named("B2"),)), 620, 560, request.param)
    view.finish_painting()
    return view


def test_target_at_agrees_with_the_grid(view: BoardView) -> None:
    for step in range(3000):
        point = QPointF(step * 37 % 619 + 0.5, step * 53 % 557 + 0.5)
        place = view.board_point(point)
        if _clear_of_borders(place):
            assert view.target_at(point) == GRID.cell_at(place.x(), place.y())


def _clear_of_borders(place: QPointF) -> bool:
    """Whether the nearest centre is nearer than the next by more than rounding."""
    ranked = sorted(math.dist(GRID.center(cell), (place.x(), place.y())) for cell in range(GRID.count))
    return ranked[1] - ranked[0] > 1e-3 and abs(ranked[0] - 0.5) > 0.08


def changed(before: QImage, after: QImage) -> list[QPoint]:
    """The pixels that differ, of every other one each way."""
    return [
        QPoint(x, y)
        for x in range(0, before.width(), 2)
        for y in range(0, before.height(), 2)
        if before.pixel(x, y) != after.pixel(x, y)
    ]


@pytest.mark.parametrize("kind", ["legal", "hover", "chosen", "selected", "last", "cursor", "error", "warning", "info"])
@pytest.mark.parametrize("name", ["E4", pytest.param("B2", marks=pytest.mark.long)])
def test_marks_stay_inside_the_hexagon(view: BoardView, kind: str, name: str) -> None:
    cell = GRID.cell_named(name)
    before = view.grab().toImage()
    view.set_marks([Mark(kind, cell)])
    points = changed(before, view.grab().toImage())
    assert points
    sign = extreme_corner(make_target_shapes(chart(GRID), Counter())[cell], 1, -1)
    for point in points:
        place = view.board_point(QPointF(point) + QPointF(0.5, 0.5))
        near = math.dist((place.x(), place.y()), (sign.x(), sign.y())) < 0.32
        assert near or _depth(cell, place) > -0.09, "nothing but the sign leaves the cell"
    if kind != "cursor":  # brackets, glow, ring or dashes: some of it along every side
        sides = {_nearest_side(cell, view.board_point(QPointF(point))) for point in points}
        assert sides == set(range(6))


def _depth(cell: int, place: QPointF) -> float:
    """How far inside a hexagon a point is, from its nearest side."""
    x, y = GRID.center(cell)
    return 0.5 - max(
        (place.x() - x) * math.cos(math.radians(60 * side)) + (place.y() - y) * math.sin(math.radians(60 * side))
        for side in range(6)
    )


def _nearest_side(cell: int, place: QPointF) -> int:
    x, y = GRID.center(cell)
    return round(math.degrees(math.atan2(place.y() - y, place.x() - x)) / 60) % 6


def test_ghost_ring_and_chips_on_hexagons(view: BoardView) -> None:
    before = view.grab().toImage()
    corners = GRID.corners(E4)
    xs, ys = [x for x, _y in corners], [y for _x, y in corners]
    ghost = Picture((min(xs), min(ys), max(xs), max(ys)), (Layer("tile", (Path("deep", (corners,), E4),)),))
    view.set_ghost(ghost, E4)
    assert not view.is_ghost_unframed
    points = changed(before, view.grab().toImage())
    box_corner = view.board_point(QPointF(view.widget_rect(E4).topLeft()))
    assert _depth(E4, box_corner) < -0.2, "the corner of its box is well outside"
    inked = [view.board_point(QPointF(point)) for point in points]
    assert not [place for place in inked if math.dist((place.x(), place.y()), (min(xs), min(ys))) < 0.1]
    turns: list[int] = []
    view.pointer_event.connect(lambda pointer: turns.append(pointer.turn) if pointer.kind == "wheel" else None)
    for corner in (corners[4], corners[2]):  # south-west turns back, south-east on
        place = QPointF(*corner) - view.board_point(QPointF(0, 0))
        unit = view.board_point(QPointF(100, 0)).x() - view.board_point(QPointF(0, 0)).x()
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=(place * (100 / unit)).toPoint())
    assert turns == [-1, 1]


def walk(view: BoardView, *keys: Qt.Key) -> list[str]:
    """The names that the keyboard's cursor comes to."""
    heard: list[str] = []
    view.pointer_event.connect(lambda pointer: heard.append(GRID.name(pointer.target)))
    for key in keys:
        QTest.keyClick(view, key)
    return heard


def test_arrow_keys_on_hexagons_do_not_drift(view: BoardView) -> None:
    up, down, right, left = Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Left
    start = walk(view, right)[-1]
    column, row = GRID.coords(GRID.cell_named(start))
    rows = [int(name[1:]) for name in walk(view, up, up)]
    assert rows == [row, row - 1], "one row at a time"
    names = walk(view, down, down, down, down)
    assert [int(name[1:]) for name in names[-4:]] == [row, row + 1, row + 2, row + 3]
    for name in names:
        x = GRID.center(GRID.cell_named(name))[0]
        assert abs(x - GRID.center(GRID.cell(column, row))[0]) <= 0.5
    here = GRID.cell_named(names[-1])
    assert GRID.cell_named(walk(view, left)[-1]) == here - 1


def spots(grid: Grid, cells: list[int]) -> list[TargetShape]:
    found = make_target_shapes(chart(grid), Counter())
    return [found[cell] for cell in cells]


@pytest.mark.parametrize("grid", [SquareGrid(7, 6), GRID], ids=["squares", "hexagons"])
def test_cells_that_touch_have_one_outline(grid: Grid) -> None:
    middle = grid.cell(3, 2)
    ring = [cell for cell in grid.around(middle, 1) if cell != middle]
    ((group, outline),) = merge_adjacent(spots(grid, ring))
    assert len(group) == len(ring)
    for cell in range(grid.count):
        assert outline.contains(QPointF(*grid.center(cell))) == (cell in ring), "the hole in the ring is a hole"
    corners = sum(len(part) - 1 for part in (polygon.toList() for polygon in outline.toSubpathPolygons()))
    assert corners == (8 if grid.sides == 4 else 18 + 6)
    apart = merge_adjacent(spots(grid, [grid.cell(0, 0), grid.cell(1, 0), grid.cell(4, 4)]))
    assert sorted(len(group) for group, _outline in apart) == [1, 2]


def test_squares_corner_to_corner_are_two_groups() -> None:
    grid = SquareGrid(4, 4)
    assert len(merge_adjacent(spots(grid, [grid.cell(0, 0), grid.cell(1, 1)]))) == 2


def test_handles_at_corners_of_outline_or_hull() -> None:
    ((_group, one),) = merge_adjacent(spots(GRID, [E4]))
    assert len(handle_points(one, 16)) == 6
    ((_group, whole),) = merge_adjacent(spots(GRID, list(range(GRID.count))))
    found = handle_points(whole, 16)
    assert 4 <= len(found) <= 16
    box = whole.boundingRect()
    assert min(p.x() for p in found) == pytest.approx(box.left(), abs=0.06)
    assert max(p.y() for p in found) == pytest.approx(box.bottom(), abs=0.06)


def test_plates_of_adjacent_spaces_do_not_cover_each_other(qapp: QApplication) -> None:
    image = QImage(400, 300, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.black)
    row = [GRID.cell(column, 2) for column in range(4)]
    shapes = spots(GRID, row)
    transform = QTransform.fromScale(*[16 / shapes[0].box.width()] * 2)  # smaller than a plate
    transform.translate(40 / transform.m11() - shapes[0].box.x(), 60 / transform.m11() - shapes[0].box.y())
    with QPainter(image) as painter:
        MarkPainter(painter, LIGHT, transform, 1.0).paint_plates([(shape, "50 %") for shape in shapes[:3]])
    plate = LIGHT.color("plate").rgb()
    covered = sum(image.pixel(x, y) == plate for x in range(400) for y in range(300))
    image.fill(Qt.GlobalColor.black)
    with QPainter(image) as painter:
        MarkPainter(painter, LIGHT, transform, 1.0).paint_plates([(shapes[0], "50 %")])
    assert covered >= 2.9 * sum(image.pixel(x, y) == plate for x in range(400) for y in range(300)) > 0
