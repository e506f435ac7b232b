"""What lies over a chart, painted once for a scale: pieces and figures on every space would cost each repaint."""

from __future__ import annotations

import operator
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPixmap

from studio.core.picture import Picture
from studio.gui.board.painting.painter import Brushwork, paint_image
from studio.gui.style.theme import Theme

MOST = 9_000_000
"""Device pixels of a sheet that is kept; beyond that only what is in view is painted, each time."""


BRIM = 0.5
"""Board units that a shape may reach beyond its picture's bounds."""


class Sheet:
    """Some pictures in the board's coordinates, the lowest first: all of their layers, or the lively ones."""

    def __init__(self, still: bool | None = None) -> None:
        self._still = still
        self.pictures: tuple[Picture, ...] = ()
        self._kept: list[tuple[QPixmap, QPointF]] = []
        self._kept_for: tuple[object, ...] = ()

    def set_pictures(self, pictures: Sequence[Picture]) -> bool:
        """Show other pictures; says whether they are others."""
        if len(pictures) == len(self.pictures) and all(map(operator.is_, pictures, self.pictures)):
            return False
        self.pictures = tuple(pictures)
        self._kept_for = ()
        return True

    def forget(self) -> None:
        """Drop what is painted."""
        self._kept, self._kept_for = [], ()

    def paint(self, painter: QPainter, theme: Theme, scale: float, origin: QPointF, region: QRectF) -> None:
        """Paint on device pixels; `origin` is where the board's corner lies, `region` (board units) what is needed."""
        if not self.pictures:
            return
        if sum(_pixels(picture, scale) for picture in self.pictures) > MOST:
            for picture in self.pictures:
                brushwork = Brushwork(painter, picture, theme, scale, origin.x(), origin.y(), region)
                for _ in brushwork.layers(self._still):
                    pass
            return
        key = (scale, theme.key)
        if key != self._kept_for:
            self._kept = [_painted(picture, theme, scale, self._still) for picture in self.pictures]
            self._kept_for = key
        for pixmap, corner in self._kept:
            painter.drawPixmap(origin + corner, pixmap)


def _area(picture: Picture) -> QRectF:
    left, top, right, bottom = picture.bounds
    return QRectF(left, top, right - left, bottom - top).adjusted(-BRIM, -BRIM, BRIM, BRIM)


def _pixels(picture: Picture, scale: float) -> float:
    area = _area(picture)
    return area.width() * area.height() * scale * scale


def _painted(picture: Picture, theme: Theme, scale: float, still: bool | None) -> tuple[QPixmap, QPointF]:
    area = _area(picture)
    image = paint_image(picture, theme, scale, area, still)
    return QPixmap.fromImage(image), QPointF(round(area.left() * scale), round(area.top() * scale))
