"""Following the match: the log, the trail of the others on the board, and what has happened since one's last turn."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from studio.core.match import Node
from studio.core.text import _
from studio.gui.board.view import BoardView
from studio.gui.play.match.controller import MatchController
from studio.gui.play.match.situation import PLAY, REPLAY
from studio.gui.play.replay.log import LogCard
from studio.gui.play.replay.log_model import LogBook, LogTurn
from studio.gui.play.replay.trail import is_begun, so_far, steps, trail
from studio.gui.widgets import PlainButton

LEAST_PAUSE = 420
"""Milliseconds that a step is shown at least when it is shown again."""


class Follow(QObject):
    """Keeps log and trail in step with the match, and plays again what a person may have missed.

    `recalled` tells when that begins or ends.
    """

    recalled = Signal()

    def __init__(
        self,
        controller: MatchController,
        board: BoardView,
        log: LogCard,
        button: PlainButton,
        say: Callable[[str], None],
    ) -> None:
        """`say` tells what the button does."""
        super().__init__(button)
        self.controller, self.board, self.log, self.button, self._say = controller, board, log, button, say
        self.book = LogBook(controller)
        self.is_recalling = False
        """Whether what has happened since one's last turn is being played again."""
        self._news: Node | None = None
        self._last: Node | None = None
        """The last thing that somebody else did."""
        self._seen: Node | None = None
        button.clicked.connect(self.recall)
        controller.reel.changed.connect(self._reel_changed)

    def refresh(self) -> None:
        """Show what has happened up to the position on show."""
        controller, replaying = self.controller, self.controller.mode == REPLAY
        rows = self.book.rows()
        turns = [row for row in rows if isinstance(row, LogTurn)]
        self.log.show_rows(rows, controller.node if replaying else None, controller.forward() if replaying else ())
        self._show_trail(turns)
        if not replaying:
            self._news, self._last = self._last_own(turns), self._last_of_others()
        self.button.setVisible(self.can_recall or self.is_recalling)
        self._say(_("Again") if self._last is self._seen else _("Since your last turn"))

    def _show_trail(self, turns: list[LogTurn]) -> None:
        controller = self.controller
        people = controller.humans
        if controller.is_covered or controller.mode not in (PLAY, REPLAY) or controller.is_over:
            self.board.set_steps(())
        elif controller.mode == REPLAY:
            self.board.set_steps(steps(so_far(turns, set(controller.line()[1:])), self._shows))
        else:
            self.board.set_steps(steps(trail(turns, people), self._shows), is_begun(turns, people))

    def _shows(self, target: int) -> bool:
        return not self.board.widget_rect(target).isEmpty()

    # since one's last turn

    def _last_own(self, turns: list[LogTurn]) -> Node | None:
        """The position after the last turn of the person who looks, if others have played since."""
        first = self.book.news(turns)
        return turns[first].start.parent if 0 < first < len(turns) else None

    def _last_of_others(self) -> Node | None:
        controller = self.controller
        node = controller.match.node
        while node.parent is not None and node.decision is not None and node.decision.seat == controller.viewer:
            node = node.parent
        return node

    @property
    def can_recall(self) -> bool:
        """Whether others have done something since one's last turn that can be shown again."""
        controller = self.controller
        return controller.mode == PLAY and not controller.is_covered and self._news is not None

    def recall(self) -> None:
        """Play again what has happened since one's last turn; then the match goes on."""
        if not self.can_recall:
            return
        controller, self._seen = self.controller, self._last
        self.is_recalling = True
        controller.start_replay(self._news)
        controller.reel.set_delay(max(LEAST_PAUSE, controller.bots.delay))
        controller.reel.run()
        self.recalled.emit()

    def skip(self) -> None:
        """Back to the match at once."""
        if self.is_recalling:
            self._stop()
            self.controller.resume()

    def _stop(self) -> None:
        self.is_recalling = False
        self.controller.reel.set_delay(self.controller.bots.delay)
        self.recalled.emit()

    def _reel_changed(self) -> None:
        """The clock of the replay was stopped: by its end, or by somebody who wants to look closely."""
        reel = self.controller.reel
        if not self.is_recalling or reel.is_running:
            return
        if self.controller.mode == REPLAY and reel.index < len(reel.nodes) - 1:
            self._stop()
        else:
            self.skip()
