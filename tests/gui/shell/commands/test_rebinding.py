"""Keys can be changed: recorded, taken over, given back, kept; what is damaged is passed over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.settings import Settings, settings
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.shortcuts import ShortcutEditor, all_commands, bind, conflicts, scope_of, shortcut_groups
from studio.gui.widgets.actions import default_shortcuts, keys_of
from studio.gui.widgets.dialogs import AppDialog
from tests.shortly import shortly

CONTROL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with an editor in front."""
    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1280, 720)
    window.open_path(shipped_layouts(slugs()[0])[0])
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    yield window


@pytest.fixture
def dialog(window: MainWindow, qtbot: QtBot) -> Iterator[ShortcutEditor]:
    """The dialog over it."""
    dialog = ShortcutEditor(window, all_commands((window,)))
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    yield dialog


def action(window: MainWindow, name: str) -> QAction:
    found = window.findChild(QAction, name)
    assert isinstance(found, QAction)
    return found


def choose(dialog: ShortcutEditor, words: str) -> None:
    """Find a command by its words."""
    dialog.search.clear()
    QTest.keyClicks(dialog.search, words)
    current = dialog.current()
    assert current is not None
    assert current.text().replace("&", "").rstrip("…") == words


def test_no_two_commands_that_work_together_share_usual_keys(window: MainWindow) -> None:
    commands = all_commands((window,))
    assert {scope_of(command) for command in commands} >= {"window", "editor"}
    for command in commands:
        for keys in default_shortcuts(command):
            assert not conflicts(keys, command, commands), f"{command.objectName()}: {keys}"


def test_no_usual_keys_are_those_that_lead_to_another_console_of_the_machine(window: MainWindow) -> None:
    keys = [key for command in window.findChildren(QAction) for key in default_shortcuts(command)]
    assert "Ctrl+F6" in keys and not [key for key in keys if key.startswith("Ctrl+Alt+F") and key[10:].isdigit()]


