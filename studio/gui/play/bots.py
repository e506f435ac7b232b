"""The bots at a table: who they are, how fast they play, whether they are held; thinking happens in a thread."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import perf_counter

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from studio.bots import Bot, make_bot
from studio.core.cancellation import CancelToken
from studio.core.game import Action, State
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.core.text import _
from studio.gui.play.choices import Choices

_log = logging.getLogger(__name__)

DELAYS = (1800, 1100, 600, 160, 0)
"""Milliseconds between two decisions of bots, from slow to instant."""


def speed_name(speed: int) -> str:
    """The word for a speed, an index of DELAYS."""
    return (_("slow"), _("unhurried"), _("steady"), _("quick"), _("instant"))[speed]


def speed_factor(speed: int) -> str:
    """How many times as fast as steady a speed is; "" for instant, which takes no time."""
    return ("⅓×", "½×", "1×", "4×", "")[speed]


SWITCH_INTERVAL = 0.0005
"""Seconds after which a thinking thread makes way for the window; with Python's own 5 ms a repaint, whose every call to
Qt lets the thread in, took nine times as long as without (measured), with this not twice."""
FALLBACK_BOT = "planner"
"""Who gives hints, and plays for a bot that a record names and this program does not have."""


def _make_bot(kind: str, seed: int) -> Bot:
    try:
        return make_bot(kind, seed)
    except ValueError:
        return make_bot(FALLBACK_BOT, seed)


class Thinker(QObject):
    """The thread in which bots think, so that the window stays awake: one question at a time, old answers are dropped.

    It reports in the window's own thread: `answered(ticket, action)` or `failed(ticket, words)`.
    """

    answered = Signal(int, object)
    failed = Signal(int, str)
    _future_done = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(min(SWITCH_INTERVAL, sys.getswitchinterval()))
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="bot")
        self._ticket = 0
        self._future: Future[Action] | None = None
        self._cancel_token = CancelToken()
        self._future_done.connect(self._report, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still wanted."""
        return self._future is not None

    def start(self, bot: Bot, game: Game, state: State, seat: int) -> int:
        """Start thinking about a position of the caller's own (a clone); returns the ticket of the question."""
        self.cancel()
        self._ticket += 1
        ticket = self._ticket
        self._cancel_token = CancelToken()
        future = self._pool.submit(bot.choose, game, state, seat, self._cancel_token)
        self._future = future
        future.add_done_callback(partial(self._emit_done, ticket))
        return ticket

    def _emit_done(self, ticket: int, future: Future[Action]) -> None:
        """In the bot's thread: hand the answer to the window's."""
        with suppress(RuntimeError):  # the window is gone already
            self._future_done.emit(ticket, future)

    def cancel(self) -> None:
        """The answer is not wanted any more."""
        self._cancel_token.cancel()
        if self._future is not None:
            self._future.cancel()
        self._future = None

    def close(self) -> None:
        """Have the thread end, which is a matter of some milliseconds; nothing is reported afterwards."""
        self.cancel()
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


