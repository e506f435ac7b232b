"""Steps that can be undone, from one state of what is under the hand to another."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from studio.core.text import retranslate

S = TypeVar("S")


class UndoStep(QUndoCommand, Generic[S]):
    """From one state to another, both immutable; `show`, a method of the stack's owner, takes what is to be shown."""

    def __init__(self, label: str, old: S, new: S, show: Callable[[S], None]) -> None:
        super().__init__(label)
        self.label = label
        self.old, self.new = old, new
        self._show = weakref.WeakMethod(show)

    def retranslate(self) -> None:
        """Show the label in the current language."""
        self.label = retranslate(self.label)
        self.setText(self.label)

    def redo(self) -> None:
        self._apply(self.new)

    def undo(self) -> None:
        self._apply(self.old)

    def _apply(self, state: S) -> None:
        show = self._show()
        assert show is not None, "the stack is empty when its owner has gone"
        show(state)


class UndoStack(QUndoStack):
    """The steps of its owner, gone before it goes.

    When Python finds a stack that nobody needs it takes steps and stack apart in any order. A step that goes first
    leaves its address in the stack, and the process dies. So they are none of Python's business: the end of the owner
    empties the stack, and no step holds the owner.
    """

    def __init__(self, owner: QObject) -> None:
        super().__init__()
        weakref.finalize(owner, self._clear_all)

    def retranslate(self) -> None:
        """Show the labels of all steps in the current language."""
        for index in range(self.count()):
            step = self.command(index)
            assert isinstance(step, UndoStep)
            step.retranslate()

    def _clear_all(self) -> None:
        self.blockSignals(True)
        self.clear()
