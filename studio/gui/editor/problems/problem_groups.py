"""What the list of problems lists: findings of one cause as one row with all its places, remarks, what is ignored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from studio.core.cancellation import CancelToken
from studio.core.game import Body
from studio.core.plugin import Game
from studio.core.problems import Problem, Severity, combined_message, is_measured, is_undecided
from studio.core.text import _, plural, sanitize, with_label
from studio.documents.store import Ignored
from studio.gui.background_task import DEBOUNCE_MS, BackgroundTask
from studio.gui.widgets.actions import ROOT, Index

ITEM = Qt.ItemDataRole


@dataclass(frozen=True)
class ProblemGroup:
    """A row: the problems that have one cause, with the words for the place of each.

    `at` is the one that was stepped to, whose sentence is shown; -1 for all of them at once. `entry` is why they are
    ignored; None where they count.
    """

    problems: tuple[Problem, ...]
    places: tuple[str, ...]
    place_index: int = -1
    entry: Ignored | None = None

    @property
    def severity(self) -> Severity:
        return self.problems[0].severity

    @property
    def place(self) -> str:
        """Where it is: the name of a place, or how many places there are."""
        if len(self.places) == 1 or self.place_index >= 0:
            return self.places[max(self.place_index, 0)]
        return plural("{n} place", "{n} places", len(self.places)).format(n=len(self.places))

    @property
    def message(self) -> str:
        """What it says: of one place its own sentence, of all of them their cause; and why it is ignored."""
        words = self.problems[self.place_index].message if self.place_index >= 0 else combined_message(self.problems)
        if self.entry is None:
            return words
        return _("{message} – “{reason}”").format(message=words, reason=sanitize(self.entry.reason))

    @property
    def fixable(self) -> tuple[Problem, ...]:
        """Those that have a repair."""
        return tuple(problem for problem in self.problems if problem.fix is not None)

    @property
    def is_from_lab(self) -> bool:
        """Whether it comes from matches that were played, so that its button leads to them."""
        return is_measured(self.problems[0].code)

    @property
    def button_text(self) -> str:
        """What the row's button says; "" without one. It repairs all, lets them count again, or opens the lab."""
        if self.entry is not None:
            return _("Stop ignoring")
        if self.is_from_lab:
            return _("Open the lab")
        several = self.fixable
        if len(several) > 1:
            # one repair may bring the next to light: a number is promised only where each has its own
            every = len(several) == len(self.problems)
            return _("Fix all {n}").format(n=len(several)) if every else _("Fix all")
        return several[0].fix.label if several and several[0].fix is not None else ""

    def focused_on(self, chosen: Sequence[Problem]) -> ProblemGroup:
        """The same row at the problem that is chosen, if it is one of several here."""
        at = -1
        if len(chosen) == 1 and len(self.problems) > 1 and chosen[0] in self.problems:
            at = self.problems.index(chosen[0])
        return self if at == self.place_index else replace(self, place_index=at)


class ListNote(NamedTuple):
    """What is said below the findings, with its sign and the colour of both; perhaps of an entry to be forgotten."""

    text: str
    icon: str = "eye_closed"
    role: str = "second"
    entry: Ignored | None = None

    @property
    def button_text(self) -> str:
        """What the line's button says; "" without one."""
        return _("Forget") if self.entry is not None else ""


ListRow = ProblemGroup | ListNote


