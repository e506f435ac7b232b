"""Start and end of turns, end of the match: income, routes, completed islands, jungle, hut tokens (N1–N4, N8–N14)."""

from __future__ import annotations

from collections.abc import Mapping

from studio.core.game import CHANCE, OVER, Action
from studio.games.neue_entdecker.rules import board as a
from studio.games.neue_entdecker.rules.board import Position
from studio.seatiles.rules import position
from studio.seatiles.rules.play import (
    Payment,
    chosen_island,
    next_island,
    payments,
    reached,
    set_out_at_rim,
    set_out_at_tile,
    shows_tops,
)
from studio.seatiles.rules.position import equal_parts, fetch_sorted, fill, fill_gaps, first_sort_left, make, stands_on

# Tile supply: hidden stacks, sorted tiles, discard (N0, N5, N9)


def deal(s: Position, places: list[int]) -> None:
    """Deal all hidden tiles into stacks at these places, as equal as possible (N0)."""
    sizes = [0] * len(s.stack_size)
    parts = equal_parts(s.hidden_plain + s.hidden_query, len(places))
    for place, size in zip(places, parts, strict=True):
        sizes[place] = size
    position.deal(s, sizes)


def fetch(s: Position, cls: int) -> tuple[int, int]:
    """Take a tile of a class: sorted, else discard, else hidden, else a new one (N9); return its kind and event."""
    kinds = s.board.chart.class_kinds[cls]
    kind, event = fetch_sorted(s, kinds)
    if kind >= 0:
        return kind, event
    kind, event = first_sort_left(kinds, s.hidden, a.SORTS)
    if kind >= 0:
        position.take_hidden(s, kind * a.SORTS + event, event > 0)
        deal(s, [place for place, size in enumerate(s.stack_size) if size])
        return kind, event
    return make(s, kinds)


def restock(s: Position) -> None:
    """Shuffle the discard into two stacks if no hidden tile is left (N9)."""
    if s.hidden_plain or s.hidden_query or not any(s.discard):
        return
    s.hidden, s.discard = s.discard, s.hidden
    s.count_hidden()
    if len(s.stack_size) < 2:
        s.stack_size, s.stack_top = [0, 0], [a.BACK_NONE, a.BACK_NONE]
    deal(s, [0, 1])


# Scouts in the jungle: hut paths, tokens, and the numbers of scouts (N11, N12, N14)


def free_huts(s: Position) -> list[int]:
    return [hut for hut, path in enumerate(s.paths) if -1 in path]


def send_up(s: Position, hut: int, seat: int, number: int, then: int) -> bool:
    """Put a scout on the free space nearest the hut (N11); return whether a token must be drawn before `then` follows.

    On the dot the seat draws the hut's token if there is none yet; on the eye it looks at the token.
    """
    space = s.paths[hut].index(-1)
    s.paths[hut][space] = seat
    s.path_numbers[hut][space] = number
    if space == s.board.dot and not s.token[hut] and any(s.bag):
        s.hut, s.looker = hut, seat
        s.phase, s.to_move, s.then = a.P_TOKEN, CHANCE, then
        return True
    if space == s.board.eye and s.token[hut]:
        s.seen[hut] |= 1 << seat
    return False


def put_token(s: Position, action: Action) -> None:
    """Put the drawn token into the hut, known to the seat that drew it (N11)."""
    s.token[s.hut] = action[1]
    s.seen[s.hut] |= 1 << s.looker
    s.bag[s.board.bag_values.index(action[1])] -= 1


def scouts_on_chart(s: Position, seat: int) -> list[int]:
    wanted = seat * 3 + a.SCOUT
    return [cell for cell, unit in enumerate(s.unit) if unit == wanted]


def scouts_on_paths(s: Position, seat: int) -> list[tuple[int, int]]:
    return [(hut, space) for hut, path in enumerate(s.paths) for space, other in enumerate(path) if other == seat]


