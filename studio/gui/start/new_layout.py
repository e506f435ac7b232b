"""New layout: which game is it for? A card for each, with its emblem; a click or Enter starts drawing."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QVBoxLayout, QWidget

from studio import games
from studio.core.text import _
from studio.gui.settings import settings
from studio.gui.start.game_chips import paint_game, seats_words
from studio.gui.style.fonts import display_font
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import paint_card, text_label
from studio.gui.widgets.dialogs import HouseDialog

KEPT = "new_layout_game"
"""In the settings: the game for which a layout was begun last."""
EMBLEM = 72
CARD = QSize(384, 122)


class GameCard(QAbstractButton):
    """A game to draw for: emblem, name, who made it, what it is about."""

    def __init__(self, slug: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        info = games.load(slug).info
        self.slug = slug
        self.setObjectName(slug)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(info.name)
        self.setAccessibleDescription(info.blurb)
        self.setFixedSize(CARD)
        column = QVBoxLayout(self)
        column.setContentsMargins(EMBLEM + 28, 12, 16, 12)
        column.setSpacing(3)
        name = text_label(info.name)
        name.setFont(display_font(20))
        made = _("{author}, {year}").format(author=info.author, year=info.year)
        column.addWidget(name)
        column.addWidget(text_label(f"{made} · {seats_words(info)}", "second", 12))
        column.addSpacing(4)
        column.addWidget(text_label(info.blurb, "text", 13, wrap=True), 1, Qt.AlignmentFlag.AlignTop)
        for label in self.findChildren(QWidget):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rect = QRectF(self.rect())
            paint_card(painter, rect)
            if self.underMouse() or self.hasFocus():
                painter.setPen(QPen(theme.color("accent"), 1.8))
                painter.setBrush(theme.color("hover") if self.underMouse() else Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(rect.adjusted(1, 1, -1, -2), 10, 10)
            paint_game(painter, self.slug, QRectF(14, (self.height() - EMBLEM) / 2, EMBLEM, EMBLEM))


class NewLayout(HouseDialog):
    """The dialog; its choice is the slug of a game."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent, _("A new layout for which game?"), "map")
        grid = QGridLayout()
        grid.setSpacing(12)
        self.cards = [GameCard(slug) for slug in games.slugs()]
        for place, card in enumerate(self.cards):
            card.clicked.connect(lambda _checked=False, slug=card.slug: self._finish(slug))
            grid.addWidget(card, place // 2, place % 2)
        self.body.addLayout(grid)
        self.setMinimumWidth(2 * CARD.width() + grid.spacing() + 44)
        self.add_button("", _("Cancel"))
        kept = settings().value(KEPT, "")
        next((card for card in self.cards if card.slug == kept), self.cards[0]).setFocus()

    def _finish(self, slug: str) -> None:
        settings().put(KEPT, slug)
        self.finish(slug)


def ask_game(parent: QWidget | None) -> str:
    """Which game a new layout is for: its slug, or "" when nothing was chosen."""
    return NewLayout(parent).ask()
