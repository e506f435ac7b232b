"""Numbers of the places beside the board that only this game has: a seat's own tiles."""

from __future__ import annotations

from typing import Final

from studio.core.targets import BESIDE

OWN_TARGET: Final = BESIDE + 200
"""+ kind: an own tile of the seat to move (E14)."""
