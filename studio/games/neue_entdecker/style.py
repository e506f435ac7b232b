"""Styles of the pictures: those of any sea, with the greens of jungle and serpent."""

from __future__ import annotations

from studio.core.picture import Styles
from studio.seatiles.style import SEA

STYLES = SEA | Styles(
    colors={
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
)
