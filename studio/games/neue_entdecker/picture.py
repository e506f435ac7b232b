"""The board at play: the chart, and upon it units, discs of events, the ship; targets and ghosts of actions.

The chart's still layers are made once per set of laid tiles and shared by all pictures of it; what lives above is
made anew, which is little.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from studio.core.game import OVER, Action, edge_target
from studio.core.grid import Point
from studio.core.picture import Label, Layer, Path, Picture, Shape, Sprite, rectangle
from studio.games.neue_entdecker import rules_actions as a
from studio.games.neue_entdecker.rules import State
from studio.games.neue_entdecker.rules_board import Board
from studio.games.neue_entdecker.spots import beyond_edge, disc_place, disc_spot, origin, ring_place, unit_place
from studio.games.neue_entdecker.targets import CLASS_TARGET, HUT_TARGET, STACK_TARGET, space_target
from studio.games.neue_entdecker.voyages import line, voyage
from studio.seatiles.islands import members
from studio.seatiles.picture import (
    Sea,
    Tile,
    chart_picture,
    ghost_picture,
    lanes,
    sea_of,
    tile_picture,
)

UNIT_NAMES = ("seatiles/scout", "seatiles/base", "seatiles/settlement")
UNIT_SIZES = (0.42, 0.43, 0.46)
_SHIP_SIZE = 0.54
_DISC_SIZE = 0.31
_EVENT_NAMES = ("", "event_gold", "event_pirates", "event_natives", "event_storm")
_AT_PORT = 0.20
_NEAR = 2
"""How many tiles from the ship routes are drawn bright."""


# the picture


def picture(state: State, seat: int) -> Picture:
    """The board as it lies. Every seat sees the same: what is hidden lies in the jungle and in the stacks."""
    sea, base = _base(state.board, tuple(state.laid))
    lively = (
        Layer("lanes", lanes(sea, _bright(state)), still=False),
        Layer("trail", _trail(state), still=False),
        Layer("pieces", _pieces(state), still=False),
    )
    return replace(base, layers=base.layers + lively)


@lru_cache(maxsize=12)
def _base(board: Board, laid: tuple[int, ...]) -> tuple[Sea, Picture]:
    """The chart with its laid tiles and nothing upon them."""
    sea = sea_of(board.chart, laid)
    return sea, chart_picture(sea, quiet_routes=True)


def _bright(state: State) -> list[int]:
    """The tiles whose routes matter now: where the ship may start, or those about the ship."""
    laid, chart = state.laid, state.board.chart
    if state.phase == a.P_START and state.to_move >= 0:
        return [action[1] for action in state.legal() if action[0] == a.START_TILE]
    if state.ship < 0 or laid[state.ship] < 0:
        return []
    found = {state.ship}
    edge = [state.ship]
    for _step in range(_NEAR):
        reached = []
        for cell in edge:
            for other in chart.over_sea[cell * 16 + chart.placements[laid[cell]].edges]:
                if laid[other] >= 0 and other not in found:
                    found.add(other)
                    reached.append(other)
        edge = reached
    return sorted(found)


def _trail(state: State) -> tuple[Shape, ...]:
    """A fine frame on the tile that the ship has just laid."""
    if not state.laid_turn or state.ship < 0 or state.to_move == OVER:
        return ()
    x, y = origin(state.board.chart, state.ship)
    return (Path("line:keyline:0.018:0.55", (rectangle(x + 0.018, y + 0.018, 0.964, 0.964),), state.ship),)


def _pieces(state: State) -> tuple[Shape, ...]:
    """Discs, units and the ship, the southern ones in front."""
    chart, laid = state.board.chart, state.laid
    shapes: list[tuple[float, Shape]] = []
    for cell, event in enumerate(state.event):
        if event and laid[cell] >= 0:
            x, y = disc_place(chart, cell, laid[cell])
            shapes.append((y - 0.5, Sprite(f"seatiles/{_EVENT_NAMES[event]}", x, y, _DISC_SIZE, cell)))
    for cell, unit in enumerate(state.unit):
        if unit >= 0:
            foot = unit_place(chart, cell, laid[cell], state.unit_land[cell])
            shapes.append((foot[1], _unit(foot, unit, state.unit_number[cell], cell)))
    ship = _ship_place(state)
    if ship is not None:
        is_over = state.phase == a.P_START or state.to_move == OVER  # it lies where the last expedition ended
        sprite = _ship(ship, -1 if is_over else state.active, state.ship)
        shapes.append((ship[1] + 0.15, sprite._replace(faded=state.phase == a.P_START)))
    shapes.sort(key=lambda item: item[0])
    return tuple(shape for _y, shape in shapes)


def _unit(foot: Point, unit: int, number: int, cell: int) -> Sprite:
    """A unit with its foot on a place; a numbered scout bears its number (N14)."""
    kind = unit % 3
    size = UNIT_SIZES[kind]
    text = str(number) if number and kind == a.SCOUT else ""
    return Sprite(UNIT_NAMES[kind], foot[0], foot[1] - size * 0.42, size, cell, unit // 3, text=text)


def _ship(place: Point, seat: int, cell: int) -> Sprite:
    return Sprite("seatiles/ship", place[0], place[1] - 0.10, _SHIP_SIZE, cell, seat)


def _ship_place(state: State) -> Point | None:
    """Where the ship lies: in the circle of its tile, before its harbour, or nowhere yet."""
    chart = state.board.chart
    if state.ship >= 0 and state.laid[state.ship] >= 0:
        return ring_place(chart, state.ship, state.laid[state.ship])
    if state.ship_rim >= 0:
        return beyond_edge(chart, state.ship_rim >> 2, state.ship_rim & 3, _AT_PORT)
    return None


def in_hand(state: State) -> Picture | None:
    """What the seat to move holds: the tile drawn and not yet laid, the die, the scout to be sent; or nothing."""
    if state.hand is not None:
        kind, event = state.hand
        one = state.board.chart.kinds[kind]
        return tile_picture(one.shape, 0, one.bonus, _EVENT_NAMES[event])
    match state.phase:
        case a.P_WHEEL:
            return _thing("common/die_wheel")
        case a.P_CHIEFS:
            return _thing("common/chief")
        case a.P_NATIVES:
            return _thing("seatiles/event_natives")
        case a.P_SEND:
            return _thing("seatiles/scout", state.to_move)
        case a.P_OVER:
            return _thing("common/laurel")
    return None


@lru_cache(maxsize=32)
def _thing(name: str, seat: int = -1) -> Picture:
    """One sprite as a picture by itself."""
    return Picture((0.0, 0.0, 1.0, 1.0), (Layer("thing", (Sprite(name, 0.5, 0.5, 0.92, seat=seat),), still=False),))


# targets


def target(state: State, action: Action) -> int:
    """The place to click for an action: a space, a harbour, a stack, a class, a hut, a scout on a path; or -1."""
    match action[0]:
        case a.START_RIM:
            return edge_target(action[1], action[2])
        case a.START_TILE | a.LAY | a.ISLAND:
            return action[1]
        case a.DRAW_HIDDEN:
            return STACK_TARGET + action[1]
        case a.DRAW_OPEN:
            return CLASS_TARGET + action[1]
        case a.UNIT:
            return state.ship
        case a.UNIT_FROM_CELL | a.NATIVES_FROM_CELL:
            return action[2]
        case a.UNIT_FROM_PATH | a.NATIVES_FROM_PATH:
            return space_target(action[2], action[3])
        case a.NATIVES_SUPPLY | a.SEND:
            return HUT_TARGET + action[1]
    return -1


# ghosts


def preview(state: State, action: Action) -> Picture | None:
    """What an action would put on the board, in the board's coordinates; None when it puts nothing there."""
    match action[0]:
        case a.LAY:
            return _tile_ghost(state, action[1], action[2])
        case a.UNIT:
            number = action[3] if len(action) > 3 else 0
            return _unit_ghost(state, action[1], action[2], number)
        case a.UNIT_FROM_CELL:
            return _unit_ghost(state, a.SCOUT, action[1], state.unit_number[action[2]])
        case a.UNIT_FROM_PATH:
            return _unit_ghost(state, a.SCOUT, action[1], state.path_numbers[action[2]][action[3]])
        case a.START_RIM:
            return _port_ghost(state, action[1], action[2])
        case a.START_TILE:
            return _voyage_ghost(state, action[1], *_fare(state, action))
        case a.PAY:
            return _voyage_ghost(state, state.ship, action[1], action[2])
        case a.ISLAND:
            return _island_ghost(state, action[1], action[2])
    return None


