"""Ready drawings from `resources/sprites`: recoloured for a seat, lettered, drawn as vectors or as cached pixmaps.

A sprite is an SVG file `<room>/<name>.svg` drawn for this house, with colours as placeholders (`{body}`, `{ink}`, …)
and two elements of our own that are written out before Qt's renderer sees them:

- `<emblem cx="50" cy="60" r="14"/>`: the emblem of the seat on a cream plate; `plate="no"` leaves the plate away,
  `fill="{light}"` colours it otherwise. Nothing is drawn for no seat.
- `<plate x="20" y="80" width="60" height="24"/>`: a lettered plate, only when there is a text; `bare="yes"` draws
  just the letters, `color="…"` colours them. The letters are Cabin Bold, drawn with QPainter as outlines.

A second drawing `<name>@small.svg` serves below `SMALL` pixels, or what its `data-below` says, where one exists. A
missing sprite is drawn as a framed question mark and logged once. A person's own picture (`studio.core.own_picture`)
is a sprite whose name is the picture itself.
"""

from __future__ import annotations

import logging
import math
import re
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPaintEngine, QPainter, QPainterPath, QPen, QPixmap, QTransform
from PySide6.QtSvg import QSvgRenderer, QtSvg

from studio.core.own_picture import PREFIX, picture_data
from studio.core.picture import Fill, Gradient, Recipe, Rings, Step, Stroke, TextureFill
from studio.documents.paths import resources_dir
from studio.gui.style.icons import transparent_pixmap
from studio.gui.style.theme import LIGHT, THEMES, SeatColors, Theme

SMALL_BELOW_PX = 27.0  # height in pixels below which the small drawing of a sprite is used

FADED = 0.35
_LARGEST = 320.0
_PIXMAP_BYTES = 64 << 20

_log = logging.getLogger(__name__)

_COLORS = {
    "ink": "#2b1d14",
    "keyline": "#fff6e2",
    "cream": "#fffaec",
    "wood": "#8a5a34",
    "wood_light": "#b98150",
    "wood_shade": "#573319",
    "sail": "#fbf3df",
    "sail_shade": "#d9c59a",
    "gold": "#ddb054",
    "gold_light": "#f6df9a",
    "gold_shade": "#a97524",
    "gold_ink": "#5c3d0c",
    "bronze": "#c0903c",
    "bronze_light": "#ecca7c",
    "bronze_shade": "#76501a",
    "skin": "#e8bf93",
    "skin_shade": "#c08f60",
    "red": "#a32f26",
    "shadow": "#1d140a",
}
_BY_THEME = {
    "light": {"paper": "#f2e7cc", "line": "#4a3b25", "second": "#8c744a", "text": "#2b261d", "off": "#85785d"},
    "dark": {"paper": "#37332b", "line": "#cdb98a", "second": "#8f7f58", "text": "#efe7d4", "off": "#857e6c"},
}
_NO_SEAT = {
    "body": "#8a6a45",
    "light": "#b08d62",
    "shade": "#574024",
    "dark": "#33240f",
    "plate": "#fff6e2",
    "mark": "#2b1d14",
    "sail_mark": "#2b1d14",
    "on": "#fff6e2",
    "emblem_name": "disc",
}


def _star() -> str:
    """A five-pointed star of outer radius 1.14, as SVG path data."""
    points = []
    for step in range(10):
        radius = 1.16 if step % 2 == 0 else 0.50
        angle = math.radians(36 * step - 90)
        points.append(f"{radius * math.cos(angle):.3f},{radius * math.sin(angle) + 0.06:.3f}")
    return "M" + "L".join(points) + "Z"


_EMBLEMS = {
    "disc": "M1,0A1,1 0 0 1 -1,0A1,1 0 0 1 1,0Z",
    "triangle": "M0,-1.08L1.06,0.78L-1.06,0.78Z",
    "square": "M-0.84,-0.84H0.84V0.84H-0.84Z",
    "diamond": "M0,-1.18L0.86,0L0,1.18L-0.86,0Z",
    "star": _star(),
    "cross": "M-0.36,-1.02H0.36V-0.36H1.02V0.36H0.36V1.02H-0.36V0.36H-1.02V-0.36H-0.36Z",
}


