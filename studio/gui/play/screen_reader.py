"""The match for screen readers: descriptions of places, announcements of events and decisions."""

from __future__ import annotations

import re
from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible

from studio.core.match import Node
from studio.core.text import _, join_sentences, plural
from studio.gui.play.input import Input
from studio.gui.play.overlays.place_info import answer_text
from studio.gui.play.replay.log_model import LogBook
from studio.gui.play.status import MatchSnapshot
from studio.gui.widgets.accessibility import AccessiblePart, announce

MAX_NAMED = 12  # more places are counted, not named


class MatchAnnouncer(QObject):
    """Describes the board for screen readers, and announces events, decisions and the selected move."""

    def __init__(self, talk: Input, book: LogBook) -> None:
        super().__init__(talk)
        self.mouse_input, self.log_book, self.controller = talk, book, talk.controller
        self._last_node: Node | None = None
        self._last_choices: object = None
        self._last_text, self._last_target = "", -1
        self.controller.changed.connect(self._on_match_changed)

    def _on_match_changed(self, before: MatchSnapshot, after: MatchSnapshot) -> None:
        if before.revision != after.revision:
            self._announce_news()
        if before.selection != after.selection:
            self._announce_choice()

    def describe(self, target: int) -> AccessiblePart:
        """Describe a target of the board; empty during a handover."""
        controller = self.controller
        if controller.is_covered:
            return AccessiblePart("")
        say, answers, choices = controller.fill_names, self.mouse_input.info_popup, controller.choices
        is_legal = controller.may_choose and choices.is_playable(target)
        board, name, parts = self.mouse_input.board, self.mouse_input.place_name(target), []
        if is_legal and target == choices.current_target:
            parts.append(choices.text)
        elif is_legal:
            parts.append(_("Can be selected."))
        if (found := answers.place_info(target)) is not None:
            parts.append(answer_text(replace(found, title="", note="" if found.note in name else found.note)))
            name = place_title(name, found.title)
        else:
            name = ", ".join(board.target_name(target).split(" · "))
        has_places = any(board.target_name(at) for at in choices.targets)  # else all are refused for the same reason
        if not is_legal and has_places and (reason := answers.illegal_reason(target)) is not None:
            parts.append(reason.text)
        return AccessiblePart(say(name), say(" ".join(filter(None, parts))), is_legal)

    def task_text(self) -> str:
        """Return what to decide now, and where."""
        controller = self.controller
        if not controller.may_choose:
            return ""
        tray, panel = self.mouse_input.tray, controller.view.panel
        places = (self.mouse_input.place_name(at) or tray.key_name(at) for at in sorted(controller.choices.targets))
        names = list(filter(None, places))
        task = join_sentences((panel.title, panel.hint))
        if not names:
            return controller.fill_names(task)
        if len(names) > MAX_NAMED:
            where = plural("{n} place can be selected.", "{n} places can be selected.", len(names)).format(n=len(names))
        else:
            where = _("Selectable: {places}.").format(places=", ".join(names))
        return controller.fill_names(f"{task} {where}")

    def _announce_news(self) -> None:
        if not QAccessible.isActive() or self.controller.is_covered:
            return
        lines = (self.controller.fill_names(text) for text in self._new_lines())
        news = [line for line in lines if line != self._last_text]  # it was announced as the choice
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
        target = choices.current_target if board.target_name(choices.current_target) else -1
        board.set_reader_target(target)
        is_read = board.hasFocus() and board.reader_target == target not in (-1, self._last_target)  # as its details
        text = f"{self.controller.hint} {choices.text}".strip() if self.controller.may_choose else ""
        if text != self._last_text and not is_read:
            announce(board, text)
        self._last_text, self._last_target = text, target


def place_title(place: str, title: str) -> str:
    """Name a place with what is there, each of them once: "C1, Labrador", "F1, empty"."""
    if not place or re.search(rf"\b{re.escape(place.split()[0].rstrip(','))}\b", title):
        return title
    return place if title.lower() in place.lower() else f"{place}, {title}"
