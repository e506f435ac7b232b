"""Caches the painted chart in blocks of pixels and repairs them when the picture changes.
A block is a square of whole board units. One scale is in use at a time (device pixels per board unit, a whole number,
so that tiles meet on pixel edges). Blocks of the previous scale are shown stretched until the new ones are painted. A
changed picture is compared with the old one shape by shape. Only the boxes of shapes that appeared or vanished are
repainted, off screen, and copied into the blocks together when all are ready. Painting never waits for that: what is
not ready soon is painted coarsely at once, so that everything on screen belongs to the newest picture.
"""

from __future__ import annotations

import math
import operator
import time
from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap, QRegion

from studio.core.picture import Picture
from studio.gui.board.painter import MARGIN_PX, ShapePainter, paint_image, run_steps, set_render_hints
from studio.gui.board.shape_cache import bounds_rect, dirty_rects, merge_rects, split_rect
from studio.gui.style.theme import Theme

BLOCK_PX = 340  # approximate side of a block in pixels. One step of work paints into one block at most.
MAX_PIXELS = 24_000_000  # blocks out of view are dropped beyond this total
_MAX_PATCHED = 0.6  # a change of more than this part of the picture is painted block by block

_FINE_SECONDS = 0.004  # how long showing a change waits for its fine painting, unless the previous one is still pending
_PADDING = 1.6  # board units of buffer beyond the wanted rectangle, see `_PaintJob`

Block = tuple[int, int]


class _BlockGrid:
    def __init__(self, pixels: int) -> None:
        self.pixels = pixels
        self.units = max(1, round(BLOCK_PX / pixels))
        self.blocks: dict[Block, QPixmap] = {}
        self.stale: set[Block] = set()
        """Blocks to repaint: they show an older picture, or a coarse painting of this one."""

    @property
    def side(self) -> int:
        return self.pixels * self.units

    def blocks_in(self, area: QRectF) -> Iterator[Block]:
        """Yield the blocks that an area (board units) touches."""
        units = self.units
        for row in range(math.floor(area.top() / units), math.ceil(area.bottom() / units)):
            for column in range(math.floor(area.left() / units), math.ceil(area.right() / units)):
                yield column, row

    def pixel_rect(self, block: Block) -> QRect:
        return QRect(block[0] * self.side, block[1] * self.side, self.side, self.side)

    def area(self, block: Block) -> QRectF:
        return QRectF(block[0] * self.units, block[1] * self.units, self.units, self.units)


