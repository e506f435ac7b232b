"""What the board answers when it is asked: why nothing can be done at a place now, and what lies there."""

from __future__ import annotations

from typing import NamedTuple


class Reason(NamedTuple):
    """Why nothing can be done at a place now: the first thing that fails, in the order of the rules.

    `clause` is its number in the book, `words` say it in a sentence or two. `at` are the places that forbid it, as
    targets: an edge, a space with something on it; also edges that the picture itself does not offer.
    """

    clause: str
    words: str
    at: tuple[int, ...] = ()
