"""From the start page to a board in the editor: what was made of choices is drawn on, tried out, kept and saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.documents.paths import unsaved_dir
from studio.documents.store import read_layout
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.shell.main_window import MainWindow
from studio.gui.start.new_layout import NewLayoutDialog
from studio.services.loading import LoadedLayout
from tests.shortly import shortly


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """The window; changes are discarded when it is asked."""
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_unsaved", lambda *_arguments: "discard")
    made = MainWindow()
    qtbot.addWidget(made)
    made.resize(1280, 720)
    made.show()
    yield made
    for page in made.pages():
        page.about_to_close()


def _created(window: MainWindow, slug: str, name: str) -> tuple[EditorPage, LoadedLayout]:
    """Press New layout, choose a game and a name, press Create."""
    shown: list[LoadedLayout] = []

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, NewLayoutDialog)
        dialog.games.chips[slug].click()
        dialog.name.selectAll()
        QTest.keyClicks(dialog.name, name)
        dialog.create_button.click()
        made = dialog.new_layout()
        assert made is not None
        shown.append(made)

    QTimer.singleShot(0, answer)
    QTest.mouseClick(window.start.new_layout_button, Qt.MouseButton.LeftButton)
    page = window.active_page()
    assert isinstance(page, EditorPage)
    return page, shown[0]


@pytest.mark.parametrize("slug", shortly(slugs(), 3))
def test_what_was_shown_is_on_the_easel_and_not_saved_yet(window: MainWindow, qtbot: QtBot, slug: str) -> None:
    page, made = _created(window, slug, "Mare meum")
    assert page.document.body == made.body and page.title() == "Mare meum"
    assert page.is_modified(), "no file holds it"
    assert page.autosave_now() and "Mare meum" in "".join(
        file.read_text("utf-8") for file in unsaved_dir().glob("*.json")
    )
    game, size = page.document.game, page.document.grid
    grown = game.editing.resize(page.document.body, 0, 0, 1, 0)
    page.document.apply("wider", grown)
    assert page.document.grid.columns == size.columns + 1
    page.document.undo()
    assert page.document.body == made.body, "another size is one step, and can be taken back"
    assert page.is_modified()


def test_it_is_saved_like_any_other(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, made = _created(window, slugs()[0], "Mare meum")
    path = tmp_path / "mare.json"
    page.document.save(path)
    assert not page.is_modified()
    assert read_layout(path).body == made.layout.body
