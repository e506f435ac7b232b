"""How much the same random draws help to compare two layouts: `python -m tests.bench.luck`.

The layouts differ by two swapped spaces or border edges. The value is 1 - Var(A - B) / (Var A + Var B), the variance of
the first seat's win rate that pairs with the same draws save, with a bootstrap interval over pairs at 95 %.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import replace
from statistics import mean, variance
from time import process_time

from studio.core.game import IllegalAction, LayoutNotPlayable
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab.improve import candidate_edits, win_shares
from studio.lab.jobs import play_one
from studio.lab.run import Experiment, Side, make_side, prepare_experiment
from studio.services.loading import load_layout

RESAMPLES = 2_000
BOT = "planner"


def swapped_sides(slug: str, number: int) -> tuple[Side, Side, str] | None:
    """A shipped layout, the same with the first swap that can be played, and the words for it; None without one."""
    opened = load_layout(shipped_layouts(slug)[number])
    for edit in candidate_edits(opened.game, opened.body, 40, seed=5):
        if edit.text.endswith("swapped"):
            try:
                return make_side(opened, 2), make_side(replace(opened, body=edit.body), 2), edit.text
            except (IllegalAction, LayoutNotPlayable):
                continue
    return None


def variance_saved(pairs: Sequence[tuple[float, float]]) -> float:
    """The share of the variance of a difference that pairs save; 0 if all matches end alike."""
    first, second = zip(*pairs, strict=True)
    apart = variance(first) + variance(second)
    return 1 - variance([one - other for one, other in pairs]) / apart if apart else 0.0


def bootstrap(pairs: Sequence[tuple[float, float]], seed: int = 0) -> tuple[float, float]:
    """The interval of `variance_saved` from drawn pairs."""
    stream = random.Random(seed)
    found = sorted(variance_saved(stream.choices(pairs, k=len(pairs))) for _sample in range(RESAMPLES))
    return found[round(0.025 * RESAMPLES)], found[round(0.975 * RESAMPLES) - 1]


def measure(slug: str, number: int, bot: str, matches: int, limit: float) -> str:
    """A line for a layout: up to so many pairs, in up to so many CPU seconds."""
    found = swapped_sides(slug, number)
    if found is None:
        return f"{slug} {shipped_layouts(slug)[number].stem}: no swap can be played"
    *sides, words = found
    plans = [prepare_experiment(Experiment((side,), 2, (bot,))).plan(0) for side in sides]
    pairs: list[tuple[float, float]] = []
    start = process_time()
    while len(pairs) < matches and process_time() - start < limit:
        first, second = (win_shares(play_one(plan, len(pairs)))[0] for plan in plans)
        pairs.append((first, second))
    low, high = bootstrap(pairs)
    rates = " and ".join(f"{100 * mean(side):.0f} %" for side in zip(*pairs, strict=True))
    return (
        f"{slug} {shipped_layouts(slug)[number].stem}, {bot}, {words}: {100 * variance_saved(pairs):.0f} % saved "
        f"({100 * low:.0f} to {100 * high:.0f} %), {len(pairs)} pairs, seat 1 wins {rates}, "
        f"{process_time() - start:.0f} CPU s"
    )


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--layouts", default=",".join(f"{slug}:0" for slug in slugs()), help="GAME:NUMBER,… (the first)"
    )
    parser.add_argument("--bot", default=BOT, help=f"the bot in both seats ({BOT})")
    parser.add_argument("--matches", type=int, default=100, help="pairs of matches of each layout (100)")
    parser.add_argument("--seconds", type=float, default=300, help="CPU seconds for each layout (300)")
    args = parser.parse_args(words)
    for layout in args.layouts.split(","):
        slug, _colon, number = layout.partition(":")
        print(measure(slug, int(number), args.bot, args.matches, args.seconds), flush=True)


if __name__ == "__main__":
    main()
