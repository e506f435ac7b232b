"""Judged moves and reasons: chances, marks, what a seat cannot know, and positions whose reason is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from types import SimpleNamespace
from typing import Any, cast

import pytest

from studio.bots import judging
from studio.bots.chances import ERROR, winning_chances
from studio.bots.greedy import play_on
from studio.bots.judging import End, Judge, Judgement, Option
from studio.bots.reasons import Term, compare_positions, explain_move, reason_text
from studio.core.game import Action, State
from studio.core.match import Match
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import load, slugs
from studio.lab.jobs import make_bots
from studio.services.loading import load_layout, playable_board
from tests.bots.test_bots import middle


@pytest.mark.parametrize("slug", slugs())
def test_chances_add_up_and_follow_the_evaluation(slug: str) -> None:
    game, state = middle(slug)
    chances = winning_chances(game, state)
    assert sum(chances) == pytest.approx(1) and min(chances) > 0
    values = [game.evaluation.evaluate(state, seat) for seat in range(2)]
    if abs(values[0] - values[1]) > 10:  # more than having the turn can be worth
        assert (chances[0] > chances[1]) == (values[0] > values[1])


@pytest.mark.parametrize("slug", ["neue_entdecker", "columbus"])  # the games with hidden information
def test_hidden_information_does_not_change_a_judgement(slug: str) -> None:
    """Chances, loss and reason of a move are the same in every world that its seat cannot tell apart."""
    game, state = middle(slug, 20)
    played = state.legal()[-1]
    judgement = Judge(game, state, 7).judge(played)
    reason = explain_move(game, state, judgement.options[0].action, [played])
    for luck in (31, 32):
        other = state.redeal(state.to_move, Rng(luck))
        assert Judge(game, other, 7).judge(played) == judgement
        assert explain_move(game, other, judgement.options[0].action, [played]) == reason


def test_moves_that_look_equal_do_not_displace_others(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = middle("entdecker")
    played, *others = state.legal()
    values = [9.0, 9.0, 9.0, 8.0, 7.0, *[0.0] * (len(others) - 5)]
    monkeypatch.setattr(judging, "evaluate_moves", lambda *_how: values)
    likely = Judge(game, state, 7)._likely(played)
    assert sorted(values[others.index(action)] for action in likely) == [7.0, 8.0, 9.0]


def judged(loss: float, half: float) -> Judgement:
    return Judgement((Option((1,), 0.6, 0.1), Option((2,), 0.6 - loss, 0.1)), loss, half, 20)


def test_marks_need_a_loss_and_an_interval_without_zero() -> None:
    marks = [judged(loss, 0.04).mark for loss in (0.04, 0.05, 0.09, 0.10, 0.14, 0.15, 0.9)]
    assert marks == ["", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder"]
    assert judged(0.2, 0.21).mark == ""


def test_what_is_kept_falls_with_a_sure_loss_only() -> None:
    assert judged(-0.1, 0.05).kept == 1.0
    assert judged(0.02, 0.1).kept == 1.0, "less than its standard error"
    assert judged(0.3, 0.001).kept == pytest.approx(0.5, abs=1e-4)
    assert judged(0.1, 0.05).kept > judged(0.2, 0.05).kept


# Deals that are given: the chances after the played move and after another one, by the turns that are played on.


class GivenDeals(Judge):
    """A judge whose deals are given instead of played: the chances after move 1, move 2, and each with move 3."""

    def __init__(
        self,
        deals: Mapping[int, Sequence[tuple[float, ...]]],
        planned: judging.Line = ((2,),),
        proofs: Sequence[int] = judging.PROOFS,
    ) -> None:
        state = cast("State", SimpleNamespace(to_move=0, scores=lambda: [0, 0]))
        super().__init__(load("_template"), state, 1, proofs=proofs)
        self._plan = planned
        lines: list[judging.Line] = [((1,),), ((2,),), ((1,), (3,)), ((2,), (3,))]
        self._given = {
            (rounds, line): [*column]
            for rounds, rows in deals.items()
            for line, column in zip(lines, zip(*rows, strict=True), strict=False)
        }

    def _likely(self, _played: Action) -> list[Action]:
        return [(2,)]

    def _planned(self) -> judging.Line:
        return self._plan

    def _ends(self, line: judging.Line, deals: Sequence[object], rounds: int) -> list[End]:
        given = self._given[rounds, line]
        taken, self._given[rounds, line] = given[: len(deals)], given[len(deals) :]
        assert len(taken) == len(deals)
        return [End(self._state, chance) for chance in taken]


def spread(loss: float, noise: float, deals: int) -> list[tuple[float, float]]:
    """Deals with a mean loss, half of them that much above and below it."""
    return [(0.3, 0.3 + loss + (noise if deal % 2 else -noise)) for deal in range(deals)]


@pytest.mark.parametrize(
    ("later", "mark", "deals"),
    [
        (spread(0.2, 0.05, 20), "blunder", 20),  # clear, but not believed in the first deals
        (spread(0.2, 0.35, 40), "blunder", 40),  # after all
        (spread(0.2, 0.36, 20) + spread(0.0, 0.36, 20), "", 40),  # never clear
        (spread(0.2, 0.35, 10) + spread(-0.1, 0.35, 10), "", 20),  # hopeless after the second
        (spread(0.0, 0.3, 10), "", 10),  # after the first
    ],
)
def test_a_mark_needs_a_loss_that_lasts(
    monkeypatch: pytest.MonkeyPatch, later: list[tuple[float, float]], mark: str, deals: int
) -> None:
    monkeypatch.setattr(judging, "compare_positions", lambda *_positions: ())
    judge = GivenDeals({0: spread(0.2, 0.01, 4), 1: spread(0.3, 0.01, 20), 4: later})
    judgement = judge.judge((1,))
    assert (judgement.mark, judgement.deals) == (mark, deals)
    assert all(option.half >= 2 * ERROR for option in judgement.options), "no rating is that exact"


@pytest.mark.parametrize(
    ("at_last", "mark", "deals"),
    [(spread(0.3, 0.01, 20), "blunder", 20), (spread(0.0, 0.3, 10), "", 10), (spread(0.1, 0.6, 10), "", 10)],
)
def test_a_mark_of_a_review_needs_a_loss_at_the_end_of_the_match(
    monkeypatch: pytest.MonkeyPatch, at_last: list[tuple[float, float]], mark: str, deals: int
) -> None:
    monkeypatch.setattr(judging, "compare_positions", lambda *_positions: ())
    known = {0: spread(0.2, 0.01, 4), 1: spread(0.3, 0.01, 20), 4: spread(0.7, 0.0, 20), judging.TO_END: at_last}
    judgement = GivenDeals(known, proofs=judging.LONG_PROOFS).judge((1,))
    assert (judgement.mark, judgement.deals) == (mark, deals)
    assert judgement.loss == pytest.approx(fmean(other - own for own, other in at_last[:deals]))


def test_equal_results_of_a_few_matches_are_not_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """After 0 of 20 victories against 20 of 20, the chances are 0 to 16 % and 84 to 100 % (Wilson)."""
    monkeypatch.setattr(judging, "compare_positions", lambda *_positions: ())
    known = {0: spread(0.2, 0.01, 4), 1: spread(0.3, 0.01, 20), 4: spread(0.7, 0.0, 20)}
    judgement = GivenDeals({**known, judging.TO_END: [(0.0, 1.0)] * 20}, proofs=judging.LONG_PROOFS).judge((1,))
    assert judgement.mark == "blunder" and judgement.loss == 1.0 and 0.1 < judgement.half < 0.2
    assert all(0.08 <= option.half < 0.1 for option in judgement.options)


@pytest.mark.parametrize("slug", ["entdecker", "columbus"])
def test_second_best_moves_make_matches_differ(slug: str) -> None:
    """A percentage of moves is the second best, at other decisions for other seeds."""
    game, state = middle(slug, 20)
    played: dict[int, set[str]] = {0: set(), judging.SECOND_BEST: set(), 100: set()}
    for percent, found in played.items():
        for seed in range(12):
            after = state.clone()
            play_on(game, after, state.to_move, seed, lambda: None, rounds=0, second_best=percent)
            found.add(repr(after.observe(state.to_move)))
    assert len(played[0]) <= len(played[judging.SECOND_BEST]) and played[100].isdisjoint(played[0])


@pytest.mark.parametrize("bad", [1, 4])
def test_a_move_is_not_blamed_for_what_the_easy_bot_makes_of_it(monkeypatch: pytest.MonkeyPatch, bad: int) -> None:
    """Continued by the Easy bot, move 1 seems better at first, and loses later; as it was played, it loses nothing."""
    monkeypatch.setattr(judging, "compare_positions", lambda *_positions: ())
    deals = {0: [(0.3, 0.5, 0.29)] * 4, 1: [(0.2, 0.5, 0.21)] * 10, 4: [(0.2, 0.5, 0.5)] * 10}
    if bad == 1:
        deals[1] = deals[4]
    judgement = GivenDeals(deals).judge((1,), ((3,),))
    assert (judgement.mark, judgement.loss, judgement.deals) == ("", 0.0, 10)


def test_another_move_counts_with_its_best_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Move 2 is good only if the planner's next decision follows, also in the proof."""
    monkeypatch.setattr(judging, "compare_positions", lambda *_positions: ())
    row, plan = (0.3, 0.2, 0.0, 0.6), ((2,), (3,))
    judgement = GivenDeals({0: [row] * 4, 1: [row] * 10, 4: [row] * 20}, plan).judge((1,))
    assert [(option.action, option.chance) for option in judgement.options] == [((2,), 0.6), ((1,), 0.3)]
    assert judgement.mark == "blunder" and judgement.deals == 20


