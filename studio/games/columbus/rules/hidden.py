"""What is hidden: observing, and dealing afresh (C1, C6, C14)."""

from __future__ import annotations

from studio.core.game import Json
from studio.core.rng import Rng
from studio.games.columbus.rules.actions import T_JOKER
from studio.games.columbus.rules.position import Position


def observed(s: Position, seat: int) -> dict[str, Json]:
    """What a seat may see (-1: what all may see): of other racks, of shed tiles and the reserve only how many."""
    plain = s.dump()
    plain["rack"] = [rack if other == seat else sum(rack) for other, rack in enumerate(plain["rack"])]
    plain["shed"] = [shed if other == seat else sum(shed) for other, shed in enumerate(plain["shed"])]
    plain["reserve"] = s.reserve_size
    return plain


def deal_afresh(s: Position, seat: int, rng: Rng) -> None:
    """Deal all that a seat cannot see anew; jokers that were swapped onto a rack stay there."""
    pool, wanted = s.reserve, []
    for other in range(s.seats):
        if other == seat:
            continue
        for tiles, fixed in ((s.rack[other], s.known[other]), (s.shed[other], 0)):
            number = sum(tiles) - fixed
            for kind, count in enumerate(tiles):
                pool[kind] += count
                tiles[kind] = 0
            pool[T_JOKER] -= fixed
            tiles[T_JOKER] = fixed
            wanted.append((tiles, number))
    bag = [kind for kind, count in enumerate(pool) for _tile in range(count)]
    for tiles, number in wanted:
        for _tile in range(number):
            index = rng.below(len(bag))
            bag[index], bag[-1] = bag[-1], bag[index]
            kind = bag.pop()
            tiles[kind] += 1
            pool[kind] -= 1
    s.moves = None