_FIELD = re.compile(r"\{(\w+)\}")
_EMBLEM = re.compile(r"<emblem\b([^>]*?)/>")
_PLATE = re.compile(r"<plate\b([^>]*?)/>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


class _Plate(NamedTuple):
    """The place of a text in the units of the drawing, and its colour."""

    box: QRectF
    color: str
    text: str


class _Drawing(NamedTuple):
    """A sprite prepared for a theme and a seat, with or without text."""

    renderer: QSvgRenderer
    box: QRectF
    plates: tuple[_Plate, ...]


def draw_sprite(
    painter: QPainter, name: str, rect: QRectF, theme: Theme, seat: int = -1, text: str = "", faded: bool = False
) -> None:
    """Draw a sprite into `rect`, as large as fits with its own proportions, centred.

    On a screen or an image an upright sprite comes from the kept pixmaps, set on whole pixels; into files, turned or
    very large it is drawn as vectors.
    """
    transform = painter.deviceTransform()
    scale = math.sqrt(abs(transform.determinant()))
    height = _fitted(rect, QRectF(0, 0, sprite_aspect(name), 1)).height()
    upright = transform.type().value <= QTransform.TransformationType.TxScale.value and transform.m11() > 0
    if upright and height * scale <= _LARGEST and painter.paintEngine().type() == QPaintEngine.Type.Raster:
        dpr = painter.device().devicePixelRatioF()
        pixmap = sprite_pixmap(name, height * scale / dpr, theme, seat, text, dpr, faded)
        centre = transform.map(rect.center())
        left = round(centre.x() - pixmap.width() / 2) / dpr
        top = round(centre.y() - pixmap.height() / 2) / dpr
        painter.save()
        painter.resetTransform()
        origin = painter.deviceTransform()  # a widget drawn into another's picture starts elsewhere
        painter.drawPixmap(QPointF(left - origin.dx() / dpr, top - origin.dy() / dpr), pixmap)
        painter.restore()
        return
    if faded:  # overlapping parts must fade as one
        pixmap = sprite_pixmap(name, max(1.0, height * scale * 2), theme, seat, text)
        painter.save()
        painter.setOpacity(painter.opacity() * FADED)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(_fitted(rect, QRectF(pixmap.rect())), pixmap, QRectF(pixmap.rect()))
        painter.restore()
        return
    _draw_vectors(painter, name, rect, theme, seat, text, height * scale)


def _draw_vectors(
    painter: QPainter, name: str, rect: QRectF, theme: Theme, seat: int, text: str, pixels: float
) -> None:
    """Draw the sprite as vectors, in the variant for its height in pixels."""
    if name.startswith(PREFIX):
        _draw_own_picture(painter, name, rect, pixels)
        return
    drawing = _drawing(_variant(name, pixels), theme.name, _colors(theme, seat), seat >= 0, bool(text))
    if drawing is None:
        _draw_missing(painter, rect)
    else:
        _render(painter, drawing, _fitted(rect, drawing.box), text)


_pixmaps: dict[tuple[object, ...], QPixmap] = {}
_pixmap_bytes = 0


def sprite_pixmap(
    name: str, height_px: float, theme: Theme, seat: int = -1, text: str = "", dpr: float = 1.0, faded: bool = False
) -> QPixmap:
    """A sprite `height_px` logical pixels high, kept for the next time; the least recently made go first."""
    global _pixmap_bytes
    key = (name, round(height_px * dpr * 4), theme.key, seat, text, dpr, faded)
    found = _pixmaps.get(key)
    if found is not None:
        return found
    height = max(1.0, height_px)
    width = max(1.0, height * sprite_aspect(name))
    pixmap = transparent_pixmap(math.ceil(width * dpr), math.ceil(height * dpr), dpr)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if faded:
            painter.setOpacity(FADED)
            painter.drawPixmap(QPointF(0, 0), sprite_pixmap(name, height_px, theme, seat, text, dpr))
        else:
            _draw_vectors(painter, name, QRectF(0, 0, width, height), theme, seat, text, height * dpr)
    _pixmaps[key] = pixmap
    _pixmap_bytes += pixmap.width() * pixmap.height() * 4
    while _pixmap_bytes > _PIXMAP_BYTES and len(_pixmaps) > 1:
        oldest = _pixmaps.pop(next(iter(_pixmaps)))
        _pixmap_bytes -= oldest.width() * oldest.height() * 4
    return pixmap


def _draw_own_picture(painter: QPainter, text: str, rect: QRectF, pixels: float) -> None:
    """Draw a person's own picture, centred in a square of this height in pixels."""
    drawing = _own_picture(text)
    square = _fitted(rect, QRectF(0, 0, 1, 1))
    if drawing is None:
        _draw_missing(painter, square)
    elif isinstance(drawing, QSvgRenderer):
        drawing.render(painter, _fitted(square, QRectF(QPointF(), drawing.viewBoxF().size())))
    else:
        place, most = _fitted(square, QRectF(drawing.rect())), math.ceil(pixels)
        if painter.paintEngine().type() == QPaintEngine.Type.Raster and most < max(drawing.width(), drawing.height()):
            modes = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            drawing = drawing.scaled(most, most, *modes)  # Qt's painter would skip pixels
        painter.drawImage(place, drawing)


@lru_cache(maxsize=64)
def _own_picture(text: str) -> QImage | QSvgRenderer | None:
    """The picture in a data URI; None if it cannot be drawn."""
    data = QByteArray(picture_data(text))
    if text.startswith(f"{PREFIX}png"):
        image = QImage.fromData(data)
        return None if image.isNull() else image
    renderer = QSvgRenderer()
    renderer.setOptions(QtSvg.Option.Tiny12FeaturesOnly)
    return renderer if renderer.load(data) and not renderer.viewBoxF().isEmpty() else None


@lru_cache(maxsize=512)
def sprite_aspect(name: str) -> float:
    """Width of a sprite for a height of 1."""
    if name.startswith(PREFIX):
        return 1.0
    source = _source(name)
    if source is None:
        return 1.0
    box = _view_box(source)
    return box.width() / box.height()


@lru_cache(maxsize=512)
def _source(name: str) -> str | None:
    """The text of a sprite's file, or None (logged once, because the result is cached)."""
    path = resources_dir() / "sprites" / f"{name}.svg"
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        if not name.endswith("@small"):
            _log.warning("there is no sprite %r (%s)", name, path)
        return None


@lru_cache(maxsize=512)
def _small_below(name: str) -> float:
    """Below which height in pixels the small drawing of a sprite serves; 0 when there is none."""
    source = _source(f"{name}@small")
    if source is None:
        return 0.0
    match = re.search(r'data-below="([\d.]+)"', source)
    return float(match.group(1)) if match else SMALL_BELOW_PX


def _variant(name: str, pixels: float) -> str:
    return f"{name}@small" if pixels < _small_below(name) else name


def _view_box(source: str) -> QRectF:
    match = re.search(r'viewBox="([^"]*)"', source)
    if match is None:
        return QRectF(0, 0, 100, 100)
    x, y, width, height = (float(number) for number in match.group(1).split())
    return QRectF(x, y, width, height)


def _colors(theme: Theme, seat: int) -> tuple[tuple[str, str], ...]:
    """The seat's placeholders, hashable: `mark` is its emblem on `plate`, `sail_mark` on a sail, `on` on its body."""
    if seat < 0:
        return tuple(_NO_SEAT.items())
    colors = theme.seat(seat)
    light_plate = colors.plate.lightnessF() > 0.5
    named = {
        "body": colors.body,
        "light": colors.light,
        "shade": colors.shade,
        "dark": colors.shade.darker(145),
        "plate": colors.plate,
        "mark": colors.on_plate,
        "sail_mark": colors.on_plate if light_plate else colors.plate,
        "on": colors.emblem,
    }
    return (*((name, color.name()) for name, color in named.items()), ("emblem_name", colors.emblem_name))


@lru_cache(maxsize=1024)
def _drawing(
    name: str, theme_name: str, seat_colors: tuple[tuple[str, str], ...], has_seat: bool, lettered: bool
) -> _Drawing | None:
    """A renderer for the sprite in these colours, with the places of its letters."""
    source = _source(name)
    if source is None:
        return None
    colors = {**_COLORS, **_BY_THEME.get(theme_name, _BY_THEME["light"]), **dict(seat_colors)}
    plates: list[_Plate] = []

    def emblem(match: re.Match[str]) -> str:
        return _emblem_svg(dict(_ATTRIBUTE.findall(match.group(1))), colors) if has_seat else ""

    def plate(match: re.Match[str]) -> str:
        values = dict(_ATTRIBUTE.findall(match.group(1)))
        letters = values.get("text", "")
        if not lettered and not letters:
            return ""
        x, y, width, height = (float(values[key]) for key in ("x", "y", "width", "height"))
        plates.append(_Plate(QRectF(x, y, width, height), _filled(values.get("color", "{ink}"), colors), letters))
        if values.get("bare") == "yes":
            return ""
        radius = float(values.get("radius", height / 2))
        return (
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" '
            f'fill="{values.get("fill", "{cream}")}" stroke="{values.get("stroke", "{bronze_shade}")}" '
            f'stroke-width="{values.get("stroke-width", height * 0.09)}"/>'
        )

    text = _filled(_PLATE.sub(plate, _EMBLEM.sub(emblem, source)), colors)
    renderer = QSvgRenderer(QByteArray(text.encode()))
    if not renderer.isValid():
        _log.warning("the sprite %r cannot be drawn", name)
        return None
    return _Drawing(renderer, _view_box(source), tuple(plates))


def _filled(text: str, colors: dict[str, str]) -> str:
    """Replace colour placeholders. An unknown one is a mistake in a drawing and shows as magenta."""
    return _FIELD.sub(lambda match: colors.get(match.group(1), "#ff00ff"), text)


def _emblem_svg(values: dict[str, str], colors: dict[str, str]) -> str:
    """The emblem of a seat: a cream plate with an ink ring, the emblem in it."""
    x, y, radius = (float(values[key]) for key in ("cx", "cy", "r"))
    plated = values.get("plate") != "no"
    scale = radius * (0.60 if plated else 1.0)
    fill = values.get("fill", "{mark}" if plated else "{on}")
    parts = []
    if plated:
        ring = float(values.get("ring", radius * 0.16))
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{{plate}}" stroke="{{ink}}" stroke-width="{ring}"/>'
        )
    data = _EMBLEMS.get(colors["emblem_name"], _EMBLEMS["disc"])
    # a line of its own colour: Qt writes areas without a line into files with a black one, and this one is enlarged
    line = f'stroke="{fill}" stroke-width="0.02"'
    parts.append(f'<path transform="translate({x} {y}) scale({scale})" d="{data}" fill="{fill}" {line}/>')
    return "".join(parts)


