"""What a seat cannot see: observation, and dealing it afresh (N0, N11, N14)."""

from __future__ import annotations

from studio.core.game import OVER, Json
from studio.core.rng import Rng
from studio.games.neue_entdecker.rules.position import Position


def observed(s: Position, seat: int) -> dict[str, Json]:
    """What a seat may see (-1: what all may see): unknown tokens and chiefs are None, the bag is counted with them."""
    plain = s.dump()
    if s.to_move == OVER:  # all is revealed (N13, N14)
        return plain
    plain["token"] = [
        value if not value or (seat >= 0 and s.seen[hut] >> seat & 1) else None for hut, value in enumerate(s.token)
    ]
    unknown = s.bag[:]
    for hut, value in enumerate(s.token):
        if value and plain["token"][hut] is None:
            unknown[s.board.bag_values.index(value)] += 1
    plain["bag"] = unknown
    plain["chiefs"] = [
        number if not number or index >> 1 == seat or s.chief_known >> index & 1 else None
        for index, number in enumerate(s.chiefs)
    ]
    return plain


def deal_afresh(s: Position, seat: int, rng: Rng) -> None:
    """Deal all that a seat cannot see anew: tokens it has not looked at, and the others' chief scouts."""
    if s.to_move == OVER:  # all is revealed
        return
    values = s.board.bag_values
    unknown = [hut for hut, value in enumerate(s.token) if value and not (seat >= 0 and s.seen[hut] >> seat & 1)]
    for hut in unknown:
        s.bag[values.index(s.token[hut])] += 1
    for hut in unknown:
        index = rng.weighted(s.bag)
        s.bag[index] -= 1
        s.token[hut] = values[index]
    if s.numbered:
        for other in range(s.seats):
            if other != seat:
                _name_afresh(s, other, rng)


def _name_afresh(s: Position, seat: int, rng: Rng) -> None:
    first = seat * 2
    hidden = [index for index in (first, first + 1) if s.chiefs[index] and not s.chief_known >> index & 1]
    known = {s.chiefs[index] for index in (first, first + 1)} - {s.chiefs[index] for index in hidden}
    scouts = max(s.board.unit_count[s.seats][0] - 1, 0)
    numbers = [n for n in range(1, scouts + 1) if n not in known and not s.cleared[seat] >> n & 1]
    rng.shuffle(numbers)
    for index, number in zip(hidden, sorted(numbers[: len(hidden)]), strict=True):
        s.chiefs[index] = number
