"""The passport of a layout: what it shows and speaks, its keys, measuring a cell, and two runs side by side."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.lab import passport as passport_module
from studio.gui.lab.page import FAIRNESS, PASSPORT, LabPage
from studio.gui.lab.passport import CELL, PassportView
from studio.gui.shell.main_window import MainWindow
from studio.lab.passport.data import BOTS, Cell
from studio.lab.report.data import report_data
from studio.lab.result_store import load_history, save_result
from studio.lab.run import Experiment, make_side, prepare_experiment
from studio.lab.statistics import Matches
from studio.services.loading import load_layout
from tests.gui.lab.conftest import LAYOUT, alone, open_lab, show_view
from tests.lab.test_passport import even, normal, passport, stored

ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def view(qtbot: QtBot) -> PassportView:
    found = PassportView()
    qtbot.addWidget(found)
    found.resize(1300, 700)
    fair, unfair = normal(even(2, 5000)), normal([2000, 4000, 4000], seed=3, start=2, end=3)
    found.show_passport(passport(unfair, fair, stored([3, 4], seed=9)), load_layout(LAYOUT), False)
    return found


def test_the_verdict_and_the_cells_are_shown_and_spoken(view: PassportView) -> None:
    cells = view.matrix.cells
    assert (cells.rowCount(), cells.columnCount()) == (2, 4)
    heads = [cells.headerData(column, Qt.Orientation.Horizontal) for column in range(4)]
    assert heads == ["Random", "Easy", "Planner", "Tree search"]
    assert cells.headerData(1, Qt.Orientation.Vertical) == "3 seats"
    spoken = cells.index(1, 2).data(ACCESSIBLE)
    assert spoken == "3 seats, Planner: not fair. Seat 1 wins 11 to 16 % less than its fair share. 10,000 matches."
    assert cells.index(0, 3).data(ACCESSIBLE) == "2 seats, Tree search: not measured."
    assert view.matrix.current() is cells.index(1, 2).data(CELL), "the worst finding is chosen first"
    assert view.course.title_label.text() == "Seat 1 · 3 seats, Planner"
    (course,) = view.funnel.marks()
    assert course.text.startswith("Seat 1 of 3, Planner: −13.3 %, −16 to −11 %, after 10,000 matches.")
    assert not view.verdict.improve.isHidden() and view.verdict.warning.isHidden()


def test_the_page_of_an_older_layout_says_so(view: PassportView) -> None:
    assert view.passport is not None
    view.show_passport(replace(view.passport, is_outdated=True), load_layout(LAYOUT), False)
    assert view.verdict.warning.text() == "The layout has changed since these matches were played."
    assert view.matrix.is_pale


def test_keys_walk_measure_and_lead_to_the_results(view: PassportView, qtbot: QtBot) -> None:
    view.show()
    view.matrix.setFocus()
    QTest.keyClick(view.matrix, Qt.Key.Key_Up)
    cell = view.matrix.current()
    assert cell is not None and (cell.seats, cell.bot) == (2, "planner")
    assert view.verdict.measure.text() == "Measure more"
    with qtbot.waitSignal(view.measure_requested) as asked:
        QTest.keyClick(view.matrix, Qt.Key.Key_Return)
    assert asked.args == [cell]
    QTest.keyClick(view.matrix, Qt.Key.Key_H)
    assert view.runs.currentIndex().row() == 1, "the run of this cell"
    QTest.keyClick(view.runs, Qt.Key.Key_Escape)
    view.matrix.choose((3, "mcts"))
    assert view.verdict.measure.text() == "Measure"
    assert view.passport is not None
    view.passport.history[0].report["state"] = "stopped"
    view.matrix.choose((3, "planner"))
    assert view.verdict.measure.text() == "Resume"


def test_a_click_on_the_button_of_a_cell_measures_it(view: PassportView, qtbot: QtBot) -> None:
    view.show()
    index = view.matrix.cells.index(1, 3)
    box = view.matrix.visualRect(index)
    with qtbot.waitSignal(view.measure_requested) as asked:
        QTest.mouseClick(
            view.matrix.viewport(), Qt.MouseButton.LeftButton, pos=box.center() + QPoint(box.width() // 4, 0)
        )
    assert asked.args == [index.data(CELL)]
    with qtbot.assertNotEmitted(view.measure_requested):
        QTest.mouseClick(view.matrix.viewport(), Qt.MouseButton.LeftButton, pos=box.topLeft() + QPoint(20, 20))


def test_nothing_is_started_while_a_cell_is_measured(view: PassportView, qtbot: QtBot) -> None:
    assert view.passport is not None
    view.passport.history[0].report["state"] = "running"
    view.show_passport(view.passport, load_layout(LAYOUT), True)
    assert not view.verdict.measure.isEnabled() and not view.verdict.warning.isHidden()
    assert view.matrix.running is view.passport.cells[3, "planner"]
    assert str(view.runs.rows.index(0, 3).data()) == "not fair\nrunning"
    with qtbot.assertNotEmitted(view.measure_requested):
        view.measure()


def test_only_a_change_of_state_is_announced(view: PassportView, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(passport_module, "announce", lambda _widget, text: spoken.append(text))
    for matches in (1000, 2000, 5000, 6000):
        found = passport(normal(even(2, matches)))
        found.history[0].report["state"] = "running"
        view.show_passport(found, load_layout(LAYOUT), True)
    assert len(spoken) == 1 and spoken[0].startswith("2 seats, Planner: fair ± ")


def test_two_chosen_results_can_be_compared(view: PassportView, qtbot: QtBot) -> None:
    assert view.passport is not None and not view.compare.isEnabled()
    first = str(view.runs.rows.index(0, 1).data())
    assert first == "3 seats, 10,000 matches\nPlanner"
    view.runs.selectAll()
    assert not view.compare.isEnabled()
    view.runs.clearSelection()
    for row in (0, 2):
        view.runs.selectionModel().select(
            view.runs.rows.index(row, 0),
            view.runs.selectionModel().SelectionFlag.Select | view.runs.selectionModel().SelectionFlag.Rows,
        )
    with qtbot.waitSignal(view.compare_requested) as asked:
        view.compare.click()
    assert asked.args == [[view.passport.history[0], view.passport.history[2]]]


@pytest.mark.long
@pytest.mark.parametrize(("kind", "head"), [(".png", b"\x89PNG"), (".pdf", b"%PDF"), (".svg", b"<svg ")])
def test_the_picture_is_saved(
    view: PassportView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, head: bytes
) -> None:
    monkeypatch.setattr("studio.gui.widgets.dialogs.ask_save_path", lambda *_asked: tmp_path / f"mine{kind}")
    view.share.click()
    assert (tmp_path / f"mine{kind}").read_bytes().startswith(head)


@pytest.fixture
def on_passport(page: LabPage, monkeypatch: pytest.MonkeyPatch) -> LabPage:
    monkeypatch.setattr(Cell, "next_stop", lambda _cell: Matches(12))
    show_view(page, PASSPORT)
    page.passport_view.matrix.choose((2, "random"))
    return page


def test_a_cell_is_measured_and_measured_on(on_passport: LabPage, qtbot: QtBot) -> None:
    page, view = on_passport, on_passport.passport_view
    assert not page.choices.isVisible(), "the passport has the whole width"
    for played in (12, 24):
        with qtbot.waitSignal(page.runner.finished):
            page.lab_actions.run.trigger()
        cell = view.matrix.current()
        assert cell is not None and cell.matches == played
        assert cell.seeds == {0} and view.runs.rows.rowCount() == 1, "the run goes on"
    assert view.passport is not None
    assert view.passport.verdict_lines()[0].text == "Still open for 2 seats with Random bots."
    (kept,) = load_history(view.passport.board)
    assert kept.report["matches"] == 24
    show_view(page, FAIRNESS)
    assert page.choices.isVisible() and page.report is not None and page.report["matches"] == 24


def test_two_runs_with_different_seats_are_shown_side_by_side(on_passport: LabPage, qtbot: QtBot) -> None:
    page, view = on_passport, on_passport.passport_view
    for seats in (3, 2):
        view.matrix.choose((seats, "random"))
        with qtbot.waitSignal(page.runner.finished):
            view.measure()
    view.runs.selectAll()
    view.compare.click()
    assert page.views.current() == FAIRNESS and page.report is not None
    assert [len(side["seats"]) for side in page.report["sides"]] == [2, 3]
    assert page.run_bar.note.text() == (
        "A: 2 seats, Random, seed 0, 12 matches. B: 3 seats, Random, seed 0, 12 matches. "
        "The fair shares are 50 % and 33.33 %."
    )


def test_the_passport_of_an_edited_layout_starts_empty(
    window: MainWindow, in_process: None, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "own.json"
    path.write_bytes(LAYOUT.read_bytes())
    side = make_side(load_layout(path), 2)
    run = alone(prepare_experiment(Experiment((side,), 2, ("random",), stop=Matches(4))))
    run.finish()
    report = report_data(run)
    report["sides"][0]["hash"] = "f" * 12  # of the board before it was edited
    save_result(report, [side.layout], path)
    window.open_path(path)
    page = open_lab(window)
    show_view(page, PASSPORT)
    found = page.passport_view.passport
    assert found is not None and found.is_outdated and found.matches == 4
    monkeypatch.setattr(Cell, "next_stop", lambda cell: Matches(12 + cell.matches))
    assert page.passport_view.verdict.measure.text() == "Measure"
    with qtbot.waitSignal(page.runner.finished):
        page.passport_view.measure()
    found = page.passport_view.passport
    assert found is not None and not found.is_outdated and found.matches == 12
    assert [found.is_counted(run) for run in found.history] == [True, False], "the earlier board stays in the list"


def test_open_cells_are_measured_while_nobody_uses_the_program(
    on_passport: LabPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, view = on_passport, on_passport.passport_view
    assert not view.when_idle.isChecked()
    page.idle_watch.check()
    assert not page.runner.is_busy, "not without a minute of rest"
    monkeypatch.setattr(passport_module, "IDLE_SECONDS", 0.0)
    monkeypatch.setattr("studio.lab.passport.data._VERDICT_ORDER", BOTS)
    view.when_idle.setChecked(True)
    with qtbot.waitSignal(page.runner.finished):
        page.idle_watch.check()
    assert view.passport is not None and view.passport.cells[2, "random"].matches == 12
    with qtbot.waitSignal(page.runner.finished):
        monkeypatch.setattr(Cell, "next_stop", lambda _cell: Matches(1_000_000))
        page.idle_watch.check()
        page.idle_watch.used.emit()
    assert view.passport.cells[2, "random"].runs[0].report["state"] in ("stopped", "finished")
    view.when_idle.setChecked(False)
