"""What the tallies of a match come to, and the names that all games use for the same things.

A tally (`studio.core.game.TallyOf`) watches one match from its first position to its last.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

VISITED, BUILT, SCORED = "visited", "built", "scored"
"""Spaces that every game may tell of: where somebody was, built, made points."""
TURNS, ROUNDS = "turns", "rounds"
"""Numbers that every game may tell: turns and rounds of one match."""
LIMIT = "limit"
"""The ending of a match in which nothing happened any more until a limit of the rules stopped it."""


class Counted(NamedTuple):
    """What one match came to, by names of which no two tallies use the same. All figures are whole numbers.

    `numbers`: none, one or more each (the sizes of all islands). `seats`: one number a seat, None where it has none.
    `spaces`: the cells where it happened in this match, each once. `places`: pairs of a cell and a number.
    `curves`: for each seat its numbers round by round. `ending`: how it came to its end, in a short word.
    """

    numbers: Mapping[str, Sequence[int]] = {}
    seats: Mapping[str, Sequence[int | None]] = {}
    spaces: Mapping[str, Collection[int]] = {}
    places: Mapping[str, Sequence[tuple[int, int]]] = {}
    curves: Mapping[str, Sequence[Sequence[int]]] = {}
    ending: str = ""
