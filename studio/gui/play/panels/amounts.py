"""How many, and of which kind: all that can be chosen in one row, or a field with − and + where they are too many."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from studio.core.panel import Amount
from studio.core.text import _
from studio.gui.style.fonts import MEDIUM, SEMIBOLD, text_font
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Tipped, ToolButton
from studio.gui.widgets.text import CENTRE, paint_words

CELL, HIGH = 26, 36
"""Pixels of the cell of a number, and of the row."""
MOST = 14
"""More numbers than this stand in no row."""
FIELD = 66
"""Pixels of the field between − and +."""


class Segments(Tipped):
    """Cells joined side by side, one of them chosen. `picked(place)` when one is clicked."""

    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words: tuple[str, ...] = ()
        self.tips: tuple[str, ...] = ()
        self.chosen, self._hover, self._least = -1, -1, CELL
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_cells(self, words: Sequence[str], chosen: int, least: int, tips: Sequence[str] = ()) -> None:
        """Offer other cells, each at least so wide."""
        self.words, self.chosen, self.tips = tuple(words), chosen, tuple(tips)
        self._least, self._hover = least, -1
        told = [f"[{one}]" if place == chosen else one for place, one in enumerate(words)]
        self.setAccessibleName(", ".join(told))
        self.setFixedSize(self.sizeHint())
        self.update()

    def _wides(self) -> list[int]:
        metrics = QFontMetricsF(text_font(14, SEMIBOLD))
        return [
            max(self._least, round(metrics.horizontalAdvance(one)) + (8 if len(one) < 3 else 22)) for one in self.words
        ]

    def sizeHint(self) -> QSize:
        return QSize(sum(self._wides()) + 1, HIGH)

    def box_of(self, place: int) -> QRectF:
        """Where a cell is."""
        wides = self._wides()
        return QRectF(sum(wides[:place]) + 0.5, 0.5, wides[place], HIGH - 1)

    def _cell_at(self, point: QPointF) -> int:
        return next((place for place in range(len(self.words)) if self.box_of(place).contains(point)), -1)

    def words_at(self, place: QPointF) -> str:
        cell = self._cell_at(place)
        return self.tips[cell] if 0 <= cell < len(self.tips) else ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_at(event.position())
        if cell != self._hover:
            self._hover = cell
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_at(event.position())
        if cell >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(cell)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            whole = QPainterPath()
            whole.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
            painter.fillPath(whole, theme.color("panel"))
            painter.setClipPath(whole)
            for place, words in enumerate(self.words):
                box = self.box_of(place)
                if place == self.chosen:
                    painter.fillRect(box, theme.color("tint"))
                elif place == self._hover:
                    painter.fillRect(box, theme.color("hover"))
                if place:
                    painter.setPen(QPen(theme.color("line"), 1))
                    painter.drawLine(box.topLeft(), box.bottomLeft())
                ink = theme.color("accent" if place == self.chosen else "text")
                paint_words(painter, box, words, ink, 14, SEMIBOLD if place == self.chosen else MEDIUM, CENTRE)
            painter.setClipping(False)
            painter.setPen(QPen(theme.color("border"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(whole)
            if 0 <= self.chosen < len(self.words):
                painter.setPen(QPen(theme.color("accent"), 1.6))
                painter.drawRoundedRect(self.box_of(self.chosen).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)


class AmountsRow(QWidget):
    """Kinds and numbers. `picked(kind, number)` when one is chosen."""

    picked = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self.kinds, self.numbers = Segments(), Segments()
        self.less = ToolButton("minus", _("One less"), px=32)
        self.more = ToolButton("plus", _("One more"), px=32)
        for part in (self.kinds, self.less, self.numbers, self.more):
            row.addWidget(part)
        self._amounts: tuple[Amount, ...] = ()
        self._kind, self._number = 0, 0
        self.kinds.picked.connect(self._pick_kind)
        self.numbers.picked.connect(self._pick_place)
        self.less.clicked.connect(partial(self._step, -1))
        self.more.clicked.connect(partial(self._step, 1))
        self.hide()

    @property
    def _known(self) -> list[int]:
        return [number for number, _move in self._amounts[self._kind].moves]

    def show_amounts(self, amounts: tuple[Amount, ...], chosen: tuple[int, int] | None, room: int) -> None:
        """Offer other kinds and numbers, one of them chosen, in so many pixels; none to take them away."""
        self._amounts = amounts
        self.setVisible(bool(amounts))
        if not amounts:
            return
        self._kind, self._number = chosen or (0, -1)
        self.kinds.setVisible(len(amounts) > 1)
        self.kinds.show_cells(
            [amount.words for amount in amounts], self._kind, 2 * CELL, [amount.note for amount in amounts]
        )
        known = self._known
        room -= self.kinds.width() + 8 if len(amounts) > 1 else 0
        fits = len(known) <= MOST and len(known) * CELL <= room
        for button in (self.less, self.more):
            button.setVisible(not fits)
        at = known.index(self._number) if self._number in known else -1
        if fits:
            self.numbers.show_cells([str(number) for number in known], at, CELL)
        else:
            field = _("{number} of {most}").format(number=max(self._number, 0), most=known[-1])
            self.numbers.show_cells([field], 0, FIELD)
            self.less.setEnabled(at > 0)
            self.more.setEnabled(at < len(known) - 1)

    def _pick_kind(self, kind: int) -> None:
        self.picked.emit(kind, self._number)

    def _pick_place(self, place: int) -> None:
        known = self._known
        if len(self.numbers.words) == len(known):
            self.picked.emit(self._kind, known[place])

    def _step(self, by: int, _checked: bool = False) -> None:
        known = self._known
        at = known.index(self._number) if self._number in known else 0
        self.picked.emit(self._kind, known[min(max(at + by, 0), len(known) - 1)])
