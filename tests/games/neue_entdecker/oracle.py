"""What the rules pages say about a position, by exhaustive search and graphs, without the rules' own tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx

from studio.core.game import Action
from studio.games.neue_entdecker import rules
from studio.games.neue_entdecker.body import Body
from tests.games.neue_entdecker.random_seas import SIDES, STEPS

Graph = Any  # networkx has no types of its own for what its nodes are
FILLERS = {1: "....", 2: "a...", 3: "aa..", 4: "a.b.", 5: "aaa.", 6: "aaaa"}


class Oracle:
    """What the rules pages say about a position, by exhaustive search and graphs."""

    def __init__(self, drawn: Body, state: rules.State) -> None:
        self.drawn, self.state = drawn, state
        self.columns = len(drawn.spaces[0])
        self.cells = [(x, y) for y, row in enumerate(drawn.spaces) for x, symbol in enumerate(row) if symbol != "#"]
        chart = state.board.chart
        self.tile: dict[tuple[int, int], str] = {}
        for x, y in self.cells:
            placement = state.laid[self.number((x, y))]
            if placement >= 0:
                one = chart.placements[placement]
                self.tile[x, y] = self.turned(self.shape(one.kind), one.turn)
        self.undiscovered = {place for place in self.cells if place not in self.tile}

    def number(self, place: tuple[int, int]) -> int:
        return place[1] * self.columns + place[0]

    def shape(self, kind: int) -> str:
        if kind < len(self.drawn.tiles):
            return self.drawn.tiles[kind].shape
        return FILLERS[int(self.state.board.chart.kinds[kind].name.removeprefix("filler "))]

    @staticmethod
    def turned(shape: str, turn: int) -> str:
        return "".join(shape[(side - turn) % 4] for side in range(4))

    def around(self, place: tuple[int, int]) -> Iterator[tuple[int, tuple[int, int] | None, str]]:
        """Side, the space there or None, and the kind of outer edge or ""."""
        for side, (dx, dy) in enumerate(STEPS):
            other = (place[0] + dx, place[1] + dy)
            if other in self.tile or other in self.undiscovered:
                yield side, other, ""
            else:
                name = f"{chr(65 + place[0])}{place[1] + 1} {SIDES[side]}"
                yield side, None, self.drawn.edges.get(name, getattr(self.drawn.border, SIDES[side]))

    def facing(self, place: tuple[int, int]) -> list[str | None]:
        """For each side "." or "a" as the tile there must be, None when it is free."""
        found: list[str | None] = []
        for side, other, edge in self.around(place):
            if other is None:
                found.append("a" if edge == "coast" else ".")
            elif other in self.tile:
                found.append("." if self.tile[other][side ^ 2] == "." else "a")
            else:
                found.append(None)
        return found

    @staticmethod
    def looks(shape: str) -> tuple[str, frozenset[frozenset[int]]]:
        groups = frozenset(frozenset(s for s in range(4) if shape[s] == one) for one in set(shape) - {"."})
        return "".join("." if letter == "." else "a" for letter in shape), groups

    def beside_ship(self) -> list[tuple[int, int]]:
        """The undiscovered spaces that the ship can sail to."""
        state = self.state
        if state.ship_rim >= 0:
            cell = state.ship_rim // 4
            return [(cell % self.columns, cell // self.columns)]
        place = (state.ship % self.columns, state.ship // self.columns)
        return [
            other
            for side, other, _edge in self.around(place)
            if other is not None and other in self.undiscovered and self.tile[place][side] == "."
        ]

    def placements(self, kind: int) -> set[tuple[Any, ...]]:
        """Spaces and looks of every way to lay a kind of tile beside the ship (N6, T4)."""
        found = set()
        for place in self.beside_ship():
            wanted = self.facing(place)
            for turn in range(4):
                shape = self.turned(self.shape(kind), turn)
                plain = self.looks(shape)[0]
                if all(want is None or want == have for want, have in zip(wanted, plain, strict=True)):
                    found.add((place, *self.looks(shape)))
        return found

    def islands(self) -> Graph:
        """Lands joined across facing land edges (T7)."""
        graph = nx.Graph()
        for place, shape in self.tile.items():
            graph.add_nodes_from((place, letter) for letter in set(shape) - {"."})
        for place, shape in self.tile.items():
            for side, other, _edge in self.around(place):
                if other in self.tile and shape[side] != "." and self.tile[other][side ^ 2] != ".":
                    graph.add_edge((place, shape[side]), (other, self.tile[other][side ^ 2]))
        return graph

    def is_complete(self, lands: set[tuple[tuple[int, int], str]]) -> bool:
        for place, letter in lands:
            for side, other, edge in self.around(place):
                if self.tile[place][side] != letter:
                    continue
                if other is None:
                    if edge != "coast":
                        return False
                elif other not in self.tile or self.tile[other][side ^ 2] == ".":
                    return False
        return True

    def seas(self, *, sail_unknown: bool) -> Graph:
        """Where ships can go: tiles joined over facing seas; with `sail_unknown` undiscovered spaces too."""
        graph = nx.Graph()
        graph.add_node("border")
        for place in self.cells:
            if place in self.undiscovered and not sail_unknown:
                continue
            graph.add_node(place)
            for side, other, edge in self.around(place):
                if place in self.tile and self.tile[place][side] != ".":
                    continue
                if other is None:
                    if edge.startswith("open"):
                        graph.add_edge("border", place)
                elif (other in self.tile and self.tile[other][side ^ 2] == ".") or (
                    other in self.undiscovered and sail_unknown
                ):
                    graph.add_edge(place, other)
        return graph

    def gaps(self) -> set[int]:
        """The spaces that T8 wants filled."""
        reached = nx.node_connected_component(self.seas(sail_unknown=True), "border")
        return {
            self.number(place) for place in self.undiscovered if place not in reached or None not in self.facing(place)
        }

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

    def payments(self, cell: int, seat: int) -> tuple[int, set[tuple[int, int]]]:
        """The lowest sum and its payments (toll, owners paid), by walking every route there is (N3)."""
        target = (cell % self.columns, cell // self.columns)
        graph = self.seas(sail_unknown=False)
        graph.remove_node("border")
        share = self.drawn.gold.route_toll
        best = 10**9
        found: set[tuple[int, int]] = set()
        for place in self.tile:
            tolls = {
                int(edge[-1])
                for side, other, edge in self.around(place)
                if other is None and edge.startswith("open") and self.tile[place][side] == "."
            }
            for route in nx.all_simple_paths(graph, place, target) if tolls and place != target else [[target]]:
                if not tolls:
                    continue
                owners = set()
                for step in route:
                    unit = self.state.unit[self.number(step)]
                    if unit >= 0 and unit % 3 and unit // 3 != seat:
                        owners.add(unit // 3)
                for toll in tolls:
                    total = toll + share * len(owners)
                    mask = sum(1 << owner for owner in owners) if share else 0
                    if total < best:
                        best, found = total, set()
                    if total == best:
                        found.add((toll, mask))
        return best, found


def as_looks(oracle: Oracle, actions: list[Action]) -> list[tuple[Any, ...]]:
    """LAY actions in the oracle's words."""
    chart = oracle.state.board.chart
    found = []
    for _kind, cell, placement in actions:
        one = chart.placements[placement]
        shape = oracle.turned(oracle.shape(one.kind), one.turn)
        found.append(((cell % oracle.columns, cell // oracle.columns), *oracle.looks(shape)))
    return found
