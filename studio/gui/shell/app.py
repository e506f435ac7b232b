"""Starts the window: application, typefaces, theme, the hook for errors in the program; opens files after showing."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from studio import __version__
from studio.documents.files import clear_parts
from studio.documents.keeping.calls import Door
from studio.documents.paths import data_dir, matches_dir, unsaved_dir
from studio.gui.settings import settings


def application(arguments: Sequence[str] = ()) -> QApplication:
    """The Qt application, made when there is none yet, and dressed."""
    from studio.gui.shell.desktop.display import explained
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


def run(files: Sequence[str | Path] = (), language: str = "", door: Door | None = None) -> int:
    """Open the window, with these files or with what was open last time; "": in the chosen language. The exit code.

    It takes in what others hand over at the `door`.
    """
    app = application()
    from studio.gui.shell import speech

    speech.ask_for(language)
    speech.speak()
    from studio.gui.shell.desktop.callers import Callers
    from studio.gui.shell.desktop.crashing import CrashHook
    from studio.gui.shell.desktop.ending import Ending
    from studio.gui.shell.filing.recovery import tell_old_matches, tell_unsaved
    from studio.gui.shell.main_window import MainWindow

    window = MainWindow()
    Ending(window.leave, window.keep_everything, app)
    sys.excepthook = CrashHook(window, window)
    window.show()

    def after_first_paint() -> None:
        from studio.gui.shell.rest import pass_over_what_is_there

        pass_over_what_is_there()
        if files:
            window.open_many(files)
            tell_unsaved(window)
        else:
            window.restore_tabs()
        if door is not None:
            Callers(door, window, window.open_many)
        for folder in (data_dir(), matches_dir(), unsaved_dir()):
            clear_parts(folder)
        tell_old_matches(window)

    QTimer.singleShot(30, after_first_paint)
    return app.exec()
