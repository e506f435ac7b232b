"""What the list of problems lists: findings of one cause as one row with all its places, and a remark below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, Qt
from PySide6.QtWidgets import QWidget

from studio.core.problems import Problem, Severity, together
from studio.core.text import _, plural
from studio.gui.widgets.views import ROOT, Index

ITEM = Qt.ItemDataRole


@dataclass(frozen=True)
class Finding:
    """A row: the problems that have one cause, with the words for the place of each.

    `at` is the one that was stepped to, whose sentence is shown; -1 for all of them at once.
    """

    problems: tuple[Problem, ...]
    places: tuple[str, ...]
    at: int = -1

    @property
    def severity(self) -> Severity:
        return self.problems[0].severity

    @property
    def place(self) -> str:
        """Where it is: the name of a place, or how many places there are."""
        if len(self.places) == 1 or self.at >= 0:
            return self.places[max(self.at, 0)]
        return plural("{n} place", "{n} places", len(self.places)).format(n=len(self.places))

    @property
    def message(self) -> str:
        """What it says: of one place its own sentence, of all of them their cause."""
        return self.problems[self.at].message if self.at >= 0 else together(self.problems)

    @property
    def mendable(self) -> tuple[Problem, ...]:
        """Those that have a repair."""
        return tuple(problem for problem in self.problems if problem.fix is not None)

    @property
    def fix_words(self) -> str:
        """What the button for the repair says; "" without one. It repairs all of them."""
        several = self.mendable
        if len(several) > 1:
            # one repair may bring the next to light: a number is promised only where each has its own
            every = len(several) == len(self.problems)
            return _("Fix all {n}").format(n=len(several)) if every else _("Fix all")
        return several[0].fix.label if several and several[0].fix is not None else ""

    def around(self, chosen: Sequence[Problem]) -> Finding:
        """The same row at the problem that is chosen, if it is one of several here."""
        at = -1
        if len(chosen) == 1 and len(self.problems) > 1 and chosen[0] in self.problems:
            at = self.problems.index(chosen[0])
        return self if at == self.at else replace(self, at=at)


class Remark(NamedTuple):
    """What is said below the findings, with its sign and the colour of both."""

    words: str
    icon: str = "eye_closed"
    role: str = "second"


class Findings(QAbstractListModel):
    """The findings that are listed, and below them a remark, if there is anything to say."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[Finding] = []
        self.remark: Remark | None = None

    def show_rows(self, rows: Sequence[Finding], remark: Remark | None) -> None:
        """List others."""
        self.beginResetModel()
        self.rows, self.remark = list(rows), remark
        self.endResetModel()

    def step_to(self, chosen: Sequence[Problem]) -> bool:
        """Let the row of the chosen problem show that one, and others all of theirs; say whether any has changed."""
        changed = False
        for number, row in enumerate(self.rows):
            after = row.around(chosen)
            if after is not row:
                changed, self.rows[number] = True, after
                self.dataChanged.emit(self.index(number), self.index(number))
        return changed

    def finding(self, index: Index) -> Finding | None:
        """What a row is about; None for the remark."""
        return self.rows[index.row()] if 0 <= index.row() < len(self.rows) else None

    def first_repair(self) -> Finding | None:
        """The repair to begin with: that of the first finding with one, if it is an error."""
        first = next((row for row in self.rows if row.fix_words), None)
        return first if first is not None and first.severity is Severity.ERROR else None

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows) + (self.remark is not None)

    def data(self, index: Index, role: int = ITEM.DisplayRole) -> object:
        row = self.finding(index)
        if role in (ITEM.DisplayRole, ITEM.AccessibleTextRole):
            if row is None:
                return self.remark.words if self.remark is not None else None
            return f"{row.place}: {row.message}"
        if role == ITEM.AccessibleDescriptionRole and row is not None and row.fix_words:
            return _("Fix it: {how}").format(how=row.fix_words)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        return plain | Qt.ItemFlag.ItemIsSelectable if self.finding(index) is not None else plain
