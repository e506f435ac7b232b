"""Opening and saving files: layouts, matches, Tiled maps, files of newer programs, damaged files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from studio.documents.store import record_text
from studio.gui.editor.page import EditorPage
from studio.gui.output.export import write_tiled
from studio.gui.page import OpenDocument
from studio.gui.play.page import PlayPage
from studio.gui.settings import Settings, settings
from studio.gui.shell import session
from studio.gui.shell.main_window import MainWindow
from studio.gui.widgets.dialogs import AppDialog
from studio.services.loading import load_layout, start_match, to_layout, to_record
from tests.gui.stand_ins import BASE, SMALLEST, Notebook
from tests.gui.windows import answer_next, in_dialog, toasts
from tests.helpers import instance_of, not_none
from tests.mutating import mutated
from tests.short_run import mark_long
from tests.test_mutations import tried

FEW, BATCH, LONG = 8, 20, 300


def test_damaged_file_is_reported_with_its_folder(window: MainWindow, tmp_path: Path) -> None:
    window.add_page(Notebook("A"))
    path = tmp_path / "broken.json"
    path.write_text('{"format": "studio.layout", "version": 1, "game": "neue_ent', "utf-8")
    texts: list[str] = []

    def read(dialog: AppDialog) -> None:
        texts.extend(label.text() for label in dialog.findChildren(QLabel))
        dialog.reject()

    in_dialog(read)
    assert window.open_path(path) is None
    assert {"The file could not be opened", "broken.json", str(tmp_path)} <= set(texts)
    assert [page.title() for page in window.pages()] == ["Start", "A"]
    assert settings().recent == []


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("bad.json", b""),
        ("bad.json", b"[]"),
        ("bad.json", b"\xff\xfe\x00"),
        ("bad.json", b"[" * 100_000),
        ("bad.json", b'{"format": "studio.layout", "version": 99, "game": "neue_entdecker", "body": {}}'),
        ("bad.json", b'{"format": "studio.layout", "version": 1, "game": "chess", "body": {}}'),
        ("bad.json", b'{"format": "studio.match", "version": 1, "layout": 7}'),
        ("foreign.tmj", b'{"type": "map", "tilesets": [], "layers": []}'),
    ],
)
def test_bad_files_are_rejected_in_a_dialog(window: MainWindow, tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    headings = answer_next("close")
    assert window.open_path(path) is None
    assert headings == ["The file could not be opened"]
    assert len(window.pages()) == 1


def test_dropped_files_are_opened(window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    opened: list[str] = []
    monkeypatch.setattr(window.documents, "open_path", opened.append)
    data = QMimeData()
    odd = QUrl.fromEncoded(b"file:///tmp/s%E4a%20%C3%B6.json")
    data.setUrls([QUrl.fromLocalFile("/tmp/a %41.json"), odd, QUrl("https://example.org/b.json")])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    proposed = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    enter = QDragEnterEvent(QPoint(50, 50), proposed, data, buttons, keys)
    window.dragEnterEvent(enter)
    assert enter.isAccepted() and enter.dropAction() is Qt.DropAction.CopyAction
    drop = QDropEvent(QPointF(50, 50), proposed, data, buttons, keys)
    window.dropEvent(drop)
    assert drop.isAccepted() and drop.dropAction() is Qt.DropAction.CopyAction, "a file that was moved is deleted"
    qtbot.waitUntil(lambda: opened == ["/tmp/a %41.json", os.fsdecode(b"/tmp/s\xe4a \xc3\xb6.json")])


def test_shipped_layout_opens_once_as_a_copy(window: MainWindow) -> None:
    first = not_none(window.open_path(SMALLEST))
    assert first.path() is None
    assert window.documents.path_of(first) == SMALLEST
    assert settings().recent == []
    window.show_page(window.start)
    assert window.open_path(SMALLEST) is first
    assert len(window.pages()) == 2
    window.close()
    assert settings().string_list("tabs") == [str(SMALLEST)]


@pytest.mark.skipif(os.name != "posix", reason="file names are bytes on POSIX")
@pytest.mark.usefixtures("full_start")
def test_undecodable_file_name(window: MainWindow, tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"s\xe4a.json")
    odd.write_bytes(SMALLEST.read_bytes())
    page = instance_of(EditorPage, window.open_path(odd))
    page.document.rename("name", "Regenerate")
    assert window.documents.save()
    assert b"Regenerate" in odd.read_bytes()
    assert window.windowTitle() and settings().recent[0] == odd
    window.tabs.active_pane.bar.grab()
    window.start.recent.refresh()
    window.show_page(window.start)
    window.grab()
    session.save(window, window.documents)
    assert Settings(settings().path).string_list("tabs") == [str(odd)]
    odd.unlink()
    headings = answer_next("close")
    window.close_page(page)
    assert window.open_path(odd) is None and len(headings) == 1


@pytest.mark.parametrize(
    "name",
    mark_long(["🧭" * 60, "../../../up", "a/b\\c:d", "two\nlines\x1b"], 1, 3),
    ids=["long", "up", "parts", "lines"],
)
def test_any_layout_name_gives_a_file_name_in_the_folder(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    opened = load_layout(SMALLEST)
    opened = replace(opened, path=None, layout=msgspec.structs.replace(opened.layout, name=name))
    proposed: list[Path] = []

    def accept(_parent: object, _heading: str, path: str, _filters: str) -> tuple[str, str]:
        proposed.append(Path(path))
        return path, ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", accept)
    settings().set_value("folder", str(tmp_path))
    page = instance_of(PlayPage, window.commands.play_opened(opened))
    page.controller.close()
    page.file.autosave()
    page.file.autosaver.flush()
    assert window.documents.save()
    page.request.emit(OpenDocument(opened))
    assert window.documents.save()
    assert {path.parent for path in proposed} == {tmp_path} and len(proposed) == 2
    assert {path.name for path in tmp_path.iterdir()} == {"data", *(path.name for path in proposed)}


def test_tiled_map_opens_as_an_unsaved_layout(window: MainWindow, tmp_path: Path) -> None:
    layout = load_layout(BASE)
    write_tiled(layout, tmp_path, "board")
    page = instance_of(EditorPage, window.open_path(tmp_path / "board.tmj"))
    assert page.document.body == layout.body and page.title() == layout.layout.name
    assert page.path() is None and page.document.is_modified


def test_unknown_fields_are_reported_and_saved(window: MainWindow, tmp_path: Path) -> None:
    opened = load_layout(SMALLEST)
    record = to_record(start_match(opened, 2, seed=4), to_layout(opened), ["Ada", "Bento"], ["human", "human"])
    raw = json.loads(record_text(record))
    raw["weather"] = {"wind": "west"}
    raw["layout"]["mood"] = "calm"
    raw["$schema"] = "../schemas/match.schema.json"
    path = tmp_path / "evening" / "match.json"
    path.parent.mkdir()
    path.write_text(json.dumps(raw), encoding="utf-8")

    page = instance_of(PlayPage, window.open_path(path))
    (text,) = toasts(window)
    assert "2 unknown fields" in text and "weather" in text and "$.layout.mood" in text and "are kept" in text
    page.controller.confirm_handover()
    page.controller.play(page.controller.choices.actions[0])
    assert page.file.write(path)
    again = json.loads(path.read_text("utf-8"))
    assert (again["weather"], again["layout"]["mood"]) == ({"wind": "west"}, "calm")
    assert len(again["log"]) == 1 and again["$schema"] == "../schemas/match.schema.json"
    elsewhere = tmp_path / "kept" / "years" / "match.json"
    elsewhere.parent.mkdir(parents=True)
    assert page.file.write(elsewhere)
    assert json.loads(elsewhere.read_text("utf-8"))["$schema"] == "../../schemas/match.schema.json"


def worth_opening(batch: int, files: int) -> Iterator[int]:
    """Seeds of mutated files, at most half of which are rejected."""
    rejected = 0
    for number in count(100_000 * (batch + 1)):
        if tried(number):
            yield number
        elif rejected < files // 2:
            rejected += 1
            yield number


@pytest.mark.long
@pytest.mark.parametrize(("batch", "files"), [(0, FEW), *((batch, BATCH) for batch in range(1, LONG // BATCH))])
def test_mutated_files_open_or_are_rejected(window: MainWindow, tmp_path: Path, batch: int, files: int) -> None:
    path = tmp_path / "wrong.json"
    shown = rejected = 0
    answers = QTimer()

    def close_dialog() -> None:
        nonlocal rejected
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, AppDialog):
            assert any(label.text().endswith(".") for label in dialog.findChildren(QLabel))
            rejected += 1
            dialog.reject()

    answers.timeout.connect(close_dialog)
    answers.start(1)
    numbers = worth_opening(batch, files)
    for _file in range(files):
        number = next(numbers)
        path.write_bytes(mutated(number))
        page = window.open_path(path)
        if page is not None:
            QApplication.processEvents()
            page.grab()
            assert not page.is_modified(), f"file {number} is modified after opening"
            assert window.documents._remove_page(page)
            shown += 1
    answers.stop()
    assert shown >= files // 2 and shown + rejected == files
