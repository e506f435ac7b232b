"""Columbus (Wolfgang Kramer, 1991): rules C1–C17."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.game import GameInfo, Option, Verdicts
from studio.core.plugin import GamePlugin
from studio.core.text import _

if TYPE_CHECKING:
    from studio.core.plugin import GameModules
    from studio.games.columbus import (
        body,
        checks,
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
    from studio.games.columbus.drawing import picture, piece_editor, sketch

    GameModules[body.Body, rules.Board, rules.State](
        body=body,
        rules=rules,
        text=text,
        checks=checks,
        editing=editing,
        generation=generation,
        picture=picture,
        sketch=sketch,
        pieces=piece_editor,
        style=style,
        place_info=place_info,
        panel=panel,
        evaluation=evaluation,
        stats=stats,
    )  # mypy compares each module with its protocol


def _info() -> GameInfo:
    return GameInfo(
        slug="columbus",
        name="Columbus",
        author="Wolfgang Kramer",
        year=1991,
        min_seats=2,
        max_seats=6,
        options=(
            Option(
                "own_harbour",
                _("Own harbour"),
                _("A ship must return to its own home harbour. No other ship can stop there."),
                False,
            ),
            Option(
                "winner_only",
                _("Winner only"),
                _("The match ends with the first return. The other ships are ranked by progress."),
                False,
            ),
        ),
        blurb=_("Build your route across the sea tile by tile. Sail to America and be the first to return home."),
        emblem="columbus/tile_full_sail",
        verdicts=Verdicts(
            idle=_("Wrecks not verified yet"),
            working=_("Checking wrecks…"),
            holds=_("No harbour can be blocked"),
            fails=_("Wrecks can block a harbour"),
            unknown=_("Harbour access not determined"),
        ),
    )


GAME: GamePlugin[body.Body, rules.Board, rules.State] = GamePlugin(__name__, _info)
