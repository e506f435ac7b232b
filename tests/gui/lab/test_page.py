"""The Lab tab: an experiment is chosen, run, paused, stopped; what it shows is what the engine found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.problems import Severity
from studio.documents.paths import layouts_dir, results_dir
from studio.gui.editor.page import EditorPage
from studio.gui.lab.page import MATCHES, SPACES, LabPage
from studio.gui.lab.run_bar import ConvergenceChart
from studio.gui.play.page import PlayPage
from studio.gui.play.status import REPLAY
from studio.gui.shell.main_window import MainWindow
from studio.lab import jobs
from studio.lab.checkpoint import SUFFIX, save_checkpoint
from studio.lab.jobs import JobResult, StatsSource, play_match
from studio.lab.report.data import report_data
from studio.lab.report.findings import MORE_MATCHES, OPEN_RECORD, event_kinds
from studio.lab.report.text import report_lines
from studio.lab.result_store import load_results, save_result
from studio.lab.run import Experiment, Phase, Run, make_side, prepare_experiment
from studio.lab.statistics import Matches, Width
from studio.lab.verdict import expected_widths, max_half_width, sequence_of
from studio.lab.worker_pool import InProcessPool, NoWorkersError
from studio.services.loading import load_layout
from tests.gui.lab.conftest import LAYOUT, alone, editor_of, finish_run, laboratory, open_lab, show_view

NAME, TOLD = QAccessible.Text.Name, QAccessible.Text.Description

PAIR = layouts_dir() / "goldland" / "first_game.json", layouts_dir() / "goldland" / "generous_coast.json"
"""Two layouts of one game to be compared."""


def another_board() -> Any:
    """A body of the same game that is not the layout's."""
    game = load_layout(LAYOUT).game
    return game.generation.make(game.generation.templates()[0].recipe, 7)


def test_it_opens_once_and_closes_with_its_editor(window: MainWindow) -> None:
    page = laboratory(window)
    editor = editor_of(window)
    assert page.title() == f"Lab · {editor.title()}"
    window.show_page(editor)
    window.menus.action("lab").trigger()
    assert window.active_page() is page
    assert not window.menus.action("lab").isEnabled(), "its key is that of running now"
    assert window.close_page(editor)
    assert page not in window.pages()


def test_a_run_shows_its_results(page: LabPage, qtbot: QtBot) -> None:
    page.choices.seats.set_current("3")
    page.choices.seed.set_value(5)
    with qtbot.waitSignal(page.runner.finished):
        QTest.mouseClick(page.choices.run, Qt.MouseButton.LeftButton)
    side = make_side(load_layout(LAYOUT), 3)
    run = alone(prepare_experiment(Experiment((side,), 3, ("random",), stop=Matches(12), seed=5)))
    run.finish()
    expected = report_data(run)
    assert page.report is not None
    assert page.report["sides"] == expected["sides"]
    assert page.run_bar.number.text() == "12"
    assert page.run_bar.about.full_text().startswith("matches played, each rate accurate to ±")
    assert not page.run_bar.pause.isVisible() and page.choices.run.text() == "Run again"
    rates = [seat["win_rate"]["value"] for seat in expected["sides"][0]["seats"]]
    marks = page.summary.fairness.chart.marks()
    assert len(marks) == 3
    assert all(f"wins {100 * rate:.1f} %" in mark.text for rate, mark in zip(rates, marks, strict=True))
    assert page.summary.fairness.verdict_label.text().startswith("Still open: ")
    points = page.summary.figures.tables["Points by seat"].table.rows
    assert len(points) == 3 and f"{expected['sides'][0]['seats'][0]['points']['mean']:,.1f}" in points[0].cells[1]


@pytest.mark.long
def test_pause_resume_and_stop(page: LabPage, qtbot: QtBot) -> None:
    page.choices.count.set_value(1_000_000)
    page.lab_actions.run.trigger()
    qtbot.waitUntil(lambda: page.report is not None)
    page.lab_actions.pause.trigger()
    qtbot.waitUntil(lambda: page.run_bar.pause.text() == "Resume")
    played = page.run_bar.number.text()
    assert page.run_bar.left.full_text() == "–"
    QTest.mouseClick(page.run_bar.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.run_bar.number.text() != played)
    assert page.run_bar.pause.text() == "Pause"
    with qtbot.waitSignal(page.runner.finished):
        QTest.mouseClick(page.run_bar.cancel, Qt.MouseButton.LeftButton)
    assert "matches played, stopped, each rate" in page.run_bar.about.full_text()
    assert page.report is not None and page.report["state"] == Phase.STOPPED.value
    assert page.lab_actions.run.isEnabled() and not page.lab_actions.pause.isEnabled()
    stopped = page.report["matches"]
    QTest.mouseClick(page.run_bar.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.report is not None and page.report["matches"] > stopped)
    with qtbot.waitSignal(page.runner.finished):
        page.cancel()


