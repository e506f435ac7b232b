"""Names of the drawings that Goldland's board and panels show, and numbers of the places beside the board.

These can be clicked: pieces in the backpack, pieces in the stock. Cells are their own numbers; these lie above them.
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
STACK: Final = "goldland/stack"
STACK_EMPTY: Final = "goldland/stack_empty"

PACK_TARGET: Final = BESIDE
"""+ item: a piece in the backpack of the seat to move."""
STOCK_TARGET: Final = BESIDE + 20
"""+ item: the pieces of a kind in the stock."""


# The line of equipment of a tile: what it asks, what must be shown, what it gives; always upright, on one plate.
#
# Overlapping discs are all of a group, discs apart with a bar between them are one of several; a white arrow stands
# between what is shown and what is gained. The rim says what a disc is for, and those that are paid have a point below
# as well: pay red, show white, gain black, price yellow.

_DISCS = (*ITEM_SPRITES, "goldland/any")
"""The drawings by item; the last one stands for any piece."""
PLAIN, PAY, SHOW, GAIN, PRICE = "", "pay", "show", "gain", "price"

DISC = 0.195
"""Diameter of a disc, of a tile's side."""
MIDDLE = 0.142
"""How far below the tile's north edge the line runs."""
WIDEST = 0.95
_OVERLAP, _APART, _BETWEEN, _ARROW, _PAD = 0.60, 0.40, 0.30, 0.52, 0.20

Counts = tuple[int, ...]
"""How many of each item, by the order of `ITEM_KEYS`."""


class EquipmentLine(NamedTuple):
    """One line: what is paid on entering, what must be shown, and the alternatives of what is gained."""

    pay: Counts = ()
    show: Counts = ()
    gains: tuple[Counts, ...] = ()


class _Mark(NamedTuple):
    """A disc, an arrow or a bar of a line, at `x` disc widths from its start."""

    kind: str
    x: float
    item: int = 0


def line_shapes(lines: Sequence[EquipmentLine], x: float, y: float, cell: int = -1) -> tuple[Shape, ...]:
    """The plate with the lines of a tile whose north-west corner is (x, y); nothing for no lines."""
    return _line_shapes(tuple(lines), x, y, cell)


@lru_cache(maxsize=1024)
def _line_shapes(lines: tuple[EquipmentLine, ...], x: float, y: float, cell: int) -> tuple[Shape, ...]:
    marks, long = _arrange_line(lines)
    if not marks:
        return ()
    d = min(DISC, WIDEST / (long + 2 * _PAD))
    wide, high = (long + 2 * _PAD) * d, 1.19 * d
    left, middle = x + 0.5 - wide / 2, y + MIDDLE
    found: list[Shape] = [
        Path("line_plate", (rounded_rectangle(left, middle - high / 2, wide, high, 0.36 * high),), cell)
    ]
    start = left + _PAD * d
    for mark in marks:
        place = start + mark.x * d
        if mark.kind == "arrow":
            found += ornament_paths("goldland/arrow", place, middle, _ARROW * d, cell=cell)
        elif mark.kind == "bar":
            found.append(Path("line_bar", (((place, middle - 0.40 * d), (place, middle + 0.40 * d)),), cell, False))
        else:
            found += disc_shapes(place + d / 2, middle, d, mark.item, mark.kind, cell)
    return tuple(found)


def _arrange_line(lines: Iterable[EquipmentLine]) -> tuple[list[_Mark], float]:
    """Where everything stands, in disc widths, and how long it all is."""
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
    """Overlapping discs from `at` on; where they end."""
    items = [item for item, count in enumerate(counts) for _one in range(count)]
    marks.extend(_Mark(kind, at + number * _OVERLAP, item) for number, item in enumerate(items))
    return at + 1 + (len(items) - 1) * _OVERLAP


def disc_shapes(x: float, y: float, d: float, item: int, rim: str = PLAIN, cell: int = -1) -> list[Shape]:
    """A piece of equipment as a disc `d` across with a rim that says what it is for."""
    found: list[Shape] = [Sprite(_DISCS[item], x, y, d * 100 / 94, cell)]
    if rim:
        found += ornament_paths(f"goldland/disc_{rim}", x, y, d, cell=cell)
    return found


