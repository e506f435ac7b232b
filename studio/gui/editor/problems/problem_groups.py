"""The rows of the list of problems and their model; verification in a thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal

from studio.core.cancellation import CancelToken
from studio.core.game import Body
from studio.core.plugin import Game
from studio.core.problems import Problem, Severity, combined_message, is_measured, is_undecided
from studio.core.text import _, plural, sanitize, with_label
from studio.documents.store import Ignored
from studio.gui.background_task import DEBOUNCE_MS, BackgroundTask
from studio.gui.widgets.actions import Index, RowsModel

ITEM = Qt.ItemDataRole


@dataclass(frozen=True)
class ProblemGroup:
    """A row: the problems of one cause, with the name of the place of each.

    `place_index` is the place that was stepped to, whose message is shown; -1 for all at once. `entry` says why
    they are ignored; None if they count.
    """

    problems: tuple[Problem, ...]
    places: tuple[str, ...]
    place_index: int = -1
    entry: Ignored | None = None

    @property
    def severity(self) -> Severity:
        return self.problems[0].severity

    @property
    def focused(self) -> Problem:
        """The problem at the current place, or the first one."""
        return self.problems[max(self.place_index, 0)]

    @property
    def place(self) -> str:
        """The name of the place, or how many places there are."""
        if len(self.places) == 1 or self.place_index >= 0:
            return self.places[max(self.place_index, 0)]
        return plural("{n} location", "{n} locations", len(self.places)).format(n=len(self.places))

    @property
    def message(self) -> str:
        """The message of the current place, or their common cause; with the reason if they are ignored."""
        text = self.problems[self.place_index].message if self.place_index >= 0 else combined_message(self.problems)
        if self.entry is None:
            return text
        return _("{message} – “{reason}”").format(message=text, reason=sanitize(self.entry.reason))

    @property
    def fixable(self) -> tuple[Problem, ...]:
        """The problems with a fix."""
        return tuple(problem for problem in self.problems if problem.fix is not None)

    @property
    def is_from_lab(self) -> bool:
        """Whether it comes from recorded matches, so that its button opens the Lab."""
        return is_measured(self.problems[0].code)

    @property
    def button_text(self) -> str:
        """The label of the row's button, or "": fix all, stop ignoring, or open the Lab."""
        if self.entry is not None:
            return _("Stop ignoring")
        if self.is_from_lab:
            return _("Open Lab")
        fixable = self.fixable
        if len(fixable) > 1:
            # one fix may reveal the next: the number is shown only if each problem has its own
            is_complete = len(fixable) == len(self.problems)
            return _("Fix all {n}").format(n=len(fixable)) if is_complete else _("Fix all")
        return fixable[0].fix.label if fixable and fixable[0].fix is not None else ""

    def focused_on(self, chosen: Sequence[Problem]) -> ProblemGroup:
        """Return the row with its place set to the chosen problem, if that is one of several here."""
        at = -1
        if len(chosen) == 1 and len(self.problems) > 1 and chosen[0] in self.problems:
            at = self.problems.index(chosen[0])
        return self if at == self.place_index else replace(self, place_index=at)


class ListNote(NamedTuple):
    """A line below the problems with icon and colour; perhaps about an ignore entry that can be removed."""

    text: str
    icon: str = "eye_closed"
    role: str = "second"
    entry: Ignored | None = None

    @property
    def button_text(self) -> str:
        """The label of the line's button, or ""."""
        return _("Remove") if self.entry is not None else ""


ListRow = ProblemGroup | ListNote


def focused_rows(rows: Sequence[ListRow], chosen: Sequence[Problem]) -> list[ListRow]:
    return [row.focused_on(chosen) if isinstance(row, ProblemGroup) else row for row in rows]


def _active_groups(rows: Sequence[ListRow]) -> list[ProblemGroup]:
    return [row for row in rows if isinstance(row, ProblemGroup) and row.entry is None]


