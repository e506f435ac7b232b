"""SAT check whether all undiscovered spaces of a board can be filled, and which tile classes run short.

One variable per edge between two undiscovered spaces is true for land. One variable per space and class is implied by
the edges of that class (T1). Per class at most as many may be true as tiles are left: hidden, "?" and sorted tiles that
are not on the board. Only edges count, so custom kinds with equal edges are pooled. Classes that run out during a match
are topped up (N9), so a board that cannot be completed is still playable and the problem is only a warning.

A counting test runs first: groups of spaces that only accept a few classes, of which too few tiles are left (Hall's
condition), are easy to count but hard for a SAT solver.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import msgspec

from studio.core.cancellation import Cancelled, CancelToken
from studio.core.problems import Fix, Problem, Severity
from studio.core.rng import Rng
from studio.core.text import _, format_number, join_list, plural
from studio.seatiles.body import SeaBody, with_fields
from studio.seatiles.facts import LAND, SEA, Facts, kind_class
from studio.seatiles.rules.chart import CLASSES, class_of
from studio.seatiles.text import class_edges

LAND_EDGES = (0, 0, 1, 2, 2, 3, 4)  # number of land edges of the tiles, by class


@dataclass(frozen=True, slots=True)
class Completion:
    """Result: `filling` is an edge mask per undiscovered space, or None if the classes `short` run short.

    `cells` are then the spaces that cannot be filled together.
    """

    filling: dict[int, int] | None = None
    short: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()


def class_supply(facts: Facts) -> list[int]:
    """Return the number of tiles left by class. Index 0 is unused."""
    supply = [0] * 7
    for name, count in facts.supply.items():
        supply[kind_class(facts.kinds[name])] += count
    return supply


def complete(
    facts: Facts, cancel: CancelToken, supply: Sequence[int] | None = None, rng: Rng | None = None
) -> Completion:
    """Return a filling of all undiscovered spaces, or the classes that run short. Raises `Cancelled`.

    With `rng` the filling is random and reproducible from the generator's state.
    """
    cancel.raise_if_cancelled()
    supply = class_supply(facts) if supply is None else supply
    short = count_shortage(facts, supply)
    if short is not None:
        return short
    return _CompletionSat(facts, supply, rng).solve(cancel)


def count_shortage(facts: Facts, supply: Sequence[int]) -> Completion | None:
    """Return the classes that run short if counting shows it: fewer tiles than spaces that accept no other class.

    This is Hall's condition. If every tile is needed, the number of land edges must be even as well.
    """
    masks: dict[int, list[int]] = {}
    for cell in facts.open:
        masks.setdefault(sum(1 << cls for cls in facts.classes[cell]), []).append(cell)
    for many in range(1, 7):
        for classes in combinations(CLASSES, many):
            inside = sum(1 << cls for cls in classes)
            cells = [cell for mask, group in masks.items() if not mask & ~inside for cell in group]
            if len(cells) > sum(supply[cls] for cls in classes):
                return Completion(None, classes, tuple(sorted(cells)))
    spare = sum(supply[1:]) - len(facts.open)
    if spare == 0 and not _borders_unfilled(facts):  # every tile is needed, and land edges meet in pairs
        fixed = sum(facts.required_edge(cell, side) == LAND for cell in facts.open for side in range(4))
        if (sum(LAND_EDGES[cls] * supply[cls] for cls in CLASSES) - fixed) % 2:
            possible = sorted({cls for cell in facts.open for cls in facts.classes[cell]})
            return Completion(None, tuple(possible), tuple(facts.open))
    return None


def _borders_unfilled(facts: Facts) -> bool:
    """Return whether a space to fill is next to an undiscovered space that stays empty."""
    within = set(facts.open)
    adjacent = {facts.neighbors[cell * 4 + side] for cell in within for side in range(4)}
    return any(other >= 0 and not facts.shapes[other] for other in adjacent - within)


class _CompletionSat:
    """SAT encoding of the board. Literals are positive integers, negative when negated."""

    def __init__(self, facts: Facts, supply: Sequence[int], rng: Rng | None = None) -> None:
        self.facts = facts
        self.supply = supply
        self.rng = rng
        self.count = 0
        self.edge: dict[tuple[int, int], int] = {}
        """By (cell, side): the variable of an inner edge between undiscovered spaces."""
        order = list(facts.open)
        if rng is not None:
            rng.shuffle(order)  # variables decided first have most freedom
        for cell in order:
            for side in range(4):
                other = facts.neighbors[cell * 4 + side]
                if other >= 0 and not facts.shapes[other] and (cell, side) not in self.edge:
                    self.edge[cell, side] = self.edge[other, side ^ 2] = self._new()
        self.classes: dict[tuple[int, int], int] = {
            (cell, cls): self._new() for cell in facts.open for cls in facts.classes[cell]
        }

    def _new(self) -> int:
        self.count += 1
        return self.count

    def _cell_clauses(self, cell: int) -> list[list[int]]:
        """Return the clauses by which the edges of a space imply its class."""
        sides = [side for side in range(4) if (cell, side) in self.edge]
        fixed = sum(1 << side for side in range(4) if self.facts.required_edge(cell, side) == LAND)
        clauses = []
        for choice in range(1 << len(sides)):
            mask = fixed | sum(1 << side for bit, side in enumerate(sides) if choice >> bit & 1)
            clause = [-self.edge[cell, side] if mask >> side & 1 else self.edge[cell, side] for side in sides]
            clauses.append([*clause, self.classes[cell, class_of(mask)]])
        return clauses

    def _load(self, solver: Any, guards: dict[int, int]) -> dict[int, int]:
        """Load the clauses and return the assumptions by class. `guards` make the clauses of a space conditional."""
        for cell in self.facts.open:
            guard = guards.get(cell)
            for clause in self._cell_clauses(cell):
                solver.add_clause(clause if guard is None else [-guard, *clause])
        by_class: dict[int, list[int]] = {}
        for (_cell, cls), variable in self.classes.items():
            by_class.setdefault(cls, []).append(variable)
        assumed: dict[int, int] = {}
        for cls, variables in by_class.items():
            if len(variables) <= self.supply[cls]:
                continue  # the class cannot run short
            # At most n of (variables + copies of the switch): with the switch on, at most `supply` of the variables.
            switch = assumed[cls] = self._new()
            copies = [self._new() for _copy in range(len(variables) - self.supply[cls])]
            for copy in copies:
                solver.add_clause([-switch, copy])
            solver.add_atmost([*variables, *copies], len(variables))
        return assumed

    def solve(self, cancel: CancelToken) -> Completion:
        """Solve the board; if that is impossible, look for a small unsatisfiable core."""
        from pysat.solvers import Solver

        with Solver(name=SOLVER) as solver:
            switches = self._load(solver, {})
            if self.rng is not None:
                solver.set_phases(literals=self._initial_guess(self.rng))
            answer = solve_limited(solver, list(switches.values()), cancel, EASY_CONFLICTS)
            if answer is None:
                if not _borders_unfilled(self.facts) and (filling := self._anneal(cancel)):
                    return Completion(filling)
                answer = solve_limited(solver, list(switches.values()), cancel)
            if answer:
                return Completion(self._filling(set(solver.get_model())))
            core = set(solver.get_core() or ())
        short = tuple(sorted(cls for cls, switch in switches.items() if switch in core))
        return self._minimal_reason(short, cancel)

    def _initial_guess(self, rng: Rng) -> list[int]:
        """Return initial phases for all edge variables, with as much land as the remaining tiles have."""
        land = sum(LAND_EDGES[cls] * self.supply[cls] for cls in CLASSES)
        edges = 4 * sum(self.supply[1:])
        return [edge if rng.below(edges) < land else -edge for edge in sorted(set(self.edge.values()))]

    def _anneal(self, cancel: CancelToken) -> dict[int, int] | None:
        """Find a filling by simulated annealing over edge flips. The cost is the number of missing tiles.

        Faster than the solver if the supply is barely sufficient, because nearly-fitting counts give few useful
        conflicts.
        """
        rng = self.rng or Rng(len(self.edge))
        flips = sorted({variable: key for key, variable in self.edge.items()}.values())
        masks = self._filling(set())
        ends = [(cell, 1 << side, self.facts.neighbors[cell * 4 + side], 1 << (side ^ 2)) for cell, side in flips]
        used = [0] * 7
        for mask in masks.values():
            used[class_of(mask)] += 1
        supply = self.supply
        over = [used[cls] - supply[cls] for cls in range(7)]
        cost = sum(max(0, much) for much in over)
        steps = SWEEPS * len(ends) if ends else 0
        classes = tuple(class_of(mask) for mask in range(16))
        for step in range(steps):
            if not cost:
                return masks
            if not step & 1023:
                cancel.raise_if_cancelled()
            one, bit, other, mirrored = ends[rng.below(len(ends))]
            was, is_now = classes[masks[one]], classes[masks[one] ^ bit]
            was_too, is_too = classes[masks[other]], classes[masks[other] ^ mirrored]
            change = 0
            for cls, by in ((was, -1), (is_now, 1), (was_too, -1), (is_too, 1)):
                change += (over[cls] >= 0 and by > 0) - (over[cls] > 0 and by < 0)
                over[cls] += by
            heat = 1.0 - step / steps
            if change > 0 and rng.below(1024) >= 1024 * math.exp(-change / (0.05 + 0.6 * heat)):
                for cls, by in ((was, 1), (is_now, -1), (was_too, 1), (is_too, -1)):
                    over[cls] += by
                continue
            cost += change
            masks[one] ^= bit
            masks[other] ^= mirrored
        return None

    def _filling(self, model: set[int]) -> dict[int, int]:
        return {
            cell: sum(
                1 << side
                for side in range(4)
                if self.edge.get((cell, side)) in model or self.facts.required_edge(cell, side) == LAND
            )
            for cell in self.facts.open
        }

    def _minimal_reason(self, short: tuple[int, ...], cancel: CancelToken) -> Completion:
        """Return the spaces and classes of an unsatisfiable core, reduced one by one until cancelled."""
        from pysat.solvers import Solver

        with Solver(name=SOLVER) as solver:
            guards = {cell: self._new() for cell in self.facts.open}
            switches = self._load(solver, guards)
            needed = [switches[cls] for cls in short] + list(guards.values())
            with suppress(Cancelled):
                solve_limited(solver, needed, cancel)
                needed = sorted(solver.get_core() or needed)
                for literal in list(needed):
                    others = [other for other in needed if other != literal]
                    if 0 < len(others) < len(needed) and solve_limited(solver, others, cancel) is False:
                        needed = sorted(solver.get_core() or ())
            remaining = set(needed)
        cells = tuple(cell for cell, guard in guards.items() if guard in remaining)
        classes = tuple(cls for cls, switch in sorted(switches.items()) if switch in remaining)
        return Completion(None, classes, cells)


SOLVER = "minicard"  # solver with native cardinality constraints that can be interrupted
EASY_CONFLICTS, CONFLICTS_PER_CALL = 2_000, 2_000
"""Conflicts before another method is tried, and conflicts between two cancellation checks."""
SWEEPS = 400  # flip attempts per edge during annealing


def solve_limited(solver: Any, assumptions: list[int], cancel: CancelToken, conflicts: int = 0) -> bool | None:
    """Return the solver's answer, or None after the conflict limit (0: no limit). Raises `Cancelled`."""
    with cancel.on_cancel(solver.interrupt):
        while True:
            cancel.raise_if_cancelled()
            solver.conf_budget(conflicts or CONFLICTS_PER_CALL)
            answer: bool | None = solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
            if answer is not None or conflicts:
                return answer


