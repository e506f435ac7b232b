"""Answers kept for a while, since several views ask the same of the same body one after the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


def kept(most: int) -> Callable[[Callable[[Asked], Answer]], Callable[[Asked], Answer]]:
    """Keep the last few answers of a function; what it is asked about is known again by identity, not by likeness.

    So a body needs no hash and is never compared. Threads may ask at once: what is known is replaced, never changed,
    and the worst that can happen is that two of them work the same answer out.
    """

    def keeping(work: Callable[[Asked], Answer]) -> Callable[[Asked], Answer]:
        known: tuple[tuple[Asked, Answer], ...] = ()

        @wraps(work)
        def answered(asked: Asked) -> Answer:
            nonlocal known
            for one, answer in known:
                if one is asked:
                    return answer
            answer = work(asked)
            known = ((asked, answer), *known)[:most]
            return answer

        return answered

    return keeping
