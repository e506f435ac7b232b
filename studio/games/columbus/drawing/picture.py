"""The chart in a match: tiles, ships and flags, legal places and reach, the rack, targets and previews."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from studio.core import defaults
from studio.core.game import Action
from studio.core.grid import HexGrid, Point
from studio.core.panel import Inset, Plan
from studio.core.picture import BESIDE, Layer, Path, Picture, Shape, Sprite, Target
from studio.core.text import _, capitalize_first, seat_mark
from studio.drawing.pen import sprite_picture
from studio.games.columbus.drawing import chart as marks, tiles as look
from studio.games.columbus.drawing.chart import chart_picture
from studio.games.columbus.drawing.tiles import (
    hexagon_at,
    laid_shapes,
    tile_face,
    tile_ghost,
    tile_picture,
    tile_shapes,
)
from studio.games.columbus.rules import State, board as a
from studio.games.columbus.rules.board import Board
from studio.games.columbus.rules.position import Course, cells_in, courses, limit, movable, open_for, swap_moves
from studio.games.columbus.text.moves import describe
from studio.games.columbus.text.places import harbour_of, space, tile_name, tiles, use_of

# The rack: a seat's own tiles by kind; others see backs (C1).

RACK_TARGET: Final = BESIDE  # RACK_TARGET + place is a tile on the rack, counted from the left
PITCH = 1.07
_TOP, _HIGH = 0.66, 1.27
_RAISED = 0.07
ORDER = (
    *(a.T_WATER, a.T_FULL_SAIL, a.T_WHALE, a.T_ISLAND, a.T_ROUTE, a.T_HARBOUR),
    *(a.T_BECALMED, a.T_WRECK, a.T_CYCLONE, a.T_JOKER),
)
"""The order of the published kinds on the rack; letters and home-made kinds are inserted after the pictures."""


def rack_inset(state: State, seat: int) -> Inset:
    """Return the rack of the seat that looks; backs only for EVERYBODY, who has no rack."""
    owner = seat if seat >= 0 else state.active
    size = max(state.board.rack, state.rack_size[owner])
    if seat < 0:
        return Inset(seat_mark(owner), tiles(state.rack_size[owner]), _backs(size, state.rack_size[owner]))
    return Inset(_("Rack: {who}").format(who=seat_mark(seat)), _note(state, seat), _tiles_rack(state, seat, size))


def rack_kinds(state: State, seat: int) -> list[int]:
    """Return the kinds of the tiles on the rack from the left, including the one in hand."""
    hand = hand_kind(state, seat)
    return [kind for kind in _order(state) for _tile in range(state.rack[seat][kind] + (kind == hand))]


def hand_kind(state: State, seat: int) -> int:
    """Return the kind of the tile in a seat's hand, or NO_TILE. It is raised at the first place of its kind."""
    return state.hand if state.to_move == seat == state.active and state.phase == a.P_PLACE else a.NO_TILE


def _order(state: State) -> list[int]:
    board, pictures = state.board, ORDER.index(a.T_BECALMED)
    letters, homemade = range(a.T_LETTER, board.first_homemade), range(board.first_homemade, len(board.tiles))
    return [*ORDER[:pictures], *letters, *homemade, *ORDER[pictures:]]


def _note(state: State, seat: int) -> str:
    if state.active == seat and state.to_move == seat and state.phase in (a.P_LAY, a.P_PLACE, a.P_FREE):
        left = limit(state) - state.laid
        return _("{left} to place").format(left=left) if not state.discovered else _("up to {left}").format(left=left)
    return ""


