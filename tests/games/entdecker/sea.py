"""Small seas of Entdecker for the tests of its rules and texts."""

from __future__ import annotations

from typing import Any

from studio.games.entdecker import rules
from studio.games.entdecker.body import Body, build
from studio.seatiles.body import Border, TileKind
from tests.helpers import play
from tests.seatiles.little_seas import RIM, SOUTH, LittleSeas, at

TILES: tuple[TileKind, ...] = (
    TileKind("sea", "....", hidden=10, events={"storm": 2, "pirates": 2}, sorted=4),
    TileKind(
        "cape",
        "a...",
        hidden=15,
        events={"storm": 1, "hostile": 1, "friendly": 1, "pirates": 1, "ruins": 1, "gold": 2},
        sorted=6,
    ),
    TileKind(
        "bend", "aa..", hidden=20, events={"storm": 1, "hostile": 1, "friendly": 1, "ruins": 1, "gold": 1}, sorted=6
    ),
    TileKind("strait", "a.b.", hidden=9, events={"friendly": 1}, sorted=4),
    TileKind("cove", "aaa.", hidden=11, events={"hostile": 1, "ruins": 1, "gold": 1}, sorted=6),
    TileKind("inland", "aaaa", sorted=9),
)
"""The component table, with the shapes of T1."""
STORM, HOSTILE, FRIENDLY, PIRATES, RUINS, GOLD = range(1, 7)


class Seas(LittleSeas[rules.State, Body]):
    def start(self, drawn: Body, seats: int = 3, **options: bool) -> rules.State:
        """The first decision on a layout, with the first gold only, as if nothing had been spun yet."""
        return self.changed(super().start(drawn, seats, **options), gold=[drawn.gold.start] * seats)


SEAS = Seas(rules, Body, build, TILES, rules.DECLARE, rules.DRAW)
body, begin, changed, draw = SEAS.body, SEAS.start, SEAS.changed, SEAS.draw
strip, completed = SEAS.strip, SEAS.completed
WIDE = body("..... ..... ..... ..... .....")


def sailing(number: int = 3, seats: int = 3, gold: int = 12, drawn: Body = WIDE, **more: Any) -> rules.State:
    """Seat 0 has started from the south of C5 of an empty 5 × 5 sea and declared draws."""
    options = more.pop("options", {})
    state = changed(begin(drawn, seats, **options), more.pop("units", None), gold=[gold, *[4] * (seats - 1)], **more)
    return play(state, (rules.START_RIM, at(state, "C5"), SOUTH), (rules.DECLARE, number))


BASE = body([".........."] * 7)
ISLES = body(
    ".......... ..23...... ..14..~... .......... .....e.... ......n... ..........",
    Border("open 2", "open 1", "open 0", "open 1"),
)
RAGGED = body("##....## #......# ...~~... .n....e. #......# ##....##", RIM)
RING = body("....... .#####. .#...#. .#...#. .#...#. .#####. .......", "open 0")
DUEL = body(["......"] * 6, Border("coast", "open 0", "open 0", "open 0"))
