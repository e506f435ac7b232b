"""Tutorials, puzzles and boards of the rulebook to try."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMetaObject, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from studio import lessons
from studio.core.book import Clause
from studio.core.cancellation import Cancelled, CancelToken
from studio.core.game import OVER, Action, State
from studio.core.match import Match
from studio.core.picture import parse_place
from studio.core.plugin import Game
from studio.core.text import SEAT_NAMES, _, in_context, plural
from studio.documents.lessons import Step, list_puzzles
from studio.documents.paths import shipped_layouts
from studio.documents.store import read_layout
from studio.gui.background_task import BackgroundTask
from studio.gui.board.view import PointerEvent
from studio.gui.learn.page import LessonPage, lesson_seats
from studio.gui.page import ClosePage, NewMatch, OpenLesson, Page, SeatSetup
from studio.gui.play.controller import MatchController
from studio.gui.play.status import PLAY, MatchSnapshot
from studio.gui.start.captions import DONE, is_done, lesson_progress, save_lesson_progress
from studio.gui.start.puzzle_list import ask_puzzle
from studio.gui.style.stylesheet import current_theme
from studio.gui.style.theme import Theme
from studio.gui.widgets import PlainButton, ToolButton
from studio.services.loading import layout_from_body

SHOW_MOVE_MS = 900  # milliseconds for which a move is shown before it is played for the user


class LessonLogic(QObject):
    """What tutorials and puzzles have in common: an answer to the user, and moves played after a delay."""

    changed = Signal()  # there is another step, status or answer

    def __init__(self, controller: MatchController, parent: QObject) -> None:
        super().__init__(parent)
        self.controller = controller
        self.answer = ""
        self._connection: QMetaObject.Connection | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._play_next)

    def start(self) -> None:
        """Follow the match, after the page does; after a successor of the page, too."""
        if self._connection is not None:
            QObject.disconnect(self._connection)
        self._connection = self.controller.changed.connect(self._on_match_changed)

    def stop(self) -> None:
        self._timer.stop()

    def _on_match_changed(self, before: MatchSnapshot, after: MatchSnapshot) -> None:
        if before.revision != after.revision:
            self._position_changed()

    def _position_changed(self) -> None:
        """Update the lesson after a move or undo; subclasses implement it."""
        raise NotImplementedError

    def _play_next(self) -> None:
        """Play the move that follows, if it is not the player's; subclasses implement it."""
        raise NotImplementedError


