"""What each style name of a picture means: strokes, fills, water lines and grain, by role and in board units.

A recipe is painted step by step over all neighbouring shapes of its style at once, so that soft coasts join across
tiles; with `each` it is painted shape by shape, so that trees overlap one another.

The table below has what several games draw alike; each game brings the rest (`Game.styles`). Besides these names,
pictures may compose simple styles themselves:

- `fill:ROLE[:ALPHA]`             a plain fill
- `line:ROLE:WIDTH[:ALPHA]`       a plain line, width in board units
- `dash:ROLE:WIDTH:ON:OFF[:ALPHA]` a dashed line
- `text:ROLE[:ALPHA]`, `bold:ROLE[:ALPHA]`, `title:ROLE[:ALPHA]`, `italic:ROLE[:ALPHA]`  letters (Cabin, Cabin bold,
  EB Garamond upright and italic)

ROLE is a role of the theme or `seat0.body`, `seat3.shade` and the like.
"""

from __future__ import annotations

import logging
from functools import cache, lru_cache

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter, qRgba

from studio.core.picture import Fill, Recipe, Stroke, Styles, TextStyle
from studio.documents.paths import resources_dir

_log = logging.getLogger(__name__)

_FAMILIES = {"text": ("text", False, False), "bold": ("text", False, True), "title": ("display", False, False)}

RECIPES: dict[str, Recipe] = {
    # tiles
    "tile_shadow": Recipe((Fill("shadow", 0.16, 0.012, 0.020), Fill("shadow", 0.10, 0.028, 0.045))),
    # padlocks
    "lock": Recipe((Fill("plate", 0.95), Stroke("plate_ink", 0.012, 0.9, 0.8)), each=True),
    "lock_ink": Recipe((Fill("plate_ink"),), each=True),
    "lock_line": Recipe((Stroke("plate_ink", 0.017, 1.0, 0.9),)),
    # surveys
    "voyage_halo": Recipe((Stroke("voyage_white", 0.185, 0.95, 5.0),)),
    "voyage": Recipe((Stroke("voyage_dark", 0.110, 1.0, 3.2),)),
    "voyage_core": Recipe((Stroke("voyage_light", 0.050, 1.0, 1.5),)),
    "voyage_stop": Recipe((Fill("voyage_dark"), Stroke("voyage_white", 0.040, 1.0, 1.2)), each=True),
    "cut_ring": Recipe((Stroke("cut_red", 0.070, 1.0, 2.2),)),
    "voyage_number": Recipe(text_style=TextStyle("voyage_white", "text", bold=True)),
    **{
        f"heat_{heat}": Recipe((Fill(f"heat_{heat}", 0.80), Stroke("heat_line", 0.012, 0.42, 0.6))) for heat in range(7)
    },
    **{f"heat_plate_{heat}": Recipe((Fill(f"heat_{heat}", 0.7),)) for heat in range(1, 7)},
    "hatch_near": Recipe((Stroke("heat_dark", 0.014, 0.30, 0.6),)),
    "hatch_far": Recipe((Stroke("heat_light", 0.014, 0.34, 0.6),)),
    "heat_near": Recipe(text_style=TextStyle("heat_dark", "text", alpha=0.85, min_pixels=9)),
    "heat_far": Recipe(text_style=TextStyle("heat_light", "text", alpha=0.92, min_pixels=9)),
}
"""What several games draw alike."""


@cache
def game_styles() -> Styles:
    """What all games bring together, read when it is first asked for: the name of a style does not say whose it is."""
    from studio.games import known, load  # a start needs no game before its first paint

    found = Styles()
    for slug in known():
        found |= load(slug).style.STYLES
    return found


def recipe_for(name: str) -> Recipe:
    """The recipe of a style name; an unknown one is drawn as an ink line and logged."""
    found = RECIPES.get(name) or parse_recipe(name) or game_styles().recipes.get(name)
    if found is None:
        _log.warning("there is no style %r", name)
        return Recipe((Stroke("text", 0.02, 1.0, 1.0),), text_style=TextStyle("text", "text"))
    return found


def parse_recipe(name: str) -> Recipe | None:
    """The recipe of a composed style name; None for other names and invalid ones."""
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
                return Recipe(text_style=TextStyle(parts[0], family, kind == "italic", bold, alpha))
    except (IndexError, ValueError):
        pass
    return None


# Paper texture: grey tiling images from resources/textures, coloured per theme and enlarged.

_CLEAR = 128
_COLORS = {
    # texture: (shade, light) as (red, green, blue, most alpha), for the light theme, then for the dark one
    "paper": (((96, 66, 24, 70), (255, 252, 240, 95)), ((0, 0, 0, 80), (230, 205, 150, 34))),
    "stain": (((128, 88, 30, 62), (255, 250, 232, 80)), ((0, 0, 0, 86), (200, 165, 100, 26))),
    "water": (((4, 34, 54, 92), (140, 196, 200, 66)), ((0, 14, 26, 96), (110, 170, 180, 50))),
    "relief": (((52, 62, 20, 118), (250, 244, 196, 128)), ((36, 44, 14, 128), (244, 234, 184, 100))),
}
"""How the darkest and the lightest grey of a texture are coloured."""


@lru_cache(maxsize=24)
def texture(name: str, theme: str, factor: int) -> QImage:
    """A tiling image in a theme's colours, enlarged by a whole factor; a clear one when there is none."""
    if factor > 1:
        return _enlarged(texture(name, theme, 1), factor)
    image = QImage(str(resources_dir() / "textures" / f"{name}.png")).convertToFormat(QImage.Format.Format_Grayscale8)
    if image.isNull():
        image = QImage(8, 8, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        return image
    shade, light = _COLORS[name][theme == "dark"]
    table = []
    for grey in range(256):
        red, green, blue, most = shade if grey < _CLEAR else light
        table.append(qRgba(red, green, blue, round(most * abs(grey - _CLEAR) / _CLEAR)))
    # the greys become numbers in a table of colours
    coloured = QImage(
        image.constBits(), image.width(), image.height(), image.bytesPerLine(), QImage.Format.Format_Indexed8
    )
    coloured.setColorTable(table)
    return coloured.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _enlarged(image: QImage, factor: int) -> QImage:
    """Enlarged smoothly without a seam at the edges: its neighbours in the tiling are enlarged with it."""
    wide, high, rim = image.width(), image.height(), 4
    padded = QImage(wide + 2 * rim, high + 2 * rim, QImage.Format.Format_ARGB32_Premultiplied)
    padded.fill(Qt.GlobalColor.transparent)
    with QPainter(padded) as painter:
        for x in (rim - wide, rim, rim + wide):
            for y in (rim - high, rim, rim + high):
                painter.drawImage(QPoint(x, y), image)
    large = padded.scaled(
        padded.width() * factor,
        padded.height() * factor,
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    return large.copy(rim * factor, rim * factor, wide * factor, high * factor)
