"""A large view of the selected piece with a badge for each editable place."""

from __future__ import annotations

import math
from collections.abc import Container
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QToolButton, QWidget

from studio.core.pieces import Change, PieceDetail, Place
from studio.core.text import _, with_label
from studio.gui.board.shape_cache import bounds_rect, outline_path
from studio.gui.output.export import picture_pixmap
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, current_theme
from studio.gui.widgets import CENTER, TooltipWidget, paint_text, painter_on, press_focused, set_tooltip, show_tooltip
from studio.gui.widgets.accessibility import Role

MAX_PX, MIN_PX = 300, 120  # pixels of the piece's longer side
MARGIN_PX = 42  # pixels around it for the badges
PILL_SIZE, KNOB_PX = QSize(132, 24), 30
CHOICE_PX = 48  # pixels of a choice's picture
ITEM_MIME = "application/x-explorer-studio-item"
FILL = Qt.FillRule.OddEvenFill
_NEXT_KEYS = (Qt.Key.Key_Right, Qt.Key.Key_Down)
_PREVIOUS_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Up)
_REMOVE_KEYS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


def accepts_keys(event: QEvent, keys: Container[int]) -> bool:
    """Accept these keys instead of the page's shortcuts: Delete would remove the piece from the set."""
    is_key = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in keys
    if is_key:
        event.accept()
    return is_key


