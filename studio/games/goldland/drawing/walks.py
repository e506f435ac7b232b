"""Walks over several tiles for one click: how far they go by themselves, their footprints, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.game import Action
from studio.core.grid import Point
from studio.core.panel import Plan
from studio.core.picture import Layer, Path, Picture, Shape
from studio.core.text import _, plural
from studio.games.goldland.drawing.marks import explore_frame, footprints
from studio.games.goldland.drawing.pieces import adventurers, camps
from studio.games.goldland.drawing.scenery.floor import MEET
from studio.games.goldland.rules import State
from studio.games.goldland.rules import actions as a
from studio.games.goldland.rules.reach import Walk, reach
from studio.games.goldland.words.places import pieces, space, steps


def plan(state: State, target: int) -> Plan | None:
    """The walk to a tile that a move can reach, or exploring for the sake of a space beside; None for other targets."""
    if state.phase != a.P_TURN or state.to_move < 0 or not 0 <= target < state.board.count:
        return None
    if state.laid[target] < 0:
        return _exploring(state, target)
    way = reach(state, state.active).get(target)
    return None if way is None else _walk(state, way)


def _exploring(state: State, cell: int) -> Plan | None:
    """Drawing a tile for a space beside the adventurer (G11)."""
    if cell not in state.empty[state.at[state.active]] or (a.EXPLORE,) not in state.legal():
        return None
    column, row = cell % state.board.columns, cell // state.board.columns
    words = _("Explore: draw a land tile, then choose where it lies.")
    return Plan(((a.EXPLORE,),), over_board(state, explore_frame(column, row, cell)), words)


def _walk(state: State, way: Walk) -> Plan:
    """The steps of a walk up to the first place where the seat has to choose something."""
    actions: list[Action] = []
    after = state.clone()
    halt = -1
    for cell, kind in zip(way.cells, way.ways, strict=True):
        step: Action = (a.STEP, cell, kind)
        actions.append(step)
        after.apply(step)
        while after.phase != a.P_TURN and len(after.legal()) == 1:
            actions.append(after.legal()[0])
            after.apply(actions[-1])
        if after.phase != a.P_TURN:
            halt = cell
            break
    return Plan(tuple(actions), walk_ghost(state, way.cells), _words(state, way, halt))


def _words(state: State, way: Walk, halt: int) -> str:
    """ "3 steps: C4, C3, C2; 2 rifles leave the backpack." """
    cells = ", ".join(space(state.board, cell) for cell in way.cells)
    words = _("{steps}: {cells}").format(steps=steps(way.steps), cells=cells)
    if way.pieces:
        words = _("{walk}; {pieces} from the backpack").format(walk=words, pieces=_cost(way))
    if halt >= 0 and halt != way.cells[-1]:
        words = _("{walk}; first to {space}").format(walk=words, space=space(state.board, halt))
    return _("{sentence}.").format(sentence=words)


def _cost(way: Walk) -> str:
    """What leaves the backpack on a walk."""
    anything = plural("{count} piece of your choice", "{count} pieces of your choice", way.any).format(count=way.any)
    if not way.any:
        return pieces(way.paid)
    if not any(way.paid):
        return anything
    return _("{pieces} and {more}").format(pieces=pieces(way.paid), more=anything)


# ghosts


def over_board(state: State, shapes: Sequence[Shape]) -> Picture:
    """Shapes in the place of the whole board."""
    bounds = (0.0, 0.0, float(state.board.columns), float(state.board.rows))
    return Picture(bounds, (Layer("ghost", tuple(shapes), still=False),))


def walk_ghost(state: State, cells: Sequence[int]) -> Picture:
    """Footprints of the seat to move over some tiles, and the adventurer at their end."""
    seat, columns = state.active, state.board.columns
    way = [_heart(columns, cell) for cell in (state.at[seat], *cells)]
    end = cells[-1]
    halts = state.board.kind_at(state.laid[end]) < a.ADVENTURES
    figure = adventurers(end % columns, end // columns, (seat,), halts, end, faded=True)
    prints: tuple[Path, ...] = tuple(shape for shape in footprints(way, seat, end) if isinstance(shape, Path))
    return over_board(state, (*prints, *figure))


def _heart(columns: int, cell: int) -> Point:
    """Where the roads of a tile meet."""
    return cell % columns + MEET[0], cell // columns + MEET[1]


def camp_ghost(state: State) -> Picture:
    """A camp as it would stand where the adventurer is, beside those that stand there."""
    columns, count = state.board.columns, state.board.count
    here = state.at[state.active]
    standing = [seat for seat in range(state.seats) for _one in range(state.camp[seat * count + here])]
    place = sum(1 for seat in standing if seat <= state.active)
    after = camps(here % columns, here // columns, sorted([*standing, state.active]), here)
    return over_board(state, after[place : place + 1])
