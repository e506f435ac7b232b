"""All patterns as small pictures: what the set has, what lacks, what the proof needs, what cannot be."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.core.pieces import Need, Pattern, PatternRow
from studio.core.text import _, plural, quoted
from studio.gui.editor.panels.palette import square_pixmap
from studio.gui.piece_editor.draft import PieceDraft
from studio.gui.piece_editor.impact import SECONDS, Outcome
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, current_theme, text_font
from studio.gui.widgets import (
    CENTRE,
    LEFT,
    Card,
    Elided,
    PlainButton,
    ScrollArea,
    Tipped,
    paint_words,
    text_label,
    title_label,
)

THUMB, STEP, ROW, LEAST_ROW = 45, 51, 58, 35
LABEL = 70
"""Pixels for the name of a class at least; what a longer one needs, it gets."""


class Cell(NamedTuple):
    """A pattern in the grid, and where."""

    pattern: Pattern
    box: QRectF


class PatternGrid(Tipped):
    """A row for each class. `chosen` carries the pattern that is inspected; `opened` one to be laid on the bench."""

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[PatternRow, ...] = ()
        self.needs: Mapping[str, Need] = {}
        self.is_proving = False
        self.inspected = ""
        self.on_bench = ""
        self.cells: list[Cell] = []
        self.label = LABEL
        self.row_height = ROW
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_rows(self, rows: Sequence[PatternRow], on_bench: str) -> None:
        """Show these; that of the piece on the bench is marked."""
        metrics = QFontMetricsF(text_font(14, SEMIBOLD))
        self.label = max(LABEL, 6 + max((math.ceil(metrics.horizontalAdvance(row.title)) for row in rows), default=0))
        is_other, self.rows, self.on_bench = on_bench != self.on_bench, tuple(rows), on_bench
        if is_other or self.pattern(self.inspected) is None:
            self.inspected = on_bench
        self._lay_out()
        self._tell()

    def show_needs(self, needs: Mapping[str, Need], is_proving: bool) -> None:
        """How many of which the proof needs; while it runs, what is known is old."""
        self.needs, self.is_proving = needs, is_proving
        self.update()

    def inspect(self, key: str) -> None:
        """Look at another pattern."""
        if self.pattern(key) is not None and key != self.inspected:
            self.inspected = key
            self._tell()
            self.chosen.emit(self.pattern(key))
        self.update()

    def pattern(self, key: str) -> Pattern | None:
        """The pattern with this key."""
        return next((one for row in self.rows for one in row.patterns if one.key == key), None)

    def _tell(self) -> None:
        found = self.pattern(self.inspected)
        self.setAccessibleName(_("Patterns. {pattern}").format(pattern=self.words(found) if found else "").strip())
        self.update()

    def words(self, pattern: Pattern) -> str:
        """A pattern in words."""
        if pattern.forbidden:
            return f"{pattern.name}. {pattern.forbidden}"
        need = self.needs.get(pattern.key)
        if pattern.entries:
            told = plural("{name}: {n} in the set.", "{name}: {n} in the set.", pattern.count)
        else:
            told = _("{name}: lacking.")
        words = told.format(name=pattern.name, n=pattern.count)
        return words if need is None else _("{words} The proof needs {n} more.").format(words=words, n=need.count)

    # where things are

    def _lay_out(self) -> None:
        left, most = self.label, max((len(row.patterns) for row in self.rows), default=1)
        room = max(120, self.width() - left)
        step = min(STEP, room / max(1, most))
        high = self.row_height
        side = min(THUMB, int(step) - 4, high - 6)
        self.cells = [
            Cell(pattern, QRectF(round(left + place * step), round(line * high + (high - 4 - side) / 2), side, side))
            for line, row in enumerate(self.rows)
            for place, pattern in enumerate(row.patterns)
        ]
        self.setFixedHeight(max(1, len(self.rows) * high))
        self.update()

    def fit(self, height: int) -> None:
        """Make the rows as high as there is room for, within limits."""
        self.row_height = min(max(height // max(1, len(self.rows)), LEAST_ROW), ROW)
        self._lay_out()

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._lay_out()

    def sizeHint(self) -> QSize:
        return QSize(self.label + 6 * STEP, max(1, len(self.rows) * self.row_height))

    def cell_at(self, point: QPointF) -> Cell | None:
        """The pattern at a point."""
        return next((cell for cell in self.cells if cell.box.adjusted(-3, -3, 3, 3).contains(point)), None)

    def words_at(self, place: QPointF) -> str:
        cell = self.cell_at(place)
        return self.words(cell.pattern) if cell is not None else ""

    # mouse and keyboard

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not None:
            self.inspect(cell.pattern.key)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not None:
            self.opened.emit(cell.pattern)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
        here = next((cell for cell in self.cells if cell.pattern.key == self.inspected), None)
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and here is not None:
            self.opened.emit(here.pattern)
        elif key in steps and self.cells:
            self._walk(*steps[key], here or self.cells[0])
        else:
            super().keyPressEvent(event)

    def _walk(self, right: int, down: int, here: Cell) -> None:
        line = next(n for n, row in enumerate(self.rows) if here.pattern in row.patterns)
        place = self.rows[line].patterns.index(here.pattern)
        row = self.rows[min(max(line + down, 0), len(self.rows) - 1)].patterns
        self.inspect(row[min(max(place + right, 0), len(row) - 1)].key)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            for line, row in enumerate(self.rows):
                y = line * self.row_height + (self.row_height - 4) / 2 - 18
                room = QRectF(0, y, self.label - 4, 18)
                paint_words(painter, room, row.title, theme.color("text"), 14, SEMIBOLD)
                paint_words(painter, room.translated(0, 17), row.note, theme.color("second"), 12.5)
            for cell in self.cells:
                self._paint(painter, cell)

    def _paint(self, painter: QPainter, cell: Cell) -> None:
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
            paint_lacking(painter, box)
        if pattern.key == self.on_bench:
            painter.setPen(QPen(theme.color("accent"), 2.4))
            painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 4, 4)
        if pattern.key == self.inspected:
            painter.setPen(QPen(theme.color("gold_ring"), 3))
            painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), 5, 5)
            if self.hasFocus():
                painter.setPen(QPen(theme.color("ring_shade"), 1))
                painter.drawRoundedRect(box.adjusted(-5, -5, 5, 5), 7, 7)
        need = self.needs.get(pattern.key)
        if need is not None:
            painter.setOpacity(0.35 if self.is_proving else 1.0)
            _plate(painter, QPointF(box.right() + 3, box.top() + 2), f"+{need.count}", is_gold=True)
            painter.setOpacity(1.0)
        if is_there:
            _plate(painter, QPointF(box.right() + 3, box.bottom() - 4), str(pattern.count), is_gold=False)


def paint_lacking(painter: QPainter, box: QRectF) -> None:
    """The hatching and the dashed frame of what the set has not."""
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


def _plate(painter: QPainter, right_middle: QPointF, words: str, is_gold: bool) -> None:
    """A count on the corner of a thumb."""
    theme = current_theme()
    wide = max(20.0, QFontMetricsF(text_font(12, SEMIBOLD)).horizontalAdvance(words) + 10)
    box = QRectF(right_middle.x() - wide, right_middle.y() - 8, wide, 16)
    painter.setBrush(theme.color("gold_tint" if is_gold else "panel"))
    painter.setPen(QPen(theme.color("gold_border" if is_gold else "border"), 1))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 7.5, 7.5)
    paint_words(painter, box, words, theme.color("gold_text" if is_gold else "text"), 12, SEMIBOLD, CENTRE)


class ProofRing(QWidget):
    """A ring that fills while the proof runs, as long as it may think."""

    def __init__(self, seconds: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(18, 18)
        self.setAccessibleName(_("The proof runs"))
        self._seconds, self._begun = seconds, 0.0
        self._tick = QTimer(self)
        self._tick.setInterval(120)
        self._tick.timeout.connect(self.update)
        self.hide()

    def run(self, is_running: bool) -> None:
        """Begin to fill, or go."""
        self.setVisible(is_running)
        if is_running:
            self._begun = monotonic()
            self._tick.start()
        else:
            self._tick.stop()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        part = min(1.0, (monotonic() - self._begun) / self._seconds)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(2.5, 2.5, 13, 13)
            painter.setPen(QPen(theme.color("line"), 3))
            painter.drawEllipse(box)
            painter.setPen(QPen(theme.color("accent"), 3))
            painter.drawArc(box, 90 * 16, round(-360 * 16 * part))


class Legend(QWidget):
    """What the looks of the thumbs mean."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            x = 0.0
            middle = self.height() / 2
            for kind, words in (
                ("there", _("in the set")),
                ("lacking", _("lacking")),
                ("need", _("the proof needs")),
                ("cut", _("cannot be")),
            ):
                box = QRectF(x, middle - 7, 14, 14)
                if kind == "there":
                    painter.setPen(QPen(theme.color("border"), 1))
                    painter.setBrush(theme.color("accent"))
                    painter.drawRoundedRect(box, 3, 3)
                elif kind == "lacking":
                    painter.fillRect(box, theme.color("inset"))
                    paint_lacking(painter, box)
                elif kind == "need":
                    _plate(painter, QPointF(x + 22, middle), "+2", is_gold=True)
                    x += 8
                else:
                    pixmap = icon_pixmap("cross", theme.color("error"), 14, self.devicePixelRatioF())
                    painter.drawPixmap(box.topLeft(), pixmap)
                x += 20
                wide = QFontMetricsF(text_font(12.5)).horizontalAdvance(words) + 4
                room = QRectF(x, 0, wide, self.height())
                paint_words(painter, room, words, theme.color("second"), 12.5, align=LEFT)
                x += wide + 10


