"""Statistics: totals, those of every game against replayed matches, and custom tallies."""

from __future__ import annotations

import random
import statistics
from dataclasses import replace

import pytest

from studio.core.game import CHANCE, OVER, State
from studio.core.protocols import BUILT, LIMIT, SCORED, VISITED, MatchStats
from studio.core.rng import Rng
from studio.games import load, slugs
from studio.lab.jobs import CommonStats, CustomStats, CustomStatsError, Outcome, StatsSource, merge_stats, play_one
from studio.lab.results import REACHED, WIN_PARTS, Curve, Results, Sample
from tests.lab.tables import experiment
from tests.toy import BODY, pebbles


def outcome(slug: str, index: int = 0, seats: int = 3) -> Outcome:
    found = play_one(experiment(slug=slug, seats=seats).plan(0), index)
    assert isinstance(found, Outcome)
    return found


def test_a_sample_agrees_with_the_textbook() -> None:
    values = [3, 9, 4, 4, 17, 0]
    sample = Sample()
    for value in values:
        sample.add(value)
    assert sample.mean == pytest.approx(statistics.mean(values))
    assert sample.deviation == pytest.approx(statistics.stdev(values))
    assert (sample.minimum, sample.maximum, sample.count, sample.total) == (0, 17, 6, 37)
    assert [sample.quantile(share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)] == [0, 3, 4, 9, 17]
    assert (Sample().mean, Sample().deviation, Sample().quantile(0.5)) == (0.0, 0.0, 0)


def test_the_error_of_a_mean_counts_matches_and_not_values() -> None:
    """Values of one match resemble each other, and long matches have more of them: a bootstrap by match is right."""
    stream, sample = random.Random(4), Sample()
    matches = []
    for _match in range(300):
        level, size = stream.randint(0, 9), stream.randint(0, 7)
        matches.append([level + stream.randint(0, 3) for _island in range(size)])
        sample.add(*matches[-1])
    means = []
    for _copy in range(2000):
        drawn = stream.choices(matches, k=300)
        means.append(sum(map(sum, drawn)) / sum(map(len, drawn)))
    half = sample.interval().half_width
    assert half == pytest.approx(1.96 * statistics.stdev(means), rel=0.06)
    assert half > 1.7 * 1.96 * sample.deviation / sample.count**0.5, "as if the islands were independent"
    single, values = Sample(), [value for match in matches for value in match]
    for value in values:
        single.add(value)
    assert single.cluster_deviation == pytest.approx(statistics.stdev(values))


def test_a_curve_is_the_mean_of_the_matches_that_lasted() -> None:
    curve = Curve()
    curve.add([7, 2])
    curve.add([5, 4, 9])
    assert curve.means() == [6.0, 3.0, 9.0]


def test_shared_wins_are_shared() -> None:
    results, plan = Results(3, ("random",) * 3), experiment(seats=3).plan(0)
    results.add(plan, 0, Outcome((5, 5, 1), (0, 1), 10, 4))
    results.add(plan, 1, Outcome((2, 7, 3), (1,), 20, 6))
    assert results.wins_by_seat() == [0.5, 1.5, 0.0]
    assert all(isinstance(wins.total, int) for wins in results.seat_wins) and WIN_PARTS % 11 == 0
    assert (results.matches, results.shared_wins) == (2, 1)
    assert results.points[1].mean == 6.0 and results.decisions.total == 30


def test_spaces_where_anything_happened_were_reached() -> None:
    results, plan = Results(2, ("random",) * 2), experiment().plan(0)
    for cells in ({VISITED: {1, 2}, SCORED: {3}}, {VISITED: {2}, "odd": {9}}):
        results.add(plan, 0, Outcome((1, 0), (0,), 1, 1, MatchStats(spaces=cells, ending=LIMIT)))
    assert results.spaces[REACHED] == {1: 1, 2: 2, 3: 1}
    assert results.is_mostly_limited


def test_the_events_of_a_match_are_counted() -> None:
    game = pebbles()
    state, course, luck = game.rules.start(BODY, 2, {"short": False}), CommonStats(), Rng(4)
    movers: list[int] = []
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            action = state.draw(luck)
        else:
            if not movers or movers[-1] != state.to_move:
                movers.append(state.to_move)
                course.start_turn(state)
            action = luck.choose(state.legal())
        state.apply(action)
    found = course.after(state).numbers
    scores = sorted(state.scores())
    assert list(found["turns"]) == [len(movers)]
    assert list(found["margin"]) == [scores[1] - scores[0]]


