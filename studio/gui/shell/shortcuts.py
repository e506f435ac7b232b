"""The sheet of keyboard shortcuts: read from the menus as they are now, so that it is never out of date."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QMenu, QMenuBar, QVBoxLayout, QWidget

from studio.core.text import _
from studio.gui.widgets import Card, KeyCap, ScrollArea, text_label
from studio.gui.widgets.dialogs import HouseDialog

if TYPE_CHECKING:
    from studio.gui.page import KeyGroup, Page

_MEDIA_KEYS = {"New", "Open", "Save", "Close", "Undo", "Redo", "Cut", "Copy", "Paste", "Find", "Help", "Exit"}
"""Keys of office keyboards that Qt lists beside the usual ones."""
_LAST_KEY = 12
"""Function keys beyond this one stand for such keys, too; no other keyboard has them."""


def _plain(text: str) -> str:
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")


def _leaves(menu: QMenu) -> Iterator[QAction]:
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _leaves(inner)
        elif not action.isSeparator() and action.isVisible():
            yield action


def keys_of(action: QAction) -> list[str]:
    """The keys of an action, as people write them."""
    keys = [keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in action.shortcuts() if not keys.isEmpty()]
    return [key for key in keys if key not in _MEDIA_KEYS and not _is_beyond(key)] or keys


def _is_beyond(key: str) -> bool:
    number = key.rpartition("+")[2].removeprefix("F")
    return number.isdigit() and int(number) > _LAST_KEY


def gathered(bar: QMenuBar, page: Page) -> list[KeyGroup]:
    """All shortcuts by group: those of the menus, then the page's own."""
    groups: list[KeyGroup] = []
    for head in bar.actions():
        menu = head.menu()
        if isinstance(menu, QMenu) and head.isVisible():
            rows = [(_plain(action.text()), keys_of(action)) for action in _leaves(menu) if keys_of(action)]
            if rows:
                groups.append((_plain(head.text()), rows))
    return [*groups, *page.shortcuts()]


def shortcuts_dialog(parent: QWidget | None, bar: QMenuBar, page: Page) -> HouseDialog:
    """The sheet, in two columns."""
    dialog = HouseDialog(parent, _("Keyboard shortcuts"), "keyboard")
    room = QWidget()
    row = QHBoxLayout(room)
    row.setContentsMargins(0, 0, 6, 0)
    row.setSpacing(12)
    columns = [QVBoxLayout(), QVBoxLayout()]
    heights = [0, 0]
    for column in columns:
        column.setSpacing(12)
        row.addLayout(column, 1)
    for title, rows in gathered(bar, page):
        card = Card(title)
        grid = QGridLayout()
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(0, 1)
        for line, (words, keys) in enumerate(rows):
            grid.addWidget(text_label(words, "text", 13, wrap=True), line, 0)
            caps = QHBoxLayout()
            caps.setSpacing(4)
            caps.addStretch(1)
            for key in keys[:2]:
                caps.addWidget(KeyCap(key))
            grid.addLayout(caps, line, 1)
        card.body.addLayout(grid)
        place = heights.index(min(heights))
        heights[place] += len(rows) * 25 + 60
        columns[place].addWidget(card)
    for column in columns:
        column.addStretch(1)
    dialog.body.addWidget(ScrollArea(room, name=_("Keyboard shortcuts")), 1)
    dialog.add_button("close", _("Close"), filled=True)
    dialog.resize(780, min(max(heights) + 160, 620))
    return dialog
