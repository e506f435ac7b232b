"""The bots at a table: who they are, how fast they play, whether they are held; thinking happens in a thread."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QTimer, Signal

from studio.bots import Bot, make, names
from studio.core.game import Action, Game, State
from studio.core.rng import Rng
from studio.core.text import _
from studio.gui.play.match.thinker import Thinker

DELAYS = (1600, 900, 420, 140, 0)
"""Milliseconds between two decisions of bots, from slow to instant."""


def speed_name(speed: int) -> str:
    """The word for a speed, an index of DELAYS."""
    return (_("slow"), _("unhurried"), _("steady"), _("quick"), _("instant"))[speed]


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
        known = names()  # a record may name a bot that this program does not have: the strongest stands in
        self._bots: dict[int, Bot] = {
            seat: make(kind if kind in known else known[-1], luck.below(1 << 30)) for seat, kind in kinds.items()
        }
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
        """Ask the strongest bot there is what it would do."""
        self._hinting = True
        bot = make(names()[-1], self.luck.below(1 << 30))
        self._thinker.ask(bot, self.game, state.redeal(seat, self.luck), seat)

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
