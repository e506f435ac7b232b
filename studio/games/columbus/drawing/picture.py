"""The chart at play: tiles, ships and flags, where tiles may lie and ships may sail; targets and ghosts of actions."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from studio.core import plugin
from studio.core.game import Action
from studio.core.grid import HexGrid, Point
from studio.core.panel import Plan
from studio.core.picture import Layer, Path, Picture, Shape, Sprite, Target
from studio.drawing.ornaments import thing
from studio.games.columbus.drawing import look, marks
from studio.games.columbus.drawing.chart.layers import chart_picture
from studio.games.columbus.drawing.rack import RACK_TARGET, place_of, placed_kinds
from studio.games.columbus.drawing.tile_faces import face, laid_shapes, tile_ghost, tile_picture
from studio.games.columbus.rules import State
from studio.games.columbus.rules import actions as a
from studio.games.columbus.rules.board import Board
from studio.games.columbus.rules.laying import movable, open_for, swap_moves
from studio.games.columbus.rules.position import cells_in
from studio.games.columbus.rules.sailing import Course, courses
from studio.games.columbus.words.moves import describe
from studio.games.columbus.words.places import harbour_of, space, tile_name

__all__ = ["as_laid", "in_hand", "picture", "plan", "preview", "target", "turned_up"]

as_laid, turned_up = plugin.as_laid, plugin.turned_up

_THING = 0.96
"""How much of its square a thing in hand fills."""


def picture(state: State, seat: int) -> Picture:
    """The chart as it lies. All see the same, but only the seat to move which jokers it can swap (C1, C6)."""
    board = state.board
    grid = board.grid
    chart = chart_picture(grid, board.tokens)
    ways = courses(state, state.active) if may_sail(state) else {}
    heights = heights_of(state)
    laid = [cell for cell, kind in enumerate(state.tile) if kind != a.NO_TILE]
    layers = (
        marks.lively("glow", marks.reach_glow(grid, ways)),
        marks.lively("tiles", _tiles(state)),
        marks.lively("signs", _signs(state, seat, ways, heights)),
        marks.lively("flags", _flags(state)),
        marks.lively("ships", _ships(state, heights)),
        marks.lively("badges", marks.badges(grid, {cell: way.distance for cell, way in ways.items()}, heights)),
    )
    return replace(
        chart,
        layers=chart.layers + layers,
        targets=_targets(grid, _names(state)),
        clips=(*chart.clips, marks.glow_clip(grid, ways, laid)) if ways else chart.clips,
    )


def _names(state: State) -> tuple[str, ...]:
    """What every space is called: its chart name, its harbour, what lies there; "" for what is off the board."""
    board, names = state.board, []
    for cell, kind in enumerate(state.tile):
        if board.space[cell] == a.S_VOID:
            names.append("")
            continue
        harbour = harbour_of(board, cell)
        name = f"{space(board, cell)} · {harbour}" if harbour else space(board, cell)
        names.append(f"{name} · {tile_name(board, kind)}" if kind != a.NO_TILE else name)
    return tuple(names)


@lru_cache(maxsize=8)
def _targets(grid: HexGrid, names: tuple[str, ...]) -> tuple[Target, ...]:
    """The spaces; the same object as long as nothing is laid, so that the window need not learn them anew."""
    return tuple(Target(cell, marks.hexagon(grid, cell), name) for cell, name in enumerate(names) if name)


def heights_of(state: State) -> dict[int, int]:
    """The spaces on which a tile lies upon another (C13)."""
    return {cell: 1 for cell, kind in enumerate(state.under) if kind != a.NO_TILE}


# what lies there


def _tiles(state: State) -> tuple[Shape, ...]:
    """The laid tiles, the southern ones over the northern ones, since they are raised."""
    board, tokens = state.board, state.board.tokens
    found: list[Shape] = []
    for cell, kind in enumerate(state.tile):
        if kind == a.NO_TILE:
            continue
        lower = state.under[cell]
        if lower != a.NO_TILE:
            found += laid_shapes(board.grid, tokens, cell, *face(board, lower))
        found += laid_shapes(board.grid, tokens, cell, *face(board, kind), height=int(lower != a.NO_TILE))
    return tuple(found)


def _flags(state: State) -> tuple[Shape, ...]:
    """The flags over the home harbours that ships set out from."""
    grid = state.board.grid
    return tuple(flag_sprite(cell, grid.centre(cell), seat) for seat, cell in enumerate(state.harbour) if cell >= 0)


def _ships(state: State, heights: dict[int, int]) -> tuple[Shape, ...]:
    """The ships, bow to the west on the way out and to the east on the way home; the southern ones in front."""
    found = [
        ship_sprite(cell, state.board.grid.centre(cell), seat, state.voyage[seat] != a.OUTBOUND, heights.get(cell, 0))
        for seat, cell in enumerate(state.ship)
        if cell >= 0
    ]
    return tuple(sorted(found, key=lambda ship: ship.cell))


def ship_sprite(cell: int, centre: Point, seat: int, homeward: bool, height: int = 0) -> Sprite:
    """A seat's ship on a space; `height` is how many tiles lie under the uppermost one there."""
    name = look.SHIP_HOME if homeward else look.SHIP_OUT
    return Sprite(name, centre[0], centre[1] - 0.06 * look.R - look.UP * height, look.SHIP_SIZE, cell, seat)


