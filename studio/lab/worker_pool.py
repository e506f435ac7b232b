"""Who does the work: this process, processes of its own that stay, or the workers of a cluster.

A crew knows plans by their keys and errands, and gives back parcels in whatever order they are done. A worker that
dies is replaced, and its errands are dealt again: each match counts once, since only parcels count.
"""

from __future__ import annotations

import os
import signal
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
from studio.lab.jobs import Errand, Failure, Parcel, work

if TYPE_CHECKING:
    from distributed import Client, Future

AHEAD = 2
"""Errands that a worker has at a time: one to do, one that waits, so that it never waits itself."""
MOST_DEATHS = 2
"""An errand that so many workers died of is cut into single matches; a single match that does it again has failed."""
MOST_IN_VAIN = 8
"""When so many workers have died one after the other and nothing came back meanwhile, nobody is hired any more."""


class Lost(Exception):
    """There is nobody left to do the work; the message is a sentence that says why."""


class Crew(Protocol):
    """Takes errands and gives parcels back."""

    size: int
    """How many errands are done at a time."""
    deaths: int
    """Workers that stopped and were replaced."""

    def know(self, key: str, plan: bytes) -> None:
        """Have a pickled plan ready for errands with this key."""

    def send(self, errand: Errand) -> None:
        """Have an errand done."""

    def receive(self, seconds: float) -> list[Parcel]:
        """Parcels that have come in, after so many seconds at the latest; perhaps none. Raises `Lost`."""

    def drop(self) -> None:
        """Forget all errands that were sent."""

    def close(self) -> None:
        """Send everybody home."""


