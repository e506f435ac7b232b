"""The turns of a piece as small pictures below each other, and its mirror image."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.picture import Picture
from studio.core.pieces import Turned, Twin
from studio.core.text import _, in_context
from studio.gui.editor.panels.stamp_pictures import square_pixmap
from studio.gui.style.fonts import MEDIUM, SEMIBOLD
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import CENTRE, Tipped, paint_words

TURN, PITCH = 52, 76
WORDS = 19
"""Pixels that the name of a turn needs below its picture."""
FADED = 0.35


class TurnsColumn(Tipped):
    """The piece after each turn, and below a rule its mirror image. Repeats of a turn are pale and say of which."""

    turned = Signal(int)
    twin_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turns: tuple[Turned, ...] = ()
        self.twin: Twin | None = None
        self.turn = 0
        self.setFixedWidth(TURN + 14)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_turns(self, turns: Sequence[Turned], turn: int, twin: Twin | None) -> None:
        """Show these, one of them chosen."""
        self.turns, self.turn, self.twin = tuple(turns), turn, twin
        self.setVisible(len(self.turns) > 1 or twin is not None)
        self.setAccessibleName(_("Turns: {turn} shown").format(turn=self.turns[turn].name) if self.turns else "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(TURN + 14, 18 + 4 * PITCH + 90)

    def minimumSizeHint(self) -> QSize:
        return QSize(TURN + 14, 180)

    def _scale(self) -> float:
        """How much of their usual size the pictures have room for."""
        need = 20 + (len(self.turns) + (1 if self.twin else 0)) * PITCH + (26 if self.twin else 0)
        return min(1.0, self.height() / need)

    def _is_told(self) -> bool:
        """Whether there is room for the names of the turns; else their tips tell them."""
        return (PITCH - TURN) * self._scale() >= WORDS

    def box(self, number: int) -> QRectF:
        """The box of a turn's picture; the one after the last is that of the mirror image."""
        scale = self._scale()
        side = round(TURN * scale) if self._is_told() else round(min(TURN, PITCH * scale - 8))
        y = 20 + number * PITCH * scale + (12 if number == len(self.turns) else 0)
        return QRectF((self.width() - side) / 2, round(y), side, side)

    def _at(self, point: QPointF) -> int:
        count = len(self.turns) + (1 if self.twin else 0)
        return next((n for n in range(count) if self.box(n).adjusted(-4, -2, 4, 18).contains(point)), -1)

    def words_at(self, place: QPointF) -> str:
        number = self._at(place)
        if number < 0:
            return ""
        if number == len(self.turns):
            assert self.twin is not None
            return (
                _("Its mirror image. A click shows it.")
                if self.twin.entries
                else _("Its mirror image is not in the set. A click makes it.")
            )
        turned = self.turns[number]
        if turned.like != turned.turn:
            return _("{turn} looks as {like} does.").format(turn=turned.name, like=self.turns[turned.like].name)
        return turned.name

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._at(event.position())
        if number == len(self.turns):
            self.twin_wanted.emit()
        elif number >= 0 and self.turns[number].like == number:
            self.turned.emit(number)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            paint_words(
                painter,
                QRectF(0, 0, self.width(), 16),
                in_context("to turn a tile", "Turns"),
                theme.color("second"),
                12.5,
                align=CENTRE,
            )
            for number, turned in enumerate(self.turns):
                is_repeat = turned.like != turned.turn
                words = f"= {self.turns[turned.like].name}" if is_repeat else turned.name
                self._paint(painter, number, turned.picture, words, FADED if is_repeat else 1.0, number == self.turn)
            if self.twin is not None:
                box = self.box(len(self.turns))
                painter.setPen(QPen(theme.color("line"), 1))
                painter.drawLine(QPointF(4, box.top() - 10), QPointF(self.width() - 4, box.top() - 10))
                pale = 1.0 if self.twin.entries else 0.5
                self._paint(painter, len(self.turns), self.twin.picture, _("mirrored"), pale, False)
                if self._is_told():
                    room = QRectF(0, box.bottom() + 17, self.width(), 15)
                    paint_words(painter, room, self.twin.name, theme.color("second"), 12.5, align=CENTRE)

    def _paint(
        self, painter: QPainter, number: int, picture: Picture, words: str, opacity: float, is_current: bool
    ) -> None:
        theme, box = current_theme(), self.box(number)
        painter.setOpacity(opacity)
        pixmap = square_pixmap(picture, 0, int(box.width()), theme, self.devicePixelRatioF())
        painter.drawPixmap(box.topLeft(), pixmap)
        painter.setOpacity(1.0)
        if is_current:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("accent"), 2))
            painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), 5, 5)
        if not self._is_told():
            return
        ink = theme.color("text" if is_current else "second")
        room = QRectF(0, box.bottom() + 3, self.width(), 15)
        paint_words(painter, room, words, ink, 12.5, SEMIBOLD if is_current else MEDIUM, CENTRE)
