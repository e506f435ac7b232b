"""Selecting and placing: shapes, modes, moves, and patterns at the pointer."""

from __future__ import annotations

import math
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
from studio.gui.editor.edit_state import SelectionMode, SelectionShape
from studio.gui.editor.page import EditorPage
from studio.services.loading import load_layout
from tests.gui.editor.hand import (
    ALT,
    CTRL,
    GRID,
    LEFT,
    NONE,
    SHIFT,
    body,
    check_undo,
    click,
    drag,
    lay,
    lies,
    open_page,
    press,
    pull,
    spot,
)
from tests.gui.editor.toy import SEA, cape
from tests.short_run import mark_long


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    yield
    QGuiApplication.clipboard().clear()


def ghosts(page: EditorPage) -> dict[str, Stamp]:
    return {GRID.name(cell): stamp for cell, stamp in page.board.tool.ghosts(page.board.last_event)}


def copied(page: EditorPage) -> None:
    """A cape on B2 that looks north, a sea on C2, both copied; the board is as it was before."""
    lay(page.document, {"B2": cape(), "C2": SEA})
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
    QTest.mouseMove(page.view, spot(page, "D4"))
    assert ghosts(page) == {"D4": cape(), "E4": SEA}
    assert page.view.ghost is not None
    click(page, "D4")
    assert (lies(page, cape()), lies(page, SEA)) == ("D4", "E4")
    assert page.edit_state.selection == {GRID.cell_named("D4"), GRID.cell_named("E4")}
    assert page.board.tool.key == "select", "one click, one paste"
    check_undo(page.document, before)


def test_it_is_turned_and_mirrored_in_the_air(page: EditorPage) -> None:
    copied(page)
    sides = page.document.grid.sides
    press(page, Qt.Key.Key_V, CTRL)
    QTest.mouseMove(page.view, spot(page, "C2"))
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
    assert ghosts(page) == {"C2": cape(2), "D2": SEA}
    click(page, "C2")
    assert (lies(page, cape(2)), lies(page, SEA)) == ("C2", "D2")


def test_escape_drops_it_and_shift_keeps_it(page: EditorPage) -> None:
    copied(page)
    before = page.document.snapshot
    press(page, Qt.Key.Key_V, CTRL)
    QTest.mouseMove(page.view, spot(page, "C2"))
    press(page, Qt.Key.Key_Escape)
    assert (page.document.snapshot, page.edit_state.pattern, page.board.tool.key) == (before, None, "select")
    assert page.view.ghost is None
    press(page, Qt.Key.Key_V, CTRL)
    click(page, "A1", keys=SHIFT)
    click(page, "A3", keys=SHIFT)
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
    QTest.mouseMove(page.view, spot(page, "D4"))
    assert not ghosts(page)
    assert page.view.band == (GRID.cell_named("D4"), GRID.cell_named("E4"))


