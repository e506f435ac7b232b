"""The patterns of the set as thumbnails: present, missing, needed by the verification, impossible."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from studio.core.pieces import MissingPieces, Pattern, PatternRow
from studio.core.text import _, plural, quote
from studio.gui import widgets as w
from studio.gui.editor.panels.palette import square_pixmap
from studio.gui.piece_editor.draft import PieceDraft
from studio.gui.piece_editor.impact import VERIFY_SECONDS, EditImpact
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, current_theme, text_font

THUMB_PX, COLUMN_WIDTH, ROW_HEIGHT, MIN_ROW_HEIGHT = 45, 51, 58, 35
BADGE_HEIGHT = 16
MIN_LABEL_WIDTH = 70  # minimum width of a class name in pixels


class PatternCell(NamedTuple):
    pattern: Pattern
    box: QRectF


class PatternGrid(w.TooltipWidget):
    """A row per class. `pattern_chosen` carries the inspected pattern, `pattern_opened` one to select in the set."""

    pattern_chosen = Signal(object)
    pattern_opened = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[PatternRow, ...] = ()
        self.needs: Mapping[str, MissingPieces] = {}
        self.is_verifying = False
        self.inspected_key = ""
        self.selected_key = ""
        self.cells: list[PatternCell] = []
        self.label_width = MIN_LABEL_WIDTH
        self.row_height = ROW_HEIGHT
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_rows(self, rows: Sequence[PatternRow], selected_key: str) -> None:
        """Show rows; the pattern of the selected piece is marked."""
        metrics = QFontMetricsF(text_font(14, SEMIBOLD))
        widths = [6 + math.ceil(metrics.horizontalAdvance(row.title)) for row in rows]
        self.label_width = max([MIN_LABEL_WIDTH, *widths])
        is_other, self.rows, self.selected_key = selected_key != self.selected_key, tuple(rows), selected_key
        if is_other or self.pattern(self.inspected_key) is None:
            self.inspected_key = selected_key
        self._update_layout()
        self._update_description()

    def show_needs(self, needs: Mapping[str, MissingPieces], is_verifying: bool) -> None:
        """Show how many pieces the verification needs; pale while it runs."""
        self.needs, self.is_verifying = needs, is_verifying
        self.update()

    def inspect(self, key: str) -> None:
        if self.pattern(key) is not None and key != self.inspected_key:
            self.inspected_key = key
            self._update_description()
            self.pattern_chosen.emit(self.pattern(key))
        self.update()

    def pattern(self, key: str) -> Pattern | None:
        return next((one for row in self.rows for one in row.patterns if one.key == key), None)

    def _update_description(self) -> None:
        found = self.pattern(self.inspected_key)
        self.setAccessibleName(_("Patterns. {pattern}").format(pattern=self.describe(found) if found else "").strip())
        self.update()

    def describe(self, pattern: Pattern) -> str:
        if pattern.forbidden:
            return f"{pattern.name}. {pattern.forbidden}"
        need = self.needs.get(pattern.key)
        if pattern.entries:
            text = plural("{name}: {n} in the set.", "{name}: {n} in the set.", pattern.count)
        else:
            text = _("{name}: missing.")
        label = text.format(name=pattern.name, n=pattern.count)
        return label if need is None else _("{words} {n} more needed.").format(words=label, n=need.count)

    def _update_layout(self) -> None:
        left, most = self.label_width, max((len(row.patterns) for row in self.rows), default=1)
        room = max(120, self.width() - left)
        step = min(COLUMN_WIDTH, room / max(1, most))
        high = self.row_height
        side = min(THUMB_PX, int(step) - 4, high - 6)
        self.cells = []
        for line, row in enumerate(self.rows):
            for place, pattern in enumerate(row.patterns):
                x, y = round(left + place * step), round(line * high + (high - 4 - side) / 2)
                self.cells.append(PatternCell(pattern, QRectF(x, y, side, side)))
        self.setFixedHeight(max(1, len(self.rows) * high))
        self.update()

    def fit_height(self, height: int) -> None:
        """Make the rows as high as possible within limits."""
        self.row_height = min(max(height // max(1, len(self.rows)), MIN_ROW_HEIGHT), ROW_HEIGHT)
        self._update_layout()

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._update_layout()

    def sizeHint(self) -> QSize:
        return QSize(self.label_width + 6 * COLUMN_WIDTH, max(1, len(self.rows) * self.row_height))

    def cell_at(self, point: QPointF) -> PatternCell | None:
        return next((cell for cell in self.cells if cell.box.adjusted(-3, -3, 3, 3).contains(point)), None)

    def text_at(self, place: QPointF) -> str:
        cell = self.cell_at(place)
        return self.describe(cell.pattern) if cell is not None else ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not None:
            self.inspect(cell.pattern.key)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not None:
            self.pattern_opened.emit(cell.pattern)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
        here = next((cell for cell in self.cells if cell.pattern.key == self.inspected_key), None)
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and here is not None:
            self.pattern_opened.emit(here.pattern)
        elif key in steps and self.cells:
            right, down = steps[key]
            pattern = (here or self.cells[0]).pattern
            line = next(n for n, row in enumerate(self.rows) if pattern in row.patterns)
            place = self.rows[line].patterns.index(pattern)
            row = self.rows[min(max(line + down, 0), len(self.rows) - 1)].patterns
            self.inspect(row[min(max(place + right, 0), len(row) - 1)].key)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with w.painter_on(self, smooth=True) as painter:
            for line, row in enumerate(self.rows):
                y = line * self.row_height + (self.row_height - 4) / 2 - 18
                room = QRectF(0, y, self.label_width - 4, 18)
                w.paint_text(painter, room, row.title, theme.color("text"), 14, SEMIBOLD)
                w.paint_text(painter, room.translated(0, 17), row.note, theme.color("second"), 12.5)
            for cell in self.cells:
                self._paint(painter, cell)

    def _paint(self, painter: QPainter, cell: PatternCell) -> None:
        theme, pattern, box = current_theme(), cell.pattern, cell.box
        pixmap = square_pixmap(pattern.picture, 0, int(box.width()), theme, self.devicePixelRatioF())
        is_there = bool(pattern.entries)
        painter.setOpacity(1.0 if is_there else 0.18 if pattern.forbidden else 0.45)
        painter.drawPixmap(box.topLeft(), pixmap)
        painter.setOpacity(1.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if pattern.forbidden and not is_there:
            painter.setPen(QPen(theme.color("border"), 1, Qt.PenStyle.DotLine))
            painter.drawRoundedRect(box, 3, 3)
            sign = icon_pixmap("cross", theme.color("error"), 16, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(box.center().x() - 8, box.center().y() - 8), sign)
        elif not is_there:
            paint_missing(painter, box)
        if pattern.key == self.selected_key:
            w.paint_box(painter, box.adjusted(-2, -2, 2, 2), None, "accent", width=2.4, radius=4)
        if pattern.key == self.inspected_key:
            w.paint_box(painter, box.adjusted(-3, -3, 3, 3), None, "gold_ring", width=3, radius=5)
            if self.hasFocus():
                w.paint_box(painter, box.adjusted(-5, -5, 5, 5), None, "ring_shade")
        need = self.needs.get(pattern.key)
        if need is not None:
            painter.setOpacity(0.35 if self.is_verifying else 1.0)
            _paint_count(painter, QPointF(box.right() + 3, badge_middle(box)), f"+{need.count}", is_gold=True)
            painter.setOpacity(1.0)
        if is_there:
            _paint_count(painter, QPointF(box.right() + 3, box.bottom() - 4), str(pattern.count), is_gold=False)


def paint_missing(painter: QPainter, box: QRectF) -> None:
    """Paint the hatching and dashed frame of a missing pattern."""
    theme = current_theme()
    painter.save()
    painter.setClipRect(box)
    painter.setPen(QPen(theme.color("panel", 0.75), 2.2))
    x = box.left() - box.height()
    while x < box.right():
        painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()))
        x += 7
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color("border"), 1.2, Qt.PenStyle.DashLine))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)


def badge_middle(box: QRectF) -> float:
    """Return the y of a badge at the upper corner of a thumbnail, which the top of the widget does not clip."""
    return max(box.top() + 2, BADGE_HEIGHT / 2)


def _paint_count(painter: QPainter, right_middle: QPointF, words: str, is_gold: bool) -> None:
    """Paint a count on the corner of a thumbnail."""
    theme = current_theme()
    wide = max(20.0, QFontMetricsF(text_font(12, SEMIBOLD)).horizontalAdvance(words) + 10)
    box = QRectF(right_middle.x() - wide, right_middle.y() - BADGE_HEIGHT / 2, wide, BADGE_HEIGHT)
    w.paint_box(
        painter,
        box.adjusted(0.5, 0.5, -0.5, -0.5),
        "gold_tint" if is_gold else "panel",
        "gold_border" if is_gold else "border",
        radius=7.5,
    )
    w.paint_text(painter, box, words, theme.color("gold_text" if is_gold else "text"), 12, SEMIBOLD, w.CENTER)


class VerifyRing(QWidget):
    """A ring that fills during the time limit of the verification."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.setFixedSize(18, 18)
        self.setAccessibleName(_("Verification running"))
        self._seconds, self._started = seconds, 0.0
        self._tick = QTimer(self, interval=120)
        self._tick.timeout.connect(self.update)
        self.hide()

    def set_running(self, is_running: bool) -> None:
        self.setVisible(is_running)
        if is_running:
            self._started = monotonic()
            self._tick.start()
        else:
            self._tick.stop()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        part = min(1.0, (monotonic() - self._started) / self._seconds)
        with w.painter_on(self) as painter:
            box = QRectF(2.5, 2.5, 13, 13)
            painter.setPen(QPen(theme.color("line"), 3))
            painter.drawEllipse(box)
            painter.setPen(QPen(theme.color("accent"), 3))
            painter.drawArc(box, 90 * 16, round(-360 * 16 * part))