def _tiles_rack(state: State, seat: int, size: int) -> Picture:
    """Return the tiles face up; those that cannot be taken now are shaded, the one in hand is raised.

    The places keep their targets while a tile is in hand, so that a click on another one takes that one instead.
    """
    board, kinds = state.board, rack_kinds(state, seat)
    is_own_turn = state.to_move == seat == state.active
    raised = kinds.index(hand) if (hand := hand_kind(state, seat)) != a.NO_TILE else -1
    choosing = is_own_turn and state.phase in (a.P_LAY, a.P_FREE)
    takeable = {action[1] for action in state.legal() if action[0] == a.TAKE} if choosing else set(kinds)
    shapes: list[Shape] = [_hollow(place) for place in range(len(kinds), size)]
    spots: list[Target] = []
    for place, kind in enumerate(kinds):
        x, y = _centre(place)
        tip = _("{tile}: {use}").format(tile=capitalize_first(tile_name(board, kind)), use=use_of(board, kind))
        if place == raised:
            y, tip = y - _RAISED, _("Back to the rack")
        shapes += tile_shapes(-1, (x, y), *tile_face(board, kind))
        if place == raised:
            shapes.append(Path("sea_own", (hexagon_at((x, y), 0.94),)))
        elif kind not in takeable or raised >= 0:
            shade = "fill:sea_gold_ink:0.40" if raised >= 0 else "fill:sea_gold_ink:0.55"
            shapes.append(Path(shade, (hexagon_at((x, y + 0.015), 1.0),)))
        spots.append(Target(RACK_TARGET + place, hexagon_at((x, y), 0.97), tip))
    return Picture(_bounds(size), (Layer("rack", tuple(shapes), is_still=False),), tuple(spots))


@lru_cache(maxsize=64)
def _backs(size: int, count: int) -> Picture:
    shapes: list[Shape] = [_hollow(place) for place in range(count, size)]
    shapes += [Sprite(look.BACK, *_centre(place), look.TILE_SIZE) for place in range(count)]
    return Picture(_bounds(size), (Layer("rack", tuple(shapes), is_still=False),))


def _hollow(place: int) -> Path:
    return Path("fill:sea_gold_ink:0.30", (hexagon_at(_centre(place), 0.92),))


def _centre(place: int) -> tuple[float, float]:
    return 0.55 + place * PITCH, _TOP


def _bounds(size: int) -> tuple[float, float, float, float]:
    return 0.0, 0.0, 1.10 + (size - 1) * PITCH, _HIGH


# The chart.

rotated_hand, revealed_picture = defaults.rotated_hand, defaults.revealed_picture

_SPRITE_SIZE = 0.96  # how much of its square a thing in hand fills


def picture(state: State, seat: int) -> Picture:
    """Draw the chart. Only the seat to move sees which jokers it can swap; all else is the same for all (C1, C6)."""
    board = state.board
    grid = board.grid
    chart = chart_picture(grid, board.tokens)
    is_sailing = state.to_move >= 0 and state.phase in (a.P_SAIL, a.P_FREE) and not state.sailed
    courses_by_cell = courses(state, state.active) if is_sailing else {}
    flags = tuple(flag_sprite(cell, grid.center(cell), seat) for seat, cell in enumerate(state.harbour) if cell >= 0)
    heights = heights_of(state)
    laid = [cell for cell, kind in enumerate(state.tile) if kind != a.NO_TILE]
    distances = {cell: course.distance for cell, course in courses_by_cell.items()}
    lively = (
        ("glow", marks.reach_glow(grid, courses_by_cell)),
        ("tiles", _tiles(state)),
        ("signs", _signs(state, seat, courses_by_cell, heights)),
        ("flags", flags),
        ("ships", _ships(state, heights)),
        ("badges", marks.badges(grid, distances, heights)),
    )
    layers = tuple(Layer(name, shapes, is_still=False) for name, shapes in lively)
    return replace(
        chart,
        layers=chart.layers + layers,
        targets=_targets(grid, _names(state)),
        clips=(*chart.clips, marks.glow_clip(grid, courses_by_cell, laid)) if courses_by_cell else chart.clips,
    )


