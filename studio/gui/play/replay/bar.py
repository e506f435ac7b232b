"""The replay bar and the speed slider."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from PySide6.QtCore import QPointF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QSlider, QStyle, QStyleOptionSlider, QWidget

from studio.core.text import _
from studio.gui.play.bots import DELAYS, speed_factor, speed_name
from studio.gui.play.marks import paint_mark
from studio.gui.style.stylesheet import current_theme, text_font
from studio.gui.widgets import ToolButton, hbox, painter_on, set_tooltip, text_label


class Scrubber(QSlider):
    """A slider through positions that shows bookmarks, and the marks of a review."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.marks: tuple[int, ...] = ()
        self._review_marks: Mapping[int, str] = {}

    def set_review_marks(self, marks: Mapping[int, str]) -> None:
        """Show inaccuracies, mistakes and blunders by position."""
        self._review_marks = marks
        self.update()

    def set_marks(self, places: Sequence[int]) -> None:
        if self.marks != tuple(places):
            self.marks = tuple(places)
            self.update()

    def mark_x(self, place: int) -> float:
        """Return the x of a position in the widget."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        style, part = self.style(), QStyle.SubControl
        control = QStyle.ComplexControl.CC_Slider
        groove = style.subControlRect(control, option, part.SC_SliderGroove, self)
        handle = style.subControlRect(control, option, part.SC_SliderHandle, self)
        room = groove.width() - handle.width()
        at = QStyle.sliderPositionFromValue(self.minimum(), self.maximum(), place, room)
        return groove.left() + handle.width() / 2 + at

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme, middle = current_theme(), self.height() / 2
        with painter_on(self) as painter:
            painter.setPen(QPen(theme.color("panel"), 1))
            painter.setBrush(theme.color("gold_border"))
            for place in self.marks:
                x, top = self.mark_x(place), middle - 12
                corners = ((-3.5, 0), (3.5, 0), (3.5, 9), (0, 6), (-3.5, 9))
                painter.drawPolygon(QPolygonF([QPointF(x + dx, top + dy) for dx, dy in corners]))
            for place, mark in self._review_marks.items():
                paint_mark(painter, QPointF(self.mark_x(place), self.height() - 6.5), mark, 6.5)


class ReplayBar(QWidget):
    """Buttons and a slider to go through the positions of a replay."""

    seek_requested = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.first = ToolButton("to_start", _("Go to start (Home)"), act=lambda: self.seek_requested.emit(0))
        self.back = ToolButton("left", _("Step back (Left)"))
        self.run = ToolButton("play", _("Play replay (Space)"))
        self.forward = ToolButton("right", _("Step forward (Right)"))
        self.last = ToolButton("to_end", _("Go to end (End)"))
        self.slider = Scrubber()
        self.slider.setMinimumHeight(28)
        self.slider.setAccessibleName(_("Replay position"))
        self.slider.setMinimumWidth(60)
        self.position_label = text_label("", "second", 13)
        self.position_label.setMinimumWidth(76)
        self.position_label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.bookmark_button = ToolButton("bookmark", _("Bookmark position"))
        buttons = self.first, self.back, self.run, self.forward, self.last
        row = hbox(*buttons, (self.slider, 1), self.position_label, self.bookmark_button, parent=self, spacing=2)
        row.insertSpacing(len(buttons), 8)
        self.back.clicked.connect(lambda: self.seek_requested.emit(self.slider.value() - 1))
        self.forward.clicked.connect(lambda: self.seek_requested.emit(self.slider.value() + 1))
        self.last.clicked.connect(lambda: self.seek_requested.emit(self.slider.maximum()))
        self.slider.valueChanged.connect(self.seek_requested)

    def show_parts(self, count: int) -> None:
        """Show everything (2), hide the position (1) or also the buttons for both ends (0)."""
        self.position_label.setVisible(count == 2)
        for button in (self.first, self.last):
            button.setVisible(count > 0)
        self.updateGeometry()

    def show_place(self, index: int, count: int, running: bool) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, count)
            self.slider.setValue(index)
        place = _("{n} of {all}").format(n=index, all=count)
        self.position_label.setText(place)
        set_tooltip(self.slider, place)
        self.run.set_icon_name("pause" if running else "play")
        for button in (self.first, self.back):
            button.setEnabled(index > 0)
        for button in (self.forward, self.last):
            button.setEnabled(index < count)


PAUSED = -1  # slider position where bots wait


class SpeedBox(QWidget):
    """The speed of bots and replays. `changed(speed)` carries an index of `bots.DELAYS`, or PAUSED."""

    changed = Signal(int)

    def __init__(self, speed: int) -> None:
        super().__init__()
        self.caption = text_label(_("Speed"), "second", 13)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(PAUSED, len(DELAYS) - 1)
        self.slider.setPageStep(1)
        self.slider.setFixedSize(92, 22)
        self.slider.setValue(speed)
        self.slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.slider.setAccessibleName(_("Bot and replay speed"))
        self.speed_label = text_label("", "text", 13)
        face = QFontMetricsF(text_font(13))
        self.speed_label.setFixedWidth(
            ceil(max(face.horizontalAdvance(_speed_text(one)) for one in range(PAUSED, len(DELAYS)))) + 2
        )
        hbox(self.caption, self.slider, self.speed_label, parent=self, spacing=8, margins=(10, 0, 0, 0))
        self._show_speed_name(speed)
        self.slider.valueChanged.connect(self._on_slide)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_labels(self, count: int) -> None:
        """Show the caption and the name of the speed (2), only the name (1) or only the slider (0)."""
        self.caption.setVisible(count == 2)
        self.speed_label.setVisible(count > 0)
        self.updateGeometry()

    def step(self, steps: int) -> None:
        self.slider.setValue(self.slider.value() + steps)

    def set_speed(self, speed: int) -> None:
        """Show a speed without emitting `changed`."""
        with QSignalBlocker(self.slider):
            self.slider.setValue(speed)
        self._show_speed_name(self.slider.value())

    def set_pausable(self, wanted: bool) -> None:
        """Set whether the slider has a "paused" position; a replay has a button for that."""
        with QSignalBlocker(self.slider):
            self.slider.setMinimum(PAUSED if wanted else 0)

    def _on_slide(self, speed: int) -> None:
        self._show_speed_name(speed)
        self.changed.emit(speed)

    def _show_speed_name(self, speed: int) -> None:
        name, times = _speed_text(speed), "0×" if speed == PAUSED else speed_factor(speed)
        self.speed_label.setText(name)
        reported = _("{name}: {times} normal speed").format(name=name, times=times) if times else name
        set_tooltip(self, reported)


def _speed_text(speed: int) -> str:
    return _("paused") if speed == PAUSED else speed_name(speed)
