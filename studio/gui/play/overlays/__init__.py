"""The overlays of a match page: handover screen, score table, list of moves. One at a time."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QRadialGradient
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.core.text import _, key_names
from studio.gui import widgets as w
from studio.gui.board.view import BoardView
from studio.gui.play.choices import Choices
from studio.gui.play.controller import MatchController
from studio.gui.play.overlays.end_screen import EndScreen
from studio.gui.play.overlays.moves import MovesList
from studio.gui.play.status import ANALYSIS, PLAY, MatchSnapshot
from studio.gui.style.stylesheet import widget_theme
from studio.gui.widgets.accessibility import Role

# The handover screen ignores keys that are still held or pressed before it was visible for a moment, and the second
# click of a double click: they were meant for the turn before.

PAUSE = 500  # ms without a key before one confirms the handover
KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class HandoverScreen(QWidget):
    """Opaque screen between two turns of different humans; `confirmed` by the next one."""

    accessible_role = Role.Dialog
    confirmed = Signal()

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
        self.heading = w.title_label("", 30)
        self.heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self.heading)
        self.message = w.text_label("", "second", 15)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self.message)
        column.addSpacing(12)
        self.confirm_button = w.PrimaryButton("", "eye", key_names("Enter"), act=self.confirmed)
        column.addLayout(w.hbox(1, self.confirm_button, 1))
        column.addStretch(6)
        self._is_seen = False
        self.pause = QTimer(self, singleShot=True, interval=PAUSE)
        self.confirm_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.confirm_button.installEventFilter(self)
        self.hide()

    def show_seat(self, seat: int, name: str) -> None:
        self.seat = seat
        self.update()
        self.heading.setText(_("Pass to {name}").format(name=name))
        self.message.setText(_("The next view is private to {name}.").format(name=name))
        self.confirm_button.set_text(_("I am {name}").format(name=name))
        self.setAccessibleName(self.heading.text())
        self._is_seen = False
        self.pause.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()  # no key may reach the page behind
        if event.key() in KEYS and self._is_deliberate(event) and not w.press_focused(self, event):
            self.confirmed.emit()

    def _is_deliberate(self, event: QKeyEvent) -> bool:
        """Whether a key was meant for this screen; if not, the pause starts again."""
        if event.isAutoRepeat() or self.pause.isActive() or not self._is_seen:
            self.pause.start()
            return False
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonDblClick:
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in KEYS:
            return not self._is_deliberate(event)
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._is_seen:  # preparing the page behind may take as long as the pause
            self._is_seen = True
            self.pause.start()
        theme = widget_theme(self)
        with w.painter_on(self) as painter:
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
                self.confirm_button.mapTo(self, self.confirm_button.rect().bottomLeft()).y() + 36 - top,
            )
            w.paint_card(painter, card, 14)
            w.paint_badge(painter, QRectF(self.badge.geometry()).adjusted(4, 4, -4, -4), self.seat, theme)

    def _paint_rhumbs(self, painter: QPainter, middle: QPointF) -> None:
        """Paint faint lines of a wind rose from the emblem to all sides."""
        theme = widget_theme(self)
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


EDGE = 12
MOVES_WIDTH = 430  # if the right column, whose place it takes, is folded
FIT_EVENTS = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)
MIN_AUTO_LIST = 12  # with more moves without a place the list opens, because buttons do not hold them


class Overlays(QObject):
    """Shows one overlay at a time and moves the focus. `moves_toggled`: the list of moves was shown or hidden."""

    moves_toggled = Signal()

    def __init__(self, page: QWidget, board: BoardView, controller: MatchController, column: QWidget) -> None:
        super().__init__(page)
        self.column = column
        self._watched_widgets = [column, *filter(None, [column.parentWidget()])]
        for widget in self._watched_widgets:  # the parent is moved, not the column
            widget.installEventFilter(self)
        self.page = page
        self.board = board
        self.controller = controller
        self.moves_list = MovesList(page)
        self.end_screen = EndScreen(controller.names, page)
        self.handover = HandoverScreen(page)
        self._was_end_shown = False
        self._shows_final_scores = False
        self._listed_choices: Choices | None = None
        controller.changed.connect(self._show_selected_move)
        self.moves_list.closed.connect(self.hide_moves)
        self.moves_list.highlighted.connect(controller.choose)
        self.moves_list.chosen.connect(controller.play)
        self.handover.confirmed.connect(controller.confirm_handover)
        self.end_screen.closed.connect(self.hide_scores)

    def fit_to_page(self) -> None:
        self.handover.setGeometry(self.page.rect())
        self.end_screen.setGeometry(self.page.rect())
        if self.column.isVisible():  # so that the board stays visible
            self.moves_list.setGeometry(self.column.rect().translated(self.column.mapTo(self.page, QPoint())))
            return
        wide = min(MOVES_WIDTH, self.page.width() // 2)
        # the buttons below the board stay visible
        high = max(self.board.geometry().bottom() + 1 - EDGE, self.page.height() // 3)
        self.moves_list.setGeometry(self.page.width() - wide - EDGE, EDGE, wide, high)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched in self._watched_widgets and event.type() in FIT_EVENTS and not self.moves_list.isHidden():
            self.fit_to_page()
        return super().eventFilter(watched, event)

    def show_handover(self) -> None:
        """Cover everything before the page shows what another seat may see."""
        controller = self.controller
        if not controller.is_covered:
            return
        self.hide_moves()
        self.end_screen.hide()
        self.handover.setGeometry(self.page.rect())
        seat = controller.handover_seat
        self.handover.show_seat(seat, controller.names[seat])
        self.handover.show()
        self.handover.raise_()
        self.page.setFocusProxy(self.handover)
        self.handover.setFocus()

    def hide_handover(self) -> None:
        """Remove the cover once the page shows what the new viewer may see."""
        if not self.controller.is_covered and not self.handover.isHidden():
            self.handover.hide()
            self.page.setFocusProxy(self.board)
            self.board.setFocus()

    def refresh(self) -> None:
        """Update the list of moves, and show the scores at the end."""
        controller = self.controller
        choices = controller.choices
        if self._listed_choices is not None and choices is not self._listed_choices:
            self._listed_choices = None
            self.hide_moves()
        many = len(choices.untargeted) - len(choices.number_moves) - choices.amount_count > MIN_AUTO_LIST
        if controller.may_choose and many and self._listed_choices is None:
            self._listed_choices = choices
            if self.moves_list.isHidden():
                self.toggle_moves()
        if not self.moves_list.isHidden():
            self._list_moves()
        if not controller.is_over:
            self._was_end_shown = False
            if self._shows_final_scores:
                self.hide_scores()
            elif not self.end_screen.isHidden():
                self._fill_scores()
        elif controller.mode == PLAY and not self._was_end_shown:
            self.show_scores()

    def toggle_moves(self) -> None:
        if self.moves_list.isHidden() and self.controller.may_choose:
            self.moves_list.show()
            self.moves_toggled.emit()
            self._list_moves()
            self.moves_list.field.setFocus()
        else:
            self.hide_moves()

    def hide_moves(self) -> None:
        if not self.moves_list.isHidden():
            self.moves_list.hide()
            self.moves_toggled.emit()
            self.board.setFocus()

    def _list_moves(self) -> None:
        if not self.controller.may_choose:
            self.hide_moves()
            return
        self.moves_list.show_choices(self.controller.choices)
        self.fit_to_page()
        self.moves_list.raise_()

    def _show_selected_move(self, before: MatchSnapshot, after: MatchSnapshot) -> None:
        if before.selection != after.selection and not self.moves_list.isHidden():
            self.moves_list.show_chosen(self.controller.choices.selected_move)

    def show_scores(self) -> None:
        if self.controller.is_covered:
            return
        self._was_end_shown = self._was_end_shown or self.controller.is_over
        self.hide_moves()
        self.end_screen.setGeometry(self.page.rect())
        self._fill_scores()
        self.end_screen.show()
        self.end_screen.raise_()
        self.end_screen.setFocus()

    def _fill_scores(self) -> None:
        controller = self.controller
        self._shows_final_scores = controller.is_over
        reckoning = controller.match.game.text.score_breakdown(controller.state)
        self.end_screen.show_scores(reckoning, controller.state.scores(), controller.is_over)
        if controller.is_over and controller.mode != ANALYSIS:
            self.end_screen.show_match(controller.match.game, controller.line())

    def set_theme(self) -> None:
        """Repaint the pictures in another theme."""
        self.end_screen.clear_pictures()
        if not self.end_screen.isHidden():
            self._fill_scores()

    def hide_scores(self) -> None:
        if not self.end_screen.isHidden():
            self.end_screen.hide()
            self.board.setFocus()
