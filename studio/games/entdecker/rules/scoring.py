"""Start and end of seasons and turns, end of the match: income, gaps, islands, plant chips, bonus (E1–E4, E8–E14)."""

from __future__ import annotations

from studio.core.game import CHANCE, OVER, Action
from studio.games.entdecker.rules import board as a
from studio.games.entdecker.rules.board import Position
from studio.seatiles.rules.chart import all_islands, members
from studio.seatiles.rules.play import chosen_island, next_island, set_out_at_rim, set_out_at_tile, shores, strengths
from studio.seatiles.rules.position import fetch_sorted, fill_gaps, make, stands_on

# Tile supply: reserve, removed tiles, personal tiles (E5, E9, E14)


def fetch(s: Position, cls: int) -> tuple[int, int]:
    """Take a tile of a class from reserve, else removed tiles, else a new one (E9); return kind and event."""
    kinds = s.board.chart.class_kinds[cls]
    found = fetch_sorted(s, kinds)
    return found if found[0] >= 0 else make(s, kinds)


def put_away(s: Position, kind: int, event: int) -> None:
    """Remove a tile that fits nowhere; with *keep misfits* a plain one joins the reserve (E5)."""
    if s.keep_misfits and not event:
        s.sorted_left[kind] += 1
    else:
        s.discard[kind * a.SORTS + event] += 1


def deal_personal(s: Position) -> None:
    """Deal the personal tiles class by class, so that no seat is at a disadvantage if a class runs short (E14)."""
    dealt: list[list[int]] = [[] for _seat in range(s.seats)]
    for cls in s.board.personal:
        for tiles in dealt:
            tiles.append(fetch(s, cls)[0])
    s.personal = [tuple(sorted(tiles)) for tiles in dealt]


# Start of a season and a turn: income, start of the expedition, declaration (E1–E4)

_PASS: Action = (a.PASS,)


def begin_season(s: Position) -> None:
    """Start a season: the first player becomes active, and the spinner is next (E2)."""
    s.active = s.first
    s.phase, s.to_move = a.P_SPIN, CHANCE


def spin(s: Position, action: Action) -> None:
    """Give every seat the income of the season, up to the limit of its gold display (E2)."""
    s.income = action[1]
    most = s.board.most_gold
    s.gold = [min(gold + action[1], most) for gold in s.gold]
    begin_turn(s)


def begin_turn(s: Position) -> None:
    s.declared = s.left = s.drawn = s.laid_turn = 0
    s.own_laid = False
    s.phase, s.to_move = a.P_START, s.active
    s.moves = start_moves(s)


def recalls(s: Position) -> list[Action]:
    """Return the actions that take scouts back from the board (E7)."""
    cells = s.stands[s.active * 3 + a.SCOUT]
    return s.board.recall_moves.at(cells) if cells else []


def start_moves(s: Position) -> list[Action]:
    """Return the starts that leave at least 1 gold; otherwise only a pass. In the first season, at the border (E3)."""
    board, seat = s.board, s.active
    budget = s.gold[seat] - 1
    moves: list[Action] = []
    if budget >= 0:
        moves = board.starts_at_rim(s.undiscovered, budget)
        if s.turn > s.border_turns or not moves:
            cells = shores(board.chart, s.undiscovered, s.sea)
            if cells:
                for unit, occupied in enumerate(s.stands):
                    if occupied and board.unit_cost[unit % 3] > budget and unit // 3 != seat:
                        cells &= ~occupied
                moves += board.start_moves.at(cells)
    if not moves:
        moves = [_PASS]
    moves += recalls(s)
    return moves


def start_at_rim(s: Position, action: Action) -> None:
    """Start from an open border edge (E3)."""
    set_out_at_rim(s, action)
    s.phase, s.moves = a.P_DECLARE, declare_moves(s)


def fare(s: Position, cell: int) -> tuple[int, int]:
    """Return the price of a start on a tile, and the unit (seat * 3 + kind) it is paid for; (0, -1) if free (E3)."""
    unit = s.unit[cell]
    if unit < 0 or unit // 3 == s.active:
        return 0, -1
    return s.board.unit_cost[unit % 3], unit


def start_at_tile(s: Position, action: Action) -> None:
    """Start from a discovered tile; another seat's unit there costs its price (E3)."""
    s.gold[s.active] -= fare(s, action[1])[0]
    set_out_at_tile(s, action[1])
    s.phase, s.moves = a.P_DECLARE, declare_moves(s)


def declare_moves(s: Position) -> list[Action]:
    """Return the possible numbers of draws: 1 gold each, up to the piles; with personal tiles, the usable gold (E4)."""
    most = s.hidden_plain + s.hidden_query
    if s.personal[s.active]:  # one personal tile per turn, for 2 gold (E14)
        most += 2
    moves = s.board.declare_moves[: min(most, s.gold[s.active])]
    moves += recalls(s)
    return moves


# End of a turn, a season and the match: gaps, completed islands, plant chips, bonus (E8, E11–E14)

