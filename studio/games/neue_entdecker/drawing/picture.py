"""Pictures of the board with units, event discs, ship, targets and move previews; editor picture and cut-outs."""

from __future__ import annotations

from collections import deque

from studio.core import defaults
from studio.core.game import Action
from studio.core.grid import Point
from studio.core.picture import Outline, Path, Picture, Shape, Sprite, edge_target
from studio.core.pieces import CutOuts, Piece, PieceDetail, PieceSet
from studio.core.text import _
from studio.drawing.geometry import INWARD
from studio.drawing.pen import sprite_picture
from studio.games.neue_entdecker.body import SEATS, Body
from studio.games.neue_entdecker.drawing.jungle import HUT_TARGET, plant, space_target
from studio.games.neue_entdecker.rules import State, board as a
from studio.games.neue_entdecker.rules.board import EVENTS
from studio.games.neue_entdecker.text import event_text, start_fare
from studio.seatiles import forms
from studio.seatiles.drawing import piece_editor as sea
from studio.seatiles.drawing.pieces import PieceStyle, board_overlay, marker_type, price_coin, sea_cut_outs, ship_sprite
from studio.seatiles.drawing.sketch import ghost as ghost, palette as palette, sketch as sketch
from studio.seatiles.drawing.woods import CLASS_TARGET, STACK_TARGET, point_outside_edge, ring_place, unit_place
from studio.seatiles.rules.chart import OPEN_2

# The route paid for by a start: from an open border edge over the routes of tiles to the ship (N2, N3)


def find_voyage(state: State, cell: int, toll: int, owners: int) -> list[tuple[int, int]]:
    """Return the shortest route that costs at most `toll` and pays no seat outside the bit mask `owners`.

    As (cell, side) pairs from the border inwards; the ship enters the cell at that side. Empty if there is none.
    """
    chart, laid = state.board.chart, state.laid
    closed = 0
    for seat in range(state.seats):
        if seat != state.active and not owners >> seat & 1:
            closed |= state.owners[seat]
    if laid[cell] < 0 or closed >> cell & 1:
        return []
    came: dict[int, int] = {cell: -1}
    ahead = deque([cell])
    while ahead:
        here = ahead.popleft()
        edges = chart.placements[laid[here]].edges
        for side in range(4):
            if edges >> side & 1:
                continue
            if 0 <= chart.rim[here * 4 + side] <= min(toll, OPEN_2):
                way = [(here, side)]
                while came[here] >= 0:
                    leaves = came[here]
                    here = chart.near[here * 4 + leaves]
                    way.append((here, leaves ^ 2))
                return way
        for side in range(4):
            other = chart.near[here * 4 + side]
            if edges >> side & 1 or other < 0 or laid[other] < 0 or other in came or closed >> other & 1:
                continue
            if chart.placements[laid[other]].edges >> (side ^ 2) & 1:
                continue
            came[other] = side ^ 2  # leads back towards the ship
            ahead.append(other)
    return []


def voyage_line(state: State, way: list[tuple[int, int]]) -> Outline:
    """Return the line of a route in board units, through the circles of its tiles."""
    chart = state.board.chart
    cell, side = way[0]
    points: list[tuple[float, ...]] = [point_outside_edge(chart, cell, side, 0.18), _edge(state, cell, side)]
    for index, (here, came) in enumerate(way):
        ring = ring_place(chart, here, state.laid[here])
        points.append(_bend(points[-1], came, ring))
        if index + 1 < len(way):
            leaves = way[index + 1][1] ^ 2
            end = _edge(state, here, leaves)
            bend = _bend(end, leaves, ring)
            points.append((*bend[2:4], *bend[:2], *end))
    return tuple(points)


def _edge(state: State, cell: int, side: int) -> Point:
    return point_outside_edge(state.board.chart, cell, side, 0.0)


def _bend(start: tuple[float, ...], side: int, ring: Point) -> tuple[float, float, float, float, float, float]:
    """Return a curve from the middle of an edge, perpendicular to it, to a circle."""
    sx, sy = start[-2], start[-1]
    dx, dy = INWARD[side]
    return sx + dx * 0.2, sy + dy * 0.2, ring[0] * 0.75 + sx * 0.25, ring[1] * 0.75 + sy * 0.25, *ring


# The board in a match

PIECE_STYLE = PieceStyle(
    ("seatiles/scout", "seatiles/base", "seatiles/settlement"),
    ("", "seatiles/event_gold", "seatiles/event_pirates", "seatiles/event_natives", "seatiles/event_storm"),
)
plan = defaults.plan
rotated_hand, revealed_picture = PIECE_STYLE.rotated_hand, PIECE_STYLE.revealed_picture


def picture(state: State, seat: int) -> Picture:
    """Return the board. It is the same for every seat; hidden information is in the jungle and the stacks."""
    is_start = state.phase == a.P_START
    return PIECE_STYLE.match_picture(state, is_start, is_idle=is_start, text=lambda cell: _number(state, cell))


def _number(state: State, cell: int) -> str:
    """Return the number of a scout (N14)."""
    number = state.unit_number[cell]
    return str(number) if number and state.unit[cell] % 3 == a.SCOUT else ""


