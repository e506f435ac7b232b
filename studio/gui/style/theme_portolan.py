"""Colours of a sea chart on vellum: its inks and washes, the sea, gold and light of what can be reached.

`LIGHT_PORTOLAN` and `DARK_PORTOLAN` are parts of the two themes; in the dark one the chart lies in lamplight.
"""

from __future__ import annotations

from PySide6.QtGui import QColor

_CHART = {
    "vellum": "#E8D7AE",
    "vellum_light": "#F4E9CC",
    "vellum_low": "#A98A55",
    "vellum_edge": "#6E5430",
    "portolan_sea": "#C5D1B9",
    "portolan_sea_deep": "#9DB8AC",
    "portolan_land": "#EFE3BC",
    "portolan_wash_0": "#A7AE74",
    "portolan_wash_1": "#C3C48E",
    "portolan_wash_2": "#DDD7A8",
    "portolan_water": "#5F8FA0",
    "portolan_ink": "#4A3420",
    "portolan_grid": "#2F4A4C",
    "portolan_rose": "#C98F6E",
    "portolan_sepia": "#5C4630",
    "portolan_green": "#4F6B3A",
    "portolan_red": "#A5301C",
    "portolan_blue": "#274D7D",
    "portolan_river": "#7FA3A8",
    "portolan_crown": "#B9B27A",
}
_FIXED = {
    "tile_cream": "#FBF1D9",
    "tile_blue": "#274D7D",
    "tile_red": "#A5301C",
    "tile_route": "#B3261E",
    "sea_gold": "#F5CF63",
    "sea_gold_light": "#FFE690",
    "sea_gold_low": "#E0AA3E",
    "sea_gold_ink": "#3A2208",
    "sea_own": "#A9D2F7",
    "sea_own_ink": "#173450",
    "sea_pearl": "#FFFDF4",
    "voyage_white": "#FFFFFF",
    "voyage_dark": "#12253A",
    "voyage_light": "#6DB3FF",
    "cut_red": "#B3261E",
    "cut_white": "#FFFDF8",
    "strand_low": "#5A2455",
    "strand": "#C99BD0",
    "heat_0": "#FBEEC4",
    "heat_1": "#DFE6B6",
    "heat_2": "#ABD2B0",
    "heat_3": "#74B7AF",
    "heat_4": "#4C97AD",
    "heat_5": "#3B78A3",
    "heat_6": "#345D93",
    "heat_dark": "#2B3A3A",
    "heat_light": "#F4FBFF",
}


def _by_lamplight(colors: dict[str, str]) -> dict[str, str]:
    """The same chart with less light on it."""
    return {role: QColor(color).darker(112).name() for role, color in colors.items()}


LIGHT_PORTOLAN = _CHART | _FIXED
DARK_PORTOLAN = _by_lamplight(_CHART) | _FIXED
