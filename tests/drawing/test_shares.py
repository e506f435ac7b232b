"""Shares over a board: round edges, every class told apart without colour, nothing where it never happens."""

from __future__ import annotations

import pytest

from studio.core.grid import HexGrid, SquareGrid
from studio.core.picture import Label, Path
from studio.drawing.overlays import class_breaks, class_of, difference_keys, difference_map, heatmap, heatmap_keys


def test_edges_are_round_and_rise() -> None:
    limits = class_breaks([number / 100 for number in range(1, 101)])
    assert limits == (20, 40, 60, 80)
    assert [class_of(share, limits) for share in (0.1, 0.2, 0.55, 0.79, 0.8, 1.0)] == [0, 1, 2, 3, 4, 4]


@pytest.mark.parametrize("shares", [[], [0.0], [0.5], [0.5, 0.5, 0.5], [0.01, 1.0], [0.301, 0.302, 0.303]])
def test_few_or_equal_shares_have_a_class_too(shares: list[float]) -> None:
    limits = class_breaks(shares)
    assert list(limits) == sorted(set(limits))
    assert all(0 <= class_of(share, limits) <= 4 for share in shares)


@pytest.mark.parametrize("grid", [SquareGrid(5, 2), HexGrid(5, 2)])
def test_every_space_has_its_figure_and_every_class_its_own_marks(grid: SquareGrid | HexGrid) -> None:
    shares = {cell: cell / 10 for cell in range(grid.count)}
    limits = class_breaks(list(shares.values()))
    shapes = heatmap(grid, shares, limits).layers[0].shapes
    assert [shape.text for shape in shapes if isinstance(shape, Label)] == [str(10 * cell) for cell in range(1, 10)]
    keys = heatmap_keys(limits, True, "never")
    assert len({repr([shape[1:] for shape in key.picture.layers[0].shapes]) for key in keys}) == len(keys)
    assert [key.text for key in keys] == ["≥ 80 %", "60 – 79 %", "40 – 59 %", "20 – 39 %", "< 20 %", "never"]


def test_a_difference_has_a_sign_and_a_strength_and_little_is_none() -> None:
    grid = SquareGrid(5, 1)
    shown = difference_map(grid, {0: 0.22, 1: 0.05, 2: -0.03, 3: -0.06, 4: -0.12})
    shapes = shown.layers[0].shapes
    assert [shape.text for shape in shapes if isinstance(shape, Label)] == ["+22", "+5", "−3", "−6", "−12"]
    paths = [shape for shape in shapes if isinstance(shape, Path)]
    fills = [path.style.split(":")[1] for path in paths if path.style.startswith("fill:share")]
    assert fills == ["share_more", "share_little_more", "share_same", "share_little_less", "share_less"]
    assert [key.text for key in difference_keys()] == ["≥ +12", "+4 – +11", "± 3", "−4 – −11", "≤ −12"]


def test_a_small_map_has_colours_and_signs_but_no_figures() -> None:
    grid = SquareGrid(3, 1)
    small = [heatmap(grid, {0: 0.2, 1: 0.9}, (50,), is_small=True), difference_map(grid, {0: 0.2}, is_small=True)]
    assert not any(isinstance(shape, Label) for one in small for shape in one.layers[0].shapes)
    assert len(small[1].layers[0].shapes) == 2, "a field and its plus"
