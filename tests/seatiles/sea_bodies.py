"""Small sea bodies for tests: written as rows of symbols, and random ones of every sort; what is at their places."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import strategies as st

from studio.seatiles.body import EdgeKind, Laid, SeaBody, contents, validate_sea, with_fields

TILES: tuple[dict[str, Any], ...] = (
    {"name": "sea", "shape": "....", "hidden": 5, "sorted": 5},
    {"name": "cape", "shape": "a...", "hidden": 5, "sorted": 5},
    {"name": "bend", "shape": "aa..", "hidden": 5, "sorted": 5},
    {"name": "strait", "shape": "a.b.", "hidden": 5, "sorted": 5},
    {"name": "cove", "shape": "aaa.", "hidden": 5, "sorted": 5},
    {"name": "inland", "shape": "aaaa", "sorted": 5},
    {"name": "falls", "shape": "aaaa", "sorted": 2, "bonus": 5},
)
_LINES = {"cape": "╵╶╷╴", "bend": "└┌┐┘", "strait": "│─", "cove": "├┬┤┴", "inland": "┼", "sea": "~"}
LEGEND = {
    symbol: {"tile": name, "turn": turn} for name, symbols in _LINES.items() for turn, symbol in enumerate(symbols)
} | {"5": {"tile": "falls"}}
"""Lines are drawn like the land edges of the tile they stand for."""


def sea(
    *rows: str, border: str | dict[str, str] = "open 0", edges: dict[str, str] | None = None, tiles: Any = TILES
) -> SeaBody:
    """A sea body with these rows; `border` is one kind for all four sides, or one for each."""
    sides = dict.fromkeys(("north", "east", "south", "west"), border) if isinstance(border, str) else border
    names = {tile["name"] for tile in tiles}
    raw = {
        "spaces": rows,
        "legend": {symbol: laid for symbol, laid in LEGEND.items() if laid["tile"] in names},
        "border": sides,
        "edges": edges or {},
        "tiles": tiles,
    }
    body = msgspec.convert(raw, SeaBody)
    validate_sea(body, ())
    return with_fields(body)


EDGE_KINDS: tuple[EdgeKind, ...] = ("open 0", "open 1", "open 2", "shore", "coast")
SHAPES = ("....", "a...", "aa..", "ab..", "a.b.", "a.a.", "aaa.", "aab.", "abac", "aaaa", "abcd", "..a.")


@st.composite
def bodies(draw: st.DrawFn, most: int = 6) -> SeaBody:
    """Any sea body at all: home-made kinds, voids, borders, tiles that do not match."""
    columns, rows = draw(st.integers(2, most)), draw(st.integers(2, most))
    count = st.integers(0, 4)
    tiles = [
        {
            "name": f"kind {number}",
            "shape": draw(st.sampled_from(SHAPES)),
            "hidden": draw(count),
            "sorted": draw(count),
            "bonus": draw(st.sampled_from((0, 0, 5))),
        }
        for number in range(draw(st.integers(1, 4)))
    ]
    legend = {
        "0123456789abcdef"[number * 4 + turn]: {"tile": tile["name"], "turn": turn}
        for number, tile in enumerate(tiles)
        for turn in range(4)
    }
    symbol = st.sampled_from([".", ".", ".", "#", *legend])
    spaces = ["".join(draw(st.lists(symbol, min_size=columns, max_size=columns))) for _row in range(rows)]
    kinds = st.sampled_from(EDGE_KINDS)
    border = {side: draw(kinds) for side in ("north", "east", "south", "west")}
    raw = {"spaces": spaces, "legend": legend, "border": border, "tiles": tiles}
    return with_fields(msgspec.convert(raw, SeaBody))


# The places of a body, for oracles: column and row

SIDES = ("north", "east", "south", "west")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
Place = tuple[int, int]
Board = dict[Place, str]
"""By place: "." for an undiscovered space, else the lands of the tile as it lies; void spaces are missing."""


def board_of(body: SeaBody) -> Board:
    shapes = {kind.name: kind.shape for kind in body.tiles}
    found: Board = {}
    for number, content in enumerate(contents(body)):
        place = (number % len(body.spaces[0]), number // len(body.spaces[0]))
        if isinstance(content, Laid):
            shape = shapes[content.tile]
            found[place] = "".join(shape[(side - content.turn) % 4] for side in range(4))
        elif content == ".":
            found[place] = "."
    return found


def rim(body: SeaBody, place: Place, side: int) -> str:
    """The kind of an outer edge."""
    name = f"{'ABCDEFGHIJKLMNOPQRSTUVWX'[place[0]]}{place[1] + 1} {SIDES[side]}"
    return body.edges.get(name) or str(getattr(body.border, SIDES[side]))


def beyond(place: Place, side: int) -> Place:
    return place[0] + STEPS[side][0], place[1] + STEPS[side][1]


def required_edge(body: SeaBody, board: Board, place: Place, side: int) -> bool | None:
    """Whether the edge of a space must be land; None if both are possible."""
    other = board.get(beyond(place, side))
    if other is None:
        return rim(body, place, side) == "coast"
    return None if other == "." else other[(side + 2) % 4] != "."
