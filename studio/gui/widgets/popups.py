"""What pops up over a page: while it is open, every key belongs to it and none to the page below.

The page's single keys are shortcuts, which Qt looks up before a popup sees the key. Without this, choosing
"Earlier versions…" with E in an open menu took up the eraser, and Delete over an open drop-down cleared spaces.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QMenu


class Menu(QMenu):
    """A menu whose letters reach nothing but its entries."""

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return done


class OwnKeys(QObject):
    """Gives the list of a drop-down its keys; belongs to the list, which hears of them as before."""

    def __init__(self, popup: QObject) -> None:
        super().__init__(popup)
        popup.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        return False
