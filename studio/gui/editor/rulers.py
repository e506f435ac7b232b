"""The board view between its rulers of chart letters and numbers; the pointer's row and column are lit."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout

from studio.core.grid import Grid
from studio.gui.board.view import BoardView
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, text_font

RULER_PX = 22
LABEL_STEPS = (1, 2, 5, 10, 20, 50, 100)
GAP = 5.0  # between two names
REPAINT_MARGIN = 40  # around the highlighted name, where others may give way to it
NAME_PX, SMALL_PX = 12, 10  # font size, and for names wider than the ruler

Tick = tuple[str, float, float]
"""The name of a column or row, and its part of the ruler (start, end) in board units."""


class RulerFrame(QFrame):
    """Rulers at the top and left of a board view. They follow the view by watching its paint events.

    `moved` comes when the view shows another part of the board.
    """

    moved = Signal()

    def __init__(self, view: BoardView) -> None:
        super().__init__()
        self.view = view
        self._grid: Grid | None = None
        self._columns: list[Tick] = []
        self._rows: list[Tick] = []
        self._highlighted: tuple[str, str] = ("", "")
        self._last_view: tuple[float, ...] = ()
        room = QGridLayout(self)
        room.setContentsMargins(RULER_PX, RULER_PX, 3, 3)
        room.addWidget(view)
        view.installEventFilter(self)

    def set_grid(self, grid: Grid) -> None:
        if grid == self._grid:
            return
        self._grid = grid
        columns: dict[str, list[float]] = {}
        rows: dict[str, list[float]] = {}
        for cell in range(grid.count):
            letters, digits = split_name(grid.name(cell))
            x, y = grid.center(cell)
            columns.setdefault(letters, []).append(x)
            rows.setdefault(digits, []).append(y)
        self._columns, self._rows = _ticks(columns), _ticks(rows)
        self.update()

    def visible_area(self) -> QRectF:
        """Return the visible part of the board, in board units."""
        view = self.view
        return QRectF(view.board_point(QPointF(0, 0)), view.board_point(QPointF(view.width(), view.height())))

    def highlight(self, name: str) -> None:
        """Highlight column and row of a cell's name; "" for none."""
        lit = split_name(name)
        if lit != self._highlighted:
            for axis, names in enumerate(zip(self._highlighted, lit, strict=True)):
                parts = self._spans(axis)
                for name in names:
                    if name in parts:  # and what gives way to it
                        self.update(
                            parts[name]
                            .adjusted(-REPAINT_MARGIN, -REPAINT_MARGIN, REPAINT_MARGIN, REPAINT_MARGIN)
                            .toAlignedRect()
                        )
            self._highlighted = lit

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.view and event.type() == QEvent.Type.Paint:
            corner = self.view.board_point(QPointF(0, 0))
            seen = (corner.x(), corner.y(), self.view.zoom, self.view.width(), self.view.height())
            if seen != self._last_view:
                self._last_view = seen
                self.update(0, 0, self.width(), RULER_PX)
                self.update(0, 0, RULER_PX, self.height())
                self.moved.emit()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, wanted = current_theme(), event.region()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            sheet = QPainterPath()
            sheet.addRoundedRect(rect, 9, 9)
            painter.fillPath(sheet, theme.color("panel"))
            painter.setClipPath(sheet)
            for axis, lit in enumerate(self._highlighted):
                parts = self._spans(axis)
                names = self._fitting_labels(axis, parts)
                if lit in parts:
                    painter.fillRect(parts[lit], theme.color("gold_tint"))
                for name, box in names:
                    if not wanted.intersects(box.toAlignedRect().adjusted(-9, -9, 9, 9)):
                        continue
                    painter.setFont(_label_font(name, name == lit))
                    painter.setPen(theme.color("gold_text" if name == lit else "second"))
                    painter.drawText(box.adjusted(-9, -9, 9, 9), Qt.AlignmentFlag.AlignCenter, name)
            painter.fillRect(QRectF(0, 0, RULER_PX, RULER_PX), theme.color("panel"))
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(QPointF(RULER_PX - 0.5, 0), QPointF(RULER_PX - 0.5, self.height()))
            painter.drawLine(QPointF(0, RULER_PX - 0.5), QPointF(self.width(), RULER_PX - 0.5))
            painter.setClipping(False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("border"), 1))
            painter.drawPath(sheet)

    def labels(self) -> tuple[list[tuple[str, QRectF]], list[tuple[str, QRectF]]]:
        """Return the visible names of columns and rows, in order, each with its box in pixels."""
        return self._fitting_labels(0, self._spans(0)), self._fitting_labels(1, self._spans(1))

    def _spans(self, axis: int) -> dict[str, QRectF]:
        """Return the part of the ruler of every column (axis 0) or row (1), in pixels."""
        corner = self.view.board_point(QPointF(0, 0))
        units = self.view.board_point(QPointF(100, 0)).x() - corner.x()
        scale = 100 / units if units else 1.0
        if axis == 0:
            return {
                name: QRectF(RULER_PX + (start - corner.x()) * scale, 0, (end - start) * scale, RULER_PX)
                for name, start, end in self._columns
            }
        return {
            name: QRectF(0, RULER_PX + (start - corner.y()) * scale, RULER_PX, (end - start) * scale)
            for name, start, end in self._rows
        }

    def _fitting_labels(self, axis: int, parts: dict[str, QRectF]) -> list[tuple[str, QRectF]]:
        """Return the names that fit; those too near to the highlighted one give way."""
        lit = self._highlighted[axis]
        along = {name: _label_size(name, lit=name == lit)[axis] for name in parts}
        middles = {name: parts[name].center().x() + parts[name].center().y() for name in parts}  # one of them is fixed
        pace = min((abs(middles[other] - middles[one]) for one, other in pairwise(parts)), default=1.0)
        longest = max(along.values(), default=0.0) + GAP
        every = next((step for step in LABEL_STEPS if step * pace >= longest), LABEL_STEPS[-1])
        found = []
        for name, part in parts.items():
            near = lit in parts and abs(middles[name] - middles[lit]) < (along[name] + along[lit]) / 2 + GAP
            if name == lit or (_label_number(name) % every == 0 and not near):
                box = QRectF(QPointF(0, 0), QSizeF(*_label_size(name, lit=name == lit)))
                box.moveCenter(part.center())
                if box.intersects(QRectF(self.rect())):
                    found.append((name, box))
        return found


