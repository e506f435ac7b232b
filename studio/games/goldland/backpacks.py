"""Backpack insets for the board: the active seat's with clickable pieces, the others' in rows, and the legend.

A backpack has twelve compartments, numbered while they are empty. Pieces fill it from the last compartment down, so the
highest visible number is the number of steps that a move beginning now has (G4).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from studio.core.cache import text_cache
from studio.core.game import OVER
from studio.core.panel import Inset
from studio.core.picture import (
    Label,
    Layer,
    Outline,
    Path,
    Picture,
    Shape,
    Sprite,
    Target,
    circle,
    rectangle,
    rounded_rectangle,
)
from studio.core.text import _, plural, seat_mark
from studio.drawing.pen import ornament_paths
from studio.games.goldland.drawing import pieces as drawings
from studio.games.goldland.drawing.pieces import GAIN, PACK_TARGET, PAY, PRICE, SHOW, disc_shapes
from studio.games.goldland.rules import State, board as a
from studio.games.goldland.text.moves import button_text
from studio.games.goldland.text.places import pieces_text, steps_text

# Legend next to the board: rims, groups and frames as they appear on the board.

LEGEND_WIDTH = 10.0
LEGEND_ROW = 1.12
_WORDS = 0.47
_DISC = 0.76
_PAD = 0.10
_FRAME = 0.88
_BESIDE = 0.12  # distance from a symbol to its text
_LETTER = 0.24  # estimated width of a character; the exact width is known only when painting
_GAP = 0.22  # smallest distance between two entries in a row

_RIMS = ((a.RIFLE, PAY), (a.SHOVEL, SHOW), (a.WOOD, GAIN), (a.PROVISION, PRICE))


@text_cache()
def legend() -> Inset:
    """Return the legend inset: four rims, two arrangements and three frames, each with a tooltip."""
    texts = (
        (_("pay"), _("Red with a point: paid to enter, or handed over for a crossing.")),
        (_("show"), _("White: must be in the backpack and stays there.")),
        (_("gain"), _("Black: taken from the stock, limited by empty compartments.")),
        (_("price"), _("Yellow with a point: paid for the treasure at the end of the turn.")),
        (_("take all"), _("Overlapping: you can take all of them.")),
        (_("choose one"), _("Separated by a bar: choose one side.")),
        (_("free"), _("Gold frame: reachable by road; the number shows the steps.")),
        (_("crossing"), _("Dashed frame: reachable by a crossing for four pieces of equipment.")),
        (_("explore"), _("Dashed and pale: you can place or turn over a tile here.")),
    )
    symbols: list[_Symbol] = [
        *((_DISC + 2 * _PAD + _BESIDE, partial(_discs, 0.0, (item,), rim)) for item, rim in _RIMS),
        (_DISC * 1.6 + 2 * _PAD + _BESIDE, partial(_discs, 0.6, (a.WOOD, a.ROPE), GAIN)),
        (_DISC * 2.4 + 2 * _PAD + _BESIDE, _either_symbol),
        *((_FRAME + 0.18, partial(_frame_symbol, frame)) for frame in ("free", "crossing", "explore")),
    ]
    shapes: list[Shape] = []
    targets: list[Target] = []
    top, first = 0.0, 0
    for count in (4, 2, 3):
        wide = [symbols[number][0] + len(texts[number][0]) * _LETTER for number in range(first, first + count)]
        for number, (x, y, end) in enumerate(_arrange_symbols(wide, top), first):
            word, sentence = texts[number]
            indent, draw = symbols[number]
            shapes += draw(x, y + LEGEND_ROW / 2)
            shapes.append(Label("text:text", word, x + indent, y + LEGEND_ROW / 2, _WORDS, anchor="left"))
            targets.append(Target(-2 - number, rectangle(x, y, end - x, LEGEND_ROW), sentence))
        top, first = y + LEGEND_ROW, first + count
    picture = Picture((0, 0, LEGEND_WIDTH, top), (Layer("legend", tuple(shapes)),), tuple(targets))
    return Inset(_("Legend"), "", picture)


_Symbol = tuple[float, Callable[[float, float], Sequence[Shape]]]
"""A symbol: where its text begins, and the function that draws it from its left edge and vertical middle."""


def _arrange_symbols(widths: Sequence[float], top: float) -> list[tuple[float, float, float]]:
    """Return left, top and right of symbols with texts of these widths: in one row if they fit, else in two columns."""
    gap = (LEGEND_WIDTH - sum(widths)) / (len(widths) - 1)
    if gap >= _GAP:
        gap = min(gap, 1.2)
        lefts = [sum(widths[:number]) + number * gap for number in range(len(widths))]
        return [(x, top, min(x + one + gap, LEGEND_WIDTH)) for x, one in zip(lefts, widths, strict=True)]
    column = LEGEND_WIDTH / 2
    return [
        (number % 2 * column, top + number // 2 * LEGEND_ROW, (number % 2 + 1) * column)
        for number in range(len(widths))
    ]


def _discs(apart: float, items: Sequence[int], rim: str, x: float, y: float) -> list[Shape]:
    """Return discs, `apart` disc widths, on the plate of an equipment line; a price is on the tile itself."""
    high, width = 1.19 * _DISC, _DISC * (1 + apart * (len(items) - 1))
    plate = rounded_rectangle(x, y - high / 2, width + 2 * _PAD, high, 0.36 * high)
    shapes: list[Shape] = [] if rim == PRICE else [Path("line_plate", (plate,))]
    for place, item in enumerate(items):
        shapes += disc_shapes(x + _PAD + _DISC * (0.5 + apart * place), y, _DISC, item, rim)
    return shapes


def _either_symbol(x: float, y: float) -> Sequence[Shape]:
    bar = x + _PAD + _DISC * 2.4 / 2
    line = ((bar, y - 0.36 * _DISC), (bar, y + 0.36 * _DISC))
    return [*_discs(1.4, (a.SHOVEL, a.RIFLE), GAIN, x, y), Path("line_bar", (line,), is_closed=False)]


def _frame_symbol(frame: str, x: float, y: float) -> Sequence[Shape]:
    return ornament_paths(f"goldland/legend_{frame}", x, y - _FRAME / 2)


# Backpack insets


def pack_insets(state: State) -> tuple[Inset, ...]:
    """Return the active seat's backpack, the others in rows (none is secret: G1), and the legend."""
    if state.to_move == OVER:
        return (other_backpacks(state),)
    return own_backpack(state), other_backpacks(state), legend()