def lift_from_chart(s: Position, cell: int) -> int:
    """Take a scout off the chart; return its number (0 without chief scouts)."""
    number = s.unit_number[cell]
    s.unit[cell], s.unit_land[cell], s.unit_number[cell] = -1, 0, 0
    return number


def lift_from_path(s: Position, hut: int, space: int) -> int:
    """Take a scout off a path; the others stay in place (N7). Returns its number (0 without chief scouts)."""
    number = s.path_numbers[hut][space]
    s.paths[hut][space], s.path_numbers[hut][space] = -1, 0
    return number


def take_from_supply(s: Position, seat: int, number: int) -> None:
    s.supply[seat * 3 + a.SCOUT] -= 1
    s.numbers[seat] &= ~(1 << number)


def numbers_in(mask: int) -> list[int]:
    """Return the scout numbers of a bit mask, ascending."""
    return [number for number in range(1, mask.bit_length()) if mask >> number & 1]


def weight(s: Position, seat: int, number: int, viewer: int) -> int:
    """Return what a seat's scout counts in rankings: 2 if it is a chief that the viewer knows, else 1 (N14).

    A seat knows its own chiefs.
    """
    if number:
        for index in (seat * 2, seat * 2 + 1):
            if s.chiefs[index] == number and (viewer == seat or s.chief_known >> index & 1):
                return 2
    return 1


# Start of a turn: income, start of the expedition, its cost, announcements (N1–N4)

_PASS: list[Action] = [(a.PASS,)]


def begin_turn(s: Position) -> None:
    """Start a turn; the die is rolled first if the seat is poor or all seats have passed in a row (N1, N4)."""
    s.drawn = s.laid_turn = s.left = 0
    if s.gold[s.active] < s.board.roll_below or s.passes >= s.seats:
        s.phase, s.to_move = a.P_DIE, CHANCE
    else:
        enter_start(s)


def roll(s: Position, action: Action) -> None:
    """Apply the number on the die, or the wheel (0)."""
    if action[1]:
        gain(s, action)
    else:
        s.phase, s.to_move, s.moves = a.P_WHEEL, s.active, s.board.wheel_moves


def gain(s: Position, action: Action) -> None:
    """Give the active seat the number, every other seat one more (N1)."""
    amount = action[1] + 1
    gold = s.gold
    for seat in range(s.seats):
        gold[seat] += amount
    gold[s.active] -= 1
    enter_start(s)


def enter_start(s: Position) -> None:
    s.phase, s.to_move = a.P_START, s.active
    s.moves = start_moves(s)


def start_moves(s: Position) -> list[Action]:
    """Return the starts that leave the price of one tile (N2–N4); otherwise only a pass."""
    board, budget = s.board, s.gold[s.active] - tile_price(s)
    if budget < 0:
        return _PASS
    moves = board.starts_at_rim(s.undiscovered, budget)
    steps = board.dearest_levels(payable(s), budget)
    moves += board.start_moves.at(reached(board.chart, s.undiscovered, s.sea, steps, s.owners))
    return moves or _PASS


def tile_price(s: Position) -> int:
    """Return the gold that must remain after a start: the price of the cheapest tile (N4)."""
    board = s.board
    return min(board.hidden_price, board.open_price) if s.hidden_plain or s.hidden_query else board.open_price


def payable(s: Position) -> int:
    """Return the seats that must be paid on the route (N3), as a bit mask, without owners who get nothing."""
    found = 0
    if s.board.route_toll:
        for seat, cells in enumerate(s.owners):
            if cells and seat != s.active:
                found |= 1 << seat
    return found


def _payments(s: Position) -> list[Payment]:
    """Return the possible payments of a route to the ship's start tile, cheapest first."""
    steps, budget = s.board.payment_levels(payable(s)), s.gold[s.active] - tile_price(s)
    return payments(s.board.chart, s.undiscovered, s.sea, steps, s.owners, budget, s.ship)


def start_at_rim(s: Position, action: Action) -> None:
    """Start from an open border edge; any of the space may be chosen, also a dearer one (N3; ruling)."""
    set_out_at_rim(s, action)
    s.phase, s.moves = a.P_ANNOUNCE, announce_moves(s)