def _label_font(name: str, highlighted: bool) -> QFont:
    """Return the font of a name: smaller if it would not fit between the ruler's edges."""
    weight = SEMIBOLD if highlighted else MEDIUM
    usual = text_font(NAME_PX, weight)
    broad = QFontMetricsF(usual).horizontalAdvance(name) > RULER_PX - 4
    return text_font(SMALL_PX, weight) if broad and name.isdigit() else usual


@lru_cache(maxsize=512)
def _label_size(name: str, lit: bool) -> tuple[float, float]:
    """Return width and cap height of a name in pixels."""
    metrics = QFontMetricsF(_label_font(name, lit))
    return metrics.horizontalAdvance(name), metrics.capHeight()


def _ticks(places: dict[str, list[float]]) -> list[Tick]:
    """Return each name with its part of the ruler, centred on the mean position of its cells."""
    middles = {name: (min(found) + max(found)) / 2 for name, found in places.items()}
    ordered = sorted(middles.values())
    half = min((other - one for one, other in pairwise(ordered)), default=1.0) / 2
    return [(name, middle - half, middle + half) for name, middle in middles.items()]


def split_name(name: str) -> tuple[str, str]:
    """Split a cell name into the column's letters and the row's digits."""
    letters = name.rstrip("0123456789")
    return letters, name[len(letters) :]


def _label_number(name: str) -> int:
    """Return the index of a column or row, for thinning out: digits as they are, letters from A = 0."""
    if name.isdigit():
        return int(name)
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - 64
    return number - 1
