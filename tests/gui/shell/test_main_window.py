"""The window: tabs, titles, dots, menus, unsaved changes, damaged files, theme, memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QTabBar
from pytestqt.qtbot import QtBot

from studio.documents.autosave import TurnInfo, new_match_file
from studio.documents.store import Record, SeatEntry
from studio.gui.editor.page import EditorPage
from studio.gui.page import KeyGroup, OpenDocument
from studio.gui.play.page import PlayPage
from studio.gui.settings import Settings, settings
from studio.gui.shell.main_window import MainWindow
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Toast
from studio.gui.widgets.buttons import Menu
from studio.gui.widgets.dialogs import AppDialog
from studio.services.loading import load_layout
from tests.gui.stand_ins import SMALLEST, Notebook, plain_pictures
from tests.gui.windows import shown_window
from tests.shortly import shortly


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    plain_pictures(monkeypatch)
    return shown_window(qtbot, settle)


def settle(window: MainWindow) -> None:
    """Leave nothing to ask about, so that a window closes by itself after its test."""
    for page in window.pages():
        if isinstance(page, Notebook):
            page.modified = False
            page.may_close = True


def answering(choice: str, seen: list[str]) -> Callable[[], None]:
    """Presses the button `choice` of the dialog that is open, after writing down its heading."""

    def press() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, AppDialog)
        seen.append(dialog.heading.text())
        button = dialog.findChild(QPushButton, choice)
        assert button is not None
        button.click()

    return press


def test_a_window_begins_with_the_start_page(window: MainWindow) -> None:
    assert window.active_page() is window.start
    assert window.tabs.count() == 1
    assert window.windowTitle() == "Explorer Studio"
    assert window.tabs.tabButton(0, QTabBar.ButtonPosition.RightSide) is None


def test_a_name_with_control_characters_is_one_plain_line(window: MainWindow) -> None:
    window.add_page(Notebook("Up\n\x1b[31m \u202egnp.exe & <b>"))
    assert window.windowTitle() == "Explorer Studio – Up [31m gnp.exe & <b>"
    assert window.tabs.tab_title(1) == "Up [31m gnp.exe & <b>"


def test_a_window_fits_its_screen_together_with_its_frame(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen:
        def availableGeometry(self) -> QRect:
            return QRect(0, 0, 1440, 900)

    monkeypatch.setattr(MainWindow, "screen", lambda _window: Screen())
    window = MainWindow()
    qtbot.addWidget(window)
    assert 1400 <= window.width() <= 1440 - 2 * 8
    assert 840 <= window.height() <= 900 - 37 - 8


def test_a_window_can_be_made_as_small_as_1024_by_640(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(10, 10)
    qtbot.waitUntil(lambda: (window.width(), window.height()) == (1024, 640))


def test_the_menu_of_recent_files_offers_kept_matches_by_name(window: MainWindow) -> None:
    menu = window.menus.recent
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions() if not action.isSeparator()] == ["Nothing yet"]
    match = new_match_file()
    layout = msgspec.structs.replace(load_layout(SMALLEST).layout, name="Rock & Reef")
    match.write(Record(layout=layout, seats=(SeatEntry("Ada"),)), turn_info=TurnInfo("Turn 3", 0, "Ada"))
    match.close()
    menu.aboutToShow.emit()
    texts = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert texts == ["Rock && Reef   (Turn 3, Ada to move)"]


def test_tabs_open_switch_and_close(window: MainWindow, qtbot: QtBot) -> None:
    first, second = Notebook("First"), Notebook("Second")
    window.add_page(first)
    window.add_page(second)
    assert window.active_page() is second
    assert second.isVisible()
    QTest.keyClick(window, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert window.active_page() is window.start
    window.step_tab(-1)
    assert window.active_page() is second
    assert window.close_page(first)
    assert window.tabs.count() == 2
    assert [window.tabs.tab_title(place) for place in range(2)] == ["Start", "Second"]
    assert window.active_page() is second
    assert not window.close_page(window.start)


def test_the_cross_on_a_tab_closes_that_tab(window: MainWindow) -> None:
    for name in ("First", "Second", "Third"):
        window.add_page(Notebook(name))
    cross = window.tabs.tabButton(2, QTabBar.ButtonPosition.RightSide)
    assert isinstance(cross, QPushButton) or cross is not None
    cross.click()  # type: ignore[attr-defined]  # a tab button is only known to be a QWidget
    assert [page.title() for page in window.pages()] == ["Start", "First", "Third"]


def test_a_change_shows_as_dot_and_in_the_title(window: MainWindow) -> None:
    page = Notebook("Two Basins")
    window.add_page(page)
    assert window.windowTitle() == "Explorer Studio – Two Basins"
    assert not window.tabs.is_tab_modified(1)
    page.edit()
    assert window.tabs.is_tab_modified(1)
    assert window.windowTitle() == "Explorer Studio – Two Basins (edited)"
    assert window.save()
    assert page.saves == 1
    assert not window.tabs.is_tab_modified(1)


@pytest.mark.parametrize(("answer", "closes", "saves"), [("save", True, 1), ("discard", True, 0), ("", False, 0)])
def test_unsaved_changes_are_asked_about(window: MainWindow, answer: str, closes: bool, saves: int) -> None:
    page = Notebook("Two Basins")
    window.add_page(page)
    page.edit()
    seen: list[str] = []
    if answer:
        QTimer.singleShot(0, answering(answer, seen))
    else:
        QTimer.singleShot(0, lambda: seen.append("") or QApplication.activeModalWidget().close())  # type: ignore[func-returns-value, union-attr]  # one line is clearer here
    assert window.close_page(page) is closes
    assert len(seen) == 1
    assert page.saves == saves
    assert (page in window.pages()) is not closes


def test_a_failed_save_keeps_the_tab(window: MainWindow) -> None:
    page = Notebook("Two Basins")
    page.can_write = False
    window.add_page(page)
    page.edit()
    seen: list[str] = []
    QTimer.singleShot(0, answering("save", seen))
    assert not window.close_page(page)
    assert page in window.pages()
    assert seen == ["Save “Two Basins” first?"]


def test_leaving_asks_once_for_all_changed_pages(window: MainWindow) -> None:
    pages = [Notebook("A"), Notebook("B"), Notebook("C")]
    for page in pages:
        window.add_page(page)
    pages[0].edit()
    pages[2].edit()
    seen: list[str] = []
    QTimer.singleShot(0, answering("save", seen))
    assert window.close()
    assert seen == ["Save your changes first?"]
    assert [page.saves for page in pages] == [1, 0, 1]


def test_page_menus_and_undo_come_and_go(window: MainWindow) -> None:
    page = Notebook("A")
    window.add_page(page)
    titles = [action.text() for action in window.top.menu_bar.actions() if action.isVisible()]
    assert "&Bell" in titles
    assert titles[-1] == "&Help"
    assert page.undo_action in window.menus.menus["edit"].actions()
    assert page.own in window.menus.menus["view"].actions()
    assert not window.menus.action("no_undo").isVisible()
    window.show_start()
    titles = [action.text() for action in window.top.menu_bar.actions() if action.isVisible()]
    assert "&Bell" not in titles
    assert page.undo_action not in window.menus.menus["edit"].actions()
    assert window.menus.action("no_undo").isVisible()
    assert not window.menus.action("save").isEnabled()


def test_the_status_strip_shows_the_front_pages_widget(window: MainWindow) -> None:
    page = Notebook("A")
    assert not window.status_strip.isVisible()
    window.add_page(page)
    assert page.status is not None
    assert window.status_strip.isVisible()
    assert page.status.isVisible()
    window.show_start()
    assert not window.status_strip.isVisible()


def test_a_damaged_file_is_told_and_changes_nothing(window: MainWindow, tmp_path: Path) -> None:
    window.add_page(Notebook("A"))
    path = tmp_path / "broken.json"
    path.write_text('{"format": "studio.layout", "version": 1, "game": "neue_ent', "utf-8")
    seen: list[str] = []
    texts: list[str] = []

    def read_it() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, AppDialog)
        from PySide6.QtWidgets import QLabel

        texts.extend(label.text() for label in dialog.findChildren(QLabel))
        answering("close", seen)()

    QTimer.singleShot(0, read_it)
    assert window.open_path(path) is None
    assert seen == ["This file could not be opened"]
    assert "broken.json" in texts
    assert str(tmp_path) in texts
    assert [page.title() for page in window.pages()] == ["Start", "A"]
    assert settings().recent == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        json.dumps({"format": "studio.layout", "version": 99, "game": "neue_entdecker", "body": {}}).encode(),
        json.dumps({"format": "studio.layout", "version": 1, "game": "chess", "body": {}}).encode(),
        json.dumps({"format": "studio.match", "version": 1, "layout": 7}).encode(),
    ],
)
def test_no_bad_file_gets_past_the_dialog(window: MainWindow, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    seen: list[str] = []
    QTimer.singleShot(0, answering("close", seen))
    assert window.open_path(path) is None
    assert seen == ["This file could not be opened"]
    assert window.tabs.count() == 1


def test_the_theme_is_switched_for_all_and_remembered(window: MainWindow) -> None:
    page = Notebook("A")
    window.add_page(page)
    ground = window.grab().toImage().pixelColor(1000, 3)
    window.choose_theme("dark")
    assert current_theme().name == "dark"
    assert page.themes[-1] == "dark"
    assert settings().theme == "dark"
    dark = window.grab().toImage().pixelColor(1000, 3)
    assert dark.lightness() < 60 < ground.lightness()
    window.toggle_theme()
    assert current_theme().name == "light"
    assert window.menus.action("theme_light").isChecked()


def test_the_system_theme_is_followed_only_when_asked(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    questions: list[str] = []
    monkeypatch.setattr("studio.gui.shell.base_window.apply_appearance", lambda *looks: questions.append(looks[0]))
    settings().set_value("theme", "light")
    window._scheme_changed()
    assert questions == []
    settings().set_value("theme", "system")
    window._scheme_changed()
    assert questions == ["system"]


def test_open_files_are_remembered_and_gone_ones_passed_over(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here.json"
    here.write_text("{}", "utf-8")
    window.add_page(Notebook("Here", here))
    window.add_page(Notebook("Gone", tmp_path / "gone.json"))
    window.add_page(Notebook("Unsaved"))
    assert window.close()
    assert settings().string_list("tabs") == [str(here), str(tmp_path / "gone.json")]
    opened: list[Path] = []
    monkeypatch.setattr(window, "open_path", opened.append)
    window.restore_tabs()
    assert opened == [here]


def test_files_are_opened_when_dropped(window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    opened: list[str] = []
    monkeypatch.setattr(window, "open_path", opened.append)
    data = QMimeData()
    odd = QUrl.fromEncoded(b"file:///tmp/s%E4a%20%C3%B6.json")
    data.setUrls([QUrl.fromLocalFile("/tmp/a %41.json"), odd, QUrl("https://example.org/b.json")])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    proposed = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    enter = QDragEnterEvent(QPoint(50, 50), proposed, data, buttons, keys)
    window.dragEnterEvent(enter)
    assert enter.isAccepted() and enter.dropAction() is Qt.DropAction.CopyAction
    drop = QDropEvent(QPointF(50, 50), proposed, data, buttons, keys)
    window.dropEvent(drop)
    assert drop.isAccepted() and drop.dropAction() is Qt.DropAction.CopyAction, "a file that was moved is deleted"
    qtbot.waitUntil(lambda: opened == ["/tmp/a %41.json", os.fsdecode(b"/tmp/s\xe4a \xc3\xb6.json")])


def test_a_page_that_refuses_to_go_stays(window: MainWindow) -> None:
    page = Notebook("A")
    window.add_page(page)
    page.may_close = False
    assert not window.close_page(page)
    assert page in window.pages()


def test_pages_of_the_same_name_are_numbered(window: MainWindow) -> None:
    first, second = Notebook("A"), Notebook("A")
    for page in (first, Notebook("B"), second):
        window.add_page(page)
    assert [window.tabs.tab_title(place) for place in range(1, 4)] == ["A", "B", "A 2"]
    assert window.windowTitle() == "Explorer Studio – A 2"
    assert window.close_page(first)
    assert [window.tabs.tab_title(place) for place in range(1, 3)] == ["B", "A 2"], "what it was called"
    assert window.windowTitle() == "Explorer Studio – A 2"
    window.add_page(Notebook("A"))
    assert window.tabs.tab_title(3) == "A"


def test_messages_float_over_the_page(window: MainWindow) -> None:
    page = Notebook("A")
    window.add_page(page)
    page.message.emit("Rotated")
    page.message.emit("Mirrored")
    toasts = [toast for toast in window.findChildren(Toast) if toast.isVisible()]
    assert [toast.label.text() for toast in toasts] == ["Mirrored"]


def test_full_screen_comes_and_goes(window: MainWindow, qtbot: QtBot) -> None:
    window.toggle_full_screen()
    assert window.isFullScreen()
    assert window.menus.action("full_screen").isChecked()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isFullScreen()


def test_the_sheet_of_shortcuts_lists_the_pages_own(window: MainWindow) -> None:
    from studio.gui.shell.shortcuts import shortcut_groups

    page = Notebook("A")
    window.add_page(page)
    groups = dict(shortcut_groups(window.menus.bar, page))
    assert ("Ring the bell", ["Ctrl+B"]) in groups["Bell"]
    assert ("Save", ["Ctrl+S"]) in groups["File"]
    window.show_start()
    assert "Bell" not in dict(shortcut_groups(window.menus.bar, window.start))


def test_the_sheet_of_shortcuts_knows_no_keys_of_office_keyboards(window: MainWindow) -> None:
    from studio.gui.widgets.actions import keys_of

    action = QAction("Undo")
    action.setShortcuts([QKeySequence(keys) for keys in ("Ctrl+Z", "F14", "Undo", "Shift+F20", "F5", "Shift+F12")])
    assert keys_of(action) == ["Ctrl+Z", "F5", "Shift+F12"]
    window.open_path(SMALLEST)
    for _title, rows in gathered_now(window):
        for text, keys in rows:
            assert not [key for key in keys if key in ("F14", "F16", "F18", "F20")], text


def gathered_now(window: MainWindow) -> list[KeyGroup]:
    """The sheet as it is now."""
    from studio.gui.shell.shortcuts import shortcut_groups

    return shortcut_groups(window.menus.bar, window.active_page())


def test_a_shipped_layout_opens_as_a_copy_and_only_once(window: MainWindow) -> None:
    first = window.open_path(SMALLEST)
    assert first is not None
    assert first.path() is None
    assert window.path_of(first) == SMALLEST
    assert settings().recent == []
    window.show_start()
    assert window.open_path(SMALLEST) is first
    assert window.tabs.count() == 2
    window.close()
    assert settings().string_list("tabs") == [str(SMALLEST)]


@pytest.mark.skipif(os.name != "posix", reason="file names are bytes on POSIX")
def test_a_file_whose_name_is_no_text_is_opened_shown_and_remembered(window: MainWindow, tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"s\xe4a.json")
    odd.write_bytes(SMALLEST.read_bytes())
    page = window.open_path(odd)
    assert isinstance(page, EditorPage)
    page.document.rename("name", "Another")
    assert window.save()
    assert b"Another" in odd.read_bytes()
    assert window.windowTitle() and settings().recent[0] == odd
    window.tabs.grab()
    window.start.recent.refresh()
    window.show_start()
    window.grab()
    window._save_session()
    assert Settings(settings().path).string_list("tabs") == [str(odd)]
    odd.unlink()
    seen: list[str] = []
    QTimer.singleShot(0, answering("close", seen))
    window.close_page(page)
    assert window.open_path(odd) is None and len(seen) == 1


@pytest.mark.parametrize(
    "name",
    shortly(["🧭" * 60, "../../../up", "a/b\\c:d", "two\nlines\x1b"], 1, 3),
    ids=["long", "up", "parts", "lines"],
)
def test_a_layout_of_any_name_is_drawn_played_kept_and_saved(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    opened = load_layout(SMALLEST)
    opened = replace(opened, path=None, layout=msgspec.structs.replace(opened.layout, name=name))
    proposed: list[Path] = []

    def take(_parent: object, _heading: str, path: str, _filters: str) -> tuple[str, str]:
        proposed.append(Path(path))
        return path, ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", take)
    settings().set_value("folder", str(tmp_path))
    page = window.play_opened(opened)
    assert isinstance(page, PlayPage)
    page.controller.close()
    page.file.autosave()
    page.file.autosaver.flush()
    assert window.save()
    page.request.emit(OpenDocument(opened))
    assert window.save()
    assert {path.parent for path in proposed} == {tmp_path} and len(proposed) == 2
    assert {path.name for path in tmp_path.iterdir()} == {"data", *(path.name for path in proposed)}


_TO_THE_FIRST_PAINT = """
import enum, os, sys
made, create = set(), enum.EnumType._create_
def noted(*given, **named):
    kind = create(*given, **named)
    made.add(kind.__qualname__)
    return kind
