"""The ghost over a board: what a move or a stamp would look like there, with chips to turn it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPixmap, QTransform

from studio.core.picture import Path, Picture
from studio.gui.board.overlay import CHIP_PX, Marker
from studio.gui.board.painting.painter import paint_image
from studio.gui.board.spots import Spot, utmost
from studio.gui.style.theme import Theme

CHIPS_OUT = 0.03
"""How far the chips lie off the corners, in board units."""
ROOM = 4 * CHIP_PX
"""A space smaller than this, in device-independent pixels, has no chips: they would take clicks meant for it and its
neighbours. Wheel and keys turn there."""


class Ghost:
    """One at a time, or none. Its drawing is kept until the picture, the theme or the scale changes."""

    def __init__(self) -> None:
        self.picture: Picture | None = None
        self.target = -1
        self._turns = True
        self._rings = False
        self._kept: tuple[int, QPixmap] | None = None

    def show(self, picture: Picture | None, target: int, turns: bool, theme: Theme, rings: bool = True) -> None:
        """Be this picture on a target, or nothing; `turns`: with chips; `rings`: lifted and with a ring, if a tile."""
        if picture is not self.picture:
            self._kept = None
        self.picture, self.target, self._turns = picture, target, turns
        self._rings = (
            rings
            and picture is not None
            and any(
                isinstance(shape, Path) and theme.style(shape.style).covers
                for layer in picture.layers
                for shape in layer.shapes
            )
        )

    def forget_drawing(self) -> None:
        """Draw afresh, in another theme."""
        self._kept = None

    @property
    def is_plain(self) -> bool:
        """Whether there is a ghost without a ring of its own."""
        return self.picture is not None and not self._rings

    def _area(self) -> QRectF:
        assert self.picture is not None
        left, top, right, bottom = self.picture.bounds
        return QRectF(left, top, right - left, bottom - top)

    def paint(self, marker: Marker, theme: Theme, scale: int, spot: Spot | None, transform: QTransform) -> None:
        """Draw it at so many device pixels per board unit; `spot` is what it is aimed at."""
        if self.picture is None:
            return
        area = self._area()
        if self._kept is None or self._kept[0] != scale:
            self._kept = (scale, QPixmap.fromImage(paint_image(self.picture, theme, scale, area)))
        marker.ghost(self._kept[1], area, self._rings, spot)
        if self._rings:
            marker.chips(self.chips(spot, transform, marker.ratio))

    def chips(self, spot: Spot | None, transform: QTransform, ratio: float) -> list[tuple[QPointF, int]]:
        """The turn chips where they have room: centres in device pixels, and which way each turns."""
        if self.picture is None or not self._rings or not self._turns or transform.m11() < ROOM * ratio:
            return []
        if spot is None or not spot.is_cell:
            spot = Spot(QPainterPath(), self._area(), False, ())
        return [(transform.map(utmost(spot, turn, 1) + QPointF(turn * CHIPS_OUT, CHIPS_OUT)), turn) for turn in (-1, 1)]
