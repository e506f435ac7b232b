"""Random matches beside slow oracles, and chance against a shuffled pack."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from studio.core.game import CHANCE, OVER, Action, Options
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games.entdecker import rules
from studio.games.entdecker.body import Body, Gold, Unit, Units, build, parse
from studio.games.entdecker.rules.board import EVENTS
from studio.seatiles.body import TileKind
from tests.games.entdecker.rules.oracle import Oracle, census, check_gold, check_scoring
from tests.games.entdecker.sea import BASE, DUEL, ISLES, RAGGED, RING, TILES, body, changed
from tests.seatiles.counting import check_draws
from tests.seatiles.oracle import check_chart
from tests.seatiles.random_layouts import home_made, random_sea_fields
from tests.short_run import mark_long

OPTIONS = ("keep_misfits", "rotating_first", "personal_tiles")


def watched(
    drawn: Body, seats: int, seed: int, options: tuple[bool, ...] = (False,) * 3, every: int = 1
) -> rules.State:
    """A random match with every check after each ply (the slow ones after `every` laid tiles)."""
    board = build(drawn)
    rng = Rng(seed)
    state = rules.start(board, seats, dict(zip(OPTIONS, options, strict=True)))
    first = census(state)
    expected: set[tuple[Any, ...]] | None = None
    tiles, ship, plies = -1, -1, 0
    oracle = Oracle(drawn, state)
    while state.to_move != OVER:
        plies += 1
        assert plies < 20_000
        if state.to_move == CHANCE:
            action = state.draw(rng)
            weights = dict(state.chance())
            assert weights[action] > 0
            assert len(weights) == len(state.chance())
        else:
            oracle.check_moves()
            action = rng.choose(state.legal())
        before, laid = state.clone(), state.laid[:]
        if action[0] in (rules.FRONT, rules.OWN):
            expected = oracle.placements(action[1])
            ship = state.ship
        state.apply(action)
        assert census(state) == first
        check_gold(before, action, state, drawn)
        if len(state.ledger) > len(before.ledger):
            check_scoring(before, action, state, drawn)
        if expected is not None and state.hand is None:  # laid if it fits, gone if not
            assert len(expected) < 2 or action[0] == rules.LAY
            assert bool(expected) == (state.ship != ship)
            expected = None
        if state.laid != laid:  # else the oracle still knows all tiles
            oracle = Oracle(drawn, state)
        if state.phase == rules.P_START and state.drawn == 0:
            assert not oracle.gaps()
        if len(oracle.tile) != tiles and len(oracle.tile) % every == 0:
            tiles = len(oracle.tile)
            check_chart(oracle)
            again = rules.restore(board, json.loads(json.dumps(state.dump())))
            assert again.dump() == state.dump()
            assert again.moves == state.moves or state.to_move < 0
            assert (again.sea, again.undiscovered, again.need) == (state.sea, state.undiscovered, state.need)
            assert (again.stands, again.hidden_plain) == (state.stands, state.hidden_plain)
    assert not state.undiscovered or not sum(state.hidden) or state.passes
    assert set(state.unit) == {-1}
    return state


# Random layouts for the oracles: random seas with random numbers of everything in the box


def random_body(random: Random, most: int = 6) -> Body:
    """A layout whose pre-placed tiles match each other and the border."""
    tiles = TILES if random.random() < 0.5 else home_made(random, EVENTS, bonus=0.0)
    return Body(
        **random_sea_fields(random, tiles, most),
        piles=random.choice((1, 2, 5, 12)),
        spinner=tuple(random.randint(0, 9) for _face in range(random.randint(1, 4))),
        units=Units(
            scout=Unit(random.choice((0, 1, 1, 1, 2)), random.choice((1, 2, 3, 3, 6))),
            fort=Unit(random.choice((1, 3, 3, 13)), random.choice((0, 1, 2, 2))),
            settlement=Unit(random.choice((6, 6, 4, 2)), random.choice((0, 1, 1, 2))),
        ),
        gold=Gold(start=random.randint(0, 12), cap=random.choice((12, 12, 12, 3, 1, 20)), find=random.randint(0, 5)),
        chips={str(value): random.randint(0, 5) for value in random.sample(range(1, 10), random.randint(0, 4))},
        ruins=random.randint(0, 5),
        personal=tuple(random.randint(1, 6) for _tile in range(random.randint(0, 5))),
    )


# Random matches on odd and random seas beside slow oracles


@pytest.mark.parametrize("drawn", mark_long([ISLES, DUEL, RING, RAGGED], 3), ids=["isles", "duel", "ring", "ragged"])
def test_random_matches_on_odd_seas_agree_with_the_oracles(drawn: Body) -> None:
    for seed, options in enumerate(product((False, True), repeat=3)):
        assert watched(drawn, 2 + seed % 3, seed, options).to_move == OVER


@given(st.integers(0, 2**32), st.integers(2, 4), st.tuples(st.booleans(), st.booleans(), st.booleans()))
def test_random_layouts_agree_with_the_oracles(seed: int, seats: int, options: tuple[bool, ...]) -> None:
    drawn = random_body(Random(seed), 5)
    assert watched(drawn, seats, seed, options).to_move == OVER


@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (2, 24), (24, 2), (24, 24), (13, 7)])
def test_every_size_ends(columns: int, rows: int) -> None:
    board = build(body(["." * columns] * rows))
    rng = Rng(columns)
    state = rules.start(board, 3, {})
    while state.to_move != OVER:
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
    assert not state.undiscovered or not sum(state.hidden)


def recalling(legal: list[Action]) -> Action:
    """Takes scouts back whenever it can, else builds one."""
    return next((action for action in legal if action[0] == rules.RECALL or action[:2] == (rules.UNIT, 0)), legal[0])


def hoarding(legal: list[Action]) -> Action:
    """Declares one, stops or fails as soon as it may, never builds."""
    return next((action for action in legal if action[0] in (rules.STOP, rules.DECLARE)), legal[0])


@pytest.mark.parametrize("stubborn", [recalling, hoarding, min, max], ids=lambda bot: str(bot.__name__))
@pytest.mark.parametrize("options", [{}, {"keep_misfits": True, "personal_tiles": True, "rotating_first": True}])
def test_matches_end_whatever_the_bots_do(stubborn: Callable[[list[Action]], Action], options: Options) -> None:
    for drawn in (BASE, ISLES, DUEL, RING, RAGGED):
        rng, plies = Rng(7), 0
        state = rules.start(build(drawn), 3, options)
        while state.to_move != OVER:
            state.apply(state.draw(rng) if state.to_move == CHANCE else stubborn(state.legal()))
            plies += 1
            assert plies < 3000
        assert set(state.unit) == {-1}


# Two hundred random matches on each shipped layout (sixteen in the short run), checked after every ply


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 25), marks=pytest.mark.long)], ids=len)
@pytest.mark.parametrize("options", mark_long(product((False, True), repeat=3), 0, 7))
@pytest.mark.parametrize("path", mark_long(shipped_layouts("entdecker"), 1), ids=lambda path: path.stem)
def test_random_matches_on_shipped_layouts_agree_with_the_oracles(
    path: Path, options: tuple[bool, ...], seeds: range
) -> None:
    drawn = parse(json.loads(path.read_text())["body"])
    points = [sum(watched(drawn, 2 + seed % 3, seed, options, every=5).scores()) for seed in seeds]
    assert sum(points) > 0


# Chance against shuffled packs of cards: fronts, backs, chips, the spinner


def test_draw_gives_every_outcome_with_its_weight() -> None:
    rng, seen = Rng(5), set[int]()
    for drawn in (RAGGED, ISLES):
        seen |= check_draws(rules.start(build(drawn), 3, {"personal_tiles": True}), rng)
    assert seen == {rules.P_TOPS, rules.P_SPIN, rules.P_FRONT, rules.P_CHIP}


def test_tops_and_fronts_come_as_from_a_shuffled_pack() -> None:
    # two piles of two and one tile; drawn in the order first, second, first pile
    tiles = (TileKind("sea", "....", hidden=1, events={"gold": 1}), TileKind("cape", "a...", hidden=1))
    pack = [(0, 0), (0, 6), (1, 0)]
    expected: Counter[tuple[Any, ...]] = Counter()
    for order in permutations(pack):
        one, other = order[:2], order[2:]
        backs = [bool(tile[1]) for tile in (one[0], other[0])]
        expected[(*backs, one[0], bool(one[1][1]), other[0], one[1])] += 1
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
    assert found == {story: Fraction(count, 6) for story, count in expected.items()}


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
