"""The problems of the layout: counted, filtered, each with its place, its sentence and its repair."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from studio.core.game import Verdicts
from studio.core.problems import Problem, Severity, by_cause, is_measured
from studio.core.text import _, numeral, plural
from studio.gui.editor.clipboard import KINDS, SEVERITIES, counted, ignored_words
from studio.gui.editor.problems.explain import ProposalBar
from studio.gui.editor.problems.problem_groups import Finding, Line, Proof, Remark
from studio.gui.editor.problems.problem_list import ProblemList, fix_room
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, current_theme, text_font
from studio.gui.widgets import Card, PlainButton, ToolButton, paint_severity, paint_words, set_tip
from studio.gui.widgets.inputs import SearchField
from studio.gui.widgets.text import Since

# Small signs about findings: how many there are of a severity, and how far the proof is.

LEGIBLE = 56
"""In less room than this the sign of the proof stands without words, which its tip has."""


class CounterChip(QAbstractButton):
    """A pill that counts one severity (None: what is ignored) and, when switched off, hides it."""

    def __init__(self, severity: Severity | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.severity = severity
        self.is_brief = False
        self.setCheckable(True)
        self.setChecked(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_count(0)

    def set_count(self, count: int) -> None:
        """Show how many there are."""
        self.count = count
        words = counted(self.severity, count) if self.severity is not None else ignored_words(count)
        self.setText(str(count) if self.is_brief else words)
        self.setAccessibleName(words)
        set_tip(self, _("{counted}: show or hide them").format(counted=words))
        self.updateGeometry()

    def set_brief(self, brief: bool) -> None:
        """Show the number alone, or with its word."""
        self.is_brief = brief
        self.set_count(self.count)

    def sizeHint(self) -> QSize:
        width = QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(self.text())
        return QSize(round(width) + 42, current_theme().target(26))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, role = current_theme(), "second" if self.severity is None else KINDS[self.severity]
        shown = self.isChecked() and self.count > 0
        ink = theme.color(role) if shown else theme.color("second")
        ground = f"{role}_tint" if shown and self.severity is not None else "inset"
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setBrush(theme.color(ground))
            is_loud = shown and self.severity is not None
            edge = QPen(ink if is_loud else theme.color("line"), 1.8 if self.hasFocus() else 1)
            if not self.isChecked():
                edge.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(edge)
            painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
            painter.setOpacity(1.0 if shown else 0.55)
            top = (self.height() - 16) // 2
            if self.severity is None:
                painter.drawPixmap(9, top, icon_pixmap("eye_closed", ink, 16, self.devicePixelRatioF()))
            else:
                paint_severity(painter, QRectF(9, top, 16, 16), self.severity)
            painter.setOpacity(1.0)
            painter.setPen(ink)
            painter.setFont(text_font(13, MEDIUM))
            painter.drawText(QRectF(31, 0, self.width(), self.height()), Qt.AlignmentFlag.AlignVCenter, self.text())


def proof_words(state: Proof, verdicts: Verdicts | None = None) -> str:
    """What a proof has found out, in a few words: the game's own, or of whether the board can be completed."""
    words = verdicts or Verdicts(
        idle=_("Not proved yet"),
        working=_("Proving that it can be completed …"),
        holds=_("Proved completable"),
        fails=_("Cannot be completed"),
        unknown=_("Completable? Not decided"),
    )
    return {
        Proof.IDLE: words.idle,
        Proof.CHECKING: words.working,
        Proof.HOLDS: words.holds,
        Proof.FAILS: words.fails,
        Proof.UNKNOWN: words.unknown,
    }[state]


class ProofSign(QWidget):
    """What the proof has found out: being looked into, nothing wrong, something wrong, or not known."""

    LOOKS = {
        Proof.IDLE: ("hourglass", "second"),
        Proof.CHECKING: ("hourglass", "second"),
        Proof.HOLDS: ("tick", "done"),
        Proof.FAILS: ("warning", "warning"),
        Proof.UNKNOWN: ("help", "second"),
    }

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = Proof.IDLE
        self.verdicts: Verdicts | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.remark = ""
        self.setFixedHeight(26)

    def set_state(self, state: Proof) -> None:
        """Show another state."""
        self.state = state
        self._tell()

    def set_remark(self, remark: str) -> None:
        """Say something in small letters below."""
        self.remark = remark
        self.setFixedHeight(34)
        self._tell()

    def _tell(self) -> None:
        words = proof_words(self.state, self.verdicts)
        self.setAccessibleName(words)
        self.setAccessibleDescription(self.remark)
        tip = _("Nothing is proved while errors remain.") if self.state is Proof.IDLE else words
        set_tip(self, "\n".join(filter(None, (tip, self.remark))))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        words = proof_words(self.state, self.verdicts)
        if not (words or self.remark) or self.width() < 22:  # no room even for the sign
            return
        theme = current_theme()
        icon, role = self.LOOKS[self.state]
        ink = theme.color(role)
        with QPainter(self) as painter:
            top = (self.height() - 16) // 2
            painter.drawPixmap(2, top, icon_pixmap(icon, ink, 16, self.devicePixelRatioF()))
            room = QRectF(24, 0, self.width() - 24, self.height())
            if room.width() < LEGIBLE:
                return
            if self.remark:
                paint_words(painter, room.adjusted(0, 17, 0, 0), self.remark, theme.color("second"), 12)
                room.setBottom(18)
            paint_words(painter, room, words, ink, 13)


# The problems of the layout: counted, filtered, each with its place, its sentence and its repair.

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
