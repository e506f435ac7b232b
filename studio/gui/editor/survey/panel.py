"""What was measured of the layout, beside the board: from where, what is drawn over the board, tables of figures."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.core.form import Row, Table
from studio.core.text import _
from studio.gui.editor.survey.legend import Legend
from studio.gui.editor.survey.overlays import OverlayRow
from studio.gui.editor.survey.surveying import Surveying, is_empty
from studio.gui.editor.survey.table import SurveyTable
from studio.gui.style.fonts import MEDIUM, text_font
from studio.gui.widgets import Card, Elided, ScrollArea, Separator, text_label
from studio.gui.widgets.inputs import Choice


class TablePart(QWidget):
    """A table under its title, with its one-line summary at the foot. `chosen(table, row)`."""

    chosen = Signal(object, object)

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(Separator())
        self.title = Elided(table.title, "text", 15)
        self.title.setFont(text_font(14, MEDIUM))
        column.addWidget(self.title)
        self.view = SurveyTable(table)
        column.addWidget(self.view)
        self.note = text_label(table.note, "second", 12, wrap=True)
        column.addWidget(self.note)
        self.view.chosen.connect(lambda row: self.chosen.emit(self.view.table, row))
        self.show_table(table)

    def show_table(self, table: Table) -> None:
        """Show other figures."""
        self.title.set_text(table.title)
        self.view.show_table(table)
        self.note.setText(table.note)
        self.note.setVisible(bool(table.note))


class SurveyPanel(Card):
    """The panel. `shown(row)` asks to show a row's places on the board."""

    shown = Signal(object)

    def __init__(self, surveying: Surveying, parent: QWidget | None = None) -> None:
        super().__init__(_("Survey"), " ", parent)
        self.surveying = surveying
        self.rows: list[OverlayRow] = []
        self.legends: list[Legend] = []
        self.tables: list[TablePart] = []
        self.choice = Choice()
        self.choice.setAccessibleName(_("Measured from"))
        self.choice.setMaximumWidth(206)
        self.choice.chosen.connect(lambda key: surveying.choose(int(key)))
        self.header.addWidget(self.choice)
        self.nothing = text_label(_("Measuring …"), "second", 13, wrap=True)
        holder = QWidget()
        self._column = QVBoxLayout(holder)
        self._column.setContentsMargins(0, 0, 9, 0)
        self._column.setSpacing(6)
        self._column.addWidget(self.nothing)
        self._column.addStretch(1)
        self.area = ScrollArea(holder, name=_("Survey"))
        self.body.addWidget(self.area, 1)
        surveying.changed.connect(self.refresh)
        surveying.switched.connect(self._follow_switches)
        self.refresh()

    def refresh(self) -> None:
        """Show the newest survey; rows and tables are kept as long as there are as many."""
        surveying, survey = self.surveying, self.surveying.survey
        options = [(str(place), name) for place, name in survey.choices]
        if options != [(str(self.choice.itemData(at)), self.choice.itemText(at)) for at in range(self.choice.count())]:
            self.choice.set_options(options)
        self.choice.set_current(str(survey.target))
        self.choice.setVisible(len(options) > 0)
        self.note_label.setVisible(False)
        self.nothing.setVisible(is_empty(survey))
        if surveying.has_answer:
            self.nothing.setText(_("There is nothing to measure in this layout yet."))
        while len(self.rows) < len(survey.overlays):
            row = OverlayRow()
            row.switched.connect(surveying.switch)
            self._column.insertWidget(1 + 2 * len(self.rows), row)
            self._column.insertWidget(2 + 2 * len(self.rows), legend := Legend())
            self.rows.append(row)
            self.legends.append(legend)
        for row, legend in zip(self.rows[len(survey.overlays) :], self.legends[len(survey.overlays) :], strict=True):
            row.hide()
            legend.hide()
        self._follow_switches()
        while len(self.tables) < len(survey.tables):
            part = TablePart(survey.tables[len(self.tables)])
            part.chosen.connect(self._chosen)
            self._column.insertWidget(self._column.count() - 1, part)
            self.tables.append(part)
        for place, part in enumerate(self.tables):
            part.setVisible(place < len(survey.tables))
            if place < len(survey.tables):
                part.show_table(survey.tables[place])
                part.view.mark(survey.target if self._is_about_choices(survey.tables[place]) else -1)

    def _follow_switches(self) -> None:
        """Overlays can be switched elsewhere too."""
        for row, legend, overlay in zip(self.rows, self.legends, self.surveying.survey.overlays, strict=False):
            is_on = self.surveying.is_on(overlay)
            row.show_overlay(overlay, is_on)
            row.show()
            legend.show_keys(overlay.keys if is_on else ())

    def _is_about_choices(self, table: Table) -> bool:
        """Whether each row of a table is about one of the places that can be measured from."""
        places = {place for place, _name in self.surveying.survey.choices}
        told = [row.targets for row in table.rows if row.targets]
        return bool(told) and all(len(targets) == 1 and targets[0] in places for targets in told)

    def _chosen(self, table: Table, row: Row) -> None:
        self.shown.emit(row)
        if self._is_about_choices(table):
            self.surveying.choose(row.targets[0])

    def sizeHint(self) -> QSize:
        return QSize(300, 420)