class _PaintJob:
    """A rectangle of device pixels, painted step by step by `work`.
    The buffer extends further north and west than the rectangle: Qt rounds negative coordinates in the other direction,
    and shapes that begin there would differ slightly from one rectangle to the next.
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
        return self._buffer.copy(QRect(QPoint(self._padding, self._padding), self.rect.size()))

    def work(self, until: float) -> bool:
        """Paint until done or until this time of `perf_counter`; return whether it is done."""
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
        if self.painter.isActive():
            self.steps.close()  # restores the painter before it ends
            self.painter.end()
        self.done = True


class ChartCache:
    """The still layers of a picture as pixels. `work` paints, `paint` shows what is painted so far."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.picture: Picture | None = None
        self._scale = _BlockGrid(64)
        self._previous: _BlockGrid | None = None
        self._visible_queue: list[Block] = []
        self._prefetch_queue: list[Block] = []
        """Blocks next to the view, painted last, so that panning finds them ready."""
        self._job: _PaintJob | None = None
        self._job_block: Block | None = None
        self._dirty: list[QRect] = []  # pixel rectangles that the last change left to repaint off screen
        self._patches: list[_PaintJob] = []
        self._outdated = QRegion()  # pixels that still show an older picture
        self.is_deferred = False  # whether changes arrive too fast for fine painting, which then waits for a pause
        self._visible_area = QRectF()

    @property
    def pixels(self) -> int:
        return self._scale.pixels

    @property
    def is_busy(self) -> bool:
        """Whether something in view is still to be painted."""
        return bool(self._visible_queue or self._dirty or self._job)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to paint, outside the view either."""
        return not (self.is_busy or self._prefetch_queue)

    def set_theme(self, theme: Theme) -> None:
        if theme is not self.theme:
            self.theme = theme
            self.clear()

    def clear(self) -> None:
        """Drop everything that is painted or being painted."""
        self._drop_work()
        self._scale = _BlockGrid(self._scale.pixels)
        self._previous, self._outdated = None, QRegion()
        self._update_queues()

    def copy(self) -> ChartCache:
        other = ChartCache(self.theme)
        other.picture, other._outdated = self.picture, self._outdated
        other._scale = _BlockGrid(self._scale.pixels)
        other._scale.blocks, other._scale.stale = dict(self._scale.blocks), set(self._scale.stale)
        for rect in self._dirty:
            other._scale.stale.update(other._scale.blocks_in(self._board_area(rect)))
        return other

    def adopt(self, other: ChartCache) -> None:
        """Take over the blocks of another cache, which is then no longer used, and paint only the differences."""
        picture = self.picture
        if picture is None or other.picture is None or other.theme is not self.theme:
            return
        self._drop_work()
        self.picture, self._scale, self._previous, self._outdated = other.picture, other._scale, None, other._outdated
        self.set_picture(picture)
        self._update_queues()

    def set_scale(self, pixels: int) -> None:
        """Use another scale; until new blocks are painted, the old ones are shown stretched."""
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
        """Show another picture, `hurried` if more follow soon; return the areas whose still shapes differ."""
        old, self.picture = self.picture, picture
        if old is None or old.bounds != picture.bounds:
            self.clear()
            return [bounds_rect(picture)]
        areas = dirty_rects(old, picture, self.theme)
        if not areas:
            return areas
        self.is_deferred = hurried or self.is_busy
        unfinished = [*self._dirty, *(patch.rect for patch in self._patches)]
        self._drop_work(keep_wanted=True)
        self._previous = None
        margin = MARGIN_PX / self.pixels
        changed = merge_rects([self._pixel_rect(area.adjusted(-margin, -margin, margin, margin)) for area in areas])
        whole = bounds_rect(picture)
        rects = merge_rects([*unfinished, *changed])
        limit = _MAX_PATCHED * (whole.width() * whole.height()) * self.pixels**2
        wide = sum(rect.width() * rect.height() for rect in rects) > limit
        if wide:
            self._scale.stale |= set(self._scale.blocks)
            rects = [self._scale.pixel_rect(block) for block in self._scale.blocks]
        self._drop_invisible(rects)
        parts = [] if wide else [part for rect in rects for part in split_rect(rect, BLOCK_PX)]
        painted = self._scale.blocks.keys()
        self._dirty = [part for part in parts if not painted.isdisjoint(self._scale.blocks_in(self._board_area(part)))]
        self._outdated = (self._outdated + _region(changed)) & _region(map(self._scale.pixel_rect, self._scale.blocks))
        self._update_queues()
        return areas

    def set_view(self, view: QRectF) -> None:
        """Set the area (board units) that is on screen."""
        self._visible_area = view
        self._update_queues()

    def work(self, seconds: float, ahead: bool = True) -> bool:
        """Paint for about this long; return whether the screen may have changed."""
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
        """Close half-painted jobs because the view is hidden or about to be deleted; `work` restarts them."""
        for job in [*self._patches, *([self._job] if self._job else [])]:
            job.close()
        self._job = self._job_block = None
        self._patches = []

    def finish(self) -> None:
        """Paint everything in view, however long it takes."""
        while self.is_busy:
            self.work(1.0, ahead=False)

    def paint(self, painter: QPainter, origin: QPointF, exposed: QRect) -> None:
        """Show the chart on a painter in device pixels; `origin` is the position of the board's corner."""
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

    def _fill_gaps(self) -> None:
        """Repaint what is outdated or blank in view: finely if that is quick, else coarsely."""
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
        """Drop blocks under these rectangles that are out of view; they are painted when they come into view."""
        seen, scale = self._pixel_rect(self._visible_area), self._scale
        for block in list(scale.blocks):
            place = scale.pixel_rect(block)
            if not place.intersects(seen) and any(rect.intersects(place) for rect in rects):
                del scale.blocks[block]
                scale.stale.discard(block)

    def _has_stand_in(self, block: Block) -> bool:
        """Whether blocks of the previous scale cover a missing one."""
        assert self.picture is not None
        area = self._scale.area(block).intersected(bounds_rect(self.picture))
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
        """Copy the part of a painted rectangle within `places` into the blocks under it."""
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
        """Queue the blocks to be painted, from the centre of the view outwards."""
        if self.picture is None or self._visible_area.isEmpty():
            self._visible_queue, self._prefetch_queue = [], []
            return
        scale = self._scale
        board = bounds_rect(self.picture)
        seen = self._visible_area.intersected(board.adjusted(-0.2, -0.2, 0.2, 0.2))
        centre = seen.center()

        def distance(block: Block) -> float:
            offset = scale.area(block).center() - centre
            return math.hypot(offset.x(), offset.y())

        missing = [block for block in scale.blocks_in(seen) if block not in scale.blocks or block in scale.stale]
        self._visible_queue = sorted(
            missing, key=lambda block: (block != self._job_block, block in scale.blocks, distance(block))
        )
        around = seen.adjusted(-scale.units, -scale.units, scale.units, scale.units).intersected(board)
        adjacent = [block for block in scale.blocks_in(around) if block not in scale.blocks and block not in missing]
        room = MAX_PIXELS // scale.side**2 - len(scale.blocks) - len(missing)
        self._prefetch_queue = sorted(adjacent, key=distance)[: max(0, room)]
        if len(scale.blocks) * scale.side**2 > MAX_PIXELS:
            remaining = set(scale.blocks_in(seen))
            for block in [block for block in scale.blocks if block not in remaining]:
                del scale.blocks[block]

    def _drop_work(self, keep_wanted: bool = False) -> None:
        self.suspend()
        self._dirty = []
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


