"""The pace at which the places where one may click grow brighter and dimmer."""

from __future__ import annotations

import math
from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QObject, QTimer

PERIOD = 2.8
"""Seconds from bright to bright."""
TICK = 75
"""Milliseconds between two paintings."""


class Breath(QObject):
    """The slow brightening and dimming of the places where one may click.

    `value` goes between 0 and 1 while it is wanted and somebody sees it; else it rests at 1.
    """

    def __init__(self, paint: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self.value = 1.0
        self._paint = paint
        self._begun = 0.0
        self._clock = QTimer(self)
        self._clock.setInterval(TICK)
        self._clock.timeout.connect(self._beat)

    @property
    def is_going(self) -> bool:
        """Whether it goes up and down."""
        return self._clock.isActive()

    def run(self, wanted: bool) -> None:
        """Go on, or rest."""
        if wanted and not self.is_going:
            self._begun = monotonic()
            self._clock.start()
        elif not wanted and self.is_going:
            self._clock.stop()
            self.value = 1.0
            self._paint()

    def _beat(self) -> None:
        self.value = 0.5 + 0.5 * math.cos(math.tau * (monotonic() - self._begun) / PERIOD)
        self._paint()
