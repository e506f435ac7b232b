"""The thread in which bots think, so that the window stays awake. One question at a time; old answers are dropped."""

from __future__ import annotations

import logging
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal

from studio.bots import Bot
from studio.core.game import Action, Game, State

_log = logging.getLogger(__name__)


class Thinker(QObject):
    """Asks a bot in a thread and reports in the window's own: `answered(ticket, action)` or `failed(ticket, words)`."""

    answered = Signal(int, object)
    failed = Signal(int, str)
    _settled = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="bot")
        self._ticket = 0
        self._future: Future[Action] | None = None
        self._settled.connect(self._report, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still wanted."""
        return self._future is not None

    def ask(self, bot: Bot, game: Game, state: State, seat: int) -> int:
        """Start thinking about a position of the caller's own (a clone); returns the ticket of the question."""
        self.forget()
        self._ticket += 1
        ticket = self._ticket
        future = self._pool.submit(bot.choose, game, state, seat)
        self._future = future
        future.add_done_callback(partial(self._pass_on, ticket))
        return ticket

    def _pass_on(self, ticket: int, future: Future[Action]) -> None:
        """In the bot's thread: hand the answer to the window's."""
        with suppress(RuntimeError):  # the window is gone already
            self._settled.emit(ticket, future)

    def forget(self) -> None:
        """The answer is not wanted any more."""
        if self._future is not None:
            self._future.cancel()
        self._future = None

    def close(self) -> None:
        """Wait for the thread to end; nothing is reported afterwards."""
        self.forget()
        self._ticket += 1
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _report(self, ticket: int, future: Future[Action]) -> None:
        if ticket != self._ticket or future is not self._future:
            return
        self._future = None
        try:
            action = future.result()
        except CancelledError:
            return
        except Exception as problem:
            # whatever a bot raises is told to the person in front of the screen, not lost in a thread
            _log.warning("a bot gave up", exc_info=problem)
            self.failed.emit(ticket, f"{type(problem).__name__}: {problem}")
            return
        self.answered.emit(ticket, action)
