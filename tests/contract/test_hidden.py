"""What a seat may not see it cannot learn: not from its observation, its moves, its words, nor from a bot's choice."""

from __future__ import annotations

import json

import pytest

from studio import bots
from studio.core.game import EVERYBODY, OVER
from studio.core.rng import Rng
from tests.contract import invariants
from tests.contract.cases import Case, decisions, every_case, every_layout, has_secrets, positions, step


@every_case
def test_a_redeal_looks_the_same_to_its_seat_and_to_everybody(case: Case) -> None:
    for state in positions(case):
        invariants.a_redeal_looks_the_same_to_its_seat_and_to_everybody(case, state)


@every_case
def test_moves_and_words_tell_nothing_hidden(case: Case) -> None:
    for state in decisions(case):
        invariants.moves_and_words_tell_nothing_hidden(case, state)


@every_case
def test_the_value_of_a_position_tells_nothing_hidden(case: Case) -> None:
    for state in decisions(case)[:12]:
        invariants.its_value_tells_nothing_hidden(case, state)


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
    for state in positions(case)[::3]:
        invariants.a_redeal_forgets_the_truth(case, state)


@pytest.mark.parametrize(
    "name", ["random", "greedy", *(pytest.param(name, marks=pytest.mark.long) for name in ("planner:30", "mcts:10"))]
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
                told.append([event for event in case.game.text.events(before, action, after) if event.private_to < 0])
            if seen[0] == seen[1]:  # else the action itself has shown everybody what was hidden
                assert told[0] == told[1]


@every_case
def test_what_is_not_sealed_has_shown_nobody_anything(case: Case) -> None:
    for state in decisions(case):
        invariants.what_is_not_sealed_has_shown_nobody_anything(case, state)
