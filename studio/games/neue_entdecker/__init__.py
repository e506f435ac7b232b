"""Die Neuen Entdecker (Klaus Teuber, 2001): rules N0–N15 on the sea tiles T1–T9."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.game import GameInfo, Option
from studio.core.plugin import GamePlugin
from studio.core.text import _

if TYPE_CHECKING:
    from studio.core.plugin import GameModules
    from studio.games.neue_entdecker import (
        body,
        checks,
        editing,
        evaluation,
        panel,
        place_info,
        rules,
        stats,
        style,
        text,
    )
    from studio.games.neue_entdecker.drawing import picture

    GameModules[body.Body, rules.Board, rules.State](
        body=body,
        rules=rules,
        text=text,
        checks=checks,
        editing=editing,
        generation=editing,
        picture=picture,
        sketch=picture,
        pieces=picture,
        style=style,
        place_info=place_info,
        panel=panel,
        evaluation=evaluation,
        stats=stats,
    )  # mypy compares each module with its protocol


def _info() -> GameInfo:
    return GameInfo(
        slug="neue_entdecker",
        name="Die Neuen Entdecker",
        author="Klaus Teuber",
        year=2001,
        min_seats=2,
        max_seats=4,
        options=(
            Option(
                "chief_scouts",
                _("Chief scouts"),
                _("Scouts are numbered. Each seat secretly names two that count double (Fritz Gruber)."),
            ),
        ),
        blurb=_("Sail from the border, discover islands tile by tile, and send your scouts up the jungle paths."),
        emblem="neue_entdecker/hut",
    )


GAME: GamePlugin[body.Body, rules.Board, rules.State] = GamePlugin(
    __name__, _info, generation="editing", sketch="drawing.picture", pieces="drawing.picture"
)
