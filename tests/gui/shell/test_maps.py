"""Maps of Tiled in the window: opened as layouts that no file of ours holds yet, or refused in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from studio.gui.output.export import write_tiled
from studio.gui.shell.main_window import MainWindow
from studio.gui.widgets.dialogs import AppDialog
from studio.services.loading import load_layout
from tests.gui.stand_ins import BASE, plain_pictures
from tests.gui.windows import forget_changes, shown_window


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    plain_pictures(monkeypatch)
    return shown_window(qtbot, forget_changes)


def test_a_map_is_opened_as_a_layout_to_be_saved(window: MainWindow, tmp_path: Path) -> None:
    layout = load_layout(BASE)
    write_tiled(layout, tmp_path, "board")
    page = window.open_path(tmp_path / "board.tmj")
    assert isinstance(page, EditorPage)
    assert page.document.body == layout.body and page.title() == layout.layout.name
    assert page.path() is None and page.document.is_modified, "no file of ours holds it"


def test_a_foreign_map_is_refused_in_a_sentence(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "foreign.tmj"
    path.write_text(json.dumps({"type": "map", "tilesets": [], "layers": []}), encoding="utf-8")
    messages: list[str] = []

    def press() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, AppDialog)
        messages.append(dialog.heading.text())
        dialog.reject()

    QTimer.singleShot(0, press)
    before = len(window.pages())
    assert window.open_path(path) is None
    assert len(messages) == 1 and len(window.pages()) == before
