"""What the window remembers of itself between two runs: its place on the screen and the open files."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray

from studio.gui.settings import settings

if TYPE_CHECKING:
    from studio.gui.shell.main_window import MainWindow

USUAL = (1440, 900)


def restore_geometry(window: MainWindow) -> None:
    """Give the window the place it had, or a usual size that fits the screen."""
    screen = window.screen().availableGeometry()
    window.resize(min(USUAL[0], screen.width()), min(USUAL[1], screen.height()))
    try:
        kept = base64.b64decode(str(settings().value("geometry")), validate=True)
    except ValueError:
        return
    if kept:
        window.restoreGeometry(QByteArray(kept))


def remember(window: MainWindow) -> None:
    """Keep place and open files in the settings."""
    settings().put("geometry", base64.b64encode(window.saveGeometry().data()).decode())
    kept = [str(path) for page in window.pages() if (path := window.path_of(page)) is not None]
    settings().put("tabs", kept)
    settings().put("front", window.tabs.currentIndex())
