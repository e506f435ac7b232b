"""One folder per game. This is the only place that finds and names them."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from studio.core.plugin import Game

_SLUGS = ("neue_entdecker", "entdecker", "goldland", "columbus")
TEMPLATE = "_template"
"""The small game that is kept to be copied: opened and tested like the others, but in no list."""


def slugs() -> tuple[str, ...]:
    """The folder names of all games, in the order in which lists show them."""
    return _SLUGS


def known() -> tuple[str, ...]:
    """The folder names of all games that can be opened: the template and the listed ones."""
    return (TEMPLATE, *_SLUGS)


@cache
def load(slug: str) -> Game:
    """The game with this slug. Raises `KeyError` when there is none."""
    if slug not in known():
        raise KeyError(slug)
    game: Game = import_module(f"studio.games.{slug}").GAME
    return game
