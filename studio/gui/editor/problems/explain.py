"""The card that explains a finding: the rule and its clause, a board with the fault and one mended, why it matters."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.core.book import Example, Explanation, here
from studio.core.problems import Problem, Severity
from studio.core.protocols import Game
from studio.core.text import _, headed, key_words
from studio.gui.editor.board_controller import Easel
from studio.gui.editor.document import Repair
from studio.gui.output.thumbnails import RIGHT, WRONG, MarkedBoard
from studio.gui.style.stylesheet import current_theme
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
    wrapped_height,
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


# A repair that changes much is shown before it is made: on the board, and in a bar that asks whether to make it.

TIGHT, LINES = 520, 38
"""In a bar narrower than this the buttons do not name their keys; how high two lines are at most."""


class ProposalBar(QWidget):
    """What a repair would change, with the buttons to make it or not. `answered` says which; Enter and Escape do it."""

    answered = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(44)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 6, 0)
        row.setSpacing(8)
        self.words = ""
        self._label = text_label("", "text", 13, wrap=True)
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        row.addWidget(self._label, 1)
        self.no = PlainButton(_("Cancel"), "", key_words("Esc"), small=True)
        self.yes = PrimaryButton(_("Apply"), "", key_words("Enter"), small=True)
        self.no.clicked.connect(lambda: self.answered.emit(False))
        self.yes.clicked.connect(lambda: self.answered.emit(True))
        row.addWidget(self.no)
        row.addWidget(self.yes)
        self.hide()

    def ask(self, words: str) -> None:
        """Ask about a repair; the keyboard goes to the button that makes it."""
        self.words = words
        self.setAccessibleName(words)
        set_tip(self._label, words)
        self.show()
        self._fit()
        self.yes.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_tight = event.size().width() < TIGHT
        self.no.set_text(self.no.text(), key="" if is_tight else key_words("Esc"))
        self.yes.set_text(self.yes.text(), key="" if is_tight else key_words("Enter"))
        self._fit()

    def _fit(self) -> None:
        """Say as much as finds room in two lines."""
        self._row.activate()
        words, width = self.words.split(" "), self._label.width()
        while len(words) > 1 and wrapped_height(" ".join(words), width, 13) > LINES:
            words[-2:] = ["…"]
        self._label.setText(" ".join(words))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.answered.emit(not self.no.hasFocus())
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(theme.color("tint"))
            painter.setPen(QPen(theme.color("accent"), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)


class Proposing(QObject):
    """Makes small repairs at once, and shows large ones first. Whatever else is done to the board takes it back."""

    closed = Signal()
    """Nothing is proposed any more, and the keyboard was at the bar."""

    def __init__(self, easel: Easel, bar: ProposalBar) -> None:
        super().__init__(easel)
        self.easel, self.document, self.bar = easel, easel.document, bar
        self.repair: Repair | None = None
        bar.answered.connect(self.answer)
        easel.proposal_dropped.connect(self._close)

    def offer(self, repair: Repair) -> None:
        """Make a repair, or show what it would change and ask."""
        from studio.services.layout_diff import outcome, outcome_words

        self.easel.cancel()
        document = self.document
        found = outcome(document.game, document.body, repair.body)
        if not found.is_large:
            document.mend(repair)
            return
        self.repair = repair
        self.easel.propose(repair.body, [*found.cells, *found.edges])
        words = outcome_words(document.game, document.body, found)
        self.bar.ask(_("{what}? {changes}").format(what=repair.label, changes=words))

    def answer(self, is_wanted: bool) -> None:
        """Make the repair that is shown, or leave everything as it is."""
        repair = self.repair
        self.easel.drop_proposal()
        if repair is not None and is_wanted:
            self.document.mend(repair)

    def _close(self) -> None:
        had_keys = self.bar.yes.hasFocus() or self.bar.no.hasFocus()
        self.repair = None
        self.bar.hide()
        if had_keys:
            self.closed.emit()
