"""Appearance and geometry of a window."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.gui.settings import Settings, settings
from studio.gui.shell.appearance import Appearance
from studio.gui.shell.main_window import MainWindow
from studio.gui.style.stylesheet import current_theme
from tests.gui.stand_ins import Notebook

APPEARANCE = {"theme": "dark", "contrast": True, "palette": "red_green", "large_targets": True}


def test_theme_is_applied_to_all_pages_and_stored(window: MainWindow) -> None:
    page = window.add_page(Notebook("A"))
    light = window.grab().toImage().pixelColor(1000, 3)
    window.appearance.choose("theme", "dark")
    assert current_theme().name == page.themes[-1] == settings().theme == "dark"
    dark = window.grab().toImage().pixelColor(1000, 3)
    assert dark.lightness() < 60 < light.lightness()
    window.appearance.toggle_theme()
    assert current_theme().name == "light"
    assert window.menus.action("theme_light").isChecked()


def test_system_theme_is_followed_only_if_chosen(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    appearance = Appearance(window)
    applied: list[str] = []
    monkeypatch.setattr("studio.gui.shell.appearance.apply_appearance", lambda *looks: applied.append(looks[0]))
    settings().set_value("theme", "light")
    appearance.follow_system()
    assert applied == []
    settings().set_value("theme", "system")
    appearance.follow_system()
    assert applied == ["system"]


def test_reset_restores_the_default_appearance_only(qtbot: QtBot) -> None:
    default = settings().appearance
    window = QWidget()
    qtbot.addWidget(window)
    appearance = Appearance(window)
    settings().set_value("names", ["Ada"])
    for name, value in APPEARANCE.items():
        settings().set_value(name, value)
    appearance.choose("theme", "dark")
    assert current_theme().is_dark and settings().appearance != default
    appearance.reset()
    assert settings().appearance == default and settings().text_size == 100
    stored = Settings(settings().path)
    assert stored.appearance == default and stored.string_list("names") == ["Ada"]


GEOMETRY_PROGRAM = """
import sys
from pathlib import Path
from PySide6.QtGui import QRegion
from studio.documents.paths import set_data_dir
from studio.gui.shell.app import make_application
from studio.gui.shell import session
from studio.gui.shell.main_window import MainWindow
set_data_dir(Path(sys.argv[1]))
app, window = make_application(), MainWindow()
window.show()
app.processEvents()
beyond = QRegion(window.geometry())
for screen in app.screens():
    beyond -= QRegion(screen.availableGeometry())
print(beyond.isEmpty(), window.width() >= 1000)
if len(sys.argv) > 2:
    window.setGeometry(*map(int, sys.argv[2].split(",")))
    app.processEvents()
    session.save(window, window.documents)
"""


@pytest.mark.long
@pytest.mark.parametrize("place", ["2000,300,1600,1000", "3700,1300,1600,1000", "1100,700,1000,640"])
def test_window_of_a_missing_screen_moves_onto_another(tmp_path: Path, place: str) -> None:
    one = {"name": "one", "x": 0, "y": 0, "width": 1280, "height": 800, "dpr": 1}
    one |= {"logicalDpi": 96, "logicalBaseDpi": 96}
    two = {**one, "name": "two", "x": 1280, "width": 2560, "height": 1440}

    def run(screens: list[dict[str, object]], *words: str) -> str:
        (tmp_path / "screens.json").write_text(json.dumps({"screens": screens, "windowFrameMargins": True}))
        done = subprocess.run(
            [sys.executable, "-c", GEOMETRY_PROGRAM, str(tmp_path / "data"), *words],
            env={**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={tmp_path / 'screens.json'}"},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    run([one, two], place)
    assert run([one, two]) == "True True\n"
    assert run([one]) == "True True\n"
