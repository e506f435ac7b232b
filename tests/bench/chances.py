"""The chances of winning: `python -m tests.bench.chances` fits their coefficients and prints how reliable they are.

Easy bots play matches of the shipped layouts with all numbers of seats. In half of them every seat makes random moves
now and then, at its own rate, up to a random point, so that some are far ahead. Positions after that point are the
data; how the match goes on is their roll-out. Matches with even numbers are fitted, those with odd ones are held out.

Matches are stored in a file and not played again: `--matches 0` only fits, for example after a new evaluation.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from math import exp, log, tanh
from pathlib import Path
from statistics import median
from typing import NamedTuple

from studio.bots import Bot
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import Action, State
from studio.core.plugin import Game
from studio.documents.paths import layouts_dir, shipped_layouts
from studio.games import slugs
from studio.lab.jobs import MatchLog, make_bots, play_match
from studio.lab.report.text import table_lines
from studio.services.loading import LoadedLayout, load_layout, playable_board

MATCHES, POSITIONS = 500, 8  # matches of each game, and positions of each match
LAYOUTS = 4
RATES = (0.0, 0.05, 0.15, 0.3)  # of random moves
LONG = 200  # decisions; random moves end before 70 % of them
BINS = 10
WIDTHS = (10.0, 20.0, 40.0, 80.0, 160.0)  # of ratings; the most likely one is taken
STEPS = 12  # of Newton's method


class Blunderer:
    """Another bot, but now and then with a random move; `left` counts the decisions of all seats until that ends."""

    def __init__(self, bot: Bot, rate: float, luck: random.Random, left: list[int]) -> None:
        self._bot, self._rate, self._luck, self._left = bot, rate, luck, left

    def start_turn(self, turn: int) -> None:
        self._bot.start_turn(turn)

    def choose(self, game: Game, state: State, seat: int, cancel: CancelToken = NEVER_CANCELLED) -> Action:
        self._left[0] -= 1
        if self._left[0] >= 0 and self._luck.random() < self._rate:
            return self._luck.choice(state.legal())
        return self._bot.choose(game, state, seat, cancel)


@cache
def _opened(slug: str, layout: str) -> tuple[LoadedLayout, object]:
    opened = load_layout(layouts_dir() / slug / f"{layout}.json")
    return opened, playable_board(opened)


def play(slug: str, number: int) -> dict[str, object]:
    """A match as plain data."""
    paths = shipped_layouts(slug)[:LAYOUTS]
    layout = paths[number // 5 % len(paths)].stem
    opened, board = _opened(slug, layout)
    choices, game = opened.game.seats(opened.body), opened.game
    seats, luck = choices[number // 2 % len(choices)], random.Random(number)
    switch = 0 if luck.random() < 0.5 else int(luck.uniform(0, 0.7) * LONG)
    left = [switch]
    bots = [Blunderer(bot, luck.choice(RATES), luck, left) for bot in make_bots(["greedy"] * seats, number)]
    log = MatchLog()
    last = play_match(game, board, seats, game.info.defaults(), bots, number, log=log).state
    opening, moves = log.to_tuples()
    return {"number": number, "layout": layout, "seats": seats, "switch": switch, "opening": opening, "moves": moves,
            "winners": last.winners()}  # fmt: skip


class Position(NamedTuple):
    """The evaluation for each seat, the points of all seats, the seat to move, and what each seat has won at last."""

    is_held_out: bool
    ratings: list[float]
    points: int
    to_move: int
    won: list[float]

    def chances(self, weights: Sequence[float], width: float) -> list[float]:
        """See `studio.bots.chances`; written here again to fit it."""
        inputs = self.inputs(width)
        logits = [sum(weight * value for weight, value in zip(weights, one, strict=True)) for one in inputs]
        shares = [exp(logit - max(logits)) for logit in logits]
        return [share / sum(shares) for share in shares]

    def inputs(self, width: float) -> list[tuple[float, float, float]]:
        """By seat, what the three coefficients multiply."""
        middle = median(self.ratings)
        bounded = [width * tanh((rating - middle) / width) for rating in self.ratings]
        return [(value, value * self.points, float(seat == self.to_move)) for seat, value in enumerate(bounded)]


def positions(slug: str, file: Path) -> Iterator[Position]:
    for line in file.read_text().splitlines():
        match = json.loads(line)
        opened, board = _opened(slug, match["layout"])
        game, seats, moves = opened.game, match["seats"], match["moves"]
        state = game.rules.start(board, seats, game.info.defaults())
        for draw in match["opening"]:
            state.apply(tuple(draw))
        later = range(min(match["switch"], len(moves)), len(moves))
        chosen = set(random.Random(match["number"]).sample(later, min(POSITIONS, len(later))))
        for number, (action, draws) in enumerate(moves):
            if number in chosen:
                ratings = [game.evaluation.rate(state, seat) for seat in range(seats)]
                won = [(seat in match["winners"]) / len(match["winners"]) for seat in range(seats)]
                is_held_out = bool(match["number"] % 2)
                yield Position(is_held_out, ratings, sum(state.scores()), state.to_move, won)
            for step in (action, *draws):
                state.apply(tuple(step))


def fit(data: Sequence[Position], width: float) -> tuple[float, list[float]]:
    """The largest log likelihood, and the coefficients that have it, by Newton's method."""
    weights, likelihood = [0.0] * 3, 0.0
    for _step in range(STEPS):
        likelihood, slope, curve = 0.0, [0.0] * 3, [[1e-9 * (i == j) for j in range(3)] for i in range(3)]
        for one in data:
            inputs, chances = one.inputs(width), one.chances(weights, width)
            mean = [sum(chance * x[i] for chance, x in zip(chances, inputs, strict=True)) for i in range(3)]
            for chance, won, x in zip(chances, one.won, inputs, strict=True):
                likelihood += won * log(max(chance, 1e-9))
                for i in range(3):
                    slope[i] += (won - chance) * x[i]
                    for j in range(3):
                        curve[i][j] += chance * (x[i] - mean[i]) * (x[j] - mean[j])
        weights = [weight + step for weight, step in zip(weights, solve(curve, slope), strict=True)]
    return likelihood, weights


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations with a positive definite matrix, by Gauss–Jordan elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, pivot in enumerate(rows):
        pivot[:] = [value / pivot[i] for value in pivot]
        for other in rows:
            if other is not pivot:
                other[:] = [value - other[i] * first for value, first in zip(other, pivot, strict=True)]
    return [row[-1] for row in rows]


