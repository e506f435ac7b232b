"""The cards below the seats: titled groups of things with numbers (draw stacks, dice, what is left)."""

from __future__ import annotations

import math
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.core.panel import Group, Item
from studio.core.text import headed
from studio.gui.play.panels.lit import ItemsCard
from studio.gui.style.fonts import MEDIUM, SEMIBOLD, text_font
from studio.gui.style.sprites import sprite_aspect, sprite_pixmap
from studio.gui.style.worn import theme_at
from studio.gui.widgets import paint_card
from studio.gui.widgets.text import CENTRE, LEFT, RIGHT, paint_words

PAD = 14.0
CARD_WIDTH = 272
ROW_MOST = 9
CAPTION = 12


class GroupCard(ItemsCard):
    """One group, as `stacks` (large, clickable), `row` (small pictures over their counts) or `list`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.data = Group("", "", ())
        self.first = True

    def show_group(self, data: Group) -> None:
        """Show other things."""
        if data == self.data:
            return
        grown = (len(data.items), data.look, bool(data.title)) != (
            len(self.data.items),
            self.data.look,
            bool(self.data.title),
        )
        self.data = data
        things = ", ".join(f"{item.caption or item.tip} {item.value}".strip() for item in data.items)
        self.setAccessibleName(headed(data.title, things))
        if grown:
            self.updateGeometry()
        self.update()

    def words_at(self, place: QPointF) -> str:
        if place.y() < self._head:
            return "\n".join(filter(None, (self.data.title, self.data.note)))
        return super().words_at(place)

    # measures

    @property
    def _head(self) -> float:
        if self.first:
            return (40.0, 36.0, 32.0, 28.0)[self.density]
        return (30.0, 26.0, 23.0, 20.0)[self.density] if self.data.title else 8.0

    def _columns(self) -> int:
        count = max(1, len(self.data.items))
        if self.data.look == "list":
            return 1
        if self.data.look == "stacks":
            most = 3 if self.density == 0 else 6
            rows = math.ceil(count / most)
            return math.ceil(count / rows)
        return math.ceil(count / math.ceil(count / ROW_MOST))

    def _edges(self) -> list[float]:
        """Where the columns begin, and where the last one ends: all alike, but where captions need other widths."""
        columns = self._columns()
        room = self.width() - 2 * PAD
        wide = [room / columns] * columns
        if self.data.look != "list" and self._captioned:
            face = QFontMetricsF(text_font(CAPTION))
            captions = [[item.caption for item in self.data.items[column::columns]] for column in range(columns)]
            needs = [max(face.horizontalAdvance(words) for words in column) + 2 for column in captions]
            if max(needs) > wide[0] and sum(needs) < room:
                wide = [need + (room - sum(needs)) / columns for need in needs]
        return list(accumulate(wide, initial=PAD))

    def _cell_height(self) -> float:
        if self.data.look == "list":
            return (24.0, 22.0, 20.0, 19.0)[self.density]
        under = 15.0 if self._captioned else 0.0
        if self.data.look == "stacks":
            return self._picture_height() + 18.0 + under + (8 if self.density < 3 else 4)
        return self._picture_height() + under + (20 if self.density < 3 else 18)

    @property
    def _captioned(self) -> bool:
        """Whether there are captions, and room for them: small pictures in a row have them only in a roomy column."""
        return any(item.caption for item in self.data.items) and (self.data.look == "stacks" or self.density < 2)

    def _picture_height(self) -> float:
        if self.data.look == "row":
            return (34.0, 30.0, 26.0, 23.0)[self.density]
        columns = self._columns()
        most = (78.0, 52.0, 40.0, 32.0)[self.density]
        return min(most, (CARD_WIDTH - 2 * PAD) / columns - 8)

    def _rows(self) -> int:
        return math.ceil(len(self.data.items) / self._columns()) if self.data.items else 0

    def sizeHint(self) -> QSize:
        gaps = 4 * max(0, self._rows() - 1)
        return QSize(
            272, math.ceil(self._head + self._rows() * self._cell_height() + gaps + (8, 5, 3, 2)[self.density])
        )

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_head(painter)
            self._boxes = []
            edges = self._edges()
            tall = self._cell_height()
            for place, item in enumerate(self.data.items):
                row, column = divmod(place, len(edges) - 1)
                wide = edges[column + 1] - edges[column]
                box = QRectF(edges[column], self._head + row * (tall + 4), wide, tall)
                self.place_item(painter, box, item, box.adjusted(1, -2, -1, 1), 7)
                if self.data.look == "list":
                    self._paint_line(painter, box, item)
                else:
                    self._paint_thing(painter, box, item)

    def _paint_head(self, painter: QPainter) -> None:
        theme = theme_at(self)
        head = QRectF(PAD, 3, self.width() - 2 * PAD, self._head - 5)
        if self.first:
            paint_words(
                painter, head, self.data.title, theme.color("text"), 19 if self.density < 2 else 18, display=True
            )
        else:
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(QPointF(PAD, 0.5), QPointF(self.width() - PAD, 0.5))
            paint_words(painter, head, self.data.title, theme.color("second"), 13, MEDIUM)
        title_wide = painter.fontMetrics().horizontalAdvance(self.data.title)
        note = head.adjusted(title_wide + 12, 1 if self.first else 0, 0, 0)
        paint_words(painter, note, self.data.note, theme.color("second"), 12.5, align=RIGHT)

    def _paint_thing(self, painter: QPainter, box: QRectF, item: Item) -> None:
        theme = theme_at(self)
        tall = self._picture_height()
        tall = min(tall, (box.width() - 4) / max(0.1, sprite_aspect(item.sprite)))
        wide = tall * sprite_aspect(item.sprite)
        pixmap = sprite_pixmap(item.sprite, tall, theme, item.seat, "", self.devicePixelRatioF(), item.faded)
        top = box.top() + (self._picture_height() - tall) / 2 + (2 if self.data.look == "stacks" else 0)
        painter.drawPixmap(QPointF(box.center().x() - wide / 2, top), pixmap)
        ink = theme.color("off" if item.faded else "text")
        line = QRectF(box.left(), box.top() + self._picture_height() + 3, box.width(), 18)
        paint_words(painter, line, item.value, ink, 14 if self.data.look == "stacks" else 13, SEMIBOLD, CENTRE)
        if item.caption and self._captioned:
            under = line.translated(0, 16)
            paint_words(painter, under, item.caption, theme.color("second"), CAPTION, align=CENTRE)

    def _paint_line(self, painter: QPainter, box: QRectF, item: Item) -> None:
        theme = theme_at(self)
        tall = box.height() - 4
        wide = tall * sprite_aspect(item.sprite) if item.sprite else 0.0
        if item.sprite:
            pixmap = sprite_pixmap(item.sprite, tall, theme, item.seat, "", self.devicePixelRatioF(), item.faded)
            painter.drawPixmap(QPointF(box.left(), box.top() + 2), pixmap)
        ink = theme.color("off" if item.faded else "text")
        paint_words(painter, box.adjusted(wide + 8, 0, -44, 0), item.caption, ink, 13, align=LEFT)
        paint_words(painter, box, item.value, ink, 14, SEMIBOLD, RIGHT)


class Groups(QWidget):
    """All groups of a panel on one card, parted by hairlines; the first title is the card's."""

    pointed = Signal(int)
    clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[GroupCard] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 2, 0, 6)
        self._column.setSpacing(2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_card(painter, QRectF(self.rect()), 10)

    def show_groups(self, groups: tuple[Group, ...]) -> None:
        """Show other groups; the same number of cards is kept."""
        while len(self.cards) < len(groups):
            card = GroupCard(self)
            card.first = not self.cards
            card.pointed.connect(self.pointed)
            card.clicked.connect(self.clicked)
            self._column.addWidget(card)
            self.cards.append(card)
        for place, card in enumerate(self.cards):
            card.setVisible(place < len(groups))
            if place < len(groups):
                card.show_group(groups[place])

    def set_density(self, density: int) -> None:
        """Roomy (0) or closer (1, 2, 3)."""
        for card in self.cards:
            card.set_density(density)

    def set_lit(self, lit: frozenset[int], chosen: int) -> None:
        """Which targets may be clicked now, and which is pointed at."""
        for card in self.cards:
            card.set_lit(lit, chosen)

    def height_at(self, density: int) -> int:
        """How high all cards are at a density."""
        total, shown = 0, [card for card in self.cards if not card.isHidden()]
        for card in shown:
            now, card.density = card.density, density
            total += card.sizeHint().height()
            card.density = now
        return total + 8 + 2 * max(0, len(shown) - 1)
