"""The copy of a layout's pieces that lies in the workshop: edits that can be undone, and brought into the layout."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand

from studio.core.game import Body
from studio.core.pieces import Entry, PatternRow, PieceDetail, PieceSet
from studio.core.plugin import Game
from studio.gui.undo import UndoStack, UndoStep

Edit = Callable[[Body], Body]
"""A pure edit of a body. Raises `ValueError` with a sentence when it cannot be made."""
Value = str | int | bool


class PieceState(NamedTuple):
    """The pieces as they stand, and under which key each was in the layout that they are a copy of."""

    body: Body
    pieces: PieceSet
    origins: Mapping[str, str]


class _Step(UndoStep[PieceState]):
    """From one look to another. Steps with the same `merge` that follow each other become one."""

    def __init__(
        self,
        label: str,
        edit: Edit,
        old: PieceState,
        new: PieceState,
        show: Callable[[PieceState], None],
        merge: str = "",
    ) -> None:
        super().__init__(label, old, new, show)
        self.edits = [edit]
        self.merge = merge

    def id(self) -> int:
        return 1 if self.merge else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Step) or other.merge != self.merge:
            return False
        self.edits += other.edits
        self.new = other.new
        self.setObsolete(self.new.body == self.old.body)
        return True


class PieceDraft(QObject):
    """Pieces under the hand, and which of them lies on the bench in which turn.

    Every step keeps the edit it was made by, so that all of them can be made again when the layout itself has changed.
    """

    changed = Signal()
    """The pieces are others, or the layout that they are compared with."""
    selection_changed = Signal()
    """Another piece lies on the bench, or in another turn."""
    edit_rejected = Signal(str)
    """An edit cannot be made: why not."""

    def __init__(self, game: Game, body: Body, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game = game
        self.base_body = body
        self.piece_state = _initial_state(game, body)
        self.stack = UndoStack(self)
        # after a step; while it is made the stack still has the old index
        self.stack.indexChanged.connect(self.changed)
        self.selected_key = self.pieces.entries[0].key if self.pieces.entries else ""
        self.turn = 0

    # what it is

    @property
    def body(self) -> Body:
        """The layout with the pieces as they stand."""
        return self.piece_state.body

    @property
    def pieces(self) -> PieceSet:
        """The pieces as they stand."""
        return self.piece_state.pieces

    @property
    def change_count(self) -> int:
        """How many changes are not in the layout."""
        return self.stack.index()

    @property
    def is_changed(self) -> bool:
        """Whether the pieces differ from those of the layout."""
        return self.body != self.base_body

    @property
    def pending_edits(self) -> list[Edit]:
        """The edits that are not in the layout, in their order."""
        return [edit for step in self._done_steps() for edit in step.edits]

    @property
    def selected_entry(self) -> Entry | None:
        """The entry on the bench."""
        return self.pieces.entry(self.selected_key)

    def selected_detail(self) -> PieceDetail:
        """The piece on the bench."""
        return self.game.pieces.piece_detail(self.body, self.selected_key, self.turn)

    def pattern_rows(self) -> tuple[PatternRow, ...]:
        """The patterns of the set."""
        return tuple(self.game.pieces.patterns(self.body))

    # the bench

    def select(self, piece: str, turn: int = 0) -> None:
        """Lay another piece on the bench."""
        if self.pieces.entry(piece) is not None and (piece, turn) != (self.selected_key, self.turn):
            self.selected_key, self.turn = piece, turn
            self.selection_changed.emit()

    def turn_by(self, turns: int) -> None:
        """Turn what lies on the bench; turns that look like one before are passed over."""
        looks = [turned.turn for turned in self.selected_detail().turns if turned.same_as == turned.turn]
        if self.turn in looks:
            self.select(self.selected_key, looks[(looks.index(self.turn) + turns) % len(looks)])

    # edits

    def set_field(self, key: str, value: Value, label: str, merge: str = "") -> bool:
        """Fill in a field of the layout's form; say whether that could be."""
        return self.apply_edit(label, lambda body: self.game.editing.set_field(body, -1, key, value), merge)

    def apply_edit(self, label: str, edit: Edit, merge: str = "") -> bool:
        """Make an edit, as one step; say whether it could be made. The piece that comes new lies on the bench."""
        try:
            after = edit(self.body)
        except ValueError as refusal:
            self.edit_rejected.emit(str(refusal))
            return False
        if after == self.body:
            return True
        look = self._make_state(after)
        fresh = [entry.key for entry in look.pieces.entries if self.pieces.entry(entry.key) is None]
        self.stack.push(_Step(label, edit, self.piece_state, look, self._set_state, merge))
        if fresh:
            self.select(fresh[0])
        return True

    def undo(self) -> None:
        """One step back."""
        self.stack.undo()

    def redo(self) -> None:
        """One step forward again."""
        self.stack.redo()

    def discard(self) -> None:
        """Drop all changes; they can be made again by redo."""
        self.stack.setIndex(0)

    def mark_applied(self, body: Body) -> None:
        """The changes are in the layout now, which is this."""
        self._reset(body)
        self.changed.emit()

    def retranslate(self) -> None:
        """Call the pieces as they are called in the language that is spoken now."""

        def told(look: PieceState) -> PieceState:
            return look._replace(pieces=self.game.pieces.pieces(look.body))

        self.piece_state = told(self.piece_state)
        for step in (self.stack.command(index) for index in range(self.stack.count())):
            if isinstance(step, _Step):
                step.retell()
                step.old, step.new = told(step.old), told(step.new)

    def rebase(self, body: Body) -> int:
        """Make all changes again on the layout as it is now; say how many could not be made.

        What was undone cannot be redone after it.
        """
        edits = [(step.label, step.edits, step.merge) for step in self._done_steps()]
        before, lost = self.pieces, 0
        self._reset(body)
        self.stack.blockSignals(True)
        for label, made, merge in edits:
            for edit in made:
                try:
                    after = edit(self.body)
                except ValueError:
                    lost += 1
                    continue
                if after != self.body:
                    self.stack.push(
                        _Step(label, edit, self.piece_state, self._make_state(after), self._set_state, merge)
                    )
        self.stack.blockSignals(False)
        self._keep_selection(before)
        self.changed.emit()
        return lost

    # inside

    def _done_steps(self) -> list[_Step]:
        """The steps that are not undone."""
        steps = [self.stack.command(index) for index in range(self.stack.index())]
        return [step for step in steps if isinstance(step, _Step)]  # no others are put on this stack

    def _make_state(self, body: Body) -> PieceState:
        """A body with the origins of its pieces: one that is called otherwise in the same place was renamed."""
        pieces = self.game.pieces.pieces(body)
        before = [entry.key for entry in self.pieces.entries]
        after = [entry.key for entry in pieces.entries]
        origins = {key: self.piece_state.origins[key] for key in after if key in self.piece_state.origins}
        if len(before) == len(after):
            for old, new in zip(before, after, strict=True):
                if old != new and old in self.piece_state.origins:
                    origins[new] = self.piece_state.origins[old]
        return PieceState(body, pieces, origins)

    def _set_state(self, look: PieceState) -> None:
        """A step was done, undone or redone."""
        before, self.piece_state = self.pieces, look
        self._keep_selection(before)

    def _reset(self, body: Body) -> None:
        """A layout with no changes made to it."""
        self.stack.blockSignals(True)
        self.stack.clear()
        self.stack.blockSignals(False)
        self.base_body, self.piece_state = body, _initial_state(self.game, body)

    def _keep_selection(self, before: PieceSet) -> None:
        """When the piece on the bench is gone, that which is in its place lies there."""
        if self.pieces.entry(self.selected_key) is None and self.pieces.entries:
            keys = [entry.key for entry in before.entries]
            place = keys.index(self.selected_key) if self.selected_key in keys else 0
            self.selected_key = self.pieces.entries[min(place, len(self.pieces.entries) - 1)].key
            self.turn = 0


def replay_edits(edits: Sequence[Edit], body: Body) -> Body:
    """A body after these edits, without those that cannot be made on it."""
    for edit in edits:
        with contextlib.suppress(ValueError):
            body = edit(body)
    return body


def _initial_state(game: Game, body: Body) -> PieceState:
    pieces = game.pieces.pieces(body)
    return PieceState(body, pieces, {entry.key: entry.key for entry in pieces.entries})
