"""The board of a roll, large: zoomed by buttons or the wheel, moved by dragging; another one fades in."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.core.picture import Picture
from studio.core.text import _
from studio.gui.board.view import BoardView
from studio.gui.settings import settings
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import ToolButton

FADE_MS = 120
STEP = 1.25
SIZE = QSize(640, 440)
PALE = 0.62


class Veil(QWidget):
    """Lies over a board: what was there before fades away, and what holds no more is pale."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self.is_pale = False
        self._before = QPixmap()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.fade = QVariantAnimation(self)
        self.fade.setStartValue(1.0)
        self.fade.setEndValue(0.0)
        self.fade.setDuration(FADE_MS)
        self.fade.valueChanged.connect(lambda _value: self.update())
        self.fade.finished.connect(self._clear)

    def fade_from(self, before: QPixmap) -> None:
        """Show what was there before for a moment, paler and paler."""
        self._before = before
        self.fade.stop()
        self.fade.start()

    def _clear(self) -> None:
        self._before = QPixmap()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            if not self._before.isNull():
                painter.setOpacity(float(self.fade.currentValue()))
                painter.drawPixmap(0, 0, self._before)
                painter.setOpacity(1.0)
            if self.is_pale:
                painter.fillRect(self.rect(), current_theme().color("panel", PALE))


class ZoomButtons(QWidget):
    """Smaller, larger, whole."""

    def __init__(self, view: BoardView, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.farther = ToolButton("zoom_out", _("Zoom out"), px=30)
        self.closer = ToolButton("zoom_in", _("Zoom in"), px=30)
        self.whole = ToolButton("fit", _("The whole board"), px=30)
        self.farther.clicked.connect(lambda: view.zoom_by(1 / STEP))
        self.closer.clicked.connect(lambda: view.zoom_by(STEP))
        self.whole.clicked.connect(view.fit)
        row = QHBoxLayout(self)
        row.setContentsMargins(3, 3, 3, 3)
        row.setSpacing(2)
        for button in (self.farther, self.closer, self.whole):
            row.addWidget(button)


class PreviewBoard(QWidget):
    """Shows one board after another."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = BoardView(current_theme())
        self.view.set_pan_tool(True)
        self.view.setAccessibleName(_("Preview"))
        self.veil = Veil(self.view)
        self._has_picture = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 80)
        self.buttons = ZoomButtons(self.view, self)

    def sizeHint(self) -> QSize:
        return SIZE

    def show_picture(self, picture: Picture) -> None:
        """Show another board; the one before fades unless motion is reduced."""
        if self._has_picture and self.isVisible() and settings().value("motion"):
            self.veil.fade_from(self.view.grab())
        self._has_picture = True
        self.view.set_picture(picture)

    def set_pale(self, is_pale: bool) -> None:
        """Whether what is shown does not hold any more."""
        self.veil.is_pale = is_pale
        self.veil.update()

    def is_drawn(self) -> bool:
        """Whether the picture is there."""
        return self._has_picture and self.view.is_settled

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.veil.setGeometry(self.view.rect())
        room = self.buttons.sizeHint()
        self.buttons.setGeometry(
            self.width() - room.width() - 8, self.height() - room.height() - 8, room.width(), room.height()
        )
        self.buttons.raise_()
