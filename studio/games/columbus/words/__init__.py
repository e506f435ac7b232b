"""All that Columbus says to people, in one place for the game object to find."""

from __future__ import annotations

from studio.games.columbus.words.events import events
from studio.games.columbus.words.moves import button, describe
from studio.games.columbus.words.reckoning import reckoning

__all__ = ["button", "describe", "events", "reckoning"]
