"""A small game for the editor's tests: capes that turn, seas that do not, a rim of three kinds, one limit to break.

Its boards are of squares or of hexagons; nothing else about it differs. Letters are offered when a test asks for them.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from studio.core.book import Example, Explanation
from studio.core.cancellation import CancelToken
from studio.core.form import Field, Section, Stamp, StampGroup, StampItem, Survey, find_field
from studio.core.game import GameInfo
from studio.core.generation import BOX, Recipe, Template, generate, size_fields
from studio.core.grid import Grid, HexGrid, SquareGrid
from studio.core.picture import Layer, Outline, Path, Picture, Target, edge_target, rectangle, target_edge
from studio.core.problems import Fix, NotCompletable, Problem, Severity
from studio.core.rng import Rng
from studio.documents.store import Layout
from studio.services.loading import LoadedLayout
from tests.toy import toy_game

EMPTY, SEA, VOID = Stamp("empty"), Stamp("sea"), Stamp("void")
OPEN, SHORE, COAST = Stamp("open"), Stamp("shore"), Stamp("coast")
RIM = ("open", "shore", "coast")
LOOKS = {
    "empty": "fill:unexplored",
    "void": "fill:table",
    "sea": "fill:deep",
    "cape": "fill:land",
    "open": "fill:paper",
    "shore": "fill:shallow",
    "coast": "fill:sand",
}


def cape(turn: int = 0) -> Stamp:
    return Stamp("cape", turn)


@dataclass(frozen=True)
class ToyBody:
    """Stamps by cell; edges that are not open; how many seas there may be."""

    columns: int = 6
    rows: int = 4
    cells: tuple[Stamp, ...] = ()
    edges: tuple[tuple[int, str], ...] = ()
    seas: int = 20
    hexagons: bool = False
    shifted_odd: bool = True

    def at(self, cell: int) -> Stamp:
        return self.cells[cell]


def toy_body(body: object) -> ToyBody:
    assert isinstance(body, ToyBody)
    return body


def blank(columns: int = 6, rows: int = 4, hexagons: bool = False) -> ToyBody:
    return ToyBody(columns, rows, (EMPTY,) * (columns * rows), hexagons=hexagons)


@dataclass
class Toy:
    """The editor's half of the Game protocol. `gate` holds `prove` back until a test lets it go."""

    info: GameInfo = field(default_factory=lambda: GameInfo("toy", "Toy", "", 2000, 2, 2))
    gate: threading.Event | None = None
    proofs: list[Any] = field(default_factory=list)
    patiences: list[CancelToken] = field(default_factory=list)
    failure: Exception | None = None
    letters: str = ""

    def grid(self, body: ToyBody) -> Grid:
        if body.hexagons:
            return HexGrid(body.columns, body.rows, body.shifted_odd)
        return SquareGrid(body.columns, body.rows)

    def to_plain(self, body: ToyBody) -> Any:
        return {"columns": body.columns, "rows": body.rows, "cells": [list(stamp) for stamp in body.cells]}

    def check(self, body: ToyBody) -> Sequence[Problem]:
        found = []
        if sum(stamp == SEA for stamp in body.cells) > body.seas:
            found.append(Problem("toy.seas", Severity.ERROR, "Too many seas.", field="seas"))
        for cell, stamp in enumerate(body.cells):
            if stamp == cape(0) and cell < body.columns:
                fix = Fix("Turn it", self.stamp(body, cell, cape(2)))
                found.append(Problem("toy.cape", Severity.WARNING, "A cape looks off the board.", (cell,), fix=fix))
            if stamp.key == "void":
                fix = Fix("Give it back", self.stamp(body, cell, EMPTY), safe=False)
                found.append(Problem("toy.void", Severity.INFO, "A space is void.", (cell,), fix=fix))
        return found

    def verify(self, body: ToyBody, cancel: CancelToken) -> Sequence[Problem]:
        self.patiences.append(cancel)
        if self.gate is not None:
            self.gate.wait(60)
        if self.failure is not None:
            raise self.failure
        self.proofs.append(body)
        if body.at(0) == SEA:
            return [Problem("toy.proof", Severity.ERROR, "No filling exists.", (0,))]
        return []

    def codes(self) -> Sequence[str]:
        return ("toy.seas", "toy.cape", "toy.void", "toy.proof")

    def explain(self, code: str) -> Explanation:
        text = "A cape has to look at something, or nobody knows where it is."
        fault, fixed = self.stamp(blank(), 2, cape(0)), self.stamp(blank(), 2, cape(2))
        examples = (Example(fault, "It looks away.", (2,)), Example(fixed, "It looks here.", (2,)))
        shown = {"toy.cape": examples, "toy.void": examples[:1]}.get(code, ())
        return Explanation(f"About {code}", "" if code == "toy.seas" else "T1", (text,), "Nobody can play.", shown)

    @property
    def has_survey(self) -> bool:
        return False

    def survey(self, body: ToyBody, target: int, cancel: CancelToken) -> Survey:
        return Survey()

    def sketch(self, body: ToyBody, still: bool = False) -> Picture:
        shapes, targets = [], []
        grid = self.grid(body)
        for cell, stamp in enumerate(body.cells):
            outline = grid.corners(cell)
            look = LOOKS["cape" if stamp.key.startswith("letter") else stamp.key]
            shapes.append(Path(look, (outline,), cell))
            if stamp.key == "cape":
                shapes.append(Path(LOOKS["coast"], (_coast(grid, cell, stamp.turn),), cell))
            targets.append(Target(cell, outline, grid.name(cell)))
        for cell in range(grid.count):
            for side in range(grid.sides):
                if grid.neighbor(cell, side) < 0:
                    targets.append(Target(edge_target(cell, side), _outside(grid, cell, side)))
        bounds = (-1, -1, grid.width + 1, grid.height + 1)
        return Picture(bounds, (Layer("cells", tuple(shapes)),), tuple(targets), has_table=True)

    def palette(self, body: ToyBody) -> Sequence[StampGroup]:
        left = body.seas - sum(stamp == SEA for stamp in body.cells)
        icons = {key: self._icon(body, key) for key in LOOKS}
        letters = [StampItem(letter(sign), f"Letter {sign}", icons["cape"], letter=sign) for sign in self.letters]
        return (
            StampGroup(
                "Tiles",
                (
                    StampItem(SEA, "Sea", icons["sea"], remaining=left, field="seas"),
                    StampItem(cape(), "Cape", icons["cape"], turns=self.grid(body).sides),
                    StampItem(VOID, "Void", icons["void"]),
                ),
            ),
            *([StampGroup("Letters", tuple(letters))] if letters else []),
            StampGroup("Border", tuple(StampItem(Stamp(key), key, icons[key]) for key in RIM), on="edges"),
        )

    def ghost(self, body: ToyBody, target: int, stamp: Stamp) -> Picture | None:
        if is_edge := target >= body.columns * body.rows:
            target, side = target_edge(target)
        grid = self.grid(body)
        outline = _outside(grid, target, side) if is_edge else grid.corners(target)
        xs, ys = [x for x, _y in outline], [y for _x, y in outline]
        shapes = [Path(LOOKS["cape" if stamp.key.startswith("letter") else stamp.key], (outline,), target)]
        if stamp.key == "cape":
            shapes.append(Path(LOOKS["coast"], (_coast(grid, target, stamp.turn),), target))
        return Picture((min(xs), min(ys), max(xs), max(ys)), (Layer("all", tuple(shapes)),))

    def stamp(self, body: ToyBody, target: int, stamp: Stamp) -> ToyBody:
        if (stamp.key in RIM) != (target >= body.columns * body.rows):
            return body
        if stamp.key in RIM:
            edges = {**dict(body.edges), target: stamp.key}
            remaining = tuple(sorted((edge, key) for edge, key in edges.items() if key != "open"))
            return body if remaining == body.edges else replace(body, edges=remaining)
        if body.cells[target] == stamp or (stamp.key.startswith("letter") and body.cells[target] == VOID):
            return body
        return replace(body, cells=(*body.cells[:target], stamp, *body.cells[target + 1 :]))

    def pick(self, body: ToyBody, target: int) -> Stamp:
        if target >= body.columns * body.rows:
            target_edge(target)
            return Stamp(dict(body.edges).get(target, "open"))
        return body.cells[target]

    def eraser(self, body: ToyBody, target: int) -> Stamp:
        return OPEN if target >= body.columns * body.rows else EMPTY

    def rotate_stamp(self, body: ToyBody, stamp: Stamp, turns: int) -> Stamp:
        return cape((stamp.turn + turns) % self.grid(body).sides) if stamp.key == "cape" else stamp

    def mirror_stamp(self, body: ToyBody, stamp: Stamp, upright: bool) -> Stamp:
        if stamp.key != "cape":
            return stamp
        if body.hexagons:  # sides 0 … 5 from the north-east
            return cape((5 - stamp.turn if upright else 2 - stamp.turn) % 6)
        return cape((-stamp.turn if upright else 2 - stamp.turn) % 4)

    can_complete = True
    has_piece_editor = False

    def complete(self, body: ToyBody, cells: Collection[int], seed: int, patience: CancelToken) -> ToyBody:
        """Seas and capes by lot on empty cells; never more seas than there may be."""
        self.patiences.append(patience)
        if self.gate is not None:
            self.gate.wait(60)
        patience.raise_if_cancelled()
        rng, left = Rng(seed), body.seas - sum(stamp == SEA for stamp in body.cells)
        empty = [cell for cell, stamp in enumerate(body.cells) if stamp == EMPTY and (not cells or cell in cells)]
        if not empty or left < 0:
            raise NotCompletable("There is nothing to complete.", empty)
        for cell in empty:
            stamp = SEA if left and rng.below(2) else cape(rng.below(self.grid(body).sides))
            left -= stamp == SEA
            body = self.stamp(body, cell, stamp)
        return body

    can_paint_coast = True

    def paint_coast(self, body: ToyBody, edges: Mapping[int, bool]) -> tuple[ToyBody, Mapping[int, str]]:
        """Land on one side is a cape, land on none is sea; more is nothing that there is."""
        grid, expected = self.grid(body), dict[tuple[int, int], bool]()
        for target, land in edges.items():
            cell, side = target_edge(target)
            other = grid.neighbor(cell, side)
            if other >= 0:
                expected[cell, side] = expected[other, (side + grid.sides // 2) % grid.sides] = land
        blocked = {}
        for cell in sorted({cell for cell, _side in expected}):
            lands = [side for side in range(grid.sides) if expected.get((cell, side), body.at(cell) == cape(side))]
            if len(lands) > 1:
                blocked[cell] = "A cape has one side of land."
            stamp = EMPTY if len(lands) > 1 else cape(lands[0]) if lands else SEA
            body = self.stamp(body, cell, stamp)
        return body, blocked

    def resize(self, body: ToyBody, left: int, top: int, right: int, bottom: int) -> ToyBody:
        columns, rows = body.columns + left + right, body.rows + top + bottom
        if columns < 2 or rows < 2:
            raise ValueError("A board has at least 2 columns and 2 rows.")
        old = self.grid(body)
        cells = []
        for row in range(rows):
            for column in range(columns):
                cell = old.cell(column - left, row - top)
                cells.append(body.cells[cell] if cell >= 0 else EMPTY)
        shifted = body.shifted_odd != bool(top % 2)
        return replace(body, columns=columns, rows=rows, cells=tuple(cells), edges=(), shifted_odd=shifted)

    def templates(self) -> Sequence[Template]:
        return (Template(BOX, "As published", {"columns": blank().columns, "rows": blank().rows}),)

    def choices(self, recipe: Recipe) -> Sequence[Section]:
        return (Section("Board", size_fields(recipe, 1, 99, 99)),)

    def make(self, recipe: Recipe, seed: int) -> ToyBody:
        wide, high = int(recipe["columns"]) - blank().columns, int(recipe["rows"]) - blank().rows
        return generate(seed, lambda _rng: self.resize(blank(), 0, 0, wide, high), self.check)

    def form(self, body: ToyBody, target: int) -> Sequence[Section]:
        if target < 0:
            seas = Field("seas", "Seas", "int", body.seas, 0, 40)
            drain = Field("drain", "Drain all seas", "button", SEA in body.cells, tip="Seas become empty spaces.")
            return (Section("Box", (seas, drain)),)
        if target >= body.columns * body.rows:
            choices = tuple((key, key) for key in RIM)
            cell, side = target_edge(target)
            title = f"Side {side} of {self.grid(body).name(cell)}"
            return (Section(title, (Field("kind", "Kind", "choice", self.pick(body, target).key, choices=choices),)),)
        stamp = body.cells[target]
        kinds = tuple((key, key) for key in ("empty", "sea", "cape", "void"))
        fields = [Field("kind", "Kind", "choice", stamp.key, choices=kinds)]
        if stamp.key == "cape":
            fields.append(Field("turn", "Rotation", "int", stamp.turn, 0, self.grid(body).sides - 1))
        return (Section("Space", tuple(fields)),)

    def set_field(self, body: ToyBody, target: int, key: str, value: str | int | bool) -> ToyBody:
        find_field(self.form(body, target), key, value)
        if key == "seas":
            if value == 13:
                raise ValueError("Thirteen seas bring bad luck.")
            return replace(body, seas=int(value))
        if key == "drain":
            if body.seas == 7:
                raise ValueError("Seven seas are not to be drained.")
            return replace(body, cells=tuple(EMPTY if stamp == SEA else stamp for stamp in body.cells))
        if key == "turn":
            return self.stamp(body, target, cape(int(value)))
        return self.stamp(body, target, Stamp(str(value)))

    def _icon(self, body: ToyBody, key: str) -> Picture:
        outline = self.grid(body).corners(0)
        xs, ys = [x for x, _y in outline], [y for _x, y in outline]
        shapes = [Path(LOOKS[key], (outline,))]
        if key == "cape":
            shapes.append(Path(LOOKS["coast"], (_coast(self.grid(body), 0, 0),)))
        return Picture((min(xs), min(ys), max(xs), max(ys)), (Layer("all", tuple(shapes)),))


def letter(sign: str) -> Stamp:
    return Stamp(f"letter-{sign}")


def _coast(grid: Grid, cell: int, side: int) -> Outline:
    corners, (x, y) = grid.corners(cell), grid.center(cell)
    ends = (corners[side], corners[(side + 1) % len(corners)])
    inner = [(a + (x - a) * 0.3, b + (y - b) * 0.3) for a, b in ends]
    return (*ends, inner[1], inner[0])


def _outside(grid: Grid, cell: int, side: int) -> Outline:
    corners, (x, y) = grid.corners(cell), grid.center(cell)
    (ax, ay), (bx, by) = corners[side], corners[(side + 1) % len(corners)]
    dx, dy = (ax + bx) / 2 - x, (ay + by) / 2 - y
    return rectangle(x + 1.4 * dx - 0.2, y + 1.4 * dy - 0.2, 0.4, 0.4)


def opened(body: ToyBody | None = None, toy: Toy | None = None) -> LoadedLayout:
    game = toy_game(toy or Toy())
    body = body or blank()
    return LoadedLayout(None, Layout(game="toy", name="Toy sea", author="", notes="", body={}), game, body)
