"""Words typed on the board: a caret, a line that turns, Backspace, Enter and Escape, on squares and on hexagons."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from studio.gui.style.theme import LIGHT
from tests.gui.editor.hand import GRID, LEFT, body, spot
from tests.gui.editor.toy import VOID, Toy, blank, opened

NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture(params=[False, True], ids=["squares", "hexagons"])
def page(qtbot: QtBot, request: pytest.FixtureRequest) -> EditorPage:
    """A page whose palette has letters, with the word tool in hand."""
    page = EditorPage(opened(blank(hexagons=request.param), Toy(letters="ABEGORSX")), LIGHT)
    page.resize(1280, 640)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    page.show()
    qtbot.waitExposed(page)
    page.board.set_tool("word")
    return page


def click(page: EditorPage, name: str) -> None:
    QTest.mouseMove(page.view, spot(page.view, name))
    QTest.mouseClick(page.view, LEFT, NONE, spot(page.view, name))


def keys(page: EditorPage, words: str) -> None:
    QTest.keyClicks(page.view, words)


def written(page: EditorPage) -> str:
    """All letters on the board, with their places."""
    stamps = enumerate(body(page).cells)
    return " ".join(f"{GRID.name(cell)}{stamp.key[-1]}" for cell, stamp in stamps if stamp.key.startswith("letter"))


def test_letters_go_east_as_one_step(page: EditorPage) -> None:
    before = page.document.snapshot
    click(page, "B2")
    assert page.view.band == (GRID.cell_named("B2"),)
    keys(page, "bra")
    QTest.keyClick(page.view, Qt.Key.Key_Space)
    keys(page, "x")
    assert written(page) == "B2B C2R D2A F2X", "shortcuts on B, R, A and X are letters now"
    assert (page.board.tool.key, page.document.stack.count()) == ("word", 0)
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    assert page.document.stack.undoText() == "“BRA X” on 4 spaces"
    after = page.document.snapshot
    page.document.undo()
    assert page.document.snapshot == before
    page.document.redo()
    assert page.document.snapshot == after
    QTest.keyClick(page.view, Qt.Key.Key_B)
    assert page.board.tool.key == "stamp", "after the word its keys are shortcuts again"


def test_backspace_and_escape_take_back(page: EditorPage, qtbot: QtBot) -> None:
    before = page.document.snapshot
    click(page, "A1")
    keys(page, "sea")
    QTest.keyClick(page.view, Qt.Key.Key_Backspace)
    QTest.keyClick(page.view, Qt.Key.Key_Backspace)
    assert written(page) == "A1S"
    keys(page, "o")
    assert written(page) == "A1S B1O"
    for _more in range(5):
        QTest.keyClick(page.view, Qt.Key.Key_Backspace)
    assert written(page) == ""
    keys(page, "go")
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert (page.document.snapshot, page.document.stack.count()) == (before, 0)
    qtbot.waitUntil(lambda: page.view.band == ())


def test_arrows_and_a_drag_turn_the_line(page: EditorPage) -> None:
    click(page, "C1")
    QTest.keyClick(page.view, Qt.Key.Key_Down)
    keys(page, "sea")
    letters = written(page).split()
    assert [letter[-1] for letter in letters] == ["S", "E", "A"]
    assert [letter[1] for letter in letters] == ["1", "2", "3"], "one row below the other"
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    page.document.undo()
    QTest.mousePress(page.view, LEFT, NONE, spot(page.view, "E3"))
    QTest.mouseMove(page.view, spot(page.view, "B3"))
    QTest.mouseRelease(page.view, LEFT, NONE, spot(page.view, "B3"))
    keys(page, "go")
    assert written(page) == "D3O E3G"


def test_what_refuses_a_letter_is_passed_over_and_the_end_is_said(page: EditorPage) -> None:
    said: list[str] = []
    page.edit_state.hinted.connect(said.append)
    page.document.apply("void", page.document.game.editing.stamp(page.document.body, GRID.cell_named("E1"), VOID))
    click(page, "D1")
    keys(page, "gq")
    assert said == ["There is no letter Q."]
    keys(page, "o")
    assert written(page) == "D1G F1O"
    page.document.undo()
    page.board.cancel()
    page.document.apply("void", page.document.game.editing.stamp(page.document.body, GRID.cell_named("F1"), VOID))
    click(page, "E1")
    said.clear()
    keys(page, "a")
    assert said == ["No space from here on takes the letter A."]


def test_another_tool_or_place_ends_the_word(page: EditorPage) -> None:
    click(page, "A1")
    keys(page, "go")
    click(page, "A3")
    keys(page, "sea")
    assert page.document.stack.undoText() == "“GO” on 2 spaces"
    page.tool_bar.buttons["tool_stamp"].click()
    assert page.document.stack.undoText() == "“SEA” on 3 spaces"
    assert written(page) == "A1G B1O A3S B3E C3A"
    assert not page.document.is_in_stroke


def test_a_caret_that_nothing_was_typed_at_leaves_no_step(page: EditorPage) -> None:
    click(page, "A1")
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    click(page, "B1")
    page.board.set_tool("select")
    assert page.document.stack.count() == 0
    assert not page.document.is_in_stroke
