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
    """Where the pointer is and what is held down, in board units; free of Qt so that tools are too.

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
        """The edge under the pointer, or -1."""
        return self.target if is_edge(self.target) else -1


class Tool(ABC):
    """One gesture. From press to release it shows a stroke; the release makes it one undo step, `cancel` none."""

    key: ClassVar[str] = ""
    icon: ClassVar[str] = ""
    shortcut: ClassVar[str] = ""
    uses_stamp: ClassVar[bool] = False
    uses_brush: ClassVar[bool] = False
    """Whether it paints as many cells at once as the brush is large."""

    has_outline_option: ClassVar[bool] = False
    """Whether it paints a figure that has an outline."""
    uses_symmetry: ClassVar[bool] = True
    """Whether the symmetry repeats what it does."""

    def __init__(self, edit_state: EditState) -> None:
        self.edit_state = edit_state
        self.document = edit_state.document
        self.is_active = False

    @property
    @abstractmethod
    def name(self) -> str:
        """What the tool bar calls it."""

    @property
    @abstractmethod
    def hint(self) -> str:
        """What the status bar says while it is in hand."""

    @property
    def is_available(self) -> bool:
        """Whether there is anything for it to do in this game."""
        return True

    def press(self, event: ToolEvent) -> None:  # noqa: B027 -- a gesture has no use for some of these
        """A button went down."""

    def handle_stamp_click(self, event: ToolEvent) -> bool:
        """Whether a press is about the stamp in hand: the other button, or Alt, picks up what lies there; the button
        turns the stamp where there is nothing to pick up."""
        if event.button != "right" and not (event.button == "left" and event.alt):
            return False
        if not self.edit_state.pick_up(event.cell) and event.button == "right":
            self.edit_state.turn_stamp(1)
        return True

    def move(self, event: ToolEvent) -> None:  # noqa: B027 -- a gesture has no use for some of these
        """The pointer moved, with or without a button."""

    def release(self, event: ToolEvent) -> None:  # noqa: B027 -- a gesture has no use for some of these
        """The button came up."""

    def turn(self, turns: int) -> None:
        """Turn what is in hand: the stamp, or else what is selected."""
        (self.edit_state.turn_stamp if self.uses_stamp else self.edit_state.turn_selection)(turns)

    def mirror(self, upright: bool) -> None:
        """Mirror what is in hand."""
        (self.edit_state.mirror_stamp if self.uses_stamp else self.edit_state.mirror_selection)(upright)

    def cancel(self) -> None:
        """Leave no trace of the stroke."""
        self.is_active = False
        self.document.drop_stroke()

    def deactivate(self) -> None:
        """Another tool is taken in hand in the middle of a gesture."""
        self.cancel()

    @property
    def is_typing(self) -> bool:
        """Whether letters, arrows, Backspace and Enter are meant for it."""
        return False

    def type_key(self, key: str) -> None:  # noqa: B027 -- only where something can be typed
        """A key while it is typing: a sign, or "back", "enter", "north", "east", "south", "west"."""

    def ghost(self, event: ToolEvent) -> tuple[int, Stamp] | None:
        """What the next press would paint and where."""
        stamp = self.edit_state.stamp_for(event.cell)
        return (event.cell, stamp) if self.uses_stamp and event.cell >= 0 and stamp is not None else None

    def ghosts(self, event: ToolEvent) -> tuple[tuple[int, Stamp], ...]:
        """All that the next press would paint and where, when these are several different things."""
        return ()

    def footprint(self, event: ToolEvent) -> tuple[int, ...]:
        """All cells that a press would paint, when these are more than the one pointed at."""
        return ()

    def blocked_cells(self) -> Mapping[int, str]:
        """Cells on which nothing can lie as things were painted, and why."""
        return {}

    def band(self) -> tuple[int, ...]:
        """Cells to outline while the gesture goes on."""
        return ()

    def trail(self) -> tuple[Point, ...]:
        """The line that is being drawn freely, in board units."""
        return ()


# The tool that puts a pattern down: what was copied follows the pointer and is turned there, until it is placed.

MAX_SHOWN = 200
"""Of so many cells at most the ghost shows what they hold; of more it shows where they go."""


class PlaceTool(Tool):
    """Puts the pattern on the desk down where it is clicked. It comes with the pattern and goes with it.

    While the pointer is nowhere on the board the pattern waits where it came from.
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
        """Put the pattern down with its middle on a cell, and keep it in hand only to put down more of it."""
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
        """Where the middle of the pattern is shown."""
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
