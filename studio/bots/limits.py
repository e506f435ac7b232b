"""Limits of a bot's thinking per decision: search steps or seconds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf
from time import monotonic

from studio.core.cancellation import CancelToken

MAX_COUNT, MAX_SECONDS = 1_000_000, 600.0
_LIMIT = re.compile(r"(\d{1,7})|(\d{1,3}(?:\.\d{1,3})?)s", re.ASCII)


@dataclass(frozen=True, slots=True)
class Limit:
    """A count, which makes choices the same on every machine, or seconds; the other one is 0."""

    count: int = 0
    seconds: float = 0.0

    @staticmethod
    def parse(text: str) -> Limit | None:
        """The limit in a text such as "400" or "1.5s"; None if invalid."""
        found = _LIMIT.fullmatch(text)
        if found is None:
            return None
        count, seconds = found.groups()
        limit = Limit(count=int(count)) if count else Limit(seconds=float(seconds))
        return limit if 0 < limit.count <= MAX_COUNT or 0 < limit.seconds <= MAX_SECONDS else None


class OutOfTime(Exception):
    pass


class ThinkBudget:
    """The budget of one decision, started now; also checks for cancellation."""

    __slots__ = ("_cancel", "_count", "_until")

    def __init__(self, limit: Limit, cancel: CancelToken) -> None:
        self._count, self._cancel = limit.count, cancel
        self._until = inf if limit.count else monotonic() + limit.seconds

    def is_used_up(self, done: int) -> bool:
        return done >= self._count if self._count else monotonic() >= self._until

    def check_time(self) -> None:
        """Raise `OutOfTime` or `Cancelled` if it is time to stop."""
        self._cancel.raise_if_cancelled()
        if not self._count and monotonic() >= self._until:
            raise OutOfTime
