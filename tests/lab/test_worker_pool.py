"""A real Dask scheduler with two worker processes, one of which is killed: no match is lost."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.lab import worker_pool
from studio.lab.checkpoint import find_checkpoint, steps_with_checkpoints
from studio.lab.run import Phase, Run
from studio.lab.worker_pool import NoWorkersError
from tests.lab.tables import experiment, report_of, stable_report

Client = pytest.importorskip("distributed").Client
pytestmark = pytest.mark.long
DASK = [sys.executable, "-m", "dask"]
MATCHES = 400


class Loopback:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.workers: list[subprocess.Popen[bytes]] = []
        self._folder = folder
        self._file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        for _worker in range(2):
            self.workers.append(
                self._start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
            )
        with Client(scheduler_file=str(self._file), timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        self.address = str(json.loads(self._file.read_text(encoding="utf-8"))["address"])

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent.parent)}
        command = [*DASK, *words, "--scheduler-file", str(self._file)]
        log = (self._folder / f"{words[0]}{len(self.workers)}.log").open("wb")
        with log:
            return subprocess.Popen(command, cwd=self._folder, env=environment, stdout=log, stderr=log)

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def loopback(tmp_path: Path) -> Iterator[Loopback]:
    cluster = Loopback(tmp_path)
    yield cluster
    cluster.close()


def test_a_cluster_gives_the_report_of_one_machine_though_a_worker_is_killed(loopback: Loopback) -> None:
    run = Run(experiment(MATCHES, scheduler=loopback.address))
    killed = False
    for progress in run.steps(0.0):
        if progress.matches > 60 and not killed:
            os.kill(loopback.workers[0].pid, signal.SIGKILL)
            killed = True
    assert killed and run.progress().matches == MATCHES
    assert stable_report(run) == report_of(experiment(MATCHES))
    assert run.progress().lost_workers == 1 and run.progress().workers == 1


def test_a_lost_scheduler_is_reported_and_played_matches_are_kept(loopback: Loopback) -> None:
    run = Run(experiment(1_000_000, scheduler=loopback.address))
    played = 0
    with pytest.raises(NoWorkersError, match="the cluster failed: its scheduler no longer responds"):
        for progress in run.steps(0.0):
            if progress.matches > 20 and not played:
                played = progress.matches
                loopback.scheduler.kill()
    assert run.progress().matches >= played > 20 and run.phase is Phase.LOST


def test_a_server_that_never_answers_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "CONNECT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        with pytest.raises(NoWorkersError, match=f'no scheduler found at "{address}"'):
            Run(experiment(1, scheduler=address))


@pytest.mark.parametrize(
    ("stops_scheduler", "reason"), [(True, "its scheduler no longer responds"), (False, "has no workers")]
)
def test_a_cluster_that_no_longer_works_is_reported(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch, stops_scheduler: bool, reason: str
) -> None:
    run = Run(experiment(1_000_000, scheduler=loopback.address))
    monkeypatch.setattr(worker_pool, "CONNECT", 3.0)
    steps = run.steps(0.0)
    while next(steps).matches < 20:
        pass
    if stops_scheduler:
        loopback.scheduler.send_signal(signal.SIGSTOP)
    else:
        for worker in loopback.workers:
            worker.kill()
    with pytest.raises(NoWorkersError, match=f"the cluster failed: .*{reason}"):
        list(steps)
    assert run.progress().matches >= 20 and run.phase is Phase.LOST


@pytest.mark.usefixtures("data_folder")
def test_a_run_on_a_cluster_continues_from_its_checkpoint(loopback: Loopback) -> None:
    what = experiment(MATCHES, scheduler=loopback.address)
    steps = steps_with_checkpoints(Run(what), 0.0)
    while next(steps).matches < 60:
        pass
    steps.close()  # as after an error
    os.kill(loopback.workers[0].pid, signal.SIGKILL)
    saved = find_checkpoint(what)
    assert saved is not None and 60 <= saved.matches < MATCHES
    run = Run(what)
    run.restore(saved)
    list(steps_with_checkpoints(run))
    assert stable_report(run) == report_of(experiment(MATCHES))
