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
from studio.gui.board.painter import MARGIN_PX, ShapePainter, paint_image, set_render_hints
from studio.gui.board.shape_cache import dirty_rects, merge_rects, split_rect
from studio.gui.style.theme import Theme

BLOCK_PX = 340
"""About how many pixels a block measures; a step of work paints into one block at most."""
MAX_PIXELS = 24_000_000
"""Blocks that are not in view are dropped beyond this many pixels in all."""
_MAX_PATCHED = 0.6
"""A change wider than this part of the picture is painted block by block instead of aside."""

_FINE_SECONDS = 0.004
"""Seconds that showing a change waits for its fine painting, unless the one before waits still."""
_PADDING = 1.6
"""Board units of sheet beyond what is wanted, see `_Job`."""

Block = tuple[int, int]


class _BlockGrid:
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

    def blocks_in(self, area: QRectF) -> Iterator[Block]:
        """The blocks that an area (board units) touches."""
        units = self.units
        for row in range(math.floor(area.top() / units), math.ceil(area.bottom() / units)):
            for column in range(math.floor(area.left() / units), math.ceil(area.right() / units)):
                yield column, row

    def pixel_rect(self, block: Block) -> QRect:
        return QRect(block[0] * self.side, block[1] * self.side, self.side, self.side)

    def area(self, block: Block) -> QRectF:
        return QRectF(block[0] * self.units, block[1] * self.units, self.units, self.units)


