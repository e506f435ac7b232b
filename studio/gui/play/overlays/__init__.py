"""What may lie over the table: the hand-over screen, the final table, the list of all moves. One at a time."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QRadialGradient
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.core.text import _, key_words
from studio.gui.board.view import BoardView
from studio.gui.play.choices import Choices
from studio.gui.play.controller import MatchController
from studio.gui.play.overlays.end_screen import FinalTable
from studio.gui.play.overlays.moves import MovesList
from studio.gui.play.status import ANALYSIS, PLAY
from studio.gui.style.stylesheet import theme_at
from studio.gui.widgets import (
    PlainButton,
    PrimaryButton,
    paint_badge,
    paint_card,
    press_focused,
    text_label,
    title_label,
)

# The screen between two people at one table: it covers everything until the next one says "it is me".
#
# What ended the turn before, or skipped a motion, must not lift it: a key that is still held, or pressed again before
# the
# screen has been seen for a moment, and the second click of a double one mean nothing here.

PAUSE = 500
"""Milliseconds of being seen, without a key, before one lifts the screen."""
KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class HandOver(QWidget):
    """Opaque from edge to edge. `taken` when the next person is there, `undone` to take the last move back."""

    taken = Signal()
    undone = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addStretch(5)
        self.badge = QWidget()
        self.badge.setFixedSize(140, 140)
        self.seat = 0
        column.addWidget(self.badge, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(8)
        self.heading = title_label("", 30)
        self.heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self.heading)
        self.words = text_label("", "second", 15)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self.words)
        column.addSpacing(12)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addStretch(1)
        self.take = PrimaryButton("", "eye", key_words("Enter"))
        self.undo = PlainButton(_("Take back"), "undo")
        row.addWidget(self.take)
        row.addWidget(self.undo)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(6)
        self.take.clicked.connect(self.taken)
        self.undo.clicked.connect(self.undone)
        self._is_seen = False
        self.pause = QTimer(self)
        self.pause.setSingleShot(True)
        self.pause.setInterval(PAUSE)
        for button in (self.take, self.undo):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.installEventFilter(self)
        self.hide()

    def show_seat(self, seat: int, name: str, can_undo: bool) -> None:
        """Ask for the person in a seat."""
        self.seat = seat
        self.update()
        self.heading.setText(_("Pass the table to {name}").format(name=name))
        self.words.setText(_("What comes next is for {name}’s eyes only.").format(name=name))
        self.take.set_text(_("I am {name}").format(name=name))
        self.undo.setVisible(can_undo)
        self.setAccessibleName(self.heading.text())
        self._is_seen = False
        self.pause.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()  # nothing may reach the table behind
        if event.key() in KEYS and self._is_meant(event) and not press_focused(self, event):
            self.taken.emit()

    def _is_meant(self, event: QKeyEvent) -> bool:
        """Whether a key was pressed for this screen; if not, the pause begins again."""
        if event.isAutoRepeat() or self.pause.isActive() or not self._is_seen:
            self.pause.start()
            return False
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonDblClick:
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in KEYS:
            return not self._is_meant(event)
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._is_seen:  # until now the table behind was made ready, which may take as long as the pause
            self._is_seen = True
            self.pause.start()
        theme = theme_at(self)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            middle = QPointF(self.badge.geometry().center())
            glow = QRadialGradient(middle, max(self.width(), self.height()) * 0.7)
            glow.setColorAt(0, theme.color("panel"))
            glow.setColorAt(1, theme.color("window"))
            painter.fillRect(self.rect(), glow)
            self._paint_rhumbs(painter, middle)
            wide = min(620.0, self.width() - 40.0)
            top = self.badge.y() - 40.0
            card = QRectF(
                (self.width() - wide) / 2,
                top,
                wide,
                self.take.mapTo(self, self.take.rect().bottomLeft()).y() + 36 - top,
            )
            paint_card(painter, card, 14)
            paint_badge(painter, QRectF(self.badge.geometry()).adjusted(4, 4, -4, -4), self.seat, theme)

    def _paint_rhumbs(self, painter: QPainter, middle: QPointF) -> None:
        """The lines of a wind rose, faint, from the emblem to all sides."""
        theme = theme_at(self)
        reach = math.hypot(self.width(), self.height())
        for line in range(32):
            angle = math.tau * line / 32
            strength = (0.26, 0.10, 0.17, 0.10)[line % 4]
            painter.setPen(QPen(theme.color("grid", strength), 1.0))
            tip = QPointF(middle.x() + reach * math.cos(angle), middle.y() + reach * math.sin(angle))
            painter.drawLine(middle, tip)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ring in (0.30, 0.315, 0.46):
            painter.setPen(QPen(theme.color("grid", 0.18), 1.0))
            painter.drawEllipse(middle, self.height() * ring, self.height() * ring)


# What may lie over the table: the hand-over screen, the final table, the list of all moves. One at a time.

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
