"""The board view between its rulers of chart letters and numbers; the pointer's row and column are lit."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout

from studio.core.grid import Grid
from studio.gui.board.view import BoardView
from studio.gui.style.fonts import MEDIUM, SEMIBOLD, text_font
from studio.gui.style.stylesheet import current_theme

RULER = 22
_LEAST_STEP = 16.0
"""Names closer than this many pixels are thinned out."""


class RulerFrame(QFrame):
    """Rulers along the top and the left of a board view. They follow the view by watching it paint.

    `moved` comes when the view shows another part of the board.
    """

    moved = Signal()

    def __init__(self, view: BoardView) -> None:
        super().__init__()
        self.view = view
        self._columns: list[tuple[str, float, float]] = []
        self._rows: list[tuple[str, float, float]] = []
        self._lit: tuple[str, str] = ("", "")
        self._seen: tuple[float, ...] = ()
        room = QGridLayout(self)
        room.setContentsMargins(RULER, RULER, 3, 3)
        room.addWidget(view)
        view.installEventFilter(self)

    def set_grid(self, grid: Grid) -> None:
        """Take the names of columns and rows from a board's cells."""
        columns: dict[str, list[float]] = {}
        rows: dict[str, list[float]] = {}
        for cell in range(grid.count):
            letters, digits = split_name(grid.name(cell))
            x, y = grid.centre(cell)
            columns.setdefault(letters, []).append(x)
            rows.setdefault(digits, []).append(y)
        self._columns, self._rows = _ticks(columns), _ticks(rows)
        self.update()

    def shown(self) -> QRectF:
        """The part of the board in view, in board units."""
        view = self.view
        return QRectF(view.board_point(QPointF(0, 0)), view.board_point(QPointF(view.width(), view.height())))

    def light(self, name: str) -> None:
        """Light the column and the row of a cell's name; "" for none."""
        lit = split_name(name)
        if lit != self._lit:
            self._lit = lit
            self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.view and event.type() == QEvent.Type.Paint:
            corner = self.view.board_point(QPointF(0, 0))
            seen = (corner.x(), corner.y(), self.view.zoom, self.view.width(), self.view.height())
            if seen != self._seen:
                self._seen = seen
                self.update(0, 0, self.width(), RULER)
                self.update(0, 0, RULER, self.height())
                self.moved.emit()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            sheet = QPainterPath()
            sheet.addRoundedRect(rect, 9, 9)
            painter.fillPath(sheet, theme.color("panel"))
            painter.setClipPath(sheet)
            corner = self.view.board_point(QPointF(0, 0))
            step = self.view.board_point(QPointF(100, 0)).x() - corner.x()
            scale = 100 / step if step else 1.0
            for name, start, end in self._columns:
                left, right = RULER + (start - corner.x()) * scale, RULER + (end - corner.x()) * scale
                self._tick(painter, QRectF(left, 0, right - left, RULER), name, name == self._lit[0], scale)
            for name, start, end in self._rows:
                top, foot = RULER + (start - corner.y()) * scale, RULER + (end - corner.y()) * scale
                self._tick(painter, QRectF(0, top, RULER, foot - top), name, name == self._lit[1], scale)
            painter.fillRect(QRectF(0, 0, RULER, RULER), theme.color("panel"))
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(QPointF(RULER - 0.5, 0), QPointF(RULER - 0.5, self.height()))
            painter.drawLine(QPointF(0, RULER - 0.5), QPointF(self.width(), RULER - 0.5))
            painter.setClipping(False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("border"), 1))
            painter.drawPath(sheet)

    def _tick(self, painter: QPainter, rect: QRectF, name: str, lit: bool, scale: float) -> None:
        theme = current_theme()
        if not rect.intersects(QRectF(self.rect())):
            return
        if lit:
            painter.fillRect(rect, theme.color("gold_tint"))
        number = _number(name)
        every = 1 if scale >= _LEAST_STEP else 2 if 2 * scale >= _LEAST_STEP else 5
        if lit or number % every == 0:
            painter.setFont(text_font(12, SEMIBOLD if lit else MEDIUM))
            painter.setPen(theme.color("gold_text" if lit else "second"))
            painter.drawText(rect.adjusted(-9, -9, 9, 9), Qt.AlignmentFlag.AlignCenter, name)


def _ticks(places: dict[str, list[float]]) -> list[tuple[str, float, float]]:
    """Each name with its part of the ruler: round the mean place of its cells, side by side with the next."""
    middles = {name: (min(found) + max(found)) / 2 for name, found in places.items()}
    ordered = sorted(middles.values())
    half = min((other - one for one, other in pairwise(ordered)), default=1.0) / 2
    return [(name, middle - half, middle + half) for name, middle in middles.items()]


def split_name(name: str) -> tuple[str, str]:
    """The column's letters and the row's digits of a chart name."""
    letters = name.rstrip("0123456789")
    return letters, name[len(letters) :]


def _number(name: str) -> int:
    """The place of a column or row, for thinning out: digits count as they are, letters from A = 0."""
    if name.isdigit():
        return int(name)
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - 64
    return number - 1
