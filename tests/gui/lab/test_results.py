"""What is done with a result: a report, figures, a fairer layout; and whom an experiment asks for help."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from studio.gui.lab import runner
from studio.gui.lab.choices import ExperimentCard
from studio.gui.lab.improve import ImproveView
from studio.gui.lab.page import LabPage
from studio.gui.lab.results import FindingRow
from studio.gui.lab.series import SeriesRunner
from studio.gui.shell.main_window import MainWindow
from studio.gui.widgets import dialogs
from studio.lab.improve import Improver, SearchConfig, estimate_matches
from studio.lab.jobs import StatsSource
from studio.lab.report.findings import IMPROVE, MORE_MATCHES, OPEN_RECORD, RUN_AGAIN, SHOW_MAP, Finding
from studio.lab.run import Experiment, make_side
from studio.lab.worker_pool import InProcessPool
from studio.services.loading import load_layout
from tests.gui.lab.conftest import LAYOUT, finish_run, laboratory

TALLY = """
class Tally:
    def before(self, state): self.steps = 0
    def step(self, state, action): self.steps += 1
    def after(self, state): return {"steps": self.steps}
"""


@pytest.fixture
def ran(page: LabPage, qtbot: QtBot) -> LabPage:
    """A Lab page with a result."""
    finish_run(page, qtbot)
    return page


def answer(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(runner, "ask_save_path", lambda *_asked: path)
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_asked: path)


def test_a_report_is_written_and_opened(
    ran: LabPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "mine.html"
    answer(monkeypatch, path)
    with qtbot.waitSignal(ran.report_exporter.written):
        ran.lab_actions.report.trigger()
    page = path.read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>") and "data:image/png;base64," in page
    assert ran.report is not None and ran.report["sides"][0]["hash"] in page


@pytest.mark.parametrize("ending", [".csv", ".json"])
def test_statistics_are_exported(ran: LabPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"mine{ending}"
    answer(monkeypatch, path)
    ran.lab_actions.export.trigger()
    if ending == ".json":
        assert json.loads(path.read_bytes()) == ran.report
    else:
        assert path.read_text("utf-8").splitlines()[0].startswith("program,game,seed")


def test_before_a_run_there_is_nothing_to_report(window: MainWindow) -> None:
    page = laboratory(window)
    assert not page.lab_actions.report.isEnabled() and not page.lab_actions.export.isEnabled()
    assert all(not button.isEnabled() for button in page.summary.findings.buttons)


def test_a_missing_folder_is_reported(ran: LabPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    messages: list[str] = []
    for shower in (runner, dialogs):
        monkeypatch.setattr(
            shower, "show_document_error", lambda _page, *words: messages.append(" ".join(map(str, words)))
        )
    answer(monkeypatch, tmp_path / "nowhere" / "mine.csv")
    ran.lab_actions.export.trigger()
    answer(monkeypatch, tmp_path / "nowhere" / "mine.html")
    ran.lab_actions.report.trigger()
    assert len(messages) == 2 and all("nowhere" in text and "could not be saved" in text for text in messages)


def test_a_custom_statistic_is_counted(
    page: LabPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(TALLY, "utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_asked: (str(tmp_path / "mine.py"), ""))
    QTest.mouseClick(page.choices.tally, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(page.runner.finished):
        page.run()
    assert page.report is not None and page.report["sides"][0]["numbers"]["mine.steps"]["count"] == 12


def test_a_file_without_a_statistic_is_rejected(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    messages: list[str] = []
    monkeypatch.setattr(
        "studio.gui.lab.choices.show_message", lambda _parent, _head, words, *_more: messages.append(words)
    )
    page = laboratory(window)
    for text in (b"x = 1", b"\xff\xfe\xff", b"def"):
        (tmp_path / "mine.py").write_bytes(text)
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_asked: (str(tmp_path / "mine.py"), ""))
        QTest.mouseClick(page.choices.tally, Qt.MouseButton.LeftButton)
    assert len(messages) == 3 and messages[0] == "mine.py: the class Tally is missing."
    assert page.choices.experiment(load_layout(LAYOUT)).tallies == ()


def test_a_tally_of_the_same_name_takes_the_place_of_the_old(qtbot: QtBot) -> None:
    card = ExperimentCard(load_layout(LAYOUT))
    qtbot.addWidget(card)
    for text in (TALLY, TALLY + "\n"):
        card.add_tally(StatsSource("mine.py", text))
    card.add_tally(StatsSource("other.py", TALLY))
    chosen = card.experiment(load_layout(LAYOUT)).tallies
    assert [(source.name, source.text == TALLY) for source in chosen] == [("mine.py", False), ("other.py", True)]


def test_a_cluster_that_is_not_there_is_a_sentence(window: MainWindow, qtbot: QtBot) -> None:
    page = laboratory(window)
    page.choices.cluster.setText("nonsense")
    with qtbot.waitSignal(page.runner.finished):
        page.run()
    assert "nonsense" in page.run_bar.note.text() or "package" in page.run_bar.note.text()
    assert page.lab_actions.run.isEnabled()


@pytest.mark.usefixtures("at_once")
def test_a_fairer_layout_is_found(window: MainWindow, page: LabPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.lab.improve.ROUND_MATCHES", 4)
    page.choices.seats.set_current("2")
    page.lab_actions.improve.trigger()
    assert page.stack.currentWidget() is page.improve_view
    assert page.improve_view.intro.isVisible(), "what will be done"
    page.improve_view.candidates.set_value(4)
    page.improve_view.confirm_matches.set_value(100)
    QTest.mouseClick(page.improve_view.begin, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert len(page.improve_view.open_buttons) == 3 and page.improve_view.begin.isEnabled()
    assert not page.improve_view.intro.isVisible()
    QTest.mouseClick(page.improve_view.open_buttons[0], Qt.MouseButton.LeftButton)
    editor = window.active_page()
    assert isinstance(editor, EditorPage)
    assert editor.title().endswith(", balanced") and editor.is_modified()
    assert editor.lab_data._results, "its figures came along"
    window.menus.action("lab").trigger()
    lab = window.active_page()
    assert isinstance(lab, LabPage) and lab.report is not None and lab.report["matches"] == 100


def test_a_search_that_is_stopped_offers_nothing(qtbot: QtBot) -> None:
    view = ImproveView(SeriesRunner())
    opened = load_layout(LAYOUT)
    qtbot.addWidget(view)
    with qtbot.waitSignal(view.runner.finished):
        view.start(opened, Experiment((make_side(opened, 2),), 2, ("random",) * 2), InProcessPool)
        view.runner.cancel()
    assert view.open_buttons == [] and view.status_label.text() == "Stopped without a result."
    assert not view.intro.isHidden()


def test_how_long_a_search_takes_is_said_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.lab.improve.ROUND_MATCHES", 4)
    improver = Improver(SearchConfig(load_layout(LAYOUT), 2, {}, ("random", "random"), 6, 20), InProcessPool())
    played = [stage.matches for stage in improver.steps()][-1]
    assert played <= estimate_matches(6, 20) <= 2 * played


def test_different_bots_are_pointed_out_and_give_estimates(page: LabPage, qtbot: QtBot) -> None:
    choices = page.choices
    assert choices.warning.isHidden()
    choices.bots[1].set_current("greedy")
    choices.bots[1].chosen.emit("greedy")
    assert not choices.warning.isHidden()
    finish_run(page, qtbot)
    assert page.summary.fairness.verdict_label.text().startswith("Bots differ: at equal strength, seat ")
    assert page.summary.fairness.note_label.text().startswith("estimates for equal bots")
    assert "Seats at equal strength" in page.summary.figures.tables
    choices.bots[1].set_current("random")
    choices.bots[1].chosen.emit("random")
    assert choices.warning.isHidden()
    choices.bots[2].set_current("greedy")
    choices.seats.set_current("3")
    choices.seats.chosen.emit("3")
    assert not choices.warning.isHidden(), "the third seat makes the bots different"


def test_buttons_of_findings_name_their_step(qtbot: QtBot) -> None:
    steps = {MORE_MATCHES: "227700", OPEN_RECORD: "3", IMPROVE: "", SHOW_MAP: "visited", RUN_AGAIN: ""}
    rows = [
        FindingRow(Finding(None, "Fair", step=step, target=target), can_step=True) for step, target in steps.items()
    ]
    for row in rows:
        qtbot.addWidget(row)
    texts = ["Play 227,700 more", "Open record", "Improve fairness…", "Show map", "Run B too"]
    assert [row.button.text() for row in rows if row.button is not None] == texts
