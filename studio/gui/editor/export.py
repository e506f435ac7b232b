"""A board on its way into files: painted in slices of the window's loop, made into bytes and written in a thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QStackedWidget, QWidget

from studio.core.cancellation import Patience
from studio.core.picture import Picture
from studio.core.text import _, numeral
from studio.documents.files import DocumentError, write_bytes
from studio.drawing.overlays import laid_over
from studio.gui.background_task import Inquiry
from studio.gui.output.export import MOST_WIDTH, SCREEN, check_place, rendering
from studio.gui.style.sprites import theme_of
from studio.gui.style.theme import Theme
from studio.gui.widgets import Toast, ToggleSwitch, text_label
from studio.gui.widgets.dialogs import HouseDialog, ask_where, show_document_error
from studio.gui.widgets.inputs import CountBox, Segmented

if TYPE_CHECKING:
    from studio.services.loading import Opened

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
    from studio.gui.output.export import tiled_steps

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


# The question before a picture leaves the editor: which kind, how large, how it looks, with what was measured.

INCH = 25.4
USUAL_DPI = 150


@dataclass(frozen=True, slots=True)
class PictureChoice:
    """What was chosen: the ending of the file, pixels across, pixels to the inch, the theme, overlays and notes."""

    ending: str
    width: int
    dpi: float
    theme: Theme
    overlays: bool = False
    notes: bool = False


class PictureDialog(HouseDialog):
    """Asks for the picture of a board that is so many sides of a tile wide, a side being so many millimetres."""

    def __init__(
        self,
        parent: QWidget | None,
        theme: Theme,
        units: tuple[float, float],
        side: float,
        width: int,
        overlays: bool,
        notes: bool = False,
    ) -> None:
        super().__init__(parent, _("Export a picture"), "picture")
        self._units, self._side = units, side
        self.kind = self._choice((("png", "PNG"), ("svg", "SVG"), ("pdf", "PDF")), _("Kind of file"))
        self.measure = self._choice((("width", _("By width")), ("scale", _("True to scale"))), _("Size"))
        self.look = self._choice(
            (("light", _("Light")), ("dark", _("Dark")), ("lines", _("Ink saving"))), _("How it looks")
        )
        self.look.set_current(theme.name)
        self.width_box = CountBox(width, 16, MOST_WIDTH)
        self.width_box.setAccessibleName(_("Width in pixels"))
        self.dpi_box = CountBox(USUAL_DPI, 20, 1200)
        self.dpi_box.setAccessibleName(_("Pixels to the inch"))
        self.sizes = QStackedWidget()
        self.sizes.addWidget(self.width_box)
        self.sizes.addWidget(self.dpi_box)
        self.sizes.setFixedHeight(28)
        self.told = text_label("", "second", 13, wrap=True)
        self.told.setMinimumHeight(36)
        self.told.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.grain = ToggleSwitch(_("Grain of the paper"))
        self.grain.setChecked(True)
        self.overlays = ToggleSwitch(_("With the overlays that are shown"))
        self.overlays.setVisible(overlays)
        self.notes = ToggleSwitch(_("With the notes, which are told below the board"))
        self.notes.setVisible(notes)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(10)
        rows: tuple[tuple[str, QWidget], ...] = (
            (_("Kind of file"), self.kind),
            (_("Size"), self.measure),
            ("", self.sizes),
            ("", self.told),
            (_("How it looks"), self.look),
            ("", self.grain),
            ("", self.overlays),
            ("", self.notes),
        )
        for row, (words, widget) in enumerate(rows):
            if words:
                grid.addWidget(text_label(words, semibold=True, px=13), row, 0)
            grid.addWidget(widget, row, 1)
        grid.setColumnStretch(1, 1)
        self.body.addLayout(grid)
        self.add_button("", _("Cancel"))
        self.go = self.add_button("go", _("Choose a file…"), filled=True, icon="save")
        for choice in (self.kind, self.measure, self.look):
            choice.chosen.connect(self._tell)
        for box in (self.width_box, self.dpi_box):
            box.changed.connect(self._tell)
        self._tell()
        self.kind.button("png").setFocus(Qt.FocusReason.TabFocusReason)

    def _choice(self, options: tuple[tuple[str, str], ...], name: str) -> Segmented:
        choice = Segmented(options)
        choice.setAccessibleName(name)
        return choice

    def _tell(self) -> None:
        """Say how large it will be, and offer only what the kind of file can hold."""
        to_scale = self.measure.current() == "scale"
        self.sizes.setCurrentWidget(self.dpi_box if to_scale else self.width_box)
        found = self.chosen()
        high = round(found.width * self._units[1] / self._units[0])
        if to_scale:
            words = _("{width} × {height} pixels; a tile is {side} mm wide").format(
                width=found.width, height=high, side=numeral(self._side, "g")
            )
        else:
            words = _("{width} × {height} pixels").format(width=found.width, height=high)
        fits = found.width <= MOST_WIDTH
        if not fits:
            words = _("That would be {width} pixels wide; {most} are possible.").format(
                width=found.width, most=MOST_WIDTH
            )
        self.told.setText(words)
        self.go.setEnabled(fits)
        self.grain.setEnabled(self.kind.current() == "png" and self.look.current() != "lines")

    def chosen(self) -> PictureChoice:
        """What the dialog shows."""
        dpi, width = SCREEN, self.width_box.value()
        if self.measure.current() == "scale":
            dpi = float(self.dpi_box.value())
            width = max(16, round(self._units[0] * self._side / INCH * dpi))
        theme = theme_of(self.look.current(), self.grain.isChecked())
        overlays, notes = (switch.isVisibleTo(self) and switch.isChecked() for switch in (self.overlays, self.notes))
        return PictureChoice(f".{self.kind.current()}", width, dpi, theme, overlays, notes)


def choose_picture(
    parent: QWidget, theme: Theme, units: tuple[float, float], side: float, width: int, overlays: bool, notes: bool
) -> PictureChoice | None:
    """Ask; None when nothing shall be exported. `overlays`, `notes`: there are some on the board."""
    dialog = PictureDialog(parent, theme, units, side, width, overlays, notes)
    return dialog.chosen() if dialog.ask() else None
