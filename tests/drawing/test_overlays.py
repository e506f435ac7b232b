"""Overlays: paths, distance fields, heat maps, notes."""

from __future__ import annotations

import pytest

from studio.core.grid import HexGrid, SquareGrid
from studio.core.picture import Label, Layer, Path, Picture, rectangle
from studio.drawing.overlays import (
    HEATS,
    class_breaks,
    class_of,
    difference_keys,
    difference_map,
    hatching,
    heat_number,
    heat_shapes,
    heat_step,
    heatmap,
    heatmap_keys,
    numbered_discs,
    overlay_picture,
    path_shapes,
    smooth_corners,
    with_notes,
)

# Paths and distance fields


def test_smooth_corners_keeps_the_ends() -> None:
    line = smooth_corners([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)], 0.25, 0.5)
    assert line == ((0.0, 0.0), (0.75, 0.0), (0.875, 0.0, 1.0, 0.125, 1.0, 0.25), (1.0, 1.0))
    assert smooth_corners([(0.0, 0.0), (1.0, 0.0)], 0.25, 0.5) == ((0.0, 0.0), (1.0, 0.0))


def test_heat_steps_grow_with_distance() -> None:
    steps = [heat_step(far, 20) for far in range(21)]
    assert steps == sorted(steps) and steps[0] == 0 and steps[-1] == HEATS - 1
    assert heat_number(10, 20, (1.0, 2.0), 0.3).style == "heat_near"
    assert heat_number(11, 20, (1.0, 2.0), 0.3).style == "heat_far"


def test_an_overlay_covers_the_whole_board() -> None:
    path = path_shapes(((0.5, 0.5), (2.5, 0.5)))
    picture = overlay_picture(SquareGrid(4, 3), [*path, *numbered_discs([(1, (2.5, 0.5))], 0.2, 0.3)])
    assert picture.bounds == (0, 0, 4, 3) and len(picture.layers[0].shapes) == 5


def test_hatching_is_denser_with_distance() -> None:
    square = rectangle(3, 2, 1, 1)
    hexagon = ((1.0, 0.0), (0.5, 0.9), (-0.5, 0.9), (-1.0, 0.0), (-0.5, -0.9), (0.5, -0.9))
    for outline in (square, hexagon):
        counts = [len(hatching(outline, density)) for density in range(HEATS)]
        assert counts[0] == 0 and counts == sorted(set(counts))
        xs, ys = [point[0] for point in outline], [point[1] for point in outline]
        for line in hatching(outline, 4):
            (x, y), (u, v) = line
            assert abs(x + y - u - v) < 1e-9 and (x, y) != (u, v), "all of them rise alike"
            assert all(min(xs) <= one <= max(xs) for one in (x, u)) and all(min(ys) <= one <= max(ys) for one in (y, v))
    assert len(hatching(square, 3)) == 6
    adjacent = {point for line in hatching(rectangle(4, 2, 1, 1), 3) for point in line if point[0] == 4}
    assert adjacent == {point for line in hatching(square, 3) for point in line if point[0] == 4}, "lines go on"
    drawn = [shape for shape in heat_shapes([(0, square), (5, square)]) if isinstance(shape, Path)]
    assert [shape.style for shape in drawn] == ["heat_0", "heat_5", "hatch_far", "heat_plate_5"]


# Heat maps


def test_class_breaks_are_round_and_ascending() -> None:
    breaks = class_breaks([number / 100 for number in range(1, 101)])
    assert breaks == (20, 40, 60, 80)
    assert [class_of(share, breaks) for share in (0.1, 0.2, 0.55, 0.79, 0.8, 1.0)] == [0, 1, 2, 3, 4, 4]


@pytest.mark.parametrize("shares", [[], [0.0], [0.5], [0.5, 0.5, 0.5], [0.01, 1.0], [0.301, 0.302, 0.303]])
def test_few_or_equal_shares_have_classes(shares: list[float]) -> None:
    breaks = class_breaks(shares)
    assert list(breaks) == sorted(set(breaks))
    assert all(0 <= class_of(share, breaks) <= 4 for share in shares)


