"""The rules of Entdecker to be read: the book, its boards, and which clause a decision follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.book import Book
from studio.documents import prose
from studio.games.entdecker.rules import actions as a

if TYPE_CHECKING:
    from studio.core.match import Scene
    from studio.games.entdecker.rules import State

CLAUSES = {
    a.P_TOPS: "E1",
    a.P_SPIN: "E2",
    a.P_START: "E3",
    a.P_DECLARE: "E4",
    a.P_GO: "E6",
    a.P_FRONT: "E5",
    a.P_LAY: "E5",
    a.P_CHIP: "E11",
    a.P_ISLAND: "E8",
    a.P_OVER: "E13",
}
"""By phase of a position: what the rules say of the next step."""


def book() -> Book:
    """The rules, and those of sea tiles after them."""
    return prose.book("entdecker", "sea_tiles")


def scene(name: str) -> Scene[State]:
    """A board of the book."""
    from studio.games.entdecker.words.scenes import SCENES  # which draws layouts, as a match never does

    return SCENES[name]()


def clause(state: State) -> str:
    """The clause that the next step of a position follows."""
    return CLAUSES[state.phase]
