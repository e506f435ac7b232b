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
from studio.documents.autosave import AutosaveFile, TurnInfo

if TYPE_CHECKING:
    from studio.documents.files import WatchedFile
    from studio.documents.store import Layout, Record

_log = logging.getLogger(__name__)

AUTOSAVE_DELAY_MS = 1000  # time from a change to its scheduled write, in milliseconds
RETRY_MS = 2000  # time from a failed write to the next attempt


class AutosaveData(NamedTuple):
    """Data to write: the document, its file, changes since the last save, and the state of a match."""

    document: Layout | Record
    source: Path | None = None
    changes: int = 0
    turn_info: TurnInfo | None = None


@cache
def _write_executor() -> ThreadPoolExecutor:
    """The single writing thread. Pending writes are finished when the program ends."""
    return ThreadPoolExecutor(1, "keeping")


class Autosaver(QObject):
    """Writes one document into its side file. The data are computed on the writing thread.

    `failed(message)` is emitted at the first failed write, and again only after a write has succeeded. A write that the
    disk rejected is repeated. `watched` is the source file, whose known state is stored too.
    """

    failed = Signal(str)
    _write_finished = Signal(str)

    def __init__(self, side: AutosaveFile, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.file = side
        self.is_failing = False
        self._running_write: Future[bool] | None = None
        self._pending: Callable[[], AutosaveData] | None = None
        self._rejected: Callable[[], AutosaveData] | None = None  # content that the disk did not take
        self.watched: WatchedFile | None = None
        self._timer = QTimer(self, singleShot=True, interval=AUTOSAVE_DELAY_MS)
        self._timer.timeout.connect(self._write)
        self._retry_timer = QTimer(self, singleShot=True, interval=RETRY_MS)
        self._retry_timer.timeout.connect(self._retry)
        self._write_finished.connect(self._on_write_finished, Qt.ConnectionType.QueuedConnection)

    def schedule_save(self, content: Callable[[], AutosaveData]) -> None:
        """Write this after `AUTOSAVE_DELAY_MS`, in place of a scheduled write."""
        self._pending = content
        if not self._timer.isActive():
            self._timer.start()

    def save_now(self, content: Callable[[], AutosaveData]) -> None:
        """Write this at once, after the running write has finished."""
        self._pending = content
        self._write()

    def flush(self) -> bool:
        """Write the scheduled or rejected data now and return whether the last write succeeded."""
        self._pending = self._pending or self._rejected
        self._write()
        return self._wait_for_write()

    def discard(self) -> None:
        """Remove the side file."""
        self._cancel_pending()
        self.file.discard()

    def change_file(self, side: AutosaveFile) -> None:
        """Remove the side file and use another one."""
        self.discard()
        self.file = side

    def close(self) -> None:
        """Stop writing and keep the side file."""
        self._cancel_pending()
        self.file.close()

    def _cancel_pending(self) -> None:
        self._timer.stop()
        self._pending = None
        self._wait_for_write()
        self._rejected = None

    def _wait_for_write(self) -> bool:
        """Wait for the running write and return whether the last write succeeded."""
        return self._running_write is None or self._running_write.result()

    def _write(self) -> None:
        self._timer.stop()
        content, self._pending = self._pending, None
        if content is not None:
            self._wait_for_write()
            self._rejected = None
            self._running_write = _write_executor().submit(self._write_in_thread, content, self.file)

    def _write_in_thread(self, content: Callable[[], AutosaveData], side: AutosaveFile) -> bool:
        """On the worker thread: write, and report the result to the GUI thread."""
        from studio.documents.files import DocumentError

        text = ""
        try:
            side.write(*content(), origin=self.watched.known if self.watched else None)
        except DocumentError as problem:
            self._rejected = content
            text = _("Autosave failed: {reason}").format(reason=problem)
        except Exception:  # a bug must not prevent other documents from being written
            _log.exception("a document could not be kept")
            text = _("Autosave failed: internal error")
        with contextlib.suppress(RuntimeError):  # the page may be gone
            self._write_finished.emit(text)
        return not text

    def _on_write_finished(self, words: str) -> None:
        is_new_failure = bool(words) and not self.is_failing
        self.is_failing = bool(words)
        if self._rejected is not None:
            self._retry_timer.start()
        if is_new_failure:
            self.failed.emit(words)

    def _retry(self) -> None:
        if self._rejected is not None and self._pending is None:
            self.save_now(self._rejected)
