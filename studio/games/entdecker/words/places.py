"""Names of things in the words of Entdecker: piles, units, events, chips. Those of the sea are in seatiles/words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.text import _, plural
from studio.games.entdecker.rules import actions as a

if TYPE_CHECKING:
    from studio.games.entdecker.rules.position import Position


def pile(number: int) -> str:
    """A draw pile, by its number from 0."""
    return _("pile {number}").format(number=number + 1)


def unit_name(kind: int) -> str:
    """Scout, fort, settlement."""
    return (_("scout"), _("fort"), _("settlement"))[kind]


def units(kind: int, count: int) -> str:
    """So many units of a kind."""
    words = (
        plural("{count} scout", "{count} scouts", count),
        plural("{count} fort", "{count} forts", count),
        plural("{count} settlement", "{count} settlements", count),
    )
    return words[kind].format(count=count)


def chips(count: int) -> str:
    """So many plant chips."""
    return plural("{count} plant chip", "{count} plant chips", count).format(count=count)


def event_name(event: int) -> str:
    """What a "?" tile brings (E10), by its number from 1."""
    return (
        "",
        _("a storm"),
        _("hostile natives"),
        _("friendly natives"),
        _("pirates"),
        _("ruins"),
        _("a gold find"),
    )[event]


def price(state: Position, kind: int) -> int:
    """What a unit costs where the ship lies: double among hostile natives (E7)."""
    return state.board.unit_cost[kind] * (2 if state.event[state.ship] == a.HOSTILE else 1)


def fare(state: Position, cell: int) -> tuple[int, int]:
    """What a start on a tile costs, and the unit (seat * 3 + kind) it is paid for; (0, -1) when it is free (E3)."""
    unit = state.unit[cell]
    if unit < 0 or unit // 3 == state.active:
        return 0, -1
    return state.board.unit_cost[unit % 3], unit


def event_words(event: str) -> str:
    """An event's name."""
    return {
        "storm": _("Storm"),
        "hostile": _("Hostile natives"),
        "friendly": _("Friendly natives"),
        "pirates": _("Pirates"),
        "ruins": _("Ruins"),
        "gold": _("Gold find"),
    }[event]
