"""Windows without a display: a place of their own for settings, waiting for things, and pictures of what is shown."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication, QWidget

from studio.core.picture import Picture
from studio.documents.files import DocumentError, write_bytes
from studio.documents.paths import set_data_dir

if TYPE_CHECKING:
    from studio.drawing.paper.printout import Printout
    from studio.gui.shell.main_window import MainWindow
    from studio.opening import Opened

SIZE = (1440, 900)


class Failed(Exception):
    """Something that must work does not; the message says what."""


@contextmanager
def own_data_dir(given: Path | None) -> Iterator[Path]:
    """Keep settings out of the user's folder: in the one that was asked for, or in one that goes away again."""
    with tempfile.TemporaryDirectory(prefix="explorer-studio-", ignore_cleanup_errors=True) as folder:
        set_data_dir(given or Path(folder) / "data")
        try:
            yield Path(folder)
        finally:
            set_data_dir(given)


@contextmanager
def open_window(theme: str = "light", size: tuple[int, int] = SIZE) -> Iterator[MainWindow]:
    """The program's window, shown; errors in slots, which Qt swallows, come out at the end as `Failed`."""
    from studio.gui.settings import settings
    from studio.gui.shell.app import application
    from studio.gui.shell.main_window import MainWindow

    app = application()
    settings().put("motion", False)
    errors: list[BaseException] = []

    def caught(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        errors.append(error)

    hook, sys.excepthook = sys.excepthook, caught
    window = MainWindow()
    try:
        window.choose_theme(theme)
        window.resize(*size)
        window.show()
        app.processEvents()
        yield window
        for page in window.pages():
            page.closing()
        app.processEvents()
    finally:
        sys.excepthook = hook
        window.hide()
        window.deleteLater()
        app.processEvents()
    if errors:
        raise Failed(f"an error inside the window: {errors[0]!r}") from errors[0]


def until(done: Callable[[], bool], what: str, seconds: float = 60.0) -> None:
    """Let the window work until something is done. Raises `Failed` when it takes too long."""
    limit = time.monotonic() + seconds
    while not done():
        if time.monotonic() > limit:
            raise Failed(f"{what}: not within {seconds:g} seconds")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
        time.sleep(0.002)  # else the threads of bots and checks would wait for this loop


def settle(seconds: float = 0.6) -> None:
    """Let what is painted bit by bit be painted."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        time.sleep(0.005)


def photograph(widget: QWidget, path: Path) -> Path:
    """Write what a widget looks like into a PNG. Raises `Failed` when that is nothing, or cannot be written."""
    from studio.gui.board.canvas import BoardCanvas
    from studio.gui.output.render import png_bytes

    for board in widget.findChildren(BoardCanvas):
        if board.isVisible():
            board.settle()
    shot = widget.grab()
    image = shot.toImage()
    colors = {
        image.pixel(image.width() * x // 24, image.height() * y // 24) for x in range(1, 24) for y in range(1, 24)
    }
    if shot.isNull() or len(colors) < 4:
        raise Failed("the window is blank")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        write_bytes(path, png_bytes(image))
    except DocumentError as problem:
        raise Failed(str(problem)) from None
    return path


def write_map(layout: Opened, folder: Path, name: str, theme: str = "light") -> list[Path]:
    """Write a layout as files of Tiled into a folder; the paths. Raises `DocumentError`."""
    from studio.gui.output.tiled import write_tiled
    from studio.gui.shell.app import application
    from studio.gui.style.lines import theme_of

    application()
    return write_tiled(layout, folder, name, theme_of(theme))


def render(
    picture: Picture, kind: str, width: int, theme: str = "light", dpi: float = 96.0, grain: bool = True
) -> bytes:
    """Draw a picture as the bytes of a file of a kind (".png", ".svg", ".pdf")."""
    from studio.gui.output.render import render_bytes
    from studio.gui.shell.app import application
    from studio.gui.style.lines import theme_of

    application()
    return render_bytes(picture, kind, width, theme_of(theme, grain), dpi)


def film(pictures: Iterable[Picture], width: int, theme: str, grain: bool, milliseconds: int) -> bytes:
    """Paint pictures of one board as the bytes of an animated picture."""
    from studio.gui.board.painting.painter import whole
    from studio.gui.output.animated import filming
    from studio.gui.shell.app import application
    from studio.gui.style.lines import theme_of

    application()
    return whole(filming(pictures, width, theme_of(theme, grain), milliseconds)).data()


def printed(pages: Printout, title: str, ink_saving: bool) -> bytes:
    """Paint pages as the bytes of a PDF."""
    from studio.gui.output.paper.pages import pdf_bytes
    from studio.gui.shell.app import application
    from studio.gui.style.lines import LINES

    application()
    return pdf_bytes(pages, title, LINES if ink_saving else None)
