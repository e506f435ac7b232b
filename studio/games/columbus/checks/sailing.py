"""Sea paths of a harbour map: distances, fewest turns, and how few wrecks would close them (C16).

A sea path leads from a home harbour over sea and other home harbours to an American harbour, where it ends; it passes
no other American harbour, because ships stop there (C12). Sea is everything except land, harbours and void.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.grid import neighbors
from studio.games.columbus.body import (
    AWAY,
    BECALMED,
    DRY,
    FULL_SAIL,
    HARBOURS,
    HOME,
    LAND,
    VOID,
    WATER,
    Body,
    grid,
    ground_of,
    spaces_of,
    tokens_of,
)
from studio.validation import disjoint_paths, min_vertex_cut

FAR = 1 << 20
FAIR_SPREAD = 3  # the difference of the harbours' shortest paths, in spaces, above which a map is unfair (C16)


@dataclass(frozen=True, slots=True)
class Sea:
    """A map as ships see it: by cell, the neighbours that are neither land nor void; the harbours of both sides."""

    body: Body
    neighbors: tuple[tuple[int, ...], ...]
    homes: tuple[int, ...]
    american_harbours: tuple[int, ...]

    def is_sea(self, cell: int) -> bool:
        return tokens_of(self.body)[cell] not in DRY + HARBOURS


@lru_cache(maxsize=8)
def sea_of(body: Body) -> Sea:
    hexes, tokens = grid(body), tokens_of(body)
    around = [
        () if token in DRY else tuple(other for other in neighbors(hexes, cell) if tokens[other] not in DRY)
        for cell, token in enumerate(tokens)
    ]
    return Sea(body, tuple(around), tuple(spaces_of(body, HOME)), tuple(spaces_of(body, AWAY)))


@lru_cache(maxsize=8)
def america_distances(body: Body) -> tuple[int, ...]:
    """Return by cell the spaces to the nearest American harbour; FAR on land and if there is no sea path."""
    return _distances(body, sea_of(body).american_harbours)


def home_distances(body: Body, home: int) -> tuple[int, ...]:
    """Return by cell the spaces from a home harbour on the shortest sea path; FAR if there is none."""
    return _distances(body, (home,))


def _distances(body: Body, starts: Sequence[int]) -> tuple[int, ...]:
    """Return distances breadth-first; American harbours are reached, but left only if the search started there."""
    sea = sea_of(body)
    field = [0 if cell in starts else FAR for cell in range(len(sea.neighbors))]
    ahead = deque(starts)
    while ahead:
        cell = ahead.popleft()
        for other in sea.neighbors[cell] if cell in starts or cell not in sea.american_harbours else ():
            if field[other] == FAR:
                field[other] = field[cell] + 1
                ahead.append(other)
    return tuple(field)


def shortest_path(body: Body, home: int) -> list[int]:
    """Return the cells of a shortest sea path from a home harbour, both ends included; empty if there is none.

    Of equally short paths, one with few turns and far from the shore.
    """
    field, sea, hexes = america_distances(body), sea_of(body), grid(body)
    if field[home] == FAR:
        return []
    path, heading = [home], -1
    while field[path[-1]]:
        cell = path[-1]
        closer = [
            (side != heading, 6 - len(sea.neighbors[other]), side, other)
            for side in range(6)
            if (other := hexes.neighbor(cell, side)) >= 0 and field[other] == field[cell] - 1
        ]
        _turn, _shore, heading, other = min(closer)
        path.append(other)
    return path


def speeds(body: Body, at_best: bool) -> tuple[int, ...]:
    """Return by cell how far a ship can sail that starts its move there (C7); 0 on land.

    At best, every space that fits a full sail, a joker or a home-made tile has the fastest of them; otherwise it has
    the tile it shows, and water if it shows none.
    """
    table = {LAND: 0, VOID: 0, WATER: 4 if at_best else 2, FULL_SAIL: 4, BECALMED: 2 if at_best else 1}
    tokens = tokens_of(body)
    steps = {token: table.get(token, 3) for token in set(tokens)}
    if at_best:
        for kind in body.homemade:
            if kind.count > 0:
                for token in steps:
                    if ground_of(token) in kind.on:
                        steps[token] = max(steps[token], kind.step)
    return tuple(steps[token] for token in tokens)


def fewest_turns(body: Body, home: int, at_best: bool) -> list[int]:
    """Return where each turn of a quickest voyage ends, the last in America; empty if there is no sea path.

    Unless `at_best`, a becalmed space ends the move that enters it (C8).
    """
    sea, speed = sea_of(body), speeds(body, at_best)
    ends = {*sea.american_harbours, *(() if at_best else spaces_of(body, BECALMED))}
    came_from: dict[int, int] = {home: -1}
    left = [0] * len(speed)
    """By cell: the most steps that a ship had left there; one with no more steps gets no further."""
    edge = [home]
    while edge:
        ahead: list[int] = []
        for start in edge:
            ring = [start]
            for steps in range(speed[start], 0, -1):
                further = []
                for cell in ring:
                    if left[cell] >= steps or (cell in ends and cell != start):
                        continue
                    left[cell] = steps
                    for other in sea.neighbors[cell]:
                        if other not in came_from:
                            came_from[other] = start
                            if other in sea.american_harbours:
                                return trace_back(came_from, other)
                            ahead.append(other)
                        if left[other] < steps - 1:
                            further.append(other)
                ring = further
        edge = ahead
    return []


def trace_back(came_from: dict[int, int], cell: int) -> list[int]:
    """Return the cells on the way to a cell, without the start, whose predecessor is -1."""
    stops = []
    while came_from[cell] >= 0:
        stops.append(cell)
        cell = came_from[cell]
    return stops[::-1]


def stops_along(body: Body, path: Sequence[int]) -> list[int]:
    """Return where each turn ends on a given path at best speed, in the fewest turns; the last where the path ends."""
    speed = speeds(body, at_best=True)
    came_from = {0: -1}
    edge = [0] if path else []
    while edge and len(path) - 1 not in came_from:
        ahead = []
        for start in edge:
            for place in range(start + 1, min(len(path), start + speed[path[start]] + 1)):
                if place not in came_from:
                    came_from[place] = start
                    ahead.append(place)
        edge = ahead
    return [path[place] for place in trace_back(came_from, len(path) - 1)] if path else []


@lru_cache(maxsize=8)
def _sea_graph(body: Body) -> dict[int, set[int]]:
    """Return by sea space the next spaces; American harbours have none, because every path ends there.

    Home harbours are connections that no wreck can close. The sea spaces around one (or around several adjacent ones)
    are therefore connected to one another.
    """
    sea = sea_of(body)
    closed = set(sea.homes)
    around = {
        cell: set()
        if cell in sea.american_harbours
        else {other for other in sea.neighbors[cell] if other not in closed}
        for cell, token in enumerate(tokens_of(body))
        if token not in DRY and cell not in closed
    }
    seen: set[int] = set()
    for home in sea.homes:
        if home not in seen:
            shore = _shore(sea, home, seen)
            for cell in shore.difference(sea.american_harbours):
                around[cell] |= shore - {cell}
    return around


def _shore(sea: Sea, home: int, seen: set[int]) -> set[int]:
    """Return the cells around a home harbour and the home harbours adjacent to it, which are added to `seen`."""
    shore: set[int] = set()
    ahead = [home]
    seen.add(home)
    while ahead:
        for other in sea.neighbors[ahead.pop()]:
            if other not in sea.homes:
                shore.add(other)
            elif other not in seen:
                seen.add(other)
                ahead.append(other)
    return shore


def closing_wrecks(
    body: Body, home: int, most: int | None = None, cancel: CancelToken = NEVER_CANCELLED
) -> list[int] | None:
    """Return the fewest sea spaces that separate a home harbour from all of America, ascending (minimum vertex cut).

    Empty if there is no sea path; None if no loss can (a harbour adjacent to America), or if it takes more than `most`.
    """
    sea = sea_of(body)
    around = {**_sea_graph(body), home: _shore(sea, home, set())}
    return min_vertex_cut(around, [home], sea.american_harbours, most, cancel)


def cut_spaces(body: Body, home: int, cancel: CancelToken = NEVER_CANCELLED) -> list[int]:
    """Return the single sea spaces that each separate a home harbour from America (articulation points), ascending."""
    sea, path = sea_of(body), shortest_path(body, home)
    found = []
    for space in path[1:-1]:  # a space that separates the two is on every path
        cancel.raise_if_cancelled()
        if sea.is_sea(space) and not _has_route(sea, home, space):
            found.append(space)
    return sorted(found)


def _has_route(sea: Sea, home: int, lost: int) -> bool:
    seen, ahead = {lost}, [home]
    while ahead:
        cell = ahead.pop()
        if cell in sea.american_harbours:
            return True
        if cell not in seen:
            seen.add(cell)
            ahead += sea.neighbors[cell]
    return False


def disjoint_routes(body: Body, home: int, cancel: CancelToken = NEVER_CANCELLED) -> list[list[int]]:
    """Return the most sea paths from one home harbour that share no sea space (Menger), shortest first."""
    sea = sea_of(body)
    away, shore, america = set(sea.american_harbours), _shore(sea, home, set()), len(sea.neighbors)
    around: dict[int, set[int]] = {america: set()}
    ends: dict[int, int] = {}
    for cell, beyond in _sea_graph(body).items():
        if cell not in away:  # several paths may end in the same harbour
            around[cell] = beyond - away
            if harbours := beyond & away:
                ends[cell] = min(harbours)
                around[cell].add(america)
    around[home] = shore - away
    direct = [[home, min(shore & away)]] if shore & away else []
    return direct + [[*path[:-1], ends[path[-2]]] for path in disjoint_paths(around, home, america, cancel)]
