"""Small seas drawn as text, and positions on them, for the tests of both Entdecker games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from studio.core.game import CHANCE, Action, State
from studio.core.text import name_seats
from studio.seatiles.body import Border, Laid, SeaBody, TileKind
from tests.helpers import play, settled

S = TypeVar("S", bound=State)
B = TypeVar("B", bound=SeaBody)
Units = Mapping[str, tuple[int, ...]]
"""By space: seat, kind of unit, land (default: 0) and number of the scout (default: none)."""

LEGEND: dict[str, Laid] = {
    "~": Laid("sea"),
    **{symbol: Laid("cape", turn) for turn, symbol in enumerate("nesw")},  # its land side
    **{symbol: Laid("bend", turn) for turn, symbol in enumerate("1234")},  # north-east, clockwise
    "=": Laid("strait", 0),  # land north and south, a channel from west to east
    "|": Laid("strait", 1),  # land west and east
    **{symbol: Laid("cove", turn) for turn, symbol in enumerate("WNES")},  # its sea side
    "O": Laid("inland"),
    "5": Laid("waterfall +5"),
    "X": Laid("waterfall +10"),
    "-": Laid("level", 1),  # straight land from west to east: an isthmus, which only a test may draw
}
NAMES = ("Ada", "Bento", "Clara", "Duarte")
NORTH, EAST, SOUTH, WEST = range(4)
SEA, CAPE, BEND, STRAIT, COVE, INLAND = range(6)
LEVEL = TileKind("level", "a.a.", sorted=20)
RIM = Border("open 0", "shore", "coast", "open 1")


def at(state: Any, name: str) -> int:
    """The cell with a chart name."""
    return int(state.board.chart.grid.cell_named(name))


def names(state: Any, actions: Iterable[Action], kind: int) -> set[str]:
    """The spaces of the actions of one kind, which name a cell first."""
    return {state.board.chart.grid.name(action[1]) for action in actions if action[0] == kind}


def shape_at(state: Any, name: str) -> str:
    """The edges of the tile on a space, "L" and "." from the north clockwise; "" when undiscovered."""
    placement = state.laid[at(state, name)]
    if placement < 0:
        return ""
    edges = state.board.chart.placements[placement].edges
    return "".join("L" if edges >> side & 1 else "." for side in range(4))


def kinds_of(actions: Iterable[Action]) -> set[int]:
    """The kinds of action in a list."""
    return {action[0] for action in actions}


def of_kind(state: Any, kind: int) -> list[Action]:
    """The legal actions of a kind."""
    return [action for action in state.legal() if action[0] == kind]


def see_tops(state: Any) -> None:
    """Draw new tops of the stacks, plain ones if there are any."""
    while state.to_move == CHANCE and state.phase == state.board.numbers.p_tops:
        state.apply(state.chance()[0][0])


def named(sentence: str) -> str:
    return name_seats(sentence, NAMES)


def event_texts(text: Any, state: Any, action: Action) -> list[str]:
    """Play an action; its events as the text module of the game describes them, private ones marked with the seat."""
    before = state.clone()
    state.apply(action)
    events = text.events(before, action, state)
    private = [f"({NAMES[event.private_to]} only) " if event.private_to >= 0 else "" for event in events]
    return [mark + named(event.text) for mark, event in zip(private, events, strict=True)]


def lay(state: Any, name: str, kind: int, turn: int) -> None:
    """Lay the tile in hand there, turned like this."""
    play(state, (state.board.numbers.lay, at(state, name), state.board.chart.placement_of[kind][turn]))


class LittleSeas(Generic[S, B]):
    """Bodies and positions of one game; `take` announces hidden tiles, `draw_action` draws one."""

    def __init__(
        self,
        rules: Any,
        body: Callable[..., B],
        build: Callable[[B], Any],
        tiles: tuple[TileKind, ...],
        take: int,
        draw_action: int,
        **fields: Any,
    ) -> None:
        self.rules, self.kind, self.build, self.tiles = rules, body, build, tiles
        self.take, self.draw_action, self.fields = take, draw_action, fields

    def body(self, rows: str | Iterable[str], border: str | Border = "open 0", **more: Any) -> B:
        """A layout drawn as rows of symbols ("." undiscovered, "#" void, tiles by `LEGEND`)."""
        spaces = tuple(rows.split() if isinstance(rows, str) else rows)
        around = Border(border, border, border, border) if isinstance(border, str) else border  # type: ignore[arg-type]  # a test writes edge kinds only
        used = {symbol: LEGEND[symbol] for symbol in set("".join(spaces)) - {".", "#"} if symbol in LEGEND}
        legend = {**used, **more.pop("legend", {})}
        tiles = more.pop("tiles", self.tiles) + (LEVEL,) * ("-" in used)
        return self.kind(spaces=spaces, border=around, legend=legend, tiles=tiles, **{**self.fields, **more})

    def start(self, drawn: B, seats: int = 3, **options: bool) -> S:
        """The first decision on a layout."""
        state: S = self.rules.start(self.build(drawn), seats, dict(options))
        return settled(state)

    def changed(self, state: Any, units: Units | None = None, **fields: Any) -> S:
        """The position with other fields and with units, which are taken from the supply."""
        plain: Any = {**state.dump(), **fields}
        for name, (seat, kind, *where) in (units or {}).items():
            cell = at(state, name)
            plain["unit"][cell] = seat * 3 + kind
            plain["unit_land"][cell] = where[0] if where else 0
            plain["supply"][seat * 3 + kind] -= 1
            if len(where) > 1:
                plain["unit_number"][cell] = where[1]
                plain["numbers"][seat] &= ~(1 << where[1])
        restored: S = self.rules.restore(state.board, plain)
        return restored

    def draw(self, state: Any, kind: int, event: int = 0) -> None:
        """Draw this tile from the first stack, whatever is on top of it, and see some new tops."""
        stack = next(stack for stack, size in enumerate(state.stack_size) if size)
        state.stack_top[stack] = 1 if event else 0
        play(state, (self.draw_action, stack))
        front = (state.board.numbers.front, kind, event)
        assert front in [action for action, _weight in state.chance()]
        state.apply(front)
        see_tops(state)

    def strip(self, tiles: str, units: Units, seats: int = 4, **fields: Any) -> S:
        """An island along row 2, complete but for its last tile in the last column, where seat 0 can lay a cape."""
        blank = "." * (len(tiles) + 1)
        drawn = self.body([blank, f"{tiles}.", blank], **fields.pop("more", {}))
        return self.changed(self.start(drawn, seats, **fields.pop("options", {})), units, **fields)

    def completed(self, state: S, unit: tuple[int, ...] = ()) -> S:
        """Seat 0 has laid the cape that completes the island of a strip, and perhaps placed a unit."""
        position: Any = state
        chart = position.board.chart
        last = chart.columns * 2 - 1
        play(state, (self.rules.START_RIM, last + chart.columns, SOUTH), (self.take, 2))
        self.draw(state, SEA)
        self.draw(state, CAPE)
        play(state, (self.rules.LAY, last, chart.placement_of[CAPE][WEST]))
        return play(state, (self.rules.UNIT, *unit) if unit else (self.rules.STOP,))