@pytest.mark.long
def test_two_layouts_are_compared(page: LabPage, qtbot: QtBot) -> None:
    page.choices.other.set_current(str(LAYOUT))
    page.choices.other.chosen.emit(str(LAYOUT))
    finish_run(page, qtbot)
    assert page.report is not None
    first, second = page.report["sides"]
    assert first["seats"] == second["seats"], "the same board with the same luck"
    assert "On B" in page.summary.fairness.chart.marks()[0].text
    assert page.summary.figures.tables["Points by seat"].table.columns[-1] == "B, mean"
    show_view(page, SPACES)
    assert {row.cells[3] for row in page.spaces.table.table.rows} == {"+0.0"}
    assert set(page.spaces.differences().values()) == {0.0}


@pytest.mark.long
def test_map_and_table_share_the_selection(page: LabPage, qtbot: QtBot) -> None:
    finish_run(page, qtbot)
    show_view(page, SPACES)
    assert page.report is not None
    spaces, rows = page.spaces, page.spaces.table.table.rows
    shown = page.report["sides"][0]["spaces"][spaces.kinds.current()]
    assert len(rows) == len(shown) and rows[0].cells[1] == f"{100 * max(shown.values()) / 12:.1f} %"
    spaces.table.chosen.emit(rows[2])
    assert [mark.target for mark in spaces.view.marks] == list(rows[2].targets)
    place = spaces.view.widget_rect(rows[4].targets[0]).center()
    QTest.mouseClick(spaces.view, Qt.MouseButton.LeftButton, pos=place)
    assert spaces.table.current == 4
    text = spaces.cell_text(rows[4].targets[0])
    board = QAccessible.queryAccessibleInterface(spaces.view)
    assert board is not None
    places = [board.child(at) for at in range(board.childCount())]
    heard = [": ".join(place.text(kind) for kind in (NAME, TOLD)) for place in places if place is not None]
    assert text.startswith(f"{rows[4].cells[0]}: ") and text in heard


def test_a_changed_layout_is_mentioned(page: LabPage, window: MainWindow, qtbot: QtBot) -> None:
    editor = editor_of(window)
    finish_run(page, qtbot)
    assert editor.document.apply("another board", another_board())
    assert page.run_bar.note.text() == "The layout has changed since this run began."


@pytest.mark.long
def test_closing_the_tab_stops_its_workers(window: MainWindow, qtbot: QtBot) -> None:
    page = laboratory(window)
    page.choices.count.set_value(1_000_000)
    page.choices.workers.set_value(2)
    page.run()
    qtbot.waitUntil(lambda: page.report is not None)
    working = page.runner
    assert window.close_page(page)
    assert not working.is_busy


def test_an_impossible_experiment_shows_why(page: LabPage) -> None:
    other = next(path for path in (layouts_dir() / "columbus").glob("*.json"))
    page.choices._loaded_layouts["x"] = load_layout(other)
    page.choices._comparison_options.append(("x", "x"))
    page.choices._update_comparisons("x")
    page.run()
    assert page.run_bar.note.text() == "You can only compare layouts of the same game."
    assert page.choices.run.isEnabled()


def test_the_stop_rule(window: MainWindow) -> None:
    page = laboratory(window)
    assert page.choices.stop_rule() == Matches(12)
    QTest.mouseClick(page.choices.stop.button("within"), Qt.MouseButton.LeftButton)
    page.choices.within.set_value(3)
    assert page.choices.stop_rule() == Width(0.015)
    assert page.choices.within.isVisible() and not page.choices.count.isVisible()


