"""Helpers that act on an editor page with the toy board like a user and read the board."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.form import Stamp
from studio.core.grid import SquareGrid
from studio.gui.editor.document import EditorDocument, LayoutSnapshot
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.page import EditorPage
from studio.gui.editor.panels.palette import StampRow
from studio.gui.editor.problems.problem_list import FIX
from studio.gui.editor.tools import TOOLS, Tool, ToolEvent
from studio.gui.style.theme import LIGHT
from studio.gui.widgets.inputs import CountBox
from studio.services.loading import LoadedLayout
from tests.gui.editor.toy import ToyBody, toy_body

GRID = SquareGrid(6, 4)
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def open_page(qtbot: QtBot, layout: LoadedLayout, width: int = 1400, height: int = 640) -> EditorPage:
    """An open page that is closed at the end of the test."""
    page = EditorPage(layout, LIGHT)
    page.resize(width, height)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    page.show()
    qtbot.waitExposed(page)
    return page


def settle(turns: int = 10) -> None:
    """Let layouts find their sizes."""
    for _turn in range(turns):
        QApplication.processEvents()


def spot(page: EditorPage, name: str) -> QPoint:
    return page.view.widget_rect(page.document.grid.cell_named(name)).center()


def click(page: EditorPage, name: str, button: Qt.MouseButton = LEFT, keys: Qt.KeyboardModifier = NONE) -> None:
    QTest.mouseMove(page.view, spot(page, name))
    QTest.mouseClick(page.view, button, keys, spot(page, name))


def paint(page: EditorPage, stamp: Stamp, *names: str) -> None:
    page.choose_stamp(stamp)
    for name in names:
        click(page, name)


def lay(document: EditorDocument, stamps: dict[str, Stamp]) -> None:
    """One step that puts stamps on spaces."""
    laid = document.body
    for name, stamp in stamps.items():
        laid = document.game.editing.stamp(laid, document.grid.cell_named(name), stamp)
    document.apply("laid", laid)


def check_undo(document: EditorDocument, before: LayoutSnapshot) -> None:
    """Undo leads exactly to a snapshot, and redo back."""
    after = document.snapshot
    document.undo()
    assert document.snapshot == before
    document.redo()
    assert document.snapshot == after


def press(page: EditorPage, key: Qt.Key, keys: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(page.view, key, keys)


def pull(page: EditorPage, *points: QPoint, keys: Qt.KeyboardModifier = NONE, button: Qt.MouseButton = LEFT) -> None:
    """A drag through some points of the view."""
    QTest.mouseMove(page.view, points[0])
    QTest.mousePress(page.view, button, keys, points[0])
    for point in points[1:]:
        QTest.mouseMove(page.view, point)
    QTest.mouseRelease(page.view, button, keys, points[-1])


def drag(page: EditorPage, names: str, keys: Qt.KeyboardModifier = NONE, button: Qt.MouseButton = LEFT) -> None:
    pull(page, *(spot(page, name) for name in names.split()), keys=keys, button=button)


def edit_state(qtbot: QtBot, layout: LoadedLayout) -> EditState:
    document = EditorDocument(layout)
    state = EditState(document)
    document.setParent(state)  # the test keeps the state, the state its document
    return state


def make_tool(state: EditState, key: str) -> Tool:
    return next(kind for kind in TOOLS if kind.key == key)(state)


def touch(state: EditState, name: str, **held: Any) -> ToolEvent:
    cell = state.document.grid.cell_named(name)
    return ToolEvent(*state.document.grid.center(cell), cell, cell, **held)


def stroke(tool: Tool, *touches: ToolEvent) -> None:
    tool.press(touches[0])
    for touch in touches:
        tool.move(touch)
    tool.release(touches[-1])


def stamp_rows(page: EditorPage, is_custom: bool = False) -> list[StampRow]:
    """The stamps of the game in the palette, or the user's own."""
    rows = [row for row in page.palette_panel.stamp_model.rows if isinstance(row, StampRow)]
    return [row for row in rows if (row.custom_stamp is not None) == is_custom]


def chosen_stamps(page: EditorPage) -> list[str]:
    model = page.palette_panel.stamp_model
    return [row.item.stamp.key for row in stamp_rows(page) if model.is_chosen(row)]


def _stamp_index(page: EditorPage, row: StampRow) -> QModelIndex:
    model = page.palette_panel.stamp_model
    keys = [one.item.stamp.key if isinstance(one, StampRow) else "" for one in model.rows]
    return model.index(keys.index(row.item.stamp.key))


def stamp_point(page: EditorPage, row: StampRow) -> QPoint:
    """A point on a card in the palette, which is scrolled there."""
    view, index = page.palette_panel.view, _stamp_index(page, row)
    view.scrollTo(index)
    return view.visualRect(index).topLeft() + QPoint(20, 20)


def click_stamp(page: EditorPage, row: StampRow, keys: Qt.KeyboardModifier = NONE) -> None:
    QTest.mouseClick(page.palette_panel.view.viewport(), LEFT, keys, stamp_point(page, row))


def stamp_count(page: EditorPage, row: StampRow) -> CountBox:
    box = page.palette_panel.view.indexWidget(_stamp_index(page, row))
    assert isinstance(box, CountBox)
    return box


def press_fix(page: EditorPage, row: int) -> None:
    QApplication.sendEvent(page.view, QEvent(QEvent.Type.Leave))  # the panel grows once the pointer left the board
    shown = page.problems.problem_list
    index = shown.group_model.index(row)
    shown.scrollTo(index)
    QTest.mouseClick(shown.viewport(), LEFT, pos=shown.problem_delegate.parts(index)[FIX].center())


def body(page: EditorPage) -> ToyBody:
    return toy_body(page.document.body)


def lies(owner: EditorPage | EditState, stamp: Stamp) -> str:
    """The names of the spaces with a stamp."""
    document = owner.document
    cells = enumerate(toy_body(document.body).cells)
    return " ".join(document.grid.name(cell) for cell, laid in cells if laid == stamp)


def letters(owner: EditorPage | EditState) -> str:
    """All letters on the board after the names of their spaces."""
    cells = enumerate(toy_body(owner.document.body).cells)
    names = ((owner.document.grid.name(cell), stamp.key) for cell, stamp in cells)
    return " ".join(f"{name}{key[-1]}" for name, key in names if key.startswith("letter"))
