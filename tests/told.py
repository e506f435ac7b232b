"""Sentences that a board says of itself, read in English and held against what a test knows by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

Told = re.Match[str]
Claim = tuple[str, Callable[[Told], Any]]
"""What a sentence looks like, and whether what it says is so."""


def read(words: str, claims: Sequence[Claim], about: object) -> str:
    """Find the one claim that this sentence makes, and look whether it is true; which one it is."""
    found = [(pattern, told, holds) for pattern, holds in claims if (told := re.fullmatch(pattern, words))]
    assert len(found) == 1, f"{words}: {[pattern for pattern, *_rest in found]}"
    pattern, told, holds = found[0]
    assert holds(told), f"not true of {about}: {words}"
    return pattern
