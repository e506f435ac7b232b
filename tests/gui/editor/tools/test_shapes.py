"""Coasts, ellipses and outlines, and several stamps of which one is painted at random."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import msgspec
import pytest
from hypothesis import given, strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.game import Body
from studio.core.grid import HexGrid, SquareGrid
from studio.documents.paths import layouts_dir, shipped_layouts
from studio.drawing.geometry import ellipse_cells
from studio.drawing.symmetry import Symmetry
from studio.games import slugs
from studio.gui.editor.document import EditorDocument
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.page import EditorPage
from studio.gui.editor.tools import ToolEvent
from studio.gui.editor.tools.shapes import CoastTool
from studio.seatiles.body import SeaBody
from studio.services.loading import load_layout
from tests.gui.editor.hand import (
    CTRL,
    GRID,
    LEFT,
    NONE,
    RIGHT,
    body,
    check_undo,
    chosen_stamps,
    click_stamp,
    drag,
    lies,
    open_page,
    pull,
    spot,
    stamp_rows,
    touch,
)
from tests.gui.editor.toy import EMPTY, SEA, VOID, cape, toy_body
from tests.helpers import not_none
from tests.short_run import mark_long

SEA_GRID = SquareGrid(10, 7)
BASE = layouts_dir() / "entdecker" / "base.json"


def shown(body: Body) -> SeaBody:
    assert isinstance(body, SeaBody)
    return body


@pytest.fixture
def sea(qtbot: QtBot) -> EditorPage:
    """An empty published sea with the brush in hand."""
    page = open_page(qtbot, load_layout(BASE), height=800)
    page.view.setFocus()
    qtbot.waitUntil(page.view.hasFocus)
    QTest.keyClick(page.view, Qt.Key.Key_C)
    assert page.board.tool.key == "coast"
    return page


def test_land_follows_a_drag_and_sea_takes_it_away(sea: EditorPage) -> None:
    before = sea.document.body
    drag(sea, "B2 E2 E4")
    land = shown(sea.document.body)
    assert land.spaces[1:4] == (".╶──┐.....", "....│.....", "....╵.....")
    assert sea.document.stack.count() == 1 and "E4" not in sea.document.stack.undoText()
    drag(sea, "D2 E2", button=RIGHT)
    assert shown(sea.document.body).spaces[1] == ".╶─╴╷....."
    sea.page_actions["undo"].trigger()
    assert sea.document.body == land
    sea.page_actions["undo"].trigger()
    assert sea.document.body is before
    sea.page_actions["redo"].trigger()
    assert sea.document.body == land


def test_a_click_means_the_edge_that_it_is_near(sea: EditorPage) -> None:
    box = sea.view.widget_rect(SEA_GRID.cell_named("C3"))
    QTest.mouseClick(sea.view, LEFT, pos=QPoint(box.right() - 3, box.center().y()))
    assert shown(sea.document.body).spaces[2] == "..╶╴......"
    box = sea.view.widget_rect(SEA_GRID.cell_named("C3"))  # the list of problems may have resized the board
    QTest.mouseClick(sea.view, LEFT, pos=box.center())
    assert sea.document.stack.count() == 1, "no edge is near"


@st.composite
def ways(draw: st.DrawFn, west: int, east: int) -> list[int]:
    stops = st.tuples(st.integers(west, east), st.integers(0, 6))
    return [SEA_GRID.cell(*stop) for stop in draw(st.lists(stops, min_size=1, max_size=4))]


@pytest.mark.long
@given(
    land=st.lists(ways(0, 4), max_size=4),
    water=st.lists(ways(5, 9), max_size=3),
    missing=st.sets(st.sampled_from(["sea", "cape", "bend", "strait", "cove", "inland"]), max_size=3),
    rings=st.integers(0, 1),
    luck=st.randoms(use_true_random=False),
)
def test_no_order_of_strokes_makes_a_difference_even_where_tiles_are_missing(
    land: list[list[int]], water: list[list[int]], missing: set[str], rings: int, luck: Random
) -> None:
    opened = load_layout(BASE)
    body = shown(opened.body)
    tiles = tuple(kind for kind in body.tiles if kind.name not in missing)
    opened = replace(opened, body=msgspec.structs.replace(body, tiles=tiles))
    strokes = [(way, "left") for way in land] + [(way, "right") for way in water]

    def painted(order: list[tuple[list[int], str]]) -> tuple[str, dict[int, str]]:
        desk = EditState(EditorDocument(opened))
        desk.set_brush_rings(rings if not water or not land else 0)  # a wide one would reach over to the other half
        tool = CoastTool(desk)
        for way, button in order:
            touches = [ToolEvent(*SEA_GRID.center(cell), cell, button=button) for cell in way]
            tool.press(touches[0])
            for event in touches[1:]:
                tool.move(event)
            tool.release(touches[-1])
        return str(desk.game.body.to_plain(desk.document.body)), dict(tool.blocked_cells())

    shuffled = list(strokes)
    luck.shuffle(shuffled)
    assert painted(strokes) == painted(shuffled)


def test_a_place_that_nothing_can_satisfy_is_red_until_more_is_painted(sea: EditorPage) -> None:
    game, body = sea.document.game, shown(sea.document.body)
    capes = tuple(kind for kind in body.tiles if kind.name != "bend")
    sea.document.apply("no bends", msgspec.structs.replace(body, tiles=capes))
    messages: list[str] = []
    sea.edit_state.hinted.connect(messages.append)
    drag(sea, "B2 C2 C3")
    bend = SEA_GRID.cell_named("C2")
    assert game.editing.pick(sea.document.body, bend) == game.editing.eraser(sea.document.body, bend)
    assert messages == [_why(sea)] and "south" in messages[0]
    drag(sea, "C2 D2")
    assert shown(sea.document.body).spaces[1] == ".╶┬╴......" and _why(sea) == ""
    sea.page_actions["undo"].trigger()
    assert messages == [_why(sea)]


def _why(page: EditorPage) -> str:
    page.board.refresh()
    notes = page.view.notes_at(QPointF(spot(page, "C2"))).splitlines()
    return "".join(note for note in notes if note.startswith("The tile set has no tile"))


def test_strokes_are_repeated_on_the_other_side(sea: EditorPage) -> None:
    sea.edit_state.set_symmetry(Symmetry.LEFT_RIGHT)
    drag(sea, "A1 B1 B2")
    assert shown(sea.document.body).spaces[:2] == ("╶┐......┌╴", ".╵......╵.")
    assert sea.document.stack.count() == 1


def test_a_wide_brush_paints_all_that_it_covers(sea: EditorPage) -> None:
    sea.edit_state.set_brush_rings(1)
    QTest.mouseClick(sea.view, LEFT, pos=spot(sea, "C3"))
    assert shown(sea.document.body).spaces[1:4] == (".┌┬┐......", ".├┼┤......", ".└┴┘......")


def test_shift_goes_on_from_the_last_stroke_by_mouse_and_by_keyboard(sea: EditorPage) -> None:
    QTest.mouseClick(sea.view, LEFT, pos=spot(sea, "B2"))
    assert sea.document.stack.count() == 0
    QTest.mouseClick(sea.view, LEFT, Qt.KeyboardModifier.ShiftModifier, spot(sea, "D2"))
    assert shown(sea.document.body).spaces[1] == ".╶─╴......"
    for _step in range(2):
        QTest.keyClick(sea.view, Qt.Key.Key_Down)
    here = shown(sea.document.body)
    QTest.keyClick(sea.view, Qt.Key.Key_Return)
    QTest.keyClick(sea.view, Qt.Key.Key_Right)
    assert sea.document.body == here
    QTest.keyClick(sea.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert sum(row.count("╶╴") for row in shown(sea.document.body).spaces) == 1
    QTest.keyClick(sea.view, Qt.Key.Key_Left)
    both = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier
    QTest.keyClick(sea.view, Qt.Key.Key_Return, both)
    assert sum(row.count("~~") for row in shown(sea.document.body).spaces) == 1
    steps = [sea.document.stack.text(step) for step in range(3)]
    assert steps == [f"{painted} spaces" for painted in ("Land painted: 3", "Land painted: 2", "Sea painted: 2")]


def test_a_stroke_that_is_dropped_leaves_no_trace(sea: EditorPage) -> None:
    before = sea.document.body
    QTest.mousePress(sea.view, LEFT, pos=spot(sea, "B2"))
    QTest.mouseMove(sea.view, spot(sea, "E2"))
    assert sea.document.body is not before
    QTest.keyClick(sea.view, Qt.Key.Key_Escape)
    assert sea.document.body is before and sea.document.stack.count() == 0
    QTest.mouseRelease(sea.view, LEFT, pos=spot(sea, "E2"))


def test_it_knows_no_squares(page: EditorPage) -> None:
    page.board.set_tool("coast")
    grid = page.document.grid
    one, other = grid.cell(2, 1), grid.cell(3, 1)
    places = [page.view.widget_rect(cell).center() for cell in (one, other)]
    pull(page, *places)
    sides = [[grid.neighbor(a, side) for side in range(grid.sides)].index(b) for a, b in ((one, other), (other, one))]
    body = toy_body(page.document.body)
    assert [body.at(one), body.at(other)] == [cape(side) for side in sides]
    assert all(stamp == EMPTY for cell, stamp in enumerate(body.cells) if cell not in (one, other))
    page.page_actions["undo"].trigger()
    pull(page, *places, button=RIGHT)
    body = toy_body(page.document.body)
    assert [body.at(one), body.at(other)] == [SEA, SEA]


@pytest.mark.parametrize("slug", mark_long(slugs(), 1, 2))
def test_only_games_with_coasts_offer_it(slug: str, qtbot: QtBot) -> None:
    page = open_page(qtbot, load_layout(shipped_layouts(slug)[0]))
    assert page.page_actions["tool_coast"].isVisible() is page.document.game.can_paint_coast


def drawn(columns: int, rows: int) -> list[str]:
    grid = SquareGrid(columns, rows)
    cells = ellipse_cells(grid, 0, grid.count - 1)
    return ["".join("#" if grid.cell(x, y) in cells else "." for x in range(columns)) for y in range(rows)]


def test_ellipses_look_as_expected() -> None:
    assert drawn(1, 4) == ["#", "#", "#", "#"]
    assert drawn(2, 2) == ["##", "##"]
    assert drawn(3, 3) == [".#.", "###", ".#."]
    assert drawn(4, 4) == [".##.", "####", "####", ".##."]
    assert drawn(5, 5) == [".###.", "#####", "#####", "#####", ".###."]
    assert drawn(7, 3) == [".#####.", "#######", ".#####."]


def test_ellipses_on_hexagons_are_the_same_from_all_corners() -> None:
    grid = HexGrid(9, 9)
    whole = ellipse_cells(grid, grid.cell_named("B2"), grid.cell_named("H8"))
    assert whole == ellipse_cells(grid, grid.cell_named("H8"), grid.cell_named("B2"))
    assert grid.cell_named("E5") in whole
    assert grid.cell_named("B2") not in whole
    assert ellipse_cells(grid, 4, 4) == [4]


@pytest.mark.parametrize("outline", [False, True])
def test_figures_are_painted_by_the_mouse(page: EditorPage, outline: bool) -> None:
    before = page.document.snapshot
    QTest.keyClick(page.view, Qt.Key.Key_Q, Qt.KeyboardModifier.ShiftModifier)
    assert page.board.tool.key == "ellipse"
    assert page.options.outline_button.isVisible()
    if outline:
        QTest.keyClick(page.view, Qt.Key.Key_N)
        assert page.options.outline_button.isChecked()
    drag(page, "B1 E4")
    inner = {"C2", "D2", "C3", "D3"}
    painted = set(lies(page, SEA).split())
    if page.document.grid.sides == 4:
        assert painted == {"C1", "D1", "B2", "E2", "B3", "E3", "C4", "D4"} | (set() if outline else inner)
    check_undo(page.document, before)
    page.document.undo()
    QTest.keyClick(page.view, Qt.Key.Key_Q)
    drag(page, "B1 E4")
    box = {GRID.name(cell) for cell in GRID.box(GRID.cell_named("B1"), GRID.cell_named("E4"))}
    painted = set(lies(page, SEA).split())
    assert painted <= box
    if page.document.grid.sides == 4:
        assert box - painted == (inner if outline else set())


def test_several_stamps_are_drawn_by_chance(page: EditorPage) -> None:
    rows = {row.item.stamp.key: row for row in stamp_rows(page)}
    click_stamp(page, rows["sea"])
    for key in ("cape", VOID.key, VOID.key):
        click_stamp(page, rows[key], CTRL)
    assert page.edit_state.mixed_stamps == (SEA, cape())
    assert chosen_stamps(page) == ["sea", "cape"]
    before = page.document.snapshot
    QTest.keyClick(page.view, Qt.Key.Key_Q)
    QTest.keyClick(page.view, Qt.Key.Key_R)
    drag(page, "A1 F4")
    laid = Counter(body(page).cells)
    assert set(laid) == {SEA, cape(1)}
    assert page.document.stack.undoText() == "One of 2 stamps on 24 spaces"
    first = body(page).cells
    page.document.undo()
    assert page.document.snapshot == before
    drag(page, "A1 F4")
    assert body(page).cells != first, "another stroke, another draw"
    click_stamp(page, rows["sea"])
    assert not page.edit_state.mixed_stamps


def test_the_ghost_shows_what_will_be_painted(page: EditorPage) -> None:
    page.edit_state.set_stamp(SEA)
    page.edit_state.toggle_mixed(cape())
    QTest.keyClick(page.view, Qt.Key.Key_B)
    for name in ("A1", "C2", "E3", "F4", "B4"):
        ghost = not_none(page.board.tool.ghost(touch(page.edit_state, name)))
        QTest.mouseClick(page.view, LEFT, NONE, spot(page, name))
        assert body(page).at(GRID.cell_named(name)) == ghost[1]


def test_the_more_there_are_left_the_likelier(page: EditorPage) -> None:
    page.edit_state.set_stamp(SEA)
    page.edit_state.toggle_mixed(cape())
    draws = Counter(page.edit_state.stamp_for(cell) for cell in range(2000))
    assert draws[SEA] > 10 * draws[cape()] > 0, "20 seas are left, and capes count once"
    page.document.apply("none", page.document.game.editing.set_field(page.document.body, -1, "seas", 0))
    assert {page.edit_state.stamp_for(cell) for cell in range(200)} == {cape()}
    assert EMPTY not in draws
