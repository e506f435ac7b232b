"""Drawings of pieces, tile lines and move marks, and the targets outside the board.

Targets are pieces in the backpack and in the stock. Cells are their own numbers; these targets are above all cells.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from studio.core.game import Action
from studio.core.grid import Point
from studio.core.panel import Plan
from studio.core.picture import (
    BESIDE,
    Label,
    Layer,
    Outline,
    Path,
    Picture,
    Shape,
    Sprite,
    circle,
    rectangle,
    rounded_rectangle,
)
from studio.core.text import _, plural
from studio.drawing.pen import ornament_paths
from studio.games.goldland.drawing.ground import HEART, MEET
from studio.games.goldland.drawing.shore import MOUTH
from studio.games.goldland.rules import State, board as a
from studio.games.goldland.rules.board import ITEM_KEYS, KIND_KEYS
from studio.games.goldland.rules.moves import Walk, reach
from studio.games.goldland.text.places import pieces_text, space, steps_text

ITEM_SPRITES: Final = tuple(f"goldland/{key}" for key in ITEM_KEYS)
MARKER_SPRITES: Final = tuple(f"goldland/{key}" for key in KIND_KEYS[:7])
TREASURE: Final = "goldland/treasure"
AMULET: Final = "goldland/amulet"
TOKEN: Final = "goldland/discovery"
COIN: Final = "common/coin"
CAMP: Final = "goldland/camp"
ADVENTURER: Final = "goldland/adventurer"
COINS: Final = "goldland/coins"

PACK_TARGET: Final = BESIDE  # + item: a piece in the backpack of the active seat
STOCK_TARGET: Final = BESIDE + 20  # + item: the pieces of a kind in the stock


# Equipment line of a tile: payment, condition and gain; always upright, on one plate
#
# Overlapping discs are all of a group. Discs apart with a bar between them are alternatives. A white arrow is between
# what is shown and what is gained. The rim is red for pay, white for show, black for gain, yellow for price; paid discs
# also have a point below.

_DISCS = (*ITEM_SPRITES, "goldland/any")  # the drawings by item; the last one means any piece
PLAIN, PAY, SHOW, GAIN, PRICE = "", "pay", "show", "gain", "price"

DISC = 0.195  # diameter of a disc in tile sides
MIDDLE = 0.142  # distance of the line from the tile's north edge
WIDEST = 0.95
_OVERLAP, _APART, _BETWEEN, _ARROW, _PAD = 0.60, 0.40, 0.30, 0.52, 0.20

Counts = tuple[int, ...]  # count of each item, in the order of `ITEM_KEYS`


class EquipmentLine(NamedTuple):
    """One line: what is paid on entering, what must be shown, and the alternatives of the gain."""

    pay: Counts = ()
    show: Counts = ()
    gains: tuple[Counts, ...] = ()


class _Mark(NamedTuple):
    """A disc, an arrow or a bar of a line, at `x` disc widths from its start."""

    kind: str
    x: float
    item: int = 0


@lru_cache(maxsize=1024)
def line_shapes(lines: tuple[EquipmentLine, ...], x: float, y: float, cell: int = -1) -> tuple[Shape, ...]:
    """Return the plate with the lines of a tile whose north-west corner is (x, y); nothing without lines."""
    marks, long = _arrange_line(lines)
    if not marks:
        return ()
    d = min(DISC, WIDEST / (long + 2 * _PAD))
    width, height = (long + 2 * _PAD) * d, 1.19 * d
    left, middle = x + 0.5 - width / 2, y + MIDDLE
    plate = rounded_rectangle(left, middle - height / 2, width, height, 0.36 * height)
    shapes: list[Shape] = [Path("line_plate", (plate,), cell)]
    start = left + _PAD * d
    for mark in marks:
        place = start + mark.x * d
        if mark.kind == "arrow":
            shapes += ornament_paths("goldland/arrow", place, middle, _ARROW * d, cell=cell)
        elif mark.kind == "bar":
            shapes.append(Path("line_bar", (((place, middle - 0.40 * d), (place, middle + 0.40 * d)),), cell, False))
        else:
            shapes += disc_shapes(place + d / 2, middle, d, mark.item, mark.kind, cell)
    return tuple(shapes)


def _arrange_line(lines: Iterable[EquipmentLine]) -> tuple[list[_Mark], float]:
    """Return the marks of a line and its width, in disc widths."""
    marks: list[_Mark] = []
    at = 0.0
    for line in lines:
        if marks:
            at += _BETWEEN
        before = len(marks)
        for counts, kind in ((line.pay, PAY), (line.show, SHOW)):
            if any(counts):
                if len(marks) > before:
                    at += 0.10
                at = _group(marks, counts, kind, at)
        gains = [gain for gain in line.gains if any(gain)]
        if gains and len(marks) > before:
            marks.append(_Mark("arrow", at + 0.12))
            at += _ARROW + 0.24
        for number, gain in enumerate(gains):
            if number:
                marks.append(_Mark("bar", at + _APART / 2))
                at += _APART
            at = _group(marks, gain, GAIN, at)
    return marks, at


def _group(marks: list[_Mark], counts: Counts, kind: str, at: float) -> float:
    """Add overlapping discs from `at` on and return their end."""
    items = [item for item, count in enumerate(counts) for _one in range(count)]
    marks.extend(_Mark(kind, at + number * _OVERLAP, item) for number, item in enumerate(items))
    return at + 1 + (len(items) - 1) * _OVERLAP


def disc_shapes(x: float, y: float, d: float, item: int, rim: str = PLAIN, cell: int = -1) -> list[Shape]:
    """Return a piece of equipment as a disc of diameter `d`; the rim shows whether it is paid, shown or gained."""
    shapes: list[Shape] = [Sprite(_DISCS[item], x, y, d * 100 / 94, cell)]
    if rim:
        shapes += ornament_paths(f"goldland/disc_{rim}", x, y, d, cell=cell)
    return shapes


# Pieces on tiles: medallions, treasures with their price, camps, adventurers, the temple

_MEDALLION, _OCTAGON, _CAMP, _FIGURE = 0.38, 0.26, 0.185, 0.41
_TREASURE = (0.835, 0.81)
_PLAIN_PLACES = (
    (),
    ((0.50, 0.0),),
    ((0.37, 0.0), (0.63, 0.0)),
    ((0.28, 0.0), (0.50, 0.02), (0.72, 0.0)),
    ((0.20, 0.0), (0.40, 0.02), (0.60, 0.02), (0.80, 0.0)),
    ((0.16, 0.0), (0.33, 0.02), (0.50, 0.03), (0.67, 0.02), (0.84, 0.0)),
)
_HALT_PLACES = ((0.150, 0.02), (0.850, -0.10), (0.290, -0.09), (0.710, -0.09), (0.50, -0.12))
"""Places of adventurers next to a medallion, in order: distance to the east and below the road."""


def medallion(x: float, y: float, kind: int, cell: int = -1) -> Sprite:
    """Return the adventure of a tile in its middle."""
    return Sprite(MARKER_SPRITES[kind], x + HEART[0], y + HEART[1], _MEDALLION * 100 / 94, cell)


def treasure_shapes(x: float, y: float, full: bool, cell: int = -1) -> tuple[Shape, ...]:
    """Return the octagon of a tile with a treasure, and its price of two while it is there."""
    cx, cy = x + _TREASURE[0], y + _TREASURE[1]
    name = "goldland/octagon" if full else "goldland/octagon_empty"
    shapes: list[Shape] = [Sprite(name, cx, cy, _OCTAGON * 1.06, cell)]
    if full:
        for beside in (-0.049, 0.049):
            shapes += disc_shapes(cx + beside, y + 0.615, 0.118, 0, PRICE, cell)
    return tuple(shapes)


def camps(x: float, y: float, seats: Sequence[int], cell: int = -1) -> tuple[Shape, ...]:
    """Return camps in a row along the south of a tile."""
    step = min(0.13, 0.54 / max(1, len(seats) - 1))
    return tuple(
        Sprite("goldland/camp", x + 0.115 + number * step, y + 0.81 - _CAMP / 2, _CAMP * 1.12, cell, seat)
        for number, seat in enumerate(seats)
    )


def adventurers(
    x: float, y: float, seats: Sequence[int], halts: bool = False, cell: int = -1, faded: bool = False
) -> tuple[Shape, ...]:
    """Return up to five adventurers on a tile; with `halts` they stand next to its medallion."""
    places = _HALT_PLACES[: len(seats)] if halts else _PLAIN_PLACES[len(seats)]
    size = _FIGURE if len(seats) == 1 else 0.36
    foot = y + MEET[1] + 0.10
    standing = sorted(zip(places, seats, strict=True), key=lambda one: one[0][1])
    return tuple(
        Sprite("goldland/adventurer", x + px, foot + py - size / 2, size * 1.06, cell, seat, is_faded=faded)
        for (px, py), seat in standing
    )


def temple_shapes(
    x: float, y: float, amulets: int, bonus: int, reserve: int, laid: bool = False, gates: int = 15, cell: int = -1
) -> tuple[Shape, ...]:
    """Return the temple seen from above: a large square building round the final space (G14).

    Before a tile is placed there it has a court with the amulets, with stairs on the sides of `gates` (N 1, E 2, S 4, W
    8). Afterwards (`laid`) it frames the tile, whose exits are `gates`. The coins of bonus and reserve are on two of
    its towers; empty piles are omitted.
    """
    middle, round_a_tile = (x + 0.5, y + 0.5), "_round_a_tile" if laid else ""
    shapes: list[Shape] = [*ornament_paths(f"goldland/temple{round_a_tile}", *middle, cell=cell)]
    for side in range(4):
        if gates >> side & 1:
            shapes += ornament_paths(f"goldland/stairs{round_a_tile}", *middle, turn=90.0 * side, cell=cell)
    shapes += ornament_paths("goldland/towers", *middle, cell=cell)
    if amulets and not laid:
        shapes.append(Sprite("goldland/amulet", x + 0.5, y + 0.485, 0.40, cell, text=str(amulets)))
    elif laid:  # also without coins, so that the tile differs from all others
        text = str(amulets) if amulets else ""
        shapes.append(Sprite("goldland/amulet", x + 0.79, y + 0.76, 0.40, cell, text=text, is_faded=not amulets))
    if reserve:
        shapes.append(Sprite("goldland/coins", x + 0.98, y + 0.01, 0.22, cell, text=str(reserve)))
    if bonus:
        shapes.append(Sprite("goldland/coins", x + 0.02, y + 0.97, 0.22, cell, text=str(bonus)))
    return tuple(shapes)


# Marks for the current decision: frames of reach, own place, footprints, step counts

_INSET = 0.022
_PILL = 0.21
_PILL_Y = 0.885


def free_frame(x: float, y: float, gates: int = 0, cell: int = -1) -> tuple[Shape, ...]:
    """Return a gold frame for a tile reachable by road, open on the sides of `gates` where a road enters."""
    lines: list[Outline] = []
    low, high, a, b = _INSET, 1 - _INSET, MOUTH + 0.01, 1 - MOUTH - 0.01
    corners: tuple[Point, ...] = ((low, low), (high, low), (high, high), (low, high))
    current: list[Point] = []
    first: list[Point] | None = None
    for side in range(4):
        (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 4]
        current.append((x + ax, y + ay))
        if gates >> side & 1:
            current.append((x + ax + (bx - ax) * a, y + ay + (by - ay) * a))
            if first is None:
                first = current
            else:
                lines.append(tuple(current))
            current = [(x + ax + (bx - ax) * b, y + ay + (by - ay) * b)]
    frame = (_frame(x, y),)
    if first is None:
        return Path("reach_glow", frame, cell), Path("reach_frame", frame, cell)
    lines.append((*current, *first))
    return Path("reach_glow", frame, cell), Path("reach_frame", tuple(lines), cell, is_closed=False)


def crossing_frame(x: float, y: float, cell: int = -1) -> tuple[Shape, ...]:
    frame = (_frame(x, y),)
    return Path("reach_glow", frame, cell), Path("crossing_ground", frame, cell), Path("crossing_frame", frame, cell)


def explore_frame(x: float, y: float, cell: int = -1, words: bool = True) -> tuple[Shape, ...]:
    """Return a mark for a space that can be explored: lighter parchment, dashed edge, token and caption."""
    frame = (rounded_rectangle(x + 0.045, y + 0.045, 0.91, 0.91, 0.05),)
    shapes: list[Shape] = [
        Path("explore_ground", frame, cell),
        Path("explore_frame", frame, cell),
        Sprite("goldland/discovery", x + 0.5, y + (0.44 if words else 0.5), 0.38, cell),
    ]
    if words:
        shapes.append(Label("explore_word", _("Explore"), x + 0.5, y + 0.78, 0.15, cell))
    return tuple(shapes)


def own_place(x: float, y: float, cell: int = -1) -> Path:
    return Path("own_place", (_frame(x, y),), cell)


def dim_tile(x: float, y: float, coast: bool = False, cell: int = -1) -> Shape:
    """Return shading for an unreachable tile; coasts get less because they are lighter to read."""
    return Path("dim_coast" if coast else "dim", (rectangle(x, y, 1, 1),), cell)


def _frame(x: float, y: float) -> Outline:
    return rounded_rectangle(x + _INSET, y + _INSET, 1 - 2 * _INSET, 1 - 2 * _INSET, 0.03)


def step_pill(x: float, y: float, steps: int, leaving: Counts = (), cell: int = -1) -> tuple[Shape, ...]:
    """Return the number of steps to a tile and the pieces paid on the way, by item (the eighth: any piece)."""
    r, cy = _PILL / 2, y + _PILL_Y
    items = [item for item, count in enumerate(leaving) for _one in range(count)]
    d = 0.135
    step = min(0.56 * d, 0.36 / max(1, len(items) - 1))
    tail = 0.03 + d + (len(items) - 1) * step + 0.035 if items else 0.0
    left = x + 0.5 - (2 * r + tail) / 2
    shapes: list[Shape] = []
    if items:
        shapes.append(Path("pill", (rounded_rectangle(left, cy - r, 2 * r + tail, 2 * r, r),), cell))
    shapes.append(Path("pill_coin", (circle(left + r, cy, r * 0.94),), cell))
    shapes.append(Label("pill_figure", str(steps), left + r, cy, 0.175, cell))
    for number, item in enumerate(items):
        shapes += disc_shapes(left + 2 * r + 0.03 + d / 2 + number * step, cy - 0.008, d, item, PAY, cell)
    return tuple(shapes)


def footprints(points: Sequence[Point], seat: int, cell: int = -1) -> tuple[Shape, ...]:
    """Return footprints in a seat's colour from place to place."""
    soles: list[Outline] = []
    halos: list[Outline] = []
    left = 1
    for (ax, ay), (bx, by) in pairwise(points):
        long = math.hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / long, (by - ay) / long
        turn = math.degrees(math.atan2(uy, ux))
        count = max(1, round(long / 0.115))
        for number in range(count):
            away = (number + 0.5) * long / count
            cx, cy = ax + ux * away - uy * 0.040 * left, ay + uy * away + ux * 0.040 * left
            halo, sole = ornament_paths("goldland/sole", cx, cy, turn=turn)
            halos += halo.outlines
            soles += sole.outlines
            left = -left
    return Path("foot_halo", tuple(halos), cell), Path(f"fill:seat{seat}.body", tuple(soles), cell)


