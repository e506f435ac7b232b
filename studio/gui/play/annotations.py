"""What people write beside a match: bookmarks of positions for everybody, and each seat's notes for itself alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from studio.core.match import Node
from studio.documents.store import LONGEST_NOTE, LONGEST_NOTES, MOST_BOOKMARKS, Bookmark


class Mark(NamedTuple):
    """A bookmark on a line of positions: the number of its position from the start, the position, the note."""

    place: int
    node: Node
    note: str


class Margin(QObject):
    """Bookmarks belong to positions, so that one that is taken back and played again has its bookmark again.

    `changed` tells of every change; `edition` is another number after each. Bookmarks can be undone, notes are undone
    where they are written.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.edition = 0
        self.by_lot = False
        """Whether the order of the seats was drawn."""
        self._marks: Mapping[Node, str] = {}
        self._notes: dict[int, str] = {}
        self._behind: list[Mapping[Node, str]] = []
        self._ahead: list[Mapping[Node, str]] = []

    def load(self, marks: Mapping[Node, str], notes: Mapping[int, str], by_lot: bool) -> None:
        """Begin with what a record holds."""
        self._marks, self._notes, self.by_lot = dict(marks), dict(notes), by_lot
        self.changed.emit()

    # bookmarks

    def note_at(self, node: Node) -> str | None:
        """The note of a position's bookmark, "" for one without; None where there is no bookmark."""
        return self._marks.get(node)

    def marks(self, line: Sequence[Node]) -> list[Mark]:
        """The bookmarks on a line of positions, in order."""
        return [Mark(place, node, self._marks[node]) for place, node in enumerate(line) if node in self._marks]

    def bookmarks(self, line: Sequence[Node]) -> tuple[Bookmark, ...]:
        """The same as a record holds them."""
        return tuple(Bookmark(mark.place, mark.note) for mark in self.marks(line))[:MOST_BOOKMARKS]

    def put(self, node: Node, note: str) -> None:
        """Bookmark a position, or change the note of its bookmark."""
        note = note.strip()[:LONGEST_NOTE]
        if self._marks.get(node) != note:
            self._change({**self._marks, node: note})

    def remove(self, node: Node) -> None:
        """Take a bookmark away."""
        if node in self._marks:
            self._change({other: note for other, note in self._marks.items() if other is not node})

    def _change(self, marks: Mapping[Node, str]) -> None:
        self._behind.append(self._marks)
        self._ahead = []
        self._show(marks)

    def _show(self, marks: Mapping[Node, str]) -> None:
        self._marks = marks
        self.edition += 1
        self.changed.emit()

    @property
    def can_undo(self) -> bool:
        """Whether a change of bookmarks can be taken back."""
        return bool(self._behind)

    @property
    def can_redo(self) -> bool:
        """Whether a change of bookmarks was taken back."""
        return bool(self._ahead)

    def undo(self) -> None:
        """Take the last change of bookmarks back."""
        if self._behind:
            self._ahead.append(self._marks)
            self._show(self._behind.pop())

    def redo(self) -> None:
        """Make it again."""
        if self._ahead:
            self._behind.append(self._marks)
            self._show(self._ahead.pop())

    # notes

    def notes(self, seat: int) -> str:
        """What a seat has written down for itself."""
        return self._notes.get(seat, "")

    def set_notes(self, seat: int, text: str) -> None:
        """Keep what a seat writes down."""
        text = text[:LONGEST_NOTES]
        if text != self.notes(seat):
            self._notes[seat] = text
            self.edition += 1
            self.changed.emit()
