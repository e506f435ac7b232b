"""The rules of Columbus to be read: the book, its boards, and which clause a decision follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.book import Book
from studio.documents import prose
from studio.games.columbus.rules import actions as a

if TYPE_CHECKING:
    from studio.core.match import Scene
    from studio.games.columbus.rules import State

CLAUSES = {
    a.P_DRAW: "C10",
    a.P_HARBOUR: "C1",
    a.P_LAY: "C2",
    a.P_PLACE: "C3",
    a.P_LIFT: "C4",
    a.P_DROP: "C4",
    a.P_SAIL: "C7",
    a.P_FREE: "C13",
    a.P_OVER: "C14",
}
"""By phase of a position: what the rules say of the next step."""


def book() -> Book:
    """The rules, clause by clause."""
    return prose.book("columbus")


def scene(name: str) -> Scene[State]:
    """A board of the book."""
    from studio.games.columbus.words.scenes import SCENES  # which draws layouts, as a match never does

    return SCENES[name]()


def clause(state: State) -> str:
    """The clause that the next step of a position follows."""
    return CLAUSES[state.phase]
