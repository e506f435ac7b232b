"""Chance against shuffled packs of cards: fronts, backs, chips, the spinner."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games.entdecker import rules
from studio.games.entdecker.body import build
from studio.seatiles.body import TileKind
from tests.games.entdecker.sea import ISLES, RAGGED, body, changed
from tests.seatiles.counting import Counting


def test_draw_gives_every_outcome_with_its_weight() -> None:
    rng = Rng(5)
    seen: Counter[int] = Counter()
    for drawn in (RAGGED, ISLES):
        state = rules.start(build(drawn), 3, {"personal_tiles": True})
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                first = Counting(0)
                outcomes = Counter([state.draw(first)])  # type: ignore[arg-type]  # it only needs three of Rng's methods
                for value in range(1, first.limit):
                    outcomes[state.draw(Counting(value))] += 1  # type: ignore[arg-type]  # as above
                assert outcomes == dict(state.chance())
                seen[state.phase] += 1
                state.apply(state.draw(rng))
            else:
                state.apply(rng.choose(state.legal()))
    assert set(seen) == {rules.P_TOPS, rules.P_SPIN, rules.P_FRONT, rules.P_CHIP}


def test_tops_and_fronts_come_as_from_a_shuffled_pack() -> None:
    # two piles of two and one tile; drawn in the order first, second, first pile
    tiles = (TileKind("sea", "....", hidden=1, events={"gold": 1}), TileKind("cape", "a...", hidden=1))
    pack = [(0, 0), (0, 6), (1, 0)]
    wanted: Counter[tuple[Any, ...]] = Counter()
    for order in permutations(pack):
        one, other = order[:2], order[2:]
        backs = [bool(tile[1]) for tile in (one[0], other[0])]
        wanted[(*backs, one[0], bool(one[1][1]), other[0], one[1])] += 1
    state = rules.start(build(body("..... ..... ..... .....", tiles=tiles, piles=2)), 2, {})
    found: dict[tuple[Any, ...], Fraction] = {}

    def follow(now: rules.State, story: tuple[Any, ...], chance: Fraction) -> None:
        drawn = sum(isinstance(one, tuple) for one in story)
        if drawn == 3:
            found[story] = found.get(story, Fraction(0)) + chance
        elif now.to_move == CHANCE and now.phase in (rules.P_TOPS, rules.P_FRONT):
            outcomes = now.chance()
            total = sum(weight for _action, weight in outcomes)
            for action, weight in outcomes:
                after = now.clone()
                after.apply(action)
                seen = bool(action[2]) if action[0] == rules.TOP else (action[1], action[2])
                follow(after, (*story, seen), chance * Fraction(weight, total))
        else:
            after = changed(now, hand=None, phase=rules.P_FRONT, to_move=CHANCE, stack=drawn % 2, gold=[9, 9])
            follow(changed(after, left=9, active=0), story, chance)

    follow(state, (), Fraction(1))
    assert found == {story: Fraction(count, 6) for story, count in wanted.items()}


def test_chips_come_from_one_bag_without_being_put_back() -> None:
    drawn = body("..... ..... .....", chips={"1": 1, "3": 2})
    state = rules.start(build(drawn), 2, {})
    state = changed(state, phase=rules.P_CHIP, to_move=CHANCE, takers=[1, 0, 1], then=rules.THEN_GO, stack_top=[0] * 5)
    assert state.chance() == [((rules.CHIP, 1), 1), ((rules.CHIP, 3), 2)]
    state.apply((rules.CHIP, 3))
    assert state.chance() == [((rules.CHIP, 1), 1), ((rules.CHIP, 3), 1)]
    state.apply((rules.CHIP, 1))
    assert state.chance() == [((rules.CHIP, 3), 1)]
    assert state.chips == [(1,), (3,)]
    assert state.bag == [0, 1]


def test_the_spinner_weighs_equal_faces_together() -> None:
    state = rules.start(build(body("..... .....", spinner=(2, 5, 2, 3))), 2, {})
    while state.phase == rules.P_TOPS:
        state.apply(state.chance()[0][0])
    assert state.chance() == [((rules.SPIN, 2), 2), ((rules.SPIN, 3), 1), ((rules.SPIN, 5), 1)]


def test_dealing_afresh_changes_nothing_since_fronts_and_chips_are_drawn_when_seen() -> None:
    rng = Rng(9)
    state = rules.start(build(RAGGED), 4, {})
    for _ply in range(200):
        if state.to_move == OVER:
            break
        for seat in range(-1, 4):
            assert state.observe(seat) == state.dump()
            assert state.redeal(max(seat, 0), rng).dump() == state.dump()
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