class TutorialController(LessonLogic):
    """Guides through a tutorial."""

    def __init__(self, lesson: lessons.LoadedTutorial, controller: MatchController, parent: QObject) -> None:
        super().__init__(controller, parent)
        self.lesson = lesson
        self.number = 0
        self.is_over = False  # whether the last step is done
        self._was_waiting = False

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number]

    @property
    def _depth(self) -> int:
        return self.lesson.match.node.depth

    @property
    def expected_action(self) -> Action | None:
        """The action expected from the user; None while others move and in steps that are only text."""
        here = self._depth == self.step.after and not self.is_over
        return self.lesson.expected_action(self.number) if here else None

    @property
    def is_waiting(self) -> bool:
        """Whether others move before the step is shown."""
        return self._depth < self.step.after and not self.is_over

    def go_to_step(self, number: int) -> None:
        """Show a step with its position."""
        self._timer.stop()
        self.number = max(0, min(number, len(self.lesson.steps) - 1))
        self.answer, self.is_over = "", False
        self.lesson.match.follow_script(self.step.after)
        self.controller.jump_to(self.lesson.match.node)
        self.changed.emit()

    def next_step(self) -> None:
        """Finish the step and play the moves before the next one."""
        self.answer = ""
        self.is_over = self.number + 1 == len(self.lesson.steps)
        if not self.is_over:
            self.number += 1
        self.changed.emit()
        self._position_changed()

    def show_move(self) -> None:
        """Play the expected move visibly; continue steps that are only text."""
        wanted = self.expected_action
        if wanted is None:
            if not self.step.act and not self.is_over:
                self.next_step()
            return
        self.controller.choose(wanted)
        self._timer.start(SHOW_MOVE_MS if self.controller.bots.delay else 0)

    def reject_click(self, words: str, target: int = -1) -> None:
        """Answer a click that has no meaning in this step."""
        self._set_answer(words, self._place(target))

    def _position_changed(self) -> None:
        if self.controller.mode != PLAY or self.is_over:
            return
        if self.step.act and self._depth > self.step.after:
            self.next_step()
            return
        if self._was_waiting or self.is_waiting:
            self._was_waiting = self.is_waiting
            self.changed.emit()  # another plays, or it is time for the step
        if self._depth < self.step.after and not self._timer.isActive():
            self._timer.start(self.controller.bots.delay)

    def _play_next(self) -> None:
        """Play the next scripted move: the one shown, or one on the way to the next step."""
        coming = self.lesson.match.next_decision
        if coming is not None and (self._depth < self.step.after or self.expected_action is not None):
            self.controller.play_scripted(coming.action)

    def may_play(self, actions: Sequence[Action]) -> bool:
        if self.controller.mode != PLAY:
            return True
        script = self.lesson.match.script[self._depth :]
        if self.expected_action is not None and tuple(actions) == tuple(one.action for one in script[: len(actions)]):
            return True
        state, game = self.controller.state, self.lesson.opened.game
        place = self._place(game.picture.target(state, actions[0]))
        meant = self.controller.fill_names(game.text.describe(state, actions[0]))
        self._set_answer(_("You chose: {sentence}").format(sentence=meant), place)
        return False

    def _place(self, target: int) -> str:
        """Name of a space, "" for other targets."""
        grid = self.lesson.opened.game.body.grid(self.lesson.opened.body)
        return grid.name(target) if 0 <= target < grid.count else ""

    def _set_answer(self, words: str, place: str) -> None:
        wrong = self.step.wrong
        more = wrong.get(place, wrong.get("", ""))
        if self.is_over:
            more = _("This tutorial is finished. Start a match to try other moves.")
        elif self.expected_action is None and not self.step.act:
            more = more or _("Press “Continue” first.")
        self.answer = f"{words} {_(more) if more else ''}".strip()
        self.controller.choose(None)  # else the wrong move would stay on the main button
        self.changed.emit()


