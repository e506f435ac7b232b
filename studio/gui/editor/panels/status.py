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
from studio.core.text import _, percent
from studio.gui.editor.board_controller import Easel
from studio.gui.editor.clipboard import SEVERITIES, counted, ignored_words
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, current_theme, text_font
from studio.gui.widgets import Elided, Separator, ToolButton, paint_severity, set_tip, text_label
from studio.gui.widgets.text import Since

ZOOM_STEPS = 200
"""The slider's ends are 1/4 and 4 times the zoom of the middle, in equal ratios."""
HINT_MS = 5000
MARGIN, HINT_ROOM = 10, 60
"""Pixels at both ends, and what the hint keeps at least."""


class Counters(QWidget):
    """How many errors, warnings and hints, and how many are ignored; a click goes to the problems."""

    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.counts = dict.fromkeys(SEVERITIES, 0)
        self.ignored = 0
        self.is_looking = True
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_counts(self, counts: dict[Severity, int], ignored: int, is_looking: bool) -> None:
        """Show these; while it is still being looked for more, an hourglass stands beside them."""
        self.counts, self.ignored, self.is_looking = dict(counts), ignored, is_looking
        words = ", ".join(counted(severity, count) for severity, count in counts.items())
        if ignored:
            words = f"{words}, {ignored_words(ignored)}"
        if is_looking:
            words = _("{counts}; still looking …").format(counts=words)
        set_tip(self, words)
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
            if self.is_looking:
                painter.setOpacity(1.0)
                sign = icon_pixmap("hourglass", theme.color("second"), 14, self.devicePixelRatioF())
                painter.drawPixmap(round(x), 5, sign)


class SavedClock(QLabel):
    """Whether the layout is saved, and how long ago it last was."""

    def __init__(self, clock: Callable[[], float] = monotonic, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "second")
        self.setFont(text_font(13))
        self._edited, self._filed = False, False
        self._since = Since(self, clock)
        self._since.changed.connect(self.refresh)

    def note_save(self) -> None:
        """It was saved just now."""
        self._since.begin()

    def show_state(self, edited: bool, filed: bool) -> None:
        """Whether something was edited since, and whether there is a file at all."""
        self._edited, self._filed = edited, filed
        self.refresh()

    def refresh(self) -> None:
        """Say it again, as time goes by."""
        if since := self._since.words:
            words = _("Edited, saved {since}") if self._edited else _("Saved {since}")
            words = words.format(since=since)
        elif self._edited:
            words = _("Edited, not saved")
        else:
            words = _("Saved") if self._filed else _("Not saved yet")
        self.setText(words)


