"""The editor on shipped layouts: everything can be undone; fixed layouts can be saved, opened and played."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QTransform
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from studio.core.picture import edge_target
from studio.core.problems import Severity
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.drawing.symmetry import Symmetry
from studio.games import known, slugs
from studio.gui.editor.document import EditorDocument, FixBatch
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.page import EditorPage
from studio.gui.editor.tools import TOOLS, ToolEvent
from studio.services.loading import load_layout, start_match
from tests.gui.editor.hand import open_page, press_fix, stamp_rows
from tests.short_run import mark_long

SHIPPED = [path for slug in known() for path in shipped_layouts(slug)]
FIRST = [SHIPPED.index(shipped_layouts(slug)[0]) for slug in known()]


@pytest.fixture
def page(qtbot: QtBot) -> EditorPage:
    return open_page(qtbot, load_layout(shipped_layouts(slugs()[0])[0]))


def act(desk: EditState, rng: Rng) -> None:
    """One random gesture or command, as a person at a loss might make it."""
    grid = desk.document.grid
    what = rng.below(12)
    if what == 0:
        desk.set_symmetry(rng.choose(list(Symmetry)))
    elif what == 1:
        desk.set_stamp(rng.choose(desk.items("cells")).stamp)
        desk.turn_stamp(rng.below(4))
    elif what == 2:
        desk.select(cell for cell in range(grid.count) if not rng.below(12))
        desk.nudge(rng.below(4))  # north, east, south, west
    elif what == 3:
        desk.turn_selection(1 + rng.below(3))
    elif what == 4:
        desk.mirror_selection(bool(rng.below(2)))
    elif what == 5:
        document = desk.document
        for problem in document.problems:
            if problem.fix is not None and not rng.below(3):
                document.apply_fixes(FixBatch(problem.fix.label, problem.fix.body, 1))
                break
    elif what == 6 and rng.below(2):
        desk.document.apply_fixes(desk.document.safe_fixes())
    else:
        tool = rng.choose([tool for tool in (make(desk) for make in TOOLS) if tool.is_available])
        touches = []
        for _step in range(1 + rng.below(4)):
            cell = rng.below(grid.count)
            x, y = grid.center(cell)
            target = edge_target(cell, rng.below(grid.sides)) if tool.key == "border" or not rng.below(6) else cell
            touches.append(ToolEvent(x, y, cell, target, "left" if rng.below(8) else "right", not rng.below(6)))
        tool.press(touches[0])
        for touch in touches:
            tool.move(touch)
        if rng.below(6):
            tool.release(touches[-1]._replace(button=touches[0].button))
        if tool.is_active:
            tool.cancel()


@pytest.mark.parametrize("path", mark_long(SHIPPED, *FIRST), ids=lambda path: path.stem)
def test_anything_can_be_undone_and_done_again(path: Path, qtbot: QtBot) -> None:
    document = EditorDocument(load_layout(path))
    desk = EditState(document)
    rng = Rng(len(path.stem))
    states = [document.snapshot]
    for _round in range(90):
        count = document.stack.index()
        act(desk, rng)
        assert not document.is_in_stroke
        index = document.stack.index()
        assert index in (count - 1, count, count + 1), "one stroke, one step; only coming back may take one away"
        del states[index + 1 :]
        if index == len(states):
            states.append(document.snapshot)
        states[index] = document.snapshot  # the same unless a step has grown by merging
        assert document.game.body.grid(document.body) == document.grid
    assert len(states) > 12, "many gestures change something, even where tiles do not go everywhere"
    for index in reversed(range(len(states))):
        document.stack.setIndex(index)
        assert document.snapshot == states[index]
    for index in range(len(states)):
        document.stack.setIndex(index)
        assert document.snapshot == states[index]
        assert list(document.check_problems) == list(document.game.checks.check(document.body))
    plain = document.game.body.to_plain(document.body)
    assert document.game.body.parse(plain) == document.body, "what the editor makes can be read back"


def test_change_see_a_problem_fix_it_save_it_play_it(
    page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, game = page.document, page.document.game
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state.value == "holds")
    assert document.count(Severity.ERROR) == 0
    page.choose_stamp(next(item.stamp for item in page.edit_state.items("cells") if item.turns > 1))
    for cell in range(document.grid.count):  # a tile that does not fit beside another
        if game.editing.pick(document.body, cell) == game.editing.eraser(document.body, cell):
            QTest.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=page.view.widget_rect(cell).center())
            if document.count(Severity.ERROR):
                break
    assert document.count(Severity.ERROR) > 0
    assert page.problems.verify_status.state.value == "idle"
    while document.count(Severity.ERROR):
        number = next(
            number
            for number, row in enumerate(page.problems.listed_groups)
            if row.severity is Severity.ERROR and row.fixable
        )
        press_fix(page, number)
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state.value == "holds")
    target = tmp_path / "fixed.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_rest: (str(target), ""))
    assert page.save_as()
    match = start_match(load_layout(target), 2, seed=3)
    assert match.state.legal()


def test_every_field_of_the_form_shows_and_keeps_its_value(page: EditorPage) -> None:
    for box in page.inspector.boxes:
        box.set_folded(False)
    rows = page.inspector.rows
    form = [section for section in page.document.game.editing.form(page.document.body, -1) if not section.piece_key]
    fields = {field.key for section in form for field in section.fields}
    assert fields <= set(rows)
    before = page.document.snapshot
    for row in rows.values():
        row.show_field(row.field)
    assert (page.document.snapshot, page.document.stack.count()) == (before, 0), "showing is not editing"


def test_turned_stamps_in_the_palette_are_the_games_own_pictures(page: EditorPage) -> None:
    row = next(row for row in stamp_rows(page) if row.item.turns == 4 and row.item.rotated_pictures)
    page.choose_stamp(row.item.stamp)

    def painted() -> QImage:
        return page.palette_panel.stamp_model.pixmap(row, 1.0).toImage()

    upright = painted()
    page.edit_state.turn_stamp(1)
    turned = painted()
    assert turned != upright
    assert turned != upright.transformed(QTransform().rotate(90)), "trees stand upright in every turn"
    for _step in range(3):
        page.edit_state.turn_stamp(1)
    assert painted() == upright
