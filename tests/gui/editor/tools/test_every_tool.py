"""Every tool of real games, on squares and on hexagons, by real keys and mouse: undone to the byte, and redone."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.documents.paths import layouts_dir
from studio.documents.store import layout_text
from studio.gui.editor.page import EditorPage
from studio.gui.editor.tools import TOOLS
from studio.gui.style.theme import LIGHT
from studio.services.loading import load_layout, to_layout

LEFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
QUIET = {"pan", "pick"}
"""Tools that look, and change nothing; a stroke that begins in a selection moves it."""
BOARDS = {"neue_entdecker": "base", "columbus": "sargasso_sea"}


def opened_board(qtbot: QtBot, slug: str) -> EditorPage:
    page = EditorPage(load_layout(layouts_dir() / slug / f"{BOARDS[slug]}.json"), LIGHT)
    qtbot.addWidget(page, before_close_func=lambda widget: widget.about_to_close())
    page.resize(1280, 700)
    page.show()
    page.activateWindow()
    assert QTest.qWaitForWindowActive(page)
    return page


def written(page: EditorPage) -> str:
    return layout_text(to_layout(page.document.to_loaded()))


def drag(page: EditorPage, way: list[QPoint]) -> None:
    """Over these places with the left button, with enough moves between them to pass every space."""
    QTest.mouseMove(page.view, way[0])
    QTest.mousePress(page.view, LEFT, pos=way[0])
    for one, other in pairwise(way):
        for step in range(1, 9):
            QTest.mouseMove(page.view, one + (other - one) * step / 8)
    QTest.mouseRelease(page.view, LEFT, pos=way[-1])


def ways(page: EditorPage, key: str) -> list[list[QPoint]]:
    """Three strokes: over spaces in the middle of the board, or along its upper rim."""
    boxes = [page.view.widget_rect(cell) for cell in range(page.document.grid.count)]
    if key == "border":
        return [[QPoint(boxes[cell].center().x(), boxes[cell].top() + 1) for cell in (first, first + 1, first + 2)]
                for first in (0, 3, 6)]  # fmt: skip
    spots = [box.center() for box in boxes]
    third = len(spots) // 3
    return [[spots[start], spots[start + 2], spots[start + third // 2]] for start in (third, third + 5, third + 9)]


@pytest.mark.parametrize("slug", ["neue_entdecker", pytest.param("columbus", marks=pytest.mark.long)])
def test_every_tool_is_undone_to_the_byte_and_redone(qtbot: QtBot, slug: str) -> None:
    page = opened_board(qtbot, slug)
    document, game = page.document, page.document.game
    cell = document.grid.count // 3
    stamps = [item.stamp for item in page.edit_state.items("cells")]
    changing = [stamp for stamp in stamps if game.editing.stamp(document.body, cell, stamp) != document.body]
    one, other = [stamp for stamp in changing if stamp != game.editing.eraser(document.body, cell)][:2]
    page.page_actions["tool_stamp"].trigger()
    page.edit_state.set_stamp(one)
    for way in ways(page, "stamp"):
        drag(page, way)  # so that there is something to be changed and taken away
    first, begun = written(page), document.stack.index()
    assert begun
    tried: set[str] = set()
    for tool in page.board.tools:
        if not tool.is_available:
            continue
        page.edit_state.set_stamp(other)
        page.view.setFocus()
        QTest.keySequence(page.view, tool.shortcut)
        assert page.board.tool.key == tool.key, "taken by its key"
        for way in ways(page, tool.key):
            drag(page, way)
        if tool.key == "word":
            QTest.mouseClick(page.view, LEFT, pos=ways(page, "word")[0][0])
            QTest.keyClicks(page.view, "go")
            QTest.keyClick(page.view, Qt.Key.Key_Return)
        else:
            for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Space):
                QTest.keyClick(page.view, key)
        QTest.keyClick(page.view, Qt.Key.Key_Escape)
        page.edit_state.select(())
        tried.add(tool.key)
        after, steps = written(page), document.stack.index() - begun
        assert (after != first) == (steps > 0), tool.key
        assert tool.key == "select" or (steps == 0) == (tool.key in QUIET), tool.key
        for _step in range(steps):
            QTest.keyClick(page.view, Qt.Key.Key_Z, CTRL)
        assert document.stack.index() == begun and written(page) == first, tool.key
        for _step in range(steps):
            QTest.keyClick(page.view, Qt.Key.Key_Y, CTRL)
        assert written(page) == after, tool.key
        document.stack.setIndex(begun)
    offered = {tool.key for tool in page.board.tools if tool.is_available}
    assert tried == offered and offered >= {tool.key for tool in TOOLS} - {"border", "coast", "word", "place"}
