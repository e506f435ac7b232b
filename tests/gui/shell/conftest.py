"""The program's window for the tests of the shell."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.output.thumbnails import thumbnail_queue
from studio.gui.settings import settings
from studio.gui.shell.main_window import MainWindow
from tests.gui.stand_ins import plain_pictures
from tests.gui.windows import shown_window


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[MainWindow]:
    """An active window without animations and drawn thumbnails, by default with an empty start page."""
    if "full_start" not in request.fixturenames:
        request.getfixturevalue("empty_start")
    plain_pictures(monkeypatch)
    settings().set_value("speed", 1.0)
    settings().set_value("motion", False)
    window = shown_window(qtbot)
    window.activateWindow()
    yield window
    qtbot.waitUntil(lambda: not thumbnail_queue().is_busy())