# Walks over several tiles with one click: range, footprints and cost


def plan(state: State, target: int) -> Plan | None:
    """Return the walk to a reachable tile, or the exploration of an adjacent space; None for other targets."""
    if state.phase != a.P_TURN or state.to_move < 0 or not 0 <= target < state.board.count:
        return None
    if state.laid[target] >= 0:
        walk = reach(state, state.active).get(target)
        return None if walk is None else _walk_plan(state, walk)
    if target not in state.empty[state.at[state.active]] or (a.EXPLORE,) not in state.legal():
        return None
    row, column = divmod(target, state.board.columns)
    text = _("Explore: draw a land tile, then choose where to place it.")
    return Plan(((a.EXPLORE,),), board_overlay(state, explore_frame(column, row, target)), text)


def _walk_plan(state: State, walk: Walk) -> Plan:
    """Return the steps of a walk up to the first tile where the seat has a choice."""
    actions: list[Action] = []
    after = state.clone()
    halt = -1
    for cell, kind in zip(walk.cells, walk.ways, strict=True):
        step: Action = (a.STEP, cell, kind)
        actions.append(step)
        after.apply(step)
        while after.phase != a.P_TURN and len(after.legal()) == 1:
            actions.append(after.legal()[0])
            after.apply(actions[-1])
        if after.phase != a.P_TURN:
            halt = cell
            break
    cells = ", ".join(space(state.board, cell) for cell in walk.cells)
    text = _("{steps}: {cells}").format(steps=steps_text(walk.steps), cells=cells)
    if walk.pieces:
        text = _("{walk}; {pieces} from the backpack").format(walk=text, pieces=_cost(walk))
    if halt >= 0 and halt != walk.cells[-1]:
        text = _("{walk}; first stop {space}").format(walk=text, space=space(state.board, halt))
    return Plan(tuple(actions), walk_ghost(state, walk.cells), _("{sentence}.").format(sentence=text))


