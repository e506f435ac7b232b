"""What a hand does on an editor page with the toy board, and how to read the board afterwards."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.form import Stamp
from studio.core.grid import SquareGrid
from studio.gui.board.view import BoardView
from studio.gui.editor.page import EditorPage
from studio.gui.editor.problems.problem_list import FIX
from tests.gui.editor.toy import ToyBody, toy_body

GRID = SquareGrid(6, 4)
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def spot(view: BoardView, name: str) -> QPoint:
    """The middle of a cell in the view."""
    return view.widget_rect(GRID.cell_named(name)).center()


def click(qtbot: QtBot, page: EditorPage, name: str, button: Qt.MouseButton = LEFT) -> None:
    """A click on a cell."""
    QTest.mouseMove(page.view, spot(page.view, name))
    QTest.mouseClick(page.view, button, pos=spot(page.view, name))


def press_fix(page: EditorPage, row: int) -> None:
    """A click on the button that repairs a finding."""
    shown = page.problems.problem_list
    index = shown.group_model.index(row)
    shown.scrollTo(index)
    QTest.mouseClick(shown.viewport(), LEFT, pos=shown.problem_delegate.parts(index)[FIX].center())


def body(page: EditorPage) -> ToyBody:
    """The body as it is."""
    return toy_body(page.document.body)


def lies(page: EditorPage, stamp: Stamp) -> str:
    """Where a stamp lies."""
    return " ".join(GRID.name(cell) for cell in range(GRID.count) if body(page).at(cell) == stamp)
