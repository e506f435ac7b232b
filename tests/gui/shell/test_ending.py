"""However the program ends, what somebody did in it is found again: killed, told to end, with the session."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from studio.documents.keeping.matches import KeptMatch, kept_matches
from studio.documents.keeping.side_file import left_behind
from studio.documents.layout import Layout
from studio.documents.paths import shipped_layouts, unsaved_dir
from studio.documents.store import read_layout, read_record
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.settings import Settings
from studio.gui.shell.main_window import MainWindow
from studio.opening import open_layout, opened, replayed
from tests.shortly import shortly

PATIENCE = 120.0
BEHIND = 2.0
"""Seconds that what is kept of a layout may lag behind what is seen."""
SLACK = 2.0
"""Seconds more for a machine that is busy with other tests."""
SHIPPED = shipped_layouts(slugs()[0])[0]


class Victim:
    """The program in a process of its own, with somebody at work in it."""

    def __init__(self, kind: str, file: Path, data: Path) -> None:
        command = [sys.executable, "-m", "tests.gui.shell.victim", kind, str(file), str(data)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines: list[list[str]] = []
        self._more = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if not line.endswith("\n"):
                continue  # the last one, cut off by the kill
            with self._more:
                self.lines.append(line.split())
                self._more.notify_all()
        with self._more:
            self._more.notify_all()

    def wait_for(self, count: int) -> None:
        """Until so many things were done."""
        with self._more:
            done = self._more.wait_for(
                lambda: len(self.lines) >= count or self.process.poll() is not None, timeout=PATIENCE
            )
        assert done and self.process.poll() is None, self.complaint()

    def end(self, number: signal.Signals) -> int:
        """Send a signal and wait for the end; the exit code."""
        os.kill(self.process.pid, number)
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code

    def complaint(self) -> str:
        """What the program wrote when it should not have ended."""
        return self.process.stderr.read() if self.process.stderr and self.process.poll() is not None else "too slow"


@contextmanager
def at_work(kind: str, file: Path, data: Path) -> Iterator[Victim]:
    victim = Victim(kind, file, data)
    try:
        yield victim
    finally:
        victim.process.kill()
        victim.process.communicate()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    copy = tmp_path / "gulf.json"
    shutil.copy(SHIPPED, copy)
    return copy


def left_layout(file: Path) -> Layout:
    """The one layout that the program left behind, whole and of that file."""
    (unsaved,) = left_behind()
    assert isinstance(unsaved.document, Layout) and unsaved.source == file and unsaved.changes >= 1
    opened(unsaved.document)
    return unsaved.document


def left_match(moves: list[tuple[int, ...]]) -> int:
    """How many moves of the one match are kept: just those that were made, and they can be played again."""
    (kept,) = kept_matches()
    assert isinstance(kept, KeptMatch)
    record = read_record(kept.path)
    log = [action for action, _draws in record.log]
    assert log[: len(moves)] == moves[: len(log)]
    replayed(record, kept.path)
    return len(log)


@pytest.mark.parametrize("seed", shortly(range(20)))
def test_a_killed_editor_loses_two_seconds_at_most(file: Path, data_folder: Path, seed: int) -> None:
    before = file.read_bytes()
    luck = random.Random(seed)
    with at_work("editor", file, data_folder) as victim:
        victim.wait_for(1)
        pause = luck.uniform(0.2, BEHIND + SLACK + 2.0)
        time.sleep(pause)  # the moment of the kill is to be any, not that of a message
        killed = time.monotonic()
        victim.end(signal.SIGKILL)
    assert file.read_bytes() == before
    certain = [int(count) for moment, count in victim.lines if float(moment) < killed - BEHIND - SLACK]
    if certain or left_behind():
        assert int(left_layout(file).name) >= max(certain, default=1)


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
    kept = open_layout(file)
    body = opened(left_layout(file)).body
    old, new = kept.game.pieces(kept.body).entries, kept.game.pieces(body).entries
    assert int(new[0].key) >= max(certain, default=1) and new[1:] == old[1:]
    assert file.read_bytes() == before


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_a_killed_table_loses_the_last_decision_at_most(data_folder: Path, seed: int) -> None:
    luck = random.Random(seed)
    with at_work("table", SHIPPED, data_folder) as victim:
        victim.wait_for(luck.randrange(2, 120))
        time.sleep(luck.uniform(0.0, 0.05))  # not just after a message
        victim.end(signal.SIGKILL)
    moves = [tuple(int(number) for number in numbers) for _moment, *numbers in victim.lines]
    assert len(moves) - 1 <= left_match(moves) <= len(moves) + 1


@pytest.mark.long
def test_two_programs_in_one_folder_keep_a_match_each(data_folder: Path) -> None:
    with at_work("table", SHIPPED, data_folder) as first, at_work("table", SHIPPED, data_folder) as second:
        first.wait_for(20)
        second.wait_for(20)
        first.end(signal.SIGKILL)
        second.end(signal.SIGKILL)
    made = sorted(len(victim.lines) for victim in (first, second))
    kept = sorted(len(read_record(match.path).log) for match in kept_matches())
    assert len(kept) == 2 and all(abs(here - there) <= 1 for here, there in zip(made, kept, strict=True))


ENDINGS = [signal.SIGTERM, signal.SIGINT, *([signal.SIGHUP] if sys.platform != "win32" else [])]


@pytest.mark.long
@pytest.mark.parametrize("number", ENDINGS)
def test_an_editor_that_is_told_to_end_loses_nothing(file: Path, data_folder: Path, number: signal.Signals) -> None:
    before = file.read_bytes()
    with at_work("editor", file, data_folder) as victim:
        victim.wait_for(5)
        assert victim.end(number) == 128 + number
    assert file.read_bytes() == before
    assert int(left_layout(file).name) == int(victim.lines[-1][1])
    assert Settings().texts("tabs") == [str(file)], "it is open again at the next start"


@pytest.mark.parametrize("number", shortly(ENDINGS))
def test_a_table_that_is_told_to_end_loses_nothing(data_folder: Path, number: signal.Signals) -> None:
    with at_work("table", SHIPPED, data_folder) as victim:
        victim.wait_for(5)
        assert victim.end(number) == 128 + number
    moves = [tuple(int(part) for part in numbers) for _moment, *numbers in victim.lines]
    assert left_match(moves) == len(moves)
    assert left_behind() == []
    assert Settings().texts("tabs") == [str(kept_matches()[0].path)]


def test_with_the_session_the_window_goes_without_a_question(
    qtbot: QtBot, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", lambda *_words: pytest.fail("nobody can answer"))
    window = MainWindow()
    qtbot.addWidget(window)
    page = window.open_path(file)
    assert isinstance(page, EditorPage)
    page.document.rename("name", "The Long Gulf")
    window.keep_everything()
    assert read_layout(page.keeper.side.path).name == "The Long Gulf" and left_behind() == []
    assert window.close()
    assert left_layout(file).name == "The Long Gulf"


def test_a_session_that_goes_on_after_all_asks_again(qtbot: QtBot, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def ask(*_words: object) -> str:
        asked.append(1)
        return "discard"

    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", ask)
    monkeypatch.setattr("studio.gui.shell.main_window.CALLED_OFF", 1)
    window = MainWindow()
    qtbot.addWidget(window)
    page = window.open_path(file)
    assert isinstance(page, EditorPage)
    page.document.rename("name", "The Long Gulf")
    window.keep_everything()
    qtbot.waitUntil(lambda: not window._kept)
    assert window.close() and asked
    assert left_behind() == [], "it was discarded by a person"