def test_a_result_is_shown_again(page: LabPage, window: MainWindow, qtbot: QtBot) -> None:
    page.choices.seats.set_current("3")
    page.choices.seed.set_value(4)
    page.choices.other.set_current(str(LAYOUT))
    page.choices.other.chosen.emit(str(LAYOUT))
    finish_run(page, qtbot)
    report = page.report
    assert window.close_page(page)
    again = open_lab(window)
    assert again is not page
    assert again.report == report and again.run_bar.number.text() == "12"
    assert again.choices.seat_count() == 3 and again.choices.bot_names() == ("random",) * 3
    assert again.choices.seed.value() == 4 and again.choices.stop_rule() == Matches(12)
    assert len(again.choices.layouts(again.played_layouts[0])) == 2
    assert not again.run_bar.note.isVisible()


def test_the_editor_shows_the_result(page: LabPage, window: MainWindow, qtbot: QtBot) -> None:
    editor = editor_of(window)
    with qtbot.waitSignals([page.runner.finished, page.runner.saved]):
        page.run()
    assert page.report is not None
    surveying = editor.survey.survey_controller
    keys = [overlay.key for overlay in surveying.survey.overlays if overlay.key.startswith("lab.")]
    assert keys == [f"lab.{kind}" for kind in event_kinds(page.report["sides"][0])]
    surveying.set_overlay_on(keys[0], True)
    surveying.set_overlay_on(keys[1], True)
    on = [overlay.key for overlay in surveying.survey.overlays if surveying.is_overlay_on(overlay)]
    assert keys[1] in on and keys[0] not in on, "one of them covers the other"
    side, seats = page.report["sides"][0], page.report["experiment"]["seats"]
    save_result(
        {**page.report, "sides": [{**side, "fairness": {**side["fairness"], "verdict": "fair"}}]},
        [make_side(page.played_layouts[0], seats).layout],
        LAYOUT,
    )
    editor.reload_lab_data()
    body = editor.document.body
    assert editor.document.apply("another board", another_board())
    (hint,) = [problem for problem in editor.document.problems if problem.code.startswith("lab.")]
    assert hint.code == "lab.changed" and f"12 matches with {seats} seats" in hint.message
    editor.document.undo()
    assert editor.document.body == body
    assert not [problem for problem in editor.document.problems if problem.code == "lab.changed"]


