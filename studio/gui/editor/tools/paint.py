"""Tools that paint every cell or edge they pass (stamp, eraser, void brush, border), and the pick tool."""

from __future__ import annotations

from abc import ABC, abstractmethod

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.grid import Point
from studio.core.picture import is_edge
from studio.core.text import _
from studio.drawing.geometry import cells_between
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.tools.base import Tool, ToolEvent


class DragTool(Tool, ABC):
    """A drag that paints cells as wide as the brush. With Shift it starts with a line from the end of the last one."""

    uses_brush = True

    def __init__(self, edit_state: EditState) -> None:
        super().__init__(edit_state)
        self._last_point: Point = (0.0, 0.0)
        self._stroke_cells: dict[int, None] = {}

    def press(self, event: ToolEvent) -> None:
        if event.button != "left" or event.cell < 0:
            return
        self.is_active = True
        self._stroke_cells = {}
        self._last_point = (event.x, event.y)
        self._add_cells(self.line_from_last(event))

    def move(self, event: ToolEvent) -> None:
        if self.is_active:
            here = (event.x, event.y)
            self._add_cells(cells_between(self.document.grid, self._last_point, here))
            self._last_point = here
            self.remember_stroke_end(event.cell)

    def release(self, event: ToolEvent) -> None:
        if self.is_active and event.button == "left":
            self.is_active = False
            self.remember_stroke_end(event.cell)
            label = self.step_label(self.edit_state.stroke_targets(self._stroke_cells))
            changed = self.document.end_stroke(label, self.icon)
            if not changed and len(self._stroke_cells) == 1 and (reason := self.no_effect_reason(*self._stroke_cells)):
                self.edit_state.hinted.emit(reason)

    def _add_cells(self, line: list[int]) -> None:
        """Add cells one by one: after a jump of the mouse the board follows in several frames."""
        for middle in line:
            fresh = {cell: None for cell in self.edit_state.footprint(middle) if cell not in self._stroke_cells}
            self._stroke_cells |= fresh
            self.document.show_stroke(self.with_cells_painted(list(fresh), middle))

    def with_cells_painted(self, cells: list[int], _end: int) -> Body:
        """Return the body with more cells painted; `_end` is the last cell under the brush's centre."""
        body = self.document.body
        for cell in cells:
            body = self.with_cell_painted(body, cell)
        return body

    def footprint(self, event: ToolEvent) -> tuple[int, ...]:
        return tuple(self.edit_state.footprint(event.cell)) if event.cell >= 0 and self.edit_state.brush_rings else ()

    @abstractmethod
    def with_cell_painted(self, body: Body, cell: int) -> Body:
        """Return the body with one cell painted."""

    @abstractmethod
    def step_label(self, cells: list[int]) -> str:
        """Return the undo label of the stroke."""

    def no_effect_reason(self, cell: int) -> str:
        """Return why painting a cell changes nothing; "" if that is obvious."""
        return ""


class StampTool(DragTool):
    """Paints the current stamp."""

    key, icon, shortcut, uses_stamp = "stamp", "stamp", "B", True

    @property
    def hint(self) -> str:
        item = self.edit_state.item(self.edit_state.stamp) if self.edit_state.stamp is not None else None
        if item is not None and item.turns > 1:
            return _("R: rotate the tile. Alt+click: pick a tile.")
        return super().hint

    def press(self, event: ToolEvent) -> None:
        if self.is_active or self.handle_stamp_click(event):
            return
        if event.edge >= 0 and event.cell < 0:
            self.edit_state.hinted.emit(_("Use the border tool (O) to paint edges."))
        elif self.edit_state.stamp is not None:
            super().press(event)

    def with_cells_painted(self, cells: list[int], end: int) -> Body:
        state, before = self.edit_state, self.document.body_before_stroke
        assert state.stamp is not None
        if not state.mixed_stamps and state.is_single(before, state.stamp, list(self._stroke_cells)):
            return state.with_stamp(before, end, state.stamp)  # the only copy leaves nothing on its way
        return super().with_cells_painted(cells, end)

    def with_cell_painted(self, body: Body, cell: int) -> Body:
        assert self.edit_state.stamp is not None
        return self.edit_state.with_stamp(body, cell, self.edit_state.stamp)

    def step_label(self, cells: list[int]) -> str:
        assert self.edit_state.stamp is not None
        return self.edit_state.stamp_step_label(self.edit_state.stamp, cells)

    def no_effect_reason(self, cell: int) -> str:
        stamp = self.edit_state.stamp
        if stamp is None or self.edit_state.game.sketch.ghost(self.document.body, cell, stamp) is not None:
            return ""
        text = _("“{name}” cannot be placed on {place}.")
        return text.format(name=self.edit_state.name(stamp), place=self.edit_state.describe_targets([cell]))


