"""Charts painted by hand whose marks have words: the pointer and the arrow keys go from one to the next."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from studio.gui.style.fonts import MEDIUM
from studio.gui.style.stylesheet import current_theme
from studio.gui.style.theme import Theme
from studio.gui.widgets.text import Tipped, paint_words

HIGH = 236
PALE = (2, 3, 5)
"""Seats whose body is too light for a line on light paper; their shade is taken."""
DIM, BRIGHT = 0.45, 0.5
"""A line is no darker than this on dark paper, and no lighter on light."""


class Mark(NamedTuple):
    """A part of a chart and what it says."""

    box: QRectF
    words: str


class Chart(Tipped):
    """A chart with marks: the pointer and the arrow keys go from one to the next, and each has its sentence."""

    def __init__(self, name: str, high: int = HIGH) -> None:
        super().__init__()
        self._name, self._high = name, high
        self.at = -1
        """Which mark the keys are on; -1 for none."""
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_name(self, name: str) -> None:
        """What it is about now."""
        self._name = name
        self.setAccessibleName(name)

    def marks(self) -> list[Mark]:
        """Its marks as they lie now."""
        return []

    def refresh(self) -> None:
        """Other figures are to be shown."""
        self.setAccessibleDescription(" ".join(mark.words for mark in self.marks()))
        self.updateGeometry()
        self.update()

    def words_at(self, place: QPointF) -> str:
        return next((mark.words for mark in self.marks() if mark.box.contains(place)), "")

    def sizeHint(self) -> QSize:
        return QSize(210, self._high)

    def minimumSizeHint(self) -> QSize:
        return QSize(150, self._high)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        step, marks = keys.get(Qt.Key(event.key()), 0), self.marks()
        if not step or not marks:
            super().keyPressEvent(event)
            return
        self.at = min(max(self.at + step, 0), len(marks) - 1)
        self.setAccessibleName(f"{self._name}. {marks[self.at].words}")
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.at = -1
        self.setAccessibleName(self._name)
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Draw it."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.paint(painter)
            marks = self.marks()
            if 0 <= self.at < len(marks):
                theme, box = current_theme(), marks[self.at].box.adjusted(-2, -2, 2, 2)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.color("accent"), 2))
                painter.drawRoundedRect(box.intersected(QRectF(self.rect()).adjusted(1, 1, -1, -1)), 4, 4)
                words = marks[self.at].words
                painter.fillRect(QRectF(0, 0, self.width(), 18), theme.color("panel"))
                paint_words(painter, QRectF(0, 0, self.width(), 18), words, theme.color("accent"), 12, MEDIUM)


def seat_line(seat: int, theme: Theme | None = None) -> QColor:
    """The colour of a seat for lines on the paper of the theme."""
    theme = theme or current_theme()
    colours = theme.seat(seat)
    line = QColor(colours.light if theme.is_dark else colours.shade if theme.hue(seat) in PALE else colours.body)
    if theme.is_dark:
        return line.lighter(150) if line.lightnessF() < DIM else line
    return line.darker(150) if line.lightnessF() > BRIGHT else line
