"""The problems panel: counts and filters, search, verification, the list, and the preview of fixes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.game import Verdicts
from studio.core.problems import Problem, Severity, group_by_cause, is_measured
from studio.core.text import _, format_number, plural
from studio.gui import widgets as w
from studio.gui.editor.problem_names import SEVERITIES, SEVERITY_NAMES, count_text, ignored_text
from studio.gui.editor.problems.explain import FixPreviewBar
from studio.gui.editor.problems.problem_groups import ListNote, ListRow, ProblemGroup, VerifyState, focused_rows
from studio.gui.editor.problems.problem_list import ProblemList, fix_button_width
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import MEDIUM, current_theme, text_font
from studio.gui.widgets.accessibility import Role
from studio.gui.widgets.inputs import SearchField
from studio.gui.widgets.text import RelativeTime

MIN_NOTE_TEXT = 56  # with less room the verification shows only its icon


class SeverityChip(w.PaintedButton):
    """Counts one severity (None: ignored problems); unchecked, it hides them."""

    def __init__(self, severity: Severity | None) -> None:
        super().__init__(checkable=True)
        self.severity = severity
        self.is_brief = False
        self.setChecked(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_count(0)

    def set_count(self, count: int) -> None:
        self.count = count
        text = count_text(self.severity, count) if self.severity is not None else ignored_text(count)
        self.setText(str(count) if self.is_brief else text)
        self.setAccessibleName(text)
        w.set_tooltip(self, _("Show or hide: {counted}").format(counted=text))
        self.updateGeometry()

    def set_brief(self, brief: bool) -> None:
        self.is_brief = brief
        self.set_count(self.count)

    def sizeHint(self) -> QSize:
        width = QFontMetricsF(text_font(13, MEDIUM)).horizontalAdvance(self.text())
        return QSize(round(width) + 42, current_theme().target_size(26))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, role = current_theme(), "second" if self.severity is None else SEVERITY_NAMES[self.severity]
        is_active = self.isChecked() and self.count > 0
        has_tint = is_active and self.severity is not None
        ink = theme.color(role if is_active else "second")
        with w.painter_on(self) as painter:
            rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setBrush(theme.color(f"{role}_tint" if has_tint else "inset"))
            border = QPen(ink if has_tint else theme.color("line"), 1.8 if self.hasFocus() else 1)
            if not self.isChecked():
                border.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(border)
            painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
            painter.setOpacity(1.0 if is_active else 0.55)
            top = (self.height() - 16) // 2
            if self.severity is None:
                painter.drawPixmap(9, top, icon_pixmap("eye_closed", ink, 16, self.devicePixelRatioF()))
            else:
                w.paint_severity(painter, QRectF(9, top, 16, 16), self.severity)
            painter.setOpacity(1.0)
            painter.setPen(ink)
            painter.setFont(text_font(13, MEDIUM))
            painter.drawText(QRectF(31, 0, self.width(), self.height()), Qt.AlignmentFlag.AlignVCenter, self.text())


def verify_text(state: VerifyState, verdicts: Verdicts | None = None) -> str:
    """Return the state of verification as text: the game's own, or about whether the board can be completed."""
    texts = verdicts or Verdicts(
        idle=_("Not verified yet"),
        working=_("Verifying that it can be completed…"),
        holds=_("Verified: can be completed"),
        fails=_("Cannot be completed"),
        unknown=_("Could not be verified"),
    )
    return str(getattr(texts, "working" if state is VerifyState.CHECKING else state.value))


