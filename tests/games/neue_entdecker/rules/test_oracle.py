"""Random matches beside slow oracles, and chance against a shuffled pack."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games.neue_entdecker import rules
from studio.games.neue_entdecker.body import SEATS, Body, Gold, Jungle, Unit, Units, build
from studio.games.neue_entdecker.rules.board import EVENTS
from studio.seatiles.body import Border, TileKind
from tests.games.neue_entdecker.rules.oracle import Oracle, census, check_gold, check_scoring, check_starts
from tests.games.neue_entdecker.sea import BASE, RAGGED, TILES, TWO_SECTORS, begin, body, changed
from tests.seatiles.counting import check_draws
from tests.seatiles.oracle import SIDES, as_looks, check_chart
from tests.seatiles.random_layouts import home_made, random_sea_fields


def random_body(random: Random, most: int = 6) -> Body:
    """A layout whose pre-placed tiles match each other and the border."""
    tiles = TILES if random.random() < 0.5 else home_made(random, EVENTS)
    return Body(
        **random_sea_fields(random, tiles, most),
        stacks=random.choice((1, 2, 6)),
        units=Units(scout=Unit(1, dict.fromkeys(SEATS, random.choice((1, 2, 3, 4, 12))))),
        gold=Gold(
            start=random.randint(0, 30), hidden_tile=random.choice((1, 1, 2)), route_toll=random.choice((2, 2, 1, 0))
        ),
        jungle=Jungle(
            paths=tuple(random.randint(1, 5) for _hut in range(random.randint(1, 7))),
            dot=random.randint(1, 3),
            eye=random.randint(1, 3),
            tokens={"5": random.randint(0, 3), "12": random.randint(0, 2)},
        ),
    )


# Random matches beside slow oracles that know the layout and networkx, but none of the rules' own tables


def run(drawn: Body, seats: int, seed: int, chief_scouts: bool = False, every: int = 1) -> rules.State:
    """A random match with every check after each ply (the slow ones after `every` laid tiles)."""
    board = build(drawn)
    rng = Rng(seed)
    state = rules.start(board, seats, {"chief_scouts": chief_scouts})
    first = census(state)
    expected: set[tuple[Any, ...]] | None = None
    tiles, ship, plies = -1, -1, 0
    while state.to_move != OVER:
        plies += 1
        assert plies < 20_000
        if state.to_move == CHANCE:
            action = state.draw(rng)
            weights = dict(state.chance())
            assert weights[action] > 0
            assert len(weights) == len(state.chance())
        else:
            legal = state.legal()
            assert legal
            assert legal == sorted(set(legal))
            action = rng.choose(legal)
        before = state.clone()
        if action[0] == rules.FRONT:
            expected = Oracle(drawn, state).placements(action[1])
            ship = state.ship
        elif action[0] == rules.DRAW_OPEN:
            any_kind = board.chart.class_kinds[action[1]][0]
            assert Oracle(drawn, state).placements(any_kind)
        state.apply(action)
        assert census(state) == first
        check_gold(before, action, state)
        oracle = Oracle(drawn, state)
        if len(state.ledger) > len(before.ledger):
            check_scoring(before, state, oracle)
        if state.phase == rules.P_LAY:
            assert state.hand is not None
            wanted = oracle.placements(state.hand[0])
            looks = as_looks(oracle, state.legal())
            assert len(looks) == len(set(looks)) > 1
            assert set(looks) == wanted
        elif expected is not None and state.hand is None:
            assert len(expected) < 2 or action[0] == rules.LAY
            assert bool(expected) == (state.ship != ship)
            expected = None
        if state.phase == rules.P_START:
            if state.left == 0 and state.turn > 1:
                assert not oracle.gaps()
            check_starts(oracle)
        if len(oracle.tile) != tiles and len(oracle.tile) % every == 0:
            tiles = len(oracle.tile)
            check_chart(oracle)
            again = rules.restore(board, json.loads(json.dumps(state.dump())))
            assert again.dump() == state.dump()
            assert again.moves == state.moves or state.to_move < 0
            assert (again.sea, again.undiscovered, again.need) == (state.sea, state.undiscovered, state.need)
            assert (again.owners, again.hidden_plain) == (state.owners, state.hidden_plain)
    assert not state.undiscovered
    return state


@pytest.mark.parametrize(
    ("drawn", "seats", "chief_scouts"), [(BASE, 4, False), (TWO_SECTORS, 2, True), (RAGGED, 3, False)]
)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2, 3))])
def test_random_matches_agree_with_the_oracles(drawn: Body, seats: int, chief_scouts: bool, seed: int) -> None:
    assert sum(run(drawn, seats, seed, chief_scouts, every=5).scores()) > 0


@given(st.integers(0, 2**32), st.integers(2, 4), st.booleans())
def test_random_layouts_agree_with_the_oracles(seed: int, seats: int, chief_scouts: bool) -> None:
    drawn = random_body(Random(seed), 5)
    assert run(drawn, seats, seed, chief_scouts).to_move == OVER


@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (2, 24), (24, 2), (24, 24), (13, 7)])
def test_every_size_ends(columns: int, rows: int) -> None:
    board = build(body(["." * columns] * rows))
    rng = Rng(columns)
    state = rules.start(board, 3, {})
    while state.to_move != OVER:
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
    assert not state.undiscovered
    assert min(state.laid) >= 0


@given(st.integers(0, 2**32))
def test_payments_equal_path_enumeration(seed: int) -> None:
    random = Random(seed)
    columns, rows = random.randint(2, 4), random.randint(2, 4)
    spaces = ["".join(random.choice("~~~~~.#") for _x in range(columns)) for _y in range(rows)]
    border = Border(*(random.choice(("open 0", "open 1", "open 2", "shore")) for _side in SIDES))
    edges = {
        f"{'ABCD'[x]}{y + 1} {side}": random.choice(("open 0", "open 1", "open 2", "shore"))
        for x in range(columns)
        for y in range(rows)
        for side in SIDES
        if random.random() < 0.3
    }
    share = random.choice((0, 1, 2, 2, 2, 5))
    drawn = body(spaces, border, edges=edges, gold=Gold(route_toll=share))
    state = rules.start(build(drawn), 4, {})
    plain = state.dump()
    plain.update(phase=rules.P_START, to_move=0, gold=[random.choice((3, 5, 7, 30)), 7, 7, 7])
    for cell, placement in enumerate(plain["laid"]):
        if placement >= 0 and random.random() < 0.5:
            plain["unit"][cell] = random.randrange(4) * 3 + random.choice((0, 1, 1, 2))
    state = rules.restore(state.board, plain)
    oracle = Oracle(drawn, state)
    starts = {action[1] for action in state.legal() if action[0] == rules.START_TILE}
    for cell in oracle.start_tiles():
        expected = sorted(payment for payment in oracle.payments(cell, 0) if payment[0] < state.gold[0])
        assert (cell in starts) == bool(expected)
        if len(expected) > 1:
            after = state.clone()
            after.apply((rules.START_TILE, cell))
            assert after.legal() == [(rules.PAY, *payment) for payment in expected]
        for payment in expected:
            after = state.clone()
            after.apply((rules.START_TILE, cell))
            if len(expected) > 1:
                after.apply((rules.PAY, *payment))
            total, _toll, owners = payment
            assert after.phase == rules.P_ANNOUNCE
            paid = [-total, *(share * (owners >> seat & 1) for seat in (1, 2, 3))]
            assert [now - then for now, then in zip(after.gold, state.gold, strict=True)] == paid
    assert starts <= oracle.start_tiles()


# Chance against a shuffled pack of cards, and what is dealt afresh


def test_draw_gives_every_outcome_with_its_weight() -> None:
    rng, seen = Rng(5), set[int]()
    for _match in range(3):
        seen |= check_draws(rules.start(build(RAGGED), 3, {}), rng)
    assert seen == {rules.P_TOPS, rules.P_DIE, rules.P_FRONT, rules.P_TOKEN}


def test_tops_and_fronts_come_as_from_a_shuffled_pack() -> None:
    # two stacks of two out of four tiles; drawn in the order first, second, first, second stack
    tiles = (TileKind("sea", "....", hidden=2, events={"gold": 1}), TileKind("cape", "a...", hidden=1))
    pack = [(0, 0), (0, 0), (0, 1), (1, 0)]
    expected: Counter[tuple[Any, ...]] = Counter()
    for order in permutations(pack):
        one, other = order[:2], order[2:]
        backs = [bool(tile[1]) for tile in (one[0], other[0])]
        expected[(*backs, one[0], bool(one[1][1]), other[0], bool(other[1][1]), one[1], other[1])] += 1
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
    assert found == {story: Fraction(count, 24) for story, count in expected.items()}


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
