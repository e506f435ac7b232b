"""Keyboard shortcuts: names, the shortcut sheet, changes, conflicts, damaged settings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio.core.text import key_names
from studio.documents.markup import plain_text
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.settings import Settings, settings
from studio.gui.shell import session
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.shortcuts import ShortcutEditor, all_commands, bind, conflicts, scope_of, shortcut_groups
from studio.gui.widgets.actions import default_shortcuts, keys_of, make_action, portable
from tests.gui.stand_ins import SMALLEST, Notebook
from tests.gui.windows import answer_next
from tests.helpers import instance_of, not_none
from tests.short_run import mark_long

CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
KEYS = (
    *("Ctrl+S", "Ctrl+Shift+Backspace", "Shift+F1", "Alt+Left", "Alt+Right", "Ctrl+Up", "Ctrl+Down", "Del", "Home"),
    *("End", "PgUp", "Ctrl+PgDown", "Esc", "Space", "Return", "Ctrl+Return", "Tab", "Shift+Tab", "Ctrl++", "Ctrl+\\"),
)
NAMES = {
    "en": ("Ctrl+Shift+S", "Del", "Space"),
    "de": ("Strg+Umschalt+S", "Entf", "Leertaste"),
    "fr": ("Ctrl+Maj+S", "Suppr", "Espace"),
}


@pytest.fixture
def page(window: MainWindow) -> EditorPage:
    return instance_of(EditorPage, window.open_path(SMALLEST))


@pytest.fixture
def dialog(window: MainWindow, page: EditorPage, qtbot: QtBot) -> ShortcutEditor:
    dialog = ShortcutEditor(window, all_commands(window))
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def keys(window: MainWindow, name: str) -> list[str]:
    """The shortcuts of the action of that name."""
    action = instance_of(QAction, window.findChild(QAction, name))
    return keys_of(action)


def choose(dialog: ShortcutEditor, text: str) -> None:
    """Select a command by its text."""
    dialog.search.clear()
    QTest.keyClicks(dialog.search, text)
    current = not_none(dialog.current())
    assert current.text().replace("&", "").rstrip("…") == text


@pytest.mark.usefixtures("english_afterwards")
@pytest.mark.parametrize("language", NAMES)
def test_key_names_match_qt(qtbot: QtBot, language: str) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    session.choose(language)
    native = {keys: QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) for keys in KEYS}
    assert {keys: key_names(keys) for keys in KEYS} == native
    assert tuple(map(key_names, ("Ctrl+Shift+S", "Del", "Space"))) == NAMES[language]
    action: QAction = make_action(owner, "test.delete", "Delete", "trash", ("Del", QKeySequence.StandardKey.Save))
    assert [portable(keys) for keys in action.shortcuts()][:2] == ["Del", "Ctrl+S"]
    assert keys_of(action) == [key_names("Del"), key_names("Ctrl+S")]
    assert plain_text("*File › Save as…* [Ctrl+Shift+S]") == f"File › Save as… [{NAMES[language][0]}]"


def test_keys_without_a_translation(app: QApplication) -> None:
    assert key_names("F5") == "F5" and key_names("Shift+←") == "Shift+←" and key_names("…") == "…"


def test_sheet_lists_the_shortcuts_of_the_active_page(window: MainWindow) -> None:
    page = window.add_page(Notebook("A"))
    groups = dict(shortcut_groups(window.menus.bar, page))
    assert ("Ring the bell", ["Ctrl+B"]) in groups["Bell"]
    assert ("Save", ["Ctrl+S"]) in groups["File"]
    window.show_page(window.start)
    assert "Bell" not in dict(shortcut_groups(window.menus.bar, window.start))


def test_keys_of_office_keyboards_are_hidden(window: MainWindow, page: EditorPage) -> None:
    action = QAction("Undo")
    action.setShortcuts([QKeySequence(keys) for keys in ("Ctrl+Z", "F14", "Undo", "Shift+F20", "F5", "Shift+F12")])
    assert keys_of(action) == ["Ctrl+Z", "F5", "Shift+F12"]
    for _title, rows in shortcut_groups(window.menus.bar, page):
        for text, shortcuts in rows:
            assert not {"F14", "F16", "F18", "F20"} & set(shortcuts), text


def test_default_shortcuts_have_no_conflicts(window: MainWindow, page: EditorPage) -> None:
    commands = all_commands(window)
    assert {scope_of(command) for command in commands} >= {"window", "editor"}
    defaults = {(command, keys) for command in commands for keys in default_shortcuts(command)}
    for command, shortcut in defaults:
        assert not conflicts(shortcut, command, commands), f"{command.objectName()}: {shortcut}"
    shortcuts = [keys for command in window.findChildren(QAction) for keys in default_shortcuts(command)]
    assert "Ctrl+F6" in shortcuts
    consoles = [keys for keys in shortcuts if keys.startswith("Ctrl+Alt+F") and keys[10:].isdigit()]
    assert not consoles, "they switch to another Linux console"


def test_new_shortcut_applies_everywhere_and_is_stored(
    window: MainWindow, page: EditorPage, dialog: ShortcutEditor
) -> None:
    choose(dialog, "Check all")
    QTest.keyClick(dialog.search, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is dialog.field
    QTest.keyClick(dialog.field, Qt.Key.Key_K, CONTROL | ALT)
    assert keys(window, "editor.check") == ["Ctrl+Alt+K"]
    assert page.tool_bar.check_button.toolTip().endswith("(Ctrl+Alt+K)")
    assert page.tool_bar.check_button.key in ("Ctrl+Alt+K", "")
    sheet = dict(shortcut_groups(window.menus.bar, page))
    assert ("Check all", ["Ctrl+Alt+K"]) in sheet["Check"]
    assert Settings(settings().path).keys_for("editor.check") == ["Ctrl+Alt+K"]
    dialog.close()
    second = instance_of(EditorPage, window.open_path(shipped_layouts(slugs()[0])[1]))
    assert keys_of(second.page_actions["check"]) == ["Ctrl+Alt+K"], "pages opened later use it too"


def test_commands_of_submenus_are_listed_and_found_by_the_submenu(dialog: ShortcutEditor) -> None:
    dialog.search.setText("Text size")
    index = dialog.list.model().index
    assert {"Text size: Larger", "Text size: Default"} <= {index(row, 0).data() for row in range(len(dialog.rows.rows))}
    choose(dialog, "Check all")
    assert dialog.name.text() == "Check all", "a menu of the bar is not named"


def test_used_shortcut_can_be_reassigned(window: MainWindow, dialog: ShortcutEditor) -> None:
    choose(dialog, "Check all")
    QTest.keyClick(dialog.field, Qt.Key.Key_E, CONTROL)
    assert keys(window, "editor.check") == ["F7"]
    assert "Ctrl+E is already used by “Export image”" in dialog.message.text()
    assert dialog.reassign_button.isVisible()
    dialog.reassign_button.click()
    assert keys(window, "editor.check") == ["Ctrl+E"]
    assert keys(window, "editor.export") == []
    choose(dialog, "Export image")
    dialog.reset_button.click()
    assert keys(window, "editor.export") == []
    assert "Ctrl+E is still assigned to “Check all”" in dialog.message.text()
    choose(dialog, "Check all")
    dialog.reset_button.click()
    assert keys(window, "editor.check") == ["F7"]
    choose(dialog, "Export image")
    dialog.reset_button.click()
    assert keys(window, "editor.export") == ["Ctrl+E"]
    assert settings().value("keys") == {}


@pytest.mark.parametrize("key", mark_long([Qt.Key.Key_Space, Qt.Key.Key_3, Qt.Key.Key_Up, Qt.Key.Key_Return], 0, 2))
def test_keys_of_the_board_are_rejected(window: MainWindow, dialog: ShortcutEditor, key: Qt.Key) -> None:
    choose(dialog, "Check all")
    QTest.keyClick(dialog.field, key)
    assert "reserved for the board" in dialog.message.text()
    assert keys(window, "editor.check") == ["F7"]
    assert dialog.isVisible()


def test_escape_and_tab_leave_the_key_field(dialog: ShortcutEditor) -> None:
    choose(dialog, "Check all")
    for key, target in ((Qt.Key.Key_Escape, dialog.list), (Qt.Key.Key_Tab, dialog.clear_button)):
        dialog.field.setFocus()
        QTest.keyClick(dialog.field, key)
        assert QApplication.focusWidget() is target
        assert dialog.isVisible()


def test_clear_and_reset_all(window: MainWindow, page: EditorPage, dialog: ShortcutEditor) -> None:
    choose(dialog, "Stamp")
    dialog.clear_button.click()
    choose(dialog, "Save")
    QTest.keyClick(dialog.field, Qt.Key.Key_F12)
    assert keys(window, "editor.tool_stamp") == []
    assert keys(window, "window.save") == ["F12"]
    answer_next("yes")
    dialog.all.click()
    assert keys(window, "window.save") == ["Ctrl+S"]
    assert keys(window, "editor.tool_stamp") == default_shortcuts(page.page_actions["tool_stamp"])[:1]
    assert settings().value("keys") == {}
    assert not dialog.all.isEnabled()


def test_search_finds_commands_by_shortcut(dialog: ShortcutEditor) -> None:
    QTest.keyClicks(dialog.search, "f7")
    assert "editor.check" in [found.objectName() for found in dialog.rows.rows]


def test_pages_of_different_kinds_may_share_a_shortcut(window: MainWindow, page: EditorPage) -> None:
    commands = all_commands(window)
    table = QAction("Turn the table", window)
    table.setObjectName("table.turn")
    table.setShortcut("F7")
    assert conflicts("F7", table, commands) == []
    assert [command.objectName() for command in conflicts("Ctrl+S", table, commands)] == ["window.save"]


@pytest.mark.parametrize("damage", [7, "F7", ["Foo+Bar"], [3], {"a": 1}, None])
def test_damaged_entries_are_ignored(qtbot: QtBot, data_folder: Path, damage: object) -> None:
    shortcuts = {"window.save": damage, "window.open": ["F12"], "no.such": ["F3"]}
    data_folder.mkdir(exist_ok=True)
    (data_folder / "settings.json").write_text(json.dumps({"keys": shortcuts}), encoding="ascii")
    window = MainWindow()
    qtbot.addWidget(window)
    assert keys_of(window.menus.action("save")) == ["Ctrl+S"]
    assert keys_of(window.menus.action("open")) == ["F12"]
    bind(window.menus.action("open"), None)
    assert keys_of(window.menus.action("open")) == ["Ctrl+O"]


def test_damaged_table_is_ignored(qtbot: QtBot, data_folder: Path) -> None:
    data_folder.mkdir(exist_ok=True)
    (data_folder / "settings.json").write_text('{"keys": [1, 2]}', encoding="ascii")
    window = MainWindow()
    qtbot.addWidget(window)
    assert keys_of(window.menus.action("save")) == ["Ctrl+S"]


def test_only_the_changed_shortcut_works(page: EditorPage) -> None:
    bind(page.page_actions["tool_stamp"], ["Ctrl+Alt+J"])
    page.view.setFocus()
    QTest.keyClick(page.view, Qt.Key.Key_J, CONTROL | ALT)
    assert page.board.tool.key == "stamp"
    page.board.set_tool("select")
    QTest.keyClick(page.view, Qt.Key.Key_S)
    assert page.board.tool.key == "select"
