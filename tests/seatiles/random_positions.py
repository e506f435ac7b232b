"""Positions on small seas for the tests of what the games share."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from studio.seatiles.rules.chart import COAST, SHORE, ActionNumbers, Chart, SeaBoard
from studio.seatiles.rules.position import SeaPosition, put_tile

KINDS = [("cape", "a...", 0), ("bend", "aa..", 0), ("strait", "a.b.", 0), ("cove", "aaa.", 0), ("inland", "aaaa", 0)]
KINDS += [("sea", "....", 0), ("twin", "ab..", 0)]
SHARED = Chart(3, 3, [False] * 9, [0] * 36, KINDS)


def board_on(chart: Chart, hidden: Sequence[int], sorted_tiles: Sequence[int], stacks: int, sorts: int) -> SeaBoard:
    """A board of no game: its kinds of action and phases are numbered as they come."""
    return SeaBoard(
        numbers=ActionNumbers(0, 1, 2, 4, 3, 5, 6, 7, sorts, 0, 1, 2, 3),
        chart=chart,
        hidden=hidden,
        sorted_tiles=sorted_tiles,
        stacks=stacks,
        faces=(1,),
        unit_cost=(1, 1, 1),
        gold=0,
        bag=(),
    )


def position_on(
    chart: Chart, hidden: Sequence[int], sorted_tiles: Sequence[int], stacks: int, sorts: int
) -> SeaPosition:
    """A position on an empty chart."""
    s = SeaPosition()
    s.clear(board_on(chart, hidden, sorted_tiles, stacks, sorts), 2, (3, 2, 1))
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
            put_tile(s, cell, random.choice(chart.fits[random.choice(kinds)][s.need[cell]]), 0)
    return chart, s
