"""A report as plain data: the source of `--json`, files and all other reports.

Everything outside "run" (time, workers) is the same on every machine.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from math import isfinite

from studio import __version__
from studio.bots import is_timed
from studio.core.game import Json
from studio.core.protocols import ROUNDS, TURNS
from studio.games import load
from studio.lab.course import PREFIX
from studio.lab.report.measures import course_data
from studio.lab.report.text import statistic_titles
from studio.lab.results import WIN_PARTS, Paired, Results, Sample, mean_difference
from studio.lab.run import Experiment, Run, Side
from studio.lab.statistics import CONFIDENCE, elo_difference, superiority, wilson_interval, z_score
from studio.lab.verdict import RateSequence, fairness_data

FORMAT, VERSION = "studio.lab", 4
CHARTED = (TURNS, ROUNDS, "lead_changes", "margin")  # statistics whose distribution is part of a report


def report_data(run: Run) -> Json:
    """The whole report of a run. "skill" is filled by the ladder played after it."""
    experiment, progress = run.experiment, run.progress()
    first = run.results[0]
    seconds = progress.seconds
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": __version__,
        "game": experiment.sides[0].slug,
        "layout": experiment.sides[0].name,
        "seed": experiment.seed,
        "experiment": experiment_data(experiment),
        "state": progress.phase.value,
        "matches": first.matches,
        "sides": [side_data(*side, experiment) for side in zip(experiment.sides, run.results, strict=True)],
        "difference": difference_data(run.paired) if run.paired is not None else None,
        "skill": None,
        "run": {
            "started": run.started,
            "workers": progress.workers,
            "workers_lost": progress.lost_workers,
            "seconds": round(seconds, 4),
            "matches_per_second": round(first.matches / seconds, 3) if seconds > 0 else 0.0,
            "decisions_per_second": round(first.decisions.total / seconds, 1) if seconds > 0 else 0.0,
        },
    }


def json_bytes(*reports: Json) -> bytes:
    """One report, or a list of several, as JSON."""
    found = reports[0] if len(reports) == 1 else reports
    return (json.dumps(found, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def experiment_data(experiment: Experiment) -> Json:
    return {
        "seats": experiment.seats,
        "bots": list(experiment.bots),
        "rotated": experiment.rotate,
        "stop": {"rule": type(experiment.stop).__name__.lower(), **asdict(experiment.stop)},
        "tallies": [source.name for source in experiment.tallies],
        "level": CONFIDENCE,
        "reproducible": not any(map(is_timed, experiment.bots)),
        "opening_plies": experiment.opening_plies or 0,
        "target_length": experiment.target_length,
    }


def side_data(side: Side, results: Results, experiment: Experiment) -> Json:
    names = statistic_titles(side.slug)
    ground = sorted(load(side.slug).stats.map_cells(side.board))
    strengths = results.strengths()
    groups = (results.numbers, results.by_seat, results.spaces, results.places, results.curves, results.endings)
    return {
        "layout": side.name,
        "hash": side.hash,
        "options": dict(side.options),
        "matches": results.matches,
        "shared_wins": results.shared_wins,
        "decisions": results.decisions.total,
        "draws": results.draws.total,
        "length": spread_data(results.decisions),
        "fairness": fairness_data(results.win_rates, experiment.stop.margin, bots_differ=not results.has_equal_bots),
        "trace": trace_data(results.win_rates),
        "mostly_limit": results.is_mostly_limited,
        "endings": {name: results.endings[name] for name in sorted(results.endings)},
        "seats": [
            {
                "seat": seat,
                "wins": round(results.seat_wins[seat].total / WIN_PARTS, 4),
                "win_rate": results.win_rates[seat].interval.to_data(),
                "equal_strength": strengths.seats[seat].to_data() if strengths is not None else None,
                "points": {**spread_data(results.points[seat]), "counts": counts_data(results.points[seat])},
                **{name: spread_data(samples[seat]) for name, samples in sorted(results.by_seat.items())},
            }
            for seat in range(results.seats)
        ],
        "bots": [
            {
                "bot": bot,
                "matches": results.matches,
                "win_rate": results.bot_interval(bot).to_data(),
                "elo": strengths.bots[bot].to_data(1) if strengths is not None else None,
                "by_seat": [results.bot_interval(bot, seat).to_data() for seat in range(results.seats)],
            }
            for bot in results.bot_wins
        ],
        "pairs": pairs_data(results),
        "numbers": {
            name: spread_data(sample) for name, sample in sorted(results.numbers.items()) if not name.startswith(PREFIX)
        },
        "course": course_data(results, experiment.target_length),
        "counts": {name: counts_data(results.numbers[name]) for name in CHARTED if name in results.numbers},
        "spaces": {
            name: {side.grid.name(cell): often.get(cell, 0) for cell in ground or sorted(often)}
            for name, often in sorted(results.spaces.items())
        },
        "places": {
            name: {side.grid.name(cell): spread_data(by_cell[cell]) for cell in sorted(by_cell)}
            for name, by_cell in sorted(results.places.items())
        },
        "curves": {
            name: [[round(mean, 3) for mean in curve.means()] for curve in curves]
            for name, curves in sorted(results.curves.items())
        },
        "titles": {name: names[name] for name in sorted(names) if any(name in group for group in groups)},
        "failures": [{"match": failure.match, "reason": failure.reason} for failure in results.failures],
    }


def trace_data(rates: Sequence[RateSequence]) -> Json:
    """The wins of all seats after so many matches, at evenly spaced points of a logarithmic scale."""
    points = zip(*(rate.trace for rate in rates), strict=True)
    return [{"matches": point[0][0], "wins": [wins for _matches, wins in point]} for point in points]


def pairs_data(results: Results) -> Json:
    """Two bots in pairs of matches with seats exchanged: how many gave the first 0, ½, 1, 1½ and 2 wins; or None."""
    if results.blocks is None or results.seats != 2 or results.has_equal_bots:
        return None
    first, second = results.bots
    counts = [results.blocks.pairs.get(half * WIN_PARTS // 2, 0) for half in range(5)]
    score = results.score(first)
    return {
        "bot": first,
        "against": second,
        "counts": counts,
        "win_rate": wilson_interval(*score, z_score()).to_data(),
        "elo_difference": elo_difference(*score).to_data(1),
        "superiority": round(superiority(*score), 5),
    }


def difference_data(paired: Paired) -> Json:
    """The first side minus the second, with the same random draws."""
    return {
        "pairs": paired.decisions.count,
        "win_rate": [interval.to_data() for interval in paired.win_differences()],
        "points": [mean_difference(sample).to_data(3) for sample in paired.points],
        "decisions": mean_difference(paired.decisions).to_data(3),
    }


def spread_data(sample: Sample) -> Json:
    """A statistic: mean with interval, and quantiles."""
    interval = sample.interval()
    return {
        "count": sample.count,
        "mean": round(sample.mean, 3),
        "half": round(interval.half_width, 3) if isfinite(interval.half_width) else None,
        "deviation": round(sample.deviation, 3),
        "least": sample.minimum,
        "lower": sample.quantile(0.25),
        "median": sample.quantile(0.5),
        "upper": sample.quantile(0.75),
        "most": sample.maximum,
    }


def counts_data(sample: Sample) -> Json:
    """How often each value occurred, by value as text."""
    return {str(value): sample.counts[value] for value in sorted(sample.counts)}
