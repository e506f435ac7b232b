"""Where tiles come from: face-down stacks, known by their content and the backs on top, and sorted tiles (N0, N9, E9).

Nothing is shuffled in a position: the stacks are counts of what is in them plus the visible back of each top. All
orders that agree with that are equally likely, which is just what a shuffled stack gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from studio.core.rng import Rng
from studio.seatiles.rules.position import BACK_NONE, BACK_PLAIN, BACK_QUERY, BACK_UNKNOWN, SeaPosition


def deal(s: SeaPosition, sizes: Sequence[int]) -> None:
    """Shuffle all hidden tiles into stacks of these sizes; their tops are yet to be seen."""
    s.stack_size = list(sizes)
    s.stack_top = [BACK_UNKNOWN if size else BACK_NONE for size in sizes]


def take_hidden(s: SeaPosition, sort: int, is_query: bool) -> None:
    """Take a tile out of the counts of the stacks."""
    s.hidden[sort] -= 1
    if is_query:
        s.hidden_query -= 1
    else:
        s.hidden_plain -= 1


def unseen_backs(s: SeaPosition) -> tuple[int, int]:
    """How many plain and how many "?" tiles lie in the stacks that are not known as tops."""
    return s.hidden_plain - s.stack_top.count(BACK_PLAIN), s.hidden_query - s.stack_top.count(BACK_QUERY)


def next_backs(s: SeaPosition) -> list[tuple[int, int]]:
    """The backs that the next unseen top may show, with their weights."""
    return [(back, count) for back, count in enumerate(unseen_backs(s)) if count]


def draw_back(s: SeaPosition, rng: Rng) -> int:
    """A back for the next unseen top, with its probability."""
    plain, query = unseen_backs(s)
    return BACK_PLAIN if rng.below(plain + query) < plain else BACK_QUERY


def draw_front(s: SeaPosition, sorts: Sequence[int], rng: Rng) -> int:
    """The sort of a tile with the back that lies on top of `s.stack`, with its probability; `sorts` have that back."""
    counts = s.hidden
    pick = rng.below(s.hidden_query if s.stack_top[s.stack] else s.hidden_plain)
    for sort in sorts:
        pick -= counts[sort]
        if pick < 0:
            return sort
    raise AssertionError("a back without a tile that has it")


def lift_top(s: SeaPosition, sort: int, is_query: bool) -> bool:
    """Take the tile that was turned up off its stack; whether there is a new top to be seen."""
    take_hidden(s, sort, is_query)
    stack = s.stack
    s.stack_size[stack] -= 1
    if s.stack_size[stack]:
        s.stack_top[stack] = BACK_UNKNOWN
        return True
    s.stack_top[stack] = BACK_NONE
    return False


def first_left(kinds: Iterable[int], counts: Sequence[int]) -> int:
    """The first of the kinds of which a piece is left, or -1."""
    for kind in kinds:
        if counts[kind]:
            return kind
    return -1


def first_sort_left(kinds: Sequence[int], counts: Sequence[int], sorts: int) -> tuple[int, int]:
    """The first kind and sort left, plain (sort 0) before "?" (sorts from 1), or (-1, 0).

    `counts[kind * sorts + sort]` says how many are left.
    """
    for kind in kinds:
        if counts[kind * sorts]:
            return kind, 0
    for kind in kinds:
        for sort in range(1, sorts):
            if counts[kind * sorts + sort]:
                return kind, sort
    return -1, 0


def equal_parts(total: int, parts: int) -> list[int]:
    """Stacks as equal as can be, the larger ones first (N0)."""
    least, more = divmod(total, parts)
    return [least + (part < more) for part in range(parts)]


def fetch_sorted(s: SeaPosition, kinds: Sequence[int]) -> tuple[int, int]:
    """Take a sorted tile of these kinds, else a misfit of them; its kind and sort, or (-1, 0) if none is left."""
    sorts = s.board.numbers.sorts
    kind = first_left(kinds, s.sorted_left)
    if kind >= 0:
        s.sorted_left[kind] -= 1
        return kind, 0
    kind, sort = first_sort_left(kinds, s.discard, sorts)
    if kind >= 0:
        s.discard[kind * sorts + sort] -= 1
    return kind, sort


def make(s: SeaPosition, kinds: Sequence[int]) -> tuple[int, int]:
    """A new plain tile of the first of these kinds, since none is left (E9, N9); its kind and sort."""
    s.added[kinds[0]] += 1
    return kinds[0], 0
