"""Shares over a board: round edges, every class told apart without colour, nothing where it never happens."""

from __future__ import annotations

import pytest

from studio.core.grid import HexGrid, SquareGrid
from studio.core.shown.picture import Label
from studio.drawing.shares import class_of, edges, share_keys, share_map


def test_edges_are_round_and_rise() -> None:
    limits = edges([number / 100 for number in range(1, 101)])
    assert limits == (20, 40, 60, 80)
    assert [class_of(share, limits) for share in (0.1, 0.2, 0.55, 0.79, 0.8, 1.0)] == [0, 1, 2, 3, 4, 4]


@pytest.mark.parametrize("shares", [[], [0.0], [0.5], [0.5, 0.5, 0.5], [0.01, 1.0], [0.301, 0.302, 0.303]])
def test_few_or_equal_shares_have_a_class_too(shares: list[float]) -> None:
    limits = edges(shares)
    assert list(limits) == sorted(set(limits))
    assert all(0 <= class_of(share, limits) <= 4 for share in shares)


@pytest.mark.parametrize("grid", [SquareGrid(5, 2), HexGrid(5, 2)])
def test_every_space_has_its_figure_and_every_class_its_own_marks(grid: SquareGrid | HexGrid) -> None:
    shares = {cell: cell / 10 for cell in range(grid.count)}
    limits = edges(list(shares.values()))
    shapes = share_map(grid, shares, limits).layers[0].shapes
    assert [shape.text for shape in shapes if isinstance(shape, Label)] == [str(10 * cell) for cell in range(1, 10)]
    keys = share_keys(limits, True, "never")
    assert len({repr([shape[1:] for shape in key.picture.layers[0].shapes]) for key in keys}) == len(keys)
    assert [key.words for key in keys] == ["≥ 80 %", "60 – 79 %", "40 – 59 %", "20 – 39 %", "< 20 %", "never"]
