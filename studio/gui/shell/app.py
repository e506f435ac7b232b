"""Starts the window: application, typefaces, theme, the hook for errors in the program; opens files after showing."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from studio import __version__
from studio.documents.files import clear_parts
from studio.documents.paths import data_dir, matches_dir, unsaved_dir
from studio.gui.settings import settings

if TYPE_CHECKING:
    from studio.gui.shell.main_window import MainWindow

LOG_LIMIT = 1 << 20


def application(arguments: Sequence[str] = ()) -> QApplication:
    """The Qt application, made when there is none yet, and dressed."""
    from studio.gui.shell.display import explained
    from studio.gui.shell.rest import search_at_rest
    from studio.gui.style import size
    from studio.gui.style.stylesheet import dress

    app = QApplication.instance()
    if not isinstance(app, QApplication):  # "-style" costs less than `setStyle`, for which PySide loads all of QStyle
        size.wear_from_start(settings().size)
        with explained():
            app = QApplication([sys.argv[0] if sys.argv else "explorer-studio", "-style", "Fusion", *arguments])
    app.setApplicationName("explorer-studio")
    app.setApplicationDisplayName("")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("explorer-studio")
    dress(*settings().looks)
    size.wear(settings().size)
    search_at_rest(app)
    return app


def log_file() -> Path:
    """Where errors of the program are written down."""
    folder = data_dir() / "logs"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "explorer-studio.log"


def write_log(text: str) -> Path | None:
    """Add to the log, with the time; starts it anew when it has grown large. None when the disk refuses."""
    from datetime import datetime

    try:
        path = log_file()
        if path.exists() and path.stat().st_size > LOG_LIMIT:
            path.replace(path.with_suffix(".old.log"))
        moment = datetime.now().astimezone().isoformat(timespec="seconds")
        with path.open("a", encoding="utf-8") as file:
            file.write(f"--- {moment}  Explorer Studio {__version__}  Python {sys.version.split()[0]}\n{text}\n")
    except OSError:
        return None
    return path


class CrashHook:
    """What `sys.excepthook` becomes: writes the log and shows a calm dialog, once per kind of error."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self._seen: set[str] = set()
        self._showing = False

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        import traceback

        text = "".join(traceback.format_exception(kind, error, trace))
        sys.stderr.write(text)
        path = write_log(text)
        place = traceback.extract_tb(trace)[-1] if trace is not None else None
        mark = f"{kind.__name__} {place.filename}:{place.lineno}" if place else kind.__name__
        if self._showing or mark in self._seen:
            return
        self._seen.add(mark)
        from studio.gui.widgets.dialogs import crash

        self._showing = True
        try:
            summary = f"{kind.__name__}: {error}" if str(error) else kind.__name__
            crash(self.window, summary[:400], path, self.window.save_everything).ask()
        finally:
            self._showing = False


def run(files: Sequence[str | Path] = (), language: str = "") -> int:
    """Open the window, with these files or with what was open last time; "": in the chosen language. The exit code."""
    app = application()
    from studio.gui.shell import speech

    speech.ask_for(language)
    speech.speak()
    from studio.gui.shell.ending import Ending
    from studio.gui.shell.main_window import MainWindow
    from studio.gui.shell.recovery import tell_old_matches, tell_unsaved

    window = MainWindow()
    Ending(window.leave, window.keep_everything, app)
    sys.excepthook = CrashHook(window)
    window.show()

    def after_first_paint() -> None:
        from studio.gui.shell.rest import pass_over_what_is_there

        pass_over_what_is_there()
        if files:
            window.open_many(files)
            tell_unsaved(window)
        else:
            window.restore_tabs()
        for folder in (data_dir(), matches_dir(), unsaved_dir()):
            clear_parts(folder)
        tell_old_matches(window)

    QTimer.singleShot(30, after_first_paint)
    return app.exec()
