"""The rules of Die Neuen Entdecker to be read: the book, its boards, and which clause a decision follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.book import Book
from studio.documents import prose
from studio.games.neue_entdecker.rules import actions as a

if TYPE_CHECKING:
    from studio.core.match import Scene
    from studio.games.neue_entdecker.rules import State

CLAUSES = {
    a.P_TOPS: "N0",
    a.P_CHIEFS: "N14",
    a.P_DIE: "N1",
    a.P_WHEEL: "N1",
    a.P_START: "N2",
    a.P_PAY: "N3",
    a.P_ANNOUNCE: "N4",
    a.P_GO: "N6",
    a.P_FRONT: "N5",
    a.P_LAY: "N6",
    a.P_NATIVES: "N12",
    a.P_ISLAND: "N8",
    a.P_SEND: "N11",
    a.P_TOKEN: "N11",
    a.P_OVER: "N13",
}
"""By phase of a position: what the rules say of the next step."""


def book() -> Book:
    """The rules, and those of sea tiles after them."""
    return prose.book("neue_entdecker", "sea_tiles")


def scene(name: str) -> Scene[State]:
    """A board of the book."""
    from studio.games.neue_entdecker.words.scenes import SCENES  # which draws layouts, as a match never does

    return SCENES[name]()


def clause(state: State) -> str:
    """The clause that the next step of a position follows."""
    return CLAUSES[state.phase]
