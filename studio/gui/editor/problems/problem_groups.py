"""What the list of problems lists: findings of one cause as one row with all its places, remarks, what is ignored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from studio.core.cancellation import Patience
from studio.core.game import Body
from studio.core.problems import Problem, Severity, is_measured, is_undecided, together
from studio.core.protocols import Game
from studio.core.text import _, headed, plural, visible
from studio.documents.store import Ignored
from studio.gui.background_task import PAUSE_MS, Inquiry
from studio.gui.widgets.actions import ROOT, Index

ITEM = Qt.ItemDataRole


@dataclass(frozen=True)
class Finding:
    """A row: the problems that have one cause, with the words for the place of each.

    `at` is the one that was stepped to, whose sentence is shown; -1 for all of them at once. `entry` is why they are
    ignored; None where they count.
    """

    problems: tuple[Problem, ...]
    places: tuple[str, ...]
    at: int = -1
    entry: Ignored | None = None

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
        """What it says: of one place its own sentence, of all of them their cause; and why it is ignored."""
        words = self.problems[self.at].message if self.at >= 0 else together(self.problems)
        if self.entry is None:
            return words
        return _("{message} – “{reason}”").format(message=words, reason=visible(self.entry.reason))

    @property
    def mendable(self) -> tuple[Problem, ...]:
        """Those that have a repair."""
        return tuple(problem for problem in self.problems if problem.fix is not None)

    @property
    def is_measured(self) -> bool:
        """Whether it comes from matches that were played, so that its button leads to them."""
        return is_measured(self.problems[0].code)

    @property
    def fix_words(self) -> str:
        """What the row's button says; "" without one. It repairs all, lets them count again, or opens the lab."""
        if self.entry is not None:
            return _("Stop ignoring")
        if self.is_measured:
            return _("Open the lab")
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
    """What is said below the findings, with its sign and the colour of both; perhaps of an entry to be forgotten."""

    words: str
    icon: str = "eye_closed"
    role: str = "second"
    entry: Ignored | None = None

    @property
    def fix_words(self) -> str:
        """What the line's button says; "" without one."""
        return _("Forget") if self.entry is not None else ""


Line = Finding | Remark


class Findings(QAbstractListModel):
    """The findings that are listed, below them a remark, if there is anything to say, and then what is ignored."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[Finding] = []
        self.has_repairs = self.has_several = False
        """Whether a finding has a button, or several places: every row asks for it."""
        self.remark: Remark | None = None
        self.aside: list[Line] = []

    def show_rows(self, rows: Sequence[Finding], remark: Remark | None, aside: Sequence[Line] = ()) -> None:
        """List others; `aside` are those that are ignored, and what is said about them."""
        self.beginResetModel()
        self.rows, self.remark, self.aside = list(rows), remark, list(aside)
        self.has_repairs = any(row.fix_words for row in rows)
        self.has_several = any(len(row.problems) > 1 for row in rows)
        self.endResetModel()

    @property
    def lines(self) -> list[Line]:
        """All lines from top to bottom."""
        return [*self.rows, *([self.remark] if self.remark is not None else []), *self.aside]

    def step_to(self, chosen: Sequence[Problem]) -> bool:
        """Let the row of the chosen problem show that one, and others all of theirs; say whether any has changed."""
        changed, first = False, self.rowCount() - len(self.aside)
        for number, line in enumerate(self.lines):
            after = line.around(chosen) if isinstance(line, Finding) else line
            if isinstance(after, Finding) and after is not line:
                changed = True
                if number < first:
                    self.rows[number] = after
                else:
                    self.aside[number - first] = after
                self.dataChanged.emit(self.index(number), self.index(number))
        return changed

    def line(self, index: Index) -> Line | None:
        """What stands in a line; None for none."""
        lines = self.lines
        return lines[index.row()] if 0 <= index.row() < len(lines) else None

    def finding(self, index: Index) -> Finding | None:
        """What a row is about; None for a remark."""
        line = self.line(index)
        return line if isinstance(line, Finding) else None

    def first_repair(self) -> Finding | None:
        """The repair to begin with: that of the first finding with one, if it is an error."""
        first = next((row for row in self.rows if row.fix_words), None)
        return first if first is not None and first.severity is Severity.ERROR else None

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows) + (self.remark is not None) + len(self.aside)

    def data(self, index: Index, role: int = ITEM.DisplayRole) -> object:
        line = self.line(index)
        if line is None:
            return None
        if role in (ITEM.DisplayRole, ITEM.AccessibleTextRole):
            return line.words if isinstance(line, Remark) else headed(line.place, line.message)
        if role == ITEM.AccessibleDescriptionRole and line.fix_words:
            is_repair = isinstance(line, Finding) and line.entry is None and not line.is_measured
            return _("Fix it: {how}").format(how=line.fix_words) if is_repair else line.fix_words
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        return plain | Qt.ItemFlag.ItemIsSelectable if self.finding(index) is not None else plain


# Slow proofs in a thread of their own, and what is known about the body as it stands.

SECONDS = 5.0
"""How long one proof may think."""


class Proof(Enum):
    """What is known about the body as it stands."""

    IDLE = "idle"
    CHECKING = "checking"
    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"


class Prover(Inquiry[Body, Sequence[Problem]]):
    """Asks `game.prove` about the newest body. `answered(problems)` comes for the newest question only."""

    state_changed = Signal()

    def __init__(self, game: Game, parent: QObject | None = None, pause_ms: int = PAUSE_MS) -> None:
        def prove(body: Body, patience: Patience) -> Sequence[Problem]:
            patience.limit(SECONDS)
            return tuple(game.prove(body, patience))

        super().__init__(prove, "proofs", parent, pause_ms)
        self.state = Proof.IDLE

    def ask(self, subject: Body, at_once: bool = False) -> None:
        """Prove this body; what was asked before is no longer wanted."""
        if not self._closed:
            super().ask(subject, at_once)
            self._set_state(Proof.CHECKING)

    def forget(self) -> None:
        """Want no answer."""
        super().forget()
        self._set_state(Proof.IDLE)

    def take(self, answer: Sequence[Problem]) -> None:
        """Tell the findings."""
        self._set_state(verdict(answer))
        super().take(answer)

    def take_failure(self, failure: Exception) -> None:
        """Nothing is known then."""
        self._set_state(Proof.UNKNOWN)
        super().take_failure(failure)

    def _set_state(self, state: Proof) -> None:
        if state is not self.state:
            self.state = state
            self.state_changed.emit()


def verdict(problems: Sequence[Problem]) -> Proof:
    """A proof that finds something wrong has failed; or could not tell."""
    if any(problem.severity is not Severity.INFO for problem in problems):
        return Proof.FAILS
    undecided = any(map(is_undecided, problems))
    return Proof.UNKNOWN if undecided else Proof.HOLDS