enum.EnumType._create_ = noted
from studio.gui.shell import app, main_window
def painted(window, event):
    late = {"msgspec", "networkx", "pysat", "platform", "studio.opening", "studio.documents.store"}
    print(late & set(sys.modules), {"PrimitiveElement", "ComplexControl"} & made, flush=True)
    os._exit(0)
main_window.MainWindow.paintEvent = painted
app.run()
"""


@pytest.mark.long
def test_the_window_is_painted_without_what_only_documents_need(tmp_path: Path) -> None:
    """Neither libraries for documents nor the enums of all styles (PySide makes them when a style is touched)."""
    at_home = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", _TO_THE_FIRST_PAINT]
    first, again = (subprocess.run(command, capture_output=True, text=True, check=True, env=at_home) for _run in "12")
    assert "msgspec" in first.stdout, "the first time the layouts are measured"
    assert again.stdout.strip() == "set() set()"


@pytest.mark.usefixtures("full_dress")
def test_a_long_menu_has_one_column_on_a_low_screen(window: MainWindow) -> None:
    menu = Menu(window)
    for count in range(27):
        if count % 5 == 4:
            menu.addSeparator()
        menu.addAction(f"Entry {count}")
    high = window.screen().availableGeometry().height()
    menu.fit()
    assert bool(menu.property("dense")) == (high < 900)
    dense = menu.sizeHint().height()
    menu.setProperty("dense", False)
    menu.style().unpolish(menu)
    menu.style().polish(menu)
    usual = Menu(window)
    usual.addActions(menu.actions())
    assert not menu.property("dense") and (dense < usual.sizeHint().height() or high >= 900)
    menu.clear()
    menu.addAction("Alone")
    menu.fit()
    assert not menu.property("dense")
