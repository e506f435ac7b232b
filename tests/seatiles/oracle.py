"""The rules of sea tiles (T1 to T9) by exhaustive search and graphs, without the tables of the rules modules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import networkx as nx

from studio.core.game import Action
from studio.seatiles.body import SeaBody
from studio.seatiles.rules.chart import COAST, Chart, all_islands, cells_of, root_of
from studio.seatiles.rules.position import SeaPosition, gaps
from tests.seatiles.sea_bodies import SIDES, STEPS

Graph = Any  # networkx has no types of its own for what its nodes are
FILLERS = {1: "....", 2: "a...", 3: "aa..", 4: "a.b.", 5: "aaa.", 6: "aaaa"}


def is_complete(chart: Chart, laid: Sequence[int], nodes: Sequence[int]) -> bool:
    """Whether every edge of these lands faces a land edge of a discovered tile or a coast."""
    for node in nodes:
        cell, number = divmod(node, 4)
        for side in range(4):
            if chart.placements[laid[cell]].land[side] != number:
                continue
            other = chart.near[cell * 4 + side]
            if other < 0:
                if chart.rim[cell * 4 + side] != COAST:
                    return False
            elif laid[other] < 0 or chart.placements[laid[other]].land[side ^ 2] < 0:
                return False
    return True


class SeaOracle:
    """Placements, islands, seas and gaps of a position (T1 to T9)."""

    start_at_sea = False  # whether ships may start at any discovered sea (T8)

    def __init__(self, sea: SeaBody, position: SeaPosition, chart: Chart) -> None:
        self.sea, self.position, self.chart = sea, position, chart
        self.columns = len(sea.spaces[0])
        self.cells = [(x, y) for y, row in enumerate(sea.spaces) for x, symbol in enumerate(row) if symbol != "#"]
        self.tile: dict[tuple[int, int], str] = {}
        for x, y in self.cells:
            placement = position.laid[self.number((x, y))]
            if placement >= 0:
                one = chart.placements[placement]
                self.tile[x, y] = self.turned(self.shape(one.kind), one.turn)
        self.undiscovered = {place for place in self.cells if place not in self.tile}

    def number(self, place: tuple[int, int]) -> int:
        return place[1] * self.columns + place[0]

    def shape(self, kind: int) -> str:
        if kind < len(self.sea.tiles):
            return self.sea.tiles[kind].shape
        return FILLERS[int(self.chart.kinds[kind].name.removeprefix("filler "))]

    @staticmethod
    @cache
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
                yield side, None, self.sea.edges.get(name, getattr(self.sea.border, SIDES[side]))

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
    @cache
    def looks(shape: str) -> tuple[str, frozenset[frozenset[int]]]:
        groups = frozenset(frozenset(s for s in range(4) if shape[s] == one) for one in set(shape) - {"."})
        return "".join("." if letter == "." else "a" for letter in shape), groups

    def beside_ship(self) -> list[tuple[int, int]]:
        """The undiscovered spaces that the ship can sail to."""
        state = self.position
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
        """Spaces and looks of every way to lay a kind of tile beside the ship (T4)."""
        found = set()
        for place in self.beside_ship():
            expected = self.facing(place)
            for turn in range(4):
                shape = self.turned(self.shape(kind), turn)
                plain = self.looks(shape)[0]
                if all(want is None or want == have for want, have in zip(expected, plain, strict=True)):
                    found.add((place, *self.looks(shape)))
        return found

    def islands(self) -> Graph:
        """Lands joined across facing land edges (T7)."""
        graph: nx.Graph[Any] = nx.Graph()
        for place, shape in self.tile.items():
            graph.add_nodes_from((place, letter) for letter in set(shape) - {"."})
        for place, shape in self.tile.items():
            for side, other, _edge in self.around(place):
                if other in self.tile and shape[side] != "." and self.tile[other][side ^ 2] != ".":
                    graph.add_edge((place, shape[side]), (other, self.tile[other][side ^ 2]))
        return graph

    def lands_of(self, graph: Graph, cell: int, land: int) -> set[Any]:
        """The lands of the island that a cell and the number of a land name."""
        place = (cell % self.columns, cell // self.columns)
        side = self.chart.placements[self.position.laid[cell]].land.index(land)
        found: set[Any] = nx.node_connected_component(graph, (place, self.tile[place][side]))
        return found

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
        graph: nx.Graph[Any] = nx.Graph()
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
        graph = self.seas(sail_unknown=True)
        if self.start_at_sea:
            graph.add_edges_from(("border", place) for place, shape in self.tile.items() if "." in shape)
        reached = nx.node_connected_component(graph, "border")
        return {
            self.number(place) for place in self.undiscovered if place not in reached or None not in self.facing(place)
        }


def as_looks(oracle: SeaOracle, actions: list[Action]) -> list[tuple[Any, ...]]:
    """LAY actions in the form of `placements`."""
    chart = oracle.chart
    found = []
    for _kind, cell, placement in actions:
        one = chart.placements[placement]
        shape = oracle.turned(oracle.shape(one.kind), one.turn)
        found.append(((cell % oracle.columns, cell // oracle.columns), *oracle.looks(shape)))
    return found


def check_chart(oracle: SeaOracle) -> None:
    """Islands, completeness, gaps and union-find agree with networkx."""
    state, chart = oracle.position, oracle.chart
    graph = oracle.islands()
    expected = {}
    for lands in nx.connected_components(graph):
        tiles = frozenset(oracle.number(place) for place, _letter in lands)
        key = frozenset((oracle.number(place), oracle.tile[place].index(letter)) for place, letter in lands)
        expected[key] = (len(tiles), oracle.is_complete(lands))
    found = {}
    for nodes in all_islands(chart, state.laid):
        sides = frozenset((node >> 2, chart.placements[state.laid[node >> 2]].land.index(node & 3)) for node in nodes)
        found[sides] = (len({node >> 2 for node in nodes}), is_complete(chart, state.laid, nodes))
        roots = {root_of(state.parent, node) for node in nodes}
        assert len(roots) == 1
        assert (state.open_edges[roots.pop()] == 0) == found[sides][1]
    assert found == expected
    assert set(cells_of(gaps(chart, state.undiscovered, state.sea, start_at_sea=oracle.start_at_sea))) == oracle.gaps()
    assert set(cells_of(state.undiscovered)) == {oracle.number(place) for place in oracle.undiscovered}


# Pieces that are neither made nor lost in a match


def count_tiles_and_units(state: Any) -> dict[str, Any]:
    """The tiles by kind and sort, and the units by seat and kind, wherever they are."""
    sorts, placements = state.board.numbers.sorts, state.board.chart.placements
    tiles = Counter({index: count for index, count in enumerate(state.hidden) if count})
    tiles.update({index: count for index, count in enumerate(state.discard) if count})
    tiles.update({kind * sorts: count for kind, count in enumerate(state.sorted_left) if count})
    tiles.subtract({kind * sorts: count for kind, count in enumerate(state.added) if count})
    if state.hand is not None:
        tiles[state.hand[0] * sorts + state.hand[1]] += 1
    for cell, placement in enumerate(state.laid):
        if placement >= 0:
            tiles[placements[placement].kind * sorts + state.event[cell]] += 1
    units = state.supply[:]
    for unit in state.unit:
        if unit >= 0:
            units[unit] += 1
    return {"tiles": tiles, "units": units}


def counting_by(census: Callable[[Any], Any]) -> Callable[[Path], Callable[[Any], None]]:
    """For the soak test: return a factory of checks that the count of a match stays that of its first position."""

    def counting(_layout: Path) -> Callable[[Any], None]:
        first: list[Any] = []

        def counted(state: Any) -> None:
            found = census(state)
            first.extend([] if first else [found])
            assert found == first[0]

        return counted

    return counting


def check_ledger(before: Any, after: Any) -> None:
    """The new entries of the ledger add up to the points gained."""
    gained: Counter[int] = Counter()
    for entry in after.ledger[len(before.ledger) :]:
        gained[entry[1]] += entry[2]
    assert [now - then for now, then in zip(after.points, before.points, strict=True)] == [
        gained[seat] for seat in range(after.seats)
    ]
