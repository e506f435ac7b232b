"""The bots: names, limits, legal and reproducible moves, search, cancellation."""

from __future__ import annotations

import json
import math
import os
import statistics
import subprocess
import sys
from typing import Any, Self

import pytest

from studio import bots
from studio.bots import limits, planner
from studio.bots.greedy import evaluate_moves
from studio.bots.limits import Limit
from studio.bots.mcts import FEW, GROWN, PROOF, ROUND, Edge, MctsBot, MovePriors, Node, Race, Search, TreePath
from studio.bots.planner import Plan
from studio.core.cancellation import Cancelled
from studio.core.game import CHANCE, OVER, Action, Json, State
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab.jobs import make_bots, play_match
from studio.services.loading import load_layout, playable_board
from tests import toy
from tests.contract.cases import CountingToken


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
    assert bots.list_bots() == ("random", "novice", "greedy", "planner", "mcts")
    for name, text in (
        ("clairvoyant", 'unknown bot "clairvoyant"; available: random, novice, greedy, planner, mcts'),
        ("greedy:3", '"greedy:3": the bot greedy accepts no limit'),
        *(
            (wrong, f'"{wrong}": invalid limit; use steps or seconds, as in mcts:400 or mcts:2s')
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


@pytest.mark.parametrize("name", ["random", "novice", "greedy", "planner:50", "mcts:20"])
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


def test_the_greedy_bot_checks_its_token_at_every_move() -> None:
    state, token = fresh(), CountingToken()
    bots.make_bot("greedy", 1).choose(toy.pebbles(), state, state.to_move, token)
    assert token.checks >= len(state.legal()) > 1


class Rigged(toy.Pebbles):
    """Pebbles in which only played pebbles are worth anything."""

    def evaluate(self, state: toy.State, seat: int) -> float:
        return float(state.points[seat])


def test_the_greedy_bot_takes_what_is_worth_most() -> None:
    state = fresh()
    state.hands[state.to_move] = [1, 1, 1]  # type: ignore[attr-defined]  # a toy state
    choice = bots.make_bot("greedy", 2).choose(toy.toy_game(Rigged()), state, state.to_move)
    assert choice == (toy.LAY, 2)


def test_the_novice_chooses_the_best_move_half_of_the_time_and_none_of_the_worse_half() -> None:
    class Ordered(toy.Pebbles):
        def evaluate(self, state: toy.State, seat: int) -> float:
            return 10.0 * state.points[seat] - sum(state.hands[seat])

    state = fresh()
    state.hands[state.to_move] = [1, 1, 1]  # type: ignore[attr-defined]  # a toy state
    game = toy.toy_game(Ordered())
    order = sorted(state.legal(), key=lambda action: (action[0] == toy.LAY, action), reverse=True)
    assert len(order) >= 3
    choices = [bots.make_bot("novice", seed).choose(game, state, state.to_move) for seed in range(300)]
    better = order[: (len(order) + 1) // 2]
    assert set(choices) == set(better) and order[0] == (toy.LAY, 2)
    assert 0.5 < choices.count(order[0]) / 300 < 0.5 + 0.5 / len(better) + 0.15


def test_equal_moves_are_chosen_equally_often_and_reproducibly() -> None:
    class Blind(toy.Pebbles):
        def evaluate(self, state: toy.State, seat: int) -> float:
            return 0.1 + 0.2 if state.hands[seat] else 0.3  # equal but for rounding

    state = fresh()
    choices = [bots.make_bot("greedy", seed).choose(toy.toy_game(Blind()), state, state.to_move) for seed in range(400)]
    assert choices == [
        bots.make_bot("greedy", seed).choose(toy.toy_game(Blind()), state, state.to_move) for seed in range(400)
    ]
    expected = 400 / len(state.legal())
    assert set(choices) == set(state.legal())
    assert all(abs(choices.count(action) - expected) < 4 * expected**0.5 for action in state.legal())


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


# The search bots


THINKING = ("planner:400", "mcts:400")


class Climb:
    """A turn of up to three decisions: `script` says by the path so far what each move leads to.

    A number is the end of the turn, worth so much; a list are draws, all equally likely; all else goes on. What a
    path seems to be worth before the turn ends is its entry in `looks`.
    """

    def __init__(self, script: dict[Action, Any], looks: dict[Action, float]) -> None:
        self.script, self.looks = script, looks
        self.path: Action = ()
        self.worth = 0.0
        self.to_move = 0

    @property
    def evaluation(self) -> Self:
        """A climb is its own game."""
        return self

    def legal(self) -> list[Action]:
        return [(number,) for number in (0, 1)]

    def apply(self, action: Action) -> None:
        self.path += action
        found = self.script.get(self.path)
        if isinstance(found, list):
            self.to_move = CHANCE
        elif found is None:
            self.to_move = 0
        else:
            self.worth, self.to_move = found, OVER

    def chance(self) -> list[tuple[Action, int]]:
        return [((number,), 1) for number in self.script[self.path]]

    def draw(self, rng: Rng) -> Action:
        return (rng.choose(self.script[self.path]),)

    def clone(self) -> Self:
        other = type(self)(self.script, self.looks)
        other.path, other.worth, other.to_move = self.path, self.worth, self.to_move
        return other

    def redeal(self, seat: int, rng: Rng) -> Self:
        return self.clone()

    def observe(self, seat: int) -> Json:
        return list(self.path)

    def evaluate(self, state: Climb, seat: int) -> float:
        return state.worth if state.to_move == OVER else self.looks.get(state.path, 0.0)

    def estimate_moves(self, state: Climb, seat: int) -> dict[Action, float]:
        return {}


def chosen(name: str, climb: Climb, seed: int = 1) -> Action:
    """The first move of a bot in a climb, which is both game and position."""
    game: Any = climb
    return bots.make_bot(name, seed).choose(game, climb.clone(), 0)  # type: ignore[arg-type]  # all that a bot asks for


@pytest.mark.parametrize("name", THINKING)
def test_a_move_that_pays_later_in_the_turn_is_found(name: str) -> None:
    climb = Climb({(0,): 1.0, (1, 0): 0.0, (1, 1, 0): 0.5, (1, 1, 1): 5.0}, {(1,): -2.0, (1, 1): -1.0})
    assert chosen("greedy", climb) == (0,)
    assert chosen(name, climb) == (1,)


@pytest.mark.parametrize("name", THINKING)
def test_future_draws_are_not_known(name: str) -> None:
    """Drawing loses on average, though every second draw wins: a bot that knew the next draw would draw.

    One in five may be misled by draws that went well in nearly all worlds; half of them would know the draw.
    """
    draws: dict[Action, Any] = {(1,): [2, 3], (1, 2): -6.0, (1, 3): 3.0}
    assert [chosen(name, Climb({(0,): 0.0, **draws}, {}), seed) for seed in range(30)].count((0,)) >= 24
    assert [chosen(name, Climb({(0,): -3.5, **draws}, {}), seed) for seed in range(30)].count((1,)) >= 24


@pytest.mark.parametrize("name", THINKING)
def test_a_draw_can_be_worth_its_best_answer(name: str) -> None:
    """The right answer to a draw is worth more than the certain value."""
    answers: dict[Action, Any] = {(1,): [2, 3], (1, 2, 0): 4.0, (1, 2, 1): -4.0, (1, 3, 0): -4.0, (1, 3, 1): 4.0}
    assert [chosen(name, Climb({(0,): 1.0, **answers}, {}), seed) for seed in range(10)] == [(1,)] * 10


class Relay(Climb):
    """A climb after which another seat moves, and which has a high value in one's own next turn."""

    def apply(self, action: Action) -> None:
        if self.to_move == 1:
            self.to_move, self.worth = 0, self.worth + 10.0
            return
        super().apply(action)
        if self.to_move == OVER:
            self.to_move = 1

    def evaluate(self, state: Climb, seat: int) -> float:
        return state.worth


@pytest.mark.parametrize("name", THINKING)
def test_a_short_turn_does_not_win_by_the_value_of_the_next(name: str) -> None:
    """The best end of the turn is chosen, though the shorter path sees the next turn sooner."""
    assert chosen(name, Relay({(0,): 0.0, **{(1, one, two): 1.0 for one in (0, 1) for two in (0, 1)}}, {})) == (1,)


class InTurns(Climb):
    """Seats alternate; the first move is worth much more once the other seat has moved."""

    longest = 0

    def apply(self, action: Action) -> None:
        self.path += action
        self.to_move = 1 - self.to_move

    def evaluate(self, state: Climb, seat: int) -> float:
        InTurns.longest = max(InTurns.longest, len(state.path))
        return 1.0 if state.path[0] == 0 else 0.5 if len(state.path) < 3 else 5.0


def test_mcts_sees_the_value_of_the_next_turn() -> None:
    assert chosen("planner:400", InTurns({}, {})) == (0,) and InTurns.longest == 1
    assert chosen("mcts:400", InTurns({}, {})) == (1,) and InTurns.longest == 3


def test_the_best_move_is_cached_by_the_steps_before_it() -> None:
    looked: list[Action] = []

    class Watched(Climb):
        def evaluate(self, state: Climb, seat: int) -> float:
            looked.append(state.path)
            return super().evaluate(state, seat)

    climb: Any = Watched({}, {(0,): 1.0, (1,): 2.0})
    habits, rng, steps = MovePriors(climb, 0), Rng(1), ((5,), (7,))

    def looks() -> None:
        pass

    assert habits.best_move(climb, climb.legal(), steps, rng, looks) == (1,) and sorted(looked) == [(0,), (1,)]
    looked.clear()
    later: Any = climb.clone()
    later.apply((1,))
    assert habits.best_move(later, later.legal(), steps, rng, looks) == (1,) and not looked, (
        "as after these steps before"
    )
    assert habits.best_move(later, [(0,)], steps, rng, looks) == (0,) and looked == [(1, 0)], (
        "another choice is weighed"
    )
    for others in (((5,), (8,)), ((6,), (7,))):
        looked.clear()
        habits.best_move(later, later.legal(), others, rng, looks)
        assert sorted(looked) == [(1, 0), (1, 1)], "so are other steps, and a turn that began otherwise"


def test_a_move_drops_out_of_the_race_when_it_is_clearly_behind() -> None:
    a, b, c = (0,), (1,), (2,)
    race = Race([a, b, c], 8)
    for world in range(8):
        assert race.remaining == [a, b, c]
        race.record([1.0, 2.0 + world % 2, 2.5])
    assert race.remaining == [b, c], "what is as good on the average stays"
    assert race.leader() == b, "the earlier of equal ones"
    for world in range(200):
        if len(race.remaining) > 1:
            race.record([2.0 + world % 2, 3.0])
    assert race.remaining == [c]


def test_of_moves_with_equal_values_the_first_stays() -> None:
    race = Race([(0,), (1,), (2,)], 4)
    for world in range(4):
        race.record([float(world)] * 3)
    assert race.remaining == [(0,)]


def test_the_leader_changes_when_the_difference_is_significant() -> None:
    a, b, c = (0,), (1,), (2,)
    luck = [2.0, -2.0, 2.0, -2.0]
    sure = PROOF * statistics.stdev(luck) / 2
    for better, leader in ((sure - 0.1, a), (sure + 0.1, b)):
        race = Race([a, b, c], 5)
        assert race.leader() == a, "nothing is known yet"
        for world, by_luck in enumerate(luck):
            race.record([2.0, 2.0 + better + by_luck, 2.0])
            assert world or race.leader() == a, "of one world nobody can tell"
        assert race.remaining == [a, b, c] and race.leader() == leader
        assert race.best(2) == ([a, b] if leader == a else [b, a]), "the leader, and what came to most"


def test_a_plan_is_better_when_the_difference_is_significant() -> None:
    plan = Plan(((1,),))
    plan.record(9.0)
    assert plan.gain(-0.7) == -math.inf and plan.gain(1.5) == math.inf and plan.gain(0.0) == 9.0, "one world is none"
    worlds = [9.0, -6.0, 4.0, -3.0]
    for more in worlds[1:]:
        plan.record(more)
    error = statistics.stdev(worlds) / 2
    assert plan.gain(-0.7) == pytest.approx(1.0 - 0.7 * error) and plan.gain(-0.7) < 0
    assert plan.gain(1.5) == pytest.approx(1.0 + 1.5 * error)
    steady = Plan(((1,),))
    for _world in range(4):
        steady.record(1.0)
    assert steady.gain(-0.7) == steady.gain(1.5) == 1.0


def test_a_plan_is_kept_until_something_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    weighed: list[int] = []

    def counted(*args: Any) -> list[float]:
        weighed.append(1)
        return evaluate_moves(*args)

    monkeypatch.setattr(planner, "evaluate_moves", counted)
    climb: Any = Climb({(0,): 1.0, (1, 0): 0.0, (1, 1): [2], (1, 1, 2, 0): 4.0, (1, 1, 2, 1): 5.0}, {})
    bot, state, spent = bots.make_bot("planner:40", 1), climb.clone(), []
    while state.to_move != OVER:
        weighed.clear()
        state.apply(bot.choose(climb, state, 0))
        spent.append(len(weighed) > 0)
        if state.to_move == CHANCE:
            state.apply((2,))
    assert state.path == (1, 1, 2, 1) and spent == [True, False, True]
    for _time in range(2):  # at another position than the planned one: it plans again
        weighed.clear()
        assert bot.choose(climb, climb.clone(), 0) == (1,) and weighed


def middle(slug: str, decisions: int = 40) -> tuple[Any, Any]:
    """A game, and a position of its first layout after some decisions."""
    opened = load_layout(shipped_layouts(slug)[0])
    state, rng = opened.game.rules.start(playable_board(opened), 2, opened.game.info.defaults()), Rng(5)
    while decisions or state.to_move < 0 or len(state.legal()) < 3:
        if state.to_move == CHANCE:
            state.apply(state.draw(rng))
        else:
            decisions = max(0, decisions - 1)
            state.apply(rng.choose(state.legal()))
    return opened.game, state


@pytest.mark.parametrize("name", ["novice", "planner:30", "mcts:10"])
@pytest.mark.parametrize("slug", slugs())
def test_hidden_information_does_not_change_a_choice(slug: str, name: str) -> None:
    """One position of each game; the long run tries many (`tests/contract`)."""
    game, state = middle(slug, 20)
    seat, before = state.to_move, json.dumps(state.dump())
    choice = bots.make_bot(name, 3).choose(game, state, seat)
    assert choice in state.legal() and json.dumps(state.dump()) == before
    for luck in (31, 32):
        assert bots.make_bot(name, 3).choose(game, state.redeal(seat, Rng(luck)), seat) == choice


@pytest.mark.parametrize("name", ["novice", "greedy", "planner:60", "mcts:40"])
def test_a_search_can_be_cancelled_at_every_position(name: str) -> None:
    game, state = middle("entdecker")
    whole = CountingToken()
    bots.make_bot(name, 1).choose(game, state, state.to_move, whole)
    assert whole.checks >= len(state.legal())
    for most in range(0, whole.checks, max(1, whole.checks // 7)):
        token = CountingToken(most)
        with pytest.raises(Cancelled):
            bots.make_bot(name, 1).choose(game, state, state.to_move, token)
        assert token.checks == most + 1


@pytest.mark.parametrize("name", ["planner:1s", "mcts:1s"])
def test_time_limits_are_respected(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock that advances by 10 ms at each reading."""
    ticks = [0]

    def tick() -> float:
        ticks[0] += 1
        return ticks[0] / 100

    monkeypatch.setattr(limits, "monotonic", tick)
    game, state = middle("columbus")
    assert bots.make_bot(name, 1).choose(game, state, state.to_move) in state.legal()
    assert 1.0 <= ticks[0] / 100 <= 1.03
    monkeypatch.setattr(limits, "monotonic", lambda: 1000.0 * tick())  # no time at all
    assert bots.make_bot(name, 1).choose(game, state, state.to_move) in state.legal()


def test_the_tree_of_one_decision_is_reused_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    visits: list[int] = []  # visits of the root before each playout
    playout = Search.playout

    def counted(search: Search, root: Node, state: State, action: Action, rng: Rng) -> tuple[TreePath, float]:
        visits.append(root.visits)
        return playout(search, root, state, action, rng)

    monkeypatch.setattr(Search, "playout", counted)
    rounds: list[int] = []  # the positions played on for a round
    later = Search.play_round

    def noted(search: Search, state: State, luck: int) -> float:
        rounds.append(luck)
        return later(search, state, luck)

    monkeypatch.setattr(Search, "play_round", noted)
    ends: dict[Action, float] = {(1, 1, n, m): 5.0 + m for n in (2, 3) for m in (0, 1)}
    climb: Any = Climb({(0,): 1.0, (1, 0): 0.0, (1, 1): [2, 3], **ends}, {})
    bot, state, begun, ahead = MctsBot(1, Limit(count=400)), climb.clone(), [], []
    while state.to_move != OVER:
        visits.clear()
        rounds.clear()
        state.apply(bot.choose(climb, state, 0))
        begun.append(visits[0])
        ahead.append(bool(rounds))
        assert 2 <= len(visits) <= 400 / ROUND + 2
        if state.to_move == CHANCE:
            state.apply((3,))
    assert len(begun) == 3 and begun[0] == 0 < min(begun[1:]), "it took the way up"
    assert ahead == [True, False, True], "the second decision had been seen so far ahead by the first"
    visits.clear()
    other: Any = Climb({(0,): 1.0, (1,): 0.0}, {})
    bot.choose(other, other.clone(), 0)
    assert visits[0] == 0, "another match starts a new tree"


def test_a_large_tree_tries_only_its_best_moves_again() -> None:
    climb: Any = Climb({(0,): 1.0, (1,): 2.0}, {})
    search, root = Search(climb, 0, lambda: None), Node()
    moves: list[Action] = [(number,) for number in range(FEW + 3)]
    for number, move in enumerate(moves):
        root.edges[move] = Edge()
        root.edges[move].visits = number
    rng = Rng(1)
    few = search.candidates(root, climb, climb.legal(), (0,), rng)
    assert few == [(0,), (1,)], "few visits: what is planned, and what looks best"
    root.visits = GROWN
    assert search.candidates(root, climb, moves, moves[-1], rng) == moves[: -FEW - 1 : -1]
    assert search.candidates(root, climb, moves, moves[0], rng) == [moves[0], *moves[:-FEW:-1]], (
        "never without the plan"
    )
    assert search.candidates(root, climb, [(77,), (78,)], (78,), rng) == [(78,), (77,)], "none of them is possible here"


_SCRIPT = """
import json, sys
from tests.bots.test_bots import opening
print(json.dumps(opening(sys.argv[1])))
"""


def opening(slug: str) -> list[list[int]]:
    """The first decisions of search bots in a game."""
    opened = load_layout(shipped_layouts(slug)[0])
    moves: list[list[int]] = []
    state = opened.game.rules.start(playable_board(opened), 2, opened.game.info.defaults())
    players, rng = [bots.make_bot("planner:40", 3), bots.make_bot("mcts:8", 4)], Rng(2)
    while len(moves) < 16:
        if state.to_move == CHANCE:
            state.apply(state.draw(rng))
        else:
            action = players[state.to_move].choose(opened.game, state, state.to_move)
            moves.append(list(action))
            state.apply(action)
    return moves


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_seed_and_steps_give_the_same_moves_in_every_process(slug: str) -> None:
    found = []
    for salt in ("0", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT, slug],
            env={**os.environ, "PYTHONHASHSEED": salt},
            capture_output=True,
            text=True,
            check=True,
        )
        found.append(json.loads(done.stdout))
    assert found[0] == found[1] == opening(slug)
