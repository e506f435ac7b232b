"""The table for those who listen: what lies at a place and whether it can be chosen, what happened, what is asked."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible

from studio.core.game import Action
from studio.core.match import Node
from studio.core.panel import Answer
from studio.core.text import _, headed, plural
from studio.gui.board.accessible import Said, announce
from studio.gui.play.input import Input
from studio.gui.play.replay.log_model import LogBook

MANY = 12
"""More places than this are counted, not named."""


class Speaking(QObject):
    """Gives the board its words, and announces what the log tells anew, what is asked, and the move that is chosen."""

    def __init__(self, talk: Input, book: LogBook) -> None:
        super().__init__(talk)
        self.talk, self.book, self.controller = talk, book, talk.controller
        self._heard: Node | None = None
        self._asked: object = None
        self._chosen: Action | None = None
        talk.board.spoken = self.said
        self.controller.refreshed.connect(self._tell_news)
        self.controller.chosen.connect(self._tell_choice)

    def said(self, target: int) -> Said:
        """What is told of a target of the board; nothing while the table changes hands."""
        controller = self.controller
        if controller.is_covered:
            return Said("")
        say, answers = controller.say, self.talk.answers
        is_legal = controller.may_choose and controller.choices.leads_on(target)
        parts = [_("Can be chosen.")] if is_legal else []
        if (found := answers.about(target)) is not None:
            parts.append(told(found))
        if not is_legal and (reason := answers.why_not(target)) is not None:
            parts.append(reason.words)
        return Said(say(self.talk.place_name(target)), say(" ".join(parts)), is_legal)

    def asked(self) -> str:
        """What is to be done now, and where it can be done."""
        controller = self.controller
        if not controller.may_choose:
            return ""
        places = [self.talk.place_name(target) for target in controller.choices.targets]
        names = [name for name in places if name]
        if not names:
            return controller.view.panel.title
        if len(names) > MANY:
            where = plural("{n} place can be chosen.", "{n} places can be chosen.", len(names)).format(n=len(names))
        else:
            where = _("To be chosen: {places}.").format(places=", ".join(names))
        return controller.say(f"{controller.view.panel.title}. {where}")

    def _tell_news(self) -> None:
        if not QAccessible.isActive() or self.controller.is_covered:
            return
        news = [self.controller.say(words) for words in self._news()]
        choices = self.controller.choices
        if choices is not self._asked:
            self._asked = choices
            news.append(self.asked())
        announce(self.talk.board, " ".join(words for words in news if words))

    def _news(self) -> list[str]:
        """What the log tells of the nodes since those that were told."""
        node, path = self.controller.node, []
        before, self._heard = self._heard, node
        one: Node | None = node
        while one is not None and one is not before:
            path.append(one)
            one = one.parent
        if one is not before:  # somewhere else than after what was told: a replay, or something taken back
            path = path[:1]
        return [line.text for step in reversed(path) for line in self.book.told(step)] if before is not None else []

    def _tell_choice(self) -> None:
        choices, board = self.controller.choices, self.talk.board
        board.hear(choices.place if board.named(choices.place) else -1)
        if choices.chosen is not None and choices.chosen != self._chosen:
            announce(board, choices.sentence(choices.chosen))
        self._chosen = choices.chosen


def told(answer: Answer) -> str:
    """An answer in sentences."""
    parts = [answer.title, answer.note, answer.words]
    for part in answer.parts:
        facts = ", ".join(f"{fact.words} {fact.value}".strip() for fact in part.facts)
        parts.append(headed(part.title, facts) if part.title else facts)
    return " ".join(f"{words.rstrip('.')}." for words in parts if words)
