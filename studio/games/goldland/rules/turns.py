"""Effects of all actions: moving, exploring, equipment, the temple, ends of turns and of the match (G2–G15)."""

from __future__ import annotations

from studio.core.game import CHANCE, OVER, Action
from studio.games.goldland.rules.board import (
    ADVENTURES,
    AMULET_VALUE,
    CHANGES,
    CROSS,
    CROSS_PAY,
    CROSSING,
    END,
    EXPLORE,
    FREE,
    ITEMS,
    P_CAMP,
    P_DROP,
    P_HAND_OVER,
    P_LAY,
    P_OVER,
    P_TAKE,
    P_TILE,
    P_TURN,
    PAY,
    STALE_ROUNDS,
    STOP,
    TREASURE,
    TREASURE_PRICE,
    TREASURE_VALUE,
    TURN_UP,
)
from studio.games.goldland.rules.moves import turn_moves
from studio.games.goldland.rules.position import Position

BONUS = 2  # coins of the bonus pile for an amulet (G14)


def go_on(s: Position) -> None:
    """Return to the turn; end it if the seat has acted and END is its only legal action."""
    s.phase, s.to_move = P_TURN, s.active
    moved = s.moved
    if moved == 2 or (not moved and (s.gained or s.explored)):
        moves = turn_moves(s)
        if len(moves) == 1:
            end_turn(s)
        else:
            s.moves = moves


def stop(s: Position, action: Action) -> None:
    if not end_move(s, STOP):
        go_on(s)


def end_move(s: Position, then: int = STOP) -> bool:
    """End a move that has begun, perhaps with an amulet (G14); return whether a piece must be dropped before `then`."""
    s.moved = 2
    if not s.amulet_due():
        return False
    seat = s.active
    if s.free(seat) > 0:
        take_amulet(s)
        return False
    if not s.pieces(seat):
        return False
    s.phase, s.then = P_DROP, then
    return True


def drop(s: Position, action: Action) -> None:
    """Drop a piece for the amulet (G14), then continue what ended the move."""
    item = action[1]
    s.pack[s.active * ITEMS + item] -= 1
    s.stock[item] += 1
    take_amulet(s)
    then, s.then = s.then, -1
    if then == STOP:
        go_on(s)
    elif then == TREASURE:
        take_treasure(s, action)
    elif then == END:
        end_turn(s)
    else:
        draw(s)


def take_amulet(s: Position) -> None:
    """Take the amulet, and coins of the bonus pile while there are any (G14)."""
    seat = s.active
    s.amulet[seat] = 1
    s.progress = 1
    if s.first < 0:
        s.first, s.bonus_open = seat, 1
    if s.bonus_open:
        coins = min(BONUS, s.bonus)
        s.bonus -= coins
        s.coins[seat] += coins
    if all(s.amulet):
        s.last_round = 1


def take_treasure(s: Position, action: Action) -> None:
    """Pay two provisions for the treasure here, which ends the turn (G13)."""
    if s.moved == 1 and end_move(s, TREASURE):
        return
    seat = s.active
    for item, number in enumerate(TREASURE_PRICE):
        s.pack[seat * ITEMS + item] -= number
        s.stock[item] += number
    s.treasure[s.at[seat]] = 0
    s.treasures[seat] += 1
    s.progress = 1
    end_turn(s)


def end(s: Position, action: Action) -> None:
    if s.moved != 1 or not end_move(s, END):
        end_turn(s)


def end_turn(s: Position) -> None:
    """Give a discovery token to a seat that did nothing (G3), then begin the next turn or end the match (G15)."""
    if not (s.moved or s.gained or s.explored) and s.token_stock:
        s.token_stock -= 1
        s.tokens[s.active] += 1
    s.clear_turn()
    seat = s.active + 1
    if seat == s.seats:
        seat = 0
        s.stale = 0 if s.progress else s.stale + 1
        s.progress = 0
        if s.last_round or s.stale >= STALE_ROUNDS:
            s.phase, s.to_move = P_OVER, OVER
            return
        s.round += 1
    s.turn += 1
    s.active = s.to_move = seat
    s.phase = P_TURN
    if s.bonus_open and seat == s.first:
        s.box += s.bonus
        s.bonus = s.bonus_open = 0
    if s.amulet[seat]:
        take_coin(s)


