"""Autosave: kept beside the file of a layout while that is behind."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from studio.documents.autosave import AutosaveFile, UnsavedDocument, find_unsaved
from studio.documents.paths import shipped_layouts, unsaved_dir
from studio.documents.store import Layout, list_backups, read_layout
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.shell.main_window import MainWindow
from studio.gui.widgets import Toast
from studio.services.loading import to_layout
from tests.gui.stand_ins import SMALLEST
from tests.helpers import instance_of, write_layout
from tests.short_run import mark_long


@pytest.fixture
def path(tmp_path: Path) -> Path:
    copy = tmp_path / "gulf.json"
    shutil.copy(SMALLEST, copy)
    return copy


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, empty_start: None) -> Iterator[MainWindow]:
    """The window; changes are discarded when it is asked."""
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", lambda *_arguments: "discard")
    made = MainWindow()
    qtbot.addWidget(made)
    yield made
    for page in made.pages():
        page.about_to_close()


def editor(window: MainWindow, path: Path) -> EditorPage:
    return instance_of(EditorPage, window.open_path(path))


def change(page: EditorPage, count: int) -> None:
    """So many strokes, each a step of its own, and a name that tells them."""
    document = page.document
    groups = document.game.sketch.palette(document.body)
    stamps = [item.stamp for group in groups if group.on == "cells" for item in group.items]
    done = 0
    for cell in range(document.grid.count):
        for stamp in stamps:
            if done < count and document.apply(
                f"Stroke {done}", document.game.editing.stamp(document.body, cell, stamp)
            ):
                done += 1
    assert done == count


def kept() -> Path:
    (found,) = unsaved_dir().glob("*.json")
    return found


def lost(page: EditorPage, name: str, source: Path | None, changes: int = 23) -> UnsavedDocument:
    side = AutosaveFile()
    side.write(msgspec.structs.replace(to_layout(page.edited_layout()), name=name), source, changes)
    side.close()
    return next(unsaved for unsaved in find_unsaved() if unsaved.path == side.path)


def test_changes_are_kept_and_the_file_is_left_alone(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    page, before = editor(window, path), path.read_bytes()
    assert not unsaved_dir().exists(), "nothing has changed"
    change(page, 5)
    qtbot.waitUntil(lambda: page.autosaver.file.is_written)
    assert page.autosave_now()
    assert read_layout(kept()) == to_layout(page.edited_layout())
    assert path.read_bytes() == before and list(path.parent.glob("*.json")) == [path]
    page.autosave_now(for_good=True)
    (unsaved,) = find_unsaved()
    assert (unsaved.source, unsaved.changes) == (path, 5)


def test_a_name_that_is_typed_is_kept_to_its_last_letter(window: MainWindow, path: Path) -> None:
    page = editor(window, path)
    for length in range(1, 8):
        page.document.rename("name", "Archipelago"[:length])
        assert page.autosave_now()
        assert read_layout(kept()).name == "Archipelago"[:length]


def test_an_unfinished_stroke_is_not_kept(window: MainWindow, path: Path) -> None:
    page = editor(window, path)
    change(page, 1)
    settled = to_layout(page.edited_layout())
    change_in_hand = page.document.game.editing.blank()
    page.document.show_stroke(change_in_hand)
    page._autosave()
    assert page.autosave_now()
    assert read_layout(kept()) == settled
    page.document.drop_stroke()


def test_saving_undoing_and_discarding_leave_nothing_behind(window: MainWindow, path: Path) -> None:
    page = editor(window, path)
    change(page, 3)
    assert page.autosave_now() and kept()
    page.document.save(path)
    assert list(unsaved_dir().glob("*")) == [] and page.document.changes == 0
    page.document.undo()
    assert page.autosave_now() and kept() and page.document.changes == 1, "the file is ahead now"
    page.document.redo()
    assert list(unsaved_dir().glob("*")) == []
    page.document.undo()
    assert page.autosave_now() and kept()
    assert window.close_page(page)
    assert list(unsaved_dir().glob("*")) == []


def test_every_save_puts_the_version_before_aside(window: MainWindow, path: Path) -> None:
    page, first = editor(window, path), read_layout(path)
    change(page, 1)
    page.document.save(path)
    page.document.save(path)
    assert [read_layout(backup.path) for backup in list_backups(path)] == [first]


def test_what_was_lost_is_one_undo_step_over_its_file(window: MainWindow, path: Path) -> None:
    page = editor(window, path)
    opened = to_layout(page.edited_layout())
    unsaved = lost(page, "The Long Gulf", path)
    window.close_page(page)
    restored = window.documents.restore_unsaved(unsaved)
    assert isinstance(restored, EditorPage) and window.active_page() is restored
    assert restored.path() == path and restored.is_modified() and restored.title() == "The Long Gulf"
    assert restored.document.stack.count() == 1 and restored.document.changes == 23
    assert read_layout(kept()).name == "The Long Gulf" and kept() != unsaved.path, "it keeps itself again"
    restored.autosave_now(for_good=True)
    assert [(again.changes, again.source) for again in find_unsaved()] == [(23, path)]
    restored.document.undo()
    assert not restored.is_modified() and to_layout(restored.edited_layout()) == opened


def test_it_is_restored_into_the_tab_that_is_open(window: MainWindow, path: Path) -> None:
    page = editor(window, path)
    unsaved = lost(page, "The Long Gulf", path)
    count = len(window.pages())
    assert window.documents.restore_unsaved(unsaved) is page and len(window.pages()) == count
    assert page.title() == "The Long Gulf" and page.document.changes == 23
    page.document.undo()
    assert page.document.changes == 0


def test_it_is_restored_beside_a_tab_with_other_unsaved_changes(window: MainWindow, path: Path) -> None:
    page = editor(window, path)
    change(page, 2)
    mine = to_layout(page.edited_layout())
    restored = window.documents.restore_unsaved(lost(page, "The Long Gulf", path))
    assert isinstance(restored, EditorPage) and restored is not page
    assert restored.title() == "The Long Gulf" and restored.path() is None and restored.document.changes == 23
    assert to_layout(page.edited_layout()) == mine and page.path() == path


@pytest.mark.parametrize("fate", mark_long(["gone", "damaged", "another game", "never saved"], 1, 2))
def test_it_is_restored_when_its_file_is_no_help(window: MainWindow, path: Path, fate: str) -> None:
    page = editor(window, path)
    unsaved = lost(page, "The Long Gulf", None if fate == "never saved" else path)
    window.close_page(page)
    if fate == "gone":
        path.unlink()
    elif fate == "damaged":
        path.write_text("{", "utf-8")
    elif fate == "another game":
        write_layout(path, read_layout(shipped_layouts(slugs()[-1])[0]))
    before = path.read_bytes() if path.exists() else b""
    restored = instance_of(EditorPage, window.documents.restore_unsaved(unsaved))
    assert restored.is_modified() and restored.title() == "The Long Gulf" and restored.document.changes == 23
    assert restored.path() == (path if fate in ("gone", "damaged") else None)
    assert (path.read_bytes() if path.exists() else b"") == before
    assert read_layout(kept()).name == "The Long Gulf"


def test_what_equals_its_file_by_now_is_not_changed(window: MainWindow, path: Path) -> None:
    page = editor(window, path)
    unsaved = lost(page, page.title(), path)
    window.close_page(page)
    restored = window.documents.restore_unsaved(unsaved)
    assert restored is not None and not restored.is_modified()
    assert list(unsaved_dir().glob("*")) == []


def test_a_document_taken_by_another_window_is_reported(window: MainWindow, path: Path) -> None:
    page = editor(window, path)
    unsaved = lost(page, "The Long Gulf", path)
    unsaved.path.unlink()
    assert window.documents.restore_unsaved(unsaved) is None
    assert "Another window" in window.findChildren(Toast)[0].label.text()


def test_nothing_is_thrown_away_while_the_disk_is_full(
    window: MainWindow, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = editor(window, path)
    unsaved = lost(page, "The Long Gulf", path)

    def full(*_words: object) -> None:
        from studio.documents.files import DocumentError

        raise DocumentError("x", "", "it could not be written (no space left on device).")

    monkeypatch.setattr("studio.documents.autosave.write_text", full)
    assert window.documents.restore_unsaved(unsaved) is page and page.title() == "The Long Gulf"
    assert read_layout(unsaved.path).name == "The Long Gulf" and find_unsaved() == [unsaved]


def test_a_layout_that_was_taken_in_is_one_step(window: MainWindow, path: Path) -> None:
    page = editor(window, path)
    before = to_layout(page.edited_layout())
    other = msgspec.structs.replace(before, name="Earlier")
    assert page.replace_layout(other, "Version of yesterday")
    assert page.document.stack.undoText() == "Version of yesterday" and to_layout(page.edited_layout()) == other
    assert not page.replace_layout(other, "Restart"), "it is what is shown"
    assert not page.replace_layout(Layout(game="chess", body={}), "Chess")
    page.document.undo()
    assert to_layout(page.edited_layout()) == before and not page.is_modified()
