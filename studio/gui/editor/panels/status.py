"""The status bar of the editor: problem counters, tool, cell, counts of spaces, hint, save status, zoom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import log
from time import monotonic

from PySide6.QtCore import QEvent, QRectF, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QSlider, QWidget

from studio.core.form import VOID_KEY, Stamp
from studio.core.game import Body
from studio.core.problems import Severity
from studio.core.text import _, format_percent
from studio.gui.editor.board_controller import EditorBoardController
from studio.gui.editor.problem_names import SEVERITIES, count_text, ignored_text
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, current_theme, text_font
from studio.gui.widgets import Elided, Separator, ToolButton, hbox, paint_severity, set_tooltip, text_label
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.text import RelativeTime

ZOOM_STEPS = 200  # half the range of the slider: its ends are 1/4 and 4 times the zoom of the middle, logarithmically
HINT_MS = 5000
MARGIN, MIN_HINT_WIDTH = 10, 60


class ProblemCounters(QWidget):
    """The number of errors, warnings, hints and ignored problems; a click goes to the problems."""

    accessible_role = Role.StaticText
    clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.counts = dict.fromkeys(SEVERITIES, 0)
        self.ignored = 0
        self.is_checking = True
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_counts(self, counts: dict[Severity, int], ignored: int, is_checking: bool) -> None:
        self.counts, self.ignored, self.is_checking = dict(counts), ignored, is_checking
        text = ", ".join(count_text(severity, count) for severity, count in counts.items())
        if ignored:
            text = f"{text}, {ignored_text(ignored)}"
        if is_checking:
            text = _("{counts}, still checking…").format(counts=text)
        set_tooltip(self, text)
        self.setAccessibleName(text)
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
        theme, dpr, x = current_theme(), self.devicePixelRatioF(), 0.0
        with QPainter(self) as painter:
            painter.setFont(text_font(14, SEMIBOLD))
            widths = self._widths()
            for (severity, count), width in zip(self.counts.items(), widths, strict=False):
                painter.setOpacity(1.0 if count else 0.4)
                paint_severity(painter, QRectF(x + 1, 4, 16, 16), severity)
                painter.setPen(theme.color("text"))
                painter.drawText(QRectF(x + 22, 0, width, 24), Qt.AlignmentFlag.AlignVCenter, str(count))
                x += width
            painter.setOpacity(1.0)
            painter.setPen(theme.color("second"))
            if self.ignored:
                painter.drawPixmap(round(x) + 1, 4, icon_pixmap("eye_closed", theme.color("second"), 16, dpr))
                painter.drawText(QRectF(x + 22, 0, widths[-1], 24), Qt.AlignmentFlag.AlignVCenter, str(self.ignored))
                x += widths[-1]
            if self.is_checking:
                painter.drawPixmap(round(x), 5, icon_pixmap("hourglass", theme.color("second"), 14, dpr))


class SaveStatus(QLabel):
    """Whether the layout is saved, and how long ago."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self.setProperty("role", "second")
        self.setFont(text_font(13))
        self._is_edited, self._has_file = False, False
        self.saved_time = RelativeTime(self, clock)
        self.saved_time.changed.connect(self.refresh)

    def show_state(self, edited: bool, has_file: bool) -> None:
        self._is_edited, self._has_file = edited, has_file
        self.refresh()

    def refresh(self) -> None:
        if since := self.saved_time.text:
            text = _("Modified, saved {since}") if self._is_edited else _("Saved {since}")
            self.setText(text.format(since=since))
        elif self._is_edited:
            self.setText(_("Modified, not saved"))
        else:
            self.setText(_("Saved") if self._has_file else _("Not saved yet"))


