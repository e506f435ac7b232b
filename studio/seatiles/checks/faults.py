"""Little seas with one thing wrong each, to be shown beside the explanation of a finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from studio.seatiles.body import AnySea, Border, EdgeKind, Laid, TileKind, edited

KINDS = (
    TileKind("sea", "....", hidden=9, sorted=9),
    TileKind("cape", "a...", hidden=9, sorted=9),
    TileKind("bend", "aa..", hidden=9, sorted=9),
    TileKind("strait", "a.b.", hidden=9, sorted=9),
    TileKind("cove", "aaa.", hidden=9, sorted=9),
    TileKind("inland", "aaaa", sorted=9),
    TileKind("falls", "aaaa", sorted=1, bonus=5),
)
"""Plenty of every class, and a bonus tile."""
_LINES = {"sea": "~", "cape": "╵╶╷╴", "bend": "└┌┐┘", "strait": "│─", "cove": "├┬┤┴", "inland": "┼", "falls": "5"}
LEGEND = {symbol: Laid(name, turn) for name, symbols in _LINES.items() for turn, symbol in enumerate(symbols)}
"""Lines are drawn like the land edges of the tile that they stand for."""


def sea_faults(base: AnySea) -> Mapping[str, Callable[[], AnySea]]:
    """By code: a little sea like `base`, the rest of its box included, in which the checks find it."""
    draw = partial(_drawn, base)
    walled = ("......", ".┌┬┬┐.", ".├..┤.", ".└┴┴┘.", "......")
    corner = ("╶.╴.", ".╵..", "....")
    gate = ("......", "##..##", "......", "......", "......")
    return {
        "edge.mismatch": lambda: draw("....", ".╶~.", "...."),
        "border.mismatch": lambda: draw("....", "╴...", "...."),
        "border.closed": lambda: draw("....", "....", "....", border="shore"),
        "space.none": lambda: draw("~~~", "~~~"),
        "gap.enclosed": lambda: draw("..~..", ".~.~.", "..~..", "....."),
        "space.unreachable": lambda: draw(*walled),
        "space.cut": lambda: draw("..~..", ".....", "..~..", "..~.."),
        "space.gate": lambda: draw(*gate, border="shore", edges={"A1 west": "open 0"}),
        "sector.count": lambda: draw("..~.", "..~.", "..~."),
        "island.complete": lambda: draw("....", ".╶╴.", "...."),
        "bonus.beside_sea": lambda: draw(".....", "..5~.", "....."),
        "bonus.islandless": lambda: draw("..╷..", ".╶5╴.", "..╵..", "....."),
        "tile.isthmus": lambda: draw("....", ".─..", "....", strait={"shape": "a.a."}),
        "tile.bonus_lands": lambda: draw("....", ".5..", "....", falls={"shape": "a.b."}),
        "tiles.preplaced": lambda: draw("~~..", "....", "....", sea={"sorted": 1}),
        "tiles.too_few": lambda: draw(*corner, cove={"hidden": 0, "sorted": 0}),
        "board.incompletable": lambda: draw(*corner, cove={"hidden": 0, "sorted": 0}),
    }


def _drawn(
    base: AnySea,
    *rows: str,
    border: EdgeKind = "open 0",
    edges: Mapping[str, EdgeKind] | None = None,
    **changes: Mapping[str, Any],
) -> AnySea:
    """The sea of these rows; `changes` are fields of kinds of tile that are other than in `KINDS`, by name."""
    kinds = tuple(msgspec.structs.replace(kind, **changes.get(kind.name, {})) for kind in KINDS)
    body = msgspec.structs.replace(
        base,
        spaces=rows,
        legend=LEGEND,
        border=Border(border, border, border, border),
        edges=dict(edges or {}),
        tiles=kinds,
    )
    return edited(body)
