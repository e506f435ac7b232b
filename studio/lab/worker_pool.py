"""Pools of workers: this process, processes on this machine, or a Dask cluster.

A pool receives plans and jobs, and returns results in any order. A worker that dies is replaced and its jobs are
submitted again; a match counts once, since only results count.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from math import inf
from multiprocessing import connection, get_context, resource_tracker
from multiprocessing.process import BaseProcess
from socket import create_connection
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from studio import __version__
from studio.core.text import _
from studio.lab.jobs import Failure, Job, JobResult, run_job

if TYPE_CHECKING:
    from distributed import Client, Future

JOBS_PER_WORKER = 2  # one job to work on and one waiting, so that the worker never waits
MAX_JOB_DEATHS = 2  # a job in which so many workers died is split into single matches; a single match is then a failure
MAX_DEATHS_IN_ROW = 8  # after so many deaths without any result the pool gives up


class NoWorkersError(Exception):
    """No workers are left; the message says why."""


class WorkerPool(Protocol):
    size: int  # jobs that run at a time
    lost_workers: int  # workers that died and were replaced

    def add_plan(self, key: str, plan: bytes) -> None:
        """Register a pickled plan for jobs with this key."""

    def submit(self, job: Job) -> None:
        """Queue a job."""

    def receive(self, seconds: float) -> list[JobResult]:
        """Finished jobs, after so many seconds at the latest; may be empty. Raises `NoWorkersError`."""

    def discard_jobs(self) -> None:
        """Forget all submitted jobs."""

    def close(self) -> None:
        """Stop the workers."""


def default_workers() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows
        return os.cpu_count() or 1


class InProcessPool:
    def __init__(self) -> None:
        self.size, self.lost_workers = 1, 0
        self._plans: dict[str, bytes] = {}
        self._jobs: deque[Job] = deque()

    def add_plan(self, key: str, plan: bytes) -> None:
        self._plans[key] = plan

    def submit(self, job: Job) -> None:
        self._jobs.append(job)

    def receive(self, seconds: float) -> list[JobResult]:
        if not self._jobs:
            return []
        job = self._jobs.popleft()
        return [run_job(job, self._plans[job.key])]

    def discard_jobs(self) -> None:
        self._jobs.clear()

    close = discard_jobs


@dataclass(slots=True, eq=False)
class _Worker:
    """A process, its pipe, the plans and jobs that it was sent, and whether it has ever reported."""

    process: BaseProcess
    pipe: connection.Connection
    known_plans: set[str] = field(default_factory=set)
    jobs: list[Job] = field(default_factory=list)
    is_ready: bool = False


class ProcessPool:
    """Processes that are started once and serve one plan after another."""

    def __init__(self, size: int) -> None:
        self.size, self.lost_workers = size, 0
        self._deaths_in_row = 0
        # spawn, not fork: the same on every system, and safe in a process with threads
        self._context = get_context("spawn")
        self._plans: dict[str, bytes] = {}
        self._waiting: deque[Job] = deque()
        self._workers: list[_Worker] = []
        self._deaths_by_job: dict[Job, int] = {}
        self._failed_results: list[JobResult] = []
        self._discarded: set[Job] = set()

    def add_plan(self, key: str, plan: bytes) -> None:
        self._plans[key] = plan

    def submit(self, job: Job) -> None:
        self._waiting.append(job)
        self._assign_jobs()

    def _assign_jobs(self) -> None:
        """Send waiting jobs to the workers with the fewest."""
        while self._waiting:
            idle = min(self._workers, key=lambda worker: len(worker.jobs), default=None)
            if (idle is None or idle.jobs) and len(self._workers) < self.size:
                idle = self._start_worker()
            if idle is None or len(idle.jobs) >= JOBS_PER_WORKER:
                return
            job = self._waiting.popleft()
            plan = None if job.key in idle.known_plans else self._plans[job.key]
            try:
                idle.pipe.send((job, plan))
            except OSError:  # it has just died, which `receive` will notice
                self._waiting.appendleft(job)
                self._handle_death(idle)
                continue
            idle.known_plans.add(job.key)
            idle.jobs.append(job)

    def _start_worker(self) -> _Worker:
        """Start a process that ignores Ctrl+C; this one stops it."""
        ours, theirs = self._context.Pipe()
        worker = _Worker(self._context.Process(target=_worker_loop, args=(theirs,), daemon=True), ours)
        try:
            with sigint_blocked():
                worker.process.start()
                self._workers.append(worker)
        except OSError as problem:
            raise NoWorkersError(_("no worker could be started: {reason}").format(reason=problem.strerror)) from None
        finally:
            theirs.close()
        return worker

    def receive(self, seconds: float) -> list[JobResult]:
        self._assign_jobs()
        results, self._failed_results = self._failed_results, []
        if results or not any(worker.jobs for worker in self._workers):
            return results
        ready = connection.wait([worker.pipe for worker in self._workers], seconds)
        for worker in [worker for worker in self._workers if worker.pipe in ready]:
            try:
                result: JobResult | None = worker.pipe.recv()
            except (EOFError, OSError):
                self._handle_death(worker)
                continue
            if result is None:
                worker.is_ready = True
                continue
            self._deaths_in_row = 0
            worker.jobs.remove(result.job)
            if result.job in self._discarded:
                self._discarded.discard(result.job)
            else:
                results.append(result)
        self._assign_jobs()
        return results

    def _handle_death(self, worker: _Worker) -> None:
        """Replace a dead worker and queue its jobs again. Raises `NoWorkersError` after too many deaths."""
        if worker not in self._workers:
            return
        self._workers.remove(worker)
        self.lost_workers += 1
        self._deaths_in_row += 1
        worker.pipe.close()
        worker.process.join()
        if self._deaths_in_row >= MAX_DEATHS_IN_ROW:
            text = _("the workers keep stopping without an error message")
            raise NoWorkersError(
                text if worker.is_ready else _("no worker could be started: each one stops immediately")
            )
        again = [job for job in worker.jobs if job not in self._discarded]
        if worker.is_ready and worker.jobs and worker.jobs[0] in again:
            again[:1] = self._retry_job(again[0])
        self._waiting.extendleft(reversed(again))

    def _retry_job(self, job: Job) -> list[Job]:
        """The jobs to try after a worker died in one: the same, then its single matches, then none."""
        deaths = self._deaths_by_job[job] = self._deaths_by_job.get(job, 0) + 1
        if deaths < MAX_JOB_DEATHS:
            return [job]
        if job.last - job.first > 1:
            return [job._replace(first=index, last=index + 1) for index in range(job.first, job.last)]
        reason = _("its worker stopped without an error message, and so did the next one")
        self._failed_results.append(JobResult(job, [Failure(job.first, str(reason))], 0.0))  # plain: it is stored
        return []

    def discard_jobs(self) -> None:
        self._waiting.clear()
        self._failed_results.clear()
        for worker in self._workers:
            self._discarded.update(worker.jobs)

    def close(self) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
        self._workers.clear()
        self._waiting.clear()


@contextmanager
def sigint_blocked() -> Iterator[None]:
    """Block SIGINT in this thread; a process started in the block inherits the blocked signal."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32  # without a handler, "add" ignores Ctrl+C, and new processes inherit that
        kernel.SetConsoleCtrlHandler(None, True)
        try:
            yield
        finally:
            kernel.SetConsoleCtrlHandler(None, False)
        return
    resource_tracker.ensure_running()  # starting it later would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _worker_loop(pipe: connection.Connection) -> None:
    """Send None when ready, then a result for each job, until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it cannot be blocked
    try:
        pipe.send(None)
        while True:
            job, plan = pipe.recv()
            pipe.send(run_job(job, plan))
    except (EOFError, OSError):
        return


# A Dask cluster: `simulate --scheduler tcp://host:port`. Each job is a task of its own; the scheduler repeats the tasks
# of a dead worker. Workers need the same version of this program.

CONNECT = 10.0  # seconds to wait for an answer of a scheduler
SCHEMES = ("", "tcp", "tls")  # schemes of a scheduler's address
CLOSE_SECONDS = 2.0  # seconds to wait when closing
LOOK = 1.0  # seconds between two checks of the workers


class ClusterPool:
    """Sends jobs to a scheduler. Raises `NoWorkersError` if it cannot be reached."""

    def __init__(self, scheduler: str) -> None:
        if find_spec("distributed") is None:
            raise NoWorkersError(
                _('a cluster requires the package distributed: pip install "explorer-studio[cluster]"')
            )
        text = _('no scheduler found at "{address}" (format: tcp://host:8786)')
        try:
            _check_reachable(scheduler)
            from distributed import Client

            for name in ("distributed", "distributed.client"):  # they print tracebacks; an error here is one sentence
                logging.getLogger(name).setLevel(logging.CRITICAL)
            self._client: Client = Client(scheduler, timeout=CONNECT, set_as_default=False)
        except (OSError, TimeoutError, ValueError):
            raise NoWorkersError(text.format(address=scheduler)) from None
        self.lost_workers = self._seen_workers = 0
        self._checked_at = -inf
        self._no_workers = _('the scheduler at "{address}" has no workers').format(address=scheduler)
        self._plans: dict[str, Future[bytes]] = {}
        self._pending: dict[Future[JobResult], Job] = {}
        self.size = 0
        self._is_lost = False
        self._check_workers()
        if not self.size:
            self._client.close()
            raise NoWorkersError(self._no_workers)

    def _check_workers(self) -> None:
        """Update the number of workers at most once a second. Raises `NoWorkersError`."""
        if monotonic() - self._checked_at < LOOK:
            return
        self._checked_at = monotonic()
        try:
            assert self._client.scheduler is not None, "connected"
            threads = self._client.sync(self._client.scheduler.ncores, callback_timeout=CONNECT)
        except (OSError, TimeoutError):
            raise self._lost_error(_("its scheduler no longer responds")) from None
        self.lost_workers += max(0, self._seen_workers - len(threads))
        self._seen_workers = len(threads)
        self.size = sum(threads.values()) or self.size

    def _lost_error(self, reason: str) -> NoWorkersError:
        """The error for a lost cluster, which is not asked again since every call would time out."""
        self._is_lost = True
        return NoWorkersError(_("the cluster failed: {reason}").format(reason=reason))

    def _cancelled_error(self) -> NoWorkersError:
        """The error for jobs that were cancelled: plans are lost with the last worker."""
        self._checked_at = -inf
        try:
            self._check_workers()
        except NoWorkersError as problem:
            return problem
        return self._lost_error(self._no_workers)

    def add_plan(self, key: str, plan: bytes) -> None:
        try:
            self._plans[key] = self._client.scatter(plan, broadcast=True, hash=True, timeout=CONNECT)
        except (OSError, TimeoutError):
            raise self._lost_error(_("its scheduler no longer responds")) from None

    def submit(self, job: Job) -> None:
        future = self._client.submit(run_remote_job, job, self._plans[job.key], __version__, pure=False)
        self._pending[future] = job

    def receive(self, seconds: float) -> list[JobResult]:
        from distributed import wait
        from distributed.comm.core import CommClosedError

        self._check_workers()
        if not self._pending:
            return []
        try:
            with self._client.as_current():
                done = wait(list(self._pending), timeout=max(0.01, seconds), return_when="FIRST_COMPLETED").done
        except TimeoutError:
            return []
        except CancelledError:
            raise self._cancelled_error() from None
        results = []
        for future in done:
            del self._pending[future]
            try:
                results.append(future.result())
            except (CancelledError, CommClosedError):
                raise self._cancelled_error() from None
            except Exception as problem:
                reason = str(problem).strip().partition("\n")[0] or type(problem).__name__
                raise self._lost_error(reason) from None
        return results

    def discard_jobs(self) -> None:
        self._checked_at = -inf
        if not self._is_lost:
            with suppress(NoWorkersError, OSError, TimeoutError):  # there is a reason for discarding already
                self._check_workers()
                if self._pending:
                    self._client.cancel(list(self._pending))
        self._pending.clear()

    def close(self) -> None:
        self.discard_jobs()
        self._plans.clear()
        self._client.close(timeout=CLOSE_SECONDS)


def _check_reachable(scheduler: str) -> None:
    """Raise `ValueError` or `OSError` if no scheduler answers there: Dask would notice much later, or never."""
    scheme, _between, place = scheduler.rpartition("://")
    host, _colon, port = place.rpartition(":")
    if scheme not in SCHEMES or not host or not port.isdecimal():
        raise ValueError(scheduler)
    with create_connection((host.strip("[]"), int(port)), CONNECT) as stream:
        if scheme != "tls" and not stream.recv(1):  # a scheduler speaks first
            raise ConnectionError(scheduler)


def run_remote_job(job: Job, plan: bytes, version: str) -> JobResult:
    """Run a job on a cluster worker, which must have the same version."""
    if version != __version__:
        text = _("a worker has version {theirs} of this program; version {ours} is required")
        return JobResult(job, (), 0.0, text.format(theirs=__version__, ours=version))
    return run_job(job, plan)
