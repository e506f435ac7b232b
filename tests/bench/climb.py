"""A direct search for weights: `python -m tests.bench.climb GAME scale`, then `play`, then `fit`.

In a match of `play`, one seat adds a random step, up or down, to every weight, and the other seat the opposite steps.
The mean result by step is the slope of the playing strength (simultaneous perturbation). `fit` moves the weights
along it, each by its slope after shrinkage; `python -m tests.bench.learn GAME play` then tests them on other seeds. A
step of 1 changes the values of the five best moves as much as the best one leads the third (`scale`).

A slope does not promise a gain: a feature with a weight of 0 has one, too, if only a weight of the wrong sign does
harm.

Source: J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation",
IEEE Transactions on Automatic Control 37 (1992).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from studio.bots import make_bot
from studio.bots.greedy import evaluate_moves, resolve_chance
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.games import slugs
from tests.bench.figures import win_share
from tests.bench.learn import (
    FINAL,
    FOLDER,
    LEGS,
    Arena,
    WeightedBot,
    WeightedGame,
    arenas,
    learned,
    no_limit,
    positions,
)

BEST = 5  # moves whose features are compared in `scale`
FIXED = {*FINAL, *LEGS, "lead"}
BOUND = 2.0  # typical slopes; larger ones move a weight no further


def scale(slug: str, chosen: Sequence[Arena], seconds: float) -> None:
    """Write the unit of each weight's steps."""
    game, rng, begun = chosen[0].game, Rng(5), process_time()
    rows, leads = [], []
    sources = [positions(arena, game, rng) for arena in chosen]
    while process_time() - begun < seconds:
        for source in sources:
            state, seat = next(source)
            actions, dealt = state.legal(), state.redeal(seat, rng)
            values = evaluate_moves(game, dealt, actions, seat, Rng(7), no_limit, 1)
            best = sorted(range(len(actions)), key=values.__getitem__, reverse=True)[:BEST]
            found = []
            for index in best:
                after = dealt.clone()
                after.apply(actions[index])
                resolve_chance(after, Rng(9))
                found.append(list(game.evaluation.features(after, seat)))
            rows.append(np.array(found) - np.mean(found, axis=0))
            leads.append(values[best[0]] - values[best[min(2, len(best) - 1)]])
    spread = np.sqrt((np.concatenate(rows) ** 2).mean(axis=0))
    lead = float(np.median([one for one in leads if one > 1e-9]))
    keys = [feature.key for feature in game.evaluation.FEATURES]
    found_units = {key: lead / one for key, one in zip(keys, spread, strict=True) if one > 1e-6 and key not in FIXED}
    (FOLDER / slug).mkdir(parents=True, exist_ok=True)
    (FOLDER / slug / "scale.json").write_text(json.dumps(found_units))


def units(slug: str, game: Game, only_unused: bool) -> tuple[list[int], Any]:
    """The places of the weights that are searched, and the unit of each."""
    found = json.loads((FOLDER / slug / "scale.json").read_text())
    features = game.evaluation.FEATURES
    places = [place for place, one in enumerate(features) if one.key in found and not (only_unused and one.weight)]
    return places, np.array([found[features[place].key] for place in places])


def play(slug: str, chosen: Sequence[Arena], args: argparse.Namespace) -> None:
    """Add matches to a file: steps, share of the win, and difference in points of the seat with these steps."""
    middle = np.array(learned(args.weights, chosen[0].game))
    places, unit = units(slug, chosen[0].game, args.unused)
    path, begun = FOLDER / slug / args.file, process_time()
    number = len(path.read_text().splitlines()) if path.exists() else 0
    with path.open("a") as file:
        while process_time() - begun < args.seconds:
            arena, seed = chosen[number % len(chosen)], 1_000_000 * args.seed + number
            steps = np.random.default_rng(seed).choice([-1, 1], len(places))
            seat = number // len(chosen) % 2
            bots: list[Any] = []
            for place in range(2):
                weights = middle.copy()
                weights[places] += (1 if place == seat else -1) * args.size * unit * steps
                game: Any = WeightedGame(arena.game, list(weights))
                bots.append(WeightedBot(make_bot(args.bot, 7 * seed + place), game))
            last = arena.play(bots, seed)
            points = last.scores()
            file.write(json.dumps([steps.tolist(), win_share(last, seat), points[seat] - points[1 - seat]]) + "\n")
            file.flush()
            number += 1
    print(f"{number} matches")


def fit(slug: str, game: Game, args: argparse.Namespace) -> None:
    """Print the slopes, and write weights that have moved along them."""
    middle = np.array(learned(args.weights, game))
    places, unit = units(slug, game, args.unused)
    lines = [json.loads(line) for line in (FOLDER / slug / args.file).read_text().splitlines()]
    steps = np.array([line[0] for line in lines])
    won = np.array([line[1] for line in lines]) - 0.5
    points = np.array([line[2] for line in lines], float)
    points = np.clip(points / points.std(), -2, 2)
    result = 0.5 * (won + (won @ points) / (points @ points) * points)  # points have less noise
    slope, error = steps.T @ result / len(lines), result.std() / np.sqrt(len(lines))
    variance = max(0.0, float(np.mean(slope**2)) - error**2)
    shrunk = slope * variance / (variance + error**2)
    print(
        f"{len(lines)} matches, error of a slope {100 * error:.2f} %, spread of true slopes "
        f"{100 * variance**0.5:.2f} %, chi² {np.sum((slope / error) ** 2):.0f}, {len(places)} weights"
    )
    features = game.evaluation.FEATURES
    for index in np.argsort(-np.abs(slope))[:20]:
        print(f"  {features[places[index]].key:28} {100 * slope[index]:6.2f} %  z {slope[index] / error:5.2f}")
    typical = float(np.sqrt(np.mean(shrunk**2))) or 1.0
    middle[places] += args.move * args.size * unit * np.clip(shrunk / typical, -BOUND, BOUND)
    weights = {feature.key: round(float(one), 5) for feature, one in zip(features, middle, strict=True)}
    found = {"command": "python -m tests.bench.climb " + " ".join(sys.argv[1:]), "weights": weights}
    (FOLDER / slug / "climbed.json").write_text(json.dumps(found, indent=1))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.climb", description="Search for better weights.")
    parser.add_argument("game", choices=slugs())
    parser.add_argument("step", choices=("scale", "play", "fit"))
    parser.add_argument("--layouts", default="", help="names of shipped layouts, or made:SEED (default: all shipped)")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seconds", type=float, default=600.0, help="processor time (default: 600)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=float, default=0.05, help="size of a step (default: 0.05)")
    parser.add_argument("--move", type=float, default=0.3, help="steps that `fit` moves typical weights (default: 0.3)")
    parser.add_argument("--unused", action="store_true", help="only features whose weight is 0")
    parser.add_argument("--weights", type=Path, help="weights to start from (default: today's)")
    parser.add_argument("--file", default="steps.jsonl", help="file of the matches")
    args = parser.parse_args(argv)
    chosen = arenas(args.game, args.layouts, "2")
    if args.step == "scale":
        scale(args.game, chosen, args.seconds)
    elif args.step == "play":
        play(args.game, chosen, args)
    else:
        fit(args.game, chosen[0].game, args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
