"""Names of things in the words of Die Neuen Entdecker: units, events, huts. Those of the sea are in seatiles/words."""

from __future__ import annotations

from studio.core.text import _, plural


def unit_name(kind: int) -> str:
    """Scout, base, settlement."""
    return (_("scout"), _("base"), _("settlement"))[kind]


def units(kind: int, count: int) -> str:
    """So many units of a kind."""
    words = (
        plural("{count} scout", "{count} scouts", count),
        plural("{count} base", "{count} bases", count),
        plural("{count} settlement", "{count} settlements", count),
    )
    return words[kind].format(count=count)


def event_name(event: int) -> str:
    """What a "?" tile may bring (N12), by its number from 1."""
    return ("", _("a gold-digger"), _("pirates"), _("natives"), _("a storm"))[event]


def hut(number: int) -> str:
    """A hut of the jungle, by its number from 0."""
    return _("hut {number}").format(number=number + 1)


def event_words(event: str) -> str:
    """An event's name."""
    return {
        "gold": _("Gold-digger"),
        "pirates": _("Pirates"),
        "natives": _("Natives"),
        "storm": _("Storm"),
    }[event]
