"""Version history and comparison of layouts."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from studio.core.rng import Rng
from studio.core.text import relative_date
from studio.documents.paths import shipped_layouts
from studio.documents.store import list_backups, read_layout, read_record, save_with_backup
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.editor.problems.problem_groups import VerifyState
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.version_history import CompareAction, CompareDialog, VersionHistory
from studio.gui.style.stylesheet import apply_theme
from studio.gui.style.theme import THEMES
from studio.gui.widgets.dialogs import AppDialog
from studio.services.layout_diff import diff_layouts, differing_cells
from studio.services.loading import LoadedLayout, load_layout, save_layout, start_match, to_layout, to_record
from tests.gui.stand_ins import SMALLEST
from tests.gui.windows import in_dialog
from tests.helpers import instance_of, not_none


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A layout that was saved three times, at different times."""
    path = tmp_path / "gulf.json"
    layout = read_layout(SMALLEST)
    for number, name in enumerate(("First", "Second", "Third")):
        save_with_backup(path, msgspec.structs.replace(layout, name=name))
        os.utime(path, (1e9 + 1000 * number, 1e9 + 1000 * number))
    return path


@pytest.fixture
def page(window: MainWindow, path: Path) -> EditorPage:
    return instance_of(EditorPage, window.open_path(path))


def test_versions_show_date_and_differences(window: MainWindow, page: EditorPage) -> None:
    seen: list[tuple[str, str]] = []

    def look(history: VersionHistory) -> None:
        seen.extend((entry.name.lower(), entry.about) for entry in history.list.entries())
        assert history.selected is not None and history.when.text().endswith(history.selected.time_text)
        history.reject()

    in_dialog(look, VersionHistory)
    assert window.menus.action("earlier").isEnabled()
    window.menus.action("earlier").trigger()
    dates = [relative_date(1e9 + 1000).lower(), relative_date(1e9).lower()]
    assert seen == list(zip(dates, ["named “Second”", "named “First”"], strict=True))


def test_restoring_a_layout_is_one_undo_step(window: MainWindow, page: EditorPage, path: Path) -> None:
    before = path.read_bytes()

    def restore_first(history: VersionHistory) -> None:
        QTest.keyClick(history.list, Qt.Key.Key_Down)
        history.restore_button.click()

    in_dialog(restore_first, VersionHistory)
    assert window.commands.show_version_history() is page
    assert page.title() == "First" and page.is_modified()
    assert path.read_bytes() == before
    page.document.undo()
    assert page.title() == "Third" and not page.is_modified()


def test_a_version_can_be_restored_from_the_comparison(window: MainWindow, page: EditorPage) -> None:
    def compare(history: VersionHistory) -> None:
        in_dialog(restore, CompareDialog)
        assert history.compare_button.isVisible()
        history.compare_button.click()

    def restore(dialog: CompareDialog) -> None:
        assert "named “Second”" in dialog.summary.full_text()
        dialog.finish("restore")

    in_dialog(compare, VersionHistory)
    window.menus.action("earlier").trigger()
    assert page.title() == "Second"
    assert page.is_modified()
    page.document.undo()
    assert page.title() == "Third"


