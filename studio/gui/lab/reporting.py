"""A result on its way into a file: a page with pictures of the boards, or its figures for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from studio.core.cancellation import Patience
from studio.core.game import Json
from studio.core.text import _, called
from studio.documents.files import DocumentError, write_bytes
from studio.gui.editor.exporting import Export, Steps
from studio.gui.output.render import check_folder, rendering
from studio.gui.style.lines import theme_of
from studio.gui.widgets import Toast
from studio.gui.widgets.dialogs import show_document_error
from studio.gui.widgets.saving import ask_where
from studio.lab.report.html import BOARD_WIDTH, page_bytes
from studio.lab.report.plain import json_bytes
from studio.lab.report.tables import csv_bytes, parquet_bytes
from studio.opening import Opened

FIGURES = ("CSV", ".csv"), ("JSON", ".json"), ("Parquet", ".parquet")
PARQUET = "pyarrow"
"""The library that writes Parquet; without it that is not offered."""


def figures_bytes(report: Json, ending: str) -> bytes:
    """The figures of a report as a file of a kind."""
    return {".csv": csv_bytes, ".json": json_bytes, ".parquet": parquet_bytes}[ending](report)


def page_steps(report: Json, layouts: Sequence[Opened], path: Path) -> Steps:
    """A page with a picture of each board, whole or not at all."""
    theme = theme_of("light", False)
    makes = []
    for opened in layouts:
        board = opened.game.sketch(opened.body, still=True)
        makes.append((yield from rendering(board, ".png", BOARD_WIDTH, theme)))

    def write(patience: Patience) -> None:
        data = page_bytes(report, layouts, [make() for make in makes])
        patience.look()
        write_bytes(path, data)

    return write


class Reports(QObject):
    """Asks where, writes, and tells. `written(words)` when a file is there."""

    written = Signal(str)

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._export: Export | None = None

    def ask_page(self, report: Json, layouts: Sequence[Opened]) -> None:
        """Ask for a file and write the report there as a page; when it is there it can be opened."""
        path = ask_where(self._page, _("Write the report"), _title(report), [(_("Web page"), ".html")])
        if path is None:
            return
        try:
            check_folder(path)
        except DocumentError as error:
            show_document_error(self._page, error)
            return
        self.cancel()
        self._export = Export(page_steps(report, layouts, path), self)
        self._export.ended.connect(partial(self._ended, path))

    def ask_figures(self, report: Json) -> None:
        """Ask for a file and write the figures there."""
        kinds = [kind for kind in FIGURES if kind[1] != ".parquet" or find_spec(PARQUET) is not None]
        path = ask_where(self._page, _("Export the figures"), _title(report), kinds)
        if path is None:
            return
        try:
            write_bytes(path, figures_bytes(report, path.suffix.lower()))
        except DocumentError as error:
            show_document_error(self._page, error)
            return
        self.written.emit(_("Figures written to {name}").format(name=path.name))

    def cancel(self) -> None:
        """Leave unwritten what is not there yet."""
        if self._export is not None:
            self._export.cancel()
            self._export.deleteLater()
            self._export = None

    def _ended(self, path: Path, error: DocumentError | None) -> None:
        self.cancel()
        if error is not None:
            show_document_error(self._page, error)
            return
        words = _("Report written to {name}").format(name=path.name)
        self.written.emit(words)
        Toast.say(self._page, words, "done", _("Open it"), partial(open_file, path), seconds=10)


def open_file(path: Path) -> None:
    """Show a file in the program that is there for its kind."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.absolute())))


def _title(report: Json) -> str:
    return _("{layout} report").format(layout=called(report["layout"]) or _("layout"))
