"""A tutorial at a table: what it says on the card, and what it speaks of in the light."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from studio.core.book import Clause
from studio.core.cancellation import Patience, Spent
from studio.core.game import OVER, Action, State
from studio.core.picture import place_named
from studio.core.protocols import Game
from studio.core.text import SEAT_NAMES, _, in_context, plural
from studio.documents.lessons import Step
from studio.documents.paths import shipped_lessons
from studio.gui.background_task import Inquiry
from studio.gui.board.view import Pointer
from studio.gui.learn.page import LessonPage, seated
from studio.gui.play.controller import MatchController
from studio.gui.play.status import PLAY
from studio.gui.start.captions import DONE, put_reached, reached
from studio.gui.style.theme import Theme
from studio.gui.widgets import PlainButton
from studio.lessons import Found, OpenPuzzle, OpenTutorial, Standing, open_puzzle, open_tutorial, scene_match, solve
from studio.services.loading import body_layout

# Leads through a tutorial: what is to be done now, what is said to another try, and what the others do meanwhile.

SHOWN = 900
"""Milliseconds for which a move is shown before it is made for the person."""


class Tutor(QObject):
    """Stands at a step of a tutorial. `changed`: another step, or another answer."""

    changed = Signal()

    def __init__(self, lesson: OpenTutorial, controller: MatchController, parent: QObject) -> None:
        super().__init__(parent)
        self.lesson, self.controller = lesson, controller
        self.number = 0
        self.answer = ""
        self.is_over = False
        """Whether the last step lies behind."""
        self._waited = False
        self._pace = QTimer(self)
        self._pace.setSingleShot(True)
        self._pace.timeout.connect(self._follow)
        controller.gate = self._gate
        controller.refreshed.connect(self._arrived)

    @property
    def step(self) -> Step:
        """What is said now."""
        return self.lesson.steps[self.number]

    @property
    def _depth(self) -> int:
        return self.lesson.match.node.depth

    @property
    def wanted(self) -> Action | None:
        """What the person is to do now; None while others move, and where there is only something to read."""
        here = self._depth == self.step.after and not self.is_over
        return self.lesson.wanted(self.number) if here else None

    @property
    def is_waiting(self) -> bool:
        """Whether others move before the step that is told."""
        return self._depth < self.step.after and not self.is_over

    def go(self, number: int) -> None:
        """To a step, its position and all."""
        self._pace.stop()
        self.number = max(0, min(number, len(self.lesson.steps) - 1))
        self.answer, self.is_over = "", False
        self.lesson.match.go_on(self.step.after)
        self.controller.stand_at(self.lesson.match.node)
        self.changed.emit()

    def go_on(self) -> None:
        """This step is done: on to the next, and to whatever comes before it in the match."""
        self.answer = ""
        self.is_over = self.number + 1 == len(self.lesson.steps)
        if not self.is_over:
            self.number += 1
        self.changed.emit()
        self._arrived()

    def show(self) -> None:
        """Make the move that is wanted, for all to see; where there is none, go on."""
        wanted = self.wanted
        if wanted is None:
            if not self.step.act and not self.is_over:
                self.go_on()
            return
        self.controller.choose(wanted)
        self._pace.start(SHOWN if self.controller.bots.delay else 0)

    def miss(self, words: str, target: int = -1) -> None:
        """Something was clicked that means nothing now."""
        self._answer(words, self._place(target))

    def stop(self) -> None:
        """Make no more moves."""
        self._pace.stop()

    def _arrived(self) -> None:
        if self.controller.mode != PLAY or self.is_over:
            return
        if self.step.act and self._depth > self.step.after:
            self.go_on()
            return
        if self._waited or self.is_waiting:
            self._waited = self.is_waiting
            self.changed.emit()  # another plays, or it is time for the step
        if self._depth < self.step.after and not self._pace.isActive():
            self._pace.start(self.controller.bots.delay)

    def _follow(self) -> None:
        """What comes next in the match: a move that was asked for, or one on the way to the next step."""
        coming = self.lesson.match.coming
        if coming is not None and (self._depth < self.step.after or self.wanted is not None):
            self.controller.follow(coming.action)

    def _gate(self, actions: Sequence[Action]) -> bool:
        if self.controller.mode != PLAY:
            return True
        script = self.lesson.match.script[self._depth :]
        if self.wanted is not None and tuple(actions) == tuple(one.action for one in script[: len(actions)]):
            return True
        state, game = self.controller.state, self.lesson.opened.game
        place = self._place(game.target(state, actions[0]))
        meant = self.controller.say(game.describe(state, actions[0]))
        self._answer(_("That would have been: {sentence}").format(sentence=meant), place)
        return False

    def _place(self, target: int) -> str:
        """The name of a space; "" for everything else."""
        grid = self.lesson.opened.game.grid(self.lesson.opened.body)
        return grid.name(target) if 0 <= target < grid.count else ""

    def _answer(self, words: str, place: str) -> None:
        wrong = self.step.wrong
        more = wrong.get(place, wrong.get("", ""))
        if self.is_over:
            more = _("The lesson is over: a match of your own is the place for that.")
        elif self.wanted is None and not self.step.act:
            more = more or _("First read on.")
        self.answer = f"{words} {_(more) if more else ''}".strip()
        self.changed.emit()


# A tutorial at a table: what it says on the card, and what it speaks of in the light.


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


# Watches over a puzzle: lets the others move, sees when the goal is reached or missed, gives hints.

SEARCHED = 10.0
"""Seconds after which a search for a way is given up."""


class Riddle(QObject):
    """One person's tries at a puzzle. `changed`: it stands otherwise, or there is another answer."""

    changed = Signal()

    def __init__(self, puzzle: OpenPuzzle, controller: MatchController, parent: QObject) -> None:
        super().__init__(parent)
        self.puzzle, self.controller = puzzle, controller
        self.standing: Standing = "open"
        self.tries = 1
        self.answer = ""
        self._hinted = False
        self._pace = QTimer(self)
        self._pace.setSingleShot(True)
        self._pace.timeout.connect(self._reply)
        self._search: Inquiry[list[State], Found | None] = Inquiry(self._look, "puzzle", self, pause_ms=0)
        self._search.answered.connect(self._looked)
        controller.gate = self._gate
        controller.refreshed.connect(self._arrived)

    @property
    def line(self) -> list[State]:
        """The positions from where the puzzle begins to the one on the table."""
        match = self.puzzle.match
        return [node.state for node in match.line()[match.start.depth :]]

    @property
    def way(self) -> tuple[Action, ...]:
        """What the person has decided so far."""
        match, seat = self.puzzle.match, self.puzzle.told.seat
        return tuple(one.action for one in match.decisions()[match.start.depth :] if one.seat == seat)

    def again(self) -> None:
        """Back to where the puzzle begins."""
        self._pace.stop()
        if self.way:
            self.tries += self.standing == "open"  # a miss has been counted when it came
        self.controller.stand_at(self.puzzle.match.start)

    def hint(self) -> None:
        """First in words; then the next move of the solution, or of a way from where one stands instead."""
        told, way = self.puzzle.told, self.way
        if self.standing != "open":
            return
        if told.hint and not self._hinted:
            self._hinted = True
            self._say(_(told.hint))
        elif told.solution[: len(way)] == way and len(way) < len(told.solution):
            self._point(told.solution[len(way)])
        elif self.controller.may_choose:
            self._say(_("I am looking for a way from here…"))
            self._search.ask(self.line)

    def stop(self) -> None:
        """Make no more moves, and look for none."""
        self._pace.stop()
        self._search.close()

    def _look(self, line: list[State], patience: Patience) -> Found | None:
        """In another thread: how to go on from here, best as in the solution; None where that takes too long."""
        patience.limit(SEARCHED)
        try:
            return solve(self.puzzle, patience, line, frozenset(self.puzzle.told.solution))
        except Spent:
            return None

    def _looked(self, found: Found | None) -> None:
        if found is None:
            self._say(_("I have found no way from here. Take your last moves back, or begin again."))
        elif found.way is None:
            self._say(_("From here no way leads to the goal for sure. Take your last moves back, or begin again."))
        else:
            self._point(found.way[0])

    def _point(self, move: Action) -> None:
        self.controller.choose(move)
        self._say(self.controller.say(self.puzzle.opened.game.describe(self.controller.state, move)))

    def _arrived(self) -> None:
        self._search.forget()
        if self.controller.mode != PLAY:
            return
        was, self.standing, self.answer = self.standing, self.puzzle.standing(self.line), ""
        if self.standing == "failed" and was == "open":
            self.tries += 1
        to_move = self.puzzle.match.state.to_move
        if self.standing == "open" and to_move not in (OVER, self.puzzle.told.seat):
            self._pace.start(self.controller.bots.delay)
        self.changed.emit()

    def _reply(self) -> None:
        state = self.puzzle.match.state
        if self.standing == "open" and state.to_move not in (OVER, self.puzzle.told.seat):
            self.controller.follow(self.puzzle.reply(state))

    def _gate(self, _actions: Sequence[Action]) -> bool:
        if self.controller.mode == PLAY and self.standing != "open":
            self._say(_("This try is over. Take something back, or begin again."))
            return False
        return True

    def _say(self, words: str) -> None:
        self.answer = words
        self.changed.emit()


# A puzzle at a real table: the goal on the card, tries, hints, and a mark when it is solved.


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


# A board of the book to be tried out: a small match that begins there, against a bot, and is written nowhere.

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