class VerifyStatus(QWidget):
    accessible_role = Role.StaticText
    ICONS = {
        VerifyState.IDLE: ("hourglass", "second"),
        VerifyState.CHECKING: ("hourglass", "second"),
        VerifyState.HOLDS: ("tick", "done"),
        VerifyState.FAILS: ("warning", "warning"),
        VerifyState.UNKNOWN: ("help", "second"),
    }

    def __init__(self) -> None:
        super().__init__()
        self.state = VerifyState.IDLE
        self.verdicts: Verdicts | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.note = ""
        self.set_note_line(True)

    def set_state(self, state: VerifyState) -> None:
        self.state = state
        self._update_description()

    def set_note(self, remark: str) -> None:
        self.note = remark
        self._update_description()

    def set_note_line(self, on: bool) -> None:
        """Whether the note has a line of its own, also while there is none: the board must not move for it."""
        self.has_note_line = on
        self.setFixedHeight(34 if on else 26)
        self.update()

    def text_width(self) -> int:
        """The width that the icon and the longest text need, without the note."""
        metrics = QFontMetricsF(text_font(13))
        return 26 + round(max(metrics.horizontalAdvance(verify_text(state, self.verdicts)) for state in VerifyState))

    def _update_description(self) -> None:
        text = verify_text(self.state, self.verdicts)
        self.setAccessibleName(text)
        self.setAccessibleDescription(self.note)
        tip = _("The board is verified only when it has no errors.") if self.state is VerifyState.IDLE else text
        w.set_tooltip(self, "\n".join(filter(None, (tip, self.note))))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        text = verify_text(self.state, self.verdicts)
        if not (text or self.note) or self.width() < 22:  # no room even for the icon
            return
        theme = current_theme()
        icon, role = self.ICONS[self.state]
        ink = theme.color(role)
        with QPainter(self) as painter:
            top = (self.height() - 16) // 2
            painter.drawPixmap(2, top, icon_pixmap(icon, ink, 16, self.devicePixelRatioF()))
            room = QRectF(24, 0, self.width() - 24, self.height())
            if room.width() < MIN_NOTE_TEXT:
                return
            if self.note and self.has_note_line:
                w.paint_text(painter, room.adjusted(0, 17, 0, 0), self.note, theme.color("second"), 12)
                room.setBottom(18)
            w.paint_text(painter, room, text, ink, 13)


FIX_WIDTH, FIX_WIDTH_NARROW = 200, 122
WIDE_WIDTH = 760  # in a narrower panel the buttons of fixes are narrow, unless their labels need more
TIGHT_WIDTH, CRAMPED_WIDTH = 460, 350
"""In narrower panels: button without words, no search button; no title."""
MIN_WIDTH, MIN_HEIGHT, PADDING, DENSE_MARGIN = 240, 44, 14, 5  # pixels; the padding is that of a card


def duration_text(seconds: float) -> str:
    """Return a duration as "12 ms", "0.4 s" or "5 s"."""
    if seconds < 0.0995:
        return _("{n} ms").format(n=max(1, round(1000 * seconds)))
    return _("{n} s").format(n=format_number(seconds, ".1f") if seconds < 4.95 else format_number(seconds, ".0f"))


