"""The part of a layout body that describes a sea chart: spaces, border, tile set (T1–T6)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Count = Annotated[int, Meta(ge=0, le=999)]
Turn = Annotated[int, Meta(ge=0, le=3)]
EdgeKind = Literal["open 0", "open 1", "open 2", "shore", "coast"]
"""An outer edge: open sea with a toll of 0, 1 or 2 gold; shore (sea, no start); coast (land). T5."""

UNDISCOVERED, VOID = ".", "#"


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pre-placed tile: the name of its kind and quarter turns clockwise."""

    tile: str
    turn: Turn = 0


class Border(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the outer edges are that face each way, unless `SeaBody.edges` says otherwise.

    "north" is what lies north of a space: the rim's north side and the south sides of void spaces.
    """

    north: EdgeKind = "open 0"
    east: EdgeKind = "open 0"
    south: EdgeKind = "open 0"
    west: EdgeKind = "open 0"


class TileKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of tile. `shape` gives the lands on its north, east, south and west edge at turn 0.

    "." is a sea edge; equal letters are one land: "...." sea only, "a.b." two lands with a strait between them,
    "aaaa" all land. `hidden` counts plain tiles in the face-down stacks, `events` the "?" tiles there by event,
    `sorted` the face-up (reserve) tiles. `bonus` > 0 makes it a bonus tile, which lies only where a layout puts it.
    """

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    shape: Annotated[str, Meta(pattern=r"^[.a-d]{4}\Z")]
    hidden: Count = 0
    events: dict[str, Count] = {}
    sorted: Count = 0
    bonus: Annotated[int, Meta(ge=0, le=99)] = 0


class SeaBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Spaces as rows of symbols, "." undiscovered, "#" void, others by `legend`; x from the west, y from the north.

    `edges` overrides single outer edges: "E4 north" → an edge kind (chart name of the space, then its side).
    """

    spaces: tuple[Annotated[str, Meta(min_length=2, max_length=24)], ...]
    legend: dict[Annotated[str, Meta(min_length=1, max_length=1)], Laid] = {}
    border: Border = Border()
    edges: dict[str, EdgeKind] = {}
    tiles: tuple[TileKind, ...]
