"""Variations in the Lab: what can be varied, what is played, and what the chart and the table show."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.documents.paths import layouts_dir, results_dir
from studio.gui.lab.page import PASSPORT, VARIATIONS, LabPage
from studio.gui.lab.passport import run_rows
from studio.gui.lab.variations import VariableRow, VariationsView
from studio.lab.result_store import load_history
from studio.lab.variations import list_variables
from studio.lab.worker_pool import InProcessPool
from studio.services.loading import load_layout
from tests.gui.lab.conftest import finish_run, show_view


def play(page: LabPage, first: int, last: int) -> VariationsView:
    """Vary the first number of the layout."""
    show_view(page, VARIATIONS)
    view = page.variations_view
    view.rows[0].first.set_value(first)
    view.rows[0].last.set_value(last)
    QTest.mouseClick(view.begin, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    return view


@pytest.fixture
def count(page: LabPage) -> int:
    """The number of the layout that is varied."""
    drawn = page._editor.edited_layout()
    assert drawn is not None
    return list_variables(drawn)[0].value


@pytest.mark.usefixtures("at_once")
def test_every_value_has_the_figures_of_its_own_experiment(page: LabPage, qtbot: QtBot, count: int) -> None:
    view = play(page, count, count + 1)
    same, more = view.reports()
    page.run()  # plays the view
    QApplication.processEvents()
    assert view.reports()[0]["sides"] == same["sides"]
    show_view(page, "fairness")
    finish_run(page, qtbot)
    assert page.report is not None and more["sides"][0]["hash"] != same["sides"][0]["hash"]
    assert page.report["sides"] == [{**same["sides"][0], "layout": page.report["layout"]}]
    rows = [row.cells for row in view.table.table.rows]
    assert [row[0] for row in rows] == [str(count), str(count + 1)] and rows[0][2] == str(same["matches"])
    spoken = [mark.text for mark in view.chart.marks()]
    rate = same["sides"][0]["seats"][0]["win_rate"]["value"]
    assert len(spoken) == 2 and spoken[0].startswith(f"{count}: Seat 1: {100 * rate:.1f}")
    assert view.status_label.text() == "2 of 2 values played" and view.begin.isEnabled()
    saved = [run for side in (same, more) for run in load_history(side["sides"][0]["hash"])]
    assert ["variation" in run.report["experiment"] for run in saved] == [False, True, True]
    show_view(page, PASSPORT)
    assert page.passport_view.passport is not None
    assert [run.report for run in page.passport_view.passport.history] == [run.report for run in saved[:2]]
    rules = [row.cells[2].splitlines()[0] for row in run_rows(page.passport_view.passport, is_running=False)]
    assert rules[0] == "standard rules" and rules[1].endswith(f"={count}")


@pytest.mark.usefixtures("at_once")
def test_values_that_were_played_are_not_played_again(
    page: LabPage, count: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = play(page, count, count + 1).reports()
    monkeypatch.setattr(InProcessPool, "submit", lambda *_job: pytest.fail("plays again"))
    view = play(page, count, count + 1)
    assert [report["sides"] for report in view.reports()] == [report["sides"] for report in before]
    path = tmp_path / "all.json"
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_save_path", lambda *_asked: path)
    page.export_data()
    assert [report["sides"] for report in json.loads(path.read_text("utf-8"))] == [one["sides"] for one in before]
    for file in results_dir().glob("*.checkpoint"):
        file.write_bytes(b"damaged")
    assert "is damaged" in play(page, count, count).status_label.text()


@pytest.mark.usefixtures("at_once")
def test_a_change_of_language_keeps_what_was_played(page: LabPage, count: int) -> None:
    view = play(page, count, count + 1)
    other = LabPage(page._editor, predecessor=page)
    assert other.variations_view.table.table == view.table.table
    assert other.variations_view.status_label.text() == "2 of 2 values played"
    other.deleteLater()


def test_options_have_no_bounds_and_numbers_those_of_the_form(qtbot: QtBot) -> None:
    row = VariableRow("Vary")
    qtbot.addWidget(row)
    variables = list_variables(load_layout(layouts_dir() / "entdecker" / "duel.json"))
    row.offer(variables, "nothing")
    assert row.variation() is None
    row.choice.set_current("keep_misfits")
    assert row._bounds.isHidden()
    assert row._values.text() == "off, on"
    row.choice.set_current("units.scout.cost")  # 1 in the layout
    assert row.variation() == (next(one for one in variables if one.name == "units.scout.cost"), 0, 3)
    assert row.choice.currentText() == "Scouts · Price in gold" and not row._bounds.isHidden()
