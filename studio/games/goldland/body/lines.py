"""The text notation of a tile's line of equipment: "2 rifle" to pay, "2 wood | wood + rope" to gain (G7, G10).

`+` joins pieces that belong together, `|` parts alternatives. A piece is a word, before it how many if not one. Words
that name no equipment are let in, so that the checks can name them; what is no such notation is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from studio.core.text import _
from studio.games.goldland.rules.actions import COMPARTMENTS, ITEM_KEYS
from studio.games.goldland.rules.board import Pieces

Group = tuple[tuple[str, int], ...]
"""Pieces that belong together, as (word, how many): equipment in its order, then other words by the alphabet."""

MOST_ALTERNATIVES = 4
_PIECE = re.compile(r"(?:(\d{1,9})\s+)?([^\W\d_]{1,20})")


@lru_cache(maxsize=4096)
def read_group(text: str) -> Group:
    """Pieces that belong together ("2 rope + shovel"); () for an empty text. Raises `ValueError` with a sentence."""
    if not text.strip():
        return ()
    counts: dict[str, int] = {}
    for part in text.split("+"):
        found = _PIECE.fullmatch(part.strip())
        if found is None:
            raise ValueError(
                _("“{text}” is no equipment; write it like “2 rifle” or “wood + rope”.").format(text=part.strip()[:40])
            )
        word = _singular(found[2].lower())
        counts[word] = counts.get(word, 0) + int(found[1] or 1)
        if not (found[1] is None or int(found[1])) or counts[word] > COMPARTMENTS:
            raise ValueError(
                _("“{text}” should be 1 to {most} pieces of a kind, as a backpack holds no more.").format(
                    text=text.strip()[:60], most=COMPARTMENTS
                )
            )
    return tuple(sorted(counts.items(), key=lambda piece: (_rank(piece[0]), piece[0])))


@lru_cache(maxsize=4096)
def read_line(text: str) -> tuple[Group, ...]:
    """The alternatives of a line ("2 wood | 2 rope"), each once; () for an empty text. Raises `ValueError`."""
    if not text.strip():
        return ()
    groups = [read_group(part) for part in text.split("|")]
    if () in groups:
        raise ValueError(_("“{text}” has nothing on one side of the bar.").format(text=text.strip()[:60]))
    if len(groups) > MOST_ALTERNATIVES:
        raise ValueError(_("A line offers at most {most} alternatives.").format(most=MOST_ALTERNATIVES))
    return tuple(dict.fromkeys(groups))


def write_group(group: Group) -> str:
    """Pieces that belong together in their one canonical notation."""
    return " + ".join(word if count == 1 else f"{count} {word}" for word, count in group)


def write_line(groups: Iterable[Group]) -> str:
    """Alternatives in their one canonical notation."""
    return " | ".join(write_group(group) for group in groups)


def tidy_group(text: str) -> str:
    """The canonical notation of a text that names pieces."""
    return write_group(read_group(text))


def tidy_line(text: str) -> str:
    """The canonical notation of a text that names alternatives."""
    return write_line(read_line(text))


def counted(group: Group) -> Pieces:
    """How many of each piece of equipment; words that name none count for nothing."""
    counts = [0] * len(ITEM_KEYS)
    for word, count in group:
        if word in ITEM_KEYS:
            counts[ITEM_KEYS.index(word)] += count
    provision, rope, rifle, shovel, wood, pearl, rod = counts
    return provision, rope, rifle, shovel, wood, pearl, rod


def strangers(*texts: str) -> list[str]:
    """The words in these lines that name no equipment, in order, each once."""
    words = (word for text in texts for group in read_line(text) for word, _count in group)
    return [word for word in dict.fromkeys(words) if word not in ITEM_KEYS]


def _rank(word: str) -> int:
    return ITEM_KEYS.index(word) if word in ITEM_KEYS else len(ITEM_KEYS)


def _singular(word: str) -> str:
    return word[:-1] if word[-1] == "s" and word[:-1] in ITEM_KEYS else word
