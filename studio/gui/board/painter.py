"""Paints pictures: turns shapes and recipes into strokes on any paint device, whole or by regions, in small steps.

Everything is mapped to device pixels before it is drawn, and every shape is clipped to the region that is asked for,
so that a region painted anew equals the same region of a whole painting. Work comes as generators that pause after
each step, so that a window can stay awake while a chart is drawn.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QRadialGradient,
    QRegion,
    QTransform,
)

from studio.core.shown.picture import Label, Layer, Outline, Path, Picture, Shape, Sprite
from studio.core.shown.style import Blend, Fill, Grain, Letters, Recipe, Rings, Soft, Step, Stroke
from studio.gui.board.strokes import glow_of, parallels, pen_of, rings, soft, stroke, write
from studio.gui.style.textures import texture
from studio.gui.style.theme import SeatColors, Theme

Made = TypeVar("Made")

MARGIN_PX = 2.0
"""Pixels that a stroke may reach further than its recipe says, by its least width and antialiasing."""
SEAT_PARTS: dict[str, Callable[[SeatColors], QColor]] = {
    "body": lambda seat: seat.body,
    "light": lambda seat: seat.light,
    "shade": lambda seat: seat.shade,
}
"""What pictures may name of a seat's colours."""


class Traced(NamedTuple):
    """A shape with its outline as Qt wants it and its box in board units, once more as (left, top, right, bottom)."""

    shape: Shape
    path: QPainterPath | None
    box: QRectF
    edges: tuple[float, float, float, float]


class Run(NamedTuple):
    """Neighbouring shapes of one layer that share a style and a clip group, and are painted step by step together."""

    style: str
    clip: str
    items: list[Traced]


_traced: OrderedDict[int, Traced] = OrderedDict()
_TRACED_KEPT = 12_000
"""Twice as many shapes as the largest board has; the oldest goes for a new one, so that memory stays flat."""


def traced(shape: Shape, keep: bool = True) -> Traced:
    """The shape made ready; kept by identity, as games hand out the same still shapes again and again."""
    found = _traced.get(id(shape))
    if found is not None:
        return found
    path: QPainterPath | None = None
    match shape:
        case Path():
            path = outline_path(shape.outlines, shape.closed)
            box = path.controlPointRect()
        case Sprite():
            half = shape.size * 1.2
            box = QRectF(shape.x - half, shape.y - half, 2 * half, 2 * half)
        case Label():
            wide = shape.size * (1 + 0.75 * len(shape.text))
            box = QRectF(shape.x - wide, shape.y - wide, 2 * wide, 2 * wide)
    made = Traced(shape, path, box, (box.left(), box.top(), box.right(), box.bottom()))
    if keep:
        if len(_traced) >= _TRACED_KEPT:
            _traced.popitem(last=False)
        _traced[id(shape)] = made  # holds the shape, so its id cannot be given to another
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


_runs: OrderedDict[int, tuple[tuple[Shape, ...], tuple[Run, ...]]] = OrderedDict()
_RUNS_KEPT = 64
"""The layers of a few boards: each is painted patch by patch, and again while other layers change."""


def runs(layer: Layer) -> tuple[Run, ...]:
    """The shapes of a layer in order, neighbours of one style and clip taken together; kept for still layers."""
    if not layer.still:
        return tuple(_in_runs(layer))
    known = _runs.get(id(layer.shapes))
    if known is None:
        if len(_runs) >= _RUNS_KEPT:
            _runs.popitem(last=False)
        known = _runs[id(layer.shapes)] = (
            layer.shapes,
            tuple(_in_runs(layer)),
        )  # holds the shapes, so their id is theirs
    else:
        _runs.move_to_end(id(layer.shapes))
    return known[1]


def _in_runs(layer: Layer) -> Iterator[Run]:
    current: Run | None = None
    for shape in layer.shapes:
        clip = shape.clip if isinstance(shape, Path) else ""
        style = shape.style if not isinstance(shape, Sprite) else "@"
        if current is None or current.style != style or current.clip != clip:
            if current is not None:
                yield current
            current = Run(style, clip, [])
        current.items.append(traced(shape, layer.still))
    if current is not None:
        yield current


