"""Keeps the problems of a layout up to date: checks, verification, list, counters, minimap, and marks on the board."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from studio.core.form import Section
from studio.core.problems import Problem, Severity, is_undecided
from studio.core.text import _, plural
from studio.gui.editor.board_controller import EditorBoardController
from studio.gui.editor.dialogs import IgnoreDialog
from studio.gui.editor.document import FixBatch
from studio.gui.editor.panels.overview import Minimap
from studio.gui.editor.panels.status import EditorStatus
from studio.gui.editor.problem_names import SEVERITIES, count_text, place_name, problem_targets
from studio.gui.editor.problems.explain import ExplainCard, FixPreview
from studio.gui.editor.problems.panel import ProblemsPanel
from studio.gui.editor.problems.problem_groups import ListNote, ListRow, ProblemGroup, Verifier, VerifyState

MAX_SELECTED = 12  # spaces of a problem that are selected when it is chosen


class ProblemController(QObject):
    """Runs checks and verification, and keeps list, minimap and counters up to date."""

    rule_requested = Signal(str)  # number of a rule
    field_requested = Signal(str)  # key of a field of the form

    def __init__(
        self, page: QWidget, board: EditorBoardController, panel: ProblemsPanel, minimap: Minimap, status: EditorStatus
    ) -> None:
        super().__init__(board)
        self._page = page
        self.board, self.document = board, board.document
        self.panel, self.minimap, self.status = panel, minimap, status
        self.verifier = Verifier(self.document.game, self)
        self._is_report_due = False
        self._shown_check_count = 0
        self.explain_card: ExplainCard | None = None
        panel.verify_status.verdicts = self.document.game.info.verdicts
        self.document.problems_changed.connect(self._update_panel)
        self.verifier.result_ready.connect(self.document.set_verify_problems)
        self.verifier.state_changed.connect(self._update_verify_state)
        panel.chosen.connect(self._show_places)
        self.fix_preview = FixPreview(board, panel.preview_bar)
        self.fix_preview.closed.connect(panel.problem_list.setFocus)
        panel.fix_all_button.clicked.connect(self.fix_all)
        rows = panel.problem_list
        rows.fix_requested.connect(self.fix)
        rows.fix_kind_requested.connect(lambda code: self._offer_fixes(self.document.fixes_for(code)))
        rows.ignore_requested.connect(self.ignore)
        rows.unignore_requested.connect(self.document.unignore)
        rows.explain_requested.connect(self.explain)
        rows.select_spaces_requested.connect(self.select)
        rows.message.connect(status.show_hint)
        status.counters.clicked.connect(lambda: panel.step_problem(1))
        self._first_check_timer = QTimer(self, singleShot=True)  # the first check does not delay the first painting
        self._first_check_timer.timeout.connect(lambda: self.check_all(report=False))
        self._first_check_timer.start(0)

    def close(self) -> None:
        self._first_check_timer.stop()
        self.verifier.close()

    def check_first(self) -> None:
        """Do the first check now if nobody has looked for problems yet."""
        if self._first_check_timer.isActive():
            self._first_check_timer.stop()
            self.check_all(report=False)

    def check_all(self, report: bool = True) -> None:
        """Check everything now, verification included."""
        self.board.cancel()
        self.document.recheck()
        self.start_verification(at_once=True)
        if report:
            self._is_report_due = True
            self._report_counts()

    def start_verification(self, at_once: bool) -> None:
        """Verify the body, unless it has errors."""
        if any(problem.severity is Severity.ERROR for problem in self.document.check_problems):
            self.verifier.cancel()
        else:
            self.verifier.start(self.document.body, at_once)

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Choose these problems in the list, and show where they are."""
        self.check_first()
        self.panel.choose([problem for problem in self.document.problems if problem in problems])

    def select(self, problems: Sequence[Problem] = ()) -> None:
        """Select all spaces of these problems, or of the current row."""
        row = self.panel.current_row()
        cells = {cell for problem in problems or (row.problems if row else ()) for cell in problem.cells}
        if not cells:
            self.status.show_hint(_("This problem does not concern any spaces."))
            return
        self.board.set_tool("select")
        self.board.edit_state.select(cells)
        self.board.view.setFocus()
        text = plural("{n} space selected", "{n} spaces selected", len(cells))
        self.status.show_hint(text.format(n=len(cells)))

    def explain(self, problem: Problem | None = None) -> None:
        """Explain this problem, or the chosen one, or the first."""
        shown = [one for row in self.panel.listed_groups for one in row.problems]
        problem = problem or next(iter(self.panel.current_problems), shown[0] if shown else None)
        if problem is None:
            self.status.show_hint(_("There is no problem to explain."))
            return
        if self.explain_card is None:
            self.explain_card = ExplainCard(self._page, self.panel, self.document.game)
            self.explain_card.fix_requested.connect(self.fix)
            self.explain_card.show_requested.connect(self.panel.choose)
            self.explain_card.rule_requested.connect(self.rule_requested)
            self.explain_card.closed.connect(self.panel.problem_list.setFocus)
            self.panel.chosen.connect(self._explain_chosen)
        self.explain_card.explain(problem)

    def _explain_chosen(self, problems: Sequence[Problem]) -> None:
        if problems and self.explain_card is not None and self.explain_card.isVisible():
            self.explain_card.explain(problems[0])

    def fix(self, problem: Problem) -> None:
        if problem.fix is not None:
            self._offer_fixes(FixBatch(problem.fix.label, problem.fix.body, 1))

    def fix_all(self) -> None:
        """Apply all safe fixes as one step."""
        fixes = self.document.safe_fixes()
        if not fixes.number:
            self.status.show_hint(_("There are no safe fixes."))
        self._offer_fixes(fixes)

    def _offer_fixes(self, fixes: FixBatch) -> None:
        """Apply fixes; large ones are previewed first."""
        if not fixes.number:
            return
        self.fix_preview.apply_or_preview(fixes)
        if self.fix_preview.fixes is not None and self.explain_card is not None and self.explain_card.isVisible():
            self.explain_card.close_card()  # it lies over the board
            self.panel.preview_bar.apply_button.setFocus()

    def ignore(self, problems: Sequence[Problem]) -> None:
        """Ask for a reason and ignore the problems."""
        dialog = IgnoreDialog(self.panel, problems)
        if dialog.ask() == "ignore":
            self.document.ignore(problems, dialog.text(), dialog.everywhere_switch.isChecked())

    def _ignored_rows(self, sections: Sequence[Section]) -> list[ListRow]:
        """List the ignored problems, rejected entries and, once everything was verified, unused ones."""
        from studio.services.loading import entry_text

        document, filtered = self.document, self.document.filtered_problems
        rows: list[ListRow] = []
        for entry in document.snapshot.ignored:
            if found := tuple(problem for problem, of in filtered.ignored if of == entry):
                places = tuple(place_name(document.grid, problem, sections) for problem in found)
                rows.append(ProblemGroup(found, places, entry=entry))
        text = _("{what}: errors cannot be ignored.")
        rows += [ListNote(text.format(what=entry_text(entry)), "info", entry=entry) for entry in filtered.rejected]
        is_decided = not any(map(is_undecided, document.verify_problems))
        if self.verifier.state in (VerifyState.HOLDS, VerifyState.FAILS) and is_decided:
            text = _("{what}: ignored, but no longer found.")
            rows += [ListNote(text.format(what=entry_text(entry)), "info", entry=entry) for entry in filtered.unused]
        return rows

    def _show_places(self, problems: Sequence[Problem]) -> None:
        """Show where problems are, on the board or in the form."""
        board, state = self.board, self.board.edit_state
        board.drop_preview()
        targets = [target for problem in problems for target in problem_targets(problem)]
        cells = {cell for problem in problems for cell in problem.cells}
        fields = [problem.field for problem in problems if problem.field]
        if targets:
            board.navigation.record()
            board.view.reveal(targets)
            if len(cells) <= MAX_SELECTED or len(problems) > 1:
                state.select(cells, targets[0] if not cells else -1)
        elif fields:
            state.select(())
            self.field_requested.emit(fields[0])
        board.highlight_problems(problems)
        if len(problems) == 1 and targets:
            board.flash.start(targets)

    def _update_panel(self) -> None:
        document = self.document
        if self._shown_check_count != document.check_count:
            self._shown_check_count = document.check_count
            is_verified = self.verifier.state not in (VerifyState.IDLE, VerifyState.CHECKING)
            self.panel.set_checked(document.check_seconds + (self.verifier.seconds if is_verified else 0.0))
        problems = document.problems
        has_fields = any(problem.field for problem in document.all_problems)
        sections = document.game.editing.form(document.body, -1) if has_fields else ()
        places = [place_name(document.grid, problem, sections) for problem in problems]
        self.panel.show_problems(problems, places, self._ignored_rows(sections))
        self.minimap.set_problems(problems)
        self._update_counts()
        self.board.highlight_problems(self.panel.current_problems)
        explained = self.explain_card.problem if self.explain_card is not None else None
        if self.explain_card is not None and explained is not None and explained not in document.all_problems:
            self.explain_card.close_card()

    def _update_counts(self) -> None:
        counts = {severity: self.document.count(severity) for severity in SEVERITIES}
        ignored = len(self.document.filtered_problems.ignored)
        self.status.counters.set_counts(counts, ignored, self.verifier.is_waiting or self._first_check_timer.isActive())

    def _update_verify_state(self) -> None:
        self.panel.set_verify_state(self.verifier.state)
        if self.document.snapshot.ignored:
            self._update_panel()  # unused entries are listed only once everything was verified
        self._update_counts()
        self._report_counts()

    def _report_counts(self) -> None:
        """Report the result of `check_all` once verification has ended."""
        if self._is_report_due and not self.verifier.is_waiting:
            self._is_report_due = False
            counts = [count_text(severity, self.document.count(severity)) for severity in SEVERITIES]
            self.status.show_hint(_("Checked: {counts}").format(counts=", ".join(counts)))
