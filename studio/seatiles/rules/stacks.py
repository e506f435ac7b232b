"""Face-down stacks of tiles, known by what is in them and by the backs on top (N0, E1).

Nothing is shuffled in a position: the stacks are counts of what is in them plus the visible back of each top. All
orders that agree with that are equally likely, which is just what a shuffled stack gives.
"""

from __future__ import annotations

from collections.abc import Sequence

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