def _cost(walk: Walk) -> str:
    """Return the pieces paid on a walk."""
    anything = plural("{count} piece of your choice", "{count} pieces of your choice", walk.any).format(count=walk.any)
    if not walk.any:
        return pieces_text(walk.paid)
    if not any(walk.paid):
        return anything
    return _("{pieces} and {more}").format(pieces=pieces_text(walk.paid), more=anything)


# Previews


def board_overlay(state: State, shapes: Sequence[Shape]) -> Picture:
    bounds = (0.0, 0.0, float(state.board.columns), float(state.board.rows))
    return Picture(bounds, (Layer("ghost", tuple(shapes), is_still=False),))


def walk_ghost(state: State, cells: Sequence[int]) -> Picture:
    """Return footprints of the active seat over some tiles, and the adventurer at their end."""
    seat, columns, end = state.active, state.board.columns, cells[-1]
    points = [(cell % columns + MEET[0], cell // columns + MEET[1]) for cell in (state.at[seat], *cells)]
    halts = state.board.kind_at(state.laid[end]) < a.ADVENTURES
    figure = adventurers(end % columns, end // columns, (seat,), halts, end, faded=True)
    return board_overlay(state, (*footprints(points, seat, end), *figure))


def camp_ghost(state: State) -> Picture:
    """Return a camp at the adventurer's tile, next to those already there."""
    columns, count = state.board.columns, state.board.count
    here = state.at[state.active]
    standing = [seat for seat in range(state.seats) for _one in range(state.camp[seat * count + here])]
    place = sum(1 for seat in standing if seat <= state.active)
    after = camps(here % columns, here // columns, sorted([*standing, state.active]), here)
    return board_overlay(state, after[place : place + 1])
