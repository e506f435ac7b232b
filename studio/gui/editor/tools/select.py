"""The tools that paint nothing: select and move, and the hand that moves the chart."""

from __future__ import annotations

from collections.abc import Iterable

from studio.core.grid import Point
from studio.core.text import _
from studio.gui.editor.clipboard import FloatingSelection
from studio.gui.editor.edit_state import (
    EditState,
    SelectionMode,
    SelectionShape,
    cells_inside,
    flood_select,
    select_same_kind,
)
from studio.gui.editor.tools.base import Tool, ToolEvent


class SelectTool(Tool):
    """Selects a rectangle, a lasso, connected cells, or all cells of a kind.

    Shift adds, Ctrl or Alt subtracts, Shift and Ctrl intersect. In rectangle mode Ctrl on a single unselected
    space adds it. A drag that begins on the selection moves it.
    """

    key, icon, shortcut, uses_symmetry = "select", "select", "S", False

    def __init__(self, edit_state: EditState) -> None:
        super().__init__(edit_state)
        self._lasso: list[Point] = []
        self._start = -1
        self._mode = SelectionMode.REPLACE
        self._floating: FloatingSelection | None = None
        self._moved: FloatingSelection | None = None
        self._previous_selection: tuple[frozenset[int], int] = (frozenset(), -1)

    @property
    def name(self) -> str:
        return _("Select")

    @property
    def hint(self) -> str:
        if self.edit_state.selection:
            return _(
                "Drag or Ctrl + arrows move the selection, R turns it, H and V mirror it; Shift adds, Ctrl takes away"
            )
        return _("{what}; Shift adds, Ctrl or Alt takes away, Shift + Ctrl keeps what is common").format(
            what=self.edit_state.selection_shape.hint
        )

    def press(self, event: ToolEvent) -> None:
        if self.is_active:
            return
        if event.button == "right":
            if event.cell >= 0 and event.cell not in self.edit_state.selection:
                self.edit_state.select((event.cell,))
            else:
                self.edit_state.turn_selection(1)
            return
        if event.button != "left":
            return
        self._previous_selection = (self.edit_state.selection, self.edit_state.edge)
        self._floating = self._moved = None
        self._mode = self._mode_for(event)
        self._start, self._lasso = event.cell, [(event.x, event.y)]
        if event.edge >= 0 and self.edit_state.selection_shape is not SelectionShape.LASSO:
            self.edit_state.select((), event.edge)
        elif event.cell >= 0 and event.cell in self.edit_state.selection and self._mode is SelectionMode.REPLACE:
            self.is_active = True
            self._floating = self.edit_state.float_selection()
        elif event.cell >= 0 or self.edit_state.selection_shape is SelectionShape.LASSO:
            self.is_active = True
            self._select_gesture(event)
        elif self._mode is SelectionMode.REPLACE:
            self.edit_state.select(())

    def move(self, event: ToolEvent) -> None:
        if not self.is_active:
            return
        if self._floating is not None:
            self._drag_selection(event)
        elif self.edit_state.selection_shape is SelectionShape.LASSO:
            self._lasso.append((event.x, event.y))
            self._select_gesture(event)
        elif self.edit_state.selection_shape is SelectionShape.BOX and event.cell >= 0:
            self._select_gesture(event)

    def release(self, event: ToolEvent) -> None:
        if not self.is_active or event.button != "left":
            return
        self.is_active = False
        if self._moved is not None:
            put, self._moved, self._floating = self._moved, None, None
            self.edit_state.select(self._previous_selection[0])  # carry looks at what was selected before the drag
            self.edit_state.place_floating(put, _("Moved"), "move")
        elif self._floating is not None:  # a click into the selection, not a drag: only what it means from now on
            self._floating = None
            if event.cell == self._start:
                self._select_gesture(event)
        elif self._is_add_click(event):
            self.edit_state.select(self._previous_selection[0] | {self._start})

    def cancel(self) -> None:
        if self.is_active:
            super().cancel()
            self._floating = self._moved = None
            self.edit_state.select(*self._previous_selection)
        else:
            self.edit_state.select(())

    def trail(self) -> tuple[Point, ...]:
        drawn = self.is_active and self._floating is None and self.edit_state.selection_shape is SelectionShape.LASSO
        return tuple(self._lasso) if drawn else ()

    def _mode_for(self, event: ToolEvent) -> SelectionMode:
        if event.ctrl or event.alt:
            return SelectionMode.INTERSECT if event.shift else SelectionMode.SUBTRACT
        return SelectionMode.ADD if event.shift else self.edit_state.selection_mode

    def _is_add_click(self, event: ToolEvent) -> bool:
        """Return whether this was a click with Ctrl on a single unselected space."""
        is_click = (
            event.cell == self._start >= 0 and event.ctrl and self.edit_state.selection_shape is SelectionShape.BOX
        )
        return is_click and self._mode is SelectionMode.SUBTRACT and self._start not in self._previous_selection[0]

    def _select_gesture(self, event: ToolEvent) -> None:
        game, body, grid = self.edit_state.game, self.document.body, self.document.grid
        fresh: Iterable[int] = (self._start,) if self._start >= 0 else ()
        if self.edit_state.selection_shape is SelectionShape.LASSO:
            fresh = cells_inside(grid, self._lasso) or fresh
        elif self.edit_state.selection_shape is SelectionShape.BOX:
            fresh = grid.box(self._start, event.cell)
        else:
            fresh = (flood_select if self.edit_state.selection_shape is SelectionShape.WAND else select_same_kind)(
                game, body, self._start
            )
        self.edit_state.select(self._mode.combine(self._previous_selection[0], fresh))

    def _drag_selection(self, event: ToolEvent) -> None:
        assert self._floating is not None
        if event.cell < 0:
            return
        grid = self.document.grid
        (ax, ay), (bx, by) = grid.center(self._start), grid.center(event.cell)
        try:
            put = self._floating.shifted(self.edit_state.game, bx - ax, by - ay)
        except ValueError as problem:
            self.edit_state.hinted.emit(str(problem))
            return
        if put != (self._moved or self._floating):
            self._moved = put
            self.document.show_stroke(put.place_on_board(self.edit_state.game))
            self.edit_state.select(put.cells)


class PanTool(Tool):
    """Scrolls the board; the board view itself does it."""

    key, icon, shortcut, uses_symmetry = "pan", "hand", "M", False

    @property
    def name(self) -> str:
        return _("Move the chart")

    @property
    def hint(self) -> str:
        return _("Drag to move the chart; the middle button or Space does so with every tool")
