"""Tools that fill a figure with the stamp: a line, a rectangle, a flood."""

from __future__ import annotations

from abc import abstractmethod

from studio.core.text import _
from studio.drawing.geometry import ellipse, flood, straight
from studio.gui.editor.document.desk import Desk
from studio.gui.editor.tools.base import Tool, Touch


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
