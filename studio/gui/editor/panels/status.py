"""The editor's part of the status bar: counters, what is in hand, where the pointer is, counts, a hint, the zoom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import log
from time import monotonic

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QSlider, QWidget

from studio.core.form import VOID_KEY, Stamp
from studio.core.game import Body
from studio.core.problems import Severity
from studio.core.text import _, format_percent
from studio.gui.editor.board_controller import EditorBoardController
from studio.gui.editor.clipboard import SEVERITIES, count_text, ignored_text
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, current_theme, text_font
from studio.gui.widgets import Elided, Separator, ToolButton, paint_severity, set_tooltip, text_label
from studio.gui.widgets.text import RelativeTime

ZOOM_STEPS = 200
"""Half the range of the slider: its ends are 1/4 and 4 times the zoom of the middle, logarithmically."""
HINT_MS = 5000
MARGIN, MIN_HINT_WIDTH = 10, 60


class ProblemCounters(QWidget):
    """The number of errors, warnings, hints and ignored problems; a click goes to the problems."""

    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.counts = dict.fromkeys(SEVERITIES, 0)
        self.ignored = 0
        self.is_checking = True
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_counts(self, counts: dict[Severity, int], ignored: int, is_checking: bool) -> None:
        self.counts, self.ignored, self.is_checking = dict(counts), ignored, is_checking
        words = ", ".join(count_text(severity, count) for severity, count in counts.items())
        if ignored:
            words = f"{words}, {ignored_text(ignored)}"
        if is_checking:
            words = _("{counts}; still looking …").format(counts=words)
        set_tooltip(self, words)
        self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def _widths(self) -> list[float]:
        metrics = QFontMetricsF(text_font(14, SEMIBOLD))
        counts = [*self.counts.values(), *([self.ignored] if self.ignored else [])]
        return [22 + metrics.horizontalAdvance(str(count)) + 10 for count in counts]

    def sizeHint(self) -> QSize:
        return QSize(round(sum(self._widths())) + 20, 24)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.clicked.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            x = 0.0
            painter.setFont(text_font(14, SEMIBOLD))
            widths = self._widths()
            for (severity, count), width in zip(self.counts.items(), widths, strict=False):
                painter.setOpacity(1.0 if count else 0.4)
                paint_severity(painter, QRectF(x + 1, 4, 16, 16), severity)
                painter.setPen(theme.color("text"))
                painter.drawText(QRectF(x + 22, 0, width, 24), Qt.AlignmentFlag.AlignVCenter, str(count))
                x += width
            if self.ignored:
                ink = theme.color("second")
                painter.setOpacity(1.0)
                painter.drawPixmap(round(x) + 1, 4, icon_pixmap("eye_closed", ink, 16, self.devicePixelRatioF()))
                painter.setPen(ink)
                painter.drawText(QRectF(x + 22, 0, widths[-1], 24), Qt.AlignmentFlag.AlignVCenter, str(self.ignored))
                x += widths[-1]
            if self.is_checking:
                painter.setOpacity(1.0)
                sign = icon_pixmap("hourglass", theme.color("second"), 14, self.devicePixelRatioF())
                painter.drawPixmap(round(x), 5, sign)


class SaveStatus(QLabel):
    """Whether the layout is saved, and how long ago."""

    def __init__(self, clock: Callable[[], float] = monotonic, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "second")
        self.setFont(text_font(13))
        self._is_edited, self._has_file = False, False
        self._relative_time = RelativeTime(self, clock)
        self._relative_time.changed.connect(self.refresh)

    def note_save(self) -> None:
        self._relative_time.restart()

    def show_state(self, edited: bool, has_file: bool) -> None:
        self._is_edited, self._has_file = edited, has_file
        self.refresh()

    def refresh(self) -> None:
        if since := self._relative_time.text:
            words = _("Edited, saved {since}") if self._is_edited else _("Saved {since}")
            words = words.format(since=since)
        elif self._is_edited:
            words = _("Edited, not saved")
        else:
            words = _("Saved") if self._has_file else _("Not saved yet")
        self.setText(words)


class EditorStatus(QWidget):
    """One row of facts about layout and tool.

    Messages give way to the tool's own hint after a while. Parts for which there is no room are hidden.
    """

    def __init__(self, board: EditorBoardController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.board, self.edit_state, self.document = board, board.edit_state, board.document
        self._counted_body: Body = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._build()
        self._hint_timer = QTimer(self)
        self._hint_timer.setSingleShot(True)
        self._hint_timer.setInterval(HINT_MS)
        self._hint_timer.timeout.connect(self.show_tool)
        board.tool_changed.connect(self.show_tool)
        board.cell_entered.connect(self.cell_label.setText)
        board.view.zoom_changed.connect(self.set_zoom)
        self.edit_state.hinted.connect(self.show_hint)
        self.document.saved.connect(self.save_status.note_save)

    def _build(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(MARGIN, 0, MARGIN, 0)
        row.setSpacing(8)
        self.counters = ProblemCounters()
        row.addWidget(self.counters)
        row.addWidget(Separator(upright=True))
        self.tool_label = text_label("", px=13)
        row.addWidget(self.tool_label)
        after_hand = Separator(upright=True)
        row.addWidget(after_hand)
        self.cell_label = text_label("", px=13, semibold=True)
        self.cell_label.setMinimumWidth(34)
        row.addWidget(self.cell_label)
        row.addWidget(Separator(upright=True))
        self.spaces_label = text_label("", "second", 13)
        row.addWidget(self.spaces_label)
        after_spaces = Separator(upright=True)
        row.addWidget(after_spaces)
        self.hint_label = Elided("", "second", 13)
        row.addWidget(self.hint_label, 1)
        self.save_status = SaveStatus()
        row.addWidget(self.save_status)
        self.zoom_slider = QSlider(Qt.Orientation.Horizontal)
        self.zoom_slider.setRange(-ZOOM_STEPS, ZOOM_STEPS)
        self.zoom_slider.setFixedSize(112, 22)
        set_tooltip(self.zoom_slider, _("Zoom"))
        self.zoom_slider.setAccessibleName(_("Zoom"))
        self.zoom_slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.zoom_slider.valueChanged.connect(self._on_slider_moved)
        self.zoom_out_button = ToolButton("minus", _("Zoom out"), px=22, icon_px=14)
        self.zoom_in_button = ToolButton("plus", _("Zoom in"), px=22, icon_px=14)
        self.zoom_out_button.clicked.connect(lambda: self.zoom_slider.setValue(self.zoom_slider.value() - 15))
        self.zoom_in_button.clicked.connect(lambda: self.zoom_slider.setValue(self.zoom_slider.value() + 15))
        for widget in (self.zoom_out_button, self.zoom_slider, self.zoom_in_button):
            row.addWidget(widget)
        self.zoom_label = text_label("", px=13)
        self.zoom_label.setMinimumWidth(44)
        self.zoom_label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.zoom_label)
        self._row = row
        self._optional_parts: tuple[tuple[QWidget, ...], ...] = (
            (self.zoom_out_button, self.zoom_slider, self.zoom_in_button),
            (self.spaces_label, after_spaces),
            (self.zoom_label,),
            (self.save_status,),
            (self.tool_label, after_hand),
        )  # hidden if there is no room, the least important first

    def _fit_parts(self) -> None:
        row = self._row
        items = [row.itemAt(place) for place in range(row.count())]
        parts = [part for item in items if item is not None and (part := item.widget()) is not None]
        room = {part: MIN_HINT_WIDTH if part is self.hint_label else _needed_width(part) for part in parts}
        needed = sum(room.values()) + row.spacing() * (len(parts) - 1) + 2 * MARGIN
        for spared in self._optional_parts:
            has_room = needed <= self.width()
            for part in spared:
                part.setVisible(has_room)
                needed -= 0 if has_room else room[part] + row.spacing()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_parts()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # something says more than before, or less
            self._fit_parts()
        return super().event(event)

    def set_zoom(self, zoom: float) -> None:
        self.zoom_label.setText(format_percent(zoom, ".0f"))
        self.zoom_slider.blockSignals(True)  # the view has zoomed already; the slider only follows
        self.zoom_slider.setValue(_zoom_step(zoom))
        self.zoom_slider.blockSignals(False)

    def _on_slider_moved(self, step: int) -> None:
        self.board.view.set_zoom(4.0 ** (step / ZOOM_STEPS))

    def stop(self) -> None:
        self._hint_timer.stop()

    def show_hint(self, words: str) -> None:
        self.hint_label.set_text(words)
        self._hint_timer.start()

    def show_tool(self) -> None:
        self._hint_timer.stop()
        tool, stamp = self.board.tool, self.edit_state.stamp
        self.hint_label.set_text(tool.hint)
        hand = tool.name
        if tool.uses_stamp and stamp is not None:
            hand = _("{tool}: {name}").format(tool=hand, name=self.edit_state.name(stamp))
            item = self.edit_state.item(stamp)
            if self.edit_state.mixed_stamps:
                hand = _("{tool}: one of {n} stamps").format(tool=tool.name, n=len(self.edit_state.mixed_stamps))
            elif item is not None and item.turns > 1:
                hand += f", {stamp.turn * 360 // self.document.grid.sides}°"
        self.tool_label.setText(hand)

    def show_document(self) -> None:
        """Show whether it is saved and the number of open, laid and void spaces; of a map, its most common kinds."""
        document = self.document
        self.save_status.show_state(document.is_modified, document.path is not None)
        if document.body is self._counted_body:
            return
        self._counted_body = document.body
        game, body, grid = document.game, document.body, document.grid
        stamps = [game.editing.pick(body, cell) for cell in range(grid.count)]
        void = sum(stamp.key == VOID_KEY for stamp in stamps)
        blank = sum(stamp == game.editing.eraser(body, cell) for cell, stamp in enumerate(stamps))
        known = {item.stamp for item in self.edit_state.items("cells")}
        is_painted = known.issuperset(stamps) and sum(n > 1 for n in Counter(stamps).values()) > 1
        if game.editing.eraser(body, 0) in known and is_painted:  # kinds of space, none of which waits for anything
            self.spaces_label.setText(self._common_kinds_text(stamps))
            return
        words = _("{open} open, {laid} laid, {void} void")
        if self.edit_state.void_stamp() is None:
            words = _("{open} open, {laid} laid")
        self.spaces_label.setText(words.format(open=blank, laid=grid.count - blank - void, void=void))

    def _common_kinds_text(self, stamps: Sequence[Stamp]) -> str:
        """Return the two most common kinds of space, and the number of others."""
        most = Counter(stamps).most_common(2)
        words = [_("{name} {n}").format(name=self.edit_state.name(stamp), n=count) for stamp, count in most]
        if rest := len(stamps) - sum(count for _stamp, count in most):
            words.append(_("others {n}").format(n=rest))
        return " · ".join(words)


def _needed_width(part: QWidget) -> int:
    return max(part.minimumWidth(), min(part.sizeHint().width(), part.maximumWidth()))


def _zoom_step(zoom: float) -> int:
    return round(ZOOM_STEPS * log(max(zoom, 1e-3), 4))
