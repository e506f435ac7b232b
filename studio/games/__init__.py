"""The list of the games, one folder each."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from studio.core.plugin import Game

_SLUGS = ("neue_entdecker", "entdecker", "goldland", "columbus")
TEMPLATE = "_template"  # the small game to copy: opened and tested like the others, but not listed


def slugs() -> tuple[str, ...]:
    """The folder names of all games, in the order in which lists show them."""
    return _SLUGS


def known() -> tuple[str, ...]:
    """The folder names of all games that can be opened: the template and the listed ones."""
    return (TEMPLATE, *_SLUGS)


@cache
def load(slug: str) -> Game:
    """Return the game with this slug. Raises `KeyError` if there is none."""
    if slug not in known():
        raise KeyError(slug)
    game: Game = import_module(f"studio.games.{slug}").GAME
    return game
