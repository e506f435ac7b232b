"""From a layout body to the board that is played on (T5, T6, E1)."""

from __future__ import annotations

from studio.games.entdecker.body import EVENTS, Body
from studio.games.entdecker.rules_board import Board, Box
from studio.seatiles.build import build_chart, count_tiles


def build(body: Body) -> Board:
    """The board of a body without errors."""
    chart = build_chart(body)
    hidden, reserve = count_tiles(body, chart, EVENTS)
    units, gold = body.units, body.gold
    return Board(
        chart,
        Box(
            hidden=hidden,
            sorted_tiles=reserve,
            stacks=body.piles,
            spinner=body.spinner,
            unit_cost=(units.scout.cost, units.fort.cost, units.settlement.cost),
            unit_count=(units.scout.count, units.fort.count, units.settlement.count),
            gold=gold.start,
            most_gold=gold.cap,
            chips=tuple(sorted((int(value), count) for value, count in body.chips.items() if count > 0)),
            ruins=body.ruins,
            treasure=gold.find,
            personal=body.personal,
        ),
    )
