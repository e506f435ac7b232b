"""The bots of a match, which think in a thread, and the rating of moves in idle time."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from time import perf_counter
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from studio.bots import Bot, make_bot
from studio.bots.advice import Advice, advise
from studio.core.cancellation import CancelToken
from studio.core.game import Action, State
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.core.text import _
from studio.gui.play.choices import Choices

_log = logging.getLogger(__name__)

DELAYS = (1800, 1100, 600, 160, 0)  # ms between two decisions, from slow to instant


def speed_name(speed: int) -> str:
    return (_("slow"), _("relaxed"), _("normal"), _("fast"), _("instant"))[speed]


def speed_factor(speed: int) -> str:
    """Return the speed relative to "steady"; "" for instant."""
    return ("⅓×", "½×", "1×", "4×", "")[speed]


# Seconds. A repaint calls Qt often and lets the bot's thread in each time: with Python's default of 5 ms it took nine
# times as long as without bots, with this less than twice (measured).
SWITCH_INTERVAL = 0.0005
FALLBACK_BOT = "planner"  # plays for bots in records that do not exist here


def _make_bot(kind: str, seed: int) -> Bot:
    try:
        return make_bot(kind, seed)
    except ValueError:
        return make_bot(FALLBACK_BOT, seed)


class Adviser:
    """Gives hints in place of moves."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, game: Game, state: State, _seat: int, cancel: CancelToken) -> Advice:
        return advise(game, state, self._seed, cancel)


class Thinker(QObject):
    """Runs bots in a thread, one request at a time. Signals come in the window's thread, unless cancelled."""

    answered = Signal(object)
    failed = Signal(str)
    _future_done = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(min(SWITCH_INTERVAL, sys.getswitchinterval()))
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="bot")
        self._future: Future[Any] | None = None
        self._cancel_token = CancelToken()
        self._future_done.connect(self._report, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        return self._future is not None

    def start(self, bot: Bot | Adviser, game: Game, state: State, seat: int) -> None:
        """Start `bot` on a state that nobody else uses (a clone)."""
        self.cancel()
        self._cancel_token = CancelToken()
        choose: Callable[..., Action | Advice] = bot.choose
        self._future = self._pool.submit(choose, game, state, seat, self._cancel_token)
        self._future.add_done_callback(self._emit_done)

    def _emit_done(self, future: Future[Any]) -> None:
        """Pass the result to the window's thread; runs in the bot's thread."""
        with suppress(RuntimeError):  # the window is closed
            self._future_done.emit(future)

    def cancel(self) -> None:
        self._cancel_token.cancel()
        if self._future is not None:
            self._future.cancel()
        self._future = None

    def close(self) -> None:
        """Wait for the thread to end (some milliseconds); nothing is reported afterwards."""
        self.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _report(self, future: Future[Any]) -> None:
        if future is not self._future:
            return
        self._future = None
        try:
            answer = future.result()
        except CancelledError:
            return
        except Exception as problem:
            # show any exception of a bot to the user
            _log.warning("a bot gave up", exc_info=problem)
            self.failed.emit(f"{type(problem).__name__}: {problem}")
            return
        self.answered.emit(answer)


class BotSeats(QObject):
    """Runs the bots of a match and emits their moves after the delay.

    `move_ready(action)` answers `request_move`, `hint_ready(advice)` answers `request_hint`; `failed(text)` reports
    that a bot raised an exception.
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
        self.is_hinting = False
        self._stepping = False
        self._thinker = Thinker(self)
        self._thinker.answered.connect(self._answered)
        self._thinker.failed.connect(self._on_failure)
        self._delay_timer = QTimer(self, singleShot=True)
        self._delay_timer.timeout.connect(self._emit_move)

    def __contains__(self, seat: int) -> bool:
        return seat in self._bots

    @property
    def delay(self) -> int:
        """Milliseconds between two decisions."""
        return DELAYS[self.speed]

    @property
    def is_held(self) -> bool:
        """Whether bots wait for the user to resume them."""
        return self.paused and not self._stepping

    def request_move(self, state: State, seat: int) -> None:
        """Start the bot in this seat, unless bots are held."""
        if self.is_held:
            return
        self._delay_timer.start(0 if self._stepping else self.delay)
        # bots get no hidden information
        self._thinker.start(self._bots[seat], self.game, state.redeal(seat, self.rng), seat)

    def request_hint(self, state: State, seat: int) -> None:
        self.is_hinting = True
        self._thinker.start(Adviser(self.rng.below(1 << 30)), self.game, state.redeal(seat, self.rng), seat)

    def cancel(self) -> None:
        self._thinker.cancel()
        self._delay_timer.stop()
        self._pending_move, self.is_hinting = None, False

    def step(self) -> None:
        """Pause the bots, but let the next one make one decision."""
        self.paused, self._stepping = True, True

    def set_speed(self, speed: int) -> None:
        """Set the speed, an index of DELAYS."""
        self.speed = max(0, min(len(DELAYS) - 1, speed))
        if self._delay_timer.isActive():
            self._delay_timer.start(max(0, min(self._delay_timer.remainingTime(), self.delay)))

    def close(self) -> None:
        self.cancel()
        self._thinker.close()

    def _answered(self, answer: Any) -> None:
        """Take over a move, or the advice for a hint."""
        if self.is_hinting:
            self.is_hinting = False
            self.hint_ready.emit(answer)
            return
        self._pending_move = answer
        if not self._delay_timer.isActive():
            self._emit_move()

    def _emit_move(self) -> None:
        if self._pending_move is None or self.is_held:
            return
        action, self._pending_move = self._pending_move, None
        self._stepping = False
        self.move_ready.emit(action)

    def _on_failure(self, words: str) -> None:
        self.paused, self._stepping, self.is_hinting = True, False, False
        self.failed.emit(_("The bot failed ({reason}). Bots are paused. You can save the match.").format(reason=words))


MIN_TARGETS = 24  # with fewer, the user can look at each
BEST_COUNT = 3
SLICE_SECONDS = 0.004  # per turn of the event loop


class MoveRater(QObject):
    """Rates all moves by the position after them, with what the seat knows. `finished` comes once per position."""

    finished = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.targets: tuple[int, ...] = ()  # best targets of the position, best first; () until known
        self._choices: Choices | None = None
        self._remaining: list[Action] = []
        self._ratings: dict[int, float] = {}
        self._clock = QTimer(self, interval=0)
        self._clock.timeout.connect(self._rate_some)

    def start(self, choices: Choices, wanted: bool) -> None:
        """Rate these choices if there are enough places to make it useful."""
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
            state, after = self._choices.state, self._choices.state.clone()
            after.apply(action)
            rating = self._choices.game.evaluation.evaluate(after, state.to_move)
            self._ratings[self._choices.target(action)] = rating
        if not self._remaining:
            self._clock.stop()
            order = sorted(self._ratings, key=lambda target: -self._ratings[target])
            self.targets = tuple(order[:BEST_COUNT])
            self.finished.emit()

    def stop(self) -> None:
        self._clock.stop()
