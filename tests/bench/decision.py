"""The cost of a verdict on fairness: `python -m tests.bench.decision`.

CPU seconds until a run with the stop rule `--bias 3` ends, for two seats and the planner: the CPU seconds of a
match, which are measured, times the number of matches. That does not depend on the game: runs whose winners are drawn
with a known rate are counted until they end. Two workers share the seconds.
"""

from __future__ import annotations

import argparse
import random
from functools import partial
from statistics import mean

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab.jobs import play_one
from studio.lab.report.text import table_lines
from studio.lab.run import Experiment, make_side, prepare_experiment
from studio.lab.statistics import Decided
from studio.lab.verdict import RateSequence, is_enough
from studio.services.loading import load_layout
from tests.bench.figures import seconds

OFFSETS = (0.0, 0.015, 0.05, 0.1)  # of the first seat's win rate from one half


def matches_to_decision(offset: float, margin: float, seed: int) -> int:
    """The matches of a run with two seats whose winners are drawn."""
    stream, stop = random.Random(seed), Decided(margin)
    sequences = [RateSequence(2), RateSequence(2)]
    while not sequences[0].matches or not is_enough(stop, sequences):
        won = float(stream.random() < 0.5 + offset)
        for sequence, part in zip(sequences, (won, 1 - won), strict=True):
            sequence.add(part)
    return sequences[0].matches


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2, help="matches of each game (2)")
    parser.add_argument("--runs", type=int, default=40, help="runs with drawn winners (40)")
    parser.add_argument("--margin", type=float, default=0.03, help="margin as a share (0.03)")
    parser.add_argument("--bot", default="planner", help="the bot in both seats (planner)")
    args = parser.parse_args()
    needed = [mean(matches_to_decision(offset, args.margin, seed) for seed in range(args.runs)) for offset in OFFSETS]
    rows = [("game", "CPU s a match", *(f"true offset {100 * offset:g} %" for offset in OFFSETS))]
    rows.append(("matches to the decision", "", *(f"{count:,.0f}" for count in needed)))
    for slug in slugs():
        side = make_side(load_layout(shipped_layouts(slug)[0]), 2)
        plan = prepare_experiment(Experiment((side,), 2, (args.bot,))).plan(0)
        play = partial(play_one, plan)
        spent = seconds(lambda: [*map(play, range(args.matches))]) / args.matches  # noqa: B023  # called at once
        rows.append((slug, f"{spent:.2f}", *(f"{spent * count:,.0f} s" for count in needed)))
    print("\n".join(table_lines(rows)))


if __name__ == "__main__":
    main()
