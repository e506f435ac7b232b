"""Series of experiments: sweeps over layouts, seats and options; tournaments of bots; skill ladders.

One worker pool may serve a whole series. Every report is the same as that of the experiment alone.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from io import StringIO
from itertools import combinations, pairwise, product
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from studio.bots import OPENING_PLIES, is_timed
from studio.core.game import IllegalAction, Json, LayoutNotPlayable, Options
from studio.core.text import _, format_number, format_percent
from studio.documents.files import DocumentError
from studio.documents.paths import shipped_layouts
from studio.lab.checkpoint import find_checkpoint, steps_with_checkpoints
from studio.lab.report.data import report_data
from studio.lab.report.measures import LENGTH_FROM_TARGET, bounds_text, measure_text
from studio.lab.report.text import range_text
from studio.lab.result_store import save_result
from studio.lab.results import Results, Score
from studio.lab.run import Experiment, Run, Side, make_side, prepare_experiment
from studio.lab.statistics import (
    Interval,
    Matches,
    elo_difference,
    mean_rate,
    rate_difference,
    superiority,
    wilson_interval,
    z_score,
)
from studio.lab.strengths import elo_ratings
from studio.lab.variations import MAX_POINTS, Variable, Variation, vary
from studio.lab.verdict import verdict_text
from studio.lab.worker_pool import WorkerPool
from studio.services.loading import LoadedLayout, load_layout

NUMBERS = ("turns", "lead_changes", "margin")  # statistics in the table


class SweepPoint(NamedTuple):
    """One combination: its experiment, or the reason why it cannot be played; the file of the layout, varied or not."""

    name: str
    experiment: Experiment | None
    reason: str = ""
    path: Path | None = None
    is_variation: bool = False

    def save(self, report: Json) -> None:
        """Add a report of this point to the history of its board and of the layout's file. Raises `DocumentError`."""
        if self.experiment is not None and report["matches"]:
            layouts = [side.layout for side in self.experiment.sides]
            path = self.path if self.path is not None and self.path.is_file() else None  # not standard input
            save_result(report, layouts, path, is_variation=self.is_variation)


def sweep_points(
    layouts: Sequence[LoadedLayout],
    seats: Sequence[int],
    options: Sequence[Options],
    plan: Experiment,
    *,
    are_variations: bool = False,
) -> list[SweepPoint]:
    """All combinations, ordered by layout, seats, options; `plan` has the rest of the experiments."""
    found = []
    for opened, number, chosen in product(layouts, seats, options):
        text = ",".join(f"{key}={value}" for key, value in sorted(chosen.items()))
        name = " · ".join(filter(None, (opened.layout.name, _("{count} seats").format(count=number), text)))
        found.append(_sweep_point(name, opened, chosen, replace(plan, seats=number), are_variations))
    return found


def varied_points(
    opened: LoadedLayout, options: Options, variations: Sequence[tuple[Variable, int, int]], plan: Experiment
) -> list[SweepPoint]:
    """All combinations of the values of variables, which name the points; numbers have a first and a last value.

    `plan` has everything but the side. Raises `ValueError`.
    """
    found: list[tuple[str, LoadedLayout, Options]] = [("", opened, options)]
    for variable, first, last in variations:
        values = tuple(map(str, range(first, last + 1)))
        if len(found) * len(variable.choices or values) > MAX_POINTS:
            raise ValueError(_("more than {limit} combinations").format(limit=MAX_POINTS))
        varied = []
        for name, layout, before in found:
            if variable.choices:
                made = [(text, layout, {**before, variable.name: value}) for value, text in variable.choices]
            else:
                layouts = vary(layout, Variation(variable.name, values))
                made = [(text, one, before) for text, one in zip(values, layouts, strict=True)]
            varied += [(" · ".join(filter(None, (name, text))), one, chosen) for text, one, chosen in made]
        found = varied
    are_variations = not all(variable.choices for variable, _first, _last in variations)
    return [_sweep_point(name, layout, chosen, plan, are_variations) for name, layout, chosen in found]


