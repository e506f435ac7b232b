"""Panels with clickable targets: pictures, cards of items, and the tray below the board."""

from __future__ import annotations

import random
import re

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QTransform,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.panel import Inset, Item
from studio.core.picture import Picture
from studio.gui.board.overlay import GHOST_OPACITY
from studio.gui.board.painter import paint_picture
from studio.gui.board.shape_cache import outline_path
from studio.gui.style.icons import transparent_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, current_theme, widget_theme
from studio.gui.style.theme import Theme
from studio.gui.widgets import TooltipWidget, paint_box, painter_on
from studio.gui.widgets.accessibility import AccessiblePart, AccessibleParts
from studio.gui.widgets.text import CENTER, LEFT, RIGHT, paint_text, show_tooltip

EMPTY = Picture((0, 0, 1, 1), ())


def paint_highlight(painter: QPainter, path: QPainterPath, theme: Theme, kind: str) -> None:
    """Mark a place: `legal` is highlighted, `hover` brighter, `chosen` has the gold ring.

    `lit` is `legal` on a picture of unknown colors: with a dark line around the gold.
    """
    shade, ring, color = theme.color("ring_shade"), theme.color("gold_ring"), theme.color
    outlines = {
        "legal": ((color("gold_border"), 1.6, color("legal", 0.22 if theme.is_dark else 0.30)),),
        "lit": ((color("ring_shade", 0.75), 3.0, color("legal", 0.08)), (ring, 1.4, None)),
        "hover": ((shade, 3.4, QColor(255, 255, 255, 84)), (color("keyline"), 1.6, None)),
        "chosen": ((shade, 5.0, color("legal", 0.25)), (ring, 2.6, None)),
    }
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for ink, width, ground in outlines[kind]:
        painter.setPen(QPen(ink, width))
        painter.setBrush(ground if ground is not None else Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
    painter.restore()


class ClickableView(TooltipWidget):
    """Widget with clickable targets. `hovered(target)`, `clicked(target)`."""

    hovered = Signal(int)
    clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.clickable: frozenset[int] = frozenset()
        self.chosen = -1
        self.setMouseTracking(True)

    def set_clickable(self, lit: frozenset[int], chosen: int) -> None:
        if (lit, chosen) != (self.clickable, self.chosen):
            self.clickable, self.chosen = lit, chosen
            self.update()

    def target_at(self, _place: QPointF) -> int:
        return -1

    def box_of(self, _target: int) -> QRectF | None:
        """Return the box of a target in the widget; None if it is not there or not painted yet."""
        return None

    def part(self, name: str, target: int, box: QRectF | None) -> AccessiblePart:
        """Return a target, or something else without a target (-1), for screen readers."""
        place = QRect() if box is None else box.toAlignedRect()
        return AccessiblePart(name, "", target in self.clickable, target == self.chosen >= 0, place)

    def center_of(self, target: int) -> QPointF | None:
        box = self.box_of(target)
        return box.center() if box is not None else None

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            event.ignore()  # the page may have more information than this text
            return False
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        target = self.target_at(event.position())
        self.set_hovered(target)
        lit = target in self.clickable  # including the end of a plan just found
        self.setCursor(Qt.CursorShape.PointingHandCursor if lit else Qt.CursorShape.ArrowCursor)

    def set_hovered(self, target: int) -> None:
        if target in self.clickable:
            self.hovered.emit(target)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        target = self.target_at(event.position())
        if target in self.clickable and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(target)
        else:
            super().mousePressEvent(event)


class PictureView(AccessibleParts, ClickableView):
    """A picture fitted into a widget, with clickable targets. It is cached per size and theme."""

    def __init__(self, parent: QWidget | None = None, corner: float = 6.0) -> None:
        super().__init__(parent)
        self.corner = corner
        self.picture = EMPTY
        self._hover = -1
        self._ghost: Picture | None = None
        self._cached: QPixmap | None = None
        self._cached_for: tuple[object, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_picture(self, picture: Picture) -> None:
        if picture != self.picture:
            self.picture = picture
            self._cached = None
            self.update()

    def accessible_parts(self) -> list[AccessiblePart]:
        return [self.part(one.name, one.cell, self.box_of(one.cell)) for one in self.picture.targets if one.name]

    def set_ghost(self, ghost: Picture | None) -> None:
        if ghost is not self._ghost:
            self._ghost = ghost
            self.update()

    def has_target(self, target: int) -> bool:
        return any(one.cell == target for one in self.picture.targets)

    def clear_cache(self) -> None:
        self._cached = None
        self.update()

    @property
    def ratio(self) -> float:
        left, top, right, bottom = self.picture.bounds
        return (right - left) / max(1e-6, bottom - top)

    def frame(self) -> QRectF:
        wide, tall = float(self.width()), float(self.height())
        if wide / max(1.0, tall) > self.ratio:
            used = tall * self.ratio
            return QRectF((wide - used) / 2, 0, used, tall)
        used = wide / self.ratio
        return QRectF(0, (tall - used) / 2, wide, used)

    def _to_pixels(self) -> QTransform:
        left, top, right, _bottom = self.picture.bounds
        frame = self.frame()
        scale = frame.width() / max(1e-6, right - left)
        transform = QTransform()
        transform.translate(frame.left() - left * scale, frame.top() - top * scale)
        transform.scale(scale, scale)
        return transform

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = widget_theme(self)
        frame = self.frame()
        if frame.width() < 2 or frame.height() < 2:
            return
        dpr = self.devicePixelRatioF()
        key = (theme.key, frame.width(), frame.height(), dpr)
        if self._cached is None or self._cached_for != key:
            pixmap = transparent_pixmap(round(frame.width() * dpr), round(frame.height() * dpr), dpr)
            with painter_on(pixmap) as painter:
                clip = QPainterPath()
                clip.addRoundedRect(QRectF(0, 0, frame.width(), frame.height()), self.corner, self.corner)
                painter.setClipPath(clip)
                paint_picture(painter, self.picture, theme, QRectF(0, 0, frame.width(), frame.height()))
            self._cached, self._cached_for = pixmap, key
        with QPainter(self) as painter:
            painter.drawPixmap(frame.topLeft(), self._cached)
            transform = self._to_pixels()
            if self._ghost is not None:
                left, top, right, bottom = self._ghost.bounds
                painter.setOpacity(GHOST_OPACITY)
                place = transform.mapRect(QRectF(left, top, right - left, bottom - top))
                paint_picture(painter, self._ghost, theme, place)
                painter.setOpacity(1.0)
            for target in self.picture.targets:
                if target.cell in self.clickable:
                    kind = "chosen" if target.cell == self.chosen else "hover" if target.cell == self._hover else "lit"
                    paint_highlight(painter, transform.map(outline_path((target.outline,), True)), theme, kind)

    def target_at(self, place: QPointF) -> int:
        """Return the target at a position, or -1; clickable ones are preferred."""
        back, possible = self._to_pixels().inverted()
        if not possible:
            return -1
        point = back.map(place)
        found = [
            target.cell for target in self.picture.targets if outline_path((target.outline,), True).contains(point)
        ]
        return next((cell for cell in reversed(found) if cell in self.clickable), found[-1] if found else -1)

    def box_of(self, target: int) -> QRectF | None:
        for one in self.picture.targets:
            if one.cell == target:
                return self._to_pixels().mapRect(outline_path((one.outline,), True).boundingRect())
        return None

    def set_hovered(self, target: int) -> None:
        if target != self._hover:
            self._hover = target
            self.update()
            if target >= 0:
                self.hovered.emit(target)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = -1
        self.update()
        super().leaveEvent(event)

    def text_at(self, place: QPointF) -> str:
        target = self.target_at(place)
        return next((one.name for one in self.picture.targets if one.cell == target), "")


def item_text(item: Item, template: str) -> str:
    """Return an item in words, in a template only if they lack its value, as "8 tiles on the rack" does not."""
    words, value = item.caption or item.tip, item.value.strip("–")
    pattern = rf"(^|: ){value}(?!\d)" if value.isdecimal() else rf"\b{re.escape(value)}\b"
    return words if words and re.search(pattern, words) else template.format(value=value, words=words).strip()


class ItemsCard(ClickableView):
    """Paints items with numbers, some of them targets. Subclasses call `place_item` each time they paint."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.density = 0
        self._boxes: list[tuple[QRectF, Item]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_density(self, density: int) -> None:
        """Set how closely items are painted, from roomy (0) to close (3)."""
        if density != self.density:
            self.density = density
            self.updateGeometry()
            self.update()

    def place_item(self, painter: QPainter, box: QRectF, item: Item, frame: QRectF, corner: float) -> None:
        self._boxes.append((box, item))
        if item.target >= 0 and item.target in self.clickable:
            path = QPainterPath()
            path.addRoundedRect(frame, corner, corner)
            paint_highlight(painter, path, widget_theme(self), "chosen" if item.target == self.chosen else "legal")

    def _item_at(self, place: QPointF) -> Item | None:
        return next((item for box, item in self._boxes if box.contains(place)), None)

    def sprite_at(self, place: QPointF) -> str:
        item = self._item_at(place)
        return item.sprite if item is not None else ""

    def target_at(self, place: QPointF) -> int:
        item = self._item_at(place)
        return item.target if item is not None else -1

    def text_at(self, place: QPointF) -> str:
        item = self._item_at(place)
        return (item.tip or item.caption) if item is not None else ""

    def box_of(self, target: int) -> QRectF | None:
        return next((box for box, item in self._boxes if item.target == target >= 0), None)


# tray

KEYS = "1234567890"
MIN_HEIGHT, MAX_HEIGHT = 72, 124  # pixels
SHARE, MIN_SHARE = 0.098, 0.17  # largest shares of the page's height, of the whole and of the least height
SIDE, EDGE, LIP = 14, 7, 7  # pixels of wood at the sides and above the picture, and of the front edge
CAPTION = 116  # pixels next to the picture needed for the title
# Light, middle and dark wood, highlight, text.
WOOD = {
    "light": ("#8A6038", "#6B4526", "#4A2E18", "#B88A58", "#F6E7C6"),
    "dark": ("#5A3E28", "#452E1C", "#2A1B10", "#8A6B48", "#E6D3AC"),
}


class RackView(PictureView):
    """The picture of a tray, with number keys at its targets."""

    def accessible_parts(self) -> list[AccessiblePart]:
        parts = super().accessible_parts()
        return [part._replace(name=f"{KEYS[at : at + 1]} {part.name}".strip()) for at, part in enumerate(parts)]

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.clickable:
            return
        with painter_on(self) as painter:
            for key, target in zip(KEYS, self.picture.targets, strict=False):
                box = self.box_of(target.cell)
                if box is None or target.cell not in self.clickable:
                    continue
                plate = QRectF(min(box.right() - 5, self.width() - 15.0), max(box.top() - 2, 0.0), 15, 16)
                edge = current_theme().color("gold_ring", 0.7)
                paint_box(painter, plate.adjusted(0.5, 0.5, -0.5, -0.5), QColor("#2A1B10"), edge, radius=4)
                paint_text(painter, plate, key, QColor("#F6E7C6"), 11, SEMIBOLD, CENTER)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # all places: with a piece in hand, a click puts it back and takes the other one
        target = self.target_at(event.position())
        if target >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(target)
        else:
            super().mousePressEvent(event)


class Tray(QWidget):
    """A wooden rack below the board: what a seat has, each with the number key that takes it."""

    def __init__(self) -> None:
        super().__init__()
        self.view = RackView(self, corner=2)
        self.title = self.note = ""
        self._wood: QPixmap | None = None
        self._wood_of = ""
        self._room = 0
        self.is_used = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_inset(self, inset: Inset | None) -> None:
        """Show an inset. Once there was one, its space is kept so that the board does not jump."""
        if inset is None:
            self.title = self.note = ""
            self.view.set_picture(EMPTY)
            self.view.setAccessibleName("")
        else:
            self.title, self.note = inset.title, inset.note
            self.view.set_picture(inset.picture)
            self.view.setAccessibleName(f"{inset.title}. {inset.note}")
            self.is_used = True
            self.show()
        self.update()

    @property
    def targets(self) -> list[int]:
        return [target.cell for target in self.view.picture.targets]

    def key_name(self, target: int) -> str:
        """Return a target's number key and the first words of its name, or ""."""
        keyed = zip(KEYS, self.view.picture.targets, strict=False)
        return next((f"{key} {one.name.partition(':')[0]}" for key, one in keyed if one.cell == target), "")

    def target_for_key(self, key: int) -> int:
        """Return the target of a number key (0 is the tenth), or -1."""
        places, place = self.targets, (key - 1) % 10
        return places[place] if place < len(places) else -1

    def fit_height(self, page_height: int) -> None:
        """Set the height that the picture needs, as far as a page of this height can spare it."""
        self._room = page_height
        wide = max(1, self.width() - 2 * SIDE)
        want = round(wide / self.view.ratio) + EDGE + LIP + 3 if self.view.picture is not EMPTY else self.height()
        least = min(MIN_HEIGHT, round(page_height * MIN_SHARE))
        self.setFixedHeight(max(least, min(want, MAX_HEIGHT, round(page_height * SHARE))))

    def clear_cache(self) -> None:
        self.view.clear_cache()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(600, MIN_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and self._room:
            self.fit_height(self._room)
        self.view.setGeometry(SIDE, EDGE, self.width() - 2 * SIDE, self.height() - EDGE - LIP - 3)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            frame = self.view.frame().translated(self.view.pos())
            if not frame.left() <= event.pos().x() <= frame.right():  # next to the picture, where texts may be elided
                show_tooltip(event.globalPos(), self.title if event.pos().x() < frame.left() else self.note, self)
                return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        size = self.size() * self.devicePixelRatioF()
        if self._wood is None or self._wood.size() != size or self._wood_of != theme.name:
            self._wood, self._wood_of = self._wood_pixmap(), theme.name
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._wood)
            frame = self.view.frame().translated(self.view.pos())
            if frame.left() - SIDE < CAPTION or not self.title:
                return
            ink = QColor(WOOD[theme.name][4])
            rect = QRectF(SIDE + 4, 0, frame.left() - SIDE - 12, self.height() - LIP)
            paint_text(painter, rect, self.title, ink, 18, align=LEFT, display=True)
            ink.setAlphaF(0.8)
            rect.moveLeft(frame.right() + 8)
            paint_text(painter, rect, self.note, ink, 12.5, align=RIGHT)

    def _wood_pixmap(self) -> QPixmap:
        """Paint the wood; cached per size."""
        lit, middle, deep, edge = (QColor(name) for name in WOOD[current_theme().name][:4])
        ratio = self.devicePixelRatioF()
        size = self.size() * ratio
        pixmap = transparent_pixmap(size.width(), size.height(), ratio)
        chance = random.Random(7)
        with painter_on(pixmap) as painter:
            whole = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            shape = QPainterPath()
            shape.addRoundedRect(whole, 10, 10)
            fade = QLinearGradient(whole.topLeft(), whole.bottomLeft())
            for part, colour in ((0, deep), (0.10, middle), (0.55, lit), (1, middle)):
                fade.setColorAt(part, colour)
            painter.fillPath(shape, fade)
            painter.setClipPath(shape)
            for _line in range(round(self.height() / 2.2)):
                y, wave = chance.uniform(0, self.height()), chance.uniform(-5, 5)
                left = chance.uniform(-0.3, 0.7) * self.width()
                right = left + chance.uniform(0.3, 1.0) * self.width()
                ink = QColor(deep if chance.random() < 0.7 else edge)
                ink.setAlphaF(chance.uniform(0.06, 0.24))
                grain = QPainterPath(QPointF(left, y))
                third = (right - left) / 3
                grain.cubicTo(left + third, y + wave, right - third, y - wave, right, y + wave / 3)
                painter.strokePath(grain, QPen(ink, chance.uniform(0.6, 1.8)))
            foot = whole.bottom() - LIP
            painter.fillRect(QRectF(0, foot - 3, self.width(), 3), QColor(20, 10, 2, 70))
            lip = QLinearGradient(0, foot, 0, whole.bottom())
            for part, colour in ((0, edge), (0.25, lit), (1, deep)):
                lip.setColorAt(part, colour)
            painter.fillRect(QRectF(0, foot, self.width(), LIP + 1), lip)
            painter.setClipping(False)
            painter.setPen(QPen(deep, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(shape)
        return pixmap