# The right of the workshop: the patterns of the set, and one of them inspected.


class PatternThumb(QWidget):
    """The inspected pattern, as large as its card."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pattern: Pattern | None = None
        self.setFixedSize(82, 82)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.pattern is None:
            return
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            pixmap = square_pixmap(self.pattern.picture, 0, 80, current_theme(), self.devicePixelRatioF())
            painter.setOpacity(1.0 if self.pattern.entries else 0.55)
            painter.drawPixmap(box.topLeft(), pixmap)
            painter.setOpacity(1.0)
            if not self.pattern.entries:
                paint_lacking(painter, box)


class DetailCard(QFrame):
    """What there is to say of the inspected pattern, and what can be done about it."""

    add_wanted = Signal(str, int)
    show_wanted = Signal(object)
    bench_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pattern: Pattern | None = None
        self.need: Need | None = None
        self.setMinimumHeight(124)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 10, 12, 10)
        row.setSpacing(12)
        self.thumb = PatternThumb()
        row.addWidget(self.thumb, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(4)
        head = QHBoxLayout()
        head.setSpacing(8)
        self.name = title_label("", 18)
        self.shape = Elided("", "second", 13)
        head.addWidget(self.name)
        head.addWidget(self.shape, 1)
        column.addLayout(head)
        self.words = text_label("", px=13, wrap=True)
        self.words.setMinimumHeight(34)
        column.addWidget(self.words, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        self.add = PlainButton("", "plus", small=True)
        self.look = PlainButton("", "eye", small=True)
        self.bench = PlainButton(_("To the bench"), "pencil", small=True)
        for button in (self.add, self.look, self.bench):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column.addLayout(buttons)
        row.addLayout(column, 1)
        self.add.clicked.connect(self._add)
        self.look.clicked.connect(lambda: self.show_wanted.emit(self.need))
        self.bench.clicked.connect(self._open)

    def show_pattern(self, pattern: Pattern | None, need: Need | None, names: Sequence[str], is_on_bench: bool) -> None:
        """Inspect a pattern; `names` are the spaces where the proof needs it."""
        self.pattern, self.need = pattern, need
        self.setVisible(pattern is not None)
        if pattern is None:
            return
        self.thumb.pattern = pattern
        self.thumb.update()
        self.name.setText(pattern.name)
        self.shape.set_text(pattern.words)
        if pattern.forbidden:
            words = pattern.forbidden
        elif need is not None:
            words = need.words
        elif pattern.entries:
            words = plural("{n} in the set, as {names}.", "{n} in the set, as {names}.", pattern.count)
            words = words.format(n=pattern.count, names=", ".join(quoted(entry) for entry in pattern.entries))
        else:
            words = _("The set has none of these, and the board can do without.")
        self.words.setText(words)
        self.words.setProperty("role", "text")
        count = need.count if need is not None else 1
        self.add.set_text(plural("Add {n}", "Add {n}", count).format(n=count))
        self.add.setVisible(not pattern.forbidden)
        shown = names[0] if len(names) == 1 else plural("{n} space", "{n} spaces", len(names)).format(n=len(names))
        self.look.set_text(_("Show {places}").format(places=shown))
        self.look.setVisible(bool(names))
        self.bench.setVisible(bool(pattern.entries) and not is_on_bench and not names)
        self.update()

    def _add(self) -> None:
        if self.pattern is not None:
            self.add_wanted.emit(self.pattern.key, self.need.count if self.need is not None else 1)

    def _open(self) -> None:
        if self.pattern is not None and self.pattern.entries:
            self.bench_wanted.emit(self.pattern.entries[0])

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            is_needed = self.need is not None
            painter.setBrush(theme.color("gold_tint" if is_needed else "inset"))
            painter.setPen(QPen(theme.color("gold_border" if is_needed else "line"), 1.2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)


class PatternCard(Card):
    """All patterns, and the one that is inspected."""

    show_wanted = Signal(object)

    def __init__(self, draft: PieceDraft, parent: QWidget | None = None) -> None:
        super().__init__(_("Patterns"), " ", parent)
        self.draft = draft
        self.grid = PatternGrid()
        self.ring = ProofRing(SECONDS)
        self.header.insertWidget(self.header.count() - 1, self.ring)
        self.legend = Legend()
        self.detail = DetailCard()
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(4, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.grid)
        column.addWidget(self.legend)
        column.addStretch(1)
        self.area = ScrollArea(inside, name=_("Patterns"))
        self.body.addWidget(self.area, 1)
        self.body.addWidget(self.detail)
        self.needs: dict[str, Need] = {}
        self.grid.chosen.connect(lambda _pattern: self._detail())
        self.grid.opened.connect(self._open)
        self.detail.add_wanted.connect(self._add)
        self.detail.show_wanted.connect(self.show_wanted)
        self.detail.bench_wanted.connect(draft.put)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.grid.fit(self.area.height() - 40)

    def refresh(self) -> None:
        """Show the patterns of the set as it stands."""
        rows = self.draft.patterns()
        entry = self.draft.entry
        self.grid.show_rows(rows, entry.pattern if entry is not None else "")
        possible = [pattern for row in rows for pattern in row.patterns if not pattern.forbidden]
        there = sum(bool(pattern.entries) for pattern in possible)
        self.set_note(_("{n} of {all} in the set").format(n=there, all=len(possible)))
        self._detail()

    def show_outcome(self, outcome: Outcome | None) -> None:
        """What the proof needs; None while it runs."""
        if outcome is not None:
            self.needs = {need.pattern: need for need in outcome.needs or ()}
        self.grid.show_needs(self.needs, outcome is None)
        self.ring.run(outcome is None)
        self._detail()

    def _detail(self) -> None:
        pattern = self.grid.pattern(self.grid.inspected)
        need = self.needs.get(self.grid.inspected)
        grid = self.draft.game.grid(self.draft.body)
        names = [grid.name(cell) for cell in need.cells] if need is not None else []
        self.detail.show_pattern(pattern, need, names, self.grid.inspected == self.grid.on_bench)

    def _open(self, pattern: Pattern) -> None:
        if pattern.entries:
            self.draft.put(pattern.entries[0])

    def _add(self, key: str, count: int) -> None:
        words = _("Pattern added")
        self.draft.do(words, lambda body: self.draft.game.added(body, key, count))
