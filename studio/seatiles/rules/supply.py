"""Where a tile of a wanted class comes from: the first kind of the tile set with a piece left (T9, N9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from studio.seatiles.rules.position import SeaPosition


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


def fetch_sorted(s: SeaPosition, kinds: Sequence[int], sorts: int) -> tuple[int, int]:
    """Take a sorted tile of these kinds, else a misfit of them; its kind and sort, or (-1, 0) if none is left."""
    kind = first_left(kinds, s.sorted_left)
    if kind >= 0:
        s.sorted_left[kind] -= 1
        return kind, 0
    kind, sort = first_sort_left(kinds, s.discard, sorts)
    if kind >= 0:
        s.discard[kind * sorts + sort] -= 1
    return kind, sort
