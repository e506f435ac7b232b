"""Styles of the pictures: those of any sea."""

from __future__ import annotations

from studio.seatiles.style import SEA

STYLES = SEA
