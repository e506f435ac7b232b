"""Colours by role, in a light and a dark theme: window, table, seats; a game brings those of its own pictures.

Every text role keeps at least 4.5:1 against the panels and tints it is meant for (a test measures it); seats keep
their colours in both themes and always carry an emblem, so that colour is never the only sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import ClassVar, NamedTuple

from PySide6.QtGui import QColor

from studio.core.picture import SEAT_STYLES, Color, Recipe, Styles
from studio.gui.style.recipes import RECIPES, game_styles, recipe_for

# The colours of the seats, with colour-blind-friendly palettes; each colour has its emblem.
#
# The tests simulate a full colour vision deficiency. Source: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A
# Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009). The smallest ΔE2000
# between two seats is 24 in the default palette (16 with the worst deficiency), and 28 in a palette for a deficiency.


class SeatColors(NamedTuple):
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


SEAT_COLORS = tuple(SeatColors(seat.name, seat.emblem_name, *map(QColor, seat[2:8])) for seat in SEAT_STYLES)
"""Six seats for all games."""
SEAT_COLOR_NAMES = tuple(seat.name.lower() for seat in SEAT_COLORS)  # as in files


def _make_palette(*bodies: str) -> tuple[SeatColors, ...]:
    """Return the seats with other body colours and matching outlines and shades."""
    return tuple(
        seat._replace(body=QColor(body), light=_mixed(body, "#FFFFFF", 0.28), shade=_mixed(body, "#140C08", 0.38))
        for seat, body in zip(SEAT_COLORS, bodies, strict=True)
    )


def _mixed(first: str, second: str, share: float) -> QColor:
    one, other = QColor(first), QColor(second)
    pairs = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]  # the stubs call it an object
    return QColor(*(round(a + (b - a) * share) for a, b in pairs))


DEFAULT_PALETTE = "usual"
PALETTES = {
    DEFAULT_PALETTE: SEAT_COLORS,
    "red_green": _make_palette("#1455EC", "#8C2804", "#579483", "#FDD71C", "#440E33", "#FEFEFC"),
    "blue_yellow": _make_palette("#1A62B0", "#AF1A05", "#2FCEAA", "#DBA800", "#3B173E", "#FFFEFD"),
}
"""By whom they are for: everybody, who hardly tells red from green (protanopia, deuteranopia), blue from yellow
(tritanopia). Each seat goes by its usual name: blue stays blue, vermilion a red."""


def seat_hues(colors: Sequence[str]) -> tuple[int, ...]:
    """Distinct palette indices of seats from the names in files; "" or unknown names stand for the default.

    The first seat that names a colour gets it; other seats get their own if it is free, else the first free one.
    """
    found: dict[int, int] = {}
    for seat, name in enumerate(colors[: len(SEAT_COLORS)]):
        if name in SEAT_COLOR_NAMES and SEAT_COLOR_NAMES.index(name) not in found.values():
            found[seat] = SEAT_COLOR_NAMES.index(name)
    for seat in range(min(len(colors), len(SEAT_COLORS))):
        if seat not in found:
            free = [hue for hue in range(len(SEAT_COLORS)) if hue not in found.values()]
            found[seat] = seat if seat in free else free[0]
    return tuple(found[seat] for seat in range(len(found)))


# Colours by role.

_COLORS: dict[str, Color] = {
    "window": ("#EFE7D6", "#14191C"),
    "bar": ("#E7DCC5", "#101517"),
    "panel": ("#FBF7ED", "#1D2428"),
    "inset": ("#F4ECDB", "#161C1F"),
    "hover": ("#F0E6D0", "#263035"),
    "line": ("#D9CBAE", "#313B40"),
    "border": ("#9E895D", "#5F6F76"),
    "text": ("#2B261D", "#EFE7D4"),
    "second": ("#62573F", "#B8AE95"),
    "off": ("#85785D", "#857E6C"),
    "accent": ("#1E5A6C", "#64B3BA"),
    "on_accent": ("#FFFFFF", "#0B1A1E"),
    "tint": ("#DCE8E4", "#1F3A40"),
    "gold_text": ("#7C540F", "#E6BE6A"),
    "gold_tint": ("#F6E3B0", "#3A3019"),
    "gold_border": ("#A97C20", "#A67F35"),
    "error": ("#A3261C", "#F08C7C"),
    "error_tint": ("#F8DFD6", "#3B201C"),
    "warning": ("#825300", "#EDBE5C"),
    "warning_tint": ("#FAE8BF", "#3A2E14"),
    "info": ("#1E5A86", "#86B9E4"),
    "info_tint": ("#DCE8F2", "#1B2E3E"),
    "done": ("#3C6628", "#A5CC86"),
    "done_tint": ("#E2ECD3", "#25331D"),
    "shadow": ("#3A2C14", "#000000"),
    "wax": ("#A32F26", "#B23A2E"),
    "table": ("#D3C6A8", "#0F1416"),
    "table_edge": ("#C3B38F", "#0C1012"),
    "paper": ("#F2E7CC", "#37332B"),
    "paper_edge": ("#D8C496", "#26231D"),
    "ink": ("#4A3B25", "#CDB98A"),
    "grid": ("#8C744A", "#B9A473"),
    "deep": ("#2B6379", "#1E5063"),
    "deep_low": ("#23566B", "#184455"),
    "bracket": ("#8A5A0C", "#F0C860"),
    "rubric": ("#B4473A", "#C0564A"),
    "heat_line": ("#2F4A4C", "#2A4244"),
    "legal": "#FFD66B",
    "plate": "#FFF8E8",
    "plate_ink": "#2B261D",
    "gold_ring": "#F3C64E",
    "ring_shade": "#5C3D0C",
    "error_mark": "#C2392B",
    "warning_mark": "#D98A1A",
    "info_mark": "#2F78BD",
    "keyline": "#FFF8E8",
    "sprite_ink": "#2B1D14",
    "voyage_white": "#FFFFFF",
    "voyage_dark": "#12253A",
    "voyage_light": "#6DB3FF",
    "cut_red": "#B3261E",
    "heat_0": "#FBEEC4",
    "heat_1": "#DFE6B6",
    "heat_2": "#ABD2B0",
    "heat_3": "#74B7AF",
    "heat_4": "#4C97AD",
    "heat_5": "#3B78A3",
    "heat_6": "#345D93",
    "heat_dark": "#2B3A3A",
    "heat_light": "#F4FBFF",
    "share_0": ("#F2E3B4", "#2C4A66"),
    "share_1": ("#D8C47E", "#47677A"),
    "share_2": ("#A3B0A0", "#75897A"),
    "share_3": ("#5A7C8F", "#B7A862"),
    "share_4": ("#2C4A66", "#F2D27A"),
    "share_ink_0": ("#2B261D", "#F4ECDB"),
    "share_ink_1": ("#2B261D", "#F4ECDB"),
    "share_ink_2": ("#14191C", "#14191C"),
    "share_ink_3": ("#FFFFFF", "#14191C"),
    "share_ink_4": ("#FFFFFF", "#14191C"),
    "share_more": ("#2F7FBF", "#3E93D6"),
    "share_less": ("#D2762F", "#E08A4A"),
    "share_little_more": ("#8FB9DA", "#2F5F86"),
    "share_little_less": ("#E8B98F", "#8A5A34"),
    "share_same": ("#B9B2A0", "#4A5156"),
    "share_none": ("#FBF7ED", "#1D2428"),
    "share_ink_none": ("#62573F", "#B8AE95"),
}
SHARED = Styles(RECIPES, _COLORS)  # styles of all games


_CONTRAST: dict[str, Color] = {
    "window": ("#FFFFFF", "#000000"),
    "bar": ("#F1F1F1", "#0A0A0A"),
    "panel": ("#FFFFFF", "#000000"),
    "inset": ("#F4F4F4", "#101010"),
    "hover": ("#E4EEFF", "#2A2A2A"),
    "line": ("#6B6B6B", "#A0A0A0"),
    "border": ("#000000", "#FFFFFF"),
    "text": ("#000000", "#FFFFFF"),
    "second": ("#1F1F1F", "#E8E8E8"),
    "off": ("#5A5A5A", "#A8A8A8"),
    "accent": ("#003A70", "#7FE0FF"),
    "on_accent": ("#FFFFFF", "#000000"),
    "tint": ("#CFE6FF", "#00384D"),
    "gold_text": ("#553600", "#FFE08A"),
    "gold_tint": ("#FFEFB8", "#332600"),
    "gold_border": ("#6B4700", "#FFD24D"),
    "error": ("#8A0B00", "#FFB3A8"),
    "error_tint": ("#FFE3DE", "#3D0B05"),
    "warning": ("#5C3900", "#FFDB85"),
    "warning_tint": ("#FFF0C7", "#332400"),
    "info": ("#003A70", "#B3DBFF"),
    "info_tint": ("#DEEEFF", "#0A2439"),
    "done": ("#1C4708", "#C3F0A6"),
    "done_tint": ("#E3F6D6", "#15290A"),
    "shadow": "#000000",
    "table": ("#E6E6E6", "#000000"),
    "table_edge": ("#D0D0D0", "#000000"),
    "paper": ("#FFFFFF", "#141414"),
    "ink": ("#000000", "#FFFFFF"),
    "bracket": ("#6B3F00", "#FFD84D"),
}
"""What is another colour in high contrast: every text keeps 7:1, every line and edge of a control 4.5:1."""


CONTRAST = Styles({}, _CONTRAST)
MIN_TARGET_PX = 32  # minimum size of touch targets


@dataclass(frozen=True, eq=False)
class Theme:
    """All colours of an appearance, by role."""

    name: str
    hues: tuple[int, ...] = ()
    """The colours that seats wear instead of their usual ones, by their numbers in the palette."""
    has_contrast: bool = False
    palette: str = DEFAULT_PALETTE  # palette of the seat colours, a key of `PALETTES`
    has_large_targets: bool = False  # whether controls are at least `MIN_TARGET_PX` high
    is_ink_saving: ClassVar[bool] = False
    _cache: dict[str, QColor] = field(default_factory=dict)
    _recipes: dict[str, Recipe] = field(default_factory=dict)
    _recolored: dict[tuple[int, ...], Theme] = field(default_factory=dict)

    @property
    def is_dark(self) -> bool:
        return self.name == "dark"

    @cached_property
    def key(self) -> str:
        """Identifies the appearance, for caches of painted pictures."""
        return f"{self.name} {self.palette} {self.has_contrast} {self.hues}"

    def target_size(self, px: int) -> int:
        """The size of a control that is `px` pixels large by default."""
        return max(px, MIN_TARGET_PX) if self.has_large_targets else px

    def color(self, role: str, alpha: float = 1.0) -> QColor:
        """The colour of a role, a fresh copy; `alpha` 0 … 1 makes it translucent. `KeyError` for an unknown role."""
        color = self._cache.get(role)
        if color is None:
            color = self._cache[role] = QColor(self._styles(role).color(role, self.is_dark))
        color = QColor(color)
        if alpha != 1.0:
            color.setAlphaF(alpha)
        return color

    def _styles(self, role: str) -> Styles:
        if self.has_contrast and role in CONTRAST.colors:
            return CONTRAST
        return SHARED if role in SHARED.colors else game_styles()

    def hue(self, seat: int) -> int:
        """The palette index of a seat 0 … 5."""
        return self.hues[seat] if seat < len(self.hues) else seat

    def seat(self, seat: int) -> SeatColors:
        return PALETTES[self.palette][self.hue(seat)]

    def with_hues(self, hues: tuple[int, ...]) -> Theme:
        """This theme with other colours of the seats; the same one for the same colours."""
        if hues == self.hues or (not self.hues and hues == tuple(range(len(hues)))):
            return self
        found = self._recolored.get(hues)
        if found is None:
            found = self._recolored[hues] = replace(self, hues=hues)
        return found

    def style(self, name: str) -> Recipe:
        """How a style name of a picture is painted in this theme."""
        recipe = self._recipes.get(name)
        if recipe is None:
            recipe = self._recipes[name] = self._make_recipe(name)
        return recipe

    def _make_recipe(self, name: str) -> Recipe:
        return recipe_for(name)


LIGHT = Theme("light")
DARK = Theme("dark")
THEMES = {"light": LIGHT, "dark": DARK}


@cache
def theme_for(name: str, has_contrast: bool, palette: str, has_large_targets: bool) -> Theme:
    """The theme for these settings; `LIGHT` or `DARK` itself if all are the defaults."""
    found = Theme(name, (), has_contrast, palette if palette in PALETTES else DEFAULT_PALETTE, has_large_targets)
    usual = THEMES[name]
    return usual if found.key == usual.key and not has_large_targets else found
