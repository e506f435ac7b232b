"""Work survives the end of the program: kills, signals, end of the session."""

from __future__ import annotations

import shutil
import signal
import sys
import time
from pathlib import Path

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from studio.documents.autosave import find_unsaved, list_stored_matches
from studio.documents.paths import unsaved_dir
from studio.documents.store import read_layout, read_record
from studio.gui.editor.page import EditorPage
from studio.gui.settings import Settings
from studio.gui.shell.file_watch import NoticeBar
from studio.gui.shell.main_window import MainWindow
from studio.services.loading import load_layout, parse_layout
from tests.gui.shell.process_end import (
    BEHIND,
    PATIENCE,
    SHIPPED,
    SLACK,
    busy_process,
    killed_editor,
    killed_saver,
    killed_table,
    stored_moves,
    two_savers,
    unsaved_layout,
)
from tests.gui.windows import answer_next
from tests.helpers import instance_of, write_layout
from tests.short_run import mark_long


@pytest.fixture
def file(tmp_path: Path) -> Path:
    copy = tmp_path / "gulf.json"
    shutil.copy(SHIPPED, copy)
    return copy


@pytest.mark.long
@pytest.mark.parametrize("seed", mark_long(range(20)))
def test_killed_editor_loses_at_most_two_seconds(file: Path, data_folder: Path, seed: int) -> None:
    killed_editor(file, data_folder, seed)


@pytest.mark.long
def test_file_that_changed_before_the_kill_is_not_overwritten_unasked(
    file: Path, data_folder: Path, window: MainWindow
) -> None:
    with busy_process("editor", file, data_folder) as process:
        process.wait_for(2)
        write_layout(file, msgspec.structs.replace(read_layout(file), name="Theirs"))
        time.sleep(BEHIND + SLACK)
        process.end(signal.SIGKILL)
    (unsaved,) = find_unsaved()
    assert unsaved.changed > file.stat().st_mtime
    page = instance_of(EditorPage, window.documents.restore_unsaved(unsaved))
    (bar,) = page.findChildren(NoticeBar)
    headings = answer_next("")
    assert not window.documents.save() and headings == ["Overwrite changes from another program?"]
    assert bar.message.text() == "Another program changed this file" and read_layout(file).name == "Theirs"


@pytest.mark.long
def test_pieces_of_a_killed_piece_editor_are_recovered(file: Path, data_folder: Path) -> None:
    before = file.read_bytes()
    with busy_process("workshop", file, data_folder) as process:
        process.wait_for(1)
        until = time.monotonic() + PATIENCE
        while not any(unsaved_dir().glob("*.json")) and time.monotonic() < until:
            time.sleep(0.05)  # nothing is printed when it is autosaved
        killed = time.monotonic()
        process.end(signal.SIGKILL)
    certain = [int(count) for moment, count in process.lines if float(moment) < killed - BEHIND - SLACK]
    stored = load_layout(file)
    body = parse_layout(unsaved_layout(file)).body
    old, new = stored.game.pieces.pieces(stored.body).entries, stored.game.pieces.pieces(body).entries
    assert int(new[0].key) >= max(certain, default=1) and new[1:] == old[1:]
    assert file.read_bytes() == before


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_killed_match_loses_at_most_the_last_decision(data_folder: Path, seed: int) -> None:
    killed_table(data_folder, seed)


@pytest.mark.long
def test_two_programs_store_a_match_each(data_folder: Path) -> None:
    with busy_process("table", SHIPPED, data_folder) as first, busy_process("table", SHIPPED, data_folder) as second:
        first.wait_for(20)
        second.wait_for(20)
        first.end(signal.SIGKILL)
        second.end(signal.SIGKILL)
    made = sorted(len(process.lines) for process in (first, second))
    stored = sorted(len(read_record(match.path).log) for match in list_stored_matches())
    assert len(stored) == 2 and all(abs(here - there) <= 1 for here, there in zip(made, stored, strict=True))


ENDINGS = [signal.SIGTERM, signal.SIGINT, *([signal.SIGHUP] if sys.platform != "win32" else [])]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_kill_while_saving_leaves_a_complete_file(file: Path, data_folder: Path, seed: int) -> None:
    killed_saver(file, data_folder, seed)


@pytest.mark.long
def test_two_programs_ask_before_they_overwrite_each_other(file: Path, data_folder: Path) -> None:
    two_savers(file, data_folder)


@pytest.mark.long
@pytest.mark.parametrize("number", ENDINGS)
def test_signal_to_an_editor_loses_nothing(file: Path, data_folder: Path, number: signal.Signals) -> None:
    before = file.read_bytes()
    with busy_process("editor", file, data_folder) as process:
        process.wait_for(5)
        assert process.end(number) == 128 + number
    assert file.read_bytes() == before
    assert int(unsaved_layout(file).name) == int(process.lines[-1][1])
    assert Settings().string_list("tabs") == [str(file)], "the next start opens it again"


@pytest.mark.parametrize("number", mark_long(ENDINGS))
def test_signal_to_a_match_loses_nothing(data_folder: Path, number: signal.Signals) -> None:
    with busy_process("table", SHIPPED, data_folder) as process:
        process.wait_for(5)
        assert process.end(number) == 128 + number
    moves = [tuple(int(part) for part in numbers) for _moment, *numbers in process.lines]
    assert stored_moves(moves) == len(moves)
    assert find_unsaved() == []
    assert Settings().string_list("tabs") == [str(list_stored_matches()[0].path)]


@pytest.fixture
def page(window: MainWindow, file: Path) -> EditorPage:
    """A renamed layout."""
    page = window.open_path(file)
    assert isinstance(page, EditorPage)
    page.document.rename("name", "The Long Gulf")
    return page


def test_end_of_the_session_closes_the_window_without_a_question(
    window: MainWindow, page: EditorPage, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", lambda *_arguments: pytest.fail("nobody can answer"))
    window.autosave_all()
    assert read_layout(page.autosaver.file.path).name == "The Long Gulf" and find_unsaved() == []
    assert window.close()
    assert unsaved_layout(file).name == "The Long Gulf"


def test_cancelled_end_of_the_session_asks_again(
    window: MainWindow, page: EditorPage, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    asked: list[int] = []

    def ask(*_arguments: object) -> str:
        asked.append(1)
        return "discard"

    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", ask)
    monkeypatch.setattr("studio.gui.shell.main_window.SESSION_END_TIMEOUT_MS", 1)
    window.autosave_all()
    qtbot.waitUntil(lambda: not window._is_autosaved)
    assert window.close() and asked
    assert find_unsaved() == []
