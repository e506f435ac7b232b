"""Moments are told as a person would tell them."""

from __future__ import annotations

from datetime import datetime

import pytest

from studio.core.text import relative_date

NOW = datetime(2026, 3, 1, 9, 30)


@pytest.mark.parametrize(
    ("then", "words"),
    [
        (datetime(2026, 3, 1, 0, 0), "today at 00:00"),
        (datetime(2026, 3, 1, 14, 32), "today at 14:32"),
        (datetime(2026, 2, 28, 23, 59), "yesterday at 23:59"),
        (datetime(2026, 2, 27, 7, 5), "on 27 February at 07:05"),
        (datetime(2025, 12, 3, 7, 5), "on 3 December 2025 at 07:05"),
    ],
)
def test_moments_in_words(then: datetime, words: str) -> None:
    assert relative_date(then.timestamp(), NOW) == words
