"""Thumbnails are drawn where somebody sees them: work on a hidden page would only hold up the one in front."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.output import thumbnails
from studio.gui.output.thumbnails import Thumbnail, thumbnail_queue
from studio.services.loading import load_layout
from tests.gui.stand_ins import plain_pictures

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of any window


def test_hidden_thumbnail_is_painted_when_shown(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_pictures(monkeypatch, is_stored=True)
    page = QWidget()
    qtbot.addWidget(page)
    thumbnail = Thumbnail(QSize(120, 80), page)
    thumbnail.show_file(shipped_layouts(slugs()[0])[0])
    qtbot.waitUntil(lambda: not thumbnail_queue().is_busy())
    assert not thumbnail.is_drawn()
    page.show()
    qtbot.waitUntil(thumbnail.is_drawn)


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    page = QWidget()
    qtbot.addWidget(page)
    page.show()
    return page


def test_event_loop_runs_while_painting(page: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thumbnails, "SLICE", 0.0)  # one step at a time
    turns = 0

    def count() -> None:
        nonlocal turns
        turns += 1

    beat = QTimer()
    beat.timeout.connect(count)
    beat.start(0)
    thumbnail = Thumbnail(QSize(120, 80), page)
    thumbnail.show()
    thumbnail.show_opened(load_layout(shipped_layouts(slugs()[0])[0]))
    qtbot.waitUntil(thumbnail.is_drawn)
    assert turns > 20


def test_replaced_picture_is_not_shown(page: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thumbnails, "SLICE", 0.0)
    first, second = (load_layout(path) for path in shipped_layouts(slugs()[0])[:2])
    thumbnail, plain = Thumbnail(QSize(120, 80), page), Thumbnail(QSize(120, 80), page)
    for one in (thumbnail, plain):
        one.show()
    thumbnail.show_opened(first)
    qtbot.waitUntil(lambda: thumbnail_queue()._steps is not None)
    thumbnail.show_opened(second)
    plain.show_opened(second)
    qtbot.waitUntil(lambda: not thumbnail_queue().is_busy())
    assert thumbnail.is_drawn() and thumbnail.grab().toImage() == plain.grab().toImage()


def test_thumbnail_deleted_while_painting(page: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thumbnails, "SLICE", 0.0)
    going, staying = Thumbnail(QSize(120, 80), page), Thumbnail(QSize(120, 80), page)
    for one in (going, staying):
        one.show()
        one.show_opened(load_layout(shipped_layouts(slugs()[0])[0]))
    qtbot.waitUntil(lambda: thumbnail_queue()._steps is not None)
    going.deleteLater()
    qtbot.waitUntil(staying.is_drawn)
    assert not thumbnail_queue().is_busy()


def test_thumbnail_deleted_before_painting(page: QWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thumbnail_queue(), "_is_open", False)
    going = Thumbnail(QSize(120, 80), page)
    going.show()
    going.show_opened(load_layout(shipped_layouts(slugs()[0])[0]))
    assert thumbnail_queue().is_busy()
    going.hide()
    assert not thumbnail_queue().is_busy(), "nobody waits for what is hidden"
    going.show()
    delete(going)
    assert not thumbnail_queue().is_busy()


def test_unreadable_file_leaves_blank_paper(page: QWidget, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "odd.json").write_text("{")
    thumbnail = Thumbnail(QSize(120, 80), page)
    thumbnail.show()
    thumbnail.show_file(tmp_path / "odd.json")
    qtbot.waitUntil(lambda: thumbnail.failed)
    assert not thumbnail.is_drawn()


def test_document_info_cache_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "island.json"
    path.write_text('{"name": "Island"}', "utf-8")
    for moment in range(1200):
        os.utime(path, ns=(moment, moment))
        assert thumbnails.document_info(path).name == "Island"
    gc.collect()
    assert sum(isinstance(thing, thumbnails.DocumentInfo) for thing in gc.get_objects()) <= 600
