"""What the laboratory counts in a match of Die Neuen Entdecker, against what happened."""

from __future__ import annotations

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games.neue_entdecker import rules as r
from studio.services.loading import load_layout, playable_board


def test_what_was_taken_and_not_laid_fitted_nowhere_and_lost_gold_is_spent() -> None:
    opened = load_layout(shipped_layouts("neue_entdecker")[0])
    luck, tally = Rng(4), opened.game.stats.new_collector()
    state = opened.game.rules.start(playable_board(opened), 3, {})
    assert isinstance(state, r.State)
    tally.before(state)
    hidden, opens, spent = 0, 0, [0, 0, 0]
    while state.to_move != OVER:
        action = state.draw(luck) if state.to_move == CHANCE else luck.choose(state.legal())
        tally.step(state, action)
        hidden, opens, gold = hidden + (action[0] == r.FRONT), opens + (action[0] == r.DRAW_OPEN), state.gold[:]
        state.apply(action)
        spent = [sum_ + max(0, had - has) for sum_, had, has in zip(spent, gold, state.gold, strict=True)]
    found = tally.after(state)
    laid = sum(few or 0 for few in found.seats["tiles_of"])
    assert opens and hidden and list(found.numbers["misfits"]) == [hidden + opens - laid]
    assert list(found.seats["spent_of"]) == spent
