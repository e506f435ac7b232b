"""The expedition: drawing and placing tiles, their events, placing a unit (N4–N7, N12)."""

from __future__ import annotations

from studio.core.game import Action
from studio.games.neue_entdecker.rules import board as a
from studio.games.neue_entdecker.rules.board import Position
from studio.games.neue_entdecker.rules.scoring import (
    close_turn,
    fetch,
    free_huts,
    lift_from_chart,
    lift_from_path,
    numbers_in,
    restock,
    scouts_on_chart,
    scouts_on_paths,
    send_up,
    take_from_supply,
)
from studio.seatiles.rules.play import lay_hand, placements, shows_tops, take_up

_STOP: Action = (a.STOP,)
_DRAW_HIDDEN: list[Action] = [(a.DRAW_HIDDEN, stack) for stack in range(100)]
_DRAW_OPEN: list[Action] = [(a.DRAW_OPEN, cls) for cls in range(7)]
_UNIT: list[list[Action]] = [[(a.UNIT, kind, land) for land in range(4)] for kind in range(3)]


def pass_turn(s: Position, action: Action) -> None:
    """Pass because no start can be paid (N4); gaps are still filled (T8)."""
    s.passes += 1
    close_turn(s)


def announce_hidden(s: Position, action: Action) -> None:
    """Pay now for tiles from the hidden stacks (N4)."""
    s.gold[s.active] -= action[1] * s.board.hidden_price
    s.left, s.open_tiles = action[1], False
    go_on(s)


def announce_open(s: Position, action: Action) -> None:
    """Pay now for open tiles (N4)."""
    s.gold[s.active] -= action[1] * s.board.open_price
    s.left, s.open_tiles = action[1], True
    go_on(s)


def go_on(s: Position) -> None:
    """Continue with drawing, a unit or stopping; end the expedition if stopping is the only option (N6, N7)."""
    s.to_move = s.active
    moves = go_moves(s)
    if moves[0] == _STOP:
        close_turn(s)
    else:
        s.phase, s.moves = a.P_GO, moves


def go_moves(s: Position) -> list[Action]:
    """Return draws while announced tiles remain and the ship can sail on; units on the last tile; stop."""
    moves: list[Action] = []
    if s.left and s.ahead:
        if s.open_tiles:
            need, fitting, classes = s.need, s.board.chart.classes_fitting, 0
            for cell in s.ahead:
                classes |= fitting[need[cell]]
            moves = [_DRAW_OPEN[cls] for cls in range(1, 7) if classes >> cls & 1]
        else:
            moves = [_DRAW_HIDDEN[stack] for stack, size in enumerate(s.stack_size) if size]
    if s.laid_turn:
        lands = s.board.chart.placements[s.laid[s.ship]].lands
        if lands:
            _unit_moves(s, lands, moves)
    if s.drawn or not moves:
        moves.append(_STOP)
    return moves


def _unit_moves(s: Position, lands: int, moves: list[Action]) -> None:
    """Return the affordable units of the active seat; scouts on the board can be moved if none is in supply (N7)."""
    seat = s.active
    gold, first, cost = s.gold[seat], seat * 3, s.board.unit_cost
    has_scout = s.supply[first] > 0
    if has_scout and gold >= cost[a.SCOUT]:
        if s.numbered:
            numbers = numbers_in(s.numbers[seat])
            moves += [(a.UNIT, a.SCOUT, land, number) for land in range(lands) for number in numbers]
        else:
            moves += _UNIT[a.SCOUT][:lands]
    for kind in (1, 2):
        if s.supply[first + kind] and gold >= cost[kind]:
            moves += _UNIT[kind][:lands]
    if not has_scout and gold >= cost[a.SCOUT]:
        cells, spaces = scouts_on_chart(s, seat), scouts_on_paths(s, seat)
        moves += [(a.UNIT_FROM_CELL, land, cell) for land in range(lands) for cell in cells]
        moves += [(a.UNIT_FROM_PATH, land, hut, space) for land in range(lands) for hut, space in spaces]


def turn_up(s: Position, action: Action) -> None:
    """Take a hidden tile into the hand, then reveal the next back."""
    if take_up(s, action, a.THEN_PLACE):
        place(s)


def draw_open(s: Position, action: Action) -> None:
    """Take an open tile of a class; by N9 if none is left."""
    s.left -= 1
    s.drawn += 1
    s.hand = fetch(s, action[1])
    if not shows_tops(s, a.THEN_PLACE):
        place(s)


