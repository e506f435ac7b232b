"""Positions as plain data."""

from __future__ import annotations

import json

from studio.core.game import load_plain, to_plain

FIELDS = ("turn", "over", "cells", "hidden", "units", "racks")


class Position:
    def __init__(self) -> None:
        self.turn, self.over = 0, False
        self.cells: list[int] = []
        self.hidden: tuple[int, ...] = ()
        self.units = bytearray()
        self.racks: list[list[int]] = []


def filled() -> Position:
    position = Position()
    position.turn, position.over, position.cells, position.hidden = 3, True, [1, -1], (2, 2)
    position.units, position.racks = bytearray((0, 7)), [[1], []]
    return position


def test_fields_are_restored_with_their_types() -> None:
    before, after = filled(), Position()
    plain = to_plain(before, FIELDS)
    assert list(plain) == list(FIELDS) and json.loads(json.dumps(plain)) == plain
    load_plain(after, plain, FIELDS)
    assert vars(after) == vars(before)
    assert {name: type(value) for name, value in vars(after).items()} == {
        name: type(value) for name, value in vars(before).items()
    }


def test_copies_share_nothing() -> None:
    before, after = filled(), Position()
    plain = to_plain(before, FIELDS)
    load_plain(after, plain, FIELDS)
    before.racks[0][0] = before.cells[0] = 9
    assert plain["racks"] == after.racks == [[1], []] and plain["cells"] == after.cells == [1, -1]
