"""The match for screen readers: descriptions of places, announcements of events and decisions."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible

from studio.core.game import Action
from studio.core.match import Node
from studio.core.panel import PlaceInfo
from studio.core.text import _, plural, with_label
from studio.gui.board.view import SpaceDescription, announce
from studio.gui.play.input import Input
from studio.gui.play.replay.log_model import LogBook
from studio.gui.play.status import MatchSnapshot

MAX_NAMED = 12  # more places are counted, not named


class MatchAnnouncer(QObject):
    """Describes the board for screen readers, and announces events, decisions and the selected move."""

    def __init__(self, talk: Input, book: LogBook) -> None:
        super().__init__(talk)
        self.mouse_input, self.log_book, self.controller = talk, book, talk.controller
        self._last_node: Node | None = None
        self._last_choices: object = None
        self._last_move: Action | None = None
        self.controller.changed.connect(self._on_match_changed)

    def _on_match_changed(self, before: MatchSnapshot, after: MatchSnapshot) -> None:
        if before.revision != after.revision:
            self._announce_news()
        if before.selection != after.selection:
            self._announce_choice()

    def describe(self, target: int) -> SpaceDescription:
        """Describe a target of the board; empty during a handover."""
        controller = self.controller
        if controller.is_covered:
            return SpaceDescription("")
        say, answers = controller.fill_names, self.mouse_input.info_popup
        is_legal = controller.may_choose and controller.choices.is_playable(target)
        parts = [_("Can be selected.")] if is_legal else []
        if (found := answers.place_info(target)) is not None:
            parts.append(answer_text(found))
        if not is_legal and (reason := answers.illegal_reason(target)) is not None:
            parts.append(reason.text)
        return SpaceDescription(say(self.mouse_input.place_name(target)), say(" ".join(parts)), is_legal)

    def task_text(self) -> str:
        """Return what to decide now, and where."""
        controller = self.controller
        if not controller.may_choose:
            return ""
        places = [self.mouse_input.place_name(target) for target in controller.choices.targets]
        names = [name for name in places if name]
        if not names:
            return controller.view.panel.title
        if len(names) > MAX_NAMED:
            where = plural("{n} place can be selected.", "{n} places can be selected.", len(names)).format(n=len(names))
        else:
            where = _("Selectable: {places}.").format(places=", ".join(names))
        return controller.fill_names(f"{controller.view.panel.title}. {where}")

    def _announce_news(self) -> None:
        if not QAccessible.isActive() or self.controller.is_covered:
            return
        news = [self.controller.fill_names(text) for text in self._new_lines()]
        choices = self.controller.choices
        if choices is not self._last_choices:
            self._last_choices = choices
            news.append(self.task_text())
        announce(self.mouse_input.board, " ".join(text for text in news if text))

    def _new_lines(self) -> list[str]:
        """Return the log lines of the nodes since the last announcement."""
        node, path = self.controller.node, []
        before, self._last_node = self._last_node, node
        one: Node | None = node
        while one is not None and one is not before:
            path.append(one)
            one = one.parent
        if one is not before:  # not a continuation: a replay, or an undo
            path = path[:1]
        return (
            [line.text for step in reversed(path) for line in self.log_book.node_lines(step)]
            if before is not None
            else []
        )

    def _announce_choice(self) -> None:
        choices, board = self.controller.choices, self.mouse_input.board
        board.set_reader_target(choices.current_target if board.target_name(choices.current_target) else -1)
        if choices.selected_move is not None and choices.selected_move != self._last_move:
            announce(board, choices.sentence(choices.selected_move))
        self._last_move = choices.selected_move


def answer_text(answer: PlaceInfo) -> str:
    parts = [answer.title, answer.note, answer.text]
    for part in answer.groups:
        facts = ", ".join(f"{fact.text} {fact.value}".strip() for fact in part.facts)
        parts.append(with_label(part.title, facts) if part.title else facts)
    return " ".join(f"{text.rstrip('.')}." for text in parts if text)
