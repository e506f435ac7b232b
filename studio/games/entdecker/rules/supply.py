"""Where tiles come from and where they go: reserve, tiles that left the game, the seats' own tiles (E5, E9, E14)."""

from __future__ import annotations

from studio.games.entdecker.rules.actions import SORTS
from studio.games.entdecker.rules.position import Position
from studio.seatiles.rules.supply import fetch_sorted, make


def fetch(s: Position, cls: int) -> tuple[int, int]:
    """Take a tile of a class: from the reserve, else one that left the game, else a new one (E9); kind and event."""
    kinds = s.board.chart.class_kinds[cls]
    found = fetch_sorted(s, kinds)
    return found if found[0] >= 0 else make(s, kinds)


def put_away(s: Position, kind: int, event: int) -> None:
    """A tile that fits nowhere leaves the game; with *keep misfits* a plain one joins the reserve (E5)."""
    if s.keep_misfits and not event:
        s.sorted_left[kind] += 1
    else:
        s.discard[kind * SORTS + event] += 1


def deal_personal(s: Position) -> None:
    """Every seat gets its own tiles, class by class, so that no seat is served worse (E14)."""
    dealt: list[list[int]] = [[] for _seat in range(s.seats)]
    for cls in s.board.personal:
        for tiles in dealt:
            tiles.append(fetch(s, cls)[0])
    s.personal = [tuple(sorted(tiles)) for tiles in dealt]
