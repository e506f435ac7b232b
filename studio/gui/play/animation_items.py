"""Animated transitions: sprites that move, areas that fade or flash, pixmaps that fly over the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QRegion, QTransform
from PySide6.QtWidgets import QWidget

from studio.core.picture import Outline, Path, Picture, Shape, Sprite
from studio.gui.board.view import BoardView
from studio.gui.style.icons import transparent_pixmap
from studio.gui.style.sprites import sprite_aspect, sprite_pixmap
from studio.gui.style.stylesheet import widget_theme
from studio.gui.widgets import painter_on

Key = TypeVar("Key")

MIN_DISTANCE = 0.02  # board units: less is no move
FLATTEN_SCALE = 64.0  # magnification at which curves are flattened


class PieceMove(NamedTuple):
    """A sprite that moves, straight or along a line."""

    first: Sprite
    last: Sprite
    line: QPainterPath | None = None

    def position_at(self, share: float) -> tuple[float, float]:
        if self.line is not None:
            point = self.line.pointAtPercent(share)
            return point.x(), point.y()
        first, last = self.first, self.last
        return first.x + (last.x - first.x) * share, first.y + (last.y - first.y) * share


def piece_moves(before: Picture, after: Picture) -> list[PieceMove]:
    """Return the sprites on dynamic layers that are in another place.

    A sprite is matched if its name and seat are unique in both pictures. One drawn differently after its move is
    matched if it is the only one of its seat and size that went, and the only one that came.
    """
    old, new = _unique_sprites(before), _unique_sprites(after)
    pairs = [PieceMove(old[key], sprite) for key, sprite in new.items() if key in old]
    gone, come = _replaced_sprites(old, new), _replaced_sprites(new, old)
    pairs += [PieceMove(gone[key], sprite) for key, sprite in come.items() if key in gone]
    return [pair for pair in pairs if abs(pair.first.x - pair.last.x) + abs(pair.first.y - pair.last.y) > MIN_DISTANCE]


def along_course(glide: PieceMove, course: Sequence[int], picture: Picture) -> PieceMove:
    """Return the move along all cells of `course` with rounded bends, if the move starts and ends there."""
    if len(course) < 3 or (glide.first.cell, glide.last.cell) != (course[0], course[-1]):
        return glide
    boxes = {target.cell: _bounding_box((target.outline,)) for target in picture.targets}
    if any(cell not in boxes for cell in course):
        return glide
    middles = [boxes[cell].center() for cell in course]
    first, last = QPointF(glide.first.x, glide.first.y), QPointF(glide.last.x, glide.last.y)
    off, shift, count = first - middles[0], (last - middles[-1]) - (first - middles[0]), len(course) - 1
    points = [middle + off + shift * (place / count) for place, middle in enumerate(middles)]
    line = QPainterPath(first)
    line.lineTo((points[0] + points[1]) / 2)
    for bend, beyond in pairwise(points[1:]):
        line.quadTo(bend, (bend + beyond) / 2)
    line.lineTo(last)
    # `pointAtPercent` is uneven on curves, so flatten them to short lines
    even = QPainterPath()
    even.addPolygon(line.toSubpathPolygons(QTransform.fromScale(FLATTEN_SCALE, FLATTEN_SCALE))[0])
    return glide._replace(line=QTransform.fromScale(1 / FLATTEN_SCALE, 1 / FLATTEN_SCALE).map(even))


def _unique_sprites(picture: Picture) -> dict[tuple[str, int], Sprite]:
    """Return the dynamic sprites whose name and seat are unique."""
    sprites = [shape for shape in _dynamic_shapes(picture) if isinstance(shape, Sprite)]
    return _unique([((sprite.name, sprite.seat), sprite) for sprite in sprites])


def _unique(sprites: Sequence[tuple[Key, Sprite]]) -> dict[Key, Sprite]:
    """Return the sprites whose key no other one has."""
    counts = Counter(key for key, _sprite in sprites)
    return {key: sprite for key, sprite in sprites if counts[key] == 1}


def _replaced_sprites(
    some: dict[tuple[str, int], Sprite], others: dict[tuple[str, int], Sprite]
) -> dict[tuple[int, float], Sprite]:
    """Return the sprites of a seat missing among `others`, if unique in seat and size."""
    missing = [sprite for key, sprite in some.items() if key not in others and sprite.seat >= 0]
    return _unique([((sprite.seat, sprite.size), sprite) for sprite in missing])


def without_sprites(picture: Picture, sprites: list[Sprite]) -> Picture:
    gone = set(sprites)
    layers = tuple(
        layer if layer.is_still else layer._replace(shapes=tuple(shape for shape in layer.shapes if shape not in gone))
        for layer in picture.layers
    )
    return replace(picture, layers=layers)


def new_pieces(before: Picture, after: Picture) -> list[Sprite]:
    """Return the seats' pieces on dynamic layers that were not there before, wherever they were."""
    gone = Counter((shape.name, shape.seat, shape.x, shape.y) for shape in _pieces(before))
    here = Counter((shape.name, shape.seat) for shape in _pieces(before))
    found = []
    for sprite in _pieces(after):
        key = (sprite.name, sprite.seat, sprite.x, sprite.y)
        if gone[key]:
            gone[key] -= 1
            here[key[:2]] -= 1
        else:
            found.append(sprite)
    # a kind that has no more pieces than before may only have moved
    return [sprite for sprite in found if here[(sprite.name, sprite.seat)] <= 0]


