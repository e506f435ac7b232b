"""The tools that paint nothing: select and move, and the hand that moves the chart."""

from __future__ import annotations

from studio.core.grid import Point
from studio.core.text import _
from studio.gui.editor.document.desk import Desk
from studio.gui.editor.document.lifted import Lifted
from studio.gui.editor.tools.base import Tool, Touch


class SelectTool(Tool):
    """Click selects, drag spans a rectangle; a drag that begins on the selection moves what is selected.

    Shift adds to the selection, Ctrl takes cells in or out.
    """

    key, icon, shortcut = "select", "select", "S"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._from: Point = (0.0, 0.0)
        self._start = -1
        self._lifted: Lifted | None = None
        self._put: Lifted | None = None
        self._before: tuple[frozenset[int], int] = (frozenset(), -1)

    @property
    def name(self) -> str:
        return _("Select")

    @property
    def hint(self) -> str:
        if self.desk.selection:
            return _("Drag or Ctrl + arrows move the selection, R turns it, H and V mirror it, Delete clears it")
        return _("Click a space or drag over several; Shift adds to the selection")

    def press(self, touch: Touch) -> None:
        if self.active:
            return
        if touch.button == "right":
            if touch.cell >= 0 and touch.cell not in self.desk.selection:
                self.desk.select((touch.cell,))
            else:
                self.desk.turn_selection(1)
            return
        if touch.button != "left":
            return
        self._before = (self.desk.selection, self.desk.edge)
        self._lifted = self._put = None
        if touch.edge >= 0:
            self.desk.select((), touch.edge)
        elif touch.cell < 0:
            if not touch.shift and not touch.ctrl:
                self.desk.select(())
        elif touch.ctrl:
            self.desk.select(self.desk.selection ^ {touch.cell})
        else:
            self.active = True
            self._start, self._from = touch.cell, (touch.x, touch.y)
            if touch.cell in self.desk.selection and not touch.shift:
                self._lifted = self.desk.held()
            else:
                self.desk.select(self._base(touch) | {touch.cell})

    def move(self, touch: Touch) -> None:
        if not self.active:
            return
        if self._lifted is not None:
            self._drag(touch)
        elif touch.cell >= 0:
            self.desk.select(self._base(touch) | set(self.document.grid.box(self._start, touch.cell)))

    def release(self, touch: Touch) -> None:
        if not self.active or touch.button != "left":
            return
        self.active = False
        if self._put is not None:
            put, self._put, self._lifted = self._put, None, None
            self.desk.select(self._before[0])  # carry looks at what was selected before the drag
            self.desk.carry(put, _("Moved"), "move")
        elif self._lifted is not None:  # a click into the selection, not a drag: only this cell from now on
            self._lifted = None
            if touch.cell == self._start:
                self.desk.select((touch.cell,))

    def cancel(self) -> None:
        if self.active:
            super().cancel()
            self._lifted = self._put = None
            self.desk.select(*self._before)
        else:
            self.desk.select(())

    def _base(self, touch: Touch) -> frozenset[int]:
        return self._before[0] if touch.shift else frozenset()

    def _drag(self, touch: Touch) -> None:
        assert self._lifted is not None
        if touch.cell < 0:
            return
        grid = self.document.grid
        (ax, ay), (bx, by) = grid.centre(self._start), grid.centre(touch.cell)
        try:
            put = self._lifted.shifted(self.desk.game, bx - ax, by - ay)
        except ValueError as problem:
            self.desk.hinted.emit(str(problem))
            return
        if put != (self._put or self._lifted):
            self._put = put
            self.document.show_stroke(put.laid(self.desk.game))
            self.desk.select(put.cells)


class PanTool(Tool):
    """The hand that moves the chart; the board view itself does the moving."""

    key, icon, shortcut = "pan", "hand", "M"

    @property
    def name(self) -> str:
        return _("Move the chart")

    @property
    def hint(self) -> str:
        return _("Drag to move the chart; the middle button or Space does so with every tool")