# What lies and stands on tiles: medallions of adventures, treasures with their price, camps, adventurers, the temple.
#
# (x, y) is always the north-west corner of the tile, in board units.

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
"""Where adventurers stand beside a medallion, from the first on: how far east, and how far below the road."""


def medallion(x: float, y: float, kind: int, cell: int = -1, value: str = "") -> Sprite:
    """The adventure of a tile, in its middle; with its value it is the marker of that kind."""
    return Sprite(MARKER_SPRITES[kind], x + HEART[0], y + HEART[1], _MEDALLION * 100 / 94, cell, text=value)


def treasure_shapes(x: float, y: float, full: bool, cell: int = -1, price: int = 2) -> tuple[Shape, ...]:
    """The octagon of a tile with a treasure, and what it costs while it lies there."""
    cx, cy = x + _TREASURE[0], y + _TREASURE[1]
    name = "goldland/octagon" if full else "goldland/octagon_empty"
    found: list[Shape] = [Sprite(name, cx, cy, _OCTAGON * 1.06, cell)]
    if full:
        d = 0.118
        for number in range(price):
            found += disc_shapes(cx + (number - (price - 1) / 2) * 0.098, y + 0.615, d, 0, PRICE, cell)
    return tuple(found)


def camps(x: float, y: float, seats: Sequence[int], cell: int = -1) -> tuple[Shape, ...]:
    """Camps along the south of a tile, one after another."""
    step = min(0.13, 0.54 / max(1, len(seats) - 1))
    return tuple(
        Sprite("goldland/camp", x + 0.115 + number * step, y + 0.81 - _CAMP / 2, _CAMP * 1.12, cell, seat)
        for number, seat in enumerate(seats)
    )


def adventurers(
    x: float, y: float, seats: Sequence[int], halts: bool = False, cell: int = -1, faded: bool = False
) -> tuple[Shape, ...]:
    """Adventurers on a tile; with `halts` they stand beside its medallion. At most five."""
    places = _HALT_PLACES[: len(seats)] if halts else _PLAIN_PLACES[len(seats)]
    size = _FIGURE if len(seats) == 1 else 0.36
    foot = y + MEET[1] + 0.10
    standing = sorted(zip(places, seats, strict=True), key=lambda one: one[0][1])
    return tuple(
        Sprite("goldland/adventurer", x + px, foot + py - size / 2, size * 1.06, cell, seat, is_faded=faded)
        for (px, py), seat in standing
    )


def temple_shapes(
    x: float,
    y: float,
    amulets: int,
    bonus: int,
    reserve: int,
    laid: bool = False,
    gates: int = 15,
    cell: int = -1,
) -> tuple[Shape, ...]:
    """The temple of the golden land, seen from above: a great square building round the final space (G14).

    Before a tile lies there, it has a court in its middle with the amulets; afterwards it stands round the tile like a
    frame. Coins lie on two of its towers: what is left of the bonus and of the reserve.
    `laid`: a tile lies there, whose exits are `gates` (N 1, E 2, S 4, W 8); before, stairs lead down on those sides.
    Piles of none are left out.
    """
    middle, round_a_tile = (x + 0.5, y + 0.5), "_round_a_tile" if laid else ""
    found: list[Shape] = [*ornament_paths(f"goldland/temple{round_a_tile}", *middle, cell=cell)]
    for side in range(4):
        if gates >> side & 1:
            found += ornament_paths(f"goldland/stairs{round_a_tile}", *middle, turn=90.0 * side, cell=cell)
    found += ornament_paths("goldland/towers", *middle, cell=cell)
    if amulets and not laid:
        found.append(Sprite("goldland/amulet", x + 0.5, y + 0.485, 0.40, cell, text=str(amulets)))
    elif laid:  # also when none is left: the tile would seem to be one like all others
        text = str(amulets) if amulets else ""
        found.append(Sprite("goldland/amulet", x + 0.79, y + 0.76, 0.40, cell, text=text, is_faded=not amulets))
    if reserve:
        found.append(Sprite("goldland/coins", x + 0.98, y + 0.01, 0.22, cell, text=str(reserve)))
    if bonus:
        found.append(Sprite("goldland/coins", x + 0.02, y + 0.97, 0.22, cell, text=str(bonus)))
    return tuple(found)


