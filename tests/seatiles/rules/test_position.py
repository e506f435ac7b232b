"""Positions: copies, plain data, what follows from them."""

from __future__ import annotations

import json
from random import Random

from studio.seatiles.rules.chart import Chart, all_islands, lowest_nodes, root_of, take_island
from studio.seatiles.rules.position import SeaPosition, stands_on
from tests.seatiles.random_positions import SHARED, position_on, random_position


def follows(chart: Chart, s: SeaPosition) -> tuple[object, ...]:
    """What follows from the tiles laid, in a form that does not depend on their order."""
    islands = [(nodes, s.open_edges[root_of(s.parent, nodes[0])]) for nodes in all_islands(chart, s.laid)]
    return s.undiscovered, s.sea, bytes(s.need), islands


def test_plain_data_and_back_is_the_same_position() -> None:
    random = Random(4)
    for _sea in range(60):
        chart, s = random_position(random, random.random())
        s.hand, s.ship, s.stack_size = (2, 1), 3, [4]
        text = json.dumps(s.dump_sea(()))
        other = position_on(chart, [0], [0], 1, 1)
        other.restore_sea(json.loads(text), ())
        assert json.dumps(other.dump_sea(())) == text
        assert follows(chart, other) == follows(chart, s)


def test_a_copy_is_independent() -> None:
    _chart, s = random_position(Random(2), 0.5)
    other = SeaPosition()
    s.copy_sea(other)
    before = json.dumps(s.dump_sea(()))
    assert json.dumps(other.dump_sea(())) == before
    for name in SeaPosition.__slots__:
        value = getattr(other, name)
        if isinstance(value, (list, bytearray)) and value:
            value[0] += 1
    other.parent[0] += 1
    other.open_edges[0] += 1
    assert json.dumps(s.dump_sea(())) == before


def test_a_unit_stands_on_one_land() -> None:
    s = position_on(SHARED, [0], [0], 1, 1)
    s.unit[4], s.unit_land[4] = 7, 1
    assert [stands_on(s, node) for node in (15, 16, 17, 18, 20)] == [False, False, True, False, False]


def test_islands_are_named_by_their_lowest_nodes_and_taken_by_any() -> None:
    chart, s = random_position(Random(12), 0.9)
    islands = [nodes for nodes in all_islands(chart, s.laid) if len(nodes) > 1]
    assert len(islands) > 1
    pending = [nodes[-1] for nodes in islands]
    assert lowest_nodes(chart, s.laid, pending) == [nodes[0] for nodes in islands]
    take_island(s.parent, pending, islands[1][0])
    assert pending == [nodes[-1] for number, nodes in enumerate(islands) if number != 1]
