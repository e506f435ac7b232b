"""The board on screen: a picture that can be zoomed, panned, pointed at and marked.

The view knows no game: it says which target was pointed at, and pages decide what that means.

With a ghost the wheel turns it (a `Pointer` of kind "wheel" with `turn` -1 or 1, as do the ghost's two chips); with
Ctrl, or without a ghost, it zooms about the pointer. The middle button, the space bar or the pan tool move the board;
two fingers move and pinch it. Arrow keys walk from target to target, Enter presses there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent
from PySide6.QtWidgets import QGestureEvent, QPinchGesture, QWidget

from studio.core.picture import Target
from studio.core.text import _
from studio.gui.board.accessible import Said, listen_for_readers, tell_cursor
from studio.gui.board.canvas import BoardCanvas
from studio.gui.board.overlay import Mark, chip_radius
from studio.gui.style.theme import LIGHT, Theme
from studio.gui.widgets import show_tip

__all__ = ["BoardView", "Mark", "Pointer"]

_ARROWS = {
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Down: (0.0, 1.0),
    Qt.Key.Key_Left: (-1.0, 0.0),
}


class Pointer(NamedTuple):
    """What the mouse, a finger or the keyboard did: `kind` press, move, release, double, leave or wheel.

    `target` is -1 beside all targets; (x, y) in board units; `turn` is -1 or 1 for "wheel", else 0.
    """

    kind: str
    target: int
    x: float
    y: float
    button: Qt.MouseButton = Qt.MouseButton.NoButton
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    turn: int = 0


class BoardView(BoardCanvas):
    """Shows a picture and tells what is pointed at."""

    pointed = Signal(object)

    def __init__(self, theme: Theme = LIGHT, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._pan_tool = False
        self._space = False
        self._grip: QPointF | None = None
        self._lane = QPointF()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_("Board"))
        self.spoken: Callable[[int], Said] = self._name_only
        """What is told of a target to those who do not see it; pages know more than its name."""
        self._heard = -1
        listen_for_readers(BoardView)
        self.grabGesture(Qt.GestureType.PinchGesture)

    def set_pan_tool(self, on: bool) -> None:
        """Whether the left button moves the board."""
        self._pan_tool = on
        self._show_hand()

    @property
    def cursor_target(self) -> int:
        """Where the keyboard's cursor is, or -1."""
        return self._cursor

    @property
    def heard_target(self) -> int:
        """Where those who listen are: at the cursor, else where `hear` has led them; or -1."""
        return self._cursor if self._cursor >= 0 else self._heard

    def hear(self, target: int) -> None:
        """Lead those who listen to a place that the keyboard chose without walking there; to none for -1."""
        if target != self._heard:
            self._heard = target
            if target >= 0 and self.hasFocus():
                tell_cursor(self, self.targets, target)

    @property
    def targets(self) -> tuple[Target, ...]:
        """The places of the picture."""
        return self._picture.targets if self._picture is not None else ()

    def named(self, target: int) -> str:
        """What a place is called, "" for one that is not there."""
        return next((one.name for one in self.targets if one.cell == target), "")

    def _name_only(self, target: int) -> Said:
        return Said(self.named(target))

    def hide_cursor(self) -> None:
        """Take the keyboard's cursor away until somebody walks again."""
        self._cursor = -1
        self.update()

    def _emit(self, kind: str, point: QPointF, event: QMouseEvent | QWheelEvent | None = None, turn: int = 0) -> None:
        place = self.board_point(point)
        button = event.button() if isinstance(event, QMouseEvent) else Qt.MouseButton.NoButton
        modifiers = event.modifiers() if event is not None else Qt.KeyboardModifier.NoModifier
        self.pointed.emit(Pointer(kind, self.target_at(point), place.x(), place.y(), button, modifiers, turn))

    def _chip_at(self, point: QPointF) -> int:
        """Which way the chip under a place turns, or 0."""
        ratio = self.devicePixelRatioF()
        radius = chip_radius(self.lens.scale, ratio) + 2 * ratio
        for centre, turn in self._chips():
            away = point * ratio - centre
            if math.hypot(away.x(), away.y()) <= radius:
                return turn
        return 0

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._cursor = -1
        self._lane = QPointF()
        left = event.button() == Qt.MouseButton.LeftButton
        if event.button() == Qt.MouseButton.MiddleButton or (left and (self._space or self._pan_tool)):
            self._grip = event.position()
            self._show_hand()
        elif left and (turn := self._chip_at(event.position())):
            self._emit("wheel", event.position(), event, turn)
        else:
            self._emit("press", event.position(), event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is None:
            self._emit("move", event.position(), event)
            return
        moved = (event.position() - self._grip) * self.devicePixelRatioF()
        self._grip = event.position()
        self.lens.move_by(moved)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None:
            self._grip = None
            self._show_hand()
        elif not (event.button() == Qt.MouseButton.LeftButton and self._chip_at(event.position())):
            self._emit("release", event.position(), event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and (turn := self._chip_at(event.position())):
            self._emit("wheel", event.position(), event, turn)
        elif self._pan_tool or self._space:
            self.mousePressEvent(event)
        else:
            self._emit("double", event.position(), event)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(Pointer("leave", -1, 0.0, 0.0))
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        pixels, steps = event.pixelDelta(), event.angleDelta().y() / 120
        if not control and event.phase() != Qt.ScrollPhase.NoScrollPhase and not pixels.isNull():
            self.lens.move_by(QPointF(pixels) * self.lens.ratio)  # two fingers on a trackpad
        elif self.ghost is not None and not control:
            if steps:
                self._emit("wheel", event.position(), event, -1 if steps > 0 else 1)
        elif steps:
            self.lens.set_zoom(self.lens.stepped(1.15**steps), event.position())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.lens.set_zoom(self.lens.stepped(1 + event.value()), event.position())
                return True
            if event.gestureType() == Qt.NativeGestureType.SmartZoomNativeGesture:
                self.fit()
                return True
        if isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                self.lens.set_zoom(
                    self.lens.stepped(pinch.scaleFactor()), QPointF(self.mapFromGlobal(pinch.centerPoint()))
                )
                event.accept(pinch)
                return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            show_tip(event.globalPos(), self.note_at(QPointF(event.pos())), self)
            return True
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._table = None
            self.lens.refit()
        return super().event(event)

    def note_at(self, point: QPointF) -> str:
        """What the marks on the target under a place have to say, a line for each."""
        target = self.target_at(point)
        notes = [mark.note for mark in self._marks if mark.target == target >= 0 and mark.note]
        return "\n".join(dict.fromkeys(notes))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and key in _ARROWS and self._picture is not None:
            self.walk(*_ARROWS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cursor >= 0:
            self._press_cursor(event.modifiers())
        elif key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = True
            self._show_hand()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            self._show_hand()
        else:
            super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._space = False
        self._show_hand()
        self.update()
        super().focusOutEvent(event)

    def walk(self, dx: float, dy: float) -> None:
        """Move the keyboard's cursor to the nearest target that way; begin in the middle of the view."""
        assert self._picture is not None
        if self._spot(self._cursor) is None:
            self._lane = QPointF()
            centre = self.lens.middle
            best = min(self._picture.targets, key=lambda t: _far(self._centre(t.cell) - centre), default=None)
        else:
            centre = self._centre(self._cursor)
            ahead = []
            for target in self._picture.targets:
                offset = self._centre(target.cell) - centre
                along, aside = offset.x() * dx + offset.y() * dy, abs(offset.x() * dy) + abs(offset.y() * dx)
                if along > 0.2 and aside <= along * 1.2:
                    away = self._centre(target.cell) - self._lane
                    astray = abs(away.x() * dy) + abs(away.y() * dx)
                    ahead.append((round(_far(offset) + 1.1 * aside, 3), round(astray, 3), target.cell, target))
            best = min(ahead)[3] if ahead else None
        if best is None:
            return
        self._cursor = best.cell
        here = self._centre(best.cell)
        # Rows of hexagons lie half a step aside: walking north or south keeps to where the walk began.
        self._lane = QPointF(here.x() if dx or self._lane.isNull() else self._lane.x(), here.y())
        self.setAccessibleDescription(best.name)  # for screen readers
        tell_cursor(self, self.targets, self._cursor)
        self.reveal([self._cursor])
        place = self._centre(self._cursor)
        self.pointed.emit(Pointer("move", self._cursor, place.x(), place.y()))
        self.update()

    def _press_cursor(self, modifiers: Qt.KeyboardModifier) -> None:
        place = self._centre(self._cursor)
        for kind in ("press", "release"):
            self.pointed.emit(Pointer(kind, self._cursor, place.x(), place.y(), Qt.MouseButton.LeftButton, modifiers))

    def _centre(self, target: int) -> QPointF:
        spot = self._spot(target)
        return spot.box.center() if spot is not None else QPointF()

    def _show_hand(self) -> None:
        if self._grip is not None:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._pan_tool or self._space:
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.unsetCursor()


def _far(offset: QPointF) -> float:
    return math.hypot(offset.x(), offset.y())
