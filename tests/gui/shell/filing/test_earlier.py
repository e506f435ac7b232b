"""Earlier versions of a file: listed with their time and what differs, brought back without touching the file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.rng import Rng
from studio.core.text import relative_date
from studio.documents.store import read, read_layout, read_record, save_with_backup
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.version_history import CompareDialog, VersionHistory
from studio.services.loading import load_layout, start_match, to_layout, to_record
from tests.gui.stand_ins import SMALLEST, plain_pictures


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    plain_pictures(monkeypatch)
    window = MainWindow()
    qtbot.addWidget(window, before_close_func=_settle)
    window.show()
    qtbot.waitExposed(window)
    return window


def _settle(window: MainWindow) -> None:
    for page in window.pages()[1:]:
        if not page.about_to_close():
            raise AssertionError(page.title())


def in_dialog(what: Callable[[VersionHistory], None]) -> None:
    """Do something in the dialog that opens next."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, VersionHistory)
        what(dialog)

    QTimer.singleShot(0, look)


def saved_layouts(path: Path) -> None:
    """A file that was saved three times, at moments that can be told apart."""
    layout = read_layout(SMALLEST)
    for number, name in enumerate(("First", "Second", "Third")):
        save_with_backup(path, msgspec.structs.replace(layout, name=name))
        os.utime(path, (1e9 + 1000 * number, 1e9 + 1000 * number))


def test_versions_are_listed_with_their_time_and_what_differs(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "gulf.json"
    saved_layouts(path)
    window.open_path(path)
    seen: list[tuple[str, str]] = []

    def look(dialog: VersionHistory) -> None:
        seen.extend((entry.name, entry.about) for entry in dialog.list.entries())
        assert dialog.selected is not None and dialog.when.text().endswith(dialog.selected.time_text)
        dialog.reject()

    in_dialog(look)
    assert window.menus.action("earlier").isEnabled()
    window.menus.action("earlier").trigger()
    messages = [relative_date(1e9 + 1000), relative_date(1e9)]
    assert [when.lower() for when, _about in seen] == [text.lower() for text in messages]
    assert [about for _when, about in seen] == ["called “Second”", "called “First”"]


def test_a_layout_is_restored_as_one_step_and_the_file_stays(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "gulf.json"
    saved_layouts(path)
    page = window.open_path(path)
    assert page is not None and page.undo_action is not None
    before = path.read_bytes()

    def take_the_first(dialog: VersionHistory) -> None:
        QTest.keyClick(dialog.list, Qt.Key.Key_Down)
        dialog.restore_button.click()

    in_dialog(take_the_first)
    assert window.show_version_history() is page
    assert page.title() == "First" and page.is_modified()
    assert path.read_bytes() == before
    page.undo_action.trigger()
    assert page.title() == "Third" and not page.is_modified()


def test_a_match_is_restored_in_a_tab_of_its_own_without_a_file(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    opened = load_layout(SMALLEST)
    match, rng = start_match(opened, 2, seed=3), Rng(5)
    for number in range(2):
        for _move in range(3):
            legal = match.state.legal()
            match.play(legal[rng.below(len(legal))])
        save_with_backup(path, to_record(match, to_layout(opened), ["Ada", "Bento"], ["human", "human"]))
        os.utime(path, (1e9 + number, 1e9 + number))
    page = window.open_path(path)
    assert page is not None
    before = path.read_bytes()
    seen: list[str] = []

    def take(dialog: VersionHistory) -> None:
        seen.extend(entry.about for entry in dialog.list.entries())
        dialog.restore_button.click()

    in_dialog(take)
    other = window.show_version_history()
    assert seen == ["3 moves fewer"]
    assert other is not None and other is not page and window.active_page() is other
    assert window.path_of(other) != path
    assert path.read_bytes() == before and len(read_record(path).log) == 6


def test_damaged_versions_are_passed_over_and_none_is_said_so(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "gulf.json"
    save_with_backup(path, read_layout(SMALLEST))
    window.open_path(path)
    seen: list[int] = []

    def look(dialog: VersionHistory) -> None:
        seen.append(len(dialog.versions))
        dialog.reject()

    in_dialog(look)
    window.show_version_history()
    layout = read(path)
    for name in ("Once", "Twice"):
        save_with_backup(path, msgspec.structs.replace(layout, name=name))
    from studio.documents.store import list_backups

    list_backups(path)[0].path.write_text(json.dumps({"format": "studio.layout"}), "utf-8")
    in_dialog(look)
    window.show_version_history()
    assert seen == [0, 1]


def test_pages_without_a_file_have_no_earlier_versions(window: MainWindow) -> None:
    assert not window.menus.action("earlier").isEnabled()
    window.open_path(SMALLEST)
    assert not window.menus.action("earlier").isEnabled(), "what came with the program is a copy without a file"
    assert window.show_version_history() is None


def test_a_version_is_compared_and_brought_back_from_there(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "gulf.json"
    saved_layouts(path)
    page = window.open_path(path)
    assert page is not None

    def compare(dialog: VersionHistory) -> None:
        QTimer.singleShot(0, restore)
        assert dialog.compare_button.isVisible()
        dialog.compare_button.click()

    def restore() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, CompareDialog)
        assert "called “Second”" in dialog.summary.full_text()
        dialog.finish("restore")

    in_dialog(compare)
    window.menus.action("earlier").trigger()
    assert page.title() == "Second"
    assert page.is_modified()
    assert page.undo_action is not None
    page.undo_action.trigger()
    assert page.title() == "Third"
