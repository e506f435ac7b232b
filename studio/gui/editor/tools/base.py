"""What every tool of the editor is: a gesture with a press, moves, a release, and a way out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from studio.core.form import Stamp
from studio.core.grid import Point
from studio.core.picture import is_edge
from studio.gui.editor.document.desk import Desk


class Touch(NamedTuple):
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
    brushed: ClassVar[bool] = False
    """Whether it paints as many cells at once as the brush is large."""

    bounded: ClassVar[bool] = False
    """Whether it paints a figure that has an outline."""
    repeated: ClassVar[bool] = True
    """Whether the symmetry repeats what it does."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.document = desk.document
        self.active = False

    @property
    @abstractmethod
    def name(self) -> str:
        """What the tool bar calls it."""

    @property
    @abstractmethod
    def hint(self) -> str:
        """What the status bar says while it is in hand."""

    @property
    def offered(self) -> bool:
        """Whether there is anything for it to do in this game."""
        return True

    def press(self, touch: Touch) -> None:  # noqa: B027 -- a gesture has no use for some of these
        """A button went down."""

    def is_about_stamp(self, touch: Touch) -> bool:
        """Whether a press is about the stamp in hand: the other button, or Alt, picks up what lies there; the button
        turns the stamp where there is nothing to pick up."""
        if touch.button != "right" and not (touch.button == "left" and touch.alt):
            return False
        if not self.desk.pick_up(touch.cell) and touch.button == "right":
            self.desk.turn_stamp(1)
        return True

    def move(self, touch: Touch) -> None:  # noqa: B027 -- a gesture has no use for some of these
        """The pointer moved, with or without a button."""

    def release(self, touch: Touch) -> None:  # noqa: B027 -- a gesture has no use for some of these
        """The button came up."""

    def turn(self, turns: int) -> None:
        """Turn what is in hand: the stamp, or else what is selected."""
        (self.desk.turn_stamp if self.uses_stamp else self.desk.turn_selection)(turns)

    def mirror(self, upright: bool) -> None:
        """Mirror what is in hand."""
        (self.desk.mirror_stamp if self.uses_stamp else self.desk.mirror_selection)(upright)

    def cancel(self) -> None:
        """Leave no trace of the stroke."""
        self.active = False
        self.document.drop_stroke()

    def leave(self) -> None:
        """Another tool is taken in hand in the middle of a gesture."""
        self.cancel()

    @property
    def is_typing(self) -> bool:
        """Whether letters, arrows, Backspace and Enter are meant for it."""
        return False

    def type_key(self, key: str) -> None:  # noqa: B027 -- only where something can be typed
        """A key while it is typing: a sign, or "back", "enter", "north", "east", "south", "west"."""

    def ghost(self, touch: Touch) -> tuple[int, Stamp] | None:
        """What the next press would paint and where."""
        stamp = self.desk.drawn(touch.cell)
        return (touch.cell, stamp) if self.uses_stamp and touch.cell >= 0 and stamp is not None else None

    def ghosts(self, touch: Touch) -> tuple[tuple[int, Stamp], ...]:
        """All that the next press would paint and where, when these are several different things."""
        return ()

    def footprint(self, touch: Touch) -> tuple[int, ...]:
        """All cells that a press would paint, when these are more than the one pointed at."""
        return ()

    def blocked(self) -> Mapping[int, str]:
        """Cells on which nothing can lie as things were painted, and why."""
        return {}

    def band(self) -> tuple[int, ...]:
        """Cells to outline while the gesture goes on."""
        return ()

    def trail(self) -> tuple[Point, ...]:
        """The line that is being drawn freely, in board units."""
        return ()
