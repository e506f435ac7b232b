"""How fast the program is: `python -m tests.bench.rules` measures and prints a table, the median of several runs.

Everything here needs no window. `Measurement` and `table` serve other tables of figures as well.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from statistics import median
from time import perf_counter
from typing import Any

from studio.core.game import CHANCE, OVER, Game, State
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab import report
from studio.lab.play import make_bots, play_match
from studio.opening import Opened, open_layout, playable_board

RUNS = 5
SEATS = 4
MATCHES = 60
PACE = {"goldland": 50_000, "columbus": 30_000}
"""Decisions per second that a game of random bots should at least reach; 60,000 for all others."""
LARGE = ((40, 30, 50.0), (24, 24, 16.0), (10, 10, 16.0))
"""Columns, rows, and the most milliseconds that all checks may take; a game is measured on the first it accepts."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """A figure worth watching: how to take it once, in what unit, and its goal (0: none).

    `most` says that the goal is the most it may be; else it is the least.
    """

    name: str
    unit: str
    take: Callable[[], float]
    goal: float = 0.0
    most: bool = True


@dataclass(frozen=True, slots=True)
class Figure:
    """What a measurement came to: every run in order."""

    measurement: Measurement
    runs: tuple[float, ...]

    @property
    def value(self) -> float:
        return median(self.runs)

    @property
    def is_met(self) -> bool:
        """Whether the goal is reached; true without one."""
        goal = self.measurement.goal
        return not goal or (self.value <= goal if self.measurement.most else self.value >= goal)


def measure(measurements: Sequence[Measurement], runs: int = RUNS) -> list[Figure]:
    """Take every measurement `runs` times, turn by turn, so that a busy moment of the machine hits all alike."""
    taken: list[list[float]] = [[] for _one in measurements]
    for _run in range(runs):
        for number, one in enumerate(measurements):
            taken[number].append(one.take())
    return [Figure(one, tuple(values)) for one, values in zip(measurements, taken, strict=True)]


def table(figures: Sequence[Figure]) -> str:
    """The figures in columns: median, spread, goal."""
    rows = [("measurement", "median", "unit", "least", "most", "goal", "")]
    for figure in figures:
        one = figure.measurement
        goal = f"{'≤' if one.most else '≥'} {_number(one.goal)}" if one.goal else ""
        rows.append(
            (
                one.name,
                _number(figure.value),
                one.unit,
                _number(min(figure.runs)),
                _number(max(figure.runs)),
                goal,
                ("met" if figure.is_met else "MISSED") if one.goal else "",
            )
        )
    return report.table(rows)


def _number(value: float) -> str:
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def seconds(call: Callable[[], object], times: int = 1) -> float:
    """How long one call takes, over so many calls."""
    begun = perf_counter()
    for _call in range(times):
        call()
    return (perf_counter() - begun) / times


# what is measured


class Matches:
    """Plays the same random matches again and again; a run gives matches and decisions per second at once."""

    def __init__(self, opened: Opened, seats: int) -> None:
        self.opened, self.seats = opened, seats
        self.board, self.options = playable_board(opened), opened.game.info.defaults()
        self.pace = 0.0
        """Decisions per second of the last run."""

    def rate(self) -> float:
        """Matches per second."""
        game, count, begun = self.opened.game, 0, perf_counter()
        for seed in range(MATCHES):
            bots = make_bots(["random"] * self.seats, seed)
            count += play_match(game, self.board, self.seats, self.options, bots, seed).decisions
        spent = perf_counter() - begun
        self.pace = count / spent
        return MATCHES / spent

    def middle(self) -> State:
        """A position from the middle of a match, a seat to move."""
        state, rng = self.opened.game.start(self.board, self.seats, self.options), Rng(1)
        for step in range(10_000):
            if state.to_move == OVER or (step > 250 and state.to_move != CHANCE):
                break
            state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
        return state

    def greedy(self) -> float:
        """Milliseconds per decision of a greedy bot, over one match."""
        bots = make_bots(["greedy"] * self.seats, 1)
        begun = perf_counter()
        played = play_match(self.opened.game, self.board, self.seats, self.options, bots, 1)
        return (perf_counter() - begun) * 1000 / played.decisions


def rules(opened: Opened) -> list[Measurement]:
    """How fast matches run."""
    matches = Matches(opened, SEATS)
    state = matches.middle()
    slug = opened.game.info.slug
    return [
        Measurement(
            f"random matches, {SEATS} seats", "matches/s", matches.rate, 0 if slug in PACE else 100, most=False
        ),
        Measurement(
            f"random decisions, {SEATS} seats", "decisions/s", lambda: matches.pace, PACE.get(slug, 60_000), most=False
        ),
        Measurement("State.clone", "µs", lambda: seconds(state.clone, 2000) * 1e6, 20),
        Measurement("State.legal", "µs", lambda: seconds(state.legal, 2000) * 1e6),
        Measurement("greedy bot, a decision", "ms", matches.greedy, 30),
    ]


def drawn(game: Game, body: Any) -> Any:
    """A layout with a tile of the palette on every third space of every third row, as somebody may have drawn it."""
    grid = game.grid(body)
    stamps = [item.stamp for group in game.palette(body) if group.on == "cells" for item in group.items]
    number = 0
    for row in range(1, grid.rows - 1, 3):
        for column in range(1, grid.columns - 1, 3):
            body = game.stamp(body, grid.cell(column, row), stamps[number % len(stamps)])
            number += 1
    return body


def grown(game: Game, body: Any) -> tuple[Any, str, float]:
    """The layout on the largest board of LARGE that its game accepts, with the size in words and the goal."""
    grid = game.grid(body)
    for columns, rows, goal in LARGE:
        try:
            return game.resized(body, 0, 0, columns - grid.columns, rows - grid.rows), f"{columns} × {rows}", goal
        except ValueError:
            continue
    return body, f"{grid.columns} × {grid.rows}", LARGE[-1][2]


def proofs(opened: Opened) -> list[Measurement]:
    """How fast a layout is checked, as it is and when it has grown as large as may be, with many tiles."""
    game, body = opened.game, opened.body
    grid = game.grid(body)
    whole, large_size, large_goal = grown(game, body)
    large = drawn(game, whole)

    def checks(which: Any) -> Callable[[], float]:
        stamps = [item.stamp for group in game.palette(which) if group.on == "cells" for item in group.items]
        strokes = (game.stamp(which, cell, stamp) for cell in range(game.grid(which).count) for stamp in stamps)
        other = next(body for body in strokes if body != which)

        def both() -> None:  # in turn, since the last answer may be kept
            game.check(which)
            game.check(other)

        return lambda: seconds(both, 5) * 1000 / 2

    def prove() -> None:
        game.prove(body, 60)

    size = f"{grid.columns} × {grid.rows}"
    return [
        Measurement(f"all checks, {size}", "ms", checks(body), 5),
        Measurement(f"all checks, {size}, many tiles", "ms", checks(drawn(game, body)), 5),
        Measurement(f"all checks, {large_size}, many tiles", "ms", checks(large), large_goal),
        Measurement(f"proof, {size}", "ms", lambda: seconds(prove) * 1000, 0 if opened.game.info.slug in PACE else 100),
    ]


class Peer:
    """The published simulator catanatron with four random players, on the same machine in the same minutes."""

    def __init__(self) -> None:
        peer: Any = import_module("catanatron")
        self._game, self._player = peer.Game, peer.RandomPlayer
        self._colors = [peer.Color.RED, peer.Color.BLUE, peer.Color.ORANGE, peer.Color.WHITE]
        self.pace = 0.0
        """Decisions per second of the last run."""

    def rate(self) -> float:
        """Matches per second."""
        count, begun = 0, perf_counter()
        matches = max(1, MATCHES // 4)
        for _match in range(matches):
            game = self._game([self._player(color) for color in self._colors])
            game.play()
            count += len(getattr(game.state, "action_records", None) or game.state.actions)
        spent = perf_counter() - begun
        self.pace = count / spent
        return matches / spent


def peers() -> list[Measurement]:
    """The measurements of the peer, when it is installed."""
    try:
        peer = Peer()
    except ImportError:
        return []
    return [
        Measurement("catanatron, random matches, 4 seats", "matches/s", peer.rate),
        Measurement("catanatron, random decisions, 4 seats", "decisions/s", lambda: peer.pace),
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Measure everything and print it; exit code 1 when a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.rules", description="Measure how fast the program is.")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"runs per figure ({RUNS})")
    parser.add_argument("--json", action="store_true", help="print plain data")
    args = parser.parse_args(argv)
    print("Python", sys.version.split()[0], "· median of", args.runs, "runs", file=sys.stderr)
    data, met = {}, True
    for slug in slugs():
        opened = open_layout(shipped_layouts(slug)[0])
        figures = measure([*rules(opened), *proofs(opened), *peers()], max(1, args.runs))
        met = met and all(figure.is_met for figure in figures)
        data[slug] = {figure.measurement.name: round(figure.value, 3) for figure in figures}
        if args.json:
            continue
        print(f"\n{opened.game.info.name}, {opened.layout.name}")
        print(table(figures))
        if figures[-1].measurement.name.startswith("catanatron"):
            ours, theirs = figures[0].value / figures[-2].value, figures[1].value / figures[-1].value
            print(f"ratio to catanatron: {ours:.2f} × the matches, {theirs:.2f} × the decisions per second")
    if args.json:
        print(json.dumps(data, ensure_ascii=False, indent=2))
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
