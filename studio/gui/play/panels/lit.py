"""What stands beside the board and can be clicked where it is lit: pictures, and cards of things with numbers."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.panel import Item
from studio.core.picture import Picture
from studio.gui.board.overlay import GHOST_OPACITY
from studio.gui.board.painting.painter import paint_picture
from studio.gui.board.painting.traced import outline_path
from studio.gui.style.theme import Theme
from studio.gui.style.worn import theme_at
from studio.gui.widgets import Tipped

EMPTY = Picture((0, 0, 1, 1), ())


def paint_lit(painter: QPainter, path: QPainterPath, theme: Theme, kind: str) -> None:
    """Mark a place beside the board: `legal` glows, `hover` brightens, `chosen` wears the gold ring.

    `lit` is `legal` on a picture, whose colours nobody knows: with a dark line that parts the gold from them.
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


class LitView(Tipped):
    """Knows which of its targets are lit. `pointed(target)`, `clicked(target)`."""

    pointed = Signal(int)
    clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lit: frozenset[int] = frozenset()
        self.chosen = -1
        self.setMouseTracking(True)

    def set_lit(self, lit: frozenset[int], chosen: int) -> None:
        """Which targets may be clicked now, and which is pointed at."""
        if (lit, chosen) != (self.lit, self.chosen):
            self.lit, self.chosen = lit, chosen
            self.update()

    def target_at(self, _place: QPointF) -> int:
        """The target at a place of the widget, or -1."""
        return -1

    def box_of(self, _target: int) -> QRectF | None:
        """The box of a target in the widget, None when it is not there."""
        return None

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            event.ignore()  # the page knows whether there is more to say than our words
            return False
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        target = self.target_at(event.position())
        self.show_pointing(target)
        lit = target in self.lit  # also when it has just been found to be the end of a plan
        self.setCursor(Qt.CursorShape.PointingHandCursor if lit else Qt.CursorShape.ArrowCursor)

    def show_pointing(self, target: int) -> None:
        """The pointer has moved, and is over this target now."""
        if target in self.lit:
            self.pointed.emit(target)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        target = self.target_at(event.position())
        if target in self.lit and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(target)
        else:
            super().mousePressEvent(event)


class PictureView(LitView):
    """A picture fitted into a widget, its targets lit, pointed at and clicked. Painted once per size and theme."""

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
        """Show another picture."""
        if picture != self.picture:
            self.picture = picture
            self._cached = None
            self.update()

    def set_ghost(self, ghost: Picture | None) -> None:
        """What the move pointed at would look like, in this picture's coordinates, or nothing."""
        if ghost is not self._ghost:
            self._ghost = ghost
            self.update()

    def has(self, target: int) -> bool:
        """Whether a target lies in the picture."""
        return any(one.cell == target for one in self.picture.targets)

    def forget(self) -> None:
        """Paint anew."""
        self._cached = None
        self.update()

    @property
    def ratio(self) -> float:
        """Width of the picture for a height of 1."""
        left, top, right, bottom = self.picture.bounds
        return (right - left) / max(1e-6, bottom - top)

    def frame(self) -> QRectF:
        """Where the picture is painted."""
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
        theme = theme_at(self)
        frame = self.frame()
        if frame.width() < 2 or frame.height() < 2:
            return
        dpr = self.devicePixelRatioF()
        key = (theme.key, frame.width(), frame.height(), dpr)
        if self._cached is None or self._cached_for != key:
            pixmap = QPixmap(round(frame.width() * dpr), round(frame.height() * dpr))
            pixmap.setDevicePixelRatio(dpr)
            pixmap.fill(Qt.GlobalColor.transparent)
            with QPainter(pixmap) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
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
                if target.cell in self.lit:
                    kind = "chosen" if target.cell == self.chosen else "hover" if target.cell == self._hover else "lit"
                    paint_lit(painter, transform.map(outline_path((target.outline,), True)), theme, kind)

    def target_at(self, place: QPointF) -> int:
        """The target at a place of the widget, or -1; lit ones are preferred."""
        back, possible = self._to_pixels().inverted()
        if not possible:
            return -1
        point = back.map(place)
        found = [
            target.cell for target in self.picture.targets if outline_path((target.outline,), True).contains(point)
        ]
        return next((cell for cell in reversed(found) if cell in self.lit), found[-1] if found else -1)

    def box_of(self, target: int) -> QRectF | None:
        for one in self.picture.targets:
            if one.cell == target:
                return self._to_pixels().mapRect(outline_path((one.outline,), True).boundingRect())
        return None

    def place_of(self, target: int) -> QPointF | None:
        """The middle of a target in the widget."""
        box = self.box_of(target)
        return box.center() if box is not None else None

    def show_pointing(self, target: int) -> None:
        if target != self._hover:
            self._hover = target
            self.update()
            if target >= 0:
                self.pointed.emit(target)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = -1
        self.update()
        super().leaveEvent(event)

    def words_at(self, place: QPointF) -> str:
        target = self.target_at(place)
        return next((one.name for one in self.picture.targets if one.cell == target), "")


class ItemsCard(LitView):
    """Paints things with numbers, some of them targets. Subclasses say where, by `place_item`, each time they paint."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.density = 0
        self._boxes: list[tuple[QRectF, Item]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_density(self, density: int) -> None:
        """Roomy (0) or closer (1, 2, 3)."""
        if density != self.density:
            self.density = density
            self.updateGeometry()
            self.update()

    def place_item(self, painter: QPainter, box: QRectF, item: Item, frame: QRectF, corner: float) -> None:
        """A thing stands in this box; lit, it has a frame."""
        self._boxes.append((box, item))
        if item.target >= 0 and item.target in self.lit:
            path = QPainterPath()
            path.addRoundedRect(frame, corner, corner)
            paint_lit(painter, path, theme_at(self), "chosen" if item.target == self.chosen else "legal")

    def _item_at(self, place: QPointF) -> Item | None:
        return next((item for box, item in self._boxes if box.contains(place)), None)

    def sprite_at(self, place: QPointF) -> str:
        """The drawing of the thing at this place, "" where there is none."""
        item = self._item_at(place)
        return item.sprite if item is not None else ""

    def target_at(self, place: QPointF) -> int:
        item = self._item_at(place)
        return item.target if item is not None else -1

    def words_at(self, place: QPointF) -> str:
        item = self._item_at(place)
        return (item.tip or item.caption) if item is not None else ""

    def box_of(self, target: int) -> QRectF | None:
        return next((box for box, item in self._boxes if item.target == target >= 0), None)

    def place_of(self, target: int) -> QPointF | None:
        """Where a target's thing stands on this card (after it has been painted), for pointing at it."""
        box = self.box_of(target)
        return box.center() if box is not None else None
