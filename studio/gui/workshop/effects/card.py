"""The strip below: what the changes do, in figures on the left, in problems on the right."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.core.pieces import PieceSet
from studio.core.problems import Problem, Severity
from studio.core.text import _
from studio.gui.editor.document.places import place_name
from studio.gui.widgets import Card, Elided, Separator, text_label, title_label
from studio.gui.workshop.draft import PieceDraft
from studio.gui.workshop.effects.fates import CAUSED, MENDED, STAYS, Fate, FateChip, FateList
from studio.gui.workshop.effects.figures import FigureBoxes, SpreadBars
from studio.gui.workshop.effects.outcome import Outcome

HIGH, LOW = 182, 134
NARROW = 780
"""In so little room only the problems are shown."""


class EffectsCard(Card):
    """What the changes do: counts on the left, problems on the right."""

    fix_wanted = Signal(object)
    show_wanted = Signal(object)

    def __init__(self, draft: PieceDraft, parent: QWidget | None = None) -> None:
        super().__init__("", "", parent)
        self.draft = draft
        self.figures = FigureBoxes()
        self.spread = SpreadBars()
        self.list = FateList()
        self.list.fix_wanted.connect(self.fix_wanted)
        self.list.show_wanted.connect(self.show_wanted)
        self.chips = {kind: FateChip(kind) for kind in (MENDED, CAUSED, STAYS)}
        self.verdict = Elided("", "done", 13)
        self.verdict.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.chosen = ""
        self._counts = QWidget()
        left = QVBoxLayout(self._counts)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(7)
        head = QHBoxLayout()
        head.addWidget(title_label(_("What changes")))
        head.addSpacing(10)
        self.caption = text_label("", "second", 13)
        head.addWidget(self.caption)
        head.addStretch(1)
        left.addLayout(head)
        left.addWidget(self.figures)
        left.addStretch(1)
        left.addWidget(self.spread)
        right = QVBoxLayout()
        right.setSpacing(6)
        row = QHBoxLayout()
        row.setSpacing(8)
        for chip in self.chips.values():
            chip.pressed.connect(self._choose)
            row.addWidget(chip)
        row.addWidget(self.verdict, 1)
        right.addLayout(row)
        right.addWidget(self.list, 1)
        both = QHBoxLayout()
        both.setSpacing(14)
        both.addWidget(self._counts, 40)
        self._rule = Separator(upright=True)
        both.addWidget(self._rule)
        both.addLayout(right, 60)
        self.body.addLayout(both, 1)
        self._outcome: Outcome | None = None

    def minimumSizeHint(self) -> QSize:
        return QSize(400, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for part in (self._counts, self._rule):
            part.setVisible(self.width() >= NARROW)

    def set_compact(self, is_compact: bool) -> None:
        """Be lower on a small screen."""
        self.setFixedHeight(LOW if is_compact else HIGH)
        self.spread.set_compact(is_compact)
        self.figures.set_compact(is_compact)

    def refresh(self, before: PieceSet, name: str) -> None:
        """Show the figures; `before` is what they are compared with, called so."""
        now = self.draft.pieces
        self.caption.setText(_("{before} → these pieces").format(before=name))
        self.figures.show_figures(before.figures, now.figures)
        self.spread.show_figures(now.spread_title, before.spread, now.spread)

    def show_outcome(self, outcome: Outcome | None) -> None:
        """Show what became of the problems; None: it is still being looked for."""
        if outcome is None:
            self._say(_("Looking …"), "second")
            return
        self._outcome = outcome
        for kind, found in self._found(outcome).items():
            self.chips[kind].show_count(found)
        worst = outcome.worst
        words, role = _("Nothing new is wrong, checked again as you click"), "done"
        if worst is Severity.ERROR:
            words, role = _("These pieces make errors"), "error"
        elif worst is Severity.WARNING:
            words, role = _("These pieces cause warnings"), "warning"
        elif worst is Severity.INFO:
            words = _("Only hints are new, checked again as you click")
        if outcome.needs is None:
            words, role = _("The proof was not finished"), "second"
        self._say(words, role)
        self._show_rows()

    def _say(self, words: str, role: str) -> None:
        self.verdict.set_role(role)
        self.verdict.set_text(words)

    @staticmethod
    def _found(outcome: Outcome) -> dict[str, tuple[Problem, ...]]:
        return {MENDED: outcome.mended, CAUSED: outcome.caused, STAYS: outcome.stays}

    def _choose(self, kind: str) -> None:
        """Show only those of a kind, or again all that have changed."""
        self.chosen = "" if self.chosen == kind else kind
        for chip in self.chips.values():
            chip.set_chosen(chip.fate == self.chosen)
        self._show_rows()

    def _show_rows(self) -> None:
        if self._outcome is None:
            return
        found = self._found(self._outcome)
        first = [CAUSED, MENDED] if self._outcome.worst is Severity.ERROR else [MENDED, CAUSED]
        kinds = [self.chosen] if self.chosen else first if found[CAUSED] or found[MENDED] else [STAYS]
        grid = self.draft.game.grid(self.draft.body)
        sections = self.draft.game.form(self.draft.body, -1)
        rows = [Fate(kind, problem, place_name(grid, problem, sections)) for kind in kinds for problem in found[kind]]
        self.list.fates.set_rows(rows)
