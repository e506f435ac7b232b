"""The figures of an experiment as tables: points by seat, length, and all that the games count."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.core.form import Row, Table
from studio.core.game import Json
from studio.core.text import _, numeral, percent
from studio.gui.editor.survey.table import SurveyTable
from studio.gui.widgets import Card, ScrollArea, text_label
from studio.lab.report import wandering
from studio.lab.report.plain import titles

LEAST = 250
"""Pixels that the tables have at least."""


def spread_row(title: str, spreads: list[Json | None]) -> Row:
    """A figure on one side or two: mean with its ±, median, from and to of the first, mean of the second."""
    first = spreads[0]
    if first is None or not first["count"]:
        cells = [title, "–", "", "", ""]
    else:
        half = "" if first["half"] is None else f" ± {numeral(first['half'], '.1f')}"
        cells = [
            title,
            f"{numeral(first['mean'], ',.1f')}{half}",
            numeral(first["median"], ","),
            numeral(first["least"], ","),
            numeral(first["most"], ","),
        ]
    for other in spreads[1:]:
        cells.append("–" if other is None or not other["count"] else numeral(other["mean"], ",.1f"))
    return Row(tuple(cells))


def heads(title: str, sides: int) -> tuple[str, ...]:
    """The columns of such rows."""
    return (title, _("mean"), _("median"), _("least"), _("most"), *((_("B, mean"),) if sides > 1 else ()))


def tables(report: Json) -> list[Table]:
    """All tables of a report: points by seat, bots where they differ, everything else."""
    sides = report["sides"]
    first, names = sides[0], titles(report["game"])
    seats = [
        spread_row(_("Seat {number}").format(number=seat + 1), [side["seats"][seat]["points"] for side in sides])
        for seat in range(len(first["seats"]))
    ]
    found = [Table(_("Points by seat"), heads(_("Seat"), len(sides)), tuple(seats))]
    if len({bot["bot"] for bot in first["bots"]}) > 1:
        rows = [(bot["bot"], bot["matches"], bot["win_rate"]) for bot in first["bots"]]
        cells = [
            Row(
                (
                    bot,
                    percent(rate["value"]),
                    numeral(100 * rate["low"], ".1f"),
                    numeral(100 * rate["high"], ".1f"),
                    numeral(count, ","),
                )
            )
            for bot, count, rate in rows
        ]
        found.append(Table(_("Bots"), (_("Bot"), _("wins"), _("from"), _("to"), _("matches")), tuple(cells)))
    numbers = [spread_row(_("decisions"), [side["length"] for side in sides])]
    numbers += [
        spread_row(names.get(name, name), [side["numbers"].get(name) for side in sides]) for name in first["numbers"]
    ]
    found.append(Table(_("The course of the matches"), heads(_("Figure"), len(sides)), tuple(numbers)))
    endings = [
        Row((names.get(name, name), numeral(count, ","), percent(count / first["matches"])))
        for name, count in first["endings"].items()
    ]
    if endings:
        found.append(Table(_("How they ended"), (_("Ending"), _("matches"), _("share")), tuple(endings)))
    return found


class FiguresCard(Card):
    """The tables, one below the other."""

    def __init__(self) -> None:
        super().__init__(_("Figures"), " ")
        self.setMinimumHeight(LEAST)
        room = QWidget()
        self._column = QVBoxLayout(room)
        self._column.setContentsMargins(0, 0, 6, 0)
        self._column.setSpacing(6)
        self.remark = text_label("", "warning", 13, wrap=True)
        self.remark.hide()
        self._column.addWidget(self.remark)
        self.tables: dict[str, SurveyTable] = {}
        self._titles: dict[str, QWidget] = {}
        self._column.addStretch(1)
        self.body.addWidget(ScrollArea(room, name=_("Figures")), 1)

    def clear(self) -> None:
        """Show none."""
        for widget in (*self.tables.values(), *self._titles.values()):
            widget.hide()
            widget.deleteLater()
        self.tables, self._titles = {}, {}
        self.remark.hide()
        self.set_note(" ")

    def show_report(self, report: Json) -> None:
        """The figures so far; those that stay keep their place."""
        first = report["sides"][0]
        self.set_note(_("{count:,} matches, ± with 95 %").format(count=first["matches"]))
        failed = [failure for side in report["sides"] for failure in side["failures"]]
        remarks = [wandering()] if first["mostly_limit"] else []
        if failed:
            words = _("{count} matches broke a rule and count nowhere; the first is number {match}: {reason}")
            remarks.append(words.format(count=len(failed), match=failed[0]["match"], reason=failed[0]["reason"]))
        self.remark.setText("\n".join(remarks))
        self.remark.setVisible(bool(remarks))
        for table in tables(report):
            if table.title in self.tables:
                self.tables[table.title].show_table(table)
                continue
            view = SurveyTable(table)
            title = text_label(table.title, "second", 13, semibold=True)
            place = self._column.count() - 1
            self._column.insertWidget(place, title)
            self._column.insertWidget(place + 1, view)
            self.tables[table.title], self._titles[table.title] = view, title
