"""What the board answers when it is asked: why nothing can be done at a place now, and what lies there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from studio.core.shown.picture import Picture


class Reason(NamedTuple):
    """Why nothing can be done at a place now: the first thing that fails, in the order of the rules.

    `clause` is its number in the book, `words` say it in a sentence or two. `at` are the places that forbid it, as
    targets: an edge, a space with something on it; also edges that the picture itself does not offer.
    """

    clause: str
    words: str
    at: tuple[int, ...] = ()


class Fact(NamedTuple):
    """A row of an answer: words, at the right a value, before them a seat's emblem or a small picture.

    `share` (0 … 1) draws a bar below the value; `strong` rows stand out. `pieces` are drawings in the seat's colour
    that stand below the words: what the words count.
    """

    words: str
    value: str = ""
    seat: int = -1
    picture: Picture | None = None
    share: float = -1.0
    strong: bool = False
    pieces: tuple[str, ...] = ()


class Part(NamedTuple):
    """Rows under a quiet title with a note at the right; without a title just rows."""

    title: str
    facts: tuple[Fact, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What lies at a place, what it does and what it is worth, as one seat may know it.

    `marked` shows it on the board, in the board's coordinates: what belongs together, where it is still open. `clause`
    is the number of the rule about it, "" for none. `picture` is the thing itself, where it is small on the board.
    """

    title: str
    note: str = ""
    words: str = ""
    parts: tuple[Part, ...] = ()
    clause: str = ""
    marked: Picture | None = None
    picture: Picture | None = None
