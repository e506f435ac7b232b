"""Layouts of Goldland as data: reading and writing them, their schema, their grid, the board made of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from studio.core import plugin
from studio.games.goldland.body.data import (
    ADVENTURE_KEYS,
    START,
    VOID,
    Body,
    Laid,
    contents,
    grid,
    parse,
    plain,
    schema,
    start_tile,
    tile_of,
)
from studio.games.goldland.body.lines import counted
from studio.games.goldland.rules.board import Board, Numbers, make_board

__all__ = ["Body", "build", "grid", "most_seats", "parse", "plain", "schema"]

most_seats = plugin.most_seats


def build(body: Body) -> Board:
    """The board of a body without errors; of any body, one that can be drawn.

    The start tile comes after the tiles of the layout.
    """
    places = grid(body)
    cells = contents(body)
    number = {tile.name: index for index, tile in enumerate(body.tiles)}
    laid = [-1] * places.count
    for cell, content in enumerate(cells):
        if isinstance(content, Laid):
            laid[cell] = number[content.tile] * 4 + content.turn
        elif content == START:
            laid[cell] = len(body.tiles) * 4
    return make_board(
        places.columns,
        places.rows,
        cells.index(START) if START in cells else 0,
        places.named(body.temple),
        laid,
        [*map(tile_of, body.tiles), start_tile(body.kit)],
        _numbers_of(body),
        frozenset(cell for cell, content in enumerate(cells) if content == VOID),
    )


def _numbers_of(body: Body) -> Numbers:
    """What is in the box besides the tiles."""
    return Numbers(
        stock=counted(tuple(body.stock.items())),
        kit=counted(tuple(body.kit.items())),
        tokens=body.tokens,
        coins=body.coins,
        camps=body.camps,
        markers=tuple(body.markers[kind] for kind in ADVENTURE_KEYS),
        price=_by_seats(body.price),
        bonus=_by_seats(body.bonus),
        reserve=_by_seats(body.reserve),
    )


def _by_seats(numbers: Mapping[Any, int]) -> tuple[int, ...]:
    """Numbers for 2 to 5 seats, found by the number of seats."""
    return (0, 0, *numbers.values())
