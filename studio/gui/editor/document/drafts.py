"""A layout as it stands under the hand, and the step of the history from one such state to another."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

from PySide6.QtGui import QUndoCommand

from studio.core.game import Body
from studio.documents.layout import Ignored, Layout
from studio.gui.undo import UndoStep

_MERGEABLE = 1


class Draft(NamedTuple):
    """A layout as it stands: its words and its body. Immutable, so undo keeps the old one and needs no inverse."""

    name: str
    author: str
    notes: str
    body: Body
    pins: tuple[tuple[str, str], ...] = ()
    """Remarks on spaces: the names of these, and the words."""
    ignored: tuple[Ignored, ...] = ()
    """What is not to be counted of the findings."""


class Repair(NamedTuple):
    """What repairs make of a body: what to call the step, the body after them, and how many they are."""

    label: str
    body: Body
    number: int


def drafted(layout: Layout, body: Body) -> Draft:
    """A layout as it was read."""
    return Draft(layout.name, layout.author, layout.notes, body, tuple(layout.pins.items()), layout.ignored)


class EditCommand(UndoStep[Draft]):
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
        super().__init__(label, old, new, show)
        self.icon = icon
        self.key = key

    def id(self) -> int:
        return -1 if self.key is None else _MERGEABLE

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, EditCommand) or other.key != self.key or self.key is None:
            return False
        self.new = other.new
        self.label = other.label
        self.setText(other.label)
        if self.new == self.old:
            self.setObsolete(True)
        return True