Strength = tuple[int, int, int]  # settlements, forts, scouts: compared in that order (E11)


def close_turn(s: Position) -> None:
    """Fill gaps, then score completed islands (E8)."""
    fill_gaps(s, fetch)
    score_next(s)


def score_next(s: Position) -> None:
    """Score the completed islands in the order the active seat chooses, then end the turn."""
    while s.pending and (nodes := next_island(s, settle)):
        score(s, nodes)
        if s.takers:
            return
    if not s.pending:
        end_turn(s)


def choose_island(s: Position, action: Action) -> None:
    score(s, chosen_island(s, action))
    if not s.takers:
        score_next(s)


def score(s: Position, nodes: list[int]) -> None:
    """Score a completed island, or first let the first-ranked draw plant chips for a fort or settlement on it (E11).

    `s.takers` is then not empty, and the island is settled after the draws.
    """
    found = strengths(s, nodes)
    if any(strength[0] or strength[1] for strength in found.values()):
        best = max(found.values())
        firsts = tuple([seat for seat in found if found[seat] == best])
        if sum(s.bag) >= len(firsts):
            s.takers, s.scoring = firsts, nodes[0]
            s.phase, s.to_move, s.then = a.P_CHIP, CHANCE, a.THEN_SCORE
            return
    settle(s, nodes)


def take_chip(s: Position, action: Action) -> None:
    """Give the next seat in `takers` a chip, face up (E10, E11)."""
    value = action[1]
    seat, *others = s.takers
    s.takers = tuple(others)
    s.bag[s.board.bag_values.index(value)] -= 1
    s.chips[seat] += (value,)
    if s.scoring >= 0:
        s.chip = max(s.chip, value)


def settle_drawn(s: Position) -> None:
    """Score an island after its chips are drawn, then the next (E11)."""
    node, chip = s.scoring, s.chip
    s.scoring, s.chip = -1, 0
    settle(s, members(s.board.chart, s.laid, node), chip)
    score_next(s)


def settle(s: Position, nodes: list[int], chip: int = 0, entry: int = a.SCORED_ISLAND) -> None:
    """Give the points of an island and return its units to their supplies (E11, E12)."""
    tiles = len({node >> 2 for node in nodes})
    found = strengths(s, nodes)
    place = (tiles, chip, nodes[0] >> 2, nodes[0] & 3)
    if not found:
        s.ledger.append((entry, -1, 0, 0, *place, 0, 0, 0, s.turn))
        return
    for seat, rank, points in shares(tiles + chip, found):
        s.points[seat] += points
        s.ledger.append((entry, seat, points, rank, *place, *found[seat], s.turn))
    for node in nodes:
        if stands_on(s, node):
            cell = node >> 2
            unit = s.unit[cell]
            s.supply[unit] += 1
            s.stands[unit] ^= 1 << cell
            s.unit[cell], s.unit_land[cell] = -1, 0


def shares(value: int, found: dict[int, Strength]) -> list[tuple[int, int, int]]:
    """Return seat, place and points on an island, best first: each further place halves the value, rounded up (E12)."""
    order = sorted(sorted(found), key=found.__getitem__, reverse=True)
    result = []
    points, place = value, 1
    for index, seat in enumerate(order):
        if found[seat] != found[order[place - 1]]:
            while place <= index:
                points, place = (points + 1) // 2, place + 1
        result.append((seat, place, points))
    return result


def end_turn(s: Position) -> None:
    """Pass the ship on, or end the match: board full, piles empty, or no seat can ever start again (E13)."""
    if not s.undiscovered:
        finish(s)
        return
    is_last = (s.active + 1) % s.seats == s.first
    if not s.hidden_plain + s.hidden_query or (is_last and is_becalmed(s)):
        score_unfinished(s)
        finish(s)
        return
    s.turn += 1
    s.active = (s.active + 1) % s.seats
    if not is_last:
        begin_turn(s)
        return
    s.season += 1
    if s.rotating_first:
        s.first = (s.first + 1) % s.seats
    begin_season(s)


def is_becalmed(s: Position) -> bool:
    """Return whether, after a season of passes, no income can ever make a start affordable."""
    return s.passes >= s.seats and (min(s.gold) >= s.board.most_gold or not any(s.board.faces))


def score_unfinished(s: Position) -> None:
    """Score every incomplete island with units at its present size; no chips are drawn (E13)."""
    chart = s.board.chart
    for nodes in all_islands(chart, s.laid):
        if any(stands_on(s, node) for node in nodes):
            settle(s, nodes, entry=a.UNFINISHED_ISLAND)


def finish(s: Position) -> None:
    """Give the seats with the most plant chips a point for each chip (E13)."""
    most = max(map(len, s.chips))
    if most:
        for seat, chips in enumerate(s.chips):
            if len(chips) == most:
                s.points[seat] += most
                s.ledger.append((a.MOST_CHIPS, seat, most, s.turn))
    s.phase, s.to_move, s.moves = a.P_OVER, OVER, []
