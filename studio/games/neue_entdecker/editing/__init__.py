"""The editor's edits of a layout: those of any sea (seatiles/editing.py), and the fields of this game's box."""

from __future__ import annotations

from functools import cache

from studio.games.neue_entdecker.body import Body, box, parse
from studio.games.neue_entdecker.editing.fields import set_field
from studio.games.neue_entdecker.editing.forms import form
from studio.seatiles.body import UNDISCOVERED, grid_of, with_cells
from studio.seatiles.editing import eraser, mirrored, pick, resized, stamp, turned

__all__ = ["blank", "eraser", "form", "mirrored", "pick", "resized", "set_field", "stamp", "turned"]


@cache
def blank() -> Body:
    """The board of the box with nothing laid, and the whole box beside it."""
    body = parse(box())
    return with_cells(body, [UNDISCOVERED] * grid_of(body).count)
