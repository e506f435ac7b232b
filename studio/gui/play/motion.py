"""Gentle movement on the board: what is new fades in, what has moved glides. It never holds up a move or a click."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from studio.core.shown.picture import Picture, Sprite
from studio.gui.board.view import BoardView
from studio.gui.style.sprites import sprite_aspect, sprite_pixmap
from studio.gui.style.worn import theme_at

FADE = 260
GLIDE = 420
STILL = 0.02
"""Board units: less is no movement."""


class Glide(NamedTuple):
    """A sprite on its way."""

    first: Sprite
    last: Sprite


def glides(before: Picture, after: Picture) -> list[Glide]:
    """Sprites on lively layers that are the same thing in another place.

    A thing is known by being alone of its name and seat in both; or, if it has turned on its way and is drawn anew, by
    being the one thing of its seat and size that went and the one that came.
    """
    old, new = _alone(before), _alone(after)
    pairs = [Glide(old[key], sprite) for key, sprite in new.items() if key in old]
    gone, come = _turned(old, new), _turned(new, old)
    pairs += [Glide(gone[key], sprite) for key, sprite in come.items() if key in gone]
    return [pair for pair in pairs if abs(pair.first.x - pair.last.x) + abs(pair.first.y - pair.last.y) > STILL]


def _alone(picture: Picture) -> dict[tuple[str, int], Sprite]:
    """The lively sprites that are alone of their name and seat."""
    found: dict[tuple[str, int], list[Sprite]] = {}
    for layer in picture.layers:
        if not layer.still:
            for shape in layer.shapes:
                if isinstance(shape, Sprite):
                    found.setdefault((shape.name, shape.seat), []).append(shape)
    return {key: sprites[0] for key, sprites in found.items() if len(sprites) == 1}


def _turned(some: dict[tuple[str, int], Sprite], others: dict[tuple[str, int], Sprite]) -> dict[object, Sprite]:
    """The sprites of a seat that have no like among the others, if there is but one of that size."""
    found: dict[object, list[Sprite]] = {}
    for key, sprite in some.items():
        if key not in others and sprite.seat >= 0:
            found.setdefault((sprite.seat, sprite.size), []).append(sprite)
    return {key: sprites[0] for key, sprites in found.items() if len(sprites) == 1}


def without(picture: Picture, sprites: list[Sprite]) -> Picture:
    """The picture without these sprites."""
    gone = set(sprites)
    layers = tuple(
        layer if layer.still else layer._replace(shapes=tuple(shape for shape in layer.shapes if shape not in gone))
        for layer in picture.layers
    )
    return replace(picture, layers=layers)


class RoundedCorners(QWidget):
    """Rounds the corners of a board like those of the cards around it."""

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

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = theme_at(self)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            whole, inner = QPainterPath(), QPainterPath()
            whole.addRect(QRectF(self.rect()))
            inner.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)
            painter.fillPath(whole.subtracted(inner), theme.color("window"))
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawPath(inner)


class BoardMotion(QWidget):
    """Lies over a board and lets the old sight of it fade while sprites glide to their new places."""

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self.board = board
        self._old: QPixmap | None = None
        self._glides: list[Glide] = []
        self._final: Picture | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self._run = QVariantAnimation(self)
        self._run.setStartValue(0.0)
        self._run.setEndValue(1.0)
        self._run.setEasingCurve(QEasingCurve.Type.InOutSine)
        self._run.valueChanged.connect(self.update)
        self._run.finished.connect(self.finish)
        board.zoom_changed.connect(self.finish)
        self.hide()

    @property
    def is_running(self) -> bool:
        """Whether something moves."""
        return self._final is not None

    def change(self, before: Picture, after: Picture) -> None:
        """Go from one picture to another."""
        self.finish()
        board = self.board
        if not board.isVisible() or board.width() < 20:
            board.set_picture(after)
            return
        moved = glides(before, after)
        if moved:
            board.set_picture(without(before, [glide.first for glide in moved]))
        self._old = board.grab()
        board.set_picture(without(after, [glide.last for glide in moved]) if moved else after)
        self._glides, self._final = moved, after
        self.setGeometry(board.rect())
        self.show()
        self._run.setDuration(GLIDE if moved else FADE)
        self._run.start()

    def finish(self) -> None:
        """Be there at once."""
        if self._final is None:
            return
        final, self._final = self._final, None
        self._run.stop()
        if self._glides:
            self.board.set_picture(final)
        self._glides, self._old = [], None
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._final is None:
            return
        share = float(self._run.currentValue() or 0.0)
        fading = min(1.0, share * self._run.duration() / FADE)
        with QPainter(self) as painter:
            if self._old is not None and fading < 1.0:
                painter.setOpacity(1.0 - fading)
                painter.drawPixmap(0, 0, self._old)
                painter.setOpacity(1.0)
            scale = self._scale()
            for glide in self._glides:
                x = glide.first.x + (glide.last.x - glide.first.x) * share
                y = glide.first.y + (glide.last.y - glide.first.y) * share
                self._paint_sprite(painter, glide.last, x, y, scale)

    def _scale(self) -> float:
        origin, unit = self.board.board_point(QPointF(0, 0)), self.board.board_point(QPointF(100, 0))
        return 100.0 / max(1e-6, unit.x() - origin.x())

    def _paint_sprite(self, painter: QPainter, sprite: Sprite, x: float, y: float, scale: float) -> None:
        tall = sprite.size * scale
        wide = tall * sprite_aspect(sprite.name)
        corner = self.board.board_point(QPointF(0, 0))
        middle = QPointF((x - corner.x()) * scale, (y - corner.y()) * scale)
        pixmap = sprite_pixmap(
            sprite.name, tall, theme_at(self), sprite.seat, sprite.text, self.devicePixelRatioF(), sprite.faded
        )
        place = QRectF(middle.x() - wide / 2, middle.y() - tall / 2, wide, tall)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(place, pixmap, QRectF(pixmap.rect()))
