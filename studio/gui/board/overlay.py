"""Marks painted over a board: legal targets, problems, selection, ghost and cursor.
All are painted on each repaint, in device pixels, from target outlines. Sizes follow the board's scale with pixel
minima, so that every state stays legible on small boards. No state relies on colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import NamedTuple

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QRadialGradient,
    QTransform,
)

from studio.core.grid import Point
from studio.core.picture import Path, Picture
from studio.gui.board.painter import paint_image
from studio.gui.board.shape_cache import bounds_rect
from studio.gui.board.target_shapes import (
    TargetShape,
    extreme_corner,
    handle_points,
    merge_adjacent,
    offset_polygon,
    polygon_path,
)
from studio.gui.style.stylesheet import SEMIBOLD, text_font
from studio.gui.style.theme import Theme


class Mark(NamedTuple):
    """A mark on a target: legal, best, hover, chosen, selected, error, warning, info, last, pin, cursor or spot.
    If there are spots, everything else is dimmed.
    """

    kind: str
    target: int
    note: str = ""


GHOST_GROWTH = 1.05
FADE_START, FADE_END = 24, 72
"""Up to FADE_START legal cells glow at full strength; from FADE_END on only faintly, to keep the board visible."""
GHOST_OPACITY = 0.86
CHIP_PX = 11.0  # minimum radius of the ghost's chips in logical pixels
MAX_HANDLES = 16  # an outline with more corners has handles only at the corners of its hull
DIM_ALPHA = (0.36, 0.44)  # opacity of the dimming outside spots, in the light and the dark theme
MERGE_START = 36  # from this number of legal cells on, they are painted as one area
_ORDER = ("spot", "last", "legal", "best", "hover", "info", "warning", "error", "chosen", "selected", "pin", "cursor")


class MarkPainter:
    """Paints the marks of one board at one scale in device pixels."""

    def __init__(self, painter: QPainter, theme: Theme, transform: QTransform, ratio: float) -> None:
        self.painter, self.theme, self.transform, self.ratio = painter, theme, transform, ratio
        self.scale = transform.m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def paint_marks(self, marked: Sequence[tuple[str, TargetShape]], pulse: float = 1.0) -> None:
        """Paint all marks, the strongest last; `pulse` (0 … 1) is the brightness of legal targets."""
        signs: list[tuple[str, QPointF]] = []
        by_kind: dict[str, list[TargetShape]] = {}
        for kind, spot in marked:
            by_kind.setdefault(kind, []).append(spot)
        paint_one: dict[str, Callable[[TargetShape], None]] = {
            "last": self._paint_last,
            "best": lambda spot: self._paint_legal(spot, pulse),
            "hover": self._paint_hover,
            "chosen": lambda spot: self._paint_ring(self._to_device(spot.outline)),
            "pin": self._paint_pin,
            "cursor": self.paint_cursor,
        }
        for kind in _ORDER:
            spots = by_kind.get(kind)
            if not spots:
                continue
            match kind:
                case "spot":
                    self._paint_spotlight(spots, pulse)
                case "legal":
                    self._paint_all_legal(spots, 1.0 if "best" in by_kind else pulse)
                case "info" | "warning" | "error":
                    signs += [(kind, at) for at in self._paint_problem(kind, spots)]
                case "selected":
                    self._paint_selection(spots)
                case _:
                    for spot in spots:
                        paint_one[kind](spot)
        for kind, at in signs:
            self._paint_severity(kind, at, max(0.16 * self.scale, 8.0 * self.ratio), self.theme.color(f"{kind}_mark"))

    def _px(self, units: float, least: float) -> float:
        """Convert board units to device pixels, but at least `least` logical pixels."""
        return max(units * self.scale, least * self.ratio)

    def _to_device(self, path: QPainterPath) -> QPainterPath:
        return self.transform.map(path)

    def _device_corners(self, spot: TargetShape) -> list[QPointF]:
        return [self.transform.map(QPointF(x, y)) for x, y in spot.corners]

    def _make_pen(self, color: QColor, width: float) -> QPen:
        pen = QPen(color, width)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        return pen

    def _stroke_inside(self, path: QPainterPath, color: QColor, width: float, inset: float = 0.0) -> None:
        """Paint a band along the inner side of an outline, `inset` away from it."""
        painter = self.painter
        painter.save()
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.strokePath(path, self._make_pen(color, 2 * (width + inset)))
        painter.restore()

    def _paint_legal(self, spot: TargetShape, pulse: float, strength: float = 1.0) -> None:
        path, theme = self._to_device(spot.outline), self.theme
        box = path.boundingRect()
        if spot.inward != (0, 0):
            self._paint_entry_edge(box, spot.inward, pulse)
            return
        low, high = (0.10, 0.40) if theme.is_dark else (0.22, 0.72)
        if spot.is_covered:
            low, high = 0.0, 0.52
        elif not spot.is_cell:
            low, high = 0.25, 0.70
        corner = self.transform.map(extreme_corner(spot, 1, -1)) - box.center()
        reach = math.hypot(corner.x(), corner.y()) if spot.is_cell else max(box.width(), box.height()) * 0.707
        glow = QRadialGradient(box.center(), reach * 1.018)
        full = strength if spot.is_cell and not spot.is_covered else 1.0
        strength = full * (0.55 + 0.45 * pulse)
        glow.setColorAt(0, theme.color("legal", low * strength))
        glow.setColorAt(0.55, theme.color("legal", (low * 0.6 + high * 0.4) * strength))
        glow.setColorAt(1, theme.color("legal", high * strength))
        self.painter.fillPath(path, glow)
        ink = theme.color("gold_ring" if spot.is_covered else "bracket")
        if spot.is_cell:
            if spot.is_covered:
                self._paint_brackets(spot, theme.color("ring_shade", 0.85), self._px(0.044, 2.6))
            ink.setAlphaF(full)
            self._paint_brackets(spot, ink, self._px(0.026, 1.4))
        else:
            self.painter.strokePath(path, self._make_pen(theme.color("bracket"), self._px(0.024, 1.4)))

    def _paint_spotlight(self, spots: list[TargetShape], pulse: float) -> None:
        """Dim everything except these targets and paint them as legal."""
        shade = QPainterPath()
        shade.addRect(QRectF(self.painter.viewport()))
        for spot in spots:
            shade -= self._to_device(spot.outline)
        self.painter.fillPath(shade, QColor.fromRgbF(0.08, 0.05, 0.01, DIM_ALPHA[self.theme.is_dark]))
        for spot in spots:
            self._paint_legal(spot, pulse)

    def _paint_all_legal(self, spots: list[TargetShape], pulse: float) -> None:
        """Paint legal targets; very many cells get a common outline, as a frame for each would look like a net."""
        cells = [spot for spot in spots if spot.is_cell and not spot.is_covered]
        strength = 1.0 - 0.55 * min(max((len(cells) - FADE_START) / (FADE_END - FADE_START), 0.0), 1.0)
        if len(cells) > MERGE_START:
            for _group, outline in merge_adjacent(cells):
                path = self._to_device(outline)
                self.painter.fillPath(path, self.theme.color("legal", 0.16 if self.theme.is_dark else 0.26))
                self.painter.strokePath(path, self._make_pen(self.theme.color("bracket", 0.8), self._px(0.028, 1.4)))
            spots = [spot for spot in spots if spot.is_covered or not spot.is_cell]
        for spot in spots:
            self._paint_legal(spot, pulse, strength)

    def _paint_entry_edge(self, box: QRectF, inward: tuple[int, int], pulse: float) -> None:
        """Paint an outer edge to start from: a glow that fades away from the board, and an arrow across the edge."""
        dx, dy = inward
        half, theme = QPointF(dx * box.width() / 2, dy * box.height() / 2), self.theme
        edge = box.center() + half
        glow = QLinearGradient(edge, box.center() - half)
        strength = (0.42 if theme.is_dark else 0.80) * (0.55 + 0.45 * pulse)
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
        pen = self._make_pen(theme.color("ring_shade"), self._px(0.030, 1.8))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self.painter.strokePath(arrow, pen)
        self.painter.fillPath(arrow, theme.color("gold_ring"))

    def _paint_brackets(self, spot: TargetShape, color: QColor, width: float) -> None:
        """Paint angles just inside all corners of a cell."""
        corners = offset_polygon(self._device_corners(spot), -(0.055 * self.scale + self._px(0.013, 0.7)))
        arm = self._px(0.80 / len(corners), 6 if len(corners) == 4 else 4)
        path = QPainterPath()
        for before, corner, after in zip(corners[-1:] + corners, corners, corners[1:] + corners[:1], strict=False):
            path.moveTo(_point_toward(corner, before, arm))
            path.lineTo(corner)
            path.lineTo(_point_toward(corner, after, arm))
        pen = self._make_pen(color, width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        self.painter.strokePath(path, pen)

    def _paint_hover(self, spot: TargetShape) -> None:
        path = self._to_device(spot.outline)
        self.painter.fillPath(path, QColor(255, 255, 255, 44 if self.theme.is_dark else 72))
        ink = self.theme.color("keyline" if spot.is_covered or self.theme.is_dark else "ink", 0.95)
        self._stroke_inside(path, ink, 1.6 * self.ratio)

    def _paint_last(self, spot: TargetShape) -> None:
        pen = self._make_pen(self.theme.color("keyline", 0.9), 1.5 * self.ratio)
        pen.setDashPattern([3.0, 2.4])
        path = self._to_device(spot.outline)
        if spot.is_cell:
            path = polygon_path(offset_polygon(self._device_corners(spot), -self._px(0.03, 1.5)))
        self.painter.strokePath(path, pen)

    def _paint_ring(self, path: QPainterPath) -> None:
        """Paint a gold line with a brown border."""
        self.painter.strokePath(path, self._make_pen(self.theme.color("ring_shade"), self._px(0.060, 3.6)))
        self.painter.strokePath(path, self._make_pen(self.theme.color("gold_ring"), self._px(0.034, 2.0)))

    def _paint_selection(self, spots: list[TargetShape]) -> None:
        for _group, outline in merge_adjacent(spots):
            path = self._to_device(outline)
            self._paint_ring(path)
            half = 3.5 * self.ratio
            for place in handle_points(path, MAX_HANDLES):
                handle = QRectF(place.x() - half, place.y() - half, 2 * half, 2 * half)
                self.painter.fillRect(handle, self.theme.color("keyline"))
                self.painter.setPen(self._make_pen(self.theme.color("ring_shade"), self.ratio))
                self.painter.drawRect(handle)

    def _paint_problem(self, kind: str, spots: list[TargetShape]) -> list[QPointF]:
        """Outline connected groups of one severity, with dashes per severity; return where their icons go."""
        corners = []
        color = self.theme.color(f"{kind}_mark")
        for group, outline in merge_adjacent(spots):
            for spot in group:
                if not spot.is_covered:
                    tint = QColor(color)
                    tint.setAlphaF(0.14 if kind == "info" else 0.22)
                    self.painter.fillPath(self._to_device(spot.outline), tint)
            path = self._to_device(outline)
            band, line = self._px(0.044, 2.4), self._px(0.036, 1.8)
            painter = self.painter
            painter.save()
            painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
            painter.strokePath(path, self._make_pen(self.theme.color("keyline", 0.9), 2 * (band + line)))
            pen = self._make_pen(color, 2 * band)
            if kind != "error":
                long, gap = (0.17, 0.07) if kind == "warning" else (0.075, 0.06)
                pen.setDashPattern([self._px(long, 5) / pen.widthF(), self._px(gap, 3) / pen.widthF()])
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                painter.strokePath(path, self._make_pen(self.theme.color("keyline", 0.55), 2 * band))
            painter.strokePath(path, pen)
            painter.restore()
            corner = min(
                (extreme_corner(spot, 1, -1) for spot in group), key=lambda at: (round(at.y(), 2), -round(at.x(), 2))
            )
            corners.append(self.transform.map(corner))
        return corners

    def _paint_pin(self, spot: TargetShape) -> None:
        """Paint a pin in the upper left of a cell, or in the centre of an edge."""
        box = self._to_device(spot.outline).boundingRect()
        size = min(max(0.13 * self.scale, 5.0 * self.ratio), 10 * self.ratio)
        foot = QPointF(box.left() + 0.24 * box.width(), box.top() + 0.34 * box.height())
        if not spot.is_cell:
            foot = box.center() + QPointF(0, size)
        head = QPointF(foot.x(), foot.y() - 1.9 * size)
        shape = QPainterPath(foot)
        shape.cubicTo(foot + QPointF(-0.2 * size, -0.6 * size), head + QPointF(-size, size), head - QPointF(size, 0))
        shape.arcTo(QRectF(head.x() - size, head.y() - size, 2 * size, 2 * size), 180, -180)
        shape.cubicTo(head + QPointF(size, size), foot + QPointF(0.2 * size, -0.6 * size), foot)
        self.painter.strokePath(shape, self._make_pen(self.theme.color("keyline"), 2.4 * self.ratio))
        self.painter.fillPath(shape, self.theme.color("wax"))
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.theme.color("keyline"))
        self.painter.drawEllipse(head, 0.36 * size, 0.36 * size)

    def _paint_severity(self, kind: str, at: QPointF, radius: float, color: QColor) -> None:
        """Paint an octagon with ×, a triangle with !, or a disc with i."""
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
            shape = polygon_path([at + QPointF(x, y) for x, y in points])
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

    def paint_cursor(self, spot: TargetShape) -> None:
        """Paint a double line that is visible on land and on water."""
        path = self._to_device(spot.outline)
        self._stroke_inside(path, self.theme.color("keyline"), 4.0 * self.ratio)
        self._stroke_inside(
            path, self.theme.color("accent" if not self.theme.is_dark else "deep_low"), 2.4 * self.ratio
        )

    def paint_band(self, spots: Sequence[TargetShape]) -> None:
        """Outline the cells of a rectangle that is being drawn, or of a stroke."""
        path = QPainterPath()
        for _group, outline in merge_adjacent(spots):
            path.addPath(self._to_device(outline))
        self.painter.strokePath(path, self._make_pen(self.theme.color("keyline", 0.9), 3.4 * self.ratio))
        pen = self._make_pen(self.theme.color("accent" if not self.theme.is_dark else "deep"), 1.8 * self.ratio)
        pen.setDashPattern([3.2, 2.2])
        self.painter.strokePath(path, pen)

    def paint_trail(self, line: Sequence[Point]) -> None:
        """Paint a lasso line, and paler its closing line."""
        places = [self.transform.map(QPointF(*point)) for point in line]
        path, back = QPainterPath(places[0]), QPainterPath(places[-1])
        for place in places[1:]:
            path.lineTo(place)
        back.lineTo(places[0])
        ink = "accent" if not self.theme.is_dark else "deep"
        for part, strength in ((back, 0.55), (path, 1.0)):
            self.painter.strokePath(part, self._make_pen(self.theme.color("keyline", 0.9 * strength), 3.4 * self.ratio))
            pen = self._make_pen(self.theme.color(ink, strength), 1.8 * self.ratio)
            pen.setDashPattern([3.2, 2.2])
            self.painter.strokePath(part, pen)

    def paint_ghost(self, pixmap: QPixmap, area: QRectF, ring: bool, spot: TargetShape | None) -> None:
        """Paint a preview over its cell: a tile lifted with a gold ring, a piece translucent; `area` in board units."""
        painter = self.painter
        box = self.transform.mapRect(area)
        rim = self._device_corners(spot) if spot is not None else []
        if ring:
            grow = (GHOST_GROWTH - 1) / 2
            box = box.adjusted(-box.width() * grow, -box.height() * grow, box.width() * grow, box.height() * grow)
            whole = [box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()]
            rim = offset_polygon(rim, grow * self.scale) if rim else whole
            for step in range(4):
                spread = self._px(0.02 + 0.02 * step, 1 + step)
                shadow = polygon_path(offset_polygon(rim, spread)).translated(spread * 0.7, spread * 1.2)
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
            self._paint_ring(polygon_path(rim))

    def paint_plates(self, plates: Iterable[tuple[TargetShape, str]]) -> None:
        """Paint short texts on plates at the bottom of their targets, higher or lower if another plate is there."""
        painter, ratio, placed = self.painter, self.ratio, list[QRectF]()
        font = text_font(13, SEMIBOLD)
        font.setPixelSize(round(13 * ratio))
        painter.setFont(font)
        for spot, text in plates:
            box = self.transform.mapRect(spot.box)
            wide = QFontMetricsF(font).horizontalAdvance(text) + 16 * ratio
            step = 22 * ratio
            heights = (box.bottom(), min(box.top(), box.bottom() - step), box.bottom() + step)
            places = [QRectF(box.center().x() - wide / 2, y - 10 * ratio, wide, 20 * ratio) for y in heights]
            plate = next((one for one in places if not any(map(one.intersects, placed))), places[0])
            placed.append(plate)
            shape = QPainterPath()
            shape.addRoundedRect(plate, 10 * ratio, 10 * ratio)
            painter.fillPath(shape, self.theme.color("plate"))
            painter.strokePath(shape, QPen(self.theme.color("ring_shade"), ratio))
            painter.setPen(self.theme.color("plate_ink"))
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)

    def paint_chips(self, centres: Iterable[tuple[QPointF, int]]) -> None:
        """Paint round buttons that rotate the ghost anticlockwise (-1) and clockwise (+1)."""
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
    """Radius of a chip in device pixels."""
    return min(max(0.115 * scale, CHIP_PX * ratio), 15 * ratio)


def _point_toward(start: QPointF, end: QPointF, far: float) -> QPointF:
    """The point at a distance from `start` towards `end`, at most half-way."""
    way = end - start
    return start + way * min(0.5, far / max(math.hypot(way.x(), way.y()), 1e-6))


# The ghost over a board

CHIP_OFFSET = 0.03  # distance of the chips from the corners in board units
MIN_CELL_PX = 4 * CHIP_PX
"""Smaller spaces (logical pixels) have no chips: they would cover neighbours. The wheel and keys still rotate."""


class Ghost:
    """The preview of a move or stamp, if any. Its image is cached until the picture, theme or scale changes."""

    def __init__(self) -> None:
        self.picture: Picture | None = None
        self.target = -1
        self._turnable = True
        self._framed = False
        self._cached: tuple[float, QPixmap] | None = None

    def show(self, picture: Picture | None, target: int, turnable: bool, theme: Theme, framed: bool = True) -> None:
        """Set the picture and target; `turnable`: with chips; `framed`: a tile is lifted and has a ring."""
        if picture is not self.picture:
            self._cached = None
        self.picture, self.target, self._turnable = picture, target, turnable
        layers = picture.layers if framed and picture is not None else ()
        shapes = (shape for layer in layers for shape in layer.shapes)
        self._framed = any(isinstance(shape, Path) and theme.style(shape.style).covers for shape in shapes)

    def clear_cache(self) -> None:
        self._cached = None

    @property
    def is_unframed(self) -> bool:
        """Whether there is a ghost without a ring."""
        return self.picture is not None and not self._framed

    def paint(self, marker: MarkPainter, spot: TargetShape | None) -> None:
        """Paint the ghost over the shape of its target."""
        if self.picture is None:
            return
        area = bounds_rect(self.picture)
        if self._cached is None or self._cached[0] != marker.scale:
            image = paint_image(self.picture, marker.theme, marker.scale, area)
            self._cached = (marker.scale, QPixmap.fromImage(image))
        marker.paint_ghost(self._cached[1], area, self._framed, spot)
        if self._framed:
            marker.paint_chips(self.chips(spot, marker.transform, marker.ratio))

    def chips(self, spot: TargetShape | None, transform: QTransform, ratio: float) -> list[tuple[QPointF, int]]:
        """Centres (device pixels) of the chips, if there is room, and the direction in which each rotates."""
        if self.picture is None or not self._framed or not self._turnable or transform.m11() < MIN_CELL_PX * ratio:
            return []
        if spot is None or not spot.is_cell:
            spot = TargetShape(QPainterPath(), bounds_rect(self.picture), False, ())
        return [
            (transform.map(extreme_corner(spot, turn, 1) + QPointF(turn * CHIP_OFFSET, CHIP_OFFSET)), turn)
            for turn in (-1, 1)
        ]


# Pulsing of legal targets

PULSE_SECONDS = 2.8  # period of the pulse
PULSE_FRAME_MS = 75


class PulseAnimation(QObject):
    """Slow brightening and dimming of legal targets: `value` is from 0 to 1 while it runs, else 1."""

    def __init__(self, paint: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self.value = 1.0
        self._paint = paint
        self._started = 0.0
        self._timer = QTimer(self, interval=PULSE_FRAME_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def is_running(self) -> bool:
        return self._timer.isActive()

    def set_running(self, wanted: bool) -> None:
        if wanted and not self.is_running:
            self._started = monotonic()
            self._timer.start()
        elif not wanted and self.is_running:
            self._timer.stop()
            self.value = 1.0
            self._paint()

    def _tick(self) -> None:
        self.value = 0.5 + 0.5 * math.cos(math.tau * (monotonic() - self._started) / PULSE_SECONDS)
        self._paint()
