"""The charts of the laboratory: every match is in one bar, hills hold all of them, marks say what they show."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.lab.charts import ChartCard, show_ladder, show_points
from studio.gui.lab.results import Summary
from studio.gui.style.theme import DARK, LIGHT, Theme
from studio.gui.widgets.charts import seat_line
from studio.gui.widgets.svg_chart import SvgChart, seat_inks
from studio.lab.report.charts import column_chart, interval_chart
from studio.lab.statistics import make_bins
from tests.gui.style.test_theme import contrast

TURNS = {"41": 3, "58": 20, "60": 40, "77": 7}
OTHER = {"30": 1, "60": 9}


def test_marks_are_walked_with_the_arrow_keys_and_speak(qtbot: QtBot) -> None:
    chart = SvgChart("Length")
    qtbot.addWidget(chart)
    bars = make_bins([TURNS, OTHER])
    chart.show_chart(lambda width, height: column_chart(bars, "Length", width, height, [60, 58], outlined=True))
    chart.resize(240, 236)
    chart.show()
    before = chart.grab().toImage()
    QTest.keyClick(chart, Qt.Key.Key_Right)
    QTest.keyClick(chart, Qt.Key.Key_Right)
    mark = chart.marks()[1]
    assert chart.current_index == 1 and mark.text in chart.accessibleName() and "; on B" in mark.text
    assert chart.grab().toImage() != before
    assert chart.text_at(QPointF(mark.box.center())) == mark.text
    QTest.keyClick(chart, Qt.Key.Key_Left)
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.current_index == 0


def test_the_chart_of_win_rates_is_described(qtbot: QtBot) -> None:
    seat = {"win_rate": {"value": 0.5, "low": 0.4, "high": 0.6}}
    chart = SvgChart("Win rates")
    qtbot.addWidget(chart)
    chart.show_chart(
        lambda width, _height: interval_chart([{"seats": [seat, seat]}], "fair: 50 %", width, seat_inks()), 152
    )
    assert chart.accessibleDescription().startswith("Seat 1 wins 50.0 % of the matches, between 40.0 and 60.0 %.")


def test_a_chart_has_the_colours_of_the_theme(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    chart = SvgChart("Length")
    qtbot.addWidget(chart)
    bars = make_bins([TURNS])
    chart.show_chart(lambda width, height: column_chart(bars, "Length", width, height))
    chart.resize(240, 236)
    for theme in (LIGHT, DARK):
        monkeypatch.setattr("studio.gui.widgets.svg_chart.current_theme", lambda theme=theme: theme)
        image = chart.grab().toImage()
        axis = theme.color("border")
        assert any(image.pixelColor(5, y) == axis for y in range(200, 230)), theme.name


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_seat_lines_have_contrast(monkeypatch: pytest.MonkeyPatch, qapp: QApplication, theme: Theme) -> None:
    monkeypatch.setattr("studio.gui.widgets.charts.current_theme", lambda: theme)
    assert qapp is not None
    for seat in range(6):
        assert contrast(seat_line(seat), theme.color("panel")) >= 3, seat


def test_without_a_figure_nothing_is_drawn_and_nothing_breaks(qtbot: QtBot) -> None:
    points, ladder = ChartCard("Points by seat"), ChartCard("Skill ladder")
    seat = {"points": {"counts": {}, "median": 0, "lower": 0, "upper": 0}}
    for card in (points, ladder):
        qtbot.addWidget(card)
    show_points(points, [{"seats": [seat, seat]}])
    show_ladder(ladder, [{"bots": [{"bot": "random", "elo": None}]}])
    assert not points.grab().isNull() and ladder.isHidden()


def test_charts_stand_two_by_two_where_there_is_less_room(qtbot: QtBot) -> None:
    summary = Summary()
    qtbot.addWidget(summary)
    summary.resize(1130, 900)
    summary.show()
    adjacent = summary.findings
    assert summary.columns == 4 and adjacent.geometry().left() > summary.fairness.geometry().right()
    summary.resize(960, 900)
    assert summary.columns == 2 and adjacent.geometry().left() > summary.fairness.geometry().right()
    summary.resize(700, 900)
    summary.layout().activate()  # type: ignore[union-attr]  # it has one
    assert summary.columns == 2 and adjacent.geometry().top() > summary.fairness.geometry().bottom()