def _region(rects: Iterable[QRect]) -> QRegion:
    region = QRegion()
    for rect in rects:
        region += rect
    return region


# Overlays of a chart are painted once per scale: pieces and figures on every space would slow down each repaint.

MAX_CACHED_PIXELS = 9_000_000  # larger overlays are not cached: only the exposed part is painted, each time
OVERHANG = 0.5  # board units that a shape may extend beyond its picture's bounds


class OverlayCache:
    """Pictures in board coordinates, bottom first: all of their layers, or only the dynamic ones."""

    def __init__(self, still: bool | None = None) -> None:
        self._still = still
        self.pictures: tuple[Picture, ...] = ()
        self.opacity = 1.0
        self._pixmaps: list[tuple[QPixmap, QPointF]] = []
        self._cache_key: tuple[object, ...] = ()

    def set_pictures(self, pictures: Sequence[Picture]) -> bool:
        """Set the pictures; return whether they changed."""
        if len(pictures) == len(self.pictures) and all(map(operator.is_, pictures, self.pictures)):
            return False
        self.pictures = tuple(pictures)
        self._cache_key = ()
        return True

    def clear(self) -> None:
        self._pixmaps, self._cache_key = [], ()

    def paint(self, painter: QPainter, theme: Theme, scale: float, origin: QPointF, region: QRectF) -> None:
        """Paint in device pixels; `origin` is the board's corner, `region` (board units) the exposed part."""
        if not self.pictures:
            return
        painter.save()
        painter.setOpacity(self.opacity)
        self._paint(painter, theme, scale, origin, region)
        painter.restore()

    def _paint(self, painter: QPainter, theme: Theme, scale: float, origin: QPointF, region: QRectF) -> None:
        sizes = [_padded_bounds(picture).size() * scale for picture in self.pictures]
        if sum(size.width() * size.height() for size in sizes) > MAX_CACHED_PIXELS:
            for picture in self.pictures:
                shapes = ShapePainter(painter, picture, theme, scale, origin.x(), origin.y(), region)
                run_steps(shapes.paint_layers(self._still))
            return
        key = (scale, theme.key)
        if key != self._cache_key:
            self._pixmaps = [_render(picture, theme, scale, self._still) for picture in self.pictures]
            self._cache_key = key
        for pixmap, corner in self._pixmaps:
            painter.drawPixmap(origin + corner, pixmap)


def _padded_bounds(picture: Picture) -> QRectF:
    return bounds_rect(picture).adjusted(-OVERHANG, -OVERHANG, OVERHANG, OVERHANG)


def _render(picture: Picture, theme: Theme, scale: float, still: bool | None) -> tuple[QPixmap, QPointF]:
    area = _padded_bounds(picture)
    image = paint_image(picture, theme, scale, area, still)
    return QPixmap.fromImage(image), QPointF(round(area.left() * scale), round(area.top() * scale))