def verify_completable(body: SeaBody, cancel: CancelToken) -> list[Problem]:
    """Return a warning if the board cannot be completed, an info if that is undecided, otherwise nothing."""
    facts = Facts(body)
    if not facts.open:
        return []
    if has_mismatch(facts):
        message = _("All edges must match before completion can be checked.")
        return [Problem("board.undecided", Severity.INFO, message)]
    try:
        answer = complete(facts, cancel)
    except Cancelled:
        message = _("The check whether the board can be completed did not finish within {seconds} s.")
        return [Problem("board.undecided", Severity.INFO, message.format(seconds=format_number(cancel.seconds, "g")))]
    if answer.filling is not None:
        return []
    supply = class_supply(facts)
    return [
        Problem(
            "board.incompletable",
            Severity.WARNING,
            shortage_text(facts, answer, supply),
            answer.cells,
            fix=_with_missing_tiles(facts, answer, cancel),
        )
    ]


def shortage_text(facts: Facts, answer: Completion, supply: Sequence[int]) -> str:
    """Return one or two sentences on which classes run short, and where."""
    if len(answer.short) == 1:
        cls = answer.short[0]
        classes = _("of class {cls} ({edges}; {left} left)").format(cls=cls, edges=class_edges(cls), left=supply[cls])
    else:
        left = ", ".join(_("{cls} ({left} left)").format(cls=cls, left=supply[cls]) for cls in answer.short)
        classes = _("of classes {classes}").format(classes=left)
    return plural(
        "The box cannot complete this board: {names} needs tiles {classes}. Add more tiles.",
        "The box cannot complete this board: {count} spaces ({names}) need more tiles {classes}. Add more tiles.",
        len(answer.cells),
    ).format(count=len(answer.cells), names=facts.names(answer.cells), classes=classes)