def _pieces(picture: Picture) -> list[Sprite]:
    return [shape for shape in _dynamic_shapes(picture) if isinstance(shape, Sprite) and shape.seat >= 0]


def changed_boxes(before: Picture, after: Picture) -> list[QRectF]:
    """Return where (in board units) dynamic shapes differ."""
    old, new = set(_dynamic_shapes(before)), set(_dynamic_shapes(after))
    boxes = [_box(shape) for shape in (*(old - new), *(new - old))]
    return [box for box in boxes if not box.isEmpty()]


def _dynamic_shapes(picture: Picture) -> list[Shape]:
    return [shape for layer in picture.layers if not layer.is_still for shape in layer.shapes]


def _box(shape: Shape) -> QRectF:
    if isinstance(shape, Path):
        return _bounding_box(shape.outlines).adjusted(-0.1, -0.1, 0.1, 0.1)
    wide = shape.size * (2.0 if isinstance(shape, Sprite) else max(1, len(shape.text)))
    return QRectF(shape.x - wide / 2, shape.y - shape.size, wide, 2 * shape.size)


def _bounding_box(outlines: Sequence[Outline]) -> QRectF:
    xs = [point[-2] for outline in outlines for point in outline]
    ys = [point[-1] for outline in outlines for point in outline]
    return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


# Shares of the whole time: the old picture fades, a tile lands, pieces arrive, pieces drop, areas flash.
FADE, LAND, ARRIVAL, DROP, FLASH = 0.45, 0.5, 0.75, (0.4, 0.85), (0.45, 1.0)
NEAR = 6  # pixels around changes that also change: shadows, halos
HEIGHT = 0.7  # board units from which pieces drop


