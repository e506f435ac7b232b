"""What whole turns come to by each bot: `python -m tests.bench.turns` plays the same turns with the same luck by all.

A match says one word about many turns, won or lost; here every turn says how much more it came to, as the game values
the position at its end. So sixty turns tell bots apart that four hundred matches hardly do, but only by what a turn is
worth: not by what the game does not know, nor by what pays turns later. Turns begin here and there in matches of greedy
bots.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from statistics import mean, stdev
from time import process_time
from typing import NamedTuple

from studio.bots import make
from studio.core.game import CHANCE, OVER, Game, State
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab.play import make_bots
from studio.lab.report import table
from studio.opening import open_layout, playable_board

TURNS = 60
BOTS = "planner,greedy,mcts"
EVERY = 5
"""One turn of so many is played."""
LONG = 60
"""No more decisions are made in a turn."""


class Turns(NamedTuple):
    """What a bot made of the turns, one by one, and the seconds a decision took it."""

    worth: list[float]
    seconds: float


def begun(game: Game, board: object, count: int) -> list[State]:
    """Positions in which a turn begins, two seats."""
    found: list[State] = []
    seed = 500
    while len(found) < count:
        seed += 1
        state, rng = game.start(board, 2, game.info.defaults()), Rng(seed)
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
    """Let a bot play the turns that begin in these positions."""
    worth, decisions, before = [], 0, process_time()
    for number, begin in enumerate(states):
        state, seat, bot, rng = begin.clone(), begin.to_move, make(name, number), Rng(number)
        made = 0
        while made < LONG and state.to_move in (seat, CHANCE):
            if state.to_move == CHANCE:
                state.apply(state.draw(rng))
                continue
            state.apply(bot.choose(game, state, seat))
            made += 1
        decisions += made
        worth.append(game.evaluate(state, seat))
    return Turns(worth, (process_time() - before) / max(1, decisions))


def row(name: str, found: Turns, usual: Turns) -> tuple[str, ...]:
    """A bot beside the first one: how much more its turns came to, give or take a standard error."""
    more = [value - other for value, other in zip(found.worth, usual.worth, strict=True)]
    error = stdev(more) / len(more) ** 0.5 if len(more) > 1 else 0.0
    better, worse = sum(one > 0 for one in more), sum(one < 0 for one in more)
    return (name, f"{mean(more):+.2f}", f"± {error:.2f}", str(better), str(worse), f"{1000 * found.seconds:.1f}")


def main(argv: Sequence[str] | None = None) -> int:
    """Play everything and print it; exit code 0 once that is done, whatever the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.turns", description="Measure what turns come to.")
    parser.add_argument("--turns", type=int, default=TURNS, help=f"turns of each bot and game ({TURNS})")
    parser.add_argument("--games", default=",".join(slugs()), help="some games only")
    parser.add_argument("--bots", default=BOTS, help=f"the bots, each set beside the first one ({BOTS})")
    args = parser.parse_args(argv)
    for slug in args.games.split(","):
        opened = open_layout(shipped_layouts(slug)[0])
        game, states = opened.game, begun(opened.game, playable_board(opened), max(2, args.turns))
        usual, *others = args.bots.split(",")
        first = played(game, states, usual)
        rows = [("bot", f"more than {usual}", "", "better", "worse", "ms/decision"), row(usual, first, first)]
        rows += [row(name, played(game, states, name), first) for name in others]
        print(
            f"\n{game.info.name}, {opened.layout.name}, {len(states)} turns", *table(rows, left=1), sep="\n", flush=True
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
