"""The rulers round the board: names never touch each other, whatever the zoom and however long they are."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.grid import Grid, HexGrid, SquareGrid
from studio.core.picture import Layer, Path, Picture, rectangle
from studio.gui.board.view import BoardView
from studio.gui.editor.rulers import RULER_PX, RulerFrame
from studio.gui.style.theme import LIGHT

GRIDS = [SquareGrid(24, 24), HexGrid(40, 30), SquareGrid(120, 120)]


@pytest.fixture(params=GRIDS, ids=["24 x 24", "40 x 30", "120 x 120"])
def frame(qtbot: QtBot, request: pytest.FixtureRequest) -> RulerFrame:
    grid: Grid = request.param
    view = BoardView(LIGHT)
    frame = RulerFrame(view)
    qtbot.addWidget(frame)
    frame.resize(1000, 800)
    sheet = rectangle(0, 0, grid.width, grid.height)
    view.set_picture(Picture((0, 0, grid.width, grid.height), (Layer("all", (Path("fill:deep", (sheet,)),)),)))
    frame.set_grid(grid)
    frame.show()
    return frame


def apart(boxes: list[QRectF]) -> bool:
    """Whether there are at least three pixels between neighbours."""
    return not any(
        one.adjusted(-1.5, -1.5, 1.5, 1.5).intersects(other.adjusted(-1.5, -1.5, 1.5, 1.5))
        for one, other in pairwise(boxes)
    )


@pytest.mark.parametrize("lit", ["", "AB9", "W23", "M10"])
def test_names_stand_apart(frame: RulerFrame, lit: str) -> None:
    for zoom in (0.11, 0.2, 0.25, 0.28, 0.33, 0.36, 0.4, 0.5, 0.7, 1.0, 2.0):
        frame.view.set_zoom(zoom)
        frame.highlight(lit)
        columns, rows = frame.labels()
        assert len(columns) > 1 and len(rows) > 1
        assert apart([box for _name, box in columns]), (zoom, columns)
        assert apart([box for _name, box in rows]), (zoom, rows)
        assert all(box.left() >= 1 and box.right() <= RULER_PX - 1 for _name, box in rows), "as broad as the ruler"


def test_a_name_that_is_pointed_at_is_told_whatever_gives_way(frame: RulerFrame) -> None:
    frame.view.fit()
    for column in ("C", "D", "E", "F", "X"):
        frame.highlight(f"{column}7")
        columns, rows = frame.labels()
        assert column in dict(columns) and "7" in dict(rows)


def test_with_room_for_all_of_them_none_is_left_out(frame: RulerFrame) -> None:
    frame.view.set_zoom(1.0)
    frame.view.center_on(3, 3)
    columns, _rows = frame.labels()
    assert [name for name, _box in columns][:4] == ["A", "B", "C", "D"]


@pytest.mark.parametrize("zoom", [0.2, 0.36, 1.0])
def test_what_is_lit_looks_as_if_all_had_been_painted_again(frame: RulerFrame, zoom: float) -> None:
    """Only the names that change are painted again, and those that give way to them."""
    frame.view.set_zoom(zoom)
    frame.view.finish_painting()
    QApplication.processEvents()
    for name in ("A1", "B2", "", "D3", "C3", "X23", "M10", "L10"):
        frame.highlight(name)
        QApplication.processEvents()
        on_screen = frame.screen().grabWindow(frame.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)
        assert on_screen == frame.grab().toImage().convertToFormat(QImage.Format.Format_RGB32), name
