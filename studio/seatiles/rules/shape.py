"""Shapes of sea tiles: edges, classes, lands, and the rotations that look different (T1, T2, T4).

A shape is four characters, the lands on the north, east, south and west edge: "." is sea, equal letters are one land.
An edge mask has bit s set when side s is land.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

CLASSES = range(1, 7)

_CLASS_BY_EDGES = (1, 2, 2, 3, 2, 4, 3, 5, 2, 3, 4, 5, 3, 5, 5, 6)

PLAIN_SHAPES = ("", "....", "a...", "aa..", "a.b.", "aaa.", "aaaa")
"""The published shape of each class (T2); index 0 is unused."""


class Rotation(NamedTuple):
    """A shape turned `turn` quarters clockwise: its edge mask and, by side, the number of its land there or -1.

    Lands are numbered in the order in which they appear from the north clockwise; `lands` says how many there are.
    """

    turn: int
    edges: int
    land: tuple[int, int, int, int]
    lands: int


def class_of(edges: int) -> int:
    """The class, 1 … 6, of an edge mask (T1)."""
    return _CLASS_BY_EDGES[edges]


def edges_of(shape: str) -> int:
    """The edge mask of a shape."""
    return sum(1 << side for side in range(4) if shape[side] != ".")


def turned(shape: str, turns: int) -> str:
    """The shape after quarter turns clockwise."""
    turns %= 4
    return shape[4 - turns :] + shape[: 4 - turns]


def rotation(shape: str, turn: int) -> Rotation:
    """The shape turned clockwise, its lands numbered afresh from the north."""
    numbers: dict[str, int] = {}
    land = [-1 if letter == "." else numbers.setdefault(letter, len(numbers)) for letter in turned(shape, turn)]
    return Rotation(turn, edges_of(turned(shape, turn)), (land[0], land[1], land[2], land[3]), len(numbers))


@cache
def rotations(shape: str) -> tuple[Rotation, ...]:
    """The rotations that differ in their edges or in their lands, in order of turn (T4)."""
    found: dict[tuple[int, int, int, int], Rotation] = {}
    for turn in range(4):
        one = rotation(shape, turn)
        found.setdefault(one.land, one)
    return tuple(found.values())


def same_looks(shape: str, turn: int) -> int:
    """The least turn at which the shape looks as it does at `turn`."""
    wanted = rotation(shape, turn).land
    return next(one.turn for one in rotations(shape) if one.land == wanted)


def has_isthmus(shape: str) -> bool:
    """Whether a land joins opposite edges without a land edge of its own between them, cutting the route (T2)."""
    for letter in set(shape) - {"."}:
        sides = [side for side in range(4) if shape[side] == letter]
        if len(sides) == 2 and sides[1] - sides[0] == 2:
            return True
    return False
