"""What may lie over the table: the hand-over screen, the final table, the list of all moves. One at a time."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from studio.gui.board.view import BoardView
from studio.gui.play.match.choices import Choices
from studio.gui.play.match.controller import MatchController
from studio.gui.play.match.situation import ANALYSIS, PLAY
from studio.gui.play.over.final_table import FinalTable
from studio.gui.play.over.handover import HandOver
from studio.gui.play.over.moves import MovesList

EDGE = 12
MOVES_WIDTH = 430
"""Where the column on the right is folded, whose place the list takes else."""
FITTING = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)
MANY = 12
"""More moves than this without a place on the board are offered in the list at once: no row of buttons holds them."""


class Overlays(QObject):
    """Shows and hides them over a page, and says where the keyboard goes. `listed` when the list of moves has come or
    gone: its place is that of the column, which makes itself wide for it."""

    listed = Signal()

    def __init__(self, page: QWidget, board: BoardView, controller: MatchController, column: QWidget) -> None:
        super().__init__(page)
        self.column = column
        self._around = [column, *filter(None, [column.parentWidget()])]
        for widget in self._around:  # what the column lies in is moved, not the column
            widget.installEventFilter(self)
        self.page = page
        self.board = board
        self.controller = controller
        self.moves = MovesList(page)
        self.table = FinalTable(controller.names, page)
        self.cover = HandOver(page)
        self._table_seen = False
        self._table_of_end = False
        self._offered: Choices | None = None
        controller.chosen.connect(self._follow_choice)
        self.moves.closed.connect(self.hide_moves)
        self.moves.pointed.connect(controller.choose)
        self.moves.taken.connect(controller.play)
        self.cover.taken.connect(controller.hand_over)
        self.cover.undone.connect(controller.undo)
        self.table.closed.connect(self.hide_table)

    def place(self) -> None:
        """Fit to the page."""
        self.cover.setGeometry(self.page.rect())
        self.table.setGeometry(self.page.rect())
        if self.column.isVisible():  # beside the board, so that the move pointed at is seen on it
            place = self.column.rect().translated(self.column.mapTo(self.page, QPoint()))
            self.moves.setGeometry(place)
            return
        wide = min(MOVES_WIDTH, self.page.width() // 2)
        foot = self.board.geometry().bottom() + 1  # the buttons below the board stay free
        self.moves.setGeometry(self.page.width() - wide - EDGE, EDGE, wide, max(foot - EDGE, self.page.height() // 3))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched in self._around and event.type() in FITTING and not self.moves.isHidden():
            self.place()
        return super().eventFilter(watched, event)

    def cover_up(self) -> None:
        """Hide everything before the table shows what another seat may see, when it has to change hands."""
        controller = self.controller
        if not controller.is_covered:
            return
        self.hide_moves()
        self.table.hide()
        self.cover.setGeometry(self.page.rect())
        seat = controller.curtain
        self.cover.show_seat(seat, controller.names[seat], controller.can_undo)
        self.cover.show()
        self.cover.raise_()
        self.page.setFocusProxy(self.cover)
        self.cover.setFocus()

    def uncover(self) -> None:
        """Lift the hand-over screen, once the table shows what the one in front of it may see."""
        if not self.controller.is_covered and not self.cover.isHidden():
            self.cover.hide()
            self.page.setFocusProxy(self.board)
            self.board.setFocus()

    def follow(self) -> None:
        """Keep up with the position: other moves in the list, the table at the end."""
        controller = self.controller
        choices = controller.choices
        if self._offered is not None and choices is not self._offered:
            self._offered = None
            self.hide_moves()
        many = len(choices.loose) - len(choices.combined) - choices.counted > MANY
        if controller.may_choose and many and self._offered is None:
            self._offered = choices
            if self.moves.isHidden():
                self.toggle_moves()
        if not self.moves.isHidden():
            self._list_moves()
        if not controller.is_over:
            self._table_seen = False
            if self._table_of_end:
                self.hide_table()
            elif not self.table.isHidden():
                self._fill_table()
        elif controller.mode == PLAY and not self._table_seen:
            self.show_table()

    def toggle_moves(self) -> None:
        """Show or hide the list of all moves."""
        if self.moves.isHidden() and self.controller.may_choose:
            self.moves.show()
            self.listed.emit()
            self._list_moves()
            self.moves.field.setFocus()
        else:
            self.hide_moves()

    def hide_moves(self) -> None:
        """Hide the list of all moves."""
        if not self.moves.isHidden():
            self.moves.hide()
            self.listed.emit()
            self.board.setFocus()

    def _list_moves(self) -> None:
        if not self.controller.may_choose:
            self.hide_moves()
            return
        self.moves.show_choices(self.controller.choices)
        self.place()
        self.moves.raise_()

    def _follow_choice(self) -> None:
        if not self.moves.isHidden():
            self.moves.show_chosen(self.controller.choices.chosen)

    def show_table(self) -> None:
        """Show who has which points for what."""
        controller = self.controller
        if controller.is_covered:
            return
        self._table_seen = self._table_seen or controller.is_over
        self.hide_moves()
        self.table.setGeometry(self.page.rect())
        self._fill_table()
        self.table.show()
        self.table.raise_()
        self.table.setFocus()

    def _fill_table(self) -> None:
        controller = self.controller
        self._table_of_end = controller.is_over
        reckoning = controller.match.game.reckoning(controller.state)
        self.table.show_reckoning(reckoning, controller.state.scores(), controller.is_over)
        if controller.is_over and controller.mode != ANALYSIS:
            self.table.show_match(controller.match.game, controller.line())

    def set_theme(self) -> None:
        """The theme is another one: paint pictures anew."""
        self.table.forget()
        if not self.table.isHidden():
            self._fill_table()

    def hide_table(self) -> None:
        """Look at the board."""
        if not self.table.isHidden():
            self.table.hide()
            self.board.setFocus()