class Brushwork:
    """Paints shapes of one picture onto one painter, at `scale` device pixels per board unit.

    (dx, dy) is where the origin of the board lies, in device pixels; `region` is what may be painted, in board units.
    `vector` avoids what SVG and PDF cannot hold (grain, composition); `coarse` all that takes long (glows, water
    lines, grain, smooth edges), for a sight that is soon painted over.
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
        coarse: bool = False,
    ) -> None:
        self.painter, self.picture, self.theme = painter, picture, theme
        self.scale, self.dx, self.dy = scale, dx, dy
        self.region, self.vector, self.coarse = region, vector, coarse
        # a hair's breadth off whole pixels: places that fall exactly between two of Qt's 64ths must not tip either way
        hair = 0.0 if vector else 1 / 256
        self.transform = QTransform(scale, 0, 0, scale, hair, hair)
        self.device = self.transform.mapRect(region).toAlignedRect()
        self.clips = dict(picture.clips)

    def layers(self, still: bool | None = None) -> Generator[None]:
        """Paint the still layers, the lively ones, or all; pauses after each step."""
        self.painter.save()
        self.painter.translate(self.dx, self.dy)
        try:
            for layer in self.picture.layers:
                if still is None or layer.still is still:
                    yield from self._layer(layer)
        finally:
            self.painter.restore()

    def _layer(self, layer: Layer) -> Iterator[None]:
        """Paint one layer."""
        for run in runs(layer):
            if run.style == "@":
                for item in run.items:
                    if isinstance(item.shape, Sprite) and item.box.intersects(self.region):
                        self.sprite(item.shape)
                yield
                continue
            recipe = self.theme.style(run.style)
            far = recipe.reach + MARGIN_PX / self.scale
            items = list(_touching(run.items, self.region.adjusted(-far, -far, far, far)))
            if not items:
                continue
            self.painter.save()
            try:
                if not run.clip or self._clip(run.clip):
                    yield from self._run(recipe, items)
            finally:
                self.painter.restore()

    def _run(self, recipe: Recipe, items: list[Traced]) -> Iterator[None]:
        paths = [item.path for item in items if item.path is not None]
        if recipe.each:
            for path in paths:
                mapped = self.transform.map(path)
                for step in recipe.steps:
                    yield from self._step(step, mapped)
        elif paths and recipe.steps:
            merged = QPainterPath()
            merged.setFillRule(Qt.FillRule.WindingFill)
            for path in paths:
                merged.addPath(path)
            merged = self.transform.map(merged)
            merged.setFillRule(Qt.FillRule.WindingFill)
            for step in recipe.steps:
                yield from self._step(step, merged)
                yield
        for item in items:
            if (
                isinstance(item.shape, Label)
                and recipe.letters is not None
                and self._is_read(item.shape, recipe.letters)
            ):
                write(self.painter, item.shape, recipe.letters, self._at(item.shape), self.scale, self.color)
        yield

    def _is_read(self, label: Label, letters: Letters) -> bool:
        """Whether a label is large enough to be worth writing."""
        return self.vector or label.size * self.scale >= letters.least

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
            color = QColor(SEAT_PARTS[part](self.theme.seat(int(seat))))
            color.setAlphaF(alpha)
            return color
        return self.theme.color(role, alpha)

    def _step(self, step: Step, path: QPainterPath) -> Iterator[None]:
        """Paint one step of a recipe along a path in device pixels."""
        painter, scale = self.painter, self.scale
        if self.coarse and isinstance(step, Soft | Rings | Grain):
            return
        match step:
            case Fill():
                if scale >= step.above:
                    moved = path if not (step.dx or step.dy) else path.translated(step.dx * scale, step.dy * scale)
                    painter.fillPath(moved, self.color(step.role, self._alpha(step)))
            case Stroke():
                if scale >= step.above:
                    pen = pen_of(step, scale, self.color(step.role, self._alpha(step)))
                    painter.strokePath(path, pen) if self.vector else stroke(painter, path, pen)
            case Soft():
                if self.vector:
                    for width, thin in glow_of(step, 8):
                        line = Stroke(step.role, width, thin, flat=True)
                        painter.strokePath(path, pen_of(line, scale, self.color(step.role, thin)))
                else:
                    yield from soft(painter, step, path, scale, self.device, self.color(step.role))
            case Rings():
                if step.above <= scale < step.below:
                    if self.vector:
                        parallels(painter, step, path, scale, self.color(step.role))
                    else:
                        yield from rings(painter, step, path, scale, self.device, self.color(step.role))
            case Grain():
                if not self.vector:
                    painter.save()
                    painter.setOpacity(self._alpha(step))
                    painter.fillPath(path, self._grain(step))
                    painter.restore()
            case Blend():
                box = path.boundingRect()
                gradient: QLinearGradient | QRadialGradient
                if step.round:
                    gradient = QRadialGradient(box.center(), max(box.width(), box.height()) / 2)
                else:
                    gradient = QLinearGradient(box.topLeft(), box.bottomLeft())
                gradient.setColorAt(0, self.color(step.first, self._alpha(step)))
                gradient.setColorAt(1, self.color(step.last, step.last_alpha))
                painter.fillPath(path, QBrush(gradient))

    def _alpha(self, step: Fill | Stroke | Grain | Blend) -> float:
        """How strong a step is in this theme."""
        return step.dark if self.theme.is_dark and step.dark >= 0 else step.alpha

    def _grain(self, step: Grain) -> QBrush:
        """A texture that lies still on the board whatever region is painted."""
        factor = 1 if not step.grows or self.scale < 80 else 2 if self.scale < 160 else 4
        return QBrush(texture(step.texture, self.theme.name, factor))

    def _at(self, shape: Sprite | Label) -> QPointF:
        return self.transform.map(QPointF(shape.x, shape.y))

    def sprite(self, sprite: Sprite) -> None:
        """Draw a ready drawing: on pixels as a kept pixmap at a whole pixel, in files and when turned as vectors."""
        from studio.gui.style.sprites import draw_sprite, sprite_pixmap

        centre, high = self._at(sprite), sprite.size * self.scale
        if not self.vector and not sprite.turn:
            pixmap = sprite_pixmap(sprite.name, high, self.theme, sprite.seat, sprite.text, 1.0, sprite.faded)
            left, top = centre.x() - pixmap.width() / 2, centre.y() - pixmap.height() / 2
            self.painter.drawPixmap(round(left), round(top), pixmap)
            return
        self.painter.save()
        self.painter.translate(centre)
        self.painter.rotate(sprite.turn)
        if self.theme.saves_ink:
            from studio.gui.style.lines import thing_in_lines

            image = thing_in_lines(sprite.name, sprite.seat, sprite.text)
            wide = high * image.width() / image.height()
            self.painter.drawImage(QRectF(-wide / 2, -high / 2, wide, high), image, QRectF(image.rect()))
            self.painter.restore()
            return
        rect = QRectF(-2 * high, -high / 2, 4 * high, high)
        draw_sprite(self.painter, sprite.name, rect, self.theme, sprite.seat, sprite.text, sprite.faded)
        self.painter.restore()


class _ClipItem(NamedTuple):
    path: QPainterPath
    box: QRectF
    square: bool


_clip_items: OrderedDict[int, tuple[Outline, _ClipItem]] = OrderedDict()
_CLIPS_KEPT = 1_000


def _clip_item(outline: Outline) -> _ClipItem:
    """An outline of a clip group made ready, kept by identity."""
    found = _clip_items.get(id(outline))
    if found is not None:
        return found[1]
    if len(_clip_items) >= _CLIPS_KEPT:
        _clip_items.popitem(last=False)
    path = outline_path((outline,), True)
    xs, ys = {point[-2] for point in outline}, {point[-1] for point in outline}
    square = len(outline) == 4 and len(xs) == len(ys) == 2 and all(len(point) == 2 for point in outline)
    made = _ClipItem(path, path.controlPointRect(), square)
    _clip_items[id(outline)] = (outline, made)
    return made


def _touching(items: Iterable[Traced], near: QRectF) -> Iterator[Traced]:
    """Those whose boxes overlap an area; lines without width count, and a layer may have thousands."""
    left, top, right, bottom = near.left(), near.top(), near.right(), near.bottom()
    for item in items:
        one = item.edges
        if one[0] <= right and left <= one[2] and one[1] <= bottom and top <= one[3]:
            yield item


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


def begin(painter: QPainter) -> None:
    """Set the hints that all painting here expects."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)


