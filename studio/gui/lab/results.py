"""The results of an experiment: verdict, charts, findings and tables."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QSizePolicy, QWidget

from studio.core.form import Row, Table
from studio.core.game import Json
from studio.core.problems import Severity
from studio.core.text import _, format_number, format_percent
from studio.gui import widgets as w
from studio.gui.editor.problem_names import SEVERITY_NAMES
from studio.gui.editor.survey.table import SurveyTable
from studio.gui.lab import charts
from studio.gui.widgets.svg_chart import SvgChart, seat_inks
from studio.lab.report.charts import FOOT, HEAD, ROW, interval_chart
from studio.lab.report.findings import IMPROVE, MORE_MATCHES, OPEN_RECORD, RUN_AGAIN, SHOW_MAP, Finding
from studio.lab.report.text import (
    bots_table,
    course_table,
    limit_warning,
    seats_at_equal_strength,
    spread_head,
    spread_row,
    statistic_titles,
)
from studio.lab.verdict import Verdict, verdict_text

# Fairness: the verdict, and the win rate of every seat with its interval.

SEVERE = {Verdict.OPEN: Severity.INFO, Verdict.UNFAIR: Severity.ERROR}
"""How the verdict is marked; what is fair has no mark."""


class FairnessCard(w.Card):
    """The verdict and the chart."""

    def __init__(self) -> None:
        super().__init__(_("Fairness"), " ")
        self.mark: QWidget | None = None
        self.verdict_label = w.title_label(_("No matches played yet"), 21)
        self.verdict_label.setWordWrap(True)
        self._row = w.hbox((self.verdict_label, 1), spacing=10)
        self.body.addLayout(self._row)
        self.chart = SvgChart(_("Win rate of each seat with confidence interval"), 360)
        self.chart.hide()
        self.body.addWidget(self.chart)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_report(self, report: Json) -> None:
        sides = report["sides"]
        found = Verdict(sides[0]["fairness"]["verdict"])
        if self.mark is not None:
            w.remove_widgets(self._row, [self.mark])
            self.mark = None
        if found in SEVERE:
            self.mark = w.SeverityMark(SEVERE[found], 20)
            self._row.insertWidget(0, self.mark, 0, Qt.AlignmentFlag.AlignTop)
        self.verdict_label.setText(verdict_text(sides[0]))
        if sides[0]["seats"][0].get("equal_strength") is not None:
            self.set_note(_("estimates for equal bots, 95 % intervals for all seats together"))
        else:
            self.set_note(_("win rates, 95 % intervals for all seats together"))
        fair = _("fair: {rate:.4g} %").format(rate=100 / len(sides[0]["seats"]))
        self.chart.show_chart(
            lambda width, _height: interval_chart(sides, fair, width, seat_inks()),
            HEAD + FOOT + ROW * len(sides[0]["seats"]),
        )
        self.chart.show()


# Findings, each with a button for its next step.

FINDINGS_WIDTH = 306


class FindingRow(QFrame):
    """A finding, with a button for its next step."""

    step_requested = Signal(str, str)

    def __init__(self, finding: Finding, can_step: bool) -> None:
        super().__init__()
        self.finding = finding
        row = w.hbox(parent=self, spacing=9, margins=(9, 8, 9, 9))
        if finding.severity is None:
            mark: QWidget = w.IconLabel("tick", "done", 16)
            mark.setAccessibleName(_("good"))
        else:
            mark = w.SeverityMark(finding.severity, 17)
            self.setProperty("severity", SEVERITY_NAMES[finding.severity])
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        column = w.vbox(w.text_label(finding.title, "text", 14, semibold=True, wrap=True), spacing=3)
        if finding.text:
            column.addWidget(w.text_label(finding.text, "second", 13, wrap=True))
        self.button: w.PlainButton | None = None
        if finding.step and can_step:
            self.button = w.PlainButton(self._words(), small=True)
            self.button.clicked.connect(lambda: self.step_requested.emit(finding.step, finding.target))
            column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignRight)
        row.addLayout(column, 1)
        self.setAccessibleName(f"{finding.title}. {finding.text}")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def _words(self) -> str:
        if self.finding.step == MORE_MATCHES:
            return _("Play {n:,} more").format(n=int(self.finding.target))
        return {
            OPEN_RECORD: _("Open record"),
            IMPROVE: _("Improve fairness…"),
            SHOW_MAP: _("Show map"),
            RUN_AGAIN: _("Run B too"),
        }[self.finding.step]


def button_text(action: QAction) -> str:
    return action.text().replace("&", "")


class FindingsCard(w.Card):
    """All findings. Their buttons are hidden while matches are played, since findings may still change."""

    step_requested = Signal(str, str)

    def __init__(self) -> None:
        super().__init__(_("Results"), " ")
        self.rows: list[FindingRow] = []
        self._column = w.vbox(spacing=8)
        self.body.addLayout(self._column)
        self.buttons: list[w.PlainButton] = []
        self._foot = w.hbox(spacing=8)
        self.body.addLayout(self._foot)
        self.body.addStretch(1)
        self._shown: tuple[Sequence[Finding], bool] | None = None

    def add_action(self, action: QAction, icon: str) -> None:
        """Add a button for an action on the result."""
        button = w.PlainButton(button_text(action), icon, small=True, act=action.trigger)
        action.changed.connect(lambda: button.setEnabled(action.isEnabled()))
        button.setEnabled(action.isEnabled())
        self.buttons.append(button)
        self._foot.addWidget(button)

    def sizeHint(self) -> QSize:
        return QSize(FINDINGS_WIDTH, super().sizeHint().height())

    def show_findings(self, found: Sequence[Finding], may_change: bool, is_kept: bool) -> None:
        """Show findings; `is_kept`: the result is stored with the layout."""
        note = _("saved with the layout") if is_kept else " "
        self.set_note(_("may still change") if may_change else note)
        if (found, may_change) == self._shown:
            return
        self._shown = found, may_change
        w.clear_layout(self._column)
        self.rows = [FindingRow(finding, not may_change) for finding in found]
        for row in self.rows:
            row.step_requested.connect(self.step_requested)
            self._column.addWidget(row)


# Tables: points by seat, length, and the statistics of the game.

MIN_TABLE_WIDTH = 250  # pixels that the tables have at least


def report_tables(report: Json) -> list[Table]:
    """All tables of a report: points by seat, bots if they differ, everything else."""
    sides = report["sides"]
    first, names = sides[0], statistic_titles(report["game"])
    has_other = len(sides) > 1
    seats = []
    for seat in range(len(first["seats"])):
        points = [side["seats"][seat]["points"] for side in sides]
        seats.append(Row(spread_row(_("Seat {number}").format(number=seat + 1), *points)))
    found = [Table(_("Points by seat"), spread_head(_("Seat"), has_other=has_other), tuple(seats))]
    if len({bot["bot"] for bot in first["bots"]}) > 1:
        head, *rows = bots_table(first)
        found.append(Table(_("Bots"), head, tuple(map(Row, rows))))
        if first["seats"][0]["equal_strength"] is not None:
            head, *rows = seats_at_equal_strength(first)
            found.append(Table(_("Seats at equal strength"), (_("Seat"), *head[1:]), tuple(map(Row, rows))))
    numbers = [Row(spread_row(_("decisions"), *(side["length"] for side in sides)))]
    numbers += [
        Row(spread_row(names.get(name, name), *(side["numbers"].get(name) for side in sides)))
        for name in first["numbers"]
    ]
    found.append(Table(_("Match statistics"), spread_head(_("Value"), has_other=has_other), tuple(numbers)))
    if course := course_table(first, sides[1] if len(sides) > 1 else None):
        found.append(Table(_("Course of play"), course[0], tuple(map(Row, course[1:]))))
    endings = [
        Row((names.get(name, name), format_number(count, ","), format_percent(count / first["matches"])))
        for name, count in first["endings"].items()
    ]
    if endings:
        found.append(Table(_("Match endings"), (_("Ending"), _("matches"), _("percent")), tuple(endings)))
    return found


class StatisticsCard(w.Card):
    """The tables, one below the other."""

    def __init__(self) -> None:
        super().__init__(_("Statistics"), " ")
        self.setMinimumHeight(MIN_TABLE_WIDTH)
        room = QWidget()
        self._column = w.vbox(parent=room, spacing=6, margins=(0, 0, 6, 0))
        self.remark = w.text_label("", "warning", 13, wrap=True)
        self.remark.hide()
        self._column.addWidget(self.remark)
        self.tables: dict[str, SurveyTable] = {}
        self._titles: dict[str, QWidget] = {}
        self._column.addStretch(1)
        self.body.addWidget(w.ScrollArea(room, name=_("Statistics")), 1)

    def clear(self) -> None:
        w.remove_widgets(self._column, (*self.tables.values(), *self._titles.values()))
        self.tables, self._titles = {}, {}
        self.remark.hide()
        self.set_note(" ")

    def show_report(self, report: Json) -> None:
        first = report["sides"][0]
        self.set_note(_("{count:,} matches, ± at 95 %").format(count=first["matches"]))
        failed = [failure for side in report["sides"] for failure in side["failures"]]
        remarks = [limit_warning()] if first["mostly_limit"] else []
        if failed:
            text = _("{count} matches broke a rule and are not counted. The first is number {match}: {reason}")
            remarks.append(text.format(count=len(failed), match=failed[0]["match"], reason=failed[0]["reason"]))
        self.remark.setText("\n".join(remarks))
        self.remark.setVisible(bool(remarks))
        for table in report_tables(report):
            if table.title in self.tables:
                self.tables[table.title].show_table(table)
                continue
            view = SurveyTable(table)
            title = w.text_label(table.title, "second", 13, semibold=True)
            place = self._column.count() - 1
            self._column.insertWidget(place, title)
            self._column.insertWidget(place + 1, view)
            self.tables[table.title], self._titles[table.title] = view, title


# The summary.

GAP = 10
UNLIMITED_WIDTH = 16_777_215  # QWIDGETSIZE_MAX
MIN_SUMMARY_WIDTH = 440
ROOMY = 800  # pixels; with less room the charts are in two rows
BESIDE = 900  # pixels; with less room the findings are below the verdict


class Summary(QWidget):
    """All results but the maps, for a scroll area."""

    def __init__(self) -> None:
        super().__init__()
        self.fairness, self.figures = FairnessCard(), StatisticsCard()
        self.ladder = charts.ChartCard(_("Skill ladder"), 320)
        self.ladder.about.setMinimumHeight(0)
        titles = _("Length"), _("Lead changes"), _("Match endings")
        self.charts = [charts.ChartCard(_("Points by seat"), 210), *map(charts.ChartCard, titles)]
        for card in self.charts:
            card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.findings = FindingsCard()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 6, 0)
        self._row.setSpacing(GAP)
        self._row.setSizeConstraint(QBoxLayout.SizeConstraint.SetNoConstraint)  # as it stands it may be wider
        column = w.vbox(spacing=GAP)
        self._row.addLayout(column, 1)
        self._row.addWidget(self.findings)
        column.addWidget(self.fairness)
        self._grid = QGridLayout()
        self._grid.setSpacing(GAP)
        column.addLayout(self._grid)
        column.addWidget(self.ladder)
        column.addWidget(self.figures, 1)
        self.columns = 0
        self._arrange(4)

    def _arrange(self, columns: int) -> None:
        """Place the four charts in this many columns."""
        if columns == self.columns:
            return
        self.columns = columns
        for place, card in enumerate(self.charts):
            self._grid.addWidget(card, place // columns, place % columns)
        shares = (256, 182, 176, 176) if columns == 4 else (1, 1, 0, 0)
        for place, share in enumerate(shares):
            self._grid.setColumnStretch(place, share)

    def minimumSizeHint(self) -> QSize:
        return QSize(MIN_SUMMARY_WIDTH, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_beside = self.width() >= BESIDE
        direction = QBoxLayout.Direction.LeftToRight if is_beside else QBoxLayout.Direction.TopToBottom
        self._row.setDirection(direction)
        self.findings.setMaximumWidth(FINDINGS_WIDTH if is_beside else UNLIMITED_WIDTH)
        self._arrange(4 if self.width() - is_beside * (FINDINGS_WIDTH + GAP) >= ROOMY else 2)

    def show_report(self, report: Json, found: Sequence[Finding], may_change: bool, is_kept: bool) -> None:
        self.findings.show_findings(found, may_change, is_kept)
        sides = report["sides"]
        self.fairness.show_report(report)
        points, length, leads, endings = self.charts
        charts.show_points(points, sides)
        charts.show_lengths(length, sides)
        charts.show_leads(leads, sides)
        charts.show_endings(endings, sides, statistic_titles(report["game"]))
        charts.show_ladder(self.ladder, sides)
        self.figures.show_report(report)
