"""Openings and blocks: what the matches of a block share, and errors that hold for matches of a block."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from studio.core.game import Action
from studio.games import slugs
from studio.lab.jobs import Failure, MatchLog, Outcome, Plan, bots_by_seat, match_seed, order_groups, play_with_log
from studio.lab.report.data import side_data
from studio.lab.results import WIN_PARTS, Paired, Results
from studio.lab.run import Experiment, Run, prepare_experiment
from studio.lab.statistics import MAX_MATCHES, Interval, Matches, Width, superiority, wilson_interval, z_score
from tests.lab.tables import experiment, side

Z = 1.959964


class ShortLog(MatchLog):
    """Ends a match after five decisions and their draws."""

    def add(self, action: Action, drawn: bool) -> None:
        if len(self.moves) == 5 and not drawn:
            raise EOFError
        super().add(action, drawn)


def opening_of(plan: Plan, index: int) -> tuple[Any, ...]:
    """The draws before the first decision, and the first five decisions with their draws."""
    log = ShortLog()
    with pytest.raises(EOFError):
        play_with_log(plan, index, log)
    return log.to_tuples()


@pytest.mark.parametrize("slug", slugs())
def test_a_block_has_one_opening_and_other_blocks_have_others(slug: str) -> None:
    plan = experiment(slug=slug, bots=("greedy", "random"), opening_plies=5).plan(0)
    openings = [opening_of(plan, index) for index in range(6)]
    assert [openings[index] == openings[index + 1] for index in range(0, 6, 2)] == [True] * 3
    assert len({repr(opening) for opening in openings}) == 3
    assert [match_seed(plan, index) for index in range(4)] == [5_000_000, 5_000_000, 5_000_001, 5_000_001]


def test_equal_bots_have_an_opening_per_match_and_none_unless_asked_for() -> None:
    plain, open_ = experiment(), experiment(opening_plies=5)
    assert (plain.opening_plies, experiment(bots=("greedy", "random")).opening_plies) == (0, 8)
    assert len({repr(opening_of(open_.plan(0), index)) for index in range(4)}) == 4
    assert match_seed(open_.plan(0), 3) == 5_000_003


@pytest.mark.parametrize("names", ["ab", "abb", "abc", "abab", "abbb", "abcd", "ababa", "abbbb", "aabbaa", "ababab"])
def test_a_block_seats_the_bots_in_different_orders_and_each_in_each_seat(names: str) -> None:
    plan = Plan("", side().board, len(names), {}, tuple(names), 0, rotate=True)
    size, seats = plan.block_size, range(len(names))
    if len(names) <= 4:
        assert size == len(set(permutations(names)))
    rounds = max(len(group) for group in order_groups(plan.bots))
    for block in range(rounds):
        orders = [bots_by_seat(plan, index) for index in range(block * size, block * size + size)]
        assert len({tuple(names[bot] for bot in order) for order in orders}) == size
        for name in set(names):
            assert len({sum(names[order[seat]] == name for order in orders) for seat in seats}) == 1
    whole = Counter((bot, seat) for index in range(rounds * size) for seat, bot in enumerate(bots_by_seat(plan, index)))
    assert len(set(whole.values())) == 1 and len(whole) == len(names) ** 2, "bots of one name take turns"
    assert bots_by_seat(plan, 0) == tuple(seats)


def test_runs_end_with_a_whole_block() -> None:
    three = Experiment((side(seats=3),), 3, ("greedy", "random", "random"), stop=Matches(100))
    assert prepare_experiment(three).stop == Matches(102)
    assert prepare_experiment(Experiment((side(),), 2, ("greedy", "random"), stop=Width(0.1, 7))).stop == Width(0.1, 8)
    four = Experiment((side(seats=4),), 4, ("random", "greedy", "planner", "mcts"), stop=Matches(MAX_MATCHES))
    assert prepare_experiment(four).stop == Matches(MAX_MATCHES - MAX_MATCHES % 24)
    assert prepare_experiment(Experiment((side(),), 2, ("random",), stop=Matches(7))).stop == Matches(7)
    run = Run(experiment(bots=("random", "greedy"), stop=Width(0.4)))
    run.finish()
    assert run.results[0].matches % 2 == 0 and run.results[0].matches >= 2


# Simulated pairs, by the chance that the first bot wins 0, ½, 1, 1½ or 2 of their matches.

INDEPENDENT = (0.16, 0.0, 0.48, 0.0, 0.36)  # both matches won with 60 %
OPPOSED = (0.05, 0.0, 0.7, 0.0, 0.25)  # the seat decides most matches
ALIKE = (0.34, 0.04, 0.04, 0.04, 0.54)  # the draws decide most, and a few wins are shared
LOPSIDED = (0.0, 0.0, 0.1, 0.0, 0.9)
PARTS = {0: (0, 0), 1: (0, 1), 2: (0, 2), 3: (1, 2), 4: (2, 2)}  # halves of a win in the two matches


def played(chances: Sequence[float], pairs: int, seed: int) -> Results:
    plan = experiment(bots=("greedy", "random")).plan(0)
    results, stream = Results(2, plan.bots), random.Random(seed)
    for pair, halves in enumerate(stream.choices(range(5), chances, k=pairs)):
        parts = list(PARTS[halves])
        stream.shuffle(parts)
        for number, part in enumerate(parts):
            winners = {0: (1 - number,), 1: (0, 1), 2: (number,)}[part]
            results.add(plan, 2 * pair + number, Outcome((0, 0), winners, 1, 1))
    return results


def rate_of(results: Results) -> Interval:
    """The win rate of the first bot with its interval."""
    return wilson_interval(*results.score("greedy"), z_score())


@pytest.mark.parametrize("chances", [OPPOSED, ALIKE])
def test_the_error_of_a_score_is_that_of_pairs(chances: Sequence[float]) -> None:
    import numpy as np

    results = played(chances, 600, 1)
    assert results.blocks is not None
    counts = [results.blocks.pairs.get(half * WIN_PARTS // 2, 0) for half in range(5)]
    values = np.repeat(np.arange(5) / 4, counts)
    error = values.std(ddof=1) / len(values) ** 0.5
    rate = rate_of(results)
    assert rate.value == pytest.approx(values.mean())
    assert rate.half_width == pytest.approx(Z * error, rel=0.03)
    report = side_data(side(), results, experiment(1))
    pairs, odds = report["pairs"], np.log10(values.mean() / (1 - values.mean()))
    assert pairs["counts"] == counts and report["bots"][0]["matches"] == 1200
    assert pairs["elo_difference"]["value"] == pytest.approx(400 * odds, abs=0.5)
    assert pairs["elo_difference"]["low"] == pytest.approx(400 * np.log10(rate.low / (1 - rate.low)), abs=0.1)
    bots = report["bots"]  # the same from the model with seats
    assert bots[0]["elo"]["value"] - bots[1]["elo"]["value"] == pytest.approx(400 * odds, abs=4)


def test_independent_pairs_have_the_error_of_single_matches() -> None:
    import numpy as np

    results = played(INDEPENDENT, 1500, 3)
    rate = rate_of(results)
    assert results.score("greedy").matches == pytest.approx(3000, rel=0.06)
    single = np.sqrt(rate.value * (1 - rate.value) / 3000)
    assert rate.half_width == pytest.approx(Z * single, rel=0.03)
    shared = played((0.09, 0.24, 0.34, 0.24, 0.09), 1500, 4)  # each match: 0.3, 0.4, 0.3
    assert shared.score("greedy").matches == pytest.approx(3000 * 0.25 / 0.15, rel=0.08), "trinomial"


def test_the_likelihood_of_superiority_is_a_p_value_of_pairs() -> None:
    from scipy.stats import norm

    results = played(ALIKE, 60, 8)
    assert results.blocks is not None
    values = [half / WIN_PARTS / 2 for half, count in results.blocks.pairs.items() for _pair in range(count)]
    error = statistics.stdev(values) / len(values) ** 0.5
    chance = norm.cdf((statistics.mean(values) - 0.5) / error)
    assert superiority(*results.score("greedy")) == pytest.approx(chance, abs=0.01)
    assert superiority(*results.score("random")) == pytest.approx(1 - chance, abs=0.01)
    assert 0.95 < superiority(*played(LOPSIDED, 4, 1).score("greedy")) < 1


@pytest.mark.parametrize("halves", [0, 2, 4])
def test_pairs_that_all_agree_do_not_make_it_certain(halves: int) -> None:
    """50 pairs agree with a chance of 0.95 ** 50 = 8 % if 5 % of all pairs are different, one way or the other."""
    rate = rate_of(played([float(half == halves) for half in range(5)], 50, 1))
    assert rate.value == halves / 4
    assert rate.contains(min(1, halves / 4 + 0.025)) or halves == 4
    assert rate.contains(max(0, halves / 4 - 0.025)) or halves == 0
    assert rate.half_width < 0.06


def shared_luck(pairs: int, seed: int, alike: float, favour: float) -> Results:
    """Pairs of equally strong bots. In a part of them one seat wins both matches, seat 1 with chance `favour`."""
    plan, stream = experiment(bots=("greedy", "random")).plan(0), random.Random(seed)
    results = Results(2, plan.bots)
    for pair in range(pairs):
        same, seat = stream.random() < alike, int(stream.random() >= favour)
        for number in range(2):
            winner = seat if same else stream.randrange(2)
            results.add(plan, 2 * pair + number, Outcome((0, 0), (winner,), 1, 1))
    return results


def errors_below(misses: Sequence[bool], share: float) -> bool:
    """Whether so many misses are compatible with this share (one-sided, 99.9 %)."""
    from scipy.stats import binom

    return bool(sum(misses) <= binom.ppf(0.999, len(misses), share))


@pytest.mark.long
@pytest.mark.parametrize("pairs", [12, 60])
@pytest.mark.parametrize("chances", [INDEPENDENT, OPPOSED, ALIKE, LOPSIDED])
def test_intervals_of_pairs_contain_the_truth(chances: Sequence[float], pairs: int) -> None:
    truth = sum(chance * half for half, chance in enumerate(chances)) / 4
    rates = [rate_of(played(chances, pairs, seed)) for seed in range(600)]
    assert errors_below([not rate.contains(truth) for rate in rates], 0.05 if pairs > 20 else 0.065)


@pytest.mark.long
def test_intervals_of_seats_contain_the_truth_although_pairs_share_their_draws() -> None:
    truth, misses, looks = 0.8 * 0.56 + 0.2 * 0.5, [], []
    for seed in range(400):
        results = shared_luck(100, seed, 0.8, 0.56)
        strengths = results.strengths()
        assert strengths is not None
        misses.append(not strengths.seats[0].contains(truth))
        looks.append(not results.win_rates[0].interval.contains(truth))
    assert errors_below(misses, 0.055)
    assert errors_below(looks, 0.05)


@pytest.mark.long
@pytest.mark.parametrize("alike", [0.0, 0.8])
def test_win_rates_of_different_bots_may_be_watched(alike: float) -> None:
    """Sequences that are looked at after every pair miss the truth once in 20 runs at most."""
    missed = 0
    plan = experiment(bots=("greedy", "random")).plan(0)
    for seed in range(150):
        stream, results = random.Random(seed), Results(2, plan.bots)
        for pair in range(400):
            same, seat = stream.random() < alike, stream.randrange(2)
            for number in range(2):
                winner = seat if same else stream.randrange(2)
                results.add(plan, 2 * pair + number, Outcome((0, 0), (winner,), 1, 1))
            if not results.win_rates[0].interval.contains(0.5):
                missed += 1
                break
    assert errors_below([True] * missed + [False] * (150 - missed), 0.05)


def test_blocks_of_more_seats_are_clusters() -> None:
    import numpy as np

    plan, stream = experiment(seats=3, bots=("greedy", "random", "random")).plan(0), random.Random(5)
    results, totals = Results(3, plan.bots), []
    for block in range(400):
        strong = stream.random() < 0.6  # the draws favour the first bot in all matches of the block
        won = 0
        for number in range(3):
            order = bots_by_seat(plan, 3 * block + number)
            bot = 0 if strong and stream.random() < 0.9 else stream.randrange(3)
            won += bot == 0
            results.add(plan, 3 * block + number, Outcome((0, 0, 0), (order.index(bot),), 1, 1))
        totals.append(won / 3)
    found = rate_of(results)
    assert found.value == pytest.approx(np.mean(totals))
    assert found.half_width == pytest.approx(Z * np.std(totals, ddof=1) / 20, rel=0.02)
    assert results.score("greedy").matches < 900 and side_data(side(seats=3), results, experiment(1))["pairs"] is None
    rating = results.strengths()
    assert rating is not None
    log_odds = np.log(2 * found.value / (1 - found.value))
    assert rating.bots["greedy"].value - 1000 == pytest.approx(400 / np.log(10) * log_odds, abs=4)
    slope = 1 / (found.value * (1 - found.value))
    expected = 400 / np.log(10) * slope * Z * np.std(totals, ddof=1) / 20
    assert rating.bots["greedy"].half_width == pytest.approx(expected, rel=0.05)


def test_a_pair_with_a_failed_match_does_not_count_as_a_pair() -> None:
    plan = experiment(bots=("greedy", "random")).plan(0)
    results = Results(2, plan.bots)
    for index in range(6):
        results.add(plan, index, Failure(index, "broken") if index == 3 else Outcome((1, 0), (0,), 1, 1))
    assert results.blocks is not None and results.blocks.pairs == {WIN_PARTS: 2}
    assert results.matches == 5


def test_differences_of_two_boards_are_clustered_by_block() -> None:
    import numpy as np

    stream, paired, blocks = random.Random(2), Paired(2), []
    for block in range(500):
        better = stream.random() < 0.3  # in these blocks the first seat wins on the first board only
        blocks.append(float(better))
        for _number in range(2):
            paired.add(Outcome((9, 5), (0,), 1, 1), Outcome((5, 9), (int(better),), 1, 1), block)
    found = paired.win_differences()[0]
    half = 2.241403 * np.std(blocks, ddof=1) / 500**0.5  # 95 % for both seats together
    assert found.value == pytest.approx(np.mean(blocks)) and found.half_width == pytest.approx(half, rel=0.02)
