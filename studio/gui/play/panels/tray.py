"""What lies before a seat, wide below the board: a rack of tiles on wood, each with the number key that takes it."""

from __future__ import annotations

import random

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.panel import Inset
from studio.gui.play.panels.lit import EMPTY, PictureView
from studio.gui.style.fonts import SEMIBOLD
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets.text import CENTRE, LEFT, RIGHT, paint_words, show_tip

KEYS = "1234567890"
LEAST, MOST = 72, 124
"""Pixels that a tray may be high."""
SHARE = 0.098
"""Of the page's height, at most."""
SIDE, EDGE, LIP = 14, 7, 7
"""Pixels of wood beside the picture, above it, and of the front edge below it."""
CAPTION = 116
"""Pixels beside the picture from which the title finds room there."""
WOOD = {
    "light": ("#8A6038", "#6B4526", "#4A2E18", "#B88A58", "#F6E7C6"),
    "dark": ("#5A3E28", "#452E1C", "#2A1B10", "#8A6B48", "#E6D3AC"),
}
"""Lit, middle, deep, the light on an edge, and words."""


class RackView(PictureView):
    """The picture of a tray, with number keys at its places."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme = current_theme()
        if not self.lit:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for key, target in zip(KEYS, self.picture.targets, strict=False):
                box = self.box_of(target.cell)
                if box is None or target.cell not in self.lit:
                    continue
                plate = QRectF(min(box.right() - 5, self.width() - 15.0), max(box.top() - 2, 0.0), 15, 16)
                painter.setPen(QPen(theme.color("gold_ring", 0.7), 1))
                painter.setBrush(QColor("#2A1B10"))
                painter.drawRoundedRect(plate.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
                paint_words(painter, plate, key, QColor("#F6E7C6"), 11, SEMIBOLD, CENTRE)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # unlit places too: while something is in hand they mean to put it back and take another thing
        target = self.target_at(event.position())
        if target >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(target)
        else:
            super().mousePressEvent(event)


class Tray(QWidget):
    """A plank with a picture on it. `pointed(target)`, `clicked(target)`."""

    pointed = Signal(int)
    clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = RackView(self, corner=2)
        self.view.pointed.connect(self.pointed)
        self.view.clicked.connect(self.clicked)
        self.title = self.note = ""
        self._wood: QPixmap | None = None
        self._wood_of = ""
        self._room = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_inset(self, inset: Inset | None) -> None:
        """Show what lies on the tray. Once there was something its place is kept, so that the board need not jump."""
        if inset is None:
            self.title = self.note = ""
            self.view.set_picture(EMPTY)
            self.view.setAccessibleName("")
        else:
            self.title, self.note = inset.title, inset.note
            self.view.set_picture(inset.picture)
            names = ", ".join(
                f"{key} {target.name}" for key, target in zip(KEYS, inset.picture.targets, strict=False) if target.name
            )
            self.view.setAccessibleName(f"{inset.title}. {inset.note}. {names}")
            self.show()
        self.update()

    def set_lit(self, lit: frozenset[int], chosen: int) -> None:
        """Which targets may be clicked now, and which is pointed at."""
        self.view.set_lit(lit, chosen)

    @property
    def places(self) -> list[int]:
        """The targets on the tray, in order."""
        return [target.cell for target in self.view.picture.targets]

    def target_of(self, key: int) -> int:
        """The place that a number key means (0 is the tenth), or -1."""
        places, place = self.places, (key - 1) % 10
        return places[place] if place < len(places) else -1

    def fit(self, page_height: int) -> None:
        """Be as high as the picture wants, as far as a page of this height can spare it."""
        self._room = page_height
        wide = max(1, self.width() - 2 * SIDE)
        want = round(wide / self.view.ratio) + EDGE + LIP + 3 if self.view.picture is not EMPTY else self.height()
        self.setFixedHeight(max(LEAST, min(want, MOST, round(page_height * SHARE))))

    def forget(self) -> None:
        """Paint anew (another theme)."""
        self.view.forget()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(600, LEAST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and self._room:
            self.fit(self._room)
        self.view.setGeometry(SIDE, EDGE, self.width() - 2 * SIDE, self.height() - EDGE - LIP - 3)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            frame = self.view.frame().translated(self.view.pos())
            if not frame.left() <= event.pos().x() <= frame.right():  # beside the picture there may be too little room
                show_tip(event.globalPos(), self.title if event.pos().x() < frame.left() else self.note, self)
                return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        size = self.size() * self.devicePixelRatioF()
        if self._wood is None or self._wood.size() != size or self._wood_of != theme.name:
            self._wood, self._wood_of = self._plank(), theme.name
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._wood)
            frame = self.view.frame().translated(self.view.pos())
            if frame.left() - SIDE < CAPTION or not self.title:
                return
            ink = QColor(WOOD[theme.name][4])
            words = QRectF(SIDE + 4, 0, frame.left() - SIDE - 12, self.height() - LIP)
            paint_words(painter, words, self.title, ink, 18, align=LEFT, display=True)
            ink.setAlphaF(0.8)
            words.moveLeft(frame.right() + 8)
            paint_words(painter, words, self.note, ink, 12.5, align=RIGHT)

    def _plank(self) -> QPixmap:
        """Wood with its grain, lit from above, a rounded front edge below; painted once per size."""
        lit, middle, deep, edge = (QColor(name) for name in WOOD[current_theme().name][:4])
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        chance = random.Random(7)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            whole = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            shape = QPainterPath()
            shape.addRoundedRect(whole, 10, 10)
            fade = QLinearGradient(whole.topLeft(), whole.bottomLeft())
            for part, colour in ((0, deep), (0.10, middle), (0.55, lit), (1, middle)):
                fade.setColorAt(part, colour)
            painter.fillPath(shape, fade)
            painter.setClipPath(shape)
            for _line in range(round(self.height() / 2.2)):
                y, wave = chance.uniform(0, self.height()), chance.uniform(-5, 5)
                left = chance.uniform(-0.3, 0.7) * self.width()
                right = left + chance.uniform(0.3, 1.0) * self.width()
                ink = QColor(deep if chance.random() < 0.7 else edge)
                ink.setAlphaF(chance.uniform(0.06, 0.24))
                grain = QPainterPath(QPointF(left, y))
                third = (right - left) / 3
                grain.cubicTo(left + third, y + wave, right - third, y - wave, right, y + wave / 3)
                painter.strokePath(grain, QPen(ink, chance.uniform(0.6, 1.8)))
            foot = whole.bottom() - LIP
            painter.fillRect(QRectF(0, foot - 3, self.width(), 3), QColor(20, 10, 2, 70))
            lip = QLinearGradient(0, foot, 0, whole.bottom())
            for part, colour in ((0, edge), (0.25, lit), (1, deep)):
                lip.setColorAt(part, colour)
            painter.fillRect(QRectF(0, foot, self.width(), LIP + 1), lip)
            painter.setClipping(False)
            painter.setPen(QPen(deep, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(shape)
        return pixmap
