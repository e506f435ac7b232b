"""How long a search may go on: so many seconds, or until somebody who no longer wants the answer calls it off.

Whoever searches takes a `Patience` and looks at it now and then, at least every few hundredths of a second:

    for home in homes:
        patience.look()  # raises Spent

`as_far` turns the findings of such a search into a list that says so when it was not finished.
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
    """A search was given up: its time was over, or nobody wants the answer any more."""


class CancelToken:
    """So many seconds from now on (endless without), which any thread may end before."""

    def __init__(self, seconds: float = math.inf, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self.set_timeout(seconds)
        self._lock = threading.Lock()
        self._is_cancelled = False
        self._callbacks: list[Callable[[], object]] = []

    def set_timeout(self, seconds: float) -> None:
        """Let it last so many seconds from now."""
        self.seconds = seconds
        self._until = self._clock() + seconds

    @property
    def seconds_left(self) -> float:
        """Seconds that are left, at least 0."""
        return 0.0 if self._is_cancelled else max(0.0, self._until - self._clock())

    @property
    def is_cancelled(self) -> bool:
        """Whether the search is to be given up."""
        return self.seconds_left <= 0.0

    def raise_if_cancelled(self) -> None:
        """Go on or raise `Spent`."""
        if self.is_cancelled:
            raise Cancelled

    def cancel(self) -> None:
        """Call the search off, from any thread."""
        self._is_cancelled = True
        with self._lock:
            for call in self._callbacks:
                call()

    @contextmanager
    def on_cancel(self, call: Callable[[], object]) -> Iterator[None]:
        """Have `call` called from another thread as soon as the patience is spent: for work that cannot look itself."""
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
"""For whoever has all the time there is."""


def partial_results(found: Iterable[Problem], cancel: CancelToken) -> list[Problem]:
    """The findings up to where the patience ended; when it did, the last one says that there may be more."""
    problems: list[Problem] = []
    try:
        problems.extend(found)
    except Cancelled:
        message = _("Not finished within {seconds} s: there may be more to find.")
        words = message.format(seconds=format_number(cancel.seconds, "g"))
        problems.append(Problem("search.undecided", INFO, words))
    return problems
