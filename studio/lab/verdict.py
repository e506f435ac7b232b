"""The fairness verdict: always-valid intervals of the seats' win rates, and what follows from them.

A confidence sequence contains the true rate at all times at once, with its confidence level. A run may therefore be
watched, stopped and continued at will, and a verdict that was once reached stays.

Source: H. Robbins, "Statistical methods related to the law of the iterated logarithm", Annals of Mathematical
Statistics 41 (1970); S. R. Howard et al., "Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of
Statistics 49 (2021), for the beta-binomial mixture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import ceil, floor, lgamma, log

from studio.core.game import Json
from studio.core.text import _, format_number
from studio.lab.statistics import CONFIDENCE, DEFAULT_MARGIN, MAX_MATCHES, Decided, Interval, Matches, Stop, Width

_PRIOR_DEVIATION = 0.05  # of the mixture around the fair share; affects only how fast the intervals narrow
_STEPS = 40  # of the bisection for a bound
FORECAST = 8  # steps of the expected widths
_TRACED = 20, 1.1  # the first point of a trace, and the growth from one to the next


@dataclass(slots=True)
class RateSequence:
    """Confidence sequence of the win rate of one of `seats` seats: `low` to `high`, which never widens.

    All seats' intervals hold simultaneously with the level `CONFIDENCE` (Bonferroni; the rates of two seats are
    complements). Matches are independent; a shared win counts as a part from 0 to 1. If they are not, `efficiency` is
    the number of independent ones per match that give the rate the same error; this is an approximation. `trace` has
    the matches and the wins at points that are evenly spaced on a logarithmic scale.
    """

    seats: int
    matches: int = 0
    wins: float = 0.0
    efficiency: float = 1.0
    low: float = 0.0
    high: float = 1.0
    trace: list[tuple[int, float]] = field(default_factory=list)
    _alpha: float = field(init=False)
    _beta: float = field(init=False)
    _limit: float = field(init=False)
    _constant: float = field(init=False)

    def __post_init__(self) -> None:
        fair = 1 / self.seats
        weight = fair * (1 - fair) / _PRIOR_DEVIATION**2
        self._alpha, self._beta = weight * fair, weight * (1 - fair)
        self._limit = log((self.seats if self.seats > 2 else 1) / (1 - CONFIDENCE))
        self._constant = lgamma(weight) - lgamma(self._alpha) - lgamma(self._beta)

    def add(self, part: float) -> None:
        """Add a match of which the seat won this part."""
        self._count(self.matches + 1, self.wins + part)

    def replace(self, matches: int, wins: float, efficiency: float) -> None:
        """Count these matches, which depend on one another, instead of all before. The interval may widen."""
        self.low, self.high, self.efficiency = 0.0, 1.0, efficiency
        self._count(matches, wins)

    def _count(self, matches: int, wins: float) -> None:
        self.matches, self.wins = matches, wins
        self.narrow()
        if self.matches >= (_TRACED[1] * self.trace[-1][0] if self.trace else _TRACED[0]):
            self.trace.append((self.matches, round(self.wins, 4)))

    def narrow(self) -> None:
        """Exclude the rates against which the evidence is now strong enough (Ville's inequality)."""
        limit = self._evidence() - self._limit
        middle = self.wins / self.matches
        if self.low < middle and self._likelihood(self.low) < limit:
            self.low = min(self._bound(middle, self.low, limit), self.high)
        if self.high > middle and self._likelihood(self.high) < limit:
            self.high = max(self._bound(middle, self.high, limit), self.low)

    def _evidence(self) -> float:
        """The log likelihood of the results under the mixture of rates."""
        lost = self.matches - self.wins
        won, lost = self._alpha + self.efficiency * self.wins, self._beta + self.efficiency * lost
        return self._constant + lgamma(won) + lgamma(lost) - lgamma(won + lost)

    def _likelihood(self, rate: float) -> float:
        """The log likelihood of the results under a rate."""
        lost = self.matches - self.wins
        if (rate <= 0 and self.wins > 0) or (rate >= 1 and lost > 0):
            return float("-inf")
        whole = (self.wins * log(rate) if self.wins else 0.0) + (lost * log(1 - rate) if lost else 0.0)
        return self.efficiency * whole

    def _bound(self, inside: float, outside: float, limit: float) -> float:
        """The rate between two at which the likelihood passes the limit, on the outer side."""
        for _step in range(_STEPS):
            middle = (inside + outside) / 2
            if self._likelihood(middle) < limit:
                outside = middle
            else:
                inside = middle
        return outside

    @property
    def interval(self) -> Interval:
        """The observed rate with its bounds."""
        rate = self.wins / self.matches if self.matches else 0.0
        return Interval(rate, self.low, self.high)


class Verdict(Enum):
    """The result for all seats together."""

    FAIR = "fair"  # every seat's interval lies within the margin around the fair share
    UNFAIR = "unfair"  # an interval lies wholly outside it
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Fairness:
    """What the matches so far say about the fairness of a layout. Rates and margins are shares.

    `seat`: the seat that certainly deviates most from the fair share, or None; `offset`: by at least so much, negative
    if it wins too little. `reach`: no seat's interval extends farther from the fair share.
    """

    margin: float
    verdict: Verdict
    seat: int | None
    offset: float
    reach: float


def fairness(sequences: Sequence[RateSequence], margin: float = DEFAULT_MARGIN) -> Fairness:
    """The verdict from the confidence sequences of all seats."""
    fair = 1 / len(sequences)
    offsets = [max(0.0, sequence.low - fair) or min(0.0, sequence.high - fair) for sequence in sequences]
    reach = max(max(fair - sequence.low, sequence.high - fair) for sequence in sequences)
    seat = max(range(len(offsets)), key=lambda place: round(abs(offsets[place]), 9))  # of equal ones the first
    offset = offsets[seat]
    verdict = Verdict.FAIR if reach <= margin else Verdict.UNFAIR if abs(offset) > margin else Verdict.OPEN
    return Fairness(margin, verdict, seat if offset else None, offset, reach)


def require_equal_bots(bots: Sequence[str]) -> None:
    """Raise `ValueError` if the bots differ: there is no verdict then."""
    if len(set(bots)) > 1:
        raise ValueError(_("a verdict on fairness requires the same bot in all seats"))


def fairness_data(sequences: Sequence[RateSequence], margin: float, *, bots_differ: bool = False) -> Json:
    """The verdict as plain data. "more_matches": about how many would decide; null if above `MAX_MATCHES`.

    The win rates of seats with bots of different strength approach each other, so these never decide.
    """
    if bots_differ:
        nothing = dict.fromkeys(("seat", "offset", "within", "more_matches"))
        return {"verdict": Verdict.OPEN.value, "margin": margin, **nothing, "bots_differ": True}
    found = fairness(sequences, margin)
    needed = estimated_matches(Decided(margin), sequences)
    return {
        "verdict": found.verdict.value,
        "margin": margin,
        "seat": found.seat,
        "offset": round(found.offset, 5),
        "within": round(found.reach, 5),
        "more_matches": None if needed is None else needed - sequences[0].matches,
        "bots_differ": False,
    }


def is_enough(stop: Stop, sequences: Sequence[RateSequence]) -> bool:
    """Whether a run may end by its stop rule."""
    matches = sequences[0].matches
    if isinstance(stop, Matches):
        return matches >= stop.count
    return matches >= stop.most or _is_reached(stop, sequences)


def _is_reached(stop: Width | Decided, sequences: Sequence[RateSequence]) -> bool:
    if isinstance(stop, Width):
        return max_half_width(sequences) <= stop.half
    return fairness(sequences, stop.margin).verdict is not Verdict.OPEN


def max_half_width(sequences: Sequence[RateSequence]) -> float:
    """The half width of the widest interval."""
    return max(sequence.high - sequence.low for sequence in sequences) / 2


def estimated_matches(stop: Stop, sequences: Sequence[RateSequence]) -> int | None:
    """About how many matches in all will be enough if the observed rates stay; None if above `MAX_MATCHES`."""
    if isinstance(stop, Matches):
        return stop.count
    matches = sequences[0].matches
    if matches and _is_reached(stop, sequences):
        return matches
    low = high = max(matches, 1)
    while not _is_reached(stop, _expected(sequences, high)):
        low, high = high, high * 2
        if high > MAX_MATCHES:
            return None
    while high - low > max(1, high // 50):
        middle = (low + high) // 2
        if _is_reached(stop, _expected(sequences, middle)):
            high = middle
        else:
            low = middle
    return high


def expected_widths(sequences: Sequence[RateSequence], last: int) -> list[tuple[int, float]]:
    """Half widths of the widest interval by number of matches, from now to the last, if the observed rates stay."""
    now, half = sequences[0].matches, max_half_width(sequences)
    counts = [now + (last - now) * part // FORECAST for part in range(1, FORECAST + 1)] if now < last else []
    return [(now, half), *((count, min(half, max_half_width(_expected(sequences, count)))) for count in counts)]


def _expected(sequences: Sequence[RateSequence], matches: int) -> list[RateSequence]:
    """The sequences after so many matches if the observed rates stay."""
    now, seats = sequences[0].matches, len(sequences)
    rates = [(one.wins / now if now else 1 / seats, one.efficiency) for one in sequences]
    return [sequence_of(rate * matches, matches, seats, share) for rate, share in rates]


def sequence_of(wins: float, matches: int, seats: int, efficiency: float = 1.0) -> RateSequence:
    """The sequence after so many matches if nobody looked earlier."""
    sequence = RateSequence(seats)
    if matches:
        sequence.replace(matches, wins, efficiency)
    return sequence


def verdict_names() -> dict[str, str]:
    """The verdicts of reports in a table."""
    return {"fair": _("fair"), "unfair": _("not fair"), "open": _("still open")}


def verdict_text(side: Json) -> str:
    """The verdict of a side of a report in a sentence. Bounds are rounded so that the sentence stays true."""
    data = side["fairness"]
    if data["bots_differ"]:
        return _estimate_text([seat["equal_strength"] for seat in side["seats"]])
    verdict, offset = Verdict(data["verdict"]), data["offset"]
    values = {
        "seat": (data["seat"] or 0) + 1,
        "offset": format_number(floor(1000 * abs(offset)) / 10, ".1f"),
        "fair": format_number(100 / len(side["seats"]), ".1f"),
        "margin": format_number(100 * data["margin"], ".1f"),
        "reach": format_number(ceil(1000 * data["within"]) / 10, ".1f"),
    }
    if verdict is Verdict.FAIR:
        return _("Fair: every seat is within ± {reach} % of the fair share.").format(**values)
    if verdict is Verdict.UNFAIR:
        if offset > 0:
            text = _("Not fair: seat {seat} wins at least {offset} % more than the fair share of {fair} %.")
        else:
            text = _("Not fair: seat {seat} wins at least {offset} % less than the fair share of {fair} %.")
        return text.format(**values)
    if data["seat"] is None:
        text = _("Still open: the seats may differ from the fair share by up to {reach} %.")
    elif offset > 0:
        text = _("Still open: seat {seat} wins more than its share, perhaps by more than {margin} %.")
    else:
        text = _("Still open: seat {seat} wins less than its share, perhaps by more than {margin} %.")
    return f"{text.format(**values)} {more_text(data)}"


def more_text(data: Json) -> str:
    """How many more matches would decide an open verdict, in a sentence."""
    if data["more_matches"] is None:
        return _("More than {limit} more matches would be needed.").format(limit=format_number(MAX_MATCHES, ",.0f"))
    about = ceil(float(f"{data['more_matches']:.1e}"))  # an estimate: two digits
    return _("About {more} more matches would decide.").format(more=format_number(about, ",.0f"))


def _estimate_text(rates: Sequence[Json]) -> str:
    """What matches between different bots say about the seats."""
    if None in rates:
        text = _("Bots differ: these matches do not separate the seats from the strength of the bots.")
    else:
        text = _(
            "Bots differ: at equal strength, seat {seat} has an estimated advantage of {value:.1f} % ({low:.1f} to "
            "{high:.1f} %)."
        )
        seat = max(range(len(rates)), key=lambda place: rates[place]["value"])
        offsets = {name: 100 * (bound - 1 / len(rates)) for name, bound in rates[seat].items()}
        text = text.format(seat=seat + 1, **offsets)
    advice = _("Play equal bots for a verdict.")
    return f"{text} {advice}"
