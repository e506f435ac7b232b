"""The sheet of keyboard shortcuts: read from the menus as they are now, so that it is never out of date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QMenu, QMenuBar, QVBoxLayout, QWidget

from studio.core.text import _, key_words
from studio.gui.widgets import Card, KeyCap, ScrollArea, text_label
from studio.gui.widgets.actions import keys_of, leaves, words_of
from studio.gui.widgets.dialogs import HouseDialog

if TYPE_CHECKING:
    from studio.gui.page import KeyGroup, Page


def gathered(bar: QMenuBar, page: Page) -> list[KeyGroup]:
    """All shortcuts by group: those of the menus, then the page's own."""
    groups: list[KeyGroup] = []
    for head in bar.actions():
        menu = head.menu()
        if isinstance(menu, QMenu) and head.isVisible():
            rows = [(words_of(action), keys_of(action)) for action, _place in leaves(menu) if keys_of(action)]
            if rows:
                groups.append((words_of(menu), rows))
    own = [(title, [(words, [*map(key_words, keys)]) for words, keys in rows]) for title, rows in page.shortcuts()]
    return [*groups, *own]


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
    dialog.add_button("change", _("Change…"), icon="sliders")
    dialog.add_button("close", _("Close"), filled=True)
    dialog.resize(780, min(max(heights) + 160, 620))
    return dialog
