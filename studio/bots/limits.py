"""How much a bot may think about a decision: so many steps of its search, or so many seconds."""

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
    """Either a count, which makes a bot's choices the same on every machine, or seconds; 0 is the one not meant."""

    count: int = 0
    seconds: float = 0.0

    @staticmethod
    def parse(text: str) -> Limit | None:
        """The limit of a text such as "400" or "1.5s"; None if it is none."""
        found = _LIMIT.fullmatch(text)
        if found is None:
            return None
        count, seconds = found.groups()
        limit = Limit(count=int(count)) if count else Limit(seconds=float(seconds))
        return limit if 0 < limit.count <= MAX_COUNT or 0 < limit.seconds <= MAX_SECONDS else None


class OutOfTime(Exception):
    """The seconds of a decision are over."""


class ThinkBudget:
    """The thinking about one decision: begun now, until the limit is reached or nobody waits for it any more."""

    __slots__ = ("_cancel", "_count", "_until")

    def __init__(self, limit: Limit, cancel: CancelToken) -> None:
        self._count, self._cancel = limit.count, cancel
        self._until = inf if limit.count else monotonic() + limit.seconds

    def is_used_up(self, done: int) -> bool:
        """Whether so many steps are as many as were meant, or the time is over."""
        return done >= self._count if self._count else monotonic() >= self._until

    def check_time(self) -> None:
        """Go on, or raise `Late`; or `Spent` when the patience ended."""
        self._cancel.raise_if_cancelled()
        if not self._count and monotonic() >= self._until:
            raise OutOfTime