def start_at_tile(s: Position, action: Action) -> None:
    """Start from a discovered tile: pay for its route, or choose between several payments (N3)."""
    set_out_at_tile(s, action[1])
    choices = _payments(s)
    if len(choices) == 1:
        settle(s, choices[0])
    else:
        s.phase, s.moves = a.P_PAY, pay_moves(s)


def pay_moves(s: Position) -> list[Action]:
    """Return the payment choices of a route to the ship's start tile, cheapest first."""
    return [(a.PAY, *payment) for payment in _payments(s)]


def settle(s: Position, payment: Payment) -> None:
    """Pay the toll to the bank and each owner on the route its share, once (N3)."""
    gold = s.gold
    gold[s.active] -= payment.cost
    if payment.owners:
        for seat in range(s.seats):
            if payment.owners >> seat & 1:
                gold[seat] += s.board.route_toll
    s.phase, s.moves = a.P_ANNOUNCE, announce_moves(s)


def announce_moves(s: Position) -> list[Action]:
    """Return the numbers of tiles that the seat's gold buys, from the hidden stacks or open (N4)."""
    return s.board.announce_moves(s.gold[s.active], bool(s.hidden_plain or s.hidden_query))


# End of a turn and the match: completed islands, scouts, hut tokens (N8, N10, N11, N13)


def close_turn(s: Position) -> None:
    """Fill gaps, then score completed islands (N8)."""
    fill_gaps(s, fetch)
    after_filling(s)


def after_filling(s: Position) -> None:
    """Restock empty stacks and reveal the tops of stacks that were searched for a filler, then score."""
    restock(s)
    if not shows_tops(s, a.THEN_SCORE):
        score_next(s)


def score_next(s: Position) -> None:
    """Score the completed islands in the order the active seat chooses, then end the turn."""
    nodes = next_island(s, score) if s.pending else []
    if nodes:
        score(s, nodes)
        send_next(s)
    elif not s.pending:
        end_turn(s)


def choose_island(s: Position, action: Action) -> None:
    score(s, chosen_island(s, action))
    send_next(s)


def score(s: Position, nodes: list[int]) -> None:
    """Give the points of a completed island and remove its units; its scouts wait to be sent (N10, N11)."""
    chart = s.board.chart
    tiles = {node >> 2 for node in nodes}
    bonus = 0
    for cell in tiles:
        bonus += chart.kinds[chart.placements[s.laid[cell]].kind].bonus
    found: dict[int, list[int]] = {}
    for node in nodes:
        if not stands_on(s, node):
            continue
        cell = node >> 2
        seat, kind = divmod(s.unit[cell], 3)
        strength = found.setdefault(seat, [0, 0, 0])
        if kind == a.SCOUT:
            number = s.unit_number[cell]
            strength[2] += weight(s, seat, number, seat)
            s.waiting[seat] += 1
            if number:
                uncover(s, seat, number)
                s.waiting_numbers[seat] |= 1 << number
        else:
            strength[0 if kind == a.SETTLEMENT else 1] += 1
            s.supply[seat * 3 + kind] += 1
            s.owners[seat] &= ~(1 << cell)
        s.unit[cell], s.unit_land[cell], s.unit_number[cell] = -1, 0, 0
    entry = (len(tiles), bonus, nodes[0] >> 2, nodes[0] & 3)
    if not found:
        s.ledger.append((a.SCORED_ISLAND, -1, 0, 0, *entry, 0, 0, 0, s.turn))
    for seat, place, points in ranks(len(tiles) + bonus, {seat: tuple(counts) for seat, counts in found.items()}):
        s.points[seat] += points
        s.ledger.append((a.SCORED_ISLAND, seat, points, place, *entry, *found[seat], s.turn))


