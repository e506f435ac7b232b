"""Pictures of stamps as pixmaps, painted once per size, turn and theme."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QTransform

from studio.core.picture import Picture
from studio.gui.painter import paint_picture
from studio.gui.theme import Theme

_KEPT = 600
_pixmaps: dict[tuple[int, int, int, str, float], tuple[Picture, QPixmap]] = {}
_known: dict[Picture, Picture] = {}


def stamp_pixmap(picture: Picture, degrees: int, side: int, theme: Theme, dpr: float) -> QPixmap:
    """A stamp's picture, `side` logical pixels square, turned clockwise by quarter or sixth turns.

    Games may make an equal picture anew each time they are asked, so pictures are told apart by value, and by
    identity once they are known.
    """
    picture = _known.setdefault(picture, picture)
    key = (id(picture), degrees % 360, side, theme.name, dpr)
    found = _pixmaps.get(key)
    if found is not None and found[0] is picture:
        return found[1]
    if degrees % 360:
        upright = stamp_pixmap(picture, 0, side, theme, dpr)
        pixmap = upright.transformed(QTransform().rotate(degrees), Qt.TransformationMode.SmoothTransformation)
        pixmap.setDevicePixelRatio(dpr)
    else:
        pixmap = QPixmap(round(side * dpr), round(side * dpr))
        pixmap.fill(Qt.GlobalColor.transparent)
        pixmap.setDevicePixelRatio(dpr)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_picture(painter, picture, theme, QRectF(0, 0, side, side))
    if len(_pixmaps) > _KEPT:
        _pixmaps.clear()
        _known.clear()
        _known[picture] = picture
    _pixmaps[key] = (picture, pixmap)
    return pixmap
