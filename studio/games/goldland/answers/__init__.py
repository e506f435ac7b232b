"""What the country of Goldland answers: why something cannot be done at a place, and what lies there."""

from __future__ import annotations

from studio.core import defaults
from studio.games.goldland.answers.why import why_not

__all__ = ["about", "why_not"]

about = defaults.about
