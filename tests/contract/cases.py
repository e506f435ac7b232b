"""All cases of the contract suite: every game, layout, number of seats and option; and what holds in each position.

A new game needs no entry here: its folder in `studio.games.known()` and its shipped layouts are found."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

import pytest

from studio.core.cancellation import CancelToken
from studio.core.game import CHANCE, EVERYBODY, OVER, Action, Options, State
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import known
from studio.services.loading import load_layout, playable_board
from tests import toy

LONGEST = 20_000  # decisions and draws after which a match counts as endless


class CountingToken(CancelToken):
    """A token that counts its checks and is cancelled after so many."""

    def __init__(self, most: float = math.inf) -> None:
        super().__init__()
        self.most, self.checks = most, 0

    def raise_if_cancelled(self) -> None:
        self.checks += 1
        if self.checks > self.most:
            self.cancel()
        super().raise_if_cancelled()


@dataclass(frozen=True, slots=True)
class Case:
    """A game to be played: on which layout ("" for the toy), by how many, which option is switched over."""

    slug: str
    layout: str
    seats: int
    option: str = ""

    def __str__(self) -> str:
        parts = (self.slug, self.layout.rpartition("/")[2].removesuffix(".json"), f"{self.seats}", self.option)
        return "-".join(part for part in parts if part)

    @property
    def game(self) -> Game:
        return toy.pebbles() if not self.layout else _opened(self.layout).game

    @property
    def board(self) -> Any:
        return toy.BODY if not self.layout else _board(self.layout)

    @property
    def options(self) -> Options:
        options = self.game.info.defaults()
        for option in self.game.info.options:
            if option.key == self.option:
                others = [value for value, _words in option.choices if value != option.default]
                options[option.key] = others[0] if others else not option.default
        return options

    def start(self) -> State:
        """A fresh position, before anything is drawn."""
        return self.game.rules.start(self.board, self.seats, self.options)


_opened = cache(load_layout)


@cache
def _board(layout: str) -> Any:
    return playable_board(_opened(layout))


def _cases() -> list[Case]:
    found = [Case("pebbles", "", seats, option) for seats in (2, 3) for option in ("", "short")]
    for slug in known():
        for path in shipped_layouts(slug):
            info = _opened(str(path)).game.info
            for seats in info.seats:
                found += [Case(slug, str(path), seats, key) for key in ("", *(option.key for option in info.options))]
    return found


CASES = _cases()


def each_layout(seats: int = 0) -> list[Case]:
    """One case per layout, for tests that are slow: the most seats (or this many), and the options switched on."""
    last: dict[tuple[str, str], Case] = {}
    for case in CASES:
        if not seats or case.seats == seats:
            last[case.slug, case.layout] = case
    return list(last.values())


def _is_quick(case: Case) -> bool:
    """Whether the short run plays it: the first and the last layout of a game once, the first also with the fewest
    seats and with every option."""
    first, last = (next(other for other in order if other.slug == case.slug) for order in (CASES, CASES[::-1]))
    if case in each_layout():
        return case.layout in (first.layout, last.layout)
    return case.layout == first.layout and case.seats == (last.seats if case.option else first.seats)


def over(cases: Iterable[Case]) -> pytest.MarkDecorator:
    """A test of each of these cases, in the short run of the quick ones."""
    return pytest.mark.parametrize(
        "case",
        [pytest.param(case, marks=() if _is_quick(case) else pytest.mark.long) for case in cases],
        ids=str,
        scope="session",  # all tests of a case come one after another, so that its positions need not be kept for long
    )


every_case = over(CASES)
every_layout = over(each_layout())


def step(state: State, rng: Rng) -> Action:
    """Play one random decision or draw one outcome; returns it."""
    action = state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal())
    state.apply(action)
    return action


@lru_cache(maxsize=4)
def positions(case: Case, seed: int = 1, each: int = 2) -> tuple[State, ...]:
    """Some positions of a random match: of every sort of decision and draw the first few, and now and then one more."""
    state, rng = case.start(), Rng(seed)
    remaining: list[State] = []
    seen: dict[Any, int] = {}
    for count in range(LONGEST):
        if state.to_move == OVER:
            return (*remaining, state)
        if state.to_move == CHANCE:
            sort: Any = (CHANCE, state.draw(rng.clone())[0])
        else:
            sort = tuple(sorted({action[0] for action in state.legal()}))
        seen[sort] = seen.get(sort, 0) + 1
        if seen[sort] <= each or count % 150 == 149:
            remaining.append(state.clone())
        step(state, rng)
    raise AssertionError(f"{case} does not end")


def decisions(case: Case, seed: int = 1) -> list[State]:
    """Those positions in which a seat is to move."""
    return [state for state in positions(case, seed) if state.to_move >= 0]


def draws(case: Case, seed: int = 1) -> list[State]:
    """Those positions in which something is to be drawn."""
    return [state for state in positions(case, seed) if state.to_move == CHANCE]


@cache
def has_secrets(case: Case) -> bool:
    """Whether some position of a match holds more than everybody may know."""
    return any(state.dump() != state.observe(EVERYBODY) for state in positions(case))


def is_sentence(words: str) -> bool:
    """Whether a text is a whole sentence without open fields."""
    return words[:1] in "“`" + words[:1].upper() and words.endswith((".", "”")) and "{" not in words


# Invariants of a position, which they leave unchanged: for some positions here, for many in `tests.soak`


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
    twin, before = state.clone(), json.dumps(state.dump())
    assert json.dumps(twin.dump()) == before
    rng = Rng(5)
    for _step in range(25):
        if twin.to_move != OVER:
            step(twin, rng)
    assert json.dumps(state.dump()) == before
    kept, after = state.clone(), json.dumps(twin.dump())
    for _step in range(25):
        if kept.to_move != OVER:
            step(kept, Rng(6))
    assert json.dumps(twin.dump()) == after


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
            assert value == pytest.approx(weighted_sum(case.game, state, seat), rel=0, abs=1e-9)


def weighted_sum(game: Game, state: State, seat: int) -> float:
    """The sum of the features times their weights."""
    values = game.evaluation.features(state, seat)
    return sum(feature.weight * value for feature, value in zip(game.evaluation.FEATURES, values, strict=True))


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
            assert case.game.evaluation.features(dealt, seat) == pytest.approx(
                case.game.evaluation.features(state, seat)
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


QUICK = (moves_are_in_order, points_add_up, who_has_most_has_won)  # invariants that are fast enough for every position
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