@pytest.mark.parametrize("grid", [SquareGrid(5, 2), HexGrid(5, 2)])
def test_every_space_has_a_percentage_and_every_class_a_pattern(grid: SquareGrid | HexGrid) -> None:
    shares = {cell: cell / 10 for cell in range(grid.count)}
    breaks = class_breaks(list(shares.values()))
    shapes = heatmap(grid, shares, breaks).layers[0].shapes
    assert [shape.text for shape in shapes if isinstance(shape, Label)] == [str(10 * cell) for cell in range(1, 10)]
    keys = heatmap_keys(breaks, True, "never")
    assert len({repr([shape[1:] for shape in key.picture.layers[0].shapes]) for key in keys}) == len(keys)
    assert [key.text for key in keys] == ["≥ 80 %", "60 – 79 %", "40 – 59 %", "20 – 39 %", "< 20 %", "never"]


def test_differences_have_sign_and_strength() -> None:
    grid = SquareGrid(5, 1)
    shown = difference_map(grid, {0: 0.22, 1: 0.05, 2: -0.03, 3: -0.06, 4: -0.12})
    shapes = shown.layers[0].shapes
    assert [shape.text for shape in shapes if isinstance(shape, Label)] == ["+22", "+5", "−3", "−6", "−12"]
    paths = [shape for shape in shapes if isinstance(shape, Path)]
    fills = [path.style.split(":")[1] for path in paths if path.style.startswith("fill:share")]
    assert fills == ["share_more", "share_little_more", "share_same", "share_little_less", "share_less"]
    assert [key.text for key in difference_keys()] == ["≥ +12", "+4 – +11", "± 3", "−4 – −11", "≤ −12"]


def test_a_small_map_has_no_numbers() -> None:
    grid = SquareGrid(3, 1)
    small = [heatmap(grid, {0: 0.2, 1: 0.9}, (50,), is_small=True), difference_map(grid, {0: 0.2}, is_small=True)]
    assert not any(isinstance(shape, Label) for one in small for shape in one.layers[0].shapes)
    assert len(small[1].layers[0].shapes) == 2, "a field and its plus"


# Notes


def board(width: float, height: float) -> Picture:
    return Picture(
        (-0.5, -0.5, width + 0.5, height + 0.5), (Layer("board", (Path("fill:panel", (rectangle(0, 0, 1, 1),)),)),)
    )


@pytest.mark.parametrize("grid", [SquareGrid(6, 4), HexGrid(6, 4)])
def test_notes_are_numbered_and_listed(grid: SquareGrid | HexGrid) -> None:
    before = board(grid.width, grid.height)
    side = "N" if grid.sides == 4 else "NE"
    pins = {"B2": "a swamp", f"C1 {side}": "a toll", "Z9": "is gone", "A1": "words " * 60}
    after = with_notes(before, grid, pins)
    assert after.layers[: len(before.layers)] == before.layers
    assert after.bounds[:3] == before.bounds[:3] and after.bounds[3] > before.bounds[3] + 1
    labels = [shape for layer in after.layers[1:] for shape in layer.shapes if isinstance(shape, Label)]
    on_board = [label for label in labels if label.y < before.bounds[3]]
    below = [label.text for label in labels if label.y > before.bounds[3]]
    assert [label.text for label in on_board] == ["1", "2", "3"]
    cells = [grid.cell_at(label.x, label.y + 0.001) for label in on_board]
    assert cells[0] == grid.cell_named("B2") and cells[1] == grid.cell_named("C1") and cells[2] == grid.cell_named("A1")
    assert below[:3] == ["1  B2: a swamp", f"2  C1 {side}: a toll", "– Z9: is gone"]
    assert below[3].startswith("3  A1: words") and len(below) > 5
    assert " ".join(below[3:]).count("words") == 60
    assert all(label.y < after.bounds[3] for label in labels)


def test_a_pin_of_an_edge_is_in_its_middle() -> None:
    grid = SquareGrid(3, 3)
    pins = with_notes(board(3, 3), grid, {"B1 N": "x", "C3 S": "y", "A2 W": "z"})
    places = [(shape.x, shape.y) for shape in pins.layers[1].shapes if isinstance(shape, Label)]
    assert places == [(1.5, 0), (2.5, 3), (0, 1.5)]