class ChoiceGrid(QFrame):
    """A popup with the choices of a place. `chosen` carries the change."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget, place: Place) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        assert place.change is not None
        self.setObjectName("choice_grid")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.buttons: list[QToolButton] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(8, 8, 8, 8)
        grid.setSpacing(4)
        columns = math.ceil(math.sqrt(len(place.choices)))
        for number, choice in enumerate(place.choices):
            button, size = QToolButton(), QSize(CHOICE_PX, CHOICE_PX)
            button.setIconSize(size)
            button.setIcon(QIcon(picture_pixmap(choice.picture, size, current_theme(), self.devicePixelRatioF())))
            set_tooltip(button, choice.name)
            button.setAccessibleName(choice.name)
            button.setCheckable(True)
            button.setChecked(choice.name == place.state)
            change = place.change._replace(value=choice.value)
            button.clicked.connect(partial(self._choose, change))
            grid.addWidget(button, number // columns, number % columns)
            self.buttons.append(button)

    def _choose(self, change: Change) -> None:
        self.close()
        self.chosen.emit(change)

    def open_at(self, place: QPoint) -> None:
        self.adjustSize()
        room = self.screen().availableGeometry()
        x = min(place.x() - self.width() // 2, room.right() - self.width())
        self.move(max(x, room.left()), min(place.y() + 18, room.bottom() - self.height()))
        self.show()
        next((button for button in self.buttons if button.isChecked()), self.buttons[0]).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif not press_focused(self, event):
            super().keyPressEvent(event)


class PieceCanvas(TooltipWidget):
    """Shows a piece. `changed` carries a change, `place_pointed` the place under the pointer or cursor, or None."""

    accessible_role = Role.Canvas
    changed = Signal(object)
    place_pointed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._piece: PieceDetail | None = None
        self._name = ""
        self._pixmap: tuple[object, ...] = ()
        self.current_index = 0  # place of the keyboard's cursor
        self._hovered = -1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)

    def show_piece(self, piece: PieceDetail, name: str) -> None:
        """Show another piece, or the same one changed; the cursor stays at its place."""
        before, self._piece, self._name = self.minimumSizeHint(), piece, name
        if before != self.minimumSizeHint():
            self.updateGeometry()
        self.current_index = min(self.current_index, max(0, len(piece.places) - 1))
        self._update_description()
        self.update()

    @property
    def places(self) -> tuple[Place, ...]:
        return self._piece.places if self._piece is not None else ()

    def active_place(self) -> Place | None:
        """The place under the pointer, or that of the cursor."""
        if 0 <= self._hovered < len(self.places):
            return self.places[self._hovered]
        return self.places[self.current_index] if self.places and self.hasFocus() else None

    def _update_description(self) -> None:
        place = self.places[self.current_index] if self.places else None
        text = place_text(place) if place is not None else ""
        self.setAccessibleName(_("{name}, enlarged. {place}").format(name=self._name, place=text).strip())
        self.place_pointed.emit(self.active_place())

    def sizeHint(self) -> QSize:
        return QSize(MAX_PX + 2 * MARGIN_PX, MAX_PX + 2 * MARGIN_PX)

    def minimumSizeHint(self) -> QSize:
        high = MIN_PX
        if self._piece is not None:
            board = bounds_rect(self._piece.picture)
            high = round(MIN_PX * min(max(board.height() / board.width(), 1.0), 1.6))
        return QSize(MIN_PX + 2 * MARGIN_PX, high + 2 * MARGIN_PX)

    def piece_box(self) -> QRectF:
        """Box of the piece in pixels."""
        if self._piece is None:
            return QRectF()
        board = bounds_rect(self._piece.picture)
        room = min(self.width() - 2 * MARGIN_PX, self.height() - 2 * MARGIN_PX, MAX_PX)
        scale = room / max(board.width(), board.height())
        wide, high = math.floor(board.width() * scale), math.floor(board.height() * scale)
        return QRectF(round((self.width() - wide) / 2), round((self.height() - high) / 2), wide, high)

    def _to_pixels(self, x: float, y: float) -> QPointF:
        """Convert a point of the picture to pixels."""
        return self._picture_transform().map(QPointF(x, y))

    def _picture_transform(self) -> QTransform:
        assert self._piece is not None
        board, box = bounds_rect(self._piece.picture), self.piece_box()
        scale = box.width() / board.width()
        moved = QTransform().translate(box.left() - board.left() * scale, box.top() - board.top() * scale)
        return moved.scale(scale, scale)

    def badge_center(self, number: int) -> QPointF:
        """Centre of a place's badge in pixels, far enough out not to cover the piece."""
        place, box = self.places[number], self.piece_box()
        middle = self._to_pixels(place.x, place.y)
        need = PILL_SIZE.height() / 2 + 8 if place.label else KNOB_PX / 2
        outside = QRectF(box.adjusted(-need, -need, need, need))
        if middle.y() < box.top():
            middle.setY(outside.top())
        elif middle.y() > box.bottom():
            middle.setY(outside.bottom())
        if middle.x() < box.left():
            middle.setX(outside.left())
        elif middle.x() > box.right():
            middle.setX(outside.right())
        return middle

    def badge_rect(self, number: int) -> QRectF:
        """Box of a badge before it is rotated, in pixels."""
        place, middle = self.places[number], self.badge_center(number)
        if not place.label:
            return QRectF(middle.x() - KNOB_PX / 2, middle.y() - KNOB_PX / 2, KNOB_PX, KNOB_PX)
        box = self.piece_box()
        wide = min(PILL_SIZE.width(), max(58.0, box.width() - 6))
        return QRectF(middle.x() - wide / 2, middle.y() - PILL_SIZE.height() / 2, wide, PILL_SIZE.height())

    def place_at(self, point: QPointF) -> int:
        """Place whose badge or outline contains a point, or -1."""
        for number in range(len(self.places)):
            if self._badge_transform(number).map(QPolygonF(self.badge_rect(number))).containsPoint(point, FILL):
                return number
        for number, place in enumerate(self.places):
            if place.outline and self._place_outline(place).contains(point):
                return number
        return -1

    def _badge_transform(self, number: int) -> QTransform:
        middle = self.badge_center(number)
        turn = QTransform().translate(middle.x(), middle.y()).rotate(self.places[number].turn)
        return turn.translate(-middle.x(), -middle.y())

    def _place_outline(self, place: Place) -> QPainterPath:
        return self._picture_transform().map(outline_path((place.outline,), True))

    def text_at(self, place: QPointF) -> str:
        number = self.place_at(place)
        return place_text(self.places[number]) if number >= 0 else ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.place_at(event.position())
        if number < 0:
            return
        self.current_index = number
        place = self.places[number]
        if event.button() is Qt.MouseButton.LeftButton:
            self._press(number)
        elif event.button() is Qt.MouseButton.RightButton:
            self._emit_change(place.removal)
        self._update_description()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hovered(self.place_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._set_hovered(-1)

    def _set_hovered(self, number: int) -> None:
        if number == self._hovered:
            return
        self._hovered = number
        is_editable = number >= 0 and self.places[number].change is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_editable else Qt.CursorShape.ArrowCursor)
        self.place_pointed.emit(self.active_place())
        self.update()

    def event(self, event: QEvent) -> bool:
        return accepts_keys(event, _REMOVE_KEYS) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        count = len(self.places)
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if not count or not plain:
            super().keyPressEvent(event)
        elif key in _NEXT_KEYS or key in _PREVIOUS_KEYS:
            self.current_index = (self.current_index + (1 if key in _NEXT_KEYS else -1)) % count
            self._hovered = -1
            self._update_description()
            self.update()
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._press(self.current_index)
        elif key in _REMOVE_KEYS:
            self._emit_change(self.places[self.current_index].removal)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._update_description()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.place_pointed.emit(self.active_place())
        self.update()

    def _press(self, number: int) -> None:
        """Make the change of a place, or offer its choices."""
        place = self.places[number]
        if not place.choices:
            self._emit_change(place.change)
            return
        grid = ChoiceGrid(self, place)
        grid.chosen.connect(self._emit_change)
        grid.open_at(self.mapToGlobal(self.badge_center(number).toPoint()))

    def _emit_change(self, change: Change | None) -> None:
        if change is not None:
            self.changed.emit(change)

    def drop_item(self, item: str) -> bool:
        """Drop an item on the place of the cursor; return whether that is possible, else show why not."""
        if not self.places:
            return False
        is_possible = self._drop_on(self.current_index, item)
        if not is_possible:
            self._show_refusal(self.current_index, item)
        return is_possible

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(ITEM_MIME):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        number = self.place_at(event.position())
        item = bytes(event.mimeData().data(ITEM_MIME).data()).decode()
        is_possible = number >= 0 and any(key == item for key, _change in self.places[number].drops)
        self._set_hovered(number if is_possible else -1)
        self._show_refusal(-1 if is_possible else number, item)
        event.setAccepted(is_possible)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._show_refusal(-1, "")

    def dropEvent(self, event: QDropEvent) -> None:
        item = bytes(event.mimeData().data(ITEM_MIME).data()).decode()
        number = self.place_at(event.position())
        if number >= 0 and self._drop_on(number, item):
            event.acceptProposedAction()

    def _show_refusal(self, number: int, item: str) -> None:
        """Show why an item cannot be dropped on a place; -1 hides the message."""
        if number < 0:
            show_tooltip(QPoint(), "", self)
            return
        place, spot = self.places[number], self.badge_center(number).toPoint()
        text = dict(place.refusals).get(item) or _("{place}: this item cannot be dropped here.").format(
            place=place.name
        )
        show_tooltip(self.mapToGlobal(spot), text, self)

    def _drop_on(self, number: int, item: str) -> bool:
        change = dict(self.places[number].drops).get(item)
        self.current_index = number
        self._emit_change(change)
        return change is not None

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._piece is None:
            return
        theme, box = current_theme(), self.piece_box()
        with painter_on(self, smooth=True) as painter:
            painter.drawPixmap(box.topLeft(), self._piece_pixmap(box))
            if 0 <= self._hovered < len(self.places) and self.places[self._hovered].outline:
                painter.setBrush(theme.color("plate", 0.30))
                painter.setPen(QPen(theme.color("plate_ink", 0.7), 1.6))
                painter.drawPath(self._place_outline(self.places[self._hovered]))
            for number in range(len(self.places)):
                self._paint_badge(painter, number)

    def _piece_pixmap(self, box: QRectF) -> QPixmap:
        assert self._piece is not None
        theme, dpr = current_theme(), self.devicePixelRatioF()
        size = box.size().toSize()
        known = (self._piece.picture, size, theme.key, dpr)
        if self._pixmap[:4] != known:
            self._pixmap = (*known, picture_pixmap(self._piece.picture, size, theme, dpr))
        pixmap = self._pixmap[4]
        assert isinstance(pixmap, QPixmap)
        return pixmap

    def _paint_badge(self, painter: QPainter, number: int) -> None:
        theme, place, box = current_theme(), self.places[number], self.badge_rect(number)
        painter.save()
        painter.setTransform(self._badge_transform(number), combine=True)
        is_current = number == self.current_index and self.hasFocus()
        if is_current:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("gold_ring"), 3))
            ring = box.adjusted(-2.5, -2.5, 2.5, 2.5)
            painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2)
        is_editable = place.change is not None or bool(place.drops)
        edge = QPen(theme.color("text" if number == self._hovered and is_editable else "border"), 1.2)
        if not is_editable and not place.label:
            edge = QPen(theme.color("border"), 1.2, Qt.PenStyle.DotLine)
        painter.setPen(edge)
        painter.setBrush(theme.color(place.tone) if place.tone else theme.color("panel"))
        shape = box.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(shape, shape.height() / 2, shape.height() / 2)
        if place.label:
            paint_text(painter, box, place.label, theme.color("text"), 13, SEMIBOLD, CENTER)
        elif place.icon:
            ink = theme.color("text")
            pixmap = icon_pixmap(place.icon, ink, 17, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(box.center().x() - 8.5, box.center().y() - 8.5), pixmap)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("off"))
            painter.drawEllipse(box.center(), 2, 2)
        painter.restore()


def place_text(place: Place) -> str:
    """Text of a place: name, state, and what a click does."""
    text = with_label(place.name, f"{place.state}.")
    return text if place.change is None else f"{text} {place.change.text}"
