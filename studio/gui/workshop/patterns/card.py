"""The right of the workshop: the patterns of the set, and one of them inspected."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from studio.core.pieces import Need, Pattern
from studio.core.text import _, plural, quoted
from studio.gui.editor.panels.stamp_pictures import square_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, Elided, PlainButton, ScrollArea, text_label, title_label
from studio.gui.workshop.draft import PieceDraft
from studio.gui.workshop.effects.outcome import SECONDS, Outcome
from studio.gui.workshop.patterns.grid import Legend, PatternGrid, ProofRing, paint_lacking


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
