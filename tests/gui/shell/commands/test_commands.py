"""Every command of every page: it has a name, words, an icon, a tip and keys where that makes sense, and is found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.page import Page
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.shell.command_palette import CommandPalette, list_commands
from studio.gui.shell.main_window import MainWindow
from studio.gui.style.icons import icon_names as icon_names
from studio.gui.widgets.actions import action_text, disabled_reason, icon_of, keys_of
from studio.services.loading import load_layout
from tests.gui.windows import forget_changes, shown_window
from tests.shortly import shortly

KEYLESS = re.compile(
    r"window\.(compare|earlier|about|keys|no_\w+|contrast|large_targets|looks_at_first)|editor\.save|table\.(autoplay|confirms|purist|motion|resume)"
)
"""Commands without keys: seldom said, or said otherwise. One of several choices needs none either."""


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with an editor and a table."""
    window = shown_window(qtbot, forget_changes)
    window.activateWindow()
    yield window


def _pages(window: MainWindow, slug: str) -> list[Page]:
    """The start page, an editor and a table of a game."""
    path = shipped_layouts(slug)[0]
    editor, table = window.open_path(path), window.play_opened(load_layout(path))
    assert isinstance(editor, EditorPage)
    assert isinstance(table, PlayPage)
    return [window.start, editor, table]


def _finder(window: MainWindow) -> CommandPalette:
    finder = window.findChild(CommandPalette)
    assert isinstance(finder, CommandPalette)
    return finder


def _shown(finder: CommandPalette) -> list[str]:
    return [row.text for place in range(finder.rows.rowCount()) if (row := finder.rows.command(place)) is not None]


@pytest.mark.parametrize("slug", shortly(slugs(), 2))
def test_every_command_has_a_name_an_icon_words_and_a_tip(window: MainWindow, slug: str) -> None:
    for page in _pages(window, slug):
        window.show_page(page)
        commands = list_commands(window.menus.bar)
        actions: list[QAction] = [command.action for command in commands]
        actions += [action for action in page.findChildren(QAction) if action.objectName() and action not in actions]
        named = Counter(action.objectName() for action in actions)
        assert max(named.values()) == 1, named.most_common(3)
        for action in actions:
            name = action.objectName()
            assert name.partition(".")[0] in ("window", "editor", "table"), name
            assert action_text(action).strip(), name
            assert icon_of(action) in icon_names(), name
            assert action.toolTip().strip(), name
            assert keys_of(action) or action.actionGroup() or KEYLESS.fullmatch(name), f"{name} has no keys"
        places = {command.text: command.menu_path for command in commands}
        assert all(places.values())
        shown = Counter((command.text, command.menu_path) for command in commands)
        assert max(shown.values()) == 1, shown.most_common(3)


@pytest.mark.parametrize("slug", slugs()[:1])
def test_what_cannot_be_done_says_why(window: MainWindow, slug: str) -> None:
    for page in _pages(window, slug):
        window.show_page(page)
        for command in list_commands(window.menus.bar):
            if not command.action.isEnabled():
                assert disabled_reason(command.action).endswith("."), command.action.objectName()


