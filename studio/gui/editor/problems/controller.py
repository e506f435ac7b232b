"""What is wrong with the layout at the easel: looked for, listed, counted, told, and shown where it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from studio.core.form import Section
from studio.core.problems import Problem, Severity, combined_message, is_undecided
from studio.core.text import _, plural
from studio.gui.editor.board_controller import EditorBoardController
from studio.gui.editor.clipboard import SEVERITIES, count_text, place_name, problem_targets
from studio.gui.editor.document import FixBatch
from studio.gui.editor.panels.minimap import Minimap
from studio.gui.editor.panels.status import EditorStatus
from studio.gui.editor.problems.explain import FixPreview
from studio.gui.editor.problems.panel import ProblemsPanel
from studio.gui.editor.problems.problem_groups import ListNote, ListRow, ProblemGroup, Verifier, VerifyState
from studio.gui.style.stylesheet import text_font
from studio.gui.widgets import ToggleSwitch
from studio.gui.widgets.dialogs import AppDialog

if TYPE_CHECKING:
    from studio.gui.editor.problems.explain import ExplainCard

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
        panel.fix_requested.connect(self.fix)
        panel.fix_all_requested.connect(self.fix_all)
        panel.fix_kind_requested.connect(lambda code: self._offer_fixes(self.document.fixes_for(code)))
        panel.ignore_requested.connect(self.ignore)
        panel.unignore_requested.connect(self.document.unignore)
        panel.explain_requested.connect(self.explain)
        panel.select_spaces_requested.connect(self.select)
        panel.message.connect(status.show_hint)
        status.counters.clicked.connect(lambda: panel.step_problem(1))
        self._first_check_timer = QTimer(self)  # the first look for problems does not hold up the first painting
        self._first_check_timer.setSingleShot(True)
        self._first_check_timer.timeout.connect(lambda: self.check_all(report=False))
        self._first_check_timer.start(0)

    def close(self) -> None:
        self._first_check_timer.stop()
        self.verifier.close()

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
        if self._first_check_timer.isActive():  # nobody has looked for problems yet
            self._first_check_timer.stop()
            self.check_all(report=False)
        self.panel.choose([problem for problem in self.document.problems if problem in problems])

    def step_problem(self, by: int) -> None:
        self.panel.step_problem(by)

    def step_place(self, by: int) -> None:
        self.panel.step_place(by)

    def select(self, problems: Sequence[Problem] = ()) -> None:
        """Select all spaces of these problems, or of the current row."""
        row = self.panel.current_row()
        cells = {cell for problem in problems or (row.problems if row else ()) for cell in problem.cells}
        if not cells:
            self.status.show_hint(_("This problem is about no spaces."))
            return
        self.board.set_tool("select")
        self.board.edit_state.select(cells)
        self.board.view.setFocus()
        words = plural("{n} space selected", "{n} spaces selected", len(cells))
        self.status.show_hint(words.format(n=len(cells)))

    def explain(self, problem: Problem | None = None) -> None:
        """Explain this problem, or the chosen one, or the first."""
        shown = [one for row in self.panel.listed_groups for one in row.problems]
        problem = problem or next(iter(self.panel.current_problems), shown[0] if shown else None)
        if problem is None:
            self.status.show_hint(_("There is nothing to explain: no problem is listed."))
            return
        if self.explain_card is None:
            from studio.gui.editor.problems.explain import ExplainCard

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
        repairs = self.document.safe_fixes()
        if not repairs.number:
            self.status.show_hint(_("There is nothing to fix without taking something away."))
        self._offer_fixes(repairs)

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
            self.document.ignore(problems, dialog.reason(), dialog.everywhere_switch.isChecked())

    def _ignored_rows(self, sections: Sequence[Section]) -> list[ListRow]:
        """List the ignored problems, rejected entries and, once everything was verified, unused ones."""
        from studio.services.loading import entry_text

        document, told = self.document, self.document.filtered_problems
        rows: list[ListRow] = []
        for entry in document.snapshot.ignored:
            found = tuple(problem for problem, of in told.ignored if of == entry)
            if found:
                places = tuple(place_name(document.grid, problem, sections) for problem in found)
                rows.append(ProblemGroup(found, places, entry=entry))
        for entry in told.rejected:
            words = _("{what}: errors cannot be ignored, for nobody could play with them.")
            rows.append(ListNote(words.format(what=entry_text(entry)), "info", entry=entry))
        is_whole = self.verifier.state in (VerifyState.HOLDS, VerifyState.FAILS) and not any(
            map(is_undecided, document.verify_problems)
        )
        for entry in told.unused if is_whole else ():
            words = _("{what}: ignored, but not found any more.").format(what=entry_text(entry))
            rows.append(ListNote(words, "info", entry=entry))
        return rows

    def _show_places(self, problems: Sequence[Problem]) -> None:
        """Show where problems are, on the board or in the form."""
        easel, desk = self.board, self.board.edit_state
        easel.drop_preview()
        targets = [target for problem in problems for target in problem_targets(problem)]
        cells = {cell for problem in problems for cell in problem.cells}
        fields = [problem.field for problem in problems if problem.field]
        if targets:
            easel.navigation.record()
            easel.view.reveal(targets)
            if len(cells) <= MAX_SELECTED or len(problems) > 1:
                desk.select(cells, targets[0] if not cells else -1)
        elif fields:
            desk.select(())
            self.field_requested.emit(fields[0])
        easel.highlight_problems(problems)
        if len(problems) == 1 and targets:
            easel.flash(targets)

    def _update_panel(self) -> None:
        document = self.document
        if self._shown_check_count != document.check_count:
            self._shown_check_count = document.check_count
            proving = (
                self.verifier.seconds if self.verifier.state not in (VerifyState.IDLE, VerifyState.CHECKING) else 0.0
            )
            self.panel.set_checked(document.check_seconds + proving)
        problems = document.problems
        sections = (
            document.game.editing.form(document.body, -1)
            if any(problem.field for problem in document.all_problems)
            else ()
        )
        places = [place_name(document.grid, problem, sections) for problem in problems]
        self.panel.show_problems(problems, places, self._ignored_rows(sections))
        self.minimap.set_problems(problems)
        self._update_counts()
        self.board.highlight_problems(self.panel.current_problems)
        if (
            self.explain_card is not None
            and self.explain_card.problem is not None
            and self.explain_card.problem not in document.all_problems
        ):
            self.explain_card.close_card()

    def _update_counts(self) -> None:
        counts = {severity: self.document.count(severity) for severity in SEVERITIES}
        ignored = len(self.document.filtered_problems.ignored)
        self.status.counters.set_counts(counts, ignored, self.verifier.is_waiting or self._first_check_timer.isActive())

    def _update_verify_state(self) -> None:
        self.panel.set_verify_state(self.verifier.state)
        if self.document.snapshot.ignored:
            self._update_panel()  # what is not found any more is only told when all has been looked into
        self._update_counts()
        self._report_counts()

    def _report_counts(self) -> None:
        """Report the result of `check_all` once verification has ended."""
        if self._is_report_due and not self.verifier.is_waiting:
            self._is_report_due = False
            counts = [count_text(severity, self.document.count(severity)) for severity in SEVERITIES]
            self.status.show_hint(_("Checked: {counts}").format(counts=", ".join(counts)))


MAX_REASON_LENGTH = 500


class IgnoreDialog(AppDialog):
    """Asks for a reason, and whether to ignore the code everywhere. Choice: "ignore"."""

    def __init__(self, parent: QWidget | None, problems: Sequence[Problem]) -> None:
        count = len(problems)
        super().__init__(parent, plural("Ignore this finding", "Ignore these {n} findings", count).format(n=count),
                         "eye_closed")  # fmt: skip
        self.add_paragraph(combined_message(problems), "text")
        self.field = QLineEdit()
        self.field.setFont(text_font(14))
        self.field.setMaxLength(MAX_REASON_LENGTH)
        self.field.setMinimumHeight(34)
        self.field.setPlaceholderText(_("Why it is as it should be"))
        self.field.setAccessibleName(_("Reason"))
        self.body.addWidget(self.field)
        self.everywhere_switch = ToggleSwitch(_("Wherever it comes up, now and later"))
        self.body.addWidget(self.everywhere_switch)
        if not all(problem.cells or problem.edges or problem.field for problem in problems):
            self.everywhere_switch.setChecked(True)  # it has no place that could be named
            self.everywhere_switch.setEnabled(False)
        self.add_paragraph(_("It is kept in the layout's file, listed apart, and counts again whenever you like."))
        self.add_button("", _("Cancel"))
        self.ok_button = self.add_button("ignore", _("Ignore"), filled=True, icon="eye_closed")
        self.field.textChanged.connect(lambda: self.ok_button.setEnabled(bool(self.reason())))
        self.ok_button.setEnabled(False)
        self.field.setFocus()

    def reason(self) -> str:
        return " ".join(self.field.text().split())
