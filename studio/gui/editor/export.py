"""Exports of a board: images and Tiled maps, painted in slices of the event loop and written in a thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QStackedWidget, QWidget

from studio.core.cancellation import CancelToken
from studio.core.picture import Picture
from studio.core.text import _, format_number
from studio.documents.files import DocumentError, write_bytes
from studio.drawing.overlays import with_overlays
from studio.gui.background_task import BackgroundTask
from studio.gui.output.export import MAX_WIDTH, SCREEN, check_output, render_steps, tiled_steps
from studio.gui.style.sprites import export_theme
from studio.gui.style.theme import Theme
from studio.gui.widgets import Toast, ToggleSwitch, text_label
from studio.gui.widgets.dialogs import AppDialog, ask_save_path, show_document_error
from studio.gui.widgets.inputs import CountBox, Segmented

if TYPE_CHECKING:
    from studio.services.loading import LoadedLayout

FileWriter = Callable[[CancelToken], None]
ExportSteps = Generator[None, None, FileWriter]
MAP_FORMATS = (("Tiled", ".tmj"),)
IMAGE_FORMATS = (("PNG", ".png"), ("SVG", ".svg"), ("PDF", ".pdf"))
EXPORT_WIDTH = 2400
TOAST_SECONDS = 3600.0
SLICE_SECONDS = 0.012  # of painting before the event loop runs again


class ExportTask(QObject):
    """Writes one file. `ended(error)` comes once, with a `DocumentError` or None.

    The steps paint in slices of the event loop. They return the function that encodes and writes in a thread.
    """

    ended = Signal(object)

    def __init__(self, steps: ExportSteps, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps = steps
        self._write_task: BackgroundTask[FileWriter, DocumentError | None] = BackgroundTask(_write, "pictures", self)
        self._write_task.result_ready.connect(self._finish)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._paint)
        self._timer.start(0)

    def cancel(self) -> None:
        self._timer.stop()
        self._steps.close()
        self._write_task.close()

    def _paint(self) -> None:
        until = time.perf_counter() + SLICE_SECONDS
        try:
            next(self._steps)
            while time.perf_counter() < until:
                next(self._steps)
        except StopIteration as end:
            self._timer.stop()
            self._write_task.start(end.value, immediately=True)
        except DocumentError as error:
            self._finish(error)

    def _finish(self, error: DocumentError | None) -> None:
        self._timer.stop()
        self.ended.emit(error)


def _write(write: FileWriter, cancel_token: CancelToken) -> DocumentError | None:
    """Run in the thread."""
    try:
        write(cancel_token)
    except DocumentError as error:
        return error
    return None


def _image_steps(picture: Picture, path: Path, choice: ImageOptions) -> ExportSteps:
    encode = yield from render_steps(picture, path.suffix.lower(), choice.width, choice.theme, choice.dpi)

    def write(cancel_token: CancelToken) -> None:
        data = encode()  # takes longest
        cancel_token.raise_if_cancelled()
        write_bytes(path, data)

    return write


def _map_steps(opened: LoadedLayout, path: Path) -> ExportSteps:
    save = yield from tiled_steps(opened, path.parent, path.stem)

    def write(cancel_token: CancelToken) -> None:
        cancel_token.raise_if_cancelled()
        save()

    return write


class EditorExports(QObject):
    """The exports of a page, with prompts, and progress over `view`. `written(text)` reports each file."""

    written = Signal(str)

    def __init__(self, page: QWidget, view: QWidget) -> None:
        super().__init__(page)
        self._page, self._view = page, view
        self._running: set[ExportTask] = set()

    def export_image(
        self,
        picture: Picture,
        title: str,
        side: float,
        overlays: Sequence[Picture] = (),
        with_notes: Picture | None = None,
    ) -> None:
        """Ask for options and a file, named after `title`, and write the picture.

        `side` is the width of a tile in millimetres, `overlays` are drawn over the board on the screen,
        `with_notes` is the board with its notes, if there are any.
        """
        left, top, right, bottom = picture.bounds
        units = (right - left, bottom - top)
        choice = ask_image_options(self._page, units, side, EXPORT_WIDTH, bool(overlays), with_notes is not None)
        if choice is None:
            return
        kinds = sorted(IMAGE_FORMATS, key=lambda kind: kind[1] != choice.extension)
        path = ask_save_path(self._page, _("Export image"), title, kinds)
        if path is None:
            return
        if choice.notes and with_notes is not None:
            picture = with_notes
        if choice.overlays:
            picture = with_overlays(picture, overlays)
        try:
            check_output(path)
        except DocumentError as error:
            self._show_error(error)
            return
        self._start(_image_steps(picture, path, choice), path, _("Image saved as {name}"))

    def export_map(self, opened: LoadedLayout, title: str) -> None:
        """Ask for a file, named after `title`, and write a Tiled map with its tiles next to it."""
        path = ask_save_path(self._page, _("Export Tiled map"), title, MAP_FORMATS)
        if path is not None:
            self._start(_map_steps(opened, path), path, _("Map saved as {name}, with its tiles in the same folder"))

    def _start(self, steps: ExportSteps, path: Path, done: str) -> None:
        export = ExportTask(steps, self)
        self._running.add(export)
        text, cancel = _("Exporting {name}…").format(name=path.name), partial(self._cancel, export)
        toast = Toast(self._page, text, label=_("Cancel"), act=cancel, seconds=TOAST_SECONDS, over=self._view)
        export.ended.connect(toast.dismiss)
        export.ended.connect(partial(self._on_ended, export, done.format(name=path.name)))

    def cancel(self) -> None:
        """Cancel all exports that are not finished."""
        for export in tuple(self._running):
            self._remove(export)

    def _cancel(self, export: ExportTask) -> None:
        self._remove(export)
        self.written.emit(_("The image was not saved."))

    def _remove(self, export: ExportTask) -> None:
        self._running.discard(export)
        export.cancel()
        export.deleteLater()

    def _on_ended(self, export: ExportTask, done: str, error: DocumentError | None) -> None:
        self._remove(export)
        if error is None:
            self.written.emit(done)
        else:
            self._show_error(error)

    def _show_error(self, error: DocumentError) -> None:
        show_document_error(self._page, error, _("The image could not be saved"))


MM_PER_INCH = 25.4
DEFAULT_DPI = 150


@dataclass(frozen=True, slots=True)
class ImageOptions:
    """File extension, width in pixels, resolution, theme, and whether to draw overlays and notes."""

    extension: str
    width: int
    dpi: float
    theme: Theme
    overlays: bool = False
    notes: bool = False


class ExportImageDialog(AppDialog):
    """Options for the picture of a board: `units` is its size in tiles, `side` a tile's width in millimetres."""

    def __init__(
        self,
        parent: QWidget | None,
        units: tuple[float, float],
        side: float,
        width: int,
        overlays: bool,
        notes: bool = False,
    ) -> None:
        super().__init__(parent, _("Export image"), "picture")
        self._units, self._side = units, side
        self.format_choice = Segmented((("png", "PNG"), ("svg", "SVG"), ("pdf", "PDF")))
        self.size_choice = Segmented((("width", _("By width")), ("scale", _("Actual size"))))
        self.theme_choice = Segmented((("light", _("Light")), ("dark", _("Dark")), ("lines", _("Ink saving"))))
        self.width_box = CountBox(width, 16, MAX_WIDTH, name=_("Width in pixels"))
        self.dpi_box = CountBox(DEFAULT_DPI, 20, 1200, name=_("Resolution in DPI"))
        self.size_stack = QStackedWidget()
        self.size_stack.addWidget(self.width_box)
        self.size_stack.addWidget(self.dpi_box)
        self.size_stack.setFixedHeight(28)
        self.summary = text_label("", "second", 13, wrap=True)
        self.summary.setMinimumHeight(36)
        self.summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.texture_switch = ToggleSwitch(_("Paper texture"))
        self.texture_switch.setChecked(True)
        self.overlays_switch = ToggleSwitch(_("Include visible overlays"))
        self.overlays_switch.setVisible(overlays)
        self.notes_switch = ToggleSwitch(_("Include notes below the board"))
        self.notes_switch.setVisible(notes)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(10)
        rows: tuple[tuple[str, QWidget], ...] = (
            (_("File type"), self.format_choice),
            (_("Size"), self.size_choice),
            ("", self.size_stack),
            ("", self.summary),
            (_("Appearance"), self.theme_choice),
            ("", self.texture_switch),
            ("", self.overlays_switch),
            ("", self.notes_switch),
        )
        for row, (label, widget) in enumerate(rows):
            if label:
                grid.addWidget(text_label(label, semibold=True, px=13), row, 0)
                widget.setAccessibleName(label)
            grid.addWidget(widget, row, 1)
        grid.setColumnStretch(1, 1)
        self.body.addLayout(grid)
        self.add_button("", _("Cancel"))
        self.export_button = self.add_button("go", _("Export…"), filled=True, icon="save")
        for choice in (self.format_choice, self.size_choice, self.theme_choice):
            choice.chosen.connect(self._update_summary)
        for box in (self.width_box, self.dpi_box):
            box.changed.connect(self._update_summary)
        self._update_summary()
        self.format_choice.button("png").setFocus(Qt.FocusReason.TabFocusReason)

    def _update_summary(self) -> None:
        """Show the size, and enable only what the file format supports."""
        to_scale = self.size_choice.current() == "scale"
        self.size_stack.setCurrentWidget(self.dpi_box if to_scale else self.width_box)
        width = self.options().width
        height, side = round(width * self._units[1] / self._units[0]), format_number(self._side, "g")
        text = _("{width} × {height} pixels")
        if width > MAX_WIDTH:
            text = _("The image would be {width} pixels wide. The maximum is {most}.")
        elif to_scale:
            text = _("{width} × {height} pixels, tile width {side} mm")
        self.summary.setText(text.format(width=width, height=height, side=side, most=MAX_WIDTH))
        self.export_button.setEnabled(width <= MAX_WIDTH)
        self.texture_switch.setEnabled(self.format_choice.current() == "png" and self.theme_choice.current() != "lines")

    def options(self) -> ImageOptions:
        dpi, width = SCREEN, self.width_box.value()
        if self.size_choice.current() == "scale":
            dpi = float(self.dpi_box.value())
            width = max(16, round(self._units[0] * self._side / MM_PER_INCH * dpi))
        theme = export_theme(self.theme_choice.current(), self.texture_switch.isChecked())
        switches = (self.overlays_switch, self.notes_switch)
        overlays, notes = (switch.isVisibleTo(self) and switch.isChecked() for switch in switches)
        return ImageOptions(f".{self.format_choice.current()}", width, dpi, theme, overlays, notes)


def ask_image_options(
    parent: QWidget, units: tuple[float, float], side: float, width: int, overlays: bool, notes: bool
) -> ImageOptions | None:
    """Ask; None if cancelled. `overlays` and `notes` say whether the board has any."""
    dialog = ExportImageDialog(parent, units, side, width, overlays, notes)
    return dialog.options() if dialog.ask() else None
