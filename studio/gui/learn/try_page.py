"""A board of the book to be tried out: a small match that begins there, against a bot, and is written nowhere."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from studio.core.book import Clause
from studio.core.protocols import Game
from studio.core.text import SEAT_NAMES, _, in_context
from studio.gui.learn.page import LessonPage, seated
from studio.gui.style.theme import Theme
from studio.lessons.scene import scene_match
from studio.opening import body_layout

OTHERS = "greedy"
"""Who sits in the other seats."""


class TryPage(LessonPage):
    """The person moves for the seat that is to move on the board."""

    icon_name = "play"

    def __init__(self, game: Game, clause: Clause, theme: Theme, parent: QWidget | None = None) -> None:
        found = scene_match(game, clause)
        assert found is not None, "only what can be tried is offered"
        self.game, self.key = game, clause.key
        block, self.scene, body = found
        self._board = block.name
        match = self.scene
        setups = seated(match.seats, match.state.to_move, OTHERS)
        opened = body_layout(game.info.slug, body, clause.title)
        super().__init__(match, opened, setups, theme, parent)
        self._fit_parts()

    @property
    def clause_tried(self) -> Clause:
        """The clause, in the words of the language that is spoken."""
        clauses = (clause for chapter in self.game.book() for clause in chapter.clauses)
        return next(clause for clause in clauses if clause.key == self.key)

    def name(self) -> str:
        return self.clause_tried.title

    def furnish(self) -> None:
        super().furnish()
        self.tell()
        self.again = self.card.add_button(in_context("from the beginning", "Again"), "undo")
        self.card.buttons.addStretch(1)
        self.leave = self.card.add_button(_("Leave"))
        self.again.clicked.connect(lambda: self.controller.stand_at(self.scene.root))
        self.leave.clicked.connect(self.close_requested)

    def tell(self) -> None:
        clause = self.clause_tried
        self.card.dots.hide()
        self.card.set_note(clause.number)
        who = SEAT_NAMES[self.scene.root.state.to_move]
        words = _("You are **{who}** on the board of this clause. Try what you like: everything can be taken back.")
        self.card.show_words(words.format(who=who))
        self.show_clause(clause.key)
        self.card.show_answer(next(block.words for block in clause.blocks if block.name == self._board) + ".")
