"""How the game is painted: as any sea of tiles."""

from __future__ import annotations

from studio.seatiles.style import SEA

STYLES = SEA
