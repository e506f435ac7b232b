"""One match between bots, as fast as the rules allow: no log of positions, no events, no legality check."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from studio.bots import Bot, make
from studio.core.game import CHANCE, OVER, Action, Board, Game, Options, State
from studio.core.rng import Rng


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match: the last position, how many decisions and chance draws it took, and its log if it was kept.

    The log has the shape that `Match.replay` takes; `opening` holds the draws before the first decision.
    """

    state: State
    decisions: int
    draws: int
    log: tuple[tuple[Action, tuple[Action, ...]], ...] = ()
    opening: tuple[Action, ...] = ()


def bot_seed(seed: int, seat: int) -> int:
    """The seed of the bot in a seat of the match with this seed, so that every bot has luck of its own."""
    return seed * 16 + seat + 1


def make_bots(bots: Sequence[str], seed: int) -> list[Bot]:
    """One fresh bot per seat, by name. Raises `KeyError` for an unknown name."""
    return [make(name, bot_seed(seed, seat)) for seat, name in enumerate(bots)]


def play_match(
    game: Game, board: Board, seats: int, options: Options, bots: Sequence[Bot], seed: int, *, keep_log: bool = False
) -> Played:
    """Play to the end; the same arguments give the same match, and the one that `Match` with this seed would give."""
    rng = Rng(seed)
    state = game.start(board, seats, options)
    choosers = [bot.choose for bot in bots]
    decisions = draws = 0
    if keep_log:
        return _logged(game, state, choosers, rng)
    apply, draw = state.apply, state.draw
    while True:
        seat = state.to_move
        if seat >= 0:
            apply(choosers[seat](game, state, seat))
            decisions += 1
        elif seat == CHANCE:
            apply(draw(rng))
            draws += 1
        else:
            return Played(state, decisions, draws)


def _logged(game: Game, state: State, choosers: Sequence[Callable[[Game, State, int], Action]], rng: Rng) -> Played:
    opening: list[Action] = []
    log: list[tuple[Action, list[Action]]] = []
    draws = 0
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            outcome = state.draw(rng)
            (log[-1][1] if log else opening).append(outcome)
            draws += 1
            state.apply(outcome)
        else:
            action = choosers[state.to_move](game, state, state.to_move)
            log.append((action, []))
            state.apply(action)
    return Played(state, len(log), draws, tuple((action, tuple(drawn)) for action, drawn in log), tuple(opening))