def default_workers() -> int:
    """How many processes may run at once on this machine."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows do not tell
        return os.cpu_count() or 1


class Alone:
    """Does everything itself, in this process."""

    def __init__(self) -> None:
        self.size, self.deaths = 1, 0
        self._plans: dict[str, bytes] = {}
        self._errands: deque[Errand] = deque()

    def know(self, key: str, plan: bytes) -> None:
        self._plans[key] = plan

    def send(self, errand: Errand) -> None:
        self._errands.append(errand)

    def receive(self, seconds: float) -> list[Parcel]:
        if not self._errands:
            return []
        errand = self._errands.popleft()
        return [work(errand, self._plans[errand.key])]

    def drop(self) -> None:
        self._errands.clear()

    def close(self) -> None:
        self._errands.clear()


@dataclass(slots=True, eq=False)
class _Worker:
    """A process, its pipe, the plans it has had, the errands it has, and whether it ever said that it is there."""

    process: BaseProcess
    pipe: connection.Connection
    known: set[str] = field(default_factory=set)
    errands: list[Errand] = field(default_factory=list)
    is_up: bool = False


class Processes:
    """Processes of its own, started once and kept for one plan after another."""

    def __init__(self, size: int) -> None:
        self.size, self.deaths = size, 0
        self._in_vain = 0
        # spawn and not fork: the same on every system, and safe beside a window's threads
        self._context = get_context("spawn")
        self._plans: dict[str, bytes] = {}
        self._waiting: deque[Errand] = deque()
        self._workers: list[_Worker] = []
        self._died_of: dict[Errand, int] = {}
        self._early: list[Parcel] = []
        self._dropped: set[Errand] = set()

    def know(self, key: str, plan: bytes) -> None:
        self._plans[key] = plan

    def send(self, errand: Errand) -> None:
        self._waiting.append(errand)
        self._deal()

    def _deal(self) -> None:
        """Give waiting errands to whoever has fewest."""
        while self._waiting:
            idle = min(self._workers, key=lambda worker: len(worker.errands), default=None)
            if (idle is None or idle.errands) and len(self._workers) < self.size:
                idle = self._hire()
            if idle is None or len(idle.errands) >= AHEAD:
                return
            errand = self._waiting.popleft()
            plan = None if errand.key in idle.known else self._plans[errand.key]
            try:
                idle.pipe.send((errand, plan))
            except OSError:  # it has just died; `receive` will notice
                self._waiting.appendleft(errand)
                self._bury(idle)
                continue
            idle.known.add(errand.key)
            idle.errands.append(errand)

    def _hire(self) -> _Worker:
        """A new process. Ctrl+C is for this one alone, which sends the others home."""
        ours, theirs = self._context.Pipe()
        worker = _Worker(self._context.Process(target=_serve, args=(theirs,), daemon=True), ours)
        try:
            with _undisturbed():
                worker.process.start()
                self._workers.append(worker)
        except OSError as problem:
            raise Lost(_("no worker can be started: {reason}").format(reason=problem.strerror)) from None
        finally:
            theirs.close()
        return worker

    def receive(self, seconds: float) -> list[Parcel]:
        self._deal()
        parcels, self._early = self._early, []
        if parcels or not any(worker.errands for worker in self._workers):
            return parcels
        ready = connection.wait([worker.pipe for worker in self._workers], seconds)
        for worker in [worker for worker in self._workers if worker.pipe in ready]:
            try:
                parcel: Parcel | None = worker.pipe.recv()
            except (EOFError, OSError):
                self._bury(worker)
                continue
            if parcel is None:
                worker.is_up = True
                continue
            self._in_vain = 0
            worker.errands.remove(parcel.errand)
            if parcel.errand in self._dropped:
                self._dropped.discard(parcel.errand)
            else:
                parcels.append(parcel)
        self._deal()
        return parcels

    def _bury(self, worker: _Worker) -> None:
        """A worker has died: its errands are dealt again, what it may have died of in smaller ones. Raises `Lost`."""
        if worker not in self._workers:
            return
        self._workers.remove(worker)
        self.deaths += 1
        self._in_vain += 1
        worker.pipe.close()
        worker.process.join()
        if self._in_vain >= MOST_IN_VAIN:
            words = _("the workers stop one after the other, without a word")
            raise Lost(words if worker.is_up else _("no worker can be started: each stops at once"))
        again = [errand for errand in worker.errands if errand not in self._dropped]
        if worker.is_up and worker.errands and worker.errands[0] in again:
            again[:1] = self._once_more(again[0])
        self._waiting.extendleft(reversed(again))

    def _once_more(self, errand: Errand) -> list[Errand]:
        """What becomes of an errand that a worker died of: again, then match by match, and then no more."""
        deaths = self._died_of[errand] = self._died_of.get(errand, 0) + 1
        if deaths < MOST_DEATHS:
            return [errand]
        if errand.last - errand.first > 1:
            return [errand._replace(first=index, last=index + 1) for index in range(errand.first, errand.last)]
        reason = _("its worker stopped without a word, and so did the next")
        self._early.append(Parcel(errand, [Failure(errand.first, reason)], 0.0))
        return []

    def drop(self) -> None:
        self._waiting.clear()
        self._early.clear()
        for worker in self._workers:
            self._dropped.update(worker.errands)

    def close(self) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
        self._workers.clear()
        self._waiting.clear()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl+C waits until this is over; for what is started meanwhile it waits for ever."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # who, when it starts itself, lets through again what waits
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: connection.Connection) -> None:
    """The life of a worker: None says that it is there, then errands in, parcels out, until nobody wants any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it could not be made to wait
    try:
        pipe.send(None)
        while True:
            errand, plan = pipe.recv()
            pipe.send(work(errand, plan))
    except (EOFError, OSError):
        return


# The workers of a Dask cluster as a crew: `simulate --scheduler tcp://host:port`. Loaded only when asked for.
#
# Every errand is a task of its own; the scheduler deals a task again when its worker dies, and a task's parcel counts
# once. Workers need this program in the same version, and nothing else of it than rules and bots.

CONNECT = 10.0
"""Seconds that a scheduler may take to answer."""
SCHEMES = ("", "tcp", "tls")
"""What an address may begin with."""
FAREWELL = 2.0
"""Seconds that saying goodbye may take."""
LOOK = 1.0
"""Seconds after which one looks again who is there."""


