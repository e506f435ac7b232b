"""What a seat may not see it cannot learn: not from its observation, its moves, its words, nor from a bot's choice."""

from __future__ import annotations

import json

import pytest

from studio import bots
from studio.core.game import CHANCE, EVERYBODY, OVER
from studio.core.rng import Rng
from tests.contract.cases import Case, decisions, every_case, every_layout, has_secrets, positions, step


@every_case
def test_a_redeal_looks_the_same_to_its_seat_and_to_everybody(case: Case) -> None:
    for state in positions(case):
        for seat in range(case.seats):
            seen, public = state.observe(seat), state.observe(EVERYBODY)
            for luck in range(2):
                dealt = state.redeal(seat, Rng(luck))
                assert dealt.observe(seat) == seen
                assert dealt.observe(EVERYBODY) == public
                assert dealt.to_move == state.to_move
                assert dealt.scores() == state.scores()


@every_case
def test_moves_and_words_tell_nothing_hidden(case: Case) -> None:
    for state in decisions(case):
        seat = state.to_move
        actions = state.legal()
        dealt = state.redeal(seat, Rng(4))
        assert dealt.legal() == actions
        some = actions[:8]
        assert [case.game.describe(dealt, action) for action in some] == [
            case.game.describe(state, action) for action in some
        ]
        assert [dealt.reveals(action) for action in some] == [state.reveals(action) for action in some]


@every_case
def test_the_value_of_a_position_tells_nothing_hidden(case: Case) -> None:
    for state in decisions(case)[:12]:
        for seat in range(case.seats):
            dealt = state.redeal(seat, Rng(9))
            assert case.game.evaluate(dealt, seat) == pytest.approx(case.game.evaluate(state, seat))


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


@every_case
def test_a_redeal_forgets_the_truth(case: Case) -> None:
    """Dealing a redealt position again with the same luck gives what dealing the true one gives: nothing leaked."""
    for state in positions(case)[::3]:
        for seat in range(case.seats):
            once = state.redeal(seat, Rng(21))
            again = state.redeal(seat, Rng(22)).redeal(seat, Rng(21))
            assert again.dump() == once.dump()


@pytest.mark.parametrize(
    "name", ["random", "greedy", *(pytest.param(name, marks=pytest.mark.long) for name in ("planner:30", "mcts:10"))]
)
@every_layout
def test_a_bot_chooses_by_what_its_seat_knows(case: Case, name: str) -> None:
    for state in decisions(case)[::4]:
        seat, before = state.to_move, json.dumps(state.dump())
        choice = bots.make(name, 3).choose(case.game, state, seat)
        assert choice in state.legal()
        assert json.dumps(state.dump()) == before
        assert bots.make(name, 3).choose(case.game, state.redeal(seat, Rng(31)), seat) == choice


@every_layout
def test_pictures_and_panels_show_nothing_hidden(case: Case) -> None:
    for state in decisions(case)[::6]:
        for seat in (EVERYBODY, state.to_move):
            dealt = state.redeal(seat, Rng(13))
            assert case.game.picture(dealt, seat) == case.game.picture(state, seat)
            assert case.game.panel(dealt, seat) == case.game.panel(state, seat)


@every_layout
def test_public_words_of_an_event_are_the_same_whatever_is_hidden(case: Case) -> None:
    """A decision's public events may depend on nothing that the deciding seat cannot see."""
    for state in decisions(case)[::2]:
        seat = state.to_move
        for action in state.legal()[:4]:
            told, seen = [], []
            for before in (state, state.redeal(seat, Rng(17))):
                after = before.clone()
                after.apply(action)
                seen.append(after.observe(EVERYBODY))
                told.append([event for event in case.game.events(before, action, after) if event.private_to < 0])
            if seen[0] == seen[1]:  # else the action itself has shown everybody what was hidden
                assert told[0] == told[1]


@every_case
def test_what_is_not_sealed_has_shown_nobody_anything(case: Case) -> None:
    """Such a decision may be taken back: after it every seat must see the same, whatever it could not see before."""
    for state in decisions(case):
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