class BoardAnimation(QWidget):
    """Covers a board and shows the transition between two pictures."""

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self.board = board
        self._old: QPixmap | None = None
        self._piece_moves: list[PieceMove] = []
        self._drops: list[Sprite] = []
        self._held = QPainterPath()
        self._flash: list[QPainterPath] = []
        self._final: Picture | None = None
        self._progress = 0.0
        self.arrival = LAND  # share of the time after which the step is visible in its place
        self._still = QRegion()  # what differs between the pictures, except what moves
        self._painted = QRegion()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.hide()

    @property
    def has_motion(self) -> bool:
        return bool(self._piece_moves or self._drops or self._flash or not self._held.isEmpty())

    def begin(
        self,
        before: Picture,
        after: Picture,
        held: Sequence[int] = (),
        flash: Sequence[int] = (),
        course: Sequence[int] = (),
    ) -> bool:
        """Start a transition; returns whether there is anything to see.

        The `held` targets show their new content only when it has landed; those in `flash` flash at the end. A piece
        that moves from end to end of `course` goes along it.
        """
        board = self.board
        if not board.isVisible() or board.width() < 20:
            board.set_picture(after)
            return False
        self._piece_moves = [along_course(glide, course, after) for glide in piece_moves(before, after)]
        self.arrival = ARRIVAL if self._piece_moves else LAND
        moved = [glide.last for glide in self._piece_moves]
        self._drops = [sprite for sprite in new_pieces(before, after) if sprite not in moved]
        hidden = [*moved, *self._drops]
        board.set_picture(without_sprites(before, [glide.first for glide in self._piece_moves]))
        ratio = board.devicePixelRatioF()
        size = board.size() * ratio
        self._old = transparent_pixmap(size.width(), size.height(), ratio)
        board.render(self._old, renderFlags=QWidget.RenderFlag.DrawWindowBackground)
        board.set_picture(without_sprites(after, hidden) if hidden else after)
        self._held = QPainterPath()
        for target in held:
            self._held = self._held.united(board.outline(target))
        self._flash = [board.outline(target) for target in flash]
        self._still = QRegion()
        for area in (*board.changed_areas, *changed_boxes(before, after)):
            self._still += board.widget_box(area).adjusted(-NEAR, -NEAR, NEAR, NEAR)
        for outline in (self._held, *self._flash):
            self._still += outline.boundingRect().toAlignedRect().adjusted(-3, -3, 3, 3)
        self._painted = QRegion(board.rect())
        self._final, self._progress = after, 0.0
        self.setGeometry(board.rect())
        self.show()
        return True

    def set_progress(self, share: float) -> None:
        self._progress = share
        if share >= ARRIVAL and self._piece_moves and not self._drops and self._final is not None:
            self._piece_moves = []  # the board shows them now, below its marks
            self.board.set_picture(self._final)
        now = QRegion()
        for x, y, sprite in self._moving_sprites():
            reach = sprite.size * max(1.0, sprite_aspect(sprite.name)) / 2
            box = QRectF(x - reach, y - reach, 2 * reach, 2 * reach)
            now += self.board.widget_box(box).adjusted(-3, -3, 3, 3)
        self.update(now + self._painted + self._still)
        self._painted = now

    def _moving_sprites(self) -> list[tuple[float, float, Sprite]]:
        """Return x, y (board units) and sprite of everything that moves or drops now."""
        share, fallen = _phase(self._progress, 0.0, ARRIVAL), _phase(self._progress, *DROP)
        along = share * share * (3 - 2 * share)
        found = [(*glide.position_at(along), glide.last) for glide in self._piece_moves]
        if fallen > 0:
            found += [(sprite.x, sprite.y - HEIGHT * (1 - _bounce(fallen)), sprite) for sprite in self._drops]
        return found

    def finish(self) -> None:
        """Show the final picture at once."""
        if self._final is None:
            return
        final, self._final = self._final, None
        if self._piece_moves or self._drops:
            self.board.set_picture(final)
        self._piece_moves, self._drops, self._flash, self._old = [], [], [], None
        self._held = QPainterPath()
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._final is None:
            return
        share = self._progress
        with painter_on(self, smooth=True) as painter:
            if self._old is not None and share < FADE:
                painter.save()
                painter.setClipRegion(self._still)
                painter.setOpacity(1.0 - share / FADE)
                painter.drawPixmap(0, 0, self._old)
                painter.restore()
            if self._old is not None and share < LAND and not self._held.isEmpty():
                painter.save()
                painter.setClipPath(self._held)
                painter.drawPixmap(0, 0, self._old)
                painter.restore()
            self._paint_flash(painter, _phase(share, *FLASH))
            scale, fallen = self._scale(), _phase(share, *DROP)
            for x, y, sprite in self._moving_sprites():
                painter.setOpacity(min(1.0, 2.5 * fallen) if sprite in self._drops else 1.0)
                self._paint_sprite(painter, sprite, x, y, scale)

    def _paint_flash(self, painter: QPainter, share: float) -> None:
        if not 0.0 < share < 1.0 or not self._flash:
            return
        theme = widget_theme(self)
        strength = 1.0 - abs(2 * share - 1.0)
        whole = QPainterPath()
        for outline in self._flash:
            whole = whole.united(outline)
        painter.fillPath(whole, theme.color("legal", 0.62 * strength))
        painter.strokePath(whole, QPen(theme.color("gold_ring", strength), 3.0))

    def _scale(self) -> float:
        origin, unit = self.board.board_point(QPointF(0, 0)), self.board.board_point(QPointF(100, 0))
        return 100.0 / max(1e-6, unit.x() - origin.x())

    def _paint_sprite(self, painter: QPainter, sprite: Sprite, x: float, y: float, scale: float) -> None:
        tall = sprite.size * scale
        wide = tall * sprite_aspect(sprite.name)
        corner = self.board.board_point(QPointF(0, 0))
        middle = QPointF((x - corner.x()) * scale, (y - corner.y()) * scale)
        pixmap = sprite_pixmap(
            sprite.name, tall, widget_theme(self), sprite.seat, sprite.text, self.devicePixelRatioF(), sprite.is_faded
        )
        place = QRectF(middle.x() - wide / 2, middle.y() - tall / 2, wide, tall)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(place, pixmap, QRectF(pixmap.rect()))


def _phase(share: float, begin: float, end: float) -> float:
    return min(1.0, max(0.0, (share - begin) / (end - begin)))


def _bounce(share: float) -> float:
    if share < 0.7:
        return (share / 0.7) ** 2
    up = (share - 0.85) / 0.15
    return 1.0 - 0.10 * (1 - up * up)


ARC, HIGHEST = 0.12, 44.0  # height of a flight's arc: share of its length, at most pixels


