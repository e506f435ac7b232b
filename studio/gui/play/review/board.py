"""The board after a decision: what was played, the best move over it, and the chances of both."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QRegion

from studio.core.match import Node
from studio.core.plugin import Game
from studio.core.text import format_percent
from studio.gui.board.step_markers import dark_seat_color
from studio.gui.board.view import BoardView
from studio.gui.play.marks import paint_mark
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import SEMIBOLD, text_font
from studio.gui.widgets import painter_on
from studio.lab.review.model import ReviewStep

PAGE_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)


class _Frame(NamedTuple):
    """A frame round a target: that of the played move has a seat, that of the best one none."""

    target: int
    seat: int
    chance: float | None
    mark: str = ""


class ReviewBoard(BoardView):
    """The board of the review page."""

    _frames: tuple[_Frame, ...] = ()

    def show_node(self, game: Game, node: Node, step: ReviewStep | None) -> None:
        """Show the position after a step, as its seat sees it, with the moves compared."""
        seat = step.seat if step is not None else -1
        self.set_picture(game.picture.picture(node.state, seat))
        self.set_ghost(None)
        self._frames = ()
        self.set_plates({})
        if step is not None and node.parent is not None:
            before, judgement = node.parent.state, step.judgement
            target = game.picture.target(before, step.action)
            best = judgement.options[0] if judgement is not None and judgement.is_clear else None
            own = (
                next((one.chance for one in judgement.options if one.action == step.action), None)
                if judgement
                else None
            )
            frames = [_Frame(target, step.seat, own if best is not None else None, step.mark)]
            if best is not None and best.action != step.action:
                other = game.picture.target(before, best.action)
                if other != target:
                    frames.append(_Frame(other, -1, best.chance))
                    self.set_ghost(game.picture.preview(before, best.action), other, turnable=False, framed=False)
            self._frames = tuple(frame for frame in frames if not self.widget_rect(frame.target).isEmpty())
            plates = {frame.target: frame.chance for frame in self._frames if frame.chance is not None}
            self.set_plates({target: format_percent(chance, ".0f") for target, chance in plates.items()})
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
            for frame in reversed(self._frames):
                self._paint_frame(painter, frame)

    def _paint_frame(self, painter: QPainter, frame: _Frame) -> None:
        path, theme = self.outline(frame.target), self._theme
        box, is_best = path.boundingRect(), frame.seat < 0
        painter.save()
        if frame.chance is not None:  # the plate on the lower edge stays whole
            wide = QFontMetricsF(text_font(13, SEMIBOLD)).horizontalAdvance(format_percent(frame.chance, ".0f")) + 18
            plate = QRectF(box.center().x() - wide / 2, box.bottom() - 11, wide, 22)
            painter.setClipRegion(painter.clipRegion() - QRegion(plate.toAlignedRect()))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.strokePath(path, QPen(theme.color("keyline"), 5.4))
        pen = QPen(QColor("#3C6628") if is_best else dark_seat_color(frame.seat, theme), 2.6)
        if is_best:
            pen.setDashPattern([2.7, 1.6])
        painter.strokePath(path, pen)
        painter.restore()
        if is_best:
            self._paint_tick(painter, box.topLeft())
        elif frame.mark:
            paint_mark(painter, box.topRight(), frame.mark)

    def _paint_tick(self, painter: QPainter, centre: QPointF) -> None:
        painter.setPen(QPen(QColor("#FFF8E8"), 1.6))
        painter.setBrush(QColor("#3C6628"))
        painter.drawEllipse(centre, 10, 10)
        tick = icon_pixmap("tick", QColor("#FFFFFF"), 14, self.devicePixelRatioF())
        painter.drawPixmap(centre - QPointF(7, 7), tick)
