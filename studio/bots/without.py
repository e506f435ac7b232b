"""Bots that do without a kind of action, to measure what it is worth on a board: the game "without X".

The name of an action is that of its constants in the rules of the game, in any case and joined by full stops: "pitch"
in Goldland, "unit.settlement" in Entdecker for (UNIT, SETTLEMENT, land).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import Action, State
from studio.core.plugin import Game
from studio.core.text import _

if TYPE_CHECKING:
    from studio.bots import Bot

MARK = "-without-"  # between the name of a bot and that of the action


class WithoutBot:
    """Plays as another bot, which sees actions of a kind in its own seat only if there are no others."""

    __slots__ = ("_bot", "_name")

    def __init__(self, bot: Bot, name: str) -> None:
        self._bot, self._name = bot, name

    def start_turn(self, turn: int) -> None:
        self._bot.start_turn(turn)

    def choose(self, game: Game, state: State, seat: int, cancel: CancelToken = NEVER_CANCELLED) -> Action:
        restricted = state.clone()
        restricted.__class__ = _restricted(type(state), seat, find_action(game, self._name))
        return self._bot.choose(game, restricted, seat, cancel)


def find_action(game: Game, name: str) -> Action:
    """The first numbers of the actions with this name. Raises `ValueError` if it is none of a seat's decisions."""
    parts = name.upper().split(".")
    found = tuple([number for part in parts if isinstance(number := getattr(game.rules, part, None), int)])
    if parts[0] not in game.rules.DECISIONS or len(found) < len(parts):
        raise ValueError(_('{game} has no action "{name}"').format(game=game.info.name, name=name))
    return found


@lru_cache(maxsize=64)
def _restricted(kind: type[State], seat: int, prefix: Action) -> type[State]:
    """The positions of a game with fewer legal moves of a seat; their clones are restricted as well."""

    class Restricted(kind):  # type: ignore[misc, valid-type]  # a class that is known only now
        __slots__ = ()

        def legal(self) -> list[Action]:
            moves: list[Action] = super().legal()
            if self.to_move != seat:
                return moves
            return [move for move in moves if move[: len(prefix)] != prefix] or moves

    return Restricted
