"""Where tiles come from and where they go: reserve, tiles that left the game, the seats' own tiles (E5, E9, E14)."""

from __future__ import annotations

from studio.games.entdecker.rules.actions import SORTS
from studio.games.entdecker.rules.position import Position
from studio.seatiles.rules.filling import fill
from studio.seatiles.rules.gaps import gaps
from studio.seatiles.rules.supply import fetch_sorted


def fetch(s: Position, cls: int) -> tuple[int, int]:
    """Take a tile of a class: from the reserve, else one that left the game, else a new one (E9); kind and event."""
    kinds = s.board.chart.class_kinds[cls]
    kind, event = fetch_sorted(s, kinds, SORTS)
    if kind >= 0:
        return kind, event
    s.added[kinds[0]] += 1
    return kinds[0], 0


def put_away(s: Position, kind: int, event: int) -> None:
    """A tile that fits nowhere leaves the game; with *keep misfits* a plain one joins the reserve (E5)."""
    if s.keep_misfits and not event:
        s.sorted_left[kind] += 1
    else:
        s.discard[kind * SORTS + event] += 1


def fill_gaps(s: Position) -> None:
    """Fill every gap there is now; one pass is enough (T8)."""
    found = gaps(s.board.chart, s.undiscovered, s.sea, start_at_sea=True)
    if found:
        fill(s, s.board.chart, found, lambda cls: fetch(s, cls))


def deal_personal(s: Position) -> None:
    """Every seat gets its own tiles, class by class, so that no seat is served worse (E14)."""
    dealt: list[list[int]] = [[] for _seat in range(s.seats)]
    for cls in s.board.personal:
        for tiles in dealt:
            tiles.append(fetch(s, cls)[0])
    s.personal = [tuple(sorted(tiles)) for tiles in dealt]