def _over(state: State, shapes: tuple[Shape, ...]) -> Picture:
    """Shapes in the place of the whole board."""
    _sea, base = _base(state.board, tuple(state.laid))
    return Picture(base.bounds, (Layer("ghost", shapes, still=False),), clips=base.clips)


def _tile_ghost(state: State, cell: int, placement: int) -> Picture:
    sea, _picture = _base(state.board, tuple(state.laid))
    chart = state.board.chart
    one = chart.placements[placement]
    over: tuple[Shape, ...] = ()
    if state.hand is not None and state.hand[1]:
        x, y = origin(chart, cell)
        px, py = disc_spot(one.land)
        over = (Sprite(f"seatiles/{_EVENT_NAMES[state.hand[1]]}", x + px, y + py, _DISC_SIZE, cell),)
    return ghost_picture(sea, cell, Tile(one.land, chart.kinds[one.kind].bonus), over)


def _unit_ghost(state: State, kind: int, land: int, number: int) -> Picture:
    foot = unit_place(state.board.chart, state.ship, state.laid[state.ship], land)
    return _over(state, (_unit(foot, state.to_move * 3 + kind, number, state.ship),))


def _port_ghost(state: State, cell: int, side: int) -> Picture:
    chart = state.board.chart
    place = beyond_edge(chart, cell, side, _AT_PORT)
    toll = chart.rim[cell * 4 + side]
    shapes: list[Shape] = [_ship(place, state.to_move, cell)]
    if toll:
        shapes.append(Sprite(f"common/coin_{toll}", place[0] + 0.30, place[1] + 0.12, 0.24, cell))
    return _over(state, tuple(shapes))


