"""Bars and hills of a chart: every match is in one bar, hills hold all of them; bots stand on a ladder."""

from __future__ import annotations

from itertools import pairwise

import pytest

from studio.core.game import Json
from studio.lab.findings import elo_ladder
from studio.lab.statistics import density, fraction_between, lead_bars, make_bins, margin_bars, round_step

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


def test_shares_and_steps() -> None:
    assert fraction_between(TURNS, 58, 60) == pytest.approx(60 / 70) and fraction_between({}, 0, 9) == 0
    assert [round_step(0, high, 6) for high in (5, 6, 140, 1000)] == [1, 2, 40, 200]


def test_a_hill_holds_all_matches_and_stands_where_they_are() -> None:
    hill = density({"50": 30}, 0, 1, 101)
    assert sum(hill) == pytest.approx(1, abs=1e-6)
    assert max(range(101), key=hill.__getitem__) == 50 and hill[40] == pytest.approx(hill[60])
    assert hill[54] / hill[50] == pytest.approx(0.6065, abs=1e-3), "a Gaussian of four points"
    assert density({}, 0, 1, 5) == [0.0] * 5


def bot(name: str, rate: float, matches: int = 400) -> Json:
    return {"bot": name, "matches": matches, "win_rate": {"value": rate, "low": rate, "high": rate}}


def test_the_ladder_has_the_weakest_at_1000_and_odds_of_ten_to_one_400_above() -> None:
    side = {"bots": [bot("greedy", 10 / 11), bot("random", 1 / 11)]}
    weak, strong = elo_ladder([side])
    assert (weak.bot, weak.elo[0].value) == ("random", 1000) and strong.bot == "greedy"
    assert strong.elo[0].value == pytest.approx(1400, abs=8), "half a win is added to either"
    assert elo_ladder([{"bots": [bot("random", 0.5), bot("random", 0.5)]}]) == []


def test_a_bot_in_two_seats_is_no_better_for_it() -> None:
    side = {"bots": [bot("a", 1 / 3), bot("a", 1 / 3), bot("b", 1 / 3)]}
    low, high = elo_ladder([side])
    assert low.elo[0].value == pytest.approx(high.elo[0].value, abs=1)
