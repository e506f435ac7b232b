"""Notes on a picture: numbered where they are, spelt out below, the board as it was."""

from __future__ import annotations

import pytest

from studio.core.grid import HexGrid, SquareGrid
from studio.core.picture import Label, Layer, Path, Picture, rectangle
from studio.drawing.overlays import with_notes


def board(width: float, height: float) -> Picture:
    return Picture(
        (-0.5, -0.5, width + 0.5, height + 0.5), (Layer("board", (Path("fill:panel", (rectangle(0, 0, 1, 1),)),)),)
    )


@pytest.mark.parametrize("grid", [SquareGrid(6, 4), HexGrid(6, 4)])
def test_notes_are_numbered_and_spelt_out(grid: SquareGrid | HexGrid) -> None:
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
    assert (
        below[3].startswith("3  A1: words")
        and len(below) > 5
        and " ".join(" ".join(below[3:]).split()).count("words") == 60
    )
    assert all(label.y < after.bounds[3] for label in labels)


def test_an_edge_is_marked_in_its_middle() -> None:
    grid = SquareGrid(3, 3)
    pins = with_notes(board(3, 3), grid, {"B1 N": "x", "C3 S": "y", "A2 W": "z"})
    places = [(shape.x, shape.y) for shape in pins.layers[1].shapes if isinstance(shape, Label)]
    assert places == [(1.5, 0), (2.5, 3), (0, 1.5)]
