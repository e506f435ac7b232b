"""After a change the editor's board shows the position before or the one after, with its marks: never both."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from tests.gui.editor.hand import GRID, LEFT, click, spot


def seen(page: EditorPage) -> QImage:
    """The board as it is shown now, without a turn of the event loop."""
    return page.view.grab().toImage()


def rested(page: EditorPage) -> QImage:
    """The board as it is shown when all is done."""
    for _turn in range(20):
        QApplication.processEvents()
    page.view.finish_painting()
    return seen(page)


def nudge(page: EditorPage) -> None:
    page.edit_state.nudge(1)


def paste(page: EditorPage) -> None:
    page.edit_state.copy()
    page.edit_state.paste(GRID.cell_named("B3"))


def undo(page: EditorPage) -> None:
    page.document.undo()


def drag(page: EditorPage) -> None:
    view = page.view
    QTest.mousePress(view, LEFT, pos=spot(view, "B2"))
    QTest.mouseMove(view, spot(view, "D2"))
    QTest.mouseRelease(view, LEFT, pos=spot(view, "D2"))
    QTest.mouseMove(view, spot(view, "B1"))


@pytest.mark.parametrize("act", [nudge, paste, undo, drag])
def test_the_tiles_and_their_marks_move_together(
    page: EditorPage, qtbot: QtBot, act: Callable[[EditorPage], None]
) -> None:
    QTest.keyClick(page.view, Qt.Key.Key_B)
    for name in ("A1", "B1", "A2", "B2"):
        click(qtbot, page, name)
    page.board.set_tool("select")
    page.edit_state.select(GRID.cell_named(name) for name in ("A1", "B1", "A2", "B2"))
    if act is undo:
        nudge(page)
    QTest.mouseMove(page.view, spot(page.view, "B1"))
    before = rested(page)
    act(page)
    between = seen(page)
    after = rested(page)
    assert before != after
    assert between in (before, after)
