"""Watches over a puzzle: lets the others move, sees when the goal is reached or missed, gives hints."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from studio.core.cancellation import Patience, Spent
from studio.core.game import OVER, Action, State
from studio.core.text import _
from studio.gui.inquiry import Inquiry
from studio.gui.play.match.controller import MatchController
from studio.gui.play.match.situation import PLAY
from studio.lessons.puzzle import Found, OpenPuzzle, Standing, solve

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
