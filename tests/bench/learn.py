"""Learned weights of an evaluation: `python -m tests.bench.learn GAME collect`, then `fit`, then `play`.

`collect` plays matches and, at some decisions, tries a few moves (siblings): the best of today's and of the learned
weights, the planner's, and random ones, all from one redeal and with the same luck, which starts anew every turn. After
some turns of greedy play, today's value of the position reached is the label. `fit` is a ridge regression on the
differences between siblings that shrinks the weights towards today's. `play` plays the learned weights against today's.
Matches and data are added to those of earlier calls, in `build/learn/GAME`.

Source of siblings that the learned value itself would choose: Ross, Gordon and Bagnell, "A Reduction of Imitation
Learning and Structured Prediction to No-Regret Online Learning" (2011).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from studio.bots import OPENING_PLIES, Bot, make_bot
from studio.bots.greedy import evaluate_moves, resolve_chance
from studio.core.features import weighted_sum
from studio.core.game import CHANCE, OVER, Action, Board, Json, State
from studio.core.plugin import Game
from studio.core.rng import Luck, Rng
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab.jobs import play_match
from studio.lab.statistics import wilson_interval
from studio.services.loading import load_layout, playable_board
from tests.bench.figures import win_share

FOLDER = Path("build/learn")
TURNS = 4  # turns after the seat's own before the label is taken
LUCKS = 2  # draws of luck that a label is averaged over
SIBLINGS = 6
RATE = 0.15  # decisions at which siblings are tried
CARELESS = 0.1  # random moves in the matches that lead to positions
FINAL = ("lead", "victory", "home", "lost")  # features of finished matches; groups with such siblings are left out
LEGS = {"outward": -40.0, "leader_outward": 10.0, "second_outward": 4.8}
"""Weights in labels of features whose weight today is as large as it is to rank all positions of one kind above others:
what such a leg of a voyage takes. Groups with siblings that differ in them are left out."""
PLAYED = 6  # moves that are played of those that the game estimates
LONGEST = 3000  # steps of a playout or a match


class Weighted:
    """The evaluation of a game with other weights. Of moves that the game estimates, the best ones are played."""

    def __init__(self, game: Game, weights: Sequence[float]) -> None:
        self._old, self.features, self._weights = game.evaluation, game.evaluation.features, weights

    def evaluate(self, state: State, seat: int) -> float:
        return weighted_sum(self._weights, self.features(state, seat))

    def estimate_moves(self, state: State, seat: int) -> dict[Action, float]:
        """Return the values of the moves that the game estimates, by today's order except for the best of them."""
        found = dict(self._old.estimate_moves(state, seat))
        best = sorted(found, key=found.__getitem__, reverse=True)[:PLAYED]
        differences = []
        for action in best:
            after = state.clone()
            after.apply(action)
            if after.to_move == CHANCE:  # a game that estimates such moves leaves out what is drawn
                return found
            differences.append(self.evaluate(after, seat) - found[action])
        least = min(differences, default=0.0)
        for action in found:
            found[action] += least
        for action, difference in zip(best, differences, strict=True):
            found[action] += difference - least
        return found


class WeightedGame:
    """A game with other weights in its evaluation."""

    def __init__(self, game: Game, weights: Sequence[float]) -> None:
        self._game, self.evaluation = game, Weighted(game, weights)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


class Arena(NamedTuple):
    """A layout to play on: game, board, number of seats."""

    name: str
    game: Game
    board: Board
    seats: int

    def start(self) -> State:
        return self.game.rules.start(self.board, self.seats, self.game.info.defaults())

    def play(self, bots: Sequence[Bot], seed: int) -> State:
        """Return the end of a match with a random opening."""
        options = self.game.info.defaults()
        return play_match(self.game, self.board, self.seats, options, bots, seed, opening_plies=OPENING_PLIES).state


