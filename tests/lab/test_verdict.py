"""Confidence sequences of win rates against scipy, their error rates at any time, and the sentences made of them."""

from __future__ import annotations

import random
from math import log
from typing import Any

import pytest

from studio.core.game import Json
from studio.lab.statistics import Decided, Matches, Width
from studio.lab.verdict import (
    RateSequence,
    Verdict,
    estimated_matches,
    fairness,
    fairness_data,
    is_enough,
    max_half_width,
    sequence_of,
    verdict_text,
)


def log_evidence(wins: Any, matches: Any, rate: float, seats: int) -> Any:
    """The log likelihood ratio of the beta mixture over a rate, by scipy; shapes as the arrays given."""
    from scipy.special import betaln, xlog1py, xlogy

    fair = 1 / seats
    weight = fair * (1 - fair) / 0.05**2
    a, b = weight * fair, weight * (1 - fair)
    return betaln(a + wins, b + matches - wins) - betaln(a, b) - xlogy(wins, rate) - xlog1py(matches - wins, -rate)


def limit(seats: int) -> float:
    return log(20 * (1 if seats == 2 else seats))


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize(("wins", "matches"), [(0.0, 40), (12.5, 40), (300.0, 1000), (5000.0, 20_000), (60.0, 60)])
def test_bounds_are_where_the_evidence_passes_its_limit(wins: float, matches: int, seats: int) -> None:
    from scipy.optimize import brentq

    sequence, rate = sequence_of(wins, matches, seats), wins / matches

    def excess(at: float) -> float:
        return float(log_evidence(wins, matches, at, seats)) - limit(seats)

    tiny = 1e-12
    low = brentq(excess, tiny, rate) if wins and excess(tiny) > 0 else 0.0
    high = brentq(excess, rate, 1 - tiny) if wins < matches and excess(1 - tiny) > 0 else 1.0
    assert (sequence.low, sequence.high) == pytest.approx((low, high), abs=1e-8)


def test_intervals_never_widen_and_keep_the_rate_inside() -> None:
    stream, sequence, before = random.Random(3), RateSequence(3), (0.0, 1.0)
    for _match in range(2000):
        sequence.add(stream.choice((0.0, 0.0, 0.5, 1.0)))
        assert before[0] <= sequence.low <= sequence.high <= before[1]
        before = sequence.low, sequence.high
    looked = sequence_of(sequence.wins, 2000, 3)
    assert looked.low <= sequence.low and sequence.high <= looked.high


def wrong_runs(seats: int, rate: float, runs: int, looks: int) -> int:
    """The runs in which the interval of one seat with this rate excludes it at any of the looks."""
    import numpy as np

    stream, counts, wrong = np.random.default_rng(seats), np.arange(1, looks + 1), 0
    for _part in range(0, runs, 100):
        wins = np.cumsum(stream.random((100, looks)) < rate, axis=1)
        wrong += int((log_evidence(wins, counts, rate, seats) > limit(seats)).any(axis=1).sum())
    return wrong


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("offset", [0.0, 0.03, -0.03])
def test_at_20_000_looks_all_seats_together_err_in_at_most_5_percent(seats: int, offset: float) -> None:
    """A fair seat is excluded from the fair share, or one at the margin from its own rate, which "fair" would claim."""
    runs = 1000
    share = 0.05 if seats == 2 else 0.05 / seats  # of one seat: with more than two, their errors add up
    assert wrong_runs(seats, 1 / seats + offset, runs, 20_000) <= share * runs + 3.1 * (share * runs) ** 0.5


def play(rates: list[float], matches: int, seed: int = 1) -> list[RateSequence]:
    stream, sequences = random.Random(seed), [RateSequence(len(rates)) for _rate in rates]
    for _match in range(matches):
        (winner,) = stream.choices(range(len(rates)), rates)
        for seat, sequence in enumerate(sequences):
            sequence.add(float(seat == winner))
    return sequences


