"""Positions of every game: copies, dumps, chance, hidden information, playthroughs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from studio import bots
from studio.core.game import CHANCE, EVERYBODY, OVER, State
from studio.core.rng import Luck, Rng
from studio.games import slugs
from tests.contract import regenerate
from tests.contract.cases import (
    CASES,
    LONGEST,
    SLOW,
    Case,
    a_redeal_forgets_the_truth,
    decisions,
    draws,
    every_case,
    every_layout,
    has_secrets,
    its_value_tells_nothing_hidden,
    moves_are_in_order,
    points_add_up,
    positions,
    step,
    who_has_most_has_won,
)


@every_case
def test_a_match_ends_and_has_sorted_moves_and_a_winner(case: Case) -> None:
    state, rng = case.start(), Rng(2)
    for _step in range(LONGEST):
        if state.to_move == OVER:
            break
        assert -1 <= state.to_move < case.seats
        moves_are_in_order(case, state)
        step(state, rng)
    assert state.to_move == OVER
    who_has_most_has_won(case, state)


EACH: dict[Callable[[Case, State], None], int] = {a_redeal_forgets_the_truth: 3, its_value_tells_nothing_hidden: 4}
"""Of slow invariants only every nth position is tested."""


@pytest.mark.parametrize("holds", [points_add_up, *SLOW], ids=lambda holds: str(holds.__name__))
@every_case
def test_invariants_hold_in_every_position(case: Case, holds: Callable[[Case, State], None]) -> None:
    for state in positions(case)[:: EACH.get(holds, 1)]:
        holds(case, state)


@every_case
def test_the_same_seed_gives_the_same_match(case: Case) -> None:
    def actions() -> list[tuple[int, ...]]:
        state, rng = case.start(), Rng(11)
        found: list[tuple[int, ...]] = []
        while state.to_move != OVER and len(found) < 400:
            found.append(step(state, rng))
        return found

    assert actions() == actions()


@every_case
def test_every_decision_has_a_name_and_no_draw_has_one(case: Case) -> None:
    rules = case.game.rules
    kinds = {getattr(rules, name): name for name in rules.DECISIONS}
    assert len(kinds) == len(rules.DECISIONS)
    assert {move[0] for state in decisions(case) for move in state.legal()} <= kinds.keys()
    assert not {outcome[0] for state in draws(case) for outcome, _weight in state.chance()} & kinds.keys()


# Chance: whole weights, and `draw` draws by them


DRAWS = 500


@every_case
def test_outcomes_are_different_and_weighted_with_whole_numbers(case: Case) -> None:
    found = draws(case)
    assert found, "no chance in this game: the test of its draws is empty"
    for state in found:
        outcomes = state.chance()
        assert outcomes
        assert len({outcome for outcome, _weight in outcomes}) == len(outcomes)
        assert all(type(weight) is int and weight > 0 for _outcome, weight in outcomes)
        for outcome, _weight in outcomes[:10]:
            after = state.clone()
            after.apply(outcome)
            assert after.dump() != state.dump()


@every_case
def test_draws_are_as_frequent_as_their_weights_say(case: Case) -> None:
    """Pearson's chi-square with fixed seeds: six standard deviations, rare outcomes thrown together."""
    for number, state in enumerate(draws(case)[:10]):
        weights = dict(state.chance())
        total, rng, luck = sum(weights.values()), Rng(number), Luck(number)
        counts = dict.fromkeys(weights, 0)
        before = state.dump()
        for _draw in range(DRAWS):
            counts[state.draw(rng) if number % 2 else luck.draw(state)] += 1  # KeyError: drew what cannot come
        assert state.dump() == before
        cells, rest = [], [0.0, 0.0]
        for outcome, weight in weights.items():
            expected = DRAWS * weight / total
            if expected >= 5:
                cells.append((counts[outcome], expected))
            else:
                rest = [rest[0] + counts[outcome], rest[1] + expected]
        if rest[1] >= 5:
            cells.append((rest[0], rest[1]))  # type: ignore[arg-type]  # a sum of counts is as good as a count
        freedom = max(1, len(cells) - 1)
        chi = sum((count - expected) ** 2 / expected for count, expected in cells)
        assert chi < freedom + 6 * (2 * freedom) ** 0.5 + 6, f"{case}: {counts} for {weights}"


CHI_SQUARE = {9: 33.72, 15: 44.26}
"""By degrees of freedom, what one of ten thousand samples exceeds; from tables, as scipy takes seconds to import."""