class EditorStatus(QWidget):
    """One row of facts, kept in step with the layout and the tool in hand.

    What is said by the way gives way to the tool's own hint after a while. What there is no room for is left out whole.
    """

    def __init__(self, easel: Easel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.easel, self.desk, self.document = easel, easel.desk, easel.document
        self._counted: Body = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._build()
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(HINT_MS)
        self._quiet.timeout.connect(self.show_tool)
        easel.tool_changed.connect(self.show_tool)
        easel.entered.connect(self.cell.setText)
        easel.view.zoom_changed.connect(self.set_zoom)
        self.desk.hinted.connect(self.say)
        self.document.saved.connect(self.saved.note_save)

    def _build(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(MARGIN, 0, MARGIN, 0)
        row.setSpacing(8)
        self.counters = Counters()
        row.addWidget(self.counters)
        row.addWidget(Separator(upright=True))
        self.hand = text_label("", px=13)
        row.addWidget(self.hand)
        after_hand = Separator(upright=True)
        row.addWidget(after_hand)
        self.cell = text_label("", px=13, semibold=True)
        self.cell.setMinimumWidth(34)
        row.addWidget(self.cell)
        row.addWidget(Separator(upright=True))
        self.spaces = text_label("", "second", 13)
        row.addWidget(self.spaces)
        after_spaces = Separator(upright=True)
        row.addWidget(after_spaces)
        self.hint = Elided("", "second", 13)
        row.addWidget(self.hint, 1)
        self.saved = SavedClock()
        row.addWidget(self.saved)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(-ZOOM_STEPS, ZOOM_STEPS)
        self.slider.setFixedSize(112, 22)
        set_tip(self.slider, _("Zoom"))
        self.slider.setAccessibleName(_("Zoom"))
        self.slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.slider.valueChanged.connect(self._slid)
        self.less = ToolButton("minus", _("Zoom out"), px=22, icon_px=14)
        self.more = ToolButton("plus", _("Zoom in"), px=22, icon_px=14)
        self.less.clicked.connect(lambda: self.slider.setValue(self.slider.value() - 15))
        self.more.clicked.connect(lambda: self.slider.setValue(self.slider.value() + 15))
        for widget in (self.less, self.slider, self.more):
            row.addWidget(widget)
        self.percent = text_label("", px=13)
        self.percent.setMinimumWidth(44)
        self.percent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.percent)
        self._row = row
        self._spared: tuple[tuple[QWidget, ...], ...] = (
            (self.less, self.slider, self.more),
            (self.spaces, after_spaces),
            (self.percent,),
            (self.saved,),
            (self.hand, after_hand),
        )
        """What is left out where there is too little room, the least important first."""

    def _fit(self) -> None:
        """Leave out whole what there is no room for."""
        row = self._row
        items = [row.itemAt(place) for place in range(row.count())]
        parts = [part for item in items if item is not None and (part := item.widget()) is not None]
        room = {part: HINT_ROOM if part is self.hint else _wide(part) for part in parts}
        needed = sum(room.values()) + row.spacing() * (len(parts) - 1) + 2 * MARGIN
        for spared in self._spared:
            has_room = needed <= self.width()
            for part in spared:
                part.setVisible(has_room)
                needed -= 0 if has_room else room[part] + row.spacing()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # something says more than before, or less
            self._fit()
        return super().event(event)

    def set_zoom(self, zoom: float) -> None:
        """Show the view's zoom."""
        self.percent.setText(percent(zoom, ".0f"))
        self.slider.blockSignals(True)  # the view has zoomed already; the slider only follows
        self.slider.setValue(_step_of(zoom))
        self.slider.blockSignals(False)

    def _slid(self, step: int) -> None:
        self.easel.view.set_zoom(4.0 ** (step / ZOOM_STEPS))

    def stop(self) -> None:
        """Say no more."""
        self._quiet.stop()

    def say(self, words: str) -> None:
        """Say something for a while."""
        self.hint.set_text(words)
        self._quiet.start()

    def show_tool(self) -> None:
        """Say what is in hand and what it does."""
        self._quiet.stop()
        tool, stamp = self.easel.tool, self.desk.stamp
        self.hint.set_text(tool.hint)
        hand = tool.name
        if tool.uses_stamp and stamp is not None:
            hand = _("{tool}: {name}").format(tool=hand, name=self.desk.name(stamp))
            item = self.desk.item(stamp)
            if self.desk.mixed:
                hand = _("{tool}: one of {n} stamps").format(tool=tool.name, n=len(self.desk.mixed))
            elif item is not None and item.turns > 1:
                hand += f", {stamp.turn * 360 // self.document.grid.sides}°"
        self.hand.setText(hand)

    def show_document(self) -> None:
        """Say whether it is saved, and how many spaces are open, laid and void; of a map, what there is most of."""
        document = self.document
        self.saved.show_state(document.is_modified, document.path is not None)
        if document.body is self._counted:
            return
        self._counted = document.body
        game, body, grid = document.game, document.body, document.grid
        stamps = [game.pick(body, cell) for cell in range(grid.count)]
        void = sum(stamp.key == VOID_KEY for stamp in stamps)
        blank = sum(stamp == game.eraser(body, cell) for cell, stamp in enumerate(stamps))
        known = {item.stamp for item in self.desk.items("cells")}
        is_painted = known.issuperset(stamps) and sum(n > 1 for n in Counter(stamps).values()) > 1
        if game.eraser(body, 0) in known and is_painted:  # kinds of space, none of which waits for anything
            self.spaces.setText(self._most_of(stamps))
            return
        words = _("{open} open, {laid} laid, {void} void")
        if self.desk.void_stamp() is None:
            words = _("{open} open, {laid} laid")
        self.spaces.setText(words.format(open=blank, laid=grid.count - blank - void, void=void))

    def _most_of(self, stamps: Sequence[Stamp]) -> str:
        """The two kinds of space there are most of, and how many others."""
        most = Counter(stamps).most_common(2)
        words = [_("{name} {n}").format(name=self.desk.name(stamp), n=count) for stamp, count in most]
        if rest := len(stamps) - sum(count for _stamp, count in most):
            words.append(_("others {n}").format(n=rest))
        return " · ".join(words)


def _wide(part: QWidget) -> int:
    """How much room a part asks for."""
    return max(part.minimumWidth(), min(part.sizeHint().width(), part.maximumWidth()))


def _step_of(zoom: float) -> int:
    """The slider's place for a zoom."""
    return round(ZOOM_STEPS * log(max(zoom, 1e-3), 4))
