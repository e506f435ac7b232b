"""Statistics against scipy and published tables, and charts."""

from __future__ import annotations

from itertools import pairwise
from math import inf, log, log10
from random import Random
from typing import Any

import pytest

from studio.lab.report.findings import elo_ladder
from studio.lab.statistics import (
    BASE,
    SCALE,
    Interval,
    density,
    effective_count,
    elo_difference,
    fraction_between,
    inverse,
    lead_bars,
    make_bins,
    margin_bars,
    mean_interval,
    mean_rate,
    paired_difference,
    rate_difference,
    round_step,
    shrink_variance,
    superiority,
    wilson_interval,
    z_score,
)
from studio.lab.strengths import elo_ratings


@pytest.mark.parametrize(("wins", "matches"), [(0, 10), (1, 3), (7, 20), (250, 1000), (10, 10), (1300, 5200)])
def test_wilsons_interval_is_the_one_of_scipy(wins: int, matches: int, stats: Any) -> None:
    peer = stats.binomtest(wins, matches).proportion_ci(0.95, method="wilson")
    ours = wilson_interval(wins, matches, z_score())
    assert (ours.low, ours.high) == pytest.approx((peer.low, peer.high), abs=1e-9)
    assert ours.value == wins / matches and ours.contains(ours.value)


@pytest.mark.parametrize(("wins", "matches"), [(50, 100), (58, 100), (37, 100), (210, 400), (1000, 1000), (0, 40)])
def test_the_likelihood_of_superiority_is_about_the_exact_one(wins: int, matches: int, stats: Any) -> None:
    exact = stats.beta.sf(0.5, wins + 1, matches - wins + 1)  # the posterior of the win rate after a uniform prior
    assert superiority(wins, matches) == pytest.approx(exact, abs=0.005)
    assert superiority(wins, matches) + superiority(matches - wins, matches) == pytest.approx(1)


def test_an_elo_difference_is_that_of_the_odds(stats: Any) -> None:
    found = elo_difference(640, 1000)
    bounds = stats.binomtest(640, 1000).proportion_ci(0.95, method="wilson")
    assert (found.low, found.high) == pytest.approx([400 * log10(rate / (1 - rate)) for rate in bounds])
    assert found.value == pytest.approx(100, abs=0.3), "Elo's table: 64 % for 100 points"
    assert elo_difference(1e6, 1_100_000).value == pytest.approx(400, abs=0.01), "ten to one"
    assert elo_difference(5, 5).high == inf and elo_difference(0, 5).low == -inf and superiority(0, 0) == 0.5


def test_several_intervals_together_are_wider() -> None:
    assert z_score() == pytest.approx(1.959964, abs=1e-6)
    assert z_score(comparisons=4) == pytest.approx(2.497705, abs=1e-6)  # the quantile at 0.99375
    assert wilson_interval(25, 100, z_score(comparisons=4)).half_width > wilson_interval(25, 100, z_score()).half_width
    assert wilson_interval(0, 0, z_score()) == Interval(0.0, 0.0, 1.0)


def test_the_interval_of_a_mean_is_the_normal_one(stats: Any) -> None:
    values = [3, 9, 4, 4, 17, 0]
    low, high = stats.norm.interval(0.95, loc=6.1666666667, scale=stats.sem(values))
    ours = mean_interval(sum(values) / 6, float(stats.tstd(values)), 6, z_score())
    assert (ours.low, ours.high) == pytest.approx((low, high), abs=1e-6)
    assert mean_interval(5.0, 0.0, 1, z_score()) == Interval(5.0, -inf, inf)


@pytest.mark.parametrize(
    ("pairs", "gain", "loss"), [(50, 0.02, 0.0), (50, 0.01, 0.01), (200, 0.0, 0.05), (120, 0.2, 0.1), (80, 0.5, 0.5)]
)
def test_the_interval_of_paired_differences_is_right_for_few_unequal_pairs(
    pairs: int, gain: float, loss: float, stats: Any
) -> None:
    covered = 0.0
    for gains in range(pairs + 1):
        some = stats.binom.pmf(gains, pairs, gain)
        for losses in range(pairs - gains + 1) if some > 1e-9 else ():
            chance = some * stats.binom.pmf(losses, pairs - gains, loss / (1 - gain))
            if chance > 1e-9 and paired_difference(gains, losses, pairs, z_score()).contains(gain - loss):
                covered += chance
    assert covered >= (0.95 if pairs == 50 else 0.94)


