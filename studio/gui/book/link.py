"""A way to another clause: its number and title, and below them what it says first."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from studio.core.book import Clause
from studio.gui.book.reading import lead
from studio.gui.style.fonts import NORMAL, SEMIBOLD
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import literal, paint_row, paint_words, paint_wrapped, wrapped_height

NUMBER, BARE, TOP = 44, 8, 24
"""Pixels to the left of the title, where clauses have numbers and where none has; and above what is said first."""


class Link(QAbstractButton):
    """Looks like a line of a list, and can be pressed. `is_numbered`: its book has clauses with numbers."""

    def __init__(self, clause: Clause, width: int, is_numbered: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left = NUMBER if is_numbered else BARE
        self.clause, self.said = clause, lead(clause)
        self.setText(literal(f"{clause.number} {clause.title}".strip()))
        self.setAccessibleName(f"{clause.number} {clause.title}".strip())
        self.setAccessibleDescription(self.said)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._hint = QSize(width, TOP + math.ceil(wrapped_height(self.said, width - self._left - 8, 13)) + 8)

    def sizeHint(self) -> QSize:
        return self._hint

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, rect = current_theme(), QRectF(self.rect())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.underMouse() or self.hasFocus():
                paint_row(painter, rect.adjusted(1, 1, -1, -1), "hover", self.hasFocus())
            head = QRectF(6, 2, rect.width() - 12, TOP - 2)
            paint_words(painter, head, self.clause.number, theme.color("gold_text"), 14, SEMIBOLD)
            words = rect.adjusted(self._left, 2, -8, 0)
            title = QRectF(words.left(), 2, words.width(), TOP - 2)
            paint_words(painter, title, self.clause.title, theme.color("text"), 14, SEMIBOLD)
            paint_wrapped(painter, words.adjusted(0, TOP - 2, 0, 0), self.said, theme.color("second"), 13, NORMAL)
