"""The end of a turn and of the match: completed islands, scouts sent up, hut tokens (N8, N10, N11, N13)."""

from __future__ import annotations

from studio.core.game import OVER, Action
from studio.games.neue_entdecker.rules.actions import (
    IDLE_ROUNDS,
    P_OVER,
    P_SEND,
    SCORED_HUT,
    SCORED_ISLAND,
    SCOUT,
    SEND,
    SETTLEMENT,
    THEN_SCORE,
    THEN_SEND,
)
from studio.games.neue_entdecker.rules.jungle import free_huts, numbers_in, send_up, weight
from studio.games.neue_entdecker.rules.position import Position
from studio.games.neue_entdecker.rules.start import begin_turn
from studio.games.neue_entdecker.rules.supply import fetch, restock
from studio.seatiles.rules.laying import fill, fill_gaps
from studio.seatiles.rules.play import chosen_island, next_island, shows_tops
from studio.seatiles.rules.position import stands_on


def close_turn(s: Position) -> None:
    """Fill gaps, then score what is complete (N8)."""
    fill_gaps(s, fetch)
    after_filling(s)


def after_filling(s: Position) -> None:
    """Shuffle stacks that a filler was searched in, then score."""
    restock(s)
    if not shows_tops(s, THEN_SCORE):
        score_next(s)


def score_next(s: Position) -> None:
    """Score the completed islands one after another, the active seat picking the order; then the turn is over."""
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
    """Give the points of a completed island and take its units up; scouts wait to be sent (N10, N11)."""
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
        if kind == SCOUT:
            number = s.unit_number[cell]
            strength[2] += weight(s, seat, number)
            s.waiting[seat] += 1
            if number:
                uncover(s, seat, number)
                s.waiting_numbers[seat] |= 1 << number
        else:
            strength[0 if kind == SETTLEMENT else 1] += 1
            s.supply[seat * 3 + kind] += 1
            s.owners[seat] &= ~(1 << cell)
        s.unit[cell], s.unit_land[cell], s.unit_number[cell] = -1, 0, 0
    entry = (len(tiles), bonus, nodes[0] >> 2, nodes[0] & 3)
    if not found:
        s.ledger.append((SCORED_ISLAND, -1, 0, 0, *entry, 0, 0, 0, s.turn))
    points, place = len(tiles) + bonus, 1
    above: list[int] | None = None
    for seat in sorted(sorted(found), key=found.__getitem__, reverse=True):
        strength = found[seat]
        if above is not None and strength != above:
            points, place = (points + 1) // 2, place + 1
        above = strength
        s.points[seat] += points
        s.ledger.append((SCORED_ISLAND, seat, points, place, *entry, *strength, s.turn))


def uncover(s: Position, seat: int, number: int) -> None:
    """All see whether a scout on a scored island is a chief (N14)."""
    if number == s.chiefs[seat * 2]:
        s.chief_known |= 1 << seat * 2
    elif number == s.chiefs[seat * 2 + 1]:
        s.chief_known |= 2 << seat * 2
    else:
        s.cleared[seat] |= 1 << number


def send_next(s: Position) -> None:
    """From the active seat clockwise, one scout at a time, until all are placed; with no space left they return."""
    s.sender = s.active
    go_on_sending(s)


def go_on_sending(s: Position) -> None:
    if not any(s.waiting):
        score_next(s)
        return
    if not free_huts(s):
        for seat in range(s.seats):
            s.supply[seat * 3 + SCOUT] += s.waiting[seat]
            s.numbers[seat] |= s.waiting_numbers[seat]
            s.waiting[seat] = s.waiting_numbers[seat] = 0
        score_next(s)
        return
    while not s.waiting[s.sender]:
        s.sender = (s.sender + 1) % s.seats
    s.phase, s.to_move = P_SEND, s.sender
    s.moves = send_moves(s)


def send_moves(s: Position) -> list[Action]:
    """The paths that the sending seat may choose, and with chief scouts which of its waiting scouts goes."""
    huts = free_huts(s)
    if s.numbered:
        return [(SEND, hut, number) for hut in huts for number in numbers_in(s.waiting_numbers[s.sender])]
    return [(SEND, hut) for hut in huts]


def send(s: Position, action: Action) -> None:
    """Send one scout, then it is the next seat's turn to send."""
    seat = s.sender
    number = action[2] if s.numbered else 0
    s.waiting[seat] -= 1
    if number:
        s.waiting_numbers[seat] ^= 1 << number
    s.sender = (seat + 1) % s.seats
    if not send_up(s, action[1], seat, number, THEN_SEND):
        go_on_sending(s)


def end_turn(s: Position) -> None:
    """Hand the ship on; end the match when all is discovered or nothing has been laid for ten rounds (N13)."""
    if not s.undiscovered:
        finish(s)
        return
    if s.active == s.seats - 1:
        s.idle = 0 if s.laid_round else s.idle + 1
        s.laid_round = 0
        if s.idle >= IDLE_ROUNDS:
            fill(s, s.undiscovered, fetch)
            after_filling(s)
            return
    s.active = (s.active + 1) % s.seats
    s.turn += 1
    begin_turn(s)


def finish(s: Position) -> None:
    """Reveal the huts in turn and give their tokens' values (N13)."""
    if s.numbered:
        s.chief_known = (1 << 2 * s.seats) - 1
    for hut, path in enumerate(s.paths):
        scouts = [0] * s.seats
        nearest = [-1] * s.seats
        for space in range(len(path) - 1, -1, -1):
            if path[space] >= 0:
                scouts[path[space]] += weight(s, path[space], s.path_numbers[hut][space])
                nearest[path[space]] = space
        present = [seat for seat in range(s.seats) if nearest[seat] >= 0]
        value = s.token[hut]
        if not present:
            s.ledger.append((SCORED_HUT, -1, 0, hut, value, 0, -1, s.turn))
            continue
        winner = min(present, key=lambda seat: (-scouts[seat], nearest[seat]))
        s.points[winner] += value
        s.ledger.append((SCORED_HUT, winner, value, hut, value, scouts[winner], nearest[winner], s.turn))
    s.phase, s.to_move, s.moves = P_OVER, OVER, []
