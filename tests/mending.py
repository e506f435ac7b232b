"""The result of a fix as the body of a game."""

from __future__ import annotations

from typing import TypeVar

from studio.core.problems import Fix

T = TypeVar("T")


def mended(fix: Fix | None, body: type[T]) -> T:
    """The body after a fix, which must exist."""
    assert fix is not None and isinstance(fix.body, body)
    return fix.body
