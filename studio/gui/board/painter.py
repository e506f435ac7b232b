"""Paints pictures on any paint device, whole or by region, in small steps.
Everything is mapped to device pixels before it is painted, and every shape is clipped to the region, so that a
repainted region equals the same region of a whole painting. Work is done by generators that pause after each step, so
that the window stays responsive.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TypeVar

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QRadialGradient,
    QRegion,
    QTransform,
)

from studio.core import picture as p
from studio.gui.board import shape_cache
from studio.gui.style.recipes import texture
from studio.gui.style.stylesheet import DISPLAY_FAMILIES, TEXT_FAMILIES
from studio.gui.style.theme import SeatColors, Theme

# Lines become areas before they reach the painter, in pixels of the board and not of the paint device: Qt computes
# joins with rounding errors that depend on the origin of the device, which would be visible in repaired charts.

RoleColor = Callable[[str, float], QColor]  # returns the colour of a role with an alpha
_ERASE = QColor(0, 0, 0)
_MIN_FADED_WIDTH = 0.7  # lines with a larger minimum width in pixels keep their opacity


def make_pen(step: p.Stroke, scale: float, color: QColor) -> QPen:
    """Return the pen of a step at `scale` pixels per board unit.
    Fine lines widened to their minimum width are paler instead, so that they do not darken small boards.
    """
    width = step.width * scale
    if width < step.min_pixels <= _MIN_FADED_WIDTH:
        color.setAlphaF(color.alphaF() * math.sqrt(width / step.min_pixels))
    pen = QPen(color, max(width, step.min_pixels))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap if step.has_flat_caps or step.dash else Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if step.dash:
        pen.setDashPattern([part * scale / pen.widthF() for part in step.dash])
    return pen


def stroke_path(painter: QPainter, path: QPainterPath, pen: QPen) -> None:
    outline = QPainterPathStroker(pen).createStroke(path)
    outline.setFillRule(Qt.FillRule.WindingFill)
    painter.fillPath(outline, pen.color())


def _flat_pen(width: float, color: QColor) -> QPen:
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.BevelJoin)
    return pen


def paint_glow(
    painter: QPainter, step: p.Glow, path: QPainterPath, scale: float, device: QRect, color: QColor
) -> Iterator[None]:
    """Paint a glow along a line within `device`, at half or a quarter of the resolution on large scales."""
    coarse = 4 if scale >= 120 else 2 if scale >= 44 else 1
    pad = 4 * coarse
    left, top = (device.left() - pad) // coarse * coarse, (device.top() - pad) // coarse * coarse
    wide = (device.right() + 1 + pad + coarse) // coarse * coarse - left
    high = (device.bottom() + 1 + pad + coarse) // coarse * coarse - top
    sheet = QImage(wide // coarse, high // coarse, QImage.Format.Format_ARGB32_Premultiplied)
    sheet.fill(Qt.GlobalColor.transparent)
    small = QTransform.fromScale(1 / coarse, 1 / coarse).map(path)
    unit = scale / coarse
    with QPainter(sheet) as glow:
        glow.setRenderHint(QPainter.RenderHint.Antialiasing)
        glow.translate(-left // coarse, -top // coarse)
        for width, alpha in glow_strokes(step, max(6, min(step.strokes, round(step.widest / 2 * unit / 1.6)))):
            color.setAlphaF(alpha)
            stroke_path(glow, small, _flat_pen(width * unit, color))
            yield
    if coarse > 1:
        sheet = sheet.scaled(
            wide, high, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
    painter.drawImage(left, top, sheet)


def glow_strokes(step: p.Glow, count: int) -> list[tuple[float, float]]:
    """Widths and alphas of `count` strokes that together cover as much as the recipe's own number."""
    alpha = 1 - (1 - step.alpha) ** (step.strokes / count)
    fall = (step.widest - step.narrowest) / (count - 1)
    return [(step.widest - i * fall, alpha) for i in range(count)]


