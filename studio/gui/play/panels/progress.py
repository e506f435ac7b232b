"""The phases of a turn, and the timeline for undo and redo."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from studio.core.panel import Step
from studio.core.text import _, plural
from studio.gui.play.replay.log import paint_seal
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, display_font, text_font
from studio.gui.widgets import Chip, PlainButton, TooltipWidget, hbox, paint_box, paint_card, painter_on, set_tooltip
from studio.gui.widgets.accessibility import AccessiblePart, AccessibleParts
from studio.gui.widgets.text import CENTER, RIGHT, paint_text

STEP_NUMBER_WIDTH = 24.0
ROOMY_GAP, CLOSE_GAP = 24.0, 16.0  # between two steps


class PhaseStrip(AccessibleParts, TooltipWidget):
    """Paints "Turn 14 | ✓ Harbour › ✓ Sail › (3) Lay the tile › 4 Land". Tools go into `tools`."""

    accessible_widgets = True

    def __init__(self) -> None:
        super().__init__()
        self.turn = ""
        self.steps: tuple[Step, ...] = ()
        self.setFixedHeight(40)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row = hbox(1, parent=self, spacing=0, margins=(8, 0, 8, 2))
        self.chip = Chip("", "gold")
        self.chip.hide()
        row.addWidget(self.chip)
        row.addSpacing(6)
        # loses its text before the steps lose theirs
        self.compact_button = PlainButton(_("Since your last turn"), "history", small=True)
        self.compact_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.compact_button.hide()
        row.addWidget(self.compact_button)
        row.addSpacing(6)
        self.tools = row
        self._compact_text = ""
        self._boxes: list[tuple[QRectF, str]] = []

    def set_compact_text(self, words: str) -> None:
        self._compact_text = words
        self._fit_compact_button()

    def show_steps(self, turn: str, steps: tuple[Step, ...]) -> None:
        self.turn, self.steps = turn, steps
        self.setAccessibleName(turn)
        self._fit_compact_button()
        self.update()

    def accessible_parts(self) -> list[AccessiblePart]:
        states = {"done": _("done"), "now": _("now"), "later": _("later")}
        boxes = {text: box.toAlignedRect() for box, text in self._boxes}  # of those that have room
        texts = [f"{number}. {step.name}" for number, step in enumerate(self.steps, 1)]
        return [
            AccessiblePart(f"{text} ({states[step.state]})", "", False, step.state == "now", boxes.get(text, QRect()))
            for text, step in zip(texts, self.steps, strict=True)
        ]

    def show_mode(self, words: str, kind: str = "gold") -> None:
        """Label a replay or an analysis; "" for the match itself."""
        self.chip.show_text(words, kind)
        self.chip.setVisible(bool(words))
        self._fit_compact_button()
        self.update()

    def text_at(self, place: QPointF) -> str:
        return next((text for box, text in self._boxes if box.contains(place)), "")

    def sizeHint(self) -> QSize:
        return QSize(400, 40)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_compact_button()

    def _fit_compact_button(self) -> None:
        self.compact_button.set_text(self._compact_text)
        items = [self.tools.itemAt(place) for place in range(self.tools.count())]
        tools = sum(item.sizeHint().width() for item in items if item is not None)
        now = [number for number, step in enumerate(self.steps) if step.state == "now"]
        is_brief = self._steps_x() + self._length(now, CLOSE_GAP) + tools + 26 > self.width()
        if is_brief:
            self.compact_button.set_text("")
        set_tooltip(self.compact_button, self._compact_text if is_brief else "")

    def _steps_x(self) -> float:
        return 16 + QFontMetricsF(display_font(20)).horizontalAdvance(self.turn) + 28

    def _tools_x(self) -> float:
        edge = float(self.width() - 10)
        for place in range(self.tools.count()):
            item = self.tools.itemAt(place)
            widget = item.widget() if item is not None else None
            if widget is not None and widget.isVisible():
                edge = min(edge, float(widget.x() - 10))
        return edge

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with painter_on(self) as painter:
            paint_card(painter, QRectF(self.rect()), 10)
            middle = (self.height() - 1) / 2
            x = self._steps_x()
            rect = QRectF(16, 0, x - 40, self.height() - 2)
            paint_text(painter, rect, self.turn, theme.color("text"), 20, display=True)
            painter.setPen(QPen(theme.color("line"), 1.2))
            painter.drawLine(QPointF(x - 14, 9), QPointF(x - 14, self.height() - 11))
            end = self._tools_x()
            named, gap = self._choose_named_steps(end - x)
            self._boxes = []
            shown = [number for number in range(len(self.steps)) if gap or number in named]
            for number in shown:
                step = self.steps[number]
                wide = self._width(step) if number in named else STEP_NUMBER_WIDTH
                if number != shown[0] and gap:
                    glyph = icon_pixmap("right", theme.color("second"), 12, self.devicePixelRatioF())
                    painter.drawPixmap(round(x + gap / 2 - 6), round(middle - 6), glyph)
                    x += gap
                if x + min(wide, STEP_NUMBER_WIDTH) > end:
                    break
                self._boxes.append((QRectF(x, 0, wide, self.height()), f"{number + 1}. {step.name}"))
                box = QRectF(x, 0, min(wide, end - x), self.height() - 2)
                self._paint_step(painter, box, number, step, number in named)
                x += wide

    def _choose_named_steps(self, room: float) -> tuple[frozenset[int], float]:
        """Return which steps have their names in `room` pixels, and the gap between steps; 0 shows only those.

        Names are left out first for steps that are done, then for the last ones, then for all but the first current
        one.
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
        """Return the width of the strip if only these steps have names."""
        wide = sum(
            self._width(step) if number in named else STEP_NUMBER_WIDTH for number, step in enumerate(self.steps)
        )
        return wide + gap * max(0, len(self.steps) - 1)

    def _width(self, step: Step) -> float:
        weight = SEMIBOLD if step.state == "now" else MEDIUM
        width = QFontMetricsF(text_font(14, weight)).horizontalAdvance(step.name)
        return width + (44.0 if step.state == "now" else 28.0)

    def _paint_step(self, painter: QPainter, box: QRectF, number: int, step: Step, named: bool) -> None:
        theme = current_theme()
        middle = box.center().y()
        now = step.state == "now"
        accent, border = theme.color("accent"), theme.color("border")
        if now:
            pill = QRectF(box.left(), middle - 14, box.width(), 28)
            paint_box(painter, pill, "tint", accent, width=1.4, radius=14)
        centre = QPointF(box.left() + (17 if named else STEP_NUMBER_WIDTH / 2) if now else box.left() + 10, middle)
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
            paint_text(painter, digit, str(number + 1), theme.color("on_accent"), 12, SEMIBOLD, CENTER)
        else:
            painter.setPen(QPen(border, 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, 8.4, 8.4)
            paint_text(painter, digit, str(number + 1), theme.color("second"), 12, MEDIUM, CENTER)
        if named:
            ink = theme.color("text" if step.state != "later" else "second")
            rect = QRectF(centre.x() + 15, box.top(), box.right() - centre.x() - 13, box.height())
            paint_text(painter, rect, step.name, ink, 14, SEMIBOLD if now else MEDIUM)


# undo timeline

STEP = 36.0
MIN_STEP_WIDTH = 22.0
MAX_REDO_SHOWN = 3


class UndoTimeline(TooltipWidget):
    """Timeline of decisions: grey ones cannot be undone, accent ones can, the ring is now, hollow ones can be redone.

    `picked(steps)` reports a click: negative steps back, positive forward.
    """

    picked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.sealed: tuple[bool, ...] = ()
        self.undo_count = 0
        self.redo_count = 0
        self.texts: tuple[str, ...] = ()
        self.ignores_seals = False
        self._places: list[tuple[QPointF, int]] = []
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(260, 36)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 36)

    def show_decisions(self, sealed: Sequence[bool], ahead: int, words: Sequence[str], free: bool) -> None:
        """Show decisions: `sealed` for each so far, the number to redo, their texts, whether undo is unlimited."""
        self.sealed, self.redo_count, self.texts, self.ignores_seals = tuple(sealed), ahead, tuple(words), free
        last = -1 if free else max((place for place, one in enumerate(self.sealed) if one), default=-1)
        self.undo_count = len(self.sealed) - 1 - last
        self.setAccessibleName(self.summary())
        self.update()

    def summary(self) -> str:
        count, is_sealed = self.undo_count, any(self.sealed) and not self.ignores_seals
        if not count:
            text = _("At the undo limit") if is_sealed else _("At the start")
        elif self.ignores_seals:
            text = plural("{n} step back", "{n} steps back", count)
        elif is_sealed:
            text = plural("{n} step back to the undo limit", "{n} steps back to the undo limit", count)
        else:
            text = plural("{n} step back to the start", "{n} steps back to the start", count)
        text = text.format(n=count)
        if self.redo_count:
            text += ", " + _("{n} forward").format(n=self.redo_count)
        return text

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with painter_on(self) as painter:
            note = self.summary()
            paint_text(painter, QRectF(0, 0, self.width() - 2, self.height()), "", theme.color("second"), 12.5)
            note_wide = painter.fontMetrics().horizontalAdvance(note) + 18.0
            if self.width() - note_wide < 150:
                note_wide = 0.0
            room = self.width() - note_wide - 34
            if note_wide:
                rect = QRectF(self.width() - note_wide, 0, note_wide - 2, self.height())
                paint_text(painter, rect, note, theme.color("second"), 12.5, align=RIGHT)
            self._paint_line(painter, room)

    def _paint_line(self, painter: QPainter, room: float) -> None:
        theme = current_theme()
        count = len(self.sealed)
        ahead = min(self.redo_count, MAX_REDO_SHOWN)
        most = max(4, int(room / MIN_STEP_WIDTH))
        shown = min(count, most - ahead)  # up to and including the last decision
        beads = shown + 1 + ahead if shown == count else shown + ahead
        step = min(STEP, room / max(1, beads - 1))
        first = count - shown  # bead k is the position after decision k; bead 0 is the start
        start = 0 if shown == count else first + 1
        y = self.height() / 2
        row = range(start, count + 1 + ahead)
        places = {bead: QPointF(17 + number * step, y) for number, bead in enumerate(row)}
        seal = count - self.undo_count or -1  # bead of the last undo limit, or -1
        second, accent = theme.color("border"), theme.color("accent")
        self._places = []
        for bead, place in places.items():
            if bead - 1 in places:
                ahead_line = bead > count
                old = bead <= seal
                pen = QPen(second if old or ahead_line else accent, 1.5 if old or ahead_line else 2.4)
                if ahead_line:
                    pen.setDashPattern([2.2, 2.2])
                painter.setPen(pen)
                painter.drawLine(places[bead - 1], place)
        for bead, place in places.items():
            self._places.append((place, bead - count))
            painter.setPen(Qt.PenStyle.NoPen)
            if bead == seal:
                paint_seal(painter, place, 11.5 if bead != count else 12.5, theme)
                if bead == count:
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.setPen(QPen(accent, 2))
                    painter.drawEllipse(place, 14.5, 14.5)
            elif bead == count:
                painter.setPen(QPen(accent, 2.4))
                painter.setBrush(theme.color("panel"))
                painter.drawEllipse(place, 7.4, 7.4)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(accent)
                painter.drawEllipse(place, 3.2, 3.2)
            elif bead > count:
                painter.setPen(QPen(second, 1.6))
                painter.setBrush(theme.color("panel"))
                painter.drawEllipse(place, 4.8, 4.8)
            else:
                painter.setBrush(second if bead < seal else accent)
                painter.drawEllipse(place, 4.2 if bead < seal else 4.8, 4.2 if bead < seal else 4.8)

    def _offset_at(self, place: QPointF) -> int | None:
        away = ((middle - place, offset) for middle, offset in self._places)
        return next((offset for gap, offset in away if abs(gap.x()) < 10 and abs(gap.y()) < 16), None)

    def _steps_at(self, place: QPointF) -> int:
        """Return the steps that a click there means, or 0."""
        offset = self._offset_at(place) or 0
        return offset if offset >= -self.undo_count else 0

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        able = self._steps_at(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if able else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and (steps := self._steps_at(event.position())):
            self.picked.emit(steps)
        else:
            super().mousePressEvent(event)

    def text_at(self, place: QPointF) -> str:
        offset = self._offset_at(place)
        bead = len(self.sealed) - 1 + (offset or 0)
        if offset is None or not 0 <= bead < len(self.texts):
            return ""
        if bead < len(self.sealed) and self.sealed[bead] and not self.ignores_seals:
            return self.texts[bead] + "\n" + _("Something was drawn or revealed here. You cannot undo past this point.")
        return self.texts[bead]
