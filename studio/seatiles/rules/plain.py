"""Positions as plain data and back: what the games on sea tiles have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from studio.core.game import Json
from studio.seatiles.rules.chart import Chart
from studio.seatiles.rules.islands import lowest_nodes
from studio.seatiles.rules.position import SeaPosition

_LISTS = (
    *("laid", "event", "unit", "unit_land", "ahead", "stack_size", "stack_top", "hidden", "discard", "sorted_left"),
    "added",
)
_NUMBERS = ("ship", "ship_rim", "stack")


def dump_sea(s: SeaPosition, chart: Chart, numbers: Iterable[str], lists: Iterable[str]) -> dict[str, Any]:
    """The shared fields and those named, as plain data; what follows from the tiles laid is left out."""
    plain: dict[str, Any] = {name: getattr(s, name) for name in (*numbers, *_NUMBERS)}
    plain.update({name: list(getattr(s, name)) for name in (*_LISTS, *lists)})
    # by their lowest nodes: which node represents an island depends on the order in which its tiles were laid
    plain["pending"] = lowest_nodes(chart, s.laid, s.pending)
    plain["hand"] = None if s.hand is None else list(s.hand)
    return plain


def restore_sea(
    s: SeaPosition, chart: Chart, plain: Json, numbers: Iterable[str], lists: Iterable[str], sorts: int
) -> None:
    """Give a fresh position the fields that `dump_sea` wrote, and work out what follows from them."""
    for name in (*numbers, *_NUMBERS):
        setattr(s, name, plain[name])
    for name in (*_LISTS, *lists):
        kind = type(getattr(s, name))
        setattr(s, name, kind(plain[name]))
    s.pending = list(plain["pending"])
    s.hand = None if plain["hand"] is None else (plain["hand"][0], plain["hand"][1])
    s.count_hidden(sorts)
    s.survey(chart)
