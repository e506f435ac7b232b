"""The legal actions of every phase, sorted (G17)."""

from __future__ import annotations

from itertools import compress

from studio.core.game import Action
from studio.games.goldland.rules.actions import (
    BUY,
    COMPARTMENTS,
    CROSSING,
    DISCARD,
    DROP,
    END,
    EXPLORE,
    GAIN,
    HAND_OVER,
    ITEMS,
    LAY,
    MOST_CELLS,
    NO_CAMP,
    P_CAMP,
    P_DROP,
    P_HAND_OVER,
    P_LAY,
    P_TAKE,
    PITCH,
    PROVISION,
    SHIFT,
    STOP,
    TAKE,
    TREASURE,
    TREASURE_PRICE,
    TURN_UP,
)
from studio.games.goldland.rules.position import Position

_END: Action = (END,)
_STOP: Action = (STOP,)
_EXPLORE: Action = (EXPLORE,)
_TREASURE: Action = (TREASURE,)
_NO_CAMP: Action = (NO_CAMP,)
_PITCH: Action = (PITCH,)
_DISCARD: list[Action] = [(DISCARD, item) for item in range(ITEMS)]
_HAND_OVER: list[Action] = [(HAND_OVER, item) for item in range(ITEMS)]
_DROP: list[Action] = [(DROP, item) for item in range(ITEMS)]
_BUY: list[Action] = [(BUY, item) for item in range(ITEMS)]
_TAKE: list[Action] = [(TAKE, number) for number in range(COMPARTMENTS + 1)]
_SHIFT: list[Action] = [(SHIFT, cell) for cell in range(MOST_CELLS)]
_TURN_UP: list[Action] = [(TURN_UP, cell) for cell in range(MOST_CELLS)]
_LAY: list[list[Action]] = [[(LAY, cell, turn) for turn in range(4)] for cell in range(MOST_CELLS)]
_PROVISIONS = TREASURE_PRICE[PROVISION]


def moves(s: Position) -> list[Action]:
    """Every legal action of a position in which something was begun: every phase but `P_TURN`."""
    phase = s.phase
    seat = s.active
    pack = s.pack[seat * ITEMS : seat * ITEMS + ITEMS]
    found: list[Action] = []
    if phase == P_HAND_OVER:
        left = sum(pack[s.item :])
        for item in range(s.item, ITEMS):
            if left < s.owed:
                break
            if pack[item]:
                found.append(_HAND_OVER[item])
                left -= pack[item]
    elif phase == P_CAMP:
        found.append(_NO_CAMP)
        if s.camps[seat]:
            found.append(_PITCH)
        else:
            here, base = s.at[seat], seat * s.board.count
            camp = s.camp[base : base + s.board.count]
            found += [_SHIFT[cell] for cell, number in enumerate(camp) if number and cell != here]
    elif phase == P_TAKE:
        found += _TAKE[: takeable(s) + 1]
    elif phase == P_LAY:
        turns = s.board.turns[s.hand]
        cells = s.empty[s.at[seat]] if s.spot < 0 else (s.spot,)
        found += [_LAY[cell][turn] for cell in cells for turn in turns]
    elif phase == P_DROP:
        spare = _PROVISIONS if s.then == TREASURE else 0
        found += [_DROP[item] for item in range(ITEMS) if pack[item] > (spare if item == PROVISION else 0)]
    if s.tokens[seat]:
        purchases(s, found, s.free(seat))
    return found


def purchases(s: Position, found: list[Action], free: int) -> None:
    """What the active seat can buy (G12)."""
    if free > 0 and s.tokens[s.active] >= s.board.prices[s.seats]:
        found += compress(_BUY, s.stock)


def takeable(s: Position) -> int:
    """The most that may be taken of the item in question (G10)."""
    seat = s.active
    offered = dict(s.board.gains[s.laid[s.at[seat]] >> 2][s.alternative])[s.item]
    return min(offered, s.stock[s.item], s.free(seat))


def turn_moves(s: Position) -> list[Action]:
    """Between actions: go on with the move or the turn, or end it."""
    seat, moved = s.active, s.moved
    here = s.at[seat]
    pack = s.pack[seat * ITEMS : seat * ITEMS + ITEMS]
    pieces = sum(pack)
    free = COMPARTMENTS - pieces - s.treasures[seat] - s.amulet[seat]
    board = s.board
    found: list[Action] = []
    if moved < 2:
        if s.points < 0:
            found = list(compress(_DISCARD, pack))
            if free > 0:
                steps(s, seat, pack, pieces, found)
        elif s.points:
            steps(s, seat, pack, pieces, found)
        if moved:
            found.append(_STOP)
    due = moved == 1 and here == board.temple and not s.amulet[seat]
    if not s.gained:
        tile = s.laid[here] >> 2
        gains = board.gains[tile]
        room = free - 1 if due else free
        if gains and room > 0 and (s.paid_here or not board.rewards[tile]):
            for item, number in board.shows[tile]:
                if pack[item] < number:
                    break
            else:
                stock = s.stock
                for alternative, offer in enumerate(gains):
                    for item, _number in offer:
                        if stock[item]:
                            found.append((GAIN, alternative))
                            break
    if not s.explored and s.hidden and s.empty[here]:
        if s.face_down:
            found += [_TURN_UP[cell] for cell in s.empty[here]]
        else:
            found.append(_EXPLORE)
    if s.treasure[here] and pack[PROVISION] >= _PROVISIONS and (not due or free > 0 or pieces > _PROVISIONS):
        found.append(_TREASURE)
    found.append(_END)
    if free > 0 and s.tokens[seat] >= board.prices[s.seats]:
        found += compress(_BUY, s.stock)
    return found


def steps(s: Position, seat: int, pack: list[int], pieces: int, found: list[Action]) -> None:
    """The tiles that can be entered from here, and how (G4–G7)."""
    visited = s.visited
    for cell, _tile, road, pays, enter, survive in s.links[s.at[seat]]:
        if visited >> cell & 1 or (pieces < CROSSING and not road):
            continue
        if pays is None:
            found.append(enter)
            continue
        if s.camp[seat * s.board.count + cell]:
            found.append(enter)
        for item, number in pays:
            if pack[item] < number:
                break
        else:
            found.append(survive)
