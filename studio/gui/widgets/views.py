"""Views of models as the house shows them: what their delegates and models are written with."""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame

R = TypeVar("R")
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
WALKING = frozenset(
    (
        *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right),
        *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End),
    )
)
"""Keys that a view of a model understands; it would swallow all others, which belong to the page."""


def plain_view(view: QAbstractItemView, name: str) -> None:
    """Make a view of a model look like what a card holds: no frame, rows as its delegate paints them.

    It scrolls by pixels and never sideways; the pointer is followed for the row under it. `name` is for screen readers.
    """
    view.setAccessibleName(name)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.viewport().setAutoFillBackground(False)
    view.setMouseTracking(True)


class RowsModel(QAbstractListModel, Generic[R]):
    """A list whose rows are all exchanged at once; what a row says is told by who derives from it."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[R] = []

    def set_rows(self, rows: list[R]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)
