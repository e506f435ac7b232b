"""The still part of the board: parchment, unknown country, laid tiles with what is printed on them, the temple."""

from __future__ import annotations

from functools import lru_cache

from studio.core.picture import Layer, Picture, Shape
from studio.games.goldland.scenery import REACH, Face, clips, face_layers


@lru_cache(maxsize=24)
def country(
    columns: int,
    rows: int,
    faces: tuple[Face, ...],
    printed: tuple[Shape, ...],
    temple: int,
    found: bool,
    backs: frozenset[int],
) -> Picture:
    """The board with its laid tiles and nobody upon it. `backs` are spaces where a tile lies face down."""
    layers = (*face_layers(faces), Layer("printed", printed))
    return Picture((-0.3, -0.3, columns + 0.3, rows + 0.3), layers, (), clips(faces), REACH, table=True)
