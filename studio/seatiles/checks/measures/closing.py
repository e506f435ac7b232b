"""Can an island that lies still be closed, and with how few tiles? A question for the SAT solver (T7).

A closing lays tiles on some undiscovered spaces so that every land edge of the island, and of all that it grows into
on the way, faces land. Here the lands of each tile count, not only its edges: an island ends in a strait whose other
bank stays open. What ships can do in which order is not asked, as little as by the proof that the board can be
completed. Spaces farther than `RINGS` from the island take no part at first; only when that is too narrow all do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from studio.core.cancellation import Patience
from studio.seatiles.body.facts import Facts
from studio.seatiles.checks.completion import SOLVER, limited
from studio.seatiles.checks.measures.sectors import bonus_at
from studio.seatiles.rules.shape import Rotation, rotations

RINGS, MOST = 2, 160
"""How far from the island it is looked at first, and the most spaces among which a closing is looked for then."""
HARD = 20_000
"""So many conflicts, and a closing counts as not known."""

Land = tuple[int, str]
Ends = tuple[tuple[int, int], ...]


class Closing(NamedTuple):
    """An island of the tiles that lie, and what would close it."""

    cells: tuple[int, ...]
    ends: Ends
    """Its land edges (cell, side) that face no land yet."""
    bonus: int
    """Points of the bonus tiles on it."""
    tiles: int
    """The fewest tiles that close it: 0 when it is closed, NEVER when no tiles of the box do, UNKNOWN."""


NEVER, UNKNOWN = -1, -2


def closings(facts: Facts, patience: Patience) -> list[Closing]:
    """All islands, in the order in which they are found. Raises `Spent` when the patience ends first."""
    ends = [tuple(facts.shores(island)) for island in facts.islands]
    owner = {land: number for number, island in enumerate(facts.islands) for land in island}
    supply = _supply(facts)
    found = []
    for number, island in enumerate(facts.islands):
        patience.look()
        cells = tuple(sorted({cell for cell, _letter in island}))
        bonus = sum(bonus_at(facts, cell) for cell in cells)
        tiles = _fewest(facts, number, ends, owner, supply, patience) if ends[number] else 0
        found.append(Closing(cells, ends[number], bonus, tiles))
    return found


def _supply(facts: Facts) -> dict[str, int]:
    """By shape: how many tiles may still come."""
    found: dict[str, int] = {}
    for name, count in facts.supply.items():
        if count:
            shape = facts.kinds[name].shape
            found[shape] = found.get(shape, 0) + count
    return found


def _fewest(
    facts: Facts,
    island: int,
    ends: Sequence[Ends],
    owner: dict[Land, int],
    supply: dict[str, int],
    patience: Patience,
) -> int:
    ahead = {facts.near[cell * 4 + side] for cell, side in ends[island]}
    if any(other < 0 or facts.shapes[other] for other in ahead):
        return NEVER  # an edge that does not match what it faces
    near = _around(facts, ahead, RINGS)
    answer = _Puzzle(facts, island, ends, owner, supply, near, patience).fewest(sorted(ahead), patience)
    if answer != NEVER or len(near) == len(facts.open):
        return answer
    if len(facts.open) > MOST:
        return UNKNOWN
    return _Puzzle(facts, island, ends, owner, supply, facts.open, patience).fewest(sorted(ahead), patience)


def _around(facts: Facts, cells: Iterable[int], rings: int) -> list[int]:
    """The undiscovered spaces at most so many steps over undiscovered spaces away, sorted."""
    found = rim = set(cells)
    for _ring in range(rings):
        beside = {facts.near[cell * 4 + side] for cell in rim for side in range(4)}
        rim = {other for other in beside if other >= 0 and not facts.shapes[other]} - found
        found = found | rim
    return sorted(found)


class _Puzzle:
    """Some spaces, each of which bears a tile or none. Literals are whole numbers from 1, negative when denied.

    An edge is *ours* when land of the island reaches it; the solver may call more edges ours than are, which only asks
    more of it.
    """

    def __init__(
        self,
        facts: Facts,
        island: int,
        ends: Sequence[Ends],
        owner: dict[Land, int],
        supply: dict[str, int],
        cells: Sequence[int],
        patience: Patience,
    ) -> None:
        self.facts, self.owner, self.supply = facts, owner, supply
        self.count = 1
        self.yes = 1
        """What always holds."""
        self.clauses: list[list[int]] = [[self.yes]]
        self.limits: list[tuple[list[int], int]] = []
        """Literals, and how many of them may hold."""
        self.used = {cell: self._new() for cell in cells}
        """By space: whether a tile lies there."""
        self.land: dict[tuple[int, int], int] = {}
        self.ours: dict[tuple[int, int], int] = {}
        """By cell and side, for edges between two of the spaces."""
        self.joined: dict[int, int] = {island: self.yes}
        """By island: whether it is ours."""
        for cell in cells:
            for side in (1, 2):
                other = facts.near[cell * 4 + side]
                if other in self.used:
                    self.land[cell, side] = self.land[other, side ^ 2] = self._new()
                    ours = self.ours[cell, side] = self.ours[other, side ^ 2] = self._new()
                    self.clauses += [[-ours, self.used[cell]], [-ours, self.used[other]]]
        by_shape: dict[str, list[int]] = {shape: [] for shape in supply}
        for cell in cells:
            patience.look()
            self._space(cell, by_shape)
        self.limits += [(laid, supply[shape]) for shape, laid in by_shape.items() if len(laid) > supply[shape]]
        for number, ours in self.joined.items():
            for cell, side in ends[number]:
                self.clauses.append([-ours, self.used.get(facts.near[cell * 4 + side], -self.yes)])

    def _new(self) -> int:
        self.count += 1
        return self.count

    def _space(self, cell: int, by_shape: dict[str, list[int]]) -> None:
        """One literal for each tile in each rotation that fits a space; one of them holds if it is used."""
        land, sea = self.facts.need(cell)
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
        """What a tile makes of the edges of its space, and how the island grows through each of its lands."""
        for side in range(4):
            land = self.land.get((cell, side))
            if land is not None:
                self.clauses.append([-here, land if turn.edges >> side & 1 else -land])
        for number in range(turn.lands):
            reached = [self._reached(cell, side) for side in range(4) if turn.land[side] == number]
            ours = [one for one in reached if one]
            self.clauses += [[-here, -one, other] for one, other in zip(ours, ours[1:] + ours[:1], strict=True)]

    def _reached(self, cell: int, side: int) -> int:
        """The literal that a land edge is ours; 0 at a coast, where nothing goes on."""
        other = self.facts.near[cell * 4 + side]
        if other < 0:
            return 0
        shape = self.facts.shapes[other]
        if not shape:
            return self.ours.get((cell, side), -self.yes)  # spaces that take no part are none of ours
        number = self.owner[other, shape[side ^ 2]]
        if number not in self.joined:
            self.joined[number] = self._new()
        return self.joined[number]

    def fewest(self, ahead: Sequence[int], patience: Patience) -> int:
        """The fewest tiles of a closing that lays tiles on these spaces, NEVER or UNKNOWN."""
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
                answer = limited(solver, [], patience, HARD)
                if answer is None:
                    return UNKNOWN if best < 0 else best
                if not answer:
                    break
                model = set(solver.get_model())
                best = sum(literal in model for literal in used)
                solver.add_atmost(used, best - 1)
        return best
