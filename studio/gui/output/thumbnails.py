"""Thumbnails of layouts and matches, painted when idle and cached on disk."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Collection, Generator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainterPath, QPaintEvent, QPen, QPixmap, QShowEvent, QTransform
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget
from shiboken6 import isValid

from studio import __version__
from studio.core.picture import EDGE_BASE, Outline, Picture
from studio.core.text import split_notes, translated_name
from studio.documents.autosave import is_stored_match
from studio.documents.files import DocumentError, base_name, read_regular, write_bytes
from studio.documents.paths import data_dir
from studio.gui.board.shape_cache import bounds_rect, box_edges, outline_path
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import painter_on

if TYPE_CHECKING:
    from studio.services.loading import LoadedLayout

PAUSE_MS, SLICE = 15, 0.012  # milliseconds between two thumbnails, and seconds of painting per turn of the event loop
MAX_FILES = 120  # maximum number of cached files


class DocumentInfo(NamedTuple):
    """Name, game slug, kind and notes of a file."""

    name: str
    game: str
    is_match: bool
    notes: str = ""


@lru_cache(maxsize=512)
def _read_document_info(path: Path, _stamp: int) -> DocumentInfo:
    spare = base_name(path).replace("_", " ").capitalize()
    try:
        raw = json.loads(read_regular(path))
        is_match = "layout" in raw
        layout = raw["layout"] if is_match else raw
        name, game, notes = layout.get("name"), layout.get("game"), layout.get("notes")
    except (OSError, ValueError, AttributeError, KeyError, TypeError, RecursionError):
        return DocumentInfo(spare, "", False)
    about = notes if isinstance(notes, str) else ""
    return DocumentInfo(str(name or spare)[:120], game if isinstance(game, str) else "", is_match, about)


def document_info(path: Path) -> DocumentInfo:
    """Read a file's name, game and notes; of an unreadable file only the name of the file. Never raises."""
    try:
        found = path.stat()
    except OSError:
        return DocumentInfo(base_name(path), "", False)
    if found.st_size > 1 << 22:
        return DocumentInfo(base_name(path), "", False)
    message = _read_document_info(path, found.st_mtime_ns)
    return message._replace(name=translated_name(message.name), notes=split_notes(message.notes)[0][:400])


def display_name(path: Path) -> str:
    """The name in a layout or an autosaved match; of a match that the user saved, that of its file."""
    found = document_info(path)
    return base_name(path) if found.is_match and not is_stored_match(path) else found.name


def document_picture(path: Path) -> Picture:
    """The editor's picture of a layout, or the board of a match. Raises `DocumentError`."""
    from studio.core.game import EVERYBODY
    from studio.documents.store import Layout, read
    from studio.services.loading import parse_layout, replay_record

    found = read(path)
    if isinstance(found, Layout):
        layout = parse_layout(found, path)
        return layout.game.sketch.sketch(layout.body, still=True)
    match = replay_record(found, path)
    return match.game.picture.picture(match.state, EVERYBODY)


