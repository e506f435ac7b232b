"""Selecting by rectangle, lasso, likeness; adding, taking away, keeping the common; growing, shrinking, the rest."""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.editor.edit_state import SelectionMode, SelectionShape
from studio.gui.editor.page import EditorPage
from tests.gui.editor.hand import GRID, LEFT, spot
from tests.gui.editor.toy import SEA, cape

SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
NONE = Qt.KeyboardModifier.NoModifier


def press(page: EditorPage, key: Qt.Key, keys: Qt.KeyboardModifier = NONE) -> None:
    """A key on the board."""
    QTest.keyClick(page.view, key, keys)


def pull(page: EditorPage, *spots: QPoint, keys: Qt.KeyboardModifier = NONE) -> None:
    """A drag with the left button through some places of the view."""
    QTest.mouseMove(page.view, spots[0])
    QTest.mousePress(page.view, LEFT, keys, spots[0])
    for place in spots[1:]:
        QTest.mouseMove(page.view, place)
    QTest.mouseRelease(page.view, LEFT, keys, spots[-1])


def drag(page: EditorPage, one: str, other: str, keys: Qt.KeyboardModifier = NONE) -> None:
    """A drag from space to space."""
    pull(page, spot(page.view, one), spot(page.view, other), keys=keys)


def chosen(page: EditorPage) -> str:
    """What is selected, by name."""
    return " ".join(GRID.name(cell) for cell in sorted(page.edit_state.selection))


def lay(page: EditorPage, names: str) -> None:
    """Capes on some spaces, turned by and by."""
    body, game = page.document.body, page.document.game
    for number, name in enumerate(names.split()):
        body = game.editing.stamp(body, GRID.cell_named(name), cape(number % 4))
    page.document.apply("capes", body)


def test_rectangles_are_added_taken_away_and_cut(page: EditorPage) -> None:
    drag(page, "A1", "C2")
    assert chosen(page) == "A1 B1 C1 A2 B2 C2"
    drag(page, "C2", "D3", SHIFT)
    assert chosen(page) == "A1 B1 C1 A2 B2 C2 D2 C3 D3"
    drag(page, "A1", "A2", CTRL)
    assert chosen(page) == "B1 C1 B2 C2 D2 C3 D3"
    drag(page, "B1", "B1", ALT)
    assert chosen(page) == "C1 B2 C2 D2 C3 D3"
    drag(page, "A2", "F4", SHIFT | CTRL)
    assert chosen(page) == "B2 C2 D2 C3 D3"
    drag(page, "A1", "C4", SHIFT | ALT)
    assert chosen(page) == "B2 C2 C3"
    assert page.document.stack.count() == 0, "selecting is no edit"


def test_the_strip_says_how_without_any_key(page: EditorPage) -> None:
    buttons = dict(zip(SelectionMode, page.options.mode_buttons, strict=True))
    assert buttons[SelectionMode.REPLACE].isChecked()
    drag(page, "A1", "C1")
    buttons[SelectionMode.ADD].click()
    drag(page, "E1", "F1")
    assert chosen(page) == "A1 B1 C1 E1 F1"
    buttons[SelectionMode.SUBTRACT].click()
    drag(page, "B1", "E1")
    assert chosen(page) == "A1 F1"
    buttons[SelectionMode.INTERSECT].click()
    drag(page, "A1", "B2")
    assert chosen(page) == "A1"
    buttons[SelectionMode.REPLACE].click()
    drag(page, "D4", "E4")
    assert chosen(page) == "D4 E4"


def test_a_lasso_holds_the_spaces_whose_middle_it_goes_round(page: EditorPage) -> None:
    press(page, Qt.Key.Key_A, SHIFT)
    assert page.edit_state.selection_shape is SelectionShape.LASSO
    view = page.view
    middle = spot(view, "C2")
    away = spot(view, "D2").x() - middle.x()
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
        if math.dist(spot(view, GRID.name(cell)).toTuple(), middle.toTuple()) < 1.1 * away
    }
    QTest.mouseRelease(view, LEFT, NONE, around[-1])
    assert set(chosen(page).split()) == near
    assert not page.board.tool.trail()
    pull(page, spot(view, "F4"))
    assert chosen(page) == "F4", "a click goes round one space"


def test_the_wand_takes_what_hangs_together_and_is_of_a_kind(page: EditorPage) -> None:
    lay(page, "A1 B1 B2 D1 F4")
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
    """A click on a space with keys held."""
    pull(page, spot(page.view, name), keys=keys)


def test_what_is_selected_by_any_means_is_moved_by_a_drag(page: EditorPage) -> None:
    lay(page, "A1 B1")
    press(page, Qt.Key.Key_U)
    click_only(page, "A1")
    before = page.document.snapshot
    drag(page, "A1", "C3")
    assert chosen(page) == "C3 D3"
    after = page.document.snapshot
    page.page_actions["undo"].trigger()
    assert (page.document.snapshot, chosen(page)) == (before, "A1 B1")
    page.page_actions["redo"].trigger()
    assert (page.document.snapshot, chosen(page)) == (after, "C3 D3")


def test_escape_puts_a_half_drawn_lasso_away(page: EditorPage) -> None:
    drag(page, "A1", "B1")
    press(page, Qt.Key.Key_A, SHIFT)
    QTest.mousePress(page.view, LEFT, NONE, spot(page.view, "C3"))
    QTest.mouseMove(page.view, spot(page.view, "E3"))
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


def test_every_way_is_an_action_with_a_button_that_follows(page: EditorPage, qtbot: QtBot) -> None:
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