class TutorialPage(LessonPage):
    """A tutorial, step by step. Progress is remembered."""

    lesson: lessons.LoadedTutorial
    tutorial_controller: TutorialController
    allows_undo = False  # here "Back" does

    def __init__(self, path: Path, theme: Theme, *, predecessor: TutorialPage | None = None) -> None:
        self.lesson = lesson = predecessor.lesson if predecessor is not None else lessons.load_tutorial(path)
        setups = lesson_seats(lesson.match.seats, lesson.document.seat)
        if predecessor is not None:
            self.tutorial_controller = predecessor.tutorial_controller
            self.tutorial_controller.answer = ""
        super().__init__(lesson.match, lesson.opened, setups, theme, predecessor=predecessor)
        self.file_of_lesson = self.lesson_path = path
        self.tutorial_controller.start()
        self.tutorial_controller.changed.connect(self.update_card)
        if predecessor is None:
            was = lesson_progress(path)
            self.tutorial_controller.go_to_step(max(0, was))

    def _make_controller(self, match: Match, setups: Sequence[SeatSetup]) -> MatchController:
        controller = super()._make_controller(match, setups)
        self.tutorial_controller = TutorialController(self.lesson, controller, self)
        return controller

    def name(self) -> str:
        return _(self.lesson.document.title)

    def may_play(self, actions: Sequence[Action]) -> bool:
        return self.tutorial_controller.may_play(actions)

    def show_hint(self) -> bool:
        self.tutorial_controller.show_move()
        return True

    def _build_ui(self) -> None:
        super()._build_ui()
        self.back = self.card.add_button(_("Back"), "left")
        self.show_me = self.card.add_button(_("Show me"), "", filled=True)
        self.leave: PlainButton = self.card.add_button(_("Exit"))
        self.card.buttons.insertStretch(2, 1)
        self.card.reserve_height([_(step.words) for step in self.lesson.steps])
        self.back.clicked.connect(self._back)
        self.show_me.clicked.connect(self._forward)
        self.leave.clicked.connect(lambda: self.request.emit(ClosePage()))
        self.input.message.connect(self.tutorial_controller.reject_click)
        self.board.pointer_event.connect(self._board_clicked)
        self.board.installEventFilter(self)

    def live_objects(self) -> Sequence[QObject]:
        return *super().live_objects(), self.tutorial_controller

    def successor(self, replaced: Mapping[Page, Page]) -> TutorialPage:
        return TutorialPage(self.file_of_lesson, current_theme(), predecessor=self)

    def _back(self) -> None:
        self.tutorial_controller.go_to_step(self.tutorial_controller.number - (not self.tutorial_controller.is_over))

    def _forward(self) -> None:
        self.info_popup.close()
        if self.tutorial_controller.is_over:
            layouts = shipped_layouts(self.opened.game.info.slug)
            name = self.opened.layout.name
            self.request.emit(NewMatch(path=next((path for path in layouts if read_layout(path).name == name), None)))
        else:
            self.tutorial_controller.show_move()

    def update_card(self) -> None:
        tutorial = self.tutorial_controller
        step, count = tutorial.step, len(self.lesson.steps)
        save_lesson_progress(self.file_of_lesson, DONE if tutorial.is_over else tutorial.number)
        self.card.set_note("" if tutorial.is_over else f"{tutorial.number + 1} / {count}")
        self.card.dots.show_step(count if tutorial.is_over else tutorial.number, count)
        self.card.show_text(self._card_text())
        self.show_clause("" if tutorial.is_over else step.clause)
        self.card.show_answer(tutorial.answer)
        self.back.setEnabled(tutorial.number > 0)
        text = _("New match") if tutorial.is_over else _("Show me") if step.act else _("Continue")
        self.show_me.set_text(text, "play" if tutorial.is_over else "right" if not step.act else "")
        highlighted = () if tutorial.is_over or tutorial.is_waiting else step.light
        self.highlight_parts(*(part for name in highlighted for part in self._parts_called(name)))
        self._show_choice()
        self._fit_parts()

    def _card_text(self) -> str:
        """Text of the step, or of the seats that move before it."""
        tutorial, controller = self.tutorial_controller, self.controller
        if tutorial.is_over:
            return _("You have finished this tutorial. Now play a match.")
        if tutorial.is_waiting and controller.seat_to_move >= 0 and controller.seat_to_move not in controller.humans:
            return _("{name} is playing. Watch the board.").format(name=controller.names[controller.seat_to_move])
        return _(tutorial.step.words)

    def _parts_called(self, name: str) -> Sequence[QWidget]:
        """Widgets that a tutorial calls by a name."""
        side = self.side
        if name == "seats":
            return side.cards
        inset = self.insets.cards[0] if self.insets.cards else self.insets
        parts = {"piles": side.groups, "inset": inset, "tray": self.tray, "decision": self.decision}
        return [parts[name]] if name in parts else []

    def _highlighted_places(self) -> frozenset[int] | None:
        """Highlighted targets, also outside the board; None if the step has no target."""
        tutorial = self.tutorial_controller
        if tutorial.is_over or self.controller.mode != "play":
            return None
        grid = self.opened.game.body.grid(self.opened.body)
        named = {parse_place(grid, name) for name in tutorial.step.light}
        wanted = tutorial.expected_action
        if wanted is not None:
            named.add(self.opened.game.picture.target(self.controller.state, wanted))
        return frozenset(named) - {-1}

    def _show_choice(self) -> None:
        highlighted = self._highlighted_places()
        on_board = frozenset(target for target in highlighted or () if self.input.has_target(target))
        self.input.highlighted_only = on_board or None
        super()._show_choice()
        if highlighted is not None:
            chosen = self.controller.choices.current_target
            for part in (self.side, self.insets, self.tray.view):
                part.set_clickable(highlighted - on_board, chosen if chosen in highlighted else -1)

    def _board_clicked(self, pointer: PointerEvent) -> None:
        """A click on an illegal target is a wrong answer as well; the page itself shows the reason."""
        nothing = pointer.target >= 0 and not self.controller.choices.is_playable(pointer.target)
        tutorial = self.tutorial_controller
        if pointer.kind == "press" and nothing and tutorial.expected_action is not None:
            tutorial.reject_click("", pointer.target)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched is self.board:
            is_text = not self.tutorial_controller.step.act
            if is_text and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._forward()
                return True
        return super().eventFilter(watched, event)

    def about_to_close(self) -> bool:
        self.tutorial_controller.stop()
        return super().about_to_close()


