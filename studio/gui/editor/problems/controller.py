"""What is wrong with the layout at the easel: looked for, listed, counted, told, and shown where it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from studio.core.form import Section
from studio.core.problems import Problem, Severity, is_undecided, together
from studio.core.text import _, plural
from studio.gui.editor.board_controller import Easel
from studio.gui.editor.clipboard import SEVERITIES, counted, place_name, problem_targets
from studio.gui.editor.document import Repair
from studio.gui.editor.panels.minimap import Minimap
from studio.gui.editor.panels.status import EditorStatus
from studio.gui.editor.problems.explain import Proposing
from studio.gui.editor.problems.panel import ProblemsPanel
from studio.gui.editor.problems.problem_groups import Finding, Line, Proof, Prover, Remark
from studio.gui.style.stylesheet import text_font
from studio.gui.widgets import ToggleSwitch
from studio.gui.widgets.dialogs import HouseDialog

if TYPE_CHECKING:
    from studio.gui.editor.problems.explain import ExplainCard

FEW = 12
"""Findings about so many spaces at most select them, so that the form and the keys are about them at once."""


class Checking(QObject):
    """Keeps the list of problems, the small board and the counters at what the checks and the proof have found."""

    rule_wanted = Signal(str)
    """A clause is to be read (its number)."""
    field_wanted = Signal(str)
    """A problem is no place on the board but a field of the form (its key)."""

    def __init__(
        self, page: QWidget, easel: Easel, panel: ProblemsPanel, minimap: Minimap, status: EditorStatus
    ) -> None:
        super().__init__(easel)
        self._page = page
        self.easel, self.document = easel, easel.document
        self.panel, self.minimap, self.status = panel, minimap, status
        self.prover = Prover(self.document.game, self)
        self._is_asked = False
        self._looks = 0
        self.card: ExplainCard | None = None
        panel.proof.verdicts = self.document.game.info.verdicts
        self.document.problems_changed.connect(self._show)
        self.prover.answered.connect(self.document.set_proved)
        self.prover.state_changed.connect(self._show_proof)
        panel.chosen.connect(self._jump)
        self.proposing = Proposing(easel, panel.proposal)
        self.proposing.closed.connect(panel.list.setFocus)
        panel.fix_wanted.connect(self.fix)
        panel.fix_all_wanted.connect(self.fix_all)
        panel.fix_kind_wanted.connect(lambda code: self._offer(self.document.repairs_of(code)))
        panel.ignore_wanted.connect(self.ignore)
        panel.heed_wanted.connect(self.document.heed)
        panel.explain_wanted.connect(self.explain)
        panel.spaces_wanted.connect(self.select)
        panel.said.connect(status.say)
        status.counters.clicked.connect(lambda: panel.step(1))
        self._first = QTimer(self)  # the first look for problems does not hold up the first painting
        self._first.setSingleShot(True)
        self._first.timeout.connect(lambda: self.check_all(told=False))
        self._first.start(0)

    def close(self) -> None:
        """The page goes: look for nothing any more."""
        self._first.stop()
        self.prover.close()

    def check_all(self, told: bool = True) -> None:
        """Look for every problem now, the slow proof included, and say what was found."""
        self.easel.cancel()
        self.document.recheck()
        self.ask_proof(at_once=True)
        if told:
            self._is_asked = True
            self._tell_counts()

    def ask_proof(self, at_once: bool) -> None:
        """Prove the body as it is; while there are errors there is nothing to prove."""
        if any(problem.severity is Severity.ERROR for problem in self.document.checked):
            self.prover.forget()
        else:
            self.prover.ask(self.document.body, at_once)

    def point_to(self, problems: Sequence[Problem]) -> None:
        """Choose these problems in the list, and show where they are."""
        if self._first.isActive():  # nobody has looked for problems yet
            self._first.stop()
            self.check_all(told=False)
        self.panel.choose([problem for problem in self.document.problems if problem in problems])

    def step(self, by: int) -> None:
        """Go to the next or the previous problem."""
        self.panel.step(by)

    def step_place(self, by: int) -> None:
        """Go to the next or the previous place of the problem that is chosen."""
        self.panel.step_place(by)

    def select(self, problems: Sequence[Problem] = ()) -> None:
        """Select all spaces of these problems, or of the row that is chosen, for the tools and keys of the board."""
        row = self.panel.current_row()
        cells = {cell for problem in problems or (row.problems if row else ()) for cell in problem.cells}
        if not cells:
            self.status.say(_("This problem is about no spaces."))
            return
        self.easel.take("select")
        self.easel.desk.select(cells)
        self.easel.view.setFocus()
        words = plural("{n} space selected", "{n} spaces selected", len(cells))
        self.status.say(words.format(n=len(cells)))

    def explain(self, problem: Problem | None = None) -> None:
        """Say what a problem means: this one, or the chosen one, or the first."""
        shown = [one for row in self.panel.listed for one in row.problems]
        problem = problem or next(iter(self.panel.current), shown[0] if shown else None)
        if problem is None:
            self.status.say(_("There is nothing to explain: no problem is listed."))
            return
        if self.card is None:
            from studio.gui.editor.problems.explain import ExplainCard

            self.card = ExplainCard(self._page, self.panel, self.document.game)
            self.card.fix_wanted.connect(self.fix)
            self.card.show_wanted.connect(self.panel.choose)
            self.card.rule_wanted.connect(self.rule_wanted)
            self.card.closed.connect(self.panel.list.setFocus)
            self.panel.chosen.connect(self._explain_also)
        self.card.explain(problem)

    def _explain_also(self, problems: Sequence[Problem]) -> None:
        """While the card is open it speaks of what is chosen."""
        if problems and self.card is not None and self.card.isVisible():
            self.card.explain(problems[0])

    def fix(self, problem: Problem) -> None:
        """Make one repair."""
        if problem.fix is not None:
            self._offer(Repair(problem.fix.label, problem.fix.body, 1))

    def fix_all(self) -> None:
        """Make every safe repair, as one step."""
        repairs = self.document.safe_repairs()
        if not repairs.number:
            self.status.say(_("There is nothing to fix without taking something away."))
        self._offer(repairs)

    def _offer(self, repair: Repair) -> None:
        """Make repairs, after they were shown if they change much."""
        if not repair.number:
            return
        self.proposing.offer(repair)
        if self.proposing.repair is not None and self.card is not None and self.card.isVisible():
            self.card.close_card()  # it lies over the board
            self.panel.proposal.yes.setFocus()

    def ignore(self, problems: Sequence[Problem]) -> None:
        """Ask why findings are not to count, and ignore them then."""

        dialog = IgnoreDialog(self.panel, problems)
        if dialog.ask() == "ignore":
            self.document.ignore(problems, dialog.reason(), dialog.everywhere.isChecked())

    def _aside(self, sections: Sequence[Section]) -> list[Line]:
        """What the layout asks to ignore: found, found to be an error, or, once all has been looked into, not found."""
        from studio.services.loading import entry_words

        document, told = self.document, self.document.told
        rows: list[Line] = []
        for entry in document.draft.ignored:
            found = tuple(problem for problem, of in told.ignored if of == entry)
            if found:
                places = tuple(place_name(document.grid, problem, sections) for problem in found)
                rows.append(Finding(found, places, entry=entry))
        for entry in told.refused:
            words = _("{what}: errors cannot be ignored, for nobody could play with them.")
            rows.append(Remark(words.format(what=entry_words(entry)), "info", entry=entry))
        is_whole = self.prover.state in (Proof.HOLDS, Proof.FAILS) and not any(map(is_undecided, document.proved))
        for entry in told.idle if is_whole else ():
            words = _("{what}: ignored, but not found any more.").format(what=entry_words(entry))
            rows.append(Remark(words, "info", entry=entry))
        return rows

    def _jump(self, problems: Sequence[Problem]) -> None:
        """Show where problems are: on the board, or in the form."""
        easel, desk = self.easel, self.easel.desk
        easel.drop_proposal()
        targets = [target for problem in problems for target in problem_targets(problem)]
        cells = {cell for problem in problems for cell in problem.cells}
        fields = [problem.field for problem in problems if problem.field]
        if targets:
            easel.way.leave()
            easel.view.reveal(targets)
            if len(cells) <= FEW or len(problems) > 1:
                desk.select(cells, targets[0] if not cells else -1)
        elif fields:
            desk.select(())
            self.field_wanted.emit(fields[0])
        easel.choose(problems)
        if len(problems) == 1 and targets:
            easel.flash(targets)

    def _show(self) -> None:
        document = self.document
        if self._looks != document.looks:
            self._looks = document.looks
            proving = self.prover.seconds if self.prover.state not in (Proof.IDLE, Proof.CHECKING) else 0.0
            self.panel.note_checked(document.seconds + proving)
        problems = document.problems
        sections = document.game.form(document.body, -1) if any(problem.field for problem in document.known) else ()
        places = [place_name(document.grid, problem, sections) for problem in problems]
        self.panel.show_problems(problems, places, self._aside(sections))
        self.minimap.set_problems(problems)
        self._show_counts()
        self.easel.choose(self.panel.current)
        if self.card is not None and self.card.problem is not None and self.card.problem not in document.known:
            self.card.close_card()

    def _show_counts(self) -> None:
        counts = {severity: self.document.count(severity) for severity in SEVERITIES}
        ignored = len(self.document.told.ignored)
        self.status.counters.set_counts(counts, ignored, self.prover.is_waiting or self._first.isActive())

    def _show_proof(self) -> None:
        self.panel.set_proof(self.prover.state)
        if self.document.draft.ignored:
            self._show()  # what is not found any more is only told when all has been looked into
        self._show_counts()
        self._tell_counts()

    def _tell_counts(self) -> None:
        """Answer who has asked for all checks, once all of them have ended."""
        if self._is_asked and not self.prover.is_waiting:
            self._is_asked = False
            counts = [counted(severity, self.document.count(severity)) for severity in SEVERITIES]
            self.status.say(_("Checked: {counts}").format(counts=", ".join(counts)))


# Asking why findings are not to count.

LONGEST = 500


class IgnoreDialog(HouseDialog):
    """Why findings of one code are not to count, and whether that goes for all that may come. Choice "ignore"."""

    def __init__(self, parent: QWidget | None, problems: Sequence[Problem]) -> None:
        count = len(problems)
        super().__init__(parent, plural("Ignore this finding", "Ignore these {n} findings", count).format(n=count),
                         "eye_closed")  # fmt: skip
        self.add_words(together(problems), "text")
        self.field = QLineEdit()
        self.field.setFont(text_font(14))
        self.field.setMaxLength(LONGEST)
        self.field.setMinimumHeight(34)
        self.field.setPlaceholderText(_("Why it is as it should be"))
        self.field.setAccessibleName(_("Reason"))
        self.body.addWidget(self.field)
        self.everywhere = ToggleSwitch(_("Wherever it comes up, now and later"))
        self.body.addWidget(self.everywhere)
        if not all(problem.cells or problem.edges or problem.field for problem in problems):
            self.everywhere.setChecked(True)  # it has no place that could be named
            self.everywhere.setEnabled(False)
        self.add_words(_("It is kept in the layout's file, listed apart, and counts again whenever you like."))
        self.add_button("", _("Cancel"))
        self.yes = self.add_button("ignore", _("Ignore"), filled=True, icon="eye_closed")
        self.field.textChanged.connect(lambda: self.yes.setEnabled(bool(self.reason())))
        self.yes.setEnabled(False)
        self.field.setFocus()

    def reason(self) -> str:
        """What is typed, in one line."""
        return " ".join(self.field.text().split())
