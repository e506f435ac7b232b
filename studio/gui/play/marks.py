"""The signs of inaccuracies, mistakes and blunders. They differ in their letters, not only in their colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from studio.bots.judging import SIGNS, mark_titles
from studio.core.text import _, plural
from studio.gui.style.stylesheet import BOLD
from studio.gui.widgets.text import CENTER, paint_text, painter_on

if TYPE_CHECKING:
    from studio.lab.review.model import SeatReview

RADIUS = 10.5  # pixels
_COLORS = {
    "inaccuracy": ("#FBF0D0", "#A97C20", "#6B4708"),
    "mistake": ("#F3C66B", "#8A5A0C", "#3E2A08"),
    "blunder": ("#C2392B", "#7C1D14", "#FFFFFF"),
}
"""Ground, edge and letters; the same in both themes, like seats."""


def marks_text(totals: SeatReview) -> str:
    """The number of each mark in words, "" without any."""
    counts = totals.marks
    texts = (
        plural("{n} blunder", "{n} blunders", counts.get("blunder", 0)),
        plural("{n} mistake", "{n} mistakes", counts.get("mistake", 0)),
        plural("{n} inaccuracy", "{n} inaccuracies", counts.get("inaccuracy", 0)),
    )
    marks: Sequence[str] = ("blunder", "mistake", "inaccuracy")
    return ", ".join(text.format(n=counts[mark]) for mark, text in zip(marks, texts, strict=True) if mark in counts)


def totals_text(name: str, totals: SeatReview) -> str:
    """What a review says of a seat in all: its accuracy, and the number of each mark."""
    if totals.accuracy is None:
        return ""
    text = _("{name}: accuracy {share:.0f} %").format(name=name, share=100 * totals.accuracy)
    return ", ".join(filter(None, (text, marks_text(totals))))


def paint_mark(painter: QPainter, centre: QPointF, mark: str, radius: float = RADIUS) -> None:
    """Paint the sign of a mark in a disc."""
    ground, edge, ink = map(QColor, _COLORS[mark])
    painter.setPen(QPen(edge, max(1.0, radius * 0.13)))
    painter.setBrush(ground)
    painter.drawEllipse(centre, radius - 0.7, radius - 0.7)
    box = QRectF(centre.x() - 2 * radius, centre.y() - radius, 4 * radius, 2 * radius)
    paint_text(painter, box, SIGNS[mark], ink, max(8.0, radius * 1.25), BOLD, CENTER)


class MarkBadge(QWidget):
    """The sign of a mark as a widget."""

    accessible_role = QAccessible.Role.Graphic

    def __init__(self, mark: str = "") -> None:
        super().__init__()
        self.setFixedSize(round(2 * RADIUS) + 1, round(2 * RADIUS) + 1)
        self.show_mark(mark)

    def show_mark(self, mark: str) -> None:
        self.mark = mark
        self.setVisible(bool(mark))
        self.setAccessibleName(mark_titles()[mark] if mark else "")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.mark:
            with painter_on(self) as painter:
                paint_mark(painter, QRectF(self.rect()).center(), self.mark)
