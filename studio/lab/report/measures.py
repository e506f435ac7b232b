"""Measures of many matches: how exciting, varied and long they are, and how they compare with another board.

Sources: see `studio.lab.course`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import log
from typing import NamedTuple

from studio.core.game import Json
from studio.core.protocols import ROUNDS, TURNS
from studio.core.text import _, format_number, format_percent
from studio.lab.course import LEAD_CHANGES, PARTS, PREFIX, TENTHS
from studio.lab.results import Results, Sample
from studio.lab.statistics import Interval, mean_interval, rate_difference, wilson_interval, z_score

MEASURES = (
    *("drama", "lead_changes", "decisiveness", "uncertainty", "branching"),
    *("forced", "uniformity", "coverage", "length"),
)
"""All measures in display order."""
LENGTH_FROM_TARGET = "length_from_target"
"""A further measure: the mean length minus a target length. Source: after [Browne] "duration", a relative deviation."""
OVER_TIME = ("uncertainty", "branching", "forced")
SHARES = frozenset(("drama", "decisiveness", "uncertainty", "forced", "uniformity", "coverage"))
RATES = frozenset(("decisiveness", "uncertainty"))  # shares of matches, with Wilson's interval when taken at one time
MIN_BOUNDED = 10  # with fewer matches, a normal interval of a mean would be too narrow
MIN_MATCHES = 30  # fewer say nothing about another board
NEAR, NEAR_SHARE = 0.1, 0.05  # "about as": differences up to 10 % of the other value, of shares up to 5 %


def course_data(results: Results, target_length: int = 0) -> Json:
    """The measures of a side as plain data: rated matches, each measure with its interval, and three over time.

    With a target length, there is also `LENGTH_FROM_TARGET`.

    Intervals have 95 % each for a run that ends by a number of matches, from deviations between matches. A mean of
    few matches, or of equal values, has no bounds. "over_time" has an interval, or None, by tenth of the match.
    """
    found = {name: _measure(results, name) for name in MEASURES}
    if target_length and (length := found["length"]) is not None:
        found[LENGTH_FROM_TARGET] = Interval(*(bound - target_length for bound in length))
    curves = {name: [_measure(results, f"{name}.{tenth}") for tenth in TENTHS] for name in OVER_TIME}
    rated = results.numbers.get(LEAD_CHANGES)
    return {
        "matches": rated.count if rated is not None else 0,
        "measures": {name: interval.to_data() for name, interval in found.items() if interval is not None},
        "over_time": {
            name: [interval.to_data() if interval is not None else None for interval in curve]
            for name, curve in curves.items()
        },
    }


def _measure(results: Results, name: str) -> Interval | None:
    """A measure, or None if no match has a value."""
    if name == "uniformity":
        return evenness([rate.interval for rate in results.win_rates]) if results.matches else None
    length = ROUNDS if ROUNDS in results.numbers else TURNS
    sample = results.numbers.get({LEAD_CHANGES: LEAD_CHANGES, "length": length}.get(name, f"{PREFIX}{name}"))
    if sample is None or not sample.count:
        return None
    kind, _dot, time = name.partition(".")
    if kind in RATES and (time or kind == "decisiveness"):
        count = sample.effective_count(PARTS)
        return wilson_interval(sample.mean / PARTS * count, count, z_score())
    return _mean(sample, PARTS if kind in SHARES else 1)


def _mean(sample: Sample, unit: int) -> Interval:
    """The mean with its interval; unbounded for few matches or if all agree, which says nothing about rare others."""
    clusters = sample.clusters if len(sample.counts) > 1 and sample.clusters >= MIN_BOUNDED else 0
    found = mean_interval(sample.mean / unit, sample.cluster_deviation / unit, clusters, z_score())
    if unit > 1 and clusters > 1:  # a share
        return Interval(found.value, max(0.0, found.low), min(1.0, found.high))
    return found


def evenness(rates: Sequence[Interval]) -> Interval:
    """How equally the seats win: the entropy of their win rates over its largest value, 1 for a fair board.

    The bounds are the extremes over all rates within their simultaneous intervals.
    Source: E. C. Pielou, "The measurement of diversity in different types of biological collections", Journal of
    Theoretical Biology 13 (1966). [Ludii] OutcomeUniformity has the same purpose and uses variances.
    """
    seats, corners = range(len(rates)), []
    for free in seats:
        bounds = [(rate.low, rate.high) if seat != free else (0.0,) for seat, rate in enumerate(rates)]
        for corner in product(*bounds):
            rest = 1 - sum(corner)
            if rates[free].low - 1e-9 <= rest <= rates[free].high + 1e-9:
                corners.append([*corner[:free], max(0.0, rest), *corner[free + 1 :]])
    low, high = 0.0, 1.0
    for _step in range(50):  # the most equal rates: as near to one level as their bounds allow
        level = (low + high) / 2
        nearest = [min(max(level, rate.low), rate.high) for rate in rates]
        low, high = (level, high) if sum(nearest) < 1 else (low, level)
    value = _evenness([rate.value for rate in rates])
    return Interval(value, min([value, *map(_evenness, corners)]), max(value, _evenness(nearest)))


def _evenness(shares: Sequence[float]) -> float:
    return -sum(share * log(share) for share in shares if share > 0) / log(len(shares))


# Two boards.


def compare(name: str, here: Json, there: Json, matches: int) -> str:
    """Whether a measure is "more", "less", "about" the same or "open" on two boards; `matches`: the fewer rated ones.

    It is more or less if the interval of the difference of independent estimates excludes 0, at 95 % for all measures
    together (Bonferroni); two 95 % intervals never meet then. It is about the same if the whole 95 % interval of the
    difference is within `NEAR`. With the same random draws on both boards the test is conservative.
    Source: G. Y. Zou, A. Donner, "Construction of confidence limits about effect measures", Statistics in Medicine 27
    (2008); for means it is Welch's test with normal quantiles.
    """
    if matches < MIN_MATCHES or None in (here["low"], there["low"]):
        return "open"
    value, low, high = rate_difference(Interval(**here), Interval(**there))
    wider = z_score(comparisons=len(MEASURES)) / z_score()
    if value + wider * (low - value) > 0:
        return "more"
    if value + wider * (high - value) < 0:
        return "less"
    near = NEAR_SHARE if name in SHARES else NEAR * there["value"]
    return "about" if max(-low, high) <= near else "open"


def comparison_text(name: str, here: Json, there: Json, matches: int) -> str:
    """The comparison of a measure with that of another board: "more than 29 %"."""
    if name == LENGTH_FROM_TARGET:  # the length itself is compared
        return measure_text(name, there["value"])
    texts = {
        "more": _("more than {value}"),
        "less": _("less than {value}"),
        "about": _("about the same as {value}"),
        "open": _("unclear yet: {value}"),
    }
    return texts[compare(name, here, there, matches)].format(value=measure_text(name, there["value"]))


def measure_text(name: str, value: float) -> str:
    """The value of a measure without its unit, except %."""
    if name == LENGTH_FROM_TARGET:
        return format_number(value, "+.1f")
    if name in SHARES:
        return format_percent(value, ".2g" if 0 < value < 0.01 else ".0f")  # rounded to 0 it could not be more or less
    return format_number(value, ".1f")


def bounds_text(name: str, interval: Json) -> str:
    """The bounds of an interval; empty if it has none."""
    bounds = (interval["low"], interval["high"])
    return "" if None in bounds else " – ".join(measure_text(name, bound) for bound in bounds)


def half_text(name: str, interval: Json) -> str:
    """Half the width of an interval; empty if it has no bounds."""
    if interval["low"] is None:
        return ""
    half = (interval["high"] - interval["low"]) / 2
    return format_number(100 * half, ".1f") if name in SHARES else format_number(half, ".2f")


class MeasureText(NamedTuple):
    """Title, unit ("" for %), and what the value says in one sentence."""

    title: str
    unit: str
    definition: str


def measure_texts() -> dict[str, MeasureText]:
    """The texts of all measures in display order."""
    return {
        "drama": MeasureText(
            _("Drama"),
            "",
            _("How far behind the later winner is while behind, compared with the largest lead of the match."),
        ),
        "lead_changes": MeasureText(
            _("Lead changes"), _("per match"), _("How often the expected winner changes, counted by the round.")
        ),
        "decisiveness": MeasureText(
            _("Decisiveness"), "", _("How often the seat that leads after two thirds of the match wins.")
        ),
        "uncertainty": MeasureText(
            _("Uncertainty"), "", _("How often the expected winner does not win, on average over the match.")
        ),
        "branching": MeasureText(_("Branching factor"), _("moves"), _("The mean number of legal moves of a decision.")),
        "forced": MeasureText(_("Forced moves"), "", _("The share of decisions with only one legal move.")),
        "uniformity": MeasureText(
            _("Outcome uniformity"), "", _("How equally the seats win: 100 % if all win equally often.")
        ),
        "coverage": MeasureText(
            _("Board coverage"), "", _("The share of the spaces that is visited, built on or scored in a match.")
        ),
        "length": MeasureText(_("Length"), _("rounds"), _("The mean number of rounds of a match.")),
        LENGTH_FROM_TARGET: MeasureText(
            _("Length minus target"), _("rounds"), _("How far the mean length is above (+) or below (−) a target.")
        ),
    }
