"""The workers of a Dask cluster as a crew: `simulate --scheduler tcp://host:port`. Loaded only when asked for.

Every errand is a task of its own; the scheduler deals a task again when its worker dies, and a task's parcel counts
once. Workers need this program in the same version, and nothing else of it than rules and bots.
"""

from __future__ import annotations

from concurrent.futures import CancelledError
from contextlib import suppress
from importlib.util import find_spec
from math import inf
from socket import create_connection
from time import monotonic
from typing import TYPE_CHECKING

from studio import __version__
from studio.core.text import _
from studio.lab.crew import Lost
from studio.lab.work import Errand, Parcel, work

if TYPE_CHECKING:
    from distributed import Client, Future

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
