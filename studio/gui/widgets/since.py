"""How long ago something was, in words that are renewed only when they change and somebody sees them."""

from __future__ import annotations

import math
from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from studio.core.text import _


def ago(seconds: float) -> str:
    """How long ago something was: "just now", "20 s ago", "3 min ago"."""
    if seconds < 10:
        return _("just now")
    if seconds < 60:
        return _("{n} s ago").format(n=int(seconds) // 10 * 10)
    if seconds < 3600:
        return _("{n} min ago").format(n=int(seconds) // 60)
    return _("{n} h ago").format(n=int(seconds) // 3600)


def lasting(seconds: float) -> float:
    """For how many seconds more the words for this are true."""
    step = 10 if seconds < 60 else 60 if seconds < 3600 else 3600
    return step - math.fmod(seconds, step)


class Since(QObject):
    """A moment for a widget to tell: `changed` when it has to be told in other words. Wakes nobody up in between."""

    changed = Signal()

    def __init__(self, widget: QWidget, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(widget)
        self._widget, self._clock = widget, clock
        self._moment: float | None = None
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.timeout.connect(self._renew)
        widget.installEventFilter(self)

    def begin(self) -> None:
        """It was just now."""
        self._moment = self._clock()
        self._renew()

    @property
    def words(self) -> str:
        """How long ago it was; "" before it ever was."""
        return ago(self._clock() - self._moment) if self._moment is not None else ""

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and self._moment is not None:
            self._renew()
        elif event.type() == QEvent.Type.Hide:
            self.timer.stop()
        return False

    def _renew(self) -> None:
        if self._moment is not None and self._widget.isVisible():
            self.timer.start(math.ceil(1000 * lasting(self._clock() - self._moment)))
        self.changed.emit()
