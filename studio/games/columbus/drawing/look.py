"""Names and sizes of the drawings that Columbus's chart, rack and panels show. Sizes are in board units."""

from __future__ import annotations

from typing import Final

from studio.core.grid import HEX_RADIUS

R: Final = HEX_RADIUS
TILE_SPRITES: Final = {
    kind: f"columbus/tile_{kind}"
    for kind in (
        *("water", "full_sail", "becalmed", "wreck", "cyclone", "joker", "whale", "harbour", "route", "island"),
        "letter",
    )
}
"""The face of each kind of tile, by its key in the tile set; "letter" for all letters."""
MARKS: Final = TILE_SPRITES | {"route": "columbus/mark_route", "letter": "columbus/mark_letter"}
"""The same as small signs beside numbers: whole drawings where a tile is put together on the chart."""
BACK: Final = "columbus/tile_back"
RESERVE: Final = "columbus/reserve"
CYCLONES: Final = "columbus/cyclone_stack"
SHIP_OUT: Final = "columbus/ship_out"
SHIP_HOME: Final = "columbus/ship_home"
FLAG: Final = "columbus/flag"
ROSE: Final = "columbus/rose"
DAY_RING: Final = "columbus/day_ring"
WREATH: Final = "columbus/print_wreath"

HOMEMADE: Final = "columbus/tile_homemade"
"""The tile of home-made kinds: its face and its emblem are drawn on it."""


def emblem_of(name: str) -> str:
    """The drawing on a home-made tile, which is its small sign beside numbers too."""
    return f"columbus/made_{name}"


TILE_SIZE: Final = 2.30 * R
SHIP_SIZE: Final = 1.52 * R
UP: Final = 0.11 * R
"""How much higher a tile lies that lies on another, as it is drawn."""
LETTER_SIZE: Final = 1.02 * R
