"""Backpacks as insets: that of the seat to move, whose pieces can be clicked, and those of the others in rows.

A backpack is twelve compartments in leather, numbered where they are empty. What is taken fills it from the last
compartment down, so that the highest open number says how many steps a move that begins now has (G4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from studio.core.game import OVER
from studio.core.panel import Inset
from studio.core.picture import Label, Layer, Outline, Path, Picture, Shape, Sprite, Target, circle, rectangle, rounded
from studio.core.text import _, plural, seat_mark
from studio.drawing.ornaments import ornament
from studio.games.goldland.drawing import look
from studio.games.goldland.drawing.look import PACK_TARGET
from studio.games.goldland.panel.legend import legend
from studio.games.goldland.rules import State
from studio.games.goldland.rules import actions as a
from studio.games.goldland.words.moves import button
from studio.games.goldland.words.places import pieces, steps


def insets(state: State) -> tuple[Inset, ...]:
    """The backpack of the seat whose turn it is, all others in rows (none is secret: G1), and the legend."""
    if state.to_move == OVER:
        return (others(state),)
    return own(state), others(state), legend()


def held(state: State, seat: int) -> list[int]:
    """What lies in the compartments, the last one first: the amulet, treasures, pieces."""
    found = [AMULET] * state.amulet[seat] + [TREASURE] * state.treasures[seat]
    for item in range(a.ITEMS):
        found += [item] * state.pack[seat * a.ITEMS + item]
    return found


def own(state: State) -> Inset:
    """The backpack of the seat whose turn it is; what it may discard or hand over is clicked here."""
    seat = state.active
    actions = state.legal() if state.to_move >= 0 else []
    choice = [action for action in actions if action[0] in (a.DISCARD, a.HAND_OVER, a.DROP)]
    targets = {action[1]: PACK_TARGET + action[1] for action in choice}
    names = {action[1]: button(state, action) for action in choice}
    title = _("Backpack of {who}").format(who=seat_mark(seat))
    return Inset(title, _note(state, seat), backpack(held(state, seat), targets, names))


def _note(state: State, seat: int) -> str:
    """How far its steps go."""
    free = state.free(seat)
    if state.points >= 0 and state.moved == 1:
        return plural("{count} step left", "{count} steps left", state.points).format(count=state.points)
    return steps(free)


WIDTH = 10.0
ROW = 1.16
_FIRST, _APART = 1.95, 1.03


def others(state: State) -> Inset:
    """The backpacks of the other seats: a row each, what is in it and how many steps it leaves."""
    if state.to_move == OVER:
        return Inset(_("Backpacks"), "", _rows(state, list(range(state.seats))))
    seats = [(state.active + after) % state.seats for after in range(1, state.seats)]
    return Inset(_("Other backpacks"), _("open to all"), _rows(state, seats))


def _rows(state: State, seats: list[int]) -> Picture:
    pitch = min(_APART, (WIDTH - _FIRST) / max(1, *(len(_goods(state, seat)) for seat in seats)))
    shapes: list[Shape] = []
    targets: list[Target] = []
    for row, seat in enumerate(seats):
        y = ROW * (row + 0.5)
        if row:
            shapes.append(Path("line:line:0.03", (((0.0, y - ROW / 2), (WIDTH, y - ROW / 2)),), closed=False))
        shapes.append(Sprite("common/emblem", 0.46, y, 0.68, seat=seat))
        shapes.append(Label("bold:text", str(state.free(seat)), 1.28, y - 0.13, 0.56))
        shapes.append(Label("text:second", _("steps"), 1.28, y + 0.33, 0.30))
        targets.append(Target(-2 - seat, rectangle(0, y - ROW / 2, WIDTH, ROW), _pack_words(state, seat)))
        for place, (name, count) in enumerate(_goods(state, seat)):
            x = _FIRST + 0.5 + pitch * place
            shapes.append(Sprite(name, x, y, 0.92))
            if count > 1:
                shapes.append(Path("fill:plate", (circle(x + 0.33, y + 0.30, 0.235),)))
                shapes.append(Path("line:sprite_ink:0.045", (circle(x + 0.33, y + 0.30, 0.235),)))
                shapes.append(Label("bold:plate_ink", str(count), x + 0.33, y + 0.30, 0.36))
    return Picture((0, 0, WIDTH, ROW * len(seats)), (Layer("rows", tuple(shapes), still=False),), tuple(targets))


def _goods(state: State, seat: int) -> list[tuple[str, int]]:
    """What a backpack holds, kind by kind, closer together where it is much."""
    found = [(look.ITEM_SPRITES[item], state.pack[seat * a.ITEMS + item]) for item in range(a.ITEMS)]
    found += [(look.TREASURE, state.treasures[seat]), (look.AMULET, state.amulet[seat])]
    return [(name, count) for name, count in found if count]


def _pack_words(state: State, seat: int) -> str:
    """ "⟦1⟧: 2 rifles and 1 rope; 9 steps." """
    words = pieces(state.pack[seat * a.ITEMS : seat * a.ITEMS + a.ITEMS])
    return _("{who}: {pieces}; {steps}").format(who=seat_mark(seat), pieces=words, steps=steps(state.free(seat)))


# a backpack as a picture


TREASURE, AMULET = 7, 8
"""What a compartment can hold beside the seven items."""
_POCKET, _PITCH = 0.88, 1.0
_SIDE, _FLAP = 0.24, 0.62
_COLUMNS, _SIZE = 6, 12


def backpack(
    held: Sequence[int], targets: Mapping[int, int] | None = None, names: Mapping[int, str] | None = None
) -> Picture:
    """A pack of twelve compartments in two rows that holds these pieces (0–6 items, 7 treasure, 8 amulet).

    `held[0]` lies in the last compartment. Each compartment whose piece is in `targets` becomes a place to click,
    called as `names` says.
    """
    empty = _SIZE - len(held)
    shapes: list[Shape] = [*ornament("goldland/backpack")]
    spots: list[Target] = []
    pockets: list[Outline] = []
    lit: list[Outline] = []
    inside: list[Shape] = []
    for slot in range(_SIZE):
        x = _SIDE + slot % _COLUMNS * _PITCH + (_PITCH - _POCKET) / 2
        y = _FLAP + slot // _COLUMNS * _PITCH + (_PITCH - _POCKET) / 2
        box = rounded(x, y, _POCKET, _POCKET, 0.11)
        cx, cy = x + _POCKET / 2, y + _POCKET / 2
        (lit if slot == empty - 1 else pockets).append(box)
        if slot < empty:
            style = "pocket_lit" if slot == empty - 1 else "pocket_number"
            inside.append(Label(style, str(slot + 1), cx, cy, 0.52))
            continue
        piece = held[_SIZE - 1 - slot]
        inside.append(_piece(piece, cx, cy))
        if targets and piece in targets:
            spots.append(Target(targets[piece], box, (names or {}).get(piece, "")))
    shapes.append(Path("pocket", tuple(pockets)))
    if lit:
        shapes.append(Path("pocket_open", tuple(lit)))
    shapes += inside
    shapes += ornament("goldland/backpack_flap")
    if spots:
        shapes.append(Path("pocket_choice", tuple(spot.outline for spot in spots)))
    return Picture((-0.06, -0.04, 6.54, 2.92), (Layer("pack", tuple(shapes), still=False),), tuple(spots))


def _piece(piece: int, x: float, y: float) -> Sprite:
    """What lies in a compartment."""
    if piece == TREASURE:
        return Sprite("goldland/treasure", x, y, 0.70)
    if piece == AMULET:
        return Sprite("goldland/amulet", x, y, 0.74)
    return Sprite(look.ITEM_SPRITES[piece], x, y, 0.76)
