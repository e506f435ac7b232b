"""Undo steps, each from one immutable state to another."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from studio.core.text import retranslate

S = TypeVar("S")


class UndoStep(QUndoCommand, Generic[S]):
    """The step from one state to another. Consecutive steps with the same `key` merge; without a key they never do.

    `show`, a method of the stack's owner, shows a state.
    """

    def __init__(self, label: str, old: S, new: S, show: Callable[[S], None], key: Hashable = None) -> None:
        super().__init__(label)
        self.label = label
        self.old, self.new = old, new
        self.key = key
        self._show = weakref.WeakMethod(show)

    def id(self) -> int:
        return 1 if self.key else -1  # -1: never merged

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, UndoStep) or other.key != self.key:
            return False
        self.new, self.label = other.new, other.label
        self.setText(self.label)
        self.setObsolete(bool(self.new == self.old))
        return True

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
    """The undo stack of an object, emptied when that is garbage-collected.

    The garbage collector may delete steps before their stack, which would then hold dangling pointers and crash. So
    the finalizer of the owner empties the stack, and no step holds the owner.
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
        self.deleteLater()  # a QUndoView keeps a reference for ever: PySide counts one too many
