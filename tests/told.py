"""Sentences of a board, parsed in English and checked against what a test computes itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

Told = re.Match[str]
Claim = tuple[str, Callable[[Told], Any]]
"""The pattern of a sentence, and whether a match of it is true."""


def read(words: str, claims: Sequence[Claim], about: object) -> str:
    """Find the one claim that this sentence makes, assert that it is true, and return its pattern."""
    found = [(pattern, shown, holds) for pattern, holds in claims if (shown := re.fullmatch(pattern, words))]
    assert len(found) == 1, f"{words}: {[pattern for pattern, *_rest in found]}"
    pattern, shown, holds = found[0]
    assert holds(shown), f"not true of {about}: {words}"
    return pattern
