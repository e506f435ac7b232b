"""The one undo step of the editor: swap what the layout was for what it became."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from PySide6.QtGui import QUndoCommand

_MERGEABLE = 1


class Draft(NamedTuple):
    """A layout as it stands: its words and its body. Immutable, so undo keeps the old one and needs no inverse."""

    name: str
    author: str
    notes: str
    body: Any


class EditCommand(QUndoCommand):
    """From one draft to another. Steps with the same `key` that follow each other become one (typing, nudging)."""

    def __init__(
        self,
        label: str,
        old: Draft,
        new: Draft,
        show: Callable[[Draft], None],
        icon: str = "",
        key: Hashable | None = None,
    ) -> None:
        super().__init__(label)
        self.old = old
        self.new = new
        self.icon = icon
        self.key = key
        self._show = show

    def id(self) -> int:
        return -1 if self.key is None else _MERGEABLE

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, EditCommand) or other.key != self.key or self.key is None:
            return False
        self.new = other.new
        self.setText(other.text())
        if self.new == self.old:
            self.setObsolete(True)
        return True

    def redo(self) -> None:
        self._show(self.new)

    def undo(self) -> None:
        self._show(self.old)