@pytest.mark.parametrize(
    ("rates", "verdict", "seat"),
    [([0.5, 0.5], Verdict.FAIR, None), ([0.6, 0.4], Verdict.UNFAIR, 0), ([0.27, 0.365, 0.365], Verdict.UNFAIR, 0)],
)
def test_a_verdict_that_was_reached_stays(rates: list[float], verdict: Verdict, seat: int | None) -> None:
    stream, sequences, reached = random.Random(1), [RateSequence(len(rates)) for _rate in rates], False
    for _match in range(20_000):
        (winner,) = stream.choices(range(len(rates)), rates)
        for place, sequence in enumerate(sequences):
            sequence.add(float(place == winner))
        found = fairness(sequences)
        assert found.verdict in (Verdict.OPEN, verdict) and (found.verdict is verdict or not reached)
        reached |= found.verdict is verdict
    assert reached and (verdict is Verdict.FAIR or found.seat == seat)


def test_stop_rules() -> None:
    even, uneven = play([0.5, 0.5], 4000), play([0.6, 0.4], 4000)
    assert [is_enough(Matches(count), even) for count in (4000, 4001)] == [True, False]
    half = max_half_width(even)
    assert [is_enough(Width(width), even) for width in (half, half - 1e-6)] == [True, False]
    assert [is_enough(Decided(margin), even) for margin in (0.05, 0.01)] == [True, False]
    assert is_enough(Decided(0.05), uneven) and is_enough(Decided(0.001, most=4000), even)
    assert estimated_matches(Matches(3), [RateSequence(2)] * 2) == 3
    assert estimated_matches(Width(half), even) == estimated_matches(Decided(0.05), even) == 4000
    assert estimated_matches(Decided(0.0001), [sequence_of(2000, 4000, 2)] * 2) is None, "more than any run may play"
    for stop in (Width(0.02), Decided(0.03)):
        about = estimated_matches(stop, [RateSequence(2)] * 2)
        assert about is not None
        for count, enough in ((about, True), (about - max(2, about // 25), False)):
            assert is_enough(stop, [sequence_of(count / 2, count, 2)] * 2) is enough


def side(rates: list[float], matches: int, margin: float = 0.03) -> Json:
    sequences = [sequence_of(rate * matches, matches, len(rates)) for rate in rates]
    return {"seats": [{}] * len(rates), "fairness": fairness_data(sequences, margin)}


@pytest.mark.parametrize(
    ("rates", "matches", "words"),
    [
        ([0.5, 0.5], 4000, "Fair: every seat is within ± 2.5 % of the fair share."),
        ([0.55, 0.45], 20_000, "Not fair: seat 1 wins at least 3.7 % more than the fair share of 50.0 %."),
        ([0.2, 0.4, 0.4], 20_000, "Not fair: seat 1 wins at least 11.9 % less than the fair share of 33.3 %."),
        (
            [0.5, 0.5],
            1000,
            "Still open: the seats may differ from the fair share by up to 4.6 %. About 1,600 more matches would "
            "decide.",
        ),
        (
            [0.54, 0.46],
            4000,
            "Still open: seat 1 wins more than its share, perhaps by more than 3.0 %. About 27,000 more matches would "
            "decide.",
        ),
        (
            [0.53, 0.47],
            4000,
            "Still open: seat 1 wins more than its share, perhaps by more than 3.0 %. More than 1,000,000 more matches "
            "would be needed.",
        ),
    ],
)
def test_the_verdict_is_a_true_sentence(rates: list[float], matches: int, words: str) -> None:
    assert verdict_text(side(rates, matches)) == words


@pytest.mark.parametrize("seats", [2, 4])
def test_figures_in_sentences_are_rounded_so_that_they_stay_true(seats: int) -> None:
    stream = random.Random(seats)
    for seed in range(40):
        rates = [1 / seats + stream.uniform(-0.05, 0.05) for _seat in range(seats)]
        sequences = play(rates, 1500, seed)
        text = verdict_text({"seats": [{}] * seats, "fairness": fairness_data(sequences, 0.03)})
        found = fairness(sequences)
        if found.verdict is Verdict.UNFAIR:
            assert 0 <= abs(found.offset) - float(text.split("at least ")[1].split(" ")[0]) / 100 < 0.001
        elif "up to" in text:
            assert 0 <= float(text.split("up to ")[1].split(" ")[0]) / 100 - found.reach < 0.001
