"""Sea paths and cuts of a map, compared with networkx and brute force on random maps (C16)."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import networkx as nx
import pytest

from studio.core.rng import Rng
from studio.documents.paths import layouts_dir
from studio.games.columbus.body import Body, grid, parse, tokens_of
from studio.games.columbus.checks import sailing
from studio.games.columbus.checks.sailing import (
    FAR,
    america_distances,
    closing_wrecks,
    cut_spaces,
    disjoint_routes,
    fewest_turns,
    home_distances,
    sea_of,
    shortest_path,
    stops_along,
)
from tests.shortly import shortly


def random_map(seed: int, columns: int = 6, rows: int = 5) -> Body:
    """Return a small map with all kinds of space; some have no path, some no harbours."""
    rng = Rng(seed)
    pool = "........" + "#" * (2 + seed % 6) + "RIWSBxHA" + ("F" if seed % 3 else ".")
    lines = [
        " " * (row % 2) + " ".join(pool[rng.below(len(pool))] for _column in range(columns)) for row in range(rows)
    ]
    return parse({"spaces": lines})


MAPS = [random_map(seed) for seed in range(60)]


def homes_of(body: Body) -> list[int]:
    return [cell for cell, token in enumerate(tokens_of(body)) if token == "H"]


@cache
def neighbours(body: Body, cell: int) -> list[int]:
    hexes = grid(body)
    x, y = hexes.center(cell)
    near = []
    for other in range(hexes.count):
        u, v = hexes.center(other)
        if other != cell and (x - u) ** 2 + (y - v) ** 2 < 1.1:
            near.append(other)
    return near


def voyages(body: Body, home: int, lost: frozenset[int] = frozenset()) -> nx.DiGraph[int]:
    """Return the graph of where ships may sail from a harbour: not over land, and no further from an American
    harbour."""
    tokens = tokens_of(body)
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_node(home)
    for cell, token in enumerate(tokens):
        if token in "#AF" or cell in lost:
            continue
        graph.add_edges_from((cell, other) for other in neighbours(body, cell) if tokens[other] != "#")
    graph.remove_nodes_from(lost)
    return graph


def away(body: Body, graph: nx.DiGraph[int]) -> list[int]:
    return [cell for cell, token in enumerate(tokens_of(body)) if token in "AF" and cell in graph]


def is_open(body: Body, home: int, lost: frozenset[int] = frozenset()) -> bool:
    graph = voyages(body, home, lost)
    return not nx.descendants(graph, home).isdisjoint(away(body, graph))


@pytest.mark.parametrize("body", MAPS, ids=range(len(MAPS)))
def test_distances_are_shortest_paths(body: Body) -> None:
    field = america_distances(body)
    for home in homes_of(body):
        lengths = nx.single_source_shortest_path_length(voyages(body, home), home)
        assert [FAR if space > 1000 else space for space in home_distances(body, home)] == [
            lengths.get(cell, FAR) for cell in range(grid(body).count)
        ]
        best = min((lengths[end] for end in away(body, voyages(body, home)) if end in lengths), default=FAR)
        assert field[home] == best
        path = shortest_path(body, home)
        assert len(path) == (0 if best == FAR else best + 1)
        assert all(other in neighbours(body, cell) for cell, other in pairwise(path))


@pytest.mark.parametrize("body", shortly(MAPS, *range(0, len(MAPS), 3)), ids=range(len(MAPS)))
def test_cuts_are_minimal(body: Body) -> None:
    tokens = tokens_of(body)
    sea = [cell for cell, token in enumerate(tokens) if token not in "#HAF"]
    for home in homes_of(body):
        cut = closing_wrecks(body, home)
        single = [cell for cell in sea if not is_open(body, home, frozenset([cell]))]
        if not is_open(body, home):
            assert cut == []
            continue
        assert cut_spaces(body, home) == single
        if cut is None:  # a harbour that no loss of sea spaces closes
            assert is_open(body, home, frozenset(sea))
            continue
        assert set(cut) <= set(sea)
        assert not is_open(body, home, frozenset(cut))
        paths = disjoint_routes(body, home)
        assert len(paths) == len(cut)
        assert all(path[0] == home and tokens[path[-1]] in "AF" for path in paths)
        inner = [cell for path in paths for cell in path if cell in sea]
        assert len(inner) == len(set(inner))
        for fewer in combinations(sea, min(2, len(cut) - 1)):
            assert is_open(body, home, frozenset(fewer))
        assert (len(cut) == 1) == bool(single)


@pytest.mark.parametrize("body", MAPS[:30], ids=range(30))
@pytest.mark.parametrize("at_best", [True, False])
def test_fewest_turns_equal_a_plain_search(body: Body, at_best: bool) -> None:
    tokens = tokens_of(body)
    pace = {".": 4 if at_best else 2, "S": 4, "B": 2 if at_best else 1}

    def turn(cell: int) -> set[int]:
        reached, edge = {cell}, {cell}
        for _space in range(pace.get(tokens[cell], 3)):
            edge = {
                other
                for one in edge
                if one == cell or (tokens[one] not in "AF" and (at_best or tokens[one] != "B"))
                for other in neighbours(body, one)
                if tokens[other] != "#"
            }
            reached |= edge
        return reached

    for home in homes_of(body):
        there, turns = {home}, 0
        while turns < 40 and not any(tokens[cell] in "AF" for cell in there):
            there = {other for cell in there for other in turn(cell)}
            turns += 1
        stops = fewest_turns(body, home, at_best)
        assert len(stops) == (turns if turns < 40 else 0)


@pytest.mark.parametrize("at_best", [True, False])
def test_spaces_are_expanded_once_per_remaining_step(monkeypatch: pytest.MonkeyPatch, at_best: bool) -> None:
    body = parse({"spaces": [" " * (row % 2) + " ".join("A" + "." * 28 + "H") for row in range(20)]})
    looked: Counter[int] = Counter()

    class Watched(tuple[tuple[int, ...], ...]):
        def __getitem__(self, cell: object) -> tuple[int, ...]:  # type: ignore[override]  # single cells are asked for
            assert isinstance(cell, int)
            looked[cell] += 1
            return super().__getitem__(cell)

    sea = sea_of(body)
    monkeypatch.setattr(sailing, "sea_of", lambda _body: replace(sea, neighbors=Watched(sea.neighbors)))
    assert fewest_turns(body, homes_of(body)[0], at_best)
    assert max(looked.values()) <= (4 if at_best else 3), "the most steps that a ship has left anywhere"


def test_the_figures_of_the_rules_page() -> None:
    body = parse(json.loads((layouts_dir() / "columbus" / "sargasso_sea.json").read_text(encoding="utf-8"))["body"])
    homes = homes_of(body)
    assert [america_distances(body)[home] for home in homes] == [14, 15, 16, 17, 16, 16, 16, 16]
    assert all(cut_spaces(body, home) == [] for home in homes)
    assert [len(closing_wrecks(body, home) or []) for home in homes] == [8] * 8
    for home in homes:
        path = shortest_path(body, home)
        assert stops_along(body, path)[-1] == path[-1]
        assert len(stops_along(body, path)) >= len(fewest_turns(body, home, at_best=True))