def pack_contents(state: State, seat: int) -> list[int]:
    """Return the pieces by compartment, the last one first: amulet, treasures, equipment."""
    pieces = [AMULET] * state.amulet[seat] + [TREASURE] * state.treasures[seat]
    for item in range(a.ITEMS):
        pieces += [item] * state.pack[seat * a.ITEMS + item]
    return pieces


def own_backpack(state: State) -> Inset:
    """Return the active seat's backpack; pieces that can be discarded or handed over are clickable."""
    seat = state.active
    actions = state.legal() if state.to_move >= 0 else []
    choice = [action for action in actions if action[0] in (a.DISCARD, a.HAND_OVER, a.DROP)]
    targets = {action[1]: PACK_TARGET + action[1] for action in choice}
    names = {action[1]: button_text(state, action) for action in choice}
    title = _("Backpack: {who}").format(who=seat_mark(seat))
    note = steps_text(state.free(seat))
    if state.points >= 0 and state.moved == 1:
        note = plural("{count} step left", "{count} steps left", state.points).format(count=state.points)
    return Inset(title, note, backpack(pack_contents(state, seat), targets, names))


WIDTH = 10.0
ROW = 1.16
_FIRST, _APART = 1.95, 1.03


def other_backpacks(state: State) -> Inset:
    """Return the other seats' backpacks in rows, each with its contents and the steps that it leaves."""
    if state.to_move == OVER:
        return Inset(_("Backpacks"), "", _rows(state, list(range(state.seats))))
    seats = [(state.active + after) % state.seats for after in range(1, state.seats)]
    return Inset(_("Other backpacks"), _("visible to all"), _rows(state, seats))


