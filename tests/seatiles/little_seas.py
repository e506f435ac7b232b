"""How the tests of both Entdecker write and read little seas: tiles as symbols, places by name, shapes of tiles."""

from __future__ import annotations

from collections.abc import Iterable

from studio.core.game import Action
from studio.seatiles.body import Laid
from studio.seatiles.rules.position import SeaPosition

LEGEND: dict[str, Laid] = {
    "~": Laid("sea"),
    **{symbol: Laid("cape", turn) for turn, symbol in enumerate("nesw")},  # its land side
    **{symbol: Laid("bend", turn) for turn, symbol in enumerate("1234")},  # north-east, clockwise
    "=": Laid("strait", 0),  # land north and south, a channel from west to east
    "|": Laid("strait", 1),  # land west and east
    **{symbol: Laid("cove", turn) for turn, symbol in enumerate("WNES")},  # its sea side
    "O": Laid("inland"),
}
NORTH, EAST, SOUTH, WEST = range(4)


def at(state: SeaPosition, name: str) -> int:
    """The cell with a chart name."""
    return state.board.chart.grid.cell_named(name)


def shape_at(state: SeaPosition, name: str) -> str:
    """The edges of the tile on a space, "L" and "." from the north clockwise; "" when undiscovered."""
    placement = state.laid[at(state, name)]
    if placement < 0:
        return ""
    edges = state.board.chart.placements[placement].edges
    return "".join("L" if edges >> side & 1 else "." for side in range(4))


def kinds_of(actions: Iterable[Action]) -> set[int]:
    """The kinds of action in a list."""
    return {action[0] for action in actions}
