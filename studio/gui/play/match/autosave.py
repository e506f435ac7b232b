"""Keeps running matches in the data folder after every decision, so that none is lost, and finds them again."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from studio.core.match import Match
from studio.core.text import _
from studio.documents.layout import Layout
from studio.documents.paths import kept_matches, matches_dir
from studio.documents.store import DocumentError, write_record
from studio.gui.settings import settings
from studio.opening import to_record

KEPT = 6
WAIT = 300
"""Milliseconds in which several decisions are written as one."""


def is_kept(path: Path) -> bool:
    """Whether a file is one of these (and so no place a person has chosen)."""
    return path.parent == matches_dir()


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
    """Writes one match. `failed(words)` is told once, when the disk refuses."""

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
            for old in kept_matches()[KEPT:]:
                old.unlink(missing_ok=True)
                settings().forget_recent(old)
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
