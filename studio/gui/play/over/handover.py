"""The screen between two people at one table: it covers everything until the next one says "it is me".

What ended the turn before, or skipped a motion, must not lift it: a key that is still held, or pressed again before the
screen has been seen for a moment, and the second click of a double one mean nothing here.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QRadialGradient
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.core.text import _, key_words
from studio.gui.style.worn import theme_at
from studio.gui.widgets import (
    PlainButton,
    PrimaryButton,
    paint_badge,
    paint_card,
    press_focused,
    text_label,
    title_label,
)

PAUSE = 500
"""Milliseconds of being seen, without a key, before one lifts the screen."""
KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class HandOver(QWidget):
    """Opaque from edge to edge. `taken` when the next person is there, `undone` to take the last move back."""

    taken = Signal()
    undone = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addStretch(5)
        self.badge = QWidget()
        self.badge.setFixedSize(140, 140)
        self.seat = 0
        column.addWidget(self.badge, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(8)
        self.heading = title_label("", 30)
        self.heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self.heading)
        self.words = text_label("", "second", 15)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self.words)
        column.addSpacing(12)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addStretch(1)
        self.take = PrimaryButton("", "eye", key_words("Enter"))
        self.undo = PlainButton(_("Take back"), "undo")
        row.addWidget(self.take)
        row.addWidget(self.undo)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(6)
        self.take.clicked.connect(self.taken)
        self.undo.clicked.connect(self.undone)
        self._is_seen = False
        self.pause = QTimer(self)
        self.pause.setSingleShot(True)
        self.pause.setInterval(PAUSE)
        for button in (self.take, self.undo):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.installEventFilter(self)
        self.hide()

    def show_seat(self, seat: int, name: str, can_undo: bool) -> None:
        """Ask for the person in a seat."""
        self.seat = seat
        self.update()
        self.heading.setText(_("Pass the table to {name}").format(name=name))
        self.words.setText(_("What comes next is for {name}’s eyes only.").format(name=name))
        self.take.set_text(_("I am {name}").format(name=name))
        self.undo.setVisible(can_undo)
        self.setAccessibleName(self.heading.text())
        self._is_seen = False
        self.pause.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()  # nothing may reach the table behind
        if event.key() in KEYS and self._is_meant(event) and not press_focused(self, event):
            self.taken.emit()

    def _is_meant(self, event: QKeyEvent) -> bool:
        """Whether a key was pressed for this screen; if not, the pause begins again."""
        if event.isAutoRepeat() or self.pause.isActive() or not self._is_seen:
            self.pause.start()
            return False
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonDblClick:
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in KEYS:
            return not self._is_meant(event)
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._is_seen:  # until now the table behind was made ready, which may take as long as the pause
            self._is_seen = True
            self.pause.start()
        theme = theme_at(self)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            middle = QPointF(self.badge.geometry().center())
            glow = QRadialGradient(middle, max(self.width(), self.height()) * 0.7)
            glow.setColorAt(0, theme.color("panel"))
            glow.setColorAt(1, theme.color("window"))
            painter.fillRect(self.rect(), glow)
            self._paint_rhumbs(painter, middle)
            wide = min(620.0, self.width() - 40.0)
            top = self.badge.y() - 40.0
            card = QRectF(
                (self.width() - wide) / 2,
                top,
                wide,
                self.take.mapTo(self, self.take.rect().bottomLeft()).y() + 36 - top,
            )
            paint_card(painter, card, 14)
            paint_badge(painter, QRectF(self.badge.geometry()).adjusted(4, 4, -4, -4), self.seat, theme)

    def _paint_rhumbs(self, painter: QPainter, middle: QPointF) -> None:
        """The lines of a wind rose, faint, from the emblem to all sides."""
        theme = theme_at(self)
        reach = math.hypot(self.width(), self.height())
        for line in range(32):
            angle = math.tau * line / 32
            strength = (0.26, 0.10, 0.17, 0.10)[line % 4]
            painter.setPen(QPen(theme.color("grid", strength), 1.0))
            tip = QPointF(middle.x() + reach * math.cos(angle), middle.y() + reach * math.sin(angle))
            painter.drawLine(middle, tip)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ring in (0.30, 0.315, 0.46):
            painter.setPen(QPen(theme.color("grid", 0.18), 1.0))
            painter.drawEllipse(middle, self.height() * ring, self.height() * ring)
