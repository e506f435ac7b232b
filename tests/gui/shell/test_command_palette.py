"""The command palette: every command is described and found; fuzzy matching."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor.page import EditorPage
from studio.gui.play.page import PlayPage
from studio.gui.settings import settings
from studio.gui.shell.command_palette import (
    FIRST,
    GAP,
    LETTER,
    NEXT,
    START,
    Command,
    CommandFilter,
    CommandPalette,
    fuzzy_match,
    list_commands,
)
from studio.gui.shell.main_window import MainWindow
from studio.gui.style.icons import icon_names
from studio.gui.widgets.actions import action_text, disabled_reason, icon_of, keys_of
from studio.services.loading import load_layout
from tests.gui.stand_ins import BASE, SMALLEST
from tests.helpers import instance_of, not_none
from tests.short_run import mark_long

WITHOUT_SHORTCUT = re.compile(
    r"window\.(compare|earlier|about|keys|no_\w+|contrast|large_targets|looks_at_first)|editor\.save|table\.(autoplay|confirms|purist|motion|resume)"
)
"""Commands that are used rarely or reached otherwise. One of several choices needs no shortcut either."""


@pytest.fixture
def palette(window: MainWindow) -> CommandPalette:
    return open_palette(window)


@pytest.fixture
def editor(window: MainWindow) -> EditorPage:
    return instance_of(EditorPage, window.open_path(SMALLEST))


def open_palette(window: MainWindow) -> CommandPalette:
    window.commands.open_command_palette()
    return instance_of(CommandPalette, window.findChild(CommandPalette))


def found(palette: CommandPalette, text: str = "") -> list[str]:
    """The listed commands after typing `text`."""
    QTest.keyClicks(palette.field, text)
    return [row.text for place in range(palette.rows.rowCount()) if (row := palette.rows.command(place)) is not None]


def current(palette: CommandPalette) -> Command:
    return not_none(palette.current())


@pytest.mark.usefixtures("full_start")
@pytest.mark.parametrize("slug", mark_long(slugs(), 2))
def test_every_command_is_described(window: MainWindow, slug: str) -> None:
    path = shipped_layouts(slug)[0]
    editor, table = window.open_path(path), window.commands.play_opened(load_layout(path))
    assert isinstance(editor, EditorPage) and isinstance(table, PlayPage)
    for page in (window.start, editor, table):
        window.show_page(page)
        commands = list_commands(window.menus.bar)
        actions: list[QAction] = [command.action for command in commands]
        actions += [action for action in page.findChildren(QAction) if action.objectName() and action not in actions]
        names = Counter(action.objectName() for action in actions)
        assert max(names.values()) == 1, names.most_common(3)
        for action in actions:
            name = action.objectName()
            assert name.partition(".")[0] in ("window", "editor", "table"), name
            assert action_text(action).strip(), name
            assert icon_of(action) in icon_names(), name
            assert action.toolTip().strip(), name
            assert keys_of(action) or action.actionGroup() or WITHOUT_SHORTCUT.fullmatch(name), f"{name}: no shortcut"
        assert all(command.menu_path for command in commands)
        texts = Counter((command.text, command.menu_path) for command in commands)
        assert max(texts.values()) == 1, texts.most_common(3)
        for command in commands:
            assert command.action.isEnabled() or disabled_reason(command.action).endswith("."), command.text


def test_enter_runs_a_command_and_returns_the_focus(window: MainWindow, editor: EditorPage) -> None:
    editor.view.setFocus()
    QTest.keyClick(editor.view, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    palette = instance_of(CommandPalette, window.findChild(CommandPalette))
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    assert found(palette, "stamp")[0] == "Stamp"
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert editor.board.tool.key == "stamp"
    assert window.findChild(CommandPalette) is None
    assert QApplication.focusWidget() is editor.view
    assert settings().string_list("commands") == ["editor.tool_stamp"]


def test_recently_used_commands_come_first(window: MainWindow) -> None:
    settings().set_value("commands", ["window.about", "editor.fit", 3, "window.gone"])
    palette = open_palette(window)
    assert palette.rows.index(0, 0).data() == "Recently used"
    assert found(palette)[0] == current(palette).text == "About Explorer Studio"
    assert found(palette).count("About Explorer Studio") == 1


def test_layers_are_found_as_the_survey(window: MainWindow) -> None:
    window.open_path(BASE)
    filtered = CommandFilter(list_commands(window.menus.bar))
    filtered.set_typed("layer")
    assert "editor.survey" in [
        not_none(filtered.command(row)).action.objectName() for row in range(filtered.rowCount())
    ]


def test_a_resting_pointer_selects_nothing(palette: CommandPalette) -> None:
    first = palette.current()
    palette.list.entered.emit(palette.rows.index(4, 0))
    assert palette.current() == first, "the list appeared under the pointer"
    QCursor.setPos(palette.list.mapToGlobal(QPoint(40, 60)))
    palette.list.entered.emit(palette.rows.index(4, 0))
    assert palette.current() == palette.rows.command(4) != first


def test_arrows_wrap_around_and_escape_closes_the_palette_only(window: MainWindow) -> None:
    window.commands.toggle_full_screen()
    palette = open_palette(window)
    QTest.keyClick(palette.field, Qt.Key.Key_Up)
    assert current(palette).text == found(palette)[-1]
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    assert current(palette).text == found(palette)[0]
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    assert window.findChild(CommandPalette) is None
    assert window.isFullScreen()
    window.commands.toggle_full_screen()


@pytest.mark.parametrize(
    ("typed", "first", "message"),
    [("save as", ["Save as"], "There is nothing to save on this page."), ("qqqq", [], "No command")],
)
def test_enter_explains_why_nothing_runs(
    window: MainWindow, palette: CommandPalette, typed: str, first: list[str], message: str
) -> None:
    assert found(palette, typed)[:1] == first
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.findChild(CommandPalette) is palette
    assert message in palette.foot.full_text()
    assert settings().string_list("commands") == []


def test_menu_names_are_searched_too(palette: CommandPalette) -> None:
    assert found(palette, "theme dark")[0] == "Dark"


def test_a_click_runs_a_command_and_a_click_outside_closes(
    window: MainWindow, editor: EditorPage, palette: CommandPalette, qtbot: QtBot
) -> None:
    found(palette, "fill")
    place = palette.list.visualRect(palette.rows.index(palette.rows.step(-1, 0), 0)).center()
    QTest.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert editor.board.tool.key == "fill"
    window.commands.open_command_palette()
    QTest.mouseClick(editor.view, Qt.MouseButton.LeftButton, pos=QPoint(5, editor.view.height() - 5))
    editor.view.setFocus()
    qtbot.waitUntil(lambda: window.findChild(CommandPalette) is None)


@pytest.mark.parametrize("size", [(1024, 640), (1440, 900)])
def test_palette_is_centred_in_the_window(
    window: MainWindow, palette: CommandPalette, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window.resize(*size)
    qtbot.waitUntil(lambda: (window.width(), window.height()) == size)
    assert window.rect().contains(palette.geometry())
    assert abs(palette.geometry().center().x() - window.rect().center().x()) <= 1


def test_palette_closes_with_the_window(window: MainWindow, palette: CommandPalette, qtbot: QtBot) -> None:
    window.hide()
    qtbot.waitUntil(lambda: window.findChild(CommandPalette) is None)


# fuzzy matching


@pytest.mark.parametrize(
    ("typed", "better", "worse"),
    [
        ("zo", "Zoom in", "Resize board"),
        ("save", "Save", "Save as"),
        ("sa", "Save as", "Select all"),
        ("nl", "New layout", "Only"),
        ("stamp", "Stamp", "Keep as a stamp"),
        ("fix", "Apply safe fixes", "Full index"),
    ],
)
def test_better_matches_score_higher(typed: str, better: str, worse: str) -> None:
    one, other = fuzzy_match(typed, better), fuzzy_match(typed, worse)
    assert one is not None
    assert other is None or one.score > other.score


@pytest.mark.parametrize(
    ("typed", "text", "matches"),
    [
        ("board fit", "Fit the board", True),
        ("board sun", "Fit the board", False),
        ("ecr", "ÉCRAN", True),
        ("ohp", "Zoom all the maps in", False),
        ("  ", "Save", True),
    ],
)
def test_words_match_in_any_order_without_accents_or_scattered_letters(typed: str, text: str, matches: bool) -> None:
    assert (fuzzy_match(typed, text) is not None) is matches


def test_matched_positions() -> None:
    match = not_none(fuzzy_match("ÉCR", "Écran"))
    assert match.positions == (0, 1, 2)


def best_score(typed: str, text: str) -> float | None:
    """The highest score of all choices of positions."""
    best = None
    for places in combinations(range(len(text)), len(typed)):
        if any(text[place] != letter for place, letter in zip(places, typed, strict=True)):
            continue
        total = 0.0
        for step, place in enumerate(places):
            total += LETTER + (FIRST if not place or text[place - 1] == " " else 0.0) + (0.0 if place else START)
            if step:
                gap = place - places[step - 1] - 1
                total += NEXT if not gap else -GAP * gap
        best = total if best is None else max(best, total)
    return best


@given(st.text("ab", min_size=1, max_size=4), st.text("ab ", min_size=1, max_size=9))
def test_score_is_the_best_of_all_positions(typed: str, text: str) -> None:
    match, best = fuzzy_match(typed, text), best_score(typed, text)
    if match is None:
        assert best is None or best < 2 * len(typed)
        return
    assert best is not None
    assert abs(match.score - (best - 0.01 * len(text))) < 1e-9
    assert "".join(text[place] for place in match.positions) == typed