class BotSeats(QObject):
    """Asks the bot of a seat for its move and hands it out after a decent pause.

    `decided(action)` and `hinted(action)` answer `ask` and `ask_hint`; `failed(words)` says that a bot gave up.
    """

    move_ready = Signal(object)
    hint_ready = Signal(object)
    failed = Signal(str)

    def __init__(self, game: Game, kinds: Mapping[int, str], luck: Rng, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game = game
        self.rng = luck
        self.paused = False
        self.speed = 2
        self._bots = {seat: _make_bot(kind, luck.below(1 << 30)) for seat, kind in kinds.items()}
        self._pending_move: Action | None = None
        self._hinting = False
        self._stepping = False
        self._thinker = Thinker(self)
        self._thinker.answered.connect(self._answered)
        self._thinker.failed.connect(self._on_failure)
        self._delay_timer = QTimer(self)
        self._delay_timer.setSingleShot(True)
        self._delay_timer.timeout.connect(self._emit_move)

    def __contains__(self, seat: int) -> bool:
        return seat in self._bots

    @property
    def delay(self) -> int:
        """Milliseconds between two decisions."""
        return DELAYS[self.speed]

    @property
    def is_held(self) -> bool:
        """Whether bots wait for a person to let them go on."""
        return self.paused and not self._stepping

    @property
    def is_hinting(self) -> bool:
        """Whether somebody waits for a hint."""
        return self._hinting

    def request_move(self, state: State, seat: int) -> None:
        """Let the bot in this seat think, unless bots are held."""
        if self.is_held:
            return
        self._delay_timer.start(0 if self._stepping else self.delay)
        # never more than a person in that seat would see
        self._thinker.start(self._bots[seat], self.game, state.redeal(seat, self.rng), seat)

    def request_hint(self, state: State, seat: int) -> None:
        """Ask a bot that thinks its turn through what it would do."""
        self._hinting = True
        self._thinker.start(
            make_bot(FALLBACK_BOT, self.rng.below(1 << 30)), self.game, state.redeal(seat, self.rng), seat
        )

    def cancel(self) -> None:
        """Forget what was asked."""
        self._thinker.cancel()
        self._delay_timer.stop()
        self._pending_move, self._hinting = None, False

    def step(self) -> None:
        """Hold the bots, but let the next one make one decision."""
        self.paused, self._stepping = True, True

    def set_speed(self, speed: int) -> None:
        """How fast they play: an index of DELAYS."""
        self.speed = max(0, min(len(DELAYS) - 1, speed))
        if self._delay_timer.isActive():
            self._delay_timer.start(max(0, min(self._delay_timer.remainingTime(), self.delay)))

    def close(self) -> None:
        """Wait for the thread to end."""
        self.cancel()
        self._thinker.close()

    def _answered(self, _ticket: int, action: Action) -> None:
        if self._hinting:
            self._hinting = False
            self.hint_ready.emit(action)
            return
        self._pending_move = action
        if not self._delay_timer.isActive():
            self._emit_move()

    def _emit_move(self) -> None:
        if self._pending_move is None or self.is_held:
            return
        action, self._pending_move = self._pending_move, None
        self._stepping = False
        self.move_ready.emit(action)

    def _on_failure(self, _ticket: int, words: str) -> None:
        self.paused, self._stepping, self._hinting = True, False, False
        self.failed.emit(_("The bot gave up ({reason}). Bots are paused; the match can be saved.").format(reason=words))


# The few places among many that a bot would like best, thought out little by little while nothing else happens.

MIN_TARGETS = 24
"""Where fewer places are lit, each of them can be looked at."""
BEST_COUNT = 3
SLICE_SECONDS = 0.004
"""Seconds of thought between two turns of the event loop."""


class MoveRater(QObject):
    """Judges each move as bots do, one decision ahead, by what the seat may know. `found` comes once per position."""

    finished = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.targets: tuple[int, ...] = ()
        """The best places of the position, the best first; () until they are known."""
        self._choices: Choices | None = None
        self._remaining: list[Action] = []
        self._ratings: dict[int, float] = {}
        self._clock = QTimer(self)
        self._clock.setInterval(0)
        self._clock.timeout.connect(self._rate_some)

    def start(self, choices: Choices, wanted: bool) -> None:
        """Think about these choices, if they are so many that somebody could use it."""
        if choices is self._choices and wanted == bool(self._remaining or self.targets):
            return
        self._choices, self.targets, self._ratings = choices, (), {}
        places = choices.main_targets if wanted else []
        self._remaining = [choices.by_target[target][0] for target in places] if len(places) > MIN_TARGETS else []
        if self._remaining:
            self._clock.start()
        else:
            self._clock.stop()

    def _rate_some(self) -> None:
        assert self._choices is not None
        until = perf_counter() + SLICE_SECONDS
        while self._remaining and perf_counter() < until:
            action = self._remaining.pop()
            self._ratings[self._choices.target(action)] = rate_move(self._choices.game, self._choices.state, action)
        if not self._remaining:
            self._clock.stop()
            order = sorted(self._ratings, key=lambda target: -self._ratings[target])
            self.targets = tuple(order[:BEST_COUNT])
            self.finished.emit()

    def stop(self) -> None:
        """Think no more."""
        self._clock.stop()


def rate_move(game: Game, state: State, action: Action) -> float:
    """How good the position after a move looks to the seat that makes it."""
    after = state.clone()
    after.apply(action)
    return game.evaluation.evaluate(after, state.to_move)