class _PaintJob:
    """A rectangle of device pixels being painted: step by step by `work`.

    The sheet reaches further north and west than what is wanted: Qt rounds places below nought the other way, and
    shapes that begin there would come out a trace different from one rectangle to the next.
    """

    def __init__(self, rect: QRect, picture: Picture, theme: Theme, pixels: int) -> None:
        self.rect = rect
        self._padding = math.ceil(_PADDING * pixels)
        size = rect.size() + QSize(self._padding, self._padding)
        self._buffer = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        self._buffer.fill(Qt.GlobalColor.transparent)
        self.painter = QPainter(self._buffer)
        set_render_hints(self.painter)
        self.painter.setClipRect(QRect(QPoint(self._padding, self._padding), rect.size()))
        area = QRectF(rect.x() / pixels, rect.y() / pixels, rect.width() / pixels, rect.height() / pixels)
        left, top = self._padding - rect.x(), self._padding - rect.y()
        self.steps = ShapePainter(self.painter, picture, theme, pixels, left, top, area).paint_layers(True)
        self.done = False

    @property
    def image(self) -> QImage:
        """What has been painted."""
        return self._buffer.copy(QRect(QPoint(self._padding, self._padding), self.rect.size()))

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
        self._scale = _BlockGrid(64)
        self._previous: _BlockGrid | None = None
        self._visible_queue: list[Block] = []
        self._prefetch_queue: list[Block] = []
        """Blocks beside the view: painted when all in view is done, so that moving the board finds them ready."""
        self._job: _PaintJob | None = None
        self._job_block: Block | None = None
        self._dirty: list[QRect] = []
        """Pixel rectangles that the last change left to be painted aside."""
        self._patches: list[_PaintJob] = []
        self._outdated = QRegion()
        """The pixels that still show an older picture."""
        self.is_deferred = False
        """Whether changes come faster than they can be painted finely: that is best left until they pause."""
        self._visible_area = QRectF()

    @property
    def pixels(self) -> int:
        """Device pixels per board unit."""
        return self._scale.pixels

    @property
    def is_busy(self) -> bool:
        """Whether something in view is still to be painted."""
        return bool(self._visible_queue or self._dirty or self._job)

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing left to paint, beside the view either."""
        return not (self.is_busy or self._prefetch_queue)

    def set_theme(self, theme: Theme) -> None:
        """Paint everything anew in another theme."""
        if theme is not self.theme:
            self.theme = theme
            self.clear()

    def clear(self) -> None:
        """Drop all that is painted or being painted."""
        self._drop_work()
        self._scale = _BlockGrid(self._scale.pixels)
        self._previous, self._outdated = None, QRegion()
        self._update_queues()

    def copy(self) -> ChartCache:
        """Another one that has painted the same."""
        other = ChartCache(self.theme)
        other.picture, other._outdated = self.picture, self._outdated
        other._scale = _BlockGrid(self._scale.pixels)
        other._scale.blocks, other._scale.stale = dict(self._scale.blocks), set(self._scale.stale)
        for rect in self._dirty:
            other._scale.stale.update(other._scale.blocks_in(self._board_area(rect)))
        return other

    def adopt(self, other: ChartCache) -> None:
        """Paint only what differs from what another one has painted, which is not used any more."""
        picture = self.picture
        if picture is None or other.picture is None or other.theme is not self.theme:
            return
        self._drop_work()
        self.picture, self._scale, self._previous, self._outdated = other.picture, other._scale, None, other._outdated
        self.set_picture(picture)
        self._update_queues()

    def set_scale(self, pixels: int) -> None:
        """Use another scale; what was painted serves stretched meanwhile."""
        if pixels == self._scale.pixels:
            return
        self._drop_work()
        if not self._outdated.isEmpty():
            self._previous, self._outdated = None, QRegion()
        elif self._scale.blocks and len(self._scale.blocks) >= len(self._previous.blocks if self._previous else ()):
            self._previous = self._scale
        self._scale = _BlockGrid(pixels)
        self._update_queues()

    def set_picture(self, picture: Picture, hurried: bool = False) -> list[QRectF]:
        """Show another picture, `hurried` when more will follow. Returns the areas (board units) whose still shapes
        differ.
        """
        old, self.picture = self.picture, picture
        if old is None or old.bounds != picture.bounds:
            self.clear()
            return [QRectF(*picture.bounds[:2], _width(picture), _height(picture))]
        areas = dirty_rects(old, picture, self.theme)
        if not areas:
            return areas
        self.is_deferred = hurried or self.is_busy
        unfinished = [*self._dirty, *(patch.rect for patch in self._patches)]
        self._drop_work(keep_wanted=True)
        self._previous = None
        margin = MARGIN_PX / self.pixels
        changed = merge_rects([self._pixel_rect(area.adjusted(-margin, -margin, margin, margin)) for area in areas])
        whole = _width(picture) * _height(picture)
        rects = merge_rects([*unfinished, *changed])
        wide = sum(rect.width() * rect.height() for rect in rects) > _MAX_PATCHED * whole * self.pixels**2
        if wide:
            self._scale.stale |= set(self._scale.blocks)
            rects = [self._scale.pixel_rect(block) for block in self._scale.blocks]
        self._drop_invisible(rects)
        parts = [] if wide else [part for rect in rects for part in split_rect(rect, BLOCK_PX)]
        self._dirty = [part for part in parts if self._has_painted(part)]
        self._outdated = (self._outdated + _region(changed)) & _region(map(self._scale.pixel_rect, self._scale.blocks))
        self._update_queues()
        return areas

    def set_view(self, view: QRectF) -> None:
        """Say which area (board units) is on screen."""
        self._visible_area = view
        self._update_queues()

    def work(self, seconds: float, ahead: bool = True) -> bool:
        """Paint for about this long; True when what is on screen may have changed."""
        if self.picture is None:
            return False
        until = time.perf_counter() + seconds
        changed = self.is_deferred = False
        while self.is_busy or (ahead and self._prefetch_queue):
            if self._dirty or self._patches:
                changed |= self._work_patches(until)
            else:
                changed |= self._work_blocks(until)
            if time.perf_counter() >= until:
                break
        return changed

    def suspend(self) -> None:
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
        self._fill_gaps()
        scale = self._scale
        corner = QPoint(round(origin.x()), round(origin.y()))
        if self._visible_queue and self._previous is not None:
            self._paint_stretched(painter, self._previous, corner)
        shown = exposed.translated(-corner)
        side = scale.side
        for row in range(shown.top() // side, shown.bottom() // side + 1):
            for column in range(shown.left() // side, shown.right() // side + 1):
                pixmap = scale.blocks.get((column, row))
                if pixmap is not None:
                    painter.drawPixmap(corner.x() + column * side, corner.y() + row * side, pixmap)

    # inside

    def _fill_gaps(self) -> None:
        """Leave nothing of an older picture in view and nothing blank: finely if that is soon done, else coarsely."""
        if self.picture is None:
            return
        if self._dirty and not (self._outdated.isEmpty() or self.is_deferred):
            self.work(_FINE_SECONDS, ahead=False)
        blank = [
            block for block in self._visible_queue if block not in self._scale.blocks and not self._has_stand_in(block)
        ]
        self._scale.stale.update(blank)
        for block in blank:
            self._scale.blocks[block] = QPixmap(self._scale.side, self._scale.side)
            self._scale.blocks[block].fill(Qt.GlobalColor.transparent)
        places = self._outdated + _region(map(self._scale.pixel_rect, blank))
        for group in merge_rects(list(places)):  # type: ignore[call-overload]  # PySide's stubs do not know it
            area = self._board_area(group)
            self._copy_to_blocks(
                group, paint_image(self.picture, self.theme, self.pixels, area, still=True, coarse=True), places
            )
        self._outdated = QRegion()

    def _drop_invisible(self, rects: list[QRect]) -> None:
        """Forget blocks under these rectangles that are out of sight: they are painted when they come into view."""
        seen, scale = self._pixel_rect(self._visible_area), self._scale
        for block in list(scale.blocks):
            place = scale.pixel_rect(block)
            if not place.intersects(seen) and any(rect.intersects(place) for rect in rects):
                del scale.blocks[block]
                scale.stale.discard(block)

    def _has_stand_in(self, block: Block) -> bool:
        """Whether blocks of the scale before stand in for a missing one."""
        assert self.picture is not None
        left, top, right, bottom = self.picture.bounds
        area = self._scale.area(block).intersected(QRectF(left, top, right - left, bottom - top))
        before = self._previous
        return before is not None and all(other in before.blocks for other in before.blocks_in(area))

    def _paint_stretched(self, painter: QPainter, scale: _BlockGrid, corner: QPoint) -> None:
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
            self._patches.append(_PaintJob(rect, self.picture, self.theme, self.pixels))
        else:
            for patch in self._patches:
                self._copy_to_blocks(patch.rect, patch.image, QRegion(patch.rect))
            self._outdated -= _region(self._dirty)
            self._dirty, self._patches = [], []
            return True
        return False

    def _copy_to_blocks(self, rect: QRect, image: QImage, places: QRegion) -> None:
        """Lay what was painted of a rectangle into the blocks under it, as far as it is wanted."""
        scale = self._scale
        for block in scale.blocks_in(self._board_area(rect)):
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
            self._job_block = self._visible_queue[0] if self._visible_queue else self._prefetch_queue[0]
            rect = self._scale.pixel_rect(self._job_block)
            self._job = _PaintJob(rect, self.picture, self.theme, self.pixels)
        if not self._job.work(until):
            return False
        assert self._job_block is not None
        self._scale.blocks[self._job_block] = QPixmap.fromImage(self._job.image)
        self._scale.stale.discard(self._job_block)
        self._outdated -= self._job.rect
        self._job = self._job_block = None
        self._update_queues()
        if not self._visible_queue:
            self._previous = None
        return True

    def _update_queues(self) -> None:
        """Find out what in view is still to be painted, the middle of the view first."""
        if self.picture is None or self._visible_area.isEmpty():
            self._visible_queue, self._prefetch_queue = [], []
            return
        scale = self._scale
        left, top, right, bottom = self.picture.bounds
        seen = self._visible_area.intersected(
            QRectF(left, top, right - left, bottom - top).adjusted(-0.2, -0.2, 0.2, 0.2)
        )
        centre = seen.center()

        def distance(block: Block) -> float:
            offset = scale.area(block).center() - centre
            return math.hypot(offset.x(), offset.y())

        missing = [block for block in scale.blocks_in(seen) if block not in scale.blocks or block in scale.stale]
        self._visible_queue = sorted(
            missing, key=lambda block: (block != self._job_block, block in scale.blocks, distance(block))
        )
        around = seen.adjusted(-scale.units, -scale.units, scale.units, scale.units)
        around = around.intersected(QRectF(left, top, right - left, bottom - top))
        beside = [block for block in scale.blocks_in(around) if block not in scale.blocks and block not in missing]
        room = MAX_PIXELS // scale.side**2 - len(scale.blocks) - len(missing)
        self._prefetch_queue = sorted(beside, key=distance)[: max(0, room)]
        if len(scale.blocks) * scale.side**2 > MAX_PIXELS:
            kept = set(scale.blocks_in(seen))
            for block in [block for block in scale.blocks if block not in kept]:
                del scale.blocks[block]

    def _drop_work(self, keep_wanted: bool = False) -> None:
        for job in [*self._patches, *([self._job] if self._job else [])]:
            job.close()
        self._job = self._job_block = None
        self._dirty, self._patches = [], []
        if not keep_wanted:
            self._visible_queue, self._prefetch_queue = [], []

    def _pixel_rect(self, area: QRectF) -> QRect:
        pixels = self.pixels
        left, top = math.floor(area.left() * pixels), math.floor(area.top() * pixels)
        right, bottom = math.ceil(area.right() * pixels), math.ceil(area.bottom() * pixels)
        return QRect(QPoint(left, top), QSize(right - left, bottom - top))

    def _board_area(self, rect: QRect) -> QRectF:
        pixels = self.pixels
        return QRectF(rect.x() / pixels, rect.y() / pixels, rect.width() / pixels, rect.height() / pixels)

    def _has_painted(self, rect: QRect) -> bool:
        return any(block in self._scale.blocks for block in self._scale.blocks_in(self._board_area(rect)))


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

MAX_CACHED_PIXELS = 9_000_000
"""Device pixels of a sheet that is kept; beyond that only what is in view is painted, each time."""


OVERHANG = 0.5
"""Board units that a shape may reach beyond its picture's bounds."""


