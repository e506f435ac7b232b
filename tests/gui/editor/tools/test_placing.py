"""What was copied follows the pointer as a ghost, is turned and mirrored there, and lies where it is put down."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.form import Stamp
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor.clipboard import ClipboardCells, make_pattern
from studio.gui.editor.page import EditorPage
from studio.gui.style.theme import LIGHT
from studio.services.loading import load_layout
from tests.gui.editor.hand import GRID, LEFT, RIGHT, body, lies, spot
from tests.gui.editor.toy import SEA, cape
from tests.shortly import shortly

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    yield
    QGuiApplication.clipboard().clear()


def press(page: EditorPage, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(page.view, key, keys)


def click(page: EditorPage, name: str, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.mouseMove(page.view, spot(page.view, name))
    QTest.mouseClick(page.view, LEFT, keys, spot(page.view, name))


def ghosts(page: EditorPage) -> dict[str, Stamp]:
    """What the ghost shows, by the name of the space."""
    return {GRID.name(cell): stamp for cell, stamp in page.board.tool.ghosts(page.board.last_event)}


def copied(page: EditorPage) -> None:
    """A cape on B2 that looks north, a sea on C2, both copied; the board is as it was before."""
    game, start = page.document.game, page.document.body
    laid = game.editing.stamp(game.editing.stamp(start, GRID.cell_named("B2"), cape()), GRID.cell_named("C2"), SEA)
    page.document.apply("laid", laid)
    page.edit_state.select((GRID.cell_named("B2"), GRID.cell_named("C2")))
    press(page, Qt.Key.Key_C, CTRL)
    page.document.undo()
    page.edit_state.select(())


def test_a_paste_hangs_from_the_pointer_until_a_click(page: EditorPage) -> None:
    copied(page)
    before = page.document.snapshot
    press(page, Qt.Key.Key_V, CTRL)
    assert page.document.snapshot == before, "nothing is laid yet"
    assert ghosts(page) == {"B2": cape(), "C2": SEA}, "it waits where it came from"
    QTest.mouseMove(page.view, spot(page.view, "D4"))
    assert ghosts(page) == {"D4": cape(), "E4": SEA}
    assert page.view.ghost is not None
    click(page, "D4")
    assert (lies(page, cape()), lies(page, SEA)) == ("D4", "E4")
    assert page.edit_state.selection == {GRID.cell_named("D4"), GRID.cell_named("E4")}
    assert page.board.tool.key == "select", "one click, one paste"
    after = page.document.snapshot
    page.document.undo()
    assert page.document.snapshot == before
    page.document.redo()
    assert page.document.snapshot == after


def test_it_is_turned_and_mirrored_in_the_air(page: EditorPage) -> None:
    copied(page)
    sides = page.document.grid.sides
    press(page, Qt.Key.Key_V, CTRL)
    QTest.mouseMove(page.view, spot(page.view, "C2"))
    shapes = []
    for _turn in range(sides):
        press(page, Qt.Key.Key_R)
        shapes.append(ghosts(page))
    assert shapes[-1] == {"C2": cape(), "D2": SEA}
    assert len({tuple(shape.items()) for shape in shapes}) == sides
    if sides == 4:
        assert shapes[0] == {"C2": cape(1), "C3": SEA}
        assert shapes[1] == {"C2": cape(2), "B2": SEA}
    press(page, Qt.Key.Key_H)
    assert ghosts(page) == {"C2": cape(0 if sides == 4 else 5), "B2": SEA}
    press(page, Qt.Key.Key_H)
    press(page, Qt.Key.Key_V)
    assert ghosts(page) == {"C2": cape(2), "D2": SEA}
    QTest.mouseClick(page.view, RIGHT, pos=spot(page.view, "C2"))
    QTest.mouseClick(page.view, RIGHT, pos=spot(page.view, "C2"))
    press(page, Qt.Key.Key_R, SHIFT)
    press(page, Qt.Key.Key_R, SHIFT)
    assert ghosts(page) == {"C2": cape(2), "D2": SEA}
    click(page, "C2")
    assert (lies(page, cape(2)), lies(page, SEA)) == ("C2", "D2")


def test_escape_drops_it_and_shift_keeps_it(page: EditorPage) -> None:
    copied(page)
    before = page.document.snapshot
    press(page, Qt.Key.Key_V, CTRL)
    QTest.mouseMove(page.view, spot(page.view, "C2"))
    press(page, Qt.Key.Key_Escape)
    assert (page.document.snapshot, page.edit_state.pattern, page.board.tool.key) == (before, None, "select")
    assert page.view.ghost is None
    press(page, Qt.Key.Key_V, CTRL)
    click(page, "A1", SHIFT)
    click(page, "A3", SHIFT)
    assert (lies(page, cape()), lies(page, SEA)) == ("A1 A3", "B1 B3")
    assert page.board.tool.key == "place"
    press(page, Qt.Key.Key_B)
    assert (page.edit_state.pattern, page.board.tool.key) == (None, "stamp")
    press(page, Qt.Key.Key_Z, CTRL)
    press(page, Qt.Key.Key_Z, CTRL)
    assert page.document.snapshot == before


def test_it_works_without_a_pointer(page: EditorPage) -> None:
    copied(page)
    press(page, Qt.Key.Key_V, CTRL)
    press(page, Qt.Key.Key_Return)
    assert (lies(page, cape()), lies(page, SEA)) == ("B2", "C2")
    page.document.undo()
    press(page, Qt.Key.Key_V, CTRL | SHIFT)
    assert (lies(page, cape()), lies(page, SEA)) == ("B2", "C2")


def test_what_would_fall_off_the_board_is_left_out(page: EditorPage) -> None:
    copied(page)
    press(page, Qt.Key.Key_V, CTRL)
    click(page, "F4")
    assert (lies(page, cape()), lies(page, SEA)) == ("F4", "")


def test_a_large_pattern_shows_where_it_goes(page: EditorPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.gui.editor.tools.base.MAX_SHOWN", 1)
    copied(page)
    press(page, Qt.Key.Key_V, CTRL)
    QTest.mouseMove(page.view, spot(page.view, "D4"))
    assert not ghosts(page)
    assert page.view.band == (GRID.cell_named("D4"), GRID.cell_named("E4"))


def test_garbage_is_refused_and_nothing_is_in_hand(page: EditorPage, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("a letter to a friend")
    before = body(page)
    with qtbot.waitSignal(page.edit_state.hinted) as told:
        press(page, Qt.Key.Key_V, CTRL)
    assert told.args == ["The clipboard holds no spaces of a board."]
    assert (body(page), page.edit_state.pattern, page.board.tool.key) == (before, None, "select")


@pytest.mark.parametrize("slug", shortly(slugs(), 3))
def test_stamps_that_no_game_knows_are_carried_and_lay_nothing(qtbot: QtBot, slug: str) -> None:
    page = EditorPage(load_layout(shipped_layouts(slug)[0]), LIGHT)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    page.resize(1024, 640)
    page.show()
    before = page.document.snapshot
    keys = ("", ":", "tile:", "tile:atlantis", "letter:\U0001f9ed", "edge:", "../..")
    rows = [(0.0, 0.0, key, 3, False) for key in keys]
    pattern, _middle = make_pattern(ClipboardCells(slug, 0, rows))
    page.edit_state.set_pattern(pattern, "Pasted", sticky=True)
    QTest.mouseMove(page.view, QPoint(page.view.width() // 2, page.view.height() // 2))
    for key in (Qt.Key.Key_R, Qt.Key.Key_H, Qt.Key.Key_V, Qt.Key.Key_Return):
        QTest.keyClick(page.view, key)
    assert page.document.snapshot == before