def flag_sprite(cell: int, centre: Point, seat: int) -> Sprite:
    """The flag of a seat over the home harbour that it set out from (C1)."""
    return Sprite(look.FLAG, centre[0] - 0.44 * look.R, centre[1] - 0.46 * look.R, 0.56 * look.R, cell, seat)


# what may be done


def may_sail(state: State) -> bool:
    """Whether the seat to move may sail now."""
    return state.to_move >= 0 and state.phase in (a.P_SAIL, a.P_FREE) and not state.sailed


def _signs(state: State, seat: int, ways: dict[int, Course], heights: dict[int, int]) -> tuple[Shape, ...]:
    """Frames of what can be reached, of tiles that can be covered, lifted or swapped; the lifted tile, the own place.

    Light on open spaces is the window's; it lies under the tiles.
    """
    seat_to_move = state.to_move
    if seat_to_move < 0:
        return ()
    grid = state.board.grid
    found: tuple[Shape, ...] = ()
    here = state.ship[seat_to_move]
    if here < 0:
        return ()
    cells: list[int] = []
    if state.phase == a.P_PLACE:
        cells = cells_in(open_for(state, state.hand))
    elif state.phase == a.P_LIFT:
        cells = cells_in(movable(state))
    elif state.phase == a.P_DROP:
        cells = [action[1] for action in state.legal()]
        found = marks.lifted(grid, state.lifted, heights.get(state.lifted, 0))
    if seat == seat_to_move:
        cells += [action[1] for action in _swaps(state)]
    found += marks.reach_frames(grid, {cell for cell in cells if state.tile[cell] != a.NO_TILE}, heights)
    found += marks.reach_frames(grid, ways, heights)
    return found + marks.own_place(grid, here, heights.get(here, 0))


def _swaps(state: State) -> list[Action]:
    """The jokers that can be swapped now."""
    return [action for action in swap_moves(state) if action in state.legal()]


def in_hand(state: State) -> Picture | None:
    """What the decision is about: the tile in hand, the lifted one, a cyclone, the ship; or nothing."""
    board = state.board
    match state.phase:
        case a.P_PLACE:
            return tile_picture(*face(board, state.hand))
        case a.P_DROP:
            return tile_picture(*face(board, state.tile[state.lifted]))
        case a.P_LIFT:
            return tile_picture("cyclone")
        case a.P_DRAW:
            return thing(look.BACK, size=_THING)
        case a.P_OVER:
            return thing("common/laurel", size=_THING)
    homeward = state.voyage[state.active] != a.OUTBOUND
    return thing(look.SHIP_HOME if homeward else look.SHIP_OUT, state.active, _THING)


# targets


def target(state: State, action: Action) -> int:
    """The place to click for an action: a space, or the first tile of the kind on the rack; or -1."""
    match action[0]:
        case a.TAKE:
            place = place_of(state, action[1])
            return RACK_TARGET + place if place >= 0 else -1
        case a.HARBOUR | a.PLACE | a.SWAP | a.LIFT | a.DROP | a.SAIL:
            return action[1]
    return -1


def plan(state: State, target: int) -> Plan | None:
    """A click on any tile of the rack takes one of its kind."""
    if state.to_move < 0 or state.phase not in (a.P_LAY, a.P_FREE):
        return None
    kinds = placed_kinds(state, state.active)
    place = target - RACK_TARGET
    if not 0 <= place < len(kinds):
        return None
    action = (a.TAKE, kinds[place])
    if action not in state.legal():
        return None
    return Plan((action,), Picture((0.0, 0.0, 1.0, 1.0), ()), describe(state, action))


# ghosts


def preview(state: State, action: Action) -> Picture | None:
    """What an action would put on the chart, in its coordinates; None when it puts nothing there."""
    board, kind = state.board, action[0]
    if kind == a.PLACE:
        return _tile_on(state, action[1], state.hand, state.tile[action[1]] != a.NO_TILE)
    if kind == a.SWAP:
        return _tile_on(state, action[1], board.picture[action[1]], False)
    if kind == a.DROP:
        return _tile_on(state, action[1], state.tile[state.lifted], state.tile[action[1]] != a.NO_TILE)
    if kind == a.HARBOUR:
        centre = board.grid.centre(action[1])
        seat = state.to_move
        return _around(board, (action[1],), (flag_sprite(-1, centre, seat), ship_sprite(-1, centre, seat, False)))
    if kind == a.SAIL:
        return _voyage(state, action[1])
    return None


def _tile_on(state: State, cell: int, kind: int, raised: bool) -> Picture:
    board = state.board
    return tile_ghost(board.grid, board.tokens, cell, *face(board, kind), height=int(raised))


def _voyage(state: State, cell: int) -> Picture | None:
    """The way to a space, rings round the ships that are jumped, and the ship at its end."""
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
    ship = ship_sprite(-1, grid.centre(cell), seat, homeward, heights.get(cell, 0))
    return _around(state.board, course.spaces, (*marks.sailed_way(grid, course.spaces), *jumped, ship))


def _around(board: Board, cells: tuple[int, ...], shapes: tuple[Shape, ...]) -> Picture:
    """Shapes over some spaces."""
    places = [board.grid.centre(cell) for cell in cells]
    left, right = min(x for x, _y in places) - 0.7, max(x for x, _y in places) + 0.7
    top, foot = min(y for _x, y in places) - 0.8, max(y for _x, y in places) + 0.8
    return Picture((left, top, right, foot), (Layer("ghost", shapes, still=False),))
