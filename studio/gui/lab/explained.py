"""What a search for a fairer layout does, in three little pictures: shown where nothing was looked for yet."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.core.text import _
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import text_label

HIGH, WIDE = 112.0, 196.0
"""Pixels of a picture."""


def _copies(painter: QPainter) -> None:
    """Two copies of a board behind one on which two spaces change places."""
    theme, cell = current_theme(), 20.0
    for step in (2, 1, 0):
        board = QRectF(26 + 16 * step, 34 - 13 * step, 6 * cell, 3 * cell)
        painter.setPen(QPen(theme.color("line"), 1.2))
        painter.setBrush(theme.color("paper"))
        painter.drawRoundedRect(board.adjusted(-4, -4, 4, 4), 4, 4)
    for column in range(6):
        for row in range(3):
            changed = (column, row) in ((1, 1), (4, 1))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent", 1.0 if changed else 0.16))
            painter.drawRoundedRect(QRectF(27 + column * cell, 35 + row * cell, cell - 2, cell - 2), 2, 2)
    painter.setPen(QPen(theme.color("text"), 1.6))
    painter.drawLine(QPointF(68, 64), QPointF(105, 64))
    for tip, back in ((68.0, 6.0), (105.0, -6.0)):
        painter.drawPolyline([QPointF(tip + back, 59), QPointF(tip, 64), QPointF(tip + back, 69)])


def _race(painter: QPainter) -> None:
    """Eight set out, four go on, two arrive."""
    theme = current_theme()
    runs = (1, 3, 1, 2, 3, 1, 2, 1)
    for place, rounds in enumerate(runs):
        y, end = 14.0 + 12.5 * place, 20 + 52.0 * rounds
        stays = rounds == 3
        ink = theme.color("accent" if stays else "off")
        painter.setPen(QPen(ink, 2.4 if stays else 1.6))
        painter.drawLine(QPointF(18, y), QPointF(end, y))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(QPointF(end, y), 4.5 if stays else 3.0, 4.5 if stays else 3.0)
    painter.setPen(QPen(theme.color("line"), 1.2, Qt.PenStyle.DashLine))
    for number in (1, 2):
        painter.drawLine(QPointF(20 + 52.0 * number + 8, 6), QPointF(20 + 52.0 * number + 8, 108))


def _proof(painter: QPainter) -> None:
    """The board as it was off the fair line, the best three about it."""
    theme, fair = current_theme(), 84.0
    painter.setPen(QPen(theme.color("text"), 1.4))
    painter.drawLine(QPointF(fair, 6), QPointF(fair, 108))
    for place, (middle, half) in enumerate(((134.0, 26.0), (92.0, 18.0), (80.0, 20.0), (101.0, 19.0))):
        y = 20.0 + 24 * place
        ink = theme.color("warning" if not place else "accent")
        painter.setPen(QPen(ink, 1.8))
        painter.drawLine(QPointF(middle - half, y), QPointF(middle + half, y))
        for end in (-half, half):
            painter.drawLine(QPointF(middle + end, y - 5), QPointF(middle + end, y + 5))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(QPointF(middle, y), 5, 5)


class _Scene(QWidget):
    """One of the pictures; the words below it say the same."""

    def __init__(self, draw: Callable[[QPainter], None]) -> None:
        super().__init__()
        self._draw = draw
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(round(WIDE), round(HIGH))

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw(painter)


class SearchExplained(QWidget):
    """The three steps of a search beside each other."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 18, 0, 0)
        row.setSpacing(24)
        for draw, title, words in (
            (
                _copies,
                _("1 · Small changes on copies"),
                _("Halves mirror each other, spaces or edges change places; what would be an error is left out."),
            ),
            (
                _race,
                _("2 · They race"),
                _("All play with the same luck. After each round the less even half goes, the others play more."),
            ),
            (
                _proof,
                _("3 · The best three are proved"),
                _("They play new matches. Each can be opened as a new layout, with its figures beside it."),
            ),
        ):
            column = QVBoxLayout()
            column.setSpacing(6)
            column.addWidget(_Scene(draw), 0, Qt.AlignmentFlag.AlignHCenter)
            for label in (text_label(title, "text", 14, semibold=True), text_label(words, "second", 13, wrap=True)):
                label.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
                column.addWidget(label)
            column.addStretch(1)
            row.addLayout(column, 1)
