"""The emblem of the house: a compass rose on deep water with an island on the horizon; app icon and start page."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.documents.paths import resources_dir


@cache
def _drawing() -> bytes:
    return (resources_dir() / "icons" / "explorer-studio.svg").read_bytes()


def emblem_pixmap(px: int, dpr: float = 1.0) -> QPixmap:
    """The emblem `px` logical pixels square."""
    pixmap = QPixmap(round(px * dpr), round(px * dpr))
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        QSvgRenderer(QByteArray(_drawing())).render(painter, QRectF(pixmap.rect()))
    pixmap.setDevicePixelRatio(dpr)
    return pixmap


def app_icon() -> QIcon:
    """The icon of the window, from the ready-made pictures."""
    result = QIcon()
    for px in (16, 32, 48, 64, 128, 256):
        result.addFile(str(resources_dir() / "icons" / f"explorer-studio-{px}.png"), QSize(px, px))
    return result


class Emblem(QWidget):
    """The emblem as a widget."""

    def __init__(self, px: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_px(px)

    def set_px(self, px: int) -> None:
        """Be as large as that."""
        self._px = px
        self.setFixedSize(px, px)

    def sizeHint(self) -> QSize:
        return QSize(self._px, self._px)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, emblem_pixmap(self._px, self.devicePixelRatioF()))