def paint_rings(
    painter: QPainter, step: p.Rings, path: QPainterPath, scale: float, device: QRect, color: QColor
) -> Iterator[None]:
    """Paint parallel lines: wide strokes, each hollowed by a narrower one, on an image of their own."""
    sheet = QImage(device.size(), QImage.Format.Format_ARGB32_Premultiplied)
    sheet.fill(Qt.GlobalColor.transparent)
    with QPainter(sheet) as lines:
        lines.setRenderHint(QPainter.RenderHint.Antialiasing)
        lines.translate(-device.x(), -device.y())
        for distance, width, alpha in step.rings:
            thick, middle = max(width * scale, step.min_pixels), 2 * distance * scale
            color.setAlphaF(alpha)
            lines.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            stroke_path(lines, path, _flat_pen(middle + thick, color))
            lines.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
            stroke_path(lines, path, _flat_pen(middle - thick, _ERASE))
            yield
    painter.drawImage(device.topLeft(), sheet)


def paint_parallels(painter: QPainter, step: p.Rings, path: QPainterPath, scale: float, color: QColor) -> None:
    """Paint the lines of `paint_rings` for vector files, as outlines of wide strokes."""
    stroker = QPainterPathStroker()
    stroker.setCapStyle(Qt.PenCapStyle.FlatCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.BevelJoin)
    for distance, width, alpha in step.rings:
        stroker.setWidth(2 * distance * scale)
        color.setAlphaF(alpha)
        line = p.Stroke(step.role, width, alpha, step.min_pixels)
        painter.strokePath(stroker.createStroke(path).simplified(), make_pen(line, scale, color))


def paint_label(
    painter: QPainter, label: p.Label, letters: p.TextStyle, centre: QPointF, scale: float, color: RoleColor
) -> None:
    """Paint a label with its anchor at `center` (pixels), at `scale` pixels per board unit."""
    path, width = _text_path(label.text, letters.family, letters.italic, letters.bold, letters.spacing)
    size = label.size * scale / 100.0
    left = {"left": 0.0, "right": -width}.get(label.anchor, -width / 2)
    place = QTransform()
    place.translate(centre.x(), centre.y())
    place.rotate(label.turn)
    place.scale(size, size)
    place.translate(left, 33.0)  # half of the height of capitals and figures, so that they stand centred
    if letters.plate:
        ground = QPainterPath()
        ground.addRoundedRect(QRectF(-26, -82, width + 52, 98), 49, 49)
        painter.fillPath(place.map(ground), color(letters.plate, 0.95))
    painter.fillPath(place.map(path), color(letters.role, letters.alpha))


@lru_cache(maxsize=2048)
def _text_path(text: str, family: str, italic: bool, bold: bool, spacing: float) -> tuple[QPainterPath, float]:
    """Outlines of a text at 100 pixels, and its width."""
    font = QFont(DISPLAY_FAMILIES if family == "display" else TEXT_FAMILIES)
    font.setPixelSize(100)
    font.setItalic(italic)
    font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if family == "display":
        font.setFeature(QFont.Tag("lnum"), 1)
    if spacing:
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 100 * spacing)
    path = QPainterPath()
    path.addText(0, 0, font, text)
    return path, QFontMetricsF(font).horizontalAdvance(text) - 100 * spacing


Result = TypeVar("Result")

MARGIN_PX = 2.0  # pixels that a stroke may exceed its recipe, due to its minimum width and antialiasing
SEAT_PARTS: dict[str, Callable[[SeatColors], QColor]] = {
    "body": lambda seat: seat.body,
    "light": lambda seat: seat.light,
    "shade": lambda seat: seat.shade,
}
"""Names in pictures for the parts of a seat's colours."""


