"""Every symmetry under the mouse: what is painted is repeated, in one step, and its axes are drawn meanwhile."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.editor.document.symmetry import Symmetry, axes_of, image_targets, symmetries
from studio.gui.editor.page import EditorPage
from studio.gui.style.theme import LIGHT
from tests.gui.editor.hand import LEFT
from tests.gui.editor.toy import EMPTY, blank, cape, opened, toy_body

NONE = Qt.KeyboardModifier.NoModifier
COUNTS = {
    Symmetry.NONE: 1,
    Symmetry.LEFT_RIGHT: 2,
    Symmetry.TOP_BOTTOM: 2,
    Symmetry.BOTH: 4,
    Symmetry.POINT: 2,
    Symmetry.THIRDS: 3,
    Symmetry.QUARTERS: 4,
    Symmetry.SIXTHS: 6,
}


@pytest.fixture(params=[False, True], ids=["squares", "hexagons"])
def wide(qtbot: QtBot, request: pytest.FixtureRequest) -> EditorPage:
    """A board of 8 × 8, or of 9 × 9 hexagons."""
    side = 9 if request.param else 8
    page = EditorPage(opened(blank(side, side, hexagons=request.param)), LIGHT)
    page.resize(1280, 800)
    qtbot.addWidget(page, before_close_func=lambda page: page.closing())
    page.show()
    qtbot.waitExposed(page)
    return page


@pytest.mark.parametrize("symmetry", list(Symmetry))
def test_a_stroke_is_repeated_and_undone_as_one(wide: EditorPage, qtbot: QtBot, symmetry: Symmetry) -> None:
    page, grid = wide, wide.document.grid
    if symmetry not in symmetries(grid):
        assert page.options.symmetry.findData(symmetry.value) < 0, "it is not offered"
        return
    page.options.symmetry.chosen.emit(symmetry.value)
    page.easel.take("stamp")
    page.desk.set_stamp(cape(1))
    start = next(
        cell
        for cell in range(grid.count)
        if -1 not in (images := image_targets(grid, symmetry, cell)) and len({cell, *images}) == COUNTS[symmetry]
    )
    before = page.document.draft
    place = page.view.widget_rect(start).center()
    QTest.mouseMove(page.view, page.view.rect().center())
    QTest.mouseMove(page.view, place)
    qtbot.waitUntil(lambda: page.easel.touch.cell == start)
    hovered = {mark.target for mark in page.view.marks if mark.kind == "hover"}
    assert hovered >= {*image_targets(grid, symmetry, start)}, "one sees where it will go"
    QTest.mouseClick(page.view, LEFT, NONE, place)
    body = toy_body(page.document.body)
    laid = {cell: stamp for cell, stamp in enumerate(body.cells) if stamp != EMPTY}
    assert set(laid) == {start, *image_targets(grid, symmetry, start)}
    assert laid[start] == cape(1)
    if symmetry.folds:
        turns = [laid[cell].turn for cell in (start, *image_targets(grid, symmetry, start))]
        assert turns == [(1 + step * grid.sides // symmetry.folds) % grid.sides for step in range(symmetry.folds)]
        assert axes_of(grid, symmetry).folds == symmetry.folds
    after = page.document.draft
    assert page.document.stack.count() == 1
    page.document.undo()
    assert page.document.draft == before
    page.document.redo()
    assert page.document.draft == after


def test_y_goes_round_all_that_are_offered(wide: EditorPage) -> None:
    seen = []
    for _step in symmetries(wide.document.grid):
        QTest.keyClick(wide.view, Qt.Key.Key_Y)
        seen.append(wide.desk.symmetry)
        assert wide.options.symmetry.current() == wide.desk.symmetry.value
        wide.view.grab()  # its axes are painted
    assert set(seen) == set(symmetries(wide.document.grid))
    assert seen[-1] is Symmetry.NONE
