"""The rounded corners of the board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from studio.gui.board.view import BoardView
from studio.gui.style.worn import theme_at


class RoundedCorners(QWidget):
    """Rounds the corners of a board like those of the cards around it."""

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        board.installEventFilter(self)
        self.setGeometry(board.rect())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
            self.raise_()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.rect().adjusted(12, 12, -12, -12).contains(event.rect()):
            return
        theme = theme_at(self)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            whole, inner = QPainterPath(), QPainterPath()
            whole.addRect(QRectF(self.rect()))
            inner.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)
            painter.fillPath(whole.subtracted(inner), theme.color("window"))
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawPath(inner)