def test_a_move_that_looks_good_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "compare_positions", lambda *_positions: ())
    assert GivenDeals({0: spread(0.01, 0.01, 4)}).judge((1,)).deals == 4


@pytest.mark.parametrize("looks", [judging.MEASURE_LOOKS, judging.PROOF_LOOKS])
def test_all_looks_are_together_as_sure_as_one(looks: Sequence[float]) -> None:
    assert sum(1 - confidence for confidence in looks if confidence) <= 0.05 + 1e-9


# Positions whose reason is known: two ways to end a turn. What they differ in is read from the positions themselves.


def two_ends(slug: str, worth: Callable[[Any, int], int], least: int) -> tuple[Any, State, Action, Action, int]:
    """The first position of a match in which two moves that end the turn differ by so much; and the two moves."""
    opened = load_layout(shipped_layouts(slug)[0])
    game, match = opened.game, Match(opened.game, playable_board(opened), 2, None, 3)
    bots = make_bots(["greedy"] * 2, 3)
    while True:
        state, seat = match.state, match.state.to_move
        ends: dict[Action, int] = {}
        for action in state.legal():
            after = state.clone()
            after.apply(action)
            if after.to_move == 1 - seat:
                ends[action] = worth(after, seat)
        if ends and max(ends.values()) - min(ends.values()) >= least:
            more, less = max(ends, key=ends.__getitem__), min(ends, key=ends.__getitem__)
            return game, state, more, less, ends[more] - ends[less]
        match.play(bots[seat].choose(game, state, seat))


