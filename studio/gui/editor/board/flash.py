"""Places that light up a few times, so that the eye finds them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer, Signal

TIMES = 3
BEAT_MS = 130
"""How long places are lit, and how long they are not between two times."""


class Flash(QObject):
    """Lights places up and lets them go dark again; `lit` are those that are lit just now."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.lit: tuple[int, ...] = ()
        self._targets: tuple[int, ...] = ()
        self._left = 0
        self._clock = QTimer(self)
        self._clock.setInterval(BEAT_MS)
        self._clock.timeout.connect(self._beat)

    def begin(self, targets: Iterable[int]) -> None:
        """Let these light up, in place of others."""
        self._targets, self._left = tuple(targets), 2 * TIMES
        self._clock.start()
        self._beat()

    def stop(self) -> None:
        """Light nothing any more."""
        self._clock.stop()
        self.lit = ()

    def _beat(self) -> None:
        self._left -= 1
        self.lit = self._targets if self._left % 2 else ()
        if self._left <= 0:
            self.stop()
        self.changed.emit()
