"""All texts of a widget: shown, in tooltips and menus, for screen readers, on the board, or stored to be painted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QTabBar,
    QWidget,
)

from studio.core.picture import Label, Picture
from studio.gui.board.canvas import BoardCanvas

ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
NAMES = ("light", "dark", "text")  # themes and the text colour, which are parts of cache keys
DURATION = re.compile(r"\d+ ms|\d+[.,]\d+ s\b")  # how long something took, which differs from one window to the next
MAX_DEPTH = 4  # of nested values of attributes


def visible_texts(widget: QWidget) -> Counter[tuple[str, str]]:
    """Pairs of class name and text."""
    found: Counter[tuple[str, str]] = Counter()
    for part in (widget, *widget.findChildren(QObject)):
        for text in _texts(part):
            if any(letter.isalpha() for letter in text) and text.split()[0] not in NAMES:
                found[type(part).__name__, DURATION.sub("ms", text)] += 1
    return found


def _texts(part: QObject) -> Iterator[str]:
    if isinstance(part, QAction):
        yield from (part.text(), part.toolTip(), part.statusTip(), str(part.property("why") or ""))
        return
    if not isinstance(part, QWidget):
        return
    yield from (part.toolTip(), part.accessibleName(), part.accessibleDescription(), part.windowTitle())
    if isinstance(part, QLabel | QAbstractButton):
        yield part.text()
    elif isinstance(part, QLineEdit):
        yield from (part.text(), part.placeholderText())
    elif isinstance(part, QComboBox):
        yield from (part.itemText(row) for row in range(part.count()))
    elif isinstance(part, QTabBar):
        for place in range(part.count()):
            yield from (part.tabText(place), part.tabToolTip(place))
    elif isinstance(part, QMenu):
        yield part.title()
    elif isinstance(part, QAbstractItemView) and not isinstance(part, QHeaderView) and part.model() is not None:
        yield from _items(part)
    if isinstance(part, BoardCanvas) and part._picture is not None:
        yield from _on_board(part._picture)
    for name, value in vars(part).items():  # texts that are painted
        if "icon" not in name:
            yield from _stored(value, MAX_DEPTH)


def _items(view: QAbstractItemView, parent: QModelIndex = QModelIndex()) -> Iterator[str]:  # noqa: B008
    model = view.model()
    for row in range(model.rowCount(parent)):
        for column in range(1 if isinstance(view, QListView) else model.columnCount(parent)):
            index = model.index(row, column, parent)
            yield from (text for role in ROLES if isinstance(text := index.data(role), str))
            if column == 0:
                yield from _items(view, index)
    if not parent.isValid() and not isinstance(view, QListView):
        for column in range(model.columnCount(parent)):
            yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")


def _on_board(picture: Picture) -> Iterator[str]:
    yield from (target.name for target in picture.targets)
    yield from (shape.text for layer in picture.layers for shape in layer.shapes if isinstance(shape, Label))


def _stored(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth and isinstance(value, Picture):
        yield from _on_board(value)
    elif depth and isinstance(value, Mapping | tuple | list):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _stored(one, depth - 1)
