"""The interactive board: mouse, wheel, gestures, keyboard and tooltips.
The view knows no game: it reports which target was pointed at, and pages decide what that means. With a ghost, the
wheel and the ghost's two chips rotate it (a `PointerEvent` of kind "wheel" with `turn` -1 or 1). With Ctrl or without a
ghost, the wheel zooms at the pointer. The middle button, the space bar or the pan tool pan the board; two fingers pan
and pinch it. Arrow keys move a cursor from target to target, Enter presses there. A right click is also a request for a
menu.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QGestureEvent, QPinchGesture, QWidget

from studio.core.picture import Target
from studio.core.text import _
from studio.gui.board.canvas import BoardCanvas
from studio.gui.board.overlay import Mark, chip_radius
from studio.gui.style.theme import LIGHT, Theme
from studio.gui.widgets import show_tooltip
from studio.gui.widgets.accessibility import AccessiblePart, AccessibleParts, Role, notify_focus

__all__ = ["BoardView", "Mark", "PointerEvent"]

_ARROWS = {
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Down: (0.0, 1.0),
    Qt.Key.Key_Left: (-1.0, 0.0),
}


class PointerEvent(NamedTuple):
    """An event of mouse, finger or keyboard; `kind` is press, move, release, double, leave or wheel.
    `target` is -1 outside all targets; (x, y) is in board units; `turn` is -1 or 1 for "wheel", else 0.
    """

    kind: str
    target: int
    x: float
    y: float
    button: Qt.MouseButton = Qt.MouseButton.NoButton
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    turn: int = 0


class BoardView(AccessibleParts, BoardCanvas):
    """A board for mouse, keyboard and screen readers, which read what `describe` returns for a target, or its name.

    `menu_requested` carries the target of a right click, or that of the cursor for a key (-1: none), and a position on
    the screen. With `space_presses`, the space bar presses at the cursor like Enter, unless it was held to pan.
    """

    accessible_role, accessible_part_role = Role.Table, Role.Cell
    pointer_event = Signal(object)
    menu_requested = Signal(int, QPoint)
    space_presses = False

    def __init__(
        self,
        theme: Theme = LIGHT,
        parent: QWidget | None = None,
        describe: Callable[[int], AccessiblePart] | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self.describe_target = describe or (lambda target: AccessiblePart(self.target_name(target)))
        self._pan_tool = False
        self._space_down = False
        self._is_space_tap = False
        self._drag_position: QPointF | None = None
        self._right_press: tuple[QPointF, int] | None = None  # position and target, until something else happens
        self._walk_origin = QPointF()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_("Board"))
        self._reader_target = -1
        self.grabGesture(Qt.GestureType.PinchGesture)

    def set_pan_tool(self, on: bool) -> None:
        """Set whether the left button pans."""
        self._pan_tool = on
        self._update_mouse_cursor()

    @property
    def cursor_target(self) -> int:
        """Target of the keyboard's cursor, or -1."""
        return self._cursor

    @property
    def reader_target(self) -> int:
        """Target that screen readers read: that of the cursor, else of `set_reader_target`; or -1."""
        return self._cursor if self._cursor >= 0 else self._reader_target

    def set_reader_target(self, target: int) -> None:
        """Move screen readers to a target that the keyboard chose without moving the cursor; -1 for none."""
        if target != self._reader_target:
            self._reader_target = target
            if self.hasFocus() and self._cursor < 0:
                notify_focus(self, self.accessible_focus())

    def accessible_count(self) -> int:
        return len(self.targets)

    def accessible_part(self, index: int) -> AccessiblePart:
        part = self.describe_target(self.targets[index].cell)
        is_chosen = part.is_selectable and index == self.accessible_focus()
        return part._replace(is_selected=is_chosen, box=self.accessible_box(index))

    def accessible_box(self, index: int) -> QRect:
        return self.widget_rect(self.targets[index].cell)

    def accessible_index_at(self, point: QPoint) -> int:
        return self._index_of(self.target_at(QPointF(point)))

    def accessible_focus(self) -> int:
        return self._index_of(self.reader_target)

    def _index_of(self, target: int) -> int:
        return next((at for at, one in enumerate(self.targets) if one.cell == target), -1)

    @property
    def targets(self) -> tuple[Target, ...]:
        return self._picture.targets if self._picture is not None else ()

    def target_name(self, target: int) -> str:
        """Name of a target, "" if there is none."""
        return next((one.name for one in self.targets if one.cell == target), "")

    def hide_cursor(self) -> None:
        """Hide the keyboard's cursor until an arrow key is pressed."""
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
        """Direction of the chip at a point of the widget, or 0."""
        ratio = self.devicePixelRatioF()
        radius = chip_radius(self.viewport.scale, ratio) + 2 * ratio
        chips = self._ghost.chips(self._shape(self._ghost.target), self.viewport.transform, ratio)
        return next((turn for center, turn in chips if _length(point * ratio - center) <= radius), 0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._cursor = -1
        self._walk_origin = QPointF()
        self._is_space_tap = False
        left = event.button() == Qt.MouseButton.LeftButton
        is_menu = event.button() == Qt.MouseButton.RightButton and not event.modifiers()
        self._right_press = (event.position(), self.target_at(event.position())) if is_menu else None
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
        pressed, self._right_press = self._right_press, None
        if pressed is not None and event.button() == Qt.MouseButton.RightButton:
            is_near = (event.position() - pressed[0]).manhattanLength() < QApplication.startDragDistance()
            if is_near and self.target_at(event.position()) == pressed[1]:
                self.menu_requested.emit(pressed[1], event.globalPosition().toPoint())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() != QContextMenuEvent.Reason.Mouse:  # a right click may become a drag
            box = self.widget_rect(self._cursor)
            place = event.globalPos() if box.isEmpty() else self.mapToGlobal(box.center())
            self.menu_requested.emit(self._cursor, place)

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
        """Notes of the marks on the target at a point, one per line."""
        target = self.target_at(point)
        notes = [mark.note for mark in self.marks if mark.target == target >= 0 and mark.note]
        return "\n".join(dict.fromkeys(notes))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and key in _ARROWS and self._picture is not None:
            self.move_cursor(*_ARROWS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cursor >= 0:
            self._press_at_cursor(event.modifiers())
        elif key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_down = True
            self._is_space_tap = self.space_presses and self._cursor >= 0
            self._update_mouse_cursor()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_down = False
            self._update_mouse_cursor()
            if self._is_space_tap:
                self._is_space_tap = False
                self._press_at_cursor(event.modifiers())
        else:
            super().keyReleaseEvent(event)

    def _press_at_cursor(self, modifiers: Qt.KeyboardModifier) -> None:
        at, left = self._target_center(self._cursor), Qt.MouseButton.LeftButton
        for kind in ("press", "release"):
            self.pointer_event.emit(PointerEvent(kind, self._cursor, at.x(), at.y(), left, modifiers))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._space_down = self._is_space_tap = False
        self._update_mouse_cursor()
        self.update()
        super().focusOutEvent(event)

    def move_cursor(self, dx: float, dy: float) -> None:
        """Move the cursor to the nearest target in a direction; start at the centre of the view."""
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
        here = self._target_center(best.cell)
        # Rows of hexagons lie half a step aside: walking north or south keeps to where the walk began.
        walk = QPointF(here.x() if dx or self._walk_origin.isNull() else self._walk_origin.x(), here.y())
        self.reveal([best.cell])
        self.set_cursor_target(best.cell)
        self._walk_origin = walk

    def set_cursor_target(self, target: int) -> None:
        """Move the keyboard's cursor to a target."""
        self._cursor, self._walk_origin = target, QPointF()
        notify_focus(self, self.accessible_focus())
        place = self._target_center(target)
        self.pointer_event.emit(PointerEvent("move", target, place.x(), place.y()))
        self.update()

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
