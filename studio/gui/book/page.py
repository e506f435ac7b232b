"""The rules of a game as a book in a tab."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QWidget

from studio.core.protocols import Game
from studio.core.text import _, plural
from studio.games import load, slugs
from studio.gui.book.clause_leaf import ClauseLeaf
from studio.gui.book.reading import Reading
from studio.gui.book.volume import Volume
from studio.gui.page import KeyGroup, Page
from studio.gui.widgets.inputs import Choice


def game_of(page: Page) -> Game:
    """The game that a page is about, or the first there is."""
    about = page.drawn() or page.played()
    if about is not None and about.game.book():
        return about.game
    return next(game for game in map(load, slugs()) if game.book())


class BookPage(Volume):
    """The rules of a game, clause by clause."""

    manual = "learning"
    leaf: ClauseLeaf

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        self.game = game
        super().__init__(parent)

    def furnish(self) -> None:
        game, reading = self.game, Reading(self.game.book())
        numbered = sum(bool(clause.number) for clause in reading.clauses.values())
        note = plural("{n} clause", "{n} clauses", numbered).format(n=numbered)
        self.games = games = Choice([(game.info.slug, game.info.name) for game in map(load, slugs()) if game.book()])
        games.setAccessibleName(_("Game"))
        games.set_current(game.info.slug)
        self.lay_out(reading, ClauseLeaf(game, reading), _("Search the rules"), note, games)
        games.chosen.connect(self._other_game)
        self.leaf.tried.connect(self.try_it)
        QShortcut("Ctrl+T", self, self.try_it, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)

    def title(self) -> str:
        return _("Rules of {game}").format(game=self.game.info.name)

    def shortcuts(self) -> list[KeyGroup]:
        keys = [
            (_("Search the rules"), ["Ctrl+F"]),
            (_("Try the board of the clause"), ["Ctrl+T"]),
            *self.reading_keys(),
        ]
        return [(_("Rules"), keys)]

    def try_it(self) -> None:
        """Ask for the board of this clause on a table of its own."""
        self.try_requested.emit(self.game, self.reading.clauses[self.key])

    def _other_game(self, slug: str) -> None:
        """The book of another game has a tab of its own."""
        self.games.set_current(self.game.info.slug)
        if slug != self.game.info.slug:
            self.rule_requested.emit(load(slug), "")
