"""What a screen reader reads: the accessibility tree of every page has names and roles and says nothing twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.board.view import BoardView
from studio.gui.play.page import PlayPage
from studio.gui.shell import session
from studio.gui.shell.main_window import MainWindow
from studio.gui.shell.version_history import CompareDialog
from studio.gui.start.new_layout import NewLayoutDialog
from studio.gui.widgets.dialogs import AppDialog
from tests.gui.shell.test_session import KINDS, table
from tests.gui.shell.test_version_history import pair
from tests.gui.shell.text_fit import WAIT_MS
from tests.gui.windows import never_ask_for_files, trigger_dialogs
from tests.helpers import instance_of, not_none

pytestmark = pytest.mark.usefixtures("english_afterwards")

Role, Text = QAccessible.Role, QAccessible.Text
NO_ROLES = (Role.NoRole, Role.Client, Role.Border)
"""Roles of widgets that paint themselves, which screen readers call "filler" or "panel"."""

WRONG = {
    "twice": re.compile(r"\b(\w*\d) \1(?!\d)|\b(?P<word>[^\W\d]{4,}) (?P=word)\b"),
    "path": re.compile(r"(^|\s)([A-Z]:\\|~?/)\w+[/\\]\w"),
    "HTML": re.compile(r"</?[a-z]+\b[^>]*>|&\w+;"),
    "seat mark": re.compile(r"⟦"),
}


def tree(interface: QAccessibleInterface, depth: int = 0) -> Iterator[tuple[int, QAccessibleInterface]]:
    """What is visible, with its depth."""
    if interface.state().invisible:
        return
    yield depth, interface
    for at in range(interface.childCount()):
        child = interface.child(at)
        assert child is not None
        yield from tree(child, depth + 1)


def line(depth: int, part: QAccessibleInterface) -> str:
    texts = [part.text(kind) for kind in (Text.Name, Text.Description, Text.Value)]
    return f"{'  ' * depth}{Role(part.role()).name} " + " | ".join(filter(None, texts))


def faults(part: QAccessibleInterface) -> Iterator[str]:
    name, role = part.text(Text.Name), Role(part.role())
    if part.state().focusable and not name.strip():
        yield "no name"
    if role in NO_ROLES and (name or part.state().focusable):
        yield "no role"
    for text in (name, part.text(Text.Description)):
        for fault, pattern in WRONG.items():
            if pattern.search(text) and not (fault == "path" and role == Role.StaticText):
                yield fault


def wrong_parts(widget: QWidget) -> list[str]:
    root = not_none(QAccessible.queryAccessibleInterface(widget))
    return [
        f"{fault}: {type(part.object()).__name__} {line(0, part)}"
        for _depth, part in tree(root)
        for fault in faults(part)
    ]


def check_board(board: BoardView) -> None:
    """The spaces of a board are its children, by index and by place."""
    table = not_none(QAccessible.queryAccessibleInterface(board))
    assert table.childCount() == len(board.targets) > 0
    view, names = table.rect(), set()
    for at in range(0, table.childCount(), 7):
        space = not_none(table.child(at))
        assert space.parent() is table and table.indexOfChild(space) == at
        assert view.contains(space.rect().center())
        names.add(space.text(Text.Name))
    assert len(names) == len(range(0, table.childCount(), 7)) and "" not in names


@pytest.mark.parametrize("language", ["en", *(pytest.param(one, marks=pytest.mark.long) for one in ("de", "fr"))])
@pytest.mark.parametrize("slug", ["columbus", *(pytest.param(one, marks=pytest.mark.long) for one in slugs())])
@pytest.mark.parametrize("kind", KINDS)
def test_pages(qtbot: QtBot, kind: str, slug: str, language: str) -> None:
    session.choose(language)
    page = KINDS[kind](slug)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    page.show()
    page.activated()
    for size in ((1280, 640), (1900, 1000)):  # with folded panels, and with all
        page.resize(*size)
        qtbot.wait(WAIT_MS)
        assert not wrong_parts(page)
    if isinstance(page, PlayPage) and page.controller.is_covered:
        page.controller.confirm_handover()
        assert not wrong_parts(page)
    for board in page.findChildren(BoardView):
        if board.isVisible():
            check_board(board)


def test_arrow_keys_walk_over_a_hex_board_without_choices(qtbot: QtBot, heard: list[QAccessibleEvent]) -> None:
    page = instance_of(PlayPage, table("columbus"))
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    page.show()
    page.controller.confirm_handover()
    places = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left):
        heard.clear()
        QTest.keyClick(page.board, key)
        assert [event.type() for event in heard] == [QAccessible.Event.Focus]
        places.append(heard[0].child())
    assert len(set(places)) == 4
    space = not_none(not_none(QAccessible.queryAccessibleInterface(page.board)).child(places[-1]))
    assert space.text(Text.Name) == f"{page.board.target_name(page.board.cursor_target)}, empty"


def test_tabs_read_no_path(window: MainWindow) -> None:
    path = shipped_layouts("columbus")[0]
    page = not_none(window.open_path(path))
    bar = not_none(QAccessible.queryAccessibleInterface(window.tabs.pane_of(page).bar))
    texts = [part.text(kind) for _depth, part in tree(bar) for kind in (Text.Name, Text.Description)]
    assert page.title() in texts
    assert not [text for text in texts if str(path.parent) in text]
    assert not wrong_parts(window)


@pytest.mark.long
@pytest.mark.usefixtures("full_start")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_dialogs(window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    window.choose_language(language)
    qtbot.wait(WAIT_MS)
    found: dict[str, list[str]] = {}

    def shown(dialog: AppDialog) -> int:
        dialog.setModal(False)
        dialog.show()
        qtbot.wait(WAIT_MS)
        found[dialog.heading.text()] = wrong_parts(dialog)
        dialog.hide()
        return 0

    never_ask_for_files(monkeypatch)
    monkeypatch.setattr(AppDialog, "exec", shown)
    window.open_path(shipped_layouts("columbus")[0])
    window.add_page(table("columbus"))
    tried: set[str] = set()
    for page in window.pages():
        window.tabs.show_page(page)
        trigger_dialogs(window, tried)
        assert not wrong_parts(window)
    assert len(found) > 5 and not any(found.values()), found


def test_new_layout_and_comparison(qtbot: QtBot) -> None:
    making = NewLayoutDialog(None, 8)
    mine, theirs = pair("columbus")
    comparison = CompareDialog(None, "Sea", (("Here", mine), ("In the file", theirs)), ())
    for dialog in (making, comparison):
        qtbot.addWidget(dialog)
        dialog.show()
    qtbot.waitUntil(lambda: making.new_layout() is not None and not making.alternatives.is_busy)
    assert not wrong_parts(making) + wrong_parts(comparison)
    for view in comparison.views:
        check_board(view)


def test_faults_are_found(qtbot: QtBot) -> None:
    widget = QWidget(accessibleName="Round")
    qtbot.addWidget(widget)
    QPushButton(widget)
    QLabel("10 10 tiles of the the sea", widget)
    QPushButton("Open", widget).setAccessibleDescription("/home/ada/sea.json")
    QPushButton("<b>Ada</b>", widget)
    widget.show()
    assert [fault.partition(":")[0] for fault in wrong_parts(widget)] == ["no role", "no name", "twice", "path", "HTML"]
