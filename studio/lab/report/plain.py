"""A run put into plain data: what `--json` prints, files hold, and every other report is made from.

Only what stands under "run" (time, workers) depends on the machine; all else is the same for the same experiment.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from math import isfinite

from studio import __version__
from studio.core.game import Json
from studio.core.protocols import BUILT, LIMIT, ROUNDS, SCORED, TURNS, VISITED
from studio.core.text import SEAT_NAMES, _, numeral
from studio.games import load
from studio.lab.experiment import Experiment, Side
from studio.lab.results import PARTS, TOUCHED, Paired, Results, Sample
from studio.lab.run import Run
from studio.lab.statistics.fairness import evidence
from studio.lab.statistics.intervals import LEVEL

FORMAT, VERSION = "studio.lab", 1
CHARTED = (TURNS, ROUNDS, "lead_changes", "margin")
"""Numbers of which a report tells how often each value was met."""


def plain(run: Run) -> Json:
    """The whole report of a run; under "skill" is room for the ladder that may be played after it."""
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
        "experiment": planned(experiment),
        "state": progress.phase.value,
        "matches": first.matches,
        "sides": [side_plain(side, results) for side, results in zip(experiment.sides, run.results, strict=True)],
        "difference": difference(run.paired) if run.paired is not None else None,
        "decision": run.judges[0].decision,
        "skill": None,
        "run": {
            "workers": progress.workers,
            "workers_lost": progress.deaths,
            "seconds": round(seconds, 4),
            "matches_per_second": round(first.matches / seconds, 3) if seconds > 0 else 0.0,
            "decisions_per_second": round(first.decisions.total / seconds, 1) if seconds > 0 else 0.0,
        },
    }


def json_bytes(report: Json) -> bytes:
    """A report as the bytes of a JSON file."""
    return (json.dumps(report, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def planned(experiment: Experiment) -> Json:
    """What was to be found out, and with whom."""
    return {
        "seats": experiment.seats,
        "bots": list(experiment.bots),
        "rotated": experiment.rotate,
        "stop": {"rule": type(experiment.stop).__name__.lower(), **asdict(experiment.stop)},
        "tallies": [source.name for source in experiment.tallies],
        "level": LEVEL,
    }


def side_plain(side: Side, results: Results) -> Json:
    """All figures of one layout."""
    names = titles(side.slug)
    intervals, ground = results.intervals(), sorted(load(side.slug).ground(side.board))
    return {
        "layout": side.name,
        "hash": side.hash,
        "options": dict(side.options),
        "matches": results.matches,
        "shared_wins": results.shared,
        "decisions": results.decisions.total,
        "draws": results.draws.total,
        "length": spread(results.decisions),
        "verdict": results.verdict.value,
        "p_value": round(results.chance, 6),
        "e_value": round(evidence(results.shares()), 4),
        "mostly_limit": results.is_wandering,
        "endings": {name: results.endings[name] for name in sorted(results.endings)},
        "seats": [
            {
                "seat": seat,
                "wins": round(results.wins[seat] / PARTS, 4),
                "win_rate": intervals[seat].plain(),
                "points": {**spread(results.points[seat]), "counts": counts(results.points[seat])},
                **{name: spread(samples[seat]) for name, samples in sorted(results.by_seat.items())},
            }
            for seat in range(results.seats)
        ],
        "bots": [
            {
                "bot": results.bots[bot],
                "matches": sum(results.bot_matches[bot]),
                "win_rate": results.bot_interval(bot).plain(),
                "by_seat": [results.bot_interval(bot, seat).plain() for seat in range(results.seats)],
            }
            for bot in range(len(results.bots))
        ],
        "numbers": {name: spread(sample) for name, sample in sorted(results.numbers.items())},
        "counts": {name: counts(results.numbers[name]) for name in CHARTED if name in results.numbers},
        "spaces": {
            name: {side.grid.name(cell): often.get(cell, 0) for cell in ground or sorted(often)}
            for name, often in sorted(results.spaces.items())
        },
        "places": {
            name: {side.grid.name(cell): spread(by_cell[cell]) for cell in sorted(by_cell)}
            for name, by_cell in sorted(results.places.items())
        },
        "curves": {
            name: [[round(mean, 3) for mean in curve.means()] for curve in curves]
            for name, curves in sorted(results.curves.items())
        },
        "titles": {name: names[name] for name in sorted(names) if _is_named(results, name)},
        "failures": [{"match": failure.match, "reason": failure.reason} for failure in results.failures],
    }


def _is_named(results: Results, name: str) -> bool:
    there = (results.numbers, results.by_seat, results.spaces, results.places, results.curves, results.endings)
    return any(name in some for some in there)


def difference(paired: Paired) -> Json:
    """The first layout less the second, with the same luck."""
    return {
        "pairs": paired.decisions.count,
        "win_rate": [interval.plain() for interval in paired.win_differences()],
        "points": [sample.interval().plain(3) for sample in paired.points],
        "decisions": paired.decisions.interval().plain(3),
    }


def spread(sample: Sample) -> Json:
    """A number: its mean with an interval, and how it is spread."""
    interval = sample.interval()
    return {
        "count": sample.count,
        "mean": round(sample.mean, 3),
        "half": round(interval.half, 3) if isfinite(interval.half) else None,
        "deviation": round(sample.deviation, 3),
        "least": sample.least,
        "lower": sample.quantile(0.25),
        "median": sample.quantile(0.5),
        "upper": sample.quantile(0.75),
        "most": sample.most,
    }


def counts(sample: Sample) -> Json:
    """How often each value was met, by value as text."""
    return {str(value): sample.counts[value] for value in sorted(sample.counts)}


def titles(slug: str) -> dict[str, str]:
    """What people call every figure: those that all games have, and those of a game."""
    common = {
        TURNS: _("turns"),
        ROUNDS: _("rounds"),
        "lead_changes": _("changes of the lead"),
        "margin": _("points between first and second"),
        "moves": _("moves to choose from"),
        VISITED: _("visited"),
        BUILT: _("built on"),
        SCORED: _("scored"),
        TOUCHED: _("reached"),
        LIMIT: _("nothing happened any more"),
    }
    return {**common, **load(slug).titles()}


def seat_words(seat: int) -> str:
    """A seat in a table, by its number from 1 and the name that it bears unless somebody types another."""
    return f"{seat + 1} {SEAT_NAMES[seat]}" if seat < len(SEAT_NAMES) else str(seat + 1)


def from_to(rate: Json, how: str = ".1f") -> str:
    """The interval of a rate in per cent, as its line in a table has it."""
    return f"{numeral(100 * rate['low'], how)} – {numeral(100 * rate['high'], how)}"
