"""Measurements of a sea layout: sectors, minimum closings of islands (SAT, T7), reach, demand and sides.

A closing places tiles on undiscovered spaces so that every land edge of an island, including all land it grows into,
faces land. The lands of a tile matter here, not only its edges: an island may end in a strait whose other bank stays
open. Whether ships can reach the spaces in some order is not checked, as in the completion check. Spaces farther than
`RINGS` from the island are only used if no closing is found without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

from studio.core.cancellation import CancelToken
from studio.seatiles.checks.completion import SOLVER, solve_limited
from studio.seatiles.facts import Facts, hidden_tiles, kind_class
from studio.seatiles.rules.chart import CLASSES, Rotation, rotations

# Sectors: connected undiscovered spaces with their size, entrances and bonuses


class Sector(NamedTuple):
    cells: tuple[int, ...]
    harbours: int  # number of open border edges of its spaces
    toll: int  # minimum toll in gold; -1 without harbours
    bonus: int  # total points of the adjacent bonus tiles
    is_reachable: bool  # whether ships can reach it (T8)


def sectors(facts: Facts) -> list[Sector]:
    """Return the sectors, largest first."""
    found = []
    for cells in facts.sectors:
        kinds = [facts.outer[cell * 4 + side] for cell in cells for side in range(4)]
        tolls = [int(kind[-1]) for kind in kinds if kind is not None and kind.startswith("open")]
        adjacent = {facts.neighbors[cell * 4 + side] for cell in cells for side in range(4)} - {-1}
        points = sum(facts.bonus(cell) for cell in adjacent)
        is_reached = cells[0] in facts.reachable and len(cells) > 1
        found.append(Sector(tuple(cells), len(tolls), min(tolls, default=-1), points, is_reached))
    return found


# Minimum closings of islands by SAT (T7)

RINGS, MAX_SPACES = 2, 160  # search radius of the first attempt in spaces, and the maximum number of spaces of a search
MAX_CONFLICTS = 20_000  # conflict limit after which a closing is unknown

Land = tuple[int, str]
Ends = tuple[tuple[int, int], ...]


class Closing(NamedTuple):
    """An island of placed tiles and the tiles that would close it."""

    cells: tuple[int, ...]
    ends: Ends  # land edges (cell, side) that do not face land
    bonus: int  # total points of its bonus tiles
    tiles: int  # minimum number of tiles that close it: 0 if closed, NEVER if the box has none that do, UNKNOWN


NEVER, UNKNOWN = -1, -2


def find_closings(facts: Facts, cancel: CancelToken) -> list[Closing]:
    """Return one closing per island, in order of discovery. Raises `Cancelled`."""
    ends = [tuple(facts.open_edges(island)) for island in facts.islands]
    owner = {land: number for number, island in enumerate(facts.islands) for land in island}
    supply = _supply(facts)
    found = []
    for number, island in enumerate(facts.islands):
        cancel.raise_if_cancelled()
        cells = tuple(sorted({cell for cell, _letter in island}))
        bonus = sum(facts.bonus(cell) for cell in cells)
        tiles = _fewest(facts, number, ends, owner, supply, cancel) if ends[number] else 0
        found.append(Closing(cells, ends[number], bonus, tiles))
    return found


def _supply(facts: Facts) -> dict[str, int]:
    """Return the number of available tiles by shape."""
    found: dict[str, int] = {}
    for name, count in facts.supply.items():
        if count:
            shape = facts.kinds[name].shape
            found[shape] = found.get(shape, 0) + count
    return found


def _fewest(
    facts: Facts, island: int, ends: Sequence[Ends], owner: dict[Land, int], supply: dict[str, int], cancel: CancelToken
) -> int:
    ahead = {facts.neighbors[cell * 4 + side] for cell, side in ends[island]}
    if any(other < 0 or facts.shapes[other] for other in ahead):
        return NEVER  # a mismatched edge
    near = _around(facts, ahead, RINGS)
    answer = _ClosingSat(facts, island, ends, owner, supply, near, cancel).fewest(sorted(ahead), cancel)
    if answer != NEVER or len(near) == len(facts.open):
        return answer
    if len(facts.open) > MAX_SPACES:
        return UNKNOWN
    return _ClosingSat(facts, island, ends, owner, supply, facts.open, cancel).fewest(sorted(ahead), cancel)


def _around(facts: Facts, cells: Iterable[int], rings: int) -> list[int]:
    """Return the undiscovered spaces within a number of steps over undiscovered spaces, sorted."""
    found = rim = set(cells)
    for _ring in range(rings):
        adjacent = {facts.neighbors[cell * 4 + side] for cell in rim for side in range(4)}
        rim = {other for other in adjacent if other >= 0 and not facts.shapes[other]} - found
        found = found | rim
    return sorted(found)


class _ClosingSat:
    """SAT encoding of spaces with at most one tile each. Literals are positive integers, negative when negated.

    An edge is *ours* if land of the island reaches it. The solver may mark more edges as ours than necessary, which
    only adds constraints.
    """

    def __init__(
        self,
        facts: Facts,
        island: int,
        ends: Sequence[Ends],
        owner: dict[Land, int],
        supply: dict[str, int],
        cells: Sequence[int],
        cancel: CancelToken,
    ) -> None:
        self.facts, self.owner, self.supply = facts, owner, supply
        self.count = 1
        self.true_literal = 1  # a literal that is always true
        self.clauses: list[list[int]] = [[self.true_literal]]
        self.limits: list[tuple[list[int], int]] = []  # literals, and the maximum number of true ones
        self.used = {cell: self._new() for cell in cells}  # by space: whether it has a tile
        self.land: dict[tuple[int, int], int] = {}
        self.island_literals: dict[tuple[int, int], int] = {}  # by cell and side, for edges between two of the spaces
        self.joined: dict[int, int] = {island: self.true_literal}  # by island: whether it is ours
        for cell in cells:
            for side in (1, 2):
                other = facts.neighbors[cell * 4 + side]
                if other in self.used:
                    self.land[cell, side] = self.land[other, side ^ 2] = self._new()
                    ours = self.island_literals[cell, side] = self.island_literals[other, side ^ 2] = self._new()
                    self.clauses += [[-ours, self.used[cell]], [-ours, self.used[other]]]
        by_shape: dict[str, list[int]] = {shape: [] for shape in supply}
        for cell in cells:
            cancel.raise_if_cancelled()
            self._space(cell, by_shape)
        self.limits += [(laid, supply[shape]) for shape, laid in by_shape.items() if len(laid) > supply[shape]]
        for number, ours in self.joined.items():
            for cell, side in ends[number]:
                self.clauses.append([-ours, self.used.get(facts.neighbors[cell * 4 + side], -self.true_literal)])

    def _new(self) -> int:
        self.count += 1
        return self.count

    def _space(self, cell: int, by_shape: dict[str, list[int]]) -> None:
        """Add a literal per tile and rotation that fits a space; exactly one holds if the space is used."""
        land, sea = self.facts.required_masks(cell)
        laid = []
        for shape in self.supply:
            for turn in rotations(shape):
                if turn.edges & land == land and not turn.edges & sea:
                    here = self._new()
                    laid.append(here)
                    by_shape[shape].append(here)
                    self._tile(cell, turn, here)
        used = self.used[cell]
        self.clauses += [[-used, *laid], *([-here, used] for here in laid)]
        self.limits.append((laid, 1))

    def _tile(self, cell: int, turn: Rotation, here: int) -> None:
        """Add the clauses from a tile to the edges of its space and to the growth of the island through its lands."""
        for side in range(4):
            land = self.land.get((cell, side))
            if land is not None:
                self.clauses.append([-here, land if turn.edges >> side & 1 else -land])
        for number in range(turn.lands):
            reached = [self._reached(cell, side) for side in range(4) if turn.land[side] == number]
            ours = [one for one in reached if one]
            self.clauses += [[-here, -one, other] for one, other in zip(ours, ours[1:] + ours[:1], strict=True)]

    def _reached(self, cell: int, side: int) -> int:
        """Return the literal that a land edge is ours; 0 at a coast, where the land ends."""
        other = self.facts.neighbors[cell * 4 + side]
        if other < 0:
            return 0
        shape = self.facts.shapes[other]
        if not shape:
            return self.island_literals.get(
                (cell, side), -self.true_literal
            )  # spaces outside the search are never ours
        number = self.owner[other, shape[side ^ 2]]
        if number not in self.joined:
            self.joined[number] = self._new()
        return self.joined[number]

    def fewest(self, ahead: Sequence[int], cancel: CancelToken) -> int:
        """Return the minimum number of tiles of a closing on these spaces, NEVER or UNKNOWN."""
        from pysat.solvers import Solver

        self.clauses += [[self.used[cell]] for cell in ahead]
        used = list(self.used.values())
        best = NEVER
        with Solver(name=SOLVER) as solver:
            for clause in self.clauses:
                solver.add_clause(clause)
            for literals, most in self.limits:
                solver.add_atmost(literals, most)
            while best < 0 or best > len(ahead):
                answer = solve_limited(solver, [], cancel, MAX_CONFLICTS)
                if answer is None:
                    return UNKNOWN if best < 0 else best
                if not answer:
                    break
                model = set(solver.get_model())
                best = sum(literal in model for literal in used)
                solver.add_atmost(used, best - 1)
        return best


# Distance from the border: tiles and gold until each space is discovered (T5, E3, N2–N4)
#
# Lower bounds: every drawn tile is assumed to fit. Discovered tiles cost nothing because a ship may start there, and
# gaps cost nothing because they are filled before the first turn.

FAR = 1 << 30  # larger than any cost: unreachable
CHECK_INTERVAL = 128  # spaces between two checks of the cancel token


class Stretch(NamedTuple):
    """Open border edges (cell, side) with the same direction and the same toll in gold."""

    side: int
    toll: int
    edges: tuple[tuple[int, int], ...]


def stretches(facts: Facts) -> list[Stretch]:
    """Return the stretches where ships can enter, by side clockwise from the north, then by toll."""
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for cell, shape in enumerate(facts.shapes):
        for side in range(4):
            kind = facts.outer[cell * 4 + side]
            if kind is not None and kind.startswith("open") and (not shape or shape[side] == "."):
                found.setdefault((side, int(kind[-1])), []).append((cell, side))
    return [Stretch(side, toll, tuple(edges)) for (side, toll), edges in sorted(found.items())]


@dataclass(frozen=True, slots=True)
class Reach:
    """Cost to discover each undiscovered space, by cell; FAR if unreachable and for other cells."""

    tiles: list[int]  # minimum number of tiles to place, including the one on the space, regardless of the toll
    gold: list[int]  # minimum gold: one toll plus the price of each tile

    @property
    def reachable(self) -> list[int]:
        """Return the undiscovered spaces that ships can reach."""
        return [cell for cell, gold in enumerate(self.gold) if gold < FAR]


def compute_reach(facts: Facts, entries: Iterable[tuple[int, int]], tile: int, cancel: CancelToken) -> Reach:
    """Return the cost of every space from start cells given with the toll already paid there.

    `tile` is the price of a tile in gold. Raises `Cancelled`.
    """
    entries = list(entries)
    tiles = _cheapest(facts, [(cell, 0) for cell, _toll in entries], 1, cancel)
    return Reach(tiles, _cheapest(facts, entries, tile, cancel))


def _cheapest(facts: Facts, entries: list[tuple[int, int]], tile: int, cancel: CancelToken) -> list[int]:
    """Return the minimum toll plus tile prices per undiscovered space (Dijkstra)."""
    lanes, lies = facts.lanes, [bool(shape) or cell in facts.gaps for cell, shape in enumerate(facts.shapes)]
    best = [FAR] * facts.grid.count
    ahead: list[tuple[int, int]] = []
    for cell, toll in entries:
        cost = toll if lies[cell] else toll + tile
        if cost < best[cell]:
            best[cell] = cost
            heappush(ahead, (cost, cell))
    looks = 0
    while ahead:
        if not looks % CHECK_INTERVAL:
            cancel.raise_if_cancelled()
        looks += 1
        cost, cell = heappop(ahead)
        if cost > best[cell]:
            continue
        for other in lanes[cell]:
            further = cost if lies[other] else cost + tile
            if further < best[other]:
                best[other] = further
                heappush(ahead, (further, other))
    return [FAR if lies[cell] else cost for cell, cost in enumerate(best)]


# Supply and demand by class (T1)


class ClassDemand(NamedTuple):
    """Demand and supply of a class: spaces that accept only it, spaces that accept it, hidden tiles in the draw stacks,
    and sorted tiles that are not on the board yet.
    """

    cls: int
    must: tuple[int, ...]
    may: tuple[int, ...]
    hidden: int
    sorted: int

    @property
    def available(self) -> int:
        return self.hidden + self.sorted


def class_demands(facts: Facts) -> list[ClassDemand]:
    """Return the six classes in order. Bonus tiles are only placed by the layout, so they are not counted."""
    drawn = dict.fromkeys(CLASSES, 0)
    held = dict.fromkeys(CLASSES, 0)
    for name, supply in facts.supply.items():
        cls = kind_class(facts.kinds[name])
        drawn[cls] += hidden_tiles(facts.kinds[name])
        held[cls] += supply
    found = []
    for cls in CLASSES:
        may = tuple(cell for cell in facts.open if cls in facts.classes[cell])
        must = tuple(cell for cell in may if len(facts.classes[cell]) == 1)
        found.append(ClassDemand(cls, must, may, drawn[cls], held[cls] - drawn[cls]))
    return found


# Comparison of the sides of the board by cost and nearest islands


class Side(NamedTuple):
    """Costs and rewards of one stretch of the border."""

    stretch: Stretch
    nearest: tuple[int, ...]  # undiscovered spaces that no other stretch reaches for less gold
    tiles: float  # mean number of tiles per reachable space; 0 if none is reachable
    gold: float  # mean gold per reachable space, including the toll
    bonus: int  # points of the bonus tiles that no other stretch reaches for less gold


def sides(facts: Facts, reaches: Mapping[Stretch, Reach]) -> list[Side]:
    """Return each stretch with what can be reached from it alone, compared with the other stretches."""
    best = [min(costs) for costs in zip(*(one.gold for one in reaches.values()), strict=True)]
    bonuses = {cell: facts.bonus(cell) for cell in range(facts.grid.count) if facts.bonus(cell)}
    cheapest = {cell: _adjacent_cost(facts, best, cell) for cell in bonuses}
    found = []
    for stretch, one in reaches.items():
        cells = one.reachable
        nearest = tuple(cell for cell in cells if one.gold[cell] == best[cell])
        points = sum(
            bonus for cell, bonus in bonuses.items() if _adjacent_cost(facts, one.gold, cell) == cheapest[cell] < FAR
        )
        mean_tiles, mean_gold = (_mean([by[cell] for cell in cells]) for by in (one.tiles, one.gold))
        found.append(Side(stretch, nearest, mean_tiles, mean_gold, points))
    return found


def _adjacent_cost(facts: Facts, costs: Sequence[int], cell: int) -> int:
    """Return the minimum cost of a space next to a tile."""
    return min((costs[other] for side in range(4) if (other := facts.neighbors[cell * 4 + side]) >= 0), default=FAR)


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values) if values else 0.0


def cheapest_sides(all_sides: Sequence[Side]) -> dict[int, int]:
    """Return, by reachable undiscovered space, the index of the cheapest side, or -1 if several are equally cheap."""
    found: dict[int, int] = {}
    for side in all_sides:
        for cell in side.nearest:
            found[cell] = side.stretch.side if found.get(cell, side.stretch.side) == side.stretch.side else -1
    return found
