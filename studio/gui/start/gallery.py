"""Pictures of different proportions in rows that all fill the width, as photographs are hung."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.gui.start.layout_card import CARD, HEAD, LayoutCard
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import paint_card

GAP = 12
HIGH = 168
"""The height that pictures have where nothing asks for another."""
LOWEST, HIGHEST = 0.8, 1.22
"""How far a row may be shrunk and stretched to fill the width."""
NARROW, WIDE = 1.2, 2.0
"""Pictures beyond these proportions get a place of these."""


def rows_of(proportions: Sequence[float], width: float, pad: float = 20, gap: float = GAP) -> list[tuple[int, float]]:
    """How to hang pictures: for each row how many there are in it and how high they are.

    `proportions` are width by height, `pad` is what a frame adds to the width of its picture. A row takes pictures as
    long as that brings it closer to the usual height; the last one is not stretched further than the one above it.
    """
    rows: list[tuple[int, float]] = []
    taken: list[float] = []

    def height(pictures: Sequence[float]) -> float:
        return (width - gap * (len(pictures) - 1) - pad * len(pictures)) / sum(pictures)

    for proportion in proportions:
        held = min(max(proportion, NARROW), WIDE)
        fits = not taken or abs(height([*taken, held]) - HIGH) <= abs(height(taken) - HIGH)
        if not fits or (taken and height([*taken, held]) < HIGH * LOWEST):
            rows.append((len(taken), height(taken)))
            taken = []
        taken.append(held)
    if taken:
        rows.append((len(taken), min(height(taken), rows[-1][1] if rows else HIGH * HIGHEST)))
    return [(count, min(high, HIGH * HIGHEST)) for count, high in rows]


@lru_cache(maxsize=64)
def _places(proportions: tuple[float, ...], width: int) -> tuple[QRect, ...]:
    """Where the cards hang in so much width; a layout asks for the same again and again."""
    top, places = 0, list[QRect]()
    for count, high in rows_of(proportions, width):
        left, first = 0.0, len(places)
        for proportion in proportions[first : first + count]:
            wide = min(max(proportion, NARROW), WIDE) * high + CARD
            places.append(QRect(round(left), top, round(left + wide) - round(left), round(high) + HEAD))
            left += wide + GAP
        top += round(high) + HEAD + GAP
    return tuple(places)


class Gallery(QWidget):
    """Holds the cards of one game, hung for the width there is; before they come it shows their places."""

    def __init__(self, proportions: Sequence[float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.proportions = tuple(proportions)
        self.places: tuple[QRect, ...] = ()
        self.cards: list[LayoutCard] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)  # the layout asks at once: a height set later would leave the old one on show
        self.setSizePolicy(policy)

    def take(self, cards: Sequence[LayoutCard]) -> None:
        """Put the cards into their places."""
        self.cards = list(cards)
        for card in self.cards:
            card.setParent(self)
        self._settle()
        for card in self.cards:
            card.show()

    def _settle(self) -> None:
        for card, place in zip(self.cards, self.places, strict=False):
            card.setGeometry(place)

    def heightForWidth(self, width: int) -> int:
        return max((place.bottom() + 1 for place in _places(self.proportions, width)), default=0)

    def sizeHint(self) -> QSize:
        return QSize(600, self.heightForWidth(600))

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self.cards:
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                for place in self.places:
                    paint_card(painter, QRectF(place), 8)
                    painter.setPen(current_theme().color("border"))
                    painter.setBrush(current_theme().color("paper"))
                    sheet = place.adjusted(CARD // 2, CARD // 2, -CARD // 2, CARD // 2 - HEAD)
                    painter.drawRoundedRect(QRectF(sheet).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.places = _places(self.proportions, self.width())
        self._settle()