def test_an_unfair_seat_is_a_problem(window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    layout = load_layout(LAYOUT)
    side = make_side(layout, 2)
    run = alone(prepare_experiment(Experiment((side,), 2, ("random",), stop=Matches(4))))
    run.finish()
    report = report_data(run)
    shown = report["sides"][0]
    unfair = {**shown["fairness"], "verdict": "unfair", "seat": 0, "offset": 0.05}
    save_result({**report, "sides": [{**shown, "fairness": unfair}]}, [side.layout], LAYOUT)
    window.open_path(LAYOUT)
    editor = window.active_page()
    assert isinstance(editor, EditorPage)
    qtbot.waitUntil(lambda: any(problem.code == "lab.unfair" for problem in editor.document.problems))
    panel = editor.problems
    number, row = next((at, row) for at, row in enumerate(panel.listed_groups) if row.is_from_lab)
    assert row.button_text == "Open Lab" and row.severity is Severity.WARNING
    parts = panel.problem_list.problem_delegate.parts(panel.problem_list.group_model.index(number))
    QTest.mouseClick(panel.problem_list.viewport(), Qt.MouseButton.LeftButton, pos=parts["fix"].center())
    assert isinstance(window.active_page(), LabPage)
    editor.problem_controller.explain(row.problems[0])
    assert (
        editor.problem_controller.explain_card is not None
        and editor.problem_controller.explain_card.accessibleName() == "Explanation: Unfair seat"
    )


def test_opening_moves_follow_the_bots_unless_they_are_chosen(page: LabPage) -> None:
    choices = page.choices
    assert choices.openings.value() == 0 == choices.experiment(load_layout(LAYOUT)).opening_plies
    choices.bots[0].chosen.emit("greedy")
    assert choices.openings.value() == 0
    choices.bots[0].set_current("greedy")
    choices.bots[0].chosen.emit("greedy")
    assert choices.openings.value() == 8 == choices.experiment(load_layout(LAYOUT)).opening_plies
    choices.openings.set_value(3)
    choices.bots[1].set_current("planner:0.5s")
    choices.bots[1].chosen.emit("planner:0.5s")
    assert choices.openings.value() == 3


def test_a_failed_match_is_opened(
    page: LabPage, window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = play_match

    def broken(*args: Any, **more: Any) -> Any:
        played = whole(*args, **more)
        if args[5] == 3:
            raise ValueError("the rules were wrong")
        return played

    monkeypatch.setattr(jobs, "play_match", broken)
    finish_run(page, qtbot)
    assert page.report is not None and page.report["sides"][0]["matches"] == 11
    row = next(row for row in page.summary.findings.rows if row.finding.step == OPEN_RECORD)
    assert "Match 3: ValueError: the rules were wrong" in row.finding.text and row.button is not None
    QTest.mouseClick(row.button, Qt.MouseButton.LeftButton)
    table = window.active_page()
    assert isinstance(table, PlayPage) and table.controller.mode == REPLAY
    assert len(table.controller.match.line()) > 1, "what was written down is there to be looked at"


def test_a_listed_match_opens_as_a_replay(page: LabPage, window: MainWindow, qtbot: QtBot) -> None:
    assert page.choices.note_label.full_text() == " "
    with qtbot.waitSignals([page.runner.finished, page.runner.saved]):
        page.run()
    show_view(page, MATCHES)
    assert len(page.matches.table.matches.rows) == 12 and page.choices.note_label.full_text() == "Run 1"
    line = page.matches.table.matches.rows[5]
    with qtbot.waitSignal(page.match_loader.finished):
        page.matches.table.match_requested.emit(line)
    table = window.active_page()
    assert isinstance(table, PlayPage) and table.controller.mode == REPLAY
    nodes = table.controller.match.line()
    assert tuple(nodes[-1].state.scores()) == line.points and table.controller.node is nodes[0]
    assert not table.is_modified()
    window.show_page(page)
    page.choices.count.set_value(13)
    with qtbot.waitSignals([page.runner.finished, page.runner.saved]):
        page.run()
    assert len(page.matches.table.matches.rows) == 13 and page.choices.note_label.full_text() == "Run 2"
    assert window.close_page(page)
    again = open_lab(window)
    assert again.choices.note_label.full_text() == "Run 2"
    show_view(again, MATCHES)
    assert again.matches.stack.currentIndex() == 0, "what was not kept is not shown"


def test_findings_are_final_after_the_run(page: LabPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = []
    page.runner.updated.connect(lambda _news: notes.append(page.summary.findings.note_label.full_text()))
    finish_run(page, qtbot)
    assert "may still change" in notes and page.summary.findings.note_label.full_text() == "saved with the layout"
    row = next(row for row in page.summary.findings.rows if row.finding.step == MORE_MATCHES)
    more = int(row.finding.target)
    monkeypatch.setattr(page, "run", lambda: None)
    row.step_requested.emit(row.finding.step, row.finding.target)
    assert page.choices.stop_rule() == Matches(12 + more)


def test_the_convergence_chart_ends_at_the_stop_rule(qtbot: QtBot) -> None:
    funnel = ConvergenceChart()
    qtbot.addWidget(funnel)
    for matches in (500, 1000):
        now, *_more, end = expected_widths([sequence_of(matches / 2, matches, 2)] * 2, 10_000)
        funnel.show_widths([now, end])
    assert end == (10_000, max_half_width([sequence_of(5_000, 10_000, 2)])) and now[1] / end[1] < 10**0.5
    assert "± 4.6 % now, and to about ± 1.6 % after 10,000 matches if" in funnel.accessibleName()
    assert [matches for matches, _half in funnel.past] == [500, 1000] and not funnel.grab().isNull()
    funnel.show_widths([(20, 0.4), end])
    assert funnel.past == [(20, 0.4)], "another run"


@pytest.mark.usefixtures("in_process")
def test_two_layouts_have_three_maps(window: MainWindow, qtbot: QtBot) -> None:
    first, other = PAIR
    page = laboratory(window, first)
    page.choices.other.set_current(str(other))
    page.choices.other.chosen.emit(str(other))
    finish_run(page, qtbot)
    assert page.report is not None
    show_view(page, SPACES)
    spaces, sides = page.spaces, page.report["sides"]
    kind, grid = spaces.kinds.current(), spaces.grid()
    a, b = (side["spaces"][kind] for side in sides)
    expected = {name: (a[name] - b[name]) / 12 for name in a if name in b}
    assert {grid.name(cell): by for cell, by in spaces.differences().items()} == pytest.approx(expected)
    rows = spaces.table.table.rows
    messages = [abs(float(row.cells[3].replace("−", "-"))) for row in rows if row.cells[3] != "–"]
    assert messages == sorted(messages, reverse=True), "the largest difference first"
    spaces.sort_by(0)
    names = [grid.cell_named(row.cells[0]) for row in spaces.table.table.rows]
    assert names == sorted(names)
    spaces.sort_by(0)
    assert [grid.cell_named(row.cells[0]) for row in spaces.table.table.rows] == names[::-1]
    page.lab_actions.sort.trigger()
    assert [row.cells[1] for row in spaces.table.table.rows] == [
        f"{100 * share:.1f}" for share in sorted(spaces.event_rates(0).values(), reverse=True)
    ], "by the next column, without a pointer"
    QTest.mouseClick(spaces.sides.boards["difference"], Qt.MouseButton.LeftButton)
    assert spaces.legend.keys[0].text == "≥ +12"
    spaces.select(names[3])
    assert {board.ring for key, board in spaces.sides.boards.items() if key != "second"} == {grid.center(names[3])}
    assert [mark.target for mark in spaces.view.marks] == [names[3]]
    QTest.keyClick(spaces.sides.boards["second"], Qt.Key.Key_Space)
    assert [spaces.grid(1).name(mark.target) for mark in spaces.view.marks] == [grid.name(names[3])]


@pytest.mark.long
def test_a_result_follows_its_layout_into_a_file(
    page: LabPage, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    editor = editor_of(window)
    assert editor.path() is None, "what came with the program is a copy"
    with qtbot.waitSignals([page.runner.finished, page.runner.saved]):
        page.run()
    report = page.report
    assert report is not None
    side = report["sides"][0]
    shown = {**report, "sides": [{**side, "fairness": {**side["fairness"], "verdict": "fair"}}]}
    save_result(shown, [make_side(page.played_layouts[0], report["experiment"]["seats"]).layout], None)
    path = tmp_path / "mine.json"
    editor.document.save(path)
    editor.document.apply("another board", another_board())
    editor.document.save(path)
    assert window.close_page(editor)
    window.open_path(path)
    again = window.active_page()
    assert isinstance(again, EditorPage) and again is not editor
    qtbot.waitUntil(lambda: any(problem.code == "lab.changed" for problem in again.document.problems))
    lab = open_lab(window)
    assert lab.report == shown
    assert lab.run_bar.note.text() == "The layout has changed since this run began."


class Counting(InProcessPool):
    """Notes the number of the first match that is played."""

    first = -1

    def submit(self, job: jobs.Job) -> None:
        self.first = job.first if self.first < 0 else self.first
        super().submit(job)


def stored_run(matches: int, played: int, bots: tuple[str, ...] = ("random",)) -> Run:
    """A run of the layout that was killed after so many matches, with its result and its checkpoint."""
    side = make_side(load_layout(LAYOUT), 2)
    run = alone(prepare_experiment(Experiment((side,), 2, bots, stop=Matches(matches))))
    report = next(report_data(run) for progress in run.steps(0.0) if progress.matches >= played)
    save_result(report, [side.layout], None)
    save_checkpoint(run)
    return run


def test_a_run_of_a_killed_program_is_resumed(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, pool = stored_run(40, 4), Counting()
    played = run.progress().matches
    page = laboratory(window)
    assert page.report is not None and page.report["state"] == "running"
    assert "until the program ended" in page.run_bar.about.full_text()
    assert page.run_bar.again.isVisible() and page.run_bar.again.text() == "Resume"
    monkeypatch.setattr(page.runner, "_make_run", lambda experiment: Run(experiment, pool))
    with qtbot.waitSignal(page.runner.finished):
        QTest.mouseClick(page.run_bar.again, Qt.MouseButton.LeftButton)
    assert pool.first == played and page.report["state"] == "finished" and not page.run_bar.again.isVisible()
    whole = alone(run.experiment)
    whole.finish()
    assert page.report["sides"] == report_data(whole)["sides"]
    (again,) = load_results(run.experiment.sides[0].hash)
    assert again.report == page.report, "the same run"


def test_more_matches_continue_the_run_of_an_earlier_program(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, pool = stored_run(5, 5), Counting()
    page = laboratory(window)
    monkeypatch.setattr(page.runner, "_make_run", lambda experiment: Run(experiment, pool))
    with qtbot.waitSignal(page.runner.finished):
        page.summary.findings.step_requested.emit(MORE_MATCHES, "7")
    assert pool.first == 5 and page.report is not None and page.report["matches"] == 12
    whole = alone(replace(run.experiment, stop=Matches(12)))
    whole.finish()
    assert page.report["sides"] == report_data(whole)["sides"]


def test_a_damaged_checkpoint_is_mentioned(window: MainWindow) -> None:
    stored_run(40, 4)
    (file,) = results_dir().glob(f"*{SUFFIX}")
    file.write_bytes(b"odd")
    page = laboratory(window)
    assert page.run_bar.note.text().startswith(f"{file}: the saved run is damaged.")
    assert not page.run_bar.again.isVisible()


@pytest.mark.long
@pytest.mark.usefixtures("full_dress")
@pytest.mark.usefixtures("in_process")
def test_a_narrow_window_folds_the_form(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1024, 640)
    page = laboratory(window)
    qtbot.waitUntil(lambda: not page.choices.isVisible())
    assert page.first_run.isVisible()
    with qtbot.waitSignal(page.runner.finished):
        QTest.mouseClick(page.first_run, Qt.MouseButton.LeftButton)
    assert page.report is not None and page.stack.currentIndex() == 1
    show_view(page, SPACES)
    assert page.spaces.minimumSizeHint().width() <= page.stack.width()


class Leaving(InProcessPool):
    """Plays a few matches, and is gone then."""

    def receive(self, seconds: float) -> list[JobResult]:
        parcels = super().receive(seconds)
        if parcels and parcels[0].job.first > 3:
            raise NoWorkersError("the cluster gave up: nobody answers")
        return parcels


FAILING = """
class Tally:
    def before(self, state): pass
    def step(self, state, action): pass
    def after(self, state):
        import builtins
        builtins.played = getattr(builtins, "played", 0) + 1
        return {"share": 1 // (builtins.played < 6)}
"""


@pytest.mark.long
def test_a_failing_custom_statistic_is_named(
    page: LabPage, window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.played", 0, raising=False)
    page.choices.add_tally(StatsSource("mine.py", FAILING))
    finish_run(page, qtbot)
    assert page.run_bar.note.text() == "mine.py, line 8: ZeroDivisionError: integer division or modulo by zero"
    assert page.run_bar.about.full_text().startswith("matches played until custom statistics failed")
    assert page.report is not None and page.report["state"] == "faulty" and 0 < page.report["matches"] < 6
    assert page.summary.findings.note_label.full_text() == "saved with the layout" and page.lab_actions.run.isEnabled()
    assert report_lines(page.report)[-1] == "Custom statistics failed. The results cover the matches played until then."
    assert window.close_page(page)
    again = open_lab(window)
    assert "until custom statistics failed" in again.run_bar.about.full_text()


def test_a_run_without_workers_is_kept_and_resumed(
    page: LabPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = [Leaving(), InProcessPool()]
    monkeypatch.setattr(page.runner, "_make_run", lambda experiment: Run(experiment, questions.pop(0)))
    page.choices.cluster.setText("tcp://far:8786")
    finish_run(page, qtbot)
    assert page.run_bar.note.text() == "the cluster gave up: nobody answers"
    assert "until all workers stopped" in page.run_bar.about.full_text() and page.lab_actions.run.isEnabled()
    assert page.report is not None and page.report["state"] == "lost" and 0 < page.report["matches"] < 12
    assert page.summary.findings.note_label.full_text() == "saved with the layout"
    played = page.report["matches"]
    assert page.run_bar.here.isVisible() and page.run_bar.again.isVisible()
    with qtbot.waitSignal(page.runner.finished):
        QTest.mouseClick(page.run_bar.here, Qt.MouseButton.LeftButton)
    assert page.runner.experiment is not None and page.runner.experiment.scheduler == ""
    assert page.run_bar.number.text() == "12" and page.report["state"] == "finished" and played < 12
    whole = alone(page.runner.experiment)
    whole.finish()
    assert page.report["sides"] == report_data(whole)["sides"], "no match lost or counted twice"
    assert not page.run_bar.here.isVisible() and not page.run_bar.again.isVisible()
