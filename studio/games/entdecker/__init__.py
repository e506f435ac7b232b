"""Entdecker (Klaus Teuber, 1996): rules E1–E15 on the sea tiles T1–T9."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.game import GameInfo, Option
from studio.core.plugin import GamePlugin
from studio.core.text import _

if TYPE_CHECKING:
    from studio.core.plugin import GameModules
    from studio.games.entdecker import (
        body,
        checks,
        drawing,
        editing,
        evaluation,
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
        generation=editing,
        picture=drawing,
        sketch=drawing,
        pieces=drawing,
        style=style,
        place_info=place_info,
        panel=panel,
        evaluation=evaluation,
        stats=stats,
    )  # mypy compares each module with its protocol


def _info() -> GameInfo:
    return GameInfo(
        slug="entdecker",
        name="Entdecker",
        author="Klaus Teuber",
        year=1996,
        min_seats=2,
        max_seats=4,
        options=(
            Option(
                "keep_misfits",
                _("Keep misfits"),
                _("A drawn tile that fits nowhere goes to the reserve, unless it is a “?” tile."),
                False,
            ),
            Option(
                "rotating_first",
                _("Rotating first player"),
                _("The first player passes the spinner on after each season."),
                False,
            ),
            Option(
                "personal_tiles",
                _("Personal tiles"),
                _("Each seat starts with four tiles that it may place instead of drawing."),
                False,
            ),
        ),
        blurb=_("Spin for gold, declare how many tiles you draw, and settle the islands you discover."),
        emblem="entdecker/spinner",
    )


GAME: GamePlugin[body.Body, rules.Board, rules.State] = GamePlugin(
    __name__, _info, generation="editing", picture="drawing", sketch="drawing", pieces="drawing"
)
