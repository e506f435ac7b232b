"""Goldland (Wolfgang Kramer, 2002): rules G1–G17."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.game import GameInfo, Option, Verdicts
from studio.core.plugin import GamePlugin
from studio.core.text import _

if TYPE_CHECKING:
    from studio.core.plugin import GameModules
    from studio.games.goldland import (
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
    from studio.games.goldland.drawing import picture, piece_editor, sketch

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
        slug="goldland",
        name="Goldland",
        author="Wolfgang Kramer",
        year=2002,
        min_seats=2,
        max_seats=5,
        options=(
            Option(
                "face_down",
                _("Face-down board"),
                _("For first games: each land space has a face-down tile. Exploring turns it over."),
                False,
            ),
        ),
        blurb=_("Pack light, survive the wilds of Goldland and reach the temple before its gold runs out."),
        emblem="goldland/octagon",
        verdicts=Verdicts(
            idle=_("Roads not verified yet"),
            working=_("Checking roads…"),
            holds=_("Verified: the temple can be reached"),
            fails=_("Temple requires a crossing"),
            unknown=_("Temple access not determined"),
        ),
    )


GAME: GamePlugin[body.Body, rules.Board, rules.State] = GamePlugin(__name__, _info)
