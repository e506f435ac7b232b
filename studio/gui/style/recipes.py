"""What each style name of a picture means: strokes, fills, water lines and grain, by role and in board units.

A recipe is painted step by step over all neighbouring shapes of its style at once, so that soft coasts join across
tiles; with `each` it is painted shape by shape, so that trees overlap one another.

Beside the names of the table below, pictures may compose simple styles themselves:

- `fill:ROLE[:ALPHA]`             a plain fill
- `line:ROLE:WIDTH[:ALPHA]`       a plain line, width in board units
- `dash:ROLE:WIDTH:ON:OFF[:ALPHA]` a dashed line
- `text:ROLE[:ALPHA]`, `bold:ROLE[:ALPHA]`, `title:ROLE[:ALPHA]`, `italic:ROLE[:ALPHA]`  letters (Cabin, Cabin bold,
  EB Garamond upright and italic)

ROLE is a role of the theme or `seat0.body`, `seat3.shade` and the like.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from studio.gui.style.recipes_country import COUNTRY
from studio.gui.style.recipes_portolan import PORTOLAN
from studio.gui.style.recipes_sea import SEA
from studio.gui.style.steps import Fill, Letters, Recipe, Stroke

if TYPE_CHECKING:
    from studio.gui.style.theme import Theme

_log = logging.getLogger(__name__)

_FAMILIES = {"text": ("text", False, False), "bold": ("text", False, True), "title": ("display", False, False)}


_TABLE = SEA | COUNTRY | PORTOLAN


def recipe_for(name: str, theme: Theme) -> Recipe:
    """The recipe of a style name; an unknown one is drawn as an ink line and told to the log."""
    found = _TABLE.get(name)
    if found is not None:
        return found
    kind, *parts = name.split(":")
    try:
        match kind:
            case "fill":
                return Recipe((Fill(parts[0], float(parts[1]) if len(parts) > 1 else 1.0),))
            case "line":
                return Recipe((Stroke(parts[0], float(parts[1]), float(parts[2]) if len(parts) > 2 else 1.0, 0.6),))
            case "dash":
                alpha = float(parts[4]) if len(parts) > 4 else 1.0
                return Recipe((Stroke(parts[0], float(parts[1]), alpha, 0.6, (float(parts[2]), float(parts[3]))),))
            case "text" | "bold" | "title" | "italic":
                family, _italic, bold = _FAMILIES.get(kind, ("display", True, False))
                alpha = float(parts[1]) if len(parts) > 1 else 1.0
                return Recipe(letters=Letters(parts[0], family, kind == "italic", bold, alpha))
    except (IndexError, ValueError):
        pass
    _log.warning("there is no style %r", name)
    return Recipe((Stroke("text", 0.02, 1.0, 1.0),), letters=Letters("text", "text"))


def style_names() -> list[str]:
    """All names in the table."""
    return sorted(_TABLE)
