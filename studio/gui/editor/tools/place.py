"""The tool that puts a pattern down: what was copied follows the pointer and is turned there, until it is placed."""

from __future__ import annotations

from studio.core.form import Stamp
from studio.core.text import _
from studio.gui.editor.tools.base import Tool, Touch

MOST_SHOWN = 200
"""Of so many cells at most the ghost shows what they hold; of more it shows where they go."""


class PlaceTool(Tool):
    """Puts the pattern on the desk down where it is clicked. It comes with the pattern and goes with it.

    While the pointer is nowhere on the board the pattern waits where it came from.
    """

    key, icon, repeated = "place", "paste", False

    @property
    def name(self) -> str:
        return _("Place")

    @property
    def hint(self) -> str:
        if self.desk.keeps_pattern:
            return _("Click to put it down, R turns it, H and V mirror it, Esc drops it")
        return _("Click to put it down, with Shift to put down more of it, R turns it, H and V mirror it, Esc drops it")

    @property
    def offered(self) -> bool:
        return False  # nobody takes it in hand without a pattern

    def press(self, touch: Touch) -> None:
        if touch.button == "right":
            self.turn(1)
        elif touch.button == "left" and touch.cell >= 0:
            self.put(touch.cell, touch.shift)

    def put(self, anchor: int, again: bool = False) -> None:
        """Put the pattern down with its middle on a cell, and keep it in hand only to put down more of it."""
        if self.desk.put_pattern(anchor) and not (again or self.desk.keeps_pattern):
            self.desk.hold(None)

    def turn(self, turns: int) -> None:
        desk = self.desk
        if desk.pattern is not None:
            desk.hold(desk.pattern.turned(desk.game, self.document.body, turns), desk.pattern_label, desk.keeps_pattern)

    def mirror(self, upright: bool) -> None:
        desk = self.desk
        if desk.pattern is not None:
            mirrored = desk.pattern.mirrored(desk.game, self.document.body, upright)
            desk.hold(mirrored, desk.pattern_label, desk.keeps_pattern)

    def anchor(self, touch: Touch) -> int:
        """Where the middle of the pattern is shown."""
        if touch.cell >= 0:
            return touch.cell
        grid = self.document.grid
        home = self.desk.pattern_home
        return home if 0 <= home < grid.count else grid.cell(grid.columns // 2, grid.rows // 2)

    def ghosts(self, touch: Touch) -> tuple[tuple[int, Stamp], ...]:
        pattern, body, game = self.desk.pattern, self.document.body, self.desk.game
        if pattern is None or len(pattern.cells) > MOST_SHOWN:
            return ()
        placed = self.desk.placed(self.anchor(touch))
        return tuple((cell, stamp) for cell, stamp in placed if stamp is not None and game.pick(body, cell) != stamp)

    def footprint(self, touch: Touch) -> tuple[int, ...]:
        return tuple(cell for cell, _stamp in self.desk.placed(self.anchor(touch)))
