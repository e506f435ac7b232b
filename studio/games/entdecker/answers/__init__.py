"""What the board of Entdecker answers: why something cannot be done at a place, and what lies there."""

from __future__ import annotations

from studio.core import defaults
from studio.games.entdecker.answers.why import why_not

__all__ = ["about", "why_not"]

about = defaults.about
