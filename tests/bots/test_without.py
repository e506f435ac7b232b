"""Bots without a kind of action: what they never do, when they must, and what stays the same."""

from __future__ import annotations

import pytest

from studio.bots import RandomBot, bot_factory, check_actions, is_timed, make_bot
from studio.bots.without import WithoutBot, find_action
from studio.core.game import Action
from studio.games import load, slugs
from studio.lab.jobs import MatchLog, play_match
from tests.lab.tables import side
from tests.toy import BODY, BOWL, LOOK, TAKE, pebbles

NAMES: dict[str, tuple[str, Action]] = {
    "entdecker": ("unit.settlement", (6, 2)),
    "neue_entdecker": ("unit.base", (10, 1)),
    "goldland": ("pitch", (4,)),
    "columbus": ("swap", (4,)),
}


def moves_of(slug: str, bots: tuple[str, str]) -> list[list[Action]]:
    """The moves of each seat in a match."""
    here, log = side(slug), MatchLog()
    game = load(slug)
    play_match(game, here.board, 2, here.options, [make_bot(name, 7) for name in bots], 3, log=log)
    state = game.rules.start(here.board, 2, here.options)
    found: list[list[Action]] = [[], []]
    for drawn in log.opening:
        state.apply(drawn)
    for move, draws in log.moves:
        found[state.to_move].append(move)
        for action in (move, *draws):
            state.apply(action)
    return found


@pytest.mark.parametrize("slug", slugs())
def test_names_are_those_of_the_rules(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load(slug).rules, "__doc__", None)  # as with `python -OO`
    name, action = NAMES[slug]
    assert find_action(load(slug), name) == action
    for wrong in ("settlement", "p_over", "nonsense", "", "unit.nonsense", "scored_island"):
        with pytest.raises(ValueError, match="has no action"):
            check_actions(load(slug), ["random", f"greedy-without-{wrong}"])


@pytest.mark.parametrize(
    ("slug", "bot"), [("neue_entdecker", "random"), ("columbus", "random"), ("goldland", "greedy")]
)
def test_only_the_bot_itself_does_without(slug: str, bot: str) -> None:
    name, action = NAMES[slug]
    own, other = moves_of(slug, (f"{bot}-without-{name}", bot))
    assert not any(move[: len(action)] == action for move in own)
    assert any(move[: len(action)] == action for move in other)


def test_a_move_without_alternative_is_played_all_the_same() -> None:
    game = pebbles()
    state = game.rules.start(BODY, 2, {"short": False})
    state.apply((BOWL, 0))
    bots = [WithoutBot(RandomBot(seed), "take") for seed in range(20)]
    assert {bot.choose(game, state, 0) for bot in bots} == {(LOOK,)}
    state.apply((LOOK,))
    state.apply((LOOK,))
    assert {bot.choose(game, state, 0) for bot in bots} == {(TAKE, 1), (TAKE, 2)}
    assert type(state) is type(pebbles().rules.start(BODY, 2, {"short": False})), "the true position is left alone"


def test_limits_stay_behind_the_colon() -> None:
    assert is_timed("mcts-without-pitch:2s") and not is_timed("planner-without-units:200")
    assert bot_factory("planner-without-pitch:200")(1)
    for name in ("greedy-without-pitch:3", "clever-without-pitch", "planner-without-pitch:x"):
        with pytest.raises(ValueError, match=r"accepts no limit|unknown bot|invalid limit"):
            bot_factory(name)
