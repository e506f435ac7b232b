"""How long a review takes: `python -m tests.bench.review` prints seconds until the first mark and until the end.

Bots of several levels play on the first layout of each game. Both seats are reviewed as if people had played.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from time import perf_counter

from studio.core.match import Match
from studio.documents.paths import shipped_layouts
from studio.documents.store import Record
from studio.games import slugs
from studio.lab.jobs import make_bots
from studio.lab.report.text import table_lines
from studio.lab.review.model import Review
from studio.lab.review.run import review_match
from studio.lab.worker_pool import default_workers
from studio.services.loading import load_layout, playable_board, to_record

PAIRS = (("novice", "greedy"), ("greedy", "novice"), ("greedy", "planner:100"), ("planner:100", "greedy"))


def played(slug: str, number: int) -> tuple[Record, Match]:
    """A match between two bots, as a record of people."""
    opened, bots = load_layout(shipped_layouts(slug)[0]), PAIRS[number % len(PAIRS)]
    match = Match(opened.game, playable_board(opened), 2, None, 100 + number)
    choosers = make_bots(bots, 100 + number)
    while not match.is_over:
        match.play(choosers[match.state.to_move].choose(opened.game, match.state, match.state.to_move))
    return to_record(match, opened.layout, ["Ada", "Bento"], ["human"] * 2), match


def row(slug: str, number: int, processes: int) -> tuple[str, ...]:
    record, match = played(slug, number)
    begun, chances, first = perf_counter(), 0.0, 0.0

    def tell(review: Review) -> None:
        nonlocal chances, first
        chances = chances or perf_counter() - begun
        if not first and any(step.mark for step in review.steps):
            first = perf_counter() - begun

    review = review_match(record, match, processes=processes, tell=tell)
    whole = perf_counter() - begun
    marks = sum(bool(step.mark) for step in review.steps)
    numbers = (f"{chances:.1f}", f"{first:.1f}" if first else "–", f"{whole:.1f}")
    return (slug, " > ".join(PAIRS[number % len(PAIRS)]), str(review.to_judge), str(marks), *numbers)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.review", description="Measure reviews of matches.")
    parser.add_argument("--games", default=",".join(slugs()), help="some games only")
    parser.add_argument("--matches", type=int, default=len(PAIRS), help=f"matches of each game ({len(PAIRS)})")
    parser.add_argument("--workers", type=int, default=default_workers(), help="processes (default: one per core)")
    args = parser.parse_args(argv)
    rows: list[tuple[str, ...]] = [("game", "bots", "judged", "marks", "chances", "first mark", "whole")]
    for slug in args.games.split(","):
        for number in range(args.matches):
            rows.append(row(slug, number, args.workers))
            print("  ".join(rows[-1]), file=sys.stderr, flush=True)
    print("\n".join(table_lines(rows, left=2)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
