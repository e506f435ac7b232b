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
from studio.gui.editor.edit_state import Desk
from studio.gui.editor.page import EditorPage
from studio.gui.page import Page
from studio.gui.piece_editor.importing import ImportDialog
from studio.gui.piece_editor.page import WorkshopPage
from studio.gui.piece_editor.patterns import PatternGrid
from studio.gui.piece_editor.pieces import KEY, NAME
from studio.gui.widgets.inputs import CountBox
from studio.services.loading import open_layout, save_layout
from tests.gui.workshop.test_outcome import SCARCE

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
BASE = layouts_dir() / "neue_entdecker" / "base.json"


class Drawn(Page):
    """The page of a layout as far as the workshop asks for it; board and panels would cost more than the workshop."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.document = EditorDocument(open_layout(path), self)
        self.desk = Desk(self.document, self)

    def title(self) -> str:
        return self.document.draft.name

    def show_spaces(self, cells: Sequence[int]) -> None:
        self.desk.select(set(cells))

    def keep_with(self, changes: int, make: Callable[[Body], Body]) -> None:
        """Nothing is kept: `test_in_window` tries that with the real page."""


def opened(qtbot: QtBot, path: Path) -> WorkshopPage:
    drawn = Drawn(path)
    qtbot.addWidget(drawn)
    page = WorkshopPage(cast(EditorPage, drawn))
    qtbot.addWidget(page, before_close_func=lambda page: page.closing())
    page.resize(1440, 785)
    page.show()
    qtbot.waitExposed(page)
    return page


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[WorkshopPage]:
    yield opened(qtbot, BASE)


def names(page: WorkshopPage) -> list[str]:
    proxy = page.table.proxy
    return [str(proxy.index(row, NAME).data()) for row in range(proxy.rowCount())]


def choose(page: WorkshopPage, key: str) -> None:
    """Click on the row of a piece."""
    proxy = page.table.proxy
    row = next(row for row in range(proxy.rowCount()) if proxy.index(row, NAME).data(KEY) == key)
    index = proxy.index(row, NAME)
    page.table.scrollTo(index)
    QTest.mouseClick(page.table.viewport(), LEFT, pos=page.table.visualRect(index).center())


def click_place(page: WorkshopPage, name: str, button: Qt.MouseButton = LEFT) -> None:
    """Click on the sign of a place of the large piece."""
    large = page.piece.large
    number = next(number for number, place in enumerate(large.places) if place.name == name)
    QTest.mouseClick(large, button, pos=large.sign_middle(number).toPoint())


def fact(page: WorkshopPage, number: int = 1) -> str:
    return page.draft.bench().facts[number]


def answer(act: Callable[[object], None]) -> None:
    """Do this with the dialog that opens next."""
    QTimer.singleShot(0, lambda: act(QApplication.activeModalWidget()))


def click_pattern(grid: PatternGrid, key: str) -> None:
    cell = next(cell for cell in grid.cells if cell.pattern.key == key)
    QTest.mouseClick(grid, LEFT, pos=cell.box.center().toPoint())


def test_a_click_on_an_edge_and_undo_lead_there_and_back(page: WorkshopPage) -> None:
    choose(page, "cape")
    assert page.draft.piece == "cape" and page.piece.title_label.text() == "Cape"
    before = page.draft.game.plain(page.draft.body)
    click_place(page, "East edge")
    assert fact(page) == "aa.." and page.draft.steps == 1 and page.is_modified()
    click_place(page, "North-east corner")
    assert fact(page) == "ab.."
    QTest.keyClick(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.draft.game.plain(page.draft.body) == before and not page.is_modified()
    QTest.keyClick(page, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert fact(page) == "aa.."


def test_tab_goes_from_the_piece_to_what_is_counted_on_it_and_round_the_page(page: WorkshopPage) -> None:
    page.activateWindow()
    assert QTest.qWaitForWindowActive(page)
    start = page.piece.large
    start.setFocus()
    passed: list[QWidget] = [start]
    while len(passed) == 1 or (len(passed) < 60 and passed[-1] is not start):
        QTest.keyClick(passed[-1], Qt.Key.Key_Tab)
        here = QApplication.focusWidget()
        assert here is not None
        passed.append(here)
    assert passed[-1] is start
    chips = list(page.piece.chips.values())
    first = passed.index(chips[0])
    assert passed[first : first + len(chips)] == chips and first < passed.index(page.effects.list)
    counts = [box.field for row in page.piece.rows.values() if isinstance(box := row.control, CountBox)]
    last = first + len(chips)
    assert len(counts) >= 2 and passed[last : last + len(counts)] == counts
    spots = [box.mapTo(page, QPoint(0, 0)) for box in counts]
    assert spots == sorted(spots, key=lambda spot: (spot.y(), spot.x())), "row by row"


def test_tab_goes_on_to_the_count_of_the_next_row(page: WorkshopPage) -> None:
    page.activateWindow()
    assert QTest.qWaitForWindowActive(page)
    proxy = page.table.proxy
    column = next(
        column for column in range(1, proxy.columnCount()) if proxy.index(0, column).data(Qt.ItemDataRole.EditRole)
    )
    old = [int(proxy.index(row, column).data()) for row in range(3)]
    index = proxy.index(0, column)
    page.table.setCurrentIndex(index)
    page.table.edit(index)
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
def test_what_is_being_typed_is_applied_too(page: WorkshopPage, place: str) -> None:
    page.activateWindow()
    assert QTest.qWaitForWindowActive(page)
    choose(page, "bend")
    before = page.draft.game.pieces(page.draft.body).entry("bend")
    assert before is not None and not page.keys["apply"].isEnabled()
    if place == "table":
        proxy = page.table.proxy
        row = page.table.currentIndex().row()
        page.table.edit(
            next(
                index
                for column in range(1, proxy.columnCount())
                if (index := proxy.index(row, column)).data(Qt.ItemDataRole.EditRole)
            )
        )
    else:
        page.piece.rows["Sorted"].take_focus()
    line = QApplication.focusWidget()
    assert isinstance(line, QLineEdit)
    line.selectAll()
    QTest.keyClicks(line, "17")
    QTest.keyClick(line, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    after = page.editor.document.game.pieces(page.editor.document.body).entry("bend")
    assert after is not None and after.cells[2] == 17 and not page.is_modified()


def test_a_click_on_the_tile_itself_turns_its_edge(page: WorkshopPage) -> None:
    choose(page, "cape")
    box = page.piece.large.piece_box()
    QTest.mouseClick(page.piece.large, LEFT, pos=QPointF(box.right() - 12, box.center().y()).toPoint())
    assert fact(page) == "aa.."


def test_the_keyboard_goes_round_the_places(page: WorkshopPage) -> None:
    choose(page, "cape")
    large = page.piece.large
    large.setFocus()
    QTest.keyClick(large, Qt.Key.Key_Right)
    QTest.keyClick(large, Qt.Key.Key_Right)
    assert large.places[large.current].name == "East edge"
    assert "East edge: sea. A click makes it land." in large.accessibleName()
    assert page.piece.hint.full_text() == "East edge: sea. A click makes it land."
    QTest.keyClick(large, Qt.Key.Key_Space)
    assert fact(page) == "aa.." and large.places[large.current].name == "East edge"
    QTest.keyClick(large, Qt.Key.Key_R)
    assert page.draft.turn == 1
    assert [place.label for place in large.places if place.label] == ["Sea", "Land A", "Land A", "Sea"]


def test_turns_that_look_alike_cannot_be_chosen(page: WorkshopPage) -> None:
    choose(page, "strait")
    turns = page.piece.turns
    QTest.mouseClick(turns, LEFT, pos=turns.box(2).center().toPoint())
    assert page.draft.turn == 0
    assert "looks as 0°" in turns.words_at(turns.box(2).center())
    QTest.mouseClick(turns, LEFT, pos=turns.box(1).center().toPoint())
    assert page.draft.turn == 1


def test_the_mirrored_twin_is_made_by_a_click(page: WorkshopPage) -> None:
    choose(page, "cove")
    click_place(page, "South-east corner")
    assert fact(page) == "aab."
    turns = page.piece.turns
    QTest.mouseClick(turns, LEFT, pos=turns.box(4).center().toPoint())
    assert fact(page) == "abb." and len(page.draft.pieces.entries) == 9
    QTest.mouseClick(turns, LEFT, pos=turns.box(4).center().toPoint())
    assert page.draft.piece == "cove", "now it is there, and a click shows it"


def test_events_are_counted_by_both_buttons_and_by_keys(page: WorkshopPage) -> None:
    choose(page, "cape")
    chip = page.piece.chips["Gold-digger"]
    assert chip.value == 2
    QTest.mouseClick(chip, LEFT)
    assert page.piece.chips["Gold-digger"].value == 3
    QTest.mouseClick(chip, RIGHT)
    QTest.mouseClick(chip, RIGHT)
    QTest.keyClick(chip, Qt.Key.Key_Minus)
    assert page.piece.chips["Gold-digger"].value == 0
    QTest.mouseClick(chip, RIGHT)
    assert page.piece.chips["Gold-digger"].value == 0, "there are no fewer than none"
    assert page.draft.steps == 1, "counting goes on in one step"


def test_what_changed_is_told_in_figures_and_filtered(page: WorkshopPage) -> None:
    choose(page, "cape")
    row = page.piece.rows["Sorted"]
    control = row.control
    QTest.mouseClick(control.plus, LEFT)  # type: ignore[attr-defined]  # a count box, as every int has
    figures = {new.label: (old.value, new.value) for old, new in page.effects.figures.pairs}
    assert figures["Tiles"] == (180, 181) and figures["In stacks"] == (100, 100)
    assert page.set.only.button("changed").text() == "Changed 1"
    QTest.mouseClick(page.set.only.button("changed"), LEFT)
    assert names(page) == ["Cape"]
    page.compare.setCurrentIndex(2)
    page.compare.chosen.emit("box")
    assert "the box" in page.effects.caption.text()


def test_a_search_finds_names_shapes_and_events(page: WorkshopPage) -> None:
    QTest.keyClicks(page.set.search, "storm")
    assert set(names(page)) == {"Sea", "Cape", "Bend", "Cove"}
    page.set.search.clear()
    QTest.keyClicks(page.set.search, "aaa.")
    assert names(page) == ["Cove"]
    QTest.keyClick(page.set.search, Qt.Key.Key_Escape)
    assert len(names(page)) == 8


def test_a_click_on_a_head_sorts_by_it(page: WorkshopPage) -> None:
    def click(column: int) -> None:
        head = page.table.head
        x = head.sectionViewportPosition(column) + head.sectionSize(column) // 2
        QTest.mouseClick(head.viewport(), LEFT, pos=head.rect().topLeft() + type(head.rect().topLeft())(x, 12))

    first = names(page)
    click(5)
    totals = [int(str(page.table.proxy.index(row, 5).data())) for row in range(8)]
    assert totals == sorted(totals)
    click(5)
    assert [int(str(page.table.proxy.index(row, 5).data())) for row in range(8)] == totals[::-1]
    click(5)
    assert names(page) == first


def test_a_name_is_typed_in_the_table(page: WorkshopPage, qtbot: QtBot) -> None:
    choose(page, "cape")
    index = page.table.currentIndex().siblingAtColumn(NAME)
    QTest.mouseDClick(page.table.viewport(), LEFT, pos=page.table.visualRect(index).center())
    line = page.table.viewport().findChild(QLineEdit)
    assert line is not None and line.text() == "cape"
    QTest.keyClicks(line, "headland")
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.draft.piece == "headland")
    assert "Headland" in names(page)
    assert page.draft.look.origins["headland"] == "cape"
    entry = page.draft.entry
    assert entry is not None and not page.model.is_new(entry) and page.model.is_changed(entry)


def test_a_figure_is_typed_in_the_table_and_nonsense_refused(page: WorkshopPage, qtbot: QtBot) -> None:
    choose(page, "cape")
    told: list[str] = []
    page.draft.refused.connect(told.append)
    for text, refusals in (("15", 0), ("many", 1), ("5000", 2)):
        middle = page.table.visualRect(page.table.currentIndex().siblingAtColumn(3)).center()
        QTest.mouseClick(page.table.viewport(), LEFT, pos=middle)
        QTest.mouseDClick(page.table.viewport(), LEFT, pos=middle)
        line = page.table.viewport().findChild(QLineEdit)
        assert line is not None
        line.selectAll()
        QTest.keyClicks(line, text)
        QTest.keyClick(line, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: page.table.viewport().findChild(QLineEdit) is None)
        entry = page.draft.entry
        assert entry is not None and entry.cells[2] == 15 and len(told) == refusals
    assert len(told) == 2 and all("whole number from 0 to 999" in words for words in told)


def test_a_piece_that_lies_on_the_board_is_not_removed(page: WorkshopPage) -> None:
    told: list[str] = []
    page.draft.refused.connect(told.append)
    entry = next(entry for entry in page.draft.pieces.entries if entry.places)
    choose(page, entry.key)
    QTest.mouseClick(page.set.buttons["remove"], LEFT)
    name = page.draft.game.grid(page.draft.body).name(entry.places[0])
    assert len(told) == 1 and name in told[0] and page.draft.steps == 0
    choose(page, "cape")
    QTest.mouseClick(page.set.buttons["duplicate"], LEFT)
    assert page.draft.piece == "cape 2"
    QTest.mouseClick(page.set.buttons["remove"], LEFT)
    assert "Cape 2" not in names(page)
    QTest.mouseClick(page.new, LEFT)
    assert page.draft.piece == "two capes"


def test_delete_takes_a_piece_out_only_where_the_table_has_the_keyboard(page: WorkshopPage) -> None:
    choose(page, "cape")
    page.piece.large.setFocus()
    QTest.keyClick(page.piece.large, Qt.Key.Key_Delete)
    page.piece.chips["Pirates"].setFocus()
    QTest.keyClick(page.piece.chips["Pirates"], Qt.Key.Key_Delete)
    assert "Cape" in names(page) and page.piece.chips["Pirates"].value == 0
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    assert "Cape" not in names(page) and page.draft.piece == "bend"


def test_words_of_a_pattern_without_room_end_in_dots_and_are_told_whole(qtbot: QtBot) -> None:
    page = opened(qtbot, shipped_layouts("goldland")[0])
    choose(page, "K1")
    assert (pattern := page.patterns.detail.pattern) is not None
    shape = page.patterns.detail.shape
    page.patterns.detail.name.setText("Tile K1, and a name that leaves next to no room")
    qtbot.waitUntil(lambda: shape.text().endswith("…"))
    assert pattern.words in shape.toolTip() and shape.accessibleName() == pattern.words


def test_patterns_are_walked_added_and_laid_on_the_bench(page: WorkshopPage) -> None:
    choose(page, "cove")
    grid, detail = page.patterns.grid, page.patterns.detail
    assert grid.inspected == "aaa."
    click_pattern(grid, "abb.")
    assert detail.pattern is not None and detail.name.text() == "Cape and bend"
    assert "none of these" in detail.words.text()
    QTest.mouseClick(detail.add, LEFT)
    assert fact(page) == "abb." and page.draft.steps == 1
    click_pattern(grid, "a.a.")
    assert "cut the ships' route" in detail.words.text() and not detail.add.isVisibleTo(page)
    grid.setFocus()
    QTest.keyClick(grid, Qt.Key.Key_Left)
    assert grid.inspected == "a.b."
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert page.draft.piece == "strait"


def test_the_proof_says_what_lacks_and_one_click_adds_it(page: WorkshopPage, qtbot: QtBot) -> None:
    for scarce in SCARCE:
        page.draft.set_field(scarce, 0, "less")
    qtbot.waitUntil(lambda: bool(page.patterns.needs))
    assert any(
        problem.code == "board.incompletable" for problem in (row.problem for row in page.effects.list.fates.rows)
    )
    key, need = next(iter(page.patterns.needs.items()))
    click_pattern(page.patterns.grid, key)
    detail = page.patterns.detail
    assert detail.add.text() == f"Add {need.count}" and detail.look.isVisibleTo(page)
    wanted: list[object] = []
    page.open_requested.connect(wanted.append)
    QTest.mouseClick(detail.look, LEFT)
    assert wanted == [page.editor] and page.editor.desk.selection == frozenset(need.cells)
    QTest.mouseClick(detail.add, LEFT)
    qtbot.waitUntil(lambda: not page.inquiry.is_waiting)
    assert key not in page.patterns.needs or page.patterns.needs[key].count < need.count


def test_a_problem_that_is_caused_is_repaired_in_its_row(page: WorkshopPage, qtbot: QtBot) -> None:
    laid = next(entry for entry in page.draft.pieces.entries if entry.places)
    page.draft.set_field(f"sorted:{laid.key}", 0, "none")
    qtbot.waitUntil(lambda: not page.inquiry.is_waiting)
    fates = page.effects.list.fates
    row = next(row for row, fate in enumerate(fates.rows) if fate.problem.code == "tiles.preplaced")
    assert fates.rows[row].kind == "caused" and fates.rows[row].problem.severity is Severity.ERROR
    assert page.effects.verdict.full_text() == "These pieces make errors"
    page.effects.list.setCurrentIndex(fates.index(row, 0))
    QTest.keyClick(page.effects.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not page.inquiry.is_waiting)
    assert not any(fate.kind == "caused" for fate in fates.rows)
    assert page.draft.pieces.entry(laid.key).cells[2] == len(laid.places)  # type: ignore[union-attr]  # it stays


def test_apply_is_one_step_of_the_layout_and_discard_none(page: WorkshopPage) -> None:
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
    assert document.game.plain(document.body) == document.game.plain(before)
    assert page.draft.body == document.body, "the workshop follows"


def test_a_layout_that_is_drawn_meanwhile_takes_the_changes_too(page: WorkshopPage) -> None:
    document, desk = page.editor.document, page.editor.desk
    choose(page, "cape")
    click_place(page, "East edge")
    cell = next(
        cell for cell in range(document.grid.count) if desk.game.pick(document.body, cell).key == "undiscovered"
    )
    document.apply(
        "drawn", desk.game.stamp(document.body, cell, desk.game.pick(document.body, cell)._replace(key="void"))
    )
    assert page.draft.steps == 1 and fact(page) == "aa.."
    assert desk.game.pick(page.draft.body, cell).key == "void"
    document.apply("less", desk.game.removed(document.body, "cape"))
    assert page.draft.steps == 0 and page.draft.body == document.body


def test_pieces_of_another_layout_come_by_ticks(
    page: WorkshopPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = open_layout(BASE)
    grown = other.game.duplicated(other.body, "cove")
    grown = other.game.set_field(grown, -1, "shape:cove 2", "aab.")
    grown = other.game.set_field(grown, -1, "sorted:cape", 3)
    path = tmp_path / "other.json"
    save_layout(replace(other, body=grown), path)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_asked: (str(path), ""))
    answer(lambda dialog: _untick_cape(dialog))
    page.import_pieces()
    assert names(page)[-1] == "Cove 2" and page.draft.steps == 1
    cape = page.draft.pieces.entry("cape")
    assert cape is not None and cape.cells[2] == 12, "it was not ticked"


def _untick_cape(dialog: object) -> None:
    assert isinstance(dialog, ImportDialog)
    words = {entry.key: dialog.model.words(row) for row, entry in enumerate(dialog.model.entries)}
    assert words["cove 2"] == "new" and words["cape"] == "other counts" and words["sea"] == "the same already"
    assert set(dialog.ticked) == {"cove 2", "cape"}
    row = next(row for row, entry in enumerate(dialog.model.entries) if entry.key == "cape")
    box = dialog.list.visualRect(dialog.model.index(row, 0))
    QTest.mouseClick(dialog.list.viewport(), LEFT, pos=box.center())
    assert dialog.ticked == ("cove 2",) and dialog.import_button.text() == "Import 1 piece"
    QTest.mouseClick(dialog.import_button, LEFT)


def test_a_file_that_is_no_layout_of_the_game_is_refused(page: WorkshopPage, monkeypatch: pytest.MonkeyPatch) -> None:
    path = layouts_dir() / "entdecker" / "base.json"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_asked: (str(path), ""))
    told: list[str] = []
    answer(lambda dialog: _read(dialog, told))
    page.import_pieces()
    assert page.draft.steps == 0 and any("Entdecker" in words for words in told)


def _read(dialog: object, told: list[str]) -> None:
    assert isinstance(dialog, QDialog)
    told += [label.text() for label in dialog.findChildren(QLabel)]
    dialog.reject()


def test_every_game_with_pieces_has_a_page(qtbot: QtBot) -> None:
    for slug in known():
        if load(slug).has_workshop:
            page = opened(qtbot, next(iter(shipped_layouts(slug))))
            for entry in page.draft.pieces.entries[:6]:
                choose(page, entry.key)
                assert page.piece.title_label.text() == entry.name
                large = page.piece.large
                for number, place in enumerate(large.places):
                    assert large.place_at(large.sign_middle(number)) >= 0, (entry.key, place)
            page.grab()


@pytest.mark.usefixtures("full_dress")
def test_half_a_window_is_room_enough(page: WorkshopPage) -> None:
    page.resize(635, 610)
    assert page.folding.is_narrow and page.minimumSizeHint().width() <= 635
    assert page.piece.large.isVisible() and not page.table.isVisible()
    page.folding.open("set")
    assert page.table.isVisible()


def test_a_game_without_patterns_has_a_workshop_too(qtbot: QtBot) -> None:
    """The card that is not shown is refreshed all the same: it goes with the page, and not before."""
    layouts = [open_layout(shipped_layouts(slug)[0]) for slug in known()]
    without = next(layout for layout in layouts if not layout.game.patterns(layout.body) and layout.path is not None)
    page = opened(qtbot, Path(str(without.path)))
    page.refresh()
    assert not page.patterns.isVisible()