class ProblemGroupModel(QAbstractListModel):
    """The findings that are listed, below them a remark, if there is anything to say, and then what is ignored."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.groups: list[ProblemGroup] = []
        self.has_fixes = self.has_several = False
        """Whether a finding has a button, or several places: every row asks for it."""
        self.note: ListNote | None = None
        self.ignored_rows: list[ListRow] = []

    def set_groups(
        self, groups: Sequence[ProblemGroup], note: ListNote | None, ignored_rows: Sequence[ListRow] = ()
    ) -> None:
        """List others; `aside` are those that are ignored, and what is said about them."""
        self.beginResetModel()
        self.groups, self.note, self.ignored_rows = list(groups), note, list(ignored_rows)
        self.has_fixes = any(row.button_text for row in groups)
        self.has_several = any(len(row.problems) > 1 for row in groups)
        self.endResetModel()

    @property
    def all_rows(self) -> list[ListRow]:
        """All lines from top to bottom."""
        return [*self.groups, *([self.note] if self.note is not None else []), *self.ignored_rows]

    def focus_problem(self, chosen: Sequence[Problem]) -> bool:
        """Let the row of the chosen problem show that one, and others all of theirs; say whether any has changed."""
        changed, first = False, self.rowCount() - len(self.ignored_rows)
        for number, line in enumerate(self.all_rows):
            after = line.focused_on(chosen) if isinstance(line, ProblemGroup) else line
            if isinstance(after, ProblemGroup) and after is not line:
                changed = True
                if number < first:
                    self.groups[number] = after
                else:
                    self.ignored_rows[number - first] = after
                self.dataChanged.emit(self.index(number), self.index(number))
        return changed

    def row_at(self, index: Index) -> ListRow | None:
        """What stands in a line; None for none."""
        lines = self.all_rows
        return lines[index.row()] if 0 <= index.row() < len(lines) else None

    def group_at(self, index: Index) -> ProblemGroup | None:
        """What a row is about; None for a remark."""
        line = self.row_at(index)
        return line if isinstance(line, ProblemGroup) else None

    def first_fix(self) -> ProblemGroup | None:
        """The repair to begin with: that of the first finding with one, if it is an error."""
        first = next((row for row in self.groups if row.button_text), None)
        return first if first is not None and first.severity is Severity.ERROR else None

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.groups) + (self.note is not None) + len(self.ignored_rows)

    def data(self, index: Index, role: int = ITEM.DisplayRole) -> object:
        line = self.row_at(index)
        if line is None:
            return None
        if role in (ITEM.DisplayRole, ITEM.AccessibleTextRole):
            return line.text if isinstance(line, ListNote) else with_label(line.place, line.message)
        if role == ITEM.AccessibleDescriptionRole and line.button_text:
            is_repair = isinstance(line, ProblemGroup) and line.entry is None and not line.is_from_lab
            return _("Fix it: {how}").format(how=line.button_text) if is_repair else line.button_text
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        return plain | Qt.ItemFlag.ItemIsSelectable if self.group_at(index) is not None else plain


# Slow proofs in a thread of their own, and what is known about the body as it stands.

VERIFY_SECONDS = 5.0
"""How long one proof may think."""


class VerifyState(Enum):
    """What is known about the body as it stands."""

    IDLE = "idle"
    CHECKING = "checking"
    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"


class Verifier(BackgroundTask[Body, Sequence[Problem]]):
    """Asks `game.prove` about the newest body. `answered(problems)` comes for the newest question only."""

    state_changed = Signal()

    def __init__(self, game: Game, parent: QObject | None = None, pause_ms: int = DEBOUNCE_MS) -> None:
        def prove(body: Body, patience: CancelToken) -> Sequence[Problem]:
            patience.set_timeout(VERIFY_SECONDS)
            return tuple(game.checks.verify(body, patience))

        super().__init__(prove, "proofs", parent, pause_ms)
        self.state = VerifyState.IDLE

    def start(self, subject: Body, immediately: bool = False) -> None:
        """Prove this body; what was asked before is no longer wanted."""
        if not self._closed:
            super().start(subject, immediately)
            self._set_state(VerifyState.CHECKING)

    def cancel(self) -> None:
        """Want no answer."""
        super().cancel()
        self._set_state(VerifyState.IDLE)

    def handle_result(self, answer: Sequence[Problem]) -> None:
        """Tell the findings."""
        self._set_state(verify_state_of(answer))
        super().handle_result(answer)

    def handle_error(self, failure: Exception) -> None:
        """Nothing is known then."""
        self._set_state(VerifyState.UNKNOWN)
        super().handle_error(failure)

    def _set_state(self, state: VerifyState) -> None:
        if state is not self.state:
            self.state = state
            self.state_changed.emit()


def verify_state_of(problems: Sequence[Problem]) -> VerifyState:
    """A proof that finds something wrong has failed; or could not tell."""
    if any(problem.severity is not Severity.INFO for problem in problems):
        return VerifyState.FAILS
    undecided = any(map(is_undecided, problems))
    return VerifyState.UNKNOWN if undecided else VerifyState.HOLDS