def arenas(slug: str, layouts: str, seats: str) -> list[Arena]:
    """The shipped layouts in a list of names ("" for all) and those generated from seeds ("made:3"), by seats."""
    shipped = {path.stem: path for path in shipped_layouts(slug)}
    found = []
    for name in layouts.split(",") if layouts else shipped:
        if name.startswith("made:"):
            opened = load_layout(next(iter(shipped.values())))
            generation = opened.game.generation
            body = generation.make(generation.templates()[0].recipe, int(name[5:]))
            board = opened.game.body.build(body)
        else:
            opened = load_layout(shipped[name])
            body, board = opened.body, playable_board(opened)
        allowed = opened.game.seats(body)
        found += [Arena(name, opened.game, board, count) for count in map(int, seats.split(",")) if count in allowed]
    return found


def learned(path: Path | None, game: Game) -> list[float]:
    """The weights in a file; today's for those that are not in it, or if there is no file."""
    found = json.loads(path.read_text())["weights"] if path is not None and path.exists() else {}
    return [found.get(feature.key, feature.weight) for feature in game.evaluation.FEATURES]


# Data


def no_limit() -> None: ...


def greedy_move(game: Game, state: State, seat: int, rng: Rng) -> Action:
    actions = state.legal()
    if len(actions) == 1:
        return actions[0]
    values = evaluate_moves(game, state, actions, seat, rng, no_limit, 1)
    return actions[values.index(max(values))]


def play_on(game: Game, state: State, seat: int, seed: int, turns: int = TURNS) -> tuple[list[float], list[float]]:
    """Play greedily to the end of the seat's turn and some turns more, in place; return the features at both ends."""
    end: list[float] = []
    mover, turn = seat, 0
    luck, weighed = Luck(seed), Rng(seed)
    for _step in range(LONGEST):
        if state.to_move == CHANCE:
            state.apply(luck.draw(state))
            continue
        if state.to_move != mover:
            end = end or list(game.evaluation.features(state, seat))
            mover, turn = state.to_move, turn + 1
            luck, weighed = Luck(seed + 977 * turn), Rng(seed + 977 * turn)
        if state.to_move == OVER or turn > turns:
            break
        state.apply(greedy_move(game, state, mover, weighed))
    last = list(game.evaluation.features(state, seat))
    return end or last, last


def siblings(arena: Arena, new: Game, state: State, seat: int, rng: Rng) -> list[Action]:
    """Moves to compare: the two best by today's weights and by the new ones, the planner's move, and random ones."""
    actions = state.legal()
    found: list[Action] = []
    for game in (arena.game, new):
        values = evaluate_moves(game, state, actions, seat, Rng(rng.below(1 << 31)), no_limit, 2)
        found += sorted(actions, key=dict(zip(actions, values, strict=True)).__getitem__, reverse=True)[:2]
    found.append(make_bot("planner:60", rng.below(1 << 31)).choose(new, state, seat))
    found += [rng.choose(actions) for _action in range(2)]
    return list(dict.fromkeys(found))[:SIBLINGS]


def group(arena: Arena, new: Game, state: State, seat: int, rng: Rng) -> Json:
    """Siblings of a decision: the features after each move, at the end of its turn, and some turns later.

    The last value is the share of lucks in which the match was over by then.
    """
    dealt = state.redeal(seat, rng)
    seeds = [rng.below(1 << 31) for _luck in range(LUCKS)]
    rows = []
    for action in siblings(arena, new, dealt, seat, rng):
        within, ends, later, over = [], [], [], 0
        for seed in seeds:
            after = dealt.clone()
            after.apply(action)
            resolve_chance(after, Luck(seed + 1))
            within.append(list(new.evaluation.features(after, seat)))
            end, last = play_on(new, after, seat, seed)
            ends.append(end)
            later.append(last)
            over += after.to_move == OVER
        means = [[round(float(one), 4) for one in np.mean(part, axis=0)] for part in (within, ends, later)]
        rows.append([*means, over / LUCKS])
    return rows


def positions(arena: Arena, new: Game, rng: Rng) -> Iterator[tuple[State, int]]:
    """Decisions with several legal moves in greedy matches, in some of which a seat plays a random move."""
    while True:
        state = arena.start()
        for _step in range(LONGEST):
            if state.to_move == OVER:
                break
            if state.to_move == CHANCE:
                state.apply(state.draw(rng))
                continue
            actions = state.legal()
            if len(actions) > 1 and rng.below(1000) < 1000 * RATE:
                yield state, state.to_move
            is_careless = rng.below(1000) < 1000 * CARELESS
            state.apply(rng.choose(actions) if is_careless else greedy_move(new, state, state.to_move, rng))


