"""Every tool: one stroke is one step, undo and redo restore exactly, Escape leaves no trace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from studio.core.form import Stamp
from studio.core.grid import SquareGrid
from studio.core.picture import edge_target
from studio.drawing.symmetry import Symmetry
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.tools import ToolEvent
from tests.gui.editor.hand import check_undo, edit_state, lay, lies, make_tool, stroke, touch as at
from tests.gui.editor.toy import COAST, EMPTY, OPEN, SEA, SHORE, VOID, Toy, blank, cape, opened, toy_body

GRID = SquareGrid(6, 4)
NORTH_OF_B = edge_target(1, 0)


@pytest.fixture(params=[False, True], ids=["squares", "hexagons"])
def desk(qtbot: QtBot, request: pytest.FixtureRequest) -> EditState:
    return edit_state(qtbot, opened(blank(hexagons=request.param)))


def on_edge(target: int, **held: Any) -> ToolEvent:
    return ToolEvent(1.5, -0.5, -1, target, **held)


def check_one_step(desk: EditState, act: Callable[[], None]) -> None:
    """Act once; there must be one undo step, which leads back and forth exactly."""
    document = desk.document
    before, count = document.snapshot, document.stack.count()
    act()
    assert document.snapshot != before
    assert document.stack.count() == count + 1
    assert not document.is_in_stroke
    check_undo(document, before)


def test_stamp_paints_every_cell_it_passes_as_one_step(desk: EditState) -> None:
    check_one_step(desk, lambda: stroke(make_tool(desk, "stamp"), at(desk, "A1"), at(desk, "E1"), at(desk, "E3")))
    assert lies(desk, SEA) == "A1 B1 C1 D1 E1 E2 E3"
    assert desk.document.stack.undoText() == "Sea on 7 spaces"


def test_a_touch_that_cannot_do_anything_says_so(desk: EditState, monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[str] = []
    desk.hinted.connect(messages.append)
    stroke(make_tool(desk, "stamp"), at(desk, "B2"))
    stroke(make_tool(desk, "stamp"), at(desk, "B2"))
    assert messages == [], "it lies there already"
    monkeypatch.setattr(Toy, "ghost", lambda *_about: None)
    monkeypatch.setattr(Toy, "stamp", lambda _self, body, _target, _stamp: body)
    stroke(make_tool(desk, "stamp"), at(desk, "C2"))
    stroke(make_tool(desk, "erase"), at(desk, "B2"))
    stroke(make_tool(desk, "stamp"), at(desk, "C2"), at(desk, "E2"))
    assert messages == ["“Sea” cannot be placed on C2.", "B2 cannot be cleared."]
    assert desk.document.stack.count() == 1


def test_alt_picks_and_the_right_button_leaves_the_stamp_alone(desk: EditState) -> None:
    desk.set_stamp(cape(1))
    stamper = make_tool(desk, "stamp")
    stroke(stamper, at(desk, "A1"))
    desk.set_stamp(SEA)
    stamper.press(at(desk, "A1", button="right"))
    assert desk.stamp == SEA
    stamper.press(at(desk, "A1", alt=True))
    assert desk.stamp == cape(1)
    assert desk.document.stack.count() == 1


@pytest.mark.parametrize(
    ("key", "touches", "painted"),
    [
        ("line", ("A2", "D2"), "A2 B2 C2 D2"),
        ("line", ("A1", "F4", "A3"), "A1 A2 A3"),
        ("rectangle", ("B2", "D3"), "B2 C2 D2 B3 C3 D3"),
        ("rectangle", ("F4", "A1", "E3"), "E3 F3 E4 F4"),
    ],
)
def test_figures_are_drawn_whole_and_once(desk: EditState, key: str, touches: Sequence[str], painted: str) -> None:
    check_one_step(desk, lambda: stroke(make_tool(desk, key), *(at(desk, name) for name in touches)))
    assert lies(desk, SEA) == painted


def test_fill_floods_like_cells_only(desk: EditState) -> None:
    stroke(make_tool(desk, "line"), at(desk, "C1"), at(desk, "C4"))
    desk.set_stamp(cape(3))
    check_one_step(desk, lambda: stroke(make_tool(desk, "fill"), at(desk, "A2")))
    assert lies(desk, cape(3)) == "A1 B1 A2 B2 A3 B3 A4 B4"
    assert lies(desk, SEA) == "C1 C2 C3 C4"


def test_erase_clears_cells_and_edges(desk: EditState) -> None:
    stroke(make_tool(desk, "rectangle"), at(desk, "A1"), at(desk, "C1"))
    check_one_step(desk, lambda: stroke(make_tool(desk, "erase"), at(desk, "A1"), at(desk, "B1")))
    assert lies(desk, SEA) == "C1"
    desk.document.apply("coast", desk.game.editing.stamp(desk.document.body, NORTH_OF_B, COAST))
    check_one_step(desk, lambda: stroke(make_tool(desk, "erase"), on_edge(NORTH_OF_B)))
    assert desk.game.editing.pick(desk.document.body, NORTH_OF_B) == OPEN


def test_void_brush_takes_away_and_gives_back(desk: EditState) -> None:
    check_one_step(desk, lambda: stroke(make_tool(desk, "void"), at(desk, "A1"), at(desk, "C1")))
    assert lies(desk, VOID) == "A1 B1 C1"
    stroke(make_tool(desk, "stamp"), at(desk, "D1"))
    check_one_step(desk, lambda: stroke(make_tool(desk, "void"), at(desk, "B1"), at(desk, "D1")))
    assert (lies(desk, VOID), lies(desk, SEA)) == ("A1", "D1"), "giving back must not clear tiles"


def test_pick_takes_in_hand_and_changes_nothing(desk: EditState) -> None:
    lay(desk.document, {"E2": cape(2)})
    stroke(make_tool(desk, "pick"), at(desk, "E2"))
    assert desk.stamp == cape(2)
    stroke(make_tool(desk, "pick"), on_edge(NORTH_OF_B))
    assert desk.edge_stamp == OPEN
    assert desk.document.stack.count() == 1


def test_border_cycles_and_paints_along_the_rim(desk: EditState) -> None:
    border = make_tool(desk, "border")
    check_one_step(desk, lambda: stroke(border, on_edge(NORTH_OF_B)))
    assert desk.game.editing.pick(desk.document.body, NORTH_OF_B) == SHORE
    stroke(border, on_edge(NORTH_OF_B))
    assert desk.game.editing.pick(desk.document.body, NORTH_OF_B) == COAST
    stroke(border, on_edge(NORTH_OF_B))
    assert desk.game.editing.pick(desk.document.body, NORTH_OF_B) == OPEN
    stroke(border, on_edge(NORTH_OF_B, shift=True))
    assert desk.game.editing.pick(desk.document.body, NORTH_OF_B) == COAST
    # in a drag all edges become what the first one became
    check_one_step(desk, lambda: stroke(border, on_edge(edge_target(2, 0)), on_edge(NORTH_OF_B)))
    assert toy_body(desk.document.body).edges == ((NORTH_OF_B, "shore"), (edge_target(2, 0), "shore"))
    desk.set_edge_stamp(COAST)
    check_one_step(desk, lambda: stroke(border, on_edge(edge_target(3, 0))))
    assert desk.game.editing.pick(desk.document.body, edge_target(3, 0)) == COAST


def test_select_then_move_by_drag(desk: EditState) -> None:
    lay(desk.document, {"A1": SEA, "B1": SEA, "A2": SEA, "B2": SEA, "D3": cape(1)})
    select = make_tool(desk, "select")
    stroke(select, at(desk, "A1"), at(desk, "B2"))
    assert desk.selection == {0, 1, 6, 7}
    assert desk.document.stack.count() == 1, "selecting is no edit"
    check_one_step(desk, lambda: stroke(select, at(desk, "A1"), at(desk, "C2"), at(desk, "C3")))
    assert lies(desk, SEA) == "C3 D3 C4 D4"
    assert lies(desk, cape(1)) == "", "it lies over what was there"
    stroke(select, at(desk, "C3"), at(desk, "C1"))
    assert (lies(desk, SEA), lies(desk, cape(1))) == ("C1 D1 C2 D2", "D3"), "what it passed over comes back"


def test_nudges_merge_but_drags_do_not(desk: EditState) -> None:
    lay(desk.document, {"A1": SEA})
    desk.select((0,))
    for side in (1, 1, 2):
        desk.nudge(side)
    assert lies(desk, SEA) == "C2"
    assert desk.document.stack.count() == 2
    stroke(make_tool(desk, "select"), at(desk, "C2"), at(desk, "D2"))
    stroke(make_tool(desk, "select"), at(desk, "D2"), at(desk, "E2"))
    assert desk.document.stack.count() == 4
    for _step in range(2):
        desk.nudge(3)
    desk.document.undo()
    assert lies(desk, SEA) == "E2"


def test_nudging_there_and_back_leaves_no_step(desk: EditState) -> None:
    lay(desk.document, {"A1": SEA})
    desk.select((0,))
    desk.nudge(1)
    desk.nudge(3)
    assert lies(desk, SEA) == "A1"
    assert desk.document.stack.count() == 1


def test_a_selection_does_not_leave_the_board(desk: EditState, qtbot: QtBot) -> None:
    lay(desk.document, {"A1": SEA})
    desk.select((0,))
    with qtbot.waitSignal(desk.hinted):
        desk.nudge(0)
    assert lies(desk, SEA) == "A1"
    stroke(make_tool(desk, "select"), at(desk, "A1"), ToolEvent(-2.0, -2.0))
    assert (lies(desk, SEA), desk.document.stack.count()) == ("A1", 1)


def test_turning_a_selection_all_the_way_round_brings_it_home(desk: EditState) -> None:
    lay(desk.document, {"C2": cape(), "D2": cape()})
    desk.select((8, 9))
    start, sides = desk.document.body, desk.document.grid.sides
    shapes = []
    for _turn in range(sides):
        check_one_step(desk, lambda: desk.turn_selection(1))
        shapes.append(toy_body(desk.document.body))
    assert shapes[-1] == start
    assert len({shape.cells for shape in shapes}) == sides
    desk.turn_selection(-1)
    assert desk.document.body == shapes[-2]


@pytest.mark.parametrize("desk", [False], indirect=True)
def test_turning_a_square_keeps_its_place(desk: EditState) -> None:
    lay(desk.document, {"B2": cape(), "C2": SEA})
    desk.select((7, 8, 13, 14))
    desk.turn_selection(1)
    assert (lies(desk, cape(1)), lies(desk, SEA)) == ("C2", "C3")
    assert desk.selection == {7, 8, 13, 14}


@pytest.mark.parametrize("desk", [True], indirect=True)
def test_turning_a_ring_of_hexagons_keeps_its_place(desk: EditState) -> None:
    ring = frozenset(desk.document.grid.around(GRID.cell_named("C3"), 1))
    lay(desk.document, {"C2": cape(5), "D3": SEA})  # C3 lies in a row that is not shifted: C2 is to its north-east
    desk.select(ring)
    desk.turn_selection(1)
    assert (lies(desk, cape(0)), lies(desk, SEA)) == ("D3", "C4")
    assert desk.selection == ring


def test_mirroring_a_selection(desk: EditState) -> None:
    lay(desk.document, {"A1": cape(1)})
    desk.select((0, 1, 2))
    west = cape(3 if desk.document.grid.sides == 4 else 4)
    check_one_step(desk, lambda: desk.mirror_selection(upright=True))
    assert lies(desk, west) == "C1"
    desk.mirror_selection(upright=False)
    assert lies(desk, west) == "C1"


def test_mirroring_hexagons_of_several_rows_moves_them_on_the_lattice(desk: EditState) -> None:
    cells = [GRID.cell_named(name) for name in ("B2", "C2", "C3", "D3")]
    lay(desk.document, {"B2": cape(2), "C2": cape(2)})
    desk.select(cells)
    before = desk.document.body
    for upright in (True, False):
        check_one_step(desk, partial(desk.mirror_selection, upright))
        assert len(desk.selection) == 4
        desk.mirror_selection(upright)
        assert (desk.document.body, desk.selection) == (before, frozenset(cells))


def test_copy_cut_and_paste(desk: EditState, qtbot: QtBot) -> None:
    stroke(make_tool(desk, "line"), at(desk, "A1"), at(desk, "B1"))
    desk.select((0, 1))
    assert desk.copy()
    desk.paste(GRID.cell_named("C3"))
    assert lies(desk, SEA) == "A1 B1 C3 D3"
    assert desk.selection == {14, 15}
    desk.select((0, 1))
    check_one_step(desk, desk.cut)
    assert lies(desk, SEA) == "C3 D3"
    check_one_step(desk, lambda: desk.paste(GRID.cell_named("F4")))
    assert lies(desk, SEA) == "C3 D3 F4", "what falls off the board is left out"
    desk.select(())
    with qtbot.waitSignal(desk.hinted):
        assert not desk.copy()


@pytest.mark.parametrize(
    ("symmetry", "squares", "hexagons"),
    [
        (Symmetry.LEFT_RIGHT, ("E1", cape(3)), ("E1", cape(4))),
        (Symmetry.TOP_BOTTOM, ("B4", cape(1)), ("B3", cape(1))),
        (Symmetry.POINT, ("E4", cape(3)), ("E4", cape(4))),
    ],
)
def test_symmetry_paints_the_image_in_the_same_step(
    desk: EditState, symmetry: Symmetry, squares: tuple[str, Stamp], hexagons: tuple[str, Stamp]
) -> None:
    place, turned = squares if desk.document.grid.sides == 4 else hexagons
    desk.set_stamp(cape(1))
    desk.set_symmetry(symmetry)
    check_one_step(desk, lambda: stroke(make_tool(desk, "stamp"), at(desk, "B1")))
    body = toy_body(desk.document.body)
    assert body.at(GRID.cell_named("B1")) == cape(1)
    assert body.at(GRID.cell_named(place)) == turned
    assert sum(stamp != EMPTY for stamp in body.cells) == 2
    check_one_step(desk, lambda: stroke(make_tool(desk, "erase"), at(desk, place)))
    assert set(toy_body(desk.document.body).cells) == {EMPTY}


def test_symmetry_of_edges(desk: EditState) -> None:
    half = desk.document.grid.sides // 2
    desk.set_symmetry(Symmetry.POINT)
    stroke(make_tool(desk, "border"), on_edge(NORTH_OF_B))
    edges = NORTH_OF_B, edge_target(GRID.cell_named("E4"), half)
    assert toy_body(desk.document.body).edges == tuple((edge, "shore") for edge in edges)
    desk.set_symmetry(Symmetry.LEFT_RIGHT)
    west, east = (3, 1) if half == 2 else (4, 1)
    stroke(make_tool(desk, "border"), on_edge(edge_target(0, west)))
    assert desk.game.editing.pick(desk.document.body, edge_target(GRID.cell_named("F1"), east)) == SHORE


def test_the_history_counts_what_has_changed(desk: EditState) -> None:
    half = desk.document.grid.sides // 2
    stack = desk.document.stack
    desk.set_symmetry(Symmetry.POINT)
    stroke(make_tool(desk, "border"), on_edge(NORTH_OF_B))
    assert stack.undoText() == "shore on 2 edges"
    stroke(make_tool(desk, "erase"), on_edge(edge_target(GRID.cell_named("E4"), half)))
    assert stack.undoText() == "2 edges cleared"
    desk.set_stamp(SEA)
    stroke(make_tool(desk, "stamp"), at(desk, "B1"), at(desk, "C1"))
    assert stack.undoText() == "Sea on 4 spaces"
    desk.set_symmetry(Symmetry.NONE)
    stroke(make_tool(desk, "rectangle"), at(desk, "A1"), at(desk, "D1"))
    assert stack.undoText() == "Sea on 2 spaces", "B1 and C1 were sea before"
    desk.select(range(12))
    desk.erase_selection()
    assert stack.undoText() == "4 spaces cleared", "the others were empty"
    stroke(make_tool(desk, "fill"), at(desk, "A1"))
    sea = sum(stamp == SEA for stamp in toy_body(desk.document.body).cells)
    assert stack.undoText() == f"Sea on {sea - 2} spaces", "two seas are left on the other side"
    stroke(make_tool(desk, "erase"), at(desk, "A1"), at(desk, "A2"))
    stroke(make_tool(desk, "erase"), at(desk, "A1"), at(desk, "A3"))
    assert stack.undoText() == "A3 cleared"


@pytest.mark.parametrize("key", ["stamp", "line", "rectangle", "erase", "void"])
def test_escape_leaves_no_trace_of_a_stroke(desk: EditState, key: str) -> None:
    stroke(make_tool(desk, "rectangle"), at(desk, "C1"), at(desk, "D4"))
    desk.set_stamp(cape(1))
    before, count = desk.document.snapshot, desk.document.stack.count()
    held = make_tool(desk, key)
    held.press(at(desk, "B2"))
    held.move(at(desk, "E2"))
    assert desk.document.snapshot != before
    held.cancel()
    held.release(at(desk, "E2"))
    assert desk.document.snapshot == before
    assert desk.document.stack.count() == count
    assert not desk.document.is_in_stroke


def test_escape_while_moving_restores_board_and_selection(desk: EditState) -> None:
    lay(desk.document, {"A1": SEA})
    desk.select((0,))
    before = desk.document.snapshot
    select = make_tool(desk, "select")
    select.press(at(desk, "A1"))
    select.move(at(desk, "D3"))
    assert desk.selection == {GRID.cell_named("D3")}
    select.cancel()
    select.release(at(desk, "D3"))
    assert desk.document.snapshot == before
    assert desk.selection == {0}
    assert desk.document.stack.count() == 1


def test_undo_in_the_middle_of_a_stroke_only_drops_the_stroke(desk: EditState) -> None:
    lay(desk.document, {"A1": SEA})
    stamper = make_tool(desk, "stamp")
    stamper.press(at(desk, "C3"))
    desk.document.undo()
    assert lies(desk, SEA) == "A1"
    stamper.release(at(desk, "C3"))
    assert (lies(desk, SEA), desk.document.stack.count()) == ("A1", 1)


def test_selecting_with_shift_and_ctrl(desk: EditState) -> None:
    select = make_tool(desk, "select")
    stroke(select, at(desk, "A1"))
    stroke(select, at(desk, "C1", shift=True), at(desk, "D2", shift=True))
    assert desk.selection == {0, 2, 3, 8, 9}
    stroke(select, at(desk, "A1", ctrl=True))
    stroke(select, at(desk, "F4", ctrl=True))
    assert desk.selection == {2, 3, 8, 9, 23}
    stroke(select, on_edge(NORTH_OF_B))
    assert (desk.selection, desk.edge, desk.form_target) == (frozenset(), NORTH_OF_B, NORTH_OF_B)
    stroke(select, ToolEvent(-3.0, -3.0))
    assert (desk.edge, desk.form_target) == (-1, -1)


def test_delete_clears_the_selection_or_the_edge(desk: EditState) -> None:
    stroke(make_tool(desk, "rectangle"), at(desk, "A1"), at(desk, "B2"))
    desk.select((0, 6))
    check_one_step(desk, desk.erase_selection)
    assert lies(desk, SEA) == "B1 B2"
    stroke(make_tool(desk, "border"), on_edge(NORTH_OF_B))
    desk.select((), NORTH_OF_B)
    check_one_step(desk, desk.erase_selection)
    assert toy_body(desk.document.body).edges == ()