def test_a_few_letters_and_enter_do_it_and_the_keyboard_goes_back(window: MainWindow, qtbot: QtBot) -> None:
    page = window.open_path(shipped_layouts(slugs()[0])[0])
    assert isinstance(page, EditorPage)
    page.view.setFocus()
    QTest.keyClick(page.view, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    finder = _finder(window)
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    QTest.keyClicks(finder.field, "stamp")
    assert _shown(finder)[0] == "Stamp"
    QTest.keyClick(finder.field, Qt.Key.Key_Return)
    assert page.board.tool.key == "stamp"
    assert window.findChild(CommandPalette) is None
    assert QApplication.focusWidget() is page.view
    assert settings().string_list("commands") == ["editor.tool_stamp"]


def test_what_was_used_lately_comes_first(window: MainWindow) -> None:
    settings().set_value("commands", ["window.about", "editor.fit", 3, "window.gone"])
    window.open_command_palette()
    finder = _finder(window)
    assert finder.rows.row(0) == "Used lately"
    assert _shown(finder)[0] == "About Explorer Studio"  # of those that are to be had on this page
    assert _shown(finder).count("About Explorer Studio") == 1
    current = finder.current()
    assert current is not None
    assert current.text == "About Explorer Studio"


def test_a_hand_at_rest_chooses_nothing(window: MainWindow) -> None:
    window.open_command_palette()
    finder = _finder(window)
    chosen = finder.current()
    finder.list.entered.emit(finder.rows.index(4, 0))
    assert finder.current() == chosen, "the list came up under the pointer"
    QCursor.setPos(finder.list.mapToGlobal(QPoint(40, 60)))
    finder.list.entered.emit(finder.rows.index(4, 0))
    assert finder.current() == finder.rows.command(4) != chosen


def test_arrows_walk_round_and_escape_closes_without_leaving_full_screen(window: MainWindow) -> None:
    window.toggle_full_screen()
    window.open_command_palette()
    finder = _finder(window)
    QTest.keyClick(finder.field, Qt.Key.Key_Up)
    last = finder.current()
    assert last is not None
    assert last.text == _shown(finder)[-1]
    QTest.keyClick(finder.field, Qt.Key.Key_Down)
    first = finder.current()
    assert first is not None
    assert first.text == _shown(finder)[0]
    QTest.keyClick(finder.field, Qt.Key.Key_Escape)
    assert window.findChild(CommandPalette) is None
    assert window.isFullScreen()
    window.toggle_full_screen()


def test_what_cannot_be_done_is_listed_and_says_why_at_enter(window: MainWindow) -> None:
    window.open_command_palette()
    finder = _finder(window)
    QTest.keyClicks(finder.field, "save as")
    assert _shown(finder)[0] == "Save as"
    QTest.keyClick(finder.field, Qt.Key.Key_Return)
    assert window.findChild(CommandPalette) is finder
    assert finder.foot.full_text() == "There is nothing to save on this page."
    assert settings().string_list("commands") == []


def test_words_that_no_command_has_leave_an_empty_list(window: MainWindow) -> None:
    window.open_command_palette()
    finder = _finder(window)
    QTest.keyClicks(finder.field, "qqqq")
    assert _shown(finder) == []
    QTest.keyClick(finder.field, Qt.Key.Key_Return)
    assert "No command" in finder.foot.full_text()


def test_a_menu_is_found_by_its_name_too(window: MainWindow) -> None:
    window.open_command_palette()
    finder = _finder(window)
    QTest.keyClicks(finder.field, "theme dark")
    assert _shown(finder)[0] == "Dark"


def test_a_click_does_it_and_a_click_elsewhere_closes(window: MainWindow, qtbot: QtBot) -> None:
    page = window.open_path(shipped_layouts(slugs()[0])[0])
    assert isinstance(page, EditorPage)
    window.open_command_palette()
    finder = _finder(window)
    QTest.keyClicks(finder.field, "fill")
    place = finder.list.visualRect(finder.rows.index(finder.rows.step(-1, 0), 0)).center()
    QTest.mouseClick(finder.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert page.board.tool.key == "fill"
    window.open_command_palette()
    QTest.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=QPoint(5, page.view.height() - 5))
    page.view.setFocus()
    qtbot.waitUntil(lambda: window.findChild(CommandPalette) is None)


@pytest.mark.parametrize("size", [(1024, 640), (1440, 900)])
def test_it_lies_within_the_window_and_follows_its_size(
    window: MainWindow, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window.open_command_palette()
    finder = _finder(window)
    window.resize(*size)
    qtbot.waitUntil(lambda: (window.width(), window.height()) == size)
    assert window.rect().contains(finder.geometry())
    assert abs(finder.geometry().center().x() - window.rect().center().x()) <= 1


def test_a_window_closes_with_the_finder_open(window: MainWindow, qtbot: QtBot) -> None:
    window.open_command_palette()
    window.hide()
    qtbot.waitUntil(lambda: window.findChild(CommandPalette) is None)
