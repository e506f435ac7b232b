"""The workshop by mouse and keyboard: what is clicked is what changes, and comes into the layout as one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from studio.core.game import Body
from studio.core.problems import Severity
from studio.documents.paths import layouts_dir, shipped_layouts
from studio.games import known, load
from studio.gui.editor.document import EditorDocument
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.page import EditorPage
from studio.gui.page import Page
from studio.gui.piece_editor.importing import ImportDialog
from studio.gui.piece_editor.page import PieceEditorPage
from studio.gui.piece_editor.patterns import PatternGrid
from studio.gui.piece_editor.pieces import KEY_ROLE, NAME_COLUMN
from studio.gui.widgets.inputs import CountBox
from studio.services.loading import load_layout, save_layout
from tests.gui.workshop.test_outcome import SCARCE

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
def page(qtbot: QtBot) -> Iterator[PieceEditorPage]:
    yield opened(qtbot, BASE)


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


def answer(act: Callable[[object], None]) -> None:
    """Do this with the dialog that opens next."""
    QTimer.singleShot(0, lambda: act(QApplication.activeModalWidget()))


def click_pattern(grid: PatternGrid, key: str) -> None:
    cell = next(cell for cell in grid.cells if cell.pattern.key == key)
    QTest.mouseClick(grid, LEFT, pos=cell.box.center().toPoint())


def test_a_click_on_an_edge_and_undo_lead_there_and_back(page: PieceEditorPage) -> None:
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


def test_tab_goes_from_the_piece_to_what_is_counted_on_it_and_round_the_page(page: PieceEditorPage) -> None:
    page.activateWindow()
    assert QTest.qWaitForWindowActive(page)
    start = page.piece_card.piece_canvas
    start.setFocus()
    passed: list[QWidget] = [start]
    while len(passed) == 1 or (len(passed) < 60 and passed[-1] is not start):
        QTest.keyClick(passed[-1], Qt.Key.Key_Tab)
        here = QApplication.focusWidget()
        assert here is not None
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


def test_tab_goes_on_to_the_count_of_the_next_row(page: PieceEditorPage) -> None:
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
        line = QApplication.focusWidget()
        assert isinstance(line, QLineEdit)
        QTest.keyClicks(line, str(number + 1))
        QTest.keyClick(line, Qt.Key.Key_Tab)
    assert [int(proxy.index(row, column).data()) for row in range(3)] == [old[0] + 1, old[1] + 1, old[2]]
    line = QApplication.focusWidget()
    assert isinstance(line, QLineEdit) and line.text() == str(old[2])
    QTest.keyClick(line, Qt.Key.Key_Backtab)
    line = QApplication.focusWidget()
    assert isinstance(line, QLineEdit) and line.text() == str(old[1] + 1)


@pytest.mark.parametrize("place", ["table", "piece"])
def test_what_is_being_typed_is_applied_too(page: PieceEditorPage, place: str) -> None:
    page.activateWindow()
    assert QTest.qWaitForWindowActive(page)
    choose(page, "bend")
    before = page.draft.game.pieces.pieces(page.draft.body).entry("bend")
    assert before is not None and not page.page_actions["apply"].isEnabled()
    if place == "table":
        proxy = page.piece_table.proxy
        row = page.piece_table.currentIndex().row()
        page.piece_table.edit(
            next(
                index
                for column in range(1, proxy.columnCount())
                if (index := proxy.index(row, column)).data(Qt.ItemDataRole.EditRole)
            )
        )
    else:
        page.piece_card.field_rows["Sorted"].take_focus()
    line = QApplication.focusWidget()
    assert isinstance(line, QLineEdit)
    line.selectAll()
    QTest.keyClicks(line, "17")
    QTest.keyClick(line, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    after = page.editor.document.game.pieces.pieces(page.editor.document.body).entry("bend")
    assert after is not None and after.cells[2] == 17 and not page.is_modified()


def test_a_click_on_the_tile_itself_turns_its_edge(page: PieceEditorPage) -> None:
    choose(page, "cape")
    box = page.piece_card.piece_canvas.piece_box()
    QTest.mouseClick(page.piece_card.piece_canvas, LEFT, pos=QPointF(box.right() - 12, box.center().y()).toPoint())
    assert fact(page) == "aa.."


def test_the_keyboard_goes_round_the_places(page: PieceEditorPage) -> None:
    choose(page, "cape")
    large = page.piece_card.piece_canvas
    large.setFocus()
    QTest.keyClick(large, Qt.Key.Key_Right)
    QTest.keyClick(large, Qt.Key.Key_Right)
    assert large.places[large.current_index].name == "East edge"
    assert "East edge: sea. A click makes it land." in large.accessibleName()
    assert page.piece_card.hint_label.full_text() == "East edge: sea. A click makes it land."
    QTest.keyClick(large, Qt.Key.Key_Space)
    assert fact(page) == "aa.." and large.places[large.current_index].name == "East edge"
    QTest.keyClick(large, Qt.Key.Key_R)
    assert page.draft.turn == 1
    assert [place.label for place in large.places if place.label] == ["Sea", "Land A", "Land A", "Sea"]


def test_turns_that_look_alike_cannot_be_chosen(page: PieceEditorPage) -> None:
    choose(page, "strait")
    turns = page.piece_card.turns_column
    QTest.mouseClick(turns, LEFT, pos=turns.turn_box(2).center().toPoint())
    assert page.draft.turn == 0
    assert "looks as 0°" in turns.text_at(turns.turn_box(2).center())
    QTest.mouseClick(turns, LEFT, pos=turns.turn_box(1).center().toPoint())
    assert page.draft.turn == 1


def test_the_mirrored_twin_is_made_by_a_click(page: PieceEditorPage) -> None:
    choose(page, "cove")
    click_place(page, "South-east corner")
    assert fact(page) == "aab."
    turns = page.piece_card.turns_column
    QTest.mouseClick(turns, LEFT, pos=turns.turn_box(4).center().toPoint())
    assert fact(page) == "abb." and len(page.draft.pieces.entries) == 9
    QTest.mouseClick(turns, LEFT, pos=turns.turn_box(4).center().toPoint())
    assert page.draft.selected_key == "cove", "now it is there, and a click shows it"


def test_events_are_counted_by_both_buttons_and_by_keys(page: PieceEditorPage) -> None:
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


def test_what_changed_is_told_in_figures_and_filtered(page: PieceEditorPage) -> None:
    choose(page, "cape")
    row = page.piece_card.field_rows["Sorted"]
    control = row.control
    QTest.mouseClick(control.plus, LEFT)  # type: ignore[attr-defined]  # a count box, as every int has
    figures = {new.label: (old.value, new.value) for old, new in page.effects_card.stat_boxes.pairs}
    assert figures["Tiles"] == (180, 181) and figures["In stacks"] == (100, 100)
    assert page.set_card.filter_choice.button("changed").text() == "Changed 1"
    QTest.mouseClick(page.set_card.filter_choice.button("changed"), LEFT)
    assert names(page) == ["Cape"]
    page.compare_choice.setCurrentIndex(2)
    page.compare_choice.chosen.emit("box")
    assert "the box" in page.effects_card.caption.text()


def test_a_search_finds_names_shapes_and_events(page: PieceEditorPage) -> None:
    QTest.keyClicks(page.set_card.search_field, "storm")
    assert set(names(page)) == {"Sea", "Cape", "Bend", "Cove"}
    page.set_card.search_field.clear()
    QTest.keyClicks(page.set_card.search_field, "aaa.")
    assert names(page) == ["Cove"]
    QTest.keyClick(page.set_card.search_field, Qt.Key.Key_Escape)
    assert len(names(page)) == 8


def test_a_click_on_a_head_sorts_by_it(page: PieceEditorPage) -> None:
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


def test_a_name_is_typed_in_the_table(page: PieceEditorPage, qtbot: QtBot) -> None:
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


def test_a_figure_is_typed_in_the_table_and_nonsense_refused(page: PieceEditorPage, qtbot: QtBot) -> None:
    choose(page, "cape")
    told: list[str] = []
    page.draft.edit_rejected.connect(told.append)
    for text, refusals in (("15", 0), ("many", 1), ("5000", 2)):
        middle = page.piece_table.visualRect(page.piece_table.currentIndex().siblingAtColumn(3)).center()
        QTest.mouseClick(page.piece_table.viewport(), LEFT, pos=middle)
        QTest.mouseDClick(page.piece_table.viewport(), LEFT, pos=middle)
        line = page.piece_table.viewport().findChild(QLineEdit)
        assert line is not None
        line.selectAll()
        QTest.keyClicks(line, text)
        QTest.keyClick(line, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: page.piece_table.viewport().findChild(QLineEdit) is None)
        entry = page.draft.selected_entry
        assert entry is not None and entry.cells[2] == 15 and len(told) == refusals
    assert len(told) == 2 and all("whole number from 0 to 999" in words for words in told)


def test_a_piece_that_lies_on_the_board_is_not_removed(page: PieceEditorPage) -> None:
    told: list[str] = []
    page.draft.edit_rejected.connect(told.append)
    entry = next(entry for entry in page.draft.pieces.entries if entry.places)
    choose(page, entry.key)
    QTest.mouseClick(page.set_card.buttons["remove"], LEFT)
    name = page.draft.game.body.grid(page.draft.body).name(entry.places[0])
    assert len(told) == 1 and name in told[0] and page.draft.change_count == 0
    choose(page, "cape")
    QTest.mouseClick(page.set_card.buttons["duplicate"], LEFT)
    assert page.draft.selected_key == "cape 2"
    QTest.mouseClick(page.set_card.buttons["remove"], LEFT)
    assert "Cape 2" not in names(page)
    QTest.mouseClick(page.new_button, LEFT)
    assert page.draft.selected_key == "two capes"


def test_delete_takes_a_piece_out_only_where_the_table_has_the_keyboard(page: PieceEditorPage) -> None:
    choose(page, "cape")
    page.piece_card.piece_canvas.setFocus()
    QTest.keyClick(page.piece_card.piece_canvas, Qt.Key.Key_Delete)
    page.piece_card.counter_chips["Pirates"].setFocus()
    QTest.keyClick(page.piece_card.counter_chips["Pirates"], Qt.Key.Key_Delete)
    assert "Cape" in names(page) and page.piece_card.counter_chips["Pirates"].value == 0
    page.piece_table.setFocus()
    QTest.keyClick(page.piece_table, Qt.Key.Key_Delete)
    assert "Cape" not in names(page) and page.draft.selected_key == "bend"


def test_words_of_a_pattern_without_room_end_in_dots_and_are_told_whole(qtbot: QtBot) -> None:
    page = opened(qtbot, shipped_layouts("goldland")[0])
    choose(page, "K1")
    assert (pattern := page.pattern_card.detail_card.pattern) is not None
    shape = page.pattern_card.detail_card.shape_label
    page.pattern_card.detail_card.name_label.setText("Tile K1, and a name that leaves next to no room")
    qtbot.waitUntil(lambda: shape.text().endswith("…"))
    assert pattern.text in shape.toolTip() and shape.accessibleName() == pattern.text


def test_patterns_are_walked_added_and_laid_on_the_bench(page: PieceEditorPage) -> None:
    choose(page, "cove")
    grid, detail = page.pattern_card.grid, page.pattern_card.detail_card
    assert grid.inspected_key == "aaa."
    click_pattern(grid, "abb.")
    assert detail.pattern is not None and detail.name_label.text() == "Cape and bend"
    assert "none of these" in detail.message_label.text()
    QTest.mouseClick(detail.add_button, LEFT)
    assert fact(page) == "abb." and page.draft.change_count == 1
    click_pattern(grid, "a.a.")
    assert "cut the ships' route" in detail.message_label.text() and not detail.add_button.isVisibleTo(page)
    grid.setFocus()
    QTest.keyClick(grid, Qt.Key.Key_Left)
    assert grid.inspected_key == "a.b."
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert page.draft.selected_key == "strait"


def test_the_proof_says_what_lacks_and_one_click_adds_it(page: PieceEditorPage, qtbot: QtBot) -> None:
    for scarce in SCARCE:
        page.draft.set_field(scarce, 0, "less")
    qtbot.waitUntil(lambda: bool(page.pattern_card.needs))
    assert any(
        problem.code == "board.incompletable"
        for problem in (row.problem for row in page.effects_card.change_list.change_model.rows)
    )
    key, need = next(iter(page.pattern_card.needs.items()))
    click_pattern(page.pattern_card.grid, key)
    detail = page.pattern_card.detail_card
    assert detail.add_button.text() == f"Add {need.count}" and detail.show_button.isVisibleTo(page)
    wanted: list[object] = []
    page.open_requested.connect(wanted.append)
    QTest.mouseClick(detail.show_button, LEFT)
    assert wanted == [page.editor] and page.editor.edit_state.selection == frozenset(need.cells)
    QTest.mouseClick(detail.add_button, LEFT)
    qtbot.waitUntil(lambda: not page.impact_task.is_waiting)
    assert key not in page.pattern_card.needs or page.pattern_card.needs[key].count < need.count


def test_a_problem_that_is_caused_is_repaired_in_its_row(page: PieceEditorPage, qtbot: QtBot) -> None:
    laid = next(entry for entry in page.draft.pieces.entries if entry.places)
    page.draft.set_field(f"sorted:{laid.key}", 0, "none")
    qtbot.waitUntil(lambda: not page.impact_task.is_waiting)
    fates = page.effects_card.change_list.change_model
    row = next(row for row, fate in enumerate(fates.rows) if fate.problem.code == "tiles.preplaced")
    assert fates.rows[row].kind == "caused" and fates.rows[row].problem.severity is Severity.ERROR
    assert page.effects_card.summary.full_text() == "These pieces make errors"
    page.effects_card.change_list.setCurrentIndex(fates.index(row, 0))
    QTest.keyClick(page.effects_card.change_list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not page.impact_task.is_waiting)
    assert not any(fate.kind == "caused" for fate in fates.rows)
    assert page.draft.pieces.entry(laid.key).cells[2] == len(laid.places)  # type: ignore[union-attr]  # it stays


def test_apply_is_one_step_of_the_layout_and_discard_none(page: PieceEditorPage) -> None:
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
    assert document.stack.count() == 1 and document.stack.undoText() == "Workshop: 2 changes"
    assert document.body == page.draft.body != before and not page.is_modified()
    document.undo()
    assert document.game.body.to_plain(document.body) == document.game.body.to_plain(before)
    assert page.draft.body == document.body, "the workshop follows"


def test_a_layout_that_is_drawn_meanwhile_takes_the_changes_too(page: PieceEditorPage) -> None:
    document, desk = page.editor.document, page.editor.edit_state
    choose(page, "cape")
    click_place(page, "East edge")
    cell = next(
        cell for cell in range(document.grid.count) if desk.game.editing.pick(document.body, cell).key == "undiscovered"
    )
    document.apply(
        "drawn",
        desk.game.editing.stamp(document.body, cell, desk.game.editing.pick(document.body, cell)._replace(key="void")),
    )
    assert page.draft.change_count == 1 and fact(page) == "aa.."
    assert desk.game.editing.pick(page.draft.body, cell).key == "void"
    document.apply("less", desk.game.pieces.remove_piece(document.body, "cape"))
    assert page.draft.change_count == 0 and page.draft.body == document.body


def test_pieces_of_another_layout_come_by_ticks(
    page: PieceEditorPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = load_layout(BASE)
    grown = other.game.pieces.duplicate_piece(other.body, "cove")
    grown = other.game.editing.set_field(grown, -1, "shape:cove 2", "aab.")
    grown = other.game.editing.set_field(grown, -1, "sorted:cape", 3)
    path = tmp_path / "other.json"
    save_layout(replace(other, body=grown), path)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_asked: (str(path), ""))
    answer(lambda dialog: _untick_cape(dialog))
    page.import_pieces()
    assert names(page)[-1] == "Cove 2" and page.draft.change_count == 1
    cape = page.draft.pieces.entry("cape")
    assert cape is not None and cape.cells[2] == 12, "it was not ticked"


def _untick_cape(dialog: object) -> None:
    assert isinstance(dialog, ImportDialog)
    words = {entry.key: dialog.model.effect_text(row) for row, entry in enumerate(dialog.model.rows)}
    assert words["cove 2"] == "new" and words["cape"] == "other counts" and words["sea"] == "the same already"
    assert set(dialog.checked_keys) == {"cove 2", "cape"}
    row = next(row for row, entry in enumerate(dialog.model.rows) if entry.key == "cape")
    box = dialog.piece_list.visualRect(dialog.model.index(row, 0))
    QTest.mouseClick(dialog.piece_list.viewport(), LEFT, pos=box.center())
    assert dialog.checked_keys == ("cove 2",) and dialog.import_button.text() == "Import 1 piece"
    QTest.mouseClick(dialog.import_button, LEFT)


def test_a_file_that_is_no_layout_of_the_game_is_refused(
    page: PieceEditorPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = layouts_dir() / "entdecker" / "base.json"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_asked: (str(path), ""))
    told: list[str] = []
    answer(lambda dialog: _read(dialog, told))
    page.import_pieces()
    assert page.draft.change_count == 0 and any("Entdecker" in words for words in told)


def _read(dialog: object, told: list[str]) -> None:
    assert isinstance(dialog, QDialog)
    told += [label.text() for label in dialog.findChildren(QLabel)]
    dialog.reject()


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
def test_half_a_window_is_room_enough(page: PieceEditorPage) -> None:
    page.resize(635, 610)
    assert page.collapsible_host.is_narrow and page.minimumSizeHint().width() <= 635
    assert page.piece_card.piece_canvas.isVisible() and not page.piece_table.isVisible()
    page.collapsible_host.open("set")
    assert page.piece_table.isVisible()


def test_a_game_without_patterns_has_a_workshop_too(qtbot: QtBot) -> None:
    """The card that is not shown is refreshed all the same: it goes with the page, and not before."""
    layouts = [load_layout(shipped_layouts(slug)[0]) for slug in known()]
    without = next(
        layout for layout in layouts if not layout.game.pieces.patterns(layout.body) and layout.path is not None
    )
    page = opened(qtbot, Path(str(without.path)))
    page.refresh()
    assert not page.pattern_card.isVisible()