class PatternLegend(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with w.painter_on(self) as painter:
            x = 0.0
            middle = self.height() / 2
            for kind, text in (
                ("there", _("in the set")),
                ("lacking", _("missing")),
                ("need", _("needed")),
                ("cut", _("impossible")),
            ):
                box = QRectF(x, middle - 7, 14, 14)
                if kind == "there":
                    w.paint_box(painter, box, "accent", "border", radius=3)
                elif kind == "lacking":
                    painter.fillRect(box, theme.color("inset"))
                    paint_missing(painter, box)
                elif kind == "need":
                    _paint_count(painter, QPointF(x + 22, middle), "+2", is_gold=True)
                    x += 8
                else:
                    pixmap = icon_pixmap("cross", theme.color("error"), 14, self.devicePixelRatioF())
                    painter.drawPixmap(box.topLeft(), pixmap)
                x += 20
                wide = QFontMetricsF(text_font(12.5)).horizontalAdvance(text) + 4
                room = QRectF(x, 0, wide, self.height())
                w.paint_text(painter, room, text, theme.color("second"), 12.5, align=w.LEFT)
                x += wide + 10


class PatternThumbnail(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.pattern: Pattern | None = None
        self.setFixedSize(82, 82)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.pattern is None:
            return
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        with w.painter_on(self) as painter:
            pixmap = square_pixmap(self.pattern.picture, 0, 80, current_theme(), self.devicePixelRatioF())
            painter.setOpacity(1.0 if self.pattern.entries else 0.55)
            painter.drawPixmap(box.topLeft(), pixmap)
            painter.setOpacity(1.0)
            if not self.pattern.entries:
                paint_missing(painter, box)


class PatternDetailCard(QFrame):
    """The inspected pattern with its actions."""

    def __init__(self) -> None:
        super().__init__()
        self.pattern: Pattern | None = None
        self.need: MissingPieces | None = None
        self.setMinimumHeight(124)
        self.thumbnail, self.name_label = PatternThumbnail(), w.title_label("", 18)
        self.shape_label = w.Elided("", "second", 13)
        self.message_label = w.text_label("", px=13, wrap=True)
        self.message_label.setMinimumHeight(34)
        self.add_button = w.PlainButton("", "plus", small=True)
        self.show_button = w.PlainButton("", "eye", small=True)
        self.open_button = w.PlainButton(_("Edit"), "pencil", small=True)
        head = w.hbox(self.name_label, (self.shape_label, 1), spacing=8)
        buttons = w.hbox(self.add_button, self.show_button, self.open_button, 1, spacing=8)
        column = w.vbox(head, (self.message_label, 1), buttons, spacing=4)
        row = w.hbox(self.thumbnail, (column, 1), parent=self, spacing=12, margins=(12, 10, 12, 10))
        row.setAlignment(self.thumbnail, Qt.AlignmentFlag.AlignTop)

    def show_pattern(
        self, pattern: Pattern | None, need: MissingPieces | None, names: Sequence[str], is_selected: bool
    ) -> None:
        """Show a pattern; `names` are the spaces for which the verification needs it."""
        self.pattern, self.need = pattern, need
        self.setVisible(pattern is not None)
        if pattern is None:
            return
        self.thumbnail.pattern = pattern
        self.thumbnail.update()
        self.name_label.setText(pattern.name)
        self.shape_label.set_text(pattern.text)
        if pattern.forbidden:
            text = pattern.forbidden
        elif need is not None:
            text = need.text
        elif pattern.entries:
            text = plural("{n} in the set: {names}.", "{n} in the set: {names}.", pattern.count)
            text = text.format(n=pattern.count, names=", ".join(quote(entry) for entry in pattern.entries))
        else:
            text = _("Not in the set, and not needed to complete the board.")
        self.message_label.setText(text)
        count = need.count if need is not None else 1
        self.add_button.set_text(plural("Add {n}", "Add {n}", count).format(n=count))
        self.add_button.setVisible(not pattern.forbidden)
        shown = names[0] if len(names) == 1 else plural("{n} space", "{n} spaces", len(names)).format(n=len(names))
        self.show_button.set_text(_("Show {places}").format(places=shown))
        self.show_button.setVisible(bool(names))
        self.open_button.setVisible(bool(pattern.entries) and not is_selected and not names)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with w.painter_on(self) as painter:
            is_needed = self.need is not None
            w.paint_box(
                painter,
                QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5),
                "gold_tint" if is_needed else "inset",
                "gold_border" if is_needed else "line",
                width=1.2,
                radius=8,
            )


class PatternCard(w.Card):
    """All patterns and the inspected one."""

    show_requested = Signal(object)

    def __init__(self, draft: PieceDraft) -> None:
        super().__init__(_("Patterns"), " ")
        self.draft = draft
        self.grid = PatternGrid()
        self.verify_ring = VerifyRing(VERIFY_SECONDS)
        self.header.insertWidget(self.header.count() - 1, self.verify_ring)
        self.legend = PatternLegend()
        self.detail_card = PatternDetailCard()
        inside = QWidget()
        w.vbox(self.grid, self.legend, 1, parent=inside, spacing=8, margins=(4, 8, 0, 0))
        self.area = w.ScrollArea(inside, name=_("Patterns"))
        self.body.addWidget(self.area, 1)
        self.body.addWidget(self.detail_card)
        self.needs: dict[str, MissingPieces] = {}
        self.grid.pattern_chosen.connect(lambda _pattern: self._show_detail())
        self.grid.pattern_opened.connect(self._open_pattern)
        self.detail_card.add_button.clicked.connect(self._add_pieces)
        self.detail_card.show_button.clicked.connect(lambda: self.show_requested.emit(self.detail_card.need))
        self.detail_card.open_button.clicked.connect(lambda: self._open_pattern(self.detail_card.pattern))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.grid.fit_height(self.area.height() - 40)

    def refresh(self) -> None:
        rows = self.draft.pattern_rows()
        entry = self.draft.selected_entry
        self.grid.show_rows(rows, entry.pattern if entry is not None else "")
        possible = [pattern for row in rows for pattern in row.patterns if not pattern.forbidden]
        there = sum(bool(pattern.entries) for pattern in possible)
        self.set_note(_("{n} of {all} in the set").format(n=there, all=len(possible)))
        self._show_detail()

    def show_impact(self, impact: EditImpact | None) -> None:
        """Show the needs of the verification; None while it runs."""
        if impact is not None:
            self.needs = {need.pattern: need for need in impact.needs or ()}
        self.grid.show_needs(self.needs, impact is None)
        self.verify_ring.set_running(impact is None)
        self._show_detail()

    def _show_detail(self) -> None:
        pattern = self.grid.pattern(self.grid.inspected_key)
        need = self.needs.get(self.grid.inspected_key)
        grid = self.draft.game.body.grid(self.draft.body)
        names = [grid.name(cell) for cell in need.cells] if need is not None else []
        self.detail_card.show_pattern(pattern, need, names, self.grid.inspected_key == self.grid.selected_key)

    def _open_pattern(self, pattern: Pattern | None) -> None:
        if pattern is not None and pattern.entries:
            self.draft.select(pattern.entries[0])

    def _add_pieces(self) -> None:
        pattern, need, pieces = self.detail_card.pattern, self.detail_card.need, self.draft.game.pieces
        if pattern is not None:
            count = need.count if need is not None else 1
            self.draft.apply_edit(_("Pattern added"), lambda body: pieces.add_pieces(body, pattern.key, count))