class EraseTool(DragTool):
    """Clears every cell it passes, or one rim edge."""

    key, icon, shortcut = "erase", "eraser", "E"

    def press(self, event: ToolEvent) -> None:
        if event.button == "left" and event.edge >= 0 and not self.is_active:
            before = self.document.body
            body = self.edit_state.with_erased(before, event.edge)
            edges = self.edit_state.changed_targets(before, body, self.edit_state.with_images([event.edge]))
            self.document.apply(self.step_label(edges), body, icon=self.icon)
        else:
            super().press(event)

    def with_cell_painted(self, body: Body, cell: int) -> Body:
        return self.edit_state.with_erased(body, cell)

    def no_effect_reason(self, cell: int) -> str:
        game, body = self.edit_state.game, self.document.body
        if game.sketch.ghost(body, cell, game.editing.eraser(body, cell)) is not None:
            return ""
        return _("{place} cannot be cleared.").format(place=self.edit_state.describe_targets([cell]))

    def step_label(self, cells: list[int]) -> str:
        return _("{place} cleared").format(place=self.edit_state.describe_targets(cells))


class VoidTool(DragTool):
    """Takes spaces off the board, or restores them if the stroke begins on a void one."""

    key, icon, shortcut = "void", "void", "X"

    def __init__(self, edit_state: EditState) -> None:
        super().__init__(edit_state)
        self._restores_spaces = False

    @property
    def is_available(self) -> bool:
        return self.edit_state.void_stamp() is not None

    def press(self, event: ToolEvent) -> None:
        void = self.edit_state.void_stamp()
        if event.cell >= 0 and void is not None and not self.is_active:
            self._restores_spaces = self.edit_state.stamp_at(event.cell).key == void.key
            super().press(event)

    def with_cell_painted(self, body: Body, cell: int) -> Body:
        void, editing = self.edit_state.void_stamp(), self.edit_state.game.editing
        assert void is not None
        if not self._restores_spaces:
            return self.edit_state.with_stamp(body, cell, void)
        for place, _stamp in self.edit_state.images(cell, void):
            if editing.pick(body, place).key == void.key:
                body = editing.stamp(body, place, editing.eraser(body, place))
        return body

    def step_label(self, cells: list[int]) -> str:
        place = self.edit_state.describe_targets(cells)
        return (_("{place} restored") if self._restores_spaces else _("{place} made void")).format(place=place)


class PickTool(Tool):
    key, icon, shortcut = "pick", "pick", "I"

    def press(self, event: ToolEvent) -> None:
        state = self.edit_state
        if event.button != "left":
            return
        if event.edge >= 0:
            state.set_edge_stamp(state.stamp_at(event.edge))
        elif not state.pick_up(event.cell) and event.cell >= 0:
            state.hinted.emit(_("There is nothing on {place}.").format(place=state.describe_targets([event.cell])))


class BorderTool(Tool):
    """Paints rim edges, all of a stroke with the same kind."""

    key, icon, shortcut = "border", "anchor", "O"

    def __init__(self, edit_state: EditState) -> None:
        super().__init__(edit_state)
        self._stamp: Stamp | None = None
        self._stroke_edges: dict[int, None] = {}

    @property
    def hint(self) -> str:
        stamp = self.edit_state.edge_stamp
        if stamp is None:
            return super().hint
        return _("Click or drag along the border to paint: {name}").format(name=self.edit_state.name(stamp))

    @property
    def is_available(self) -> bool:
        return bool(self.edit_state.items("edges"))

    def press(self, event: ToolEvent) -> None:
        if self.is_active or event.button != "left":
            return
        if event.edge < 0:
            self.edit_state.hinted.emit(_("Click an edge of the border."))
        elif event.alt:
            self.edit_state.set_edge_stamp(self.edit_state.stamp_at(event.edge))
        else:
            self._stamp = self.edit_state.edge_stamp or self.next_kind(event.edge, -1 if event.shift else 1)
            if self._stamp is not None:
                self.is_active = True
                self._stroke_edges = {}
                self._add_edge(event.edge)

    def move(self, event: ToolEvent) -> None:
        if self.is_active and is_edge(event.target):
            self._add_edge(event.target)

    def release(self, event: ToolEvent) -> None:
        if self.is_active and self._stamp is not None and event.button == "left":
            self.is_active = False
            edges = self.edit_state.stroke_targets(self._stroke_edges)
            self.document.end_stroke(self.edit_state.stamp_step_label(self._stamp, edges), self.icon)

    def next_kind(self, edge: int, step: int) -> Stamp | None:
        """Return the kind after an edge's one in the palette, wrapping around."""
        kinds = [item.stamp for item in self.edit_state.items("edges")]
        if not kinds:
            return None
        keys, current = [stamp.key for stamp in kinds], self.edit_state.stamp_at(edge).key
        return kinds[(keys.index(current) + step) % len(kinds)] if current in keys else kinds[0]

    def _add_edge(self, edge: int) -> None:
        if edge not in self._stroke_edges and self._stamp is not None:
            self._stroke_edges[edge] = None
            self.document.show_stroke(self.edit_state.with_stamp(self.document.body, edge, self._stamp))

    def ghost(self, event: ToolEvent) -> tuple[int, Stamp] | None:
        if event.edge < 0 or self.is_active:
            return None
        stamp = self.edit_state.edge_stamp or self.next_kind(event.edge, 1)
        return None if stamp is None else (event.edge, stamp)
