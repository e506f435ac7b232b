"""Can this board be completed? A proof by SAT that all undiscovered spaces can be filled, or which classes run short.

One boolean says for each edge between two undiscovered spaces whether it becomes land. For each space one boolean per
class is forced when its edges make it that class (T1), and of each class at most as many may be true as the box has
left: hidden, "?" and sorted tiles that do not lie on the board. Only edges count here, so home-made kinds with equal
edges are pooled. When a class runs out in play, its tiles are topped up (N9): a board that cannot be completed can be
played, so the finding is a warning.

Counting comes first: spaces that together can only take a few classes, of which too few are left (Hall's condition),
would be hard for a SAT solver and are easy to count.
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
from studio.core.text import _, format_number, plural
from studio.seatiles.body import SeaBody, with_fields
from studio.seatiles.facts import LAND, SEA, Facts, kind_class
from studio.seatiles.rules.chart import CLASSES, class_of
from studio.seatiles.text import class_edges

LAND_EDGES = (0, 0, 1, 2, 2, 3, 4)
"""By class: how many land edges its tiles have."""


@dataclass(frozen=True, slots=True)
class Completion:
    """The answer: `filling` gives an edge mask for every undiscovered space, or `short` the classes that run short.

    `cells` are the spaces that together cannot be filled.
    """

    filling: dict[int, int] | None = None
    short: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()


def class_supply(facts: Facts) -> list[int]:
    """By class: how many tiles may still come. Index 0 is unused."""
    supply = [0] * 7
    for name, count in facts.supply.items():
        supply[kind_class(facts.kinds[name])] += count
    return supply


def complete(
    facts: Facts, cancel: CancelToken, supply: Sequence[int] | None = None, rng: Rng | None = None
) -> Completion:
    """Whether some filling of all undiscovered spaces exists. Raises `Cancelled`.

    With an `rng` the filling is a random one, always the same for the same state of it.
    """
    cancel.raise_if_cancelled()
    supply = class_supply(facts) if supply is None else supply
    short = count_shortage(facts, supply)
    if short is not None:
        return short
    return _CompletionSat(facts, supply, rng).solve(cancel)


def count_shortage(facts: Facts, supply: Sequence[int]) -> Completion | None:
    """Classes of which too few are left for the spaces that can take no others, if there are such."""
    masks: dict[int, list[int]] = {}
    for cell in facts.open:
        masks.setdefault(sum(1 << cls for cls in facts.classes(cell)), []).append(cell)
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
            possible = sorted({cls for cell in facts.open for cls in facts.classes(cell)})
            return Completion(None, tuple(possible), tuple(facts.open))
    return None


def _borders_unfilled(facts: Facts) -> bool:
    """Whether some of the spaces to be filled lie beside undiscovered ones that are not."""
    within = set(facts.open)
    beside = {facts.neighbors[cell * 4 + side] for cell in within for side in range(4)}
    return any(other >= 0 and not facts.shapes[other] for other in beside - within)


class _CompletionSat:
    """The board as clauses. Literals are whole numbers from 1, negative when denied."""

    def __init__(self, facts: Facts, supply: Sequence[int], rng: Rng | None = None) -> None:
        self.facts = facts
        self.supply = supply
        self.rng = rng
        self.count = 0
        self.edge: dict[tuple[int, int], int] = {}
        """By (cell, side): the variable of an inner edge between undiscovered spaces."""
        order = list(facts.open)
        if rng is not None:
            rng.shuffle(order)  # what is decided first has the widest choice
        for cell in order:
            for side in range(4):
                other = facts.neighbors[cell * 4 + side]
                if other >= 0 and not facts.shapes[other] and (cell, side) not in self.edge:
                    self.edge[cell, side] = self.edge[other, side ^ 2] = self._new()
        self.classes: dict[tuple[int, int], int] = {
            (cell, cls): self._new() for cell in facts.open for cls in facts.classes(cell)
        }

    def _new(self) -> int:
        self.count += 1
        return self.count

    def _cell_clauses(self, cell: int) -> list[list[int]]:
        """Edges → class of one space."""
        sides = [side for side in range(4) if (cell, side) in self.edge]
        fixed = sum(1 << side for side in range(4) if self.facts.required_edge(cell, side) == LAND)
        clauses = []
        for choice in range(1 << len(sides)):
            mask = fixed | sum(1 << side for bit, side in enumerate(sides) if choice >> bit & 1)
            clause = [-self.edge[cell, side] if mask >> side & 1 else self.edge[cell, side] for side in sides]
            clauses.append([*clause, self.classes[cell, class_of(mask)]])
        return clauses

    def _scarce_classes(self) -> dict[int, list[int]]:
        """By class that might run short: the variables of all spaces that can take it."""
        found: dict[int, list[int]] = {}
        for (_cell, cls), variable in self.classes.items():
            found.setdefault(cls, []).append(variable)
        return {cls: all_of for cls, all_of in found.items() if len(all_of) > self.supply[cls]}

    def _load(self, solver: Any, guards: dict[int, int]) -> dict[int, int]:
        """Give the clauses to a solver; `guards` make a space's clauses hold only if assumed. Assumptions by class."""
        for cell in self.facts.open:
            guard = guards.get(cell)
            for clause in self._cell_clauses(cell):
                solver.add_clause(clause if guard is None else [-guard, *clause])
        assumed: dict[int, int] = {}
        for cls, variables in self._scarce_classes().items():
            # At most n of (variables + copies of the switch): with the switch on, at most `supply` of the variables.
            switch = assumed[cls] = self._new()
            copies = [self._new() for _copy in range(len(variables) - self.supply[cls])]
            for copy in copies:
                solver.add_clause([-switch, copy])
            solver.add_atmost([*variables, *copies], len(variables))
        return assumed

    def solve(self, cancel: CancelToken) -> Completion:
        """Solve it; when it cannot be done, find a small reason."""
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
        """A literal for every edge, for the solver to begin with: as much land as the tiles have that are left."""
        land = sum(LAND_EDGES[cls] * self.supply[cls] for cls in CLASSES)
        edges = 4 * sum(self.supply[1:])
        return [edge if rng.below(edges) < land else -edge for edge in sorted(set(self.edge.values()))]

    def _anneal(self, cancel: CancelToken) -> dict[int, int] | None:
        """A filling found by flipping edges, cooling down: quick where the box holds hardly more than is needed.

        The cost is how many tiles are missing. A solver is slow there, for it learns little from a count that is off.
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
        """Which spaces and classes suffice for the contradiction: a core, thinned out while there is time."""
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
            kept = set(needed)
        cells = tuple(cell for cell, guard in guards.items() if guard in kept)
        classes = tuple(cls for cls, switch in sorted(switches.items()) if switch in kept)
        return Completion(None, classes, cells)


SOLVER = "minicard"
"""Counts natively, and stops soon when it is told to."""
EASY_CONFLICTS, CONFLICTS_PER_CALL = 2_000, 2_000
"""Conflicts before another way is tried, and between two looks at the clock."""
SWEEPS = 400
"""How many times each edge is tried while cooling down."""


def solve_limited(solver: Any, assumptions: list[int], cancel: CancelToken, conflicts: int = 0) -> bool | None:
    """The solver's answer; None after so many conflicts (0: as many as it takes). Raises `Cancelled`."""
    with cancel.on_cancel(solver.interrupt):
        while True:
            cancel.raise_if_cancelled()
            solver.conf_budget(conflicts or CONFLICTS_PER_CALL)
            answer: bool | None = solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
            if answer is not None or conflicts:
                return answer


