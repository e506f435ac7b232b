"""A repair that changes much is shown before it is made: on the board, and in a bar that asks whether to make it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from studio.core.text import _, key_words
from studio.gui.editor.board.easel import Easel
from studio.gui.editor.document.drafts import Repair
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import PlainButton, PrimaryButton, set_tip, text_label, wrapped_height

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
        from studio.opening.outcome import outcome, outcome_words

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