class ShapePainter:
    """Paints the shapes of a picture at `scale` device pixels per board unit.
    (dx, dy) is the position of the board's origin in device pixels, `region` the area to paint in board units. `vector`
    avoids what SVG and PDF cannot hold (textures, composition modes). `coarse` leaves out everything slow (glows, water
    lines, textures, antialiasing) in an image that is soon painted over.
    """

    def __init__(
        self,
        painter: QPainter,
        picture: p.Picture,
        theme: Theme,
        scale: float,
        dx: float,
        dy: float,
        region: QRectF,
        vector: bool = False,
        coarse: bool = False,
    ) -> None:
        self.painter, self.picture, self.theme = painter, picture, theme
        self.scale, self.dx, self.dy = scale, dx, dy
        self.region, self.vector, self.coarse = region, vector, coarse
        # slightly off whole pixels: coordinates half-way between two of Qt's 64ths must not round in either direction
        offset = 0.0 if vector else 1 / 256
        self.transform = QTransform(scale, 0, 0, scale, offset, offset)
        self.device = self.transform.mapRect(region).toAlignedRect()
        self.clips = dict(picture.clips)
        self._clip_shapes: dict[str, QRegion | QPainterPath | None] = {}

    def paint_layers(self, still: bool | None = None) -> Generator[None]:
        """Paint the still layers, the dynamic ones, or all (None); pause after each step."""
        self.painter.save()
        self.painter.translate(self.dx, self.dy)
        try:
            for layer in self.picture.layers:
                if still is None or layer.is_still is still:
                    yield from self._paint_layer(layer)
        finally:
            self.painter.restore()

    def _paint_layer(self, layer: p.Layer) -> Iterator[None]:
        for run in self._runs_in_region(layer):
            if run.kind == shape_cache.SPRITE_KIND:
                for item in run.items:
                    if isinstance(item.shape, p.Sprite):
                        self.paint_sprite(item.shape)
                yield
            else:
                yield from self.paint_run(run)

    def paint_run(self, run: shape_cache.ShapeRun) -> Iterator[None]:
        """Paint shapes of one style that are not sprites."""
        self.painter.save()
        try:
            if not run.kind[1] or self._set_clip(run.kind[1]):
                yield from self._paint_run(self.theme.style(run.kind[0]), run.items)
        finally:
            self.painter.restore()

    def _runs_in_region(self, layer: p.Layer) -> Iterator[shape_cache.ShapeRun]:
        """Yield the shapes that may paint in the region, run by run. A run can span several strips."""
        parts = [shape_cache.trace_strip(strip, layer.is_still) for strip in layer.parts if strip]
        kinds = set().union(*(part.kinds for part in parts))
        left, top, right, bottom = self._search_area(max(map(self._overhang, kinds), default=0.0))
        near: list[tuple[int, shape_cache.TracedShape]] = []
        number, last = -1, None
        for _strip, items, numbers, (west, north, east, south), there in parts:
            number += items[0].kind != last
            if west <= right and left <= east and north <= bottom and top <= south:
                areas = {kind: self._search_area(self._overhang(kind)) for kind in there}
                near += [
                    (number + run, item)
                    for run, item in zip(numbers, items, strict=True)
                    if shape_cache.boxes_overlap(item.edges, areas[item.kind])
                ]
            number += numbers[-1]
            last = items[-1].kind
        for _number, found in groupby(near, operator.itemgetter(0)):
            run = [item for _number, item in found]
            yield shape_cache.ShapeRun(run[0].kind, run)

    def _overhang(self, kind: shape_cache.Kind) -> float:
        """Distance in board units by which a shape of this kind may paint beyond its box."""
        return 0.0 if kind == shape_cache.SPRITE_KIND else self.theme.style(kind[0]).reach + MARGIN_PX / self.scale

    def _search_area(self, far: float) -> shape_cache.Edges:
        """Area that contains the boxes of all shapes that paint in the region with this overhang."""
        return shape_cache.box_edges(self.region.adjusted(-far, -far, far, far))

    def _paint_run(self, recipe: p.Recipe, items: list[shape_cache.TracedShape]) -> Iterator[None]:
        paths = [item.path for item in items if item.path is not None]
        if recipe.each:
            for path in paths:
                mapped = self.transform.map(path)
                for step in recipe.steps:
                    yield from self._paint_step(step, mapped)
        elif paths and recipe.steps:
            merged = self._merge_paths(paths)
            for step in recipe.steps:
                yield from self._paint_step(step, merged)
                yield
        letters = recipe.text_style
        for item in items:
            label = item.shape
            if isinstance(label, p.Label) and letters is not None:
                is_legible = self.vector or label.size * self.scale >= letters.min_pixels
                if is_legible:
                    self.paint_label(label, letters)
        yield

    def paint_label(self, label: p.Label, letters: p.TextStyle) -> None:
        paint_label(self.painter, label, letters, self._anchor(label), self.scale, self.color)

    def _set_clip(self, group: str) -> bool:
        """Clip to a clip group within the region; return False if none of it is near."""
        if group not in self._clip_shapes:
            self._clip_shapes[group] = self._clip_shape(group)
        bound = self._clip_shapes[group]
        if isinstance(bound, QRegion):
            self.painter.setClipRegion(bound, Qt.ClipOperation.IntersectClip)
        elif bound is not None:
            self.painter.setClipPath(bound, Qt.ClipOperation.IntersectClip)
        return bound is not None

    def _clip_shape(self, group: str) -> QRegion | QPainterPath | None:
        """The part of a clip group within the region in device pixels, or None."""
        near = shape_cache.box_edges(self.region.adjusted(-0.01, -0.01, 0.01, 0.01))
        found = [
            item
            for outline in self.clips.get(group, ())
            if shape_cache.boxes_overlap(shape_cache.box_edges((item := shape_cache.trace_clip(outline)).box), near)
        ]
        if not found:
            return None
        if all(item.is_rectangle for item in found) and not self.vector:
            region = QRegion()
            for item in found:
                region = region.united(_pixel_rect(self.transform.mapRect(item.box)))
            return region
        return self._merge_paths([item.path for item in found])

    def _merge_paths(self, paths: Sequence[QPainterPath]) -> QPainterPath:
        """One path in device pixels; overlapping parts stay filled."""
        merged = QPainterPath()
        merged.setFillRule(Qt.FillRule.WindingFill)
        for path in paths:
            merged.addPath(path)
        merged = self.transform.map(merged)
        merged.setFillRule(Qt.FillRule.WindingFill)  # the map does not keep it
        return merged

    def color(self, role: str, alpha: float = 1.0) -> QColor:
        """Colour of a role, or of a part of a seat's colours (`seat2.body`)."""
        if role.startswith("seat") and "." in role:
            seat, part = role[4:].split(".")
            color = QColor(SEAT_PARTS[part](self.theme.seat(int(seat))))
            color.setAlphaF(alpha)
            return color
        return self.theme.color(role, alpha)

    def _paint_step(self, step: p.Step, path: QPainterPath) -> Iterator[None]:
        """Paint one step of a recipe along a path in device pixels."""
        painter, scale = self.painter, self.scale
        if self.coarse and isinstance(step, p.Glow | p.Rings | p.TextureFill):
            return
        match step:
            case p.Fill():
                if scale >= step.min_scale:
                    moved = path if not (step.dx or step.dy) else path.translated(step.dx * scale, step.dy * scale)
                    painter.fillPath(moved, self.color(step.role, self._alpha(step)))
            case p.Stroke():
                if scale >= step.min_scale:
                    pen = make_pen(step, scale, self.color(step.role, self._alpha(step)))
                    painter.strokePath(path, pen) if self.vector or self.coarse else stroke_path(painter, path, pen)
            case p.Glow():
                if self.vector:
                    for width, thin in glow_strokes(step, 8):
                        line = p.Stroke(step.role, width, thin, has_flat_caps=True)
                        painter.strokePath(path, make_pen(line, scale, self.color(step.role, thin)))
                else:
                    yield from paint_glow(painter, step, path, scale, self.device, self.color(step.role))
            case p.Rings():
                if step.min_scale <= scale < step.max_scale:
                    if self.vector:
                        paint_parallels(painter, step, path, scale, self.color(step.role))
                    else:
                        yield from paint_rings(painter, step, path, scale, self.device, self.color(step.role))
            case p.TextureFill():
                if not self.vector:
                    painter.save()
                    painter.setOpacity(painter.opacity() * self._alpha(step))
                    factor = 1 if not step.is_scaled or scale < 80 else 2 if scale < 160 else 4
                    painter.fillPath(path, QBrush(texture(step.texture, self.theme.name, factor)))
                    painter.restore()
            case p.Gradient():
                box = path.boundingRect()
                gradient: QLinearGradient | QRadialGradient
                if step.is_radial:
                    gradient = QRadialGradient(box.center(), max(box.width(), box.height()) / 2)
                else:
                    gradient = QLinearGradient(box.topLeft(), box.bottomLeft())
                gradient.setColorAt(0, self.color(step.first, self._alpha(step)))
                gradient.setColorAt(1, self.color(step.last, step.last_alpha))
                painter.fillPath(path, QBrush(gradient))

    def _alpha(self, step: p.Fill | p.Stroke | p.TextureFill | p.Gradient) -> float:
        return step.dark if self.theme.is_dark and step.dark >= 0 else step.alpha

    def _anchor(self, shape: p.Sprite | p.Label) -> QPointF:
        return self.transform.map(QPointF(shape.x, shape.y))

    def paint_sprite(self, sprite: p.Sprite) -> None:
        """Paint a sprite: as a cached pixmap at a whole pixel, or as vectors in files and when rotated."""
        from studio.gui.style.sprites import draw_sprite, sprite_as_lines, sprite_pixmap

        centre, high = self._anchor(sprite), sprite.size * self.scale
        if not self.vector and not sprite.turn:
            pixmap = sprite_pixmap(sprite.name, high, self.theme, sprite.seat, sprite.text, 1.0, sprite.is_faded)
            left, top = centre.x() - pixmap.width() / 2, centre.y() - pixmap.height() / 2
            self.painter.drawPixmap(round(left), round(top), pixmap)
            return
        self.painter.save()
        self.painter.translate(centre)
        self.painter.rotate(sprite.turn)
        if self.theme.is_ink_saving:
            image = sprite_as_lines(sprite.name, sprite.seat, sprite.text)
            wide = high * image.width() / image.height()
            self.painter.drawImage(QRectF(-wide / 2, -high / 2, wide, high), image, QRectF(image.rect()))
        else:
            rect = QRectF(-2 * high, -high / 2, 4 * high, high)
            draw_sprite(self.painter, sprite.name, rect, self.theme, sprite.seat, sprite.text, sprite.is_faded)
        self.painter.restore()