def test_a_move_that_scores_more_is_explained_by_its_points() -> None:
    game, state, more, less, gained = two_ends("goldland", lambda after, seat: after.scores()[seat], 2)
    assert f"{gained} more points" in explain_move(game, state, more, [less])
    assert f"{gained} more points" not in explain_move(game, state, less, [more]).replace("points within", "within")


def test_a_move_that_costs_less_is_explained_by_the_gold_it_keeps() -> None:
    game, state, more, less, kept = two_ends("neue_entdecker", lambda after, seat: after.gold[seat], 3)
    assert f"{kept} more gold" in explain_move(game, state, more, [less])
    assert "gold" not in explain_move(game, state, less, [more])


def test_a_move_that_wins_is_explained_by_it() -> None:
    opened = load_layout(shipped_layouts("columbus")[0])
    game, match = opened.game, Match(opened.game, playable_board(opened), 2, None, 3)
    bots = make_bots(["greedy"] * 2, 3)
    while not match.is_over:
        match.play(bots[match.state.to_move].choose(game, match.state, match.state.to_move))
    before, over = match.line()[-2].state, match.state
    (winner,) = over.winners()
    assert compare_positions(game, winner, [(over, before)]) == (Term("victory", 1.0),)
    assert reason_text(game, [Term("victory", 1.0)], winner, 2) == "On average: victory."
    assert compare_positions(game, 1 - winner, [(over, before)]) == ()


def test_the_only_rival_is_named_and_several_are_not() -> None:
    game = load_layout(shipped_layouts("entdecker")[0]).game
    terms = [Term("rivals_points", -3.0), Term("gold", 2.0)]
    assert reason_text(game, terms, 0, 2) == "On average: 3 fewer points for ⟦1⟧ and 2 more gold."
    assert reason_text(game, terms[:1], 0, 3) == "On average: 3 fewer points for each opponent."
    assert reason_text(game, [], 0, 2) == ""
