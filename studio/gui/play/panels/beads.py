"""The line of beads that shows how far back and forward one may go: the wax seal, what lies behind it, and since."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.text import _, plural
from studio.gui.play.seal import paint_seal
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Tipped
from studio.gui.widgets.text import RIGHT, paint_words

STEP = 36.0
LEAST_STEP = 22.0
FORWARD_MOST = 3


class Beads(Tipped):
    """Grey beads cannot be taken back, accent beads can, the ring is now, hollow beads can be redone.

    `picked(steps)` tells a click: negative steps back, positive forward.
    """

    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sealed: tuple[bool, ...] = ()
        self.back = 0
        self.ahead = 0
        self.words: tuple[str, ...] = ()
        self.free = False
        self._places: list[tuple[QPointF, int]] = []
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(260, 36)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 36)

    def show_line(self, sealed: Sequence[bool], ahead: int, words: Sequence[str], free: bool) -> None:
        """`sealed` per decision so far, how many may be redone, words per decision, and whether seals do not count."""
        self.sealed, self.ahead, self.words, self.free = tuple(sealed), ahead, tuple(words), free
        last = -1 if free else max((place for place, one in enumerate(self.sealed) if one), default=-1)
        self.back = len(self.sealed) - 1 - last
        self.setAccessibleName(self.note())
        self.update()

    def note(self) -> str:
        """What the line says in words."""
        if not self.back:
            words = _("At the seal: no way back") if any(self.sealed) and not self.free else _("At the start")
        elif self.free:
            words = plural("{n} step back", "{n} steps back", self.back).format(n=self.back)
        elif any(self.sealed):
            words = plural("{n} step back to the seal", "{n} steps back to the seal", self.back).format(n=self.back)
        else:
            words = plural("{n} step back to the start", "{n} steps back to the start", self.back).format(n=self.back)
        if self.ahead:
            words += ", " + _("{n} forward").format(n=self.ahead)
        return words

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            note = self.note()
            paint_words(painter, QRectF(0, 0, self.width() - 2, self.height()), "", theme.color("second"), 12.5)
            note_wide = painter.fontMetrics().horizontalAdvance(note) + 18.0
            if self.width() - note_wide < 150:
                note_wide = 0.0
            room = self.width() - note_wide - 34
            if note_wide:
                words = QRectF(self.width() - note_wide, 0, note_wide - 2, self.height())
                paint_words(painter, words, note, theme.color("second"), 12.5, align=RIGHT)
            self._paint_line(painter, room)

    def _paint_line(self, painter: QPainter, room: float) -> None:
        theme = current_theme()
        count = len(self.sealed)
        ahead = min(self.ahead, FORWARD_MOST)
        most = max(4, int(room / LEAST_STEP))
        shown = min(count, most - ahead)  # decisions shown before now, the present one included
        beads = shown + 1 + ahead if shown == count else shown + ahead
        step = min(STEP, room / max(1, beads - 1))
        first = count - shown  # bead k stands for the position after decision k; bead 0 is the start
        start = 0 if shown == count else first + 1
        y = self.height() / 2
        row = range(start, count + 1 + ahead)
        places = {bead: QPointF(17 + number * step, y) for number, bead in enumerate(row)}
        seal = -1 if self.free else max((number + 1 for number, one in enumerate(self.sealed) if one), default=-1)
        second, accent = theme.color("border"), theme.color("accent")
        self._places = []
        for bead, place in places.items():
            if bead - 1 in places:
                ahead_line = bead > count
                old = bead <= seal
                pen = QPen(second if old or ahead_line else accent, 1.5 if old or ahead_line else 2.4)
                if ahead_line:
                    pen.setDashPattern([2.2, 2.2])
                painter.setPen(pen)
                painter.drawLine(places[bead - 1], place)
        for bead, place in places.items():
            self._places.append((place, bead - count))
            painter.setPen(Qt.PenStyle.NoPen)
            if bead == seal:
                paint_seal(painter, place, 11.5 if bead != count else 12.5, theme)
                if bead == count:
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.setPen(QPen(accent, 2))
                    painter.drawEllipse(place, 14.5, 14.5)
            elif bead == count:
                painter.setPen(QPen(accent, 2.4))
                painter.setBrush(theme.color("panel"))
                painter.drawEllipse(place, 7.4, 7.4)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(accent)
                painter.drawEllipse(place, 3.2, 3.2)
            elif bead > count:
                painter.setPen(QPen(second, 1.6))
                painter.setBrush(theme.color("panel"))
                painter.drawEllipse(place, 4.8, 4.8)
            else:
                painter.setBrush(second if bead < seal else accent)
                painter.drawEllipse(place, 4.2 if bead < seal else 4.8, 4.2 if bead < seal else 4.8)

    def _at(self, place: QPointF) -> int | None:
        for middle, offset in self._places:
            if abs(middle.x() - place.x()) < 10 and abs(middle.y() - place.y()) < 16:
                return offset
        return None

    def _may(self, offset: int) -> bool:
        return (offset < 0 and -offset <= self.back) or offset > 0

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        offset = self._at(event.position())
        able = offset is not None and self._may(offset)
        self.setCursor(Qt.CursorShape.PointingHandCursor if able else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        offset = self._at(event.position())
        if offset is not None and self._may(offset) and event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(offset)
        else:
            super().mousePressEvent(event)

    def words_at(self, place: QPointF) -> str:
        offset = self._at(place)
        bead = len(self.sealed) - 1 + (offset or 0)
        if offset is None or not 0 <= bead < len(self.words):
            return ""
        if bead < len(self.sealed) and self.sealed[bead] and not self.free:
            return self.words[bead] + "\n" + _("Something was drawn or shown here: no undo past this point.")
        return self.words[bead]
