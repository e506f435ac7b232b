"""How well what is typed fits words: letters in their order, best where words begin and where they stand together."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import NamedTuple

LETTER, FIRST, NEXT = 1.0, 4.0, 4.5
"""What a letter found is worth, and how much more when a word begins with it or it follows the one before."""
START = 1.0
"""What it is worth besides when the words as a whole begin with it."""
GAP = 0.06
"""What each letter between two that were found takes away."""
LEAST = 2.0
"""What the letters of a part must be worth on average: fewer, and they are found by chance."""


class Likeness(NamedTuple):
    """How well words fit, and which of their letters were typed."""

    worth: float
    letters: tuple[int, ...]


def likeness(typed: str, words: str) -> Likeness | None:
    """How well `words` fit what is typed: every part of it, in any order. None when they do not."""
    worth, letters = 0.0, set[int]()
    folded = _folded(words)
    for part in typed.split():
        found = _part(_folded(part), folded)
        if found is None:
            return None
        worth += found.worth
        letters.update(found.letters)
    return Likeness(worth - 0.01 * len(folded), tuple(sorted(letters)))


@lru_cache(maxsize=2048)
def _folded(words: str) -> str:
    """The same words letter for letter, without accents and capitals."""
    return "".join(unicodedata.normalize("NFD", letter)[0].casefold()[0] for letter in words)


def _part(part: str, words: str) -> Likeness | None:
    """The best places of the letters of a part, in their order."""
    before: list[float] = []
    ways: list[list[int]] = []
    for step, letter in enumerate(part):
        here, way = [float("-inf")] * len(words), [-1] * len(words)
        best, best_at = float("-inf"), -1  # of the letter before, as it is worth to one that stands here
        for place, other in enumerate(words):
            if step and place and before[place - 1] > best - GAP:
                best, best_at = before[place - 1], place - 1
            elif step:
                best -= GAP
            if other != letter or (step and best_at < 0):
                continue
            here[place] = LETTER + (FIRST if not place or not words[place - 1].isalnum() else 0.0)
            here[place] += 0.0 if place else START
            way[place] = best_at
            if step:
                beside = before[place - 1] + NEXT if place else float("-inf")
                here[place] += max(best, beside)
                if beside >= best:
                    way[place] = place - 1
        before = here
        ways.append(way)
    worth = max(before, default=float("-inf"))
    if worth < LEAST * len(part):
        return None
    place = before.index(worth)
    letters = [place]
    for way in reversed(ways[1:]):
        place = way[place]
        letters.append(place)
    return Likeness(worth, tuple(reversed(letters)))
