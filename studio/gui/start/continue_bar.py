"""The first item of the start page: the last unfinished match, and a button that opens it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal

from studio.core.text import _, join_clauses
from studio.documents.autosave import list_stored_matches
from studio.gui.output.thumbnails import display_name, document_info
from studio.gui.start.captions import GameEmblem, status_text
from studio.gui.widgets import CardFrame, Elided, PlainButton, hbox, title_label


class ContinueBar(CardFrame):
    """Hidden without an unfinished match. `chosen` carries the file of the match."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.path: Path | None = None
        self.emblem, self.details = GameEmblem(px=30), Elided("", "second", 14)
        self.button = PlainButton(_("Continue"), "play", act=lambda: self.chosen.emit(self.path))
        title = title_label(_("Unfinished match"), 19)
        hbox(self.emblem, title, (self.details, 1), self.button, parent=self, spacing=10, margins=(13, 7, 13, 8))
        self.hide()

    def refresh(self) -> None:
        """Offer the unfinished match that was changed last."""
        unfinished = [match for match in list_stored_matches() if not match.is_finished]
        match = next((match for match in unfinished if document_info(match.path).is_match), None)
        self.setVisible(match is not None)
        if match is not None:
            self.path, self.emblem.slug = match.path, document_info(match.path).game
            self.emblem.update()
            self.details.set_text(join_clauses([display_name(match.path), status_text(match.turn_info)]))
            self.button.setAccessibleDescription(self.details.full_text())
