"""Problems by cause, and the cancellation of searches for them."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator

import pytest

from studio.core.cancellation import NEVER_CANCELLED, Cancelled, CancelToken, partial_results
from studio.core.problems import ERROR, INFO, WARNING, Problem, combined_message, group_by_cause, with_causes


def one(code: str, message: str = "", cell: int = 0, cause: str = "") -> Problem:
    return Problem(code, ERROR, message or code, (cell,), cause=cause)


def test_problems_with_places_are_grouped_by_code_and_severity() -> None:
    a, b, c = one("x", cell=1), one("y"), one("x", cell=2)
    other = Problem("x", WARNING, "x", (3,))
    field = [Problem("z", INFO, f"field {number}", field=f"f{number}") for number in range(2)]
    assert group_by_cause([a, b, c, other, *field]) == [(a, c), (b,), (other,), tuple(field)]
    assert group_by_cause([]) == []
    whole = [Problem("x", ERROR, "the layout"), Problem("x", ERROR, "the layout")]
    assert group_by_cause(whole) == [(whole[0],), (whole[1],)]


def test_a_group_has_one_sentence() -> None:
    assert combined_message([one("x", "Wrong.")]) == "Wrong."
    assert combined_message([one("x", "Wrong.", 1), one("x", "Wrong.", 2)]) == "Wrong."
    assert combined_message([one("x", "A is wrong."), one("x", "B is wrong.")]) == "A is wrong. 1 more like this."
    caused = one("x", "A is wrong.", cause="Some are wrong.")
    assert combined_message([caused, one("x", "B is wrong.")]) == "Some are wrong."


def test_causes_are_filled_in_by_code() -> None:
    found = list(with_causes([one("x", "A is wrong."), one("y")], {"x": "Some are wrong."}))
    assert [problem.cause for problem in found] == ["Some are wrong.", ""]
    assert found[0].message == "A is wrong."


# Cancel tokens


FOUND = [Problem(code, WARNING, code) for code in ("one", "two", "three")]


class Clock:
    """A clock that is set by the test."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_token_expires_after_its_timeout() -> None:
    clock = Clock()
    token = CancelToken(5, clock)
    clock.now += 4
    assert token.seconds_left == 1 and not token.is_cancelled
    token.raise_if_cancelled()
    clock.now += 1
    assert token.seconds_left == 0 and token.is_cancelled
    with pytest.raises(Cancelled):
        token.raise_if_cancelled()


def test_the_timeout_can_be_set_later() -> None:
    clock = Clock()
    token = CancelToken(clock=clock)
    clock.now += 1e9
    assert token.seconds_left == math.inf and not NEVER_CANCELLED.is_cancelled
    token.set_timeout(2)
    assert (token.seconds_left, token.seconds) == (2, 2)


def test_cancelling_from_a_thread_is_final() -> None:
    token = CancelToken(5)
    thread = threading.Thread(target=token.cancel)
    thread.start()
    thread.join()
    assert token.is_cancelled
    token.set_timeout(1000)
    assert token.is_cancelled, "it stays cancelled"


def test_a_callback_runs_on_cancel() -> None:
    token, called = CancelToken(), threading.Event()
    with token.on_cancel(called.set):
        assert not called.is_set()
        token.cancel()
        assert called.is_set()
    called.clear()
    token.cancel()
    assert not called.is_set(), "no more callbacks after the block"


def test_a_callback_runs_at_the_timeout() -> None:
    called = threading.Event()
    with CancelToken(0.01).on_cancel(called.set):
        assert called.wait(60)
    called.clear()
    with CancelToken(1000).on_cancel(called.set):
        pass
    assert not called.is_set()


def test_partial_results_end_with_an_undecided_problem() -> None:
    def search(token: CancelToken) -> Iterator[Problem]:
        for number, problem in enumerate(FOUND):
            token.raise_if_cancelled()
            yield problem
            if number == 1:
                clock.now += 10

    clock = Clock()
    token = CancelToken(8, clock)
    *found, last = partial_results(search(token), token)
    assert found == FOUND[:2]
    assert last.code == "search.undecided" and "8 s" in last.message
    assert partial_results(search(NEVER_CANCELLED), NEVER_CANCELLED) == FOUND
