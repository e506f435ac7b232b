"""Paints pictures: turns shapes and recipes into strokes on any paint device, whole or by regions, in small steps.

Everything is mapped to device pixels before it is drawn, and every shape is clipped to the region that is asked for,
so that a region painted anew equals the same region of a whole painting. Work comes as generators that pause after
each step, so that a window can stay awake while a chart is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

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

from studio.core.picture import Label, Layer, Outline, Path, Picture, Shape, Sprite
from studio.gui.fonts import DISPLAY_FAMILIES, TEXT_FAMILIES
from studio.gui.recipes import Blend, Fill, Grain, Letters, Recipe, Rings, Soft, Step, Stroke
from studio.gui.textures import texture
from studio.gui.theme import Theme

MARGIN_PX = 2.0
"""Pixels that a stroke may reach further than its recipe says, by its least width and antialiasing."""


class Item(NamedTuple):
    """A shape with its outline as Qt wants it and its box in board units."""

    shape: Shape
    path: QPainterPath | None
    box: QRectF


class Run(NamedTuple):
    """Neighbouring shapes of one layer that share a style and a clip group, and are painted step by step together."""

    style: str
    clip: str
    items: list[Item]


_items: dict[int, Item] = {}
_ITEMS_KEPT = 60_000


def item_of(shape: Shape) -> Item:
    """The shape made ready; kept by identity, as games hand out the same shapes again and again."""
    found = _items.get(id(shape))
    if found is not None:
        return found
    if len(_items) > _ITEMS_KEPT:
        _items.clear()
    match shape:
        case Path():
            path = outline_path(shape.outlines, shape.closed)
            made = Item(shape, path, path.controlPointRect())
        case Sprite():
            half = shape.size * 1.2
            made = Item(shape, None, QRectF(shape.x - half, shape.y - half, 2 * half, 2 * half))
        case Label():
            wide = shape.size * (1 + 0.75 * len(shape.text))
            made = Item(shape, None, QRectF(shape.x - wide, shape.y - wide, 2 * wide, 2 * wide))
    _items[id(shape)] = made  # holds the shape, so its id cannot be given to another
    return made


def outline_path(outlines: Iterable[Outline], closed: bool) -> QPainterPath:
    """Outlines as one Qt path, filled by winding so that overlapping parts stay one area."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for outline in outlines:
        first = outline[0]
        path.moveTo(first[0], first[1])
        for point in outline[1:]:
            if len(point) == 2:
                path.lineTo(point[0], point[1])
            else:
                path.cubicTo(point[0], point[1], point[2], point[3], point[4], point[5])
        if closed:
            path.closeSubpath()
    return path


def runs(layer: Layer) -> Iterator[Run]:
    """The shapes of a layer in order, neighbours of one style and clip taken together."""
    current: Run | None = None
    for shape in layer.shapes:
        clip = shape.clip if isinstance(shape, Path) else ""
        style = shape.style if not isinstance(shape, Sprite) else "@"
        if current is None or current.style != style or current.clip != clip:
            if current is not None:
                yield current
            current = Run(style, clip, [])
        current.items.append(item_of(shape))
    if current is not None:
        yield current


