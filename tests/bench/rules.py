"""The speed of rules, bots and checks: `python -m tests.bench.rules` prints a table per game, without a window."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib import import_module
from itertools import islice
from time import process_time
from typing import Any

from studio.bots.limits import Limit
from studio.bots.mcts import MctsBot, Node, Search
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import CHANCE, OVER, State
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab.jobs import make_bots, play_match, play_one
from studio.lab.run import Experiment, make_side, prepare_experiment
from studio.services.loading import LoadedLayout, load_layout, playable_board
from tests.bench.figures import RUNS, Measurement, measure, seconds, table

SEATS = 4
MATCHES = 60
APART, PLAYOUTS = 8, 200
"""A tree is grown at every so many decisions by the default number of playouts. Required: 1,500 per second if random
play makes 100,000 decisions.
"""
RATED = 400  # positions that are evaluated in turn
LIMIT = 20.0  # time limit of a verification in seconds
STROKES = 10  # bodies that are checked in turn, since the last few results are cached
LARGE = ((40, 30, 1500.0), (24, 24, 500.0), (10, 10, 500.0))
"""Columns, rows, and the most decisions of the reference that all checks may take; the first accepted one counts."""


class Peer:
    """The simulator catanatron with four random players as reference; without it there are no ratios."""

    def __init__(self) -> None:
        self.matches = self.decisions = 0.0  # per second in the last run; 0 without the simulator
        try:
            self._module: Any = import_module("catanatron")
        except ImportError:
            self._module = None

    def measurements(self) -> list[Measurement]:
        """Its own values, to be taken before those compared with them."""
        if self._module is None:
            return []
        return [
            Measurement(f"{self._module.__name__}, random matches, {SEATS} seats", "matches/s", self.rate),
            Measurement("… decisions", "decisions/s", lambda: self.decisions),
        ]

    def decision(self, units: float) -> Callable[[], float]:
        """The time of one of its decisions in the given unit."""
        return lambda: units / self.decisions if self.decisions else 0.0

    def rate(self) -> float:
        """Matches per second; 0 without the simulator."""
        if self._module is None:
            return 0.0
        colors = list(self._module.Color)[:SEATS]
        count, matches, begun = 0, max(1, MATCHES // 4), process_time()
        for seed in range(1, matches + 1):
            game = self._module.Game([self._module.RandomPlayer(color) for color in colors], seed=seed)
            game.play()
            count += len(game.state.actions)
        spent = process_time() - begun
        self.matches, self.decisions = matches / spent, count / spent
        return self.matches


class Matches:
    """Plays the same random matches again and again; a run gives matches and decisions per second."""

    def __init__(self, opened: LoadedLayout, seats: int) -> None:
        self.opened, self.seats = opened, seats
        self.board, self.options = playable_board(opened), opened.game.info.defaults()
        self.pace = 0.0  # decisions per second in the last run

    def rate(self) -> float:
        game, count, begun = self.opened.game, 0, process_time()
        for seed in range(MATCHES):
            bots = make_bots(["random"] * self.seats, seed)
            count += play_match(game, self.board, self.seats, self.options, bots, seed).decisions
        spent = process_time() - begun
        self.pace = count / spent
        return MATCHES / spent

    def simulated(self) -> float:
        """Matches per second of processor time as the Lab plays them, with all statistics."""
        side = make_side(self.opened, self.seats)
        plan = prepare_experiment(Experiment((side,), self.seats, ("random",))).plan(0)
        return 1 / seconds(lambda: [play_one(plan, index) for index in range(MATCHES)]) * MATCHES

    def middle(self) -> State:
        """A position from the middle of a match with a seat to move."""
        state, rng = self.opened.game.rules.start(self.board, self.seats, self.options), Rng(1)
        for step in range(10_000):
            if state.to_move == OVER or (step > 250 and state.to_move != CHANCE):
                break
            state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
        return state

    def playouts(self) -> float:
        """Playouts per second to the end of a turn, at some decisions of a match of greedy bots."""
        game, rng = self.opened.game, Rng(1)
        state, bots = game.rules.start(self.board, self.seats, self.options), make_bots(["greedy"] * self.seats, 1)
        decisions = played = 0
        spent = 0.0
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                state.apply(state.draw(rng))
                continue
            seat, actions = state.to_move, state.legal()
            best = bots[seat].choose(game, state, seat)
            if len(actions) > 1:
                decisions += 1
                if decisions % APART == 0:
                    begun, done = process_time(), 0
                    bot, root, search = (
                        MctsBot(decisions, Limit(count=PLAYOUTS)),
                        Node(),
                        Search(game, seat, NEVER_CANCELLED.raise_if_cancelled),
                    )
                    moves = search.candidates(root, state.redeal(seat, bot.rng), actions, best, bot.rng)
                    while done < PLAYOUTS:
                        done += len(bot.try_moves(search, root, state, moves))
                    spent += process_time() - begun
                    played += done
            state.apply(best)
        return played / spent

    @cached_property
    def rated(self) -> list[tuple[State, int]]:
        """Positions after the first moves of decisions in a match of a greedy bot, and the seat that moved."""
        game, rng, bot = self.opened.game, Rng(1), make_bots(["greedy"], 1)[0]
        state, found = game.rules.start(self.board, self.seats, self.options), list[tuple[State, int]]()
        while state.to_move != OVER and len(found) < RATED:
            if state.to_move == CHANCE:
                state.apply(state.draw(rng))
                continue
            for action in state.legal()[:6]:
                after = state.clone()
                after.apply(action)
                if after.to_move >= 0:
                    found.append((after, state.to_move))
            state.apply(bot.choose(game, state, state.to_move))
        return found

    def micros(self, rate: Callable[[State, int], object]) -> float:
        """Microseconds to rate one of them, as bots do: every position once, in the order of the match."""
        positions, begun = self.rated, process_time()
        for state, seat in positions:
            rate(state, seat)
        return (process_time() - begun) * 1e6 / len(positions)

    def greedy(self) -> float:
        """Milliseconds per decision of a greedy bot over one match."""
        bots = make_bots(["greedy"] * self.seats, 1)
        begun = process_time()
        played = play_match(self.opened.game, self.board, self.seats, self.options, bots, 1)
        return (process_time() - begun) * 1000 / played.decisions


def rules(opened: LoadedLayout, peer: Peer) -> list[Measurement]:
    matches = Matches(opened, SEATS)
    state = matches.middle()
    evaluation = opened.game.evaluation
    micros, millis = peer.decision(1e6), peer.decision(1e3)
    return [
        Measurement(f"random matches, {SEATS} seats", "matches/s", matches.rate, lambda: peer.matches, 20, most=False),
        Measurement("… decisions", "decisions/s", lambda: matches.pace, lambda: peer.decisions, 6, most=False),
        Measurement(
            "… with all statistics, core by core", "matches/s", matches.simulated, lambda: peer.matches, 20, most=False
        ),
        Measurement("State.clone", "µs", lambda: seconds(state.clone, 2000) * 1e6, micros, 0.5),
        Measurement("State.legal", "µs", lambda: seconds(state.legal, 2000) * 1e6, micros),
        Measurement("greedy bot, a decision", "ms", matches.greedy, millis, 1000),
        Measurement("… beside a random decision", "ms", matches.greedy, lambda: 1000 / matches.pace, 200),
        Measurement("evaluate, a position", "µs", lambda: matches.micros(evaluation.evaluate), micros),
        Measurement(
            "features, beside evaluate",
            "µs",
            lambda: matches.micros(evaluation.features),
            lambda: matches.micros(evaluation.evaluate),
        ),
        Measurement(
            "mcts, to the end of the turn, beside random",
            "playouts/s",
            matches.playouts,
            lambda: matches.pace,
            0.015,
            most=False,
        ),
    ]


def drawn(game: Game, body: Any) -> Any:
    """A layout with a tile on every third space of every third row."""
    grid = game.body.grid(body)
    stamps = [item.stamp for group in game.sketch.palette(body) if group.on == "cells" for item in group.items]
    number = 0
    for row in range(1, grid.rows - 1, 3):
        for column in range(1, grid.columns - 1, 3):
            body = game.editing.stamp(body, grid.cell(column, row), stamps[number % len(stamps)])
            number += 1
    return body


def grown(game: Game, body: Any) -> tuple[Any, str, float]:
    """The layout on the largest board of LARGE that its game accepts, with the size as text and the goal."""
    grid = game.body.grid(body)
    for columns, rows, goal in LARGE:
        try:
            return (
                game.editing.resize(body, 0, 0, columns - grid.columns, rows - grid.rows),
                f"{columns} × {rows}",
                goal,
            )
        except ValueError:
            continue
    return body, f"{grid.columns} × {grid.rows}", LARGE[-1][2]


def proofs(opened: LoadedLayout, peer: Peer) -> list[Measurement]:
    """The speed of checks of a layout, in its size and in the largest one with many tiles."""
    millis = peer.decision(1e3)
    game, body = opened.game, opened.body
    grid = game.body.grid(body)
    whole, large_size, large_goal = grown(game, body)
    large = drawn(game, whole)

    def copies(which: Any) -> list[Any]:
        stamps = [item.stamp for group in game.sketch.palette(which) if group.on == "cells" for item in group.items]
        strokes = (
            game.editing.stamp(which, cell, stamp) for cell in range(game.body.grid(which).count) for stamp in stamps
        )
        return list(islice((body for body in strokes if body != which), STROKES))

    def each(which: Any, ask: Callable[[Any], object]) -> Callable[[], float]:
        bodies = copies(which)

        def all_bodies() -> None:
            for body in bodies:
                ask(body)

        return lambda: seconds(all_bodies) * 1000 / len(bodies)

    def checks(which: Any) -> Callable[[], float]:
        return each(which, game.checks.check)

    def proves(which: Any) -> Callable[[], float]:
        return lambda: seconds(lambda: game.checks.verify(which, CancelToken(LIMIT))) * 1000

    def surveys(which: Any) -> Callable[[], float]:
        return each(which, lambda one: game.checks.survey(one, -1, NEVER_CANCELLED))

    def completes(which: Any) -> Callable[[], float]:
        return lambda: seconds(lambda: game.editing.complete(which, (), 1, CancelToken(LIMIT))) * 1000

    size = f"{grid.columns} × {grid.rows}"
    return [
        Measurement(f"all checks, {size}", "ms", checks(body), millis, 150),
        Measurement(f"all checks, {size}, many tiles", "ms", checks(drawn(game, body)), millis, 150),
        Measurement(f"all checks, {large_size}, many tiles", "ms", checks(large), millis, large_goal),
        Measurement(f"proof, {size}", "ms", proves(body), millis, 5000),
        Measurement(f"proof, {large_size}", "ms", proves(whole), millis, 5000),
        *([Measurement(f"completion, {size}", "ms", completes(body), millis, 5000)] if game.can_complete else ()),
        *(
            Measurement(f"survey, {text}", "ms", surveys(which), millis, 5000)
            for text, which in ((size, body), (large_size, whole))
            if game.has_survey
        ),
    ]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.rules", description="Measure how fast the program is.")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"runs per figure ({RUNS})")
    parser.add_argument(
        "--only", default="", help="figures with one of these words in their names: 'matches,decisions'"
    )
    parser.add_argument("--json", action="store_true", help="Print the result as JSON")
    args = parser.parse_args(argv)
    print("Python", sys.version.split()[0], "· processor time · median of", args.runs, "runs", file=sys.stderr)
    peer, data = Peer(), {}
    if not peer.measurements():
        print("catanatron is not installed: no ratios, no goals", file=sys.stderr)
    for slug in slugs():
        opened = load_layout(shipped_layouts(slug)[0])
        every = [*rules(opened, peer), *proofs(opened, peer)]
        chosen = [one for one in every if any(word in one.name for word in args.only.split(","))]
        figures = measure([*peer.measurements(), *chosen], max(1, args.runs))
        data[slug] = [
            {
                "name": figure.measurement.name,
                "unit": figure.measurement.unit,
                "value": round(figure.value, 3),
                "ratio": round(figure.ratio, 3),
            }
            for figure in figures
        ]
        if not args.json:
            print(f"\n{opened.game.info.name}, {opened.layout.name}; times beside one decision of the peer")
            print(table(figures))
    if args.json:
        print(json.dumps(data, ensure_ascii=False, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
