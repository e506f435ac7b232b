"""The editor's copy of a layout's pieces, with undoable edits."""

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

Edit = Callable[[Body], Body]  # a pure edit of a body. Raises `ValueError` with a message if it is impossible.
Value = str | int | bool


class PieceState(NamedTuple):
    """The pieces, and for each its key in the layout that they are a copy of."""

    body: Body
    pieces: PieceSet
    origins: Mapping[str, str]


class _Step(UndoStep[PieceState]):
    edits: list[Edit]

    def mergeWith(self, other: QUndoCommand) -> bool:
        is_merged = super().mergeWith(other)
        if is_merged and isinstance(other, _Step):
            self.edits += other.edits
        return is_merged


class PieceDraft(QObject):
    """A copy of the pieces, the selected one and its rotation. Steps keep their edits, to repeat them."""

    changed = Signal()  # the pieces have changed, or the layout that they are compared with
    selection_changed = Signal()  # another piece or another rotation is selected
    edit_rejected = Signal(str)  # an edit is impossible; carries the reason

    def __init__(self, game: Game, body: Body, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game = game
        self.base_body = body
        self.piece_state = _initial_state(game, body)
        self.stack = UndoStack(self)
        # not emitted by the step itself, during which the stack still has the old index
        self.stack.indexChanged.connect(self.changed)
        self.selected_key = self.pieces.entries[0].key if self.pieces.entries else ""
        self.turn = 0

    @property
    def body(self) -> Body:
        return self.piece_state.body

    @property
    def pieces(self) -> PieceSet:
        return self.piece_state.pieces

    @property
    def change_count(self) -> int:
        """Number of pieces that differ from those of the layout; at least one if anything differs."""
        if not self.is_changed:
            return 0
        origins, entries = self.piece_state.origins, self.pieces.entries
        copies = {origins[entry.key]: entry for entry in entries if entry.key in origins}
        before = self.game.pieces.pieces(self.base_body).entries
        return max(1, len(entries) - len(copies) + sum(copies.get(entry.key) != entry for entry in before))

    @property
    def is_changed(self) -> bool:
        return self.body != self.base_body

    @property
    def pending_edits(self) -> list[Edit]:
        """Edits that are not in the layout, in order."""
        return [edit for step in self._done_steps() for edit in step.edits]

    @property
    def selected_entry(self) -> Entry | None:
        return self.pieces.entry(self.selected_key)

    def selected_detail(self) -> PieceDetail:
        return self.game.pieces.piece_detail(self.body, self.selected_key, self.turn)

    def pattern_rows(self) -> tuple[PatternRow, ...]:
        return tuple(self.game.pieces.patterns(self.body))

    def select(self, piece: str, turn: int = 0) -> None:
        if self.pieces.entry(piece) is not None and (piece, turn) != (self.selected_key, self.turn):
            self.selected_key, self.turn = piece, turn
            self.selection_changed.emit()

    def turn_by(self, turns: int) -> None:
        """Rotate the selected piece; rotations that look like an earlier one are skipped."""
        looks = [turned.turn for turned in self.selected_detail().turns if turned.same_as == turned.turn]
        if self.turn in looks:
            self.select(self.selected_key, looks[(looks.index(self.turn) + turns) % len(looks)])

    def set_field(self, key: str, value: Value, label: str, merge: str = "") -> bool:
        """Set a field of the layout's form; return whether that was possible."""
        return self.apply_edit(label, lambda body: self.game.editing.set_field(body, -1, key, value), merge)

    def apply_edit(self, label: str, edit: Edit, merge: str = "") -> bool:
        """Make an edit as one step and select a new piece; return whether that was possible."""
        try:
            after = edit(self.body)
        except ValueError as refusal:
            self.edit_rejected.emit(str(refusal))
            return False
        if after == self.body:
            return True
        before = self.pieces
        self._push_step(label, edit, after, merge)
        fresh = [entry.key for entry in self.pieces.entries if before.entry(entry.key) is None]
        if fresh:
            self.select(fresh[0])
        return True

    def reset(self, body: Body) -> None:
        """Start again from this layout, without changes."""
        self._reset(body)
        self.changed.emit()

    def update_language(self) -> None:
        """Translate the names of the pieces and the labels of the steps into the current language."""

        def update(state: PieceState) -> PieceState:
            return state._replace(pieces=self.game.pieces.pieces(state.body))

        self.piece_state = update(self.piece_state)
        self.stack.retranslate()
        for step in (self.stack.command(index) for index in range(self.stack.count())):
            if isinstance(step, _Step):
                step.old, step.new = update(step.old), update(step.new)

    def rebase(self, body: Body) -> int:
        """Repeat all changes on the current layout, without those undone; return how many were impossible."""
        steps = [(step.label, step.edits, str(step.key or "")) for step in self._done_steps()]
        before, lost = self.pieces, 0
        self._reset(body)
        self.stack.blockSignals(True)
        for label, edits, merge in steps:
            for edit in edits:
                try:
                    after = edit(self.body)
                except ValueError:
                    lost += 1
                    continue
                if after != self.body:
                    self._push_step(label, edit, after, merge)
        self.stack.blockSignals(False)
        self._keep_selection(before)
        self.changed.emit()
        return lost

    def _push_step(self, label: str, edit: Edit, after: Body, merge: str) -> None:
        step = _Step(label, self.piece_state, self._make_state(after), self._set_state, merge)
        step.edits = [edit]
        self.stack.push(step)

    def _done_steps(self) -> list[_Step]:
        """The steps that are not undone."""
        steps = [self.stack.command(index) for index in range(self.stack.index())]
        return [step for step in steps if isinstance(step, _Step)]  # no others are put on this stack

    def _make_state(self, body: Body) -> PieceState:
        """Track the origins of pieces: one with another key in the same position was renamed."""
        pieces = self.game.pieces.pieces(body)
        before = [entry.key for entry in self.pieces.entries]
        after = [entry.key for entry in pieces.entries]
        origins = {key: self.piece_state.origins[key] for key in after if key in self.piece_state.origins}
        if len(before) == len(after):
            for old, new in zip(before, after, strict=True):
                if old != new and old in self.piece_state.origins:
                    origins[new] = self.piece_state.origins[old]
        return PieceState(body, pieces, origins)

    def _set_state(self, state: PieceState) -> None:
        before, self.piece_state = self.pieces, state
        self._keep_selection(before)

    def _reset(self, body: Body) -> None:
        """Start again from a body without changes."""
        self.stack.blockSignals(True)
        self.stack.clear()
        self.stack.blockSignals(False)
        self.base_body, self.piece_state = body, _initial_state(self.game, body)

    def _keep_selection(self, before: PieceSet) -> None:
        """If the selected piece is gone, select the one in its position."""
        if self.pieces.entry(self.selected_key) is None and self.pieces.entries:
            keys = [entry.key for entry in before.entries]
            place = keys.index(self.selected_key) if self.selected_key in keys else 0
            self.selected_key = self.pieces.entries[min(place, len(self.pieces.entries) - 1)].key
            self.turn = 0


def replay_edits(edits: Sequence[Edit], body: Body) -> Body:
    """Apply edits to a body, skipping those that are impossible."""
    for edit in edits:
        with contextlib.suppress(ValueError):
            body = edit(body)
    return body


def _initial_state(game: Game, body: Body) -> PieceState:
    pieces = game.pieces.pieces(body)
    return PieceState(body, pieces, {entry.key: entry.key for entry in pieces.entries})
