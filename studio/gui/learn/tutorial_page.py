"""A tutorial at a table: what it says on the card, and what it speaks of in the light."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from studio.core.picture import place_named
from studio.core.text import _
from studio.gui.board.view import Pointer
from studio.gui.learn.page import LessonPage, seated
from studio.gui.learn.tutor import Tutor
from studio.gui.start.progress import DONE, put_reached, reached
from studio.gui.style.theme import Theme
from studio.gui.widgets import PlainButton
from studio.lessons.tutorial import open_tutorial


class TutorialPage(LessonPage):
    """One thing at a time. Where one leaves is remembered."""

    def __init__(self, path: Path, theme: Theme, parent: QWidget | None = None) -> None:
        self.lesson = lesson = open_tutorial(path)
        self.tutor: Tutor | None = None
        setups = seated(lesson.match.seats, lesson.told.seat)
        super().__init__(lesson.match, lesson.opened, setups, theme, parent)
        self.file_of_lesson = self.lesson_path = path
        self.tutor = tutor = Tutor(lesson, self.controller, self)
        self.runner.helps = tutor.show
        tutor.changed.connect(self.tell)
        was = reached(path)
        tutor.go(was if was != DONE else 0)

    def name(self) -> str:
        return _(self.lesson.told.title)

    def furnish(self) -> None:
        super().furnish()
        self.decision.leads_back = False  # here "Back" does
        self.back = self.card.add_button(_("Back"), "left")
        self.show_me = self.card.add_button(_("Show me"), "", filled=True)
        self.leave: PlainButton = self.card.add_button(_("Leave"))
        self.card.buttons.insertStretch(2, 1)
        self.card.keep_room([_(step.words) for step in self.lesson.steps])
        self.back.clicked.connect(self._back)
        self.show_me.clicked.connect(self._forward)
        self.leave.clicked.connect(self.close_requested)
        self.input.told.connect(self._missed)
        self.board.pointed.connect(self._pressed)
        self.board.installEventFilter(self)

    def lasting(self) -> Sequence[QObject]:
        assert self.tutor is not None
        return *super().lasting(), self.tutor

    def recall(self, memory: object) -> None:
        assert self.tutor is not None
        self.tutor.answer = ""
        super().recall(memory)

    def _back(self) -> None:
        assert self.tutor is not None
        self.tutor.go(self.tutor.number - (not self.tutor.is_over))

    def _missed(self, words: str, target: int) -> None:
        assert self.tutor is not None
        self.tutor.miss(words, target)

    def _forward(self) -> None:
        assert self.tutor is not None
        self.answers.close()
        if self.tutor.is_over:
            self.new_match_requested.emit(self.opened)
        else:
            self.tutor.show()

    def tell(self) -> None:
        """Show the step that one stands at."""
        tutor = self.tutor
        assert tutor is not None
        step, count = tutor.step, len(self.lesson.steps)
        put_reached(self.file_of_lesson, DONE if tutor.is_over else tutor.number)
        self.card.set_note("" if tutor.is_over else f"{tutor.number + 1} / {count}")
        self.card.dots.show_step(count if tutor.is_over else tutor.number, count)
        self.card.show_words(self._words())
        self.show_clause("" if tutor.is_over else step.clause)
        self.card.show_answer(tutor.answer)
        self.back.setEnabled(tutor.number > 0)
        words = _("New match") if tutor.is_over else _("Show me") if step.act else _("Go on")
        self.show_me.set_text(words, "play" if tutor.is_over else "right" if not step.act else "")
        lit = () if tutor.is_over or tutor.is_waiting else step.light
        self.ring(*(part for name in lit for part in self._parts_called(name)))
        self._show_choice()
        self._fit_parts()

    def _words(self) -> str:
        """What the card says: of the step, or of those who play before it."""
        tutor, controller = self.tutor, self.controller
        assert tutor is not None
        if tutor.is_over:
            return _("That was all. Now play a match of your own.")
        if tutor.is_waiting and controller.seat_to_move >= 0 and controller.seat_to_move not in controller.humans:
            return _("{name} plays. Watch the board.").format(name=controller.names[controller.seat_to_move])
        return _(tutor.step.words)

    def _parts_called(self, name: str) -> Sequence[QWidget]:
        """The parts of the table that a step means by a name."""
        side = self.side
        if name == "seats":
            return side.cards
        parts: dict[str, QWidget] = {
            "piles": side.groups,
            "inset": self.insets.cards[0] if self.insets.cards else self.insets,
            "tray": self.tray,
            "decision": self.decision,
        }
        return [parts[name]] if name in parts else []

    def _lit(self) -> frozenset[int] | None:
        """The places that stand in the light, beside the board too; None where nothing is to be found."""
        tutor = self.tutor
        if tutor is None or tutor.is_over or self.controller.mode != "play":
            return None
        grid = self.opened.game.grid(self.opened.body)
        named = {place_named(grid, name) for name in tutor.step.light}
        wanted = tutor.wanted
        if wanted is not None:
            named.add(self.opened.game.target(self.controller.state, wanted))
        return frozenset(named) - {-1}

    def _show_choice(self) -> None:
        lit = self._lit()
        on_board = frozenset(target for target in lit or () if self.input.shows(target))
        self.input.only = on_board or None
        super()._show_choice()
        if lit is not None:
            chosen = self.controller.choices.place
            for part in (self.side, self.insets, self.tray):
                part.set_lit(lit - on_board, chosen if chosen in lit else -1)

    def _pressed(self, pointer: Pointer) -> None:
        """A click where nothing can be done is a wrong try, too; why it cannot be done the table says itself."""
        nothing = pointer.target >= 0 and not self.controller.choices.leads_on(pointer.target)
        if pointer.kind == "press" and nothing and self.tutor is not None and self.tutor.wanted is not None:
            self.tutor.miss("", pointer.target)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter at the board goes on where there is only something to read."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched is self.board:
            reads = self.tutor is not None and not self.tutor.step.act
            if reads and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._forward()
                return True
        return super().eventFilter(watched, event)

    def closing(self) -> bool:
        if self.tutor is not None:
            self.tutor.stop()
        return super().closing()