class EditorStatus(QWidget):
    """Facts about layout and tool, as far as there is room. Messages give way to the hint of the tool after a while."""

    def __init__(self, board: EditorBoardController) -> None:
        super().__init__()
        self.board, self.edit_state, self.document = board, board.edit_state, board.document
        self._counted_body: Body = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._build()
        self.hint_timer = QTimer(self, singleShot=True, interval=HINT_MS)
        self.hint_timer.timeout.connect(self.show_tool)
        board.tool_changed.connect(self.show_tool)
        board.cell_entered.connect(self.cell_label.setText)
        board.view.zoom_changed.connect(self.set_zoom)
        self.edit_state.hinted.connect(self.show_hint)
        self.document.saved.connect(self.save_status.saved_time.restart)

    def _build(self) -> None:
        self.counters = ProblemCounters()
        self.tool_label = text_label("", px=13)
        self.cell_label = text_label("", px=13, semibold=True)
        self.cell_label.setMinimumWidth(34)
        self.spaces_label = text_label("", "second", 13)
        after_tool, after_spaces = Separator(upright=True), Separator(upright=True)
        self.hint_label = Elided("", "second", 13)
        self.save_status = SaveStatus()
        self.zoom_slider = QSlider(Qt.Orientation.Horizontal)
        self.zoom_slider.setRange(-ZOOM_STEPS, ZOOM_STEPS)
        self.zoom_slider.setFixedSize(112, 22)
        set_tooltip(self.zoom_slider, _("Zoom"))
        self.zoom_slider.setAccessibleName(_("Zoom"))
        self.zoom_slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.zoom_slider.valueChanged.connect(lambda step: self.board.view.set_zoom(4.0 ** (step / ZOOM_STEPS)))
        self.zoom_out_button = ToolButton("minus", _("Zoom out"), px=22, icon_px=14)
        self.zoom_in_button = ToolButton("plus", _("Zoom in"), px=22, icon_px=14)
        self.zoom_out_button.clicked.connect(lambda: self.zoom_slider.setValue(self.zoom_slider.value() - 15))
        self.zoom_in_button.clicked.connect(lambda: self.zoom_slider.setValue(self.zoom_slider.value() + 15))
        self.zoom_label = text_label("", px=13)
        self.zoom_label.setMinimumWidth(44)
        self.zoom_label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._row = hbox(
            self.counters,
            Separator(upright=True),
            self.tool_label,
            after_tool,
            self.cell_label,
            Separator(upright=True),
            self.spaces_label,
            after_spaces,
            (self.hint_label, 1),
            self.save_status,
            self.zoom_out_button,
            self.zoom_slider,
            self.zoom_in_button,
            self.zoom_label,
            parent=self,
            spacing=8,
            margins=(MARGIN, 0, MARGIN, 0),
        )
        self._optional_parts: tuple[tuple[QWidget, ...], ...] = (
            (self.zoom_out_button, self.zoom_slider, self.zoom_in_button),
            (self.spaces_label, after_spaces),
            (self.zoom_label,),
            (self.save_status,),
            (self.tool_label, after_tool),
        )  # hidden if there is no room, the least important first

    def _fit_parts(self) -> None:
        row = self._row
        items = [row.itemAt(place) for place in range(row.count())]
        parts = [part for item in items if item is not None and (part := item.widget()) is not None]
        room = {part: max(part.minimumWidth(), min(part.sizeHint().width(), part.maximumWidth())) for part in parts}
        room[self.hint_label] = MIN_HINT_WIDTH
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
        with QSignalBlocker(self.zoom_slider):  # the view has zoomed already; the slider only follows
            self.zoom_slider.setValue(round(ZOOM_STEPS * log(max(zoom, 1e-3), 4)))

    def show_hint(self, text: str) -> None:
        self.hint_label.set_text(text)
        self.hint_timer.start()

    def show_tool(self) -> None:
        self.hint_timer.stop()
        tool, stamp = self.board.tool, self.edit_state.stamp
        self.hint_label.set_text(tool.hint)
        text = tool.name
        if tool.uses_stamp and stamp is not None:
            item = self.edit_state.item(stamp)
            text = _("{tool}: {name}").format(tool=tool.name, name=self.edit_state.name(stamp))
            if self.edit_state.mixed_stamps:
                text = _("{tool}: {n} random stamps").format(tool=tool.name, n=len(self.edit_state.mixed_stamps))
            elif item is not None and item.turns > 1:
                text += f", {stamp.turn * 360 // self.document.grid.sides}°"
        self.tool_label.setText(text)

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
        empty = sum(stamp == game.editing.eraser(body, cell) for cell, stamp in enumerate(stamps))
        known = {item.stamp for item in self.edit_state.items("cells")}
        is_painted = known.issuperset(stamps) and sum(n > 1 for n in Counter(stamps).values()) > 1
        if game.editing.eraser(body, 0) in known and is_painted:  # a map: no kind of space is an unfinished one
            self.spaces_label.setText(self._common_kinds_text(stamps))
            return
        has_void = self.edit_state.void_stamp() is not None
        text = _("{open} empty, {laid} placed, {void} void") if has_void else _("{open} empty, {laid} placed")
        self.spaces_label.setText(text.format(open=empty, laid=grid.count - empty - void, void=void))

    def _common_kinds_text(self, stamps: Sequence[Stamp]) -> str:
        """Return the two most common kinds of space, and the number of others."""
        most = Counter(stamps).most_common(2)
        parts = [_("{name} {n}").format(name=self.edit_state.name(stamp), n=count) for stamp, count in most]
        if rest := len(stamps) - sum(count for _stamp, count in most):
            parts.append(_("others {n}").format(n=rest))
        return " · ".join(parts)