class Brushwork:
    """Paints shapes of one picture onto one painter, at `scale` device pixels per board unit.

    (dx, dy) is where the origin of the board lies, in device pixels; `region` is what may be painted, in board units.
    `vector` avoids what SVG and PDF cannot hold (grain, composition).
    """

    def __init__(
        self,
        painter: QPainter,
        picture: Picture,
        theme: Theme,
        scale: float,
        dx: float,
        dy: float,
        region: QRectF,
        vector: bool = False,
    ) -> None:
        self.painter, self.picture, self.theme = painter, picture, theme
        self.scale, self.dx, self.dy = scale, dx, dy
        self.region, self.vector = region, vector
        self.transform = QTransform(scale, 0, 0, scale, dx, dy)
        self.device = self.transform.mapRect(region).toAlignedRect()
        self.clips = dict(picture.clips)

    def layers(self, still: bool | None = None) -> Iterator[None]:
        """Paint the still layers, the lively ones, or all; pauses after each step."""
        for layer in self.picture.layers:
            if still is None or layer.still is still:
                yield from self.layer(layer)

    def layer(self, layer: Layer) -> Iterator[None]:
        """Paint one layer."""
        for run in runs(layer):
            if run.style == "@":
                for item in run.items:
                    if item.box.intersects(self.region):
                        self.sprite(item.shape)  # type: ignore[arg-type]  # runs of "@" hold sprites only
                yield
                continue
            recipe = self.theme.style(run.style)
            far = recipe.reach + MARGIN_PX / self.scale
            near = self.region.adjusted(-far, -far, far, far)
            items = [item for item in run.items if _touches(item.box, near)]
            if not items:
                continue
            self.painter.save()
            try:
                if not run.clip or self._clip(run.clip):
                    yield from self._run(recipe, items)
            finally:
                self.painter.restore()

    def _run(self, recipe: Recipe, items: list[Item]) -> Iterator[None]:
        paths = [item.path for item in items if item.path is not None]
        if recipe.each:
            for path in paths:
                mapped = self.transform.map(path)
                for step in recipe.steps:
                    self.step(step, mapped)
        elif paths and recipe.steps:
            merged = QPainterPath()
            merged.setFillRule(Qt.FillRule.WindingFill)
            for path in paths:
                merged.addPath(path)
            merged = self.transform.map(merged)
            merged.setFillRule(Qt.FillRule.WindingFill)
            for step in recipe.steps:
                self.step(step, merged)
                yield
        for item in items:
            if isinstance(item.shape, Label) and recipe.letters is not None:
                self.label(item.shape, recipe.letters)
        yield

    def _clip(self, group: str) -> bool:
        """Bound painting to a clip group within the region; False when nothing of it is near."""
        outlines = self.clips.get(group, ())
        near = self.region.adjusted(-0.01, -0.01, 0.01, 0.01)
        found = [item for outline in outlines if _touches((item := _clip_item(outline)).box, near)]
        if not found:
            return False
        if all(item.square for item in found) and not self.vector:
            region = QRegion()
            for item in found:
                region = region.united(_rounded(self.transform.mapRect(item.box)))
            self.painter.setClipRegion(region, Qt.ClipOperation.IntersectClip)
            return True
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for item in found:
            path.addPath(item.path)
        path = self.transform.map(path)
        path.setFillRule(Qt.FillRule.WindingFill)
        self.painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        return True

    def color(self, role: str, alpha: float = 1.0) -> QColor:
        """A role of the theme, or a part of a seat's colours (`seat2.body`)."""
        if role.startswith("seat") and "." in role:
            seat, part = role[4:].split(".")
            color = QColor(getattr(self.theme.seat(int(seat)), part))
            color.setAlphaF(alpha)
            return color
        return self.theme.color(role, alpha)

    def step(self, step: Step, path: QPainterPath) -> None:
        """Paint one step of a recipe along a path in device pixels."""
        painter, scale = self.painter, self.scale
        dark = getattr(step, "dark", -1.0) if self.theme.is_dark else -1.0
        alpha = dark if dark >= 0 else getattr(step, "alpha", 1.0)
        match step:
            case Fill():
                if scale >= step.above:
                    moved = path if not (step.dx or step.dy) else path.translated(step.dx * scale, step.dy * scale)
                    painter.fillPath(moved, self.color(step.role, alpha))
            case Stroke():
                if scale >= step.above:
                    painter.strokePath(path, self._pen(step, alpha))
            case Soft():
                self._soft(step, path)
            case Rings():
                if step.above <= scale < step.below:
                    self._rings(step, path)
            case Grain():
                if not self.vector:
                    painter.save()
                    painter.setOpacity(alpha)
                    painter.fillPath(path, self._grain(step))
                    painter.restore()
            case Blend():
                box = path.boundingRect()
                gradient: QLinearGradient | QRadialGradient
                if step.round:
                    gradient = QRadialGradient(box.center(), max(box.width(), box.height()) / 2)
                else:
                    gradient = QLinearGradient(box.topLeft(), box.bottomLeft())
                gradient.setColorAt(0, self.color(step.first, alpha))
                gradient.setColorAt(1, self.color(step.last, step.last_alpha))
                painter.fillPath(path, QBrush(gradient))

    def _pen(self, step: Stroke, alpha: float) -> QPen:
        pen = QPen(self.color(step.role, alpha), max(step.width * self.scale, step.least))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if step.flat else Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if step.dash:
            pen.setDashPattern([part * self.scale / pen.widthF() for part in step.dash])
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        return pen

    def _soft(self, step: Soft, path: QPainterPath) -> None:
        """A glow along a line, painted coarser by 2 or 4 on large scales (powers of two enlarge without drift)."""
        if self.vector:
            for width, alpha in _glow(step, 8):
                self.painter.strokePath(path, self._pen(Stroke(step.role, width, alpha, flat=True), alpha))
            return
        coarse = 4 if self.scale >= 150 else 2 if self.scale >= 72 else 1
        pad = 4 * coarse
        left, top = (_floor_to(v - pad, coarse) for v in (self.device.left(), self.device.top()))
        wide = _floor_to(self.device.right() + 1 + pad + coarse, coarse) - left
        high = _floor_to(self.device.bottom() + 1 + pad + coarse, coarse) - top
        sheet = QImage(wide // coarse, high // coarse, QImage.Format.Format_ARGB32_Premultiplied)
        sheet.fill(Qt.GlobalColor.transparent)
        moved = QTransform(1 / coarse, 0, 0, 1 / coarse, -left / coarse, -top / coarse).map(path)
        unit = self.scale / coarse
        count = max(5, min(step.strokes, round(step.widest / 2 * unit / 1.5)))
        with QPainter(sheet) as pen:
            pen.setRenderHint(QPainter.RenderHint.Antialiasing)
            for width, alpha in _glow(step, count):
                brush = QPen(self.color(step.role, alpha), width * unit)
                brush.setCapStyle(Qt.PenCapStyle.FlatCap)
                brush.setJoinStyle(Qt.PenJoinStyle.BevelJoin)
                pen.strokePath(moved, brush)
        if coarse > 1:
            sheet = sheet.scaled(
                wide, high, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
        self.painter.drawImage(left, top, sheet)

    def _rings(self, step: Rings, path: QPainterPath) -> None:
        """Lines at a distance: wide strokes, each hollowed by a narrower one, on a sheet of their own."""
        if self.vector:
            self._parallels(step, path)
            return
        device = self.device
        sheet = QImage(device.size(), QImage.Format.Format_ARGB32_Premultiplied)
        sheet.fill(Qt.GlobalColor.transparent)
        moved = path.translated(-device.x(), -device.y())
        with QPainter(sheet) as pen:
            pen.setRenderHint(QPainter.RenderHint.Antialiasing)
            for distance, width, alpha in step.rings:
                thick = max(width * self.scale, step.least)
                line = Stroke(step.role, 0.0, alpha, 2 * distance * self.scale + thick, flat=True)
                pen.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
                pen.strokePath(moved, self._pen(line, alpha))
                hollow = Stroke(step.role, 0.0, 1.0, 2 * distance * self.scale - thick, flat=True)
                pen.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
                pen.strokePath(moved, self._pen(hollow, 1.0))
        self.painter.drawImage(device.topLeft(), sheet)

    def _parallels(self, step: Rings, path: QPainterPath) -> None:
        """The same lines for vector files: the outlines of wide strokes."""
        stroker = QPainterPathStroker()
        stroker.setCapStyle(Qt.PenCapStyle.FlatCap)
        stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        for distance, width, alpha in step.rings:
            stroker.setWidth(2 * distance * self.scale)
            line = Stroke(step.role, width, alpha, step.least)
            self.painter.strokePath(stroker.createStroke(path).simplified(), self._pen(line, alpha))

    def _grain(self, step: Grain) -> QBrush:
        """A texture that lies still on the board whatever region is painted."""
        factor = 1 if not step.grows or self.scale < 80 else 2 if self.scale < 160 else 4
        brush = QBrush(texture(step.texture, self.theme.name, factor))
        brush.setTransform(QTransform.fromTranslate(self.dx, self.dy))
        return brush

    def sprite(self, sprite: Sprite) -> None:
        """Draw a ready drawing."""
        from studio.gui.sprites import draw_sprite

        centre = self.transform.map(QPointF(sprite.x, sprite.y))
        half = sprite.size * self.scale / 2
        rect = QRectF(-2 * half, -half, 4 * half, 2 * half)
        self.painter.save()
        self.painter.translate(centre)
        if sprite.turn:
            self.painter.rotate(sprite.turn)
        draw_sprite(self.painter, sprite.name, rect, self.theme, sprite.seat, sprite.text, sprite.faded)
        self.painter.restore()

    def label(self, label: Label, letters: Letters) -> None:
        """Write words as outlines: the same at every zoom, on screen and in files."""
        path, width = _word(label.text, letters.family, letters.italic, letters.bold, letters.spacing)
        size = label.size * self.scale / 100.0
        left = {"left": 0.0, "right": -width}.get(label.anchor, -width / 2)
        place = QTransform()
        centre = self.transform.map(QPointF(label.x, label.y))
        place.translate(centre.x(), centre.y())
        place.rotate(label.turn)
        place.scale(size, size)
        place.translate(left, 33.0)  # half of the height of capitals and figures, so that they stand centred
        if letters.plate:
            ground = QPainterPath()
            ground.addRoundedRect(QRectF(-left - width - 26, -82, width + 52, 98), 49, 49)
            ground.translate(0, 0)
            self.painter.fillPath(place.map(ground), self.color(letters.plate, 0.95))
        word = place.map(path)
        if letters.rim:
            self.painter.strokePath(word, QPen(self.color(letters.rim), max(1.2, 0.16 * label.size * self.scale)))
        self.painter.fillPath(word, self.color(letters.role, letters.alpha))


class _ClipItem(NamedTuple):
    path: QPainterPath
    box: QRectF
    square: bool


_clip_items: dict[int, tuple[Outline, _ClipItem]] = {}


def _clip_item(outline: Outline) -> _ClipItem:
    """An outline of a clip group made ready, kept by identity."""
    found = _clip_items.get(id(outline))
    if found is not None:
        return found[1]
    if len(_clip_items) > 8_000:
        _clip_items.clear()
    path = outline_path((outline,), True)
    xs, ys = {point[-2] for point in outline}, {point[-1] for point in outline}
    square = len(outline) == 4 and len(xs) == len(ys) == 2 and all(len(point) == 2 for point in outline)
    made = _ClipItem(path, path.controlPointRect(), square)
    _clip_items[id(outline)] = (outline, made)
    return made


def _glow(step: Soft, count: int) -> list[tuple[float, float]]:
    """Widths and alphas of that many strokes that together cover as much as the recipe's own number."""
    alpha = 1 - (1 - step.alpha) ** (step.strokes / count)
    fall = (step.widest - step.narrowest) / (count - 1)
    return [(step.widest - i * fall, alpha) for i in range(count)]


def _floor_to(value: int, step: int) -> int:
    """The greatest multiple of `step` that is not above `value`."""
    return value // step * step


def _touches(box: QRectF, other: QRectF) -> bool:
    """Whether two boxes overlap; unlike Qt's test, lines without width count."""
    return (
        box.left() <= other.right()
        and other.left() <= box.right()
        and box.top() <= other.bottom()
        and other.top() <= box.bottom()
    )


def _rounded(rect: QRectF) -> QRect:
    """The pixels nearest to a rectangle; neighbours share no pixel and leave none out."""
    left, top, right, bottom = (round(v) for v in (rect.left(), rect.top(), rect.right(), rect.bottom()))
    return QRect(left, top, right - left, bottom - top)


@lru_cache(maxsize=2048)
def _word(text: str, family: str, italic: bool, bold: bool, spacing: float) -> tuple[QPainterPath, float]:
    """The outlines of a text at 100 pixels, and its width."""
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


def begin(painter: QPainter) -> None:
    """Set the hints that all painting here expects."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)


def paint_image(picture: Picture, theme: Theme, scale: float, region: QRectF, still: bool | None = None) -> QImage:
    """A region (board units) of a picture as an image of `scale` pixels per unit, at once."""
    left, top = round(region.left() * scale), round(region.top() * scale)
    right, bottom = round(region.right() * scale), round(region.bottom() * scale)
    image = QImage(max(1, right - left), max(1, bottom - top), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        begin(painter)
        exact = QRectF(left / scale, top / scale, (right - left) / scale, (bottom - top) / scale)
        for _ in Brushwork(painter, picture, theme, scale, -left, -top, exact).layers(still):
            pass
    return image


def fit_scale(picture: Picture, width: float, height: float) -> float:
    """Pixels per board unit at which the picture's bounds just fit."""
    left, top, right, bottom = picture.bounds
    return min(width / (right - left), height / (bottom - top))


def paint_picture(painter: QPainter, picture: Picture, theme: Theme, rect: QRectF) -> None:
    """Paint a picture as large as fits into `rect`, centred: previews, insets, ghosts in panels.

    On screens and images it is painted once per call at device resolution; callers that paint often keep a
    `render.picture_pixmap`.
    """
    device = painter.combinedTransform()
    ratio = painter.device().devicePixelRatio() * max(device.m11(), 1e-6)
    scale = fit_scale(picture, rect.width(), rect.height())
    left, top, right, bottom = picture.bounds
    image = paint_image(picture, theme, scale * ratio, QRectF(left, top, right - left, bottom - top))
    width, height = (right - left) * scale, (bottom - top) * scale
    place = QRectF(rect.center().x() - width / 2, rect.center().y() - height / 2, width, height)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(place, image, QRectF(image.rect()))
    painter.restore()


def paint_vector(painter: QPainter, picture: Picture, theme: Theme, scale: float) -> None:
    """Paint a picture with its bounds' corner at the origin, as vectors only (SVG, PDF)."""
    begin(painter)
    left, top, right, bottom = picture.bounds
    region = QRectF(left, top, right - left, bottom - top)
    for _ in Brushwork(painter, picture, theme, scale, -left * scale, -top * scale, region, vector=True).layers():
        pass
