"""What holds in every position of every game: asked of some positions by the suites here, of a million by `tests.soak`.

Each takes a case and a position of it, which it leaves as it is.
"""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from studio.core.game import CHANCE, EVERYBODY, OVER, State
from studio.core.rng import Rng
from tests.contract.cases import Case, step


def moves_are_in_order(_case: Case, state: State) -> None:
    if state.to_move >= 0:
        actions = state.legal()
        assert actions
        assert all(one < other for one, other in pairwise(actions))
        assert all(type(part) is int for action in actions for part in action)


def points_add_up(case: Case, state: State) -> None:
    reckoning = case.game.text.score_breakdown(state)
    assert all(len(line.points) == case.seats for line in reckoning.lines)
    sums = [sum(line.points[seat] for line in reckoning.lines) for seat in range(case.seats)]
    assert sums == state.scores()
    assert reckoning.verdict
    assert all(line.title for line in reckoning.lines)
    if state.to_move == OVER:
        assert list(reckoning.winners) == state.winners()


def who_has_most_has_won(case: Case, state: State) -> None:
    if state.to_move != OVER:
        return
    winners = state.winners()
    assert winners == sorted(set(winners))
    assert winners
    assert set(winners) <= set(range(case.seats))
    assert len(state.scores()) == case.seats
    best = max(state.scores())
    assert all(state.scores()[seat] == best for seat in winners)


def asking_changes_nothing(case: Case, state: State) -> None:
    before = json.dumps(state.dump())
    if state.to_move >= 0:
        actions = state.legal()
        for action in actions[:20]:
            assert isinstance(state.reveals(action), bool)
        assert state.legal() == actions
    state.scores()
    for seat in range(-1, case.seats):
        state.observe(seat)
        state.redeal(seat, Rng(1))
    case.game.text.score_breakdown(state)
    assert json.dumps(state.dump()) == before


def a_clone_is_independent(_case: Case, state: State) -> None:
    mirror, before = state.clone(), json.dumps(state.dump())
    assert json.dumps(mirror.dump()) == before
    rng = Rng(5)
    for _step in range(25):
        if mirror.to_move != OVER:
            step(mirror, rng)
    assert json.dumps(state.dump()) == before
    saved, after = state.clone(), json.dumps(mirror.dump())
    for _step in range(25):
        if saved.to_move != OVER:
            step(saved, Rng(6))
    assert json.dumps(mirror.dump()) == after


def a_dump_restores_a_state_that_plays_on_alike(case: Case, state: State) -> None:
    text = json.dumps(state.dump())
    restored = case.game.rules.restore(case.board, json.loads(text))
    assert json.dumps(restored.dump()) == text
    original, one, other = state.clone(), Rng(7), Rng(7)
    for _step in range(30):
        assert restored.to_move == original.to_move
        if original.to_move == OVER:
            break
        if original.to_move == CHANCE:
            assert restored.chance() == original.chance()
        else:
            assert restored.legal() == original.legal()
        assert step(original, one) == step(restored, other)
    assert restored.scores() == original.scores()
    assert json.dumps(restored.dump()) == json.dumps(original.dump())


def its_value_is_a_number(case: Case, state: State) -> None:
    if state.to_move >= 0:
        for seat in range(case.seats):
            value = case.game.evaluation.evaluate(state, seat)
            assert -1e6 < value < 1e6


def a_redeal_looks_the_same_to_its_seat_and_to_everybody(case: Case, state: State) -> None:
    for seat in range(case.seats):
        seen, public = state.observe(seat), state.observe(EVERYBODY)
        for luck in range(2):
            dealt = state.redeal(seat, Rng(luck))
            assert dealt.observe(seat) == seen
            assert dealt.observe(EVERYBODY) == public
            assert dealt.to_move == state.to_move
            assert dealt.scores() == state.scores()


def a_redeal_forgets_the_truth(case: Case, state: State) -> None:
    """Dealing a redealt position again with the same luck gives what dealing the true one gives: nothing leaked."""
    for seat in range(case.seats):
        once = state.redeal(seat, Rng(21))
        again = state.redeal(seat, Rng(22)).redeal(seat, Rng(21))
        assert again.dump() == once.dump()


def moves_and_words_tell_nothing_hidden(case: Case, state: State) -> None:
    seat = state.to_move
    if seat < 0:
        return
    actions = state.legal()
    dealt = state.redeal(seat, Rng(4))
    assert dealt.legal() == actions
    some = actions[:8]
    assert [case.game.text.describe(dealt, action) for action in some] == [
        case.game.text.describe(state, action) for action in some
    ]
    assert [dealt.reveals(action) for action in some] == [state.reveals(action) for action in some]


def its_value_tells_nothing_hidden(case: Case, state: State) -> None:
    if state.to_move >= 0:
        for seat in range(case.seats):
            dealt = state.redeal(seat, Rng(9))
            assert case.game.evaluation.evaluate(dealt, seat) == pytest.approx(
                case.game.evaluation.evaluate(state, seat)
            )


def what_is_not_sealed_has_shown_nobody_anything(case: Case, state: State) -> None:
    """Such a decision may be taken back: after it every seat must see the same, whatever it could not see before."""
    if state.to_move < 0:
        return
    actions = [action for action in state.legal() if not state.reveals(action)]
    for action in actions[:: max(1, len(actions) // 4)]:
        after = state.clone()
        after.apply(action)
        if after.to_move == CHANCE:  # a draw seals as well
            continue
        for seat in range(case.seats):
            seen = after.observe(seat)
            for luck in range(2):
                other = state.redeal(seat, Rng(luck + 40))
                other.apply(action)
                assert other.to_move == after.to_move
                assert other.observe(seat) == seen


QUICK = (moves_are_in_order, points_add_up, who_has_most_has_won)
"""Those that take so little that they are asked of every position."""
SLOW = (
    asking_changes_nothing,
    a_clone_is_independent,
    a_dump_restores_a_state_that_plays_on_alike,
    its_value_is_a_number,
    a_redeal_looks_the_same_to_its_seat_and_to_everybody,
    a_redeal_forgets_the_truth,
    moves_and_words_tell_nothing_hidden,
    its_value_tells_nothing_hidden,
    what_is_not_sealed_has_shown_nobody_anything,
)
"""The others."""
