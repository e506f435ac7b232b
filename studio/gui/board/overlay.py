"""What lies over a board: glows where one may click, outlines of problems with their signs, rings, the ghost, a cursor.

All of it is drawn anew for each repaint, in device pixels, from target outlines; sizes follow the board's scale with
pixel minima, so that every state stays legible on small boards. No state relies on colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import NamedTuple

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap, QRadialGradient, QTransform

from studio.core.grid import Point
from studio.core.picture import Path, Picture
from studio.gui.board.painter import paint_image
from studio.gui.board.target_shapes import Spot, grown, handles, joined, polygon, utmost
from studio.gui.style.theme import Theme


class Mark(NamedTuple):
    """A sign on a target: legal, best (of these), hover, chosen, selected, error, warning, info, last, pin, cursor or
    spot.

    Where there are spots, all else lies in the shade."""

    kind: str
    target: int
    note: str = ""


GHOST_GROWTH = 1.05
FEW, CROWD = 24, 72
"""Up to so many lit cells shine at full strength; from so many on they only glimmer, or they would hide the board."""
GHOST_OPACITY = 0.86
CHIP_PX = 11.0
"""Radius of the turn chips of a ghost, in device-independent pixels, at least."""
HANDLES = 16
"""An outline of more corners than this has handles at those of its hull only."""
SHADE = (0.36, 0.44)
"""How dark it is beside places that stand in the light, in the light and the dark theme."""
NET = 36
"""From so many lit cells on they are lit as one field."""
_ORDER = ("spot", "last", "legal", "best", "hover", "info", "warning", "error", "chosen", "selected", "pin", "cursor")


class Marker:
    """Draws marks of one board at one scale onto one painter in device pixels."""

    def __init__(self, painter: QPainter, theme: Theme, transform: QTransform, ratio: float) -> None:
        self.painter, self.theme, self.transform, self.ratio = painter, theme, transform, ratio
        self.scale = transform.m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def marks(self, marked: Sequence[tuple[str, Spot]], breath: float = 1.0) -> None:
        """All marks, the strongest last. `breath` 0 … 1 is how bright the legal glow is just now."""
        signs: list[tuple[str, QPointF]] = []
        by_kind: dict[str, list[Spot]] = {}
        for kind, spot in marked:
            by_kind.setdefault(kind, []).append(spot)
        for kind in _ORDER:
            spots = by_kind.get(kind)
            if not spots:
                continue
            match kind:
                case "spot":
                    self._spots(spots, breath)
                case "last":
                    for spot in spots:
                        self._last(spot)
                case "legal":
                    lit = sum(spot.is_cell and not spot.covered for spot in spots)
                    strength = 1.0 - 0.55 * min(max((lit - FEW) / (CROWD - FEW), 0.0), 1.0)
                    still = 1.0 if "best" in by_kind else breath
                    if lit > NET:
                        self._field([spot for spot in spots if spot.is_cell and not spot.covered])
                        spots = [spot for spot in spots if spot.covered or not spot.is_cell]
                    for spot in spots:
                        self._legal(spot, still, strength)
                case "best":
                    for spot in spots:
                        self._legal(spot, breath)
                case "hover":
                    for spot in spots:
                        self._hover(spot)
                case "info" | "warning" | "error":
                    signs += [(kind, at) for at in self._problem(kind, spots)]
                case "chosen":
                    for spot in spots:
                        self._ring(self._mapped(spot.outline))
                case "selected":
                    self._selected(spots)
                case "pin":
                    for spot in spots:
                        self._pin(spot)
                case "cursor":
                    for spot in spots:
                        self.cursor(spot)
        for kind, at in signs:
            self._sign(kind, at, max(0.16 * self.scale, 8.0 * self.ratio), self.theme.color(f"{kind}_mark"))

    def _px(self, units: float, least: float) -> float:
        """A measure in device pixels: board units, but never less than `least` logical pixels."""
        return max(units * self.scale, least * self.ratio)

    def _mapped(self, path: QPainterPath) -> QPainterPath:
        return self.transform.map(path)

    def _corners(self, spot: Spot) -> list[QPointF]:
        return [self.transform.map(QPointF(x, y)) for x, y in spot.corners]

    def _pen(self, color: QColor, width: float) -> QPen:
        pen = QPen(color, width)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        return pen

    def _inside(self, path: QPainterPath, color: QColor, width: float, inset: float = 0.0) -> None:
        """A band of `width` along the inner side of an outline, `inset` away from it."""
        painter = self.painter
        painter.save()
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.strokePath(path, self._pen(color, 2 * (width + inset)))
        painter.restore()

    def _legal(self, spot: Spot, breath: float, strength: float = 1.0) -> None:
        path, theme = self._mapped(spot.outline), self.theme
        box = path.boundingRect()
        if spot.inward != (0, 0):
            self._way_in(box, spot.inward, breath)
            return
        low, high = (0.10, 0.40) if theme.is_dark else (0.22, 0.72)
        if spot.covered:
            low, high = 0.0, 0.52
        elif not spot.is_cell:
            low, high = 0.25, 0.70
        corner = self.transform.map(utmost(spot, 1, -1)) - box.center()
        reach = math.hypot(corner.x(), corner.y()) if spot.is_cell else max(box.width(), box.height()) * 0.707
        glow = QRadialGradient(box.center(), reach * 1.018)
        full = strength if spot.is_cell and not spot.covered else 1.0
        strength = full * (0.55 + 0.45 * breath)
        glow.setColorAt(0, theme.color("legal", low * strength))
        glow.setColorAt(0.55, theme.color("legal", (low * 0.6 + high * 0.4) * strength))
        glow.setColorAt(1, theme.color("legal", high * strength))
        self.painter.fillPath(path, glow)
        ink = theme.color("gold_ring" if spot.covered else "bracket")
        if spot.is_cell:
            if spot.covered:
                self._brackets(spot, theme.color("ring_shade", 0.85), self._px(0.044, 2.6))
            ink.setAlphaF(full)
            self._brackets(spot, ink, self._px(0.026, 1.4))
        else:
            self.painter.strokePath(path, self._pen(theme.color("bracket"), self._px(0.024, 1.4)))

    def _spots(self, spots: list[Spot], breath: float) -> None:
        """All but these in the shade, and they as what may be clicked."""
        shade = QPainterPath()
        shade.addRect(QRectF(self.painter.viewport()))
        for spot in spots:
            shade -= self._mapped(spot.outline)
        self.painter.fillPath(shade, QColor.fromRgbF(0.08, 0.05, 0.01, SHADE[self.theme.is_dark]))
        for spot in spots:
            self._legal(spot, breath)

    def _field(self, spots: list[Spot]) -> None:
        """Very many places: light on all of them and one line round them, since a frame for each would be a net."""
        for _group, outline in joined(spots):
            path = self._mapped(outline)
            self.painter.fillPath(path, self.theme.color("legal", 0.16 if self.theme.is_dark else 0.26))
            self.painter.strokePath(path, self._pen(self.theme.color("bracket", 0.8), self._px(0.028, 1.4)))

    def _way_in(self, box: QRectF, inward: tuple[int, int], breath: float) -> None:
        """An outer edge one may start from: a glow that fades away from the board, and an arrow across the edge."""
        dx, dy = inward
        half, theme = QPointF(dx * box.width() / 2, dy * box.height() / 2), self.theme
        edge = box.center() + half
        glow = QLinearGradient(edge, box.center() - half)
        strength = (0.42 if theme.is_dark else 0.80) * (0.55 + 0.45 * breath)
        for part, alpha in ((0.0, 1.0), (0.35, 0.45), (0.75, 0.08), (1.0, 0.0)):
            glow.setColorAt(part, theme.color("legal", alpha * strength))
        self.painter.fillRect(box, glow)
        size = self._px(0.105, 5.5)
        tip, back = edge + QPointF(dx, dy) * 0.35 * size, edge - QPointF(dx, dy) * 1.05 * size
        side = QPointF(-dy, dx) * 0.80 * size
        arrow = QPainterPath(tip)
        for point in (back + side, back + QPointF(dx, dy) * 0.32 * size, back - side):
            arrow.lineTo(point)
        arrow.closeSubpath()
        pen = self._pen(theme.color("ring_shade"), self._px(0.030, 1.8))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self.painter.strokePath(arrow, pen)
        self.painter.fillPath(arrow, theme.color("gold_ring"))

    def _brackets(self, spot: Spot, color: QColor, width: float) -> None:
        """Angles in all corners of a cell, just inside it."""
        corners = grown(self._corners(spot), -(0.055 * self.scale + self._px(0.013, 0.7)))
        arm = self._px(0.80 / len(corners), 6 if len(corners) == 4 else 4)
        path = QPainterPath()
        for place, corner in enumerate(corners):
            before, after = corners[place - 1], corners[(place + 1) % len(corners)]
            path.moveTo(_toward(corner, before, arm))
            path.lineTo(corner)
            path.lineTo(_toward(corner, after, arm))
        pen = self._pen(color, width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        self.painter.strokePath(path, pen)

    def _hover(self, spot: Spot) -> None:
        path = self._mapped(spot.outline)
        self.painter.fillPath(path, QColor(255, 255, 255, 44 if self.theme.is_dark else 72))
        ink = self.theme.color("keyline" if spot.covered or self.theme.is_dark else "ink", 0.95)
        self._inside(path, ink, 1.6 * self.ratio)

    def _last(self, spot: Spot) -> None:
        pen = self._pen(self.theme.color("keyline", 0.9), 1.5 * self.ratio)
        pen.setDashPattern([3.0, 2.4])
        inset = -self._px(0.03, 1.5)
        path = polygon(grown(self._corners(spot), inset)) if spot.is_cell else self._mapped(spot.outline)
        self.painter.strokePath(path, pen)

    def _ring(self, path: QPainterPath) -> None:
        """Gold on brown, round a chosen place or a ghost."""
        self.painter.strokePath(path, self._pen(self.theme.color("ring_shade"), self._px(0.060, 3.6)))
        self.painter.strokePath(path, self._pen(self.theme.color("gold_ring"), self._px(0.034, 2.0)))

    def _selected(self, spots: list[Spot]) -> None:
        for _group, outline in joined(spots):
            path = self._mapped(outline)
            self.painter.fillPath(path, self.theme.color("legal", 0.14))
            self._ring(path)
            half = 3.5 * self.ratio
            for place in handles(path, HANDLES):
                handle = QRectF(place.x() - half, place.y() - half, 2 * half, 2 * half)
                self.painter.fillRect(handle, self.theme.color("keyline"))
                self.painter.setPen(self._pen(self.theme.color("ring_shade"), self.ratio))
                self.painter.drawRect(handle)

    def _problem(self, kind: str, spots: list[Spot]) -> list[QPointF]:
        """Outline the connected groups of one severity, each kind with dashes of its own. Returns where signs go."""
        corners = []
        color = self.theme.color(f"{kind}_mark")
        for group, outline in joined(spots):
            for spot in group:
                if not spot.covered:
                    tint = QColor(color)
                    tint.setAlphaF(0.14 if kind == "info" else 0.22)
                    self.painter.fillPath(self._mapped(spot.outline), tint)
            path = self._mapped(outline)
            band, line = self._px(0.044, 2.4), self._px(0.036, 1.8)
            painter = self.painter
            painter.save()
            painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
            painter.strokePath(path, self._pen(self.theme.color("keyline", 0.9), 2 * (band + line)))
            pen = self._pen(color, 2 * band)
            if kind != "error":
                long, gap = (0.17, 0.07) if kind == "warning" else (0.075, 0.06)
                pen.setDashPattern([self._px(long, 5) / pen.widthF(), self._px(gap, 3) / pen.widthF()])
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                painter.strokePath(path, self._pen(self.theme.color("keyline", 0.55), 2 * band))
            painter.strokePath(path, pen)
            painter.restore()
            corner = min((utmost(spot, 1, -1) for spot in group), key=lambda at: (round(at.y(), 2), -round(at.x(), 2)))
            corners.append(self.transform.map(corner))
        return corners

    def _pin(self, spot: Spot) -> None:
        """A pin stuck into the upper left part of a cell, or into the middle of an edge: a drop with an eye."""
        box = self._mapped(spot.outline).boundingRect()
        size = min(max(0.13 * self.scale, 5.0 * self.ratio), 10 * self.ratio)
        foot = QPointF(box.left() + 0.24 * box.width(), box.top() + 0.34 * box.height())
        if not spot.is_cell:
            foot = box.center() + QPointF(0, size)
        head = QPointF(foot.x(), foot.y() - 1.9 * size)
        shape = QPainterPath(foot)
        shape.cubicTo(foot + QPointF(-0.2 * size, -0.6 * size), head + QPointF(-size, size), head - QPointF(size, 0))
        shape.arcTo(QRectF(head.x() - size, head.y() - size, 2 * size, 2 * size), 180, -180)
        shape.cubicTo(head + QPointF(size, size), foot + QPointF(0.2 * size, -0.6 * size), foot)
        self.painter.strokePath(shape, self._pen(self.theme.color("keyline"), 2.4 * self.ratio))
        self.painter.fillPath(shape, self.theme.color("wax"))
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.theme.color("keyline"))
        self.painter.drawEllipse(head, 0.36 * size, 0.36 * size)

    def _sign(self, kind: str, at: QPointF, radius: float, color: QColor) -> None:
        """An octagon with ×, a triangle with !, a disc with i."""
        radius = min(radius, 13 * self.ratio)
        shape = QPainterPath()
        points: tuple[tuple[float, float], ...] = ()
        if kind == "error":
            a, b = radius, radius * 0.4142
            points = ((b, -a), (a, -b), (a, b), (b, a), (-b, a), (-a, b), (-a, -b), (-b, -a))
        elif kind == "warning":
            a = radius * 1.15
            points = ((0, -a), (a, a * 0.80), (-a, a * 0.80))
        else:
            shape.addEllipse(at, radius, radius)
        if points:
            shape.moveTo(at.x() + points[0][0], at.y() + points[0][1])
            for x, y in points[1:]:
                shape.lineTo(at.x() + x, at.y() + y)
            shape.closeSubpath()
        pen = QPen(self.theme.color("keyline"), 2.4 * self.ratio)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self.painter.strokePath(shape, pen)
        self.painter.fillPath(shape, color)
        sign, thick = QPainterPath(), radius * 0.26
        if kind == "error":
            arm = radius * 0.42
            sign.moveTo(at.x() - arm, at.y() - arm)
            sign.lineTo(at.x() + arm, at.y() + arm)
            sign.moveTo(at.x() + arm, at.y() - arm)
            sign.lineTo(at.x() - arm, at.y() + arm)
        else:
            up = -1 if kind == "warning" else 1
            top, foot = QPointF(at.x(), at.y() - 0.5 * radius), QPointF(at.x(), at.y() + 0.5 * radius)
            shift = 0.10 * radius if kind == "warning" else 0.0
            dot, start, end = (
                (foot, top, QPointF(at.x(), at.y() + 0.12 * radius))
                if up < 0
                else (top, QPointF(at.x(), at.y() - 0.08 * radius), foot)
            )
            sign.moveTo(start.x(), start.y() + shift)
            sign.lineTo(end.x(), end.y() + shift)
            sign.moveTo(dot.x(), dot.y() + shift)
            sign.lineTo(dot.x(), dot.y() + shift + 0.01)
        pen = QPen(QColor(Qt.GlobalColor.white), thick)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        self.painter.strokePath(sign, pen)

    def cursor(self, spot: Spot) -> None:
        """The keyboard's place: a double line that shows on paper and on water."""
        path = self._mapped(spot.outline)
        self._inside(path, self.theme.color("keyline"), 4.0 * self.ratio)
        self._inside(path, self.theme.color("accent" if not self.theme.is_dark else "deep_low"), 2.4 * self.ratio)

    def band(self, spots: Sequence[Spot]) -> None:
        """The cells of a rectangle that is being drawn, or of a stroke."""
        path = QPainterPath()
        for _group, outline in joined(spots):
            path.addPath(self._mapped(outline))
        self.painter.fillPath(path, self.theme.color("accent", 0.16))
        self.painter.strokePath(path, self._pen(self.theme.color("keyline", 0.9), 3.4 * self.ratio))
        pen = self._pen(self.theme.color("accent" if not self.theme.is_dark else "deep"), 1.8 * self.ratio)
        pen.setDashPattern([3.2, 2.2])
        self.painter.strokePath(path, pen)

    def trail(self, line: Sequence[Point]) -> None:
        """A line drawn freely, in dashes, and in paler ones the way back to where it began."""
        places = [self.transform.map(QPointF(*point)) for point in line]
        path, back = QPainterPath(places[0]), QPainterPath(places[-1])
        for place in places[1:]:
            path.lineTo(place)
        back.lineTo(places[0])
        ink = "accent" if not self.theme.is_dark else "deep"
        for part, strength in ((back, 0.55), (path, 1.0)):
            self.painter.strokePath(part, self._pen(self.theme.color("keyline", 0.9 * strength), 3.4 * self.ratio))
            pen = self._pen(self.theme.color(ink, strength), 1.8 * self.ratio)
            pen.setDashPattern([3.2, 2.2])
            self.painter.strokePath(part, pen)

    def ghost(self, pixmap: QPixmap, area: QRectF, ring: bool, spot: Spot | None) -> None:
        """A tile in hand over its cell: lifted, with a gold ring; a piece: just see-through. `area` in board units."""
        painter = self.painter
        box = self.transform.mapRect(area)
        rim = self._corners(spot) if spot is not None else []
        if ring:
            grow = (GHOST_GROWTH - 1) / 2
            box = box.adjusted(-box.width() * grow, -box.height() * grow, box.width() * grow, box.height() * grow)
            rim = grown(rim, grow * self.scale) if rim else _box_corners(box)
            for step in range(4):
                spread = self._px(0.02 + 0.02 * step, 1 + step)
                shadow = polygon(grown(rim, spread)).translated(spread * 0.7, spread * 1.2)
                painter.fillPath(shadow, QColor(20, 12, 2, 26))
        painter.save()
        painter.setOpacity(GHOST_OPACITY)
        if not ring and abs(box.width() - pixmap.width()) < 1.5 and abs(box.height() - pixmap.height()) < 1.5:
            painter.drawPixmap(box.topLeft().toPoint(), pixmap)
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(box, pixmap, QRectF(pixmap.rect()))
        painter.restore()
        if ring:
            self._ring(polygon(rim))

    def chips(self, centres: Iterable[tuple[QPointF, int]]) -> None:
        """Round buttons that turn the ghost anticlockwise (-1) and clockwise (+1)."""
        radius = chip_radius(self.scale, self.ratio)
        for centre, turn in centres:
            disc = QPainterPath()
            disc.addEllipse(centre, radius, radius)
            self.painter.fillPath(disc.translated(0, radius * 0.12), QColor(20, 12, 2, 60))
            self.painter.fillPath(disc, self.theme.color("plate"))
            self.painter.strokePath(disc, QPen(self.theme.color("ring_shade"), max(1.2, radius * 0.12)))
            arc, reach = QPainterPath(), radius * 0.48
            box = QRectF(centre.x() - reach, centre.y() - reach, 2 * reach, 2 * reach)
            start, span = (60.0, -290.0) if turn > 0 else (120.0, 290.0)
            arc.arcMoveTo(box, start + span)
            arc.arcTo(box, start + span, -span)
            pen = QPen(self.theme.color("plate_ink"), max(1.3, radius * 0.17))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            self.painter.strokePath(arc, pen)
            tip = arc.pointAtPercent(0.0)
            head = QPainterPath()
            size = radius * 0.36
            side = 1 if turn > 0 else -1
            head.moveTo(tip.x() + side * size * 0.75, tip.y() - size * 0.35)
            head.lineTo(tip.x() - side * size * 0.55, tip.y() - size * 0.75)
            head.lineTo(tip.x() + side * size * 0.10, tip.y() + size * 0.85)
            head.closeSubpath()
            self.painter.fillPath(head, self.theme.color("plate_ink"))


