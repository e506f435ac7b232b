"""The shipped layouts, game by game: a row of games above, below it the layouts of the one chosen, or of all."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio import games
from studio.core.text import _
from studio.documents.paths import shipped_layouts
from studio.gui.settings import settings
from studio.gui.start.gallery import Gallery
from studio.gui.start.game_chips import EVERY, GameEmblem, GameRow
from studio.gui.start.layout_card import LayoutCard, all_measured
from studio.gui.start.learning import LearnRow
from studio.gui.widgets import Card, Elided, EmptyState, ScrollArea, Separator, title_label

KEPT = "start_game"
"""In the settings: the game whose layouts are on show."""


class GameShelf(QWidget):
    """The layouts of one game under its name and a line about it."""

    def __init__(self, slug: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.paths = shipped_layouts(slug)
        info = games.load(slug).info
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 6)
        column.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(9)
        head.addWidget(GameEmblem(slug, 26))
        self.name = title_label(info.name, 19, italic=True)
        head.addWidget(self.name)
        self.blurb = Elided(info.blurb, "second", 13)
        head.addWidget(self.blurb, 1)
        self.learning = LearnRow(slug)
        head.addWidget(self.learning)
        column.addLayout(head)
        column.addWidget(Separator())
        self.gallery = Gallery([proportion for proportion, _size in all_measured(self.paths)])
        column.addWidget(self.gallery)

    @property
    def cards(self) -> list[LayoutCard]:
        """The cards, as soon as they are there."""
        return self.gallery.cards

    def fill(self) -> None:
        """Make the cards and ask for their pictures."""
        self.gallery.take([LayoutCard(path) for path in self.paths])
        for card in self.cards:
            card.load()


class Shelf(Card):
    """All of it. The places of the cards are there at once; `fill` brings the cards, game after game."""

    edit = Signal(object)
    play = Signal(object)
    learn = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("Layouts"), _("shipped with the program"), parent)
        self.sections: dict[str, GameShelf] = {}
        self.games = GameRow(games.slugs(), every=True)
        self.games.chosen.connect(self.choose)
        kept = settings().value(KEPT, EVERY)
        self.games.set_current(kept)
        self.body.addWidget(self.games)
        self._room = QWidget()
        self._column = QVBoxLayout(self._room)
        self._column.setContentsMargins(0, 4, 4, 0)
        self._column.setSpacing(8)
        self._column.addStretch(1)
        self.area = ScrollArea(self._room, name=_("Layouts"))
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.body.addWidget(self.area, 1)
        for slug in games.slugs():
            if shipped_layouts(slug):
                section = self.sections[slug] = GameShelf(slug)
                section.learning.chosen.connect(self.learn)
                self._column.insertWidget(len(self.sections) - 1, section)
                section.setVisible(self._is_shown(slug))  # not before it is inside: it would be a window of its own
        if not self.sections:
            empty = EmptyState("map", _("No layouts found"), _("The program's own files are missing."))
            self._column.insertWidget(0, empty)
        self._waiting = sorted(self.sections.values(), key=lambda section: section.isHidden())

    @property
    def cards(self) -> list[LayoutCard]:
        """The cards that are there, game by game."""
        return [card for section in self.sections.values() for card in section.cards]

    @property
    def is_full(self) -> bool:
        """Whether all games have their cards."""
        return bool(self.sections) and not self._waiting

    def fill(self) -> None:
        """Make the cards of one game after another."""
        if self._waiting:
            section = self._waiting.pop(0)
            section.fill()
            for card in section.cards:
                card.edit.connect(self.edit)
                card.play.connect(self.play)
            QTimer.singleShot(0, self, self.fill)

    def _is_shown(self, slug: str) -> bool:
        return self.games.current() in (EVERY, slug)

    def choose(self, slug: str) -> None:
        """Show the layouts of a game, or of all; remembered."""
        self.games.set_current(slug)
        settings().put(KEPT, self.games.current())
        for name, section in self.sections.items():
            section.setVisible(self._is_shown(name))
        self.area.verticalScrollBar().setValue(0)

    def sizeHint(self) -> QSize:
        return QSize(640, 480)
