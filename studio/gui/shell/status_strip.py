"""The strip at the foot of the window: whatever the page in front has to tell all the time."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from studio.gui.page import Page
from studio.gui.style.stylesheet import current_theme

HEIGHT = 30


class StatusStrip(QWidget):
    """30 px high; gone when the page has nothing to tell."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(HEIGHT)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 1, 12, 0)
        self._stack = QStackedWidget()
        row.addWidget(self._stack)
        self.hide()

    def show_page(self, page: Page) -> None:
        """Show the page's own widget, or nothing."""
        if page.status is None:
            self.hide()
            return
        if self._stack.indexOf(page.status) < 0:
            self._stack.addWidget(page.status)
            page.destroyed.connect(page.status.deleteLater)
        self._stack.setCurrentWidget(page.status)
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.color("bar"))
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(0, 0, self.width(), 0)
