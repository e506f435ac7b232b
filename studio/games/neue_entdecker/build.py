"""From a layout body to the board that is played on (T5, T6, N0)."""

from __future__ import annotations

from studio.core.grid import SIDE_NAMES, SquareGrid
from studio.games.neue_entdecker.body import EVENTS, Body
from studio.games.neue_entdecker.rules_actions import SORTS
from studio.games.neue_entdecker.rules_board import Board, Box
from studio.seatiles.body import UNDISCOVERED, VOID
from studio.seatiles.chart import Chart

RIM = {"open 0": 0, "open 1": 1, "open 2": 2, "shore": 3, "coast": 4}
"""The chart's numbers for the kinds of outer edge."""


def build(body: Body) -> Board:
    """The board of a body without errors."""
    chart = build_chart(body)
    kinds = len(chart.kinds)
    hidden, left = [0] * (kinds * SORTS), [0] * kinds
    for number, tile in enumerate(body.tiles):
        if tile.bonus:  # bonus tiles that the layout does not use leave the game (N0)
            continue
        hidden[number * SORTS] = tile.hidden
        for event, count in tile.events.items():
            hidden[number * SORTS + 1 + EVENTS.index(event)] = count
        left[number] = tile.sorted
    for _cell, placement in chart.laid:  # pre-placed tiles come out of the sorted tiles
        number = chart.placements[placement].kind
        left[number] = max(left[number] - 1, 0)
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


def build_chart(body: Body) -> Chart:
    """The chart of a body: its spaces, border, tile kinds and pre-placed tiles."""
    columns, rows = len(body.spaces[0]), len(body.spaces)
    grid = SquareGrid(columns, rows)
    symbols = "".join(body.spaces)
    facing = (body.border.north, body.border.east, body.border.south, body.border.west)
    rim = [
        RIM[body.edges.get(f"{grid.name(cell)} {SIDE_NAMES[side]}", facing[side])]
        for cell in range(grid.count)
        for side in range(4)
    ]
    numbers = {tile.name: number for number, tile in enumerate(body.tiles)}
    laid = []
    for cell, symbol in enumerate(symbols):
        if symbol not in (UNDISCOVERED, VOID):
            tile = body.legend[symbol]
            laid.append((cell, numbers[tile.tile], tile.turn))
    return Chart(
        columns,
        rows,
        [symbol == VOID for symbol in symbols],
        rim,
        [(tile.name, tile.shape, tile.bonus) for tile in body.tiles],
        laid,
    )
