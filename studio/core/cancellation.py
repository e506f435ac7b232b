"""Cancellation of long searches: by a time limit, or by another thread when the result is no longer needed.

A search takes a `CancelToken` and calls `raise_if_cancelled` at least every few hundredths of a second.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic

from studio.core.problems import INFO, Problem
from studio.core.text import _, format_number


class Cancelled(Exception):
    """A search was stopped: its time is up, or its result is no longer needed."""


class CancelToken:
    """A time limit in seconds from now (none by default) that any thread can end earlier."""

    def __init__(self, seconds: float = math.inf, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self.set_timeout(seconds)
        self._lock = threading.Lock()
        self._is_cancelled = False
        self._callbacks: list[Callable[[], object]] = []

    def set_timeout(self, seconds: float) -> None:
        """Restart the time limit from now."""
        self.seconds = seconds
        self._until = self._clock() + seconds

    @property
    def seconds_left(self) -> float:
        return 0.0 if self._is_cancelled else max(0.0, self._until - self._clock())

    @property
    def is_cancelled(self) -> bool:
        return self.seconds_left <= 0.0

    def raise_if_cancelled(self) -> None:
        if self.is_cancelled:
            raise Cancelled

    def cancel(self) -> None:
        """Stop the search. May be called from any thread."""
        self._is_cancelled = True
        with self._lock:
            for call in self._callbacks:
                call()

    @contextmanager
    def on_cancel(self, call: Callable[[], object]) -> Iterator[None]:
        """Call `call` from another thread when the token is cancelled: for work that cannot check the token itself."""
        with self._lock:
            self._callbacks.append(call)
        timer = threading.Timer(self.seconds_left, call) if math.isfinite(self.seconds_left) else None
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            with self._lock:
                self._callbacks.remove(call)
            if timer is not None:
                timer.cancel()
                timer.join()


NEVER_CANCELLED = CancelToken()


def partial_results(found: Iterable[Problem], cancel: CancelToken) -> list[Problem]:
    """Return the problems found until `cancel` ended the search; then the last one says that the search is not
    finished."""
    problems: list[Problem] = []
    try:
        problems.extend(found)
    except Cancelled:
        message = _("The check stopped after {seconds} s; there may be more problems.")
        text = message.format(seconds=format_number(cancel.seconds, "g"))
        problems.append(Problem("search.undecided", INFO, text))
    return problems
