"""The strip above the board: which turn it is, the steps of a turn, and room for a few tools on the right."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from studio.core.panel import Step
from studio.core.text import _, headed
from studio.gui.style.fonts import MEDIUM, SEMIBOLD, display_font, text_font
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Chip, PlainButton, Tipped, paint_card, set_tip
from studio.gui.widgets.text import CENTRE, paint_words

SIGN = 24.0
"""Width of a step without its name."""
ROOMY_GAP, CLOSE_GAP = 24.0, 16.0
"""Between two steps."""


class PhaseStrip(Tipped):
    """Paints "Turn 14 | ✓ Harbour › ✓ Sail › (3) Lay the tile › 4 Land". Put tools into `tools`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turn = ""
        self.steps: tuple[Step, ...] = ()
        self.setFixedHeight(40)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 8, 2)
        row.setSpacing(0)
        row.addStretch(1)
        self.chip = Chip("", "gold")
        self.chip.hide()
        row.addWidget(self.chip)
        row.addSpacing(6)
        self.tools = row
        self.shy: PlainButton | None = None
        """A tool that goes without its words where else the steps would have to go without theirs."""
        self._shy_words = ""
        self._boxes: list[tuple[QRectF, str]] = []

    def say_shyly(self, words: str) -> None:
        """What the shy tool does."""
        self._shy_words = words
        self._fit_shy()

    def show_steps(self, turn: str, steps: tuple[Step, ...]) -> None:
        """Show another stage of the turn."""
        self.turn, self.steps = turn, steps
        states = {"done": _("done"), "now": _("now"), "later": _("later")}
        words = ", ".join(f"{step.name} ({states.get(step.state, step.state)})" for step in steps)
        self.setAccessibleName(headed(turn, words))
        self._fit_shy()
        self.update()

    def show_mode(self, words: str, kind: str = "gold") -> None:
        """Say that this is not the match itself (a replay, an analysis); "" for the match."""
        self.chip.set_text(words, kind)
        self.chip.setVisible(bool(words))
        self._fit_shy()
        self.update()

    def words_at(self, place: QPointF) -> str:
        return next((words for box, words in self._boxes if box.contains(place)), "")

    def sizeHint(self) -> QSize:
        return QSize(400, 40)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_shy()

    def _fit_shy(self) -> None:
        shy, words = self.shy, self._shy_words
        if shy is None:
            return
        shy.set_text(words)
        items = [self.tools.itemAt(place) for place in range(self.tools.count())]
        tools = sum(item.sizeHint().width() for item in items if item is not None)
        now = [number for number, step in enumerate(self.steps) if step.state == "now"]
        is_brief = self._begin() + self._length(now, CLOSE_GAP) + tools + 26 > self.width()
        if is_brief:
            shy.set_text("")
        set_tip(shy, words if is_brief else "")

    def _begin(self) -> float:
        """Where the steps begin, behind what turn it is and a line."""
        return 16 + QFontMetricsF(display_font(20)).horizontalAdvance(self.turn) + 28

    def _tools_left(self) -> float:
        edge = float(self.width() - 10)
        for place in range(self.tools.count()):
            item = self.tools.itemAt(place)
            widget = item.widget() if item is not None else None
            if widget is not None and widget.isVisible():
                edge = min(edge, float(widget.x() - 10))
        return edge

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_card(painter, QRectF(self.rect()), 10)
            middle = (self.height() - 1) / 2
            x = self._begin()
            words = QRectF(16, 0, x - 40, self.height() - 2)
            paint_words(painter, words, self.turn, theme.color("text"), 20, display=True)
            painter.setPen(QPen(theme.color("line"), 1.2))
            painter.drawLine(QPointF(x - 14, 9), QPointF(x - 14, self.height() - 11))
            end = self._tools_left()
            named, gap = self._written_out(end - x)
            self._boxes = []
            shown = [number for number in range(len(self.steps)) if gap or number in named]
            for number in shown:
                step = self.steps[number]
                wide = self._width(step) if number in named else SIGN
                if number != shown[0] and gap:
                    glyph = icon_pixmap("right", theme.color("second"), 12, self.devicePixelRatioF())
                    painter.drawPixmap(round(x + gap / 2 - 6), round(middle - 6), glyph)
                    x += gap
                if x + min(wide, SIGN) > end:
                    break
                self._boxes.append((QRectF(x, 0, wide, self.height()), f"{number + 1}. {step.name}"))
                box = QRectF(x, 0, min(wide, end - x), self.height() - 2)
                self._paint_step(painter, box, number, step, number in named)
                x += wide

    def _written_out(self, room: float) -> tuple[frozenset[int], float]:
        """Which steps have their names in so much room, and the gap between steps; 0 shows those alone.

        Where not all have room, those go without that are done, then those that come last, then all but the first of
        those that can be taken now.
        """
        count = len(self.steps)
        everything = frozenset(range(count))
        if self._length(everything, ROOMY_GAP) <= room:
            return everything, ROOMY_GAP
        named = set(everything)
        dispensable = [number for number in range(count) if self.steps[number].state == "done"]
        dispensable += [number for number in reversed(range(count)) if self.steps[number].state == "later"]
        dispensable += [number for number in reversed(range(count)) if self.steps[number].state == "now"][:-1]
        for number in (-1, *dispensable):
            named.discard(number)
            if self._length(named, CLOSE_GAP) <= room:
                return frozenset(named), CLOSE_GAP
        return frozenset(named), 0.0

    def _length(self, named: Collection[int], gap: float) -> float:
        """How long the strip is when only these steps are written out."""
        wide = sum(self._width(step) if number in named else SIGN for number, step in enumerate(self.steps))
        return wide + gap * max(0, len(self.steps) - 1)

    def _width(self, step: Step) -> float:
        weight = SEMIBOLD if step.state == "now" else MEDIUM
        words = QFontMetricsF(text_font(14, weight)).horizontalAdvance(step.name)
        return words + (44.0 if step.state == "now" else 28.0)

    def _paint_step(self, painter: QPainter, box: QRectF, number: int, step: Step, named: bool) -> None:
        theme = current_theme()
        middle = box.center().y()
        now = step.state == "now"
        accent, border = theme.color("accent"), theme.color("border")
        if now:
            pill = QRectF(box.left(), middle - 14, box.width(), 28)
            painter.setPen(QPen(accent, 1.4))
            painter.setBrush(theme.color("tint"))
            painter.drawRoundedRect(pill, 14, 14)
        centre = QPointF(box.left() + (17 if named else SIGN / 2) if now else box.left() + 10, middle)
        digit = QRectF(centre.x() - 9, centre.y() - 9.5, 18, 18)
        if step.state == "done":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("done"))
            painter.drawEllipse(centre, 9, 9)
            tick = icon_pixmap("tick", theme.color("panel"), 12, self.devicePixelRatioF())
            painter.drawPixmap(round(centre.x() - 6), round(centre.y() - 6), tick)
        elif now:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(accent)
            painter.drawEllipse(centre, 9, 9)
            paint_words(painter, digit, str(number + 1), theme.color("on_accent"), 12, SEMIBOLD, CENTRE)
        else:
            painter.setPen(QPen(border, 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, 8.4, 8.4)
            paint_words(painter, digit, str(number + 1), theme.color("second"), 12, MEDIUM, CENTRE)
        if named:
            ink = theme.color("text" if step.state != "later" else "second")
            words = QRectF(centre.x() + 15, box.top(), box.right() - centre.x() - 13, box.height())
            paint_words(painter, words, step.name, ink, 14, SEMIBOLD if now else MEDIUM)
