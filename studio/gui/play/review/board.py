"""The board after a decision: what was played, the best move over it, and the chances of both; also as a picture."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QRegion,
    QTransform,
)

from studio.core.match import HIDDEN_ACTION, Node
from studio.core.plugin import Game
from studio.core.text import format_percent
from studio.gui.board.painter import paint_in_steps
from studio.gui.board.shape_cache import outline_path
from studio.gui.board.step_markers import dark_seat_color
from studio.gui.board.view import BoardView
from studio.gui.play.marks import paint_mark
from studio.gui.play.overlays.summary import IMAGE_SCALE, moment_region
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, text_font
from studio.gui.style.theme import Theme
from studio.gui.widgets import painter_on
from studio.lab.review.model import ReviewStep

PAGE_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)
THUMB_WIDTH, THUMB_SHAPE = 124, 1.25  # pixels of a picture, and its width as a multiple of its height
DONE = QColor("#3C6628")


class Frame(NamedTuple):
    """A frame round a target: that of the played move has a seat, that of the best one none.

    `is_turned`: the best move is on the same target, but places something turned.
    """

    target: int
    seat: int
    chance: float | None
    mark: str = ""
    is_turned: bool = False


def compared_frames(game: Game, node: Node, step: ReviewStep) -> list[Frame]:
    """The frames of the played move and of a clearly better one; `node` is the position after the decision."""
    if node.parent is None or step.action == HIDDEN_ACTION:
        return []
    before = node.parent.state
    own = Frame(game.picture.target(before, step.action), step.seat, None, step.mark)
    best = step.options[0] if step.is_clear else None
    if best is None or best.action == step.action:
        return [own]
    chances = {option.action: option.chance for option in step.options}
    own = own._replace(chance=chances.get(step.action))
    other = game.picture.target(before, best.action)
    if other == own.target:
        return [own._replace(is_turned=game.picture.preview(before, best.action) is not None)]
    return [own, Frame(other, -1, best.chance)]


def paint_frames(
    painter: QPainter, frames: Sequence[Frame], outline: Callable[[int], QPainterPath], theme: Theme, ratio: float
) -> None:
    """Paint frames; the plate of a chance on the lower edge stays whole."""
    region, has_clip = painter.clipRegion(), painter.hasClipping()
    for frame in reversed(frames):
        path, is_best = outline(frame.target), frame.seat < 0
        box = path.boundingRect()
        if frame.chance is not None:
            wide = QFontMetricsF(text_font(13, SEMIBOLD)).horizontalAdvance(format_percent(frame.chance, ".0f")) + 18
            plate = QRectF(box.center().x() - wide / 2, box.bottom() - 11, wide, 22)
            painter.setClipRegion(region - QRegion(plate.toAlignedRect()))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.strokePath(path, QPen(theme.color("keyline"), 5.4))
        pen = QPen(DONE if is_best else dark_seat_color(frame.seat, theme), 2.6)
        if is_best:
            pen.setDashPattern([2.7, 1.6])
        painter.strokePath(path, pen)
        painter.setClipRegion(region)
        painter.setClipping(has_clip)
        if is_best or frame.is_turned:
            _paint_disc(painter, box.topLeft(), "rotate_right" if frame.is_turned else "tick", ratio)
        if frame.mark:
            paint_mark(painter, box.topRight(), frame.mark)


def _paint_disc(painter: QPainter, centre: QPointF, icon: str, ratio: float) -> None:
    painter.setPen(QPen(QColor("#FFF8E8"), 1.6))
    painter.setBrush(DONE)
    painter.drawEllipse(centre, 10, 10)
    painter.drawPixmap(centre - QPointF(7, 7), icon_pixmap(icon, QColor("#FFFFFF"), 14, ratio))


def draw_thumb(game: Game, node: Node, step: ReviewStep, theme: Theme) -> Generator[None, None, QImage]:
    """Draw the part of the board where moves are compared, with their frames; yields between parts of the work."""
    picture = game.picture.picture(node.state, step.seat)
    yield
    outlines = {target.cell: target.outline for target in picture.targets}
    frames = [frame._replace(chance=None) for frame in compared_frames(game, node, step) if frame.target in outlines]
    cells = [frame.target for frame in frames] or [cell for event in node.events for cell in event.cells]
    region = moment_region(picture, cells, THUMB_SHAPE)
    scale = THUMB_WIDTH / region.width()
    image = yield from paint_in_steps(picture, theme, IMAGE_SCALE * scale, region)
    image.setDevicePixelRatio(IMAGE_SCALE)
    place = QTransform.fromScale(scale, scale).translate(-region.left(), -region.top())
    with painter_on(image) as painter:
        paint_frames(
            painter, frames, lambda cell: place.map(outline_path((outlines[cell],), closed=True)), theme, IMAGE_SCALE
        )
    return image


class ReviewBoard(BoardView):
    """The board of the review page."""

    _frames: Sequence[Frame] = ()

    def show_node(self, game: Game, node: Node, step: ReviewStep | None, viewer: int) -> None:
        """Show the position after a step, as a seat sees it, with the moves compared."""
        self.set_picture(game.picture.picture(node.state, viewer))
        self.set_ghost(None)
        found = compared_frames(game, node, step) if step is not None else []
        self._frames = [frame for frame in found if not self.widget_rect(frame.target).isEmpty()]
        plates = {frame.target: frame.chance for frame in self._frames if frame.chance is not None}
        self.set_plates({target: format_percent(chance, ".0f") for target, chance in plates.items()})
        if node.parent is not None and step is not None and step.options and found[-1].seat < 0:
            preview = game.picture.preview(node.parent.state, step.options[0].action)
            self.set_ghost(preview, found[-1].target, turnable=False, framed=False)
        self.show_targets({frame.target for frame in self._frames})
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in PAGE_KEYS:
            event.ignore()  # the page goes from turn to turn
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with painter_on(self) as painter:
            painter.setClipRegion(event.region())
            paint_frames(painter, self._frames, self.outline, self._theme, self.devicePixelRatioF())
