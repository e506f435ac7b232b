"""Labels of menus, buttons, tabs and columns are short and without full stops, and texts of small pages are not cut."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QComboBox, QHeaderView, QMenu, QMenuBar, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.page import Page
from studio.gui.shell import session
from studio.gui.shell.main_window import MainWindow
from studio.gui.widgets.actions import menu_actions
from tests.gui.shell.test_session import KINDS
from tests.gui.shell.test_text_fit import FRAME_HEIGHT
from tests.gui.shell.text_fit import PaintedText, settled_misfits
from tests.short_run import mark_long

pytestmark = pytest.mark.usefixtures("english_afterwards")

LANGUAGES = ("en", "de", "fr")
SMALL_GAMES = {"book": "_template", "try": "_template", "table": "columbus", "workshop": "goldland"}
MENU_WORDS = 4
LIGHT_GAMES = SMALL_GAMES | dict.fromkeys(("lab", "print", "tutorial"), "_template")
"""Games whose pages open fast: these menus are the same in every game."""
LONG_MENU = 20  # entries, in which two may share a letter
MNEMONIC = re.compile(r"&(\w)")


def new_page(kind: str) -> Page:
    return KINDS[kind](SMALL_GAMES.get(kind, "neue_entdecker"))


def labels(widget: QWidget) -> Iterator[str]:
    """The texts of buttons, tabs, choices, columns and actions of a widget."""
    for action in widget.findChildren(QAction):
        yield action.text()
    for button in widget.findChildren(QAbstractButton):
        yield button.text()
    for choices in widget.findChildren(QComboBox):
        yield from (choices.itemText(row) for row in range(choices.count()))
    for tabs in widget.findChildren(QTabBar):
        yield from (tabs.tabText(place) for place in range(tabs.count()))
    for header in widget.findChildren(QHeaderView):
        model = header.model()
        columns = range(model.columnCount()) if header.orientation() == Qt.Orientation.Horizontal and model else ()
        yield from (str(model.headerData(column, Qt.Orientation.Horizontal) or "") for column in columns)


def sentences(texts: Iterable[str]) -> set[str]:
    """Labels that end with a full stop."""
    return {text for text in texts if re.search(r"\w{4}\.$", text)}


def ambiguous(texts: Iterable[str]) -> set[str]:
    """Mnemonics of more than one entry of a menu."""
    count = Counter(found[1].lower() for text in texts if (found := MNEMONIC.search(text.replace("&&", ""))))
    return {letter for letter in count if count[letter] > 1}


def long_entries(texts: Iterable[str]) -> set[str]:
    return {text for text in texts if len(text.split()) > MENU_WORDS}


def entries(menu: QMenu | QMenuBar) -> list[str]:
    return [action.text() for action in menu.actions() if action.isVisible() and not action.isSeparator()]


def open_menus(menu: QMenu) -> Iterator[QMenu]:
    """A menu and its submenus."""
    yield menu
    for action in menu.actions():
        if isinstance(inner := action.menu(), QMenu):
            yield from open_menus(inner)


@pytest.mark.parametrize("language", mark_long(LANGUAGES))
def test_menus_have_short_entries_and_mnemonics_of_their_own(request: pytest.FixtureRequest, language: str) -> None:
    session.choose(language)
    window: MainWindow = request.getfixturevalue("window")
    bar = window.menus.bar
    assert not ambiguous(entries(bar))
    for kind in KINDS:
        window.add_page(KINDS[kind](LIGHT_GAMES.get(kind, "neue_entdecker")))
        for head in bar.actions():
            menu = head.menu()
            for one in open_menus(menu) if isinstance(menu, QMenu) and head.isVisible() else ():
                texts = entries(one)
                assert len(ambiguous(texts)) <= (len(texts) > LONG_MENU), (kind, texts)
                assert not sentences(texts)
                recent = one is window.menus.recent
                assert language != "en" or recent or not long_entries(texts), long_entries(texts)
    assert len(list(menu_actions(window.menus.menus["view"]))) > 10


@pytest.mark.usefixtures("full_dress")
@pytest.mark.parametrize("language", ["de", *(pytest.param(one, marks=pytest.mark.long) for one in ("en", "fr"))])
@pytest.mark.parametrize("kind", KINDS)
def test_pages_of_1024_pixels_have_labels_that_fit(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, kind: str, language: str
) -> None:
    painted = PaintedText(monkeypatch)
    session.choose(language)
    page = new_page(kind)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    page.resize(1024, 640 - FRAME_HEIGHT)
    page.show()
    page.activated()
    qtbot.wait(50)
    assert not settled_misfits(qtbot, page, painted)
    assert not sentences(labels(page))


def test_wrong_labels_are_found() -> None:
    assert sentences(["Open file…", "Max.", "A, B, …", "Opens the file."]) == {"Opens the file."}
    assert ambiguous(["&Open", "Save &all", "&About", "A && &B"]) == {"a"}
    assert long_entries(["Save all", "Save all that was changed"]) == {"Save all that was changed"}
