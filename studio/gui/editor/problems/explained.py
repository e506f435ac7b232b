"""The card that explains a finding: the rule and its clause, a board with the fault and one mended, why it matters."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from studio.core.book import Example, Explanation, here
from studio.core.problems import Problem, Severity
from studio.core.protocols import Game
from studio.core.text import _, headed
from studio.gui.output.marked_board import RIGHT, WRONG, MarkedBoard
from studio.gui.widgets import (
    Inset,
    PlainButton,
    PrimaryButton,
    ScrollArea,
    SeverityMark,
    ToolButton,
    literal,
    paint_floating,
    set_tip,
    text_label,
    title_label,
)

WIDE, PADDING, GAP = 660, 18, 16
BOARD = QSize((WIDE - 2 * PADDING - GAP) // 2, 150)
MARGIN = 12
"""What stays free around the card."""


class ExplainCard(QWidget):
    """Lies over a page, above `anchor` if there is room, until Escape or its button closes it.

    `fix_wanted` and `show_wanted` carry the problem that is to be repaired, or shown where it is, `rule_wanted` the
    number of a clause to read; `closed` says that the keyboard may go back to where it was.
    """

    fix_wanted = Signal(object)
    rule_wanted = Signal(str)
    show_wanted = Signal(tuple)
    closed = Signal()

    def __init__(self, host: QWidget, anchor: QWidget, game: Game) -> None:
        super().__init__(host)
        self._host, self.anchor, self.game = host, anchor, game
        self.problem: Problem | None = None
        self.explanation: Explanation | None = None
        self.boards: list[MarkedBoard] = []
        self.fix: PlainButton | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(PADDING, 14, PADDING, 16)
        self._column.setSpacing(10)
        self._parts: list[QWidget] = []
        host.installEventFilter(self)
        self.hide()

    def explain(self, problem: Problem) -> None:
        """Explain this one."""
        if problem == self.problem and self.isVisible():
            return
        self.problem, self.explanation = problem, self.game.explain(problem.code)
        self._clear()
        self._add(self._header(problem, self.explanation))
        self._content = self._told(problem, self.explanation)
        self._area = ScrollArea(self._content, name=self.explanation.title)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._add(self._area, 1)
        self._add(self._footer(problem))
        self.setAccessibleName(_("Explained: {title}").format(title=self.explanation.title))
        words = (*self.explanation.paragraphs, *here(self.explanation, problem))
        self.setAccessibleDescription(" ".join(words))
        self._place()
        self.show()
        self.raise_()
        self.setFocus()

    def close_card(self) -> None:
        """Put the card away."""
        keys = self.window().focusWidget()
        had_keys = keys is self or (keys is not None and self.isAncestorOf(keys))
        self.problem = None
        self.hide()
        if had_keys:
            self.closed.emit()

    # what is on it

    def _add(self, part: QWidget, stretch: int = 0) -> None:
        self._column.addWidget(part, stretch)
        self._parts.append(part)

    def _clear(self) -> None:
        for part in self._parts:
            self._column.removeWidget(part)
            part.hide()
            part.deleteLater()
        self._parts, self.boards, self.fix = [], [], None

    def _header(self, problem: Problem, told: Explanation) -> QWidget:
        strip = QWidget()
        row = QHBoxLayout(strip)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(SeverityMark(problem.severity, 18))
        row.addWidget(title_label(told.title, 24))
        if told.clause:
            self.clause = PlainButton(told.clause, "book", small=True)
            self.clause.clicked.connect(lambda: self.rule_wanted.emit(told.clause))
            set_tip(self.clause, _("Read the rule"))
            row.addWidget(self.clause)
        row.addStretch(1)
        close = ToolButton("cross", _("Close (Esc)"), px=28, icon_px=16)
        close.clicked.connect(self.close_card)
        row.addWidget(close)
        return strip

    def _told(self, problem: Problem, told: Explanation) -> QWidget:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        pictures = self._pictures(told.examples, problem.severity)
        grid = QGridLayout()
        grid.setHorizontalSpacing(GAP)
        for place, picture in enumerate(pictures):
            grid.addWidget(picture, 0, place, Qt.AlignmentFlag.AlignTop)
        words = [text_label(words, "text", 15, wrap=True) for words in told.paragraphs]
        if len(pictures) == 1:
            beside = QVBoxLayout()
            beside.setSpacing(8)
            for label in words:
                beside.addWidget(label)
            beside.addStretch(1)
            grid.addLayout(beside, 0, 1)
        for place in (0, 1):
            grid.setColumnStretch(place, 1)
        if pictures:
            column.addLayout(grid)
        if len(pictures) != 1:
            for label in words:
                column.addWidget(label)
        column.addWidget(self._why(problem, told))
        column.addStretch(1)
        return content

    def _pictures(self, examples: tuple[Example, ...], severity: Severity) -> list[QWidget]:
        """The boards that look different, each above its words."""
        drawn = [(example, self.game.sketch(example.body, still=True)) for example in examples]
        if len(drawn) == 2 and drawn[0][1] == drawn[1][1]:
            drawn.pop()  # what is mended lies in the box, and the board shows nothing of it
        found = []
        for number, (example, picture) in enumerate(drawn):
            head = (_("The fault") if severity > Severity.INFO else _("For example"), _("Mended"))[number]
            cells = example.cells
            board = MarkedBoard(picture, cells, RIGHT if number else WRONG, BOARD, headed(head, example.caption))
            self.boards.append(board)
            whole = QWidget()
            column = QVBoxLayout(whole)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(4)
            column.addWidget(board)
            column.addWidget(title_label(head, 16))
            column.addWidget(text_label(example.caption, "second", 13, wrap=True))
            column.addStretch(1)
            found.append(whole)
        return found

    def _why(self, problem: Problem, told: Explanation) -> QWidget:
        inset = Inset()
        inset.column.addWidget(title_label(_("Why it matters here"), 17))
        inset.column.addWidget(text_label(" ".join(here(told, problem)), "text", 14, wrap=True))
        return inset

    def _footer(self, problem: Problem) -> QWidget:
        strip = QWidget()
        row = QHBoxLayout(strip)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        if problem.fix is not None:
            self.fix = PrimaryButton(literal(problem.fix.label))
            self.fix.setMaximumWidth(WIDE // 2)
            self.fix.clicked.connect(lambda: self.fix_wanted.emit(problem))
            row.addWidget(self.fix)
        show = PlainButton(_("Show it"))
        show.clicked.connect(lambda: self._show(problem))
        row.addWidget(show)
        row.addStretch(1)
        row.addWidget(text_label(problem.code, "second", 13))
        return strip

    def _show(self, problem: Problem) -> None:
        """Make way for the board."""
        self.close_card()
        self.show_wanted.emit((problem,))

    # where it lies

    def _place(self) -> None:
        host = self._host
        width = min(WIDE, host.width() - 2 * MARGIN)
        inner = width - 2 * PADDING
        wanted = self._content.heightForWidth(inner)
        rest = sum(part.sizeHint().height() for part in self._parts if part is not self._area)
        height = min(wanted + rest + 2 * 10 + 30, host.height() - 2 * MARGIN)
        top = self.anchor.mapTo(host, QPoint(0, 0)).y()
        left = self.anchor.mapTo(host, QPoint(0, 0)).x() + (self.anchor.width() - width) // 2
        left = min(max(left, MARGIN), host.width() - width - MARGIN)
        above = min(max(top - height - MARGIN // 2, MARGIN), host.height() - height - MARGIN)
        self.setGeometry(left, above, width, height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._host and self.isVisible():
            self._place()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_floating(painter, QRectF(self.rect()).adjusted(4, 3, -4, -5), 4, "gold_border")

    # keys

    def event(self, event: QEvent) -> bool:
        # The window has shortcuts on Escape and F1; the card comes first.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in CLOSING:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in CLOSING:
            self.close_card()
        else:
            super().keyPressEvent(event)


CLOSING = (Qt.Key.Key_Escape, Qt.Key.Key_F1)
