"""A puzzle at a real table: the goal on the card, tries, hints, and a mark when it is solved."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from studio.core.text import _, in_context, plural
from studio.documents.paths import shipped_lessons
from studio.gui.learn.page import LessonPage, seated
from studio.gui.learn.riddle import Riddle
from studio.gui.start.progress import DONE, put_reached, reached
from studio.gui.style.theme import Theme
from studio.lessons.puzzle import open_puzzle


class PuzzlePage(LessonPage):
    """The person moves in the puzzle's seat, and everything may be taken back."""

    icon_name = "star"

    def __init__(self, path: Path, theme: Theme, parent: QWidget | None = None) -> None:
        self.puzzle = puzzle = open_puzzle(path)
        setups = seated(puzzle.match.seats, puzzle.told.seat)
        super().__init__(puzzle.match, puzzle.opened, setups, theme, parent)
        self.file_of_lesson = self.lesson_path = path
        self.riddle = riddle = Riddle(puzzle, self.controller, self)
        riddle.tries = max(1, reached(path))
        riddle.changed.connect(self.tell)
        self.runner.helps = riddle.hint
        self._was_solved = reached(path) == DONE
        self.tell()

    def name(self) -> str:
        return _(self.puzzle.told.title)

    def furnish(self) -> None:
        super().furnish()
        self.card.dots.hide()
        self.card.keep_room([_(self.puzzle.told.words)])
        self.again = self.card.add_button(in_context("from the beginning", "Again"), "undo")
        self.hint = self.card.add_button(_("Hint"), "star")
        self.card.buttons.addStretch(1)
        self.next = self.card.add_button(_("Next"), "right", filled=True)
        self.leave = self.card.add_button(_("Leave"))
        self.again.clicked.connect(lambda: self.riddle.again())
        self.hint.clicked.connect(lambda: self.riddle.hint())
        self.next.clicked.connect(self._go_on)
        self.leave.clicked.connect(self.close_requested)

    def lasting(self) -> Sequence[QObject]:
        return *super().lasting(), self.riddle

    def recall(self, memory: object) -> None:
        self.riddle.answer = ""
        super().recall(memory)

    @property
    def following(self) -> Path | None:
        """The next puzzle of the game, one not solved yet if there is one."""
        all_of_them = shipped_lessons(self.opened.game.info.slug, "puzzle")
        if self.file_of_lesson not in all_of_them:
            return None
        at = all_of_them.index(self.file_of_lesson)
        others = all_of_them[at + 1 :] + all_of_them[:at]
        return next((path for path in others if reached(path) != DONE), others[0] if others else None)

    def _go_on(self) -> None:
        if (path := self.following) is not None:
            self.lesson_requested.emit(path)
            self.close_requested.emit()

    def tell(self) -> None:
        """Show the goal, and how it stands."""
        riddle, told = self.riddle, self.puzzle.told
        is_solved = riddle.standing == "solved"
        if is_solved or self._was_solved:
            self._was_solved = True
            put_reached(self.file_of_lesson, DONE)
        elif riddle.tries > 1:
            put_reached(self.file_of_lesson, riddle.tries)
        used = min(told.turns, max(1, self.puzzle.turns_used(riddle.line)))
        several = told.turns > 1  # that it is to be done in one turn the task says itself
        turns = _("turn {now} of {count}").format(now=used, count=told.turns) if several else ""
        self.card.set_note(_("solved") if self._was_solved else turns)
        self.card.show_words(_(told.words))
        self.show_clause("")
        tried = plural("Solved at the first try.", "Solved at try {n}.", riddle.tries).format(n=riddle.tries)
        words = {
            "solved": tried,
            "failed": _("The goal is missed. Take something back, or begin **again**."),
        }.get(riddle.standing, "")
        self.card.show_answer(riddle.answer or words)
        pressed = self.focusWidget()
        self.hint.setVisible(not is_solved)
        self.next.setVisible(is_solved and self.following is not None)
        self.leave.setVisible(not self.next.isVisibleTo(self.card))
        self.again.setEnabled(bool(riddle.way))
        self.hint.setEnabled(riddle.standing == "open")
        if pressed in (self.again, self.hint, self.next) and not (pressed.isEnabled() and pressed.isVisible()):
            self.board.setFocus()  # else the next button has it, and who presses the key once more leaves
        self._fit_parts()

    def closing(self) -> bool:
        self.riddle.stop()
        return super().closing()
