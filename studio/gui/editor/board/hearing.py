"""An editor's board for those who listen: what lies, is noted and is wrong at a place, what has just changed."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible

from studio.core.game import Body
from studio.core.picture import place_named
from studio.core.text import _, headed
from studio.gui.board.spoken import Said, announce
from studio.gui.board.view import BoardView
from studio.gui.editor.document.desk import Desk
from studio.gui.editor.document.places import problems_at


class Hearing(QObject):
    """Gives the board its words, and announces what lies under the keyboard's cursor when that has changed."""

    def __init__(self, desk: Desk, view: BoardView, parent: QObject) -> None:
        super().__init__(parent)
        self.desk, self.view = desk, view
        view.spoken = self.said
        desk.document.body_changed.connect(self._tell_change)

    def said(self, target: int) -> Said:
        """What is told of a place of the board."""
        desk, document = self.desk, self.desk.document
        stamp = desk.game.pick(document.body, target)
        item, sides = desk.item(stamp), document.grid.sides
        words = desk.name(stamp)
        if item is not None and item.turns > 1 and stamp.turn:
            words = _("{name}, turned by {degrees}°").format(name=words, degrees=360 * stamp.turn // sides)
        parts = [words]
        if target in desk.selection:
            parts.append(_("Selected"))
        parts += [note for name, note in document.pins.items() if place_named(document.grid, name) == target]
        parts += [problem.message for problem in problems_at(document.problems, target)]
        return Said(self.view.named(target), " ".join(f"{part.rstrip('.')}." for part in parts if part))

    def _tell_change(self, old: Body, new: Body) -> None:
        here, game = self.view.cursor_target, self.desk.game
        if here >= 0 and QAccessible.isActive() and game.pick(old, here) != game.pick(new, here):
            said = self.said(here)
            announce(self.view, headed(said.name, said.words))
