"""A ring around the focused widget, shown while the keyboard is used."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from studio.gui.style.stylesheet import current_theme

RING_WIDTH = 2


class RingOverlay(QWidget):
    """The ring, which lies over a widget and ignores the mouse."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setObjectName("ring")
        owner.installEventFilter(self)
        self._fit(owner.rect())
        self.raise_()
        self.show()

    def _fit(self, room: QRect) -> None:
        self.setGeometry(room)
        inner = self.rect().adjusted(RING_WIDTH, RING_WIDTH, -RING_WIDTH, -RING_WIDTH)
        self.setMask(QRegion(self.rect()).subtracted(QRegion(inner)))  # so that nothing below is painted for it

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self._fit(watched.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), current_theme().color("accent"))


class FocusRing(QObject):
    """Shows the ring in one window or dialog, which must be visible already."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.window = window
        self.ring: RingOverlay | None = None
        self._is_keyboard = False
        handle, app = window.windowHandle(), QApplication.instance()
        assert handle is not None and isinstance(app, QApplication)
        handle.installEventFilter(self)
        app.focusChanged.connect(self._moved)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.KeyPress:
            self._is_keyboard = True
        elif event.type() is QEvent.Type.MouseButtonPress:
            self._is_keyboard = False
            self._remove_ring()
        return False

    def show_for_keyboard(self) -> None:
        self._is_keyboard = True

    def _moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        self._remove_ring()
        if self._is_keyboard and now is not None and now is not self.window and now.window() is self.window:
            self.ring = RingOverlay(now)

    def _remove_ring(self) -> None:
        if self.ring is not None and isValid(self.ring):
            self.ring.hide()
            self.ring.deleteLater()
        self.ring = None
