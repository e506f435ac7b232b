"""A picture is written while the window stays awake; it can be called off, and is whole or not there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor import exporting
from studio.gui.editor.page import EditorPage
from studio.gui.output.render import render_file
from studio.gui.style.theme import LIGHT
from studio.gui.widgets import PlainButton, Toast
from studio.opening import open_layout
from studio.opening.tiled.reading import imported

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of any window


@pytest.fixture
def page(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[EditorPage]:
    monkeypatch.setattr(exporting, "EXPORT_WIDTH", 700)
    monkeypatch.setattr(exporting, "SLICE", 0.0)  # one step at a time
    page = EditorPage(open_layout(shipped_layouts(slugs()[0])[0]), LIGHT)
    page.resize(1280, 640)
    qtbot.addWidget(page, before_close_func=lambda page: page.closing())
    page.show()
    qtbot.waitExposed(page)
    yield page


def export_to(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_rest: (str(path), ""))


def remarks(page: EditorPage) -> list[str]:
    return [toast.words.text() for toast in page.findChildren(Toast) if not toast.isHidden()]


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_the_window_stays_awake_while_a_picture_is_written(
    page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    turns = 0

    def count() -> None:
        nonlocal turns
        turns += 1

    beat = QTimer()
    beat.timeout.connect(count)
    beat.start(0)
    path = tmp_path / f"board.{ending}"
    export_to(path, monkeypatch)
    with qtbot.waitSignal(page.message) as said:
        page.export_picture()
        assert not path.exists() and remarks(page) == [f"Painting {path.name} …"]
    assert turns > 20, "the loop went round while it was painted"
    assert said.args == [f"Picture written to {path.name}"] and not remarks(page)
    at_once = tmp_path / f"at_once.{ending}"
    render_file(page.document.game.sketch(page.document.body, still=True), at_once, 700, LIGHT)
    assert path.read_bytes() == at_once.read_bytes()


def test_a_picture_can_be_called_off(
    page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export_to(tmp_path / "board.png", monkeypatch)
    before = set(tmp_path.iterdir())
    page.export_picture()
    QApplication.processEvents()
    (toast,) = page.findChildren(Toast)
    (cancel,) = toast.findChildren(PlainButton)
    with qtbot.waitSignal(page.message) as said:
        cancel.click()
    assert said.args == ["The picture was not written."]
    qtbot.wait(50)
    assert set(tmp_path.iterdir()) == before


def test_a_page_that_closes_leaves_no_half_picture(
    page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export_to(tmp_path / "board.png", monkeypatch)
    page.export_picture()
    QApplication.processEvents()
    before = set(tmp_path.iterdir())
    assert page.closing()
    qtbot.wait(50)
    assert {path.name for path in set(tmp_path.iterdir()) - before} <= {"data"}


def test_two_pictures_may_be_on_their_way(
    page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    page.message.connect(said.append)
    for name in ("one.png", "two.svg"):
        export_to(tmp_path / name, monkeypatch)
        page.export_picture()
    qtbot.waitUntil(lambda: len(said) == 2)
    assert sorted(said) == ["Picture written to one.png", "Picture written to two.svg"]


def test_a_map_for_tiled_is_written_while_the_window_stays_awake(
    page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "board.tmj"
    export_to(path, monkeypatch)
    with qtbot.waitSignal(page.message) as said:
        page.keys["export_map"].trigger()
        assert not path.exists() and remarks(page) == [f"Painting {path.name} …"]
    assert said.args == [f"Map written to {path.name}, with its tiles beside it"] and not remarks(page)
    names = {item.name for item in tmp_path.iterdir()}
    assert {"board.tmj", "board.tsj", "board_tiles"} <= names
    assert imported(path.read_bytes(), path).body == page.document.body


def test_a_map_that_is_called_off_is_not_written(
    page: EditorPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export_to(tmp_path / "board.tmj", monkeypatch)
    before = set(tmp_path.iterdir())
    page.export_map()
    page.exports.cancel()
    qtbot.wait(50)
    assert set(tmp_path.iterdir()) == before
