"""Groups of items below the seats (draw stacks, dice, supplies), and insets with a picture."""

from __future__ import annotations

import math
from functools import partial
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.panel import Group, Inset, Item
from studio.core.picture import Picture
from studio.core.text import with_label
from studio.gui.play.panels.clickable import ItemsCard, PictureView, item_text
from studio.gui.style.sprites import sprite_aspect, sprite_pixmap
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, text_font, widget_theme
from studio.gui.widgets import Card, CardFrame, IconLabel, painter_on, vbox
from studio.gui.widgets.accessibility import AccessiblePart, AccessibleParts
from studio.gui.widgets.text import CENTER, LEFT, RIGHT, paint_text

PAD = 14.0
CARD_WIDTH = 272
MAX_ROW_ITEMS = 9
CAPTION = 12


class GroupCard(AccessibleParts, ItemsCard):
    """One group of items, as `stacks` (large, clickable), `row` (small pictures over their counts) or `list`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.data = Group("", "", ())
        self.first = True

    def show_group(self, data: Group) -> None:
        if data == self.data:
            return
        sizes = [(len(group.items), group.look, bool(group.title)) for group in (data, self.data)]
        self.data = data
        self.setAccessibleName(with_label(data.title, data.note) if data.note else data.title)
        if sizes[0] != sizes[1]:
            self.updateGeometry()
        self.update()

    def accessible_parts(self) -> list[AccessiblePart]:
        boxes = {item: box for box, item in self._boxes}  # of those that have been painted
        template = "{words}, {value}"
        return [self.part(item_text(item, template), item.target, boxes.get(item)) for item in self.data.items]

    def text_at(self, place: QPointF) -> str:
        if place.y() < self._head:
            return "\n".join(filter(None, (self.data.title, self.data.note)))
        return super().text_at(place)

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
        return math.ceil(count / math.ceil(count / MAX_ROW_ITEMS))

    def _edges(self) -> list[float]:
        """Return the x of the columns and the end of the last: equal, unless captions need other widths."""
        columns = self._columns()
        room = self.width() - 2 * PAD
        wide = [room / columns] * columns
        if self.data.look != "list" and self._has_captions:
            face = QFontMetricsF(text_font(CAPTION))
            captions = [[item.caption for item in self.data.items[column::columns]] for column in range(columns)]
            needs = [max(face.horizontalAdvance(text) for text in column) + 2 for column in captions]
            if max(needs) > wide[0] and sum(needs) < room:
                wide = [need + (room - sum(needs)) / columns for need in needs]
        return list(accumulate(wide, initial=PAD))

    def _cell_height(self) -> float:
        if self.data.look == "list":
            return (24.0, 22.0, 20.0, 19.0)[self.density]
        under = 15.0 if self._has_captions else 0.0
        if self.data.look == "stacks":
            return self._picture_height() + 18.0 + under + (8 if self.density < 3 else 4)
        return self._picture_height() + under + (20 if self.density < 3 else 18)

    @property
    def _has_captions(self) -> bool:
        """Whether there are captions and room for them; small pictures in a row have them only at low density."""
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
        below = (8, 5, 3, 2)[self.density]
        return QSize(272, math.ceil(self._head + self._rows() * self._cell_height() + gaps + below))

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        with painter_on(self) as painter:
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
                    self._paint_item(painter, box, item)

    def _paint_head(self, painter: QPainter) -> None:
        theme = widget_theme(self)
        head = QRectF(PAD, 3, self.width() - 2 * PAD, self._head - 5)
        if self.first:
            px = 19 if self.density < 2 else 18
            paint_text(painter, head, self.data.title, theme.color("text"), px, display=True)
        else:
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(QPointF(PAD, 0.5), QPointF(self.width() - PAD, 0.5))
            paint_text(painter, head, self.data.title, theme.color("second"), 13, MEDIUM)
        title_wide = painter.fontMetrics().horizontalAdvance(self.data.title)
        note = head.adjusted(title_wide + 12, 1 if self.first else 0, 0, 0)
        paint_text(painter, note, self.data.note, theme.color("second"), 12.5, align=RIGHT)

    def _paint_item(self, painter: QPainter, box: QRectF, item: Item) -> None:
        theme = widget_theme(self)
        tall = self._picture_height()
        tall = min(tall, (box.width() - 4) / max(0.1, sprite_aspect(item.sprite)))
        wide = tall * sprite_aspect(item.sprite)
        pixmap = sprite_pixmap(item.sprite, tall, theme, item.seat, "", self.devicePixelRatioF(), item.is_faded)
        top = box.top() + (self._picture_height() - tall) / 2 + (2 if self.data.look == "stacks" else 0)
        painter.drawPixmap(QPointF(box.center().x() - wide / 2, top), pixmap)
        ink = theme.color("off" if item.is_faded else "text")
        line = QRectF(box.left(), box.top() + self._picture_height() + 3, box.width(), 18)
        paint_text(painter, line, item.value, ink, 14 if self.data.look == "stacks" else 13, SEMIBOLD, CENTER)
        if item.caption and self._has_captions:
            under = line.translated(0, 16)
            paint_text(painter, under, item.caption, theme.color("second"), CAPTION, align=CENTER)

    def _paint_line(self, painter: QPainter, box: QRectF, item: Item) -> None:
        theme = widget_theme(self)
        tall = box.height() - 4
        wide = tall * sprite_aspect(item.sprite) if item.sprite else 0.0
        if item.sprite:
            pixmap = sprite_pixmap(item.sprite, tall, theme, item.seat, "", self.devicePixelRatioF(), item.is_faded)
            painter.drawPixmap(QPointF(box.left(), box.top() + 2), pixmap)
        ink = theme.color("off" if item.is_faded else "text")
        paint_text(painter, box.adjusted(wide + 8, 0, -44, 0), item.caption, ink, 13, align=LEFT)
        paint_text(painter, box, item.value, ink, 14, SEMIBOLD, RIGHT)


class GroupsPanel(CardFrame):
    """All groups of a panel on one card; the first title is the card's."""

    hovered = Signal(int)
    clicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[GroupCard] = []
        self._column = vbox(parent=self, spacing=2, margins=(0, 2, 0, 6))

    def show_groups(self, groups: tuple[Group, ...]) -> None:
        while len(self.cards) < len(groups):
            card = GroupCard(self)
            card.first = not self.cards
            card.hovered.connect(self.hovered)
            card.clicked.connect(self.clicked)
            self._column.addWidget(card)
            self.cards.append(card)
        for place, card in enumerate(self.cards):
            card.setVisible(place < len(groups))
            if place < len(groups):
                card.show_group(groups[place])

    def set_density(self, density: int) -> None:
        for card in self.cards:
            card.set_density(density)

    def set_clickable(self, lit: frozenset[int], chosen: int) -> None:
        for card in self.cards:
            card.set_clickable(lit, chosen)

    def height_at(self, density: int) -> int:
        total, shown = 0, [card for card in self.cards if not card.isHidden()]
        for card in shown:
            now, card.density = card.density, density
            total += card.sizeHint().height()
            card.density = now
        return total + 8 + 2 * max(0, len(shown) - 1)


