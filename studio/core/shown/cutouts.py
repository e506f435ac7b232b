"""What is cut out of paper to play a layout at a table: tiles and markers with their backs, beside the board itself.

The measures of paper are in millimetres; a drawing is in its own units, as everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from studio.core.shown.picture import Outline, Picture, rectangle

SQUARE: Outline = rectangle(0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Piece:
    """Pieces that look alike: what they are called, their face, how many there are (at least one)."""

    name: str
    face: Picture
    count: int


class Sort(NamedTuple):
    """Pieces of one outline and one back, which share their sheets.

    `outline` is where the scissors go, in the units of the faces and of the back. `side` is how many sides of a tile
    on the board one such unit is. Without a `back` they lie open.
    """

    title: str
    pieces: tuple[Piece, ...]
    outline: Outline = SQUARE
    side: float = 1.0
    back: Picture | None = None
    is_marker: bool = False

    @property
    def total(self) -> int:
        """How many pieces there are."""
        return sum(piece.count for piece in self.pieces)


class CutOuts(NamedTuple):
    """All of it. `board` is drawn without what only the editor shows; its bounds are the paper it lies on.

    `millimetres` is the side of a tile (what a board counts as 1) where nobody asks for another;
    `is_published`: it is that of the published game.
    """

    board: Picture
    sorts: tuple[Sort, ...]
    millimetres: float
    is_published: bool = False
