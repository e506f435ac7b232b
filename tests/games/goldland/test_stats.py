"""Statistics of Lab matches, compared with the events of a match."""

from __future__ import annotations

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games.goldland.rules import State
from studio.lab.jobs import make_bots
from studio.services.loading import load_layout, playable_board


def test_an_arrival_counts_in_its_round() -> None:
    """Also for the last seat of a round, whose arrival ends its turn and with it the round (G14)."""
    opened = load_layout(shipped_layouts("goldland")[0])
    game, board = opened.game, playable_board(opened)
    last = 0
    for seed in range(6):
        state, tally, luck, bots = (
            game.rules.start(board, 2, {}),
            game.stats.new_collector(),
            Rng(seed),
            make_bots(["greedy"] * 2, seed),
        )
        assert isinstance(state, State)
        tally.before(state)
        rounds: list[int | None] = [None, None]
        while state.to_move != OVER:
            seat = state.to_move
            action = state.draw(luck) if seat == CHANCE else bots[seat].choose(game, state, seat)
            tally.step(state, action)
            amulets, number = state.amulet[:], state.round
            state.apply(action)
            for one in range(2):
                if state.amulet[one] and not amulets[one]:
                    rounds[one] = number
                    last += state.round > number
        found = tally.after(state)
        assert list(found.seats["arrival"]) == rounds
        assert list(found.numbers["first_arrival"]) == [min(n for n in rounds if n is not None)] if any(rounds) else []
    assert last, "somebody arrives at the end of a round"