# insets

MIN_HEIGHT = 120  # pixels
WIDTH = 284
FOLDED_HEIGHT = 44
TIGHT = 0.3  # share of the highest inset that may be cut before others are folded


class InsetCard(Card):
    """Card around one picture. A click on its header folds or unfolds it."""

    header_clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(" ", " ", parent, padding=12)
        self.view = PictureView(self)
        self.body.addWidget(self.view, 1)
        self._fold_arrow = IconLabel("down", "second", 14)
        self._fold_arrow.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.header.addWidget(self._fold_arrow)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_inset(self, inset: Inset) -> None:
        self.set_title(inset.title)
        self.set_note(inset.note)
        self.view.setAccessibleName(f"{inset.title}. {inset.note}")
        self.view.set_picture(inset.picture)

    def height_for(self, width: int) -> int:
        return round((width - 24) / self.view.ratio) + 54

    @property
    def is_folded(self) -> bool:
        return self.view.isHidden()

    def set_folded(self, folded: bool, *, can_fold: bool) -> None:
        self.view.setVisible(not folded)
        self._fold_arrow.set_icon("right" if folded else "down", "second")
        self._fold_arrow.setVisible(can_fold)

    def _is_head(self, place: QPointF) -> bool:
        return not self._fold_arrow.isHidden() and place.y() < FOLDED_HEIGHT

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        pointing = self._is_head(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if pointing else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._is_head(event.position()):
            self.header_clicked.emit()
        super().mousePressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(284, self.height_for(WIDTH))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 90)


