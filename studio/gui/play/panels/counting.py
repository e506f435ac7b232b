"""Numbers that count to their new value instead of jumping; at once when motion is reduced."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

DURATION = 420


class Counting(QObject):
    """Shows numbers by key. `changed` asks for a repaint; `shown(key, words)` says what to write now."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.animated = True
        self._from: dict[str, int] = {}
        self._to: dict[str, int] = {}
        self._share = 1.0
        self._run = QVariantAnimation(self)
        self._run.setStartValue(0.0)
        self._run.setEndValue(1.0)
        self._run.setDuration(DURATION)
        self._run.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._run.valueChanged.connect(self._advance)

    def set_values(self, words: Mapping[str, str]) -> None:
        """New values by key; whatever is a whole number before and after is counted."""
        values = {key: int(text) for key, text in words.items() if text.lstrip("-").isdigit()}
        if values == self._to:
            return
        known = bool(self._to)
        self._from = {key: self._now(key) if key in self._to else value for key, value in values.items()}
        self._to = values
        self._run.stop()
        if self.animated and known:
            self._share = 0.0
            self._run.start()
        else:
            self._share = 1.0
        self.changed.emit()

    def shown(self, key: str, words: str) -> str:
        """What to write for `words` at this moment."""
        return str(self._now(key)) if key in self._to and self._share < 1.0 else words

    def moving(self, key: str) -> int:
        """+1 while a number rises, -1 while it falls, else 0."""
        if self._share >= 1.0 or key not in self._to:
            return 0
        return (self._to[key] > self._from[key]) - (self._to[key] < self._from[key])

    def _now(self, key: str) -> int:
        first, last = self._from.get(key, self._to[key]), self._to[key]
        return round(first + (last - first) * self._share)

    def _advance(self, share: object) -> None:
        self._share = float(share) if isinstance(share, float) else 1.0
        self.changed.emit()
