"""A picture on its way into a file: painted in slices of the window's loop, made into bytes and written in a thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from studio.core.patience import Patience
from studio.core.picture import Picture
from studio.core.text import _
from studio.documents.files import DocumentError, write_bytes
from studio.gui.editor.document.inquiry import Inquiry
from studio.gui.output.render import check_place, rendering
from studio.gui.style.theme import Theme
from studio.gui.widgets import Toast
from studio.gui.widgets.dialogs import show_document_error
from studio.gui.widgets.saving import ask_where

PICTURES = (("PNG", ".png"), ("SVG", ".svg"), ("PDF", ".pdf"))
EXPORT_WIDTH = 2400
HOUR = 3600.0
SLICE = 0.012
"""Seconds of painting between two looks at what else the window has to do."""


class Export(QObject):
    """Writes one picture, whole or not at all. `ended(error)` comes once: a `DocumentError`, or None if all is well."""

    ended = Signal(object)

    def __init__(self, picture: Picture, path: Path, width: int, theme: Theme, parent: QObject | None = None) -> None:
        """`width` is in pixels. Raises `DocumentError` when nothing can be written there."""
        super().__init__(parent)
        check_place(path)
        self._path = path
        self._steps = rendering(picture, path.suffix.lower(), width, theme)
        self._writing: Inquiry[Callable[[], bytes], DocumentError | None] = Inquiry(self._write, "pictures", self)
        self._writing.answered.connect(self._end)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._paint)
        self._timer.start(0)

    def cancel(self) -> None:
        """Leave no file, and say nothing more."""
        self._timer.stop()
        self._steps.close()
        self._writing.close()

    def _paint(self) -> None:
        until = time.perf_counter() + SLICE
        try:
            next(self._steps)
            while time.perf_counter() < until:
                next(self._steps)
        except StopIteration as end:
            self._timer.stop()
            self._writing.ask(end.value, at_once=True)
        except DocumentError as error:
            self._end(error)

    def _write(self, make: Callable[[], bytes], patience: Patience) -> DocumentError | None:
        """In the thread: make the bytes, which takes longest, and write them unless nobody wants them any more."""
        try:
            data = make()
            patience.look()
            write_bytes(self._path, data)
        except DocumentError as error:
            return error
        return None

    def _end(self, error: DocumentError | None) -> None:
        self._timer.stop()
        self.ended.emit(error)


class Exports(QObject):
    """The pictures of a page that are on their way into files: asks where, tells how far, offers to cancel.

    `written(words)` tells of each that is there.
    """

    written = Signal(str)

    def __init__(self, page: QWidget, view: QWidget) -> None:
        """What is said while one is painted lies over `view`."""
        super().__init__(page)
        self._page, self._view = page, view
        self._running: set[Export] = set()

    def ask(self, picture: Picture, title: str, theme: Theme) -> None:
        """Ask for a file, named after `title`, and have the picture written there."""
        path = ask_where(self._page, _("Export a picture"), title, PICTURES)
        if path is None:
            return
        try:
            export = Export(picture, path, EXPORT_WIDTH, theme, self)
        except DocumentError as error:
            self._fail(error)
            return
        self._running.add(export)
        words = _("Painting {name} …").format(name=path.name)
        cancel = partial(self._cancel, export)
        toast = Toast.say(self._page, words, label=_("Cancel"), act=cancel, seconds=HOUR, over=self._view)
        export.ended.connect(toast.dismiss)
        export.ended.connect(partial(self._ended, export, path))

    def cancel(self) -> None:
        """Leave all files unwritten that are not there yet."""
        for export in tuple(self._running):
            self._drop(export)

    def _cancel(self, export: Export) -> None:
        self._drop(export)
        self.written.emit(_("The picture was not written."))

    def _drop(self, export: Export) -> None:
        self._running.discard(export)
        export.cancel()
        export.deleteLater()

    def _ended(self, export: Export, path: Path, error: DocumentError | None) -> None:
        self._drop(export)
        if error is None:
            self.written.emit(_("Picture written to {name}").format(name=path.name))
        else:
            self._fail(error)

    def _fail(self, error: DocumentError) -> None:
        show_document_error(self._page, error, _("The picture could not be written"))
