"""The workshop in the window: opened from the editor, beside its layout, gone with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from studio.documents.autosave import find_unsaved
from studio.documents.paths import layouts_dir
from studio.documents.store import Layout
from studio.gui.editor.page import EditorPage
from studio.gui.piece_editor.page import PieceEditorPage
from studio.gui.shell.main_window import MainWindow
from studio.gui.widgets.dialogs import AppDialog, ask_unsaved
from studio.services.loading import load_layout
from tests.gui.windows import shown_window

ASK = ask_unsaved
"""The question itself; the window of these tests answers it unasked."""
BASE = layouts_dir() / "neue_entdecker" / "base.json"


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", lambda *_arguments: "discard")
    window = shown_window(qtbot)
    yield window


def _editor(window: MainWindow) -> EditorPage:
    page = window.open_path(BASE)
    assert isinstance(page, EditorPage)
    return page


def _workshop(window: MainWindow) -> PieceEditorPage:
    page = window.active_page()
    assert isinstance(page, PieceEditorPage)
    return page


def test_it_opens_beside_its_layout_once(window: MainWindow) -> None:
    editor = _editor(window)
    editor.page_actions["workshop"].trigger()
    workshop = _workshop(window)
    assert workshop.title() == "Workshop · Base map"
    window.show_page(editor)
    editor.page_actions["workshop"].trigger()
    assert window.active_page() is workshop and len(window.pages()) == 3


def test_a_finding_about_a_tile_leads_there(window: MainWindow) -> None:
    editor = _editor(window)
    assert not any(section.piece_key for box in editor.inspector.boxes for section in [box.section])
    editor.problem_controller.field_requested.emit("sorted:bend")
    assert _workshop(window).draft.selected_key == "bend"


def test_the_form_of_the_layout_has_a_button_that_leads_there(window: MainWindow) -> None:
    editor = _editor(window)
    assert editor.inspector.reveal_field("workshop")
    QTest.mouseClick(editor.inspector.rows["workshop"].control, Qt.MouseButton.LeftButton)
    assert isinstance(window.active_page(), PieceEditorPage)


def test_its_tab_goes_with_the_layout_and_asks_before(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = _editor(window)
    editor.commands.open_piece_editor()
    workshop = _workshop(window)
    workshop.draft.set_field("sorted:bend", 3, "less")
    asked: list[str] = []

    def ask(_parent: object, titles: list[str], _parting: object) -> str:
        asked.extend(titles)
        return "" if len(asked) == 1 else "discard"

    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", ask)
    assert not window.close_page(editor) and workshop in window.pages()
    assert asked == ["Workshop · Base map"]
    assert window.close_page(editor)
    assert window.pages() == [window.start]


def test_closing_it_asks_whether_the_layout_is_to_have_the_pieces(window: MainWindow, qtbot: QtBot) -> None:
    editor = _editor(window)
    editor.commands.open_piece_editor()
    workshop = _workshop(window)
    workshop.draft.set_field("sorted:bend", 3, "less")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("studio.gui.widgets.dialogs.ask_unsaved", ASK)
        seen: list[str] = []

        def look() -> None:
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, AppDialog)
            seen.append(dialog.windowTitle())
            button = dialog.findChild(QPushButton, "save")
            assert button is not None
            seen.append(button.text())
            button.click()

        QTimer.singleShot(0, look)
        assert window.close_page(workshop)
    assert seen[0].endswith("Apply the changes to the layout first?") and seen[1] == "Apply"
    assert editor.document.stack.count() == 1


def test_save_applies(window: MainWindow) -> None:
    editor = _editor(window)
    editor.commands.open_piece_editor()
    workshop = _workshop(window)
    workshop.draft.set_field("sorted:bend", 3, "less")
    assert window.save() and not workshop.is_modified()
    assert editor.is_modified() and editor.document.stack.count() == 1


def test_the_window_saves_what_was_changed_in_the_workshop_with_the_layout(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "sea.json"
    path.write_bytes(BASE.read_bytes())
    editor = window.open_path(path)
    assert isinstance(editor, EditorPage)
    editor.commands.open_piece_editor()
    _workshop(window).draft.set_field("sorted:bend", 3, "less")
    assert not editor.is_modified()
    asked: list[list[str]] = []

    def save(_parent: object, titles: list[str], _parting: object) -> str:
        asked.append(list(titles))
        return "save"

    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", save)
    assert window.close()
    assert asked == [["Workshop · Base map", "Base map"]]
    body = load_layout(path).body
    assert editor.document.game.pieces.pieces(body).entry("bend").cells[2] == 3  # type: ignore[union-attr]  # it is there


def test_a_program_that_ends_unasked_keeps_what_was_changed_in_the_workshop(window: MainWindow) -> None:
    editor = _editor(window)
    editor.commands.open_piece_editor()
    _workshop(window).draft.set_field("sorted:bend", 3, "less")
    window.shut_down()
    (kept,) = find_unsaved()
    assert isinstance(kept.document, Layout)
    (bend,) = [kind for kind in kept.document.body["tiles"] if kind["name"] == "bend"]
    assert bend["sorted"] == 3


def test_the_layout_keeps_what_its_workshop_has_not_applied(window: MainWindow) -> None:
    editor = _editor(window)
    editor.commands.open_piece_editor()
    workshop = _workshop(window)
    workshop.draft.set_field("sorted:bend", 3, "less")
    assert editor.autosave_now() and editor.autosaver.file.is_written and not editor.is_modified()
    workshop.draft.stack.undo()
    assert not editor.autosaver.file.is_written, "nothing is different from the file"
    workshop.draft.stack.redo()
    assert editor.autosave_now() and editor.autosaver.file.is_written
    assert window.close_page(workshop)
    assert not editor.autosaver.file.is_written, "it was discarded"


def test_a_window_that_closes_leaves_nothing_of_what_was_discarded(window: MainWindow, qtbot: QtBot) -> None:
    editor = _editor(window)
    editor.document.rename("author", "Ada")
    editor.commands.open_piece_editor()
    _workshop(window).draft.set_field("sorted:bend", 3, "less")
    assert editor.autosave_now() and editor.autosaver.file.is_written
    assert window.close()
    assert not editor.autosaver._timer.isActive(), "nothing is to be written any more"
    assert not find_unsaved()
