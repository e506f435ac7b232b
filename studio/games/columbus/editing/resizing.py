"""Another size of a harbour map: the coasts stay at its edges with their harbours, and the sea between them changes.

Columns come and go beside the coasts, rows inside the land that may close the map in the north or south. What is off
the board at an edge stays there as a coast does. So a wider ocean is a longer voyage, and no harbour ends up inland or
in the middle of the sea.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from studio.core.grid import HexGrid
from studio.core.text import _
from studio.games.columbus.body import (
    DRY,
    HARBOURS,
    LAND,
    LEAST_SIDE,
    MOST_COLUMNS,
    MOST_ROWS,
    VOID,
    WATER,
    Body,
    grid,
    tokens_of,
    with_tokens,
)

COAST = DRY + HARBOURS


def resized(body: Body, left: int, top: int, right: int, bottom: int) -> Body:
    """Rows and columns added (negative: taken away) on each side. Raises `ValueError` with a sentence.

    Adding and then taking away as much gives the same map again.
    """
    old, tokens = grid(body), tokens_of(body)
    columns, rows = old.columns + left + right, old.rows + top + bottom
    if not (LEAST_SIDE <= columns <= MOST_COLUMNS and LEAST_SIDE <= rows <= MOST_ROWS):
        raise ValueError(
            _("A harbour map is {least} × {least} to {columns} × {rows} spaces; this one would be {w} × {h}.").format(
                least=LEAST_SIDE, columns=MOST_COLUMNS, rows=MOST_ROWS, w=columns, h=rows
            )
        )
    # the rows keep their half step when a row is added or taken away above them
    new = HexGrid(columns, rows, old.shifted_odd ^ (top % 2 == 1))
    lines = [
        _line(tokens[row * old.columns : (row + 1) * old.columns], left, right, columns) for row in range(old.rows)
    ]
    lines = _with_rows(lines, top)
    lines = _with_rows(lines[::-1], bottom)[::-1]
    return with_tokens(body, [token for line in lines for token in line], new)


def _coast(line: Sequence[str]) -> int:
    """How many spaces at the beginning of a line are coast."""
    return sum(1 for _token in takewhile(lambda token: token in COAST, line))


def _line(tokens: Sequence[str], left: int, right: int, columns: int) -> list[str]:
    """A row of the map with another width."""
    west, east = _coast(tokens), _coast(tokens[::-1])
    if west == len(tokens):
        line = [LAND] * left + list(tokens) + [LAND] * right
        return line[max(-left, 0) : max(-left, 0) + columns]
    sea = list(tokens[west : len(tokens) - east])
    least, most = max(-left, 0), len(sea) - max(-right, 0)
    if least >= most:  # no sea would be left: it keeps one space, and land goes from behind the coasts
        least = min(least, len(sea) - 1)
        most = least + 1
    line = [*tokens[:west], *[WATER] * left, *sea[least:most], *[WATER] * right, *tokens[len(tokens) - east :]]
    spare = len(line) - columns
    behind = min(spare, max(0, west - 1)) if left < 0 else spare - min(spare, max(0, east - 1))
    return line[behind : behind + columns]


def _with_rows(lines: list[list[str]], count: int) -> list[list[str]]:
    """Rows added or taken away at the beginning, behind the rows of nothing but land there.

    New rows go on with the coasts of the row that they come before.
    """
    shut = sum(1 for _line in takewhile(lambda line: set(line) <= set(DRY), lines))
    if shut == len(lines):
        return [lines[0]] * count + lines[max(-count, 0) :]
    if count < 0:
        taken = min(-count, len(lines) - shut - 1)
        return [*lines[-count - taken : shut], *lines[shut + taken :]]
    first = lines[shut]
    west, east = _coast(first), _coast(first[::-1])
    ends = len(first) if west == len(first) else west, len(first) - east
    more = [
        (VOID if token == VOID else LAND) if column < ends[0] or column >= ends[1] else WATER
        for column, token in enumerate(first)
    ]
    return [*lines[:shut], *([more] * count), *lines[shut:]]
