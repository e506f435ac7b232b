"""A small game for the editor's tests: capes that turn, seas that do not, a rim of three kinds, one limit to break."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from studio.core.form import Field, Section, Stamp, StampGroup, StampItem
from studio.core.game import Game, GameInfo, edge_target, target_edge
from studio.core.grid import SquareGrid
from studio.core.picture import Layer, Path, Picture, Target, rectangle
from studio.core.problems import Fix, Problem, Severity
from studio.documents.layout import Layout
from studio.games.opening import Opened

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
    """Land on one side: north at turn 0, then clockwise."""
    return Stamp("cape", turn)


@dataclass(frozen=True)
class ToyBody:
    """Stamps by cell; edges that are not open; how many seas there may be."""

    columns: int = 6
    rows: int = 4
    cells: tuple[Stamp, ...] = ()
    edges: tuple[tuple[int, str], ...] = ()
    seas: int = 20

    def at(self, cell: int) -> Stamp:
        """What lies on a cell."""
        return self.cells[cell]


def blank(columns: int = 6, rows: int = 4) -> ToyBody:
    """A body of empty cells."""
    return ToyBody(columns, rows, (EMPTY,) * (columns * rows))


@dataclass
class Toy:
    """The editor's half of the Game protocol. `gate` holds `prove` back until a test lets it go."""

    info: GameInfo = field(default_factory=lambda: GameInfo("toy", "Toy", "", 2000, 2, 2))
    gate: threading.Event | None = None
    proofs: list[Any] = field(default_factory=list)
    failure: Exception | None = None

    def grid(self, body: ToyBody) -> SquareGrid:
        return SquareGrid(body.columns, body.rows)

    def plain(self, body: ToyBody) -> Any:
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

    def prove(self, body: ToyBody, seconds: float) -> Sequence[Problem]:
        if self.gate is not None:
            self.gate.wait(5)
        if self.failure is not None:
            raise self.failure
        self.proofs.append(body)
        if body.at(0) == SEA:
            return [Problem("toy.proof", Severity.ERROR, "No filling exists.", (0,))]
        return []

    def sketch(self, body: ToyBody, still: bool = False) -> Picture:
        shapes, targets = [], []
        grid = self.grid(body)
        for cell, stamp in enumerate(body.cells):
            x, y = grid.place(cell)
            shapes.append(Path(LOOKS[stamp.key], (rectangle(x, y, 1, 1),), cell))
            targets.append(Target(cell, rectangle(x, y, 1, 1), grid.name(cell)))
        for cell in range(grid.count):
            for side in range(4):
                if grid.neighbour(cell, side) < 0:
                    x, y = grid.place(cell)
                    dx, dy = (0, 1, 0, -1)[side], (-1, 0, 1, 0)[side]
                    place = rectangle(x + 0.3 + dx * 0.7, y + 0.3 + dy * 0.7, 0.4, 0.4)
                    targets.append(Target(edge_target(cell, side), place))
        return Picture(
            (-1, -1, body.columns + 1, body.rows + 1), (Layer("cells", tuple(shapes)),), tuple(targets), table=True
        )

    def palette(self, body: ToyBody) -> Sequence[StampGroup]:
        left = body.seas - sum(stamp == SEA for stamp in body.cells)
        return (
            StampGroup(
                "Tiles",
                (
                    StampItem(SEA, "Sea", _icon("sea"), left=left, field="seas"),
                    StampItem(cape(), "Cape", _icon("cape"), turns=4),
                    StampItem(VOID, "Void", _icon("void")),
                ),
            ),
            StampGroup("Border", tuple(StampItem(Stamp(key), key, _icon(key)) for key in RIM), on="edges"),
        )

    def ghost(self, body: ToyBody, target: int, stamp: Stamp) -> Picture | None:
        return _icon(stamp.key)

    def stamp(self, body: ToyBody, target: int, stamp: Stamp) -> ToyBody:
        if (stamp.key in RIM) != (target >= body.columns * body.rows):
            return body
        if stamp.key in RIM:
            edges = {**dict(body.edges), target: stamp.key}
            kept = tuple(sorted((edge, key) for edge, key in edges.items() if key != "open"))
            return body if kept == body.edges else replace(body, edges=kept)
        if body.cells[target] == stamp:
            return body
        return replace(body, cells=(*body.cells[:target], stamp, *body.cells[target + 1 :]))

    def pick(self, body: ToyBody, target: int) -> Stamp:
        if target >= body.columns * body.rows:
            target_edge(target)
            return Stamp(dict(body.edges).get(target, "open"))
        return body.cells[target]

    def eraser(self, body: ToyBody, target: int) -> Stamp:
        return OPEN if target >= body.columns * body.rows else EMPTY

    def turned(self, body: ToyBody, stamp: Stamp, turns: int) -> Stamp:
        return cape((stamp.turn + turns) % 4) if stamp.key == "cape" else stamp

    def mirrored(self, body: ToyBody, stamp: Stamp, upright: bool) -> Stamp:
        if stamp.key != "cape":
            return stamp
        return cape((-stamp.turn if upright else 2 - stamp.turn) % 4)

    def resized(self, body: ToyBody, left: int, top: int, right: int, bottom: int) -> ToyBody:
        columns, rows = body.columns + left + right, body.rows + top + bottom
        if columns < 2 or rows < 2:
            raise ValueError("A board has at least 2 columns and 2 rows.")
        old = self.grid(body)
        cells = []
        for row in range(rows):
            for column in range(columns):
                cell = old.cell(column - left, row - top)
                cells.append(body.cells[cell] if cell >= 0 else EMPTY)
        return replace(body, columns=columns, rows=rows, cells=tuple(cells), edges=())

    def form(self, body: ToyBody, target: int) -> Sequence[Section]:
        if target < 0:
            return (Section("Box", (Field("seas", "Seas", "int", body.seas, 0, 40),)),)
        if target >= body.columns * body.rows:
            choices = tuple((key, key) for key in RIM)
            cell, side = target_edge(target)
            title = f"Side {side} of {self.grid(body).name(cell)}"
            return (Section(title, (Field("kind", "Kind", "choice", self.pick(body, target).key, choices=choices),)),)
        stamp = body.cells[target]
        kinds = tuple((key, key) for key in ("empty", "sea", "cape", "void"))
        fields = [Field("kind", "Kind", "choice", stamp.key, choices=kinds)]
        if stamp.key == "cape":
            fields.append(Field("turn", "Turn", "int", stamp.turn, 0, 3))
        return (Section("Space", tuple(fields)),)

    def set_field(self, body: ToyBody, target: int, key: str, value: str | int | bool) -> ToyBody:
        if key == "seas":
            if value == 13:
                raise ValueError("Thirteen seas bring bad luck.")
            return replace(body, seas=int(value))
        if key == "turn":
            return self.stamp(body, target, cape(int(value)))
        return self.stamp(body, target, Stamp(str(value)))


def _icon(style: str) -> Picture:
    return Picture((0, 0, 1, 1), (Layer("all", (Path(LOOKS[style], (rectangle(0, 0, 1, 1),)),)),))


def opened(body: ToyBody | None = None, toy: Toy | None = None) -> Opened:
    """A toy layout as the editor gets it."""
    game = cast(Game, toy or Toy())
    body = body or blank()
    return Opened(None, Layout(game="toy", name="Toy sea", author="", notes="", body={}), game, body)
