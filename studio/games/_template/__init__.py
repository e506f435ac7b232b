"""A Meadow: a small complete game to copy; see `resources/docs/adding_a_game.md`.

The rules, cited in the code as M1–M6:

- M1 A meadow is a board of squares: grass, and hedges between. A bag holds seeds: daisies (worth 1), poppies (2),
  irises (3).
- M2 Each seat draws two seeds into its hidden hand.
- M3 In its turn a seat takes a seed from its hand, visible to all, …
- M4 … and plants it on a free square of grass. It scores the worth of the flower, and a point for each adjacent flower.
- M5 Then it draws a seed while the bag has any. The next seat that has seeds is to move.
- M6 The match ends when no grass is free or no seed is left. Most points win; ties share the victory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.game import GameInfo
from studio.core.plugin import GamePlugin
from studio.core.text import _

if TYPE_CHECKING:
    from studio.core import defaults
    from studio.core.plugin import GameModules
    from studio.games._template import (
        body,
        checks,
        drawing,
        editing,
        evaluation,
        generation,
        panel,
        place_info,
        rules,
        stats,
        style,
        text,
    )

    GameModules[body.Body, rules.Board, rules.State](
        body=body,
        rules=rules,
        text=text,
        checks=checks,
        editing=editing,
        generation=generation,
        picture=drawing,
        sketch=drawing,
        pieces=defaults,  # has none to edit
        style=style,
        place_info=place_info,
        panel=panel,
        evaluation=evaluation,
        stats=stats,
    )  # mypy compares each module with its protocol


def _info() -> GameInfo:
    return GameInfo(
        slug="_template",
        name=_("A Meadow"),
        author="Explorer Studio",
        year=2026,
        min_seats=2,
        max_seats=4,
        blurb=_("Plant daisies, poppies and irises side by side before the grass is full."),
        emblem="_template/flower_3",
    )


GAME: GamePlugin[body.Body, rules.Board, rules.State] = GamePlugin(__name__, _info, picture="drawing", sketch="drawing")
