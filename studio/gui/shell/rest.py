"""Python's search through all that lives for what nobody needs any more: at rest, never in the middle of a stroke.

Pictures and widgets make it look at a hundred thousand things, which takes longer than several frames. What was there
when the window opened is not looked at again; of the rest the old part is looked at only while no button is held.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

EVERY_MS = 2_000
YOUNG, MIDDLE, MOST = 700, 10, 400
"""Python's own measures for what is young and of middle age; the old part waits at most for so many of the latter."""
ENOUGH = 10
"""So many of them make a search through the old part worth while, as Python has it."""


class Rest(QTimer):
    """Looks for a moment in which nobody draws."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, MOST)
        self.setInterval(EVERY_MS)
        self.timeout.connect(self.search)
        self.start()

    def search(self) -> bool:
        """Search if it is worth while and nobody minds; say whether it was done."""
        if gc.get_count()[2] < ENOUGH or QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            return False
        gc.collect()
        return True
