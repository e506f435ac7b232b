"""The piece editor page: editing, applying and importing pieces, alone and in the window."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from studio.core.game import Body
from studio.core.picture import Picture
from studio.core.pieces import Pattern, PatternRow
from studio.core.problems import Severity
from studio.documents.autosave import find_unsaved
from studio.documents.paths import layouts_dir, shipped_layouts
from studio.documents.store import Layout
from studio.games import known, load
from studio.gui.editor.document import EditorDocument
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.page import EditorPage
from studio.gui.page import Page, ShowPage
from studio.gui.piece_editor.importing import ImportDialog
from studio.gui.piece_editor.page import PieceEditorPage
from studio.gui.piece_editor.patterns import BADGE_HEIGHT, PatternGrid, badge_middle
from studio.gui.piece_editor.pieces import KEY_ROLE, NAME_COLUMN
from studio.gui.shell.file_watch import NoticeBar
from studio.gui.shell.main_window import MainWindow
from studio.gui.widgets.dialogs import AppDialog, ask_unsaved
from studio.gui.widgets.inputs import CountBox
from studio.services.loading import load_layout, save_layout
from tests.gui.piece_editor.test_impact import SCARCE
from tests.gui.windows import in_dialog, shown_window
from tests.helpers import instance_of, not_none

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
BASE = layouts_dir() / "neue_entdecker" / "base.json"


class Drawn(Page):
    """The page of a layout as far as the workshop asks for it; board and panels would cost more than the workshop."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.document = EditorDocument(load_layout(path), self)
        self.edit_state = EditState(self.document, self)

    def title(self) -> str:
        return self.document.snapshot.name

    def show_spaces(self, cells: Sequence[int]) -> None:
        self.edit_state.select(set(cells))

    def autosave_with(self, changes: int, make: Callable[[Body], Body]) -> None:
        """Nothing is kept: `test_in_window` tries that with the real page."""


def opened(qtbot: QtBot, path: Path) -> PieceEditorPage:
    drawn = Drawn(path)
    qtbot.addWidget(drawn)
    page = PieceEditorPage(cast(EditorPage, drawn))
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    page.resize(1440, 785)
    page.show()
    qtbot.waitExposed(page)
    return page


@pytest.fixture
def page(qtbot: QtBot) -> PieceEditorPage:
    return opened(qtbot, BASE)


def names(page: PieceEditorPage) -> list[str]:
    proxy = page.piece_table.proxy
    return [str(proxy.index(row, NAME_COLUMN).data()) for row in range(proxy.rowCount())]


def choose(page: PieceEditorPage, key: str) -> None:
    """Click on the row of a piece."""
    proxy = page.piece_table.proxy
    row = next(row for row in range(proxy.rowCount()) if proxy.index(row, NAME_COLUMN).data(KEY_ROLE) == key)
    index = proxy.index(row, NAME_COLUMN)
    page.piece_table.scrollTo(index)
    QTest.mouseClick(page.piece_table.viewport(), LEFT, pos=page.piece_table.visualRect(index).center())


def click_place(page: PieceEditorPage, name: str, button: Qt.MouseButton = LEFT) -> None:
    """Click on the sign of a place of the large piece."""
    large = page.piece_card.piece_canvas
    number = next(number for number, place in enumerate(large.places) if place.name == name)
    QTest.mouseClick(large, button, pos=large.badge_center(number).toPoint())


def fact(page: PieceEditorPage, number: int = 1) -> str:
    return page.draft.selected_detail().facts[number]


def typing_in() -> QLineEdit:
    """The text field with the keyboard."""
    return instance_of(QLineEdit, QApplication.focusWidget())


def click_pattern(grid: PatternGrid, key: str) -> None:
    cell = next(cell for cell in grid.cells if cell.pattern.key == key)
    QTest.mouseClick(grid, LEFT, pos=cell.box.center().toPoint())


