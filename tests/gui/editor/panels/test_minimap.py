"""The board in small: every space where it belongs, on squares and on hexagons."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from studio.gui.editor.panels.minimap import Minimap
from tests.gui.editor.hand import LEFT, body
from tests.gui.editor.toy import SEA, VOID, cape


@pytest.fixture(params=[(420, 300), (90, 64)], ids=["large", "tiny"])
def small(page: EditorPage, qtbot: QtBot, request: pytest.FixtureRequest) -> Minimap:
    """A small board by itself, of a size of its own."""
    small = Minimap(page.edit_state)
    qtbot.addWidget(small)
    small.resize(*request.param)
    return small


def place(small: Minimap, name: str) -> QPoint:
    """Where a cell's middle is on the small board: it is centred and as large as the margins allow."""
    grid = small.edit_state.document.grid
    scale = min((small.width() - 16) / grid.width, (small.height() - 12) / grid.height)
    x, y = grid.center(grid.cell_named(name))
    return QPoint(
        round(small.width() / 2 + (x - grid.width / 2) * scale),
        round(small.height() / 2 + (y - grid.height / 2) * scale),
    )


def colours(small: Minimap, *names: str) -> list[QColor]:
    """The colours in the middles of some cells."""
    image = small.grab().toImage()
    return [image.pixelColor(place(small, name)) for name in names]


def test_a_painted_space_shows_where_it_is(page: EditorPage, small: Minimap) -> None:
    before = colours(small, "B2", "E3", "F4")
    for name, stamp in (("B2", SEA), ("E3", cape(1)), ("A1", VOID)):
        cell = page.document.grid.cell_named(name)
        page.document.apply("painted", page.document.game.editing.stamp(body(page), cell, stamp))
    after = colours(small, "B2", "E3", "F4")
    assert after[0] != before[0] and after[1] != before[1] and after[0] != after[1]
    assert after[2] == before[2]


def test_a_press_asks_for_the_place_under_it(page: EditorPage, small: Minimap, qtbot: QtBot) -> None:
    grid = page.document.grid
    for name in ("A1", "F4", "C2"):
        with qtbot.waitSignal(small.moved) as asked:
            QTest.mousePress(small, LEFT, pos=place(small, name))
        assert asked.args is not None
        QTest.mouseRelease(small, LEFT, pos=place(small, name))
        assert math.dist(asked.args, grid.center(grid.cell_named(name))) < 0.12
        assert grid.cell_at(*asked.args) == grid.cell_named(name)