SEARCH_SECONDS = 10.0  # time limit for a solution search


class PuzzleController(LessonLogic):
    """Tracks the attempts at a puzzle."""

    def __init__(self, puzzle: lessons.LoadedPuzzle, controller: MatchController, parent: QObject) -> None:
        super().__init__(controller, parent)
        self.puzzle = puzzle
        self.status: lessons.PuzzleStatus = "open"
        self.attempts = 1
        self._is_hint_given = False
        self._search: BackgroundTask[list[State], lessons.SolveResult | None] = BackgroundTask(
            self._find_solution, "puzzle", self, pause_ms=0
        )
        self._search.result_ready.connect(self._solution_found)

    @property
    def line(self) -> list[State]:
        """Positions from the start of the puzzle to the current one."""
        match = self.puzzle.match
        return [node.state for node in match.line()[match.start.depth :]]

    @property
    def decisions(self) -> tuple[Action, ...]:
        match, seat = self.puzzle.match, self.puzzle.document.seat
        return tuple(one.action for one in match.decisions()[match.start.depth :] if one.seat == seat)

    def restart(self) -> None:
        self._timer.stop()
        if self.decisions:
            self.attempts += self.status == "open"  # a failed attempt is already counted
        self.controller.jump_to(self.puzzle.match.start)

    def hint(self) -> None:
        """Give the hint in words first, then the next move of the solution or of one found from here."""
        document, way = self.puzzle.document, self.decisions
        if self.status != "open":
            return
        if document.hint and not self._is_hint_given:
            self._is_hint_given = True
            self._set_answer(_(document.hint))
        elif document.solution[: len(way)] == way and len(way) < len(document.solution):
            self._show_move(document.solution[len(way)])
        elif self.controller.may_choose:
            self._set_answer(_("Searching for a solution from here…"))
            self._search.start(self.line)

    def stop(self) -> None:
        """Stop moves and searches."""
        super().stop()
        self._search.close()

    def _find_solution(self, line: list[State], patience: CancelToken) -> lessons.SolveResult | None:
        """In a worker thread: find a solution from here, preferably the puzzle's own; None if that takes too long."""
        patience.set_timeout(SEARCH_SECONDS)
        try:
            return lessons.solve(self.puzzle, patience, line, frozenset(self.puzzle.document.solution))
        except Cancelled:
            return None

    def _solution_found(self, found: lessons.SolveResult | None) -> None:
        if found is None:
            self._set_answer(_("No solution was found from here. Undo your last moves or restart."))
        elif found.actions is None:
            text = _("From here you cannot be sure to reach the goal. Undo your last moves or restart.")
            self._set_answer(text)
        else:
            self._show_move(found.actions[0])

    def _show_move(self, move: Action) -> None:
        self.controller.choose(move)
        self._set_answer(self.controller.fill_names(self.puzzle.opened.game.text.describe(self.controller.state, move)))

    def _position_changed(self) -> None:
        self._search.cancel()
        if self.controller.mode != PLAY:
            return
        was, self.status, self.answer = self.status, self.puzzle.status(self.line), ""
        if self.status == "failed" and was == "open":
            self.attempts += 1
        to_move = self.puzzle.match.state.to_move
        if self.status == "open" and to_move not in (OVER, self.puzzle.document.seat):
            self._timer.start(self.controller.bots.delay)
        self.changed.emit()

    def _play_next(self) -> None:
        state = self.puzzle.match.state
        if self.status == "open" and state.to_move not in (OVER, self.puzzle.document.seat):
            self.controller.play_scripted(self.puzzle.reply(state))

    def may_play(self, _actions: Sequence[Action]) -> bool:
        if self.controller.mode == PLAY and self.status != "open":
            self._set_answer(_("This attempt is over. Undo a move or restart."))
            return False
        return True

    def _set_answer(self, words: str) -> None:
        self.answer = words
        self.changed.emit()


