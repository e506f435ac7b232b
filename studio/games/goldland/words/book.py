"""The rules of Goldland to be read: the book, its boards, and which clause a decision follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.book import Book
from studio.documents import prose
from studio.games.goldland.rules import actions as a

if TYPE_CHECKING:
    from studio.core.match import Scene
    from studio.games.goldland.rules import State

CLAUSES = {
    a.P_TURN: "G3",
    a.P_HAND_OVER: "G6",
    a.P_CAMP: "G8",
    a.P_TAKE: "G10",
    a.P_TILE: "G11",
    a.P_LAY: "G11",
    a.P_DROP: "G14",
    a.P_OVER: "G15",
}
"""By phase of a position: what the rules say of the next step."""


def book() -> Book:
    """The rules, clause by clause."""
    return prose.book("goldland")


def scene(name: str) -> Scene[State]:
    """A board of the book."""
    from studio.games.goldland.words.scenes import SCENES  # which draws layouts, as a match never does

    return SCENES[name]()


def clause(state: State) -> str:
    """The clause that the next step of a position follows."""
    return CLAUSES[state.phase]
