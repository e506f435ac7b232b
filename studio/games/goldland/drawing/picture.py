"""The board at play: the country as it lies, who stands where, how far a move leads; targets and ghosts of actions."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from studio.core import plugin
from studio.core.game import OVER, Action
from studio.core.picture import Layer, Path, Picture, Shape, Target, rectangle
from studio.core.text import _, headed
from studio.drawing.ornaments import thing
from studio.games.goldland.drawing import look, marks
from studio.games.goldland.drawing.country import Temple, country, faces_of, marks_on, tile_ghost, tile_picture
from studio.games.goldland.drawing.look import PACK_TARGET, STOCK_TARGET
from studio.games.goldland.drawing.pieces import adventurers, camps
from studio.games.goldland.drawing.walks import camp_ghost, plan, walk_ghost
from studio.games.goldland.rules import State
from studio.games.goldland.rules import actions as a
from studio.games.goldland.rules.board import Board
from studio.games.goldland.rules.reach import reach
from studio.games.goldland.words.places import space, tile_title

__all__ = ["as_laid", "in_hand", "picture", "plan", "preview", "target", "turned_up"]

turned_up = plugin.turned_up


def picture(state: State, seat: int) -> Picture:
    """The board as it lies. Every seat sees the same: nothing on it is hidden (G1)."""
    still = base(state)
    dim, frames, pills = _signs(state)
    lively = (
        Layer("dim", dim, still=False),
        Layer("camps", _camps(state), still=False),
        Layer("frames", frames, still=False),
        Layer("figures", _figures(state), still=False),
        Layer("pills", pills, still=False),
    )
    # frames say where a move leads and where a tile can lie; camps that can be brought here have none
    return replace(still, layers=still.layers + lively, lit=state.phase in (a.P_TURN, a.P_LAY))


def base(state: State) -> Picture:
    """The country without anybody in it; kept for the positions that follow."""
    temple = Temple(state.board.temple, state.seats - sum(state.amulet), state.bonus, state.reserve)
    backs = frozenset(_face_down(state)) - {state.board.temple}
    return _drawn(state.board, tuple(state.laid), tuple(state.treasure), temple, backs)


@lru_cache(maxsize=12)
def _drawn(
    board: Board, laid: tuple[int, ...], treasure: tuple[int, ...], temple: Temple, backs: frozenset[int]
) -> Picture:
    printed: list[Shape] = []
    for cell, placement in enumerate(laid):
        if placement >= 0:
            row, column = divmod(cell, board.columns)
            printed += marks_on(board.tiles[placement >> 2], column, row, cell, treasure[cell])
    still = country(board.columns, board.rows, faces_of(board, laid), tuple(printed), temple, backs, board.void)
    return replace(still, targets=_targets(board, laid))


def _face_down(state: State) -> list[int]:
    """The spaces on which a tile lies face down (G1)."""
    if not state.face_down or not state.hidden:
        return []
    return [cell for cell, placement in enumerate(state.laid) if placement < 0 and cell not in state.board.void]


def _targets(board: Board, laid: tuple[int, ...]) -> tuple[Target, ...]:
    """Every space, called by what lies there: "C4: desert (pay 3 provisions)"."""
    found = []
    for cell, placement in enumerate(laid):
        if cell in board.void:
            continue
        name = space(board, cell)
        if cell == board.temple:
            name = _("{space}, the temple").format(space=name)
        if placement >= 0:
            name = headed(name, tile_title(board.tiles[placement >> 2]))
        found.append(Target(cell, rectangle(cell % board.columns, cell // board.columns, 1, 1), name))
    return tuple(found)


# who stands where


def _camps(state: State) -> tuple[Shape, ...]:
    """The camps on each tile, by seat."""
    board, seats_by_cell = state.board, dict[int, list[int]]()
    for index, number in enumerate(state.camp):
        if number:
            seat, cell = divmod(index, board.count)
            seats_by_cell.setdefault(cell, []).extend([seat] * number)
    found: list[Shape] = []
    for cell, seats in sorted(seats_by_cell.items()):
        found += camps(cell % board.columns, cell // board.columns, seats, cell)
    return tuple(found)


def _figures(state: State) -> tuple[Shape, ...]:
    """The adventurers, the southern ones in front; each is one drawing, so that it is seen walking."""
    board = state.board
    found: list[Shape] = []
    for cell in sorted(set(state.at)):
        seats = [seat for seat in range(state.seats) if state.at[seat] == cell]
        halts = board.kind_at(state.laid[cell]) < a.ADVENTURES
        found += adventurers(cell % board.columns, cell // board.columns, seats, halts, cell)
    return tuple(found)


# what may be done


def _signs(state: State) -> tuple[tuple[Shape, ...], tuple[Shape, ...], tuple[Shape, ...]]:
    """Shade over what is out of reach, frames of what is in reach, pills with steps and price."""
    if state.to_move == OVER:
        return (), (), ()
    board, here = state.board, state.at[state.active]
    column, row = here % board.columns, here // board.columns
    frames: list[Shape] = []
    dim: list[Shape] = []
    pills: list[Shape] = []
    moving = state.phase == a.P_TURN and state.to_move >= 0
    ways = reach(state, state.active) if moving else {}
    frames += marks.own_place(column, row, here)
    for cell, way in sorted(ways.items()):
        x, y = cell % board.columns, cell // board.columns
        if a.CROSS in way.ways or a.CROSS_PAY in way.ways:
            frames += marks.crossing_frame(x, y, cell)
        else:
            frames += marks.free_frame(x, y, _gates(state, cell), cell)
        pills += marks.step_pill(x, y, way.steps, (*way.paid, way.any), cell)
    if moving and state.moved == 1:
        for cell, placement in enumerate(state.laid):
            if placement >= 0 and cell != here and cell not in ways:
                coast = board.kind_at(placement) >= a.COAST
                dim.append(marks.dimmed(cell % board.columns, cell // board.columns, coast, cell))
    for cell in _explorable(state):
        x, y = cell % board.columns, cell // board.columns
        shapes = marks.explore_frame(x, y, cell, state.phase == a.P_TURN)
        if cell == board.temple:  # its court stays in sight
            shapes = tuple(shape for shape in shapes if isinstance(shape, Path) and shape.style == "explore_frame")
        frames += shapes
    return tuple(dim), tuple(frames), tuple(pills)


def _gates(state: State, cell: int) -> int:
    """The sides of a tile where a road leads on to a neighbour."""
    around = state.board.neighbours[cell]
    return sum(1 << around.index(other) for other, _tile, road, *_ready in state.links[cell] if road)


def _explorable(state: State) -> list[int]:
    """The spaces where a tile may come to lie now."""
    if state.phase == a.P_LAY:
        return sorted({action[1] for action in state.legal() if action[0] == a.LAY})
    if state.phase == a.P_TURN and state.to_move >= 0:
        kinds = {action[0] for action in state.legal()}
        if kinds & {a.EXPLORE, a.TURN_UP}:
            return list(state.empty[state.at[state.active]])
    return []


def in_hand(state: State) -> Picture | None:
    """What the decision is about: the drawn tile, a camp, a piece, the amulet; or nothing."""
    match state.phase:
        case a.P_LAY:
            return tile_picture(state.board, state.hand)
        case a.P_TILE:
            return thing(look.TOKEN)
        case a.P_CAMP:
            return thing(look.CAMP, state.active)
        case a.P_TAKE:
            return thing(look.ITEM_SPRITES[state.item])
        case a.P_DROP:
            return thing(look.AMULET)
        case a.P_OVER:
            return thing("common/laurel")
    return thing(look.ADVENTURER, state.active)


def as_laid(state: State, action: Action) -> Picture | None:
    """The tile in hand as it is turned by an action that lays it."""
    return tile_picture(state.board, state.hand, action[2]) if action[0] == a.LAY else None


# targets


def target(state: State, action: Action) -> int:
    """The place to click for an action: a space, a piece in the backpack or in the stock; or -1.

    A camp is pitched by a click where the adventurer stands.
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


# ghosts


def preview(state: State, action: Action) -> Picture | None:
    """What an action would put on the board, in the board's coordinates; None when it puts nothing there."""
    match action[0]:
        case a.LAY:
            return tile_ghost(state, action[1], action[2])
        case a.STEP:
            return walk_ghost(state, (action[1],))
        case a.PITCH | a.SHIFT:
            return camp_ghost(state)
    return None
