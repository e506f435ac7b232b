"""The bots: names, legal and reproducible moves, and the greedy one clearly better than random."""

from __future__ import annotations

import pytest

from studio import bots
from studio.bots.limits import Limit
from studio.core.cancellation import Cancelled, CancelToken
from studio.core.game import OVER, State
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab.jobs import make_bots, play_match
from studio.services.loading import load_layout, playable_board
from tests import toy


def fresh(seed: int = 1) -> State:
    """A toy match after a few moves with a seat to move."""
    state, rng = toy.pebbles().rules.start(toy.BODY, 2, {"short": False}), Rng(seed)
    for _step in range(7):
        state.apply(state.draw(rng) if state.to_move < 0 else rng.choose(state.legal()))
    while state.to_move < 0:
        assert state.to_move != OVER
        state.apply(state.draw(rng))
    return state


def test_unknown_bot_names_are_rejected() -> None:
    assert bots.list_bots() == ("random", "greedy", "planner", "mcts")
    for name, text in (
        ("clairvoyant", 'there is no bot "clairvoyant"; there are random, greedy, planner, mcts'),
        ("greedy:3", '"greedy:3": the bot greedy has no limit'),
        *(
            (wrong, f'"{wrong}": a limit is a number of steps or of seconds, as in mcts:400 or mcts:2s')
            for wrong in ("mcts:", "mcts:fast", "mcts:0", "mcts:0s", "mcts:-4", "mcts:1e9", "mcts:4 s", "mcts:9999999")
        ),
    ):
        with pytest.raises(ValueError) as refused:
            bots.make_bot(name, 1)
        assert str(refused.value) == text


def test_limits_are_steps_or_seconds() -> None:
    assert Limit.parse("400") == Limit(count=400)
    assert Limit.parse("2s") == Limit(seconds=2.0) and Limit.parse("0.25s") == Limit(seconds=0.25)
    for name in ("planner:50", "planner:0.5s", "mcts:40", "mcts:1.5s"):
        bots.make_bot(name, 1)


@pytest.mark.parametrize("name", ["random", "greedy", "planner:50", "mcts:20"])
def test_the_same_seed_gives_the_same_choices(name: str) -> None:
    one, other = bots.make_bot(name, 5), bots.make_bot(name, 5)
    for seed in range(20):
        state = fresh(seed)
        choice = one.choose(toy.pebbles(), state, state.to_move)
        assert choice == other.choose(toy.pebbles(), state, state.to_move)
        assert choice in state.legal()


def test_the_random_bot_plays_every_move() -> None:
    state, bot = fresh(), bots.make_bot("random", 1)
    assert {bot.choose(toy.pebbles(), state, state.to_move) for _choice in range(200)} == set(state.legal())


def test_the_greedy_bot_can_be_called_off_at_every_move_that_it_tries() -> None:
    class Counted(CancelToken):
        looks = 0

        def raise_if_cancelled(self) -> None:
            self.looks += 1
            super().raise_if_cancelled()

    state, patience = fresh(), Counted()
    bots.make_bot("greedy", 1).choose(toy.pebbles(), state, state.to_move, patience)
    assert patience.looks >= len(state.legal()) > 1
    patience.cancel()
    with pytest.raises(Cancelled):
        bots.make_bot("greedy", 1).choose(toy.pebbles(), state, state.to_move, patience)


class Rigged(toy.Pebbles):
    """Pebbles in which only played pebbles are worth anything."""

    def evaluate(self, state: toy.State, seat: int) -> float:
        return float(state.points[seat])


def test_the_greedy_bot_takes_what_is_worth_most() -> None:
    state = fresh()
    state.hands[state.to_move] = [1, 1, 1]  # type: ignore[attr-defined]  # a toy state
    choice = bots.make_bot("greedy", 2).choose(toy.toy_game(Rigged()), state, state.to_move)
    assert choice == (toy.LAY, 2)


def test_the_greedy_bot_averages_over_draws() -> None:
    """With an evaluation that values only high draws it still draws, though no single draw is sure."""

    class Hopeful(toy.Pebbles):
        def evaluate(self, state: toy.State, seat: int) -> float:
            return float(state.hands[seat][2] + state.hands[seat][1])

    state = fresh()
    choice = bots.make_bot("greedy", 2).choose(toy.toy_game(Hopeful()), state, state.to_move)
    assert choice == (toy.TAKE, 2)


@pytest.mark.parametrize("matches", [2, pytest.param(10, marks=pytest.mark.long)])
@pytest.mark.parametrize("slug", slugs())
def test_greedy_beats_random(slug: str, matches: int) -> None:
    """At least nine of ten matches with two seats, each bot in each seat equally often."""
    opened = load_layout(shipped_layouts(slug)[0])
    board, options = playable_board(opened), opened.game.info.defaults()
    won = 0.0
    for seed in range(matches):
        order = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        played = play_match(opened.game, board, 2, options, make_bots(order, seed), seed)
        winners = played.state.winners()
        won += (order.index("greedy") in winners) / len(winners)
    assert won >= 0.9 * matches
