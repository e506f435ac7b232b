"""Players that are programs. They know the `Game` and `State` interfaces and no game in particular.

A bot is asked for by its name, with how much it may think behind a colon if need be: "greedy", "planner:800" (so many
steps of its search for a decision), "mcts:2s" (so many seconds).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from studio.bots.greedy import GreedyBot
from studio.bots.limits import Limit
from studio.bots.mcts import MctsBot
from studio.bots.planner import PlannerBot
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import Action, State
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.core.text import _


class Bot(Protocol):
    """A player that is a program. Its random source is its own, so that the match's draws stay what they are."""

    def choose(self, game: Game, state: State, seat: int, cancel: CancelToken = NEVER_CANCELLED) -> Action:
        """One of `state.legal()`; `seat` is the seat to move. Raises `Spent` when the patience ends while it thinks.

        The state may be the true one and is left untouched: a bot that looks at more of it than `legal()` works on
        `state.redeal(seat, …)`, so that its choice never depends on what the seat cannot see.
        """


class RandomBot:
    """Does anything it may, all moves equally likely: a yardstick, and a sparring partner for beginners."""

    __slots__ = ("_below",)

    def __init__(self, seed: int) -> None:
        self._below = Rng(seed).below

    def choose(self, game: Game, state: State, seat: int, cancel: CancelToken = NEVER_CANCELLED) -> Action:
        actions = state.legal()
        return actions[self._below(len(actions))]


_QUICK: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
_THINKING: dict[str, Callable[[int, Limit], Bot]] = {"planner": PlannerBot, "mcts": MctsBot}
_DEFAULT_LIMITS = {"planner": Limit(count=300), "mcts": Limit(count=200)}


def list_bots() -> tuple[str, ...]:
    """The names by which bots are asked for, the simplest first."""
    return (*_QUICK, *_THINKING)


def bot_factory(name: str) -> Callable[[int], Bot]:
    """What makes the bot of a name from a seed. Raises `ValueError` with a sentence when there is none."""
    kind, colon, text = name.partition(":")
    if kind not in list_bots():
        raise ValueError(
            _('there is no bot "{name}"; there are {names}').format(name=kind, names=", ".join(list_bots()))
        )
    if kind in _QUICK:
        if colon:
            raise ValueError(_('"{name}": the bot {bot} has no limit').format(name=name, bot=kind))
        return _QUICK[kind]
    limit = Limit.parse(text) if colon else _DEFAULT_LIMITS[kind]
    if limit is None:
        words = _('"{name}": a limit is a number of steps or of seconds, as in {bot}:400 or {bot}:2s')
        raise ValueError(words.format(name=name, bot=kind))
    make_one = _THINKING[kind]
    return lambda seed: make_one(seed, limit)


def make_bot(name: str, seed: int) -> Bot:
    """A fresh bot. Raises `ValueError` with a sentence when no bot has this name."""
    return bot_factory(name)(seed)


# The bots as a person who wants an opponent is offered them: levels with the time that a move takes, and a style.

NORMAL = "planner:0.5s"
"""Who is offered to somebody who has never chosen."""


class Level(NamedTuple):
    """An opponent: the name of its bot, what it is called, how it plays."""

    bot: str
    title: str
    style: str

    @property
    def time_text(self) -> str:
        """How long a move takes at most, in words: a bot that is sure of its move waits no longer."""
        limit = Limit.parse(self.bot.partition(":")[2])
        if limit is None:
            return _("at once")
        return _("up to {seconds:g} s a move").format(seconds=limit.seconds)


def levels() -> tuple[Level, ...]:
    """The opponents on offer, the weakest first; the last, who only moves the pieces, is no level at all."""
    return (
        Level("greedy", _("Easy"), _("Takes what looks best at once and never thinks of what comes after.")),
        Level(NORMAL, _("Normal"), _("Thinks the whole turn through, with luck and without.")),
        Level("mcts:1s", _("Hard"), _("Tries its turn out in many ways, those that go well the more often.")),
        Level("mcts:3s", _("Expert"), _("Tries its turn out in many ways, and takes its time over the best of them.")),
        Level("random", _("By chance"), _("Does anything it may: for trying out a board.")),
    )


def level_of(bot: str) -> Level:
    """The level that a bot stands for; a bot with another limit stands for itself."""
    name, _colon, limit = bot.partition(":")
    own = Level(bot, f"{name.capitalize()} · {limit}" if limit else name.capitalize(), "")
    return next((level for level in levels() if level.bot == bot), own)
