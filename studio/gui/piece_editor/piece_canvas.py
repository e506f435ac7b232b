"""The piece on the bench: large, with a sign for each place that a click changes, to be used by mouse and keyboard."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QTransform,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.pieces import Bench, Change, Place
from studio.core.text import _, headed
from studio.gui.board.shape_cache import outline_path
from studio.gui.output.export import picture_pixmap
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, current_theme
from studio.gui.widgets import CENTRE, Tipped, paint_words, show_tip

MOST, LEAST = 300, 120
"""Pixels of the piece's longer side."""
AROUND = 42
"""Pixels around it for the signs of its places."""
PILL, KNOB = QSize(132, 24), 30
ITEM_TYPE = "application/x-explorer-studio-item"
_AHEAD = (Qt.Key.Key_Right, Qt.Key.Key_Down)
_BACK = (Qt.Key.Key_Left, Qt.Key.Key_Up)
_TAKE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class LargePiece(Tipped):
    """Shows a bench. `changed` carries a change that a person wants; `pointed` the place that is spoken of, or None."""

    changed = Signal(object)
    pointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench: Bench | None = None
        self._name = ""
        self._pixmap: tuple[object, ...] = ()
        self.current = 0
        """The place that the keyboard is at."""
        self._hovered = -1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)

    def show_bench(self, bench: Bench, name: str) -> None:
        """Lay another piece there, or the same one changed: the keyboard stays at its place."""
        before, self._bench, self._name = self.minimumSizeHint(), bench, name
        if before != self.minimumSizeHint():
            self.updateGeometry()
        self.current = min(self.current, max(0, len(bench.places) - 1))
        self._tell()
        self.update()

    @property
    def places(self) -> tuple[Place, ...]:
        """The places of the piece."""
        return self._bench.places if self._bench is not None else ()

    def spoken_of(self) -> Place | None:
        """The place under the pointer, or that of the keyboard."""
        if 0 <= self._hovered < len(self.places):
            return self.places[self._hovered]
        return self.places[self.current] if self.places and self.hasFocus() else None

    def _tell(self) -> None:
        place = self.places[self.current] if self.places else None
        told = place_words(place) if place is not None else ""
        self.setAccessibleName(_("{name}, large. {place}").format(name=self._name, place=told).strip())
        self.pointed.emit(self.spoken_of())

    # where things are

    def sizeHint(self) -> QSize:
        return QSize(MOST + 2 * AROUND, MOST + 2 * AROUND)

    def minimumSizeHint(self) -> QSize:
        high = LEAST
        if self._bench is not None:
            left, top, right, foot = self._bench.picture.bounds
            high = round(LEAST * min(max((foot - top) / (right - left), 1.0), 1.6))
        return QSize(LEAST + 2 * AROUND, high + 2 * AROUND)

    def piece_box(self) -> QRectF:
        """The box of the piece, in pixels."""
        if self._bench is None:
            return QRectF()
        left, top, right, foot = self._bench.picture.bounds
        room = min(self.width() - 2 * AROUND, self.height() - 2 * AROUND, MOST)
        scale = room / max(right - left, foot - top)
        wide, high = math.floor((right - left) * scale), math.floor((foot - top) * scale)
        return QRectF(round((self.width() - wide) / 2), round((self.height() - high) / 2), wide, high)

    def _point(self, x: float, y: float) -> QPointF:
        """A point of the picture in pixels."""
        assert self._bench is not None
        left, top, right, _foot = self._bench.picture.bounds
        box = self.piece_box()
        scale = box.width() / (right - left)
        return QPointF(box.left() + (x - left) * scale, box.top() + (y - top) * scale)

    def sign_middle(self, number: int) -> QPointF:
        """Where the sign of a place is centred, in pixels: far enough out not to cover the piece."""
        place, box = self.places[number], self.piece_box()
        middle = self._point(place.x, place.y)
        need = PILL.height() / 2 + 8 if place.label else KNOB / 2
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

    def sign_box(self, number: int) -> QRectF:
        """The box of a sign before it is turned, in pixels."""
        place, middle = self.places[number], self.sign_middle(number)
        if not place.label:
            return QRectF(middle.x() - KNOB / 2, middle.y() - KNOB / 2, KNOB, KNOB)
        box = self.piece_box()
        wide = min(PILL.width(), max(58.0, box.width() - 6))
        return QRectF(middle.x() - wide / 2, middle.y() - PILL.height() / 2, wide, PILL.height())

    def place_at(self, point: QPointF) -> int:
        """The place at a point: its sign, or what of the piece belongs to it; -1 for none."""
        for number in range(len(self.places)):
            if self._turned(number).map(_path(self.sign_box(number))).contains(point):
                return number
        for number, place in enumerate(self.places):
            if place.outline and self._outline(place).contains(point):
                return number
        return -1

    def _turned(self, number: int) -> QTransform:
        middle = self.sign_middle(number)
        turn = QTransform().translate(middle.x(), middle.y()).rotate(self.places[number].turn)
        return turn.translate(-middle.x(), -middle.y())

    def _outline(self, place: Place) -> QPainterPath:
        assert self._bench is not None
        left, top, right, _foot = self._bench.picture.bounds
        box = self.piece_box()
        scale = box.width() / (right - left)
        onto = QTransform().translate(box.left() - left * scale, box.top() - top * scale).scale(scale, scale)
        return onto.map(outline_path((place.outline,), True))

    # mouse and keyboard

    def words_at(self, place: QPointF) -> str:
        number = self.place_at(place)
        return place_words(self.places[number]) if number >= 0 else ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.place_at(event.position())
        if number < 0:
            return
        self.current = number
        place = self.places[number]
        if event.button() is Qt.MouseButton.LeftButton:
            self._want(place.change)
        elif event.button() is Qt.MouseButton.RightButton:
            self._want(place.takes)
        self._tell()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.place_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def _hover(self, number: int) -> None:
        if number == self._hovered:
            return
        self._hovered = number
        can = number >= 0 and self.places[number].change is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if can else Qt.CursorShape.ArrowCursor)
        self.pointed.emit(self.spoken_of())
        self.update()

    def event(self, event: QEvent) -> bool:
        # Here Delete takes something off the piece; the page's own Delete would take the piece out of the set.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in _TAKE:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        count = len(self.places)
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if not count or not plain:
            super().keyPressEvent(event)
        elif key in _AHEAD or key in _BACK:
            self.current = (self.current + (1 if key in _AHEAD else -1)) % count
            self._hovered = -1
            self._tell()
            self.update()
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._want(self.places[self.current].change)
        elif key in _TAKE:
            self._want(self.places[self.current].takes)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._tell()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pointed.emit(self.spoken_of())
        self.update()

    def _want(self, change: Change | None) -> None:
        if change is not None:
            self.changed.emit(change)

    # what is dragged here

    def drop_item(self, item: str) -> bool:
        """Drop something of the tray on the place of the keyboard; say whether it goes there, and there why not."""
        if not self.places:
            return False
        goes = self._drop(self.current, item)
        if not goes:
            self._say_why(self.current, item)
        return goes

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(ITEM_TYPE):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        number = self.place_at(event.position())
        item = bytes(event.mimeData().data(ITEM_TYPE).data()).decode()
        goes = number >= 0 and any(key == item for key, _change in self.places[number].drops)
        self._hover(number if goes else -1)
        self._say_why(-1 if goes else number, item)
        event.setAccepted(goes)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._say_why(-1, "")

    def dropEvent(self, event: QDropEvent) -> None:
        item = bytes(event.mimeData().data(ITEM_TYPE).data()).decode()
        number = self.place_at(event.position())
        if number >= 0 and self._drop(number, item):
            event.acceptProposedAction()

    def _say_why(self, number: int, item: str) -> None:
        """Tell at a place why something does not go there; -1 tells nothing any more."""
        if number < 0:
            show_tip(QPoint(), "", self)
            return
        place, spot = self.places[number], self.sign_middle(number).toPoint()
        words = dict(place.refusals).get(item) or _("{place}: nothing is laid there.").format(place=place.name)
        show_tip(self.mapToGlobal(spot), words, self)

    def _drop(self, number: int, item: str) -> bool:
        change = dict(self.places[number].drops).get(item)
        self.current = number
        self._want(change)
        return change is not None

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._bench is None:
            return
        theme, box = current_theme(), self.piece_box()
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(box.topLeft(), self._painted(box))
            if 0 <= self._hovered < len(self.places) and self.places[self._hovered].outline:
                painter.setBrush(theme.color("plate", 0.30))
                painter.setPen(QPen(theme.color("plate_ink", 0.7), 1.6))
                painter.drawPath(self._outline(self.places[self._hovered]))
            for number in range(len(self.places)):
                self._paint_sign(painter, number)

    def _painted(self, box: QRectF) -> QPixmap:
        assert self._bench is not None
        theme, dpr = current_theme(), self.devicePixelRatioF()
        size = box.size().toSize()
        known = (self._bench.picture, size, theme.key, dpr)
        if self._pixmap[:4] != known:
            self._pixmap = (*known, picture_pixmap(self._bench.picture, size, theme, dpr))
        pixmap = self._pixmap[4]
        assert isinstance(pixmap, QPixmap)
        return pixmap

    def _paint_sign(self, painter: QPainter, number: int) -> None:
        theme, place, box = current_theme(), self.places[number], self.sign_box(number)
        painter.save()
        painter.setTransform(self._turned(number), combine=True)
        is_current = number == self.current and self.hasFocus()
        if is_current:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("gold_ring"), 3))
            ring = box.adjusted(-2.5, -2.5, 2.5, 2.5)
            painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2)
        can = place.change is not None or bool(place.drops)
        edge = QPen(theme.color("text" if number == self._hovered and can else "border"), 1.2)
        if not can and not place.label:
            edge = QPen(theme.color("border"), 1.2, Qt.PenStyle.DotLine)
        painter.setPen(edge)
        painter.setBrush(theme.color(place.tone) if place.tone else theme.color("panel"))
        shape = box.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(shape, shape.height() / 2, shape.height() / 2)
        if place.label:
            paint_words(painter, box, place.label, theme.color("text"), 13, SEMIBOLD, CENTRE)
        elif place.icon:
            ink = theme.color("text")
            pixmap = icon_pixmap(place.icon, ink, 17, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(box.center().x() - 8.5, box.center().y() - 8.5), pixmap)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("off"))
            painter.drawEllipse(box.center(), 2, 2)
        painter.restore()


def _path(box: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRect(box)
    return path


def place_words(place: Place) -> str:
    """A place in words: what it is, and what a click does."""
    words = headed(place.name, f"{place.state}.")
    return words if place.change is None else f"{words} {place.change.words}"
