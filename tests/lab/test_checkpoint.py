"""A run that was killed continues from its checkpoint and ends like one that never stopped."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

from studio.core.game import Json
from studio.documents.files import DocumentError
from studio.documents.paths import layouts_dir, results_dir, shipped_layouts
from studio.games import slugs
from studio.lab import checkpoint, jobs
from studio.lab.checkpoint import find_checkpoint, fresh_text, steps_with_checkpoints
from studio.lab.jobs import Failure, JobResult
from studio.lab.run import Experiment, Run, prepare_experiment
from studio.lab.statistics import Decided, Matches, Width
from studio.lab.worker_pool import InProcessPool
from tests.helpers import Cli
from tests.lab.tables import experiment, report_of, side, stable_report

pytestmark = pytest.mark.usefixtures("data_folder")


class Crash(Exception):
    pass


class Crashing(InProcessPool):
    """Fails at a match; match 3 of every run could not be finished."""

    def __init__(self, last: int) -> None:
        super().__init__()
        self.last = last

    def receive(self, seconds: float) -> list[JobResult]:
        results = super().receive(seconds)
        if any(result.job.last > self.last for result in results):
            raise Crash
        lost = Failure(3, "ValueError: odd", ((1, 2),), (((3,), ((4, 5), (6,))),))
        return [
            result._replace(
                outcomes=[
                    lost if number == 3 else outcome for number, outcome in enumerate(result.outcomes, result.job.first)
                ]
            )
            for result in results
        ]


def pair() -> Experiment:
    return prepare_experiment(Experiment((side(), side(number=1)), 2, ("random",), stop=Matches(7), seed=4))


@pytest.mark.parametrize(
    "make",
    [
        pair,
        pytest.param(lambda: experiment(30, bots=("greedy", "random")), marks=pytest.mark.long),
        pytest.param(lambda: experiment(30, slug=slugs()[1]), marks=pytest.mark.long),
        pytest.param(lambda: experiment(30, slug=slugs()[2], seats=3), marks=pytest.mark.long),
        pytest.param(lambda: experiment(30, slug=slugs()[3], seats=3), marks=pytest.mark.long),
    ],
)
def test_a_run_that_crashes_continues_to_the_same_report(
    make: Callable[[], Experiment], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.lab.run.JOB_SECONDS", 1e-9)  # one match a job
    what = make()
    whole = Run(what, Crashing(99))
    whole.finish()
    for last in (Random().randrange(1, 5), 5, 99):
        run = Run(what, Crashing(last))
        saved = find_checkpoint(what)
        if saved is not None:
            run.restore(saved)
        try:
            for _progress in steps_with_checkpoints(run, 0.0):
                pass
        except Crash:
            assert last != 99
    assert json.dumps(stable_report(run)) == json.dumps(stable_report(whole)) and run.match_list == whole.match_list
    assert run.results[0].failures == whole.results[0].failures and run.progress().failures


@pytest.mark.parametrize("stop", [Width(0.45), pytest.param(Decided(0.3), marks=pytest.mark.long)])
def test_a_finished_run_plays_no_further_match(stop: Width | Decided) -> None:
    what = experiment(stop=stop)
    report = report_of(what)
    for _again in range(2):
        run = Run(what, InProcessPool())
        if (saved := find_checkpoint(what)) is not None:
            run.restore(saved)
        list(steps_with_checkpoints(run))
        assert stable_report(run) == report
    more = experiment(report["matches"] + 2)
    run, saved = Run(more, InProcessPool()), find_checkpoint(more)
    assert saved is not None, "the same matches by another rule"
    run.restore(saved)
    run.finish()
    assert stable_report(run) == report_of(more)


def saved_run(what: Experiment) -> Path:
    list(steps_with_checkpoints(Run(what, InProcessPool())))
    return next(results_dir().glob(f"*{checkpoint.SUFFIX}"))


def test_only_the_same_experiment_continues_and_the_reason_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_checkpoint(experiment(4)) is None
    assert fresh_text(experiment(4)).startswith("No run of this layout is saved")
    file = saved_run(experiment(4))
    before = file.read_bytes()
    cases: list[tuple[dict[str, Any], str]] = [
        ({"seed": 6, "bots": ("greedy",)}, "differs: bots, seed."),
        ({"rotate": False}, "differs: rotate."),
        ({"stop": Width(0.2)}, "differs: stop."),
        ({"stop": Matches(3)}, "differs: matches."),
    ]
    for change, reason in cases:
        assert find_checkpoint(experiment(**change)) is None
        assert fresh_text(experiment(**change)).endswith(reason)
    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "__version__", "99")
        assert find_checkpoint(experiment(4)) is None
        assert "version" in fresh_text(experiment(4))
    list(steps_with_checkpoints(Run(experiment(2), InProcessPool())))
    assert file.read_bytes() == before, "the one with more matches stays"
    assert find_checkpoint(experiment(9)) is not None, "more matches than before"


@pytest.mark.parametrize("place", [0, 40, -1])
def test_a_damaged_checkpoint_is_not_used(place: int) -> None:
    file = saved_run(experiment(4))
    data = bytearray(file.read_bytes())
    data[place] ^= 1
    for damaged in (bytes(data), file.read_bytes()[:-9], b""):
        file.write_bytes(damaged)
        with pytest.raises(ValueError, match=re.escape(f"{file}: the saved run is damaged.")):
            find_checkpoint(experiment(4))
        assert find_checkpoint(experiment(4, seed=6)) is None, "it prevents no other run"
    saved_run(experiment(4))
    assert find_checkpoint(experiment(4)) is not None


def test_numbers_too_large_for_a_checkpoint_are_reported() -> None:
    source = jobs.StatsSource(
        "mine.py", "class Tally:\n    before = step = lambda *_: 0\n    def after(self, state): return {'n': 2**53}\n"
    )
    problems: list[DocumentError] = []
    list(steps_with_checkpoints(Run(experiment(1, tallies=(source,)), InProcessPool()), failed=problems.append))
    assert "ints" in str(problems[0])


def test_a_checkpoint_that_cannot_be_written_stops_no_run(data_folder: Path) -> None:
    data_folder.mkdir()
    results_dir().write_text("in the way")
    problems: list[DocumentError] = []
    run = Run(experiment(4), InProcessPool())
    list(steps_with_checkpoints(run, failed=problems.append))
    assert problems and stable_report(run) == report_of(experiment(4))


def test_the_oldest_checkpoints_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "MAX_CHECKPOINTS", 2)
    for seed in range(3):
        list(steps_with_checkpoints(Run(experiment(1, seed=seed), InProcessPool())))
    assert [find_checkpoint(experiment(1, seed=seed)) is not None for seed in (1, 2)] == [True, True]
    assert len([*results_dir().glob(f"*{checkpoint.SUFFIX}")]) == 2


def simulate(folder: Path, *words: str) -> list[str]:
    code = "import sys, studio.lab.checkpoint as c; c.SECONDS = 0.2; from studio.cli import main; sys.exit(main())"
    layout = str(shipped_layouts(slugs()[0])[0])
    common = ["simulate", layout, "--matches", "400", "--json", "--data-dir", str(folder)]
    return [sys.executable, "-c", code, *common, *words]


def without_run(text: str) -> str:
    report: Json = json.loads(text)
    del report["run"]
    return json.dumps(report)


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_run_killed_at_random_moments_ends_with_the_same_reports(tmp_path: Path, workers: str) -> None:
    wanted, table = tmp_path / "wanted.csv", tmp_path / "table.csv"
    command = simulate(tmp_path / "whole", "--workers", "2", "-o", str(wanted))
    whole = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    folder, chance, played = tmp_path / "killed", Random(), list[int]()
    command = simulate(folder, "--workers", workers, "--resume", "-o", str(table))
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL, signal.SIGINT):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
            for _wait in range(600):
                sleep(0.05)
                if run.poll() is not None or (_matches(folder) > max(played, default=0) and chance.random() < 0.3):
                    break
            run.send_signal(number)
            run.communicate()
        played.append(_matches(folder))
    again = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert 0 < played[0] <= played[1] <= played[2] <= played[3]
    assert without_run(again) == without_run(whole)
    assert table.read_bytes() == wanted.read_bytes()


def _matches(folder: Path) -> int:
    """The number of matches in the only checkpoint of a data folder."""
    for file in folder.glob(f"lab/*{checkpoint.SUFFIX}"):
        if (saved := checkpoint._read(file)) is not None:
            return saved.state.matches
    return 0


def test_a_checkpoint_names_what_it_depends_on() -> None:
    known, others = checkpoint.identity(experiment(4)), {"sides", "workers", "scheduler", "target_length"}
    assert known == checkpoint.identity(experiment(5, workers=2, target_length=9)), "none of these changes a match"
    assert {field.name for field in fields(Experiment)} - others <= {*known}


SMALL = str(layouts_dir() / "_template" / "between_hedges.json")
SERIES = [
    ("sweep", SMALL, "--seats", "2,3", "--matches", "9"),
    ("tournament", SMALL, "--bots", "random,greedy,novice", "--matches", "6"),
    ("improve", SMALL, "--candidates", "4", "--matches", "8"),
    ("simulate", SMALL, "--ladder", "random,greedy,novice", "--matches", "6"),
]


@pytest.mark.parametrize("words", SERIES, ids=[words[0] for words in SERIES])
def test_a_series_that_was_stopped_continues_to_the_same_results(
    words: tuple[str, ...], cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.lab.run.JOB_SECONDS", 1e-9)  # one match a job
    monkeypatch.setattr("studio.lab.improve.ROUND_MATCHES", 4)
    receive, played, last = InProcessPool.receive, [0], 14

    def count(pool: InProcessPool, seconds: float) -> list[JobResult]:
        results = receive(pool, seconds)
        played[0] += len(results)
        if played[0] == last:
            signal.raise_signal(signal.SIGINT)
        return results

    def results(*more: str) -> str:
        data = cli.json(*words, "--workers", "1", *more, code=(0, 1))
        for report in data.get("points", [data]):
            report.pop("run", None)
        return json.dumps(data)

    monkeypatch.setattr(InProcessPool, "receive", count)
    code, _out, err = cli.run(*words, "--workers", "1", "--resume")
    assert code == 130 and ("No run of this layout is saved" in err) == (words[0] != "improve")
    first, played[0], last = played[0], 0, -1
    resumed = results("--resume")
    second, played[0] = played[0], 0
    assert resumed == results()
    assert first == 14 and first + second == played[0], "no match is played twice"