@pytest.mark.parametrize("slug", slugs())
def test_every_game_counts_spaces_and_endings(slug: str) -> None:
    counted = outcome(slug).stats
    assert counted.spaces[VISITED] and BUILT in counted.spaces and SCORED in counted.spaces
    assert counted.ending and counted.numbers["turns"][0] >= counted.numbers["rounds"][0] > 1


# a person's own

GOOD = """
class Tally:
    def before(self, state):
        self.steps = 0
    def step(self, state, action):
        self.steps += 1
    def after(self, state):
        return {"steps": self.steps, "scores": state.scores()}
"""


def test_a_tally_of_ones_own_counts() -> None:
    plan = experiment(tallies=(StatsSource("mine.py", GOOD),)).plan(0)
    found = play_one(plan, 0)
    assert isinstance(found, Outcome)
    assert list(found.stats.numbers["mine.steps"]) == [found.decisions + found.draws]
    assert list(found.stats.numbers["mine.scores"]) == list(found.points)


def test_a_custom_tally_can_count_spaces_and_seats() -> None:
    text = GOOD.replace(
        'return {"steps": self.steps, "scores": state.scores()}',
        'return Counted(spaces={"home": [3]}, seats={"luck": [None, 2]}, curves={"way": [[1], [2]]})',
    )
    own = CustomStats(StatsSource("mine.py", "from studio.core.tally import Counted\n" + text))
    state = pebbles().rules.start(BODY, 2, {"short": True})
    own.before(state)
    counted = own.after(state)
    assert counted.spaces == {"mine.home": {3}} and counted.seats == {"mine.luck": [None, 2]}
    assert counted.curves == {"mine.way": [[1], [2]]}


FAULTS = {
    "def": "mine.py, line 1: SyntaxError",
    "1 / 0": "mine.py, line 1: ZeroDivisionError: division by zero",
    "Tally = 3": "mine.py: the class Tally is missing.",
    "class Tally:\n    def before(self, state): pass": "mine.py: the class Tally has no method step.",
    GOOD.replace("self.steps += 1", "self.stepps += 1"): "mine.py, line 6: AttributeError",
    GOOD.replace(
        "self.steps,", "'many',"
    ): "mine.py: the method after returns an invalid value: 'm' is not a whole number.",
    GOOD.replace("self.steps,", "1.5,"): "mine.py: the method after returns an invalid value",
    GOOD.replace("return", "3 #"): "it is neither a dict nor Counted",
    GOOD.replace("self.steps += 1", "raise SystemExit(3)"): "mine.py, line 6: SystemExit: 3",
    GOOD.replace("self.steps += 1", "raise KeyboardInterrupt"): "mine.py, line 6: KeyboardInterrupt",
    GOOD.replace("self.steps,", "10**400,"): "a number is larger than 9007199254740992.",
    GOOD.replace("self.steps,", "-(10**5000),"): "a number is larger than 9007199254740992.",
    GOOD.replace("self.steps += 1", "raise BaseException('x')"): "mine.py, line 6: BaseException: x",
    "class Tally:\n    def __init__(self, more): pass\n    before = step = after = print": "mine.py: TypeError",
}


@pytest.mark.parametrize("text", FAULTS)
def test_errors_in_a_tally_are_one_sentence(text: str) -> None:
    with pytest.raises(CustomStatsError) as caught:
        play_one(replace(experiment().plan(0), tallies=(StatsSource("mine.py", text),)), 0)
    assert FAULTS[text] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_public_names_for_tallies_are_those_of_the_program() -> None:
    from studio.core import protocols, tally

    assert tally.Counted is MatchStats
    assert {getattr(protocols, name) for name in tally.__all__ if name != "Counted"} == {
        getattr(tally, name) for name in tally.__all__ if name != "Counted"
    }


def test_later_tallies_override_earlier_ones() -> None:
    found = merge_stats(
        [MatchStats({"turns": [1]}, ending="a"), MatchStats({"turns": [2], "more": [3]}), MatchStats(ending="b")]
    )
    assert found.numbers == {"turns": [2], "more": [3]} and found.ending == "b"


def test_a_state_is_left_as_it_was() -> None:
    plan = experiment(slug=slugs()[2]).plan(0)
    game = load(plan.slug)
    state: State = game.rules.start(plan.board, 2, plan.options)
    before = state.dump()
    tally, course = game.stats.new_collector(), CommonStats()
    tally.before(state)
    course.start_turn(state)
    course.count_moves(state)
    tally.after(state)
    course.after(state)
    assert state.dump() == before
