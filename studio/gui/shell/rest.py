"""Python's search through all that lives for what nobody needs any more: in the thread of the window, at rest.

Left to itself Python searches in whichever thread has just made one thing too many. One that works out a survey or a
proof would then take apart what is left of closed pages while Qt is busy with it, and the program would crash. So
Python is told to keep still, and a timer of the window's thread searches for it.

Pictures and widgets make the search look at a hundred thousand things, which takes longer than several frames. What was
there when the window opened is not looked at again, and nothing is while a button is held.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

EVERY_MS = 250
YOUNG, MIDDLE, OLD = 700, 7_000, 70_000
"""So many new things make a search worth while, through the young ones, those of middle age, all: Python's measures."""


class Rest(QTimer):
    """Searches in Python's place, part by part, when enough has been made since."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._since_middle = self._since_old = 0
        self.setInterval(EVERY_MS)
        self.timeout.connect(self.search)
        self.start()

    def search(self) -> int:
        """Search as far as it is worth while and nobody minds; say through which part: 0, 1, 2, or none: -1."""
        fresh = gc.get_count()[0]
        if fresh < YOUNG or QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            return -1
        part = 2 if self._since_old + fresh >= OLD else 1 if self._since_middle + fresh >= MIDDLE else 0
        self._since_middle = 0 if part >= 1 else self._since_middle + fresh
        self._since_old = 0 if part == 2 else self._since_old + fresh
        gc.collect(part)
        return part


def search_at_rest(app: QCoreApplication) -> None:
    """From now on search in the thread of the window only."""
    if not app.property("searches"):  # `findChild` would have PySide load all of QStyle
        app.setProperty("searches", True)
        Rest(app)


def pass_over_what_is_there() -> None:
    """Never again look at what lives now: it stays as long as the window does."""
    gc.freeze()
