"""A board on its way into files: painted in slices of the window's loop, made into bytes and written in a thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from studio.core.cancellation import Patience
from studio.core.picture import Picture
from studio.core.text import _
from studio.documents.files import DocumentError, write_bytes
from studio.drawing.survey import laid_over
from studio.gui.inquiry import Inquiry
from studio.gui.output.render import check_place, rendering
from studio.gui.style.theme import Theme
from studio.gui.widgets import Toast
from studio.gui.widgets.dialogs import show_document_error
from studio.gui.widgets.saving import ask_where

if TYPE_CHECKING:
    from studio.gui.editor.picture_choices import PictureChoice
    from studio.opening import Opened

Write = Callable[[Patience], None]
Steps = Generator[None, None, Write]
MAPS = (("Tiled", ".tmj"),)
PICTURES = (("PNG", ".png"), ("SVG", ".svg"), ("PDF", ".pdf"))
EXPORT_WIDTH = 2400
HOUR = 3600.0
SLICE = 0.012
"""Seconds of painting between two looks at what else the window has to do."""


class Export(QObject):
    """Writes one thing. `ended(error)` comes once: a `DocumentError`, or None if all is well.

    Its steps paint, and end in what makes the bytes and writes them, which looks at its patience before it writes.
    """

    ended = Signal(object)

    def __init__(self, steps: Steps, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps = steps
        self._writing: Inquiry[Write, DocumentError | None] = Inquiry(_write, "pictures", self)
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

    def _end(self, error: DocumentError | None) -> None:
        self._timer.stop()
        self.ended.emit(error)


def _write(write: Write, patience: Patience) -> DocumentError | None:
    """In the thread: write, unless nobody wants it any more."""
    try:
        write(patience)
    except DocumentError as error:
        return error
    return None


def _picture_steps(picture: Picture, path: Path, choice: PictureChoice) -> Steps:
    """A picture, whole or not at all."""
    make = yield from rendering(picture, path.suffix.lower(), choice.width, choice.theme, choice.dpi)

    def write(patience: Patience) -> None:
        data = make()  # takes longest
        patience.look()
        write_bytes(path, data)

    return write


def _map_steps(opened: Opened, path: Path, theme: Theme) -> Steps:
    """A map of Tiled with what belongs to it beside it."""
    from studio.gui.output.tiled import tiled_steps

    make = yield from tiled_steps(opened, path.parent, path.stem, theme)

    def write(patience: Patience) -> None:
        patience.look()
        make()

    return write


class Exports(QObject):
    """The pictures and maps of a page that are on their way into files: asks where, tells how far, offers to cancel.

    `written(words)` tells of each that is there.
    """

    written = Signal(str)

    def __init__(self, page: QWidget, view: QWidget) -> None:
        """What is said while one is painted lies over `view`."""
        super().__init__(page)
        self._page, self._view = page, view
        self._running: set[Export] = set()

    def ask(
        self,
        picture: Picture,
        title: str,
        theme: Theme,
        side: float,
        overlays: Sequence[Picture] = (),
        noted: Picture | None = None,
    ) -> None:
        """Ask how and for a file, named after `title`, and have the picture written there.

        `side` is how many millimetres a side of a tile is, `overlays` what lies over the board on the screen, `noted`
        the board with its notes, where there are any.
        """
        from studio.gui.editor.picture_choices import choose_picture

        left, top, right, foot = picture.bounds
        units = (right - left, foot - top)
        choice = choose_picture(self._page, theme, units, side, EXPORT_WIDTH, bool(overlays), noted is not None)
        if choice is None:
            return
        kinds = sorted(PICTURES, key=lambda kind: kind[1] != choice.ending)
        path = ask_where(self._page, _("Export a picture"), title, kinds)
        if path is None:
            return
        if choice.notes and noted is not None:
            picture = noted
        if choice.overlays:
            picture = laid_over(picture, overlays)
        try:
            check_place(path)
        except DocumentError as error:
            self._fail(error)
            return
        self._begin(_picture_steps(picture, path, choice), path, _("Picture written to {name}"))

    def ask_map(self, opened: Opened, title: str, theme: Theme) -> None:
        """Ask for a file, named after `title`, and have a map of Tiled written there, its tiles beside it."""
        path = ask_where(self._page, _("Export a map for Tiled"), title, MAPS)
        if path is not None:
            self._begin(_map_steps(opened, path, theme), path, _("Map written to {name}, with its tiles beside it"))

    def _begin(self, steps: Steps, path: Path, done: str) -> None:
        export = Export(steps, self)
        self._running.add(export)
        words = _("Painting {name} …").format(name=path.name)
        cancel = partial(self._cancel, export)
        toast = Toast.say(self._page, words, label=_("Cancel"), act=cancel, seconds=HOUR, over=self._view)
        export.ended.connect(toast.dismiss)
        export.ended.connect(partial(self._ended, export, done.format(name=path.name)))

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

    def _ended(self, export: Export, done: str, error: DocumentError | None) -> None:
        self._drop(export)
        if error is None:
            self.written.emit(done)
        else:
            self._fail(error)

    def _fail(self, error: DocumentError) -> None:
        show_document_error(self._page, error, _("The picture could not be written"))
