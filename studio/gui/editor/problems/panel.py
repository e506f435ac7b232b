"""The problems of the layout: counted, filtered, each with its place, its sentence and its repair."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from studio.core.problems import Problem, by_cause, is_measured
from studio.core.text import _, numeral, plural
from studio.gui.editor.document.places import SEVERITIES
from studio.gui.editor.document.prover import Proof
from studio.gui.editor.problems.findings import Finding, Line, Remark
from studio.gui.editor.problems.listing import ProblemList
from studio.gui.editor.problems.proposing import ProposalBar
from studio.gui.editor.problems.rows import fix_room
from studio.gui.editor.problems.signs import CounterChip, ProofSign
from studio.gui.widgets import Card, PlainButton, ToolButton, set_tip
from studio.gui.widgets.inputs import SearchField
from studio.gui.widgets.since import Since

FIX_WIDTH, FIX_NARROW = 160, 122
ROOMY = 760
"""In a panel narrower than this the repairs' buttons are narrow, unless their words ask for more."""
BRIEF, TIGHT, CRAMPED = 600, 460, 350
"""In a panel narrower than this the counters show numbers only; so does the button; there is no title."""
PILL = 120
"""What the pill of ignored findings takes from the others."""
LEAST = 240


def took_words(seconds: float) -> str:
    """How long something took: "12 ms", "0.4 s", "5 s"."""
    if seconds < 0.0995:
        return _("{n} ms").format(n=max(1, round(1000 * seconds)))
    return _("{n} s").format(n=numeral(seconds, ".1f") if seconds < 4.95 else numeral(seconds, ".0f"))


