"""Union-find on one flat list: which things hang together."""

from __future__ import annotations


class Regions:
    """Disjoint sets of the numbers 0 … count-1, joined in place; path halving, union by size."""

    __slots__ = ("parent", "size")

    def __init__(self, count: int) -> None:
        self.parent = list(range(count))
        self.size = [1] * count

    def find(self, item: int) -> int:
        """The representative of the item's set."""
        parent = self.parent
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    def join(self, one: int, other: int) -> int:
        """Make one set of two; return its representative."""
        one, other = self.find(one), self.find(other)
        if one == other:
            return one
        if self.size[one] < self.size[other]:
            one, other = other, one
        self.parent[other] = one
        self.size[one] += self.size[other]
        return one

    def groups(self) -> list[list[int]]:
        """All sets, each sorted, in order of their least members."""
        found: dict[int, list[int]] = {}
        for item in range(len(self.parent)):
            found.setdefault(self.find(item), []).append(item)
        return list(found.values())
