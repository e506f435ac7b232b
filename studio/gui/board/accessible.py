"""The board for those who listen: a table of its places, each with its name, what lies there and what it allows.

Screen readers walk through it, find the place at a point of the screen, and hear where the keyboard's cursor goes. It
costs nothing until one asks. PySide knows no interface of Qt for rows and columns: a place's name says where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple, Protocol, cast
from weakref import ref

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QSize
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface, QWindow
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from studio.core.picture import Target


class SpaceDescription(NamedTuple):
    """What is told of a place: its name, what lies there and what it allows, and whether it can be chosen now."""

    name: str
    details: str = ""
    is_legal: bool = False


def notify_screen_reader(event: QAccessibleEvent) -> None:
    """Pass something on to screen readers, if there are any."""
    QAccessible.updateAccessibility(event)


def announce(widget: QWidget, text: str) -> None:
    """Have a screen reader say something as soon as it has said what it is saying."""
    if text and QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(widget, text)
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
        notify_screen_reader(event)


class AccessibleView(Protocol):
    """A widget that shows places, as those who tell of it know it."""

    @property
    def targets(self) -> Sequence[Target]: ...
    @property
    def reader_target(self) -> int: ...
    @property
    def describe_target(self) -> Callable[[int], SpaceDescription]: ...
    def target_at(self, point: QPointF, /) -> int: ...
    def widget_rect(self, target: int, /) -> QRect: ...
    def parentWidget(self) -> QWidget: ...
    def window(self) -> QWidget: ...
    def mapToGlobal(self, place: QPoint, /) -> QPoint: ...
    def mapFromGlobal(self, place: QPoint, /) -> QPoint: ...
    def size(self) -> QSize: ...
    def hasFocus(self) -> bool: ...
    def isVisible(self) -> bool: ...
    def accessibleName(self) -> str: ...
    def accessibleDescription(self) -> str: ...


def notify_focus(board: QWidget, targets: Sequence[Target], cursor: int) -> None:
    """Tell screen readers that the keyboard's cursor is at one of a board's places."""
    if QAccessible.isActive():
        event = QAccessibleEvent(board, QAccessible.Event.Focus)
        place = next((at for at, target in enumerate(targets) if target.cell == cursor), -1)
        if place >= 0:
            event.setChild(place)
        notify_screen_reader(event)


class AccessibleBoard(QAccessibleInterface):
    """A board as a table of its places."""

    def __init__(self, board: AccessibleView) -> None:
        super().__init__()
        self._board = ref(board)
        self.spaces: dict[int, AccessibleSpace] = {}
        """By target; kept, since Qt holds no reference of its own."""

    @property
    def board(self) -> AccessibleView:
        """What is told of; asked for only as long as it is there (`isValid`)."""
        board = self._board()
        assert board is not None
        return board

    def isValid(self) -> bool:
        board = self._board()
        return board is not None and isValid(board)

    def object(self) -> QObject:
        return cast(QObject, self.board)

    def window(self) -> QWindow | None:  # type: ignore[override]  # there may be none
        return self.board.window().windowHandle()

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]  # there may be none
        owner = self.board.parentWidget()
        return QAccessible.queryAccessibleInterface(owner) if owner is not None else None

    def childCount(self) -> int:
        return len(self.board.targets) if self.isValid() else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # there may be none
        return self.space(self.board.targets[index].cell) if 0 <= index < self.childCount() else None

    def space(self, target: int) -> AccessibleSpace:
        """The place with this number."""
        if target not in self.spaces:
            self.spaces[target] = AccessibleSpace(self, target)
        return self.spaces[target]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        if not isinstance(child, AccessibleSpace):
            return -1
        return next((at for at, target in enumerate(self.board.targets) if target.cell == child.target), -1)

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # there may be none
        target = self.board.target_at(QPointF(self.board.mapFromGlobal(QPoint(x, y))))
        return self.space(target) if target >= 0 else None

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]  # there may be none
        return self.space(self.board.reader_target) if self.board.reader_target >= 0 else None

    def rect(self) -> QRect:
        return QRect(self.board.mapToGlobal(QPoint()), self.board.size())

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Table

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.focusable = True
        state.focused = self.board.hasFocus()
        state.invisible = not self.board.isVisible()
        return state

    def text(self, kind: QAccessible.Text) -> str:
        if kind == QAccessible.Text.Name:
            return self.board.accessibleName()
        return self.board.accessibleDescription() if kind == QAccessible.Text.Description else ""

    def setText(self, _kind: QAccessible.Text, _text: str) -> None:
        """Nobody can rename a board."""


class AccessibleSpace(QAccessibleInterface):
    """One place of a board."""

    def __init__(self, whole: AccessibleBoard, target: int) -> None:
        super().__init__()
        self.board_interface, self.target = whole, target

    @property
    def description(self) -> SpaceDescription:
        """What is told of it now."""
        return self.board_interface.board.describe_target(self.target)

    def isValid(self) -> bool:
        return self.board_interface.isValid() and self.board_interface.indexOfChild(self) >= 0

    def object(self) -> QObject | None:  # type: ignore[override]  # there may be none
        return None

    def window(self) -> QWindow | None:  # type: ignore[override]  # there may be none
        return self.board_interface.window()

    def parent(self) -> QAccessibleInterface:
        return self.board_interface

    def childCount(self) -> int:
        return 0

    def child(self, _index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # there may be none
        return None

    def childAt(self, _x: int, _y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # there may be none
        return None

    def indexOfChild(self, _child: QAccessibleInterface) -> int:
        return -1

    def rect(self) -> QRect:
        board = self.board_interface.board
        return board.widget_rect(self.target).translated(board.mapToGlobal(QPoint()))

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Cell

    def state(self) -> QAccessible.State:
        state, board = QAccessible.State(), self.board_interface.board
        here = board.reader_target == self.target
        state.focusable = True
        state.focused = here and board.hasFocus()
        state.selectable = self.description.is_legal
        state.invisible = not board.isVisible()
        return state

    def text(self, kind: QAccessible.Text) -> str:
        if kind == QAccessible.Text.Name:
            return self.description.name
        return self.description.details if kind == QAccessible.Text.Description else ""

    def setText(self, _kind: QAccessible.Text, _text: str) -> None:
        """Nobody can rename a place."""


_interfaces: list[AccessibleBoard] = []
"""Those that Qt knows. It deletes them with their boards and holds no reference of Python's: they stay until then."""


def _release_deleted() -> None:
    """Let those go that Qt has deleted. Their places are no object's, so Qt has to be told of each."""
    for gone in [one for one in _interfaces if not isValid(one)]:
        _interfaces.remove(gone)
        for space in gone.spaces.values():
            if isValid(space):
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(space))


@cache
def install_accessibility(kind: type[AccessibleView]) -> None:
    """Have boards, widgets of this kind, answer to screen readers (once per process)."""

    def spoken(_name: str, thing: QObject) -> QAccessibleInterface | None:
        if not isinstance(thing, kind):
            return None
        _release_deleted()
        _interfaces.append(AccessibleBoard(thing))
        return _interfaces[-1]

    listen: Callable[[Callable[[str, QObject], QAccessibleInterface | None]], None] = QAccessible.installFactory
    listen(spoken)
