"""Pictures of stamps as pixmaps, painted once per size, turn and theme."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPixmap, QPolygonF, QTransform

from studio.core.form import StampItem
from studio.core.picture import Picture
from studio.gui.board.painting.painter import paint_picture
from studio.gui.style.theme import Theme

_KEPT = 600
_pixmaps: dict[tuple[int, int, int, str, float], tuple[Picture, QPixmap]] = {}
_known: dict[Picture, Picture] = {}


def stamp_pixmap(item: StampItem, turn: int, sides: int, side: int, theme: Theme, dpr: float) -> QPixmap:
    """A stamp, `side` logical pixels square, turned clockwise by so many of the `sides` steps of a whole turn.

    The game's own picture of that turn where it has one, so that trees stand upright; else the picture is turned.
    """
    look = turn % item.turns if item.turns > 1 else 0
    if 0 < look <= len(item.turned):
        return square_pixmap(item.turned[look - 1], 0, side, theme, dpr)
    return square_pixmap(item.picture, look * 360 // sides, side, theme, dpr)


def cell_pixmap(item: StampItem, turn: int, corners: QPolygonF, theme: Theme, dpr: float) -> QPixmap:
    """A stamp cut out to the shape of a cell whose box has its corner at the origin, in logical pixels."""
    box = corners.boundingRect()
    side = math.ceil(max(box.width(), box.height()))
    whole = stamp_pixmap(item, turn, corners.count(), side, theme, dpr)
    pixmap = QPixmap(math.ceil(box.width() * dpr), math.ceil(box.height() * dpr))
    pixmap.fill(Qt.GlobalColor.transparent)
    pixmap.setDevicePixelRatio(dpr)
    shape = QPainterPath()
    shape.addPolygon(corners)
    with QPainter(pixmap) as painter:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipPath(shape)
        painter.drawPixmap(QPointF(box.center().x() - side / 2, box.center().y() - side / 2), whole)
    return pixmap


def pattern_pixmap(
    cells: Sequence[tuple[StampItem | None, int, QPolygonF]], side: int, theme: Theme, dpr: float
) -> QPixmap:
    """Several stamps beside each other, in a square of `side` logical pixels; a cell is an item, its turn, its shape.

    The shapes are in any unit; what has no item is left free.
    """
    shapes = [shape for _item, _turn, shape in cells]
    box = shapes[0].boundingRect()
    for shape in shapes[1:]:
        box = box.united(shape.boundingRect())
    scale = side / max(box.width(), box.height(), 1e-6)
    left, top = (side - box.width() * scale) / 2, (side - box.height() * scale) / 2
    pixmap = QPixmap(round(side * dpr), round(side * dpr))
    pixmap.fill(Qt.GlobalColor.transparent)
    pixmap.setDevicePixelRatio(dpr)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for item, turn, shape in cells:
            if item is not None:
                corner = shape.boundingRect().topLeft()
                small = QTransform().scale(scale, scale).map(shape.translated(-corner))
                place = QPointF(left + (corner.x() - box.left()) * scale, top + (corner.y() - box.top()) * scale)
                painter.drawPixmap(place, cell_pixmap(item, turn, small, theme, dpr))
    return pixmap


def mean_colour(item: StampItem, theme: Theme) -> QColor:
    """The one colour that stands for a stamp where there is no room for its picture."""
    image = stamp_pixmap(item, 0, 4, 32, theme, 1.0).toImage()
    point = image.scaled(1, 1, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
    colour = point.pixelColor(0, 0)
    colour.setAlpha(255)
    return colour


def square_pixmap(picture: Picture, degrees: int, side: int, theme: Theme, dpr: float) -> QPixmap:
    """A picture in a square of `side` logical pixels, turned clockwise by quarter or sixth turns.

    Games may make an equal picture anew each time they are asked, so pictures are told apart by value, and by
    identity once they are known.
    """
    picture = _known.setdefault(picture, picture)
    key = (id(picture), degrees % 360, side, theme.key, dpr)
    found = _pixmaps.get(key)
    if found is not None and found[0] is picture:
        return found[1]
    if degrees % 360:
        upright = square_pixmap(picture, 0, side, theme, dpr)
        turned = upright.transformed(QTransform().rotate(degrees), Qt.TransformationMode.SmoothTransformation)
        px = round(side * dpr)  # a turn by a sixth makes the pixmap larger: only its middle is wanted
        pixmap = turned.copy((turned.width() - px) // 2, (turned.height() - px) // 2, px, px)
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