class Cluster:
    """Sends errands to a scheduler. Raises `Lost` when it cannot be reached."""

    def __init__(self, scheduler: str) -> None:
        if find_spec("distributed") is None:
            raise Lost(_('a cluster needs the package distributed: pip install "explorer-studio[cluster]"'))
        nobody = Lost(_('there is no scheduler at "{address}" (like tcp://host:8786)').format(address=scheduler))
        try:
            _knock(scheduler)
            from distributed import Client

            self._client: Client = Client(scheduler, timeout=CONNECT, set_as_default=False)
        except (OSError, TimeoutError, ValueError):
            raise nobody from None
        self.deaths = self._seen = 0
        self._looked = -inf
        self._plans: dict[str, Future[bytes]] = {}
        self._out: dict[Future[Parcel], Errand] = {}
        self.size = 0
        self._is_lost = False
        self._look()
        if not self.size:
            self._client.close()
            raise Lost(_('the scheduler at "{address}" has no workers').format(address=scheduler))

    def _look(self) -> None:
        """Now and then: how many errands are done at a time, and whether workers have gone. Raises `Lost`."""
        if monotonic() - self._looked < LOOK:
            return
        self._looked = monotonic()
        try:
            threads = self._client.nthreads()
        except (OSError, TimeoutError):
            raise self._given_up(_("its scheduler does not answer any more")) from None
        self.deaths += max(0, self._seen - len(threads))
        self._seen = len(threads)
        self.size = sum(threads.values()) or self.size

    def _given_up(self, reason: str) -> Lost:
        """That the cluster is gone; from now on it is asked nothing more, since each question takes its time."""
        self._is_lost = True
        return Lost(_("the cluster gave up: {reason}").format(reason=reason))

    def know(self, key: str, plan: bytes) -> None:
        self._plans[key] = self._client.scatter(plan, broadcast=True, hash=True)

    def send(self, errand: Errand) -> None:
        future = self._client.submit(remote, errand, self._plans[errand.key], __version__, pure=False)
        self._out[future] = errand

    def receive(self, seconds: float) -> list[Parcel]:
        from distributed import wait
        from distributed.comm.core import CommClosedError

        self._look()
        if not self._out:
            return []
        try:
            with self._client.as_current():
                done = wait(list(self._out), timeout=max(0.01, seconds), return_when="FIRST_COMPLETED").done
        except TimeoutError:
            return []
        except CancelledError:
            raise self._given_up(_("its scheduler does not answer any more")) from None
        parcels = []
        for future in done:
            del self._out[future]
            try:
                parcels.append(future.result())
            except (CancelledError, CommClosedError):
                raise self._given_up(_("its scheduler does not answer any more")) from None
            except Exception as problem:
                reason = str(problem).strip().partition("\n")[0] or type(problem).__name__
                raise self._given_up(reason) from None
        return parcels

    def drop(self) -> None:
        self._looked = -inf
        if not self._is_lost:
            with suppress(Lost, OSError, TimeoutError):  # whoever drops has a reason already
                self._look()
                if self._out:
                    self._client.cancel(list(self._out))
        self._out.clear()

    def close(self) -> None:
        self.drop()
        self._plans.clear()
        self._client.close(timeout=FAREWELL)


def _knock(scheduler: str) -> None:
    """Look whether anybody listens there at all, which Dask finds out much later. Raises `ValueError` and `OSError`."""
    scheme, _between, place = scheduler.rpartition("://")
    host, _colon, port = place.rpartition(":")
    if scheme not in SCHEMES or not host or not port.isdecimal():
        raise ValueError(scheduler)
    create_connection((host.strip("[]"), int(port)), CONNECT).close()


def remote(errand: Errand, plan: bytes, version: str) -> Parcel:
    """An errand on a worker of the cluster, which must be of the same version."""
    if version != __version__:
        words = _("a worker has version {theirs} of this program, and {ours} was wanted")
        return Parcel(errand, (), 0.0, words.format(theirs=__version__, ours=version))
    return work(errand, plan)
