"""Bots. They know the `Game` and `State` interfaces and no particular game.

A bot has a name, with an optional limit after a colon: "greedy", "planner:800" (search steps per decision), "mcts:2s"
(seconds). "planner-without-unit.settlement:800" does without a kind of action (`studio.bots.without`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

from studio.bots.greedy import GreedyBot, NoviceBot
from studio.bots.limits import Limit
from studio.bots.mcts import MctsBot
from studio.bots.planner import PlannerBot
from studio.bots.random_numbers import BotRng
from studio.bots.without import MARK, WithoutBot, find_action
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import Action, State
from studio.core.plugin import Game
from studio.core.text import _

OPENING_PLIES = 8  # random moves before different bots play


class Bot(Protocol):
    """A computer player with its own random generator, so that it does not influence the draws of the match."""

    def start_turn(self, turn: int) -> None:
        """Start the random numbers of a turn, counted from 1; see `BotRng`. Need not be called."""

    def choose(self, game: Game, state: State, seat: int, cancel: CancelToken = NEVER_CANCELLED) -> Action:
        """One of `state.legal()`; `seat` is the seat to move. Raises `Cancelled`.

        The state may be the true one and is not changed. A bot that needs more than `legal()` works on
        `state.redeal(seat, …)`, so that hidden information cannot influence its choice.
        """


class RandomBot:
    """Chooses uniformly among the legal moves."""

    __slots__ = ("_rng",)

    def __init__(self, seed: int) -> None:
        self._rng = BotRng(seed)

    def start_turn(self, turn: int) -> None:
        self._rng.start_turn(turn)

    def choose(self, game: Game, state: State, seat: int, cancel: CancelToken = NEVER_CANCELLED) -> Action:
        actions = state.legal()
        if len(actions) == 1:
            return actions[0]
        self._rng.start_decision(actions)
        return actions[self._rng.below(len(actions))]


_QUICK: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "novice": NoviceBot, "greedy": GreedyBot}
_THINKING: dict[str, Callable[[int, Limit], Bot]] = {"planner": PlannerBot, "mcts": MctsBot}
_DEFAULT_LIMITS = {"planner": Limit(count=300), "mcts": Limit(count=200)}


def list_bots() -> tuple[str, ...]:
    """The names of all bots, simplest first."""
    return (*_QUICK, *_THINKING)


def bot_factory(name: str) -> Callable[[int], Bot]:
    """The constructor of a bot by name. Raises `ValueError`."""
    kind, colon, text = name.partition(":")
    kind, mark, action = kind.partition(MARK)
    if mark:
        make_whole = bot_factory(kind + colon + text)
        return lambda seed: WithoutBot(make_whole(seed), action)
    if kind not in list_bots():
        error = _('unknown bot "{name}"; available: {names}')
        raise ValueError(error.format(name=kind, names=", ".join(list_bots())))
    if kind in _QUICK:
        if colon:
            raise ValueError(_('"{name}": the bot {bot} accepts no limit').format(name=name, bot=kind))
        return _QUICK[kind]
    limit = Limit.parse(text) if colon else _DEFAULT_LIMITS[kind]
    if limit is None:
        label = _('"{name}": invalid limit; use steps or seconds, as in {bot}:400 or {bot}:2s')
        raise ValueError(label.format(name=name, bot=kind))
    make_one = _THINKING[kind]
    return lambda seed: make_one(seed, limit)


def check_actions(game: Game, bots: Iterable[str]) -> None:
    """Raise `ValueError` if a bot does without an action that the game does not have."""
    for name in bots:
        _kind, mark, action = name.partition(":")[0].partition(MARK)
        if mark:
            find_action(game, action)


def is_timed(name: str) -> bool:
    """Whether a bot's limit is in seconds, so that its matches differ each time."""
    limit = Limit.parse(name.partition(":")[2])
    return limit is not None and limit.seconds > 0


def make_bot(name: str, seed: int) -> Bot:
    """A new bot. Raises `ValueError` for an unknown name."""
    return bot_factory(name)(seed)


# Levels: the bots as opponents of a human.

DEFAULT_OPPONENT = "greedy"


class Level(NamedTuple):
    """An opponent: bot, title, style of play."""

    bot: str
    title: str
    style: str

    @property
    def time_text(self) -> str:
        limit = Limit.parse(self.bot.partition(":")[2])
        if limit is None:
            return _("instant")
        return _("up to {seconds:g} s per move").format(seconds=limit.seconds)


def levels() -> tuple[Level, ...]:
    """The opponents on offer, weakest first; the random one comes last.

    The planner is none of them: Hard did not win 60 % of its matches against it, as each level should against the next
    weaker one (`resources/docs/benchmarks.md`).
    """
    return (
        Level("novice", _("Beginner"), _("Chooses the best-looking move only half of the time.")),
        Level("greedy", _("Easy"), _("Chooses the best-looking move without planning ahead.")),
        Level("mcts:1s", _("Hard"), _("Tries out many ways to play its turn, good ones more often.")),
        Level("random", _("Random"), _("Plays any legal move, to try out a board.")),
    )


def level_of(bot: str) -> Level:
    """The level of a bot; a bot with another limit is a level of its own."""
    name, _colon, limit = bot.partition(":")
    title = {"planner": _("Planner"), "mcts": _("Tree search")}.get(name, name.capitalize())
    own = Level(bot, f"{title} · {limit}" if limit else title, "")
    return next((level for level in levels() if level.bot == bot), own)


def nearest_level(kind: str) -> str:
    """The bot on offer for a kind of player saved earlier; `kind` if there is none.

    There were "mcts:3s", and the planner as "planner:0.5s" and "planner".
    """
    name = kind.partition(":")[0].replace("planner", "mcts")
    return next((level.bot for level in levels() if level.bot.partition(":")[0] == name), kind)
