"""Small drawings that several games show alike: one sprite by itself, the padlock of what lies fast."""

from __future__ import annotations

from functools import lru_cache

from studio.core.picture import Layer, Outline, Path, Picture, Sprite, rounded


@lru_cache(maxsize=192)
def thing(name: str, seat: int = -1, size: float = 0.92) -> Picture:
    """One sprite as a picture by itself."""
    return Picture((0.0, 0.0, 1.0, 1.0), (Layer("thing", (Sprite(name, 0.5, 0.5, size, seat=seat),), still=False),))


@lru_cache(maxsize=1024)
def padlock(x: float, y: float, cell: int) -> tuple[Path, ...]:
    """The padlock that says: what lies here stays here."""
    s = 0.085
    bow: Outline = ((x - 0.027, y - 0.006), (x - 0.029, y - 0.068, x + 0.029, y - 0.068, x + 0.027, y - 0.006))
    return (
        Path("lock", (rounded(x - s, y - s, 2 * s, 2 * s, 0.035),), cell),
        Path("lock_ink", (rounded(x - 0.044, y - 0.008, 0.088, 0.062, 0.012),), cell),
        Path("lock_line", (bow,), cell, closed=False),
    )
