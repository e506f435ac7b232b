"""What every tool of the editor is: a gesture with a press, moves, a release, and a way out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from studio.core.form import Stamp
from studio.core.grid import Point
from studio.core.picture import is_edge
from studio.core.text import _
from studio.gui.editor.edit_state import EditState


class ToolEvent(NamedTuple):
    """Position (board units), button and modifiers, free of Qt so that tools are too.

    `cell` is the cell under the pointer or -1, `target` that cell, an edge, or something beside the board.
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


class Tool(ABC):
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

    @property
    @abstractmethod
    def name(self) -> str:
        """The label in the tool bar."""

    @property
    @abstractmethod
    def hint(self) -> str:
        """The text in the status bar."""

    @property
    def is_available(self) -> bool:
        """Whether this game has any use for it."""
        return True

    def press(self, event: ToolEvent) -> None:  # noqa: B027 -- a gesture has no use for some of these
        """A button was pressed."""

    def handle_stamp_click(self, event: ToolEvent) -> bool:
        """Handle a right or Alt click: pick up what is there, else (right) rotate the stamp."""
        if event.button != "right" and not (event.button == "left" and event.alt):
            return False
        if not self.edit_state.pick_up(event.cell) and event.button == "right":
            self.edit_state.turn_stamp(1)
        return True

    def move(self, event: ToolEvent) -> None:  # noqa: B027 -- a gesture has no use for some of these
        """The pointer has moved, with or without a button."""

    def release(self, event: ToolEvent) -> None:  # noqa: B027 -- a gesture has no use for some of these
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

    def type_key(self, key: str) -> None:  # noqa: B027 -- only where something can be typed
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


MAX_SHOWN = 200  # a ghost of more cells shows only their outlines


class PlaceTool(Tool):
    """Places the current pattern where it is clicked. It is active exactly while there is a pattern.

    While the pointer is off the board, the pattern is shown where it came from.
    """

    key, icon, uses_symmetry = "place", "paste", False

    @property
    def name(self) -> str:
        return _("Place")

    @property
    def hint(self) -> str:
        if self.edit_state.is_pattern_sticky:
            return _("Click to put it down, R turns it, H and V mirror it, Esc drops it")
        return _("Click to put it down, with Shift to put down more of it, R turns it, H and V mirror it, Esc drops it")

    @property
    def is_available(self) -> bool:
        return False  # nobody takes it in hand without a pattern

    def press(self, event: ToolEvent) -> None:
        if event.button == "right":
            self.turn(1)
        elif event.button == "left" and event.cell >= 0:
            self.place_pattern(event.cell, event.shift)

    def place_pattern(self, anchor: int, sticky: bool = False) -> None:
        """Place the pattern with its middle on a cell; `sticky` keeps it for more copies."""
        if self.edit_state.place_pattern(anchor) and not (sticky or self.edit_state.is_pattern_sticky):
            self.edit_state.set_pattern(None)

    def turn(self, turns: int) -> None:
        desk = self.edit_state
        if desk.pattern is not None:
            desk.set_pattern(
                desk.pattern.turned(desk.game, self.document.body, turns), desk.pattern_label, desk.is_pattern_sticky
            )

    def mirror(self, upright: bool) -> None:
        desk = self.edit_state
        if desk.pattern is not None:
            mirrored = desk.pattern.mirrored(desk.game, self.document.body, upright)
            desk.set_pattern(mirrored, desk.pattern_label, desk.is_pattern_sticky)

    def anchor(self, event: ToolEvent) -> int:
        """Return where the middle of the pattern is shown."""
        if event.cell >= 0:
            return event.cell
        grid = self.document.grid
        home = self.edit_state.pattern_origin
        return home if 0 <= home < grid.count else grid.cell(grid.columns // 2, grid.rows // 2)

    def ghosts(self, event: ToolEvent) -> tuple[tuple[int, Stamp], ...]:
        pattern, body, game = self.edit_state.pattern, self.document.body, self.edit_state.game
        if pattern is None or len(pattern.cells) > MAX_SHOWN:
            return ()
        placed = self.edit_state.pattern_cells(self.anchor(event))
        return tuple(
            (cell, stamp) for cell, stamp in placed if stamp is not None and game.editing.pick(body, cell) != stamp
        )

    def footprint(self, event: ToolEvent) -> tuple[int, ...]:
        return tuple(cell for cell, _stamp in self.edit_state.pattern_cells(self.anchor(event)))
