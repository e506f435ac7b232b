"""Colours by role, in a light and a dark theme: window, chart, seats. Recipes for shapes are in `recipes`.

Every text role keeps at least 4.5:1 against the panels and tints it is meant for (a test measures it); seats keep
their colours in both themes and always carry an emblem, so that colour is never the only sign.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from studio.gui.style.theme_country import DARK_COUNTRY, LIGHT_COUNTRY
from studio.gui.style.theme_portolan import DARK_PORTOLAN, LIGHT_PORTOLAN

if TYPE_CHECKING:
    from studio.gui.style.steps import Recipe

_LIGHT = {
    # window
    "window": "#EFE7D6",
    "bar": "#E7DCC5",
    "panel": "#FBF7ED",
    "inset": "#F4ECDB",
    "hover": "#F0E6D0",
    "line": "#D9CBAE",
    "border": "#9E895D",
    "text": "#2B261D",
    "second": "#62573F",
    "off": "#85785D",
    "accent": "#1E5A6C",
    "accent_hover": "#276B7F",
    "on_accent": "#FFFFFF",
    "tint": "#DCE8E4",
    "gold_text": "#7C540F",
    "gold_tint": "#F6E3B0",
    "gold_border": "#A97C20",
    "error": "#A3261C",
    "error_tint": "#F8DFD6",
    "warning": "#825300",
    "warning_tint": "#FAE8BF",
    "info": "#1E5A86",
    "info_tint": "#DCE8F2",
    "done": "#3C6628",
    "done_tint": "#E2ECD3",
    "shadow": "#3A2C14",
    "wax": "#A32F26",
    # chart
    "table": "#D3C6A8",
    "table_edge": "#C3B38F",
    "paper": "#F2E7CC",
    "paper_light": "#F8F0DB",
    "paper_edge": "#D8C496",
    "unexplored": "#EADBB6",
    "ink": "#4A3B25",
    "grid": "#8C744A",
    "deep": "#2B6379",
    "deep_low": "#23566B",
    "shallow": "#7FB8B0",
    "foam": "#D5E8DA",
    "land": "#A9AE72",
    "wash": "#E9DCAF",
    "sand": "#ECDDB2",
    "coast_ink": "#443A24",
    "joint": "#173C4B",
    "route": "#FFFDF4",
    "legal": "#FFD66B",
    "bracket": "#8A5A0C",
    "rubric": "#B4473A",
    "hatch": "#A58C5C",
}

_DARK = {
    "window": "#14191C",
    "bar": "#101517",
    "panel": "#1D2428",
    "inset": "#161C1F",
    "hover": "#263035",
    "line": "#313B40",
    "border": "#5F6F76",
    "text": "#EFE7D4",
    "second": "#B8AE95",
    "off": "#857E6C",
    "accent": "#64B3BA",
    "accent_hover": "#7CC5CB",
    "on_accent": "#0B1A1E",
    "tint": "#1F3A40",
    "gold_text": "#E6BE6A",
    "gold_tint": "#3A3019",
    "gold_border": "#A67F35",
    "error": "#F08C7C",
    "error_tint": "#3B201C",
    "warning": "#EDBE5C",
    "warning_tint": "#3A2E14",
    "info": "#86B9E4",
    "info_tint": "#1B2E3E",
    "done": "#A5CC86",
    "done_tint": "#25331D",
    "shadow": "#000000",
    "wax": "#B23A2E",
    # chart
    "table": "#0F1416",
    "table_edge": "#0C1012",
    "paper": "#37332B",
    "paper_light": "#3D3930",
    "paper_edge": "#26231D",
    "unexplored": "#302C25",
    "ink": "#CDB98A",
    "grid": "#B9A473",
    "deep": "#1E5063",
    "deep_low": "#184455",
    "shallow": "#5E9E9B",
    "foam": "#B7D6CB",
    "land": "#98A068",
    "wash": "#D8CA9B",
    "sand": "#D9C99A",
    "coast_ink": "#2A2416",
    "joint": "#0C2731",
    "route": "#F7F2E2",
    "legal": "#FFD66B",
    "bracket": "#F0C860",
    "rubric": "#C0564A",
    "hatch": "#8A7B57",
}

_BOTH = {
    "forest": "#66804A",
    "forest_light": "#86A05E",
    "forest_shade": "#43592F",
    "rock": "#8B8457",
    "rock_light": "#CBBE8B",
    "rock_shade": "#5B5535",
    "coin": "#DDB054",
    "coin_light": "#F6DF9A",
    "coin_shade": "#A97524",
    "coin_text": "#4A2F0A",
    "plate": "#FFF8E8",
    "plate_ink": "#2B261D",
    "gold_ring": "#F3C64E",
    "ring_shade": "#5C3D0C",
    "error_mark": "#C2392B",
    "warning_mark": "#D98A1A",
    "info_mark": "#2F78BD",
    "sign": "#FFFFFF",
    "keyline": "#FFF8E8",
    "sprite_ink": "#2B1D14",
    "jungle_ground": "#3C5A33",
    "jungle_patch": "#4F7140",
    "jungle_edge": "#223619",
    "jungle_path": "#DCC591",
    "jungle_path_edge": "#6F5630",
    "jungle_rut": "#A98A55",
    "serpent": "#5C9A86",
    "serpent_light": "#A9D2B4",
    "serpent_shade": "#2A6159",
    "serpent_ink": "#14312E",
}


@dataclass(frozen=True, slots=True)
class SeatColors:
    """A seat's colours: body with its light edge and shade; `emblem` is drawn straight on the body.

    Where a sprite gives the emblem a plate of its own, the plate is `plate` and the emblem on it `on_plate`.
    """

    name: str
    emblem_name: str
    body: QColor
    light: QColor
    shade: QColor
    emblem: QColor
    plate: QColor
    on_plate: QColor


def _seat(name: str, emblem_name: str, *colors: str) -> SeatColors:
    body, light, shade, emblem, plate, on_plate = (QColor(color) for color in colors)
    return SeatColors(name, emblem_name, body, light, shade, emblem, plate, on_plate)


SEATS = (
    _seat("Blue", "disc", "#2F6FB8", "#5F98D8", "#1B4A80", "#FFF6E2", "#FFF6E2", "#1F5594"),
    _seat("Vermilion", "triangle", "#BF3F2A", "#DE6B50", "#842616", "#FFF6E2", "#FFF6E2", "#A5301C"),
    _seat("Green", "square", "#52AB84", "#82CBA8", "#2C7355", "#0F2F22", "#FFF6E2", "#26694D"),
    _seat("Yellow", "diamond", "#EDC03A", "#FADD80", "#AE821A", "#3A2A10", "#FFF6E2", "#8A620A"),
    _seat("Plum", "star", "#5A2455", "#82447B", "#361133", "#FFF6E2", "#FFF6E2", "#5A2455"),
    _seat("Ivory", "cross", "#F3ECDD", "#FFFDF6", "#B7AB90", "#3A2C1C", "#3A2C1C", "#FFF6E2"),
)
"""Six seats for all games; smallest ΔE2000 between two of them 24, and 16 with the hardest colour blindness."""


@dataclass(frozen=True, eq=False)
class Theme:
    """All colours of one look, by role."""

    name: str
    colors: dict[str, str]
    _cache: dict[str, QColor] = field(default_factory=dict)
    _recipes: dict[str, Recipe] = field(default_factory=dict)

    @property
    def is_dark(self) -> bool:
        return self.name == "dark"

    def color(self, role: str, alpha: float = 1.0) -> QColor:
        """The colour of a role, a fresh copy; `alpha` 0 … 1 makes it translucent. `KeyError` for an unknown role."""
        color = self._cache.get(role)
        if color is None:
            color = self._cache[role] = QColor(self.colors[role])
        color = QColor(color)
        if alpha != 1.0:
            color.setAlphaF(alpha)
        return color

    def seat(self, seat: int) -> SeatColors:
        """The colours and the emblem of a seat 0 … 5."""
        return SEATS[seat]

    def style(self, name: str) -> Recipe:
        """How a style name of a picture is painted in this theme."""
        recipe = self._recipes.get(name)
        if recipe is None:
            from studio.gui.style.recipes import recipe_for

            recipe = self._recipes[name] = recipe_for(name, self)
        return recipe


LIGHT = Theme("light", _BOTH | _LIGHT | LIGHT_COUNTRY | LIGHT_PORTOLAN)
DARK = Theme("dark", _BOTH | _DARK | DARK_COUNTRY | DARK_PORTOLAN)
THEMES = {"light": LIGHT, "dark": DARK}
