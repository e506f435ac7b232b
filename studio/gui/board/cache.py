"""The painted chart, kept: blocks of pixels per scale, painted progressively, repaired where a picture changed.

A block is a square of whole board units. One scale is in use at a time (device pixels per board unit, a whole number,
so that tiles meet on pixel edges); the blocks of the scale before serve, stretched, until the new ones are painted.
A changed picture is compared with the old one shape by shape; only the boxes of shapes that came or went are painted
anew, aside, and put in place together when all of them are ready. What is shown never waits for that: what is not ready
soon is painted coarsely at once, so that all that is seen belongs to the newest picture.
"""

from __future__ import annotations

import math
import operator
import time
from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap, QRegion

from studio.core.picture import Picture
from studio.gui.board.painter import MARGIN_PX, Brushwork, begin, paint_image
from studio.gui.board.shape_cache import differing, gathered, parts_of
from studio.gui.style.theme import Theme

BLOCK_PX = 340
"""About how many pixels a block measures; a step of work paints into one block at most."""
MOST_PIXELS = 24_000_000
"""Blocks that are not in view are dropped beyond this many pixels in all."""
_DRAWN_ASIDE = 0.6
"""A change wider than this part of the picture is painted block by block instead of aside."""

_SOON = 0.004
"""Seconds that showing a change waits for its fine painting, unless the one before waits still."""
_RIM = 1.6
"""Board units of sheet beyond what is wanted, see `_Job`."""

Block = tuple[int, int]


class _Scale:
    """All blocks of one scale."""

    def __init__(self, pixels: int) -> None:
        self.pixels = pixels
        self.units = max(1, round(BLOCK_PX / pixels))
        self.blocks: dict[Block, QPixmap] = {}
        self.stale: set[Block] = set()
        """Blocks to be painted anew: of an older picture until they are next shown, coarse from then on."""

    @property
    def side(self) -> int:
        return self.pixels * self.units

    def under(self, area: QRectF) -> Iterator[Block]:
        """The blocks that an area (board units) touches."""
        units = self.units
        for row in range(math.floor(area.top() / units), math.ceil(area.bottom() / units)):
            for column in range(math.floor(area.left() / units), math.ceil(area.right() / units)):
                yield column, row

    def pixel_rect(self, block: Block) -> QRect:
        return QRect(block[0] * self.side, block[1] * self.side, self.side, self.side)

    def area(self, block: Block) -> QRectF:
        return QRectF(block[0] * self.units, block[1] * self.units, self.units, self.units)


class _Job:
    """A rectangle of device pixels being painted: step by step by `work`.

    The sheet reaches further north and west than what is wanted: Qt rounds places below nought the other way, and
    shapes that begin there would come out a trace different from one rectangle to the next.
    """

    def __init__(self, rect: QRect, picture: Picture, theme: Theme, pixels: int) -> None:
        self.rect = rect
        self._rim = math.ceil(_RIM * pixels)
        size = rect.size() + QSize(self._rim, self._rim)
        self._sheet = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        self._sheet.fill(Qt.GlobalColor.transparent)
        self.painter = QPainter(self._sheet)
        begin(self.painter)
        self.painter.setClipRect(QRect(QPoint(self._rim, self._rim), rect.size()))
        area = QRectF(rect.x() / pixels, rect.y() / pixels, rect.width() / pixels, rect.height() / pixels)
        left, top = self._rim - rect.x(), self._rim - rect.y()
        self.steps = Brushwork(self.painter, picture, theme, pixels, left, top, area).layers(True)
        self.done = False

    @property
    def image(self) -> QImage:
        """What has been painted."""
        return self._sheet.copy(QRect(QPoint(self._rim, self._rim), self.rect.size()))

    def work(self, until: float) -> bool:
        """Paint until done or until the clock says so; True when done."""
        while not self.done:
            try:
                next(self.steps)
            except StopIteration:
                self.close()
            else:
                if time.perf_counter() >= until:
                    break
        return self.done

    def close(self) -> None:
        """End painting, finished or given up."""
        if self.painter.isActive():
            self.steps.close()  # restores the painter before it ends
            self.painter.end()
        self.done = True


