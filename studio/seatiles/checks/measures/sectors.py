"""The parts of the sea that are undiscovered: how large each is, how ships come in, what bonuses lie at it."""

from __future__ import annotations

from typing import NamedTuple

from studio.seatiles.body.facts import Facts


class Sector(NamedTuple):
    """A group of undiscovered spaces that touch."""

    cells: tuple[int, ...]
    harbours: int
    """Open border edges that lead straight into it."""
    toll: int
    """The lowest of their tolls in gold; -1 without harbours."""
    bonus: int
    """Points of the bonus tiles that lie beside it, all together."""
    is_reached: bool
    """Whether any ship ever gets there (T8)."""


def sectors(facts: Facts) -> list[Sector]:
    """The largest first."""
    found = []
    for cells in facts.sectors:
        kinds = [facts.outer[cell * 4 + side] for cell in cells for side in range(4)]
        tolls = [int(kind[-1]) for kind in kinds if kind is not None and kind.startswith("open")]
        beside = {facts.near[cell * 4 + side] for cell in cells for side in range(4)} - {-1}
        points = sum(bonus_at(facts, cell) for cell in beside)
        is_reached = cells[0] in facts.reached and len(cells) > 1
        found.append(Sector(tuple(cells), len(tolls), min(tolls, default=-1), points, is_reached))
    return found


def bonus_at(facts: Facts, cell: int) -> int:
    """The points of the bonus tile on a space; 0 where none lies."""
    content = facts.cells[cell]
    return 0 if isinstance(content, str) else facts.kinds[content.tile].bonus