def _rows(state: State, seats: list[int]) -> Picture:
    pitch = min(_APART, (WIDTH - _FIRST) / max(1, *(len(_pack_goods(state, seat)) for seat in seats)))
    shapes: list[Shape] = []
    targets: list[Target] = []
    for row, seat in enumerate(seats):
        y = ROW * (row + 0.5)
        if row:
            shapes.append(Path("line:line:0.03", (((0.0, y - ROW / 2), (WIDTH, y - ROW / 2)),), is_closed=False))
        shapes.append(Sprite("common/emblem", 0.46, y, 0.68, seat=seat))
        shapes.append(Label("bold:text", str(state.free(seat)), 1.28, y - 0.13, 0.56))
        shapes.append(Label("text:second", _("steps"), 1.28, y + 0.33, 0.30))
        text = _("{who}: {pieces}; {steps}").format(
            who=seat_mark(seat),
            pieces=pieces_text(state.pack[seat * a.ITEMS : seat * a.ITEMS + a.ITEMS]),
            steps=steps_text(state.free(seat)),
        )
        targets.append(Target(-2 - seat, rectangle(0, y - ROW / 2, WIDTH, ROW), text))
        for place, (name, count) in enumerate(_pack_goods(state, seat)):
            x = _FIRST + 0.5 + pitch * place
            shapes.append(Sprite(name, x, y, 0.92))
            if count > 1:
                disc = (circle(x + 0.33, y + 0.30, 0.235),)
                shapes += (Path("fill:plate", disc), Path("line:sprite_ink:0.045", disc))
                shapes.append(Label("bold:plate_ink", str(count), x + 0.33, y + 0.30, 0.36))
    return Picture((0, 0, WIDTH, ROW * len(seats)), (Layer("rows", tuple(shapes), is_still=False),), tuple(targets))


def _pack_goods(state: State, seat: int) -> list[tuple[str, int]]:
    pieces = [(drawings.ITEM_SPRITES[item], state.pack[seat * a.ITEMS + item]) for item in range(a.ITEMS)]
    pieces += [(drawings.TREASURE, state.treasures[seat]), (drawings.AMULET, state.amulet[seat])]
    return [(name, count) for name, count in pieces if count]


# Picture of a backpack


TREASURE, AMULET = 7, 8  # contents of a compartment in addition to the seven items
_POCKET, _PITCH = 0.88, 1.0
_SIDE, _FLAP = 0.24, 0.62
_COLUMNS, _SIZE = 6, 12


def backpack(
    held: Sequence[int], targets: Mapping[int, int] | None = None, names: Mapping[int, str] | None = None
) -> Picture:
    """Return a pack of twelve compartments in two rows with these pieces (0–6 items, 7 treasure, 8 amulet).

    `held[0]` is in the last compartment. Each compartment whose piece is in `targets` becomes a clickable place, named
    by `names`.
    """
    empty = _SIZE - len(held)
    shapes: list[Shape] = [*ornament_paths("goldland/backpack")]
    spots: list[Target] = []
    pockets: list[Outline] = []
    lit: list[Outline] = []
    inside: list[Shape] = []
    for slot in range(_SIZE):
        x = _SIDE + slot % _COLUMNS * _PITCH + (_PITCH - _POCKET) / 2
        y = _FLAP + slot // _COLUMNS * _PITCH + (_PITCH - _POCKET) / 2
        pocket = rounded_rectangle(x, y, _POCKET, _POCKET, 0.11)
        cx, cy = x + _POCKET / 2, y + _POCKET / 2
        (lit if slot == empty - 1 else pockets).append(pocket)
        if slot < empty:
            style = "pocket_lit" if slot == empty - 1 else "pocket_number"
            inside.append(Label(style, str(slot + 1), cx, cy, 0.52))
            continue
        piece = held[_SIZE - 1 - slot]
        special = {TREASURE: (drawings.TREASURE, 0.70), AMULET: (drawings.AMULET, 0.74)}
        name, size = special.get(piece) or (drawings.ITEM_SPRITES[piece], 0.76)
        inside.append(Sprite(name, cx, cy, size))
        if targets and piece in targets:
            spots.append(Target(targets[piece], pocket, (names or {}).get(piece, "")))
    shapes.append(Path("pocket", tuple(pockets)))
    if lit:
        shapes.append(Path("pocket_open", tuple(lit)))
    shapes += inside
    shapes += ornament_paths("goldland/backpack_flap")
    if spots:
        shapes.append(Path("pocket_choice", tuple(spot.outline for spot in spots)))
    return Picture((-0.06, -0.04, 6.54, 2.92), (Layer("pack", tuple(shapes), is_still=False),), tuple(spots))
