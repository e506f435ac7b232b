"""Hidden stacks, sorted tiles, discard: where tiles come from and what is known of them (N0, N5, N9).

Nothing is shuffled in a position: the stacks are counts of what is in them plus the visible back of each top. All
orders that agree with that are equally likely, which is just what a shuffled stack gives.
"""

from __future__ import annotations

from studio.core.game import CHANCE
from studio.games.neue_entdecker.rules_actions import BACK_NONE, BACK_UNKNOWN, P_TOPS, SORTS
from studio.games.neue_entdecker.rules_position import Position
from studio.seatiles.supply import equal_parts, first_left, first_sort_left


def deal(s: Position, places: list[int]) -> None:
    """Shuffle all hidden tiles into stacks at these places, as equal as can be; their tops are yet to be seen (N0)."""
    sizes = equal_parts(s.hidden_plain + s.hidden_query, len(places))
    s.stack_size = [0] * len(s.stack_size)
    s.stack_top = [BACK_NONE] * len(s.stack_top)
    for place, size in zip(places, sizes, strict=True):
        s.stack_size[place] = size
        if size:
            s.stack_top[place] = BACK_UNKNOWN


def fetch(s: Position, cls: int) -> tuple[int, int]:
    """Take a tile of a class: sorted, else discard, else hidden, else a new one (N9); its kind and event."""
    kinds = s.board.chart.class_kinds[cls]
    kind = first_left(kinds, s.sorted_left)
    if kind >= 0:
        s.sorted_left[kind] -= 1
        return kind, 0
    kind, event = first_sort_left(kinds, s.discard, SORTS)
    if kind >= 0:
        s.discard[kind * SORTS + event] -= 1
        return kind, event
    kind, event = first_sort_left(kinds, s.hidden, SORTS)
    if kind >= 0:
        take_hidden(s, kind, event)
        deal(s, [place for place, size in enumerate(s.stack_size) if size])
        return kind, event
    s.added[kinds[0]] += 1
    return kinds[0], 0


def take_hidden(s: Position, kind: int, event: int) -> None:
    """Take a tile out of the counts of the stacks."""
    s.hidden[kind * SORTS + event] -= 1
    if event:
        s.hidden_query -= 1
    else:
        s.hidden_plain -= 1


def restock(s: Position) -> None:
    """Shuffle the discard into two stacks if no hidden tile is left (N9)."""
    if s.hidden_plain or s.hidden_query or not any(s.discard):
        return
    s.hidden, s.discard = s.discard, s.hidden
    s.hidden_plain = sum(s.hidden[::SORTS])
    s.hidden_query = sum(s.hidden) - s.hidden_plain
    if len(s.stack_size) < 2:
        s.stack_size, s.stack_top = [0, 0], [BACK_NONE, BACK_NONE]
    deal(s, [0, 1])


def shows_tops(s: Position, then: int) -> bool:
    """Whether tops have to be seen first; if so, that is the next chance and `then` says where to go on."""
    if BACK_UNKNOWN not in s.stack_top:
        return False
    s.phase, s.to_move, s.then = P_TOPS, CHANCE, then
    return True


def unseen_backs(s: Position) -> tuple[int, int]:
    """How many plain and how many "?" tiles lie in the stacks that are not known as tops."""
    return s.hidden_plain - s.stack_top.count(0), s.hidden_query - s.stack_top.count(1)
