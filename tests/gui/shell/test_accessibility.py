"""What a screen reader reads: the accessibility tree of every page has names and roles and says nothing twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.games import slugs
from studio.gui.board.view import BoardView
from studio.gui.shell import session
from tests.gui.shell.test_session import KINDS
from tests.helpers import not_none

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
    page.resize(1280, 640)
    page.show()
    page.activated()
    qtbot.wait(50)
    assert not wrong_parts(page)
    for board in page.findChildren(BoardView):
        if board.isVisible():
            check_board(board)