# Signs on the board for the decision at hand: frames of reach, the own place, footprints, pills of steps.
#
# (x, y) is always the north-west corner of a tile, in board units.

_INSET = 0.022
_PILL = 0.21
_PILL_Y = 0.885


def free_frame(x: float, y: float, gates: int = 0, cell: int = -1) -> tuple[Shape, ...]:
    """A tile that can be reached by road: a gold frame, open on the sides of `gates` where a road comes in."""
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
    if first is None:
        box = _frame(x, y)
        return Path("reach_glow", (box,), cell), Path("reach_frame", (box,), cell)
    lines.append((*current, *first))
    return (
        Path("reach_glow", (_frame(x, y),), cell),
        Path("reach_frame", tuple(lines), cell, is_closed=False),
    )


def crossing_frame(x: float, y: float, cell: int = -1) -> tuple[Shape, ...]:
    """A tile that can be reached by crossing: the same frame, whole and dashed."""
    box = (_frame(x, y),)
    return Path("reach_glow", box, cell), Path("crossing_ground", box, cell), Path("crossing_frame", box, cell)


def explore_frame(x: float, y: float, cell: int = -1, words: bool = True) -> tuple[Shape, ...]:
    """A space that can be explored: bleached parchment with a dashed edge, a token, and a word."""
    box = (rounded_rectangle(x + 0.045, y + 0.045, 0.91, 0.91, 0.05),)
    found: list[Shape] = [
        Path("explore_ground", box, cell),
        Path("explore_frame", box, cell),
        Sprite("goldland/discovery", x + 0.5, y + (0.44 if words else 0.5), 0.38, cell),
    ]
    if words:
        found.append(Label("explore_word", _("Explore"), x + 0.5, y + 0.78, 0.15, cell))
    return tuple(found)


def own_place(x: float, y: float, cell: int = -1) -> tuple[Shape, ...]:
    """Where the seat to move stands."""
    return (Path("own_place", (_frame(x, y),), cell),)


def dim_tile(x: float, y: float, coast: bool = False, cell: int = -1) -> Shape:
    """A tile out of reach; coasts less, as they are lighter to read."""
    return Path("dim_coast" if coast else "dim", (rectangle(x, y, 1, 1),), cell)


def _frame(x: float, y: float) -> Outline:
    return rounded_rectangle(x + _INSET, y + _INSET, 1 - 2 * _INSET, 1 - 2 * _INSET, 0.03)


def step_pill(x: float, y: float, steps: int, leaving: Counts = (), cell: int = -1) -> tuple[Shape, ...]:
    """How many steps it takes to this tile and what leaves the pack on the way, by item (the eighth: any piece)."""
    r, cy = _PILL / 2, y + _PILL_Y
    items = [item for item, count in enumerate(leaving) for _one in range(count)]
    d = 0.135
    step = min(0.56 * d, 0.36 / max(1, len(items) - 1))
    tail = 0.03 + d + (len(items) - 1) * step + 0.035 if items else 0.0
    left = x + 0.5 - (2 * r + tail) / 2
    found: list[Shape] = []
    if items:
        found.append(Path("pill", (rounded_rectangle(left, cy - r, 2 * r + tail, 2 * r, r),), cell))
    found.append(Path("pill_coin", (circle(left + r, cy, r * 0.94),), cell))
    found.append(Label("pill_figure", str(steps), left + r, cy, 0.175, cell))
    for number, item in enumerate(items):
        found += disc_shapes(left + 2 * r + 0.03 + d / 2 + number * step, cy - 0.008, d, item, PAY, cell)
    return tuple(found)


