"""The file behind a match: saving where a person wants it, keeping it in the data folder meanwhile."""

from __future__ import annotations

from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from studio.core.match import Node
from studio.core.text import _, called
from studio.documents.autosave import SideFile, Standing, new_match
from studio.documents.files import MATCH_ENDING, bare_name
from studio.documents.schema import Unknown, is_relative, moved
from studio.documents.store import Record, save
from studio.gui.autosave import Keeper, Kept
from studio.gui.play.controller import MatchController
from studio.gui.widgets.dialogs import ask_where
from studio.services.loading import Opened, marked, record_remark, to_layout, to_record

WAIT = 700
"""Milliseconds without a letter after which notes are kept."""


class MatchFile(QObject):
    """Knows where a match is written and whether it would be lost.

    Without a file of a person's choice a match keeps itself among the `matches` of the data folder, for ever; with
    one, what has been played since it was saved is kept beside it until it is saved too.
    """

    def __init__(
        self,
        controller: MatchController,
        opened: Opened,
        path: Path | None,
        parent: QWidget,
        side: SideFile | None = None,
        unsaved: int = 0,
    ) -> None:
        super().__init__(parent)
        self.controller = controller
        self.opened = opened
        self.path = path
        self._layout = to_layout(opened)
        self._schema = ""
        self._unknown: tuple[Unknown, ...] = ()
        self.remark = ""
        """What is to be said of the file that was read, once."""
        self._kinds = tuple(setup.kind for setup in controller.setups)
        self.keeper = Keeper(side or (SideFile() if path is not None else new_match()), self)
        node = controller.match.node
        self._saved: Node | None = node if not unsaved else None
        self._saved_edition = controller.margin.edition
        self._saved_depth = node.depth - unsaved
        self._kept: Node | None = self._saved
        self._kept_edition = self._saved_edition
        controller.moved.connect(self.keep)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(WAIT)
        self._rest.timeout.connect(self.keep)
        controller.margin.changed.connect(self.keep_soon)

    def came_from(self, record: Record) -> None:
        """Take over what else the file holds that the match was read from, whether this program knows it or not."""
        self._schema, self._unknown = record.schema, record.unknown
        notes = {seat: entry.notes for seat, entry in enumerate(record.seats)}
        self.controller.margin.load(marked(record, self.controller.played_match), notes, record.by_lot)
        self.remark = record_remark(record, self.opened)

    def _record(self, path: Path | None) -> Record:
        """The match as a file at `path` is to hold it; None: in the data folder alone."""
        match = self.controller.played_match
        margin = self.controller.margin
        record = to_record(match, self._layout, self.controller.names, self._kinds)
        colors = [setup.color for setup in self.controller.setups]
        seats = tuple(
            msgspec.structs.replace(entry, color=colors[seat], notes=margin.notes(seat))
            for seat, entry in enumerate(record.seats)
        )
        record = msgspec.structs.replace(
            record, seats=seats, by_lot=margin.by_lot, bookmarks=margin.bookmarks(match.line())
        )
        schema = self._schema
        if is_relative(schema):
            schema = moved(schema, self.path, path) if self.path is not None and path is not None else ""
        return msgspec.structs.replace(record, schema=schema, unknown=self._unknown)

    def title(self) -> str:
        """What a tab says."""
        if self.path is not None:
            return bare_name(self.path)
        return _("{layout} · match").format(layout=self._layout_name())

    def _layout_name(self) -> str:
        """What the layout is called: one that came with the program in the language that is spoken."""
        return called(self.opened.layout.name) or self.opened.game.info.name

    def shown_path(self) -> Path | None:
        """The file a person chose, or the one in the data folder once it is there: to find the match again."""
        if self.path is not None:
            return self.path
        return self.keeper.side.path if self.keeper.side.is_kept else None

    def is_modified(self) -> bool:
        """Whether to ask before closing: a file that is behind, or a match that cannot keep itself."""
        if self.path is None and not self.keeper.is_failing:
            return False
        return not self._is_saved(self.controller.played_match.node)

    def _is_saved(self, node: Node) -> bool:
        return node is self._saved and self.controller.margin.edition == self._saved_edition

    def changes(self) -> int:
        """How many decisions the match is away from what was saved, or from how it was opened."""
        return abs(self.controller.played_match.node.depth - self._saved_depth)

    def part(self) -> None:
        """The file no longer holds what was saved: closing would lose the match."""
        self._saved = self._kept = None
        self.keep()

    def keep_soon(self) -> None:
        """Write what was noted beside the match, once the hand rests."""
        self._rest.start()

    def keep(self) -> None:
        """Write the match into the data folder now, if it has moved."""
        match = self.controller.played_match
        node = match.node
        edition = self.controller.margin.edition
        is_kept = node is self._kept and edition == self._kept_edition
        if is_kept or not (self.controller.humans or edition):  # bots alone would not mind
            return
        self._kept, self._kept_edition = node, edition
        if self.path is not None and self._is_saved(node):
            self.keeper.discard()
            return
        record = self._record(self.path)
        kept = Kept(record, self.path, max(self.changes(), 1), self._standing(node))
        self.keeper.keep(lambda: kept)

    def _standing(self, node: Node) -> Standing:
        state, match = node.state, self.controller.played_match
        seat = state.to_move
        name = self.controller.names[seat] if seat >= 0 else ""
        return Standing(match.game.turn(state), max(seat, -1), name)

    def farewell(self) -> str:
        """What to tell when the tab is closed: where the match is found again."""
        self.keep()
        self.keeper.flush()
        if self.path is not None or not self.keeper.side.is_kept:
            return ""
        words = _("“{name}” is over and stays under “Recent” on the start page.")
        if not self.controller.played_match.is_over:
            words = _("“{name}” is kept: go on with it under “Recent” on the start page.")
        return words.format(name=self._layout_name())

    def save(self, parent: QWidget) -> bool:
        """Write to the file, asking for one when there is none. Raises `DocumentError`."""
        return self.write(self.path) if self.path is not None else self.save_as(parent)

    def save_as(self, parent: QWidget) -> bool:
        """Ask for a file and write. Raises `DocumentError`."""
        path = ask_where(parent, _("Save match"), self.title(), [(_("Matches"), MATCH_ENDING)], self.path)
        return path is not None and self.write(path)

    def write(self, path: Path) -> bool:
        """Write to this file from now on. Raises `DocumentError`."""
        match = self.controller.played_match
        record = self._record(path)
        save(path, record)
        self._schema = record.schema
        self.path, self._saved, self._saved_depth = path, match.node, match.node.depth
        self._kept = match.node
        self._saved_edition = self._kept_edition = self.controller.margin.edition
        self.keeper.change_side(SideFile())
        return True

    def close(self) -> None:
        """The page goes, and nothing more is to be asked: a match without a file of its own stays kept."""
        match = self.controller.played_match
        self._rest.stop()
        if self.path is not None or (match.node is match.root and not self.controller.margin.edition):
            self.keeper.discard()
        else:
            self.keep()
            self.keeper.flush()
        self.keeper.close()
