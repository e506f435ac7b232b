"""What pops up over a page: while it is open, every key belongs to it and none to the page below.

The page's single keys are shortcuts, which Qt looks up before a popup sees the key. Without this, choosing
"Earlier versions…" with E in an open menu took up the eraser, and Delete over an open drop-down cleared spaces.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QMenu

LINE, BETWEEN, ROUND = 14, 11, 14
"""Pixels of a line of a menu above and below its words, of a line drawn between, and of all that is round them."""


class Menu(QMenu):
    """A menu whose letters reach nothing but its entries. Where it is higher than the screen its lines move closer."""

    def __init__(self, *names: Any) -> None:  # whatever QMenu takes
        super().__init__(*names)
        self.aboutToShow.connect(self.fit)

    def fit(self) -> None:
        """Be dense where the screen is low: Qt would set up a second column."""
        drawn = [action.isSeparator() for action in self.actions() if action.isVisible()]
        line = self.fontMetrics().height() + LINE
        high = ROUND + sum(BETWEEN if between else line for between in drawn)
        is_dense = high > self.screen().availableGeometry().height()
        if is_dense != bool(self.property("dense")):
            self.setProperty("dense", is_dense)
            self.style().unpolish(self)  # the rules for it count from now on
            self.style().polish(self)

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