def test_edge_click_can_be_undone(page: PieceEditorPage) -> None:
    choose(page, "cape")
    assert page.draft.selected_key == "cape" and page.piece_card.title_label.text() == "Cape"
    before = page.draft.game.body.to_plain(page.draft.body)
    click_place(page, "East edge")
    assert fact(page) == "aa.." and page.draft.change_count == 1 and page.is_modified()
    click_place(page, "North-east corner")
    assert fact(page) == "ab.."
    QTest.keyClick(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.draft.game.body.to_plain(page.draft.body) == before and not page.is_modified()
    QTest.keyClick(page, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert fact(page) == "aa.."


def test_tab_order_of_the_page(page: PieceEditorPage) -> None:
    page.activateWindow()
    assert QTest.qWaitForWindowActive(page)
    start = page.piece_card.piece_canvas
    start.setFocus()
    passed: list[QWidget] = [start]
    while len(passed) == 1 or (len(passed) < 60 and passed[-1] is not start):
        QTest.keyClick(passed[-1], Qt.Key.Key_Tab)
        here = not_none(QApplication.focusWidget())
        passed.append(here)
    assert passed[-1] is start
    chips = list(page.piece_card.counter_chips.values())
    first = passed.index(chips[0])
    assert passed[first : first + len(chips)] == chips and first < passed.index(page.effects_card.change_list)
    counts = [box.field for row in page.piece_card.field_rows.values() if isinstance(box := row.control, CountBox)]
    last = first + len(chips)
    assert len(counts) >= 2 and passed[last : last + len(counts)] == counts
    spots = [box.mapTo(page, QPoint(0, 0)) for box in counts]
    assert spots == sorted(spots, key=lambda spot: (spot.y(), spot.x())), "row by row"


def test_tab_edits_the_next_row(page: PieceEditorPage) -> None:
    page.activateWindow()
    assert QTest.qWaitForWindowActive(page)
    proxy = page.piece_table.proxy
    column = next(
        column for column in range(1, proxy.columnCount()) if proxy.index(0, column).data(Qt.ItemDataRole.EditRole)
    )
    old = [int(proxy.index(row, column).data()) for row in range(3)]
    index = proxy.index(0, column)
    page.piece_table.setCurrentIndex(index)
    page.piece_table.edit(index)
    for number in old[:2]:
        QTest.keyClicks(typing_in(), str(number + 1))
        QTest.keyClick(typing_in(), Qt.Key.Key_Tab)
    assert [int(proxy.index(row, column).data()) for row in range(3)] == [old[0] + 1, old[1] + 1, old[2]]
    assert typing_in().text() == str(old[2])
    QTest.keyClick(typing_in(), Qt.Key.Key_Backtab)
    assert typing_in().text() == str(old[1] + 1)


@pytest.mark.parametrize("place", ["table", "piece"])
def test_apply_commits_text_being_typed(page: PieceEditorPage, place: str) -> None:
    page.activateWindow()
    assert QTest.qWaitForWindowActive(page)
    choose(page, "bend")
    before = page.draft.game.pieces.pieces(page.draft.body).entry("bend")
    assert before is not None and not page.page_actions["apply"].isEnabled()
    if place == "table":
        proxy = page.piece_table.proxy
        row = page.piece_table.currentIndex().row()
        cells = [proxy.index(row, column) for column in range(1, proxy.columnCount())]
        page.piece_table.edit(next(cell for cell in cells if cell.data(Qt.ItemDataRole.EditRole)))
    else:
        page.piece_card.field_rows["Sorted"].control.setFocus()
    line = typing_in()
    line.selectAll()
    QTest.keyClicks(line, "17")
    QTest.keyClick(line, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    after = page.editor.document.game.pieces.pieces(page.editor.document.body).entry("bend")
    assert after is not None and after.cells[2] == 17 and not page.is_modified()


def test_click_on_the_tile_changes_its_edge(page: PieceEditorPage) -> None:
    choose(page, "cape")
    box = page.piece_card.piece_canvas.piece_box()
    QTest.mouseClick(page.piece_card.piece_canvas, LEFT, pos=QPointF(box.right() - 12, box.center().y()).toPoint())
    assert fact(page) == "aa.."


def test_keyboard_visits_the_places(page: PieceEditorPage) -> None:
    choose(page, "cape")
    large = page.piece_card.piece_canvas
    large.setFocus()
    QTest.keyClick(large, Qt.Key.Key_Right)
    QTest.keyClick(large, Qt.Key.Key_Right)
    assert large.places[large.current_index].name == "East edge"
    assert "East edge: sea. Click to make it land." in large.accessibleName()
    assert page.piece_card.hint_label.full_text() == "East edge: sea. Click to make it land."
    QTest.keyClick(large, Qt.Key.Key_Space)
    assert fact(page) == "aa.." and large.places[large.current_index].name == "East edge"
    QTest.keyClick(large, Qt.Key.Key_R)
    assert page.draft.turn == 1
    assert [place.label for place in large.places if place.label] == ["Sea", "Land A", "Land A", "Sea"]


def test_equal_rotations_cannot_be_selected(page: PieceEditorPage) -> None:
    choose(page, "strait")
    turns = page.piece_card.turns_column
    QTest.mouseClick(turns, LEFT, pos=turns.turn_box(2).center().toPoint())
    assert page.draft.turn == 0
    assert "looks the same as 0°" in turns.text_at(turns.turn_box(2).center())
    QTest.mouseClick(turns, LEFT, pos=turns.turn_box(1).center().toPoint())
    assert page.draft.turn == 1


def test_click_adds_the_mirror_image(page: PieceEditorPage) -> None:
    choose(page, "cove")
    click_place(page, "South-east corner")
    assert fact(page) == "aab."
    turns = page.piece_card.turns_column
    QTest.mouseClick(turns, LEFT, pos=turns.turn_box(4).center().toPoint())
    assert fact(page) == "abb." and len(page.draft.pieces.entries) == 9
    QTest.mouseClick(turns, LEFT, pos=turns.turn_box(4).center().toPoint())
    assert page.draft.selected_key == "cove", "now it is there, and a click shows it"


def test_counters_use_both_buttons_and_keys(page: PieceEditorPage) -> None:
    choose(page, "cape")
    chip = page.piece_card.counter_chips["Gold-digger"]
    assert chip.value == 2
    QTest.mouseClick(chip, LEFT)
    assert page.piece_card.counter_chips["Gold-digger"].value == 3
    QTest.mouseClick(chip, RIGHT)
    QTest.mouseClick(chip, RIGHT)
    QTest.keyClick(chip, Qt.Key.Key_Minus)
    assert page.piece_card.counter_chips["Gold-digger"].value == 0
    QTest.mouseClick(chip, RIGHT)
    assert page.piece_card.counter_chips["Gold-digger"].value == 0, "there are no fewer than none"
    assert page.draft.change_count == 1, "counting goes on in one step"


def test_changes_are_counted_and_filtered(page: PieceEditorPage) -> None:
    choose(page, "cape")
    row = page.piece_card.field_rows["Sorted"]
    control = row.control
    QTest.mouseClick(control.plus, LEFT)  # type: ignore[attr-defined]  # a count box, as every int has
    figures = {new.label: (old.value, new.value) for old, new in page.effects_card.stat_boxes.pairs}
    assert figures["Tiles"] == (180, 181) and figures["In piles"] == (100, 100)
    assert page.set_card.filter_choice.button("changed").text() == "Changed 1"
    QTest.mouseClick(page.set_card.filter_choice.button("changed"), LEFT)
    assert names(page) == ["Cape"]
    page.compare_choice.setCurrentIndex(2)
    page.compare_choice.chosen.emit("box")
    assert "original game" in page.effects_card.caption.text()


def test_a_search_finds_names_shapes_and_events(page: PieceEditorPage) -> None:
    QTest.keyClicks(page.set_card.search_field, "storm")
    assert set(names(page)) == {"Sea", "Cape", "Bend", "Cove"}
    page.set_card.search_field.clear()
    QTest.keyClicks(page.set_card.search_field, "aaa.")
    assert names(page) == ["Cove"]
    QTest.keyClick(page.set_card.search_field, Qt.Key.Key_Escape)
    assert len(names(page)) == 8


def test_header_click_sorts(page: PieceEditorPage) -> None:
    def click(column: int) -> None:
        head = page.piece_table.piece_header
        x = head.sectionViewportPosition(column) + head.sectionSize(column) // 2
        QTest.mouseClick(head.viewport(), LEFT, pos=head.rect().topLeft() + type(head.rect().topLeft())(x, 12))

    first = names(page)
    click(5)
    totals = [int(str(page.piece_table.proxy.index(row, 5).data())) for row in range(8)]
    assert totals == sorted(totals)
    click(5)
    assert [int(str(page.piece_table.proxy.index(row, 5).data())) for row in range(8)] == totals[::-1]
    click(5)
    assert names(page) == first


def test_name_is_edited_in_the_table(page: PieceEditorPage, qtbot: QtBot) -> None:
    choose(page, "cape")
    index = page.piece_table.currentIndex().siblingAtColumn(NAME_COLUMN)
    QTest.mouseDClick(page.piece_table.viewport(), LEFT, pos=page.piece_table.visualRect(index).center())
    line = page.piece_table.viewport().findChild(QLineEdit)
    assert line is not None and line.text() == "cape"
    QTest.keyClicks(line, "headland")
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.draft.selected_key == "headland")
    assert "Headland" in names(page)
    assert page.draft.piece_state.origins["headland"] == "cape"
    entry = page.draft.selected_entry
    assert entry is not None and entry.key in page.piece_model.before and page.piece_model.is_changed(entry)


def test_invalid_number_in_the_table_is_rejected(page: PieceEditorPage, qtbot: QtBot) -> None:
    choose(page, "cape")
    messages: list[str] = []
    page.draft.edit_rejected.connect(messages.append)
    for text, refusals in (("15", 0), ("many", 1), ("5000", 2)):
        middle = page.piece_table.visualRect(page.piece_table.currentIndex().siblingAtColumn(3)).center()
        QTest.mouseClick(page.piece_table.viewport(), LEFT, pos=middle)
        QTest.mouseDClick(page.piece_table.viewport(), LEFT, pos=middle)
        line = not_none(page.piece_table.viewport().findChild(QLineEdit))
        line.selectAll()
        QTest.keyClicks(line, text)
        QTest.keyClick(line, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: page.piece_table.viewport().findChild(QLineEdit) is None)
        entry = page.draft.selected_entry
        assert entry is not None and entry.cells[2] == 15 and len(messages) == refusals
    assert len(messages) == 2 and all("whole number from 0 to 999" in label for label in messages)


def test_piece_on_the_board_cannot_be_removed(page: PieceEditorPage) -> None:
    messages: list[str] = []
    page.draft.edit_rejected.connect(messages.append)
    entry = next(entry for entry in page.draft.pieces.entries if entry.places)
    choose(page, entry.key)
    QTest.mouseClick(page.set_card.buttons["remove"], LEFT)
    name = page.draft.game.body.grid(page.draft.body).name(entry.places[0])
    assert len(messages) == 1 and name in messages[0] and page.draft.change_count == 0
    choose(page, "cape")
    QTest.mouseClick(page.set_card.buttons["duplicate"], LEFT)
    assert page.draft.selected_key == "cape 2"
    QTest.mouseClick(page.set_card.buttons["remove"], LEFT)
    assert "Cape 2" not in names(page)
    QTest.mouseClick(page.new_button, LEFT)
    assert page.draft.selected_key == "two capes"


def test_delete_removes_a_piece_only_in_the_table(page: PieceEditorPage) -> None:
    choose(page, "cape")
    page.piece_card.piece_canvas.setFocus()
    QTest.keyClick(page.piece_card.piece_canvas, Qt.Key.Key_Delete)
    page.piece_card.counter_chips["Pirates"].setFocus()
    QTest.keyClick(page.piece_card.counter_chips["Pirates"], Qt.Key.Key_Delete)
    assert "Cape" in names(page) and page.piece_card.counter_chips["Pirates"].value == 0
    page.piece_table.setFocus()
    QTest.keyClick(page.piece_table, Qt.Key.Key_Delete)
    assert "Cape" not in names(page) and page.draft.selected_key == "bend"


def test_elided_pattern_text_is_in_the_tooltip(qtbot: QtBot) -> None:
    page = opened(qtbot, shipped_layouts("goldland")[0])
    choose(page, "K1")
    assert (pattern := page.pattern_card.detail_card.pattern) is not None
    shape = page.pattern_card.detail_card.shape_label
    page.pattern_card.detail_card.name_label.setText("Tile K1, and a name that leaves next to no room")
    qtbot.waitUntil(lambda: shape.text().endswith("…"))
    assert pattern.text in shape.toolTip() and shape.accessibleName() == pattern.text


def test_patterns_are_inspected_added_and_opened(page: PieceEditorPage) -> None:
    choose(page, "cove")
    grid, detail = page.pattern_card.grid, page.pattern_card.detail_card
    assert grid.inspected_key == "aaa."
    click_pattern(grid, "abb.")
    assert detail.pattern is not None and detail.name_label.text() == "Cape and bend"
    assert "Not in the set, and not needed" in detail.message_label.text()
    QTest.mouseClick(detail.add_button, LEFT)
    assert fact(page) == "abb." and page.draft.change_count == 1
    click_pattern(grid, "a.a.")
    assert "cut the ships' route" in detail.message_label.text() and not detail.add_button.isVisibleTo(page)
    grid.setFocus()
    QTest.keyClick(grid, Qt.Key.Key_Left)
    assert grid.inspected_key == "a.b."
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert page.draft.selected_key == "strait"


def test_missing_pieces_are_shown_and_added(page: PieceEditorPage, qtbot: QtBot) -> None:
    for scarce in SCARCE:
        page.draft.set_field(scarce, 0, "less")
    qtbot.waitUntil(lambda: bool(page.pattern_card.needs))
    rows = page.effects_card.change_list.change_model.rows
    assert any(row.problem.code == "board.incompletable" for row in rows)
    key, need = next(iter(page.pattern_card.needs.items()))
    click_pattern(page.pattern_card.grid, key)
    detail = page.pattern_card.detail_card
    assert detail.add_button.text() == f"Add {need.count}" and detail.show_button.isVisibleTo(page)
    expected: list[object] = []
    page.request.connect(expected.append)
    QTest.mouseClick(detail.show_button, LEFT)
    assert expected == [ShowPage(page.editor)] and page.editor.edit_state.selection == frozenset(need.cells)
    QTest.mouseClick(detail.add_button, LEFT)
    qtbot.waitUntil(lambda: not page.impact_task.is_waiting)
    assert key not in page.pattern_card.needs or page.pattern_card.needs[key].count < need.count


def test_caused_problem_is_fixed_in_its_row(page: PieceEditorPage, qtbot: QtBot) -> None:
    laid = next(entry for entry in page.draft.pieces.entries if entry.places)
    page.draft.set_field(f"sorted:{laid.key}", 0, "none")
    qtbot.waitUntil(lambda: not page.impact_task.is_waiting)
    fates = page.effects_card.change_list.change_model
    row = next(row for row, fate in enumerate(fates.rows) if fate.problem.code == "tiles.preplaced")
    assert fates.rows[row].kind == "caused" and fates.rows[row].problem.severity is Severity.ERROR
    assert page.effects_card.summary.full_text() == "These pieces cause errors"
    page.effects_card.change_list.setCurrentIndex(fates.index(row, 0))
    QTest.keyClick(page.effects_card.change_list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not page.impact_task.is_waiting)
    assert not any(fate.kind == "caused" for fate in fates.rows)
    assert page.draft.pieces.entry(laid.key).cells[2] == len(laid.places)  # type: ignore[union-attr]  # it stays


def test_apply_is_one_undo_step_and_discard_none(page: PieceEditorPage) -> None:
    document = page.editor.document
    before = document.body
    choose(page, "cape")
    click_place(page, "East edge")
    click_place(page, "West edge")
    assert document.body is before
    QTest.mouseClick(page.discard_button, LEFT)
    assert page.draft.body == before and not page.is_modified()
    QTest.keyClick(page, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert page.is_modified(), "what was discarded comes back"
    QTest.mouseClick(page.discard_button, LEFT)
    click_place(page, "East edge")
    click_place(page, "West edge")
    QTest.mouseClick(page.apply_button, LEFT)
    assert document.stack.count() == 1 and document.stack.undoText() == "Pieces: 1 change"
    assert document.body == page.draft.body != before and not page.is_modified()
    document.undo()
    assert document.game.body.to_plain(document.body) == document.game.body.to_plain(before)
    assert page.draft.body == document.body, "the workshop follows"


def test_changes_are_rebased_on_the_edited_layout(page: PieceEditorPage) -> None:
    document, desk = page.editor.document, page.editor.edit_state
    choose(page, "cape")
    click_place(page, "East edge")
    editing = desk.game.editing
    cell = next(at for at in range(document.grid.count) if editing.pick(document.body, at).key == "undiscovered")
    void = editing.pick(document.body, cell)._replace(key="void")
    document.apply("drawn", editing.stamp(document.body, cell, void))
    assert page.draft.change_count == 1 and fact(page) == "aa.."
    assert desk.game.editing.pick(page.draft.body, cell).key == "void"
    document.apply("less", desk.game.pieces.remove_piece(document.body, "cape"))
    assert page.draft.change_count == 0 and page.draft.body == document.body


def test_checked_pieces_are_imported(page: PieceEditorPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = load_layout(BASE)
    grown = other.game.pieces.duplicate_piece(other.body, "cove")
    grown = other.game.editing.set_field(grown, -1, "shape:cove 2", "aab.")
    grown = other.game.editing.set_field(grown, -1, "sorted:cape", 3)
    path = tmp_path / "other.json"
    save_layout(replace(other, body=grown), path)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_asked: (str(path), ""))
    in_dialog(_untick_cape, ImportDialog)
    page.import_pieces()
    assert names(page)[-1] == "Cove 2" and page.draft.change_count == 1
    cape = page.draft.pieces.entry("cape")
    assert cape is not None and cape.cells[2] == 12, "it was not ticked"


def _untick_cape(dialog: ImportDialog) -> None:
    text = {entry.key: dialog.model.effect_text(row) for row, entry in enumerate(dialog.model.rows)}
    assert text["cove 2"] == "new" and text["cape"] == "other count" and text["sea"] == "identical"
    assert set(dialog.checked_keys) == {"cove 2", "cape"}
    row = next(row for row, entry in enumerate(dialog.model.rows) if entry.key == "cape")
    box = dialog.piece_list.visualRect(dialog.model.index(row, 0))
    QTest.mouseClick(dialog.piece_list.viewport(), LEFT, pos=box.center())
    assert dialog.checked_keys == ("cove 2",) and dialog.import_button.text() == "Import 1 piece"
    QTest.mouseClick(dialog.import_button, LEFT)


def test_import_rejects_another_game(page: PieceEditorPage, monkeypatch: pytest.MonkeyPatch) -> None:
    path = layouts_dir() / "entdecker" / "base.json"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_asked: (str(path), ""))
    messages: list[str] = []

    def read(dialog: AppDialog) -> None:
        messages.extend(label.text() for label in dialog.findChildren(QLabel))
        dialog.reject()

    in_dialog(read)
    page.import_pieces()
    assert page.draft.change_count == 0 and any("Entdecker" in text for text in messages)


def test_every_game_with_pieces_has_a_page(qtbot: QtBot) -> None:
    for slug in known():
        if load(slug).has_piece_editor:
            page = opened(qtbot, next(iter(shipped_layouts(slug))))
            for entry in page.draft.pieces.entries[:6]:
                choose(page, entry.key)
                assert page.piece_card.title_label.text() == entry.name
                large = page.piece_card.piece_canvas
                for number, place in enumerate(large.places):
                    assert large.place_at(large.badge_center(number)) >= 0, (entry.key, place)
            page.grab()


@pytest.mark.usefixtures("full_dress")
def test_page_fits_half_a_window(page: PieceEditorPage) -> None:
    page.resize(635, 610)
    assert page.folding.is_narrow and page.minimumSizeHint().width() <= 635
    assert page.piece_card.piece_canvas.isVisible() and not page.piece_table.isVisible()
    page.folding.open("set")
    assert page.piece_table.isVisible()


def test_game_without_patterns(qtbot: QtBot) -> None:
    """The card that is not shown is refreshed all the same: it goes with the page, and not before."""
    layouts = [load_layout(shipped_layouts(slug)[0]) for slug in known()]
    without = next(layout for layout in layouts if not layout.game.pieces.patterns(layout.body))
    page = opened(qtbot, Path(str(without.path)))
    page.refresh()
    assert not page.pattern_card.isVisible()


# In the window

ASK = ask_unsaved  # the real question, which the fixture below replaces


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, empty_start: None) -> MainWindow:
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", lambda *_arguments: "discard")
    return shown_window(qtbot)


def _editor(window: MainWindow, path: Path = BASE) -> EditorPage:
    return instance_of(EditorPage, window.open_path(path))


def _workshop(window: MainWindow) -> PieceEditorPage:
    return instance_of(PieceEditorPage, window.active_page())


def _changed(window: MainWindow, path: Path = BASE) -> tuple[EditorPage, PieceEditorPage]:
    """Open the pieces of a layout and change one."""
    editor = _editor(window, path)
    editor.commands.open_piece_editor()
    workshop = _workshop(window)
    workshop.draft.set_field("sorted:bend", 3, "less")
    return editor, workshop


def test_page_opens_once_per_layout(window: MainWindow) -> None:
    editor = _editor(window)
    editor.page_actions["workshop"].trigger()
    workshop = _workshop(window)
    assert workshop.title() == "Pieces · Base map"
    window.show_page(editor)
    editor.page_actions["workshop"].trigger()
    assert window.active_page() is workshop and len(window.pages()) == 3


def test_problem_of_a_tile_opens_the_page(window: MainWindow) -> None:
    editor = _editor(window)
    assert not any(section.piece_key for box in editor.inspector.boxes for section in [box.section])
    editor.problem_controller.field_requested.emit("sorted:bend")
    assert _workshop(window).draft.selected_key == "bend"


def test_layout_form_opens_the_page(window: MainWindow) -> None:
    editor = _editor(window)
    assert editor.inspector.reveal_field("workshop")
    QTest.mouseClick(editor.inspector.rows["workshop"].control, Qt.MouseButton.LeftButton)
    assert isinstance(window.active_page(), PieceEditorPage)


def test_closing_the_layout_asks_about_the_pieces(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    editor, workshop = _changed(window)
    questions: list[str] = []

    def ask(_parent: object, titles: list[str], _parting: object) -> str:
        questions.extend(titles)
        return "" if len(questions) == 1 else "discard"

    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", ask)
    assert not window.close_page(editor) and workshop in window.pages()
    assert questions == ["Pieces · Base map"]
    assert window.close_page(editor)
    assert window.pages() == [window.start]


def test_unapplied_changes_are_unsaved_changes_of_the_layout(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "sea.json"
    path.write_bytes(BASE.read_bytes())
    editor, workshop = _changed(window, path)
    assert editor.is_modified() and editor.changes() == 1 and not editor.document.is_modified
    window.show_page(editor)
    assert window.windowTitle().endswith("(edited)")
    path.write_bytes(BASE.read_bytes().replace(b'"sorted": 20', b'"sorted": 21', 1))
    os.utime(path, (1e9, 1e9))
    window.documents.file_watcher.check(editor)
    assert editor.findChildren(NoticeBar), "the file is not read again over them"
    window.documents.file_watcher.keep_own_version(editor)
    editor.save()
    assert editor.is_modified(), "saving does not apply them"
    workshop.apply()
    assert editor.document.is_modified
    editor.save()
    assert not editor.is_modified()


def test_closing_offers_to_apply(window: MainWindow) -> None:
    editor, workshop = _changed(window)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("studio.gui.widgets.dialogs.ask_unsaved", ASK)
        seen: list[str] = []

        def look(dialog: AppDialog) -> None:
            button = not_none(dialog.findChild(QPushButton, "save"))
            seen.extend((dialog.windowTitle(), button.text()))
            button.click()

        in_dialog(look)
        assert window.close_page(workshop)
    assert seen[0].endswith("Apply changes to the layout?") and seen[1] == "Apply"
    assert editor.document.stack.count() == 1


def test_save_applies(window: MainWindow) -> None:
    editor, workshop = _changed(window)
    assert window.documents.save() and not workshop.is_modified()
    assert editor.is_modified() and editor.document.stack.count() == 1


def test_window_saves_pieces_with_the_layout(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "sea.json"
    path.write_bytes(BASE.read_bytes())
    editor, _pieces = _changed(window, path)
    questions: list[list[str]] = []

    def save(_parent: object, titles: list[str], _parting: object) -> str:
        questions.append(list(titles))
        return "save"

    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", save)
    assert window.close()
    assert questions == [["Pieces · Base map", "Base map"]]
    body = load_layout(path).body
    assert editor.document.game.pieces.pieces(body).entry("bend").cells[2] == 3  # type: ignore[union-attr]  # it is there


def test_shutdown_autosaves_the_pieces(window: MainWindow) -> None:
    _changed(window)
    window.shut_down()
    (saved,) = find_unsaved()
    assert isinstance(saved.document, Layout)
    (bend,) = [kind for kind in saved.document.body["tiles"] if kind["name"] == "bend"]
    assert bend["sorted"] == 3


def test_layout_autosaves_unapplied_changes(window: MainWindow) -> None:
    editor, workshop = _changed(window)
    assert editor.autosave_now() and editor.autosaver.file.is_written and not editor.document.is_modified
    workshop.draft.stack.undo()
    assert not editor.autosaver.file.is_written, "nothing is different from the file"
    workshop.draft.stack.redo()
    assert editor.autosave_now() and editor.autosaver.file.is_written
    assert window.close_page(workshop)
    assert not editor.autosaver.file.is_written, "it was discarded"


def test_discarded_changes_are_not_autosaved(window: MainWindow) -> None:
    editor = _editor(window)
    editor.document.rename("author", "Ada")
    editor.commands.open_piece_editor()
    _workshop(window).draft.set_field("sorted:bend", 3, "less")
    assert editor.autosave_now() and editor.autosaver.file.is_written
    assert window.close()
    assert not editor.autosaver._timer.isActive(), "nothing is to be written any more"
    assert not find_unsaved()


def test_badges_of_the_first_row_of_patterns_are_whole(qtbot: QtBot) -> None:
    grid = PatternGrid()
    qtbot.addWidget(grid)
    picture = Picture((0.0, 0.0, 1.0, 1.0), ())
    grid.show_rows((PatternRow("One", "", (Pattern("a", "A", "", picture),)),), "a")
    for height in (20, 40, 400):
        grid.fit_height(height)
        assert badge_middle(grid.cells[0].box) >= BADGE_HEIGHT / 2
