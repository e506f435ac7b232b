"""What the board of this game answers: why something cannot be done at a place, and what lies there."""

from __future__ import annotations

from studio.games.neue_entdecker.answers.about import about
from studio.games.neue_entdecker.answers.why import why_not

__all__ = ["about", "why_not"]
