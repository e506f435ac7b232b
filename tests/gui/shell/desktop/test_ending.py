"""However the program ends, what somebody did in it is found again: killed, told to end, with the session."""

from __future__ import annotations

import shutil
import signal
import sys
import time
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from studio.documents.autosave import find_unsaved, list_stored_matches
from studio.documents.paths import unsaved_dir
from studio.documents.store import read_layout, read_record
from studio.gui.editor.page import EditorPage
from studio.gui.settings import Settings
from studio.gui.shell.main_window import MainWindow
from studio.services.loading import load_layout, parse_layout
from tests.gui.shell.desktop.killing import (
    BEHIND,
    PATIENCE,
    SHIPPED,
    SLACK,
    at_work,
    killed_editor,
    killed_saver,
    killed_table,
    left_layout,
    left_match,
    two_savers,
)
from tests.shortly import shortly


@pytest.fixture
def file(tmp_path: Path) -> Path:
    copy = tmp_path / "gulf.json"
    shutil.copy(SHIPPED, copy)
    return copy


@pytest.mark.long
@pytest.mark.parametrize("seed", shortly(range(20)))
def test_a_killed_editor_loses_two_seconds_at_most(file: Path, data_folder: Path, seed: int) -> None:
    killed_editor(file, data_folder, seed)


@pytest.mark.long
def test_a_killed_workshop_leaves_its_pieces_in_the_layout_that_comes_back(file: Path, data_folder: Path) -> None:
    before = file.read_bytes()
    with at_work("workshop", file, data_folder) as victim:
        victim.wait_for(1)
        until = time.monotonic() + PATIENCE
        while not any(unsaved_dir().glob("*.json")) and time.monotonic() < until:
            time.sleep(0.05)  # nothing was applied or saved, and nothing is told when it is kept
        killed = time.monotonic()
        victim.end(signal.SIGKILL)
    certain = [int(count) for moment, count in victim.lines if float(moment) < killed - BEHIND - SLACK]
    saved = load_layout(file)
    body = parse_layout(left_layout(file)).body
    old, new = saved.game.pieces.pieces(saved.body).entries, saved.game.pieces.pieces(body).entries
    assert int(new[0].key) >= max(certain, default=1) and new[1:] == old[1:]
    assert file.read_bytes() == before


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_a_killed_table_loses_the_last_decision_at_most(data_folder: Path, seed: int) -> None:
    killed_table(data_folder, seed)


@pytest.mark.long
def test_two_programs_in_one_folder_keep_a_match_each(data_folder: Path) -> None:
    with at_work("table", SHIPPED, data_folder) as first, at_work("table", SHIPPED, data_folder) as second:
        first.wait_for(20)
        second.wait_for(20)
        first.end(signal.SIGKILL)
        second.end(signal.SIGKILL)
    made = sorted(len(victim.lines) for victim in (first, second))
    remaining = sorted(len(read_record(match.path).log) for match in list_stored_matches())
    assert len(remaining) == 2 and all(abs(here - there) <= 1 for here, there in zip(made, remaining, strict=True))


ENDINGS = [signal.SIGTERM, signal.SIGINT, *([signal.SIGHUP] if sys.platform != "win32" else [])]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_a_program_that_is_killed_while_it_saves_leaves_a_whole_file(file: Path, data_folder: Path, seed: int) -> None:
    killed_saver(file, data_folder, seed)


@pytest.mark.long
def test_two_programs_that_save_one_file_ask_before_they_overwrite(file: Path, data_folder: Path) -> None:
    two_savers(file, data_folder)


@pytest.mark.long
@pytest.mark.parametrize("number", ENDINGS)
def test_an_editor_that_is_told_to_end_loses_nothing(file: Path, data_folder: Path, number: signal.Signals) -> None:
    before = file.read_bytes()
    with at_work("editor", file, data_folder) as victim:
        victim.wait_for(5)
        assert victim.end(number) == 128 + number
    assert file.read_bytes() == before
    assert int(left_layout(file).name) == int(victim.lines[-1][1])
    assert Settings().string_list("tabs") == [str(file)], "it is open again at the next start"


@pytest.mark.parametrize("number", shortly(ENDINGS))
def test_a_table_that_is_told_to_end_loses_nothing(data_folder: Path, number: signal.Signals) -> None:
    with at_work("table", SHIPPED, data_folder) as victim:
        victim.wait_for(5)
        assert victim.end(number) == 128 + number
    moves = [tuple(int(part) for part in numbers) for _moment, *numbers in victim.lines]
    assert left_match(moves) == len(moves)
    assert find_unsaved() == []
    assert Settings().string_list("tabs") == [str(list_stored_matches()[0].path)]


def test_with_the_session_the_window_goes_without_a_question(
    qtbot: QtBot, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", lambda *_words: pytest.fail("nobody can answer"))
    window = MainWindow()
    qtbot.addWidget(window)
    page = window.open_path(file)
    assert isinstance(page, EditorPage)
    page.document.rename("name", "The Long Gulf")
    window.autosave_all()
    assert read_layout(page.autosaver.file.path).name == "The Long Gulf" and find_unsaved() == []
    assert window.close()
    assert left_layout(file).name == "The Long Gulf"


def test_a_session_that_goes_on_after_all_asks_again(qtbot: QtBot, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    questions: list[int] = []

    def ask(*_words: object) -> str:
        questions.append(1)
        return "discard"

    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", ask)
    monkeypatch.setattr("studio.gui.shell.main_window.SESSION_END_TIMEOUT_MS", 1)
    window = MainWindow()
    qtbot.addWidget(window)
    page = window.open_path(file)
    assert isinstance(page, EditorPage)
    page.document.rename("name", "The Long Gulf")
    window.autosave_all()
    qtbot.waitUntil(lambda: not window._is_autosaved)
    assert window.close() and questions
    assert find_unsaved() == [], "it was discarded by a person"
