"""Patience: a time that a clock counts down, or that anybody ends; and findings as far as it went."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator

import pytest

from studio.core.cancellation import ENDLESS, Patience, Spent, as_far
from studio.core.problems import WARNING, Problem

FOUND = [Problem(code, WARNING, code) for code in ("one", "two", "three")]


class Clock:
    """A clock that goes when it is told to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_it_lasts_so_many_seconds() -> None:
    clock = Clock()
    patience = Patience(5, clock)
    clock.now += 4
    assert patience.left == 1 and not patience.is_spent
    patience.look()
    clock.now += 1
    assert patience.left == 0 and patience.is_spent
    with pytest.raises(Spent):
        patience.look()


def test_it_may_be_limited_later() -> None:
    clock = Clock()
    patience = Patience(clock=clock)
    clock.now += 1e9
    assert patience.left == math.inf and not ENDLESS.is_spent
    patience.limit(2)
    assert (patience.left, patience.seconds) == (2, 2)


def test_any_thread_may_end_it_for_good() -> None:
    patience = Patience(5)
    thread = threading.Thread(target=patience.end)
    thread.start()
    thread.join()
    assert patience.is_spent
    patience.limit(1000)
    assert patience.is_spent, "who called it off does not want to wait again"


def test_work_that_cannot_look_is_interrupted() -> None:
    patience, called = Patience(), threading.Event()
    with patience.interrupting(called.set):
        assert not called.is_set()
        patience.end()
        assert called.is_set()
    called.clear()
    patience.end()
    assert not called.is_set(), "it is interrupted no more once it is done"


def test_work_is_interrupted_when_its_time_is_over() -> None:
    called = threading.Event()
    with Patience(0.01).interrupting(called.set):
        assert called.wait(60)
    called.clear()
    with Patience(1000).interrupting(called.set):
        pass
    assert not called.is_set()


def test_findings_come_as_far_as_it_goes() -> None:
    def search(patience: Patience) -> Iterator[Problem]:
        for number, problem in enumerate(FOUND):
            patience.look()
            yield problem
            if number == 1:
                clock.now += 10

    clock = Clock()
    patience = Patience(8, clock)
    *found, last = as_far(search(patience), patience)
    assert found == FOUND[:2]
    assert last.code == "search.undecided" and "8 s" in last.message
    assert as_far(search(ENDLESS), ENDLESS) == FOUND
