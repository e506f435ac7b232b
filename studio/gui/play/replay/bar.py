"""The bar below a replay: to the start, back, run, forward, to the end, and a slider through all positions."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from studio.core.text import _
from studio.gui.widgets import ToolButton, text_label


class ReplayBar(QWidget):
    """`sought(index)` asks for a position, `ran(running)` starts or stops the clock."""

    sought = Signal(int)
    ran = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running = False
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        self.first = ToolButton("to_start", _("To the start (Home)"))
        self.back = ToolButton("left", _("One step back (Left)"))
        self.run = ToolButton("play", _("Run the replay (Space)"))
        self.forward = ToolButton("right", _("One step forward (Right)"))
        self.last = ToolButton("to_end", _("To the end (End)"))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(_("Position in the replay"))
        self.slider.setMinimumWidth(120)
        self.where = text_label("", "second", 13)
        self.where.setMinimumWidth(76)
        self.where.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        for button in (self.first, self.back, self.run, self.forward, self.last):
            row.addWidget(button)
        row.addSpacing(8)
        row.addWidget(self.slider, 1)
        row.addWidget(self.where)
        self.first.clicked.connect(lambda: self.sought.emit(0))
        self.back.clicked.connect(lambda: self.sought.emit(self.slider.value() - 1))
        self.forward.clicked.connect(lambda: self.sought.emit(self.slider.value() + 1))
        self.last.clicked.connect(lambda: self.sought.emit(self.slider.maximum()))
        self.run.clicked.connect(self.toggle)
        self.slider.valueChanged.connect(self.sought)

    def toggle(self) -> None:
        """Start or stop the clock."""
        self.ran.emit(not self._running)

    def show_place(self, index: int, count: int, running: bool) -> None:
        """Show position `index` of `count` decisions."""
        self._running = running
        self.slider.blockSignals(True)
        self.slider.setRange(0, count)
        self.slider.setValue(index)
        self.slider.blockSignals(False)
        self.where.setText(_("{n} of {all}").format(n=index, all=count))
        self.run.set_icon_name("pause" if running else "play")
        for button in (self.first, self.back):
            button.setEnabled(index > 0)
        for button in (self.forward, self.last):
            button.setEnabled(index < count)