def _fitted(rect: QRectF, box: QRectF) -> QRectF:
    """The largest rectangle with the proportions of `box`, centred in `rect`."""
    scale = min(rect.width() / box.width(), rect.height() / box.height())
    width, height = box.width() * scale, box.height() * scale
    return QRectF(rect.center().x() - width / 2, rect.center().y() - height / 2, width, height)


def _render(painter: QPainter, drawing: _Drawing, place: QRectF, text: str) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    drawing.renderer.render(painter, place)
    scale = place.height() / drawing.box.height()
    for plate in drawing.plates:
        box = plate.box
        spot = QRectF(
            place.left() + (box.left() - drawing.box.left()) * scale,
            place.top() + (box.top() - drawing.box.top()) * scale,
            box.width() * scale,
            box.height() * scale,
        )
        painter.fillPath(_letters(plate.text or text, spot), QColor(plate.color))
    painter.restore()


@lru_cache(maxsize=256)
def _letter_outlines(text: str) -> tuple[QPainterPath, float]:
    """The outlines of a word in Cabin Bold at 100 pixels, and its advance width."""
    font = QFont("Cabin")
    font.setPixelSize(100)
    font.setBold(True)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    path = QPainterPath()
    path.addText(0, 0, font, text)
    return path, path.boundingRect().width()


