"""Ships and flags on the chart: bow to the west on the way out, to the east on the way home."""

from __future__ import annotations

from studio.core.grid import Point
from studio.core.picture import Layer, Picture, Shape, Sprite
from studio.games.columbus.drawing.look import FLAG, SHIP_HOME, SHIP_OUT, SHIP_SIZE, UP, R


def ship_sprite(cell: int, centre: Point, seat: int, homeward: bool, height: int = 0, faded: bool = False) -> Sprite:
    """A seat's ship on a space; `height` is how many tiles lie under the uppermost one there."""
    name = SHIP_HOME if homeward else SHIP_OUT
    return Sprite(name, centre[0], centre[1] - 0.06 * R - UP * height, SHIP_SIZE, cell, seat, faded=faded)


def flag_sprite(cell: int, centre: Point, seat: int) -> Sprite:
    """The flag of a seat over the home harbour that it set out from (C1)."""
    return Sprite(FLAG, centre[0] - 0.44 * R, centre[1] - 0.46 * R, 0.56 * R, cell, seat)


def ship_ghost(centre: Point, seat: int, homeward: bool, over: tuple[Shape, ...] = ()) -> Picture:
    """A ship where it would come to, in the chart's coordinates; `over` is drawn under it (the way there)."""
    x, y = centre
    shapes = (*over, ship_sprite(-1, centre, seat, homeward))
    return Picture((x - 0.6, y - 0.6, x + 0.6, y + 0.6), (Layer("ghost", shapes, still=False),))
