"""All that Goldland says to people, in one place for the game object to find."""

from __future__ import annotations

from studio.games.goldland.words.events import events
from studio.games.goldland.words.moves import button, describe
from studio.games.goldland.words.reckoning import reckoning

__all__ = ["button", "describe", "events", "reckoning"]
