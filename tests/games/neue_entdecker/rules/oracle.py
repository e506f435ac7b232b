"""What the rules page says about a position, by walking graphs, without the rules' own tables."""

from __future__ import annotations

import networkx as nx

from studio.games.neue_entdecker import rules
from studio.games.neue_entdecker.body import Body
from tests.seatiles.oracle import SeaOracle


class Oracle(SeaOracle):
    """What the rules page says about starts and payments (N2, N3)."""

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

        A payment that pays all that another pays, and more, is left out; what the seat can afford is not asked.
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
        kept = [
            (toll, owners)
            for toll, owners in found
            if not any(less <= toll and few <= owners and (less, few) != (toll, owners) for less, few in found)
        ]
        return {(toll + share * len(owners), toll, sum(1 << owner for owner in owners)) for toll, owners in kept}
