"""A window that is there takes files in from programs that are started later."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

from studio.documents.single_instance import InstanceServer, send_to_instance
from studio.gui.settings import Settings
from studio.gui.shell.app import InstanceListener
from tests.gui.stand_ins import BASE


def test_files_are_opened_in_the_window_once_no_question_is_open(qtbot: QtBot, data_folder: Path) -> None:
    door = InstanceServer.acquire()
    assert door is not None
    window = QWidget()
    qtbot.addWidget(window)
    window.showMinimized()
    opened: list[str] = []
    InstanceListener(door, window, opened.extend)
    asking = QDialog(window)
    asking.open()
    assert send_to_instance([Path("/a/sea.json")], wait=lambda seconds: qtbot.wait(round(seconds * 1000)))
    assert opened == []
    asking.close()
    qtbot.waitUntil(lambda: opened == ["/a/sea.json"])
    assert not window.isMinimized()
    assert send_to_instance([], wait=lambda seconds: qtbot.wait(round(seconds * 1000))), "only to be seen"
    assert opened == ["/a/sea.json"]
    door.close()


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="it is told to end by a signal")
def test_a_second_program_gives_its_files_to_the_first(tmp_path: Path, data_folder: Path) -> None:
    texts = [sys.executable, "-m", "studio", "--data-dir", str(data_folder)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    first = subprocess.Popen([*texts, str(BASE)], env=environment)
    try:
        other = tmp_path / "other.json"
        other.write_bytes(BASE.read_bytes())
        while not (data_folder / "window" / "lock").exists():
            assert first.poll() is None
        second = subprocess.run([*texts, str(other)], env=environment, capture_output=True, text=True, timeout=60)
        assert (second.returncode, second.stderr) == (0, "")
        assert "in the window that is there" in second.stdout
    finally:
        first.send_signal(signal.SIGTERM)
        first.wait(60)
    assert Settings().string_list("tabs")[-1] == str(other)