def ranks(value: int, found: Mapping[int, tuple[int, ...]]) -> list[tuple[int, int, int]]:
    """Return seat, place and points on an island, best first: each place gets half of the one above, rounded up (N10).

    `found` are the units of each seat, strongest kind first.
    """
    order = sorted(sorted(found), key=found.__getitem__, reverse=True)
    result = []
    points, place = value, 1
    for index, seat in enumerate(order):
        if index and found[seat] != found[order[index - 1]]:
            points, place = (points + 1) // 2, place + 1
        result.append((seat, place, points))
    return result


def uncover(s: Position, seat: int, number: int) -> None:
    """Reveal to all seats whether the scouts on a scored island are chiefs (N14)."""
    if number == s.chiefs[seat * 2]:
        s.chief_known |= 1 << seat * 2
    elif number == s.chiefs[seat * 2 + 1]:
        s.chief_known |= 2 << seat * 2
    else:
        s.cleared[seat] |= 1 << number


def send_next(s: Position) -> None:
    """Let the seats send their waiting scouts, clockwise from the active one (N11)."""
    s.sender = s.active
    go_on_sending(s)


def go_on_sending(s: Position) -> None:
    """Let the next seat send a scout, or continue scoring; without a free space the scouts go to the supplies (N11)."""
    if not any(s.waiting):
        score_next(s)
        return
    if not free_huts(s):
        for seat in range(s.seats):
            s.supply[seat * 3 + a.SCOUT] += s.waiting[seat]
            s.numbers[seat] |= s.waiting_numbers[seat]
            s.waiting[seat] = s.waiting_numbers[seat] = 0
        score_next(s)
        return
    while not s.waiting[s.sender]:
        s.sender = (s.sender + 1) % s.seats
    s.phase, s.to_move = a.P_SEND, s.sender
    s.moves = send_moves(s)


def send_moves(s: Position) -> list[Action]:
    """Return the paths that the sending seat may choose, and with chief scouts which waiting scout goes."""
    huts = free_huts(s)
    if s.numbered:
        return [(a.SEND, hut, number) for hut in huts for number in numbers_in(s.waiting_numbers[s.sender])]
    return [(a.SEND, hut) for hut in huts]


def send(s: Position, action: Action) -> None:
    """Send one scout, then continue with the next seat."""
    seat = s.sender
    number = action[2] if s.numbered else 0
    s.waiting[seat] -= 1
    if number:
        s.waiting_numbers[seat] ^= 1 << number
    s.sender = (seat + 1) % s.seats
    if not send_up(s, action[1], seat, number, a.THEN_SEND):
        go_on_sending(s)


def end_turn(s: Position) -> None:
    """Pass the ship on; end the match if all is discovered or nothing was placed for ten rounds (N13)."""
    if not s.undiscovered:
        finish(s)
        return
    if s.active == s.seats - 1:
        s.idle = 0 if s.laid_round else s.idle + 1
        s.laid_round = 0
        if s.idle >= a.IDLE_ROUNDS:
            fill(s, s.undiscovered, fetch)
            after_filling(s)
            return
    s.active = (s.active + 1) % s.seats
    s.turn += 1
    begin_turn(s)


def finish(s: Position) -> None:
    """Reveal the huts in turn and give the values of their tokens (N13)."""
    if s.numbered:
        s.chief_known = (1 << 2 * s.seats) - 1
    for hut, path in enumerate(s.paths):
        scouts = [0] * s.seats
        nearest = [-1] * s.seats
        for space in range(len(path) - 1, -1, -1):
            if path[space] >= 0:
                scouts[path[space]] += weight(s, path[space], s.path_numbers[hut][space], path[space])
                nearest[path[space]] = space
        present = [seat for seat in range(s.seats) if nearest[seat] >= 0]
        value = s.token[hut]
        if not present:
            s.ledger.append((a.SCORED_HUT, -1, 0, hut, value, 0, -1, s.turn))
            continue
        winner = min(present, key=lambda seat: (-scouts[seat], nearest[seat]))
        s.points[winner] += value
        s.ledger.append((a.SCORED_HUT, winner, value, hut, value, scouts[winner], nearest[winner], s.turn))
    s.phase, s.to_move, s.moves = a.P_OVER, OVER, []