def _letters(text: str, box: QRectF) -> QPainterPath:
    """A word fitted into a box: figures 0.62 of its height, never wider than 0.82 of its width."""
    path, width = _letter_outlines(text)
    bounds = path.boundingRect()
    scale = box.height() * 0.62 / 70.0  # figures of Cabin are 70 high at 100 pixels
    scale = min(scale, box.width() * 0.82 / max(width, 1.0))
    transform = QTransform()
    transform.translate(box.center().x(), box.center().y() + 35.0 * scale)
    transform.scale(scale, scale)
    transform.translate(-bounds.center().x(), 0)
    return transform.map(path)


def _draw_missing(painter: QPainter, rect: QRectF) -> None:
    """A dashed frame with a question mark, so that a lost drawing is seen but breaks nothing."""
    side = min(rect.width(), rect.height())
    frame = QRectF(0, 0, side * 0.8, side * 0.8)
    frame.moveCenter(rect.center())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(QColor("#a3261c"), max(side * 0.05, 0.01))
    pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(QColor("#f8dfd6"))
    painter.drawRoundedRect(frame, side * 0.1, side * 0.1)
    painter.fillPath(_letters("?", frame), QColor("#a3261c"))
    painter.restore()


# Ink-saving mode for printers: lines on bare paper, derived from the recipes of the light theme.
#
# Strokes stay, pale ones in the colour of deep water; of several water lines the two next to the coast stay; fills
# become bare paper, with an outline if they were dark; text stays.