def test_restored_match_opens_in_its_own_tab(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    opened = load_layout(SMALLEST)
    match, rng = start_match(opened, 2, seed=3), Rng(5)
    for number in range(2):
        for _move in range(3):
            legal = match.state.legal()
            match.play(legal[rng.below(len(legal))])
        save_with_backup(path, to_record(match, to_layout(opened), ["Ada", "Bento"], ["human", "human"]))
        os.utime(path, (1e9 + number, 1e9 + number))
    page = not_none(window.open_path(path))
    before = path.read_bytes()
    seen: list[str] = []

    def restore(history: VersionHistory) -> None:
        seen.extend(entry.about for entry in history.list.entries())
        history.restore_button.click()

    in_dialog(restore, VersionHistory)
    other = window.commands.show_version_history()
    assert seen == ["3 moves fewer"]
    assert other is not None and other is not page and window.active_page() is other
    assert window.documents.path_of(other) != path
    assert path.read_bytes() == before and len(read_record(path).log) == 6


def test_damaged_versions_are_skipped(window: MainWindow, page: EditorPage, path: Path) -> None:
    counts: list[int] = []

    def count(dialog: VersionHistory) -> None:
        counts.append(len(dialog.versions))
        dialog.reject()

    for damaged in range(3):
        for backup in list_backups(path)[:damaged]:
            backup.path.write_text('{"format": "studio.layout"}', "utf-8")
        in_dialog(count, VersionHistory)
        window.commands.show_version_history()
    assert counts == [2, 1, 0]


def test_pages_without_a_file_have_no_history(window: MainWindow) -> None:
    assert not window.menus.action("earlier").isEnabled()
    window.open_path(SMALLEST)
    assert not window.menus.action("earlier").isEnabled(), "a shipped layout opens as a copy without a file"
    assert window.commands.show_version_history() is None


# comparison


def changed(opened: LoadedLayout, cells: list[int]) -> LoadedLayout:
    """A layout with another stamp on some cells."""
    game, body = opened.game, opened.body
    stamps = [item.stamp for group in game.sketch.palette(body) for item in group.items]
    for cell in cells:
        body = next(after for stamp in stamps if (after := game.editing.stamp(body, cell, stamp)) != body)
    return replace(opened, body=body)


def pair(slug: str) -> tuple[LoadedLayout, LoadedLayout]:
    """A layout, and the same with two other cells in its middle and another name."""
    mine = load_layout(shipped_layouts(slug)[0])
    middle = mine.game.body.grid(mine.body).count // 2
    theirs = changed(mine, [middle, middle + 1])
    return mine, replace(theirs, layout=msgspec.structs.replace(theirs.layout, name="Theirs"))


def shown(qtbot: QtBot, mine: LoadedLayout, theirs: LoadedLayout, *actions: CompareAction) -> CompareDialog:
    dialog = CompareDialog(None, "Sea", (("Here", mine), ("In the file", theirs)), actions)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


@pytest.fixture(params=slugs())
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def dialog(qtbot: QtBot, slug: str) -> CompareDialog:
    return shown(qtbot, *pair(slug), CompareAction("mine", "Keep mine"))


def test_differing_cells_are_marked_listed_and_read_out(dialog: CompareDialog, slug: str) -> None:
    mine, theirs = pair(slug)
    cells = differing_cells(mine.game, theirs.body, mine.body)
    assert cells
    grid = mine.game.body.grid(mine.body)
    rows = [str(dialog.list.model().index(row, 0).data()) for row in range(dialog.list.model().rowCount())]
    assert rows == [*([grid.name(cell) for cell in cells] if slug != "goldland" else ["Board · Temple"]), "Name"]
    assert {target for part in dialog.differences.parts for target in part.targets} == set(cells)
    assert "differ" in dialog.summary.full_text() and "named “Theirs”" in dialog.summary.full_text()
    change = dialog.differences.changes[0]
    for view in dialog.views:
        notes = {cell: view.notes_at(view.widget_rect(cell).center().toPointF()) for cell in cells}
        assert all(" → " in note for note in notes.values()), notes
        board = not_none(QAccessible.queryAccessibleInterface(view))
        children = [child for at in range(board.childCount()) if (child := board.child(at)) is not None]
        texts = [child.text(QAccessible.Text.Name) for child in children]
        assert f"{change.name}, {change.one} → {change.other}" in texts
        assert len([text for text in texts if ", " in text and "→" not in text]) > len(dialog.differences.changes)


def test_both_boards_scroll_and_zoom_together(dialog: CompareDialog, qtbot: QtBot) -> None:
    one, other = dialog.views

    def is_same_center() -> bool:
        return (one.view_center() - other.view_center()).manhattanLength() * other.zoom * 64 <= 2

    qtbot.waitUntil(lambda: one.is_fitted and other.is_fitted and one.zoom == other.zoom)
    one.set_zoom(one.zoom * 2)
    qtbot.waitUntil(lambda: other.zoom == one.zoom)
    one.center_on(1.0, 1.0)
    qtbot.waitUntil(is_same_center)
    other.center_on(3.0, 2.0)
    qtbot.waitUntil(is_same_center)
    assert abs(other.view_center().x() - 3.0) < 0.2, "either board leads"
    other.fit()
    qtbot.waitUntil(lambda: one.is_fitted)


def test_selected_cell_is_shown_on_both_boards(dialog: CompareDialog, qtbot: QtBot) -> None:
    one, other = dialog.views
    one.set_zoom(3.0)
    one.center_on(0.0, 0.0)
    qtbot.waitUntil(lambda: other.zoom == one.zoom)
    place = dialog.list.visualRect(dialog.list.model().index(0, 0)).center()
    QTest.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    cell = dialog.differences.changes[0].cell
    for view in dialog.views:
        assert view.rect().intersects(view.widget_rect(cell))


def test_differences_of_size_or_text_mark_no_cells(qtbot: QtBot) -> None:
    mine = load_layout(shipped_layouts(slugs()[0])[0])
    larger = replace(mine, body=mine.game.editing.resize(mine.body, 0, 0, 2, 0))
    for theirs, text in ((larger, "now"), (mine, "no visible differences")):
        dialog = shown(qtbot, mine, theirs)
        assert text in dialog.summary.full_text() and dialog.list.isHidden() == (theirs is mine)
        buttons = [button.objectName() for button in dialog.findChildren(QPushButton)]
        assert buttons == ([""] if theirs is mine else ["merge", ""])


def test_layouts_of_two_games_cannot_be_compared(qtbot: QtBot) -> None:
    one, other = (load_layout(shipped_layouts(slug)[0]) for slug in slugs()[:2])
    with pytest.raises(ValueError, match="The layouts belong to different games: "):
        CompareDialog(None, "Sea", (("Here", one), ("There", other)), ())


def test_parts_are_taken_by_key_click_and_on_the_board(qtbot: QtBot, slug: str) -> None:
    mine, theirs = pair(slug)
    dialog = shown(qtbot, mine, theirs)
    parts = dialog.differences.parts
    assert not dialog.merge_button.isEnabled() and dialog.result_layout is mine
    dialog.list.selectRow(0)
    QTest.keyClick(dialog.list, Qt.Key.Key_Right)
    assert dialog.taken == {parts[0].path} and dialog.merge_button.isEnabled()
    pick, cell = mine.game.editing.pick, parts[0].targets[0]
    assert pick(dialog.result_layout.body, cell) == pick(theirs.body, cell) != pick(mine.body, cell)
    assert [dialog.list.model().index(0, column).data()[0] for column in (1, 2)].index("✓") == 1
    QTest.keyClick(dialog.list, Qt.Key.Key_Left)
    assert not dialog.taken and dialog.result_layout.body == mine.body
    QTest.keyClick(dialog.list, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(dialog.list, Qt.Key.Key_Right)
    assert dialog.result_layout.body == theirs.body and dialog.result_layout.layout.name == "Theirs"
    for view, is_taken in zip(dialog.views, (False, True), strict=True):
        place = view.widget_rect(cell).center()
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
        assert (parts[0].path in dialog.taken) == is_taken
    dialog.list.taken.emit(range(len(parts)), False)
    place = dialog.list.visualRect(dialog.list.model().index(1, 2)).center()
    QTest.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert {parts[1].path} == dialog.taken
    figures = {figure.name: figure for figure in diff_layouts(mine, dialog.result_layout).stats}
    assert {name: label.text() for name, label in dialog._result_labels.items() if name in figures} == {
        name: figure.other for name, figure in figures.items() if name in dialog._result_labels
    }


def test_pieces_have_pictures_and_problems_of_the_result_are_live(qtbot: QtBot) -> None:
    mine = load_layout(shipped_layouts("columbus")[0])
    plain = mine.game.body.to_plain(mine.body)
    body = mine.game.body.parse({**plain, "tiles": {**plain["tiles"], "water": -1}})
    dialog = shown(qtbot, mine, replace(mine, body=body))
    (piece,) = dialog.differences.parts
    assert piece.kind == "piece" and not dialog.list.model().index(0, 1).data(Qt.ItemDataRole.DecorationRole).isNull()
    qtbot.waitUntil(lambda: dialog.verifier.state is VerifyState.HOLDS, timeout=60_000)
    before = dialog.problem_list.model().rowCount()
    dialog.take([0], True)
    assert "error" in dialog.problems_card.note_label.full_text()
    assert dialog.problem_list.model().rowCount() > before and dialog.verifier.state is VerifyState.IDLE
    dialog.done(0)


def test_merge_is_one_undo_step_from_a_file_a_version_and_a_change_on_disk(
    window: MainWindow, page: EditorPage, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = changed(not_none(page.edited_layout()), [0])
    before, cell = page.document.body, page.document.game.editing.pick

    def merge(dialog: CompareDialog) -> None:
        rows = [row for row, part in enumerate(dialog.differences.parts) if part.kind == "space"]
        dialog.take(rows, True)
        dialog.merge_button.click()

    def check_merged(name: str) -> None:
        assert cell(page.document.body, 0) == cell(theirs.body, 0) != cell(before, 0)
        assert page.title() == name and page.document.stack.undoText() == "Merged"
        page.document.undo()
        assert page.document.body == before

    other = tmp_path / "other.json"
    save_layout(replace(theirs, layout=msgspec.structs.replace(theirs.layout, name="Other")), other)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: (str(other), ""))
    in_dialog(merge, CompareDialog)
    window.menus.action("compare").trigger()
    check_merged("Third")

    def compare(history: VersionHistory) -> None:
        in_dialog(merge, CompareDialog)
        history.compare_button.click()

    save_with_backup(path, to_layout(theirs))
    save_with_backup(path, to_layout(not_none(page.edited_layout())))
    in_dialog(compare, VersionHistory)
    window.menus.action("earlier").trigger()
    check_merged("Third")
    page.document.rename("author", "Ada")
    save_layout(theirs, path)
    window.documents.file_watcher.check(page)
    in_dialog(merge, CompareDialog)
    window.documents.file_watcher.compare(page)
    assert not_none(page.edited_layout()).layout.author == "Ada" and page.is_modified()
    check_merged("Third")


@pytest.mark.parametrize("theme", THEMES)
def test_comparison_fits_the_smallest_window(qtbot: QtBot, qapp: QApplication, theme: str) -> None:
    apply_theme(qapp, THEMES[theme])
    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1024, 640)
    mine, theirs = pair(slugs()[0])
    actions = (CompareAction("mine", "Keep mine"),)
    dialog = CompareDialog(window, "Sea", (("Here", mine), ("In the file", theirs)), actions)
    qtbot.addWidget(dialog)
    assert dialog.minimumSizeHint().width() <= 1024 and dialog.minimumSizeHint().height() <= 640
    assert dialog.width() <= 1024 and dialog.height() <= 640


def test_active_layout_is_compared_with_a_file(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _mine, theirs = pair(slugs()[0])
    path, damaged = tmp_path / "theirs.json", tmp_path / "damaged.json"
    save_layout(theirs, path)
    damaged.write_text("{", encoding="utf-8")
    assert not window.menus.action("compare").isEnabled()
    page = instance_of(EditorPage, window.open_path(shipped_layouts(slugs()[0])[0]))
    before, dialogs = page.document.body, list[str]()

    def close(dialog: AppDialog) -> None:
        dialogs.append(type(dialog).__name__)
        dialog.reject()

    for chosen in (path, damaged, shipped_layouts(slugs()[1])[0]):
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args, chosen=chosen: (str(chosen), ""))
        in_dialog(close)
        window.menus.action("compare").trigger()
    assert dialogs == ["CompareDialog", "AppDialog", "AppDialog"]
    assert page.document.body == before
