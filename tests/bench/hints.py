"""Hints against a bot: `python -m tests.bench.hints` plays matches in which one seat follows every hint.

Two seats, rotated, on a layout of each game. The rate is that of the bot, with Wilson's interval.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from studio.bots import OPENING_PLIES, make_bot
from studio.bots.advice import advise
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import Action, State
from studio.core.plugin import Game
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab.jobs import play_match
from studio.lab.statistics import wilson_interval
from studio.services.loading import load_layout, playable_board
from tests.bench.figures import win_share


class Follower:
    """Plays the hints."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def start_turn(self, turn: int) -> None: ...

    def choose(self, game: Game, state: State, seat: int, cancel: CancelToken = NEVER_CANCELLED) -> Action:
        self._seed += 1
        return advise(game, state, self._seed, cancel).action


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.hints", description="Play hints against a bot.")
    parser.add_argument("--games", default=",".join(slugs()), help="some games only")
    parser.add_argument("--layout", default="", help="name of a layout (default: the first of each game)")
    parser.add_argument("--opponent", default="mcts:1s")
    parser.add_argument("--matches", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    for slug in args.games.split(","):
        paths = [path for path in shipped_layouts(slug) if args.layout in ("", path.stem)]
        opened = load_layout(paths[0])
        game, board, won = opened.game, playable_board(opened), 0.0
        for number in range(args.matches):
            seat, seed = number % 2, 1000 * args.seed + number
            players = [Follower(1000 * seed), make_bot(args.opponent, seed)]
            seated = players[::-1] if seat == 0 else players  # the bot has this seat
            options = game.info.defaults()
            last = play_match(game, board, 2, options, seated, seed, opening_plies=OPENING_PLIES).state
            won += win_share(last, seat)
            rate = wilson_interval(won, number + 1, 1.96)
            print(
                f"{slug} {paths[0].stem}: {args.opponent} won {100 * rate.value:.1f} % ({100 * rate.low:.1f} … "
                f"{100 * rate.high:.1f}) of {number + 1} matches against hints",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