def chip_radius(scale: float, ratio: float) -> float:
    """Radius of a turn chip in device pixels."""
    return min(max(0.115 * scale, CHIP_PX * ratio), 15 * ratio)


def _toward(start: QPointF, end: QPointF, far: float) -> QPointF:
    """The point so far from a start on the way to an end, at most half-way."""
    way = end - start
    return start + way * min(0.5, far / max(math.hypot(way.x(), way.y()), 1e-6))


def _box_corners(box: QRectF) -> list[QPointF]:
    return [box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()]


# The ghost over a board: what a move or a stamp would look like there, with chips to turn it.

CHIPS_OUT = 0.03
"""How far the chips lie off the corners, in board units."""
ROOM = 4 * CHIP_PX
"""A space smaller than this, in device-independent pixels, has no chips: they would take clicks meant for it and its
neighbours. Wheel and keys turn there."""


class Ghost:
    """One at a time, or none. Its drawing is kept until the picture, the theme or the scale changes."""

    def __init__(self) -> None:
        self.picture: Picture | None = None
        self.target = -1
        self._turns = True
        self._rings = False
        self._kept: tuple[int, QPixmap] | None = None

    def show(self, picture: Picture | None, target: int, turns: bool, theme: Theme, rings: bool = True) -> None:
        """Be this picture on a target, or nothing; `turns`: with chips; `rings`: lifted and with a ring, if a tile."""
        if picture is not self.picture:
            self._kept = None
        self.picture, self.target, self._turns = picture, target, turns
        self._rings = (
            rings
            and picture is not None
            and any(
                isinstance(shape, Path) and theme.style(shape.style).covers
                for layer in picture.layers
                for shape in layer.shapes
            )
        )

    def forget_drawing(self) -> None:
        """Draw afresh, in another theme."""
        self._kept = None

    @property
    def is_plain(self) -> bool:
        """Whether there is a ghost without a ring of its own."""
        return self.picture is not None and not self._rings

    def _area(self) -> QRectF:
        assert self.picture is not None
        left, top, right, bottom = self.picture.bounds
        return QRectF(left, top, right - left, bottom - top)

    def paint(self, marker: Marker, theme: Theme, scale: int, spot: Spot | None, transform: QTransform) -> None:
        """Draw it at so many device pixels per board unit; `spot` is what it is aimed at."""
        if self.picture is None:
            return
        area = self._area()
        if self._kept is None or self._kept[0] != scale:
            self._kept = (scale, QPixmap.fromImage(paint_image(self.picture, theme, scale, area)))
        marker.ghost(self._kept[1], area, self._rings, spot)
        if self._rings:
            marker.chips(self.chips(spot, transform, marker.ratio))

    def chips(self, spot: Spot | None, transform: QTransform, ratio: float) -> list[tuple[QPointF, int]]:
        """The turn chips where they have room: centres in device pixels, and which way each turns."""
        if self.picture is None or not self._rings or not self._turns or transform.m11() < ROOM * ratio:
            return []
        if spot is None or not spot.is_cell:
            spot = Spot(QPainterPath(), self._area(), False, ())
        return [(transform.map(utmost(spot, turn, 1) + QPointF(turn * CHIPS_OUT, CHIPS_OUT)), turn) for turn in (-1, 1)]


# The pace at which the places where one may click grow brighter and dimmer.

PERIOD = 2.8
"""Seconds from bright to bright."""
TICK = 75
"""Milliseconds between two paintings."""


class Breath(QObject):
    """The slow brightening and dimming of the places where one may click.

    `value` goes between 0 and 1 while it is wanted and somebody sees it; else it rests at 1.
    """

    def __init__(self, paint: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self.value = 1.0
        self._paint = paint
        self._begun = 0.0
        self._clock = QTimer(self)
        self._clock.setInterval(TICK)
        self._clock.timeout.connect(self._beat)

    @property
    def is_going(self) -> bool:
        """Whether it goes up and down."""
        return self._clock.isActive()

    def run(self, wanted: bool) -> None:
        """Go on, or rest."""
        if wanted and not self.is_going:
            self._begun = monotonic()
            self._clock.start()
        elif not wanted and self.is_going:
            self._clock.stop()
            self.value = 1.0
            self._paint()

    def _beat(self) -> None:
        self.value = 0.5 + 0.5 * math.cos(math.tau * (monotonic() - self._begun) / PERIOD)
        self._paint()
