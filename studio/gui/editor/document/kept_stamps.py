"""Stamps of one's own: a space or a group of them under a digit, kept in the settings per game between runs."""

from __future__ import annotations

import json
from typing import Annotated

import msgspec
from msgspec import Meta

from studio.core.protocols import Game
from studio.core.text import _
from studio.gui.editor.document.clipping import Clipping
from studio.gui.settings import settings

SETTING = "stamps"
SLOTS = range(1, 10)
MOST_KEPT = 400
"""Spaces that a kept stamp has at most, so that the settings stay small."""


class KeptStamp(msgspec.Struct, frozen=True):
    """What lies under a digit."""

    slot: Annotated[int, Meta(ge=1, le=9)]
    name: Annotated[str, Meta(max_length=80)]
    clipping: Clipping


def kept_stamps(game: Game) -> dict[int, KeptStamp]:
    """All stamps kept for a game, by digit. Damaged ones are as if they were not there."""
    found: dict[int, KeptStamp] = {}
    raw = settings().value(SETTING).get(game.info.slug)
    for entry in raw if isinstance(raw, list) else ():
        try:
            kept = msgspec.convert(entry, KeptStamp)
        except (msgspec.ValidationError, RecursionError):
            continue
        if kept.clipping.game == game.info.slug and len(kept.clipping.cells) <= MOST_KEPT:
            found.setdefault(kept.slot, kept)
    return dict(sorted(found.items()))


def keep(game: Game, kept: KeptStamp) -> None:
    """Keep a stamp under its digit, instead of what was there. Raises `ValueError` when it is too large."""
    if len(kept.clipping.cells) > MOST_KEPT:
        raise ValueError(_("A stamp of your own has at most {n} spaces.").format(n=MOST_KEPT))
    _write(game, {**kept_stamps(game), kept.slot: kept})


def forget(game: Game, slot: int) -> None:
    """Keep nothing under a digit any longer."""
    _write(game, {number: kept for number, kept in kept_stamps(game).items() if number != slot})


def _write(game: Game, stamps: dict[int, KeptStamp]) -> None:
    everything = dict(settings().value(SETTING))
    everything[game.info.slug] = json.loads(
        msgspec.json.encode([stamps[slot] for slot in sorted(stamps)], enc_hook=str)
    )
    settings().put(SETTING, everything)


def first_free(game: Game) -> int:
    """The first digit with nothing under it; 0 when all are taken."""
    taken = kept_stamps(game)
    return next((slot for slot in SLOTS if slot not in taken), 0)
