"""The tools that paint nothing: select and move, and the hand that moves the chart."""

from __future__ import annotations

from collections.abc import Iterable

from studio.core.grid import Point
from studio.core.text import _
from studio.gui.editor.clipboard import Lifted
from studio.gui.editor.edit_state import Desk, Joining, Reach, alike, hanging, within
from studio.gui.editor.tools.base import Tool, Touch


class SelectTool(Tool):
    """Selects a rectangle, what a line is drawn round, what hangs together, or all of a kind, as the desk says.

    Shift adds, Ctrl or Alt takes away, Shift and Ctrl keep what is common; without them the desk says which. With the
    rectangle Ctrl also takes a single space in. A drag that begins on the selection moves what is selected.
    """

    key, icon, shortcut, repeated = "select", "select", "S", False

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._line: list[Point] = []
        self._start = -1
        self._how = Joining.REPLACE
        self._lifted: Lifted | None = None
        self._put: Lifted | None = None
        self._before: tuple[frozenset[int], int] = (frozenset(), -1)

    @property
    def name(self) -> str:
        return _("Select")

    @property
    def hint(self) -> str:
        if self.desk.selection:
            return _(
                "Drag or Ctrl + arrows move the selection, R turns it, H and V mirror it; Shift adds, Ctrl takes away"
            )
        return _("{what}; Shift adds, Ctrl or Alt takes away, Shift + Ctrl keeps what is common").format(
            what=self.desk.reach.hint
        )

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
        self._how = self._joining(touch)
        self._start, self._line = touch.cell, [(touch.x, touch.y)]
        if touch.edge >= 0 and self.desk.reach is not Reach.LASSO:
            self.desk.select((), touch.edge)
        elif touch.cell >= 0 and touch.cell in self.desk.selection and self._how is Joining.REPLACE:
            self.active = True
            self._lifted = self.desk.held()
        elif touch.cell >= 0 or self.desk.reach is Reach.LASSO:
            self.active = True
            self._reach(touch)
        elif self._how is Joining.REPLACE:
            self.desk.select(())

    def move(self, touch: Touch) -> None:
        if not self.active:
            return
        if self._lifted is not None:
            self._drag(touch)
        elif self.desk.reach is Reach.LASSO:
            self._line.append((touch.x, touch.y))
            self._reach(touch)
        elif self.desk.reach is Reach.BOX and touch.cell >= 0:
            self._reach(touch)

    def release(self, touch: Touch) -> None:
        if not self.active or touch.button != "left":
            return
        self.active = False
        if self._put is not None:
            put, self._put, self._lifted = self._put, None, None
            self.desk.select(self._before[0])  # carry looks at what was selected before the drag
            self.desk.carry(put, _("Moved"), "move")
        elif self._lifted is not None:  # a click into the selection, not a drag: only what it means from now on
            self._lifted = None
            if touch.cell == self._start:
                self._reach(touch)
        elif self._is_taken_in(touch):
            self.desk.select(self._before[0] | {self._start})

    def cancel(self) -> None:
        if self.active:
            super().cancel()
            self._lifted = self._put = None
            self.desk.select(*self._before)
        else:
            self.desk.select(())

    def trail(self) -> tuple[Point, ...]:
        drawn = self.active and self._lifted is None and self.desk.reach is Reach.LASSO
        return tuple(self._line) if drawn else ()

    def _joining(self, touch: Touch) -> Joining:
        """What the keys that are held mean, or else the desk."""
        if touch.ctrl or touch.alt:
            return Joining.COMMON if touch.shift else Joining.TAKE
        return Joining.ADD if touch.shift else self.desk.joining

    def _is_taken_in(self, touch: Touch) -> bool:
        """Whether this was a click with Ctrl on a single space that was not selected."""
        is_click = touch.cell == self._start >= 0 and touch.ctrl and self.desk.reach is Reach.BOX
        return is_click and self._how is Joining.TAKE and self._start not in self._before[0]

    def _reach(self, touch: Touch) -> None:
        """Select what the gesture has taken hold of by now."""
        game, body, grid = self.desk.game, self.document.body, self.document.grid
        fresh: Iterable[int] = (self._start,) if self._start >= 0 else ()
        if self.desk.reach is Reach.LASSO:
            fresh = within(grid, self._line) or fresh
        elif self.desk.reach is Reach.BOX:
            fresh = grid.box(self._start, touch.cell)
        else:
            fresh = (hanging if self.desk.reach is Reach.WAND else alike)(game, body, self._start)
        self.desk.select(self._how.of(self._before[0], fresh))

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

    key, icon, shortcut, repeated = "pan", "hand", "M", False

    @property
    def name(self) -> str:
        return _("Move the chart")

    @property
    def hint(self) -> str:
        return _("Drag to move the chart; the middle button or Space does so with every tool")
