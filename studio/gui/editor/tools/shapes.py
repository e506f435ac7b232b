"""Tools that paint coasts and figures: coastline, line, rectangle, ellipse, fill."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import NamedTuple

from studio.core.game import Body
from studio.core.grid import Point, flood_fill
from studio.core.picture import edge_target, target_edge
from studio.core.text import _
from studio.drawing.geometry import cells_between, ellipse_cells, line_cells, nearest_side, side_middle
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.tools.base import Tool, ToolEvent

EDGE_DISTANCE = 0.36  # from the middle of an edge, in board units, to click it
MAX_KNOWN = 64  # painted boards whose painting can continue


class PaintedCoast(NamedTuple):
    """A painted board: the body it started from, which edges are land, and cells where nothing fits, with reasons."""

    body: Body
    base: Body
    edges: Mapping[int, bool]
    blocked: Mapping[int, str]


class CoastTool(Tool):
    """Paints land on every edge that a drag crosses, or sea with the right button or Alt; a click means one edge.

    A right click paints nothing: it opens the menu.

    A wider brush paints all edges between the covered cells. With Shift a stroke begins with a straight line from
    the end of the last one. Edges painted before stay wanted while nothing else is drawn in between, so cells
    that nothing fitted for a while are filled later.
    """

    key, icon, shortcut, uses_brush = "coast", "coast", "C", True

    def __init__(self, edit_state: EditState) -> None:
        super().__init__(edit_state)
        self._is_land = True
        self._last_point: Point = (0.0, 0.0)
        self._start = self._last_cell = -1
        self._stroke_edges: dict[int, None] = {}
        self._clicked_edge = -1
        self._painted_boards: list[PaintedCoast] = []  # newest first
        self._before_stroke = PaintedCoast(None, None, {}, {})
        self._current = self._before_stroke

    @property
    def is_available(self) -> bool:
        return self.edit_state.game.can_paint_coast

    def press(self, event: ToolEvent) -> None:
        if self.is_active or event.button not in ("left", "right") or event.cell < 0:
            return
        body = self.document.body
        self.is_active = True
        self._is_land = event.button == "left" and not event.alt
        self._before_stroke = self._current = self._find_painted(body) or PaintedCoast(body, body, {}, {})
        self._last_point, self._stroke_edges = (event.x, event.y), {}
        line = self.line_from_last(event)
        self._start = event.cell
        self._last_cell = line[0]
        self._add_cells(line)
        self._clicked_edge = self._edge_at(event)
        self._update_stroke()

    def move(self, event: ToolEvent) -> None:
        if not self.is_active:
            return
        here = (event.x, event.y)
        self._add_cells(cells_between(self.document.grid, self._last_point, here))
        self._last_point = here
        self._update_stroke()

    def release(self, event: ToolEvent) -> None:
        if not self.is_active or event.button not in ("left", "right"):
            return
        if event.button == "right" and event.cell == self._start == self._last_cell and not event.shift:
            self.cancel()
            return
        self.is_active = False
        self.remember_stroke_end(self._last_cell)
        cells = self.edit_state.changed_targets(self._before_stroke.body, self.document.body, self._affected_cells())
        text = _("Land painted: {place}") if self._is_land else _("Sea painted: {place}")
        self.document.end_stroke(text.format(place=self.edit_state.describe_targets(cells)), self.icon)
        self._painted_boards = [self._current, *self._painted_boards][:MAX_KNOWN]
        fresh = [why for cell, why in self._current.blocked.items() if cell not in self._before_stroke.blocked]
        if fresh:
            self.edit_state.hinted.emit(fresh[0])
        elif not self._edges_with_images():
            self.edit_state.hinted.emit(
                _("Click near an edge, or drag from space to space. Shift+Enter draws from the last space to here.")
            )

    def cancel(self) -> None:
        super().cancel()
        self._current = self._before_stroke

    def blocked_cells(self) -> Mapping[int, str]:
        if self.is_active:
            return self._current.blocked
        known = self._find_painted(self.document.body)
        return known.blocked if known is not None else {}

    def footprint(self, event: ToolEvent) -> tuple[int, ...]:
        if event.cell < 0 or self.is_active:
            return ()
        if self.edit_state.brush_rings:
            return tuple(self.edit_state.footprint(event.cell))
        grid, side = self.document.grid, self._side_at(event)
        return (event.cell, grid.neighbor(event.cell, side)) if side >= 0 else ()

    def _find_painted(self, body: Body) -> PaintedCoast | None:
        return next((painted for painted in self._painted_boards if painted.body is body), None)

    def _edges_with_images(self) -> list[int]:
        """Return the edges of the stroke with their images: those it crossed, else the clicked one."""
        edges = list(self._stroke_edges) or ([self._clicked_edge] if self._clicked_edge >= 0 else [])
        return self.edit_state.with_images(edges)

    def _affected_cells(self) -> list[int]:
        """Return the cells on both sides of these edges."""
        grid = self.document.grid
        edges = [target_edge(edge) for edge in self._edges_with_images()]
        return sorted({one for cell, side in edges for one in (cell, grid.neighbor(cell, side)) if one >= 0})

    def _add_cells(self, cells: list[int]) -> None:
        for cell in cells:
            self._stroke_edges |= dict.fromkeys([*self._shared_edge(self._last_cell, cell), *self._edges_within(cell)])
            self._last_cell = cell

    def _update_stroke(self) -> None:
        before = self._before_stroke
        painted = dict.fromkeys(map(self._canonical_edge, self._edges_with_images()), self._is_land)
        edges = {**before.edges, **painted}
        if edges != self._current.edges:
            body, blocked = self.edit_state.game.editing.paint_coast(before.base, edges)
            self._current = PaintedCoast(before.body if body == before.body else body, before.base, edges, blocked)
            self.document.show_stroke(self._current.body)

    def _canonical_edge(self, edge: int) -> int:
        """Return the same number for an edge from both sides."""
        grid = self.document.grid
        cell, side = target_edge(edge)
        other = grid.neighbor(cell, side)
        return min([edge, *self._shared_edge(other, cell)]) if other >= 0 else edge

    def _shared_edge(self, one: int, other: int) -> list[int]:
        grid = self.document.grid
        return [edge_target(one, side) for side in range(grid.sides) if grid.neighbor(one, side) == other]

    def _edges_within(self, cell: int) -> list[int]:
        """Return the edges between the cells that a wide brush covers."""
        grid = self.document.grid
        covered = frozenset(self.edit_state.footprint(cell)) if self.edit_state.brush_rings else frozenset()
        sides = [(one, side) for one in sorted(covered) for side in range(grid.sides)]
        return [edge_target(one, side) for one, side in sides if grid.neighbor(one, side) in covered]

    def _side_at(self, event: ToolEvent) -> int:
        """Return the side that a click would mean, or -1."""
        grid, point = self.document.grid, (event.x, event.y)
        side = nearest_side(grid, event.cell, point)
        is_near = math.dist(side_middle(grid, event.cell, side), point) <= EDGE_DISTANCE
        return side if is_near and grid.neighbor(event.cell, side) >= 0 else -1

    def _edge_at(self, event: ToolEvent) -> int:
        side = self._side_at(event)
        return edge_target(event.cell, side) if side >= 0 else -1


class FigureTool(Tool, ABC):
    """A drag between two cells that paints the figure they span."""

    uses_stamp = True

    def __init__(self, edit_state: EditState) -> None:
        super().__init__(edit_state)
        self._start = -1
        self._end = -1

    @abstractmethod
    def figure(self, one: int, other: int) -> list[int]:
        """Return the cells of the figure between two cells."""

    def figure_cells(self, one: int, other: int) -> list[int]:
        """Return the cells to paint: all of the figure, or its outline."""
        whole = self.figure(one, other)
        if not (self.has_outline_option and self.edit_state.is_outline_only):
            return whole
        grid, inside = self.document.grid, frozenset(whole)
        return [cell for cell in whole if any(grid.neighbor(cell, side) not in inside for side in range(grid.sides))]

    def press(self, event: ToolEvent) -> None:
        if self.is_active or self.handle_stamp_click(event):
            return
        if event.button == "left" and event.cell >= 0 and self.edit_state.stamp is not None:
            self.is_active = True
            self._start, self._end = event.cell, -1
            self._draw_figure(event.cell)

    def move(self, event: ToolEvent) -> None:
        if self.is_active and event.cell >= 0:
            self._draw_figure(event.cell)

    def release(self, event: ToolEvent) -> None:
        if self.is_active and event.button == "left" and self.edit_state.stamp is not None:
            self.is_active = False
            cells = self.edit_state.stroke_targets(self.figure_cells(self._start, self._end))
            self.document.end_stroke(self.edit_state.stamp_step_label(self.edit_state.stamp, cells), self.icon)

    def _draw_figure(self, to: int) -> None:
        stamp = self.edit_state.stamp
        if to == self._end or stamp is None:
            return
        self._end = to
        before = self.document.body_before_stroke
        self.document.show_stroke(self.edit_state.with_stamps(before, self.figure_cells(self._start, to), stamp, to))

    def band(self) -> tuple[int, ...]:
        return tuple(self.figure_cells(self._start, self._end)) if self.is_active else ()


class LineTool(FigureTool):
    key, icon, shortcut = "line", "line", "L"

    def figure(self, one: int, other: int) -> list[int]:
        return line_cells(self.document.grid, one, other)


class RectangleTool(FigureTool):
    key, icon, shortcut, has_outline_option = "rectangle", "rectangle", "Q", True

    def figure(self, one: int, other: int) -> list[int]:
        return self.document.grid.box(one, other)


class EllipseTool(FigureTool):
    key, icon, shortcut, has_outline_option = "ellipse", "ellipse", "Shift+Q", True

    def figure(self, one: int, other: int) -> list[int]:
        return ellipse_cells(self.document.grid, one, other)


class FillTool(Tool):
    """Fills the connected cells that hold the same as the clicked one."""

    key, icon, shortcut, uses_stamp = "fill", "fill", "F", True

    def press(self, event: ToolEvent) -> None:
        stamp = self.edit_state.stamp
        if not self.handle_stamp_click(event) and event.button == "left" and event.cell >= 0 and stamp is not None:
            state, before = self.edit_state, self.document.body
            like = state.stamp_at(event.cell)
            cells = flood_fill(self.document.grid, event.cell, lambda cell: state.stamp_at(cell) == like)
            body = state.with_stamps(before, cells, stamp, event.cell)
            changed = state.changed_targets(before, body, state.with_images(cells))
            self.document.apply(state.stamp_step_label(stamp, changed), body, icon=self.icon)