def _fare(state: State, action: Action) -> tuple[int, int]:
    """Toll and paid owners of a start on a tile; with several payments, those that any of them pays."""
    after = state.clone()
    after.apply(action)
    if after.phase == a.P_PAY:
        owners = 0
        for pay in after.legal():
            owners |= pay[2]
        return max(pay[1] for pay in after.legal()), owners
    paid = [after.gold[seat] - state.gold[seat] for seat in range(state.seats)]
    owners = sum(1 << seat for seat in range(state.seats) if paid[seat] > 0)
    return -paid[state.active] - sum(gold for gold in paid if gold > 0), owners


def _voyage_ghost(state: State, cell: int, toll: int, owners: int) -> Picture:
    """The way that is paid for, the ship at its end, and what it costs on a plate."""
    chart = state.board.chart
    ring = ring_place(chart, cell, state.laid[cell])
    shapes: list[Shape] = []
    way = voyage(state, cell, toll, owners)
    if way:
        course = line(state, way)
        shapes.append(Path("line:ring_shade:0.085:0.75", (course,), closed=False))
        shapes.append(Path("line:gold_ring:0.050", (course,), closed=False))
        if toll:
            x, y = course[0][0], course[0][1]
            shapes.append(Sprite(f"common/coin_{toll}", x, y, 0.30))
    shapes.append(_ship(ring, state.to_move, cell))
    for seat in range(state.seats):
        if owners >> seat & 1:
            shapes += _paid_owner(state, seat, way)
    return _over(state, tuple(shapes))


def _paid_owner(state: State, seat: int, way: list[tuple[int, int]]) -> list[Shape]:
    """A coin and a count at the base or settlement that makes its owner be paid."""
    chart = state.board.chart
    cell = next((cell for cell, _side in way if state.owners[seat] >> cell & 1), -1)
    if cell < 0:
        return []
    x, y = unit_place(chart, cell, state.laid[cell], state.unit_land[cell])
    fare = state.board.route_toll
    name = f"common/coin_{fare}" if 1 <= fare <= 5 else "common/coin"
    shapes: list[Shape] = [Sprite(name, x + 0.22, y - 0.02, 0.26, cell)]
    if name == "common/coin":
        shapes.append(Label("bold:coin_text", str(fare), x + 0.22, y - 0.02, 0.15, cell))
    return shapes


def _island_ghost(state: State, cell: int, land: int) -> Picture:
    """A golden light on an island."""
    chart = state.board.chart
    cells = sorted({node >> 2 for node in members(chart, state.laid, cell * 4 + land)})
    squares = tuple(rectangle(*origin(chart, one), 1.0, 1.0) for one in cells)
    return _over(state, (Path("fill:legal:0.32", squares, clip="land"),))