def place(s: Position) -> None:
    """Place the tile in hand if it fits; the seat chooses between several placements (N6)."""
    moves = placements(s)
    if len(moves) == 1:
        lay(s, moves[0])
    elif moves:
        s.phase, s.to_move, s.moves = a.P_LAY, s.active, moves
    else:
        assert s.hand is not None
        kind, event = s.hand
        s.discard[kind * a.SORTS + event] += 1
        s.hand = None
        restock(s)
        if not shows_tops(s, a.THEN_GO):
            go_on(s)


def lay(s: Position, action: Action) -> None:
    """Place the tile and move the ship there (N6)."""
    lay_hand(s, action)
    s.laid_round += 1
    if not s.hidden_plain and not s.hidden_query:
        restock(s)
        if shows_tops(s, a.THEN_EVENT):
            return
    apply_event(s)


def apply_event(s: Position) -> None:
    """Apply the event of the last placed tile, unless it was an open one (N6, N12)."""
    event = 0 if s.open_tiles else s.event[s.ship]
    if event == a.GOLD:
        s.gold[s.active] += s.board.digger
    elif event == a.PIRATES:
        s.gold[s.active] -= s.gold[s.active] // 2
    elif event == a.NATIVES:
        moves = natives_moves(s)
        if len(moves) > 1:
            s.phase, s.to_move, s.moves = a.P_NATIVES, s.active, moves
            return
    elif event == a.STORM:
        close_turn(s)
        return
    go_on(s)


def natives_moves(s: Position) -> list[Action]:
    """Return the scouts that may go up a hut path: from the supply, else from chart or jungle; or none (N12)."""
    seat = s.active
    moves: list[Action] = [(a.NATIVES_NONE,)]
    huts = free_huts(s)
    if s.supply[seat * 3 + a.SCOUT]:
        if s.numbered:
            numbers = numbers_in(s.numbers[seat])
            moves += [(a.NATIVES_SUPPLY, hut, number) for hut in huts for number in numbers]
        else:
            moves += [(a.NATIVES_SUPPLY, hut) for hut in huts]
        return moves
    cells = scouts_on_chart(s, seat)
    moves += [(a.NATIVES_FROM_CELL, hut, cell) for hut in huts for cell in cells]
    for hut in huts:
        free = s.paths[hut].index(-1)
        for other, space in scouts_on_paths(s, seat):
            if other != hut or free < space:  # otherwise it would return to its own space
                moves.append((a.NATIVES_FROM_PATH, hut, other, space))
    return moves


def natives_from_supply(s: Position, action: Action) -> None:
    number = action[2] if s.numbered else 0
    take_from_supply(s, s.active, number)
    _follow_natives(s, action[1], number)


def natives_from_cell(s: Position, action: Action) -> None:
    _follow_natives(s, action[1], lift_from_chart(s, action[2]))


def natives_from_path(s: Position, action: Action) -> None:
    _follow_natives(s, action[1], lift_from_path(s, action[2], action[3]))


def _follow_natives(s: Position, hut: int, number: int) -> None:
    if not send_up(s, hut, s.active, number, a.THEN_GO):
        go_on(s)


def place_unit(s: Position, action: Action) -> None:
    """Place a unit from the supply on the last tile, which ends the expedition (N7)."""
    seat, kind = s.active, action[1]
    if kind == a.SCOUT:
        number = action[3] if s.numbered else 0
        take_from_supply(s, seat, number)
        _stand(s, a.SCOUT, action[2], number)
    else:
        s.supply[seat * 3 + kind] -= 1
        s.owners[seat] |= 1 << s.ship
        _stand(s, kind, action[2], 0)


def unit_from_cell(s: Position, action: Action) -> None:
    _stand(s, a.SCOUT, action[1], lift_from_chart(s, action[2]))


def unit_from_path(s: Position, action: Action) -> None:
    _stand(s, a.SCOUT, action[1], lift_from_path(s, action[2], action[3]))


def _stand(s: Position, kind: int, land: int, number: int) -> None:
    cell = s.ship
    s.gold[s.active] -= s.board.unit_cost[kind]
    s.unit[cell] = s.active * 3 + kind
    s.unit_land[cell] = land
    s.unit_number[cell] = number
    close_turn(s)
