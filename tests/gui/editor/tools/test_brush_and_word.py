"""Wide brushes and the tool that lays words, on squares and on hexagons."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.form import Stamp
from studio.core.grid import SquareGrid
from studio.drawing.symmetry import Symmetry
from studio.gui.editor.document import EditorDocument
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.page import EditorPage
from studio.gui.editor.panels.palette import caption
from studio.gui.editor.tools import TOOLS, Tool, ToolEvent
from studio.gui.style.theme import LIGHT
from tests.gui.editor.hand import LEFT, spot
from tests.gui.editor.toy import EMPTY, SEA, VOID, Toy, blank, letter, opened, toy_body

GRID = SquareGrid(9, 7)


@pytest.fixture(params=[False, True], ids=["squares", "hexagons"])
def desk(qtbot: QtBot, request: pytest.FixtureRequest) -> EditState:
    """A desk with an empty board of 9 × 7, the sea stamp in hand, and some letters in the palette."""
    document = EditorDocument(opened(blank(9, 7, hexagons=request.param), Toy(letters="AEGORS")))
    desk = EditState(document)
    document.setParent(desk)  # the test keeps the desk, the desk its document
    return desk


def tool(desk: EditState, key: str) -> Tool:
    """The tool with this key."""
    return next(kind for kind in TOOLS if kind.key == key)(desk)


def at(desk: EditState, name: str, dx: float = 0.0, dy: float = 0.0) -> ToolEvent:
    """A touch near the middle of a named space."""
    grid = desk.document.grid
    x, y = grid.center(GRID.cell_named(name))
    return ToolEvent(x + dx, y + dy, grid.cell_at(x + dx, y + dy), grid.cell_at(x + dx, y + dy))


def drag(tool: Tool, *touches: ToolEvent) -> None:
    """Press at the first touch, move through all, release at the last."""
    tool.press(touches[0])
    for touch in touches:
        tool.move(touch)
    tool.release(touches[-1])


def where(desk: EditState, stamp: Stamp) -> str:
    """Where a stamp lies."""
    body = toy_body(desk.document.body)
    return " ".join(GRID.name(cell) for cell in range(GRID.count) if body.at(cell) == stamp)


def written(desk: EditState) -> str:
    """All letters on the board, with their places, in order of the places."""
    body = toy_body(desk.document.body)
    return " ".join(
        f"{GRID.name(cell)}{stamp.key[-1]}" for cell, stamp in enumerate(body.cells) if stamp.key.startswith("letter")
    )


ONE_RING = {4: "D3 E3 F3 D4 E4 F4 D5 E5 F5", 6: "E3 F3 D4 E4 F4 E5 F5"}


def test_a_brush_paints_a_ring_as_one_step(desk: EditState) -> None:
    desk.set_brush_rings(1)
    drag(tool(desk, "stamp"), at(desk, "E4"))
    assert where(desk, SEA) == ONE_RING[desk.document.grid.sides]
    assert desk.document.stack.count() == 1
    desk.document.undo()
    assert set(toy_body(desk.document.body).cells) == {EMPTY}


def test_a_wide_stroke_is_one_step_and_counts_each_space_once(desk: EditState) -> None:
    desk.set_brush_rings(1)
    drag(tool(desk, "stamp"), at(desk, "C4"), at(desk, "G4"))
    count = 21 if desk.document.grid.sides == 4 else 7 + 6 + 6
    assert desk.document.stack.undoText() == f"Sea on {count} spaces"
    assert len(where(desk, SEA).split()) == count
    assert desk.document.stack.count() == 1


@pytest.mark.parametrize(("rings", "squares", "hexagons"), [(0, 1, 1), (1, 9, 7), (2, 25, 19)])
def test_eraser_and_void_brush_are_as_wide(desk: EditState, rings: int, squares: int, hexagons: int) -> None:
    whole = squares if desk.document.grid.sides == 4 else hexagons
    desk.set_brush_rings(rings)
    drag(tool(desk, "void"), at(desk, "E4"))
    assert len(where(desk, VOID).split()) == whole
    drag(tool(desk, "void"), at(desk, "E4"))
    assert where(desk, VOID) == ""
    drag(tool(desk, "rectangle"), at(desk, "A1"), at(desk, "I7"))
    drag(tool(desk, "erase"), at(desk, "E4"))
    assert len(where(desk, EMPTY).split()) == whole


def test_a_wide_brush_paints_its_image_too(desk: EditState) -> None:
    desk.set_brush_rings(1)
    desk.set_symmetry(Symmetry.LEFT_RIGHT)
    stamper = tool(desk, "stamp")
    shown = desk.with_images(stamper.footprint(at(desk, "B4")))
    drag(stamper, at(desk, "B4"))
    painted = [GRID.cell_named(name) for name in where(desk, SEA).split()]
    assert sorted(shown) == painted
    assert len(painted) == (18 if desk.document.grid.sides == 4 else 14)


@pytest.mark.parametrize("key", ["stamp", "erase"])
def test_shift_draws_a_line_from_the_last_stroke(desk: EditState, key: str) -> None:
    drag(tool(desk, "rectangle"), at(desk, "A1"), at(desk, "I1"))
    held, painted = tool(desk, key), SEA if key == "stamp" else EMPTY
    row = "4" if key == "stamp" else "1"
    drag(held, at(desk, f"B{row}")._replace(shift=True))  # there is no last stroke yet
    assert toy_body(desk.document.body).at(GRID.cell_named(f"B{row}")) == painted
    count = desk.document.stack.count()
    drag(held, at(desk, f"F{row}")._replace(shift=True))
    assert [toy_body(desk.document.body).at(GRID.cell_named(f"{column}{row}")) == painted for column in "ABCDEFG"] == [
        False, True, True, True, True, True, False,
    ]  # fmt: skip
    assert desk.document.stack.count() == count + 1
    drag(held, at(desk, f"I{row}"))
    assert toy_body(desk.document.body).at(GRID.cell_named(f"H{row}")) != painted, "without Shift there is no line"


def test_no_line_begins_on_a_board_of_another_size(desk: EditState) -> None:
    stamper = tool(desk, "stamp")
    drag(stamper, at(desk, "I7"))
    desk.document.apply("smaller", desk.game.editing.resize(desk.document.body, 0, 0, -5, -4))
    stamper.press(ToolEvent(0.5, 0.5, 0, 0, shift=True))
    assert [cell for cell, stamp in enumerate(toy_body(desk.document.body).cells) if stamp == SEA] == [0]


def test_figures_do_not_widen(desk: EditState) -> None:
    desk.set_brush_rings(2)
    drag(tool(desk, "line"), at(desk, "B4"), at(desk, "D4"))
    assert where(desk, SEA) == "B4 C4 D4"


def test_a_word_runs_from_the_first_space_to_the_last(desk: EditState) -> None:
    desk.set_word("sarga")
    drag(tool(desk, "word"), at(desk, "B4"), at(desk, "G4", dy=0.2))
    assert written(desk) == "B4S C4A D4R E4G F4A"
    assert desk.document.stack.count() == 1
    assert desk.document.stack.undoText() == "“sarga” on 5 spaces"
    desk.document.undo()
    assert written(desk) == ""


def test_a_click_lays_the_word_eastward(desk: EditState, qtbot: QtBot) -> None:
    drag(tool(desk, "void"), at(desk, "D4"))
    desk.set_word("ROSE")
    word = tool(desk, "word")
    assert [GRID.name(cell) for cell in word.footprint(at(desk, "C4"))] == ["C4", "E4", "F4", "G4"]
    word.press(at(desk, "C4"))
    word.release(at(desk, "C4"))
    assert written(desk) == "C4R E4O F4S G4E"
    assert desk.document.stack.count() == 2
    desk.document.undo()
    with qtbot.waitSignal(desk.hinted) as heard:
        word.press(at(desk, "H4"))
        word.release(at(desk, "H4"))
    assert written(desk) == "H4R I4O"
    assert heard.args == ["2 letters laid; no room for “SE”."]


def test_a_drag_back_to_its_beginning_lays_one_letter(desk: EditState) -> None:
    desk.set_word("ROSE")
    drag(tool(desk, "word"), at(desk, "C4"), at(desk, "E4"), at(desk, "C4"))
    assert written(desk) == "C4R"


def test_letters_beyond_the_line_are_not_laid(desk: EditState, qtbot: QtBot) -> None:
    desk.set_word("SARGASSO")
    with qtbot.waitSignal(desk.hinted) as heard:
        drag(tool(desk, "word"), at(desk, "B4"), at(desk, "E4"))
    assert written(desk) == "B4S C4A D4R E4G"
    assert heard.args == ["4 letters laid; no room for “ASSO”."]


def test_a_word_goes_westward_and_aslant(desk: EditState) -> None:
    desk.set_word("SEE")
    drag(tool(desk, "word"), at(desk, "E4"), at(desk, "C4"))
    assert written(desk) == "C4E D4E E4S"
    desk.document.undo()
    if desk.document.grid.sides == 6:
        drag(tool(desk, "word"), at(desk, "E4"), at(desk, "F6"))  # south-east twice
        assert written(desk) == "E4S F5E F6E"
    else:
        drag(tool(desk, "word"), at(desk, "E4"), at(desk, "E6"))
        assert written(desk) == "E4S E5E E6E"


def test_spaces_that_refuse_a_letter_are_passed_over(desk: EditState, qtbot: QtBot) -> None:
    drag(tool(desk, "void"), at(desk, "C4"))
    desk.set_word("SEQ")
    with qtbot.waitSignal(desk.hinted) as heard:
        drag(tool(desk, "word"), at(desk, "B4"), at(desk, "E4"))
    assert written(desk) == "B4S D4E"
    assert heard.args == ["2 letters laid; passed over: C4; there is no letter Q."]


def test_a_blank_leaves_a_space_free(desk: EditState) -> None:
    desk.set_word("A S")
    drag(tool(desk, "word"), at(desk, "B4"), at(desk, "F4"))
    assert written(desk) == "B4A D4S"


def test_a_word_is_shown_while_it_is_dragged_and_escape_takes_it_back(desk: EditState) -> None:
    desk.set_word("SEE")
    word = tool(desk, "word")
    word.press(at(desk, "B2"))
    word.move(at(desk, "F2"))
    assert written(desk) == "B2S C2E D2E"
    assert [GRID.name(cell) for cell in word.band()] == ["B2", "C2", "D2", "E2", "F2"]
    word.move(at(desk, "C2"))
    assert written(desk) == "B2S C2E", "a shorter line takes letters back"
    word.cancel()
    assert (written(desk), desk.document.stack.count(), word.band()) == ("", 0, ())


def test_without_a_word_there_is_nothing_to_lay_but_to_type(desk: EditState) -> None:
    word = tool(desk, "word")
    drag(word, at(desk, "B4"), at(desk, "E4"))
    assert word.is_typing
    word.deactivate()
    assert (word.is_typing, desk.document.is_in_stroke, desk.document.stack.count()) == (False, False, 0)


@pytest.fixture(params=[False, True], ids=["squares", "hexagons"])
def lettered(qtbot: QtBot, request: pytest.FixtureRequest) -> EditorPage:
    """An open page whose palette has letters."""
    page = EditorPage(opened(blank(hexagons=request.param), Toy(letters="AEGORS")), LIGHT)
    page.resize(1280, 640)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    page.show()
    qtbot.waitExposed(page)
    page.view.setFocus()
    return page


def test_letters_of_the_palette_are_small_cards_named_by_their_letter(lettered: EditorPage) -> None:
    group = next(group for group in lettered.palette_panel.groups if group.group.title == "Letters")
    assert [caption(card.item) for card in group.cards] == list("AEGORS")
    assert not any(card.large for card in group.cards)
    assert group.cards[0].toolTip().startswith("Letter A")
    group.cards[1].click()
    assert (lettered.edit_state.stamp, lettered.board.tool.key) == (letter("E"), "stamp")


def test_the_word_tool_is_offered_where_there_are_letters(page: EditorPage) -> None:
    assert not page.page_actions["tool_word"].isVisible()
    assert not page.tool_bar.buttons["tool_word"].isVisible()
    assert page.tool_bar.buttons["tool_border"].isVisible()
    QTest.keyClick(page.view, Qt.Key.Key_T)
    assert page.board.tool.key == "select"


def test_typing_a_word_and_laying_it_with_mouse_and_keys(lettered: EditorPage, qtbot: QtBot) -> None:
    page = lettered
    QTest.keyClick(page.view, Qt.Key.Key_T)
    field = page.options.word_field
    assert page.board.tool.key == "word"
    assert field.isVisible()
    field.setFocus()
    QTest.keyClicks(field, "rose")  # letters that are shortcuts elsewhere
    assert (field.text(), page.edit_state.word, page.board.tool.key) == ("ROSE", "ROSE", "word")
    assert "ROSE" in page.status_bar.hint_label.full_text()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert page.view.hasFocus() or not page.isActiveWindow()
    QTest.mousePress(page.view, LEFT, pos=spot(page.view, "A2"))
    QTest.mouseMove(page.view, spot(page.view, "C2"))
    QTest.mouseMove(page.view, spot(page.view, "D2"))
    QTest.mouseRelease(page.view, LEFT, pos=spot(page.view, "D2"))
    body = toy_body(page.document.body)
    assert [body.at(cell) for cell in range(6, 10)] == [letter(sign) for sign in "ROSE"]
    page.board.set_tool("select")
    assert not field.isVisible()


def test_brush_sizes_are_chosen_with_buttons_and_keys_and_shown_on_the_board(page: EditorPage, qtbot: QtBot) -> None:
    options = page.options
    assert not any(button.isVisible() for button in options.size_buttons), "the selecting tool has no size"
    page.choose_stamp(SEA)
    assert [button.isChecked() for button in options.size_buttons] == [True, False, False]
    options.size_buttons[1].click()
    assert page.edit_state.brush_rings == 1
    QTest.keyClick(page.view, Qt.Key.Key_BracketRight)
    QTest.keyClick(page.view, Qt.Key.Key_BracketRight)
    assert (page.edit_state.brush_rings, options.size_buttons[2].isChecked()) == (2, True)
    QTest.keyClick(page.view, Qt.Key.Key_BracketLeft)
    before = page.view.grab().toImage()
    QTest.mouseMove(page.view, spot(page.view, "C2") + QPoint(1, 1))
    assert page.view.band == tuple(page.document.grid.around(8, 1))
    assert page.view.grab().toImage() != before
    QTest.mouseClick(page.view, LEFT, pos=spot(page.view, "C2"))
    assert page.document.stack.count() == 1
    page.board.set_tool("line")
    qtbot.waitUntil(lambda: page.view.band == ())


def test_the_word_is_seen_where_a_click_would_lay_it(lettered: EditorPage) -> None:
    page = lettered
    page.board.set_tool("word")
    page.edit_state.set_word("ROSE")
    QTest.mouseMove(page.view, spot(page.view, "B2"))
    ghost = page.view.ghost
    assert ghost is not None and len(ghost.layers) == 4
    assert ghost.bounds[2] - ghost.bounds[0] > 3.5, "all four letters"
    page.edit_state.set_word("")
    assert page.view.ghost is None
    page.edit_state.set_word("ROSE")
    page.board.set_tool("select")
    assert page.view.ghost is None
