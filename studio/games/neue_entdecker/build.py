"""From a layout body to the board that is played on (T5, T6, N0)."""

from __future__ import annotations

from studio.games.neue_entdecker.body import EVENTS, Body
from studio.games.neue_entdecker.rules_board import Board, Box
from studio.seatiles.build import build_chart, count_tiles


def build(body: Body) -> Board:
    """The board of a body without errors."""
    chart = build_chart(body)
    hidden, left = count_tiles(body, chart, EVENTS)
    units, gold, jungle = body.units, body.gold, body.jungle
    return Board(
        chart,
        Box(
            hidden=hidden,
            sorted_tiles=left,
            stacks=body.stacks,
            die=tuple(0 if face == "wheel" else face for face in body.die),
            unit_cost=(units.scout.cost, units.base.cost, units.settlement.cost),
            unit_count={
                seats: (
                    units.scout.count.get(str(seats), 0),  # type: ignore[call-overload]  # a count for every seat
                    units.base.count.get(str(seats), 0),  # type: ignore[call-overload]  # number, "2" to "4"
                    units.settlement.count.get(str(seats), 0),  # type: ignore[call-overload]
                )
                for seats in range(2, 5)
            },
            gold=gold.start,
            roll_below=gold.roll_below,
            hidden_price=gold.hidden_tile,
            open_price=gold.open_tile,
            route_toll=gold.route_toll,
            digger=gold.digger,
            paths=jungle.paths,
            dot=jungle.dot - 1,
            eye=jungle.eye - 1,
            tokens=tuple(
                sorted((int(value), count) for value, count in jungle.tokens.items() if count and int(value) > 0)
            ),
        ),
    )