def test_pressed_keys_hold_at_once_everywhere_and_in_the_next_run(window: MainWindow, dialog: ShortcutEditor) -> None:
    page = window.active_page()
    assert isinstance(page, EditorPage)
    choose(dialog, "Check all")
    QTest.keyClick(dialog.search, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is dialog.field
    QTest.keyClick(dialog.field, Qt.Key.Key_K, CONTROL | ALT)
    check = action(window, "editor.check")
    assert keys_of(check) == ["Ctrl+Alt+K"]
    assert page.tool_bar.check_button.toolTip().endswith("(Ctrl+Alt+K)")
    assert page.tool_bar.check_button.key in ("Ctrl+Alt+K", "")
    sheet = dict(shortcut_groups(window.menus.bar, page))
    assert ("Check all", ["Ctrl+Alt+K"]) in sheet["Check"]
    assert Settings(settings().path).keys_for("editor.check") == ["Ctrl+Alt+K"]
    dialog.close()
    second = window.open_path(shipped_layouts(slugs()[0])[1])
    assert isinstance(second, EditorPage)
    assert keys_of(second.page_actions["check"]) == ["Ctrl+Alt+K"], "a page opened later has them too"


def test_keys_that_are_taken_are_told_and_can_be_taken_over(window: MainWindow, dialog: ShortcutEditor) -> None:
    choose(dialog, "Check all")
    QTest.keyClick(dialog.field, Qt.Key.Key_E, CONTROL)
    check, export = action(window, "editor.check"), action(window, "editor.export")
    assert keys_of(check) == ["F7"]
    assert "Ctrl+E belongs to “Export a picture”" in dialog.message.text()
    assert dialog.reassign_button.isVisible()
    dialog.reassign_button.click()
    assert keys_of(check) == ["Ctrl+E"]
    assert keys_of(export) == []
    choose(dialog, "Export a picture")
    dialog.reset_button.click()
    assert keys_of(export) == []
    assert "Ctrl+E stays with “Check all”" in dialog.message.text()
    choose(dialog, "Check all")
    dialog.reset_button.click()
    assert keys_of(check) == ["F7"]
    choose(dialog, "Export a picture")
    dialog.reset_button.click()
    assert keys_of(export) == ["Ctrl+E"]
    assert settings().value("keys") == {}


@pytest.mark.parametrize("key", shortly([Qt.Key.Key_Space, Qt.Key.Key_3, Qt.Key.Key_Up, Qt.Key.Key_Return], 0, 2))
def test_keys_of_the_board_are_refused_in_words(window: MainWindow, dialog: ShortcutEditor, key: Qt.Key) -> None:
    choose(dialog, "Check all")
    QTest.keyClick(dialog.field, key)
    assert "needed at the board" in dialog.message.text()
    assert keys_of(action(window, "editor.check")) == ["F7"]
    assert dialog.isVisible()


def test_escape_leaves_the_field_and_tab_goes_on(dialog: ShortcutEditor) -> None:
    choose(dialog, "Check all")
    dialog.field.setFocus()
    QTest.keyClick(dialog.field, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is dialog.list
    assert dialog.isVisible()
    dialog.field.setFocus()
    QTest.keyClick(dialog.field, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is dialog.clear_button


def test_keys_can_be_taken_from_a_command_and_all_given_back(window: MainWindow, dialog: ShortcutEditor) -> None:
    choose(dialog, "Stamp")
    dialog.clear_button.click()
    choose(dialog, "Save")
    QTest.keyClick(dialog.field, Qt.Key.Key_F12)
    assert keys_of(action(window, "editor.tool_stamp")) == []
    assert keys_of(action(window, "window.save")) == ["F12"]

    def agree() -> None:
        requested = QApplication.activeModalWidget()
        assert isinstance(requested, AppDialog)
        button = requested.findChild(QPushButton, "yes")
        assert isinstance(button, QPushButton)
        button.click()

    QTimer.singleShot(0, agree)
    dialog.all.click()
    assert keys_of(action(window, "window.save")) == ["Ctrl+S"]
    assert keys_of(action(window, "editor.tool_stamp")) == [default_shortcuts(action(window, "editor.tool_stamp"))[0]]
    assert settings().value("keys") == {}
    assert not dialog.all.isEnabled()


def test_commands_are_found_by_their_keys(dialog: ShortcutEditor) -> None:
    QTest.keyClicks(dialog.search, "f7")
    assert "editor.check" in [found.objectName() for found in dialog.rows.rows]


def test_one_key_serves_two_kinds_of_pages(window: MainWindow) -> None:
    commands = all_commands((window,))
    by_name = {command.objectName(): command for command in commands}
    table = QAction("Turn the table", window)
    table.setObjectName("table.turn")
    table.setShortcut("F7")
    assert conflicts("F7", table, commands) == []
    assert conflicts("Ctrl+S", table, commands) == [by_name["window.save"]]


@pytest.mark.parametrize("damage", [7, "F7", ["Foo+Bar"], [3], {"a": 1}, None])
def test_damaged_entries_are_passed_over(qtbot: QtBot, data_folder: Path, damage: object) -> None:
    data_folder.mkdir(exist_ok=True)
    (data_folder / "settings.json").write_text(
        json.dumps({"keys": {"window.save": damage, "window.open": ["F12"], "no.such": ["F3"]}}), encoding="ascii"
    )
    window = MainWindow()
    qtbot.addWidget(window)
    assert keys_of(window.menus.action("save")) == ["Ctrl+S"]
    assert keys_of(window.menus.action("open")) == ["F12"]
    bind(window.menus.action("open"), None)
    assert keys_of(window.menus.action("open")) == ["Ctrl+O"]


def test_keys_that_are_no_table_at_all_are_passed_over(qtbot: QtBot, data_folder: Path) -> None:
    data_folder.mkdir(exist_ok=True)
    (data_folder / "settings.json").write_text('{"keys": [1, 2]}', encoding="ascii")
    window = MainWindow()
    qtbot.addWidget(window)
    assert keys_of(window.menus.action("save")) == ["Ctrl+S"]


def test_keys_chosen_work_when_pressed(window: MainWindow) -> None:
    page = window.active_page()
    assert isinstance(page, EditorPage)
    bind(page.page_actions["tool_stamp"], ["Ctrl+Alt+J"])
    page.view.setFocus()
    QTest.keyClick(page.view, Qt.Key.Key_J, CONTROL | ALT)
    assert page.board.tool.key == "stamp"
    page.board.set_tool("select")
    QTest.keyClick(page.view, Qt.Key.Key_S)
    assert page.board.tool.key == "select"
