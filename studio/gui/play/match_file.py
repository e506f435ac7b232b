"""The file of a match: saving, and autosave in the data folder."""

from __future__ import annotations

from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from studio.core.match import Node
from studio.core.text import _, translated_name
from studio.documents.autosave import AutosaveFile, TurnInfo, new_match_file
from studio.documents.files import MATCH_SUFFIX, base_name
from studio.documents.schema import Unknown, is_relative, relocate_reference
from studio.documents.store import Record, save_with_backup
from studio.gui.autosave import AutosaveData, Autosaver
from studio.gui.play.controller import MatchController
from studio.gui.play.status import MatchSnapshot
from studio.gui.widgets.dialogs import ask_save_path
from studio.services.loading import LoadedLayout, bookmarked_nodes, record_warning, to_layout, to_record

AUTOSAVE_DELAY_MS = 700  # after the last key in the notes


class MatchFile(QObject):
    """Saves a match and knows whether closing would lose anything.

    Without a file chosen by the user, a match is autosaved permanently in `matches` in the data folder; with one,
    unsaved moves are autosaved next to it until it is saved.
    """

    def __init__(
        self,
        controller: MatchController,
        opened: LoadedLayout,
        path: Path | None,
        parent: QWidget,
        side: AutosaveFile | None = None,
        unsaved: int = 0,
    ) -> None:
        super().__init__(parent)
        self.controller = controller
        self.opened = opened
        self.path = path
        self._layout = to_layout(opened)
        self._schema = ""
        self._unknown: tuple[Unknown, ...] = ()
        self.load_message = ""  # warning about the file that was read, shown once
        self._kinds = tuple(setup.kind for setup in controller.setups)
        self.autosaver = Autosaver(side or (AutosaveFile() if path is not None else new_match_file()), self)
        node = controller.match.node
        # position and revision of the annotations when they were saved last; None: must be saved
        self._saved: tuple[Node, int] | None = None if unsaved else self._edition
        self._autosaved = self._saved
        self._saved_depth = node.depth - unsaved
        controller.changed.connect(self._on_match_changed)
        self._autosave_timer = QTimer(self, singleShot=True, interval=AUTOSAVE_DELAY_MS)
        self._autosave_timer.timeout.connect(self.autosave)
        controller.annotations.changed.connect(self._autosave_timer.start)

    def _on_match_changed(self, before: MatchSnapshot, after: MatchSnapshot) -> None:
        if before.node is not after.node:
            self.autosave()

    def load_record_data(self, record: Record) -> None:
        """Take over what else the record holds, including fields that this version does not know."""
        self._schema, self._unknown = record.schema, record.unknown
        notes = {seat: entry.notes for seat, entry in enumerate(record.seats)}
        self.controller.annotations.load(bookmarked_nodes(record, self.controller.played_match), notes, record.by_lot)
        self.load_message = record_warning(record, self.opened)

    def record(self, path: Path | None = None) -> Record:
        """The match as saved at `path`; None: in the data folder only."""
        match = self.controller.played_match
        margin = self.controller.annotations
        record = to_record(match, self._layout, self.controller.names, self._kinds)
        colors = [setup.color for setup in self.controller.setups]
        seats = tuple(
            msgspec.structs.replace(entry, color=colors[seat], notes=margin.notes(seat))
            for seat, entry in enumerate(record.seats)
        )
        record = msgspec.structs.replace(
            record, seats=seats, by_lot=margin.random_seating, bookmarks=margin.to_record(match.line())
        )
        schema = self._schema
        if is_relative(schema):
            schema = relocate_reference(schema, self.path, path) if self.path is not None and path is not None else ""
        return msgspec.structs.replace(record, schema=schema, unknown=self._unknown)

    def title(self) -> str:
        if self.path is not None:
            return base_name(self.path)
        return _("{layout} · match").format(layout=self._layout_name())

    def _layout_name(self) -> str:
        return translated_name(self.opened.layout.name) or self.opened.game.info.name

    def shown_path(self) -> Path | None:
        """The user's file, or the one in the data folder once it is written."""
        if self.path is not None:
            return self.path
        return self.autosaver.file.path if self.autosaver.file.is_written else None

    def is_modified(self) -> bool:
        """Whether to ask before closing: the file is out of date, or autosave fails."""
        if self.path is None and not self.autosaver.is_failing:
            return False
        return self._edition != self._saved

    @property
    def _edition(self) -> tuple[Node, int]:
        return self.controller.played_match.node, self.controller.annotations.revision

    def changes(self) -> int:
        """Return how many decisions the match is away from the saved state, or from how it was opened."""
        return abs(self.controller.played_match.node.depth - self._saved_depth)

    def mark_unsaved(self) -> None:
        """Forget that the match was saved, because its file has changed or gone."""
        self._saved = self._autosaved = None
        self.autosave()

    def autosave(self) -> None:
        """Write the match to the data folder now, if it has changed."""
        node, revision = edition = self._edition
        if edition == self._autosaved or not (self.controller.humans or revision):  # bots only: not saved
            return
        self._autosaved = edition
        if self.path is not None and edition == self._saved:
            self.autosaver.discard()
            return
        record = self.record(self.path)
        saved = AutosaveData(record, self.path, max(self.changes(), 1), self._turn_info(node))
        self.autosaver.save_now(lambda: saved)

    def _turn_info(self, node: Node) -> TurnInfo:
        state, match = node.state, self.controller.played_match
        seat = state.to_move
        name = self.controller.names[seat] if seat >= 0 else ""
        return TurnInfo(match.game.text.turn_title(state), max(seat, -1), name)

    def close_message(self) -> str:
        """Return where to find the match again, shown when the tab is closed."""
        self.autosave()
        self.autosaver.flush()
        if self.path is not None or not self.autosaver.file.is_written:
            return ""
        text = _("“{name}” is finished and stays under “Recent” on the start page.")
        if not self.controller.played_match.is_over:
            text = _("“{name}” is saved. Continue it under “Recent” on the start page.")
        return text.format(name=self._layout_name())

    def save(self, parent: QWidget) -> bool:
        """Write to the file, asking for one if there is none. Raises `DocumentError`."""
        return self.write(self.path) if self.path is not None else self.save_as(parent)

    def save_as(self, parent: QWidget) -> bool:
        path = ask_save_path(parent, _("Save match"), self.title(), [(_("Matches"), MATCH_SUFFIX)], self.path)
        return path is not None and self.write(path)

    def write(self, path: Path) -> bool:
        """Write to this file from now on. Raises `DocumentError`."""
        record = self.record(path)
        save_with_backup(path, record)
        self._schema = record.schema
        self.path, self._saved_depth = path, self.controller.played_match.node.depth
        self._saved = self._autosaved = self._edition
        self.autosaver.change_file(AutosaveFile())
        return True

    def close(self) -> None:
        """End autosaving without asking; a match without a file of its own stays in the data folder."""
        match = self.controller.played_match
        self._autosave_timer.stop()
        if self.path is not None or (match.node is match.root and not self.controller.annotations.revision):
            self.autosaver.discard()
        else:
            self.autosave()
            self.autosaver.flush()
        self.autosaver.close()


class NullMatchFile(MatchFile):
    """Saves nothing."""

    def autosave(self) -> None:
        """Save nothing."""

    def is_modified(self) -> bool:
        return False

    def close_message(self) -> str:
        return ""
