"""What people write beside a match: bookmarks of positions for everybody, and each seat's notes for itself alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from studio.core.match import Node
from studio.documents.store import MAX_BOOKMARKS, MAX_NOTE_LENGTH, MAX_NOTES_LENGTH, Bookmark


class PositionBookmark(NamedTuple):
    """A bookmark on a line of positions: the number of its position from the start, the position, the note."""

    position: int
    node: Node
    note: str


class Annotations(QObject):
    """Bookmarks belong to positions, so that one that is taken back and played again has its bookmark again.

    `changed` tells of every change; `edition` is another number after each. Bookmarks can be undone, notes are undone
    where they are written.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.revision = 0
        self.random_seating = False
        """Whether the order of the seats was drawn."""
        self._bookmarks: Mapping[Node, str] = {}
        self._notes: dict[int, str] = {}
        self._undo_stack: list[Mapping[Node, str]] = []
        self._redo_stack: list[Mapping[Node, str]] = []

    def load(self, marks: Mapping[Node, str], notes: Mapping[int, str], by_lot: bool) -> None:
        """Begin with what a record holds."""
        self._bookmarks, self._notes, self.random_seating = dict(marks), dict(notes), by_lot
        self.changed.emit()

    # bookmarks

    def note_at(self, node: Node) -> str | None:
        """The note of a position's bookmark, "" for one without; None where there is no bookmark."""
        return self._bookmarks.get(node)

    def bookmarks_on(self, line: Sequence[Node]) -> list[PositionBookmark]:
        """The bookmarks on a line of positions, in order."""
        return [
            PositionBookmark(place, node, self._bookmarks[node])
            for place, node in enumerate(line)
            if node in self._bookmarks
        ]

    def to_record(self, line: Sequence[Node]) -> tuple[Bookmark, ...]:
        """The same as a record holds them."""
        return tuple(Bookmark(mark.position, mark.note) for mark in self.bookmarks_on(line))[:MAX_BOOKMARKS]

    def set_bookmark(self, node: Node, note: str) -> None:
        """Bookmark a position, or change the note of its bookmark."""
        note = note.strip()[:MAX_NOTE_LENGTH]
        if self._bookmarks.get(node) != note:
            self._change({**self._bookmarks, node: note})

    def remove_bookmark(self, node: Node) -> None:
        """Take a bookmark away."""
        if node in self._bookmarks:
            self._change({other: note for other, note in self._bookmarks.items() if other is not node})

    def _change(self, marks: Mapping[Node, str]) -> None:
        self._undo_stack.append(self._bookmarks)
        self._redo_stack = []
        self._show(marks)

    def _show(self, marks: Mapping[Node, str]) -> None:
        self._bookmarks = marks
        self.revision += 1
        self.changed.emit()

    @property
    def can_undo(self) -> bool:
        """Whether a change of bookmarks can be taken back."""
        return bool(self._undo_stack)

    @property
    def can_redo(self) -> bool:
        """Whether a change of bookmarks was taken back."""
        return bool(self._redo_stack)

    def undo(self) -> None:
        """Take the last change of bookmarks back."""
        if self._undo_stack:
            self._redo_stack.append(self._bookmarks)
            self._show(self._undo_stack.pop())

    def redo(self) -> None:
        """Make it again."""
        if self._redo_stack:
            self._undo_stack.append(self._bookmarks)
            self._show(self._redo_stack.pop())

    # notes

    def notes(self, seat: int) -> str:
        """What a seat has written down for itself."""
        return self._notes.get(seat, "")

    def set_notes(self, seat: int, text: str) -> None:
        """Keep what a seat writes down."""
        text = text[:MAX_NOTES_LENGTH]
        if text != self.notes(seat):
            self._notes[seat] = text
            self.revision += 1
            self.changed.emit()
