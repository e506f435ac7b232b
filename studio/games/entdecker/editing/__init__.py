"""The editor's edits of a layout: those of any sea (seatiles/editing.py), and the fields of this game's box."""

from __future__ import annotations

from functools import cache

from studio.games.entdecker.body import Body, parse
from studio.games.entdecker.editing.fields import set_field
from studio.games.entdecker.editing.forms import form
from studio.seatiles.editing import eraser, mirrored, pick, resized, stamp, turned

__all__ = ["blank", "eraser", "form", "mirrored", "pick", "resized", "set_field", "stamp", "turned"]


@cache
def blank() -> Body:
    """The published board, on which nothing lies, and the whole box beside it."""
    from studio.documents import paths, store

    return parse(store.read_layout(paths.layouts_dir() / "entdecker" / "base.json").body)
