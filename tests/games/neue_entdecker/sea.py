"""Little seas drawn as text, and positions on them, for the tests of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from studio.core.game import CHANCE
from studio.games.neue_entdecker import rules
from studio.games.neue_entdecker.body import Body, Jungle, build
from studio.seatiles.body import Border, Laid, TileKind
from tests.helpers import play, settled
from tests.seatiles import little_seas
from tests.seatiles.little_seas import SOUTH, WEST, at

LEGEND = little_seas.LEGEND | {"5": Laid("waterfall +5"), "X": Laid("waterfall +10")}
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
SEA, CAPE, BEND, STRAIT, COVE, INLAND, FALL_5, FALL_10 = range(8)
GOLD, PIRATES, NATIVES, STORM = range(1, 5)


def body(rows: str | Iterable[str], border: str | Border = "open 0", **more: Any) -> Body:
    """A layout drawn as rows of symbols ("." undiscovered, "#" void, tiles by LEGEND)."""
    spaces = tuple(rows.split() if isinstance(rows, str) else rows)
    around = Border(border, border, border, border) if isinstance(border, str) else border  # type: ignore[arg-type]  # a test writes edge kinds only
    used = {symbol: LEGEND[symbol] for symbol in set("".join(spaces)) - {".", "#"} if symbol in LEGEND}
    return Body(
        spaces=spaces,
        border=around,
        legend={**used, **more.pop("legend", {})},
        tiles=more.pop("tiles", TILES),
        jungle=more.pop("jungle", JUNGLE),
        **more,
    )


def begin(drawn: Body, seats: int = 3, **options: bool) -> rules.State:
    """The first decision on a layout."""
    return settled(rules.start(build(drawn), seats, {"chief_scouts": False, **options}))


def changed(state: rules.State, units: Mapping[str, tuple[int, ...]] | None = None, **fields: Any) -> rules.State:
    """The position with other fields; `units` maps spaces to (seat, unit kind[, land[, number]]), taken from supply."""
    plain = {**state.dump(), **fields}
    for name, (seat, kind, *where) in (units or {}).items():
        cell = at(state, name)
        plain["unit"][cell] = seat * 3 + kind
        plain["unit_land"][cell] = where[0] if where else 0
        plain["unit_number"][cell] = where[1] if len(where) > 1 else 0
        plain["supply"][seat * 3 + kind] -= 1
        if len(where) > 1:
            plain["numbers"][seat] &= ~(1 << where[1])
    return rules.restore(state.board, plain)


def draw(state: rules.State, kind: int, event: int = 0) -> None:
    """Draw this tile from the first stack, whatever lay on top of it, and see some new tops."""
    stack = next(stack for stack, size in enumerate(state.stack_size) if size)
    state.stack_top[stack] = 1 if event else 0
    assert (rules.DRAW_HIDDEN, stack) in state.legal()
    state.apply((rules.DRAW_HIDDEN, stack))
    assert (rules.FRONT, kind, event) in [action for action, _weight in state.chance()]
    state.apply((rules.FRONT, kind, event))
    see_tops(state)


def see_tops(state: rules.State) -> None:
    """New tops are seen, plain ones if there are any."""
    while state.to_move == CHANCE and state.phase == rules.P_TOPS:
        state.apply(state.chance()[0][0])


def lay(state: rules.State, name: str, kind: int, turn: int) -> None:
    """Lay the tile in hand there, turned like this."""
    action = (rules.LAY, at(state, name), state.board.chart.placement_of[kind][turn])
    assert action in state.legal(), (action, state.legal())
    state.apply(action)


WIDE = body("..... ..... ..... ..... .....")


def sailing(
    announce: int = rules.ANNOUNCE_HIDDEN, number: int = 3, start: str = "C5", seats: int = 3, **fields: Any
) -> rules.State:
    """Seat 0 has started from the south of a space of an empty 5 × 5 sea and announced tiles."""
    state = changed(begin(WIDE, seats), gold=[20, 7, 7][:seats], **fields)
    return play(state, (rules.START_RIM, at(state, start), SOUTH), (announce, number))


PATHS = [[-1] * length for length in (5, 6, 6, 7, 6, 6, 5)]


def strip(tiles: str, units: Mapping[str, tuple[int, ...]], seats: int = 4, **fields: Any) -> rules.State:
    """An island along row 2, complete but for its last tile in the last column, where seat 0 can lay a cape."""
    columns = len(tiles) + 1
    drawn = body(["." * columns, tiles + ".", "." * columns], fields.pop("border", "open 0"), **fields.pop("more", {}))
    return changed(begin(drawn, seats, **fields.pop("options", {})), units, **fields)


def completed(state: rules.State, unit: tuple[int, ...] = ()) -> rules.State:
    """Seat 0 has laid the cape that completes the island, and perhaps placed a unit."""
    chart = state.board.chart
    last = chart.columns * 2 - 1
    play(state, (rules.START_RIM, last + chart.columns, SOUTH), (rules.ANNOUNCE_HIDDEN, 2))
    draw(state, SEA)
    draw(state, CAPE)
    play(state, (rules.LAY, last, chart.placement_of[CAPE][WEST]))
    return play(state, (rules.UNIT, *unit) if unit else (rules.STOP,))


LEVEL: dict[str, Any] = {"legend": {"-": Laid("level", 1)}, "tiles": (*TILES, TileKind("level", "a.a.", sorted=20))}
"""Straight land from west to east for a strip, drawn with an isthmus, which only a test may do."""


BASE = body(
    "............ ..~...X..~.. ............ .....~~..5.. ..5..~...... ............ ..~......~.. ............",
    Border("open 2", "open 1", "open 0", "open 1"),
)
TWO_SECTORS = body(
    ".....~...... .....~...... .....~...... ..5..~...X.. ..5...~..... ......~..... ......~..... ......~....."
)
RAGGED = body("##....## #......# ...~~... .n....5. #......# ##....##", Border("open 0", "shore", "coast", "open 1"))
