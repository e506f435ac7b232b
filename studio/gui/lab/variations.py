"""Plays a layout with several values of a number or an option, and shows what depends on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from studio.bots import is_timed
from studio.core.form import Row, Table
from studio.core.game import Json
from studio.core.text import _, with_label
from studio.gui import widgets as w
from studio.gui.editor.survey.table import SurveyTable
from studio.gui.lab.series import Series, SeriesRunner, SeriesView, Stage
from studio.gui.widgets.inputs import ComboBox, CountBox
from studio.gui.widgets.svg_chart import SvgChart, seat_inks
from studio.lab.report.charts import sweep_chart
from studio.lab.report.text import timed_text
from studio.lab.run import Experiment
from studio.lab.series import Sweep, SweepStage, sweep_table, varied_points
from studio.lab.variations import Variable, list_variables
from studio.lab.verdict import verdict_names
from studio.lab.worker_pool import WorkerPool
from studio.services.loading import LoadedLayout

CHART_HEIGHT = 220
SPREAD = 2  # values below and above that of the layout, at first


class VariableRow(QWidget):
    """What to vary: a number with its first and last value, or an option with all its values."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self._variables: dict[str, Variable] = {}
        self.choice, self.first, self.last = ComboBox(name=label), CountBox(), CountBox()
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.choice.setMinimumContentsLength(16)
        self._bounds = QWidget()
        bounds = w.hbox(parent=self._bounds, spacing=8)
        for text, field in ((_("from"), self.first), (_("to"), self.last)):
            field.setAccessibleName(f"{label}, {text}")
            field.setFixedWidth(96)
            bounds.addWidget(w.text_label(text, "second", 13))
            bounds.addWidget(field)
        self._values = w.text_label("", "second", 13)
        title = w.text_label(label, "text", 13)
        title.setMinimumWidth(76)
        w.hbox(title, (self.choice, 1), self._bounds, self._values, parent=self, spacing=10)
        self.choice.currentIndexChanged.connect(lambda _place: self._show_variable())

    def offer(self, variables: Sequence[Variable], nothing: str = "") -> None:
        """Offer these; the choice stays if it is still offered. `nothing`: the text for no choice, the first entry."""
        before, self._variables = self.choice.current(), {variable.name: variable for variable in variables}
        none = [("", nothing)] if nothing else []
        self.choice.set_options([*none, *((variable.name, variable.label) for variable in variables)])
        self.choice.set_current(before)
        self._show_variable()

    def variation(self) -> tuple[Variable, int, int] | None:
        variable = self._variables.get(self.choice.current())
        return None if variable is None else (variable, self.first.value(), self.last.value())

    def _show_variable(self) -> None:
        variable = self._variables.get(self.choice.current())
        self._bounds.setVisible(variable is not None and not variable.choices)
        self._values.setVisible(variable is not None and bool(variable.choices))
        if variable is not None:
            self._values.setText(", ".join(text for _value, text in variable.choices))
            for field, value in ((self.first, variable.value - SPREAD), (self.last, variable.value + SPREAD)):
                field.set_range(variable.minimum, variable.maximum)
                field.set_value(value)


class VariationsView(SeriesView):
    """The variables, the progress, and a chart and a table with a place for each value."""

    shown = Signal()

    def __init__(self, runner: SeriesRunner) -> None:
        super().__init__(runner, _("Variations"), _("Play variations"), "play")
        self.rows = VariableRow(_("Vary")), VariableRow(_("And vary"))
        w.vbox(*self.rows, parent=self.settings, spacing=6)
        self._offered: Sequence[Variable] = ()
        text = _(
            "Every value plays the experiment with the same seed, on a copy of the layout. Values that were played "
            "before are not played again. The intervals and the verdict hold for each value separately."
        )
        about = w.text_label(text, "second", 13, wrap=True)
        self.chart = SvgChart(" ", 300)
        self.chart.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.table, self.remarks = SurveyTable(Table("", (), ())), w.text_label("", "warning", 13, wrap=True)
        for widget in (self.chart, self.table, self.remarks, about):
            self.column.addWidget(widget)
        self.column.addStretch(1)
        self.update_controls()
        self.clear()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit()

    def offer(self, opened: LoadedLayout) -> None:
        """Offer what can be varied in a layout."""
        variables = list_variables(opened)
        if variables != self._offered and not self.is_running:
            self._offered = variables
            self.rows[0].offer(variables)
            self.rows[1].offer(variables, _("nothing"))

    def reports(self) -> Sequence[Json]:
        return self.stage.reports if isinstance(self.stage, SweepStage) else ()

    def make_series(self, opened: LoadedLayout, plan: Experiment) -> Callable[[WorkerPool], Series]:
        variations = [found for row in self.rows if (found := row.variation()) is not None]
        points = varied_points(opened, plan.sides[0].options, variations, plan)
        title = " · ".join(variable.label for variable, _first, _last in variations)
        return lambda pool: Sweep(title, points, pool)

    def clear(self) -> None:
        for widget in (self.chart, self.table, self.remarks):
            widget.hide()

    def final_text(self) -> str:
        if not isinstance(self.stage, SweepStage):
            return super().final_text()
        done = sum(report["state"] == "finished" for report in self.reports())
        return _("{n} of {count} values played").format(n=done, count=len(self.stage.points))

    def show_stage(self, stage: Stage) -> None:
        super().show_stage(stage)
        assert isinstance(stage, SweepStage)
        played = [(point.name, report) for point, report in stage.points if report is not None]
        if played:
            sides = [(name, report["sides"][0]) for name, report in played]
            self.chart.set_name(_("Win rate of each seat by {variable}").format(variable=stage.title))
            self.chart.show_chart(
                lambda width, height: sweep_chart(sides, stage.title, width, height, seat_inks()), CHART_HEIGHT
            )
            head, *lines = sweep_table(stage.reports)
            rows = []
            for (name, side), line in zip(sides, lines, strict=True):
                rows.append(Row((name, verdict_names()[side["fairness"]["verdict"]], *line[3:-1])))
            self.table.show_table(Table(stage.title, (_("value"), _("verdict"), *head[3:-1]), tuple(rows)))
        self.chart.setVisible(bool(played))
        self.table.setVisible(bool(played))
        remarks = [with_label(point.name, point.reason) for point, _report in stage.points if point.reason]
        if any(is_timed(bot) for report in stage.reports[:1] for bot in report["experiment"]["bots"]):
            remarks.append(timed_text())
        self.remarks.setText("\n".join(remarks))
        self.remarks.setVisible(bool(remarks))
