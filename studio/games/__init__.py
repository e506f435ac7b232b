"""One folder per game. This is the only place that finds and names them."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from studio.core.game import Game

_SLUGS = ("neue_entdecker", "entdecker", "goldland", "columbus")


def slugs() -> tuple[str, ...]:
    """The folder names of all games, in the order in which lists show them."""
    return _SLUGS


@cache
def load(slug: str) -> Game:
    """The game with this slug. Raises `KeyError` when there is none."""
    if slug not in _SLUGS:
        raise KeyError(slug)
    game: Game = import_module(f"studio.games.{slug}").GAME
    return game
