"""Layout bodies for tests: the first game with changed values, and random bodies."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from studio.games.goldland import GAME
from studio.games.goldland.body import Body

BLANK: Body = GAME.editing.blank()


def plain() -> dict[str, Any]:
    """Return the first-game body as plain data that may be changed."""
    data: dict[str, Any] = json.loads(json.dumps(GAME.body.to_plain(BLANK)))
    return data


def number_of(name: str) -> int:
    return next(place for place, tile in enumerate(plain()["tiles"]) if tile["name"] == name)


def with_value(place: str, value: Any) -> dict[str, Any]:
    """Return the first-game body with one value replaced; `place` is like "tiles.C5.gain" or "stock.rope"."""
    raw = plain()
    *way, last = place.split(".")
    part: Any = raw
    for step in way:
        part = part[number_of(step) if isinstance(part, list) and step[0].isalpha() else _key(part, step)]
    part[_key(part, last)] = value
    return raw


def _key(part: Any, step: str) -> Any:
    return int(step) if isinstance(part, list) else step


def with_spaces(*changes: tuple[str, str]) -> dict[str, Any]:
    """Return the first-game body with other tokens on some spaces, as ("F7", "C1")."""
    raw = plain()
    rows = [row.split() for row in raw["spaces"]]
    for space, token in changes:
        rows[int(space[1:]) - 1][ord(space[0]) - 65] = token
    raw["spaces"] = [" ".join(row) for row in rows]
    return raw


ITEMS = ("provision", "rope", "rifle", "shovel", "wood", "pearl", "rod")
KINDS = ("bandits", "pumas", "desert", "mountains", "canyon", "lake", "natives", "plain", "coast")


GROUPS = ("", "rope", "2 rifle", "3 provision", "rod + wood", "4 rum", "2 pearl + shovel", "5 wood + rope", "2 rope")
LINES = (*GROUPS, "2 wood | 2 rope", "rope | rum | 2 pearl", "6 rifle | 6 rod")
TILES = st.tuples(
    st.sampled_from(KINDS),
    st.sampled_from(GROUPS),
    st.sampled_from(GROUPS),
    st.sampled_from(LINES),
    st.integers(0, 7),
    st.sampled_from((None, "", "N", "NS", "NE", "NESW", "ESW")),
)
"""Kind, pay, show, gain, flags, exits."""


@st.composite
def raw_bodies(draw: st.DrawFn) -> dict[str, Any]:
    """Draw any body of the right shape, including unusual boxes and boards."""
    columns, rows = draw(st.integers(4, 6)), draw(st.integers(4, 6))
    tiles = []
    for number, (kind, pay, show, gain, flags, exits) in enumerate(draw(st.lists(TILES, max_size=12))):
        tile: dict[str, Any] = {"name": f"T{number}", "kind": kind, "pay": pay, "show": show, "gain": gain}
        tile |= {key: bool(flags >> bit & 1) for bit, key in enumerate(("village", "end", "treasure"))}
        if kind != "coast" and exits is not None:
            tile["exits"] = exits
        tiles.append(tile)
    tokens = [".", ".", "#", "S", *(tile["name"] for tile in tiles), *(f"{tile['name']}/3" for tile in tiles)]
    count = columns * rows
    cells = draw(st.lists(st.sampled_from(tokens), min_size=count, max_size=count))
    spaces = [cells[place : place + columns] for place in range(0, count, columns)]
    if draw(st.booleans()):
        spaces = [["." if token == "S" else token for token in row] for row in spaces]
        spaces[draw(st.sampled_from((0, -1)))][draw(st.sampled_from((0, -1)))] = "S"
    names = [f"{chr(65 + column)}{row + 1}" for row in range(rows) for column in range(columns)]
    some = st.integers(-2, 12)
    seats = st.dictionaries(st.sampled_from("2345"), some)
    return {
        "spaces": [" ".join(row) for row in spaces],
        "temple": draw(st.sampled_from(names)),
        "locked": draw(st.lists(st.sampled_from(names), max_size=3)),
        "tiles": tiles,
        "stock": draw(st.dictionaries(st.sampled_from(ITEMS), some)),
        "kit": draw(st.dictionaries(st.sampled_from(ITEMS), st.integers(-1, 5))),
        "tokens": draw(some),
        "coins": draw(some),
        "camps": draw(some),
        "markers": draw(st.dictionaries(st.sampled_from(KINDS[:7]), some)),
        "price": draw(seats),
        "bonus": draw(seats),
        "reserve": draw(seats),
    }
