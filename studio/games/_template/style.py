"""Colours by role, as one value or (light, dark), and the recipes of fills and strokes. Widths are in board units.

Style names that pictures compose, such as "line:ROLE:WIDTH", need no entry.
"""

from __future__ import annotations

from studio.core.picture import Fill, Gradient, Recipe, Stroke, Styles, TextureFill

STYLES = Styles(
    recipes={
        "meadow_sheet": Recipe(
            (
                Fill("shadow", 0.12, 0.04, 0.07),
                Fill("paper"),
                TextureFill("paper", 0.60, 0.55, False),
                TextureFill("stain", 0.50, 0.35),
                Stroke("paper_edge", 0.04, 0.9),
            )
        ),
        "meadow_bank": Recipe(
            (Fill("meadow_earth"), TextureFill("paper", 0.4, 0.3, False), Stroke("ink", 0.012, 0.7, 0.8))
        ),
        "meadow_0": Recipe((Fill("meadow_grass"), TextureFill("paper", 0.45, 0.35, False))),
        "meadow_1": Recipe((Fill("meadow_mown"), TextureFill("paper", 0.45, 0.35, False))),
        "meadow_tuft": Recipe((Stroke("meadow_blade", 0.018, 0.75, 0.7),)),
        "meadow_hedge": Recipe(
            (
                Fill("shadow", 0.28, 0.025, 0.045),
                Gradient("meadow_leaf", "meadow_leaf_low"),
                Stroke("meadow_twig", 0.020, 0.95, 1.0),
            ),
            each=True,
        ),
        "meadow_hedge_light": Recipe((Fill("meadow_leaf_light", 0.55),), each=True),
        "meadow_soil": Recipe((Fill("shadow", 0.22, 0.012, 0.028), Fill("meadow_glade", 0.85))),
    },
    colors={
        "meadow_earth": ("#C9AE78", "#4E432F"),
        "meadow_grass": ("#B4C478", "#6D8148"),
        "meadow_mown": ("#C2CF8A", "#788D51"),
        "meadow_blade": ("#66823C", "#38491F"),
        "meadow_leaf": ("#6F9147", "#55733A"),
        "meadow_leaf_low": ("#4C6B33", "#334A24"),
        "meadow_leaf_light": ("#9DBB68", "#82A055"),
        "meadow_twig": ("#2C3D1C", "#17210E"),
        "meadow_glade": ("#E6E6B4", "#A9B077"),
    },
)
