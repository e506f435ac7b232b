"""What the box holds against what the board needs, class by class (T1): spaces that must and that may take each."""

from __future__ import annotations

from typing import NamedTuple

from studio.seatiles.body.facts import Facts, hidden_tiles, kind_class
from studio.seatiles.rules.shape import CLASSES


class Need(NamedTuple):
    """A class: how many undiscovered spaces can take no other, how many can take it; tiles in the draw stacks, and
    sorted ones that do not lie on the board yet."""

    cls: int
    must: tuple[int, ...]
    may: tuple[int, ...]
    drawn: int
    sorted: int

    @property
    def held(self) -> int:
        """How many tiles of the class may still come."""
        return self.drawn + self.sorted


def needs(facts: Facts) -> list[Need]:
    """The six classes in order. Bonus tiles lie only where the layout puts them, so they count nowhere."""
    drawn = dict.fromkeys(CLASSES, 0)
    held = dict.fromkeys(CLASSES, 0)
    for name, supply in facts.supply.items():
        cls = kind_class(facts.kinds[name])
        drawn[cls] += hidden_tiles(facts.kinds[name])
        held[cls] += supply
    found = []
    for cls in CLASSES:
        may = tuple(cell for cell in facts.open if cls in facts.classes(cell))
        must = tuple(cell for cell in may if len(facts.classes(cell)) == 1)
        found.append(Need(cls, must, may, drawn[cls], held[cls] - drawn[cls]))
    return found