def verify_completable(body: SeaBody, cancel: CancelToken) -> list[Problem]:
    """The finding about completion, if there is one: not completable (a warning), or not decided (an info)."""
    facts = Facts(body)
    if not facts.open:
        return []
    if has_mismatch(facts):
        message = _("Whether the board can be completed is looked into once all its edges match.")
        return [Problem("board.undecided", Severity.INFO, message)]
    try:
        answer = complete(facts, cancel)
    except Cancelled:
        message = _("Whether the board can be completed was not decided within {seconds} s.")
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
    """What runs short where, as a sentence or two."""
    if len(answer.short) == 1:
        cls = answer.short[0]
        classes = _("of class {cls} ({edges}), of which {left} are left").format(
            cls=cls, edges=class_edges(cls), left=supply[cls]
        )
    else:
        left = ", ".join(_("{cls} ({left} left)").format(cls=cls, left=supply[cls]) for cls in answer.short)
        classes = _("of the classes {classes}").format(classes=left)
    return plural(
        "The box cannot complete this board: {names} needs tiles {classes}. More would have to be added.",
        "The box cannot complete this board: {count} spaces ({names}) need more tiles {classes}. "
        "Some would have to be added.",
        len(answer.cells),
    ).format(count=len(answer.cells), names=facts.names(answer.cells), classes=classes)


def has_mismatch(facts: Facts) -> bool:
    """Whether a tile that lies does not match what it faces."""
    return any(
        shape
        and (wanted := facts.required_edge(cell, side)) is not None
        and wanted != (SEA if shape[side] == "." else LAND)
        for cell, shape in enumerate(facts.shapes)
        for side in range(4)
    )


def missing_tiles(facts: Facts, answer: Completion, cancel: CancelToken) -> dict[int, int]:
    """By class: how many more tiles make the board completable, proved to be enough; none when that is not so.

    `answer` tells what runs short. Raises `Cancelled`.
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
    """More sorted tiles of the classes that run short."""
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
    words = ", ".join(_("{count} of class {cls}").format(count=count, cls=cls) for cls, count in more.items())
    return Fix(_("Add {tiles}").format(tiles=words), with_fields(facts.body, tiles=tiles))