def collect(slug: str, chosen: Sequence[Arena], round_number: int, seconds: float, seed: int) -> None:
    """Add groups for some seconds of processor time, one layout after the other."""
    folder = FOLDER / slug
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"groups-{round_number}-{seed}.jsonl"
    begun, count = process_time(), 0
    rng = Rng(1000 * seed + (path.stat().st_size if path.exists() else 0))  # other positions than before
    sources = []
    for arena in chosen:
        weights = learned(folder / "weights.json", arena.game)
        new: Any = WeightedGame(arena.game, weights) if weights != learned(None, arena.game) else arena.game
        sources.append((arena, new, positions(arena, new, rng)))
    with path.open("a") as file:
        while process_time() - begun < seconds:
            for arena, new, found in sources:
                state, seat = next(found)
                rows = group(arena, new, state, seat, rng)
                if len(rows) > 1:
                    file.write(json.dumps([f"{arena.name}:{arena.seats}", rows]) + "\n")
                    file.flush()
                    count += 1
    print(f"{count} groups in {process_time() - begun:.0f} s")


# Weights


def differences(slug: str, game: Game, kind: int, near: float, today: Any) -> tuple[Any, Any]:
    """The features of all siblings (kind 0: after the move, 1: at the end of the turn) and labels, less their means.

    The label is the value some turns later, by the weights `today`; of a match that is over, the lead in points. These
    are not comparable: groups in which the match was over after some moves only are left out.
    Siblings that are worse than the best one by today's value count less: by e for each `near` of a difference.
    """
    rows, labels = [], []
    keys = [feature.key for feature in game.evaluation.FEATURES]
    reached = np.array(
        [LEGS.get(key, 1.0 if key == "lead" else weight) for key, weight in zip(keys, today, strict=True)]
    )
    final, width = [index for index, key in enumerate(keys) if key in FINAL], len(keys)
    legs = [index for index, key in enumerate(keys) if key in LEGS]
    for path in sorted((FOLDER / slug).glob("groups-*.jsonl")):
        for line in path.read_text().splitlines():
            one = json.loads(line)[1]
            values, label = np.array([row[kind] for row in one]), np.array([row[2] for row in one]) @ reached
            is_comparable = len({row[3] for row in one}) == 1 and not np.ptp(values[:, legs], axis=0).any()
            if values.shape[1] == width and is_comparable and not values[:, final].any():
                worth = values @ today
                share = np.exp((worth - worth.max()) / near)
                root = np.sqrt(share)
                share /= share.sum()
                rows.append(root[:, None] * (values - share @ values))
                labels.append(root * (label - share @ label))
    return np.concatenate(rows), np.concatenate(labels)


def fit(slug: str, game: Game, shrinkage: float, most: float, near: float, base: Path | None) -> None:
    """Fit weights to all groups by ridge regression towards today's, and write them.

    `shrinkage` is the weight of a squared change of one standard deviation, in rows. Rows whose label is more than
    `most` standard deviations from its group's mean are clipped to it.
    """
    today = np.array(learned(base, game))
    parts = [differences(slug, game, kind, near, today) for kind in (0, 1)]
    values = np.concatenate([part[0] for part in parts])
    labels = np.concatenate([part[1] for part in parts])
    bound = most * labels.std()
    left = np.clip(labels, -bound, bound) - values @ today
    spread = values.std(axis=0)
    varied = spread > 1e-9
    scaled = values[:, varied] / spread[varied]
    change = np.linalg.solve(scaled.T @ scaled + shrinkage * np.eye(varied.sum()), scaled.T @ left)
    new = today.copy()
    new[varied] += change / spread[varied]
    before, after = (1 - ((labels - values @ weights) ** 2).sum() / (labels**2).sum() for weights in (today, new))
    keys = [feature.key for feature in game.evaluation.FEATURES]
    for index in np.argsort(-np.abs((new - today) * spread))[:25]:
        print(
            f"{keys[index]:28} {today[index]:8.3f} -> {new[index]:8.3f}"
            f"   effect {(new - today)[index] * spread[index]:6.3f}"
        )
    print(
        f"{len(labels)} rows; explained {before:.3f} -> {after:.3f}; spread of values {(values @ new).std():.3f}, "
        f"before {(values @ today).std():.3f}"
    )
    found = {
        "date": datetime.now(UTC).date().isoformat(),
        "command": "python -m tests.bench.learn " + " ".join(sys.argv[1:]),
        "rows": len(labels),
        "weights": {key: round(float(one), 5) for key, one in zip(keys, new, strict=True)},
    }
    (FOLDER / slug / "weights.json").write_text(json.dumps(found, indent=1))


