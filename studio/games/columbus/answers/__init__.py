"""What the chart of Columbus answers: why something cannot be done at a place, and what lies there."""

from __future__ import annotations

from studio.games.columbus.answers.about import about
from studio.games.columbus.answers.why import why_not

__all__ = ["about", "why_not"]