class Flight(NamedTuple):
    """A moving pixmap, from box to box in page coordinates, between two shares of the whole time.

    It turns over from `back` to its face if it has a back; `face` is called again until it returns a pixmap. With
    `vanishes` it fades at the end. With `pause_box` it stops there half-way.
    """

    face: Callable[[], QPixmap | None]
    first: QRectF
    last: QRectF
    begin: float
    end: float
    back: QPixmap | None = None
    vanishes: bool = False
    pause_box: QRectF | None = None


class FlightLayer(QWidget):
    """Covers the page and animates flights. It ignores the mouse."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._flights: list[Flight] = []
        self._progress = 0.0
        self._painted = QRegion()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.hide()

    @property
    def count(self) -> int:
        return len(self._flights)

    def begin(self, flights: list[Flight]) -> None:
        self._flights, self._progress = flights, 0.0
        if flights:
            page = self.parentWidget()
            assert page is not None
            self.setGeometry(page.rect())
            self.show()

    def set_progress(self, share: float) -> None:
        self._progress = share
        now = QRegion()
        for flight in self._flights:
            box = self._box(flight)
            if box is not None:
                now += box.toAlignedRect().adjusted(-3, -3, 3, 3)
        self.update(now.united(self._painted))
        self._painted = now

    def finish(self) -> None:
        self._flights, self._painted = [], QRegion()
        self.hide()

    def _flight_progress(self, flight: Flight) -> float:
        return (self._progress - flight.begin) / (flight.end - flight.begin)

    def _box(self, flight: Flight) -> QRectF | None:
        """Return the current box; None before and after the flight."""
        part = self._flight_progress(flight)
        if not 0.0 <= part < 1.0:
            return None
        if flight.pause_box is None:
            return _between(flight.first, flight.last, part)
        if part < 0.4:
            return _between(flight.first, flight.pause_box, part / 0.4)
        if part < 0.7:
            return flight.pause_box
        return _between(flight.pause_box, flight.last, (part - 0.7) / 0.3)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            for flight in self._flights:
                box = self._box(flight)
                if box is not None:
                    self._paint(painter, flight, box, self._flight_progress(flight))

    def _paint(self, painter: QPainter, flight: Flight, box: QRectF, part: float) -> None:
        picture = flight.face()
        if flight.back is not None:
            # it is seen edge-on in the middle of the first leg
            leg = min(1.0, part / (0.4 if flight.pause_box is not None else 1.0))
            turned = abs(1.0 - 2.0 * leg)
            if leg < 0.5 or picture is None:
                picture = flight.back
            box = QRectF(box.center().x() - box.width() * turned / 2, box.top(), box.width() * turned, box.height())
        if picture is None or picture.isNull():
            return
        painter.setOpacity(min(1.0, (1.0 - part) / 0.25) if flight.vanishes else 1.0)
        painter.drawPixmap(box, picture, QRectF(picture.rect()))


def _between(first: QRectF, last: QRectF, part: float) -> QRectF:
    """Return a box between two others on a slight arc."""
    eased = part * part * (3 - 2 * part)
    way = last.center() - first.center()
    lift = min(HIGHEST, ARC * (abs(way.x()) + abs(way.y()))) * 4 * eased * (1 - eased)
    centre = first.center() + way * eased - QPointF(0, lift)
    wide = first.width() + (last.width() - first.width()) * eased
    high = first.height() + (last.height() - first.height()) * eased
    return QRectF(centre - QPointF(wide / 2, high / 2), QSizeF(wide, high))


def map_box(page: QWidget, view: QWidget, box: QRectF | QRect) -> QRectF:
    """Convert a box of `view` to page coordinates."""
    return QRectF(box).translated(QPointF(view.mapTo(page, QPoint())))


def square_at_top(box: QRectF, side: float = 0.0) -> QRectF:
    """Return the square at the top of a box, or one with the given side around its centre."""
    if side:
        return QRectF(box.center() - QPointF(side / 2, side / 2), QSizeF(side, side))
    side = min(box.width(), box.height())
    return QRectF(box.center().x() - side / 2, box.top(), side, side)


class RoundedCorners(QWidget):
    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        board.installEventFilter(self)
        self.setGeometry(board.rect())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
            self.raise_()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.rect().adjusted(12, 12, -12, -12).contains(event.rect()):
            return
        theme = widget_theme(self)
        with painter_on(self) as painter:
            whole, inner = QPainterPath(), QPainterPath()
            whole.addRect(QRectF(self.rect()))
            inner.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)
            painter.fillPath(whole.subtracted(inner), theme.color("window"))
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawPath(inner)
