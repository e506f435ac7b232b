"""The layout as the editor shows it: a sea like any other (seatiles/drawing/sketch.py)."""

from __future__ import annotations

from studio.seatiles.drawing.sketch import ghost, palette, sketch

__all__ = ["ghost", "palette", "sketch"]
