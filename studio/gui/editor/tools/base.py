"""The base class of the tools, and the tools that do not paint: select, pan, and place a pattern."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple

from studio.core.form import Stamp
from studio.core.grid import Grid, Point
from studio.core.picture import is_edge
from studio.core.text import _
from studio.drawing.geometry import line_cells
from studio.gui.editor.clipboard import FloatingSelection
from studio.gui.editor.edit_state import (
    EditState,
    SelectionMode,
    SelectionShape,
    cells_inside,
    flood_select,
    select_same_kind,
)

MAX_SHOWN = 200  # a ghost of more cells shows only their outlines


class ToolEvent(NamedTuple):
    """Position (board units), button and modifiers, free of Qt so that tools are too.

    `cell` is the cell under the pointer or -1, `target` that cell, an edge, or something next to the board.
    """

    x: float
    y: float
    cell: int = -1
    target: int = -1
    button: str = "left"
    shift: bool = False
    ctrl: bool = False
    alt: bool = False

    @property
    def edge(self) -> int:
        return self.target if is_edge(self.target) else -1


def tool_names() -> dict[str, str]:
    return {
        "select": _("Select"),
        "pan": _("Pan"),
        "stamp": _("Stamp"),
        "line": _("Line"),
        "rectangle": _("Rectangle"),
        "ellipse": _("Ellipse"),
        "fill": _("Fill"),
        "coast": _("Coastline"),
        "word": _("Word"),
        "erase": _("Erase"),
        "pick": _("Pick"),
        "void": _("Void brush"),
        "border": _("Border"),
        "place": _("Place"),
    }


def tool_hints() -> dict[str, str]:
    return {
        "select": _("{what}. Shift: add. Ctrl or Alt: subtract. Shift+Ctrl: intersect."),
        "pan": _("Drag to pan. The middle button or Space pans with every tool."),
        "stamp": _("Drag to paint. Alt+click: pick a stamp. Shift: line from the last stroke."),
        "line": _("Drag from one end to the other"),
        "rectangle": _("Drag from corner to corner. N: outline only."),
        "ellipse": _("Drag from corner to corner of the bounding box. N: outline only."),
        "fill": _("Click to fill connected spaces of the same kind"),
        "coast": _("Drag to paint land. Drag with the right button or Alt: sea. Shift: continue the last stroke."),
        "word": _("Click a space and type. Or type a word above the board and drag from first to last space."),
        "erase": _("Drag to clear spaces. Click a border edge to reset it."),
        "pick": _("Click a space or a border edge to use it as the stamp"),
        "void": _("Drag to make spaces void. Start on a void to restore spaces."),
        "border": _(
            "Click a border edge for its next kind, Shift+click for the previous one. Or drag along the border."
        ),
        "place": _("Click to place. Shift: place several. R: rotate. H, V: mirror. Esc: cancel."),
    }


class Tool:
    """One gesture. From press to release it shows a stroke; the release makes it one undo step, `cancel` none."""

    key: ClassVar[str] = ""
    icon: ClassVar[str] = ""
    shortcut: ClassVar[str] = ""
    uses_stamp: ClassVar[bool] = False
    uses_brush: ClassVar[bool] = False
    has_outline_option: ClassVar[bool] = False
    uses_symmetry: ClassVar[bool] = True

    def __init__(self, edit_state: EditState) -> None:
        self.edit_state = edit_state
        self.document = edit_state.document
        self.is_active = False
        self._stroke_end: tuple[Grid, int] | None = None

    @property
    def name(self) -> str:
        """The label in the tool bar."""
        return tool_names()[self.key]

    @property
    def hint(self) -> str:
        """The text in the status bar."""
        return tool_hints()[self.key]

    @property
    def is_available(self) -> bool:
        """Whether this game has any use for it."""
        return True

    def press(self, event: ToolEvent) -> None:
        """A button was pressed."""

    def handle_stamp_click(self, event: ToolEvent) -> bool:
        """Handle an Alt click: pick up what is there."""
        if event.button == "left" and event.alt:
            self.edit_state.pick_up(event.cell)
            return True
        return False

    def line_from_last(self, event: ToolEvent) -> list[int]:
        """Return the pressed cell; with Shift a line of cells from the end of the last stroke on this board."""
        grid = self.document.grid
        if event.shift and self._stroke_end is not None and self._stroke_end[0] == grid:
            return line_cells(grid, self._stroke_end[1], event.cell)
        return [event.cell]

    def remember_stroke_end(self, cell: int) -> None:
        if cell >= 0:
            self._stroke_end = (self.document.grid, cell)

    def move(self, event: ToolEvent) -> None:
        """The pointer has moved, with or without a button."""

    def release(self, event: ToolEvent) -> None:
        """A button was released."""

    def turn(self, turns: int) -> None:
        """Rotate the stamp, or else the selection."""
        (self.edit_state.turn_stamp if self.uses_stamp else self.edit_state.turn_selection)(turns)

    def mirror(self, upright: bool) -> None:
        """Mirror the stamp, or else the selection."""
        (self.edit_state.mirror_stamp if self.uses_stamp else self.edit_state.mirror_selection)(upright)

    def cancel(self) -> None:
        self.is_active = False
        self.document.drop_stroke()

    def deactivate(self) -> None:
        """Another tool is chosen during a gesture."""
        self.cancel()

    @property
    def is_typing(self) -> bool:
        """Whether it takes letters, arrows, Backspace and Enter."""
        return False

    def type_key(self, key: str) -> None:
        """Handle a typed character, or "back", "enter", "north", "east", "south", "west"."""

    def ghost(self, event: ToolEvent) -> tuple[int, Stamp] | None:
        """Return what the next press would paint and where."""
        stamp = self.edit_state.stamp_for(event.cell)
        return (event.cell, stamp) if self.uses_stamp and event.cell >= 0 and stamp is not None else None

    def ghosts(self, event: ToolEvent) -> tuple[tuple[int, Stamp], ...]:
        """Return all that the next press would paint and where, if these are several different stamps."""
        return ()

    def footprint(self, event: ToolEvent) -> tuple[int, ...]:
        """Return all cells that a press would paint, if more than the one pointed at."""
        return ()

    def blocked_cells(self) -> Mapping[int, str]:
        """Return cells where nothing fits what was painted, with the reason."""
        return {}

    def band(self) -> tuple[int, ...]:
        """Return the cells to outline during the gesture."""
        return ()

    def trail(self) -> tuple[Point, ...]:
        """Return the line that is being drawn freely, in board units."""
        return ()


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
    def hint(self) -> str:
        if self.edit_state.selection:
            return _("Drag or Ctrl+arrows: move. R: rotate. H, V: mirror. Shift: add to selection. Ctrl: subtract.")
        return super().hint.format(what=self.edit_state.selection_shape.hint)

    def press(self, event: ToolEvent) -> None:
        state, cell = self.edit_state, event.cell
        if self.is_active or event.button != "left":
            return
        self._previous_selection = (state.selection, state.edge)
        self._floating = self._moved = None
        self._mode = self._mode_for(event)
        self._start, self._lasso = cell, [(event.x, event.y)]
        if event.edge >= 0 and state.selection_shape is not SelectionShape.LASSO:
            state.select((), event.edge)
        elif cell >= 0 and cell in state.selection and self._mode is SelectionMode.REPLACE:
            self.is_active = True
            self._floating = state.float_selection()
        elif cell >= 0 or state.selection_shape is SelectionShape.LASSO:
            self.is_active = True
            self._select_gesture(event)
        elif self._mode is SelectionMode.REPLACE:
            state.select(())

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
        is_click = event.cell == self._start >= 0 and event.ctrl and self._mode is SelectionMode.SUBTRACT
        is_box = self.edit_state.selection_shape is SelectionShape.BOX
        return is_click and is_box and self._start not in self._previous_selection[0]

    def _select_gesture(self, event: ToolEvent) -> None:
        state, grid, shape = self.edit_state, self.document.grid, self.edit_state.selection_shape
        fresh: Iterable[int] = (self._start,) if self._start >= 0 else ()
        if shape is SelectionShape.LASSO:
            fresh = cells_inside(grid, self._lasso) or fresh
        elif shape is SelectionShape.BOX:
            fresh = grid.box(self._start, event.cell)
        elif shape is SelectionShape.WAND:
            fresh = flood_select(state.game, self.document.body, self._start)
        else:
            fresh = select_same_kind(state.game, self.document.body, self._start)
        state.select(self._mode.combine(self._previous_selection[0], fresh))

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

    def press(self, event: ToolEvent) -> None:  # from the keyboard: the view handles the mouse
        if event.button == "left":
            self.edit_state.hinted.emit(_("The Pan tool does not draw. Choose another tool."))


class PlaceTool(Tool):
    """Places the current pattern where it is clicked. It is active exactly while there is a pattern.

    While the pointer is off the board, the pattern is shown where it came from.
    """

    key, icon, uses_symmetry = "place", "paste", False

    @property
    def hint(self) -> str:
        if self.edit_state.is_pattern_sticky:
            return _("Click to place. R: rotate. H, V: mirror. Esc: cancel.")
        return super().hint

    @property
    def is_available(self) -> bool:
        return False  # without a pattern there is nothing to place

    def press(self, event: ToolEvent) -> None:
        if event.button == "left" and event.cell >= 0:
            self.place_pattern(event.cell, event.shift)

    def place_pattern(self, anchor: int, sticky: bool = False) -> None:
        """Place the pattern with its middle on a cell; `sticky` keeps it for more copies."""
        if self.edit_state.place_pattern(anchor) and not (sticky or self.edit_state.is_pattern_sticky):
            self.edit_state.set_pattern(None)

    def turn(self, turns: int) -> None:
        state = self.edit_state
        if state.pattern is not None:
            turned = state.pattern.turned(state.game, self.document.body, turns)
            state.set_pattern(turned, state.pattern_label, state.is_pattern_sticky)

    def mirror(self, upright: bool) -> None:
        state = self.edit_state
        if state.pattern is not None:
            mirrored = state.pattern.mirrored(state.game, self.document.body, upright)
            state.set_pattern(mirrored, state.pattern_label, state.is_pattern_sticky)

    def anchor(self, event: ToolEvent) -> int:
        """Return where the middle of the pattern is shown."""
        if event.cell >= 0:
            return event.cell
        grid = self.document.grid
        home = self.edit_state.pattern_origin
        return home if 0 <= home < grid.count else grid.cell(grid.columns // 2, grid.rows // 2)

    def ghosts(self, event: ToolEvent) -> tuple[tuple[int, Stamp], ...]:
        state = self.edit_state
        if state.pattern is None or len(state.pattern.cells) > MAX_SHOWN:
            return ()
        placed = state.pattern_cells(self.anchor(event))
        return tuple((cell, stamp) for cell, stamp in placed if stamp is not None and state.stamp_at(cell) != stamp)

    def footprint(self, event: ToolEvent) -> tuple[int, ...]:
        return tuple(cell for cell, _stamp in self.edit_state.pattern_cells(self.anchor(event)))
