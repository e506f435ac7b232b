"""Further features of a position for a seat, whose weight is 0 unless one is learned: what a good player looks at.

Points stay points; all other values are shares (of a backpack, of the board's distance to the temple, of the adventures
on the board), so that they mean the same on every board and with any number of seats. Everything is open (G1).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from studio.games.goldland.rules import board as a
from studio.games.goldland.rules.board import ADVENTURES, COMPARTMENTS, CROSSING, ITEM_KEYS, ITEMS, Board
from studio.games.goldland.rules.position import Position
from studio.games.goldland.rules.turns import BONUS

_NEAR = 2  # steps to an adventure that is near, and to a treasure that can be paid soon

BOTH = (  # a value for each seat: of the seat, and the mean of its rivals
    "near_temple",  # 1 at the temple or with an amulet, 0 as far from it as the start tile
    "has_amulet",
    "free",  # free compartments, of all: the movement points of a move
    "can_cross",  # whether it holds the pieces of a crossing
    "kinds",  # different pieces of equipment, of all
    "toward_piece",  # tokens beyond those that buy pieces, of the price of one
    "unknown_beside",  # undiscovered spaces beside its tile, of four
    "roads",  # neighbours with a road, of four
    "ways",  # neighbours that can be entered now, of four
    "camps_left",  # camps in the supply, of all
    "kinds_with_camp",  # kinds of adventure with a camp, of all
    "payable",  # adventures on the board without a camp whose red items it holds, of all on the board
    "near_payable",  # the same of those near
    "near_missing",  # pieces missing for the adventures near, of a backpack, for each of them
    "markers",  # points of its markers
    "markers_safe",  # of those, the ones for which every rival needs at least two more camps
    "markers_tied",  # points of markers of others that it takes with one more camp
    "markers_open",  # points of markers without a holder, if it can pay an adventure of that kind
    "treasures",  # compartments with treasures, of all
    "near_treasure",  # 1 on a treasure, 1/2 one step away and so on; 0 without one
    "treasure_soon",  # whether it holds the price of a treasure and one is near
    "coins_due",  # its share of the reserve pile, if it has an amulet
    "bonus_due",  # coins of the bonus pile if it came to the temple now
)
OWN = (
    "lead_to_temple",  # nearer to the temple than the nearest rival, if neither has an amulet
    *ITEM_KEYS,  # pieces held, of a backpack
    "route_steps",  # steps of the best path to the temple, of the distance from the start tile
    "route_unknown",  # undiscovered spaces on it, of the same
    "route_open",  # the part of its steps that can be taken now
    "route_tolls",  # red items on it, of a backpack
    "route_missing",  # of those, the ones it does not hold
)
EARLY = ("points", "leader", "camps", "due", "tokens", "ready", "turns", "hope")
"""Basic features that also count times the fraction of land tiles still hidden."""


def more_values(
    s: Position, seat: int, basic: dict[str, float], spots: Collection[int], route: tuple[int, int, int, a.Pieces]
) -> list[float]:
    """Return the values of the further features from those of the basic ones.

    `spots` contains all cells with an adventure. `route` is the seat's path to the temple: its steps, how many of them
    are undiscovered and can be taken now, and the red items on it.
    """
    board = s.board
    adventures = [(cell, s.laid[cell] >> 2) for cell in spots]
    adventures = [(cell, tile) for cell, tile in adventures if board.kinds[tile] < ADVENTURES]
    treasures = [cell for cell, there in enumerate(s.treasure) if there]
    on_kind = _camps_by_kind(s, adventures)
    rows = [_row(s, owner, adventures, treasures, on_kind) for owner in range(s.seats)]
    rivals = [row for owner, row in enumerate(rows) if owner != seat]
    count = len(rivals)
    lead = 0.0
    if not s.amulet[seat] and not any(s.amulet):
        lead = rows[seat][0] - max(row[0] for row in rivals)
    pack = s.pack[seat * ITEMS : seat * ITEMS + ITEMS]
    steps, unknown, is_open, red = route
    far = _distances(board)[board.start][board.temple] or 1
    missing = sum([need - held for need, held in zip(red, pack, strict=True) if need > held])
    early = len(s.hidden) / (len(board.piles) or 1)
    return [
        *rows[seat],
        *[sum(column) / count for column in zip(*rivals, strict=True)],
        lead,
        *[held / COMPARTMENTS for held in pack],
        steps / far,
        unknown / far,
        is_open / (steps or 1),
        sum(red) / COMPARTMENTS,
        missing / COMPARTMENTS,
        *[early * basic[key] for key in EARLY],
    ]


def _row(
    s: Position,
    seat: int,
    adventures: Sequence[tuple[int, int]],
    treasures: Sequence[int],
    on_kind: Sequence[Sequence[int]],
) -> list[float]:
    """Return the values of `BOTH` for a seat."""
    board, numbers, at = s.board, s.board.numbers, s.at[seat]
    steps = _distances(board)[at]
    far = _distances(board)[board.start][board.temple] or 1
    pack = s.pack[seat * ITEMS : seat * ITEMS + ITEMS]
    pieces, has_amulet = sum(pack), s.amulet[seat]
    base = seat * board.count
    payable = near = near_payable = near_missing = 0
    can_pay: set[int] = set()
    for cell, tile in adventures:
        missing = 0
        for item, number in board.pays[tile]:
            if pack[item] < number:
                missing += number - pack[item]
        is_near = steps[cell] <= _NEAR and cell != at
        if not s.camp[base + cell]:
            if not missing:
                payable += 1
                near_payable += is_near
                can_pay.add(board.kinds[tile])
            if is_near:
                near += 1
                near_missing += missing
    held = safe = tied = unheld = 0
    for kind, points in enumerate(numbers.markers):
        holder, own = s.marker[kind], on_kind[seat][kind]
        if holder == seat:
            held += points
            others = max(camps[kind] for owner, camps in enumerate(on_kind) if owner != seat)
            if own > others:
                safe += points
        elif holder >= 0:
            if own >= on_kind[holder][kind]:
                tied += points
        elif kind in can_pay:
            unheld += points
    around = s.links[at]
    ways = 0
    for cell, _tile, road, pays, _enter, _survive in around:
        if (road or pieces >= CROSSING) and (pays is None or s.camp[base + cell] or holds(pack, pays)):
            ways += 1
    nearest = min([steps[cell] for cell in treasures], default=board.count)
    price, tokens = s.board.prices[s.seats], s.tokens[seat]
    is_soon = nearest <= _NEAR and pack[a.PROVISION] >= a.TREASURE_PRICE[a.PROVISION]
    return [
        1.0 if has_amulet else max(-1.0, 1.0 - steps[board.temple] / far),
        float(has_amulet),
        (COMPARTMENTS - pieces - s.treasures[seat] - has_amulet) / COMPARTMENTS,
        float(pieces >= CROSSING),
        sum([count > 0 for count in pack]) / ITEMS,
        tokens % price / price,
        len(s.empty[at]) / 4 if s.hidden else 0.0,
        sum([link[2] for link in around]) / 4,
        ways / 4,
        s.camps[seat] / (numbers.camps or 1),
        sum([count > 0 for count in on_kind[seat]]) / ADVENTURES,
        payable / (len(adventures) or 1),
        near_payable / (near or 1),
        near_missing / (near or 1) / COMPARTMENTS,
        float(held),
        float(safe),
        float(tied),
        float(unheld),
        s.treasures[seat] / COMPARTMENTS,
        1.0 / (1 + nearest) if treasures else 0.0,
        float(is_soon),
        s.reserve / sum(s.amulet) if has_amulet else 0.0,
        float(min(BONUS, s.bonus)) if not has_amulet and (s.first < 0 or s.bonus_open) else 0.0,
    ]


def holds(pack: Sequence[int], pairs: a.Pairs) -> bool:
    """Return whether a backpack holds these pieces."""
    for item, number in pairs:  # noqa: SIM110  a loop takes a third of the time of `all`, and this is asked most
        if pack[item] < number:
            return False
    return True


def _camps_by_kind(s: Position, adventures: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the number of camps by seat and kind of adventure."""
    found = [[0] * ADVENTURES for _seat in range(s.seats)]
    for owner, counts in enumerate(found):
        base = owner * s.board.count
        for cell, tile in adventures:
            if s.camp[base + cell]:
                counts[s.board.kinds[tile]] += s.camp[base + cell]
    return found


@lru_cache(maxsize=4)
def _distances(board: Board) -> list[list[int]]:
    """Return the steps between spaces, whatever is on them; the number of spaces if there is no path."""
    found = []
    for start in range(board.count):
        steps = [board.count] * board.count
        steps[start] = 0
        queue = [start]
        for cell in queue:  # grows
            for other in board.neighbors[cell]:
                if other >= 0 and steps[other] > steps[cell] + 1:
                    steps[other] = steps[cell] + 1
                    queue.append(other)
        found.append(steps)
    return found
