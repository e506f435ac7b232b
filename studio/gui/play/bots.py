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

from studio.bots import Bot, make
from studio.core.cancellation import Patience
from studio.core.game import Action, State
from studio.core.protocols import Game
from studio.core.rng import Rng
from studio.core.text import _
from studio.gui.play.choices import Choices

_log = logging.getLogger(__name__)

DELAYS = (1800, 1100, 600, 160, 0)
"""Milliseconds between two decisions of bots, from slow to instant."""


def speed_name(speed: int) -> str:
    """The word for a speed, an index of DELAYS."""
    return (_("slow"), _("unhurried"), _("steady"), _("quick"), _("instant"))[speed]


def speed_times(speed: int) -> str:
    """How many times as fast as steady a speed is; "" for instant, which takes no time."""
    return ("⅓×", "½×", "1×", "4×", "")[speed]


SWITCH = 0.0005
"""Seconds after which a thinking thread makes way for the window; with Python's own 5 ms a repaint, whose every call to
Qt lets the thread in, took nine times as long as without (measured), with this not twice."""
STAND_IN = "planner"
"""Who gives hints, and plays for a bot that a record names and this program does not have."""


def _seated(kind: str, seed: int) -> Bot:
    try:
        return make(kind, seed)
    except ValueError:
        return make(STAND_IN, seed)


class Thinker(QObject):
    """The thread in which bots think, so that the window stays awake: one question at a time, old answers are dropped.

    It reports in the window's own thread: `answered(ticket, action)` or `failed(ticket, words)`.
    """

    answered = Signal(int, object)
    failed = Signal(int, str)
    _settled = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(min(SWITCH, sys.getswitchinterval()))
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="bot")
        self._ticket = 0
        self._future: Future[Action] | None = None
        self._patience = Patience()
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
        self._patience = Patience()
        future = self._pool.submit(bot.choose, game, state, seat, self._patience)
        self._future = future
        future.add_done_callback(partial(self._pass_on, ticket))
        return ticket

    def _pass_on(self, ticket: int, future: Future[Action]) -> None:
        """In the bot's thread: hand the answer to the window's."""
        with suppress(RuntimeError):  # the window is gone already
            self._settled.emit(ticket, future)

    def forget(self) -> None:
        """The answer is not wanted any more."""
        self._patience.end()
        if self._future is not None:
            self._future.cancel()
        self._future = None

    def close(self) -> None:
        """Have the thread end, which is a matter of some milliseconds; nothing is reported afterwards."""
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


class BotSeats(QObject):
    """Asks the bot of a seat for its move and hands it out after a decent pause.

    `decided(action)` and `hinted(action)` answer `ask` and `ask_hint`; `failed(words)` says that a bot gave up.
    """

    decided = Signal(object)
    hinted = Signal(object)
    failed = Signal(str)

    def __init__(self, game: Game, kinds: Mapping[int, str], luck: Rng, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game = game
        self.luck = luck
        self.paused = False
        self.speed = 2
        self._bots = {seat: _seated(kind, luck.below(1 << 30)) for seat, kind in kinds.items()}
        self._ready: Action | None = None
        self._hinting = False
        self._stepping = False
        self._thinker = Thinker(self)
        self._thinker.answered.connect(self._answered)
        self._thinker.failed.connect(self._gave_up)
        self._pace = QTimer(self)
        self._pace.setSingleShot(True)
        self._pace.timeout.connect(self._hand_out)

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

    def ask(self, state: State, seat: int) -> None:
        """Let the bot in this seat think, unless bots are held."""
        if self.is_held:
            return
        self._pace.start(0 if self._stepping else self.delay)
        # never more than a person in that seat would see
        self._thinker.ask(self._bots[seat], self.game, state.redeal(seat, self.luck), seat)

    def ask_hint(self, state: State, seat: int) -> None:
        """Ask a bot that thinks its turn through what it would do."""
        self._hinting = True
        self._thinker.ask(make(STAND_IN, self.luck.below(1 << 30)), self.game, state.redeal(seat, self.luck), seat)

    def hush(self) -> None:
        """Forget what was asked."""
        self._thinker.forget()
        self._pace.stop()
        self._ready, self._hinting = None, False

    def step(self) -> None:
        """Hold the bots, but let the next one make one decision."""
        self.paused, self._stepping = True, True

    def set_speed(self, speed: int) -> None:
        """How fast they play: an index of DELAYS."""
        self.speed = max(0, min(len(DELAYS) - 1, speed))
        if self._pace.isActive():
            self._pace.start(max(0, min(self._pace.remainingTime(), self.delay)))

    def close(self) -> None:
        """Wait for the thread to end."""
        self.hush()
        self._thinker.close()

    def _answered(self, _ticket: int, action: Action) -> None:
        if self._hinting:
            self._hinting = False
            self.hinted.emit(action)
            return
        self._ready = action
        if not self._pace.isActive():
            self._hand_out()

    def _hand_out(self) -> None:
        if self._ready is None or self.is_held:
            return
        action, self._ready = self._ready, None
        self._stepping = False
        self.decided.emit(action)

    def _gave_up(self, _ticket: int, words: str) -> None:
        self.paused, self._stepping, self._hinting = True, False, False
        self.failed.emit(_("The bot gave up ({reason}). Bots are paused; the match can be saved.").format(reason=words))


# The few places among many that a bot would like best, thought out little by little while nothing else happens.

MANY = 24
"""Where fewer places are lit, each of them can be looked at."""
FEW = 3
SLICE = 0.004
"""Seconds of thought between two turns of the event loop."""


class Best(QObject):
    """Judges each move as bots do, one decision ahead, by what the seat may know. `found` comes once per position."""

    found = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.targets: tuple[int, ...] = ()
        """The best places of the position, the best first; () until they are known."""
        self._choices: Choices | None = None
        self._left: list[Action] = []
        self._worth: dict[int, float] = {}
        self._clock = QTimer(self)
        self._clock.setInterval(0)
        self._clock.timeout.connect(self._think)

    def look_at(self, choices: Choices, wanted: bool) -> None:
        """Think about these choices, if they are so many that somebody could use it."""
        if choices is self._choices and wanted == bool(self._left or self.targets):
            return
        self._choices, self.targets, self._worth = choices, (), {}
        places = choices.places if wanted else []
        self._left = [choices.by_target[target][0] for target in places] if len(places) > MANY else []
        if self._left:
            self._clock.start()
        else:
            self._clock.stop()

    def _think(self) -> None:
        assert self._choices is not None
        until = perf_counter() + SLICE
        while self._left and perf_counter() < until:
            action = self._left.pop()
            self._worth[self._choices.target(action)] = judged(self._choices.game, self._choices.state, action)
        if not self._left:
            self._clock.stop()
            order = sorted(self._worth, key=lambda target: -self._worth[target])
            self.targets = tuple(order[:FEW])
            self.found.emit()

    def stop(self) -> None:
        """Think no more."""
        self._clock.stop()


def judged(game: Game, state: State, action: Action) -> float:
    """How good the position after a move looks to the seat that makes it."""
    after = state.clone()
    after.apply(action)
    return game.evaluate(after, state.to_move)
