"""How the editor's page is divided: palette, board over problems, forms over the small board over history."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from studio.gui.settings import settings

GAP = 10
LOW = 700
"""In a room lower than this the board gets more and the panels less."""
USUAL = {"editor_columns": (236, 900, 276), "editor_middle": (560, 196), "editor_right": (430, 140, 176)}
SMALL = {"editor_columns": (226, 800, 262), "editor_middle": (400, 152), "editor_right": (330, 112, 120)}
LEAST_HEIGHTS = (104, 96, 80)
RIGHT, WIDE_RIGHT = 254, 318
"""Least widths of the column on the right: for forms, for the survey."""


class Columns(QWidget):
    """Three columns between movable walls; where the walls stand is remembered."""

    def __init__(
        self, left: QWidget, board: QWidget, below: QWidget, right: tuple[QWidget, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.middle = _splitter(Qt.Orientation.Vertical, (board, below), 0)
        self.right = _splitter(Qt.Orientation.Vertical, right, 0)
        self.columns = _splitter(Qt.Orientation.Horizontal, (left, self.middle, self.right), 1)
        self._sides = (left, self.right, below)
        self._arranged = False
        left.setMinimumWidth(222)
        self.right.setMinimumWidth(RIGHT)
        board.setMinimumSize(320, 200)
        below.setMinimumHeight(96)
        for widget, least in zip(right, LEAST_HEIGHTS, strict=True):
            widget.setMinimumHeight(least)
        room = QHBoxLayout(self)
        room.setContentsMargins(GAP, GAP, GAP, GAP)
        room.addWidget(self.columns)

    def show_sides(self, shown: bool) -> None:
        """Show the panels round the board, or leave the whole room to it."""
        for panel in self._sides:
            panel.setVisible(shown)

    def widen(self, wide: bool) -> None:
        """Give the column on the right room for figures side by side, or only for forms."""
        self.right.setMinimumWidth(WIDE_RIGHT if wide else RIGHT)

    def remember(self) -> None:
        """Keep where the walls stand for the next time."""
        for name, splitter in self._walls().items():
            if self._arranged and all(splitter.sizes()):
                settings().put(name, splitter.sizes())

    def _walls(self) -> dict[str, QSplitter]:
        return {"editor_columns": self.columns, "editor_middle": self.middle, "editor_right": self.right}

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._arranged:
            return
        self._arranged = True
        usual = SMALL if self.height() < LOW else USUAL
        for name, splitter in self._walls().items():
            kept = settings().value(name, [])
            good = len(kept) == splitter.count() and all(type(size) is int and size > 0 for size in kept)
            splitter.setSizes(kept if good else list(usual[name]))


def _splitter(orientation: Qt.Orientation, widgets: tuple[QWidget, ...], stretching: int) -> QSplitter:
    splitter = QSplitter(orientation)
    splitter.setHandleWidth(GAP)
    splitter.setChildrenCollapsible(False)
    for place, widget in enumerate(widgets):
        splitter.addWidget(widget)
        splitter.setStretchFactor(place, 1 if place == stretching else 0)
    return splitter
