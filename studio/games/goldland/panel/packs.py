"""Backpacks as insets: that of the seat to move, whose pieces can be clicked, and those of the others."""

from __future__ import annotations

from studio.core.game import OVER
from studio.core.panel import Inset
from studio.core.picture import Label, Layer, Path, Picture, Shape, Sprite, Target, circle, rectangle
from studio.core.text import _, plural, seat_mark
from studio.games.goldland.drawing import look
from studio.games.goldland.drawing.targets import PACK_TARGET
from studio.games.goldland.panel.backpack import AMULET, TREASURE, backpack
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
    return Inset(title, _note(state, seat), backpack(held(state, seat), columns=6, targets=targets, names=names))


def _note(state: State, seat: int) -> str:
    """How far its steps go."""
    free = state.free(seat)
    if state.points >= 0 and state.moved == 1:
        return plural("{count} step left", "{count} steps left", state.points).format(count=state.points)
    return steps(free)


WIDTH = 10.0
ROW = 1.16
_FIRST, _PITCH = 1.95, 1.03


def others(state: State) -> Inset:
    """The backpacks of the other seats: a row each, what is in it and how many steps it leaves."""
    if state.to_move == OVER:
        return Inset(_("Backpacks"), "", _rows(state, list(range(state.seats))))
    seats = [(state.active + after) % state.seats for after in range(1, state.seats)]
    return Inset(_("Other backpacks"), _("open to all"), _rows(state, seats))


def _rows(state: State, seats: list[int]) -> Picture:
    pitch = min(_PITCH, (WIDTH - _FIRST) / max(1, *(len(_goods(state, seat)) for seat in seats)))
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
    return Picture((0, 0, WIDTH, ROW * len(seats)), (Layer("rows", tuple(shapes)),), tuple(targets))


def _goods(state: State, seat: int) -> list[tuple[str, int]]:
    """What a backpack holds, kind by kind, closer together where it is much."""
    found = [(look.ITEM_SPRITES[item], state.pack[seat * a.ITEMS + item]) for item in range(a.ITEMS)]
    found += [(look.TREASURE, state.treasures[seat]), (look.AMULET, state.amulet[seat])]
    return [(name, count) for name, count in found if count]


def _pack_words(state: State, seat: int) -> str:
    """ "⟦1⟧: 2 rifles and 1 rope; 9 steps." """
    words = pieces(state.pack[seat * a.ITEMS : seat * a.ITEMS + a.ITEMS])
    return _("{who}: {pieces}; {steps}").format(who=seat_mark(seat), pieces=words, steps=steps(state.free(seat)))
