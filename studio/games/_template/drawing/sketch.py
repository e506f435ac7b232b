"""The layout as the editor shows it, the stamps of its palette, and the ghost under the pointer."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.form import Stamp, StampGroup, StampItem
from studio.core.grid import SquareGrid
from studio.core.picture import Layer, Picture
from studio.core.pieces import CutOuts, Piece, PieceType
from studio.core.text import _, capitalize_first
from studio.drawing.pen import sprite_picture
from studio.games._template.body import GRASS, Body, grass_of, grid
from studio.games._template.drawing.picture import meadow, square
from studio.games._template.editing import SYMBOLS
from studio.games._template.text import flower


def sketch(body: Body, still: bool = False) -> Picture:
    """The meadow before anything is planted."""
    return meadow(grid(body), tuple(grass_of(body)))


def palette(body: Body) -> Sequence[StampGroup]:
    """Grass and hedge."""
    names = {"grass": _("Grass"), "hedge": _("Hedge")}
    tips = {"grass": _("A square that a flower can be planted on."), "hedge": _("Nothing grows here.")}
    items = tuple(StampItem(Stamp(key), names[key], _sample_square(key), tips[key]) for key in SYMBOLS)
    return (StampGroup(_("Meadow"), items),)


def ghost(body: Body, target: int, stamp: Stamp) -> Picture | None:
    """What the stamp would look like there; None where it does not go."""
    squares = grid(body)
    if stamp.key not in SYMBOLS or not 0 <= target < squares.count:
        return None
    box = (*squares.coords(target), *squares.corners(target)[2])
    return Picture(box, (Layer("ghost", square(squares, target, SYMBOLS[stamp.key] == GRASS), is_still=False),))


def _sample_square(key: str) -> Picture:
    return Picture((0, 0, 1, 1), (Layer("square", square(SquareGrid(1, 1), 0, SYMBOLS[key] == GRASS)),))


# What is cut out to play on a meadow at a table: a flower for every seed of the bag.

_MILLIMETRES = 40.0


def cut_outs(body: Body) -> CutOuts:
    """The meadow, and flowers."""
    flowers = tuple(
        Piece(capitalize_first(flower(kind)), sprite_picture(f"_template/flower_{kind + 1}"), count)
        for kind, count in enumerate(body.seeds)
        if count
    )
    return CutOuts(
        sketch(body, still=True), (PieceType(_("flowers"), flowers, side=0.6, is_marker=True),), _MILLIMETRES
    )
