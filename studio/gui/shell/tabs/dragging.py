"""A tab that is pulled off its strip: where it would come to lie, and putting it there."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from studio.gui.page import Page
from studio.gui.style.stylesheet import current_theme

Target = tuple[QRect, Callable[[Page], None]]


class Landing(QWidget):
    """Shows where a tab that is dragged would come to lie."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_at(self, box: QRect) -> None:
        """Mark a part of the window, or nothing."""
        self.setGeometry(box)
        self.setVisible(not box.isEmpty())
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            accent = QColor(current_theme().color("accent"))
            painter.setPen(QPen(accent, 2))
            accent.setAlphaF(0.16)
            painter.setBrush(accent)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))


class Dragging:
    """What happens to the tab under the hand: `target` says where in the window it would land, and how it gets there.

    `target` is asked with a point of the screen; a place without size is none.
    """

    def __init__(self, inside: QWidget, target: Callable[[QPoint], Target]) -> None:
        self._inside, self._target = inside, target
        self._page: Page | None = None
        self._landing: Landing | None = None

    def pull(self, page: Page, at: QPoint) -> None:
        """Show where a page's tab would land at a point of the screen."""
        if self._landing is None:
            self._page, self._landing = page, Landing(self._inside.window())
        self._landing.show_at(self._target(at)[0])

    def drop(self, at: QPoint) -> None:
        """Put it there."""
        page = self._page
        if page is not None:
            box, put = self._target(at)
            self.end()
            if not box.isEmpty():
                put(page)

    def end(self) -> bool:
        """Let go of the tab, which stays where it was. Whether there was one."""
        if self._landing is None:
            return False
        self._landing.deleteLater()
        self._page = self._landing = None
        return True