class Insets(QWidget):
    """The insets of a panel, one below the other.

    If there is too little room, the last ones are folded first, except one with a clickable target or the one opened
    last. One that the user has folded stays folded until it has a clickable target.
    """

    hovered = Signal(int)
    clicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[InsetCard] = []
        self._room = 400
        self._open = -1
        self._folded_cards: set[int] = set()
        self._ghost_card = -1
        self._column = vbox(parent=self, spacing=12)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_insets(self, insets: tuple[Inset, ...]) -> None:
        self.setVisible(bool(insets))
        while len(self.cards) < len(insets):
            card = InsetCard(self)
            card.view.hovered.connect(self.hovered)
            card.view.clicked.connect(self.clicked)
            card.header_clicked.connect(partial(self._toggle_fold, len(self.cards)))
            self._column.addWidget(card)
            self.cards.append(card)
        for place, card in enumerate(self.cards):
            card.setVisible(place < len(insets))
            if place < len(insets):
                card.show_inset(insets[place])
        self.set_max_height(self._room)

    @property
    def count(self) -> int:
        return sum(not card.isHidden() for card in self.cards)

    def set_max_height(self, room: int) -> None:
        """Limit the height of all cards together."""
        self._room = room
        shown = [card for card in self.cards if not card.isHidden()]
        if not shown:
            return
        folded = self._folded_cards - {self._ghost_card}
        wants = [FOLDED_HEIGHT if place in folded else card.height_for(WIDTH) for place, card in enumerate(shown)]
        # in folding order; the tolerance is fixed so that cards do not jump at every decision
        order = sorted(range(len(shown)), key=lambda place: (place == self._ghost_card, place == self._open, -place))
        for place in order[:-1]:
            if sum(wants) + 12 * (len(shown) - 1) - room <= TIGHT * max(wants):
                break
            wants[place] = FOLDED_HEIGHT
        excess = sum(wants) + 12 * (len(shown) - 1) - room
        while excess > 0 and max(wants) > MIN_HEIGHT:
            wants[wants.index(max(wants))] -= min(excess, 4)
            excess -= 4
        for card, want in zip(shown, wants, strict=True):
            card.set_folded(want == FOLDED_HEIGHT, can_fold=len(shown) > 1)
            card.setFixedHeight(want)

    def _toggle_fold(self, place: int) -> None:
        if self.cards[place].is_folded:
            self._open = place
            self._folded_cards.discard(place)
        elif place != self._ghost_card:
            self._open = -1 if self._open == place else self._open
            self._folded_cards.add(place)
        self.set_max_height(self._room)

    def set_ghost(self, ghost: Picture | None, target: int) -> None:
        """Show the selected move in the picture that has its target."""
        for card in self.cards:
            card.view.set_ghost(ghost if card.view.has_target(target) else None)

    def clear_cache(self) -> None:
        for card in self.cards:
            card.view.clear_cache()

    def set_clickable(self, lit: frozenset[int], chosen: int) -> None:
        busy = -1
        for place, card in enumerate(self.cards):
            card.view.set_clickable(lit, chosen)
            if any(target.cell in lit for target in card.view.picture.targets):
                busy = place
        if busy != self._ghost_card:
            self._ghost_card = busy
            self.set_max_height(self._room)
