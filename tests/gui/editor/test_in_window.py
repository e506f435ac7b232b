"""The editor page inside the window: menus, shortcuts that must not collide, Escape, title, save."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from studio.gui.shell.main_window import MainWindow
from studio.gui.widgets.actions import icon_of
from studio.gui.widgets.inputs import ComboBox
from studio.services.loading import load_layout
from tests.gui.editor.hand import CTRL
from tests.gui.stand_ins import SMALLEST
from tests.gui.windows import shown_window
from tests.helpers import instance_of, not_none


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, empty_start: None) -> MainWindow:
    """A window with a copy of a shipped layout in front."""
    path = tmp_path / "copy.json"
    shutil.copy(SMALLEST, path)
    window = shown_window(qtbot, _forget)
    window.open_path(path)
    window.activateWindow()
    return window


def _editors(window: MainWindow) -> list[EditorPage]:
    return [page for page in window.pages() if isinstance(page, EditorPage)]


def _forget(window: MainWindow) -> None:
    for page in _editors(window):
        page.document.stack.setClean()


def front(window: MainWindow) -> EditorPage:
    return instance_of(EditorPage, window.active_page())


def leaves(menu: QMenu) -> list[QAction]:
    """All actions below a menu."""
    found: list[QAction] = []
    for action in menu.actions():
        inner = action.menu()
        found += leaves(inner) if isinstance(inner, QMenu) else [action]
    return found


def test_painting_undoing_and_saving_by_keys(window: MainWindow) -> None:
    page = front(window)
    document, before = page.document, page.document.body
    pick, stamp = document.game.editing.pick, page.edit_state.stamp
    other = next(cell for cell in range(document.grid.count) if pick(before, cell) != stamp)
    QTest.keyClick(page.view, Qt.Key.Key_B)
    QTest.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=page.view.widget_rect(other).center())
    assert document.body != before
    assert "(edited)" in window.windowTitle()
    QTest.keyClick(page.view, Qt.Key.Key_Z, CTRL)
    assert document.body == before
    assert "(edited)" not in window.windowTitle()
    QTest.keyClick(page.view, Qt.Key.Key_Y, CTRL)
    QTest.keyClick(page.view, Qt.Key.Key_S, CTRL)
    assert not page.is_modified()
    path = not_none(page.path())
    assert load_layout(path).body == document.body


def test_letters_in_an_open_menu_are_not_tools_of_the_page(window: MainWindow, qtbot: QtBot) -> None:
    page = front(window)
    page.view.setFocus()
    qtbot.waitUntil(page.view.hasFocus)
    QTest.keyClick(page.view, Qt.Key.Key_B)
    tool, body = page.board.tool, page.document.body
    menu = window.menus.menus["file"]
    menu.popup(window.mapToGlobal(QPoint(20, 40)))
    with qtbot.waitSignal(menu.aboutToHide), qtbot.waitSignal(window.menus.action("save").triggered):
        QTest.keyClick(menu, Qt.Key.Key_S)
    menu.popup(window.mapToGlobal(QPoint(20, 40)))
    for key in (Qt.Key.Key_V, Qt.Key.Key_Delete):
        QTest.keyClick(menu, key)
    menu.close()
    assert page.board.tool is tool and page.document.body == body


def test_letters_in_an_open_drop_down_are_not_tools_of_the_page(window: MainWindow, qtbot: QtBot) -> None:
    page = front(window)
    QTest.keyClick(page.view, Qt.Key.Key_B)
    tool = page.board.tool
    symmetry = next(choice for choice in page.findChildren(ComboBox) if choice.isVisible())
    symmetry.showPopup()
    qtbot.waitUntil(symmetry.view().isVisible)
    QTest.keyClick(symmetry.view(), Qt.Key.Key_E)
    assert page.board.tool is tool
    heard: list[str] = []
    symmetry.chosen.connect(heard.append)
    QTest.keyClick(symmetry.view(), Qt.Key.Key_End)
    QTest.keyClick(symmetry.view(), Qt.Key.Key_Return)
    assert heard == [symmetry.current()] == [symmetry.itemData(symmetry.count() - 1)]
    assert not symmetry.view().isVisible()


def test_no_two_actions_share_a_key(window: MainWindow) -> None:
    owners: dict[str, str] = {}
    actions = {
        action
        for head in window.menus.bar.actions()
        if isinstance(menu := head.menu(), QMenu) and head.isVisible()
        for action in leaves(menu)
    }
    actions |= set(front(window).actions())
    for action in actions:
        for keys in action.shortcuts():
            name = keys.toString(QKeySequence.SequenceFormat.PortableText)
            assert name not in owners or owners[name] == action.text(), (
                f"{name}: {owners.get(name)} and {action.text()}"
            )
            owners[name] = action.text()
    assert len(owners) > 40


def test_every_action_stands_in_a_menu(window: MainWindow) -> None:
    heads = [menu for head in window.menus.bar.actions() if isinstance(menu := head.menu(), QMenu)]
    listed = {action for menu in heads for action in leaves(menu)}
    missing = {action.text() for action in front(window).actions()} - {action.text() for action in listed}
    assert missing == {"Save"}, "whatever has a key can be found in a menu; saving is the window's own"


def test_every_action_has_words_an_icon_and_a_key(window: MainWindow) -> None:
    page = front(window)
    page.commands.open_piece_editor()
    bar = window.menus.bar
    named = [action for owner in (page, window.active_page(), bar) for action in owner.findChildren(QAction)]
    lacking = {
        action.objectName()
        for action in named
        if action.objectName()
        and not (action.text() and icon_of(action) and (action.shortcuts() or action.actionGroup()))  # one of several
    }
    # Undo and Redo of pages that have none are never done; the editor's Save is the window's, which has its keys;
    # how the window looks to one person's eyes and hands is chosen once
    to_oneself = {"window.contrast", "window.large_targets", "window.looks_at_first"}
    assert lacking <= {"window.no_undo", "window.no_redo", "editor.save", *to_oneself}
    assert len(named) > 80


def test_escape_serves_the_page_before_the_window(window: MainWindow) -> None:
    page = front(window)
    page.edit_state.select((1, 2))
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert page.edit_state.selection == frozenset()


def test_a_field_takes_escape_back(window: MainWindow) -> None:
    page = front(window)
    page.edit_state.select(())
    control = page.inspector.rows["meta.name"].control
    control.setFocus()
    QTest.keyClicks(control, "xyz")
    assert page.title().startswith("xyz")
    QTest.keyClick(control, Qt.Key.Key_Z, CTRL)  # the field's own undo goes into the layout as well
    assert not page.title().startswith("xyz")
    QTest.keyClick(control, Qt.Key.Key_Escape)
    assert page.board.tool.key == "select"


def test_tabs_come_and_go_without_a_word_from_the_dead(window: MainWindow, qtbot: QtBot) -> None:
    page = front(window)
    page.document.rename("author", "Ada")
    page.document.stack.setClean()
    assert window.close_page(page)
    qtbot.waitUntil(lambda: not _editors(window))
