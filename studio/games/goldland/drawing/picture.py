"""The picture of the board in a match: placed tiles, pieces, reach of a move, targets and previews of actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from studio.core import defaults
from studio.core.cache import text_cache
from studio.core.game import OVER, Action
from studio.core.picture import Layer, Path, Picture, Shape, Sprite, Target, rectangle
from studio.core.text import _, with_label
from studio.drawing.pen import sprite_picture
from studio.games.goldland.drawing import pieces
from studio.games.goldland.drawing.faces import (
    REACH,
    SHEET_CLIP,
    Face,
    bounds,
    clips,
    face_layers,
    face_picture,
    ghost_picture,
    sheet_clip,
    sheet_layers,
)
from studio.games.goldland.drawing.ground import unexplored_layers
from studio.games.goldland.drawing.pieces import (
    PACK_TARGET,
    STOCK_TARGET,
    EquipmentLine,
    adventurers,
    camp_ghost,
    camps,
    line_shapes,
    medallion,
    plan as plan,
    temple_shapes,
    treasure_shapes,
    walk_ghost,
)
from studio.games.goldland.rules import State, board as a
from studio.games.goldland.rules.board import Board, Tile
from studio.games.goldland.rules.moves import reach
from studio.games.goldland.text.places import space, tile_title

# Static part of the board: parchment, undiscovered land, placed tiles with their markings, the temple


class Temple(NamedTuple):
    """The final space, its remaining amulets and its two piles of coins (G14)."""

    cell: int
    amulets: int
    bonus: int
    reserve: int


@text_cache(24)
def static_picture(
    columns: int,
    rows: int,
    faces: tuple[Face, ...],
    printed: tuple[Shape, ...],
    temple: Temple,
    backs: frozenset[int] = frozenset(),
    void: frozenset[int] = frozenset(),
) -> Picture:
    """Return the board with its placed tiles and without pieces.

    `backs` are spaces with a face-down tile, `void` spaces off the board, which are cut out of the sheet.
    """
    shore = {(face.column, face.row) for face in faces if face.sea}
    spaces = ((column, row) for column in range(columns) for row in range(rows))
    land = tuple((x, y) for x, y in spaces if (x, y) not in shore and y * columns + x not in void)
    sea = sorted((face.column, face.row, side) for face in faces for side in range(4) if face.sea >> side & 1)
    y, x = divmod(temple.cell, columns)
    below = next((face for face in faces if face.cell == temple.cell), None)
    gates = below.exits if below is not None else _board_sides(columns, rows, x, y, void)
    cell, amulets, bonus, reserve = temple
    building = temple_shapes(x, y, amulets, bonus, reserve, below is not None, gates, cell)
    layers = (
        *sheet_layers(columns, rows, tuple(sea), void),
        *unexplored_layers(columns, rows, land, (x, y), SHEET_CLIP if void else ""),
        Layer("backs", tuple(shape for cell in sorted(backs) for shape in _back(columns, cell))),
        *face_layers(faces),
        Layer("temple", building),
        Layer("printed", printed),
    )
    groups = (*clips(faces), sheet_clip(columns, rows, void))
    return Picture(bounds(columns, rows), layers, (), groups, REACH, has_table=True)


def _board_sides(columns: int, rows: int, x: int, y: int, void: frozenset[int]) -> int:
    """Return the sides of a space that face the board, as bits."""
    around = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    return sum(
        1 << side
        for side, (a, b) in enumerate(around)
        if 0 <= a < columns and 0 <= b < rows and b * columns + a not in void
    )


@lru_cache(maxsize=256)
def _back(columns: int, cell: int) -> tuple[Shape, ...]:
    x, y = cell % columns, cell // columns
    return (
        Path("tile_shadow", (rectangle(x + 0.03, y + 0.03, 0.94, 0.94),), cell),
        Sprite("goldland/back", x + 0.5, y + 0.5, 0.98, cell),
    )


# Placed tiles


def face_at(board: Board, cell: int, placement: int) -> Face:
    """Return the face of a tile on a cell. Its stones and bushes are the same wherever it is."""
    number = placement >> 2
    tile = board.tiles[number]
    row, column = divmod(cell, board.columns)
    shore = tile.kind in (a.COAST, a.START)
    exits = board.fixed_roads[cell] if shore else board.roads[placement]
    adventure = tile.kind if tile.kind < a.ADVENTURES else -1
    sea = 15 & ~exits if shore else 0
    return Face(column, row, cell, exits, sea, adventure, tile.village, tile.kind == a.START, number, tile.picture)


def faces_of(board: Board, laid: Sequence[int]) -> tuple[Face, ...]:
    return tuple(face_at(board, cell, placement) for cell, placement in enumerate(laid) if placement >= 0)


def lines_of(tile: Tile) -> tuple[EquipmentLine, ...]:
    """Return the lines on the plate of a tile: a reward is with its payment, gains for something shown are separate."""
    if any(tile.pay) and any(tile.show):
        return EquipmentLine(pay=tile.pay), EquipmentLine(show=tile.show, gains=tile.gains)
    if not any(tile.pay) and not any(any(gain) for gain in tile.gains):
        return ()
    return (EquipmentLine(tile.pay, tile.show, tile.gains),)


@lru_cache(maxsize=1024)
def tile_marks(tile: Tile, x: float, y: float, cell: int, treasure: int = -1) -> tuple[Shape, ...]:
    """Return medallion, line and octagon of a tile. `treasure`: 1 present, 0 taken, -1 as printed."""
    shapes: list[Shape] = []
    if tile.kind < a.ADVENTURES:
        shapes.append(medallion(x, y, tile.kind, cell))
    shapes += line_shapes(lines_of(tile), x, y, cell)
    if tile.treasure:
        shapes += treasure_shapes(x, y, treasure != 0, cell)
    return tuple(shapes)


def tile_picture(board: Board, number: int, turn: int = 0) -> Picture:
    face = face_at(board, 0, number * 4 + turn)
    return face_picture(face, tile_marks(board.tiles[number], 0, 0, -1))


def tile_ghost(board: Board, number: int, cell: int, turn: int) -> Picture:
    face = face_at(board, cell, number * 4 + turn)
    return ghost_picture(face, tile_marks(board.tiles[number], face.column, face.row, cell))


# Board in a match

revealed_picture = defaults.revealed_picture


def picture(state: State, seat: int) -> Picture:
    """Return the picture of a position. It is the same for all seats, because nothing on the board is hidden (G1)."""
    still = base_picture(state)
    dim, frames, pills = _reach_marks(state)
    lively = (
        *(("dim", dim), ("camps", _camps(state)), ("frames", frames)),
        *(("figures", _adventurer_shapes(state)), ("pills", pills)),
    )
    layers = tuple(Layer(name, shapes, is_still=False) for name, shapes in lively)
    # frames mark where a move leads and where a tile can be placed; camps that can be moved here have none
    return replace(still, layers=still.layers + layers, shows_targets=state.phase in (a.P_TURN, a.P_LAY))


def base_picture(state: State) -> Picture:
    """Return the static part of the board; cached for later positions."""
    board, backs = state.board, set[int]()
    if state.face_down and state.hidden:  # every undiscovered space has a face-down tile (G1)
        backs = {cell for cell, placement in enumerate(state.laid) if placement < 0} - board.void - {board.temple}
    temple = Temple(board.temple, state.seats - sum(state.amulet), state.bonus, state.reserve)
    return _static_picture(board, tuple(state.laid), tuple(state.treasure), temple, frozenset(backs))


@text_cache(12)
def _static_picture(
    board: Board, laid: tuple[int, ...], treasure: tuple[int, ...], temple: Temple, backs: frozenset[int]
) -> Picture:
    printed: list[Shape] = []
    for cell, placement in enumerate(laid):
        if placement >= 0:
            row, column = divmod(cell, board.columns)
            printed += tile_marks(board.tiles[placement >> 2], column, row, cell, treasure[cell])
    still = static_picture(board.columns, board.rows, faces_of(board, laid), tuple(printed), temple, backs, board.void)
    return replace(still, targets=_targets(board, laid))


def _targets(board: Board, laid: tuple[int, ...]) -> tuple[Target, ...]:
    """Return every space as a target, named by its content: "C4: desert (pay 3 provisions)"."""
    shapes = []
    for cell, placement in enumerate(laid):
        if cell in board.void:
            continue
        name = space(board, cell)
        if cell == board.temple:
            name = _("{space}, the temple").format(space=name)
        if placement >= 0:
            name = with_label(name, tile_title(board.tiles[placement >> 2]))
        shapes.append(Target(cell, rectangle(cell % board.columns, cell // board.columns, 1, 1), name))
    return tuple(shapes)


# Pieces


def _camps(state: State) -> tuple[Shape, ...]:
    board, seats_by_cell = state.board, dict[int, list[int]]()
    for index, number in enumerate(state.camp):
        if number:
            seat, cell = divmod(index, board.count)
            seats_by_cell.setdefault(cell, []).extend([seat] * number)
    shapes: list[Shape] = []
    for cell, seats in sorted(seats_by_cell.items()):
        shapes += camps(cell % board.columns, cell // board.columns, seats, cell)
    return tuple(shapes)


def _adventurer_shapes(state: State) -> tuple[Shape, ...]:
    """Return the adventurers, southern ones in front; each is one drawing so that it can be animated."""
    board = state.board
    shapes: list[Shape] = []
    for cell in sorted(set(state.at)):
        seats = [seat for seat in range(state.seats) if state.at[seat] == cell]
        halts = board.kind_at(state.laid[cell]) < a.ADVENTURES
        shapes += adventurers(cell % board.columns, cell // board.columns, seats, halts, cell)
    return tuple(shapes)


# Reach and possible moves


def _reach_marks(state: State) -> tuple[tuple[Shape, ...], tuple[Shape, ...], tuple[Shape, ...]]:
    """Return shading on unreachable tiles, frames on reachable ones, and pills with steps and price."""
    if state.to_move == OVER:
        return (), (), ()
    board, here = state.board, state.at[state.active]
    column, row = here % board.columns, here // board.columns
    frames: list[Shape] = []
    dim: list[Shape] = []
    pills: list[Shape] = []
    moving = state.phase == a.P_TURN and state.to_move >= 0
    walks = reach(state, state.active) if moving else {}
    frames.append(pieces.own_place(column, row, here))
    for cell, walk in sorted(walks.items()):
        x, y = cell % board.columns, cell // board.columns
        if a.CROSS in walk.ways or a.CROSS_PAY in walk.ways:
            frames += pieces.crossing_frame(x, y, cell)
        else:
            frames += pieces.free_frame(x, y, _gates(state, cell), cell)
        pills += pieces.step_pill(x, y, walk.steps, (*walk.paid, walk.any), cell)
    if moving and state.moved == 1:
        for cell, placement in enumerate(state.laid):
            if placement >= 0 and cell != here and cell not in walks:
                coast = board.kind_at(placement) >= a.COAST
                dim.append(pieces.dim_tile(cell % board.columns, cell // board.columns, coast, cell))
    for cell in _explorable(state):
        y, x = divmod(cell, board.columns)
        for shape in pieces.explore_frame(x, y, cell, state.phase == a.P_TURN):
            if cell != board.temple or (isinstance(shape, Path) and shape.style == "explore_frame"):
                frames.append(shape)  # the court of the temple stays visible
    return tuple(dim), tuple(frames), tuple(pills)


def _gates(state: State, cell: int) -> int:
    around = state.board.neighbors[cell]
    return sum(1 << around.index(other) for other, _tile, road, *_ready in state.links[cell] if road)


def _explorable(state: State) -> list[int]:
    """Return the spaces where a tile may be placed now."""
    if state.phase == a.P_LAY:
        return sorted({action[1] for action in state.legal() if action[0] == a.LAY})
    if state.phase == a.P_TURN and any(action[0] in (a.EXPLORE, a.TURN_UP) for action in state.legal()):
        return list(state.empty[state.at[state.active]])
    return []


def in_hand(state: State) -> Picture | None:
    """Return a picture of the drawn tile, camp, piece or amulet that the decision is about, or None."""
    match state.phase:
        case a.P_LAY:
            return tile_picture(state.board, state.hand)
        case a.P_TILE:
            return sprite_picture(pieces.TOKEN)
        case a.P_CAMP:
            return sprite_picture(pieces.CAMP, state.active)
        case a.P_TAKE:
            return sprite_picture(pieces.ITEM_SPRITES[state.item])
        case a.P_DROP:
            return sprite_picture(pieces.AMULET)
        case a.P_OVER:
            return sprite_picture("common/laurel")
    return sprite_picture(pieces.ADVENTURER, state.active)


def rotated_hand(state: State, action: Action) -> Picture | None:
    return tile_picture(state.board, state.hand, action[2]) if action[0] == a.LAY else None


# Targets


def target(state: State, action: Action) -> int:
    """Return the target of an action: a space, a piece in the backpack or in the stock, or -1.

    A camp is placed by a click on the adventurer's space.
    """
    match action[0]:
        case a.STEP | a.SHIFT | a.TURN_UP | a.LAY:
            return action[1]
        case a.DISCARD | a.HAND_OVER | a.DROP:
            return PACK_TARGET + action[1]
        case a.PITCH:
            return state.at[state.active]
        case a.BUY:
            return STOCK_TARGET + action[1]
    return -1


# Previews


def preview(state: State, action: Action) -> Picture | None:
    """Return the result of an action in board coordinates; None if it places nothing on the board."""
    match action[0]:
        case a.LAY:
            return tile_ghost(state.board, state.hand, action[1], action[2])
        case a.STEP:
            return walk_ghost(state, (action[1],))
        case a.PITCH | a.SHIFT:
            return camp_ghost(state)
    return None