def reliability(
    data: Sequence[Position], weights: Sequence[float], width: float
) -> tuple[float, list[tuple[str, ...]]]:
    """The mean distance of chances from rates over ten groups by chance, weighted by size; and a row for each group."""
    pairs = [pair for one in data for pair in zip(one.chances(weights, width), one.won, strict=True)]
    rows: list[tuple[str, ...]] = []
    error = 0.0
    for part in range(BINS):
        group = [pair for pair in pairs if part == min(BINS - 1, int(BINS * pair[0]))]
        if group:
            chance, rate = (sum(values) / len(group) for values in zip(*group, strict=True))
            error += abs(chance - rate) * len(group) / len(pairs)
            rows.append(
                (f"{10 * part}–{10 * part + 10} %", f"{100 * chance:.1f} %", f"{100 * rate:.1f} %", str(len(group)))
            )
    return error, rows


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.chances", description="Fit the chances of winning.")
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"matches of each game ({MATCHES})")
    parser.add_argument("--games", default=",".join(slugs()), help="some games only")
    parser.add_argument("--folder", type=Path, default=Path("build/chances"), help="where matches are stored")
    args = parser.parse_args(argv)
    args.folder.mkdir(parents=True, exist_ok=True)
    for slug in args.games.split(","):
        path = args.folder / f"{slug}.jsonl"
        path.touch()
        with path.open("a") as file:
            for number in range(len(path.read_text().splitlines()), args.matches):
                file.write(json.dumps(play(slug, number)) + "\n")
                file.flush()
        data = [*positions(slug, path)]
        fitted, held_out = ([one for one in data if one.is_held_out == side] for side in (False, True))
        (_likelihood, weights), width = max((fit(fitted, width), width) for width in WIDTHS)
        error, rows = reliability(held_out, weights, width)
        print(f"\n{slug}: CHANCES = ({', '.join(f'{weight:.3g}' for weight in (*weights, width))})")
        print(f"{len(held_out)} held-out positions, mean error {100 * error:.1f} percentage points")
        print(*table_lines([("chance", "mean", "won", "seats"), *rows], left=1), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
