"""Little seas drawn as text, and positions on them, for the tests of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from studio.core.game import CHANCE, Action
from studio.games.entdecker import rules
from studio.games.entdecker.body import Body, build
from studio.seatiles.body import Border, Laid, TileKind
from tests.helpers import play, settled
from tests.seatiles.little_seas import LEGEND, SOUTH, WEST, at

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
SEA, CAPE, BEND, STRAIT, COVE, INLAND = range(6)
STORM, HOSTILE, FRIENDLY, PIRATES, RUINS, GOLD = range(1, 7)


def body(rows: str | Iterable[str], border: str | Border = "open 0", **more: Any) -> Body:
    """A layout drawn as rows of symbols ("." undiscovered, "#" void, tiles by LEGEND)."""
    spaces = tuple(rows.split() if isinstance(rows, str) else rows)
    around = Border(border, border, border, border) if isinstance(border, str) else border  # type: ignore[arg-type]  # a test writes edge kinds only
    used = {symbol: LEGEND[symbol] for symbol in set("".join(spaces)) - {".", "#"} if symbol in LEGEND}
    return Body(
        spaces=spaces, border=around, legend={**used, **more.pop("legend", {})}, tiles=more.pop("tiles", TILES), **more
    )


def begin(drawn: Body, seats: int = 3, **options: bool) -> rules.State:
    """The first decision on a layout, with 4 gold for everybody, as if nothing had been spun yet."""
    state = settled(rules.start(build(drawn), seats, dict(options)))
    return changed(state, gold=[drawn.gold.start] * seats)


def changed(state: rules.State, units: Mapping[str, tuple[int, ...]] | None = None, **fields: Any) -> rules.State:
    """The position with other fields; `units` maps spaces to (seat, unit kind[, land]), taken from the supply."""
    plain = {**state.dump(), **fields}
    for name, (seat, kind, *where) in (units or {}).items():
        cell = at(state, name)
        plain["unit"][cell] = seat * 3 + kind
        plain["unit_land"][cell] = where[0] if where else 0
        plain["supply"][seat * 3 + kind] -= 1
    return rules.restore(state.board, plain)


def draw(state: rules.State, kind: int, event: int = 0) -> None:
    """Draw this tile from the first pile, whatever lay on top of it, and see some new top."""
    stack = next(stack for stack, size in enumerate(state.stack_size) if size)
    state.stack_top[stack] = 1 if event else 0
    play(state, (rules.DRAW, stack))
    assert (rules.FRONT, kind, event) in [action for action, _weight in state.chance()]
    state.apply((rules.FRONT, kind, event))
    while state.to_move == CHANCE and state.phase == rules.P_TOPS:
        state.apply(state.chance()[0][0])


def lay(state: rules.State, name: str, kind: int, turn: int) -> None:
    """Lay the tile in hand there, turned like this."""
    play(state, (rules.LAY, at(state, name), state.board.chart.placement_of[kind][turn]))


def of_kind(state: rules.State, kind: int) -> list[Action]:
    """The legal actions of a kind."""
    return [action for action in state.legal() if action[0] == kind]


WIDE = body("..... ..... ..... ..... .....")


def sailing(number: int = 3, seats: int = 3, gold: int = 12, drawn: Body = WIDE, **more: Any) -> rules.State:
    """Seat 0 has started from the south of C5 of an empty 5 × 5 sea and declared draws."""
    options = more.pop("options", {})
    state = changed(begin(drawn, seats, **options), more.pop("units", None), gold=[gold, *[4] * (seats - 1)], **more)
    return play(state, (rules.START_RIM, at(state, "C5"), SOUTH), (rules.DECLARE, number))


def strip(tiles: str, units: Mapping[str, tuple[int, ...]], seats: int = 4, **fields: Any) -> rules.State:
    """An island along row 2, complete but for its last tile in the last column, where seat 0 can lay a cape."""
    columns = len(tiles) + 1
    drawn = body(["." * columns, tiles + ".", "." * columns], fields.pop("border", "open 0"), **fields.pop("more", {}))
    return changed(begin(drawn, seats, **fields.pop("options", {})), units, **fields)


def completed(state: rules.State, unit: tuple[int, ...] = ()) -> rules.State:
    """Seat 0 has laid the cape that completes the island of a strip, and perhaps built a unit."""
    chart = state.board.chart
    last = chart.columns * 2 - 1
    play(state, (rules.START_RIM, last + chart.columns, SOUTH), (rules.DECLARE, 2))
    draw(state, SEA)
    draw(state, CAPE)
    play(state, (rules.LAY, last, chart.placement_of[CAPE][WEST]))
    return play(state, (rules.UNIT, *unit) if unit else (rules.STOP,))


LEVEL: dict[str, Any] = {"legend": {"-": Laid("level", 1)}, "tiles": (*TILES, TileKind("level", "a.a.", sorted=20))}
"""Straight land from west to east for a strip, drawn with an isthmus, which only a test may do."""

BASE = body([".........."] * 7)
ISLES = body(
    ".......... ..23...... ..14..~... .......... .....e.... ......n... ..........",
    Border("open 2", "open 1", "open 0", "open 1"),
)
RAGGED = body("##....## #......# ...~~... .n....e. #......# ##....##", Border("open 0", "shore", "coast", "open 1"))
RING = body("....... .#####. .#...#. .#...#. .#...#. .#####. .......", "open 0")
DUEL = body(["......"] * 6, Border("coast", "open 0", "open 0", "open 0"))