class ThumbnailQueue(QObject):
    """Paints thumbnails when idle, a few steps per turn of the event loop."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[Thumbnail] = deque()
        self._is_open = False
        self._current: Thumbnail | None = None
        self._steps: Generator[None] | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._next)

    def enqueue(self, thumbnail: Thumbnail) -> None:
        """Paint this thumbnail when idle; a hidden one enqueues itself again when shown."""
        if thumbnail.isVisible() and thumbnail not in self._waiting:
            self._waiting.append(thumbnail)
        self._begin()

    def start(self) -> None:
        """Start painting, once windows with thumbnails are visible."""
        if not self._is_open:
            self._is_open = True
            self._begin()

    def _begin(self) -> None:
        if self._is_open and self._waiting and not self._timer.isActive():
            self._timer.start(PAUSE_MS)

    def is_busy(self) -> bool:
        """Whether a visible thumbnail is still to be painted."""
        return self._steps is not None or any(isValid(one) and one.isVisible() for one in self._waiting)

    def _next(self) -> None:
        while self._steps is None and self._waiting:
            thumbnail = self._waiting.popleft()
            if isValid(thumbnail) and thumbnail.isVisible():
                self._current, self._steps = thumbnail, thumbnail.draw_steps()
        if self._steps is not None and not self._advance(self._steps):
            self._current = self._steps = None
        if self.is_busy():
            self._timer.start(0 if self._steps is not None else PAUSE_MS)

    def _advance(self, steps: Generator[None]) -> bool:
        """Take some steps; return whether there are more."""
        until = time.perf_counter() + SLICE
        while self._current is not None and isValid(self._current):
            try:
                next(steps)
            except StopIteration:
                return False
            if time.perf_counter() >= until:
                return True
        steps.close()  # the page with the thumbnail is gone
        return False


_queues: list[ThumbnailQueue] = []


def thumbnail_queue() -> ThumbnailQueue:
    """The queue of this process, which ends with the application."""
    if not _queues or not isValid(_queues[0]):
        _queues[:] = [ThumbnailQueue(QApplication.instance())]
    return _queues[0]


class Thumbnail(QWidget):
    """A framed picture of a file or an open layout, painted and cached once, then scaled; blank paper until then."""

    clicked = Signal()

    def __init__(self, size: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint = size
        self._path: Path | None = None
        self._opened: LoadedLayout | None = None
        self._picture: Picture | None = None
        self._is_stale = False
        self._pixmap: QPixmap | None = None
        self._reduced: QPixmap | None = None
        self._reduced_from = 0
        self._drawn_key: tuple[object, ...] = ()
        self.failed = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(min(120, size.width()), min(80, size.height()))

    def sizeHint(self) -> QSize:
        return self._hint

    def show_file(self, path: Path) -> None:
        self._path, self._opened, self._picture = path, None, None
        self._request()

    def show_opened(self, opened: LoadedLayout) -> None:
        self._path, self._opened, self._picture = None, opened, None
        self._request()

    def show_picture(self, picture: Picture) -> None:
        """Show a picture; the previous one stays until it is painted."""
        self._path, self._opened, self._picture = None, None, picture
        self._drawn_key = ()
        thumbnail_queue().enqueue(self)

    def clear(self) -> None:
        """Show blank paper."""
        self._path = self._opened = self._picture = self._pixmap = None
        self._drawn_key = ()
        self.update()

    def set_stale(self, is_pale: bool) -> None:
        self._is_stale = is_pale
        self.update()

    def is_drawn(self) -> bool:
        return self._pixmap is not None

    def _request(self) -> None:
        self._pixmap, self.failed, self._drawn_key = None, False, ()
        self.update()
        thumbnail_queue().enqueue(self)

    def _render_key(self) -> tuple[object, ...]:
        return (current_theme().key, self._hint.width(), self._hint.height(), self.devicePixelRatioF())

    def draw_steps(self) -> Generator[None]:
        """Paint the picture step by step or load it from the cache. A faulty file leaves the paper blank."""
        if self._path is None and self._opened is None and self._picture is None:
            return
        made_for = self._drawn_key = self._render_key()
        saved = self._cache_file()
        if saved is not None and saved.exists():
            found = QPixmap(str(saved))
            found.setDevicePixelRatio(self.devicePixelRatioF())
            if not found.isNull():
                self._pixmap = found
                self.update()
                return
        pixmap: QPixmap | None = None
        with suppress(DocumentError, OSError):
            pixmap = yield from self._pixmap_steps()
        if made_for is not self._drawn_key:
            return  # something else is to be shown by now
        self._pixmap, self.failed = pixmap, pixmap is None
        if pixmap is not None and saved is not None:
            from studio.gui.output.export import png_bytes

            with suppress(DocumentError):
                write_bytes(saved, png_bytes(pixmap.toImage()), durable=False)
            with suppress(OSError):
                files = sorted(saved.parent.glob("*.png"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
                for path in files[MAX_FILES:]:
                    path.unlink()
        self.update()

    def _pixmap_steps(self) -> Generator[None, None, QPixmap]:
        from studio.gui.output.export import pixmap_steps

        if self._picture is not None:
            picture = self._picture
        elif self._opened is not None:
            picture = self._opened.game.sketch.sketch(self._opened.body, still=True)
        else:
            assert self._path is not None
            picture = document_picture(self._path)
        yield
        snug = bounds_rect(picture).size().scaled(QSizeF(self._hint), Qt.AspectRatioMode.KeepAspectRatio)
        size = QSize(max(1, round(snug.width())), max(1, round(snug.height())))
        return (yield from pixmap_steps(picture, size, current_theme(), self.devicePixelRatioF()))

    def _cache_file(self) -> Path | None:
        if self._path is None:
            return None
        try:
            content = read_regular(self._path)
            folder = data_dir() / "thumbnails"
            folder.mkdir(0o700, exist_ok=True)
        except OSError:
            return None
        from hashlib import sha256

        name = sha256(repr((__version__, self._drawn_key)).encode() + content).hexdigest()[:32]
        return folder / f"{name}.png"

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()
        else:
            super().mouseReleaseEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._drawn_key != self._render_key():
            thumbnail_queue().enqueue(self)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self._drawn_key and self._drawn_key != self._render_key():
            thumbnail_queue().enqueue(self)

    def picture_rect(self) -> QRectF:
        """Box of the picture: as large as fits, centred."""
        room = QRectF(self.rect())
        if self._pixmap is None:
            return room
        size = self._pixmap.deviceIndependentSize().scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        left, top = round((room.width() - size.width()) / 2), round((room.height() - size.height()) / 2)
        return QRectF(left, top, round(size.width()), round(size.height()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        thumbnail_queue().start()
        theme = current_theme()
        place = self.picture_rect()
        with painter_on(self, smooth=True) as painter:
            shape = QPainterPath()
            corner = min(7.0, place.height() / 10)
            shape.addRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), corner, corner)
            painter.save()
            painter.setClipPath(shape)
            if self._pixmap is not None:
                painter.fillPath(shape, theme.color("table"))
                painter.setOpacity(0.35 if self._is_stale else 1.0)
                painter.drawPixmap(place, self._shown(place), QRectF(self._shown(place).rect()))
            else:
                painter.fillPath(shape, theme.color("paper"))
                name = "warning" if self.failed else "compass"
                ink = QColor(theme.color("ink"))
                ink.setAlphaF(0.35)
                px = min(36, round(place.height() * 0.6))
                sign = icon_pixmap(name, ink, px, self.devicePixelRatioF())
                painter.drawPixmap(round(place.center().x() - px / 2), round(place.center().y() - px / 2), sign)
            painter.restore()
            painter.setPen(QPen(theme.color("border"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(shape)

    def _shown(self, place: QRectF) -> QPixmap:
        """The picture in its current size, cached because fine lines need slow, smooth scaling."""
        assert self._pixmap is not None
        wanted = (place.size() * self.devicePixelRatioF()).toSize()
        if self._reduced is None or self._reduced.size() != wanted or self._reduced_from != self._pixmap.cacheKey():
            self._reduced_from = self._pixmap.cacheKey()
            smooth = Qt.TransformationMode.SmoothTransformation
            self._reduced = self._pixmap.scaled(wanted, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
        return self._reduced


# Boards next to a text

ERROR_ROLE, MENTION_ROLE = "error_mark", "gold_border"  # colour roles for frames of faulty and of mentioned spaces
RIM = 0.22  # visible board units around the spaces: enough to tell open sea from a coast


def crop_to_spaces(picture: Picture, rim: float = RIM) -> Picture:
    """Crop a picture to its spaces, without rulers, frames and table."""
    corners = [
        (point[-2], point[-1]) for target in picture.targets if 0 <= target.cell < EDGE_BASE for point in target.outline
    ]
    if not corners:
        return picture
    across, down = zip(*corners, strict=True)
    spaces = QRectF(QPointF(min(across), min(down)), QPointF(max(across), max(down)))
    box = spaces.adjusted(-rim, -rim, rim, rim).intersected(bounds_rect(picture))
    return replace(picture, bounds=box_edges(box))


class MarkedBoard(Thumbnail):
    """The spaces of a picture, some of them framed. `caption` is for screen readers."""

    def __init__(
        self, picture: Picture, cells: Collection[int], role: str, room: QSize, caption: str, rim: float = RIM
    ) -> None:
        shown = crop_to_spaces(picture, rim)
        self._bounds = bounds_rect(shown)
        size = self._bounds.size().scaled(QSizeF(room), Qt.AspectRatioMode.KeepAspectRatio).toSize()
        super().__init__(size)
        self.setFixedSize(size)
        self.setAccessibleName(caption)
        self._role = role
        self.outlines: tuple[Outline, ...] = tuple(target.outline for target in picture.targets if target.cell in cells)
        self.show_picture(shown)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.is_drawn() or not self.outlines:
            return
        place, theme, board = self.picture_rect(), current_theme(), self._bounds
        scale = place.width() / board.width()
        at = QTransform(scale, 0, 0, scale, place.left() - board.left() * scale, place.top() - board.top() * scale)
        path = at.map(outline_path(self.outlines, closed=True))
        with painter_on(self) as painter:
            painter.setPen(QPen(theme.color("paper"), 5))
            painter.drawPath(path)
            pen = QPen(theme.color(self._role), 2.4)
            if self._role == ERROR_ROLE:
                pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawPath(path)
