"""Chance against a shuffled pack of cards, and what is dealt afresh."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games.neue_entdecker import rules
from studio.games.neue_entdecker.body import build
from studio.seatiles.body import TileKind
from tests.games.neue_entdecker.rules.ply_checks import census
from tests.games.neue_entdecker.sea import BASE, RAGGED, begin, body, changed
from tests.seatiles.counting import Counting


def test_draw_gives_every_outcome_with_its_weight() -> None:
    rng = Rng(5)
    seen: Counter[int] = Counter()
    for seed in range(3):
        state = rules.start(build(RAGGED), 3, {})
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                first = Counting(0)
                drawn = Counter([state.draw(first)])  # type: ignore[arg-type]  # it only needs three of Rng's methods
                for value in range(1, first.limit):
                    drawn[state.draw(Counting(value))] += 1  # type: ignore[arg-type]  # as above
                assert drawn == dict(state.chance())
                seen[state.phase] += 1
                state.apply(state.draw(rng))
            else:
                state.apply(rng.choose(state.legal()))
        assert seed >= 0
    assert set(seen) == {rules.P_TOPS, rules.P_DIE, rules.P_FRONT, rules.P_TOKEN}


def test_tops_and_fronts_come_as_from_a_shuffled_pack() -> None:
    # two stacks of two out of four tiles; drawn in the order first, second, first, second stack
    tiles = (TileKind("sea", "....", hidden=2, events={"gold": 1}), TileKind("cape", "a...", hidden=1))
    pack = [(0, 0), (0, 0), (0, 1), (1, 0)]
    wanted: Counter[tuple[Any, ...]] = Counter()
    for order in permutations(pack):
        one, other = order[:2], order[2:]
        backs = [bool(tile[1]) for tile in (one[0], other[0])]
        wanted[(*backs, one[0], bool(one[1][1]), other[0], bool(other[1][1]), one[1], other[1])] += 1
    state = rules.start(build(body("..... ..... ..... .....", tiles=tiles, stacks=2)), 2, {})
    found: dict[tuple[Any, ...], Fraction] = {}

    def follow(now: rules.State, story: tuple[Any, ...], chance: Fraction) -> None:
        drawn = sum(isinstance(one, tuple) for one in story)
        if drawn == 4:  # what follows is the discard, shuffled anew
            found[story] = found.get(story, Fraction(0)) + chance
            return
        if now.to_move == CHANCE and now.phase in (rules.P_TOPS, rules.P_FRONT):
            outcomes = now.chance()
            total = sum(weight for _action, weight in outcomes)
            for action, weight in outcomes:
                after = now.clone()
                after.apply(action)
                seen = bool(action[2]) if action[0] == rules.TOP else (action[1], action[2])
                follow(after, (*story, seen), chance * Fraction(weight, total))
            return
        after = changed(now, hand=None, phase=rules.P_FRONT, to_move=CHANCE, stack=drawn % 2)
        follow(after, story, chance)

    follow(state, (), Fraction(1))
    # a shuffled pack shows the same stories equally often
    assert found == {story: Fraction(count, 24) for story, count in wanted.items()}


def test_redeal_keeps_what_is_seen_and_shuffles_the_rest() -> None:
    rng = Rng(9)
    state = begin(BASE, 4, chief_scouts=True)
    deals: dict[int, set[str]] = {seat: set() for seat in range(4)}
    for ply in range(500):
        if state.to_move == OVER:
            break
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
        if ply % 20 == 0 and state.to_move != OVER:
            for seat in range(4):
                other = state.redeal(seat, rng)
                assert other.observe(seat) == state.observe(seat)
                assert census(other) == census(state)
                assert (other.to_move < 0) or other.legal() == state.legal()
                deals[seat].add(json.dumps(other.dump()["chiefs"]))
    assert all(len(found) > 5 for found in deals.values())
