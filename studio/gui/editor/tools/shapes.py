"""The tool that paints land and sea: what lies there follows, so that all edges match, in whatever order one paints."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping
from typing import NamedTuple

from studio.core.game import Body
from studio.core.grid import Grid, Point
from studio.core.picture import edge_target, target_edge
from studio.core.text import _
from studio.drawing.geometry import between, ellipse, flood, nearest_side, side_middle, straight
from studio.gui.editor.edit_state import Desk
from studio.gui.editor.tools.base import Tool, Touch

NEAR = 0.36
"""A click so near to the middle of an edge means that edge, in board units."""
KNOWN = 64
"""So many boards are known again, to go on painting where they were left."""


class Painted(NamedTuple):
    """A board that was painted: what of, with land and sea on which edges, and where nothing can lie and why."""

    body: Body
    base: Body
    edges: Mapping[int, bool]
    blocked: Mapping[int, str]


class CoastTool(Tool):
    """Paints land on every edge that a drag passes over, the other button (or Alt) sea; a click means one edge.

    With a wider brush all edges between the covered spaces are painted. With Shift a stroke goes on in a straight line
    from where the last one came to, which leads the keyboard over edges too. What was painted before goes on being
    wanted while nothing else is drawn in between: so places that could hold nothing for a while are none the worse.
    """

    key, icon, shortcut, brushed = "coast", "coast", "C", True

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._is_land = True
        self._last: Point = (0.0, 0.0)
        self._at = -1
        self._end: tuple[Grid, int] | None = None
        """Where the last stroke came to."""
        self._passed: dict[int, None] = {}
        self._clicked = -1
        self._known: list[Painted] = []
        """Boards that were painted, newest first."""
        self._before = Painted(None, None, {}, {})
        self._now = self._before

    @property
    def name(self) -> str:
        return _("Coastline")

    @property
    def hint(self) -> str:
        return _("Drag to paint land, with the right button or Alt to paint sea; Shift goes on from the last stroke")

    @property
    def offered(self) -> bool:
        return self.desk.game.coasts

    def press(self, touch: Touch) -> None:
        if self.active or touch.button not in ("left", "right") or touch.cell < 0:
            return
        body = self.document.body
        self.active = True
        self._is_land = touch.button == "left" and not touch.alt
        self._before = self._now = self._known_as(body) or Painted(body, body, {}, {})
        self._last, self._passed = (touch.x, touch.y), {}
        grid = self.document.grid
        goes_on = touch.shift and self._end is not None and self._end[0] == grid
        way = straight(grid, self._end[1], touch.cell) if goes_on and self._end is not None else [touch.cell]
        self._at = way[0]
        self._pass(way)
        self._clicked = self._edge_at(touch)
        self._show()

    def move(self, touch: Touch) -> None:
        if not self.active:
            return
        here = (touch.x, touch.y)
        self._pass(between(self.document.grid, self._last, here))
        self._last = here
        self._show()

    def release(self, touch: Touch) -> None:
        if not self.active or touch.button not in ("left", "right"):
            return
        self.active = False
        self._end = (self.document.grid, self._at)
        cells = self.desk.changed(self._before.body, self.document.body, self._touched())
        words = _("Land painted: {place}") if self._is_land else _("Sea painted: {place}")
        self.document.end_stroke(words.format(place=self.desk.places(cells)), self.icon)
        self._known = [self._now, *self._known][:KNOWN]
        fresh = [why for cell, why in self._now.blocked.items() if cell not in self._before.blocked]
        if fresh:
            self.desk.hinted.emit(fresh[0])
        elif not self._wanted():
            self.desk.hinted.emit(_("Click near an edge between two spaces, or drag from space to space."))

    def cancel(self) -> None:
        super().cancel()
        self._now = self._before

    def blocked(self) -> Mapping[int, str]:
        if self.active:
            return self._now.blocked
        known = self._known_as(self.document.body)
        return known.blocked if known is not None else {}

    def footprint(self, touch: Touch) -> tuple[int, ...]:
        if touch.cell < 0 or self.active:
            return ()
        if self.desk.brush:
            return tuple(self.desk.footprint(touch.cell))
        grid, side = self.document.grid, self._side_at(touch)
        return (touch.cell, grid.neighbour(touch.cell, side)) if side >= 0 else ()

    def _known_as(self, body: Body) -> Painted | None:
        return next((painted for painted in self._known if painted.body is body), None)

    def _wanted(self) -> list[int]:
        """The edges of the stroke, images included: those it passed over, else the one that was clicked."""
        edges = list(self._passed) or ([self._clicked] if self._clicked >= 0 else [])
        return self.desk.covered(edges)

    def _touched(self) -> list[int]:
        """The cells on both sides of these edges."""
        grid = self.document.grid
        edges = [target_edge(edge) for edge in self._wanted()]
        return sorted({one for cell, side in edges for one in (cell, grid.neighbour(cell, side)) if one >= 0})

    def _pass(self, cells: list[int]) -> None:
        """Come by cells, one after the other."""
        for cell in cells:
            self._passed |= dict.fromkeys([*self._across(self._at, cell), *self._within(cell)])
            self._at = cell

    def _show(self) -> None:
        edges = {**self._before.edges, **dict.fromkeys(map(self._named, self._wanted()), self._is_land)}
        if edges != self._now.edges:
            body, blocked = self.desk.game.coasted(self._before.base, edges)
            body = self._before.body if body == self._before.body else body
            self._now = Painted(body, self._before.base, edges, blocked)
            self.document.show_stroke(body)

    def _named(self, edge: int) -> int:
        """One number for an edge, from whichever side it is seen."""
        grid = self.document.grid
        cell, side = target_edge(edge)
        other = grid.neighbour(cell, side)
        return min([edge, *self._across(other, cell)]) if other >= 0 else edge

    def _across(self, one: int, other: int) -> list[int]:
        """The edge between two cells that touch."""
        grid = self.document.grid
        return [edge_target(one, side) for side in range(grid.sides) if grid.neighbour(one, side) == other]

    def _within(self, cell: int) -> list[int]:
        """The edges between the cells that a wide brush covers."""
        grid = self.document.grid
        covered = frozenset(self.desk.footprint(cell)) if self.desk.brush else frozenset()
        sides = [(one, side) for one in sorted(covered) for side in range(grid.sides)]
        return [edge_target(one, side) for one, side in sides if grid.neighbour(one, side) in covered]

    def _side_at(self, touch: Touch) -> int:
        """The side that a click there would mean, or -1."""
        grid, point = self.document.grid, (touch.x, touch.y)
        side = nearest_side(grid, touch.cell, point)
        is_near = math.dist(side_middle(grid, touch.cell, side), point) <= NEAR
        return side if is_near and grid.neighbour(touch.cell, side) >= 0 else -1

    def _edge_at(self, touch: Touch) -> int:
        side = self._side_at(touch)
        return edge_target(touch.cell, side) if side >= 0 else -1


# Tools that fill a figure with the stamp: a line, a rectangle, a flood.


class FigureTool(Tool):
    """A drag from one cell to another that paints the figure they span, shown while it is drawn."""

    uses_stamp = True

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._from = -1
        self._to = -1

    @abstractmethod
    def figure(self, one: int, other: int) -> list[int]:
        """The cells between two cells."""

    def cells(self, one: int, other: int) -> list[int]:
        """What is painted of the figure: all of it, or the cells with a side towards what lies around it."""
        whole = self.figure(one, other)
        if not (self.bounded and self.desk.outlined):
            return whole
        grid, inside = self.document.grid, frozenset(whole)
        return [cell for cell in whole if any(grid.neighbour(cell, side) not in inside for side in range(grid.sides))]

    def press(self, touch: Touch) -> None:
        if self.active or self.is_about_stamp(touch):
            return
        if touch.button == "left" and touch.cell >= 0 and self.desk.stamp is not None:
            self.active = True
            self._from, self._to = touch.cell, -1
            self._draw(touch.cell)

    def move(self, touch: Touch) -> None:
        if self.active and touch.cell >= 0:
            self._draw(touch.cell)

    def release(self, touch: Touch) -> None:
        if self.active and touch.button == "left" and self.desk.stamp is not None:
            self.active = False
            cells = self.desk.stroked(self.cells(self._from, self._to))
            self.document.end_stroke(self.desk.laid(self.desk.stamp, cells), self.icon)

    def _draw(self, to: int) -> None:
        stamp = self.desk.stamp
        if to == self._to or stamp is None:
            return
        self._to = to
        before = self.document.before_stroke
        self.document.show_stroke(self.desk.spread(before, self.cells(self._from, to), stamp, to))

    def band(self) -> tuple[int, ...]:
        return tuple(self.cells(self._from, self._to)) if self.active else ()


class LineTool(FigureTool):
    """A straight row of stamps."""

    key, icon, shortcut = "line", "line", "L"

    @property
    def name(self) -> str:
        return _("Line")

    @property
    def hint(self) -> str:
        return _("Drag from one end to the other")

    def figure(self, one: int, other: int) -> list[int]:
        return straight(self.document.grid, one, other)


class RectangleTool(FigureTool):
    """A rectangle full of stamps."""

    key, icon, shortcut, bounded = "rectangle", "rectangle", "Q", True

    @property
    def name(self) -> str:
        return _("Rectangle")

    @property
    def hint(self) -> str:
        return _("Drag from corner to corner; N draws its outline only")

    def figure(self, one: int, other: int) -> list[int]:
        return self.document.grid.box(one, other)


class EllipseTool(FigureTool):
    """An ellipse full of stamps."""

    key, icon, shortcut, bounded = "ellipse", "ellipse", "Shift+Q", True

    @property
    def name(self) -> str:
        return _("Ellipse")

    @property
    def hint(self) -> str:
        return _("Drag from corner to corner of the box round it; N draws its outline only")

    def figure(self, one: int, other: int) -> list[int]:
        return ellipse(self.document.grid, one, other)


class FillTool(Tool):
    """Floods the cells that hang together with the clicked one and hold the same."""

    key, icon, shortcut, uses_stamp = "fill", "fill", "F", True

    @property
    def name(self) -> str:
        return _("Fill")

    @property
    def hint(self) -> str:
        return _("Click to fill all like spaces that hang together")

    def press(self, touch: Touch) -> None:
        stamp = self.desk.stamp
        if not self.is_about_stamp(touch) and touch.button == "left" and touch.cell >= 0 and stamp is not None:
            start, game = self.document.body, self.desk.game
            like = game.pick(start, touch.cell)
            cells = flood(self.document.grid, touch.cell, lambda cell: game.pick(start, cell) == like)
            body = self.desk.spread(start, cells, stamp, touch.cell)
            changed = self.desk.changed(start, body, self.desk.covered(cells))
            self.document.apply(self.desk.laid(stamp, changed), body, icon=self.icon)