def painting(
    picture: Picture, theme: Theme, scale: float, region: QRectF, still: bool | None = None, coarse: bool = False
) -> Generator[None, None, QImage]:
    """Paint a region (board units) of a picture step by step; ends in an image of `scale` pixels per unit."""
    left, top = round(region.left() * scale), round(region.top() * scale)
    right, bottom = round(region.right() * scale), round(region.bottom() * scale)
    image = QImage(max(1, right - left), max(1, bottom - top), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        begin(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not coarse)
        exact = QRectF(left / scale, top / scale, (right - left) / scale, (bottom - top) / scale)
        yield from Brushwork(painter, picture, theme, scale, -left, -top, exact, coarse=coarse).layers(still)
    return image


def paint_image(
    picture: Picture, theme: Theme, scale: float, region: QRectF, still: bool | None = None, coarse: bool = False
) -> QImage:
    """The same at once."""
    return whole(painting(picture, theme, scale, region, still, coarse))


def whole(steps: Generator[None, None, Made]) -> Made:
    """Take all steps of some work at once; what it ends in."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            made: Made = end.value
            return made


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


def paint_vector(painter: QPainter, picture: Picture, theme: Theme, scale: float) -> Generator[None]:
    """Paint a picture step by step with its bounds' corner at the origin, as vectors only (SVG, PDF)."""
    begin(painter)
    left, top, right, bottom = picture.bounds
    region = QRectF(left, top, right - left, bottom - top)
    yield from Brushwork(painter, picture, theme, scale, -left * scale, -top * scale, region, vector=True).layers()