INK, WATER, BARE = "text", "deep", "on_accent"
_WIDEST = 0.04  # sides of a tile; broader strokes are areas rather than lines
_FINE = 0.008
_PALE, _DARK = 150, 90
"""Lightness (0 … 255) above which a line would not show on paper, and below which an area is meant to be dark."""
_SPRITE_PX = 640.0  # pixels in height of a ready drawing that is reduced to its ink


class _LineTheme(Theme):
    """The light theme with every recipe reduced to lines."""

    is_ink_saving = True

    def seat(self, seat: int) -> SeatColors:
        white, ink = QColor(Qt.GlobalColor.white), LIGHT.color(INK)
        return LIGHT.seat(seat)._replace(body=white, light=white, shade=white, emblem=ink, plate=white, on_plate=ink)

    def color(self, role: str, alpha: float = 1.0) -> QColor:
        return super().color(BARE if role in ("table", "panel") else role, alpha)

    def _make_recipe(self, name: str) -> Recipe:
        return _line_recipe(LIGHT.style(name))


LINES = _LineTheme("lines")  # for the ink-saving mode


class _GrainlessTheme(Theme):
    """A theme without paper texture."""

    def _make_recipe(self, name: str) -> Recipe:
        found = THEMES[self.name].style(name)
        return replace(found, steps=tuple(step for step in found.steps if not isinstance(step, TextureFill)))


@cache
def export_theme(name: str, has_grain: bool = True) -> Theme:
    """The theme of an exported image: light, dark or lines, with or without paper texture."""
    if name == LINES.name:
        return LINES
    return THEMES[name] if has_grain else _GrainlessTheme(name)


def _line_recipe(recipe: Recipe) -> Recipe:
    steps: list[Step] = []
    rings = [step for step in recipe.steps if isinstance(step, Rings)]
    if rings:
        first = rings[0]
        near = sorted(first.rings)[:2]
        fine = tuple((far, _FINE, 0.9) for far, _width, _alpha in reversed(near))
        return Recipe((Rings(WATER, fine, first.min_pixels),), recipe.each)
    for step in recipe.steps:
        if (
            isinstance(step, Fill | Gradient)
            and step.alpha >= 0.85
            and not (isinstance(step, Fill) and (step.dx or step.dy))
        ):
            steps = [Fill(BARE)]
        elif isinstance(step, Stroke) and step.width <= _WIDEST and step.alpha >= 0.15:
            pale = _lightness(step.role) > _PALE
            steps.append(step._replace(role=WATER if pale else step.role, alpha=max(step.alpha, 0.7), min_scale=0.0))
    if not any(isinstance(step, Stroke) for step in steps):
        dark = [
            step for step in recipe.steps if isinstance(step, Fill) and step.alpha > 0.6 and not (step.dx or step.dy)
        ]
        if dark and (_lightness(dark[0].role) < _DARK or recipe.each) and not recipe.covers:
            role = WATER if _lightness(dark[0].role) > _PALE else INK
            steps.append(Stroke(role, _FINE, 1.0))
    letters = recipe.text_style
    if letters is not None:
        pale = _lightness(letters.role) > _PALE
        letters = letters._replace(role=INK if pale else letters.role, alpha=1.0, plate="")
    return replace(recipe, steps=tuple(steps), text_style=letters)


def _lightness(role: str) -> int:
    if "." in role:  # a part of a seat's colours
        return 0
    return LIGHT.color(role).lightness()


@lru_cache(maxsize=64)
def sprite_as_lines(name: str, seat: int, text: str) -> QImage:
    """A ready drawing reduced to its dark lines, on a clear ground."""

    drawn = sprite_pixmap(name, _SPRITE_PX, LINES, seat, text).toImage()
    paper = QImage(drawn.size(), QImage.Format.Format_RGB32)
    paper.fill(Qt.GlobalColor.white)
    with QPainter(paper) as painter:
        painter.drawImage(0, 0, drawn)
    grey = paper.convertToFormat(QImage.Format.Format_Grayscale8)
    found = QImage(grey.constBits(), grey.width(), grey.height(), grey.bytesPerLine(), QImage.Format.Format_Indexed8)
    ink = LIGHT.color(INK)
    found.setColorTable([_shade(ink, lightness) for lightness in range(256)])
    return found.convertToFormat(QImage.Format.Format_ARGB32)


def _shade(ink: QColor, lightness: int) -> int:
    """Map a grey level to ink if it is dark and to nothing if it is light, with a soft edge."""
    ink = QColor(ink)
    ink.setAlphaF(min(1.0, max(0.0, (105 - lightness) / 50)))
    return ink.rgba()
