"""Shipped layouts, also cut down to a few spaces, and random matches on them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from studio.core.match import Match
from studio.core.plugin import Game
from studio.core.problems import has_errors
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.services.loading import LoadedLayout, load_layout, start_match

SEATS = 3  # what small layouts serve


@cache
def layout(slug: str, least: int = 0) -> LoadedLayout:
    """The first shipped layout of a game, cut down to the fewest spaces from `least` on that it accepts (0: whole)
    for three seats."""
    opened = load_layout(shipped_layouts(slug)[0])
    game, body, grid = opened.game, opened.body, opened.game.body.grid(opened.body)
    sizes = sorted((x * y, x, y) for x in range(grid.columns) for y in range(grid.rows) if least and x * y >= least)
    for _count, columns, rows in sizes:
        try:
            body = game.editing.resize(opened.body, 0, 0, columns - grid.columns, rows - grid.rows)
        except ValueError:
            continue
        if SEATS in game.seats(body) and not has_errors(list(game.checks.check(body))):
            return replace(opened, body=body)
    return opened


def every_option(game: Game) -> dict[str, bool | int | str]:
    return {
        option.key: next((value for value, _words in option.choices if value != option.default), not option.default)
        for option in game.info.options
    }


def random_match(opened: LoadedLayout, seats: int, seed: int, decisions: int) -> Match:
    match, rng = start_match(opened, seats, every_option(opened.game), seed), Rng(seed + 1000)
    while not match.is_over and len(match.decisions()) < decisions:
        match.play(rng.choose(match.legal()))
    return match