def in_hand(state: State) -> Picture | None:
    sprites = {
        a.P_WHEEL: "common/die_wheel",
        a.P_CHIEFS: "common/chief",
        a.P_NATIVES: "seatiles/event_natives",
        a.P_SEND: "seatiles/scout",
        a.P_OVER: "common/laurel",
    }
    sprite, seat = sprites.get(state.phase), state.to_move if state.phase == a.P_SEND else -1
    return PIECE_STYLE.hand(state) or (sprite_picture(sprite, seat) if sprite else None)


def target(state: State, action: Action) -> int:
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


def preview(state: State, action: Action) -> Picture | None:
    match action[0]:
        case a.UNIT:
            return _unit_preview(state, action[1], action[2], action[3] if len(action) > 3 else 0)
        case a.UNIT_FROM_CELL:
            return _unit_preview(state, a.SCOUT, action[1], state.unit_number[action[2]])
        case a.UNIT_FROM_PATH:
            return _unit_preview(state, a.SCOUT, action[1], state.path_numbers[action[2]][action[3]])
        case a.START_TILE:
            return _voyage_preview(state, action[1], *start_fare(state, action)[1:])
        case a.PAY:
            return _voyage_preview(state, state.ship, action[2], action[3])
    return PIECE_STYLE.preview(state, action)


def _unit_preview(state: State, kind: int, land: int, number: int) -> Picture:
    return PIECE_STYLE.unit_preview(state, kind, land, str(number) if number and kind == a.SCOUT else "")


def _voyage_preview(state: State, cell: int, toll: int, owners: int) -> Picture:
    """Return the paid route, the ship at its end, and its cost on a plate."""
    chart = state.board.chart
    ring = ring_place(chart, cell, state.laid[cell])
    shapes: list[Shape] = []
    way = find_voyage(state, cell, toll, owners)
    if way:
        course = voyage_line(state, way)
        shapes.append(Path("line:ring_shade:0.085:0.75", (course,), is_closed=False))
        shapes.append(Path("line:gold_ring:0.050", (course,), is_closed=False))
        if toll:
            x, y = course[0][0], course[0][1]
            shapes.append(Sprite(f"common/coin_{toll}", x, y, 0.30))
    shapes.append(ship_sprite(ring, state.to_move, cell))
    for seat in range(state.seats):
        if owners >> seat & 1:
            shapes += _paid_owner(state, seat, way)
    return board_overlay(state, tuple(shapes))


def _paid_owner(state: State, seat: int, way: list[tuple[int, int]]) -> list[Shape]:
    """Return a coin and a count at the base or settlement whose owner is paid."""
    chart = state.board.chart
    cell = next((cell for cell, _side in way if state.owners[seat] >> cell & 1), -1)
    if cell < 0:
        return []
    x, y = unit_place(chart, cell, state.laid[cell], state.unit_land[cell])
    return price_coin(x + 0.22, y - 0.02, state.board.route_toll, 0.26, 0.15, cell)


# Editor picture and printable pieces

_MARKER, _COIN = 0.45, 0.36  # heights of printed pieces in tile sides
_COINS = {1: 30, 5: 12}  # number of coins to print by value; the supply of gold is unlimited (N1)


def discs() -> dict[str, tuple[str, str]]:
    return PIECE_STYLE.discs(EVENTS, event_text)


def cut_outs(body: Body) -> CutOuts:
    units = body.units.scout, body.units.base, body.units.settlement

    def most(seat: int, kind: int) -> int:
        """Return the largest number of pieces of a seat, over all numbers of seats."""
        return max(units[kind].count[seats] for seats in SEATS if int(seats) > seat)

    names = _("Scout"), _("Base"), _("Settlement")
    tokens = [Piece(_("Plant {value}").format(value=value), sprite_picture(plant(value)), count)
              for value, count in body.jungle.tokens.items()]  # fmt: skip
    coins = [
        Piece(_("Coin {value}").format(value=value), sprite_picture(f"common/coin_{value}"), count)
        for value, count in _COINS.items()
    ]
    markers = PIECE_STYLE.unit_pieces(names, most, len(SEATS) + 1)
    back = sprite_picture("neue_entdecker/plant_unknown")
    return sea_cut_outs(
        body,
        discs(),
        (
            marker_type(_("units"), markers, _MARKER),
            marker_type(_("plants"), tokens, _MARKER, back),
            marker_type(_("coins"), coins, _COIN),
        ),
    )


# Tiles in the piece editor: those of any sea, with the events of this game

patterns, missing_pieces = sea.patterns, sea.missing_pieces
add_pieces, duplicate_piece = forms.add_pieces, forms.duplicate_piece
remove_piece, import_pieces = forms.remove_piece, forms.import_pieces


def pieces(body: Body) -> PieceSet:
    return sea.sea_pieces(body, discs())


def piece_detail(body: Body, piece: str, turn: int) -> PieceDetail:
    return sea.sea_piece_detail(body, piece, turn, discs(), has_bonus=True)
