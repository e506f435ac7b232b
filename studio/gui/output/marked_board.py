"""A small board beside a text: drawn when there is time, with the spaces that the text speaks of framed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from PySide6.QtCore import QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QTransform
from PySide6.QtWidgets import QWidget

from studio.core.picture import EDGE_BASE, Outline, Picture
from studio.gui.board.painting.traced import outline_path
from studio.gui.output.thumbnails import Thumbnail
from studio.gui.style.stylesheet import current_theme

WRONG, RIGHT = "error_mark", "gold_border"
"""The colours of the frames round what is wrong, and round what is only spoken of."""
RIM = 0.22
"""Board units that are seen around the spaces: enough to tell open sea from a coast."""


def cropped(picture: Picture, rim: float = RIM) -> Picture:
    """The picture without all that lies around its spaces: rulers, frames, the table."""
    corners = [
        (point[-2], point[-1]) for target in picture.targets if 0 <= target.cell < EDGE_BASE for point in target.outline
    ]
    if not corners:
        return picture
    across, down = zip(*corners, strict=True)
    left, top, right, bottom = picture.bounds
    bounds = (
        max(min(across) - rim, left),
        max(min(down) - rim, top),
        min(max(across) + rim, right),
        min(max(down) + rim, bottom),
    )
    return replace(picture, bounds=bounds)


class MarkedBoard(Thumbnail):
    """The spaces of a picture, some of them framed; `caption` is what it shows, for who cannot see it."""

    def __init__(
        self,
        picture: Picture,
        cells: Collection[int],
        role: str,
        room: QSize,
        caption: str,
        rim: float = RIM,
        parent: QWidget | None = None,
    ) -> None:
        shown = cropped(picture, rim)
        left, top, right, bottom = self._bounds = shown.bounds
        size = QSizeF(right - left, bottom - top).scaled(QSizeF(room), Qt.AspectRatioMode.KeepAspectRatio).toSize()
        super().__init__(size, parent)
        self.setFixedSize(size)
        self.setAccessibleName(caption)
        self._role = role
        self.marked: tuple[Outline, ...] = tuple(target.outline for target in picture.targets if target.cell in cells)
        self.show_picture(shown)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.is_drawn() or not self.marked:
            return
        left, top, right, _bottom = self._bounds
        place, theme = self.place(), current_theme()
        scale = place.width() / (right - left)
        at = QTransform(scale, 0, 0, scale, place.left() - left * scale, place.top() - top * scale)
        path = at.map(outline_path(self.marked, closed=True))
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.color("paper"), 5))
            painter.drawPath(path)
            pen = QPen(theme.color(self._role), 2.4)
            if self._role == WRONG:
                pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawPath(path)
