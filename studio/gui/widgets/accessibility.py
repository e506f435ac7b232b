"""What screen readers read: roles of painted widgets, their painted parts as children, and announcements.

A widget with the attribute `accessible_role` has that role; Qt gives none to widgets that paint themselves. Parts of
an `AccessibleParts` are children with names and boxes. It costs nothing until a screen reader asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface, QWindow
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import isValid

Role = QAccessible.Role


class AccessiblePart(NamedTuple):
    """A painted part of a widget: its name (hidden without one), more about it, and its box in the widget."""

    name: str
    details: str = ""
    is_selectable: bool = False
    is_selected: bool = False
    box: QRect = QRect()


class AccessibleParts:
    """A widget whose parts are children for screen readers, by default a list of what `accessible_parts` returns."""

    accessible_role = Role.List
    accessible_part_role = Role.ListItem
    accessible_widgets = False  # whether its child widgets follow the parts

    def accessible_parts(self) -> Sequence[AccessiblePart]:
        return ()

    def accessible_count(self) -> int:
        return len(self.accessible_parts())

    def accessible_part(self, index: int) -> AccessiblePart:
        return self.accessible_parts()[index]

    def accessible_box(self, index: int) -> QRect:
        return self.accessible_part(index).box

    def accessible_index_at(self, point: QPoint) -> int:
        """Index of the part at a point of the widget, or -1."""
        return next((at for at, part in enumerate(self.accessible_parts()) if part.box.contains(point)), -1)

    def accessible_focus(self) -> int:
        """Index of the part that has the keyboard while the widget has it, or -1."""
        return -1


class RowsWidget(QWidget):
    """A list for screen readers, of rows that are widgets."""

    accessible_role = Role.List


def notify_screen_reader(event: QAccessibleEvent) -> None:
    QAccessible.updateAccessibility(event)


def announce(widget: QWidget, text: str) -> None:
    """Have the screen reader say a text after what it is saying now."""
    if text and QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(widget, text)
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
        notify_screen_reader(event)


def notify_focus(widget: QWidget, index: int) -> None:
    """Report that the keyboard is on a part of a widget."""
    if index >= 0 and QAccessible.isActive():
        event = QAccessibleEvent(widget, QAccessible.Event.Focus)
        event.setChild(index)
        notify_screen_reader(event)


class WidgetInterface(QAccessibleWidget):
    """A widget with a role of its own, and with its parts as children if it has any."""

    def __init__(self, widget: QWidget, role: QAccessible.Role) -> None:
        super().__init__(widget, role)
        self.parts: dict[int, PartInterface] = {}  # by index; kept here because Qt holds no Python reference

    @property
    def owner(self) -> AccessibleParts | None:
        """The widget if it has parts."""
        widget = self.widget()
        return widget if isinstance(widget, AccessibleParts) else None

    @property
    def part_count(self) -> int:
        return self.owner.accessible_count() if self.owner is not None else 0

    def childCount(self) -> int:
        has_widgets = self.owner is None or self.owner.accessible_widgets
        return self.part_count + (super().childCount() if has_widgets else 0)

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # there may be none
        if not 0 <= index < self.childCount():
            return None
        if index >= self.part_count:
            return super().child(index - self.part_count)
        if index not in self.parts:
            self.parts[index] = PartInterface(self, index)
        return self.parts[index]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        if isinstance(child, PartInterface):
            return child.index if child.whole is self else -1
        at = super().indexOfChild(child)
        return at + self.part_count if at >= 0 else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # there may be none
        at = -1 if self.owner is None else self.owner.accessible_index_at(self.widget().mapFromGlobal(QPoint(x, y)))
        return super().childAt(x, y) if at < 0 else self.child(at)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]  # there may be none
        at = -1 if self.owner is None or not self.widget().hasFocus() else self.owner.accessible_focus()
        return super().focusChild() if at < 0 else self.child(at)


class PartInterface(QAccessibleInterface):
    """One part of a widget."""

    def __init__(self, whole: WidgetInterface, index: int) -> None:
        super().__init__()
        self.whole, self.index = whole, index

    @property
    def part(self) -> AccessiblePart:
        owner = self.whole.owner
        return owner.accessible_part(self.index) if owner is not None and self.isValid() else AccessiblePart("")

    def isValid(self) -> bool:
        return isValid(self.whole) and self.index < self.whole.part_count

    def object(self) -> QObject | None:  # type: ignore[override]  # there may be none
        return None

    def window(self) -> QWindow | None:  # type: ignore[override]  # there may be none
        return self.whole.window()

    def parent(self) -> QAccessibleInterface:
        return self.whole

    def childCount(self) -> int:
        return 0

    def child(self, _index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # there may be none
        return None

    def childAt(self, _x: int, _y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # there may be none
        return None

    def indexOfChild(self, _child: QAccessibleInterface) -> int:
        return -1

    def rect(self) -> QRect:
        owner = self.whole.owner
        box = owner.accessible_box(self.index) if owner is not None and self.isValid() else QRect()
        return box.translated(self.whole.widget().mapToGlobal(QPoint()))

    def role(self) -> QAccessible.Role:
        owner = self.whole.owner
        return owner.accessible_part_role if owner is not None else Role.NoRole

    def state(self) -> QAccessible.State:
        state, whole, part, owner = QAccessible.State(), self.whole.state(), self.part, self.whole.owner
        is_focus = owner is not None and owner.accessible_focus() == self.index
        state.focusable, state.focused = whole.focusable, whole.focused and is_focus
        state.selectable, state.selected = part.is_selectable, part.is_selected
        state.invisible = whole.invisible or not part.name
        return state

    def text(self, kind: QAccessible.Text) -> str:
        if kind == QAccessible.Text.Name:
            return self.part.name
        return self.part.details if kind == QAccessible.Text.Description else ""

    def setText(self, _kind: QAccessible.Text, _text: str) -> None:
        """The name of a part is read-only."""


_interfaces: list[WidgetInterface] = []
"""The interfaces that Qt knows. Qt deletes them together with their widgets and holds no Python reference."""


def _release_deleted() -> None:
    """Drop interfaces that Qt has deleted. Their parts belong to no QObject, so each is removed by hand."""
    for gone in [one for one in _interfaces if not isValid(one)]:
        _interfaces.remove(gone)
        for part in gone.parts.values():
            if isValid(part):
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(part))


def _make_interface(_name: str, thing: QObject) -> QAccessibleInterface | None:
    role = getattr(thing, "accessible_role", None)
    if role is None or not isinstance(thing, QWidget):
        return None
    _release_deleted()
    _interfaces.append(WidgetInterface(thing, role))
    return _interfaces[-1]


# PySide's stubs know the function but not its type. Installed on import, because Qt keeps the first interface of each
# widget. Qt's own factory answers first for its own classes: only subclasses can have other roles.
_install: Callable[[Callable[[str, QObject], QAccessibleInterface | None]], None] = QAccessible.installFactory
_install(_make_interface)