class ProblemsPanel(Card):
    """All findings of a layout, those of one cause in one row. `chosen` carries the problems to jump to (perhaps none),
    `fix_wanted` one to repair.

    `fix_kind_wanted` carries a code all of whose findings are to be repaired, `ignore_wanted` problems that are not to
    count, `heed_wanted` an entry that is to ignore no more, `explain_wanted` a problem to explain, `spaces_wanted`
    problems whose spaces are to be selected, `lab_wanted` asks for the laboratory, `said` words for the status bar.
    """

    chosen = Signal(tuple)
    fix_wanted = Signal(object)
    fix_all_wanted = Signal()
    fix_kind_wanted = Signal(str)
    ignore_wanted = Signal(tuple)
    heed_wanted = Signal(object)
    explain_wanted = Signal(object)
    spaces_wanted = Signal(tuple)
    lab_wanted = Signal()
    said = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("Problems"), parent=parent)
        self._safe = 0
        self.current: tuple[Problem, ...] = ()
        """The chosen problems: all of a row, or the one of them that was stepped to."""
        self._problems: list[Problem] = []
        self._places: list[str] = []
        self.chips = {severity: CounterChip(severity) for severity in SEVERITIES}
        self._aside: list[Line] = []
        self.ignored = CounterChip(None)
        self.ignored.hide()
        self.header.takeAt(1)  # the stretch: the proof's words take the room instead
        self.note_label.hide()
        self.header.addSpacing(8)
        for chip in (*self.chips.values(), self.ignored):
            chip.toggled.connect(self._refill)
            self.header.addWidget(chip)
        self.proof = ProofSign()
        self.header.addWidget(self.proof, 1)
        self._took = 0.0
        self.checked = Since(self)
        self.checked.changed.connect(self._tell_checked)
        self.fix_all = PlainButton(_("Fix all safe ones"), small=True)
        self.fix_all.clicked.connect(self.fix_all_wanted)
        set_tip(self.fix_all, _("Make every repair that takes nothing away, as one step"))
        self.lens = ToolButton("search", _("Search the problems"), px=28, icon_px=16)
        self.lens.clicked.connect(self.search_for)
        self.header.addWidget(self.lens)
        self.header.addWidget(self.fix_all)
        self.search = SearchField(_("Search the problems: words, places, codes"))
        self.search.textChanged.connect(self._refill)
        self.search.installEventFilter(self)
        self.search.hide()
        self.body.addWidget(self.search)
        self.proposal = ProposalBar()
        self.body.addWidget(self.proposal)
        self.list = ProblemList()
        self.list.chosen.connect(self.choose)
        self.list.fix_wanted.connect(self.fix_wanted)
        self.list.kind_wanted.connect(self.fix_kind_wanted)
        self.list.ignore_wanted.connect(self.ignore_wanted)
        self.list.heed_wanted.connect(self.heed_wanted)
        self.list.explain_wanted.connect(self.explain_wanted)
        self.list.spaces_wanted.connect(self.spaces_wanted)
        self.list.lab_wanted.connect(self.lab_wanted)
        self.list.said.connect(self.said)
        self.body.addWidget(self.list, 1)
        self._refill()

    @property
    def listed(self) -> list[Finding]:
        """The findings that are not filtered away, in order."""
        return self.list.findings.rows

    def show_problems(self, problems: Sequence[Problem], places: Sequence[str], aside: Sequence[Line] = ()) -> None:
        """Show these findings, each with the words for its place; keep the chosen one if it is still there.

        `aside` is what the layout asks to ignore.
        """
        self._aside = list(aside)
        ignored = {problem for row in aside if isinstance(row, Finding) for problem in row.problems}
        count = sum(len(row.problems) for row in aside if isinstance(row, Finding))
        self.ignored.set_count(count)
        self.ignored.setVisible(bool(aside))
        self._problems, self._places = list(problems), list(places)
        for severity, chip in self.chips.items():
            chip.set_count(sum(problem.severity is severity for problem in problems))
        safe = sum(problem.fix is not None and problem.fix.safe for problem in problems)
        self._safe = safe
        self._fit_header()
        if not safe and self.fix_all.hasFocus():
            self.list.setFocus()  # else the keyboard would end in a field of another panel
        self.fix_all.setEnabled(safe > 0)
        self.current = self.current if set(self.current) <= {*self._problems, *ignored} else ()
        self._refill()

    def _fit_header(self) -> None:
        """Say in words how many repairs are safe; where there is less room, in the number, without the title."""
        wide = self.width()
        for chip in (*self.chips.values(), self.ignored):
            chip.set_brief(wide < BRIEF + (PILL if self._aside else 0))
        for chip in self.chips.values():  # four of them find no room: what counts nothing goes
            chip.setVisible(wide >= CRAMPED or not self._aside or chip.count > 0)
        self.title_label.setVisible(wide >= CRAMPED)
        self.lens.setVisible(wide >= TIGHT)
        words = _("Fix all safe ones, {n}").format(n=self._safe) if self._safe else _("Fix all safe ones")
        tight = wide < TIGHT
        self.fix_all.set_text((str(self._safe) if self._safe else "") if tight else words, "wand" if tight else "")
        self.fix_all.setAccessibleName(words)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_header()
        self.list.rows.fix_width = self._fix_width()

    def _fix_width(self) -> int:
        """How wide the repairs' buttons are in a panel of this width."""
        if self.width() >= ROOMY:
            return FIX_WIDTH
        labels = {problem.fix.label for problem in self._problems if problem.fix is not None}
        labels |= {row.fix_words for row in self._aside}
        labels |= {Finding((problem,), ("",)).fix_words for problem in self._problems if is_measured(problem.code)}
        return min(FIX_WIDTH, max([FIX_NARROW, *map(fix_room, labels)]))

    def set_proof(self, state: Proof) -> None:
        """Show what is known about completion."""
        self.proof.set_state(state)
        self._tell_checked()
        if not self._problems:
            self._refill()

    def note_checked(self, seconds: float) -> None:
        """Checks have ended just now, after so many seconds of work altogether."""
        self._took = seconds
        self.checked.begin()

    def _tell_checked(self) -> None:
        """Say when everything was looked into, and how long that took."""
        state, took = self.proof.state, took_words(self._took)
        if not self.checked.words:
            return
        if state is Proof.CHECKING:
            words = _("checking …")
        elif state is Proof.UNKNOWN:
            words = _("stopped after {took}").format(took=took)
        else:
            words = _("checked {since} · {took}").format(since=self.checked.words, took=took)
        self.proof.set_remark(words)

    def choose(self, problems: Sequence[Problem]) -> None:
        """Mark the row of these problems as the chosen one and say so."""
        self.current = tuple(problems)
        self.list.mark(problems)
        self.list.reveal()
        self.chosen.emit(self.current)

    def step(self, by: int) -> None:
        """Choose the next or the previous place of the findings that are shown."""
        shown = [problem for row in self.listed for problem in row.problems]
        if shown:
            place = 0 if by > 0 else -1
            if self.current and self.current[0] in shown:
                place = shown.index(self.current[0]) + (by if len(self.current) == 1 else min(by, 0))
            self.choose((shown[place % len(shown)],))

    def current_row(self) -> Finding | None:
        """The row of the chosen problem, or the first one."""
        rows = [line for line in self.list.findings.lines if isinstance(line, Finding)]
        chosen = [row for row in rows if self.current and self.current[0] in row.problems]
        return next(iter(chosen or rows), None)

    def step_place(self, by: int) -> None:
        """Choose the next or the previous place of the row that is chosen."""
        if (row := self.current_row()) is not None:
            self.list.step(row, by)

    def search_for(self) -> None:
        """Type words that the listed findings are to have; Escape lists all again."""
        self.search.show()
        self.search.setFocus()
        self.search.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Escape leaves the search, Enter and Down go on to what it has found.
        if watched is self.search and isinstance(event, QKeyEvent):
            is_press = event.type() == QEvent.Type.KeyPress
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                if is_press:
                    self.search.clear()
                    self.search.hide()
                    self.list.setFocus()
                return True
            if is_press and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
                self.list.setFocus()
                self.list.begin()
                return True
        return super().eventFilter(watched, event)

    def _is_sought(self, problem: Problem, place: str) -> bool:
        """Whether a finding has all words that are searched for."""
        told = f"{problem.code} {place} {problem.message} {problem.cause}".casefold()
        return all(word in told for word in self.search.text().casefold().split())

    def _refill(self) -> None:
        place_of = dict(zip(map(id, self._problems), self._places, strict=True))
        shown = [
            problem
            for problem in self._problems
            if self.chips[problem.severity].isChecked() and self._is_sought(problem, place_of[id(problem)])
        ]
        rows = [
            Finding(group, tuple(place_of[id(problem)] for problem in group)).around(self.current)
            for group in by_cause(shown)
        ]
        self.list.rows.fix_width = self._fix_width()
        aside = [row.around(self.current) if isinstance(row, Finding) else row for row in self._aside]
        heading = [Remark(_("Ignored"))] if aside else []
        shown_aside = [*heading, *aside] if self.ignored.isChecked() else []
        self.list.show_findings(rows, self._remark(len(self._problems) - len(shown)), shown_aside)
        self.list.mark(self.current)

    def _remark(self, hidden: int) -> Remark | None:
        """What is said below the findings: how many are hidden, or that there are none, once that is sure."""
        if hidden:
            return Remark(plural("{n} finding is hidden.", "{n} findings are hidden.", hidden).format(n=hidden))
        if self._problems:
            return None
        if self.proof.state is Proof.HOLDS:
            return Remark(_("Nothing to say: this layout can be played."), "tick", "done")
        if self.proof.state is Proof.UNKNOWN:
            return Remark(_("Nothing was found, but not everything could be looked into."), "help")
        return Remark(_("Nothing found so far; still looking …"), "hourglass")
