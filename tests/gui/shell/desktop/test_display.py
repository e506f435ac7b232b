"""Where no window can be shown the program ends with a sentence, and never with an abort of Qt."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.shell import app
from studio.gui.shell.about import installation_dialog
from studio.gui.widgets import PlainButton

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays have names there")
WINDOWS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def started(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if name not in WINDOWS}
    return subprocess.run(
        [sys.executable, "-m", "studio", *words],
        env={**plain, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@linux
@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({"QT_QPA_PLATFORM": "nonsense"}, 'windows cannot be shown by "nonsense"'),
        pytest.param({"DISPLAY": ":99"}, 'the display ":99" cannot be reached', marks=pytest.mark.long),
        pytest.param({"WAYLAND_DISPLAY": "wayland-9"}, '"wayland-9" cannot be reached', marks=pytest.mark.long),
    ],
)
def test_a_display_that_is_none_is_told_in_a_sentence(environment: dict[str, str], told: str) -> None:
    done = started(**environment)
    assert done.returncode == 2
    *_libraries, line = done.stderr.splitlines()  # that of Wayland has its own word first
    assert line.startswith("explorer-studio: ") and told in line
    assert len(_libraries) <= 1 and "Traceback" not in done.stderr


def test_the_reason_is_the_first_that_explains_all(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in WINDOWS:
        monkeypatch.delenv(name, raising=False)
    assert "there is no display" in app.failure_reason([])
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setenv("WAYLAND_DISPLAY", "w-1")
    assert "w-1 or :7" in app.failure_reason(["could not connect to display :7"])
    monkeypatch.setattr("studio.gui.shell.libraries.missing_plugins", lambda _pattern: ["libxcb-cursor.so.0"])
    assert "a library is missing: libxcb-cursor.so.0" in app.failure_reason(["Could not load"])


def test_the_window_tells_what_it_has_found(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = installation_dialog(None)
    qtbot.addWidget(dialog)
    assert dialog.heading.text() == "This installation is whole"
    copied: list[str] = []
    monkeypatch.setattr("studio.gui.shell.about.copy_to_clipboard", copied.append)
    button = dialog.findChild(PlainButton, "copy")
    assert button is not None
    button.click()
    assert "fine   Libraries" in copied[0] and not dialog.choice
