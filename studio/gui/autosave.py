"""Keeps an open document in the data folder while it changes: in a thread, so that no hand waits for the disk."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from studio.core.text import _
from studio.documents.autosave import SideFile, Standing

if TYPE_CHECKING:
    from studio.documents.store import Layout, Record

_log = logging.getLogger(__name__)

WAIT = 1000
"""Milliseconds from a change until it is written, while it and those after it need not be written at once."""


class Kept(NamedTuple):
    """What is to be written: the document, its file, changes since that was written, and how a match stands."""

    document: Layout | Record
    source: Path | None = None
    changes: int = 0
    standing: Standing | None = None


@cache
def _writer() -> ThreadPoolExecutor:
    """The one thread that writes. At the program's end it writes what it was given."""
    return ThreadPoolExecutor(1, "keeping")


class Keeper(QObject):
    """Writes one document into its side file. What is given to be written is worked out in the thread.

    `failed(words)` is told once, when the disk refuses, and again when it has obeyed in between.
    """

    failed = Signal(str)
    _answered = Signal(str)

    def __init__(self, side: SideFile, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.side = side
        self.is_failing = False
        self._writing: Future[bool] | None = None
        self._waiting: Callable[[], Kept] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(WAIT)
        self._timer.timeout.connect(self._write)
        self._answered.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def keep_soon(self, content: Callable[[], Kept]) -> None:
        """Write this within `WAIT`; what was given before and has not been written is not wanted any more."""
        self._waiting = content
        if not self._timer.isActive():
            self._timer.start()

    def keep(self, content: Callable[[], Kept]) -> None:
        """Write this at once. It waits for the writing before it: no more than one document is ever behind."""
        self._waiting = content
        self._write()

    def flush(self) -> bool:
        """Write what is waiting, and say whether it lies on the disk now."""
        if self._waiting is not None:
            self._write()
        return self._wait()

    def discard(self) -> None:
        """Remove the side file: what it holds is saved elsewhere, or not wanted."""
        self._drop()
        self.side.discard()

    def change_side(self, side: SideFile) -> None:
        """Write into another side file from now on; the one before is removed."""
        self.discard()
        self.side = side

    def close(self) -> None:
        """Write nothing more, and leave what there is to whoever comes next."""
        self._drop()
        self.side.close()

    def _drop(self) -> None:
        self._timer.stop()
        self._waiting = None
        self._wait()

    def _wait(self) -> bool:
        """Let the last writing end; whether it went well."""
        return self._writing is None or self._writing.result()

    def _write(self) -> None:
        self._timer.stop()
        content, self._waiting = self._waiting, None
        if content is not None:
            self._wait()
            self._writing = _writer().submit(self._work, content, self.side)

    def _work(self, content: Callable[[], Kept], side: SideFile) -> bool:
        """In the thread: write, and tell the window's thread how it went."""
        from studio.documents.files import DocumentError

        words = ""
        try:
            side.keep(*content())
        except DocumentError as problem:
            words = _("The changes could not be kept: {reason}").format(reason=problem)
        except Exception:  # a mistake of ours: it must not keep other documents from being written
            _log.exception("a document could not be kept")
            words = _("The changes could not be kept: an error in the program")
        with contextlib.suppress(RuntimeError):  # the page may be gone
            self._answered.emit(words)
        return not words

    def _take(self, words: str) -> None:
        tell = bool(words) and not self.is_failing
        self.is_failing = bool(words)
        if tell:
            self.failed.emit(words)
