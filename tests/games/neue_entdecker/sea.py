"""Small seas of Die Neuen Entdecker for the tests of its rules and texts."""

from __future__ import annotations

from typing import Any

from studio.games.neue_entdecker import rules
from studio.games.neue_entdecker.body import Body, Jungle, build
from studio.seatiles.body import Border, TileKind
from tests.helpers import play
from tests.seatiles.little_seas import RIM, SOUTH, LittleSeas, at

TILES: tuple[TileKind, ...] = (
    TileKind("sea", "....", hidden=12, events={"pirates": 3, "storm": 2}, sorted=20),
    TileKind("cape", "a...", hidden=20, events={"gold": 2, "pirates": 1, "natives": 2, "storm": 1}, sorted=12),
    TileKind("bend", "aa..", hidden=22, events={"gold": 2, "pirates": 1, "natives": 2, "storm": 1}, sorted=11),
    TileKind("strait", "a.b.", hidden=9, events={"gold": 1, "natives": 1}, sorted=8),
    TileKind("cove", "aaa.", hidden=15, events={"gold": 1, "natives": 1, "storm": 1}, sorted=12),
    TileKind("inland", "aaaa", sorted=13),
    TileKind("waterfall +5", "aaaa", sorted=3, bonus=5),
    TileKind("waterfall +10", "aaaa", sorted=1, bonus=10),
)
"""The component table, with the shapes of T1."""
JUNGLE = Jungle(paths=(5, 6, 6, 7, 6, 6, 5), eye=2)
GOLD, PIRATES, NATIVES, STORM = range(1, 5)

SEAS = LittleSeas[rules.State, Body](rules, Body, build, TILES, rules.ANNOUNCE_HIDDEN, rules.DRAW_HIDDEN, jungle=JUNGLE)
body, begin, changed, draw = SEAS.body, SEAS.start, SEAS.changed, SEAS.draw
strip, completed = SEAS.strip, SEAS.completed
WIDE = body("..... ..... ..... ..... .....")


def sailing(
    announce: int = rules.ANNOUNCE_HIDDEN, number: int = 3, start: str = "C5", seats: int = 3, **fields: Any
) -> rules.State:
    """Seat 0 has started from the south of a space of an empty 5 × 5 sea and announced tiles."""
    state = changed(begin(WIDE, seats), gold=[20, 7, 7][:seats], **fields)
    return play(state, (rules.START_RIM, at(state, start), SOUTH), (announce, number))


def jungle(**scouts: list[int]) -> list[list[int]]:
    """Hut paths with these seats on them from the hut outward: hut3=[1, 0]."""
    return [
        (scouts.get(f"hut{number}", []) + [-1] * length)[:length] for number, length in enumerate(JUNGLE.paths, start=1)
    ]


BASE = body(
    "............ ..~...X..~.. ............ .....~~..5.. ..5..~...... ............ ..~......~.. ............",
    Border("open 2", "open 1", "open 0", "open 1"),
)
TWO_SECTORS = body(
    ".....~...... .....~...... .....~...... ..5..~...X.. ..5...~..... ......~..... ......~..... ......~....."
)
RAGGED = body("##....## #......# ...~~... .n....5. #......# ##....##", RIM)