def has_mismatch(facts: Facts) -> bool:
    """Return whether a placed tile does not match a neighbour or the border."""
    return any(
        shape
        and (wanted := facts.required_edge(cell, side)) is not None
        and wanted != (SEA if shape[side] == "." else LAND)
        for cell, shape in enumerate(facts.shapes)
        for side in range(4)
    )


def missing_tiles(facts: Facts, answer: Completion, cancel: CancelToken) -> dict[int, int]:
    """Return the additional tiles by class that make the board completable (verified), or none if not found.

    `answer` holds the classes that run short. Raises `Cancelled`.
    """
    supply = class_supply(facts)
    wanted = {cls: max(0, len(answer.cells) - supply[cls]) for cls in answer.short}
    enough = [count + wanted.get(cls, 0) for cls, count in enumerate(supply)]
    filling = complete(facts, cancel, enough).filling
    if filling is None:
        return {}
    used = [0] * 7
    for mask in filling.values():
        used[class_of(mask)] += 1
    return {cls: used[cls] - supply[cls] for cls in CLASSES if used[cls] > supply[cls]}


def _with_missing_tiles(facts: Facts, answer: Completion, cancel: CancelToken) -> Fix | None:
    """Return a fix that adds sorted tiles of the classes that run short; None if there is none or if cancelled."""
    try:
        more = missing_tiles(facts, answer, cancel)
    except Cancelled:
        return None
    tiles = list(facts.body.tiles)
    for cls, count in more.items():
        index = next((i for i, kind in enumerate(tiles) if not kind.bonus and kind_class(kind) == cls), -1)
        if index < 0 or max(0, tiles[index].sorted) + count > 999:
            return None
        tiles[index] = msgspec.structs.replace(tiles[index], sorted=max(0, tiles[index].sorted) + count)
    if not more:
        return None
    text = join_list([_("{count} of class {cls}").format(count=count, cls=cls) for cls, count in more.items()])
    return Fix(_("Add {tiles}").format(tiles=text), with_fields(facts.body, tiles=tiles))