class PuzzlePage(LessonPage):
    """A puzzle. Every move can be undone."""

    icon_name = "star"
    puzzle: lessons.LoadedPuzzle

    def __init__(self, path: Path, theme: Theme, *, predecessor: PuzzlePage | None = None) -> None:
        self.puzzle = puzzle = predecessor.puzzle if predecessor is not None else lessons.load_puzzle(path)
        setups = lesson_seats(puzzle.match.seats, puzzle.document.seat)
        super().__init__(puzzle.match, puzzle.opened, setups, theme, predecessor=predecessor)
        self.file_of_lesson = self.lesson_path = path
        if predecessor is None:
            self.puzzle_controller = controller = PuzzleController(puzzle, self.controller, self)
            controller.attempts = max(1, abs(lesson_progress(path)))
        else:
            self.puzzle_controller = controller = predecessor.puzzle_controller
            controller.answer = ""
        controller.start()
        controller.changed.connect(self.update_card)
        self._was_solved = is_done(path)
        self.update_card()

    def name(self) -> str:
        return _(self.puzzle.document.title)

    def may_play(self, actions: Sequence[Action]) -> bool:
        return self.puzzle_controller.may_play(actions)

    def show_hint(self) -> bool:
        self.puzzle_controller.hint()
        return True

    def _build_ui(self) -> None:
        super()._build_ui()
        self.card.dots.hide()
        self.card.reserve_height([_(self.puzzle.document.words)])
        self.again = self.card.add_button(in_context("from the beginning", "Restart"), "undo")
        self.hint = self.card.add_button(_("Hint"), "star")
        self.list_button = ToolButton("list", _("Show the list of puzzles"), px=28, icon_px=18, act=self._choose_puzzle)
        self.card.buttons.addWidget(self.list_button)
        self.card.buttons.addStretch(1)
        self.next = self.card.add_button(_("Next"), "right", filled=True)
        self.leave = self.card.add_button(_("Exit"))
        self.again.clicked.connect(lambda: self.puzzle_controller.restart())
        self.hint.clicked.connect(lambda: self.puzzle_controller.hint())
        self.next.clicked.connect(lambda: self._open_instead(self.next_puzzle))
        self.leave.clicked.connect(lambda: self.request.emit(ClosePage()))

    def live_objects(self) -> Sequence[QObject]:
        return *super().live_objects(), self.puzzle_controller

    def successor(self, replaced: Mapping[Page, Page]) -> PuzzlePage:
        return PuzzlePage(self.file_of_lesson, current_theme(), predecessor=self)

    @property
    def next_puzzle(self) -> Path | None:
        """The next puzzle of the game, preferably an unsolved one."""
        all_of_them = list_puzzles(self.opened.game.info.slug)
        if self.file_of_lesson not in all_of_them:
            return None
        at = all_of_them.index(self.file_of_lesson)
        others = all_of_them[at + 1 :] + all_of_them[:at]
        return next((path for path in others if not is_done(path)), others[0] if others else None)

    def _choose_puzzle(self) -> None:
        slug = self.opened.game.info.slug
        self._open_instead(ask_puzzle(self, slug, list_puzzles(slug)))

    def _open_instead(self, path: Path | None) -> None:
        if path is not None and path != self.file_of_lesson:
            self.request.emit(OpenLesson(path))
            self.request.emit(ClosePage())

    def update_card(self) -> None:
        controller, document = self.puzzle_controller, self.puzzle.document
        is_solved = controller.status == "solved"
        if is_solved and not self._was_solved:
            self._was_solved = True
            save_lesson_progress(self.file_of_lesson, -controller.attempts)
        elif controller.attempts > 1 and not self._was_solved:
            save_lesson_progress(self.file_of_lesson, controller.attempts)
        used = min(document.turns, max(1, self.puzzle.turns_used(controller.line)))
        several = document.turns > 1  # the task itself says if there is only one
        turns = _("turn {now} of {count}").format(now=used, count=document.turns) if several else ""
        self.card.set_note(_("solved") if self._was_solved else turns)
        self.card.show_text(_(document.words))
        self.show_clause("")
        tried = plural("Solved on the first attempt.", "Solved on attempt {n}.", controller.attempts).format(
            n=controller.attempts
        )
        missed = _("You missed the goal. Undo a move or **restart**.")
        self.card.show_answer(controller.answer or {"solved": tried, "failed": missed}.get(controller.status, ""))
        pressed = self.focusWidget()
        self.hint.setVisible(not is_solved)
        self.next.setVisible(is_solved and self.next_puzzle is not None)
        self.leave.setVisible(not self.next.isVisibleTo(self.card))
        self.again.setEnabled(bool(controller.decisions))
        self.hint.setEnabled(controller.status == "open")
        if pressed in (self.again, self.hint, self.next) and not (pressed.isEnabled() and pressed.isVisible()):
            self.board.setFocus()  # otherwise the next button gets it, and pressing the key again leaves the page
        self._fit_parts()

    def about_to_close(self) -> bool:
        self.puzzle_controller.stop()
        return super().about_to_close()