class ProblemGroupModel(RowsModel[ListRow]):
    """The problems, below them a note, and then what is ignored."""

    has_fixes = has_several = False

    def set_rows(self, rows: list[ListRow]) -> None:
        groups = _active_groups(rows)
        self.has_fixes = any(row.button_text for row in groups)
        self.has_several = any(len(row.problems) > 1 for row in groups)
        super().set_rows(rows)

    @property
    def groups(self) -> list[ProblemGroup]:
        """The rows that are not ignored."""
        return _active_groups(self.rows)

    def focus_problem(self, chosen: Sequence[Problem]) -> bool:
        """Set the place of the chosen problem's row and reset the others; return whether any has changed."""
        rows, self.rows = self.rows, focused_rows(self.rows, chosen)
        changed = [number for number, row in enumerate(rows) if self.rows[number] is not row]
        for number in changed:
            self.dataChanged.emit(self.index(number), self.index(number))
        return bool(changed)

    def row_at(self, index: Index) -> ListRow | None:
        return self.rows[index.row()] if 0 <= index.row() < len(self.rows) else None

    def group_at(self, index: Index) -> ProblemGroup | None:
        """Return the problems of a row; None for a note."""
        row = self.row_at(index)
        return row if isinstance(row, ProblemGroup) else None

    def first_fix(self) -> ProblemGroup | None:
        """Return the first row with a button if it is an error: its button is the default one."""
        first = next((row for row in self.groups if row.button_text), None)
        return first if first is not None and first.severity is Severity.ERROR else None

    def data(self, index: Index, role: int = ITEM.DisplayRole) -> object:
        row = self.row_at(index)
        if row is None:
            return None
        if role in (ITEM.DisplayRole, ITEM.AccessibleTextRole):
            return row.text if isinstance(row, ListNote) else with_label(row.place, row.message)
        if role == ITEM.AccessibleDescriptionRole and row.button_text:
            is_fix = isinstance(row, ProblemGroup) and row.entry is None and len(row.fixable) == 1
            return _("Fix: {how}").format(how=row.button_text) if is_fix else row.button_text
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        return plain | Qt.ItemFlag.ItemIsSelectable if self.group_at(index) is not None else plain


VERIFY_SECONDS = 5.0


class VerifyState(Enum):
    IDLE = "idle"
    CHECKING = "checking"
    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"


class Verifier(BackgroundTask[Body, Sequence[Problem]]):
    """Runs `game.checks.verify` on the newest body; results of older ones are dropped."""

    state_changed = Signal()

    def __init__(self, game: Game, parent: QObject | None = None, pause_ms: int = DEBOUNCE_MS) -> None:
        def prove(body: Body, patience: CancelToken) -> Sequence[Problem]:
            patience.set_timeout(VERIFY_SECONDS)
            return tuple(game.checks.verify(body, patience))

        super().__init__(prove, "proofs", parent, pause_ms)
        self.state = VerifyState.IDLE

    def start(self, subject: Body, immediately: bool = False) -> None:
        if not self._closed:
            super().start(subject, immediately)
            self._set_state(VerifyState.CHECKING)

    def cancel(self) -> None:
        super().cancel()
        self._set_state(VerifyState.IDLE)

    def handle_result(self, answer: Sequence[Problem]) -> None:
        before, self.state = self.state, verify_state_of(answer)
        super().handle_result(answer)
        if self.state is not before:  # after the problems: without them the list would shrink for a moment
            self.state_changed.emit()

    def handle_error(self, failure: Exception) -> None:
        self._set_state(VerifyState.UNKNOWN)
        super().handle_error(failure)

    def _set_state(self, state: VerifyState) -> None:
        if state is not self.state:
            self.state = state
            self.state_changed.emit()


def verify_state_of(problems: Sequence[Problem]) -> VerifyState:
    """Return the state after a verification with these problems."""
    if any(problem.severity is not Severity.INFO for problem in problems):
        return VerifyState.FAILS
    undecided = any(map(is_undecided, problems))
    return VerifyState.UNKNOWN if undecided else VerifyState.HOLDS
