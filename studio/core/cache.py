"""Answers kept for a while, since several views ask the same of the same body one after the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

Arg = TypeVar("Arg")
Result = TypeVar("Result")
Extra = ParamSpec("Extra")
Work = Callable[Concatenate[Arg, Extra], Result]


def cached_by_identity(most: int) -> Callable[[Work[Arg, Extra, Result]], Work[Arg, Extra, Result]]:
    """Keep the last few answers of a function; what it is asked about is known again by identity, not by likeness.

    So a body needs no hash and is never compared. What it takes besides (its patience) is nothing that the answer
    hangs on. Threads may ask at once: what is known is replaced, never changed, and the worst that can happen is that
    two of them work the same answer out.
    """

    def keeping(work: Work[Arg, Extra, Result]) -> Work[Arg, Extra, Result]:
        known: tuple[tuple[Arg, Result], ...] = ()

        @wraps(work)
        def answered(asked: Arg, /, *besides: Extra.args, **named: Extra.kwargs) -> Result:
            nonlocal known
            for one, answer in known:
                if one is asked:
                    return answer
            answer = work(asked, *besides, **named)
            known = ((asked, answer), *known)[:most]
            return answer

        def forget() -> None:
            nonlocal known
            known = ()

        answered.cache_clear = forget  # type: ignore[attr-defined]  # as those of functools have it
        return answered

    return keeping
