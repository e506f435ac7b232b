"""From a layout body to what is played on: the chart and the counts of tiles in stacks and reserve (T5, T6)."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.grid import SIDE_NAMES, SquareGrid
from studio.seatiles.body import UNDISCOVERED, VOID, SeaBody
from studio.seatiles.chart import Chart

RIM = {"open 0": 0, "open 1": 1, "open 2": 2, "shore": 3, "coast": 4}
"""The chart's numbers for the kinds of outer edge."""


def build_chart(body: SeaBody) -> Chart:
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


def count_tiles(body: SeaBody, chart: Chart, events: Sequence[str]) -> tuple[list[int], list[int]]:
    """Tiles in the face-down stacks by kind and sort (plain, then by event), and sorted tiles by kind.

    Bonus tiles that the layout does not use leave the game (N0); pre-placed tiles come out of the sorted ones.
    """
    kinds, sorts = len(chart.kinds), len(events) + 1
    hidden, left = [0] * (kinds * sorts), [0] * kinds
    for number, tile in enumerate(body.tiles):
        if tile.bonus:
            continue
        hidden[number * sorts] = tile.hidden
        for event, count in tile.events.items():
            hidden[number * sorts + 1 + events.index(event)] = count
        left[number] = tile.sorted
    for _cell, placement in chart.laid:
        number = chart.placements[placement].kind
        left[number] = max(left[number] - 1, 0)
    return hidden, left
