"""What pops up over a page: while it is open, every key belongs to it and none to the page below.

The page's single keys are shortcuts, which Qt looks up before a popup sees the key. Without this, choosing
"Earlier versions…" with E in an open menu took up the eraser, and Delete over an open drop-down cleared spaces.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QMenu


def takes_key(event: QEvent) -> bool:
    """Whether this asks if a key is a shortcut or for the popup; it is for the popup, and the event says so now."""
    if event.type() != QEvent.Type.ShortcutOverride:
        return False
    event.accept()
    return True


class Menu(QMenu):
    """A menu whose letters reach nothing but its entries."""

    def event(self, event: QEvent) -> bool:
        return takes_key(event) or super().event(event)


class OwnKeys(QObject):
    """Gives the list of a drop-down its keys; belongs to the list."""

    def __init__(self, popup: QObject) -> None:
        super().__init__(popup)
        popup.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        return takes_key(event)
