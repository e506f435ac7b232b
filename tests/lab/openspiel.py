"""Our games as Python games of OpenSpiel, so that its tests and players can use them.

An action always has the same number: each kind has its own range, in which the operands are digits. Their bounds come
from some fixed matches; actions beyond them get a number from a checksum.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import pyspiel

from studio.core.game import CHANCE, OVER, Action, Options, State
from studio.core.plugin import Game
from studio.core.rng import Rng

SCANNED = 60  # matches that determine the bounds of operands
LONGEST = 20_000
SELDOM, SEARCHED = 1 << 14, 1 << 30  # numbers for actions beyond the bounds; the second for searches, which meet many


class Codec:
    """Numbers of actions: by kind and length a first number, and minimum and size of every operand."""

    def __init__(self, actions: set[Action], seldom: int = SELDOM) -> None:
        spans: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for action in actions:
            key = (action[0], len(action))
            old = spans.get(key, [(operand, operand) for operand in action[1:]])
            spans[key] = [
                (min(low, operand), max(high, operand)) for (low, high), operand in zip(old, action[1:], strict=True)
            ]
        self._first: dict[tuple[int, int], int] = {}
        self._digits: dict[tuple[int, int], list[tuple[int, int]]] = {}
        total = 0
        for key in sorted(spans):
            digits = [(min(low, 0), 1 << (max(high, 3) - min(low, 0) + 1).bit_length()) for low, high in spans[key]]
            self._first[key], self._digits[key] = total, digits
            size = 1
            for _low, span in digits:
                size *= span
            total += size
        self._seldom: dict[int, Action] = {}
        self._usual, self._spare = total, seldom
        self.count = total + seldom

    def number(self, action: Action) -> int:
        key = (action[0], len(action))
        value = 0
        for operand, (low, size) in zip(action[1:], self._digits.get(key, ()), strict=False):
            if not 0 <= operand - low < size:
                return self._checksum(action)
            value = value * size + operand - low
        return self._first[key] + value if key in self._first else self._checksum(action)

    def _checksum(self, action: Action) -> int:
        number = self._usual + crc32(repr(action).encode()) % self._spare
        assert self._seldom.setdefault(number, action) == action
        return number

    def action(self, number: int) -> Action:
        if number >= self._usual:
            return self._seldom[number]
        key = max((key for key in self._first if self._first[key] <= number), key=lambda key: self._first[key])
        value = number - self._first[key]
        operands: list[int] = []
        for low, size in reversed(self._digits[key]):
            value, digit = divmod(value, size)
            operands.insert(0, digit + low)
        return (key[0], *operands)


def scanned(game: Game, board: Any, seats: int, options: Options, seldom: int = SELDOM) -> Codec:
    actions: set[Action] = set()
    for seed in range(SCANNED):
        luck, state = Rng(seed), game.rules.start(board, seats, options)
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                actions.update(action for action, _weight in state.chance())
                state.apply(state.draw(luck))
            else:
                legal = state.legal()
                actions.update(legal)
                state.apply(luck.choose(legal))
    return Codec(actions, seldom)


class Table(NamedTuple):
    """A game with a board, and how it is presented."""

    game: Game
    board: Any
    seats: int
    options: Options
    codec: Codec


_tables: dict[str, Table] = {}  # by their name in OpenSpiel


class Position:
    """A position as `clone` copies and `dump` writes it."""

    def __init__(self, name: str, state: State) -> None:
        self.name, self.state = name, state

    def __deepcopy__(self, memo: Any) -> Position:
        return Position(self.name, self.state.clone())

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.name, self.state.dump())


def _restored(name: str, dump: Any) -> Position:
    table = _tables[name]
    return Position(name, table.game.rules.restore(table.board, dump))


class SpielState(pyspiel.State):  # type: ignore[misc] # the library says nothing of its types
    def __init__(self, game: Any, name: str) -> None:
        super().__init__(game)
        table = _tables[name]
        self.at = Position(name, table.game.rules.start(table.board, table.seats, table.options))

    def current_player(self) -> int:
        mover = self.at.state.to_move
        if mover == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if mover == CHANCE else mover

    def _legal_actions(self, player: int) -> list[int]:
        codec = _tables[self.at.name].codec
        return sorted(codec.number(action) for action in self.at.state.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes, codec = self.at.state.chance(), _tables[self.at.name].codec
        total = sum(weight for _action, weight in outcomes)
        return [(codec.number(action), weight / total) for action, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        self.at.state.apply(_tables[self.at.name].codec.action(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(_tables[self.at.name].codec.action(action))

    def is_terminal(self) -> bool:
        return self.at.state.to_move == OVER

    def returns(self) -> list[float]:
        seats = _tables[self.at.name].seats
        if not self.is_terminal():
            return [0.0] * seats
        winners = self.at.state.winners()
        return [(1 / len(winners) if seat in winners else 0.0) - 1 / seats for seat in range(seats)]

    def __str__(self) -> str:
        return str(self.at.state.dump())


class Observer:
    def __init__(self) -> None:
        self.tensor = np.zeros(0, np.float32)
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """There are no tensors."""

    def string_from(self, state: SpielState, player: int) -> str:
        return str(state.at.state.observe(player))


def presented(game: Game, board: Any, seats: int, name: str, seldom: int = SELDOM) -> Any:
    """A game with a board as a game of OpenSpiel, under a unique name."""
    options = game.info.defaults()
    codec = scanned(game, board, seats, options, seldom)
    _tables[name] = Table(game, board, seats, options, codec)
    kind = pyspiel.GameType(
        short_name=name,
        long_name=name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    facts = pyspiel.GameInfo(
        num_distinct_actions=codec.count,
        max_chance_outcomes=codec.count,
        num_players=seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=LONGEST,
    )

    class SpielGame(pyspiel.Game):  # type: ignore[misc] # the library says nothing of its types
        """Created by OpenSpiel by name."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, facts, params or {})

        def __reduce__(self) -> tuple[Any, ...]:
            return pyspiel.load_game, (name,)

        def new_initial_state(self) -> SpielState:
            return SpielState(self, name)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer()

    pyspiel.register_game(kind, SpielGame)
    return pyspiel.load_game(name)