def _sweep_point(name: str, opened: LoadedLayout, options: Options, plan: Experiment, is_variation: bool) -> SweepPoint:
    unknown = set(options) - set(opened.game.info.defaults())
    if unknown:
        return SweepPoint(name, None, _("the game has no option {name}").format(name=min(unknown)))
    try:
        side = make_side(opened, plan.seats, options)
    except LayoutNotPlayable as problem:
        return SweepPoint(name, None, problem.problems[0].message)
    except IllegalAction as problem:
        return SweepPoint(name, None, str(problem))
    return SweepPoint(name, prepare_experiment(replace(plan, sides=(side,))), "", opened.path, is_variation)


class SweepStage(NamedTuple):
    """The progress of a sweep, from 0 to 1, and the reports of its points so far; the last one may be unfinished."""

    text: str
    share: float
    title: str
    points: Sequence[tuple[SweepPoint, Json | None]]

    @property
    def reports(self) -> list[Json]:
        return [report for _point, report in self.points if report is not None]


@dataclass(slots=True)
class Sweep:
    """Plays the points of a sweep one after another, each from its checkpoint on. `title`: what is varied."""

    title: str
    points: Sequence[SweepPoint]
    pool: WorkerPool
    _run: Run | None = None
    _is_cancelled: bool = False

    def cancel(self) -> None:
        """Stop, from any thread."""
        self._is_cancelled = True
        if self._run is not None:
            self._run.cancel()

    def steps(self) -> Iterator[SweepStage]:
        """Do the work and report progress. Raises `CustomStatsError`, `NoWorkersError` and `ValueError`."""
        reports: list[Json | None] = [None] * len(self.points)
        for place, point in enumerate(self.points):
            if point.experiment is None or self._is_cancelled:
                continue
            run = self._run = Run(point.experiment, self.pool)
            if (saved := find_checkpoint(point.experiment)) is not None:
                run.restore(saved)
            if self._is_cancelled:  # before the run was known
                run.cancel()
            with closing(steps_with_checkpoints(run)) as steps:
                for progress in steps:
                    if progress.matches:
                        reports[place] = report_data(run)
                    part = progress.matches / max(1, progress.matches, progress.estimated_matches or 0)
                    text = _("{name}: {matches:,} matches played").format(name=point.name, matches=progress.matches)
                    points = tuple(zip(self.points, reports, strict=True))
                    yield SweepStage(text, (place + part) / len(points), self.title, points)
            if (report := reports[place]) is not None:
                with suppress(DocumentError):  # the results are shown; only the history lacks them
                    point.save(report)


def sweep_table(reports: Sequence[Json]) -> list[tuple[str, ...]]:
    """The table of a sweep with its head: a report per row."""
    head = (
        _("layout"),
        _("seats"),
        _("options"),
        _("matches"),
        _("min %"),
        _("max %"),
        _("turns"),
        _("lead changes"),
        _("margin"),
        _("limit %"),
        _("verdict"),
    )
    table: list[tuple[str, ...]] = [head]
    has_target = any(LENGTH_FROM_TARGET in report["sides"][0]["course"]["measures"] for report in reports)
    if has_target:
        table[0] = (*head[:-1], _("length minus target"), head[-1])
    for report in reports:
        side = report["sides"][0]
        rates = sorted((seat["win_rate"] for seat in side["seats"]), key=lambda rate: rate["value"])
        options = ",".join(f"{key}={value}" for key, value in side["options"].items() if value)
        numbers = side["numbers"]
        limit = 100 * side["endings"].get("limit", 0) / max(1, side["matches"])
        table.append(
            (
                side["layout"],
                str(len(rates)),
                options or "–",
                str(side["matches"]),
                *(
                    f"{format_number(100 * rate['value'], '.1f')} ({range_text(rate)})"
                    for rate in (rates[0], rates[-1])
                ),
                *(format_number(numbers[name]["mean"], ".1f") if name in numbers else "–" for name in NUMBERS),
                format_number(limit, ".0f"),
                *([_from_target(side["course"]["measures"])] if has_target else []),
                verdict_text(side),
            )
        )
    return table


