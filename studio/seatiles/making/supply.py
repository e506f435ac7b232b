"""The tiles of a new sea: those of the box, more of them for a larger board, with more land or less (T1–T3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from studio.core.cache import kept
from studio.seatiles.body import Content, Laid, TileKind
from studio.seatiles.body.facts import marked_tiles
from studio.seatiles.rules.shape import edges_of

MOST = 999


def land_edges(kind: TileKind) -> int:
    """How many edges of a tile are land."""
    return edges_of(kind.shape).bit_count()


def land_share(tiles: Sequence[TileKind]) -> int:
    """How many of a hundred edges of these tiles are land; bonus tiles do not count."""
    land, edges = _land(tiles)
    return round(100 * land / edges) if edges else 0


def _land(tiles: Sequence[TileKind]) -> tuple[int, int]:
    counts = [(land_edges(kind), kind.hidden + marked_tiles(kind) + kind.sorted) for kind in tiles if not kind.bonus]
    return sum(land * count for land, count in counts), 4 * sum(count for _land, count in counts)


def grown(tiles: Sequence[TileKind], spaces: int, usual: int) -> tuple[TileKind, ...]:
    """The tiles for so many spaces where the box has them for `usual`; never fewer than in the box."""
    if spaces <= usual:
        return tuple(tiles)

    def more(count: int) -> int:
        return min(MOST, (count * spaces + usual // 2) // usual)

    return tuple(
        kind
        if kind.bonus
        else msgspec.structs.replace(
            kind,
            hidden=more(kind.hidden),
            events={event: more(count) for event, count in kind.events.items()},
            sorted=more(kind.sorted),
        )
        for kind in tiles
    )


def with_land(tiles: Sequence[TileKind], share: int) -> tuple[TileKind, ...]:
    """As many tiles with more land or less: one by one, a plain tile of the draw stacks becomes its neighbour in land.

    What the draw stacks do not hold (inland tiles) does not come into them. Stops where the share is reached, or as
    near to it as two tiles of every kind allow.
    """
    if share == land_share(tiles):
        return tuple(tiles)
    hidden = {place: kind.hidden for place, kind in enumerate(tiles) if not kind.bonus and kind.hidden > 0}
    lands = {place: land_edges(tiles[place]) for place in hidden}
    land, edges = _land(tiles)
    step = 1 if 100 * land < share * edges else -1
    while 100 * land * step < share * edges * step:
        givers = [
            place
            for place, count in hidden.items()
            if count > 2 and any(lands[other] == lands[place] + step and hidden[other] < MOST for other in hidden)
        ]
        if not givers:
            break
        giver = max(givers, key=lambda place: (hidden[place], -place))
        taker = min(
            (other for other in hidden if lands[other] == lands[giver] + step and hidden[other] < MOST),
            key=lambda place: (-tiles[place].hidden, place),
        )
        hidden[giver] -= 1
        hidden[taker] += 1
        land += step
    return tuple(
        msgspec.structs.replace(kind, hidden=hidden.get(place, kind.hidden)) for place, kind in enumerate(tiles)
    )


@kept(2)
def land_limits(tiles: Sequence[TileKind]) -> tuple[int, int]:
    """The least and the largest share of land that these tiles can be given."""
    return land_share(with_land(tiles, 0)), land_share(with_land(tiles, 100))


def laid_out(tiles: Sequence[TileKind], cells: Sequence[Content]) -> tuple[TileKind, ...]:
    """The tiles with as many sorted ones of each kind as lie on the board, at least."""
    lying = Counter(content.tile for content in cells if isinstance(content, Laid))
    return tuple(msgspec.structs.replace(kind, sorted=max(kind.sorted, lying[kind.name])) for kind in tiles)
