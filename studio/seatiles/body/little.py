"""Little seas drawn as text: what is shown beside an explanation or a clause."""

from __future__ import annotations

from collections.abc import Mapping
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


def little_sea(
    base: AnySea,
    *rows: str,
    border: EdgeKind = "open 0",
    edges: Mapping[str, EdgeKind] | None = None,
    **changes: Mapping[str, Any],
) -> AnySea:
    """The sea of these rows, else like `base`; `changes` are fields of kinds that differ from `KINDS`, by name."""
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
