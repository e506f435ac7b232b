"""Tile numbers of Tiled: the upper bits say how a tile is turned and mirrored."""

from __future__ import annotations

from typing import NamedTuple

ACROSS, UPRIGHT, DIAGONAL, TWICE = 0x80000000, 0x40000000, 0x20000000, 0x10000000
"""Flipped from side to side, upside down, over the diagonal (on hexagons: turned by 60°), turned by 120°."""
FLAGS = ACROSS | UPRIGHT | DIAGONAL | TWICE
_QUARTERS = (0, DIAGONAL | ACROSS, ACROSS | UPRIGHT, DIAGONAL | UPRIGHT)
_SIXTHS = (0, DIAGONAL, TWICE, ACROSS | UPRIGHT, ACROSS | UPRIGHT | DIAGONAL, ACROSS | UPRIGHT | TWICE)


class Lying(NamedTuple):
    """How a tile lies: mirrored between east and west first, then turned clockwise by quarters (sixths on hexagons)."""

    turn: int
    is_mirrored: bool = False


def flags_of(turn: int, sides: int) -> int:
    """The upper bits for a tile that is turned."""
    return (_QUARTERS if sides == 4 else _SIXTHS)[turn]


def lying(number: int, sides: int) -> Lying:
    """How the upper bits say that a tile lies."""
    across, upright = bool(number & ACROSS), bool(number & UPRIGHT)
    diagonal, twice = bool(number & DIAGONAL), bool(number & TWICE)
    if sides == 6:  # flipped, then turned; upside down is mirrored and turned by a half
        return Lying((diagonal + 2 * twice + 3 * upright) % 6, across != upright)
    if diagonal:  # flipped over the diagonal first: mirrored and turned by three quarters
        return Lying(1 if across else 3, across == upright)
    return Lying(2 if upright else 0, across != upright)