def take_coin(s: Position) -> None:
    """Give a coin for the amulet, from the reserve or, in the last round, from the box (G2)."""
    if s.reserve:
        s.reserve -= 1
        if not s.reserve:
            s.last_round = 1
    elif not s.last_round:
        return
    elif s.box:
        s.box -= 1
    else:
        s.added += 1
    s.coins[s.active] += 1
    s.progress = 1


def scores(s: Position) -> list[int]:
    """Return coins + 3 per treasure + 3 for the amulet + markers (G15)."""
    points = [
        coins + TREASURE_VALUE * treasures + AMULET_VALUE * amulet
        for coins, treasures, amulet in zip(s.coins, s.treasures, s.amulet, strict=True)
    ]
    for holder, value in zip(s.marker, s.board.numbers.markers, strict=True):
        if holder >= 0:
            points[holder] += value
    return points


# Equipment: gained from a tile's line (G10), bought with discovery tokens (G12)


def gain(s: Position, action: Action) -> None:
    """Choose an alternative; the amounts are then chosen item by item. Ends a begun move (G10)."""
    if s.moved == 1:
        end_move(s)
    s.gained = 1
    s.alternative = action[1]
    _offer(s, -1)


def take(s: Position, action: Action) -> None:
    """Move pieces from the stock into the backpack."""
    item, number = s.item, action[1]
    s.pack[s.active * ITEMS + item] += number
    s.stock[item] -= number
    _offer(s, item)


def _offer(s: Position, after: int) -> None:
    """Continue with the next item after this one of which any can be taken."""
    seat = s.active
    if s.free(seat) > 0:
        for item, _number in s.board.gains[s.laid[s.at[seat]] >> 2][s.alternative]:
            if item > after and s.stock[item]:
                s.phase, s.item = P_TAKE, item
                return
    s.item = s.alternative = -1
    go_on(s)


def buy(s: Position, action: Action) -> None:
    """Buy a piece of equipment with tokens; the same decision continues (G12)."""
    seat, item = s.active, action[1]
    price = s.price()
    s.tokens[seat] -= price
    s.token_stock += price
    s.pack[seat * ITEMS + item] += 1
    s.stock[item] -= 1
    if s.phase == P_TAKE:
        _offer(s, s.item - 1)
    elif not s.phase:
        go_on(s)


# Exploring: a tile is drawn or turned up, then placed next to the adventurer (G11)


def explore(s: Position, action: Action) -> None:
    """Explore from the stack. Ends a begun move."""
    if s.moved != 1 or not end_move(s, EXPLORE):
        draw(s)


def turn_up(s: Position, action: Action) -> None:
    """Turn up the face-down tile on a space; LAY then rotates it (G11, face-down board; ruling)."""
    s.spot = action[1]
    if s.moved != 1 or not end_move(s, TURN_UP):
        draw(s)


def draw(s: Position) -> None:
    s.explored = 1
    s.phase, s.to_move = P_TILE, CHANCE


def see_tile(s: Position, action: Action) -> None:
    tile = action[1]
    s.hidden = tuple([other for other in s.hidden if other != tile])
    s.hand = tile
    s.phase, s.to_move = P_LAY, s.active


def lay(s: Position, action: Action) -> None:
    """Place the tile with its treasure, and give the seat a discovery token (G11)."""
    _kind, cell, turn = action
    tile = s.hand
    s.hand = s.spot = -1
    s.laid[cell] = tile << 2 | turn
    links, empty = s.links[:], s.empty[:]
    links[cell], empty[cell] = s.around(cell)
    for other in s.board.neighbors[cell]:
        if other >= 0:
            links[other], empty[other] = s.around(other)
    s.links, s.empty = links, empty
    if s.board.tiles[tile].treasure:
        s.treasure[cell] = 1
        s.treasure_stock -= 1
    if s.token_stock:
        s.token_stock -= 1
        s.tokens[s.active] += 1
    s.progress = 1
    go_on(s)