def _names(state: State) -> tuple[str, ...]:
    """Return the tooltip of every space: its name, harbour, land and tile; "" for what is off the board."""
    board, names = state.board, []
    for cell, kind in enumerate(state.tile):
        tile = tile_name(board, kind) if kind != a.NO_TILE else ""
        land = _("land") if board.space[cell] == a.S_LAND else ""
        texts = (space(board, cell), harbour_of(board, cell), land, tile)
        names.append(" · ".join(filter(None, texts)) if board.space[cell] != a.S_VOID else "")
    return tuple(names)


@lru_cache(maxsize=8)
def _targets(grid: HexGrid, names: tuple[str, ...]) -> tuple[Target, ...]:
    """Return the spaces; cached while no tile changes, so that the window need not rebuild its targets."""
    return tuple(Target(cell, marks.hexagon(grid, cell), name) for cell, name in enumerate(names) if name)


def heights_of(state: State) -> dict[int, int]:
    return {cell: 1 for cell, kind in enumerate(state.under) if kind != a.NO_TILE}


# tiles, flags, ships


def _tiles(state: State) -> tuple[Shape, ...]:
    """Return the tiles on the board, the southern ones over the northern ones because they are raised."""
    board = state.board
    found: list[Shape] = []
    for cell, pile in enumerate(zip(state.under, state.tile, strict=True)):
        for height, kind in enumerate(kind for kind in pile if kind != a.NO_TILE):
            found += laid_shapes(board.grid, board.tokens, cell, *tile_face(board, kind), height=height)
    return tuple(found)


def _ships(state: State, heights: dict[int, int]) -> tuple[Shape, ...]:
    """Return the ships, outbound ones facing west and returning ones east, the southern ones in front."""
    found = [
        ship_sprite(cell, state.board.grid.center(cell), seat, state.voyage[seat] != a.OUTBOUND, heights.get(cell, 0))
        for seat, cell in enumerate(state.ship)
        if cell >= 0
    ]
    return tuple(sorted(found, key=lambda ship: ship.cell))


def ship_sprite(cell: int, centre: Point, seat: int, homeward: bool, height: int = 0) -> Sprite:
    """Return a seat's ship on a space; `height` is the number of tiles below the uppermost one there."""
    name = look.SHIP_HOME if homeward else look.SHIP_OUT
    return Sprite(name, centre[0], centre[1] - 0.06 * look.R - look.UP * height, look.SHIP_SIZE, cell, seat)


def flag_sprite(cell: int, centre: Point, seat: int) -> Sprite:
    return Sprite(look.FLAG, centre[0] - 0.44 * look.R, centre[1] - 0.46 * look.R, 0.56 * look.R, cell, seat)


# legal moves


def _signs(state: State, seat: int, courses_by_cell: dict[int, Course], heights: dict[int, int]) -> tuple[Shape, ...]:
    """Return frames of what can be reached, covered, lifted or swapped, of the lifted tile, and of the own place.

    Open spaces are highlighted by the window, below the tiles.
    """
    if state.to_move < 0 or state.ship[state.to_move] < 0:
        return ()
    grid, here = state.board.grid, state.ship[state.to_move]
    found: tuple[Shape, ...] = ()
    cells: list[int] = []
    if state.phase == a.P_PLACE:
        cells = cells_in(open_for(state, state.hand))
    elif state.phase == a.P_LIFT:
        cells = cells_in(movable(state))
    elif state.phase == a.P_DROP:
        cells = [action[1] for action in state.legal()]
        found = marks.marked_space(grid, state.lifted, "sea_lifted", 0.93, heights.get(state.lifted, 0))
    if seat == state.to_move:
        cells += [action[1] for action in swap_moves(state) if action in state.legal()]
    found += marks.reach_frames(grid, {cell for cell in cells if state.tile[cell] != a.NO_TILE}, heights)
    found += marks.reach_frames(grid, courses_by_cell, heights)
    return found + marks.marked_space(grid, here, "sea_own", 0.94, heights.get(here, 0))


