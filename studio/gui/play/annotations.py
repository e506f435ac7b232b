"""Bookmarks on positions of a match, and the private notes of each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from studio.core.match import Node
from studio.documents.store import MAX_BOOKMARKS, MAX_NOTE_LENGTH, MAX_NOTES_LENGTH, Bookmark


class PositionBookmark(NamedTuple):
    """A bookmark of a match: the index of its position from the start, the position, and its note."""

    position: int
    node: Node
    note: str


class Annotations(QObject):
    """The bookmarks and notes of a match.

    Bookmarks belong to nodes: a move that is undone and played again has its bookmark again. `revision` is another
    number after each change. Bookmarks have their own undo; notes are undone in the text field.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.revision = 0
        self.random_seating = False  # the order of the seats was random
        self._bookmarks: Mapping[Node, str] = {}
        self._notes: dict[int, str] = {}
        self._undo_stack: list[Mapping[Node, str]] = []
        self._redo_stack: list[Mapping[Node, str]] = []

    def load(self, marks: Mapping[Node, str], notes: Mapping[int, str], by_lot: bool) -> None:
        self._bookmarks, self._notes, self.random_seating = dict(marks), dict(notes), by_lot
        self.changed.emit()

    # bookmarks

    def note_at(self, node: Node) -> str | None:
        """Return the note of a position's bookmark, "" for one without; None if there is no bookmark."""
        return self._bookmarks.get(node)

    def bookmarks_on(self, line: Sequence[Node]) -> list[PositionBookmark]:
        return [
            PositionBookmark(place, node, self._bookmarks[node])
            for place, node in enumerate(line)
            if node in self._bookmarks
        ]

    def to_record(self, line: Sequence[Node]) -> tuple[Bookmark, ...]:
        return tuple(Bookmark(mark.position, mark.note) for mark in self.bookmarks_on(line))[:MAX_BOOKMARKS]

    def set_bookmark(self, node: Node, note: str) -> None:
        note = note.strip()[:MAX_NOTE_LENGTH]
        if self._bookmarks.get(node) != note:
            self._change({**self._bookmarks, node: note})

    def remove_bookmark(self, node: Node) -> None:
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
        return bool(self._undo_stack)

    @property
    def can_redo(self) -> bool:
        return bool(self._redo_stack)

    def undo(self) -> None:
        if self._undo_stack:
            self._redo_stack.append(self._bookmarks)
            self._show(self._undo_stack.pop())

    def redo(self) -> None:
        if self._redo_stack:
            self._undo_stack.append(self._bookmarks)
            self._show(self._redo_stack.pop())

    # notes

    def notes(self, seat: int) -> str:
        return self._notes.get(seat, "")

    def set_notes(self, seat: int, text: str) -> None:
        text = text[:MAX_NOTES_LENGTH]
        if text != self.notes(seat):
            self._notes[seat] = text
            self.revision += 1
            self.changed.emit()
