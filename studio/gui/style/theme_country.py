"""Colours of a country seen from above: sand, roads, rock from lit to deep, table land, surf; leather, rims, parchment.

`LIGHT_COUNTRY` and `DARK_COUNTRY` are parts of the two themes; in the dark one the land lies in evening light.
"""

from __future__ import annotations

from PySide6.QtGui import QColor

_LAND = {
    "floor": "#E8D2A2",
    "floor_low": "#DFC28A",
    "road": "#EAD3A0",
    "road_core": "#F3E3BD",
    "road_heart": "#F9EFD3",
    "rut": "#9C7B4C",
    "pebble": "#B98557",
    "pebble_ink": "#5E3A20",
    "rock_0": "#F2C896",
    "rock_1": "#E3AC78",
    "rock_2": "#D08F5B",
    "rock_3": "#BD7546",
    "rock_4": "#A5623A",
    "rock_5": "#8A4A2A",
    "rock_6": "#6C3820",
    "rock_7": "#4F2817",
    "rock_ink": "#3A1C0D",
    "dry_land": "#CDAF6A",
    "dry_light": "#E8CF8F",
    "dry_shade": "#8C7238",
    "green_land": "#A5A961",
    "green_light": "#C9CB86",
    "green_shade": "#5F6F33",
    "bush": "#74894B",
    "bush_light": "#9DB066",
    "bush_ink": "#36451F",
    "beach": "#F3E2B4",
    "wet_sand": "#C9AC74",
    "surf": "#F4FAF3",
    "shallows": "#9CCAC2",
    "sea": "#5D9FA3",
    "sea_deep": "#3A7886",
    "sea_margin": "#336F7D",
    "sea_text": "#E4F1EC",
    "face_ink": "#2E1A0C",
    "face_light": "#FFF3D2",
    "temple": "#D9C8A0",
    "temple_light": "#F4E9CB",
    "temple_shade": "#A08B62",
    "temple_deep": "#6E5A3A",
    "temple_ink": "#4A3A20",
}
_FIXED = {
    "disc_pay": "#B3261E",
    "disc_show": "#F7F1E3",
    "disc_gain": "#1D1915",
    "disc_price": "#F0BF2E",
    "disc_ink": "#2B1D14",
    "line_plate": "#B0925F",
    "line_plate_low": "#8F7245",
    "line_plate_ink": "#3A2A14",
    "line_sign": "#FFFDF4",
    "reach": "#FFE690",
    "reach_ink": "#3A2208",
    "reach_glow": "#FFD45E",
    "own_place": "#A9D2F7",
    "own_place_ink": "#173450",
    "dim": "#2A1D10",
    "pill": "#2B1D12",
    "pill_gold": "#F8D98C",
    "pill_gold_low": "#E6B24A",
    "pill_ink": "#3A2708",
    "leather": "#7A4F2B",
    "leather_low": "#5A3819",
    "leather_light": "#A97845",
    "leather_flap": "#95673A",
    "leather_ink": "#2A1809",
    "stitch": "#D9B881",
    "pocket": "#2C1B0F",
    "pocket_low": "#43291A",
    "pocket_edge": "#9C7243",
    "pocket_text": "#BFA272",
    "pocket_glow": "#A98838",
    "pocket_lit": "#FFE39A",
    "buckle": "#E3B94F",
    "buckle_ink": "#4A3008",
}


def _at_dusk(colors: dict[str, str]) -> dict[str, str]:
    """The same land with less light on it."""
    return {role: QColor(color).darker(116).name() for role, color in colors.items()}


LIGHT_COUNTRY = {
    **_LAND,
    **_FIXED,
    "parchment": "#ECDCB6",
    "parchment_low": "#DCC593",
    "parchment_light": "#F4E9CC",
    "terra": "#8A6A3C",
    "terra_ink": "#5F4526",
    "bleached": "#F6EDD2",
    "explore": "#1F5A63",
}
DARK_COUNTRY = {
    **_at_dusk(_LAND),
    **_FIXED,
    "parchment": "#4A4232",
    "parchment_low": "#3C3528",
    "parchment_light": "#574E3B",
    "terra": "#A48C5E",
    "terra_ink": "#CDB98A",
    "bleached": "#6A6049",
    "explore": "#9AD6D6",
}
