"""A board of the book to be tried out: a small match that begins there, against a bot, and is written nowhere."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from studio.core.game import Game
from studio.core.shown.book import Block, Clause
from studio.core.text import SEAT_NAMES, _
from studio.gui.learn.page import LessonPage, seated
from studio.gui.style.theme import Theme
from studio.lessons.scene import SceneMatch, scene_match
from studio.opening import body_layout

OTHERS = "greedy"
"""Who sits in the other seats."""


class TryPage(LessonPage):
    """The person moves for the seat that is to move on the board."""

    icon_name = "play"

    def __init__(self, game: Game, clause: Clause, theme: Theme, parent: QWidget | None = None) -> None:
        found = scene_match(game, clause)
        assert found is not None, "only what can be tried is offered"
        self.clause_tried = clause
        block, match, body = found
        setups = seated(match.seats, match.state.to_move, OTHERS)
        opened = body_layout(game.info.slug, body, clause.title)
        super().__init__(clause.title, match, opened, setups, theme, parent)
        self._fill(block, match)

    def _fill(self, block: Block, match: SceneMatch) -> None:
        self.card.dots.hide()
        self.card.set_note(self.clause_tried.number)
        who = SEAT_NAMES[match.state.to_move]
        words = _("You are **{who}** on the board of this clause. Try what you like: everything can be taken back.")
        self.card.show_words(words.format(who=who))
        self.show_clause(self.clause_tried.key)
        self.card.show_answer(block.words + ".")
        self.again = self.card.add_button(_("Again"), "undo")
        self.card.buttons.addStretch(1)
        self.leave = self.card.add_button(_("Leave"))
        self.again.clicked.connect(lambda: self.controller.stand_at(match.root))
        self.leave.clicked.connect(self.close_requested)
        self._fit_parts()
