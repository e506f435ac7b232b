"""The rules of Die Neuen Entdecker: starts and payments by path enumeration, checks of a ply."""

from __future__ import annotations

from collections import Counter
from typing import Any

import networkx as nx

from studio.core.game import Action
from studio.games.neue_entdecker import rules
from studio.games.neue_entdecker.body import Body
from tests.seatiles.oracle import SeaOracle, as_looks, check_ledger, count_tiles_and_units


class Oracle(SeaOracle):
    """Starts and payments (N2, N3)."""

    revealing = (rules.FRONT,)  # actions after which the kind of the tile in hand is known

    def __init__(self, drawn: Body, state: rules.State) -> None:
        super().__init__(drawn, state, state.board.chart)
        self.drawn, self.state = drawn, state

    def start_tiles(self) -> set[int]:
        """The discovered tiles with a route and a sea edge facing an undiscovered space (N2), whatever the cost."""
        reached = nx.node_connected_component(self.seas(sail_unknown=False), "border") - {"border"}
        return {
            self.number(place)
            for place in reached
            if any(
                self.tile[place][side] == "." and other in self.undiscovered for side, other, _e in self.around(place)
            )
        }

    def payments(self, cell: int, seat: int) -> set[tuple[int, int, int]]:
        """What may be paid for a start there, as (sum, toll, owners paid), by walking every route there is (N3).

        A payment that pays all that another pays, and more, is left out; the gold of the seat does not matter.
        """
        target = (cell % self.columns, cell // self.columns)
        graph = self.seas(sail_unknown=False)
        graph.remove_node("border")
        share = self.drawn.gold.route_toll
        found: set[tuple[int, frozenset[int]]] = set()
        for place in self.tile:
            tolls = {
                int(edge[-1])
                for side, other, edge in self.around(place)
                if other is None and edge.startswith("open") and self.tile[place][side] == "."
            }
            if not tolls:
                continue
            for route in nx.all_simple_paths(graph, place, target) if place != target else [[target]]:
                units = [self.state.unit[self.number(step)] for step in route]
                owners = frozenset(unit // 3 for unit in units if unit >= 0 and unit % 3 and unit // 3 != seat)
                found |= {(toll, owners if share else frozenset()) for toll in tolls}
        remaining = [
            (toll, owners)
            for toll, owners in found
            if not any(less <= toll and few <= owners and (less, few) != (toll, owners) for less, few in found)
        ]
        return {(toll + share * len(owners), toll, sum(1 << owner for owner in owners)) for toll, owners in remaining}

    @property
    def is_filled(self) -> bool:
        """Whether all gaps must have been filled."""
        return self.state.phase == rules.P_START and not self.state.left and self.state.turn > 1

    def check_end(self) -> None:
        """The match ends on a full board (N13)."""
        assert not self.state.undiscovered

    def check_moves(self) -> None:
        """The starts, classes of open tiles and placements are exactly those found by searching."""
        state = self.state
        legal = state.legal()
        assert legal
        assert legal == sorted(set(legal))
        if state.phase == rules.P_START:
            self.check_starts()
        elif state.phase == rules.P_LAY:
            assert state.hand is not None
            looks = as_looks(self, legal)
            assert len(looks) == len(set(looks)) > 1
            assert set(looks) == self.placements(state.hand[0])
        elif state.phase == rules.P_GO:
            classes = [action[1] for action in legal if action[0] == rules.DRAW_OPEN]
            assert all(self.placements(self.chart.class_kinds[cls][0]) for cls in classes)

    def check_starts(self) -> None:
        """Every affordable start is there, and nothing else (N2, N4)."""
        state, box = self.state, self.drawn.gold
        legal, gold = state.legal(), state.gold[state.active]
        price = min(box.hidden_tile, box.open_tile) if sum(state.hidden) else box.open_tile
        edges = [
            (self.number(place), side, int(edge[-1]))
            for place in self.undiscovered
            for side, _other, edge in self.around(place)
            if edge.startswith("open")
        ]
        rims = {(rules.START_RIM, cell, side) for cell, side, toll in edges if gold - toll >= price}
        assert {action for action in legal if action[0] == rules.START_RIM} == rims
        tiles = {action[1] for action in legal if action[0] == rules.START_TILE}
        possible = self.start_tiles()
        assert tiles <= possible
        if len(self.tile) <= 9:
            assert tiles == {cell for cell in possible if gold - min(self.payments(cell, state.active))[0] >= price}
        elif gold >= price + 2 + box.route_toll * 3:
            assert tiles == possible
        assert ((rules.PASS,) in legal) == (not rims and not tiles)
        assert possible or edges  # T8: with gold enough there is always a start


def census(state: rules.State) -> dict[str, Any]:
    """All pieces that are neither made nor lost: tiles, units, scout numbers, tokens."""
    found = count_tiles_and_units(state)
    units = found["units"]
    numbers = [Counter(n for n in range(100) if mask >> n & 1) for mask in state.numbers]
    for cell, unit in enumerate(state.unit):
        if unit >= 0:
            numbers[unit // 3][state.unit_number[cell]] += unit % 3 == 0
    for path, on_path in zip(state.paths, state.path_numbers, strict=True):
        for seat, number in zip(path, on_path, strict=True):
            if seat >= 0:
                units[seat * 3] += 1
                numbers[seat][number] += 1
    for seat, waiting in enumerate(state.waiting):
        units[seat * 3] += waiting
        numbers[seat].update(n for n in range(100) if state.waiting_numbers[seat] >> n & 1)
    tokens = Counter(value for value in state.token if value)
    tokens.update(dict(zip(state.board.bag_values, state.bag, strict=True)))
    return {
        "tiles": dict(+found["tiles"]),
        "units": units,
        "numbers": [dict(+counted) for counted in numbers] if state.numbered else [],
        "tokens": dict(+tokens),
    }


def check_gold(before: rules.State, action: Action, after: rules.State, _drawn: Body) -> None:
    """Gold comes from the bank and goes there only by the rules."""
    flow = sum(after.gold) - sum(before.gold)
    kind = action[0]
    board = before.board
    if kind in (rules.START_RIM, rules.START_TILE, rules.PAY):
        assert -2 <= flow <= 0
    elif kind == rules.ANNOUNCE_HIDDEN:
        assert flow == -action[1] * board.hidden_price
    elif kind == rules.ANNOUNCE_OPEN:
        assert flow == -action[1] * board.open_price
    elif kind in (rules.UNIT, rules.UNIT_FROM_CELL, rules.UNIT_FROM_PATH):
        assert flow == -board.unit_cost[action[1] if kind == rules.UNIT else rules.SCOUT]
    elif kind == rules.WHEEL or (kind == rules.DIE and action[1]):
        assert flow == (action[1] + 1) * before.seats - 1
    elif kind in (rules.FRONT, rules.TOP, rules.LAY):
        seat = before.active
        assert flow in (0, board.digger, -(before.gold[seat] // 2))
    else:
        assert flow == 0
    assert min(after.gold) >= 0


def check_scoring(before: rules.State, _action: Action, after: rules.State, drawn: Body) -> None:
    """New ledger entries of islands: value from networkx, points by rank (N10)."""
    oracle = Oracle(drawn, after)
    new = [entry for entry in after.ledger[len(before.ledger) :] if entry[0] == rules.SCORED_ISLAND]
    for entry in new:
        cell, land = entry[6], entry[7]
        lands = oracle.lands_of(oracle.islands(), cell, land)
        tiles = {place for place, _letter in lands}
        kinds = [after.board.chart.placements[after.laid[oracle.number(place)]].kind for place in tiles]
        bonus = sum(drawn.tiles[kind].bonus for kind in kinds if kind < len(drawn.tiles))
        assert entry[4:6] == (len(tiles), bonus)
        assert oracle.is_complete(lands)
        others = [one for one in new if one[6:8] == (cell, land) and one[1] >= 0]
        points = len(tiles) + bonus
        for rank, strength in enumerate(sorted({one[8:11] for one in others}, reverse=True), start=1):
            assert {one[2:4] for one in others if one[8:11] == strength} == {(points, rank)}
            points = -(-points // 2)
    check_ledger(before, after)
