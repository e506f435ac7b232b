"""The strength of the bots: `python -m tests.bench.bots` lets each play the next weaker one.

Two seats, rotated; Wilson's intervals. A goal is met when the rate reaches it, and certain when the interval's lower
end is above one half.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from time import process_time

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab.report.text import table_lines
from studio.lab.run import Run, make_side
from studio.lab.series import Tournament
from studio.services.loading import load_layout

MATCHES = 400
GOALS = (
    ("greedy", "random", 0.95),
    ("greedy", "novice", 0.60),
    ("planner", "greedy", 0.60),
    ("mcts", "planner", 0.55),
)
"""Stronger bot, weaker bot, and the share of wins of the stronger one."""
PROGRESS_SECONDS = 60.0  # seconds between two progress messages


def row(slug: str, better: str, worse: str, goal: float, matches: int, workers: int, seed: int = 0) -> tuple[str, ...]:
    """The result of two bots on the first layout of a game."""
    opened, begun = load_layout(shipped_layouts(slug)[0]), process_time()
    one = Tournament(make_side(opened, 2), 2, (better, worse), matches, seed, workers)
    ((_a, _b, experiment),) = one.pairs()
    run = Run(experiment)
    try:
        for progress in run.steps(PROGRESS_SECONDS):
            one.add_results(0, 1, run.results[0])
            rate = one.win_rate(0, 1)
            print(f"  {slug}: {progress.matches} matches, {100 * rate.value:.1f} %", file=sys.stderr, flush=True)
    except KeyboardInterrupt:  # report what was played
        progress = run.progress()
        one.add_results(0, 1, run.results[0])
    rate = one.win_rate(0, 1)
    decisions = run.results[0].decisions.total
    spent = process_time() - begun if workers == 1 else progress.seconds
    return (
        opened.game.info.name,
        f"{better} > {worse}",
        str(one.matches[0][1]),
        f"{100 * rate.value:.1f} %",
        f"{100 * rate.low:.1f} … {100 * rate.high:.1f}",
        f"≥ {100 * goal:.0f} %",
        ("met" if rate.value >= goal else "MISSED") + (", not sure" if rate.low <= 0.5 else ""),
        f"{1000 * spent / max(1, decisions):.1f}",
    )


def parse_pairs(pairs: str) -> list[tuple[str, str, float]]:
    """Pairs given by the user, with the goals of their kinds (otherwise one half)."""
    goals = {(better, worse): goal for better, worse, goal in GOALS}
    found = []
    for pair in pairs.split(","):
        better, _beats, worse = pair.partition(">")
        found.append((better, worse, goals.get((better.partition(":")[0], worse.partition(":")[0]), 0.5)))
    return found


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bots", description="Measure how strong the bots are.")
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"matches of each pair ({MATCHES})")
    parser.add_argument("--games", default=",".join(slugs()), help="some games only")
    parser.add_argument("--pairs", default="", help="some pairs only, such as 'greedy>random,mcts:60>planner'")
    parser.add_argument("--workers", type=int, default=0, help="Number of worker processes (default: one per core)")
    parser.add_argument("--seed", type=int, default=0, help="other matches, which may be added to those of seed 0")
    args = parser.parse_args(argv)
    head = ("game", "pair", "matches", "won", "interval", "goal", "", "ms/decision")
    print("  ".join(head), file=sys.stderr)
    pairs = parse_pairs(args.pairs) if args.pairs else GOALS
    rows: list[tuple[str, ...]] = [head]
    for slug in args.games.split(","):
        for better, worse, goal in pairs:
            rows.append(row(slug, better, worse, goal, args.matches, args.workers, args.seed))
            print("  ".join(rows[-1]), file=sys.stderr, flush=True)
    print("\n".join(table_lines(rows, left=2)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