def test_the_interval_of_many_paired_differences_is_the_one_of_their_mean() -> None:
    deviation = (0.3 - 0.1**2) ** 0.5
    wanted, found = mean_interval(0.1, deviation, 10_000, z_score()), paired_difference(2000, 1000, 10_000, z_score())
    assert found == pytest.approx(wanted, abs=2e-4)
    assert paired_difference(0, 0, 50, z_score()) == pytest.approx((0, -3.8415 / 53.8415, 3.8415 / 53.8415), abs=1e-5)
    assert paired_difference(50, 0, 50, z_score()).high == 1.0 and paired_difference(0, 50, 50, 1.96).low == -1.0


def test_a_ladder_of_two_is_their_duel() -> None:
    first, second = elo_ratings([[0, 299.5], [699.5, 0]])
    assert first == Interval(BASE, BASE, BASE)
    assert second.value - BASE == pytest.approx(SCALE * log(7 / 3), abs=1e-6)
    assert second.half_width == pytest.approx(
        1.959964 * 400 / log(10) / (1000 * 0.7 * 0.3) ** 0.5 * (1000 / 1001) ** 0.5, 1e-2
    )


def test_a_ladder_finds_the_strengths_that_matches_were_played_with() -> None:
    strengths = (0, 150, 400)
    wins = [[0.0] * 3 for _row in range(3)]
    for a in range(3):
        for b in range(3):
            if a != b:
                wins[a][b] = 2000 / (1 + 10 ** ((strengths[b] - strengths[a]) / 400))
    found = elo_ratings(wins)
    assert [interval.value - BASE for interval in found] == pytest.approx(strengths, abs=1)
    assert all(0 < interval.half_width < 25 for interval in found[1:])


def test_who_lost_every_match_has_a_place_too() -> None:
    found = elo_ratings([[0, 20, 20], [0, 0, 20], [0, 0, 0]])
    assert found[0].value > found[1].value > found[2].value > -inf


TURNS = {"41": 3, "58": 20, "60": 40, "77": 7}
OTHER = {"30": 1, "60": 9}


def test_every_match_is_in_one_bar_of_round_width() -> None:
    bars = make_bins([TURNS, OTHER])
    assert len(bars) <= 16 and all(bar.high - bar.low == bars[0].high - bars[0].low for bar in bars)
    assert bars[0].low % 4 == 0 and bars[0].low <= 30 and bars[-1].high >= 77
    assert sum(bar.shares[0] for bar in bars) == pytest.approx(1) == sum(bar.shares[1] for bar in bars)
    assert make_bins([{"5": 8}])[0].text == "5" and make_bins([{}]) == []
    assert len(make_bins([{"0": 1, "123456": 1}])) <= 16


def test_many_changes_of_the_lead_are_one_bar() -> None:
    bars = lead_bars([{"0": 5, "2": 10, "6": 2, "11": 3}])
    assert [round(bar.shares[0], 3) for bar in bars] == [0.25, 0, 0.5, 0, 0, 0, 0.25]


@pytest.mark.parametrize(
    "counts", [{"0": 2, "1": 3, "4": 9, "12": 8, "33": 6, "80": 2}, {"1": 1}, {"0": 4}, {"3": 5, "4": 5, "900": 1}, {}]
)
def test_classes_of_margins_follow_one_another(counts: dict[str, int]) -> None:
    bars = margin_bars([counts])
    assert len(bars) == 5 and (bars[0].low, bars[0].high) == (0, 0)
    assert all(one.high + 1 == other.low for one, other in pairwise(bars))
    assert all(bar.low <= bar.high for bar in bars)
    assert sum(bar.shares[0] for bar in bars) == pytest.approx(1 if counts else 0)


