"""Numbers of the places beside the chart that can be clicked: the tiles on the rack.

Cells are their own numbers; these lie above them.
"""

from __future__ import annotations

from typing import Final

from studio.core.targets import BESIDE

RACK_TARGET: Final = BESIDE
"""+ place: a tile on the rack, counted from the left."""
