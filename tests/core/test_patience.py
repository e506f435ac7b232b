"""Patience: a time that a clock counts down, or that anybody ends; and findings as far as it went."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator

import pytest

from studio.core.cancellation import NEVER_CANCELLED, Cancelled, CancelToken, partial_results
from studio.core.problems import WARNING, Problem

FOUND = [Problem(code, WARNING, code) for code in ("one", "two", "three")]


class Clock:
    """A clock that goes when it is told to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_it_lasts_so_many_seconds() -> None:
    clock = Clock()
    patience = CancelToken(5, clock)
    clock.now += 4
    assert patience.seconds_left == 1 and not patience.is_cancelled
    patience.raise_if_cancelled()
    clock.now += 1
    assert patience.seconds_left == 0 and patience.is_cancelled
    with pytest.raises(Cancelled):
        patience.raise_if_cancelled()


def test_it_may_be_limited_later() -> None:
    clock = Clock()
    patience = CancelToken(clock=clock)
    clock.now += 1e9
    assert patience.seconds_left == math.inf and not NEVER_CANCELLED.is_cancelled
    patience.set_timeout(2)
    assert (patience.seconds_left, patience.seconds) == (2, 2)


def test_any_thread_may_end_it_for_good() -> None:
    patience = CancelToken(5)
    thread = threading.Thread(target=patience.cancel)
    thread.start()
    thread.join()
    assert patience.is_cancelled
    patience.set_timeout(1000)
    assert patience.is_cancelled, "who called it off does not want to wait again"


def test_work_that_cannot_look_is_interrupted() -> None:
    patience, called = CancelToken(), threading.Event()
    with patience.on_cancel(called.set):
        assert not called.is_set()
        patience.cancel()
        assert called.is_set()
    called.clear()
    patience.cancel()
    assert not called.is_set(), "it is interrupted no more once it is done"


def test_work_is_interrupted_when_its_time_is_over() -> None:
    called = threading.Event()
    with CancelToken(0.01).on_cancel(called.set):
        assert called.wait(60)
    called.clear()
    with CancelToken(1000).on_cancel(called.set):
        pass
    assert not called.is_set()


def test_findings_come_as_far_as_it_goes() -> None:
    def search(patience: CancelToken) -> Iterator[Problem]:
        for number, problem in enumerate(FOUND):
            patience.raise_if_cancelled()
            yield problem
            if number == 1:
                clock.now += 10

    clock = Clock()
    patience = CancelToken(8, clock)
    *found, last = partial_results(search(patience), patience)
    assert found == FOUND[:2]
    assert last.code == "search.undecided" and "8 s" in last.message
    assert partial_results(search(NEVER_CANCELLED), NEVER_CANCELLED) == FOUND
