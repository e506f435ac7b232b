"""The bots as a person who wants an opponent is offered them: levels with the time that a move takes, and a style."""

from __future__ import annotations

from typing import NamedTuple

from studio.bots.limits import Limit
from studio.core.text import _

NORMAL = "planner:0.5s"
"""Who is offered to somebody who has never chosen."""


class Level(NamedTuple):
    """An opponent: the name of its bot, what it is called, how it plays."""

    bot: str
    title: str
    style: str

    @property
    def time(self) -> str:
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
