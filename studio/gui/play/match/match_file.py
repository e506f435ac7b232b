"""The file behind a match: saving where a person wants it, keeping it in the data folder meanwhile."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from studio.core.match import Match, Node
from studio.core.text import _
from studio.documents.keeping.matches import is_kept
from studio.documents.layout import Layout
from studio.documents.paths import matches_dir
from studio.documents.store import DocumentError, write_record
from studio.gui.play.match.controller import MatchController
from studio.gui.settings import settings
from studio.gui.widgets.saving import ask_where
from studio.opening import Opened, to_layout, to_record

WAIT = 300
"""Milliseconds in which several decisions are written as one."""


def free_path(name: str) -> Path:
    """A file for another unfinished match on the layout of that name, as lists are to show it."""
    plain = re.sub(r'[\\/:*?"<>|\x00-\x1f]+', " ", name).strip(" .")[:60] or "match"
    stem = _("{layout}, unfinished").format(layout=plain)
    number = 1
    while (
        path := matches_dir() / (f"{stem} {number}.json" if number > 1 else f"{stem}.json")
    ) in _taken or path.exists():
        number += 1
    return path


_taken: set[Path] = set()  # files of running matches that are not written yet


class Autosave(QObject):
    """Keeps a running match in the data folder after every decision, so that none is lost.

    `failed(words)` is told once, when the disk refuses.
    """

    failed = Signal(str)

    def __init__(
        self,
        layout: Layout,
        names: Sequence[str],
        kinds: Sequence[str],
        path: Path | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.layout = layout
        self.names, self.kinds = tuple(names), tuple(kinds)
        self.path = path if path is not None else free_path(layout.name or layout.game)
        _taken.add(self.path)
        self._match: Match | None = None
        self._told = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(WAIT)
        self._timer.timeout.connect(self.flush)

    def keep(self, match: Match) -> None:
        """Write the match soon."""
        self._match = match
        if not self._timer.isActive():
            self._timer.start()

    def flush(self) -> None:
        """Write now what is waiting."""
        self._timer.stop()
        match, self._match = self._match, None
        if match is None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_record(self.path, to_record(match, self.layout, self.names, self.kinds))
            if self.path not in settings().recent:
                settings().add_recent(self.path)
        except (OSError, DocumentError) as problem:
            if not self._told:
                self._told = True
                self.failed.emit(_("The match could not be kept: {reason}").format(reason=problem))

    def discard(self) -> None:
        """Forget the match: it is over, or saved elsewhere."""
        self._timer.stop()
        self._match = None
        _taken.discard(self.path)
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
        settings().forget_recent(self.path)


class MatchFile(QObject):
    """Knows whether a match would be lost, and writes it."""

    def __init__(self, controller: MatchController, opened: Opened, path: Path | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.controller = controller
        self.opened = opened
        kept = path is not None and is_kept(path)
        self.path = None if kept else path
        self.kinds = tuple(setup.kind for setup in controller.setups)
        self.autosave = Autosave(to_layout(opened), controller.names, self.kinds, path if kept else None, self)
        node = controller.match.node
        self._saved: Node | None = node if self.path is not None else None
        self._kept: Node | None = node if path is not None else None
        self._start = node

    def title(self) -> str:
        """What a tab says."""
        if self.path is not None:
            return self.path.stem
        return _("{layout} · match").format(layout=self.opened.layout.name or self.opened.game.info.name)

    def shown_path(self) -> Path | None:
        """The file a person chose, or the one in the data folder once it is there: to find the match again."""
        if self.path is not None:
            return self.path
        return self.autosave.path if self.autosave.path.is_file() else None

    def is_modified(self) -> bool:
        """Whether to ask before closing: a finished match that nobody saved, or a file that is behind.

        Unfinished matches without a file keep themselves in the data folder, and are offered again.
        """
        match = self.controller.played_match
        if self.path is not None:
            return match.node is not self._saved
        return match.is_over and bool(self.controller.humans) and match.node not in (self._saved, self._start)

    def keep(self) -> None:
        """Write the match into the data folder soon, if it has moved."""
        match = self.controller.played_match
        if match.node is not self._kept and self.controller.humans:  # bots alone would not mind
            self._kept = match.node
            self.autosave.keep(match)

    def save(self, parent: QWidget) -> bool:
        """Write to the file, asking for one when there is none. Raises `DocumentError`."""
        return self.write(self.path) if self.path is not None else self.save_as(parent)

    def save_as(self, parent: QWidget) -> bool:
        """Ask for a file and write. Raises `DocumentError`."""
        path = ask_where(parent, _("Save match"), self.title(), [(_("Matches"), ".json")], self.path)
        return path is not None and self.write(path)

    def write(self, path: Path) -> bool:
        """Write to this file from now on. Raises `DocumentError`."""
        match = self.controller.played_match
        write_record(path, to_record(match, to_layout(self.opened), self.controller.names, self.kinds))
        self.path, self._saved = path, match.node
        return True

    def close(self) -> None:
        """The page goes: keep what is unfinished, forget what is over or saved."""
        match = self.controller.played_match
        if match.is_over or self.path is not None or match.node is match.root or not self.controller.humans:
            self.autosave.discard()
        else:
            self.autosave.keep(match)
            self.autosave.flush()
