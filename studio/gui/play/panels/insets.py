"""Cards with a picture of their own beside the board; lit targets in them can be clicked."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from studio.core.panel import Inset
from studio.core.picture import Picture
from studio.gui.play.panels.lit import PictureView
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card

LEAST = 120
"""Pixels that a card keeps even in a low window."""
WIDTH = 284
FOLDED = 44
TIGHT = 0.3
"""Share of the highest inset that may be missing before the others are folded."""


class FoldSign(QWidget):
    """The small angle at the end of a card's head: down while the card is open, to the right while it is folded."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open = True
        self.setFixedSize(14, 14)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_open(self, is_open: bool) -> None:
        """Point down or to the right."""
        if is_open != self._open:
            self._open = is_open
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        points = ((3.5, 5.0), (7.0, 8.5), (10.5, 5.0)) if self._open else ((5.5, 3.5), (9.0, 7.0), (5.5, 10.5))
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(current_theme().color("second"), 1.6))
            painter.drawPolyline([QPointF(x, y) for x, y in points])


class InsetCard(Card):
    """A titled card around one picture, as high as that wants for the width. A click on its head folds or opens it."""

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(" ", " ", parent, padding=12)
        self.view = PictureView(self)
        self.body.addWidget(self.view, 1)
        self._sign = FoldSign()
        self.header.addWidget(self._sign)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_inset(self, inset: Inset) -> None:
        """Show another inset."""
        self.set_title(inset.title)
        self.set_note(inset.note)
        self.view.setAccessibleName(f"{inset.title}. {inset.note}")
        self.view.set_picture(inset.picture)

    def height_for(self, width: int) -> int:
        """How high the card wants to be at a width."""
        return round((width - 24) / self.view.ratio) + 54

    @property
    def is_folded(self) -> bool:
        """Whether only the title is shown."""
        return self.view.isHidden()

    def set_folded(self, folded: bool) -> None:
        """Show only the title, or the picture too."""
        self.view.setVisible(not folded)
        self._sign.set_open(not folded)

    def set_foldable(self, foldable: bool) -> None:
        """Whether there are other cards to make way for."""
        self._sign.setVisible(foldable)

    def _is_head(self, place: QPointF) -> bool:
        return not self._sign.isHidden() and place.y() < FOLDED

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        pointing = self._is_head(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if pointing else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._is_head(event.position()):
            self.pressed.emit()
        super().mousePressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(284, self.height_for(WIDTH))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 90)


class Insets(QWidget):
    """All insets of a panel, one card below the other; together at most `room` high.

    Where room is short the last ones are folded first, but neither that where something can be clicked nor that
    opened last; what a person has folded stays so until there is something to click in it.
    """

    pointed = Signal(int)
    clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[InsetCard] = []
        self._room = 400
        self._open = -1
        self._shut: set[int] = set()
        self._busy = -1
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_insets(self, insets: tuple[Inset, ...]) -> None:
        """Show other insets; cards that are there already are kept. Without any nothing takes up room."""
        self.setVisible(bool(insets))
        while len(self.cards) < len(insets):
            card = InsetCard(self)
            card.view.pointed.connect(self.pointed)
            card.view.clicked.connect(self.clicked)
            card.pressed.connect(partial(self._fold_or_open, len(self.cards)))
            self._column.addWidget(card)
            self.cards.append(card)
        for place, card in enumerate(self.cards):
            card.setVisible(place < len(insets))
            if place < len(insets):
                card.show_inset(insets[place])
        self.set_room(self._room)

    @property
    def count(self) -> int:
        """How many cards there are."""
        return sum(not card.isHidden() for card in self.cards)

    def set_room(self, room: int) -> None:
        """How high all cards may be together."""
        self._room = room
        shown = [card for card in self.cards if not card.isHidden()]
        if not shown:
            return
        wants = [FOLDED if self._is_shut(place) else card.height_for(WIDTH) for place, card in enumerate(shown)]
        # the first to fold comes first; how much may be missing is always the same, lest cards jump at every decision
        order = sorted(range(len(shown)), key=lambda place: (place == self._busy, place == self._open, -place))
        for place in order[:-1]:
            if sum(wants) + 12 * (len(shown) - 1) - room <= TIGHT * max(wants):
                break
            wants[place] = FOLDED
        excess = sum(wants) + 12 * (len(shown) - 1) - room
        while excess > 0 and max(wants) > LEAST:
            wants[wants.index(max(wants))] -= min(excess, 4)
            excess -= 4
        for card, want in zip(shown, wants, strict=True):
            card.set_foldable(len(shown) > 1)
            card.set_folded(want == FOLDED)
            card.setFixedHeight(want)

    def _is_shut(self, place: int) -> bool:
        return place in self._shut and place != self._busy

    def _fold_or_open(self, place: int) -> None:
        if self.cards[place].is_folded:
            self._open = place
            self._shut.discard(place)
        elif place != self._busy:
            self._open = -1 if self._open == place else self._open
            self._shut.add(place)
        self.set_room(self._room)

    def set_ghost(self, ghost: Picture | None, target: int) -> None:
        """What the move pointed at would look like, in the picture that its target lies in."""
        for card in self.cards:
            card.view.set_ghost(ghost if card.view.has(target) else None)

    def forget(self) -> None:
        """Paint anew (another theme)."""
        for card in self.cards:
            card.view.forget()

    def set_lit(self, lit: frozenset[int], chosen: int) -> None:
        """Which targets may be clicked now, and which is pointed at."""
        busy = -1
        for place, card in enumerate(self.cards):
            card.view.set_lit(lit, chosen)
            if any(target.cell in lit for target in card.view.picture.targets):
                busy = place
        if busy != self._busy:
            self._busy = busy
            self.set_room(self._room)