# Moving: discards, steps, crossings, adventures, camps and markers (G4–G9)


def discard(s: Position, action: Action) -> None:
    """Return a piece to the stock, for more movement points or for room (G4)."""
    item = action[1]
    s.pack[s.active * ITEMS + item] -= 1
    s.stock[item] += 1
    if s.rules < CHANGES["G4"]:
        s.moved = 1
    go_on(s)


def step(s: Position, action: Action) -> None:
    """Take a step. Red items are paid at once, the rest of a crossing piece by piece (G4–G7)."""
    _kind, cell, way = action
    seat = s.active
    if s.points < 0:
        s.points = s.free(seat)
        s.visited = 1 << s.at[seat]
        s.moved = 1
    s.points -= 1
    s.visited |= 1 << cell
    s.at[seat] = cell
    if way == FREE:
        s.paid_here = 0
        go_on(s)
        return
    s.owed = CROSSING if way != PAY else 0
    s.paid_here = int(way != CROSS)
    if s.paid_here:
        tile, pack, stock = s.laid[cell] >> 2, s.pack, s.stock
        for item, number in s.board.pays[tile]:
            pack[seat * ITEMS + item] -= number
            stock[item] += number
        if way == CROSS_PAY:
            s.owed = max(0, CROSSING - s.board.pay_total[tile])
    if s.owed:
        s.phase, s.item = P_HAND_OVER, 0
    else:
        survive(s)


def hand_over(s: Position, action: Action) -> None:
    """Pay one piece of a crossing (G6)."""
    item = action[1]
    s.pack[s.active * ITEMS + item] -= 1
    s.stock[item] += 1
    s.owed -= 1
    s.item = item
    if not s.owed:
        s.item = -1
        if s.paid_here:
            survive(s)
        else:
            go_on(s)


def survive(s: Position) -> None:
    """Survive an adventure: the first seat to do so with its kind gets the marker (G9); a camp may follow (G8)."""
    kind = s.board.kinds[s.laid[s.at[s.active]] >> 2]
    if s.marker[kind] < 0:
        s.marker[kind] = s.active
    s.phase = P_CAMP


def no_camp(s: Position, action: Action) -> None:
    go_on(s)


def pitch(s: Position, action: Action) -> None:
    """Place a camp from the supply (G8)."""
    seat = s.active
    s.camps[seat] -= 1
    s.camp[seat * s.board.count + s.at[seat]] += 1
    s.progress = 1
    award(s, s.at[seat])
    go_on(s)


def shift(s: Position, action: Action) -> None:
    """Move a camp from another tile, because the supply is empty (G8)."""
    seat, old = s.active, action[1]
    base, here = seat * s.board.count, s.at[seat]
    s.camp[base + old] -= 1
    s.camp[base + here] += 1
    kinds = s.board.kinds
    award(s, here)
    if kinds[s.laid[old] >> 2] != kinds[s.laid[here] >> 2]:
        award(s, old)
    go_on(s)


def award(s: Position, cell: int) -> None:
    """Give the marker of the tile's kind to a seat with strictly more camps on such tiles than its holder (G9)."""
    board, kinds = s.board, s.board.kinds
    kind = kinds[s.laid[cell] >> 2]
    if kind >= ADVENTURES or s.marker[kind] < 0:
        return
    cells = [here for here, placement in enumerate(s.laid) if placement >= 0 and kinds[placement >> 2] == kind]
    camp, seats = s.camp, s.seats
    best = s.marker[kind]
    most = sum([camp[best * board.count + here] for here in cells])
    for after in range(seats):
        seat = (s.active + after) % seats
        number = sum([camp[seat * board.count + here] for here in cells])
        if number > most:
            best, most = seat, number
    s.marker[kind] = best
