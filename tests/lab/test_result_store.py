"""Stored results are found again, and the editor shows what they say."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from studio.core.game import Json
from studio.core.problems import Severity, is_measured
from studio.documents.files import DocumentError
from studio.documents.paths import layouts_dir, results_dir
from studio.documents.store import Layout
from studio.lab import result_store
from studio.lab.report.data import report_data
from studio.lab.report.findings import event_overlays, event_rates, result_problems
from studio.lab.result_store import (
    last_measured_board,
    link_layout,
    load_history,
    load_results,
    save_result,
)
from studio.lab.run import Experiment, Run, layout_hash, make_side, prepare_experiment
from studio.lab.statistics import Matches
from studio.lab.verdict import fairness_data, sequence_of
from studio.lab.worker_pool import InProcessPool
from studio.services.loading import load_layout

LAYOUT = layouts_dir() / "goldland" / "first_game.json"


pytestmark = pytest.mark.usefixtures("data_folder")


@pytest.fixture(scope="module")
def ran() -> tuple[Json, Layout]:
    """A small run: its report and its layout."""
    side = make_side(load_layout(LAYOUT), 2)
    run = Run(prepare_experiment(Experiment((side,), 2, ("random",), stop=Matches(6), seed=3)), InProcessPool())
    run.finish()
    return report_data(run), side.layout


def rerun(report: Json, number: int, **other: object) -> Json:
    """The report as that of another run of the same board."""
    return {**report, "run": {**report["run"], "started": f"2026-01-01T00:00:0{number}.000000+00:00"}, **other}


def rated(report: Json, rate: float, matches: int, **other: object) -> Json:
    """The report with this rate of its first seat after so many matches."""
    side = report["sides"][0]
    found = fairness_data([sequence_of(value * matches, matches, 2) for value in (rate, 1 - rate)], 0.03)
    return {**report, "sides": [{**side, "fairness": found}], **other}


def test_a_result_is_found_by_its_board_and_by_its_file(ran: tuple[Json, Layout], tmp_path: Path) -> None:
    report, layout = ran
    file = tmp_path / "mine.json"
    assert not result_store.has_results()
    save_result(report, [layout], file)
    board = layout_hash(layout)
    assert [found[:3] for found in load_results(board)] == [(report, (layout,), 1)]
    assert last_measured_board(file) == board
    assert last_measured_board(tmp_path / "." / "mine.json") == board, "another spelling of the same path"
    assert load_results("0" * 12) == [] and last_measured_board(tmp_path / "other.json") == ""
    link_layout(tmp_path / "other.json", board)
    assert last_measured_board(tmp_path / "other.json") == board


def test_each_number_of_seats_has_its_result_and_the_newest_counts(ran: tuple[Json, Layout]) -> None:
    report, layout = ran
    three = {**report, "experiment": {**report["experiment"], "seats": 3}}
    save_result(report, [layout], None)
    save_result(three, [layout], None)
    save_result(rerun(report, 1, seed=9), [layout], None)
    found = load_results(layout_hash(layout))
    assert sorted((one.report["experiment"]["seats"], one.report["seed"]) for one in found) == [(2, 9), (3, 3)]


def test_the_result_saved_last_is_the_first(ran: tuple[Json, Layout]) -> None:
    report, layout = ran
    for seats in (2, 4, 3):
        save_result({**report, "experiment": {**report["experiment"], "seats": seats}}, [layout], None)
        (file,) = results_dir().glob(f"{layout_hash(layout)}-{seats}-*.json")
        os.utime(file, (1e9 - seats, 1e9 - seats))
    assert [one.report["experiment"]["seats"] for one in load_results(layout_hash(layout))] == [3, 4, 2]


def test_every_run_is_kept_and_one_that_stopped_early_is_not_shown_for_more(ran: tuple[Json, Layout]) -> None:
    report, layout = ran
    changes: list[Json] = [{}, {"state": "stopped", "matches": 2}, {"state": "running", "matches": 7}, {"matches": 3}]
    shown = []
    for number, change in enumerate(changes):
        save_result(rerun(report, number, **change), [layout], None)
        shown += [one.report["matches"] for one in load_results(layout_hash(layout))]
    assert shown == [6, 6, 7, 3], "a finished run with fewer matches counts"
    save_result(rerun(report, 2, state="stopped", matches=8), [layout], None)
    assert [one.report["matches"] for one in load_history(layout_hash(layout))] == [8, 3, 2, 6], "the same run again"


def test_damaged_files_and_other_versions_are_passed_over(ran: tuple[Json, Layout]) -> None:
    report, layout = ran
    save_result(report, [layout], None)
    (file,) = results_dir().glob("*.json")
    whole = file.read_text("utf-8")
    for text in (
        "",
        "[]",
        '{"format": 1}',
        whole[:-20],
        whole.replace('"version": 1', '"version": 99', 1),
        whole.replace('"version": 4', '"version": 3'),
    ):
        file.write_text(text, "utf-8")
        assert load_results(layout_hash(layout)) == [], text[:30]


def test_what_another_hand_has_changed_is_passed_over(ran: tuple[Json, Layout]) -> None:
    """Whatever is missing from a report: it is not read."""
    report, layout = ran
    save_result(report, [layout], None)
    board = layout_hash(layout)
    (file,) = results_dir().glob("*.json")
    whole = json.loads(file.read_bytes())
    for name in [*report, None]:
        less = {key: value for key, value in report.items() if key != name}
        file.write_text(json.dumps({**whole, "report": less}), "utf-8")
        assert [found[:3] for found in load_results(board)] == ([] if name else [(report, (layout,), 1)]), name
        file.write_text(json.dumps(whole), "utf-8")


def test_the_oldest_go_whatever_file_times_say_but_never_the_newest_of_a_board(
    ran: tuple[Json, Layout], monkeypatch: pytest.MonkeyPatch
) -> None:
    report, layout = ran
    monkeypatch.setattr(result_store, "MAX_RESULTS", 4)
    side = report["sides"][0]
    for number, board in enumerate("abbbccc"):
        run = rerun(report, number, sides=[{**side, "hash": board}], seed=number)
        save_result(run, [layout], Path(f"{board}.json"))
        (file,) = (path for path in results_dir().glob("*.json") if json.loads(path.read_bytes())["report"] == run)
        os.utime(file, (1e9 - number, 1e9 - number))
    kept = {board: [one.report["seed"] for one in load_history(board)] for board in "abc"}
    assert kept == {"a": [0], "b": [3], "c": [6, 5]}
    for file in results_dir().glob("a-*.json"):
        file.unlink()
    save_result(rerun(report, 9, sides=[{**side, "hash": "c"}]), [layout], None)
    assert [last_measured_board(Path(f"{board}.json")) for board in "abc"] == ["", "b", "c"]


def test_a_folder_that_cannot_be_created_is_reported(ran: tuple[Json, Layout], tmp_path: Path) -> None:
    report, layout = ran
    (tmp_path / "data").mkdir()
    results_dir().write_text("in the way")
    with pytest.raises(DocumentError):
        save_result(report, [layout], None)
    assert load_results(layout_hash(layout)) == []


def test_an_uneven_seat_is_a_warning_with_its_offset(ran: tuple[Json, Layout]) -> None:
    (problem,) = result_problems([rated(ran[0], 0.6, 20_000)], is_changed=False)
    assert is_measured(problem.code) and not is_measured("gold.start")
    assert (problem.code, problem.severity) == ("lab.unfair", Severity.WARNING)
    assert "Not fair: seat 1 wins at least 8.6 % more than the fair share of 50.0 %." in problem.message
    assert problem.message.endswith("Based on 6 matches with 2 seats (random).")
    for matches in (50, 20_000):
        assert list(result_problems([rated(ran[0], 0.5, matches)], is_changed=False)) == []


def test_that_the_board_has_changed_is_a_hint(ran: tuple[Json, Layout]) -> None:
    (problem,) = result_problems([rated(ran[0], 0.5, 20_000)], is_changed=True)
    assert (problem.code, problem.severity) == ("lab.changed", Severity.INFO)
    assert "Earlier result: Fair: every seat is within ± 1.2 % of the fair share." in problem.message
    assert list(result_problems([rated(ran[0], 0.5, 50)], is_changed=True)) == [], "an open verdict says nothing"


def test_maps_are_the_shares_of_the_report(ran: tuple[Json, Layout]) -> None:
    report, _layout = ran
    opened = load_layout(LAYOUT)
    grid = opened.game.body.grid(opened.body)
    side = report["sides"][0]
    maps = event_overlays(report, grid, is_changed=False)
    assert [one.key for one in maps][:1] == ["lab.visited"] and len(maps) == len(side["spaces"])
    assert all(one.keys and not one.is_shown and one.value == "6" for one in maps)
    for name, count in side["spaces"]["visited"].items():
        assert event_rates(side, "visited", grid)[grid.cell_named(name)] == pytest.approx(count / 6)
    assert all(one.value == "older" for one in event_overlays(report, grid, is_changed=True))


def test_a_smaller_board_leaves_out_what_it_has_not(ran: tuple[Json, Layout]) -> None:
    report, _layout = ran
    opened = load_layout(LAYOUT)
    grid = opened.game.body.grid(opened.body)
    far = {**report["sides"][0], "spaces": {"visited": {"A1": 1, "ZZ99": 2}}}
    assert set(event_rates(far, "visited", grid)) == {grid.cell_named("A1")}
