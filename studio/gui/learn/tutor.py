"""Leads through a tutorial: what is to be done now, what is said to another try, and what the others do meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from studio.core.game import Action
from studio.core.text import _
from studio.documents.lessons import Step
from studio.gui.play.match.controller import MatchController
from studio.gui.play.match.situation import PLAY
from studio.lessons.tutorial import OpenTutorial

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
