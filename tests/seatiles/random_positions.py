"""Positions on small seas for the tests of what the games share."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from studio.seatiles.rules.chart import COAST, SHORE, Chart
from studio.seatiles.rules.filling import put_tile
from studio.seatiles.rules.position import SeaPosition

KINDS = [("cape", "a...", 0), ("bend", "aa..", 0), ("strait", "a.b.", 0), ("cove", "aaa.", 0), ("inland", "aaaa", 0)]
KINDS += [("sea", "....", 0), ("twin", "ab..", 0)]
SHARED = Chart(3, 3, [False] * 9, [0] * 36, KINDS)


def position_on(
    chart: Chart, hidden: Sequence[int], sorted_tiles: Sequence[int], stacks: int, sorts: int
) -> SeaPosition:
    """A position on an empty chart."""
    s = SeaPosition()
    s.clear(chart, hidden, sorted_tiles, stacks, sorts)
    return s


def random_position(random: Random, part: float) -> tuple[Chart, SeaPosition]:
    """A sea with some coast on which that part of the spaces is laid with tiles that fit."""
    columns, rows = random.randint(2, 7), random.randint(2, 7)
    rim = [random.choice((0, SHORE, COAST)) for _edge in range(columns * rows * 4)]
    chart = Chart(columns, rows, [random.random() < 0.1 for _cell in range(columns * rows)], rim, KINDS)
    s = position_on(chart, [0] * len(chart.kinds), [0] * len(chart.kinds), 1, 1)
    cells = [cell for cell in range(chart.count) if not chart.void[cell]]
    random.shuffle(cells)
    for cell in cells[: int(part * len(cells))]:
        kinds = [kind for kind in range(len(chart.kinds)) if chart.fits[kind][s.need[cell]]]
        if kinds:
            put_tile(s, chart, cell, random.choice(chart.fits[random.choice(kinds)][s.need[cell]]), 0)
    return chart, s
