"""A short remark that floats over the lower edge of a window for some seconds, perhaps with one thing to do."""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QLineEdit, QWidget

from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets.buttons import PlainButton, ToolButton
from studio.gui.widgets.cards import paint_floating
from studio.gui.widgets.text import text_label

STEP = 6
"""Pixels by which a remark goes up as long as it would cover something to press."""
_ICONS = {"info": "info", "done": "tick", "warning": "warning", "error": "error"}


class Toast(QWidget):
    """One remark. Make it with `Toast.say`; a second one takes the place of the first."""

    def __init__(
        self,
        host: QWidget,
        text: str,
        kind: str,
        label: str,
        act: Callable[[], object] | None,
        over: QWidget | None,
    ) -> None:
        super().__init__(host)
        self.kind = kind
        self._over = over
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 9, 8, 11)
        row.setSpacing(10)
        sign = QLabel()
        sign.setPixmap(icon_pixmap(_ICONS.get(kind, "info"), current_theme().color(kind), 18, self.devicePixelRatioF()))
        row.addWidget(sign)
        self.words = text_label(text, "text", 14)
        row.addWidget(self.words)
        if label and act is not None:
            button = PlainButton(label, small=True)
            button.clicked.connect(act)
            button.clicked.connect(self.dismiss)
            row.addWidget(button)
        close = ToolButton("cross", "×", px=26, icon_px=14)
        close.clicked.connect(self.dismiss)
        row.addWidget(close)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.dismiss)
        host.installEventFilter(self)
        if over is not None:
            over.installEventFilter(self)

    @staticmethod
    def say(
        host: QWidget,
        text: str,
        kind: str = "info",
        label: str = "",
        act: Callable[[], object] | None = None,
        seconds: float = 5,
        over: QWidget | None = None,
    ) -> Toast:
        """Show a remark over `host`, at the foot of `over` if given. `kind`: info, done, warning, error.

        What it is said over it goes with: it is not seen while that is hidden.
        """
        for old in host.findChildren(Toast):
            old.dismiss()
        toast = Toast(host, text, kind, label, act, over)
        toast.adjustSize()
        toast._place()
        toast.show()
        toast.raise_()
        toast._timer.start(round(seconds * 1000))
        return toast

    def dismiss(self) -> None:
        """Go away now."""
        self._timer.stop()
        for watched in (self.parentWidget(), self._over):
            if watched is not None and shiboken6.isValid(watched):
                watched.removeEventFilter(self)
        self.hide()
        self.setParent(None)
        self.deleteLater()

    def _place(self) -> None:
        host = self.parentWidget()
        if host is None:
            return
        room, foot = host.rect(), 44
        if self._over is not None and shiboken6.isValid(self._over) and self._over.isVisibleTo(host):
            room, foot = QRect(self._over.mapTo(host, QPoint(0, 0)), self._over.size()), 14
        width = min(self.sizeHint().width(), host.width() - 32)
        self.resize(width, self.sizeHint().height())
        left = min(max(room.center().x() - width // 2, 16), host.width() - width - 16)
        lowest = room.bottom() - self.height() - foot
        pressed = self._pressed(host)
        tops = (top for top in range(lowest, room.top(), -STEP) if not self._covers(QPoint(left, top), pressed))
        self.move(left, next(tops, lowest))

    def _covers(self, corner: QPoint, places: list[QRect]) -> bool:
        box = QRect(corner, self.size())
        return any(box.intersects(place) for place in places)

    def _pressed(self, host: QWidget) -> list[QRect]:
        """Where there is something to press, to type in or to read."""
        parts: list[QWidget] = [*host.findChildren(QAbstractButton), *host.findChildren(QLineEdit)]
        if self._over is not None and shiboken6.isValid(self._over):  # and what is said there already
            floating = self._over.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
            parts += [part for part in floating if part.height() < self._over.height() // 2]
        return [
            QRect(part.mapTo(host, QPoint(0, 0)), part.size())
            for part in parts
            if part.isVisibleTo(host) and not part.visibleRegion().isEmpty() and not self.isAncestorOf(part)
        ]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.parent():
            self._place()
        elif watched is self._over and not event.spontaneous():
            if event.type() == QEvent.Type.Hide:
                self.hide()
            elif event.type() == QEvent.Type.Show:
                self._place()
                self.show()
                self.raise_()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_floating(painter, QRectF(self.rect()).adjusted(3, 2, -3, -4), 3)
