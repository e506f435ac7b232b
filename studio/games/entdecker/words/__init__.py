"""All that Entdecker says to people, in one place for the game object to find."""

from __future__ import annotations

from studio.games.entdecker.words.events import events
from studio.games.entdecker.words.moves import button, describe
from studio.games.entdecker.words.reckoning import reckoning
from studio.seatiles.words.moves import turn

__all__ = ["button", "describe", "events", "reckoning", "turn"]