def in_hand(state: State) -> Picture | None:
    """Return what the decision is about: the tile in hand, the lifted one, a cyclone, the ship; or None."""
    board = state.board
    match state.phase:
        case a.P_PLACE:
            return tile_picture(*tile_face(board, state.hand))
        case a.P_DROP:
            return tile_picture(*tile_face(board, state.tile[state.lifted]))
        case a.P_LIFT:
            return tile_picture("cyclone")
        case a.P_DRAW:
            return sprite_picture(look.BACK, size=_SPRITE_SIZE)
        case a.P_OVER:
            return sprite_picture("common/laurel", size=_SPRITE_SIZE)
    homeward = state.voyage[state.active] != a.OUTBOUND
    return sprite_picture(look.SHIP_HOME if homeward else look.SHIP_OUT, state.active, _SPRITE_SIZE)


# targets


def target(state: State, action: Action) -> int:
    """Return the place to click for an action: a space, or the first tile of the kind on the rack; or -1."""
    match action[0]:
        case a.TAKE:
            kinds = rack_kinds(state, state.active)
            return RACK_TARGET + kinds.index(action[1]) if action[1] in kinds else -1
        case a.HARBOUR | a.PLACE | a.SWAP | a.LIFT | a.DROP | a.SAIL:
            return action[1]
    return -1


def plan(state: State, target: int) -> Plan | None:
    """Return the plan for any tile of the rack: to take one of its kind."""
    kinds, place = rack_kinds(state, state.active), target - RACK_TARGET
    if state.to_move < 0 or state.phase not in (a.P_LAY, a.P_FREE) or not 0 <= place < len(kinds):
        return None
    action = (a.TAKE, kinds[place])
    if action not in state.legal():
        return None
    return Plan((action,), Picture((0.0, 0.0, 1.0, 1.0), ()), describe(state, action))


# previews


def preview(state: State, action: Action) -> Picture | None:
    board, kind = state.board, action[0]
    if kind in (a.PLACE, a.SWAP, a.DROP):
        cell = action[1]
        tiles = {a.PLACE: state.hand, a.SWAP: board.picture[cell], a.DROP: state.tile[state.lifted]}
        height = int(kind != a.SWAP and state.tile[cell] != a.NO_TILE)
        return tile_ghost(board.grid, board.tokens, cell, *tile_face(board, tiles[kind]), height=height)
    if kind == a.HARBOUR:
        centre, seat = board.grid.center(action[1]), state.to_move
        return _around(board, (action[1],), (flag_sprite(-1, centre, seat), ship_sprite(-1, centre, seat, False)))
    return _voyage_preview(state, action[1]) if kind == a.SAIL else None


def _voyage_preview(state: State, cell: int) -> Picture | None:
    """Return the path to a space, rings around the ships that are jumped, and the ship at its end."""
    seat, grid = state.to_move, state.board.grid
    course = courses(state, seat).get(cell)
    if course is None:
        return None
    heights = heights_of(state)
    jumped = tuple(
        Path("sea_lifted", (marks.hexagon(grid, other, 0.80, look.UP * heights.get(other, 0)),))
        for other in course.jumped
    )
    homeward = state.voyage[seat] != a.OUTBOUND or bool(state.board.america >> cell & 1)
    ship = ship_sprite(-1, grid.center(cell), seat, homeward, heights.get(cell, 0))
    return _around(state.board, course.spaces, (*marks.path_pearls(grid, course.spaces), *jumped, ship))


def _around(board: Board, cells: tuple[int, ...], shapes: tuple[Shape, ...]) -> Picture:
    places = [board.grid.center(cell) for cell in cells]
    left, right = min(x for x, _y in places) - 0.7, max(x for x, _y in places) + 0.7
    top, foot = min(y for _x, y in places) - 0.8, max(y for _x, y in places) + 0.8
    return Picture((left, top, right, foot), (Layer("ghost", shapes, is_still=False),))