def chi_square(counts: list[int]) -> float:
    """The statistic for equal frequencies."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts)


@pytest.mark.parametrize("matches", [6, pytest.param(200, marks=pytest.mark.long)])
@pytest.mark.parametrize("slug", sorted({case.slug for case in CASES}))
def test_the_luck_of_a_match_has_the_probabilities_that_its_past_leaves(slug: str, matches: int) -> None:
    """The place of each draw among its possible outcomes, by their weights, is even and independent of the one before.

    Source: M. Rosenblatt, "Remarks on a multivariate transformation", Annals of Mathematical Statistics 23 (1952).
    """
    cases = [case for case in CASES if case.slug == slug and not case.option]
    places: list[float] = []
    for number in range(matches):
        case, lot = cases[number % len(cases)], Random(number)
        state, luck = case.start(), Luck(number)
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                outcomes = dict(state.chance())
                action = luck.draw(state)
                before = sum(weight for outcome, weight in outcomes.items() if outcome < action)
                if len(outcomes) > 1:
                    places.append((before + outcomes[action] * lot.random()) / sum(outcomes.values()))
            else:
                action = lot.choice(state.legal())
            state.apply(action)
    assert chi_square([sum(low <= 10 * place < low + 1 for place in places) for low in range(10)]) < CHI_SQUARE[9]
    pairs = Counter((int(4 * one), int(4 * other)) for one, other in pairwise(places))
    assert chi_square([pairs[one, other] for one in range(4) for other in range(4)]) < CHI_SQUARE[15]


# Hidden information: nothing reveals it


@every_case
def test_a_redeal_plays_to_the_end(case: Case) -> None:
    state = decisions(case)[len(decisions(case)) // 2]
    dealt, rng = state.redeal(state.to_move, Rng(8)), Rng(8)
    for _step in range(20_000):
        if dealt.to_move == OVER:
            break
        step(dealt, rng)
    assert dealt.to_move == OVER


@every_layout
def test_a_redeal_deals_afresh(case: Case) -> None:
    """Somewhere in a match what is hidden must come out differently; where nothing is hidden, nothing changes."""
    different = 0
    for state in positions(case):
        dump = state.dump()
        for seat in range(case.seats):
            different += any(state.redeal(seat, Rng(luck)).dump() != dump for luck in range(4))
    assert bool(different) == has_secrets(case)


@pytest.mark.parametrize(
    "name",
    ["random", "novice", "greedy", *(pytest.param(name, marks=pytest.mark.long) for name in ("planner:30", "mcts:10"))],
)
@every_layout
def test_a_bot_chooses_by_what_its_seat_knows(case: Case, name: str) -> None:
    for state in decisions(case)[::4]:
        seat, before = state.to_move, json.dumps(state.dump())
        choice = bots.make_bot(name, 3).choose(case.game, state, seat)
        assert choice in state.legal()
        assert json.dumps(state.dump()) == before
        assert bots.make_bot(name, 3).choose(case.game, state.redeal(seat, Rng(31)), seat) == choice


@every_layout
def test_pictures_and_panels_show_nothing_hidden(case: Case) -> None:
    for state in decisions(case)[::6]:
        for seat in (EVERYBODY, state.to_move):
            dealt = state.redeal(seat, Rng(13))
            assert case.game.picture.picture(dealt, seat) == case.game.picture.picture(state, seat)
            assert case.game.panel.panel(dealt, seat) == case.game.panel.panel(state, seat)


@every_layout
def test_public_texts_of_events_do_not_depend_on_hidden_information(case: Case) -> None:
    """A decision's public events may depend on nothing that the deciding seat cannot see."""
    for state in decisions(case)[::2]:
        seat = state.to_move
        for action in state.legal()[:4]:
            public, seen = [], []
            for before in (state, state.redeal(seat, Rng(17))):
                after = before.clone()
                after.apply(action)
                seen.append(after.observe(EVERYBODY))
                public.append([event for event in case.game.text.events(before, action, after) if event.private_to < 0])
            if seen[0] == seen[1]:  # else the action itself has revealed it
                assert public[0] == public[1]


# Approved transcripts and node counts

STORIES = regenerate.stories()


@pytest.mark.parametrize("name", sorted(STORIES))
def test_a_match_equals_its_approved_transcript(name: str) -> None:
    approved = (regenerate.HERE / "playthroughs" / name).read_text(encoding="utf-8")
    found = regenerate.transcript(*STORIES[name])
    for number, (line, other) in enumerate(zip(found.splitlines(), approved.splitlines(), strict=False), 1):
        assert line == other, f"line {number}"
    assert found == approved


def test_no_transcript_or_node_count_is_left_over() -> None:
    files = {path.name for path in (regenerate.HERE / "playthroughs").glob("*.txt")}
    assert files == set(STORIES)
    assert all(any(name.startswith(slug) for name in STORIES) for slug in slugs())
    approved = json.loads(regenerate.COUNTS.read_text(encoding="utf-8"))
    assert set(approved) == {str(case) for case in regenerate.counted()}


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=() if case.seats == 2 else pytest.mark.long) for case in regenerate.counted()],
    ids=str,
)
def test_node_counts_to_depth_three_are_approved(case: Case) -> None:
    approved = json.loads(regenerate.COUNTS.read_text(encoding="utf-8"))
    assert regenerate.node_counts(case) == approved[str(case)]
