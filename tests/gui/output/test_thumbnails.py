"""Thumbnails are drawn where somebody sees them: work on a hidden page would only hold up the one in front."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.output.thumbnails import Thumbnail, press
from tests.gui.stand_ins import plain_pictures

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of any window


def test_what_is_hidden_is_drawn_when_it_comes_to_light(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_pictures(monkeypatch)
    page = QWidget()
    qtbot.addWidget(page)
    thumbnail = Thumbnail(QSize(120, 80), page)
    thumbnail.show_file(shipped_layouts(slugs()[0])[0])
    qtbot.waitUntil(lambda: not press().is_busy())
    assert not thumbnail.is_drawn()
    page.show()
    qtbot.waitUntil(thumbnail.is_drawn)
