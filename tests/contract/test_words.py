"""Words for every move: no two alike, a short form for buttons, seats only by their marks, events in order."""

from __future__ import annotations

import re

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.core.text import name_seats
from tests.contract.cases import Case, decisions, every_case, every_layout, has_secrets, step


@every_case
def test_no_two_moves_read_alike(case: Case) -> None:
    names = [f"Seat {seat}" for seat in range(case.seats)]
    for state in decisions(case):
        sentences = [case.game.text.describe(state, action) for action in state.legal()]
        assert len(set(sentences)) == len(sentences)
        for sentence in sentences:
            assert sentence.strip() == sentence
            assert sentence.endswith((".", "?", "!", "”", ")"))
            assert "⟦" not in name_seats(sentence, names), "a mark of no seat"


@every_case
def test_buttons_and_turns_are_short_and_never_blank(case: Case) -> None:
    for state in decisions(case):
        assert 0 < len(case.game.text.turn_title(state).strip()) <= 20
        for action in state.legal():
            label = case.game.text.button_text(state, action)
            assert 0 < len(label.strip()) <= 40, label


@every_layout
def test_events_tell_of_the_whole_match(case: Case) -> None:
    state, rng = case.start(), Rng(5)
    cells, told, private = -1, 0, 0
    while state.to_move != OVER:
        before = state.clone()
        was_chance = state.to_move == CHANCE
        action = step(state, rng)
        events = case.game.text.events(before, action, state)
        if not was_chance:
            assert events, f"nothing is told of {action}"
        for event in events:
            told += 1
            assert event.kind and event.text
            assert -1 <= event.seat < case.seats
            assert -1 <= event.private_to < case.seats
            assert all(cell >= 0 for cell in event.cells)
            assert not re.search(r"[{}]|None|\bself\b", event.text), event.text
            private += event.private_to >= 0
            cells = max([cells, *event.cells])
    assert told > 5
    assert bool(private) == has_secrets(case), "what only one seat knows is told to that seat alone"
