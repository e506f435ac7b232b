"""Movement on the board: what is new fades in or drops, what has moved glides, what is complete flashes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QRegion
from PySide6.QtWidgets import QWidget

from studio.core.picture import Picture, Sprite
from studio.gui.board.view import BoardView
from studio.gui.play.motion.glides import Glide, arrivals, differing, glides, on_course, without
from studio.gui.style.sprites import sprite_aspect, sprite_pixmap
from studio.gui.style.worn import theme_at

FADE, LAND, ARRIVAL, DROP, FLASH = 0.45, 0.5, 0.75, (0.4, 0.85), (0.45, 1.0)
"""Shares of the whole time: until the old sight has faded, a tile lies, what glides is there; when pieces drop, and
islands flash."""
NEAR = 6
"""Pixels round what differs that are taken for different, too: shadows, halos."""
HEIGHT = 0.7
"""Board units from which pieces drop."""


class BoardMotion(QWidget):
    """Lies over a board and shows what is between two pictures, for a `share` of the way."""

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self.board = board
        self._old: QPixmap | None = None
        self._glides: list[Glide] = []
        self._drops: list[Sprite] = []
        self._held = QPainterPath()
        self._flash: list[QPainterPath] = []
        self._final: Picture | None = None
        self._share = 0.0
        self.arrival = LAND
        """The share of the time after which what was done can be seen on its place."""
        self._still = QRegion()
        """What differs between the two pictures, apart from what is on its way."""
        self._painted = QRegion()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.hide()

    @property
    def moves(self) -> bool:
        """Whether anything does more than fade."""
        return bool(self._glides or self._drops or self._flash or not self._held.isEmpty())

    def begin(
        self,
        before: Picture,
        after: Picture,
        held: Sequence[int] = (),
        flash: Sequence[int] = (),
        course: Sequence[int] = (),
    ) -> bool:
        """Go from one picture to another; whether there is anything to be seen of it.

        What lies on the `held` targets is seen there only when it has landed; those to `flash` do so. What goes from
        end to end of the `course` goes along it.
        """
        board = self.board
        if not board.isVisible() or board.width() < 20:
            board.set_picture(after)
            return False
        self._glides = [on_course(glide, course, after) for glide in glides(before, after)]
        self.arrival = ARRIVAL if self._glides else LAND
        moved = [glide.last for glide in self._glides]
        self._drops = [sprite for sprite in arrivals(before, after) if sprite not in moved]
        hidden = [*moved, *self._drops]
        board.set_picture(without(before, [glide.first for glide in self._glides]))
        ratio = board.devicePixelRatioF()
        self._old = QPixmap(board.size() * ratio)
        self._old.setDevicePixelRatio(ratio)
        self._old.fill(Qt.GlobalColor.transparent)
        board.render(self._old, renderFlags=QWidget.RenderFlag.DrawWindowBackground)
        board.set_picture(without(after, hidden) if hidden else after)
        self._held = QPainterPath()
        for target in held:
            self._held = self._held.united(board.outline(target))
        self._flash = [board.outline(target) for target in flash]
        self._still = QRegion()
        for area in (*board.changed, *differing(before, after)):
            self._still += board.widget_box(area).adjusted(-NEAR, -NEAR, NEAR, NEAR)
        for outline in (self._held, *self._flash):
            self._still += outline.boundingRect().toAlignedRect().adjusted(-3, -3, 3, 3)
        self._painted = QRegion(board.rect())
        self._final, self._share = after, 0.0
        self.setGeometry(board.rect())
        self.show()
        return True

    def show_share(self, share: float) -> None:
        """Be so far on the way."""
        self._share = share
        if share >= ARRIVAL and self._glides and not self._drops and self._final is not None:
            self._glides = []  # they lie on the board now, under the marks
            self.board.set_picture(self._final)
        now = QRegion()
        for x, y, sprite in self._on_the_way():
            reach = sprite.size * max(1.0, sprite_aspect(sprite.name)) / 2
            box = QRectF(x - reach, y - reach, 2 * reach, 2 * reach)
            now += self.board.widget_box(box).adjusted(-3, -3, 3, 3)
        self.update(now + self._painted + self._still)
        self._painted = now

    def _on_the_way(self) -> list[tuple[float, float, Sprite]]:
        """What glides and drops, with where it is, in board units."""
        along, fallen = _eased(_part(self._share, 0.0, ARRIVAL)), _part(self._share, *DROP)
        found = [(*glide.place(along), glide.last) for glide in self._glides]
        if fallen > 0:
            found += [(sprite.x, sprite.y - HEIGHT * (1 - _bounced(fallen)), sprite) for sprite in self._drops]
        return found

    def finish(self) -> None:
        """Be there at once."""
        if self._final is None:
            return
        final, self._final = self._final, None
        if self._glides or self._drops:
            self.board.set_picture(final)
        self._glides, self._drops, self._flash, self._old = [], [], [], None
        self._held = QPainterPath()
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._final is None:
            return
        share = self._share
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
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
            self._paint_flash(painter, _part(share, *FLASH))
            scale, fallen = self._scale(), _part(share, *DROP)
            for x, y, sprite in self._on_the_way():
                painter.setOpacity(min(1.0, 2.5 * fallen) if sprite in self._drops else 1.0)
                self._paint_sprite(painter, sprite, x, y, scale)

    def _paint_flash(self, painter: QPainter, share: float) -> None:
        """Light that comes and goes on all these places."""
        if not 0.0 < share < 1.0 or not self._flash:
            return
        theme = theme_at(self)
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
            sprite.name, tall, theme_at(self), sprite.seat, sprite.text, self.devicePixelRatioF(), sprite.faded
        )
        place = QRectF(middle.x() - wide / 2, middle.y() - tall / 2, wide, tall)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(place, pixmap, QRectF(pixmap.rect()))


def _part(share: float, begin: float, end: float) -> float:
    """How much of a part of the way is behind one."""
    return min(1.0, max(0.0, (share - begin) / (end - begin)))


def _eased(share: float) -> float:
    return share * share * (3 - 2 * share)


def _bounced(share: float) -> float:
    """A fall that ends with a little jump."""
    if share < 0.7:
        return (share / 0.7) ** 2
    up = (share - 0.85) / 0.15
    return 1.0 - 0.10 * (1 - up * up)