# Matches


class WeightedBot:
    """A bot that rates positions with other weights."""

    def __init__(self, bot: Bot, game: Any) -> None:
        self._bot, self._game = bot, game

    def start_turn(self, turn: int) -> None:
        self._bot.start_turn(turn)

    def choose(self, game: Game, state: State, seat: int) -> Action:
        return self._bot.choose(self._game, state, seat)


def play(slug: str, arena: Arena, bot: str, matches: int, seed: int, seconds: float, weights: Path) -> None:
    """Play the weights in a file against today's, seats rotated, until there are so many matches or time is up."""
    game = arena.game
    new: Any = WeightedGame(game, learned(weights, game))
    path = FOLDER / slug / f"matches-{weights.stem}-{bot.replace(':', '_')}-{arena.name.replace(':', '_')}-{seed}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    won = [float(line) for line in path.read_text().splitlines()] if path.exists() else []
    begun = process_time()
    with path.open("a") as file:
        while len(won) < matches and process_time() - begun < seconds:
            number = len(won)
            mine = number % arena.seats
            bots: list[Any] = [make_bot(bot, 1000 * seed + 7 * number + seat) for seat in range(arena.seats)]
            bots[mine] = WeightedBot(bots[mine], new)
            pair = 100_000 * seed + number // arena.seats
            won.append(win_share(arena.play(bots, pair), mine))
            file.write(f"{won[-1]}\n")
            file.flush()
    rate = wilson_interval(sum(won), len(won), 1.96)
    print(
        f"{weights.stem}, {slug} {arena.name} {arena.seats} {bot}: {len(won)} matches, {100 * rate.value:.1f} % "
        f"({100 * rate.low:.1f} … {100 * rate.high:.1f}), {process_time() - begun:.0f} s"
    )


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.learn", description="Learn weights of an evaluation.")
    parser.add_argument("game", choices=slugs())
    parser.add_argument("step", choices=("collect", "fit", "play"))
    parser.add_argument("--layouts", default="", help="names of shipped layouts, or made:SEED (default: all shipped)")
    parser.add_argument("--seats", default="2", help="numbers of seats (default: 2)")
    parser.add_argument("--seconds", type=float, default=200.0, help="processor time (default: 200)")
    parser.add_argument("--round", type=int, default=1, help="round of data (default: 1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shrinkage", type=float, default=2000.0, help="strength of the anchor, in rows")
    parser.add_argument("--clip", type=float, default=1000.0, help="largest label, in standard deviations")
    parser.add_argument("--near", type=float, default=2.0, help="difference of values by which a sibling counts 1/e")
    parser.add_argument(
        "--weights",
        type=Path,
        help="for `play`: a file (default: that of the last fit); for `fit`: what to shrink towards (default: today)",
    )
    parser.add_argument("--bot", default="planner:200")
    parser.add_argument("--matches", type=int, default=400)
    args = parser.parse_args(argv)
    path = args.weights or FOLDER / args.game / "weights.json"
    chosen = arenas(args.game, args.layouts, args.seats)
    if args.step == "collect":
        collect(args.game, chosen, args.round, args.seconds, args.seed)
    elif args.step == "fit":
        fit(args.game, chosen[0].game, args.shrinkage, args.clip, args.near, args.weights)
    else:
        for arena in chosen:
            play(args.game, arena, args.bot, args.matches, args.seed, args.seconds, path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
