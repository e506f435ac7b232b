"""What the country of Goldland answers: why something cannot be done at a place, and what lies there."""

from __future__ import annotations

from studio.games.goldland.answers.about import about
from studio.games.goldland.answers.why import why_not

__all__ = ["about", "why_not"]
