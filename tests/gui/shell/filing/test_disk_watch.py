"""Files that others change while they are open: pages follow, ask, or keep what they have; nothing is overwritten."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from studio.documents.autosave import AutosaveFile, find_unsaved
from studio.documents.paths import shipped_layouts
from studio.documents.store import read_layout, read_record, write_record
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.shell.file_watch import NoticeBar
from studio.gui.shell.main_window import MainWindow
from studio.gui.widgets import Toast
from studio.gui.widgets.buttons import PlainButton
from studio.gui.widgets.dialogs import AppDialog
from studio.services.loading import load_layout, start_match, to_record
from tests.gui.stand_ins import SMALLEST, plain_pictures
from tests.gui.windows import shown_window

SHIPPED = shipped_layouts(slugs()[0])[0]


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    plain_pictures(monkeypatch)
    settings().set_value("motion", False)
    window = shown_window(qtbot, drop_all)
    monkeypatch.setattr(window, "isActiveWindow", lambda: True)  # without a window manager nobody decides it
    yield window


def drop_all(window: MainWindow) -> None:
    for page in window.pages():
        if page is not window.start:
            window._remove_page(page)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "sea.json"
    path.write_bytes(SMALLEST.read_bytes())
    return path


@pytest.fixture
def page(window: MainWindow, path: Path) -> EditorPage:
    page = window.open_path(path)
    assert isinstance(page, EditorPage)
    return page


def rename(path: Path, name: str) -> None:
    """What another program does to a layout."""
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "name": name}), "utf-8")


def activate(window: MainWindow) -> None:
    """The window comes to the front again."""
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))


def bar_of(page: EditorPage | PlayPage) -> NoticeBar | None:
    return next((bar for bar in page.findChildren(NoticeBar) if not bar.isHidden()), None)


def press(page: EditorPage | PlayPage, words: str) -> None:
    bar = bar_of(page)
    assert bar is not None
    button = next(
        button for button in bar.findChildren(PlainButton) if button.text() == words and not button.isHidden()
    )
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def answer(choice: str, seen: list[str]) -> Callable[[], None]:
    def now() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, AppDialog)
        seen.append(dialog.heading.text())
        button = dialog.findChild(QPushButton, choice)
        assert button is not None
        button.click()

    return now


def told(window: MainWindow) -> list[str]:
    return [toast.label.text() for toast in window.centre.findChildren(Toast)]


def test_a_page_without_changes_follows_its_file_as_one_undo_step(
    window: MainWindow, page: EditorPage, path: Path
) -> None:
    before = page.document.snapshot
    rename(path, "By another hand")
    activate(window)
    assert page.title() == "By another hand" and not page.is_modified() and bar_of(page) is None
    assert any("sea.json was changed by another program and read again" in text for text in told(window))
    assert page.document.stack.count() == 1
    page.document.undo()
    assert page.document.snapshot == before and page.is_modified()
    page.document.redo()
    assert page.title() == "By another hand" and not page.is_modified()


def test_a_touched_file_is_not_read_again(window: MainWindow, page: EditorPage, path: Path) -> None:
    os.utime(path, (1000, 1000))
    activate(window)
    assert page.document.stack.count() == 0 and bar_of(page) is None and not told(window)


def test_a_page_is_looked_at_when_its_tab_is_chosen(window: MainWindow, page: EditorPage, path: Path) -> None:
    window.show_start()
    rename(path, "By another hand")
    activate(window)
    assert page.title() != "By another hand"
    window.show_page(page)
    assert page.title() == "By another hand"


def test_unsaved_changes_are_asked_about_in_a_bar(window: MainWindow, page: EditorPage, path: Path) -> None:
    page.document.rename("name", "Mine")
    rename(path, "Theirs")
    activate(window)
    bar = bar_of(page)
    assert bar is not None and bar.message.text() == "This file was changed by another program"
    assert "1 unsaved change here" in bar.details.full_text() and "Today at" in bar.details.full_text()
    assert page.title() == "Mine"
    page.document.rename("author", "Me")
    assert "2 unsaved changes here" in bar.details.full_text(), "the bar counts along"
    assert page.options.y() < bar.y() < page.panes.y() and bar.height() == 46
    assert not any(button.hasFocus() or button.isDefault() for button in bar.findChildren(PlainButton))
    activate(window)
    assert len(page.findChildren(NoticeBar)) == 1


def test_reload_takes_theirs_and_undo_brings_mine_back(window: MainWindow, page: EditorPage, path: Path) -> None:
    page.document.rename("name", "Mine")
    rename(path, "Theirs")
    activate(window)
    press(page, "Reload")
    assert page.title() == "Theirs" and not page.is_modified() and bar_of(page) is None
    page.document.undo()
    assert page.title() == "Mine" and page.is_modified()


def test_keep_mine_leaves_the_file_alone_and_saves_over_it_without_asking_again(
    window: MainWindow, page: EditorPage, path: Path
) -> None:
    page.document.rename("name", "Mine")
    rename(path, "Theirs")
    activate(window)
    press(page, "Keep mine")
    assert bar_of(page) is None and page.is_modified()
    page.document.undo()
    assert page.is_modified(), "what is in the file is not what is here"
    activate(window)
    assert bar_of(page) is None and read_layout(path).name == "Theirs"
    page.document.redo()
    assert window.save()
    assert read_layout(path).name == "Mine" and not page.is_modified()


@pytest.mark.parametrize(("choice", "name"), [("reload", "Theirs"), ("mine", "Mine"), ("", "Mine")])
def test_comparing_leads_to_a_decision(
    window: MainWindow, page: EditorPage, path: Path, choice: str, name: str
) -> None:
    page.document.rename("name", "Mine")
    rename(path, "Theirs")
    activate(window)
    seen: list[str] = []
    QTimer.singleShot(0, answer(choice, seen) if choice else lambda: QApplication.activeModalWidget().close())  # type: ignore[union-attr]  # the dialog is there
    press(page, "Compare")
    assert page.title() == name and (bar_of(page) is None) is bool(choice)
    assert read_layout(path).name == "Theirs"


def test_save_as_from_the_bar(
    window: MainWindow, page: EditorPage, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.document.rename("name", "Mine")
    rename(path, "Theirs")
    activate(window)
    other = path.with_name("other.json")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_words: (str(other), ""))
    press(page, "Save as…")
    assert (read_layout(path).name, read_layout(other).name) == ("Theirs", "Mine")
    assert page.path() == other and bar_of(page) is None and not page.is_modified()


@pytest.mark.parametrize(
    ("choice", "kept", "saved"), [("", "Theirs", False), ("save", "Mine", True), ("save_as", "Theirs", True)]
)
def test_saving_over_a_changed_file_asks(
    window: MainWindow,
    page: EditorPage,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    choice: str,
    kept: str,
    saved: bool,
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_words: (str(path.with_name("other.json")), ""))
    page.document.rename("name", "Mine")
    before = path.stat()
    rename(path, "Theirs")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    seen: list[str] = []
    QTimer.singleShot(0, answer(choice, seen) if choice else lambda: QApplication.activeModalWidget().close())  # type: ignore[union-attr]  # the dialog is there
    assert window.save() is saved
    assert read_layout(path).name == kept
    assert page.is_modified() is not saved
    assert len(seen) == (1 if choice else 0)


def test_what_is_at_hand_when_asked_overwrites_nothing(
    window: MainWindow, page: EditorPage, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions: list[str] = []

    def cancelled(*_words: object) -> tuple[str, str]:
        questions.append("where")
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", cancelled)
    page.document.rename("name", "Mine")
    rename(path, "Theirs")
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):

        def press_key(key: Qt.Key = key) -> None:
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, AppDialog)
            QTest.keyClick(dialog.focusWidget() or dialog, key)

        QTimer.singleShot(0, press_key)
        assert not window.save()
    assert questions == ["where", "where"] and read_layout(path).name == "Theirs"


def test_a_deleted_file_is_told_and_can_be_saved_again(window: MainWindow, page: EditorPage, path: Path) -> None:
    path.unlink()
    activate(window)
    bar = bar_of(page)
    assert bar is not None and bar.message.text() == "This file was deleted or moved"
    assert page.is_modified(), "closing would lose it"
    press(page, "Save again")
    assert read_layout(path) and bar_of(page) is None and not page.is_modified()


def test_a_file_that_was_damaged_is_told_without_a_dialog(window: MainWindow, page: EditorPage, path: Path) -> None:
    whole = path.read_text("utf-8")
    path.write_text(whole[: len(whole) // 2], "utf-8")
    activate(window)
    bar = bar_of(page)
    assert bar is not None and "cannot be read" in bar.message.text() and "JSON" in bar.details.full_text()
    path.write_text(whole, "utf-8")
    rename(path, "New words")
    press(page, "Reload")
    assert page.title().startswith("New ") and bar_of(page) is None


def test_a_layout_of_another_game_is_not_read_into_the_page(window: MainWindow, page: EditorPage, path: Path) -> None:
    before = page.document.snapshot
    path.write_bytes(shipped_layouts(slugs()[1])[0].read_bytes())
    activate(window)
    bar = bar_of(page)
    assert bar is not None and "another game" in bar.details.full_text()
    assert page.document.snapshot == before


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_one_file_has_one_tab_whichever_way_leads_to_it(window: MainWindow, page: EditorPage, path: Path) -> None:
    link, hard, folder = path.with_name("link.json"), path.with_name("hard.json"), path.parent / "in"
    link.symlink_to(path)
    hard.hardlink_to(path)
    folder.mkdir()
    for way in (link, hard, folder / ".." / path.name):
        window.show_start()
        assert window.open_path(way) is page
    assert len(window.pages()) == 2


def test_saving_over_a_file_with_a_tab_leaves_one_tab(
    window: MainWindow, page: EditorPage, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_words: (str(path), ""))
    for changed in (False, True):
        path.with_name("other.json").write_bytes(path.read_bytes())
        other = window.open_path(path.with_name("other.json"))
        assert isinstance(other, EditorPage)
        other.document.rename("name", f"Other {changed}")
        if changed:
            page.document.rename("name", "Mine")
        assert window.save_as() and read_layout(path).name == f"Other {changed}"
        assert (page in window.pages()) is changed
        if not changed:
            page = other
    window.show_page(page)
    assert bar_of(page) is not None and page.title() == "Mine"


def test_a_restored_layout_whose_file_was_written_since_is_told(window: MainWindow, path: Path) -> None:
    side = AutosaveFile()
    side.write(msgspec.structs.replace(read_layout(path), name="Mine"), path, 1)
    side.close()
    left = find_unsaved()
    assert len(left) == 1
    os.utime(path, (left[0].changed + 60,) * 2)
    page = window.restore_unsaved(left[0])
    assert isinstance(page, EditorPage) and page.title() == "Mine" and page.is_modified()
    bar = bar_of(page)
    assert bar is not None and bar.message.text() == "This file was changed by another program"


# matches


@pytest.fixture
def match_path(tmp_path: Path) -> Path:
    """A match of some decisions between two people."""
    opened = load_layout(SHIPPED)
    match = start_match(opened, 2, seed=4)
    for _decision in range(6):
        match.play(match.state.legal()[0])
    path = tmp_path / "match.json"
    write_record(path, to_record(match, opened.layout, ("Ada", "Bento"), ("human", "human")))
    return path


@pytest.fixture
def table(window: MainWindow, match_path: Path) -> PlayPage:
    page = window.open_path(match_path)
    assert isinstance(page, PlayPage)
    return page


def shorten(path: Path) -> None:
    data = json.loads(path.read_text("utf-8"))
    data["log"] = data["log"][:-2]
    path.write_text(json.dumps(data), "utf-8")


def move(table: PlayPage) -> None:
    controller = table.controller
    if controller.is_covered:
        controller.confirm_handover()
    before = controller.match.node
    controller.play(controller.match.state.legal()[0])
    assert controller.match.node is not before


def test_a_match_without_new_moves_follows_its_file_in_its_place(
    window: MainWindow, table: PlayPage, match_path: Path
) -> None:
    window.open_path(SHIPPED)
    window.show_page(table)
    shorten(match_path)
    activate(window)
    fresh = window.active_page()
    assert fresh is not table and isinstance(fresh, PlayPage) and window.pages()[1] is fresh
    assert len(window.pages()) == 3 and window.tabs.count() == 3
    assert len(fresh.controller.match.decisions()) == 4
    assert any("read again" in text for text in told(window))


def test_new_moves_are_not_lost_to_a_changed_file(window: MainWindow, table: PlayPage, match_path: Path) -> None:
    move(table)
    shorten(match_path)
    activate(window)
    bar = bar_of(table)
    assert bar is not None and "1 unsaved change here" in bar.details.full_text()
    seen: list[str] = []
    QTimer.singleShot(0, answer("no", seen))
    press(table, "Reload")
    assert window.active_page() is table and len(seen) == 1
    press(table, "Keep mine")
    assert bar_of(table) is None and table.is_modified()
    assert window.save() and len(read_record(match_path).log) == 7
    assert not table.is_modified()
    move(table)
    shorten(match_path)
    activate(window)
    QTimer.singleShot(0, answer("yes", seen))
    press(table, "Reload")
    assert window.active_page() is not table and len(seen) == 2


def test_a_match_that_keeps_itself_is_not_watched(window: MainWindow, qtbot: QtBot) -> None:
    page = window.play_opened(load_layout(SHIPPED))
    assert isinstance(page, PlayPage)
    page.controller.close()
    activate(window)
    assert bar_of(page) is None