class ProblemsPanel(w.Card):
    """All problems of a layout, those of one cause in one row. `chosen` carries the problems to show (perhaps none).

    `content_resized`: `content_height` may have changed.
    """

    chosen = Signal(tuple)
    content_resized = Signal()

    def __init__(self) -> None:
        super().__init__(_("Problems"))
        self._safe_count = 0
        self.current_problems: tuple[Problem, ...] = ()  # chosen: all of a row, or the one that was stepped to
        self._problems: list[Problem] = []
        self._places: list[str] = []
        self.severity_chips = {severity: SeverityChip(severity) for severity in SEVERITIES}
        self._ignored_rows: list[ListRow] = []
        self.ignored_chip = SeverityChip(None)
        self.ignored_chip.hide()
        self.header.takeAt(1)  # the stretch: the text of the verification takes its room
        self.note_label.hide()
        self.header.addSpacing(8)
        for chip in (*self.severity_chips.values(), self.ignored_chip):
            chip.toggled.connect(self._update_list)
            self.header.addWidget(chip)
        self.verify_status = VerifyStatus()
        self.header.addWidget(self.verify_status, 1)
        self._check_seconds = 0.0
        self.checked_time = RelativeTime(self)
        self.checked_time.changed.connect(self._show_checked)
        self.fix_all_button = w.PlainButton(_("Apply safe fixes"), small=True)
        w.set_tooltip(self.fix_all_button, _("Apply all fixes that remove nothing, as one undo step"))
        self.search_button = w.ToolButton("search", _("Search problems"), px=28, icon_px=16, act=self.start_search)
        self.header.addWidget(self.search_button)
        self.header.addWidget(self.fix_all_button)
        self.search_field = SearchField(_("Search problems: text, spaces, codes"))
        self.search_field.textChanged.connect(self._update_list)
        self.search_field.installEventFilter(self)
        self.search_field.hide()
        self.body.addWidget(self.search_field)
        self.preview_bar = FixPreviewBar()
        self.preview_bar.toggled.connect(self._update_list)
        self.body.addWidget(self.preview_bar)
        self.problem_list = ProblemList()
        self.problem_list.setMinimumHeight(1)  # a panel that may not grow while the pointer draws has a whole header
        self.problem_list.chosen.connect(self.choose)
        self.body.addWidget(self.problem_list, 1)
        self._update_list()

    @property
    def listed_groups(self) -> list[ProblemGroup]:
        return self.problem_list.group_model.groups

    def show_problems(
        self, problems: Sequence[Problem], places: Sequence[str], ignored_rows: Sequence[ListRow] = ()
    ) -> None:
        """List problems with the names of their places; chosen ones stay. `ignored_rows` is what the layout ignores."""
        self._ignored_rows = list(ignored_rows)
        ignored = {problem for row in ignored_rows if isinstance(row, ProblemGroup) for problem in row.problems}
        count = sum(len(row.problems) for row in ignored_rows if isinstance(row, ProblemGroup))
        self.ignored_chip.set_count(count)
        self.ignored_chip.setVisible(bool(ignored_rows))
        self._problems, self._places = list(problems), list(places)
        for severity, chip in self.severity_chips.items():
            chip.set_count(sum(problem.severity is severity for problem in problems))
        self._safe_count = safe = sum(problem.fix is not None and problem.fix.safe for problem in problems)
        self._fit_header()
        if not safe and self.fix_all_button.hasFocus():
            self.problem_list.setFocus()  # else the keyboard would end in a field of another panel
        self.fix_all_button.setEnabled(safe > 0)
        if not set(self.current_problems) <= {*self._problems, *ignored}:
            self.current_problems = ()
        self._update_list()

    def _fit_header(self) -> None:
        """Shorten chips and buttons as the width shrinks; the words of chips go before those of the verification."""
        wide = self.width()
        for chip in self.severity_chips.values():  # four of them find no room: what counts nothing goes
            chip.setVisible(wide >= CRAMPED_WIDTH or not self._ignored_rows or chip.count > 0)
        self.title_label.setVisible(wide >= CRAMPED_WIDTH)
        self.search_button.setVisible(wide >= TIGHT_WIDTH)
        count, is_tight = self._safe_count, wide < TIGHT_WIDTH
        label = _("Apply safe fixes, {n}").format(n=count) if count else _("Apply safe fixes")
        self.fix_all_button.set_text(str(count or "") if is_tight else label, "wand" if is_tight else "")
        self.fix_all_button.setAccessibleName(label)
        chips = (*self.severity_chips.values(), self.ignored_chip)
        for chip in chips:
            chip.set_brief(False)
        needed = self.header.sizeHint().width() + self.verify_status.text_width() + 2 * PADDING
        for chip in chips:
            chip.set_brief(wide < needed)

    def set_dense(self, dense: bool) -> None:
        """In a low page margins are small, and when the checks ran is only in the tooltip of their result."""
        margin = DENSE_MARGIN if dense else PADDING
        self.column.setContentsMargins(PADDING, min(margin, PADDING - 3), PADDING, margin)
        self.column.setSpacing(2 if dense else 8)
        self.verify_status.set_note_line(not dense)
        self.content_resized.emit()

    def minimumSizeHint(self) -> QSize:
        return QSize(MIN_WIDTH, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_header()
        self.problem_list.problem_delegate.fix_width = self._fix_width()

    def _fix_width(self) -> int:
        """Return the width of the fix buttons in a panel of this width."""
        if self.width() >= WIDE_WIDTH:
            return FIX_WIDTH
        labels = {problem.fix.label for problem in self._problems if problem.fix is not None}
        labels |= {row.button_text for row in self._ignored_rows}
        measured = [problem for problem in self._problems if is_measured(problem.code)]
        labels |= {ProblemGroup((problem,), ("",)).button_text for problem in measured}
        return min(FIX_WIDTH, max([FIX_WIDTH_NARROW, *map(fix_button_width, labels)]))

    def set_verify_state(self, state: VerifyState) -> None:
        self.verify_status.set_state(state)
        self._show_checked()
        if not self._problems:
            self._update_list()

    def set_checked(self, seconds: float) -> None:
        """The checks have ended just now, after `seconds` of work."""
        self._check_seconds = seconds
        self.checked_time.restart()

    def _show_checked(self) -> None:
        """Show when everything was checked and how long that took."""
        state, took = self.verify_status.state, duration_text(self._check_seconds)
        if not self.checked_time.text:
            return
        if state is VerifyState.CHECKING:
            self.verify_status.set_note("")
        elif state is VerifyState.UNKNOWN:
            self.verify_status.set_note(_("stopped after {took}").format(took=took))
        else:
            text = _("checked {since} · {took}")
            self.verify_status.set_note(text.format(since=self.checked_time.text, took=took))

    def choose(self, problems: Sequence[Problem]) -> None:
        self.current_problems = tuple(problems)
        self.problem_list.highlight(problems)
        self.problem_list.reveal_highlighted()
        self.chosen.emit(self.current_problems)

    def step_problem(self, by: int) -> None:
        """Choose the next or previous place of all listed problems."""
        shown = [problem for row in self.listed_groups for problem in row.problems]
        if shown:
            place = 0 if by > 0 else -1
            if self.current_problems and self.current_problems[0] in shown:
                place = shown.index(self.current_problems[0]) + (by if len(self.current_problems) == 1 else min(by, 0))
            self.choose((shown[place % len(shown)],))

    def current_row(self) -> ProblemGroup | None:
        """Return the row of the chosen problem, or the first one."""
        rows = [row for row in self.problem_list.group_model.rows if isinstance(row, ProblemGroup)]
        chosen = [row for row in rows if self.current_problems and self.current_problems[0] in row.problems]
        return next(iter(chosen or rows), None)

    def step_place(self, by: int) -> None:
        if (row := self.current_row()) is not None:
            self.problem_list.step_place(row, by)

    def start_search(self) -> None:
        self.search_field.show()
        self.search_field.setFocus()
        self.search_field.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Escape leaves the search, Enter and Down go on to what it has found.
        if watched is self.search_field and isinstance(event, QKeyEvent):
            is_press = event.type() == QEvent.Type.KeyPress
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                if is_press:
                    self.search_field.clear()
                    self.search_field.hide()
                    self.problem_list.setFocus()
                return True
            if is_press and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
                self.problem_list.setFocus()
                self.problem_list.set_current_row(0)
                return True
        return super().eventFilter(watched, event)

    def _matches_search(self, problem: Problem, place: str) -> bool:
        text = f"{problem.code} {place} {problem.message} {problem.cause}".casefold()
        return all(word in text for word in self.search_field.text().casefold().split())

    def _update_list(self) -> None:
        place_of = dict(zip(map(id, self._problems), self._places, strict=True))
        shown = [
            problem
            for problem in self._problems
            if self.severity_chips[problem.severity].isChecked()
            and self._matches_search(problem, place_of[id(problem)])
        ]
        grouped = group_by_cause(shown)
        rows: list[ListRow] = [
            ProblemGroup(group, tuple(place_of[id(problem)] for problem in group)) for group in grouped
        ]
        if note := self._make_note(len(self._problems) - len(shown)):
            rows.append(note)
        if self._ignored_rows and self.ignored_chip.isChecked():
            rows += [ListNote(_("Ignored")), *self._ignored_rows]
        self.problem_list.problem_delegate.fix_width = self._fix_width()
        self.problem_list.show_rows(focused_rows(rows, self.current_problems))
        self.problem_list.highlight(self.current_problems)
        has_rows = bool(self._problems or self._ignored_rows)
        if not has_rows and self.problem_list.hasFocus():
            self.severity_chips[SEVERITIES[0]].setFocus()  # or the focus would move to another panel
        # Without rows the header says all; a low panel has no room for both a question and the list.
        self.problem_list.setVisible(has_rows and self.preview_bar.isHidden())
        self.content_resized.emit()

    def content_height(self) -> int:
        """Return the height at which nothing needs to be scrolled."""
        margins = self.column.contentsMargins()
        parts = [part.sizeHint().height() for part in (self.search_field, self.preview_bar) if not part.isHidden()]
        rows = range(self.problem_list.group_model.rowCount() if not self.problem_list.isHidden() else 0)
        if rows:
            parts.append(sum(self.problem_list.sizeHintForRow(row) for row in rows) + 7)
        gaps = self.column.spacing() + self.body.spacing() * (len(parts) - 1) if parts else 0
        needed = margins.top() + self.header.sizeHint().height() + gaps + sum(parts) + margins.bottom()
        return max(needed, MIN_HEIGHT)

    def _make_note(self, hidden: int) -> ListNote | None:
        """Return the line below the problems: how many are hidden, or that there are none."""
        if hidden:
            return ListNote(plural("{n} problem is hidden.", "{n} problems are hidden.", hidden).format(n=hidden))
        if self._problems:
            return None
        if self.verify_status.state is VerifyState.HOLDS:
            return ListNote(_("No problems found. This layout can be played."), "tick", "done")
        if self.verify_status.state is VerifyState.UNKNOWN:
            return ListNote(_("No problems found, but some checks did not finish."), "help")
        return ListNote(_("No problems so far, still checking…"), "hourglass")
