"""Wide brushes, and words that are placed or typed, on squares and hexagons."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.grid import SquareGrid
from studio.drawing.symmetry import Symmetry
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.page import EditorPage
from studio.gui.editor.panels.palette import caption
from studio.gui.editor.tools import ToolEvent
from tests.gui.editor.hand import (
    GRID,
    LEFT,
    check_undo,
    click,
    click_stamp,
    drag,
    edit_state,
    lay,
    letters,
    lies,
    make_tool,
    open_page,
    spot,
    stamp_rows,
    stroke,
    touch as at,
)
from tests.gui.editor.toy import EMPTY, SEA, VOID, Toy, blank, letter, opened, toy_body
from tests.short_run import mark_long

WIDE_GRID = SquareGrid(9, 7)


@pytest.fixture(params=[False, True], ids=["squares", "hexagons"])
def desk(qtbot: QtBot, request: pytest.FixtureRequest) -> EditState:
    return edit_state(qtbot, opened(blank(9, 7, hexagons=request.param), Toy(letters="AEGORS")))


ONE_RING = {4: "D3 E3 F3 D4 E4 F4 D5 E5 F5", 6: "E3 F3 D4 E4 F4 E5 F5"}


def test_a_brush_paints_a_ring_as_one_step(desk: EditState) -> None:
    desk.set_brush_rings(1)
    stroke(make_tool(desk, "stamp"), at(desk, "E4"))
    assert lies(desk, SEA) == ONE_RING[desk.document.grid.sides]
    assert desk.document.stack.count() == 1
    desk.document.undo()
    assert set(toy_body(desk.document.body).cells) == {EMPTY}


def test_a_wide_stroke_is_one_step_and_counts_each_space_once(desk: EditState) -> None:
    desk.set_brush_rings(1)
    stroke(make_tool(desk, "stamp"), at(desk, "C4"), at(desk, "G4"))
    count = 21 if desk.document.grid.sides == 4 else 7 + 6 + 6
    assert desk.document.stack.undoText() == f"Sea on {count} spaces"
    assert len(lies(desk, SEA).split()) == count
    assert desk.document.stack.count() == 1


@pytest.mark.parametrize(("rings", "squares", "hexagons"), [(0, 1, 1), (1, 9, 7), (2, 25, 19)])
def test_eraser_and_void_brush_are_as_wide(desk: EditState, rings: int, squares: int, hexagons: int) -> None:
    whole = squares if desk.document.grid.sides == 4 else hexagons
    desk.set_brush_rings(rings)
    stroke(make_tool(desk, "void"), at(desk, "E4"))
    assert len(lies(desk, VOID).split()) == whole
    stroke(make_tool(desk, "void"), at(desk, "E4"))
    assert lies(desk, VOID) == ""
    stroke(make_tool(desk, "rectangle"), at(desk, "A1"), at(desk, "I7"))
    stroke(make_tool(desk, "erase"), at(desk, "E4"))
    assert len(lies(desk, EMPTY).split()) == whole


def test_a_wide_brush_paints_its_image_too(desk: EditState) -> None:
    desk.set_brush_rings(1)
    desk.set_symmetry(Symmetry.LEFT_RIGHT)
    stamper = make_tool(desk, "stamp")
    shown = desk.with_images(stamper.footprint(at(desk, "B4")))
    stroke(stamper, at(desk, "B4"))
    painted = [WIDE_GRID.cell_named(name) for name in lies(desk, SEA).split()]
    assert sorted(shown) == painted
    assert len(painted) == (18 if desk.document.grid.sides == 4 else 14)


@pytest.mark.parametrize("key", ["stamp", "erase"])
def test_shift_draws_a_line_from_the_last_stroke(desk: EditState, key: str) -> None:
    stroke(make_tool(desk, "rectangle"), at(desk, "A1"), at(desk, "I1"))
    held, painted = make_tool(desk, key), SEA if key == "stamp" else EMPTY
    row = "4" if key == "stamp" else "1"
    stroke(held, at(desk, f"B{row}")._replace(shift=True))  # there is no last stroke yet
    assert toy_body(desk.document.body).at(WIDE_GRID.cell_named(f"B{row}")) == painted
    count = desk.document.stack.count()
    stroke(held, at(desk, f"F{row}")._replace(shift=True))
    cells = [toy_body(desk.document.body).at(WIDE_GRID.cell_named(f"{column}{row}")) for column in "ABCDEFG"]
    assert [cell == painted for cell in cells] == [False, True, True, True, True, True, False]
    assert desk.document.stack.count() == count + 1
    stroke(held, at(desk, f"I{row}"))
    assert toy_body(desk.document.body).at(WIDE_GRID.cell_named(f"H{row}")) != painted, "without Shift there is no line"


def test_no_line_begins_on_a_board_of_another_size(desk: EditState) -> None:
    stamper = make_tool(desk, "stamp")
    stroke(stamper, at(desk, "I7"))
    desk.document.apply("smaller", desk.game.editing.resize(desk.document.body, 0, 0, -5, -4))
    stamper.press(ToolEvent(0.5, 0.5, 0, 0, shift=True))
    assert [cell for cell, stamp in enumerate(toy_body(desk.document.body).cells) if stamp == SEA] == [0]


def test_figures_do_not_widen(desk: EditState) -> None:
    desk.set_brush_rings(2)
    stroke(make_tool(desk, "line"), at(desk, "B4"), at(desk, "D4"))
    assert lies(desk, SEA) == "B4 C4 D4"


def test_a_word_runs_from_the_first_space_to_the_last(desk: EditState) -> None:
    desk.set_word("sarga")
    stroke(make_tool(desk, "word"), at(desk, "B4"), at(desk, "G4")._replace(y=at(desk, "G4").y + 0.2))
    assert letters(desk) == "B4S C4A D4R E4G F4A"
    assert desk.document.stack.count() == 1
    assert desk.document.stack.undoText() == "“sarga” on 5 spaces"
    desk.document.undo()
    assert letters(desk) == ""


def test_a_click_lays_the_word_eastward(desk: EditState, qtbot: QtBot) -> None:
    stroke(make_tool(desk, "void"), at(desk, "D4"))
    desk.set_word("ROSE")
    word = make_tool(desk, "word")
    assert [WIDE_GRID.name(cell) for cell in word.footprint(at(desk, "C4"))] == ["C4", "E4", "F4", "G4"]
    stroke(word, at(desk, "C4"))
    assert letters(desk) == "C4R E4O F4S G4E"
    assert desk.document.stack.count() == 2
    desk.document.undo()
    with qtbot.waitSignal(desk.hinted) as heard:
        stroke(word, at(desk, "H4"))
    assert letters(desk) == "H4R I4O"
    assert heard.args == ["2 letters placed; no room for “SE”."]


@pytest.mark.parametrize(
    ("word", "names", "void", "laid", "hint"),
    [
        ("ROSE", "C4 E4 C4", (), "C4R", ""),
        ("SARGASSO", "B4 E4", (), "B4S C4A D4R E4G", "4 letters placed; no room for “ASSO”."),
        ("SEQ", "B4 E4", ("C4",), "B4S D4E", "2 letters placed; skipped: C4; no letter Q."),
        ("A S", "B4 F4", (), "B4A D4S", ""),
    ],
    ids=["back to the start", "too long", "refused", "with a blank"],
)
def test_words_that_do_not_fit_their_line(
    desk: EditState, word: str, names: str, void: tuple[str, ...], laid: str, hint: str
) -> None:
    messages: list[str] = []
    desk.hinted.connect(messages.append)
    lay(desk.document, dict.fromkeys(void, VOID))
    desk.set_word(word)
    stroke(make_tool(desk, "word"), *(at(desk, name) for name in names.split()))
    assert letters(desk) == laid
    assert not hint or messages == [hint]


def test_a_word_goes_westward_and_aslant(desk: EditState) -> None:
    desk.set_word("SEE")
    stroke(make_tool(desk, "word"), at(desk, "E4"), at(desk, "C4"))
    assert letters(desk) == "C4E D4E E4S"
    desk.document.undo()
    if desk.document.grid.sides == 6:
        stroke(make_tool(desk, "word"), at(desk, "E4"), at(desk, "F6"))  # south-east twice
        assert letters(desk) == "E4S F5E F6E"
    else:
        stroke(make_tool(desk, "word"), at(desk, "E4"), at(desk, "E6"))
        assert letters(desk) == "E4S E5E E6E"


def test_a_word_is_shown_while_it_is_dragged_and_escape_takes_it_back(desk: EditState) -> None:
    desk.set_word("SEE")
    word = make_tool(desk, "word")
    word.press(at(desk, "B2"))
    word.move(at(desk, "F2"))
    assert letters(desk) == "B2S C2E D2E"
    assert [WIDE_GRID.name(cell) for cell in word.band()] == ["B2", "C2", "D2", "E2", "F2"]
    word.move(at(desk, "C2"))
    assert letters(desk) == "B2S C2E", "a shorter line takes letters back"
    word.cancel()
    assert (letters(desk), desk.document.stack.count(), word.band()) == ("", 0, ())


def test_without_a_word_there_is_nothing_to_lay_but_to_type(desk: EditState) -> None:
    word = make_tool(desk, "word")
    stroke(word, at(desk, "B4"), at(desk, "E4"))
    assert word.is_typing
    word.deactivate()
    assert (word.is_typing, desk.document.is_in_stroke, desk.document.stack.count()) == (False, False, 0)


@pytest.fixture(params=mark_long([False, True]), ids=["squares", "hexagons"])
def lettered(qtbot: QtBot, request: pytest.FixtureRequest) -> EditorPage:
    page = open_page(qtbot, opened(blank(hexagons=request.param), Toy(letters="AEGORS")))
    page.view.setFocus()
    return page


def test_letters_of_the_palette_are_small_cards_named_by_their_letter(lettered: EditorPage) -> None:
    rows = [row for row in stamp_rows(lettered) if row.item.letter]
    assert [caption(row.item) for row in rows] == list("AEGORS")
    assert not any(row.is_large for row in rows)
    assert rows[0].tip.startswith("Letter A")
    click_stamp(lettered, rows[1])
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
    drag(page, "A2 C2 D2")
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
    QTest.mouseMove(page.view, spot(page, "C2") + QPoint(1, 1))
    assert page.view.band == tuple(page.document.grid.around(8, 1))
    assert page.view.grab().toImage() != before
    QTest.mouseClick(page.view, LEFT, pos=spot(page, "C2"))
    assert page.document.stack.count() == 1
    page.board.set_tool("line")
    qtbot.waitUntil(lambda: page.view.band == ())


def test_the_word_is_seen_where_a_click_would_lay_it(lettered: EditorPage) -> None:
    page = lettered
    page.board.set_tool("word")
    page.edit_state.set_word("ROSE")
    QTest.mouseMove(page.view, spot(page, "B2"))
    ghost = page.view.ghost
    assert ghost is not None and len(ghost.layers) == 4
    assert ghost.bounds[2] - ghost.bounds[0] > 3.5, "all four letters"
    page.edit_state.set_word("")
    assert page.view.ghost is None
    page.edit_state.set_word("ROSE")
    page.board.set_tool("select")
    assert page.view.ghost is None


@pytest.fixture(params=mark_long([False, True]), ids=["squares", "hexagons"])
def writer(qtbot: QtBot, request: pytest.FixtureRequest) -> EditorPage:
    writer = open_page(qtbot, opened(blank(hexagons=request.param), Toy(letters="ABEGORSX")))
    writer.board.set_tool("word")
    return writer


def keys(writer: EditorPage, words: str) -> None:
    QTest.keyClicks(writer.view, words)


def test_letters_go_east_as_one_step(writer: EditorPage) -> None:
    before = writer.document.snapshot
    click(writer, "B2")
    assert writer.view.band == (GRID.cell_named("B2"),)
    keys(writer, "bra")
    QTest.keyClick(writer.view, Qt.Key.Key_Space)
    keys(writer, "x")
    assert letters(writer) == "B2B C2R D2A F2X", "shortcuts on B, R, A and X are letters now"
    assert (writer.board.tool.key, writer.document.stack.count()) == ("word", 0)
    QTest.keyClick(writer.view, Qt.Key.Key_Return)
    assert writer.document.stack.undoText() == "“BRA X” on 4 spaces"
    check_undo(writer.document, before)
    QTest.keyClick(writer.view, Qt.Key.Key_B)
    assert writer.board.tool.key == "stamp", "after the word its keys are shortcuts again"


def test_backspace_and_escape_take_back(writer: EditorPage, qtbot: QtBot) -> None:
    before = writer.document.snapshot
    click(writer, "A1")
    keys(writer, "sea")
    QTest.keyClick(writer.view, Qt.Key.Key_Backspace)
    QTest.keyClick(writer.view, Qt.Key.Key_Backspace)
    assert letters(writer) == "A1S"
    keys(writer, "o")
    assert letters(writer) == "A1S B1O"
    for _more in range(5):
        QTest.keyClick(writer.view, Qt.Key.Key_Backspace)
    assert letters(writer) == ""
    keys(writer, "go")
    QTest.keyClick(writer.view, Qt.Key.Key_Escape)
    assert (writer.document.snapshot, writer.document.stack.count()) == (before, 0)
    qtbot.waitUntil(lambda: writer.view.band == ())


def test_arrows_and_a_drag_turn_the_line(writer: EditorPage) -> None:
    click(writer, "C1")
    QTest.keyClick(writer.view, Qt.Key.Key_Down)
    keys(writer, "sea")
    laid = letters(writer).split()
    assert [letter[-1] for letter in laid] == ["S", "E", "A"]
    assert [letter[1] for letter in laid] == ["1", "2", "3"], "one row below the other"
    QTest.keyClick(writer.view, Qt.Key.Key_Return)
    writer.document.undo()
    drag(writer, "E3 B3")
    keys(writer, "go")
    assert letters(writer) == "D3O E3G"


def test_what_refuses_a_letter_is_passed_over_and_the_end_is_said(writer: EditorPage) -> None:
    messages: list[str] = []
    writer.edit_state.hinted.connect(messages.append)
    lay(writer.document, {"E1": VOID})
    click(writer, "D1")
    keys(writer, "gq")
    assert messages == ["There is no letter Q."]
    keys(writer, "o")
    assert letters(writer) == "D1G F1O"
    writer.document.undo()
    writer.board.cancel()
    lay(writer.document, {"F1": VOID})
    click(writer, "E1")
    messages.clear()
    keys(writer, "a")
    assert messages == ["No space from here on accepts the letter A."]


def test_another_tool_or_place_ends_the_word(writer: EditorPage) -> None:
    click(writer, "A1")
    keys(writer, "go")
    click(writer, "A3")
    keys(writer, "sea")
    assert writer.document.stack.undoText() == "“GO” on 2 spaces"
    writer.tool_bar.buttons["tool_stamp"].click()
    assert writer.document.stack.undoText() == "“SEA” on 3 spaces"
    assert letters(writer) == "A1G B1O A3S B3E C3A"
    assert not writer.document.is_in_stroke


def test_a_caret_that_nothing_was_typed_at_leaves_no_step(writer: EditorPage) -> None:
    click(writer, "A1")
    QTest.keyClick(writer.view, Qt.Key.Key_Return)
    click(writer, "B1")
    writer.board.set_tool("select")
    assert writer.document.stack.count() == 0
    assert not writer.document.is_in_stroke
