"""Shapes up to rotation, and what a click on an edge or a corner makes of one (T1, T2).

Corner k of a tile lies between its sides k and k + 1, clockwise from the north-east. Two land edges that meet in a
corner are one land there or two.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from studio.seatiles.body import plain_shape
from studio.seatiles.rules.shape import turned

SHAPES = (
    "....",
    "a...",
    "aa..",
    "ab..",
    "a.b.",
    "aaa.",
    "aab.",
    "abb.",
    "abc.",
    "aaaa",
    "aaab",
    "aabb",
    "aabc",
    "abcd",
)
"""Every shape up to rotation that has no isthmus (T2)."""
CUTTING = ("a.a.", "aba.", "abac")
"""Every shape up to rotation with one isthmus, which cuts the route (T2); two would cross each other."""


@cache
def pattern_of(shape: str) -> str:
    """The shape that stands for all rotations of this one; itself when no tile could look so."""
    rotations = {plain_shape(turned(shape, turn)) for turn in range(4)}
    return next((pattern for pattern in (*SHAPES, *CUTTING) if pattern in rotations), plain_shape(shape))


@cache
def all_shapes() -> tuple[str, ...]:
    """`SHAPES` in all their rotations, each once."""
    return tuple(dict.fromkeys(plain_shape(turned(shape, turn)) for turn in range(4) for shape in SHAPES))


def joined_corners(shape: str) -> set[int]:
    """The corners in which two land edges are one land."""
    return {corner for corner in range(4) if shape[corner] != "." and shape[corner] == shape[(corner + 1) % 4]}


def shape_of(land: Collection[int], joined: Collection[int]) -> str:
    """The shape with these land sides, joined in these corners; what is joined nowhere is a land of its own."""
    lands = {side: side for side in land}
    for corner in joined:
        one, other = lands[corner], lands[(corner + 1) % 4]
        lands = {side: one if its == other else its for side, its in lands.items()}
    return plain_shape("".join("efgh"[lands[side]] if side in lands else "." for side in range(4)))


def with_edge_turned(shape: str, side: int) -> str:
    """The shape with sea instead of land on a side, or land that is joined to the land edges beside it.

    Lands that were joined by what becomes sea are parted, so that no isthmus is left.
    """
    land = {one for one in range(4) if shape[one] != "."}
    joined = joined_corners(shape)
    beside = (side, (side - 1) % 4)
    if side in land:
        return shape_of(land - {side}, joined.difference(beside))
    land.add(side)
    return shape_of(land, joined | {corner for corner in beside if {corner, (corner + 1) % 4} <= land})


def with_corner_turned(shape: str, corner: int) -> str:
    """The shape with its lands joined or parted in a corner; the same where there is sea on a side of it.

    A land all round is parted in two, in this corner and in the one opposite.
    """
    land = {one for one in range(4) if shape[one] != "."}
    joined = joined_corners(shape)
    if not {corner, (corner + 1) % 4} <= land:
        return shape
    if corner not in joined:
        return shape_of(land, joined | {corner})
    return shape_of(land, joined - ({corner} if len(joined) < 4 else {corner, (corner + 2) % 4}))