class OverlayCache:
    """Some pictures in the board's coordinates, the lowest first: all of their layers, or the lively ones."""

    def __init__(self, still: bool | None = None) -> None:
        self._still = still
        self.pictures: tuple[Picture, ...] = ()
        self._pixmaps: list[tuple[QPixmap, QPointF]] = []
        self._cache_key: tuple[object, ...] = ()

    def set_pictures(self, pictures: Sequence[Picture]) -> bool:
        """Show other pictures; says whether they are others."""
        if len(pictures) == len(self.pictures) and all(map(operator.is_, pictures, self.pictures)):
            return False
        self.pictures = tuple(pictures)
        self._cache_key = ()
        return True

    def clear(self) -> None:
        """Drop what is painted."""
        self._pixmaps, self._cache_key = [], ()

    def paint(self, painter: QPainter, theme: Theme, scale: float, origin: QPointF, region: QRectF) -> None:
        """Paint on device pixels; `origin` is where the board's corner lies, `region` (board units) what is needed."""
        if not self.pictures:
            return
        if sum(_pixel_area(picture, scale) for picture in self.pictures) > MAX_CACHED_PIXELS:
            for picture in self.pictures:
                brushwork = ShapePainter(painter, picture, theme, scale, origin.x(), origin.y(), region)
                for _ in brushwork.paint_layers(self._still):
                    pass
            return
        key = (scale, theme.key)
        if key != self._cache_key:
            self._pixmaps = [_render(picture, theme, scale, self._still) for picture in self.pictures]
            self._cache_key = key
        for pixmap, corner in self._pixmaps:
            painter.drawPixmap(origin + corner, pixmap)


def _padded_bounds(picture: Picture) -> QRectF:
    left, top, right, bottom = picture.bounds
    return QRectF(left, top, right - left, bottom - top).adjusted(-OVERHANG, -OVERHANG, OVERHANG, OVERHANG)


def _pixel_area(picture: Picture, scale: float) -> float:
    area = _padded_bounds(picture)
    return area.width() * area.height() * scale * scale


def _render(picture: Picture, theme: Theme, scale: float, still: bool | None) -> tuple[QPixmap, QPointF]:
    area = _padded_bounds(picture)
    image = paint_image(picture, theme, scale, area, still)
    return QPixmap.fromImage(image), QPointF(round(area.left() * scale), round(area.top() * scale))
