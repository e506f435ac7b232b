"""Random matches of both Entdecker games against slow oracles, and chance against a shuffled pack."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, strategies as st

from studio.core.game import CHANCE, OVER, Action, Options
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games.entdecker import body as entdecker, rules as old
from studio.games.entdecker.rules.board import EVENTS as OLD_EVENTS
from studio.games.neue_entdecker import body as neue, rules as new
from studio.games.neue_entdecker.rules.board import EVENTS as NEW_EVENTS
from studio.seatiles.body import Border, EdgeKind, Laid, SeaBody, TileKind
from tests.games.entdecker import oracle as old_oracle, sea as old_sea
from tests.games.neue_entdecker import oracle as new_oracle, sea as new_sea
from tests.seatiles.little_seas import LittleSeas
from tests.seatiles.oracle import check_chart
from tests.seatiles.sea_bodies import SIDES, STEPS
from tests.short_run import mark_long

# Random layouts: odd sizes, voids, coasts, home-made tile sets, matching pre-placed tiles

EDGES: tuple[EdgeKind, ...] = ("open 0", "open 1", "open 2", "shore", "coast")
SHAPES = ("....", "a...", "aa..", "ab..", "a.b.", "aaa.", "aab.", "abb.", "abc.", "aaaa", "aabb", "abcd", "aaab")


def home_made(random: Random, events_of: Sequence[str], bonus: float) -> tuple[TileKind, ...]:
    """A tile set with several kinds of a class, split lands, classes without any tile, few or no hidden tiles."""
    return tuple(
        TileKind(
            f"kind {number}",
            random.choice(SHAPES),
            events={event: random.randint(0, 2) for event in events_of if random.random() < 0.4},
            hidden=random.randint(0, 8),
            sorted=random.randint(0, 5),
            bonus=random.randint(1, 9) if random.random() < bonus else 0,
        )
        for number in range(random.randint(1, 9))
    )


def random_sea_fields(random: Random, tiles: tuple[TileKind, ...], most: int = 5) -> dict[str, Any]:
    """The sea fields of a layout body whose pre-placed tiles match each other and the border."""
    columns, rows = random.randint(2, most), random.randint(2, most)
    voids = random.choice((0, 0, 0.1, 0.3))
    grid = [["#" if random.random() < voids else "." for _x in range(columns)] for _y in range(rows)]
    border = Border(*(random.choice(EDGES if random.random() < 0.6 else EDGES[:3]) for _side in SIDES))
    names = [f"{'ABCDEFGH'[x]}{y + 1} {side}" for y in range(rows) for x in range(columns) for side in SIDES]
    edges = {name: random.choice(EDGES) for name in names if random.random() < 0.1}
    legend: dict[str, Laid] = {}
    laid: dict[tuple[int, int], str] = {}
    density = 0.3 if random.random() < 0.6 else 0.0
    for x, y in [(x, y) for y in range(rows) for x in range(columns) if random.random() < density]:
        number, turn = random.randrange(len(tiles)), random.randrange(4)
        shape = "".join(tiles[number].shape[(side - turn) % 4] for side in range(4))
        for side, (dx, dy) in enumerate(STEPS):
            other = (x + dx, y + dy)
            if 0 <= other[0] < columns and 0 <= other[1] < rows and grid[other[1]][other[0]] != "#":
                facing = laid[other][side ^ 2] if other in laid else None
            else:
                what = edges.get(f"{'ABCDEFGH'[x]}{y + 1} {SIDES[side]}", getattr(border, SIDES[side]))
                facing = "a" if what == "coast" else "."
            if grid[y][x] == "#" or (facing is not None and (facing == ".") != (shape[side] == ".")):
                break
        else:
            laid[x, y] = shape
            grid[y][x] = chr(ord("A") + number * 4 + turn)
            legend[grid[y][x]] = Laid(tiles[number].name, turn)
    spaces = tuple("".join(row) for row in grid)
    return {"spaces": spaces, "legend": legend, "border": border, "edges": edges, "tiles": tiles}


def random_entdecker(random: Random) -> entdecker.Body:
    tiles = old_sea.TILES if random.random() < 0.5 else home_made(random, OLD_EVENTS, bonus=0.0)
    start, cap = random.randint(0, 12), random.choice((12, 12, 12, 3, 1, 20))
    return entdecker.Body(
        **random_sea_fields(random, tiles),
        piles=random.choice((1, 2, 5, 12)),
        spinner=tuple(random.randint(0, 9) for _face in range(random.randint(1, 4))),
        units=entdecker.Units(
            scout=entdecker.Unit(random.choice((0, 1, 1, 1, 2)), random.choice((1, 2, 3, 3, 6))),
            fort=entdecker.Unit(random.choice((1, 3, 3, 13)), random.choice((0, 1, 2, 2))),
            settlement=entdecker.Unit(random.choice((6, 6, 4, 2)), random.choice((0, 1, 1, 2))),
        ),
        gold=entdecker.Gold(start=start, cap=cap, find=random.randint(0, 5)),
        chips={str(value): random.randint(0, 5) for value in random.sample(range(1, 10), random.randint(0, 4))},
        ruins=random.randint(0, 5),
        personal=tuple(random.randint(1, 6) for _tile in range(random.randint(0, 5))),
    )


def random_neue(random: Random) -> neue.Body:
    tiles = new_sea.TILES if random.random() < 0.5 else home_made(random, NEW_EVENTS, bonus=0.2)
    scouts = dict.fromkeys(neue.SEATS, random.choice((1, 2, 3, 4, 12)))
    prices = {"hidden_tile": random.choice((1, 1, 2)), "route_toll": random.choice((2, 2, 1, 0))}
    return neue.Body(
        **random_sea_fields(random, tiles),
        stacks=random.choice((1, 2, 6)),
        units=neue.Units(scout=neue.Unit(1, scouts)),
        gold=neue.Gold(start=random.randint(0, 30), **prices),
        jungle=neue.Jungle(
            paths=tuple(random.randint(1, 5) for _hut in range(random.randint(1, 7))),
            dot=random.randint(1, 3),
            eye=random.randint(1, 3),
            tokens={"5": random.randint(0, 3), "12": random.randint(0, 2)},
        ),
    )


class SeaGame(NamedTuple):
    """One of the two games with its oracle."""

    seas: LittleSeas[Any, Any]
    oracle: Any  # the module with `Oracle`, `census`, `check_gold` and `check_scoring`
    options: tuple[str, ...]
    derived: tuple[str, ...]  # fields of a position that are not in its dump
    random_body: Callable[[Random], SeaBody]


SHARED = ("sea", "undiscovered", "need", "hidden_plain")
OPTIONS = ("keep_misfits", "rotating_first", "personal_tiles")
OLD = SeaGame(old_sea.SEAS, old_oracle, OPTIONS, (*SHARED, "stands"), random_entdecker)
NEW = SeaGame(new_sea.SEAS, new_oracle, ("chief_scouts",), (*SHARED, "owners"), random_neue)
both = pytest.mark.parametrize("game", [OLD, NEW], ids=["entdecker", "neue_entdecker"])


def watched(game: SeaGame, drawn: SeaBody, seats: int, seed: int, options: Sequence[bool] = (), every: int = 1) -> Any:
    """Play a random match with every check after each ply (the slow ones after `every` laid tiles)."""
    rules, board, rng = game.seas.rules, game.seas.build(drawn), Rng(seed)
    state = rules.start(board, seats, dict(zip(game.options, options, strict=False)))
    oracle = game.oracle.Oracle(drawn, state)
    first, tiles, ship = game.oracle.census(state), -1, -1
    expected: set[tuple[Any, ...]] | None = None
    for _ply in range(20_000):
        if state.to_move == OVER:
            break
        if state.to_move == CHANCE:
            action, outcomes = state.draw(rng), state.chance()
            assert dict(outcomes)[action] > 0
            assert len(dict(outcomes)) == len(outcomes)
        else:
            oracle.check_moves()
            action = rng.choose(state.legal())
        before, laid = state.clone(), state.laid[:]
        if action[0] in oracle.revealing:
            expected, ship = oracle.placements(action[1]), state.ship
        state.apply(action)
        assert game.oracle.census(state) == first
        game.oracle.check_gold(before, action, state, drawn)
        if len(state.ledger) > len(before.ledger):
            game.oracle.check_scoring(before, action, state, drawn)
        if expected is not None and state.hand is None:  # laid if it fits, gone if not
            assert len(expected) < 2 or action[0] == rules.LAY
            assert bool(expected) == (state.ship != ship)
            expected = None
        if state.laid != laid:  # else the oracle still knows all tiles
            oracle = game.oracle.Oracle(drawn, state)
        assert not oracle.is_filled or not oracle.gaps()
        if len(oracle.tile) != tiles and len(oracle.tile) % every == 0:
            tiles = len(oracle.tile)
            check_chart(oracle)
            again = rules.restore(board, json.loads(json.dumps(state.dump())))
            assert again.dump() == state.dump()
            assert again.moves == state.moves or state.to_move < 0
            assert [getattr(again, name) for name in game.derived] == [getattr(state, name) for name in game.derived]
    assert state.to_move == OVER
    oracle.check_end()
    return state


@pytest.mark.parametrize(
    "drawn",
    mark_long([old_sea.ISLES, old_sea.DUEL, old_sea.RING, old_sea.RAGGED], 3),
    ids=["isles", "duel", "ring", "ragged"],
)
def test_random_matches_of_entdecker_agree_with_the_oracle(drawn: entdecker.Body) -> None:
    for seed, options in enumerate(product((False, True), repeat=3)):
        watched(OLD, drawn, 2 + seed % 3, seed, options)


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 25), marks=pytest.mark.long)], ids=len)
@pytest.mark.parametrize("options", mark_long(product((False, True), repeat=3), 0, 7))
@pytest.mark.parametrize("path", mark_long(shipped_layouts("entdecker"), 1), ids=lambda path: path.stem)
def test_random_matches_on_shipped_layouts_agree_with_the_oracle(
    path: Path, options: tuple[bool, ...], seeds: range
) -> None:
    drawn = entdecker.parse(json.loads(path.read_text())["body"])
    points = [sum(watched(OLD, drawn, 2 + seed % 3, seed, options, every=5).scores()) for seed in seeds]
    assert sum(points) > 0


@pytest.mark.parametrize(
    ("drawn", "seats", "chief_scouts"),
    [(new_sea.BASE, 4, False), (new_sea.TWO_SECTORS, 2, True), (new_sea.RAGGED, 3, False)],
)
@pytest.mark.parametrize("seed", mark_long(range(4)))
def test_random_matches_of_neue_entdecker_agree_with_the_oracle(
    drawn: neue.Body, seats: int, chief_scouts: bool, seed: int
) -> None:
    assert sum(watched(NEW, drawn, seats, seed, (chief_scouts,), every=5).scores()) > 0


@both
@given(st.integers(0, 2**32), st.integers(2, 4), st.tuples(st.booleans(), st.booleans(), st.booleans()))
def test_random_layouts_agree_with_the_oracles(game: SeaGame, seed: int, seats: int, options: tuple[bool, ...]) -> None:
    watched(game, game.random_body(Random(seed)), seats, seed, options)


@both
@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (2, 24), (24, 2), (24, 24), (13, 7)])
def test_every_size_ends(game: SeaGame, columns: int, rows: int) -> None:
    rng = Rng(columns)
    state = game.seas.rules.start(game.seas.build(game.seas.body(["." * columns] * rows)), 3, {})
    while state.to_move != OVER:
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
    game.oracle.Oracle(game.seas.body(["." * columns] * rows), state).check_end()


def recalling(legal: list[Action]) -> Action:
    """Take scouts back whenever possible, else place one."""
    return next((action for action in legal if action[0] == old.RECALL or action[:2] == (old.UNIT, 0)), legal[0])


def hoarding(legal: list[Action]) -> Action:
    """Declare one, stop or fail as soon as possible, never place a unit."""
    return next((action for action in legal if action[0] in (old.STOP, old.DECLARE)), legal[0])


@pytest.mark.parametrize("stubborn", [recalling, hoarding, min, max], ids=lambda bot: str(bot.__name__))
@pytest.mark.parametrize("options", [{}, dict.fromkeys(OPTIONS, True)])
def test_matches_end_with_any_choice_of_moves(stubborn: Callable[[list[Action]], Action], options: Options) -> None:
    for drawn in (old_sea.BASE, old_sea.ISLES, old_sea.DUEL, old_sea.RING, old_sea.RAGGED):
        rng, plies = Rng(7), 0
        state = old.start(entdecker.build(drawn), 3, options)
        while state.to_move != OVER:
            state.apply(state.draw(rng) if state.to_move == CHANCE else stubborn(state.legal()))
            plies += 1
            assert plies < 3000
        assert set(state.unit) == {-1}


@given(st.integers(0, 2**32))
def test_payments_equal_path_enumeration(seed: int) -> None:
    """The payments of N3 on small seas."""
    random = Random(seed)
    columns, rows = random.randint(2, 4), random.randint(2, 4)
    spaces = ["".join(random.choice("~~~~~.#") for _x in range(columns)) for _y in range(rows)]
    border = Border(*(random.choice(EDGES[:4]) for _side in SIDES))
    names = [f"{'ABCD'[x]}{y + 1} {side}" for x in range(columns) for y in range(rows) for side in SIDES]
    edges = {name: random.choice(EDGES[:4]) for name in names if random.random() < 0.3}
    share = random.choice((0, 1, 2, 2, 2, 5))
    drawn = new_sea.body(spaces, border, edges=edges, gold=neue.Gold(route_toll=share))
    state = new.start(neue.build(drawn), 4, {})
    plain = state.dump()
    plain.update(phase=new.P_START, to_move=0, gold=[random.choice((3, 5, 7, 30)), 7, 7, 7])
    for cell, placement in enumerate(plain["laid"]):
        if placement >= 0 and random.random() < 0.5:
            plain["unit"][cell] = random.randrange(4) * 3 + random.choice((0, 1, 1, 2))
    state = new.restore(state.board, plain)
    oracle = new_oracle.Oracle(drawn, state)
    starts = {action[1] for action in state.legal() if action[0] == new.START_TILE}
    assert starts <= oracle.start_tiles()
    for cell in oracle.start_tiles():
        expected = sorted(payment for payment in oracle.payments(cell, 0) if payment[0] < state.gold[0])
        assert (cell in starts) == bool(expected)
        for payment in expected:
            after = state.clone()
            after.apply((new.START_TILE, cell))
            if len(expected) > 1:
                assert after.legal() == [(new.PAY, *one) for one in expected]
                after.apply((new.PAY, *payment))
            total, _toll, owners = payment
            assert after.phase == new.P_ANNOUNCE
            paid = [-total, *(share * (owners >> seat & 1) for seat in (1, 2, 3))]
            assert [now - then for now, then in zip(after.gold, state.gold, strict=True)] == paid


# Chance against shuffled packs of cards: fronts, backs, chips, the spinner


class Counting:
    """A random source that gives one chosen number and remembers the limit of the last call."""

    def __init__(self, value: int) -> None:
        self.value, self.limit = value, 0

    def below(self, limit: int) -> int:
        self.limit = limit
        return self.value

    def choose(self, items: Any) -> Any:
        return items[self.below(len(items))]

    def weighted(self, weights: Any) -> int:
        pick = self.below(sum(weights))
        return next(index for index in range(len(weights)) if pick < sum(weights[: index + 1]))

    def pick(self, indices: Any, weights: Any, total: int) -> int:
        listed = [weights[index] for index in indices]
        assert sum(listed) == total
        return int(indices[self.weighted(listed)])


@pytest.mark.parametrize(
    ("game", "seas", "options", "phases"),
    [
        (
            OLD,
            [old_sea.RAGGED, old_sea.ISLES],
            {"personal_tiles": True},
            {old.P_TOPS, old.P_SPIN, old.P_FRONT, old.P_CHIP},
        ),
        (NEW, [new_sea.RAGGED] * 3, {}, {new.P_TOPS, new.P_DIE, new.P_FRONT, new.P_TOKEN}),
    ],
    ids=["entdecker", "neue_entdecker"],
)
def test_draw_gives_every_outcome_with_its_weight(
    game: SeaGame, seas: list[SeaBody], options: Options, phases: set[int]
) -> None:
    rng, seen = Rng(5), set[int]()
    for drawn in seas:
        state = game.seas.rules.start(game.seas.build(drawn), 3, options)
        while state.to_move != OVER:
            if state.to_move != CHANCE:
                state.apply(rng.choose(state.legal()))
                continue
            first = Counting(0)
            outcomes = Counter([state.draw(first)])
            outcomes.update(state.draw(Counting(value)) for value in range(1, first.limit))
            assert outcomes == dict(state.chance())
            seen.add(state.phase)
            state.apply(state.draw(rng))
    assert seen == phases


@pytest.mark.parametrize(
    ("game", "stacks", "draws"), [(OLD, "piles", 3), (NEW, "stacks", 4)], ids=["entdecker", "neue_entdecker"]
)
def test_tops_and_fronts_come_as_from_a_shuffled_pack(game: SeaGame, stacks: str, draws: int) -> None:
    """Two stacks, the first of two tiles, drawn in the order first, second, first, second."""
    rules, gold = game.seas.rules, 1 + (OLD_EVENTS if game is OLD else NEW_EVENTS).index("gold")
    tiles = (TileKind("sea", "....", hidden=draws - 2, events={"gold": 1}), TileKind("cape", "a...", hidden=1))
    pack = [*[(0, 0)] * (draws - 2), (0, gold), (1, 0)]
    expected: Counter[tuple[Any, ...]] = Counter()
    for order in permutations(pack):
        one, other = order[:2], order[2:]
        story = [bool(one[0][1]), bool(other[0][1]), one[0], bool(one[1][1]), other[0]]
        expected[(*story, *(bool(tile[1]) for tile in other[1:]), one[1], *other[1:])] += 1
    fields: dict[str, Any] = {"tiles": tiles, stacks: 2}
    drawn = game.seas.body("..... ..... ..... .....", **fields)
    found: dict[tuple[Any, ...], Fraction] = {}

    def follow(now: Any, story: tuple[Any, ...], chance: Fraction) -> None:
        number = sum(isinstance(one, tuple) for one in story)
        if number == draws:
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
            front = {"hand": None, "phase": rules.P_FRONT, "to_move": CHANCE, "stack": number % 2}
            follow(game.seas.changed(now, None, **front, gold=[9, 9], left=9, active=0), story, chance)

    follow(rules.start(game.seas.build(drawn), 2, {}), (), Fraction(1))
    assert found == {story: Fraction(count, expected.total()) for story, count in expected.items()}


def test_chips_come_from_one_bag_without_being_put_back() -> None:
    state = old.start(entdecker.build(old_sea.body("..... ..... .....", chips={"1": 1, "3": 2})), 2, {})
    fields: dict[str, Any] = {"takers": [1, 0, 1], "then": old.THEN_GO, "stack_top": [0] * 5}
    state = old_sea.changed(state, phase=old.P_CHIP, to_move=CHANCE, **fields)
    assert state.chance() == [((old.CHIP, 1), 1), ((old.CHIP, 3), 2)]
    state.apply((old.CHIP, 3))
    assert state.chance() == [((old.CHIP, 1), 1), ((old.CHIP, 3), 1)]
    state.apply((old.CHIP, 1))
    assert state.chance() == [((old.CHIP, 3), 1)]
    assert state.chips == [(1,), (3,)]
    assert state.bag == [0, 1]


def test_the_spinner_weighs_equal_faces_together() -> None:
    state = old.start(entdecker.build(old_sea.body("..... .....", spinner=(2, 5, 2, 3))), 2, {})
    while state.phase == old.P_TOPS:
        state.apply(state.chance()[0][0])
    assert state.chance() == [((old.SPIN, 2), 2), ((old.SPIN, 3), 1), ((old.SPIN, 5), 1)]


def test_entdecker_hides_nothing_that_is_drawn_already() -> None:
    rng = Rng(9)
    state = old.start(entdecker.build(old_sea.RAGGED), 4, {})
    for _ply in range(200):
        if state.to_move == OVER:
            break
        for seat in range(-1, 4):
            assert state.observe(seat) == state.dump()
            assert state.redeal(max(seat, 0), rng).dump() == state.dump()
        assert state.to_move < 0 or not any(state.reveals(action) for action in state.legal())
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))


def test_redeal_keeps_the_pieces_and_changes_the_chiefs_of_others() -> None:
    rng = Rng(9)
    state = new_sea.begin(new_sea.BASE, 4, chief_scouts=True)
    deals: dict[int, set[str]] = {seat: set() for seat in range(4)}
    for ply in range(500):
        if state.to_move == OVER:
            break
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
        for seat in range(4 if ply % 20 == 0 else 0):
            other = state.redeal(seat, rng)
            assert new_oracle.census(other) == new_oracle.census(state)
            deals[seat].add(str(other.chiefs))
    assert all(len(found) > 5 for found in deals.values())
