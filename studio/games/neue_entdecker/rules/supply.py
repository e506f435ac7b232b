"""Hidden stacks, sorted tiles, discard: where tiles come from and what is known of them (N0, N5, N9)."""

from __future__ import annotations

from studio.games.neue_entdecker.rules.actions import BACK_NONE, SORTS
from studio.games.neue_entdecker.rules.position import Position
from studio.seatiles.rules import supply
from studio.seatiles.rules.supply import equal_parts, fetch_sorted, first_sort_left, make


def deal(s: Position, places: list[int]) -> None:
    """Shuffle all hidden tiles into stacks at these places, as equal as can be (N0)."""
    sizes = [0] * len(s.stack_size)
    parts = equal_parts(s.hidden_plain + s.hidden_query, len(places))
    for place, size in zip(places, parts, strict=True):
        sizes[place] = size
    supply.deal(s, sizes)


def fetch(s: Position, cls: int) -> tuple[int, int]:
    """Take a tile of a class: sorted, else discard, else hidden, else a new one (N9); its kind and event."""
    kinds = s.board.chart.class_kinds[cls]
    kind, event = fetch_sorted(s, kinds)
    if kind >= 0:
        return kind, event
    kind, event = first_sort_left(kinds, s.hidden, SORTS)
    if kind >= 0:
        supply.take_hidden(s, kind * SORTS + event, event > 0)
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
        s.stack_size, s.stack_top = [0, 0], [BACK_NONE, BACK_NONE]
    deal(s, [0, 1])
