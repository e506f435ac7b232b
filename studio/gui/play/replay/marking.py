"""Bookmarks at the table: asked for, shown on the bar and in their card, gone to, taken back."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from studio.core.match import Node
from studio.core.text import _
from studio.gui.play.match.controller import MatchController
from studio.gui.play.match.margin import Mark
from studio.gui.play.match.situation import ANALYSIS, PLAY, REPLAY
from studio.gui.play.replay.bar import ReplayBar
from studio.gui.play.replay.bookmarks import FEW, SHOWN, BookmarksCard, NoteDialog
from studio.gui.widgets import Toast

BOTH = 560
"""Pixels of a column from which there is room for notes and bookmarks."""


class Marking(QObject):
    """Joins the bookmarks of a match with the bar of its replay and the card that lists them."""

    def __init__(self, page: QWidget, controller: MatchController, bar: ReplayBar, board: QWidget) -> None:
        super().__init__(page)
        self.page, self.controller, self.bar, self.board = page, controller, bar, board
        self.card = BookmarksCard()
        self._has_room = True
        self.card.list.sought.connect(self.go_to)
        self.card.list.edited.connect(self.ask)
        self.card.list.removed.connect(controller.margin.remove)
        bar.noted.connect(self.ask)

    def marks(self) -> list[Mark]:
        """The bookmarks of the whole line of the match, also beyond the position on show."""
        controller = self.controller
        return controller.margin.marks([*controller.line(), *controller.forward()])

    @property
    def may_mark(self) -> bool:
        """Whether the position on show can have a bookmark: it is one of the match, and open to see."""
        return self.controller.mode != ANALYSIS and not self.controller.is_covered

    @property
    def is_due(self) -> bool:
        """Whether the card is to be seen now."""
        return self._has_room and self.controller.mode == REPLAY and bool(self.marks())

    @property
    def due_height(self) -> int:
        """Pixels that the card takes when it is seen now, 0 when it is not."""
        return self.card.height_of(len(self.marks())) if self.is_due else 0

    def make_room(self, *, beside_notes: bool, high: int) -> None:
        """Share a column so high with the notes, or have it alone; where it is low the bar alone shows bookmarks."""
        self.card.most = FEW if beside_notes else SHOWN
        self._has_room = not beside_notes or high >= BOTH

    def refresh(self) -> None:
        """Show what there is."""
        controller, marks = self.controller, self.marks()
        self.card.show_marks(marks, controller.node)
        self.card.setVisible(self.is_due)
        self.bar.show_marks([mark.place for mark in marks])

    def ask(self, node: Node | None = None) -> None:
        """Ask what to note of a position, that on show if none is named."""
        if not self.may_mark:
            return
        controller = self.controller
        controller.reel.stop()
        node = node if node is not None else controller.node
        margin = controller.margin
        dialog = NoteDialog(self.page, node.depth, margin.note_at(node))
        answer = dialog.ask()
        if answer == "keep":
            margin.put(node, dialog.field.text())
            self._tell_kept(node)
        elif answer == "remove":
            margin.remove(node)

    def _tell_kept(self, node: Node) -> None:
        """While a match is played nothing shows its bookmarks: say that there is one, and where they are to be seen."""
        controller = self.controller
        if controller.mode == PLAY:
            words = _("Bookmark kept at position {n}: the replay lists it.").format(n=node.depth)
            show = partial(self._show_kept, node)
            Toast.say(self.page, words, "done", _("Show"), show, seconds=8, over=self.board)

    def _show_kept(self, node: Node) -> None:
        """Open the replay at a bookmark, if its position is still one of the match."""
        if self.may_mark and any(mark.node is node for mark in self.marks()):
            self.go_to(node)

    def step(self, forth: bool) -> None:
        """Go to the next bookmark, or to the one before; from a match that is played its replay is opened there."""
        here = len(self.controller.line()) - 1
        places = [mark for mark in self.marks() if (mark.place > here if forth else mark.place < here)]
        if places:
            self.go_to(places[0 if forth else -1].node)

    def go_to(self, node: Node) -> None:
        """Show a position of the match in its replay."""
        controller = self.controller
        if controller.mode == PLAY:
            controller.start_replay(node)
        elif controller.mode == REPLAY:
            controller.reel.stop()
            controller.visit(node)
