"""What is cut out to play on a meadow at a table: a flower for every seed of the bag."""

from __future__ import annotations

from studio.core.pieces import CutOuts, Piece, Sort
from studio.core.text import _, begun
from studio.drawing.ornaments import thing
from studio.games._template.body import Body
from studio.games._template.drawing.sketch import sketch
from studio.games._template.words import flower

_MILLIMETRES = 40.0


def cut_outs(body: Body) -> CutOuts:
    """The meadow, and flowers."""
    flowers = tuple(
        Piece(begun(flower(kind)), thing(f"_template/flower_{kind + 1}"), count)
        for kind, count in enumerate(body.seeds)
        if count
    )
    return CutOuts(sketch(body, still=True), (Sort(_("flowers"), flowers, side=0.6, is_marker=True),), _MILLIMETRES)