def _from_target(measures: Json) -> str:
    """How far the mean length is from its target, with the interval."""
    if (found := measures.get(LENGTH_FROM_TARGET)) is None:
        return "–"
    value, bounds = measure_text(LENGTH_FROM_TARGET, found["value"]), bounds_text(LENGTH_FROM_TARGET, found)
    return f"{value} ({bounds})" if bounds else value


# Tournaments.


@dataclass(slots=True)
class Tournament:
    """Every pair of bots plays so many matches; they alternate in the seats, and seats rotate.

    `matches[a][b]` is how many matches bots a and b played so far, `scores[a][b]` the wins of a as independent matches
    with the same error.
    """

    side: Side
    seats: int
    bots: tuple[str, ...]
    matches_per_pair: int
    seed: int = 0
    workers: int = 0
    matches: list[list[int]] = field(default_factory=list)
    scores: list[list[Score]] = field(default_factory=list)
    opening_plies: int | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError`."""
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            raise ValueError(_("a tournament requires two or more bots with different names"))
        if self.seats % 2:
            raise ValueError(_("a tournament requires an even number of seats, half for each of two bots"))
        self.scores = [[Score(0.0, 0.0)] * len(self.bots) for _bot in self.bots]
        self.matches = [[0] * len(self.bots) for _bot in self.bots]

    def pairs(self) -> list[tuple[int, int, Experiment]]:
        """All pairs as indices into `bots`, with their experiments."""
        found = []
        for number, (a, b) in enumerate(combinations(range(len(self.bots)), 2)):
            table = (self.bots[a], self.bots[b]) * (self.seats // 2)
            stop, seed = Matches(self.matches_per_pair), self.seed + number  # so that the rates are independent
            pair = Experiment((self.side,), self.seats, table, stop=stop, seed=seed, workers=self.workers)
            found.append((a, b, prepare_experiment(replace(pair, opening_plies=self.opening_plies))))
        return found

    def add_results(self, a: int, b: int, results: Results) -> None:
        for first, second in ((a, b), (b, a)):
            self.scores[first][second] = results.score(self.bots[first])
            self.matches[first][second] = results.matches

    def win_rate(self, a: int, b: int) -> Interval:
        """How often a wins against b."""
        return wilson_interval(*self.scores[a][b], z_score())

    def difference(self, a: int, b: int) -> Interval:
        """How much stronger a is than b in their matches against each other, in Elo points."""
        return elo_difference(*self.scores[a][b])

    def elo(self) -> list[Interval]:
        """The rating of each bot, the first at 1,000. Pairs count by the error of their win rates."""
        return elo_ratings([[score.wins for score in row] for row in self.scores])


def tournament_data(tournament: Tournament) -> Json:
    one, bots, side = tournament, tournament.bots, tournament.side
    rungs = [Rung(bots[a], bots[b], one.matches[a][b], one.scores[b][a]) for a, b in combinations(range(len(bots)), 2)]
    return {
        "game": side.slug,
        "layout": side.name,
        "hash": side.hash,
        "options": side.options,
        "seats": one.seats,
        "seed": one.seed,
        "opening_plies": OPENING_PLIES if one.opening_plies is None else one.opening_plies,
        "bots": [{"bot": bot, "elo": elo.to_data(1)} for bot, elo in zip(bots, one.elo(), strict=True)],
        "reproducible": not any(map(is_timed, bots)),
        "trace": skill_trace(rungs),
        "pairs": [
            {
                "bot": bots[a],
                "against": bots[b],
                "matches": one.matches[a][b],
                "win_rate": one.win_rate(a, b).to_data(),
                "elo_difference": one.difference(a, b).to_data(1),
                "superiority": round(superiority(*one.scores[a][b]), 5),
            }
            for a, b in combinations(range(len(bots)), 2)
        ],
    }


def cross_table(tournament: Tournament) -> Sequence[Sequence[str]]:
    """The cross table with its head: win rates of the row's bot against the column's, and its rating."""
    one, bots = tournament, tournament.bots
    head = (_("wins against"), *bots, _("Elo"))
    table = [head]
    for a, (bot, elo) in enumerate(zip(bots, one.elo(), strict=True)):
        rates = [_win_rate_text(one, a, b) if a != b else "·" for b in range(len(bots))]
        points, half = format_number(elo.value, ".0f"), format_number((elo.high - elo.low) / 2, ".0f")
        table.append((bot, *rates, f"{points} ± {half}" if a else points))
    return table


def difference_table(tournament: Tournament) -> Sequence[Sequence[str]]:
    """The difference matrix with its head: Elo points of the row's bot above the column's; how likely it is better."""
    one, bots = tournament, tournament.bots
    table: list[tuple[str, ...]] = [(_("Elo difference"), *bots)]
    for a, bot in enumerate(bots):
        table.append((bot, *(_difference_text(one, a, b) if a != b else "·" for b in range(len(bots)))))
    return table


def _difference_text(one: Tournament, a: int, b: int) -> str:
    if not one.matches[a][b]:
        return "–"
    value, low, high = (
        format_number(points, "+.0f") if isfinite(points) else "−∞" if points < 0 else "+∞"
        for points in one.difference(a, b)
    )
    return f"{value} ({low} … {high}; {format_percent(superiority(*one.scores[a][b]))})"


def tournament_csv(found: Json) -> bytes:
    """The pairs of `tournament_data` as CSV, a row per pair; infinite bounds are empty."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    head, bounds = ("game", "layout", "hash", "seats", "seed", "opening_plies"), ("value", "low", "high")
    names = [f"{name}_{bound}" for name in ("win_rate", "elo_difference") for bound in bounds]
    writer.writerow((*head, "bot", "against", "matches", *names, "superiority"))
    for pair in found["pairs"]:
        about = [found[name] for name in head]
        intervals = [pair[name][bound] for name in ("win_rate", "elo_difference") for bound in bounds]
        writer.writerow([*about, pair["bot"], pair["against"], pair["matches"], *intervals, pair["superiority"]])
    return text.getvalue().encode("utf-8")


def _win_rate_text(one: Tournament, a: int, b: int) -> str:
    if not one.matches[a][b]:
        return "–"
    rate = one.win_rate(a, b)
    low, high = (format_number(100 * bound, ".1f") for bound in (rate.low, rate.high))
    return f"{format_percent(rate.value)} ({low} … {high})"


# Skill ladders.

_DOUBLED = re.compile(r"(.+:)([\d.]+)(s?)x(\d)")


def ladder_bots(text: str) -> tuple[str, ...]:
    """The bots in a text such as "random,greedy" or "planner:100x3": 100, 200 and 400 steps, each twice the one before.

    Source of the doubling: the Ludii system (Ludeme/Ludii, metric "Skill trace").
    """
    bots: list[str] = []
    for name in map(str.strip, text.split(",")):
        found = _DOUBLED.fullmatch(name)
        if found is None:
            bots.append(name)
            continue
        bot, limit, unit, count = found.groups()
        bots += [f"{bot}{float(limit) * 2**power:g}{unit}" for power in range(int(count))]
    return tuple(bots)


def base_side(slug: str, seats: int, options: Options) -> Side:
    """The first shipped layout of a game. Raises `ValueError`, `LayoutNotPlayable` and `IllegalAction`."""
    paths = shipped_layouts(slug)
    if not paths:
        raise ValueError(_("this game has no base board to compare with"))
    return make_side(load_layout(paths[0]), seats, options)


@dataclass(slots=True)
class Ladder:
    """Each bot plays the next stronger one, on both boards with the same random draws. `bots`: weakest first.

    The stronger bot of a rung has every other seat, the smaller half of an odd number, and seats rotate.
    """

    here: Side
    baseline: Side
    seats: int
    bots: tuple[str, ...]
    matches_per_rung: int
    seed: int = 0
    rungs: list[Rung] = field(default_factory=list)
    opening_plies: int | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError`."""
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            raise ValueError(_("a skill ladder requires two or more bots with different names, the weakest first"))

    @property
    def is_same_board(self) -> bool:
        """Whether there is no other board to compare with."""
        return (self.here.hash, self.here.options) == (self.baseline.hash, self.baseline.options)

    def experiments(self) -> list[Experiment]:
        """The experiment of each rung. Raises `ValueError` for an unknown bot."""
        sides = (self.here,) if self.is_same_board else (self.here, self.baseline)
        stop = Matches(self.matches_per_rung)
        found = []
        for number, pair in enumerate(pairwise(self.bots)):
            bots = tuple([pair[seat % 2] for seat in range(self.seats)])
            seed = self.seed + number  # so that the rates of the rungs are independent
            rung = Experiment(sides, self.seats, bots, stop=stop, seed=seed, opening_plies=self.opening_plies)
            found.append(prepare_experiment(rung))
        return found

    def add_results(self, results: Sequence[Results]) -> None:
        """Add the results of the next rung, one per board."""
        weaker, stronger = self.bots[len(self.rungs) :][:2]
        self.rungs.append(Rung(weaker, stronger, results[0].matches, *(one.score(stronger) for one in results)))


@dataclass(frozen=True, slots=True)
class Rung:
    """How often the stronger bot won here, and on the other board if there is one."""

    weaker: str
    stronger: str
    matches: int
    here: Score
    baseline: Score | None = None


def ladder_data(ladder: Ladder) -> Json:
    """A ladder as plain data; rates are shares. `fair` is the rate if skill did not matter."""
    adjacent = None if ladder.is_same_board else {"layout": ladder.baseline.name, "hash": ladder.baseline.hash}
    z = z_score(comparisons=len(ladder.bots) - 1)
    return {
        "bots": list(ladder.bots),
        "fair": round(ladder.seats // 2 / ladder.seats, 5),
        "beside": adjacent,
        "trace": skill_trace(ladder.rungs),
        "rungs": [
            {"weaker": rung.weaker, "stronger": rung.stronger, "matches": rung.matches, **_rates_data([rung], z)}
            for rung in ladder.rungs
        ],
    }


def skill_trace(rungs: Sequence[Rung]) -> Json | None:
    """The skill trace as plain data: the mean win rate of a bot against itself with half the limit; or None.

    Only rungs with a doubled limit count. Intervals have 95 %.
    Source: the Ludii system (Ludeme/Ludii, metric "Skill trace"), its "area estimate" as a rate of wins. The
    extrapolation to a further doubling is left out, because a few rungs do not support a regression.
    """
    doubled = [rung for rung in rungs if ladder_bots(f"{rung.weaker}x2") == (rung.weaker, rung.stronger)]
    doubled = [rung for rung in doubled if rung.matches]
    if not doubled:
        return None
    matches = sum(rung.matches for rung in doubled)
    return {"doublings": len(doubled), "matches": matches, **_rates_data(doubled, z_score())}


def _rates_data(rungs: Sequence[Rung], z: float) -> Json:
    """The mean win rates of the stronger bots on both boards, and their difference."""
    here = mean_rate([wilson_interval(*rung.here, z) for rung in rungs])
    there = [wilson_interval(*rung.baseline, z) for rung in rungs if rung.baseline is not None]
    if not there:
        return {"here": here.to_data(), "beside": None, "difference": None}
    beside = mean_rate(there)
    return {"here": here.to_data(), "beside": beside.to_data(), "difference": rate_difference(here, beside).to_data()}