OPPONENT = "greedy"  # bot of the other seats


class TryPage(LessonPage):
    """A small unsaved match on a board of the rulebook, against a bot."""

    icon_name = "play"
    sandbox: lessons.SandboxMatch

    def __init__(self, game: Game, clause: Clause, theme: Theme, *, predecessor: TryPage | None = None) -> None:
        found = lessons.sandbox_match(game, clause)
        assert found is not None, "only what can be tried is offered"
        self.game, self.key = game, clause.key
        block, match, body = found
        self._board = block.name
        self.sandbox = match if predecessor is None else predecessor.sandbox
        setups = lesson_seats(match.seats, match.state.to_move, OPPONENT)
        opened = layout_from_body(game.info.slug, body, clause.title)
        super().__init__(self.sandbox, opened, setups, theme, predecessor=predecessor)
        self._fit_parts()

    @property
    def tried_clause(self) -> Clause:
        """The clause in the current language."""
        clauses = (clause for chapter in self.game.text.book() for clause in chapter.clauses)
        return next(clause for clause in clauses if clause.key == self.key)

    def name(self) -> str:
        return self.tried_clause.title

    def successor(self, replaced: Mapping[Page, Page]) -> TryPage:
        return TryPage(self.game, self.tried_clause, current_theme(), predecessor=self)

    def _build_ui(self) -> None:
        super()._build_ui()
        self.update_card()
        self.again = self.card.add_button(in_context("from the beginning", "Restart"), "undo")
        self.card.buttons.addStretch(1)
        self.leave = self.card.add_button(_("Exit"))
        self.again.clicked.connect(lambda: self.controller.jump_to(self.sandbox.root))
        self.leave.clicked.connect(lambda: self.request.emit(ClosePage()))

    def update_card(self) -> None:
        clause = self.tried_clause
        self.card.dots.hide()
        self.card.set_note(clause.number)
        who = SEAT_NAMES[self.sandbox.root.state.to_move]
        text = _("You play **{who}** on the example board of this rule. Try anything: you can undo every move.")
        self.card.show_text(text.format(who=who))
        self.show_clause(clause.key)
        self.card.show_answer(next(block.text for block in clause.blocks if block.name == self._board) + ".")