def _pixel_rect(rect: QRectF) -> QRect:
    """Round a rectangle to pixels so that neighbours share no pixel and leave no gap."""
    left, top, right, bottom = (round(v) for v in (rect.left(), rect.top(), rect.right(), rect.bottom()))
    return QRect(left, top, right - left, bottom - top)


def set_render_hints(painter: QPainter) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)


def paint_in_steps(
    picture: p.Picture, theme: Theme, scale: float, region: QRectF, still: bool | None = None, coarse: bool = False
) -> Generator[None, None, QImage]:
    """Paint a region (board units) step by step; the generator returns an image of `scale` pixels per unit."""
    left, top = round(region.left() * scale), round(region.top() * scale)
    right, bottom = round(region.right() * scale), round(region.bottom() * scale)
    image = QImage(max(1, right - left), max(1, bottom - top), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        set_render_hints(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not coarse)
        exact = QRectF(left / scale, top / scale, (right - left) / scale, (bottom - top) / scale)
        yield from ShapePainter(painter, picture, theme, scale, -left, -top, exact, coarse=coarse).paint_layers(still)
    return image


def paint_image(
    picture: p.Picture, theme: Theme, scale: float, region: QRectF, still: bool | None = None, coarse: bool = False
) -> QImage:
    """Do `paint_in_steps` at once."""
    return run_steps(paint_in_steps(picture, theme, scale, region, still, coarse))


def run_steps(steps: Generator[None, None, Result]) -> Result:
    """Exhaust a generator and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def fit_scale(picture: p.Picture, width: float, height: float) -> float:
    """Pixels per board unit at which the picture's bounds just fit."""
    board = shape_cache.bounds_rect(picture)
    return min(width / board.width(), height / board.height())


def paint_picture(painter: QPainter, picture: p.Picture, theme: Theme, rect: QRectF) -> None:
    """Paint a picture as large as fits into `rect`, centred.
    Each call paints it at device resolution; callers that paint often should keep an `export.picture_pixmap`.
    """
    device = painter.combinedTransform()
    ratio = painter.device().devicePixelRatio() * max(device.m11(), 1e-6)
    scale = fit_scale(picture, rect.width(), rect.height())
    board = shape_cache.bounds_rect(picture)
    image = paint_image(picture, theme, scale * ratio, board)
    width, height = board.width() * scale, board.height() * scale
    place = QRectF(rect.center().x() - width / 2, rect.center().y() - height / 2, width, height)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(place, image, QRectF(image.rect()))
    painter.restore()


def paint_vector(painter: QPainter, picture: p.Picture, theme: Theme, scale: float) -> Generator[None]:
    """Paint a picture step by step as vectors only (SVG, PDF), with its top left corner at the origin."""
    set_render_hints(painter)
    region = shape_cache.bounds_rect(picture)
    dx, dy = -region.left() * scale, -region.top() * scale
    yield from ShapePainter(painter, picture, theme, scale, dx, dy, region, vector=True).paint_layers()