def test_classes_of_margins_are_quarters_of_the_matches_with_round_bounds() -> None:
    one_each = margin_bars([{str(value): 1 for value in range(1, 9)}])
    assert [bar.text for bar in one_each] == ["0", "1 – 2", "3 – 4", "5 – 6", "7 – 8"]
    wide = margin_bars([{"10": 1, "20": 1, "31": 1, "44": 1}])
    assert [bar.text for bar in wide] == ["0", "1 – 10", "11 – 20", "21 – 30", "31 – 44"]


def test_the_variance_of_few_blocks_is_mostly_that_of_independent_matches() -> None:
    """Four blocks of independent matches are added."""
    assert shrink_variance(3.0, 1.0, 0) == 1.0
    assert shrink_variance(3.0, 1.0, 4) == 2.0
    assert shrink_variance(3.0, 1.0, 36) == pytest.approx(2.8)


def test_the_effective_count_is_that_of_a_mean_of_independent_values() -> None:
    assert effective_count(2.0, 0.5, 9.0) == 4.0, "the mean of four values with a variance of 2 has one of 0.5"
    assert effective_count(2.0, 0.0, 9.0) == 9.0


def test_shares_and_steps() -> None:
    assert fraction_between(TURNS, 58, 60) == pytest.approx(60 / 70) and fraction_between({}, 0, 9) == 0
    assert [round_step(0, high, 6) for high in (5, 6, 140, 1000)] == [1, 2, 40, 200]


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0),
    ],
)
def test_the_interval_of_a_difference_is_the_published_one(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    """Newcombe (1998), table II, method 10."""
    found = rate_difference(wilson_interval(*first, z_score()), wilson_interval(*second, z_score()))
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)


def test_the_interval_of_a_mean_rate_covers_it() -> None:
    stream, rates, covered = Random(3), (0.9, 0.6, 0.5), 0
    for _run in range(1_000):
        wins = [sum(stream.random() < rate for _match in range(40)) for rate in rates]
        covered += mean_rate([wilson_interval(count, 40, z_score()) for count in wins]).contains(sum(rates) / 3)
    assert 930 <= covered <= 970, "95 %, within three standard errors"


@pytest.mark.parametrize(
    "matrix",
    [
        [[4.0]],
        [[2.0, 1.0], [1.0, 3.0]],
        [[2.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 2.0]],  # a path, as of bots that each play the next
        [[1e6, 2.0, 3.0], [2.0, 5.0, 1.0], [3.0, 1.0, 1e-3]],
    ],
)
def test_a_matrix_times_its_inverse_is_the_identity(matrix: list[list[float]]) -> None:
    found, size = inverse(matrix), range(len(matrix))
    for row in size:
        products = [sum(matrix[row][place] * found[place][column] for place in size) for column in size]
        assert products == pytest.approx([float(row == column) for column in size], abs=1e-9)


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_a_singular_matrix_has_no_inverse_on_any_scale(scale: float) -> None:
    with pytest.raises(ZeroDivisionError):
        inverse([[scale, scale], [scale, scale * (1 + 1e-10)]])  # singular but for rounding errors


def test_a_density_has_all_matches_and_peaks_at_their_values() -> None:
    hill = density({"50": 30}, 0, 1, 101)
    assert sum(hill) == pytest.approx(1, abs=1e-6)
    assert max(range(101), key=hill.__getitem__) == 50 and hill[40] == pytest.approx(hill[60])
    assert hill[54] / hill[50] == pytest.approx(0.6065, abs=1e-3), "a Gaussian of four points"
    assert density({"5": 1}, 0, 8, 3)[0] / density({"5": 1}, 0, 8, 3)[1] == pytest.approx(1.6487, abs=1e-3), "one step"
    assert density({}, 0, 1, 5) == [0.0] * 5


def test_a_ladder_has_the_bots_of_a_report_by_rating() -> None:
    weak, strong = ({"value": points, "low": points - 9, "high": points + 9} for points in (1000, 1400))
    side = {"bots": [{"bot": "greedy", "elo": strong}, {"bot": "random", "elo": weak}]}
    assert [(one.bot, one.elo[0].value) for one in elo_ladder([side])] == [("random", 1000), ("greedy", 1400)]
    assert elo_ladder([{"bots": [{"bot": "greedy", "elo": None}, {"bot": "random", "elo": None}]}]) == []
