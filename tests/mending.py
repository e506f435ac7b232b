"""What a fix makes of a layout, as the body of a game and not as the opaque thing that the window knows."""

from __future__ import annotations

from typing import TypeVar

from studio.core.problems import Fix

T = TypeVar("T")


def mended(fix: Fix | None, body: type[T]) -> T:
    """The body after a fix that there must be."""
    assert fix is not None and isinstance(fix.body, body)
    return fix.body
