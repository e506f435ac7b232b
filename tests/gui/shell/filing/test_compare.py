"""Two versions of a layout beside each other: marked in both boards, told below, moved together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.version_history import CompareAction, CompareDialog
from studio.gui.style.stylesheet import apply_theme
from studio.gui.style.theme import THEMES
from studio.gui.widgets.dialogs import AppDialog
from studio.services.layout_diff import differing_cells
from studio.services.loading import LoadedLayout, load_layout, save_layout


def changed(opened: LoadedLayout, cells: list[int]) -> LoadedLayout:
    """A layout with what lies on some cells taken off, or put where nothing lies."""
    game, body = opened.game, opened.body
    stamps = [item.stamp for group in game.sketch.palette(body) for item in group.items]
    for cell in cells:
        body = next(after for stamp in stamps if (after := game.editing.stamp(body, cell, stamp)) != body)
    return replace(opened, body=body)


def pair(slug: str) -> tuple[LoadedLayout, LoadedLayout]:
    """A layout, and the same with other things in its middle and another name."""
    mine = load_layout(shipped_layouts(slug)[0])
    middle = mine.game.body.grid(mine.body).count // 2
    theirs = changed(mine, [middle, middle + 1])
    return mine, replace(theirs, layout=msgspec.structs.replace(theirs.layout, name="Theirs"))


def shown(qtbot: QtBot, mine: LoadedLayout, theirs: LoadedLayout, *answers: CompareAction) -> CompareDialog:
    dialog = CompareDialog(None, "Sea", (("Here", mine), ("In the file", theirs)), answers)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


@pytest.fixture(params=slugs())
def dialog(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[CompareDialog]:
    yield shown(qtbot, *pair(request.param), CompareAction("mine", "Keep mine"))


def test_cells_that_differ_are_marked_in_both_and_told(dialog: CompareDialog, qtbot: QtBot) -> None:
    mine, theirs = pair(next(slug for slug in slugs() if dialog.differences == _found(slug)))
    cells = differing_cells(theirs, mine)
    assert cells
    grid = mine.game.body.grid(mine.body)
    for view in dialog.views:
        notes = {cell: view.notes_at(view.widget_rect(cell).center().toPointF()) for cell in cells}
        assert all(" → " in note for note in notes.values()), notes
    rows = [str(dialog.list.model().index(row, 0).data()) for row in range(dialog.list.model().rowCount())]
    assert [row.split()[0] for row in rows] == [grid.name(cell) for cell in cells]
    assert "differ" in dialog.summary.full_text() and "called “Theirs”" in dialog.summary.full_text()


def test_readers_hear_what_lies_and_what_differs(dialog: CompareDialog) -> None:
    change = dialog.differences.changes[0]
    for view in dialog.views:
        board = QAccessible.queryAccessibleInterface(view)
        assert board is not None
        places = [place for at in range(board.childCount()) if (place := board.child(at)) is not None]
        heard = {place.text(QAccessible.Text.Name): place.text(QAccessible.Text.Description) for place in places}
        assert heard[change.name] == f"{change.one} → {change.other}"
        assert len([text for text in heard.values() if text and "→" not in text]) > len(dialog.differences.changes)


def _found(slug: str) -> object:
    from studio.services.layout_diff import diff_layouts

    return diff_layouts(*pair(slug))


def test_both_boards_move_together(dialog: CompareDialog, qtbot: QtBot) -> None:
    one, other = dialog.views
    qtbot.waitUntil(lambda: one.is_fitted and other.is_fitted and one.zoom == other.zoom)
    one.set_zoom(one.zoom * 2)
    qtbot.waitUntil(lambda: other.zoom == one.zoom)
    one.center_on(1.0, 1.0)
    qtbot.waitUntil(lambda: (one.view_center() - other.view_center()).manhattanLength() * other.zoom * 64 <= 2)
    other.center_on(3.0, 2.0)
    qtbot.waitUntil(lambda: (one.view_center() - other.view_center()).manhattanLength() * other.zoom * 64 <= 2)
    assert abs(other.view_center().x() - 3.0) < 0.2, "whichever is moved leads"
    other.fit()
    qtbot.waitUntil(lambda: one.is_fitted)


def test_a_space_that_is_chosen_comes_into_view_in_both(dialog: CompareDialog, qtbot: QtBot) -> None:
    one, other = dialog.views
    one.set_zoom(3.0)
    one.center_on(0.0, 0.0)
    qtbot.waitUntil(lambda: other.zoom == one.zoom)
    place = dialog.list.visualRect(dialog.list.model().index(0, 0)).center()
    QTest.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    cell = dialog.differences.changes[0].cell
    for view in dialog.views:
        assert view.rect().intersects(view.widget_rect(cell))


def test_layouts_that_differ_in_words_or_size_mark_nothing(qtbot: QtBot) -> None:
    mine = load_layout(shipped_layouts(slugs()[0])[0])
    larger = replace(mine, body=mine.game.editing.resize(mine.body, 0, 0, 2, 0))
    for theirs, text in ((larger, "now"), (mine, "nothing that can be seen")):
        dialog = shown(qtbot, mine, theirs)
        assert text in dialog.summary.full_text() and dialog.list.isHidden()
        assert [button.objectName() for button in dialog.findChildren(QPushButton)] == [""]


def test_two_games_are_not_compared(qtbot: QtBot) -> None:
    one, other = (load_layout(shipped_layouts(slug)[0]) for slug in slugs()[:2])
    with pytest.raises(ValueError, match="One is a layout of"):
        CompareDialog(None, "Sea", (("Here", one), ("There", other)), ())


@pytest.mark.parametrize("theme", THEMES)
def test_it_fits_the_smallest_window(qtbot: QtBot, qapp: QApplication, theme: str) -> None:
    apply_theme(qapp, THEMES[theme])
    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1024, 640)
    mine, theirs = pair(slugs()[0])
    dialog = CompareDialog(
        window, "Sea", (("Here", mine), ("In the file", theirs)), (CompareAction("mine", "Keep mine"),)
    )
    qtbot.addWidget(dialog)
    assert dialog.minimumSizeHint().width() <= 1024 and dialog.minimumSizeHint().height() <= 640
    assert dialog.width() <= 1024 and dialog.height() <= 640


def test_the_layout_in_front_is_compared_with_a_file(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _mine, theirs = pair(slugs()[0])
    path, strange = tmp_path / "theirs.json", tmp_path / "strange.json"
    save_layout(theirs, path)
    strange.write_text("{", encoding="utf-8")
    window = MainWindow()
    qtbot.addWidget(window)
    assert not window.menus.action("compare").isEnabled()
    page = window.open_path(shipped_layouts(slugs()[0])[0])
    assert isinstance(page, EditorPage)
    before, headings = page.document.body, list[str]()

    def close() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, AppDialog)
        headings.append(type(dialog).__name__)
        dialog.reject()

    for chosen in (path, strange, shipped_layouts(slugs()[1])[0]):
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args, chosen=chosen: (str(chosen), ""))
        QTimer.singleShot(0, close)
        window.menus.action("compare").trigger()
    assert headings == ["CompareDialog", "AppDialog", "AppDialog"]
    assert page.document.body == before
