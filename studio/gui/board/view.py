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
from studio.gui.board.accessible import SpaceDescription, install_accessibility, notify_focus
from studio.gui.board.canvas import BoardCanvas
from studio.gui.board.overlay import Mark, chip_radius
from studio.gui.style.theme import LIGHT, Theme
from studio.gui.widgets import show_tooltip

__all__ = ["BoardView", "Mark", "PointerEvent"]

_ARROWS = {
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Down: (0.0, 1.0),
    Qt.Key.Key_Left: (-1.0, 0.0),
}


class PointerEvent(NamedTuple):
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

    pointer_event = Signal(object)

    def __init__(self, theme: Theme = LIGHT, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._pan_tool = False
        self._space_down = False
        self._drag_position: QPointF | None = None
        self._walk_origin = QPointF()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_("Board"))
        self.describe_target: Callable[[int], SpaceDescription] = self._describe_by_name
        """What is told of a target to those who do not see it; pages know more than its name."""
        self._reader_target = -1
        install_accessibility(BoardView)
        self.grabGesture(Qt.GestureType.PinchGesture)

    def set_pan_tool(self, on: bool) -> None:
        """Whether the left button moves the board."""
        self._pan_tool = on
        self._update_mouse_cursor()

    @property
    def cursor_target(self) -> int:
        """Where the keyboard's cursor is, or -1."""
        return self._cursor

    @property
    def reader_target(self) -> int:
        """Where those who listen are: at the cursor, else where `hear` has led them; or -1."""
        return self._cursor if self._cursor >= 0 else self._reader_target

    def set_reader_target(self, target: int) -> None:
        """Lead those who listen to a place that the keyboard chose without walking there; to none for -1."""
        if target != self._reader_target:
            self._reader_target = target
            if target >= 0 and self.hasFocus():
                notify_focus(self, self.targets, target)

    @property
    def targets(self) -> tuple[Target, ...]:
        """The places of the picture."""
        return self._picture.targets if self._picture is not None else ()

    def target_name(self, target: int) -> str:
        """What a place is called, "" for one that is not there."""
        return next((one.name for one in self.targets if one.cell == target), "")

    def _describe_by_name(self, target: int) -> SpaceDescription:
        return SpaceDescription(self.target_name(target))

    def hide_cursor(self) -> None:
        """Take the keyboard's cursor away until somebody walks again."""
        self._cursor = -1
        self.update()

    def _emit(self, kind: str, point: QPointF, event: QMouseEvent | QWheelEvent | None = None, turn: int = 0) -> None:
        place = self.board_point(point)
        button = event.button() if isinstance(event, QMouseEvent) else Qt.MouseButton.NoButton
        modifiers = event.modifiers() if event is not None else Qt.KeyboardModifier.NoModifier
        self.pointer_event.emit(
            PointerEvent(kind, self.target_at(point), place.x(), place.y(), button, modifiers, turn)
        )

    def _chip_at(self, point: QPointF) -> int:
        """Which way the chip under a place turns, or 0."""
        ratio = self.devicePixelRatioF()
        radius = chip_radius(self.viewport.scale, ratio) + 2 * ratio
        for centre, turn in self._turn_chips():
            away = point * ratio - centre
            if math.hypot(away.x(), away.y()) <= radius:
                return turn
        return 0

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._cursor = -1
        self._walk_origin = QPointF()
        left = event.button() == Qt.MouseButton.LeftButton
        if event.button() == Qt.MouseButton.MiddleButton or (left and (self._space_down or self._pan_tool)):
            self._drag_position = event.position()
            self._update_mouse_cursor()
        elif left and (turn := self._chip_at(event.position())):
            self._emit("wheel", event.position(), event, turn)
        else:
            self._emit("press", event.position(), event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag_position is None:
            self._emit("move", event.position(), event)
            return
        moved = (event.position() - self._drag_position) * self.devicePixelRatioF()
        self._drag_position = event.position()
        self.viewport.pan_by(moved)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._drag_position is not None:
            self._drag_position = None
            self._update_mouse_cursor()
        elif not (event.button() == Qt.MouseButton.LeftButton and self._chip_at(event.position())):
            self._emit("release", event.position(), event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and (turn := self._chip_at(event.position())):
            self._emit("wheel", event.position(), event, turn)
        elif self._pan_tool or self._space_down:
            self.mousePressEvent(event)
        else:
            self._emit("double", event.position(), event)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointer_event.emit(PointerEvent("leave", -1, 0.0, 0.0))
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        pixels, steps = event.pixelDelta(), event.angleDelta().y() / 120
        if not control and event.phase() != Qt.ScrollPhase.NoScrollPhase and not pixels.isNull():
            self.viewport.pan_by(QPointF(pixels) * self.viewport.ratio)  # two fingers on a trackpad
        elif self.ghost is not None and not control:
            if steps:
                self._emit("wheel", event.position(), event, -1 if steps > 0 else 1)
        elif steps:
            self.viewport.set_zoom(self.viewport.scaled_zoom(1.15**steps), event.position())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.viewport.set_zoom(self.viewport.scaled_zoom(1 + event.value()), event.position())
                return True
            if event.gestureType() == Qt.NativeGestureType.SmartZoomNativeGesture:
                self.fit()
                return True
        if isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                self.viewport.set_zoom(
                    self.viewport.scaled_zoom(pinch.scaleFactor()), QPointF(self.mapFromGlobal(pinch.centerPoint()))
                )
                event.accept(pinch)
                return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            show_tooltip(event.globalPos(), self.notes_at(QPointF(event.pos())), self)
            return True
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._background = None
            self.viewport.refit()
        return super().event(event)

    def notes_at(self, point: QPointF) -> str:
        """What the marks on the target under a place have to say, a line for each."""
        target = self.target_at(point)
        notes = [mark.note for mark in self._marks if mark.target == target >= 0 and mark.note]
        return "\n".join(dict.fromkeys(notes))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and key in _ARROWS and self._picture is not None:
            self.move_cursor(*_ARROWS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cursor >= 0:
            self._press_cursor(event.modifiers())
        elif key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_down = True
            self._update_mouse_cursor()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_down = False
            self._update_mouse_cursor()
        else:
            super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._space_down = False
        self._update_mouse_cursor()
        self.update()
        super().focusOutEvent(event)

    def move_cursor(self, dx: float, dy: float) -> None:
        """Move the keyboard's cursor to the nearest target that way; begin in the middle of the view."""
        assert self._picture is not None
        if self._shape(self._cursor) is None:
            self._walk_origin = QPointF()
            centre = self.viewport.center
            best = min(self._picture.targets, key=lambda t: _length(self._target_center(t.cell) - centre), default=None)
        else:
            centre = self._target_center(self._cursor)
            ahead = []
            for target in self._picture.targets:
                offset = self._target_center(target.cell) - centre
                along, aside = offset.x() * dx + offset.y() * dy, abs(offset.x() * dy) + abs(offset.y() * dx)
                if along > 0.2 and aside <= along * 1.2:
                    away = self._target_center(target.cell) - self._walk_origin
                    astray = abs(away.x() * dy) + abs(away.y() * dx)
                    ahead.append((round(_length(offset) + 1.1 * aside, 3), round(astray, 3), target.cell, target))
            best = min(ahead)[3] if ahead else None
        if best is None:
            return
        self._cursor = best.cell
        here = self._target_center(best.cell)
        # Rows of hexagons lie half a step aside: walking north or south keeps to where the walk began.
        self._walk_origin = QPointF(here.x() if dx or self._walk_origin.isNull() else self._walk_origin.x(), here.y())
        self.setAccessibleDescription(best.name)  # for screen readers
        notify_focus(self, self.targets, self._cursor)
        self.reveal([self._cursor])
        place = self._target_center(self._cursor)
        self.pointer_event.emit(PointerEvent("move", self._cursor, place.x(), place.y()))
        self.update()

    def _press_cursor(self, modifiers: Qt.KeyboardModifier) -> None:
        place = self._target_center(self._cursor)
        for kind in ("press", "release"):
            self.pointer_event.emit(
                PointerEvent(kind, self._cursor, place.x(), place.y(), Qt.MouseButton.LeftButton, modifiers)
            )

    def _target_center(self, target: int) -> QPointF:
        spot = self._shape(target)
        return spot.box.center() if spot is not None else QPointF()

    def _update_mouse_cursor(self) -> None:
        if self._drag_position is not None:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._pan_tool or self._space_down:
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.unsetCursor()


def _length(offset: QPointF) -> float:
    return math.hypot(offset.x(), offset.y())