def test_garbage_is_refused_and_nothing_is_in_hand(page: EditorPage, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("a letter to a friend")
    before = body(page)
    with qtbot.waitSignal(page.edit_state.hinted) as shown:
        press(page, Qt.Key.Key_V, CTRL)
    assert shown.args == ["The clipboard contains no board spaces."]
    assert (body(page), page.edit_state.pattern, page.board.tool.key) == (before, None, "select")


@pytest.mark.parametrize("slug", mark_long(slugs(), 3))
def test_stamps_that_no_game_knows_are_carried_and_lay_nothing(qtbot: QtBot, slug: str) -> None:
    page = open_page(qtbot, load_layout(shipped_layouts(slug)[0]), 1024, 640)
    before = page.document.snapshot
    keys = ("", ":", "tile:", "tile:atlantis", "letter:\U0001f9ed", "edge:", "../..")
    rows = [(0.0, 0.0, key, 3, False) for key in keys]
    pattern, _middle = make_pattern(ClipboardCells(slug, 0, rows))
    page.edit_state.set_pattern(pattern, "Pasted", sticky=True)
    QTest.mouseMove(page.view, QPoint(page.view.width() // 2, page.view.height() // 2))
    for key in (Qt.Key.Key_R, Qt.Key.Key_H, Qt.Key.Key_V, Qt.Key.Key_Return):
        QTest.keyClick(page.view, key)
    assert page.document.snapshot == before


def chosen(page: EditorPage) -> str:
    return " ".join(GRID.name(cell) for cell in sorted(page.edit_state.selection))


def lay_capes(page: EditorPage, names: str) -> None:
    lay(page.document, {name: cape(number % 4) for number, name in enumerate(names.split())})


def test_rectangles_are_added_taken_away_and_cut(page: EditorPage) -> None:
    drag(page, "A1 C2")
    assert chosen(page) == "A1 B1 C1 A2 B2 C2"
    drag(page, "C2 D3", SHIFT)
    assert chosen(page) == "A1 B1 C1 A2 B2 C2 D2 C3 D3"
    drag(page, "A1 A2", CTRL)
    assert chosen(page) == "B1 C1 B2 C2 D2 C3 D3"
    drag(page, "B1 B1", ALT)
    assert chosen(page) == "C1 B2 C2 D2 C3 D3"
    drag(page, "A2 F4", SHIFT | CTRL)
    assert chosen(page) == "B2 C2 D2 C3 D3"
    drag(page, "A1 C4", SHIFT | ALT)
    assert chosen(page) == "B2 C2 C3"
    assert page.document.stack.count() == 0, "selecting is no edit"


def test_the_strip_says_how_without_any_key(page: EditorPage) -> None:
    buttons = dict(zip(SelectionMode, page.options.mode_buttons, strict=True))
    assert buttons[SelectionMode.REPLACE].isChecked()
    drag(page, "A1 C1")
    buttons[SelectionMode.ADD].click()
    drag(page, "E1 F1")
    assert chosen(page) == "A1 B1 C1 E1 F1"
    buttons[SelectionMode.SUBTRACT].click()
    drag(page, "B1 E1")
    assert chosen(page) == "A1 F1"
    buttons[SelectionMode.INTERSECT].click()
    drag(page, "A1 B2")
    assert chosen(page) == "A1"
    buttons[SelectionMode.REPLACE].click()
    drag(page, "D4 E4")
    assert chosen(page) == "D4 E4"


def test_a_lasso_holds_the_spaces_whose_middle_it_goes_round(page: EditorPage) -> None:
    press(page, Qt.Key.Key_A, SHIFT)
    assert page.edit_state.selection_shape is SelectionShape.LASSO
    view = page.view
    middle = spot(page, "C2")
    away = spot(page, "D2").x() - middle.x()
    around = [
        middle
        + QPoint(round(1.2 * away * math.sin(turn / 9 * math.pi)), round(1.2 * away * math.cos(turn / 9 * math.pi)))
        for turn in range(18)
    ]
    QTest.mousePress(view, LEFT, NONE, around[0])
    for place in around[1:]:
        QTest.mouseMove(view, place)
    assert len(page.board.tool.trail()) == len(around)
    near = {
        GRID.name(cell)
        for cell in range(GRID.count)
        if math.dist(spot(page, GRID.name(cell)).toTuple(), middle.toTuple()) < 1.1 * away
    }
    QTest.mouseRelease(view, LEFT, NONE, around[-1])
    assert set(chosen(page).split()) == near
    assert not page.board.tool.trail()
    pull(page, spot(page, "F4"))
    assert chosen(page) == "F4", "a click goes round one space"


def test_the_wand_takes_what_hangs_together_and_is_of_a_kind(page: EditorPage) -> None:
    lay_capes(page, "A1 B1 B2 D1 F4")
    press(page, Qt.Key.Key_U)
    click_only(page, "B1")
    assert chosen(page) == "A1 B1 B2"
    click_only(page, "D1", SHIFT)
    assert chosen(page) == "A1 B1 D1 B2"
    press(page, Qt.Key.Key_U, SHIFT)
    click_only(page, "F3")
    assert len(page.edit_state.selection) == GRID.count - 5
    click_only(page, "D1")
    assert chosen(page) == "A1 B1 D1 B2 F4"
    press(page, Qt.Key.Key_U)
    click_only(page, "A1", CTRL)
    assert chosen(page) == "D1 F4"
    click_only(page, "D1")
    assert chosen(page) == "D1", "a click into the selection takes what it means alone"


def click_only(page: EditorPage, name: str, keys: Qt.KeyboardModifier = NONE) -> None:
    pull(page, spot(page, name), keys=keys)


def test_what_is_selected_by_any_means_is_moved_by_a_drag(page: EditorPage) -> None:
    lay_capes(page, "A1 B1")
    press(page, Qt.Key.Key_U)
    click_only(page, "A1")
    before = page.document.snapshot
    drag(page, "A1 C3")
    assert chosen(page) == "C3 D3"
    after = page.document.snapshot
    page.page_actions["undo"].trigger()
    assert (page.document.snapshot, chosen(page)) == (before, "A1 B1")
    page.page_actions["redo"].trigger()
    assert (page.document.snapshot, chosen(page)) == (after, "C3 D3")


def test_escape_puts_a_half_drawn_lasso_away(page: EditorPage) -> None:
    drag(page, "A1 B1")
    press(page, Qt.Key.Key_A, SHIFT)
    QTest.mousePress(page.view, LEFT, NONE, spot(page, "C3"))
    QTest.mouseMove(page.view, spot(page, "E3"))
    press(page, Qt.Key.Key_Escape)
    assert (chosen(page), page.board.tool.trail()) == ("A1 B1", ())


def test_growing_shrinking_and_the_other_spaces(page: EditorPage) -> None:
    click_only(page, "C2")
    press(page, Qt.Key.Key_BracketRight, CTRL)
    here = GRID.cell_named("C2")
    ring = set(page.document.grid.around(here, 1))
    assert set(page.edit_state.selection) == ring
    press(page, Qt.Key.Key_BracketRight, CTRL)
    press(page, Qt.Key.Key_BracketLeft, CTRL)
    assert page.edit_state.selection <= ring, "what lies at the rim has no ring of its own"
    press(page, Qt.Key.Key_I, CTRL)
    assert len(page.edit_state.selection) == GRID.count - len(page.edit_state.selection ^ set(range(GRID.count)))
    assert here not in page.edit_state.selection
    press(page, Qt.Key.Key_A, CTRL)
    press(page, Qt.Key.Key_BracketLeft, CTRL)
    assert {"A1", "F1", "A4", "F4"}.isdisjoint(chosen(page).split())
    assert page.edit_state.selection
    press(page, Qt.Key.Key_I, CTRL)
    press(page, Qt.Key.Key_I, CTRL)
    press(page, Qt.Key.Key_BracketLeft, CTRL)
    press(page, Qt.Key.Key_BracketLeft, CTRL)
    assert not page.edit_state.selection


def test_every_way_is_an_action_with_a_button_that_follows(page: EditorPage) -> None:
    page.edit_state.set_stamp(SEA)
    for place, reach in enumerate(SelectionShape):
        page.board.set_tool("stamp")
        assert not page.options.shape_buttons[0].isVisible()
        page.page_actions[reach.value].trigger()
        assert (page.board.tool.key, page.edit_state.selection_shape) == ("select", reach)
        assert [button.isChecked() for button in page.options.shape_buttons] == [
            at == place for at in range(len(SelectionShape))
        ]
        assert reach.hint in page.board.tool.hint
    page.board.set_tool("stamp")
    assert not page.options.shape_buttons[0].isVisible()
