"""Results of blocks: matches between different bots with the same opening and draws, in all orders of the bots.

The matches of a block depend on one another, so errors come from the differences between blocks. With two seats, a
block is a pair with seats exchanged, whose result has five values (pentanomial statistics).

Source: M. Van den Bergh, "A practical introduction to the GSPRT" (2019) and "Normalized Elo" (2021), for chess engines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class BlockTotals:
    """Sums over complete blocks: of the wins by term (each seat, then each name of a bot), and of their products.

    A block with a failed match does not count. Wins are whole parts. `pairs`: of two seats, how many pairs gave the
    first bot so many parts. `block`, `matches` and `wins` belong to the block that came last.
    """

    terms: int
    blocks: int = 0
    totals: list[int] = field(default_factory=list)
    products: list[list[int]] = field(default_factory=list)
    pairs: dict[int, int] = field(default_factory=dict)
    block: int = -1
    matches: int = 0
    wins: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.totals = self.totals or [0] * self.terms
        self.products = self.products or [[0] * self.terms for _term in range(self.terms)]

    def add(self, block: int, size: int, wins: Sequence[int]) -> None:
        """Add the wins of a match in a block of this size; the matches of a block come in succession."""
        if block != self.block:
            self.block, self.matches, self.wins = block, 0, [0] * self.terms
        self.matches += 1
        self.wins = [old + new for old, new in zip(self.wins, wins, strict=True)]
        if self.matches < size:
            return
        self.blocks += 1
        for term, own in enumerate(self.wins):
            self.totals[term] += own
            for other, also in enumerate(self.wins):
                self.products[term][other] += own * also
        if size == 2:
            first = self.wins[2]
            self.pairs[first] = self.pairs.get(first, 0) + 1

    def covariance(self, unit: int) -> list[list[float]]:
        """The covariances of the wins of a block, in wins of `unit` parts; there are at least two blocks."""
        count = self.blocks
        scale = count * (count - 1) * unit * unit
        return [
            [(count * product - own * other) / scale for product, other in zip(row, self.totals, strict=True)]
            for row, own in zip(self.products, self.totals, strict=True)
        ]
