"""The rules of Entdecker by searching and counting, without the tables of the rules module."""

from __future__ import annotations

from collections import Counter
from typing import Any

import networkx as nx

from studio.core.game import Action
from studio.games.entdecker import rules
from studio.games.entdecker.body import Body
from tests.seatiles.oracle import SeaOracle, as_looks, check_ledger, count_tiles_and_units

COSTS = ("scout", "fort", "settlement")


class Oracle(SeaOracle):
    """Starts, draws, placements, own tiles and units (E3 to E7)."""

    start_at_sea = True
    revealing = (rules.FRONT, rules.OWN)  # actions after which the kind of the tile in hand is known

    def __init__(self, drawn: Body, state: rules.State) -> None:
        super().__init__(drawn, state, state.board.chart)
        self.drawn, self.state = drawn, state

    def price(self, unit: int) -> int:
        """What a unit (seat * 3 + kind) costs by the box."""
        cost: int = getattr(self.drawn.units, COSTS[unit % 3]).cost
        return cost

    def own_scouts(self) -> set[Action]:
        """Every scout of the active seat on the board, to be taken back (E7)."""
        return {(rules.RECALL, cell) for cell, unit in enumerate(self.state.unit) if unit == self.state.active * 3}

    def starts(self) -> set[Action]:
        """Every start that leaves 1 gold, or a pass (E3)."""
        state = self.state
        gold = state.gold[state.active]
        rims: set[Action] = set()
        for place in self.undiscovered:
            for side, other, edge in self.around(place):
                if other is None and edge.startswith("open") and gold - int(edge[-1]) >= 1:
                    rims.add((rules.START_RIM, self.number(place), side))
        tiles: set[Action] = set()
        for place, shape in self.tile.items():
            if any(shape[side] == "." and other in self.undiscovered for side, other, _edge in self.around(place)):
                unit = state.unit[self.number(place)]
                cost = self.price(unit) if unit >= 0 and unit // 3 != state.active else 0
                if gold - cost >= 1:
                    tiles.add((rules.START_TILE, self.number(place)))
        if state.season == 1 and rims:
            tiles = set()
        return (rims | tiles or {(rules.PASS,)}) | self.own_scouts()

    def declarations(self) -> set[Action]:
        """Every number that the gold left and the piles allow (E4), an own tile counted as 2 (E14)."""
        state = self.state
        useful = sum(state.hidden) + (2 if state.personal_tiles and state.personal[state.active] else 0)
        most = min(state.gold[state.active], useful)
        return {(rules.DECLARE, n) for n in range(1, most + 1)} | self.own_scouts()

    def expedition(self) -> set[Action]:
        """Draws, own tiles, units, stop and scouts to be taken back (E5–E7, E14)."""
        state = self.state
        seat = state.active
        found: set[Action] = set()
        if state.left >= 1 and self.beside_ship():
            found |= {(rules.DRAW, stack) for stack, size in enumerate(state.stack_size) if size}
        if state.personal_tiles and state.left >= 2 and not state.own_laid:
            found |= {(rules.OWN, kind) for kind in state.personal[seat] if self.placements(kind)}
        if state.laid_turn:
            place = (state.ship % self.columns, state.ship // self.columns)
            hostile = state.event[state.ship] == 1 + rules.EVENTS.index("hostile")
            for kind in range(3):
                price = self.price(kind) * (2 if hostile else 1)
                if kind == 2 and hostile:
                    continue
                if state.supply[seat * 3 + kind] and state.gold[seat] >= price:
                    lands = len(set(self.tile[place]) - {"."})
                    found |= {(rules.UNIT, kind, land) for land in range(lands)}
        if state.drawn or state.own_laid:
            found.add((rules.STOP,))
        return found | self.own_scouts()

    @property
    def is_filled(self) -> bool:
        """Whether all gaps must have been filled."""
        return self.state.phase == rules.P_START and not self.state.drawn

    def check_end(self) -> None:
        """The match ends on a full board, without hidden tiles or after passes; all units are taken off (E13)."""
        state = self.state
        assert not state.undiscovered or not sum(state.hidden) or state.passes
        assert set(state.unit) == {-1}

    def check_moves(self) -> None:
        """The legal actions are exactly those found by searching."""
        state = self.state
        legal = state.legal()
        assert legal == sorted(set(legal))
        assert legal
        if state.phase == rules.P_START:
            assert set(legal) == self.starts()
        elif state.phase == rules.P_DECLARE:
            assert set(legal) == self.declarations()
        elif state.phase == rules.P_GO:
            assert set(legal) == self.expedition()
        elif state.phase == rules.P_LAY:
            assert state.hand is not None
            lays = [action for action in legal if action[0] == rules.LAY]
            looks = as_looks(self, lays)
            assert len(looks) == len(set(looks)) > 1
            assert set(looks) == self.placements(state.hand[0])
            assert set(legal) - set(lays) == self.own_scouts()
        elif state.phase == rules.P_ISLAND:
            graph = self.islands()
            found = set()
            for _kind, cell, land in legal:
                lands = self.lands_of(graph, cell, land)
                assert self.is_complete(lands)
                assert self.units_on(lands)
                assert cell == min(self.number(place) for place, _letter in lands)
                found.add(frozenset(lands))
            expected = [lands for lands in nx.connected_components(graph) if self.units_on(lands)]
            assert found == {frozenset(lands) for lands in expected if self.is_complete(lands)}

    def units_on(self, lands: set[Any]) -> list[int]:
        """The units on an island."""
        state = self.state
        found = []
        for cell, unit in enumerate(state.unit):
            if unit >= 0:
                place = (cell % self.columns, cell // self.columns)
                side = self.chart.placements[state.laid[cell]].land.index(state.unit_land[cell])
                if (place, self.tile[place][side]) in lands:
                    found.append(unit)
        return found


def check_scoring(before: rules.State, action: Action, after: rules.State, drawn: Body) -> None:
    """New ledger entries: sizes by networkx, ranks and halving counted again, points add up (E11 to E13)."""
    new = after.ledger[len(before.ledger) :]
    oracle = Oracle(drawn, after)
    graph = oracle.islands()
    stood = before.clone()
    stood.laid = after.laid
    if action[0] == rules.UNIT:
        stood.unit[before.ship], stood.unit_land[before.ship] = before.active * 3 + action[1], action[2]
    earlier = Oracle(drawn, stood)
    by_island: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for entry in new:
        if entry[0] in (rules.SCORED_ISLAND, rules.UNFINISHED_ISLAND):
            by_island.setdefault((entry[0], *entry[4:8]), []).append(entry)
    for (what, tiles, chip, cell, land), entries in by_island.items():
        lands = oracle.lands_of(graph, cell, land)
        assert tiles == len({place for place, _letter in lands})
        assert oracle.is_complete(lands) == (what == rules.SCORED_ISLAND)
        assert not oracle.units_on(lands)
        units = earlier.units_on(lands)
        strength = {
            seat: tuple(sum(unit == seat * 3 + kind for unit in units) for kind in (2, 1, 0)) for seat in range(4)
        }
        present = {seat: triple for seat, triple in strength.items() if any(triple)}
        if what == rules.UNFINISHED_ISLAND:
            assert chip == 0
            assert present
        if chip:
            assert any(triple[0] or triple[1] for triple in present.values())
        if not present:
            assert [entry[1:4] for entry in entries] == [(-1, 0, 0)]
            continue
        assert {entry[1]: entry[8:11] for entry in entries} == present
        for entry in entries:
            above = sum(triple > strength[entry[1]] for triple in present.values())
            value = tiles + chip
            for _step in range(above):
                value = -(-value // 2)
            assert entry[2:4] == (value, 1 + above)
            assert entry[11] == before.turn
    check_ledger(before, after)
    for entry in new:
        if entry[0] == rules.MOST_CHIPS:
            assert entry[2] == len(after.chips[entry[1]]) == max(map(len, after.chips)) > 0


def census(state: rules.State) -> dict[str, Any]:
    """All pieces that are neither made nor lost: tiles, units, chips."""
    found = count_tiles_and_units(state)
    found["tiles"].update(kind * rules.SORTS for own in state.personal for kind in own)
    chips = Counter(value for own in state.chips for value in own)
    chips.update(dict(zip(state.board.bag_values, state.bag, strict=True)))
    return {**found, "tiles": dict(+found["tiles"]), "chips": dict(+chips)}


def check_gold(before: rules.State, action: Action, after: rules.State, drawn: Body) -> None:
    """Gold changes only by the rules, and stays between 0 and the cap."""
    seat = before.active
    flow = [now - then for now, then in zip(after.gold, before.gold, strict=True)]
    kind, own = action[0], flow[seat]
    cap = drawn.gold.cap
    assert min(after.gold) >= 0
    assert max(after.gold) <= cap
    if kind == rules.SPIN:
        assert flow == [min(gold + action[1], cap) - gold for gold in before.gold]
        return
    assert all(one == 0 for other, one in enumerate(flow) if other != seat)
    if kind == rules.START_RIM:
        assert -2 <= own <= 0
    elif kind == rules.START_TILE:
        unit = before.unit[action[1]]
        assert own == (-Oracle(drawn, before).price(unit) if unit >= 0 and unit // 3 != seat else 0)
    elif kind == rules.DECLARE:
        assert own == -action[1]
    elif kind == rules.UNIT:
        hostile = before.event[before.ship] == 1 + rules.EVENTS.index("hostile")
        assert own == -Oracle(drawn, before).price(action[1]) * (2 if hostile else 1)
    else:
        found = action[2] if kind == rules.FRONT else before.hand[1] if before.hand else 0
        name = rules.EVENTS[found - 1] if found else ""
        gold = before.gold[seat]
        if name == "gold":
            assert own in (0, min(drawn.gold.find, cap - gold))  # nothing when it did not fit
        elif name == "pirates":
            assert own in (0, -((gold + 1) // 2))
        else:
            assert own == 0
