"""Boards and pieces on sheets of paper at true scale: pure geometry in millimetres, from the page's left upper corner.

A page is data like every drawing: pictures placed at a scale and cut off at an outline, and marks over them, which are
a picture in millimetres. Whoever paints it knows no more of printing than that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from studio.core.picture import Outline, Picture
from studio.core.text import _, numeral

PAPERS: Final = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
"""Width and height of papers that stand upright, in millimetres."""
Backs = Literal["duplex", "fold", "apart", "none"]
BACKS: Final[tuple[Backs, ...]] = ("duplex", "fold", "apart", "none")
"""How backs are printed: on the other side of the paper, beside their fronts, on pages of their own, not at all."""
LEAST_SIDE, MOST_SIDE = 15.0, 120.0
"""Millimetres that a side of a tile may have."""
TOP: Final = 24.0
"""How far below the page's upper edge what is to be cut out begins."""
FOOT: Final = 27.0
"""What ruler, map and legend need below it."""


@dataclass(frozen=True, slots=True)
class Choices:
    """How somebody wants it printed. `side` 0 is the game's own; `across` None takes what needs fewer pages.

    `fold_marks`: in the margins, where the joined board is folded in quarters.
    """

    paper: str = "a4"
    across: bool | None = None
    side: float = 0.0
    margin: float = 6.0
    overlap: float = 10.0
    backs: Backs = "duplex"
    board: bool = True
    tiles: bool = True
    markers: bool = True
    cut_marks: bool = True
    joins: bool = True
    fold_marks: bool = False
    ink_saving: bool = False

    def size(self, across: bool) -> tuple[float, float]:
        """Width and height of the paper as it lies."""
        wide, high = PAPERS[self.paper]
        return (high, wide) if across else (wide, high)


class Placed(NamedTuple):
    """A picture on a page, its origin at (x, y), `scale` millimetres to its unit (negative: mirrored), seen in `clip`.

    `turned`: upside down about (x, y).
    """

    picture: Picture
    x: float
    y: float
    across: float
    down: float
    clip: Outline
    turned: bool = False


class Page(NamedTuple):
    """One side of a sheet. `over` are marks in millimetres, above what is placed.

    `part` says what it belongs to: "board", "tiles", "backs", "markers". Of the board: `spot` is its column and row,
    `joints` the letters of its joints with the numbers of the pages beyond.
    """

    part: str
    wide: float
    high: float
    placed: tuple[Placed, ...]
    over: Picture
    spot: tuple[int, int] = (0, 0)
    joints: tuple[tuple[str, int], ...] = ()
    is_behind: bool = False
    """Whether it is printed on the other side of the sheet before it."""


class Unprintable(ValueError):
    """What was asked for does not fit on paper; the message is a sentence that says what to change."""


def too_small(side: float) -> Unprintable:
    """A page that has no room for a single piece."""
    return Unprintable(
        _("A page has no room for a single piece of {side} mm: take larger paper or a smaller side.").format(
            side=numeral(side, "g")
        )
    )
