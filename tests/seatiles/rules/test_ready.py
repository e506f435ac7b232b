"""Ready-made actions by cell: those of any set of cells, in order."""

from __future__ import annotations

from random import Random

from studio.seatiles.rules.chart import CellActions


def test_the_actions_of_a_set_are_those_of_its_cells_in_order() -> None:
    random = Random(1)
    for count in (1, 7, 8, 9, 50):
        actions = [[(cell, number) for number in range(random.randrange(3))] for cell in range(count)]
        ready = CellActions(actions)
        for _set in range(20):
            cells = random.getrandbits(count)
            wanted = [one for cell in range(count) if cells >> cell & 1 for one in actions[cell]]
            assert ready.at(cells) == wanted == ready.at(cells)
