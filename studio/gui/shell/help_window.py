"""A window in which a person reads and learns: the books of rules, the manual, lessons, the boards of clauses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from studio.core.text import _
from studio.gui.page import Page
from studio.gui.shell.files import DocumentWindow

if TYPE_CHECKING:
    from studio.core.book import Clause
    from studio.core.plugin import Game


class HelpWindow(DocumentWindow):
    """Opens what is read beside what is done: each book and each lesson has one tab."""

    def show_rules(self, game: Game | None = None, clause: str = "") -> Page | None:
        """Open the book of a game at a clause, in the tab that shows it or in a new one.

        Without a game it is that of the page in front, at the clause of its next step; or the first game.
        """
        from studio.gui.book.page import BookPage, game_of

        wanted = game or game_of(self.active_page())
        clause = clause or (self.active_page().clause() if game is None else "")
        if not wanted.text.book():
            self.show_toast(_("There is no book of rules for {game}.").format(game=wanted.info.name))
            return None
        book = self.activate_existing(BookPage, lambda page: page.game is wanted) or self.add_page(BookPage(wanted))
        book.open_clause(clause)
        return book

    def show_manual(self, key: str = "") -> Page:
        """Open the manual at a page, in the tab that shows it or in a new one; without one at that about the page in
        front."""
        from studio.gui.book.page import ManualPage

        key = key or self.active_page().manual_key
        book = self.activate_existing(ManualPage) or self.add_page(ManualPage())
        book.open_clause(key)
        return book

    def open_lesson(self, path: Path) -> Page | None:
        """Open a tutorial or a puzzle, in the tab that shows it or in a new one."""
        from studio.documents.store import DocumentError
        from studio.gui.learn.page import LessonPage
        from studio.gui.shell.page_factory import lesson_page

        try:
            return self.activate_existing(LessonPage, lambda page: page.lesson_path == path) or self.add_page(
                lesson_page(path)
            )
        except DocumentError as error:
            self.show_error(error)
            return None

    def try_clause(self, game: Game, clause: Clause) -> Page | None:
        """Open the board of a clause on a table of its own; a clause without one opens nothing."""
        from studio.gui.shell.page_factory import try_page

        made = try_page(game, clause)
        return self.add_page(made) if made is not None else None

    def show_tutorial(self, slug: str = "") -> Page | None:
        """Open the tutorial of a game; without one of that of the page in front, or of the first game."""
        from studio.gui.book.page import game_of
        from studio.lessons import shipped_tutorial

        game = slug or game_of(self.active_page()).info.slug
        path = shipped_tutorial(game)
        if path is None:
            self.show_toast(_("There is no tutorial for this game."))
            return None
        return self.open_lesson(path)

    def show_puzzle(self, slug: str = "") -> Page | None:
        """Open the first puzzle of a game that is not solved yet; without one of that of the page in front."""
        from studio.documents.paths import shipped_lessons
        from studio.gui.book.page import game_of
        from studio.gui.start.captions import DONE, lesson_progress

        paths = shipped_lessons(slug or game_of(self.active_page()).info.slug, "puzzle")
        if not paths:
            self.show_toast(_("There are no puzzles for this game."))
            return None
        return self.open_lesson(next((path for path in paths if lesson_progress(path) != DONE), paths[0]))