def footprints(way: Sequence[Point], seat: int, cell: int = -1) -> tuple[Shape, ...]:
    """Footprints in a seat's colour from place to place."""
    soles: list[Outline] = []
    halos: list[Outline] = []
    left = 1
    for (ax, ay), (bx, by) in pairwise(way):
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


# Walks over several tiles for one click: how far they go by themselves, their footprints, and what they cost.


def plan(state: State, target: int) -> Plan | None:
    """The walk to a tile that a move can reach, or exploring for the sake of a space beside; None for other targets."""
    if state.phase != a.P_TURN or state.to_move < 0 or not 0 <= target < state.board.count:
        return None
    if state.laid[target] < 0:
        return _exploration_plan(state, target)
    way = reach(state, state.active).get(target)
    return None if way is None else _walk_plan(state, way)


def _exploration_plan(state: State, cell: int) -> Plan | None:
    """Drawing a tile for a space beside the adventurer (G11)."""
    if cell not in state.empty[state.at[state.active]] or (a.EXPLORE,) not in state.legal():
        return None
    column, row = cell % state.board.columns, cell // state.board.columns
    words = _("Explore: draw a land tile, then choose where it lies.")
    return Plan(((a.EXPLORE,),), board_overlay(state, explore_frame(column, row, cell)), words)


def _walk_plan(state: State, way: Walk) -> Plan:
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
    return Plan(tuple(actions), walk_ghost(state, way.cells), _walk_text(state, way, halt))


def _walk_text(state: State, way: Walk, halt: int) -> str:
    """ "3 steps: C4, C3, C2; 2 rifles leave the backpack." """
    cells = ", ".join(space(state.board, cell) for cell in way.cells)
    words = _("{steps}: {cells}").format(steps=steps_text(way.steps), cells=cells)
    if way.pieces:
        words = _("{walk}; {pieces} from the backpack").format(walk=words, pieces=_cost(way))
    if halt >= 0 and halt != way.cells[-1]:
        words = _("{walk}; first to {space}").format(walk=words, space=space(state.board, halt))
    return _("{sentence}.").format(sentence=words)


def _cost(way: Walk) -> str:
    """What leaves the backpack on a walk."""
    anything = plural("{count} piece of your choice", "{count} pieces of your choice", way.any).format(count=way.any)
    if not way.any:
        return pieces_text(way.paid)
    if not any(way.paid):
        return anything
    return _("{pieces} and {more}").format(pieces=pieces_text(way.paid), more=anything)


# ghosts


def board_overlay(state: State, shapes: Sequence[Shape]) -> Picture:
    """Shapes in the place of the whole board."""
    bounds = (0.0, 0.0, float(state.board.columns), float(state.board.rows))
    return Picture(bounds, (Layer("ghost", tuple(shapes), is_still=False),))


def walk_ghost(state: State, cells: Sequence[int]) -> Picture:
    """Footprints of the seat to move over some tiles, and the adventurer at their end."""
    seat, columns = state.active, state.board.columns
    way = [_road_center(columns, cell) for cell in (state.at[seat], *cells)]
    end = cells[-1]
    halts = state.board.kind_at(state.laid[end]) < a.ADVENTURES
    figure = adventurers(end % columns, end // columns, (seat,), halts, end, faded=True)
    prints: tuple[Path, ...] = tuple(shape for shape in footprints(way, seat, end) if isinstance(shape, Path))
    return board_overlay(state, (*prints, *figure))


def _road_center(columns: int, cell: int) -> Point:
    return cell % columns + MEET[0], cell // columns + MEET[1]


def camp_ghost(state: State) -> Picture:
    """A camp as it would stand where the adventurer is, beside those that stand there."""
    columns, count = state.board.columns, state.board.count
    here = state.at[state.active]
    standing = [seat for seat in range(state.seats) for _one in range(state.camp[seat * count + here])]
    place = sum(1 for seat in standing if seat <= state.active)
    after = camps(here % columns, here // columns, sorted([*standing, state.active]), here)
    return board_overlay(state, after[place : place + 1])