class ChartCache:
    """The still layers of one picture as pixels. `work` paints, `paint` shows what there is."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.picture: Picture | None = None
        self._scale = _Scale(64)
        self._before: _Scale | None = None
        self._wanted: list[Block] = []
        self._ahead: list[Block] = []
        """Blocks beside the view: painted when all in view is done, so that moving the board finds them ready."""
        self._job: _Job | None = None
        self._job_block: Block | None = None
        self._dirty: list[QRect] = []
        """Pixel rectangles that the last change left to be painted aside."""
        self._patches: list[_Job] = []
        self._old = QRegion()
        """The pixels that still show an older picture."""
        self.is_hurried = False
        """Whether changes come faster than they can be painted finely: that is best left until they pause."""
        self._view = QRectF()

    @property
    def pixels(self) -> int:
        """Device pixels per board unit."""
        return self._scale.pixels

    @property
    def is_busy(self) -> bool:
        """Whether something in view is still to be painted."""
        return bool(self._wanted or self._dirty or self._job)

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing left to paint, beside the view either."""
        return not (self.is_busy or self._ahead)

    def set_theme(self, theme: Theme) -> None:
        """Paint everything anew in another theme."""
        if theme is not self.theme:
            self.theme = theme
            self.forget()

    def forget(self) -> None:
        """Drop all that is painted or being painted."""
        self._drop_work()
        self._scale = _Scale(self._scale.pixels)
        self._before, self._old = None, QRegion()
        self._queue()

    def copy(self) -> ChartCache:
        """Another one that has painted the same."""
        other = ChartCache(self.theme)
        other.picture, other._old = self.picture, self._old
        other._scale = _Scale(self._scale.pixels)
        other._scale.blocks, other._scale.stale = dict(self._scale.blocks), set(self._scale.stale)
        for rect in self._dirty:
            other._scale.stale.update(other._scale.under(self._area_of(rect)))
        return other

    def go_on_from(self, other: ChartCache) -> None:
        """Paint only what differs from what another one has painted, which is not used any more."""
        picture = self.picture
        if picture is None or other.picture is None or other.theme is not self.theme:
            return
        self._drop_work()
        self.picture, self._scale, self._before, self._old = other.picture, other._scale, None, other._old
        self.set_picture(picture)
        self._queue()

    def set_scale(self, pixels: int) -> None:
        """Use another scale; what was painted serves stretched meanwhile."""
        if pixels == self._scale.pixels:
            return
        self._drop_work()
        if not self._old.isEmpty():
            self._before, self._old = None, QRegion()
        elif self._scale.blocks and len(self._scale.blocks) >= len(self._before.blocks if self._before else ()):
            self._before = self._scale
        self._scale = _Scale(pixels)
        self._queue()

    def set_picture(self, picture: Picture, hurried: bool = False) -> list[QRectF]:
        """Show another picture, `hurried` when more will follow. Returns the areas (board units) whose still shapes
        differ.
        """
        old, self.picture = self.picture, picture
        if old is None or old.bounds != picture.bounds:
            self.forget()
            return [QRectF(*picture.bounds[:2], _width(picture), _height(picture))]
        areas = differing(old, picture, self.theme)
        if not areas:
            return areas
        self.is_hurried = hurried or self.is_busy
        unfinished = [*self._dirty, *(patch.rect for patch in self._patches)]
        self._drop_work(keep_wanted=True)
        self._before = None
        margin = MARGIN_PX / self.pixels
        changed = gathered([self._pixels_of(area.adjusted(-margin, -margin, margin, margin)) for area in areas])
        whole = _width(picture) * _height(picture)
        rects = gathered([*unfinished, *changed])
        wide = sum(rect.width() * rect.height() for rect in rects) > _DRAWN_ASIDE * whole * self.pixels**2
        if wide:
            self._scale.stale |= set(self._scale.blocks)
            rects = [self._scale.pixel_rect(block) for block in self._scale.blocks]
        self._drop_unseen(rects)
        parts = [] if wide else [part for rect in rects for part in parts_of(rect, BLOCK_PX)]
        self._dirty = [part for part in parts if self._has_painted(part)]
        self._old = (self._old + _region(changed)) & _region(map(self._scale.pixel_rect, self._scale.blocks))
        self._queue()
        return areas

    def set_view(self, view: QRectF) -> None:
        """Say which area (board units) is on screen."""
        self._view = view
        self._queue()

    def work(self, seconds: float, ahead: bool = True) -> bool:
        """Paint for about this long; True when what is on screen may have changed."""
        if self.picture is None:
            return False
        until = time.perf_counter() + seconds
        changed = self.is_hurried = False
        while self.is_busy or (ahead and self._ahead):
            if self._dirty or self._patches:
                changed |= self._work_patches(until)
            else:
                changed |= self._work_blocks(until)
            if time.perf_counter() >= until:
                break
        return changed

    def rest(self) -> None:
        """Put down what is half painted (the view is hidden, or about to go); `work` begins it again."""
        for job in [*self._patches, *([self._job] if self._job else [])]:
            job.close()
        self._job = self._job_block = None
        self._patches = []

    def finish(self) -> None:
        """Paint all that is in view, however long it takes."""
        while self.is_busy:
            self.work(1.0, ahead=False)

    def paint(self, painter: QPainter, origin: QPointF, exposed: QRect) -> None:
        """Show the chart on a painter in device pixels; `origin` is where the board's corner lies."""
        self._catch_up()
        scale = self._scale
        corner = QPoint(round(origin.x()), round(origin.y()))
        if self._wanted and self._before is not None:
            self._paint_stretched(painter, self._before, corner)
        shown = exposed.translated(-corner)
        side = scale.side
        for row in range(shown.top() // side, shown.bottom() // side + 1):
            for column in range(shown.left() // side, shown.right() // side + 1):
                pixmap = scale.blocks.get((column, row))
                if pixmap is not None:
                    painter.drawPixmap(corner.x() + column * side, corner.y() + row * side, pixmap)

    # inside

    def _catch_up(self) -> None:
        """Leave nothing of an older picture in view and nothing blank: finely if that is soon done, else coarsely."""
        if self.picture is None:
            return
        if self._dirty and not (self._old.isEmpty() or self.is_hurried):
            self.work(_SOON, ahead=False)
        blank = [block for block in self._wanted if block not in self._scale.blocks and not self._is_stretched(block)]
        self._scale.stale.update(blank)
        for block in blank:
            self._scale.blocks[block] = QPixmap(self._scale.side, self._scale.side)
            self._scale.blocks[block].fill(Qt.GlobalColor.transparent)
        places = self._old + _region(map(self._scale.pixel_rect, blank))
        for group in gathered(list(places)):  # type: ignore[call-overload]  # PySide's stubs do not know it
            area = self._area_of(group)
            self._put(group, paint_image(self.picture, self.theme, self.pixels, area, still=True, coarse=True), places)
        self._old = QRegion()

    def _drop_unseen(self, rects: list[QRect]) -> None:
        """Forget blocks under these rectangles that are out of sight: they are painted when they come into view."""
        seen, scale = self._pixels_of(self._view), self._scale
        for block in list(scale.blocks):
            place = scale.pixel_rect(block)
            if not place.intersects(seen) and any(rect.intersects(place) for rect in rects):
                del scale.blocks[block]
                scale.stale.discard(block)

    def _is_stretched(self, block: Block) -> bool:
        """Whether blocks of the scale before stand in for a missing one."""
        assert self.picture is not None
        left, top, right, bottom = self.picture.bounds
        area = self._scale.area(block).intersected(QRectF(left, top, right - left, bottom - top))
        before = self._before
        return before is not None and all(other in before.blocks for other in before.under(area))

    def _paint_stretched(self, painter: QPainter, scale: _Scale, corner: QPoint) -> None:
        ratio = self._scale.pixels / scale.pixels
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for block, pixmap in scale.blocks.items():
            place = scale.pixel_rect(block)
            left, top = round(place.x() * ratio) + corner.x(), round(place.y() * ratio) + corner.y()
            right = round((place.x() + place.width()) * ratio) + corner.x()
            bottom = round((place.y() + place.height()) * ratio) + corner.y()
            painter.drawPixmap(QRect(left, top, right - left, bottom - top), pixmap)

    def _work_patches(self, until: float) -> bool:
        assert self.picture is not None
        unfinished = [patch for patch in self._patches if not patch.done]
        if unfinished:
            unfinished[0].work(until)
        elif len(self._patches) < len(self._dirty):
            rect = self._dirty[len(self._patches)]
            self._patches.append(_Job(rect, self.picture, self.theme, self.pixels))
        else:
            for patch in self._patches:
                self._put(patch.rect, patch.image, QRegion(patch.rect))
            self._old -= _region(self._dirty)
            self._dirty, self._patches = [], []
            return True
        return False

    def _put(self, rect: QRect, image: QImage, places: QRegion) -> None:
        """Lay what was painted of a rectangle into the blocks under it, as far as it is wanted."""
        scale = self._scale
        for block in scale.under(self._area_of(rect)):
            pixmap = scale.blocks.get(block)
            if pixmap is None:
                continue
            corner = scale.pixel_rect(block).topLeft()
            with QPainter(pixmap) as painter:
                painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
                painter.setClipRegion(places.translated(-corner))
                painter.drawImage(rect.topLeft() - corner, image)

    def _work_blocks(self, until: float) -> bool:
        assert self.picture is not None
        if self._job is None:
            self._job_block = self._wanted[0] if self._wanted else self._ahead[0]
            rect = self._scale.pixel_rect(self._job_block)
            self._job = _Job(rect, self.picture, self.theme, self.pixels)
        if not self._job.work(until):
            return False
        assert self._job_block is not None
        self._scale.blocks[self._job_block] = QPixmap.fromImage(self._job.image)
        self._scale.stale.discard(self._job_block)
        self._old -= self._job.rect
        self._job = self._job_block = None
        self._queue()
        if not self._wanted:
            self._before = None
        return True

    def _queue(self) -> None:
        """Find out what in view is still to be painted, the middle of the view first."""
        if self.picture is None or self._view.isEmpty():
            self._wanted, self._ahead = [], []
            return
        scale = self._scale
        left, top, right, bottom = self.picture.bounds
        seen = self._view.intersected(QRectF(left, top, right - left, bottom - top).adjusted(-0.2, -0.2, 0.2, 0.2))
        centre = seen.center()

        def distance(block: Block) -> float:
            offset = scale.area(block).center() - centre
            return math.hypot(offset.x(), offset.y())

        missing = [block for block in scale.under(seen) if block not in scale.blocks or block in scale.stale]
        self._wanted = sorted(
            missing, key=lambda block: (block != self._job_block, block in scale.blocks, distance(block))
        )
        around = seen.adjusted(-scale.units, -scale.units, scale.units, scale.units)
        around = around.intersected(QRectF(left, top, right - left, bottom - top))
        beside = [block for block in scale.under(around) if block not in scale.blocks and block not in missing]
        room = MOST_PIXELS // scale.side**2 - len(scale.blocks) - len(missing)
        self._ahead = sorted(beside, key=distance)[: max(0, room)]
        if len(scale.blocks) * scale.side**2 > MOST_PIXELS:
            kept = set(scale.under(seen))
            for block in [block for block in scale.blocks if block not in kept]:
                del scale.blocks[block]

    def _drop_work(self, keep_wanted: bool = False) -> None:
        for job in [*self._patches, *([self._job] if self._job else [])]:
            job.close()
        self._job = self._job_block = None
        self._dirty, self._patches = [], []
        if not keep_wanted:
            self._wanted, self._ahead = [], []

    def _pixels_of(self, area: QRectF) -> QRect:
        pixels = self.pixels
        left, top = math.floor(area.left() * pixels), math.floor(area.top() * pixels)
        right, bottom = math.ceil(area.right() * pixels), math.ceil(area.bottom() * pixels)
        return QRect(QPoint(left, top), QSize(right - left, bottom - top))

    def _area_of(self, rect: QRect) -> QRectF:
        pixels = self.pixels
        return QRectF(rect.x() / pixels, rect.y() / pixels, rect.width() / pixels, rect.height() / pixels)

    def _has_painted(self, rect: QRect) -> bool:
        return any(block in self._scale.blocks for block in self._scale.under(self._area_of(rect)))


def _region(rects: Iterable[QRect]) -> QRegion:
    """All pixels of some rectangles."""
    region = QRegion()
    for rect in rects:
        region += rect
    return region


def _width(picture: Picture) -> float:
    return picture.bounds[2] - picture.bounds[0]


def _height(picture: Picture) -> float:
    return picture.bounds[3] - picture.bounds[1]


# What lies over a chart, painted once for a scale: pieces and figures on every space would cost each repaint.

MOST = 9_000_000
"""Device pixels of a sheet that is kept; beyond that only what is in view is painted, each time."""


BRIM = 0.5
"""Board units that a shape may reach beyond its picture's bounds."""


class Sheet:
    """Some pictures in the board's coordinates, the lowest first: all of their layers, or the lively ones."""

    def __init__(self, still: bool | None = None) -> None:
        self._still = still
        self.pictures: tuple[Picture, ...] = ()
        self._kept: list[tuple[QPixmap, QPointF]] = []
        self._kept_for: tuple[object, ...] = ()

    def set_pictures(self, pictures: Sequence[Picture]) -> bool:
        """Show other pictures; says whether they are others."""
        if len(pictures) == len(self.pictures) and all(map(operator.is_, pictures, self.pictures)):
            return False
        self.pictures = tuple(pictures)
        self._kept_for = ()
        return True

    def forget(self) -> None:
        """Drop what is painted."""
        self._kept, self._kept_for = [], ()

    def paint(self, painter: QPainter, theme: Theme, scale: float, origin: QPointF, region: QRectF) -> None:
        """Paint on device pixels; `origin` is where the board's corner lies, `region` (board units) what is needed."""
        if not self.pictures:
            return
        if sum(_pixels(picture, scale) for picture in self.pictures) > MOST:
            for picture in self.pictures:
                brushwork = Brushwork(painter, picture, theme, scale, origin.x(), origin.y(), region)
                for _ in brushwork.layers(self._still):
                    pass
            return
        key = (scale, theme.key)
        if key != self._kept_for:
            self._kept = [_painted(picture, theme, scale, self._still) for picture in self.pictures]
            self._kept_for = key
        for pixmap, corner in self._kept:
            painter.drawPixmap(origin + corner, pixmap)


def _area(picture: Picture) -> QRectF:
    left, top, right, bottom = picture.bounds
    return QRectF(left, top, right - left, bottom - top).adjusted(-BRIM, -BRIM, BRIM, BRIM)


def _pixels(picture: Picture, scale: float) -> float:
    area = _area(picture)
    return area.width() * area.height() * scale * scale


def _painted(picture: Picture, theme: Theme, scale: float, still: bool | None) -> tuple[QPixmap, QPointF]:
    area = _area(picture)
    image = paint_image(picture, theme, scale, area, still)
    return QPixmap.fromImage(image), QPointF(round(area.left() * scale), round(area.top() * scale))
