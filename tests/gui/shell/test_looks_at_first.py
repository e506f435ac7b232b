"""How the window looks can be as at first again; and a window whose screen is gone comes back whole on another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.settings import Settings, settings
from studio.gui.shell.base_window import BaseWindow
from studio.gui.style.stylesheet import current_theme

LOOKS = {"theme": "dark", "contrast": True, "palette": "red_green", "large_targets": True}


def test_looks_are_as_at_first_and_nothing_else_is_forgotten(qtbot: QtBot) -> None:
    usual = settings().appearance
    window = BaseWindow()
    qtbot.addWidget(window)
    settings().set_value("names", ["Ada"])
    for name, value in LOOKS.items():
        settings().set_value(name, value)
    window.choose_theme("dark")
    assert current_theme().is_dark and settings().appearance != usual
    window.reset_appearance()
    assert settings().appearance == usual and settings().text_size == 100
    saved = Settings(settings().path)
    assert saved.appearance == usual and saved.string_list("names") == ["Ada"]


PLACED = """
import sys
from pathlib import Path
from PySide6.QtGui import QRegion
from studio.documents.paths import set_data_dir
from studio.gui.shell.app import make_application
from studio.gui.shell.base_window import BaseWindow
set_data_dir(Path(sys.argv[1]))
app, window = make_application(), BaseWindow()
window.restore_window_geometry()
window.show()
app.processEvents()
beyond = QRegion(window.geometry())
for screen in app.screens():
    beyond -= QRegion(screen.availableGeometry())
print(beyond.isEmpty(), window.width() >= 1000)
if len(sys.argv) > 2:
    window.setGeometry(*map(int, sys.argv[2].split(",")))
    app.processEvents()
    window.save_window_geometry()
"""


@pytest.mark.long
@pytest.mark.parametrize("place", ["2000,300,1600,1000", "3700,1300,1600,1000", "1100,700,1000,640"])
def test_a_window_whose_screen_is_gone_comes_back_whole(tmp_path: Path, place: str) -> None:
    one = {
        "name": "one",
        "x": 0,
        "y": 0,
        "width": 1280,
        "height": 800,
        "logicalDpi": 96,
        "logicalBaseDpi": 96,
        "dpr": 1,
    }
    two = {**one, "name": "two", "x": 1280, "width": 2560, "height": 1440}

    def run(screens: list[dict[str, object]], *words: str) -> str:
        (tmp_path / "screens.json").write_text(json.dumps({"screens": screens, "windowFrameMargins": True}))
        done = subprocess.run(
            [sys.executable, "-c", PLACED, str(tmp_path / "data"), *words],
            env={**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={tmp_path / 'screens.json'}"},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    run([one, two], place)
    assert run([one, two]) == "True True\n"
    assert run([one]) == "True True\n"
