"""How fast bots and replays go: a slider from slow to instant with its word."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QWidget

from studio.core.text import _
from studio.gui.play.match.bot_seats import DELAYS, speed_name
from studio.gui.widgets import text_label


class SpeedBox(QWidget):
    """`changed(speed)` carries an index of `bot_seats.DELAYS`."""

    changed = Signal(int)

    def __init__(self, speed: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(text_label(_("Speed"), "second", 13))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(DELAYS) - 1)
        self.slider.setPageStep(1)
        self.slider.setFixedSize(92, 22)
        self.slider.setValue(speed)
        self.slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.slider.setAccessibleName(_("Speed of bots and replays"))
        row.addWidget(self.slider)
        self.word = text_label(speed_name(speed), "text", 13)
        self.word.setFixedWidth(66)
        row.addWidget(self.word)
        self.slider.valueChanged.connect(self._moved)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_speed(self, speed: int) -> None:
        """Show a speed without a signal."""
        self.slider.blockSignals(True)
        self.slider.setValue(speed)
        self.slider.blockSignals(False)
        self.word.setText(speed_name(self.slider.value()))

    def _moved(self, speed: int) -> None:
        self.word.setText(speed_name(speed))
        self.changed.emit(speed)
