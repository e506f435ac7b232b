"""The value of whole turns by bot: `python -m tests.bench.turns` lets all bots play the same turns with the same draws.

A match gives one result for many turns; here every turn is evaluated at its end, and a round later after greedy play,
averaged over a few redeals. Sixty turns separate bots that four hundred matches hardly do, but only by the game's
evaluation. Turns start at random points of matches of greedy bots.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from statistics import mean, stdev
from time import process_time
from typing import NamedTuple

from studio.bots import make_bot
from studio.bots.mcts import Search
from studio.core.cancellation import NEVER_CANCELLED
from studio.core.game import CHANCE, OVER, State
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab.jobs import make_bots
from studio.lab.report.text import table_lines
from studio.services.loading import load_layout, playable_board

TURNS = 60
BOTS = "planner,greedy,mcts"
EVERY = 5  # one of so many turns is played
LONG = 60  # limit of decisions in a turn
FUTURES = 8  # redeals for the round after a turn


class Turns(NamedTuple):
    """The results of a bot turn by turn, at their ends and a round later, and the seconds per decision."""

    worth: list[float]
    later: list[float]
    seconds: float


def begun(game: Game, board: object, count: int) -> list[State]:
    """Positions at the start of a turn, for two seats."""
    found: list[State] = []
    seed = 500
    while len(found) < count:
        seed += 1
        state, rng = game.rules.start(board, 2, game.info.defaults()), Rng(seed)
        bots = make_bots(["greedy"] * 2, seed)
        turn, last = seed % EVERY, -1
        while state.to_move != OVER and len(found) < count:
            if state.to_move == CHANCE:
                state.apply(state.draw(rng))
                continue
            if state.to_move != last:
                last, turn = state.to_move, turn + 1
                if turn % EVERY == 0:
                    found.append(state.clone())
            state.apply(bots[state.to_move].choose(game, state, state.to_move))
    return found


def played(game: Game, states: Sequence[State], name: str) -> Turns:
    """Let a bot play these turns."""
    worth, later, decisions, seconds = [], [], 0, 0.0
    for number, begin in enumerate(states):
        state, seat, bot, rng = begin.clone(), begin.to_move, make_bot(name, number), Rng(number)
        made, before = 0, process_time()
        while made < LONG and state.to_move in (seat, CHANCE):
            if state.to_move == CHANCE:
                state.apply(state.draw(rng))
                continue
            state.apply(bot.choose(game, state, seat))
            made += 1
        seconds += process_time() - before
        decisions += made
        worth.append(game.evaluation.evaluate(state, seat))
        later.append(a_round_later(game, state, seat, number))
    return Turns(worth, later, seconds / max(1, decisions))


def a_round_later(game: Game, state: State, seat: int, luck: int) -> float:
    """The mean value one round after a turn, over the same redeals for every bot."""
    if state.to_move == OVER:
        return game.evaluation.evaluate(state, seat)
    search, rng = Search(game, seat, NEVER_CANCELLED.raise_if_cancelled), Rng(luck)
    return mean([search.play_round(state.redeal(seat, rng), rng.below(1 << 30)) for _future in range(FUTURES)])


def row(name: str, found: Turns, usual: Turns) -> tuple[str, ...]:
    """A bot compared with the first one: how much better its turns are, at their ends and a round later."""
    return (
        name,
        *comparison(found.worth, usual.worth),
        *comparison(found.later, usual.later),
        f"{1000 * found.seconds:.1f}",
    )


def comparison(found: Sequence[float], usual: Sequence[float]) -> tuple[str, ...]:
    """The mean difference, its standard error, and the numbers of better and worse turns."""
    more = [value - other for value, other in zip(found, usual, strict=True)]
    error = stdev(more) / len(more) ** 0.5 if len(more) > 1 else 0.0
    return f"{mean(more):+.2f}", f"± {error:.2f}", str(sum(one > 0 for one in more)), str(sum(one < 0 for one in more))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.turns", description="Measure what turns come to.")
    parser.add_argument("--turns", type=int, default=TURNS, help=f"turns of each bot and game ({TURNS})")
    parser.add_argument("--games", default=",".join(slugs()), help="some games only")
    parser.add_argument("--bots", default=BOTS, help=f"the bots, each compared with the first one ({BOTS})")
    args = parser.parse_args(argv)
    for slug in args.games.split(","):
        opened = load_layout(shipped_layouts(slug)[0])
        game, states = opened.game, begun(opened.game, playable_board(opened), max(2, args.turns))
        usual, *others = args.bots.split(",")
        first = played(game, states, usual)
        head = (
            "bot",
            f"more than {usual}",
            "",
            "better",
            "worse",
            "a round later",
            "",
            "better",
            "worse",
            "ms/decision",
        )
        rows = [head, row(usual, first, first)]
        rows += [row(name, played(game, states, name), first) for name in others]
        print(
            f"\n{game.info.name}, {opened.layout.name}, {len(states)} turns",
            *table_lines(rows, left=1),
            sep="\n",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
